//! Tests of a device leave it unchanged, however they end; destructive ones resume after an interruption.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Bench, Said, on_bench, on_bench_of, on_mountable, run};

const MIB: usize = 1 << 20;

#[track_caller]
fn unchanged(bench: &Bench, arguments: &[&str], expected: &str) -> Said {
    let before = bench.bytes();
    let said = bench.iogram(arguments);
    assert_eq!(said.code, Some(0), "{arguments:?}: {said:?}");
    assert!(said.stdout.contains(expected), "{arguments:?}: {said:?}");
    assert!(bench.bytes() == before, "{arguments:?} changed the device");
    said
}

#[test]
fn verify_puts_back_every_byte_under_both_of_its_names() {
    on_bench(|bench| {
        let device = bench.device();
        let good = "GENUINE: holds the ";
        for arguments in [
            &["verify", device][..],
            &["verify", device, "--cache", "8MiB"],
            &["run", "verify", device],
            &["run", "verify", device, "--borrow"],
        ] {
            unchanged(bench, &[arguments, &["--no-store"]].concat(), good);
        }
        Ok(())
    });
}

#[test]
fn every_block_is_only_written_with_the_name_of_the_drive() {
    on_bench(|bench| {
        let device = bench.device();
        let full = ["run", "verify", device, "--set", "depth=full"];
        bench.refused(&full, "not confirmed by");
        bench.refused(&["verify", "--full", device], "not confirmed by");
        let said = bench.iogram(&[&full[..], &["--borrow"]].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("iogram verify") || said.stderr.contains("--destroy"));
        Ok(())
    });
}

#[test]
fn geometry_and_card_put_back_what_they_borrow() {
    on_bench_of(288 * MIB, |bench| {
        let device = bench.device();
        let short = ["--set", "unfinished=off", "--set", "most=4", "--no-store"];
        let geometry = [&["geometry", device, "--borrow=64MiB"][..], &short].concat();
        unchanged(bench, &geometry, "Geometry");
        let card = [
            "run",
            "card",
            device,
            "--borrow=256MiB",
            "--set",
            "size=256MiB",
            "--set",
            "amount=4MiB",
            "--set",
            "geometry=off",
            "--no-store",
        ];
        let said = unchanged(bench, &card, "random write");
        // A part of a device does not stand for all of it.
        assert!(!said.stdout.contains("GENUINE"), "{said:?}");
        let line = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(line.contains(&format!("iogram verify {device} tests it")), "{said:?}");
        Ok(())
    });
}

/// Files with the saved blocks of single places.
fn places(bench: &Bench) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(bench.journals()) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|it| it == "places")).collect()
}

#[test]
fn a_verify_that_is_killed_is_put_back_by_restore() {
    on_bench_of(64 * MIB, |bench| {
        let before = bench.bytes();
        let mut changed = 0;
        for moment in 0_u64..5 {
            let arguments = ["verify", bench.device(), "--cache", "48MiB", "--no-store"];
            let mut child = bench.command(&arguments).spawn().unwrap();
            while bench.bytes() == before && child.try_wait().unwrap().is_none() {
                std::thread::park_timeout(Duration::from_millis(1));
            }
            std::thread::park_timeout(Duration::from_millis(20 * moment));
            child.kill().unwrap();
            child.wait().unwrap();
            changed += u64::from(bench.bytes() != before);
            let said = bench.iogram(&["restore"]);
            assert_eq!(said.code, Some(0), "{said:?}");
            assert!(bench.bytes() == before, "moment {moment}: {said:?}");
            assert!(places(bench).is_empty());
        }
        // If it is always too fast or too slow for a kill half-way, nothing was tested.
        if changed == 0 {
            Err("never killed before it was put back".to_owned())
        } else {
            Ok(())
        }
    });
}

/// The newest run, even if another program measures it: `last` skips those.
fn last_run(bench: &Bench) -> Value {
    let read = |said: Said| serde_json::from_str(&said.stdout).unwrap_or(Value::Null);
    let list: Value = read(bench.iogram(&["runs", "--json", "--limit", "1"]));
    let Some(id) = list.pointer("/runs/0/id").and_then(Value::as_str) else {
        return Value::Null;
    };
    read(bench.iogram(&["show", id, "--format", "json"]))
}

fn evidence<'a>(run: &'a Value, field: &str) -> &'a Value {
    run.pointer(&format!("/probes/0/evidence/{field}")).unwrap_or(&Value::Null)
}

/// Starts a pass over every block and ends it with `signal` as soon as its progress is stored; `false` if it
/// completed earlier.
fn break_off(bench: &Bench, signal: &str) -> Result<bool, String> {
    let name = bench.typed_name();
    let arguments = ["verify", "--full", bench.device(), "--destroy", &name, "--quiet"];
    let mut child = bench.command(&arguments).spawn().unwrap();
    loop {
        let is_kept = evidence(&last_run(bench), "progress").is_object();
        if child.try_wait().unwrap().is_some() {
            return Ok(false);
        }
        if is_kept {
            break;
        }
    }
    run("kill", &[signal, &child.id().to_string()])?;
    let said = Said::from(child.wait_with_output().unwrap());
    if signal == "-INT" {
        assert!(said.stderr.contains("resume with: iogram resume "), "{said:?}");
    }
    Ok(true)
}

