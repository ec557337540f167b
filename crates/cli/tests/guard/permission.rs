//! Refusals, and the required input.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Bench, MountedAt, Said, on_bench, on_bench_over, on_mountable};

/// A write of half a mebibyte, without a store.
fn write<'a>(device: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["measure", device, "--read", "0%", "--amount", "512KiB", "--no-store"];
    fixed.iter().chain(more).copied().collect()
}

#[test]
fn every_way_to_write_is_refused_on_a_mounted_device() {
    on_mountable(|bench| {
        let at = bench.path("at");
        let _mount = MountedAt::new(bench.device(), &at)?;
        let (device, name) = (bench.device(), bench.typed_name());
        let why = format!("is mounted at {}", at.display());
        bench.refused(&write(device, &[]), &why);
        bench.refused(&write(device, &["--destroy", &name]), &why);
        bench.refused(&write(device, &["--borrow"]), &why);
        bench.refused(&["quick", device, "--no-store", "--destroy", &name], &why);
        bench.refused(&["run", "dd-write", device, "--no-store", "--destroy", &name], &why);
        let said = bench.refused(&["purge", device, "--no-store", "--destroy", &name], &why);
        assert!(said.stderr.contains(&format!("hint: umount {}", at.display())), "{said:?}");
        Ok(())
    });
}

#[test]
fn whatever_the_file_is_called_the_hint_is_one_line_that_the_shell_takes() {
    let names = [
        "two\nlines --borrow.img",
        "\u{1b}[31mred\u{7}.img",
        "\u{202e}gmi.txt",
        "it's \"q\" $HOME `id` ;x.img",
        " \tlead.img ",
        "-dash\\.img",
    ];
    for name in names {
        on_bench_over(name, |bench| {
            let said = bench.refused(&write(bench.device(), &[]), "not confirmed by");
            let is_plain =
                |it: char| it == '\n' || !(it.is_control() || "\u{202e}\u{202a}".contains(it));
            assert!(said.stderr.chars().all(is_plain), "{said:?}");
            assert_eq!(said.stderr.lines().count(), 2, "{said:?}");
            let (_, hint) = said.stderr.split_once("--destroy ").unwrap();
            let (typed, _) = hint.split_once("; to have it put back").unwrap();
            // A user's shell: dash does not support $'..' yet.
            let words = write(bench.device(), &[]).join(" ");
            let line = format!("\"$IOGRAM\" {words} --destroy {typed}");
            let mut shell = Command::new("bash");
            bench
                .at_home(shell.args(["-c", &line]).env("IOGRAM", env!("CARGO_BIN_EXE_iogram")));
            let said: Said = shell.output().unwrap().into();
            assert_eq!(said.code, Some(0), "{line}: {said:?}");
            Ok(())
        });
    }
}

#[test]
fn an_error_in_the_body_of_a_test_on_the_bench_is_a_failure() {
    let reached = std::cell::Cell::new(false);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        on_bench(|_| {
            reached.set(true);
            Err("injected".to_owned())
        });
    }));
    // Without any bench, the body does not run and the test is skipped.
    assert_eq!(outcome.is_err(), reached.get());
}

#[test]
fn without_its_name_a_device_with_something_on_it_is_refused_and_the_option_is_named() {
    on_bench(|bench| {
        let (device, option) = (bench.device(), format!("--destroy {}", bench.typed_name()));
        let said = bench.refused(&write(device, &[]), "(on it: ext4)");
        assert!(said.stderr.contains(&option), "{said:?}");
        assert!(said.stderr.contains("--borrow"), "{said:?}");
        let said = bench.refused(&["purge", device, "--no-store"], "(on it: ext4)");
        assert!(said.stderr.contains(&option), "{said:?}");
        bench.refused(&write(device, &["--destroy", "S123"]), "\"S123\" was typed");
        Ok(())
    });
}

#[test]
fn reads_are_measured_without_a_question_and_writes_left_out_with_a_warning() {
    on_bench(|bench| {
        let before = bench.bytes();
        let settings = ["--set", "size=16MiB", "--set", "time=100ms", "--set", "loops=1"];
        let said = bench.iogram(&[&["quick", bench.device()], &settings[..]].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("writes-left-out"), "{said:?}");
        assert!(said.stderr.contains(&format!("--destroy {}", bench.typed_name())), "{said:?}");
        assert!(bench.bytes() == before);
        Ok(())
    });
}

#[test]
fn who_types_the_name_destroys_and_the_record_says_what() {
    on_bench(|bench| {
        let before = bench.bytes();
        let name = bench.typed_name();
        let said = bench.iogram(&write(bench.device(), &["--destroy", &name, "--json", "-"]));
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("contents-destroyed"), "{said:?}");
        assert!(bench.bytes() != before);
        Ok(())
    });
}

/// Runs the program in a new terminal and types `line`.
fn in_terminal(bench: &Bench, line: &str) -> Result<Said, String> {
    let program = env!("CARGO_BIN_EXE_iogram");
    let command = format!("{program} {}", write(bench.device(), &["--quiet"]).join(" "));
    let mut script = Command::new("script");
    bench.at_home(script.args(["--quiet", "--return", "--command", &command, "/dev/null"]));
    let child = script.stdin(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("cannot run script: {error}"))?;
    writeln!(child.stdin.take().unwrap(), "{line}").unwrap();
    Ok(child.wait_with_output().unwrap().into())
}

#[test]
fn in_a_terminal_the_drive_is_shown_and_its_name_is_asked_for() {
    on_bench(|bench| {
        let before = bench.bytes();
        for (line, code) in [("", 3), ("y", 3), ("yes", 3), ("card.img", 3)] {
            let said = in_terminal(bench, line)?;
            assert_eq!(said.code, Some(code), "{line:?}: {said:?}");
            assert!(said.stdout.contains("To destroy all of this"), "{said:?}");
            assert!(said.stdout.contains("ext4"), "{said:?}");
            assert!(bench.bytes() == before, "{line:?} changed the device");
        }
        let said = in_terminal(bench, &bench.typed_name())?;
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(bench.bytes() != before);
        Ok(())
    });
}

#[test]
fn a_device_whose_process_has_it_open_for_writing_is_refused() {
    on_bench(|bench| {
        let script = format!("exec 3<>{} && echo ready && read end", bench.device());
        let mut holder = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run sh: {error}"))?;
        let mut line = String::new();
        let mut output = std::io::BufReader::new(holder.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        let name = bench.typed_name();
        bench.refused(&write(bench.device(), &["--destroy", &name]), "open for writing");
        drop(holder.stdin.take());
        holder.wait().unwrap();
        Ok(())
    });
}
