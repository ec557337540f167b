//! File systems that a method makes on a drive: only with permission, invisible to others, and not left mounted.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Child;

use crate::common::{Bench, Said, on_bench_of};

/// Space for an ext4, its journal, and the required free space.
const SIZE: usize = 160 << 20;

const SMALL: [&str; 6] = ["--set", "rows=20", "--set", "runs=1", "--set", "space=4MiB"];

fn sqlite<'a>(bench: &'a Bench, more: &[&'a str]) -> Vec<&'a str> {
    let fixed = ["run", "sqlite", bench.device(), "--set", "fs=ext4"];
    fixed.iter().chain(&SMALL).chain(more).copied().collect()
}

/// The output on one line.
fn line(said: &Said) -> String {
    said.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a thread of this program sees the drive mounted.
fn is_mounted_in(child: &Child, device: &str) -> bool {
    let threads = Path::new("/proc").join(child.id().to_string()).join("task");
    let Ok(threads) = std::fs::read_dir(threads) else { return false };
    let tables = threads.flatten().map(|it| std::fs::read(it.path().join("mountinfo")));
    let is_named =
        |table: Vec<u8>| String::from_utf8_lossy(&table).contains(&format!(" {device} "));
    tables.flatten().any(is_named)
}

#[test]
fn nothing_is_made_on_a_drive_without_permission() {
    on_bench_of(SIZE, |bench| {
        let said = bench.refused(&sqlite(bench, &[]), "not confirmed");
        assert!(!said.stderr.contains("--borrow"), "{said:?}");
        bench.refused(&sqlite(bench, &["--destroy", "another"]), "was typed, which is not");
        let before = bench.bytes();
        let typed = bench.typed_name();
        let folder = bench.path("folder");
        std::fs::create_dir_all(&folder).unwrap();
        let folder = folder.to_str().unwrap();
        let device = bench.device();
        // Nonsense is reported before the question about destruction.
        for (words, why) in [
            (
                &["run", "sqlite", device, "--set", "fs=ext4", "--borrow"][..],
                "it is only borrowed",
            ),
            (&["run", "sqlite", device, "--destroy", &typed], "needs a file system"),
            (&["run", "sqlite", device], "--set fs=ext4"),
            (&["run", "untar", folder, "--set", "fs=xfs"], "it is a directory"),
            (&["run", "sqlite", "null:", "--set", "fs=xfs"], "it is no drive"),
            (&["run", "sqlite", device, "--set", "fs=ntfs"], "choices: as-is, ext4"),
        ] {
            let said: Said = bench.iogram(words);
            assert_eq!(said.code, Some(2), "{words:?}: {said:?}");
            assert!(said.stderr.contains(why), "{words:?}: {said:?}");
        }
        assert!(bench.bytes() == before, "bytes changed");
        Ok(())
    });
}

#[test]
fn a_database_on_a_new_file_system_is_measured_and_nothing_stays_mounted() {
    on_bench_of(SIZE, |bench| {
        let typed = bench.typed_name();
        let plan = bench.iogram(&["plan", "sqlite", bench.device(), "--set", "fs=ext4"]);
        assert!(plan.stdout.contains("a new ext4 is made on it"), "{plan:?}");
        assert!(!plan.stdout.contains("--borrow"), "{plan:?}");
        let said = bench.iogram(&sqlite(bench, &["--destroy", &typed, "--full"]));
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        for words in
            ["made for this run: mkfs.ext4", "mke2fs 1.", "fs=ext4", "contents-destroyed"]
        {
            assert!(line(&said).contains(words), "{words} in {said:?}");
        }
        let mounts = String::from_utf8(std::fs::read("/proc/self/mountinfo").unwrap()).unwrap();
        assert!(!mounts.contains(bench.device()), "{mounts}");
        Ok(())
    });
}

#[test]
fn methods_that_work_in_a_test_file_have_it_on_the_new_file_system() {
    on_bench_of(SIZE, |bench| {
        let typed = bench.typed_name();
        let words =
            ["run", "pg-fsync", bench.device(), "--set", "fs=ext4", "--destroy", &typed];
        let said = bench.iogram(&[&words[..], &["--set", "time=100ms", "--full"]].concat());
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        assert!(line(&said).contains("made for this run: mkfs.ext4"), "{said:?}");
        Ok(())
    });
}

#[test]
fn a_kill_leaves_nothing_mounted_and_the_run_goes_on() {
    on_bench_of(SIZE, |bench| {
        let typed = bench.typed_name();
        // Thousands of operations, so that the kill hits it at work.
        let mut words = vec!["run", "sqlite", bench.device(), "--destroy", &typed];
        words.extend(["--set", "fs=ext4", "--set", "rows=100000", "--set", "space=4MiB"]);
        let mut child = bench.command(&words).spawn().unwrap();
        while !is_mounted_in(&child, bench.device()) {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it mounted anything");
            std::thread::yield_now();
        }
        let busy = bench.iogram(&sqlite(bench, &["--destroy", &typed, "--no-store"]));
        assert_eq!(busy.code, Some(3), "{busy:?}");
        child.kill().unwrap();
        child.wait().unwrap();
        let mounts = String::from_utf8(std::fs::read("/proc/self/mountinfo").unwrap()).unwrap();
        assert!(!mounts.contains(bench.device()), "{mounts}");
        // The kernel takes a moment to unmount a killed process's file systems.
        let mut said = bench.iogram(&sqlite(bench, &["--destroy", &typed]));
        for _ in 0..100 {
            if said.code != Some(3) {
                break;
            }
            said = bench.iogram(&sqlite(bench, &["--destroy", &typed]));
        }
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        Ok(())
    });
}

#[test]
fn a_program_that_locks_the_drive_itself_does_not_wait_for_ever() {
    on_bench_of(SIZE, |bench| {
        let real =
            iogram_testing::find_program("mkfs.ext4").ok_or("mkfs.ext4 is not installed")?;
        let real = real.display();
        let folder = bench.path("bin");
        std::fs::create_dir_all(&folder).unwrap();
        let own = folder.join("mkfs.ext4");
        let script = format!(
            "#!/bin/sh\nfor last; do :; done\ncase \"$last\" in\n/dev/*) exec flock --wait 20 \"$last\" {real} \"$@\" ;;\n\
             esac\nexec {real} \"$@\"\n"
        );
        std::fs::write(&own, script).unwrap();
        std::fs::set_permissions(&own, Permissions::from_mode(0o700)).unwrap();
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        let typed = bench.typed_name();
        let words = sqlite(bench, &["--destroy", &typed, "--no-store"]);
        let mut command = bench.command(&words);
        let said =
            command.env("PATH", format!("{}:{path}", folder.display())).output().unwrap();
        let said = Said::from(said);
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        Ok(())
    });
}

#[test]
fn crystal_disk_marks_tests_run_in_a_file_of_a_new_file_system_where_the_drive_may_be_destroyed()
 {
    on_bench_of(SIZE, |bench| {
        let typed = bench.typed_name();
        let mut words = vec!["run", "cdm", bench.device(), "--set", "fs=ext4"];
        words.extend(["--set", "profile=demo", "--set", "loops=1", "--set", "time=1s"]);
        words.extend(["--set", "interval=0s", "--set", "size=16MiB"]);
        bench.refused(&words, "not confirmed");
        words.extend(["--destroy", &typed, "--full"]);
        let said = bench.iogram(&words);
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        assert!(line(&said).contains("made for this run: mkfs.ext4"), "{said:?}");
        Ok(())
    });
}

/// Space for the cells of a card.
const CARD_SIZE: usize = 320 << 20;

#[test]
fn one_command_measures_a_card_and_writes_on_a_new_ext4_of_it() {
    on_bench_of(CARD_SIZE, |bench| {
        let typed = bench.typed_name();
        let mut words = vec!["run", "card", bench.device(), "--set", "file=ext4"];
        words.extend(["--set", "amount=4MiB", "--set", "longest=10s", "--set", "size=256MiB"]);
        words.extend(["--set", "geometry=off", "--destroy", &typed]);
        let said = bench.iogram(&words);
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{said:?}");
        assert!(
            said.stderr.contains("first, writes to a file, for the sheet: ext4"),
            "{said:?}"
        );
        let json = bench.iogram(&["show", "last", "--format", "json"]).stdout;
        let run: iogram_model::Run = serde_json::from_str(&json).unwrap();
        assert_eq!(run.method.id, "card");
        let writes = run.file_writes.expect("they were measured first");
        assert_eq!(writes.file_system.as_deref(), Some("ext4"));
        assert!(writes.run != run.id && writes.rates[0].bytes_per_s > Some(0.0), "{writes:?}");
        Ok(())
    });
}