#[test]
fn a_pass_over_every_block_goes_on_after_any_end_and_says_so() {
    on_bench_of(128 * MIB, |bench| {
        for signal in ["-KILL", "-INT"] {
            if !break_off(bench, signal)? {
                return Err("every block was read before it could be broken off".to_owned());
            }
            let name = bench.typed_name();
            let id = last_run(bench)["id"].as_str().unwrap().to_owned();
            let said = bench.iogram(&["resume", &id, "--destroy", &name]);
            assert_eq!(said.code, Some(0), "{said:?}");
            assert!(said.stdout.contains("GENUINE: holds the "), "{said:?}");
            let run = last_run(bench);
            assert_eq!(run["id"], id.as_str());
            assert_eq!(run["probes"].as_array().unwrap().len(), 1, "{run:#}");
            assert_eq!(*evidence(&run, "continued_count"), 1, "{run:#}");
            assert_eq!(run["resumes"].as_array().unwrap().len(), 1);
            let parts = evidence(&run, "stretches").as_array().unwrap();
            let sizes = parts.iter().map(|part| part["size_bytes"].as_u64().unwrap());
            assert_eq!(sizes.sum::<u64>(), 128 << 20);
        }
        Ok(())
    });
}

#[test]
fn a_pause_of_the_computer_within_a_verification_is_told_as_the_computers() {
    on_bench_of(128 * MIB, |bench| {
        let name = bench.typed_name();
        let arguments = ["verify", "--full", bench.device(), "--destroy", &name, "--quiet"];
        let mut child = bench.command(&arguments).spawn().unwrap();
        while !evidence(&last_run(bench), "progress").is_object() {
            if child.try_wait().unwrap().is_some() {
                return Err("every block was read before it could be stopped".to_owned());
            }
        }
        let id = child.id().to_string();
        let paused = run("kill", &["-STOP", &id]).and_then(|_| {
            std::thread::park_timeout(Duration::from_millis(1200));
            run("kill", &["-CONT", &id])
        });
        let said = Said::from(child.wait_with_output().unwrap());
        paused?;
        assert_eq!(said.code, Some(0), "{said:?}");
        assert!(said.stdout.contains("GENUINE"), "{said:?}");
        let run = last_run(bench);
        let warnings = run.pointer("/probes/0/warnings").and_then(Value::as_array);
        let codes: Vec<&str> =
            warnings.into_iter().flatten().filter_map(|it| it["code"].as_str()).collect();
        assert!(codes.contains(&"host-paused"), "{codes:?}");
        Ok(())
    });
}

/// A loop device over a file on a file system that can be frozen: then no write to it returns.
struct Freezer<'a> {
    at: &'a str,
    device: String,
}

impl<'a> Freezer<'a> {
    fn new(bench: &Bench, at: &'a str) -> Result<Self, String> {
        std::fs::create_dir_all(at).unwrap();
        run("mount", &[bench.device(), at])?;
        let mut freezer = Self { at, device: String::new() };
        let image = format!("{at}/within.img");
        std::fs::write(&image, vec![1; 4 * MIB]).unwrap();
        freezer.device = run("losetup", &["--find", "--show", &image])?;
        run("sync", &["--file-system", &image])?;
        Ok(freezer)
    }

    fn set(&self, how: &str) -> Result<String, String> {
        run("fsfreeze", &[how, self.at])
    }
}

impl Drop for Freezer<'_> {
    fn drop(&mut self) {
        self.set("--unfreeze").ok();
        if !self.device.is_empty() {
            run("losetup", &["--detach", &self.device]).ok();
        }
        run("umount", &[self.at]).ok();
    }
}

#[test]
fn a_device_that_hangs_ends_a_verification_within_the_time_that_was_asked_for() {
    on_mountable(|bench| {
        let at = bench.path("at");
        let freezer = Freezer::new(bench, at.to_str().unwrap())?;
        let name = format!("{}:within.img", freezer.device.trim_start_matches("/dev/"));
        let full = ["verify", "--full", &freezer.device, "--destroy", &name, "--quiet"];
        freezer.set("--freeze")?;
        let mut child =
            bench.command(&[&full[..], &["--io-timeout", "1s"]].concat()).spawn().unwrap();
        // Its end may wait for the request that the kernel holds; its output does not.
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            stdout.read_line(&mut line).ok();
            sender.send(line).ok();
            std::io::copy(&mut stdout, &mut std::io::sink()).ok();
        });
        let said = receiver.recv_timeout(Duration::from_secs(30));
        let thawed = freezer.set("--unfreeze");
        let status = child.wait().unwrap();
        thawed?;
        assert!(said.as_ref().is_ok_and(|it| it.contains("no longer answers")), "{said:?}");
        assert_eq!(status.code(), Some(1), "{said:?}");
        Ok(())
    });
}

#[test]
fn marks_of_sd_cards_are_measured_on_any_device_and_certify_nothing() {
    on_bench_of(128 * MIB, |bench| {
        let name = bench.typed_name();
        let short = ["--set", "size=16MiB", "--set", "time=200ms"];
        for (method, settings) in [
            ("sd-pi", &short[..]),
            ("sd-app", &short[..]),
            ("sd-class", &["--set", "size=64MiB", "--set", "size_short=16MiB"]),
        ] {
            let all =
                [&["run", method, bench.device(), "--full", "--destroy", &name][..], settings]
                    .concat();
            let said = bench.iogram(&all);
            assert_eq!(said.code, Some(0), "{method}: {said:?}");
            let text = said.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(
                text.contains("Measured like the class test, not a certification"),
                "{method}: {said:?}"
            );
            let run = last_run(bench);
            let tests = run["findings"].as_array().unwrap();
            assert!(tests.iter().any(|it| it["kind"] == "class-test"), "{method}: {run:#}");
            // Results of the host: a loop device has no card behind it.
            if method == "sd-app" {
                assert!(text.contains("On this host"), "{said:?}");
            }
        }
        Ok(())
    });
}
