//! Purges, their records, and the purge steps of method files.

use crate::common::{Bench, on_bench, run};

fn record(bench: &Bench, arguments: &[&str]) -> serde_json::Value {
    let said = bench.iogram(&[arguments, &["--no-store", "--quiet", "--json", "-"]].concat());
    serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"))
}

/// Each attempt as `method outcome`.
fn attempts(run: &serde_json::Value) -> Vec<String> {
    let attempts = run["purges"][0]["attempts"].as_array().unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    attempts.iter().map(|it| text(&it["method"]) + " " + &text(&it["outcome"])).collect()
}

#[test]
fn a_loop_device_is_purged_by_discard_and_reads_as_zeros() {
    on_bench(|bench| {
        let name = bench.typed_name();
        let run = record(bench, &["purge", bench.device(), "--destroy", &name]);
        if attempts(&run) != ["discard done"] {
            return Err(iogram_testing::lacking(
                "discards of loop devices over this file system",
            ));
        }
        assert_eq!(run["purges"][0]["state"], "purged");
        let check = &run["purges"][0]["attempts"][0]["check"];
        assert_eq!(check["promised"], "zeros");
        assert_eq!(check["zeros_count"], check["sample_count"]);
        assert!(bench.bytes().iter().all(|byte| *byte == 0));
        Ok(())
    });
}

#[test]
fn a_way_that_the_drive_has_not_leaves_it_unpurged_and_unchanged() {
    on_bench(|bench| {
        let (before, name) = (bench.bytes(), bench.typed_name());
        for how in ["nvme-format", "nvme-sanitize", "ata-security-erase", "secure-discard"] {
            let purge = ["purge", bench.device(), "--destroy", &name, "--how", how];
            let said = bench.iogram(&[&purge[..], &["--no-store"]].concat());
            assert_eq!(said.code, Some(4), "{how}: {said:?}");
            assert!(said.stdout.contains("NOT PURGED"), "{how}: {said:?}");
            assert!(said.stdout.contains("not supported"), "{how}: {said:?}");
        }
        assert!(bench.bytes() == before);
        Ok(())
    });
}

#[test]
fn zeros_are_the_last_resort() {
    on_bench(|bench| {
        let name = bench.typed_name();
        let purge = ["purge", bench.device(), "--destroy", &name, "--how", "zero-fill"];
        assert_eq!(attempts(&record(bench, &purge)), ["zero-fill done"]);
        assert!(bench.bytes().iter().all(|byte| *byte == 0));
        Ok(())
    });
}

#[test]
fn a_file_and_a_borrowed_device_are_not_purged() {
    on_bench(|bench| {
        let file = bench.path("file");
        std::fs::write(&file, "keep").unwrap();
        let file_name = file.to_str().unwrap();
        let said = bench.iogram(&["purge", file_name, "--destroy", "file", "--no-store"]);
        assert_eq!(said.code, Some(2), "{said:?}");
        let method = bench.path("purging.toml");
        std::fs::write(&method, METHOD).unwrap();
        let before = bench.bytes();
        let arguments = ["run", "--method-file", method.to_str().unwrap(), bench.device()];
        let said = bench.iogram(&[&arguments[..], &["--borrow=16MiB", "--no-store"]].concat());
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains("whole device"), "{said:?}");
        assert!(bench.bytes() == before);
        Ok(())
    });
}

const METHOD: &str = r#"
[method]
id = "purging"
title = "A purge, a write and a discard"
question = "Do the steps do what they say?"
source = "this test"
media = ["ssd"]
writes = "device"

[[step]]
kind = "purge"

[[step]]
kind = "measure"
name = "write"
access = "seq"
read = "0%"
block = "64KiB"
amount = "8MiB"

[[step]]
kind = "discard"
region = "0..4MiB"

[[step]]
kind = "purge"
how = "nvme-format"
"#;

#[test]
fn steps_of_a_method_purge_and_discard() {
    on_bench(|bench| {
        let method = bench.path("purging.toml");
        std::fs::write(&method, METHOD).unwrap();
        let method = method.to_str().unwrap();
        let plan = bench.iogram(&["plan", "--method-file", method, bench.device()]);
        assert!(plan.stdout.contains("purge (auto)"), "{plan:?}");
        assert!(plan.stdout.contains("Destroys:  the first 32MiB of the device"), "{plan:?}");
        bench.refused(
            &["run", "--method-file", method, bench.device(), "--no-store"],
            "not confirmed by",
        );
        let name = bench.typed_name();
        let arguments = ["run", "--method-file", method, bench.device(), "--destroy", &name];
        let run = record(bench, &arguments);
        let purges = run["purges"].as_array().unwrap();
        assert_eq!(purges.len(), 2, "{run}");
        assert_eq!(purges[0]["cells_before_count"], 0);
        assert_eq!(purges[1]["cells_before_count"], 1);
        assert_eq!(
            (&purges[0]["state"], &purges[1]["state"]),
            (&"purged".into(), &"not-purged".into())
        );
        let bytes = bench.bytes();
        let is_zero =
            |range: std::ops::Range<usize>| bytes[range].iter().all(|byte| *byte == 0);
        assert!(
            is_zero(0..4 << 20) && !is_zero(4 << 20..8 << 20) && is_zero(8 << 20..32 << 20)
        );
        Ok(())
    });
}

#[test]
fn a_zram_device_is_purged() {
    on_bench(|bench| {
        let number = run("cat", &["/sys/class/zram-control/hot_add"])?;
        let set_up = format!("echo 16M > /sys/block/zram{number}/disksize");
        let device = format!("/dev/zram{number}");
        let made = run("sh", &["-c", &set_up]).and_then(|_| run("mkswap", &["-q", &device]));
        let name = format!("zram{number}");
        let purged = made.map(|_| record(bench, &["purge", &device, "--destroy", &name]));
        run("sh", &["-c", &format!("echo {number} > /sys/class/zram-control/hot_remove")])?;
        assert_eq!(attempts(&purged?), ["discard done"]);
        Ok(())
    });
}
