//! Records, logs and stores from others: errors are refused, new fields are kept, old formats are read, and no text
//! has side effects.

use std::path::{Path, PathBuf};

use iogram_model::Finding;
use iogram_store::Store;
use serde_json::{Value, json};

use crate::common::Room;

/// A file or folder of the repository's test data.
fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

fn everything() -> Value {
    serde_json::from_slice(&std::fs::read(testdata("records/everything.json")).unwrap())
        .unwrap()
}

/// Checks that the text has only lines with visible characters.
#[track_caller]
fn assert_seen(text: &str) {
    let raw = text.chars().find(|&it| iogram_model::is_unseen(it) && it != '\n');
    assert_eq!(raw, None, "{text:?}");
}

/// Passes a record to `report`; returns the exit code and the output.
fn report(room: &Room, record: &Value) -> (Option<i32>, String) {
    room.write("record.json", record.to_string().as_bytes());
    let said = room.run(&["report", "record.json", "-o", "rep"]);
    (said.code, said.stderr)
}

#[test]
fn another_format_is_refused_by_its_name() {
    let room = Room::new();
    for (format, expected) in [
        (json!("iogram-run/2"), "its format is iogram-run/2, not iogram-run/1"),
        (json!("iogram-device/1"), "its format is iogram-device/1, not iogram-run/1"),
        (json!(null), "it does not say its format; expected iogram-run/1"),
    ] {
        let mut record = everything();
        record["format"] = format;
        let (code, said) = report(&room, &record);
        assert_eq!(code, Some(2), "{said}");
        assert!(
            said.contains(&format!("cannot read a run from record.json: {expected}")),
            "{said}"
        );
    }
    for nonsense in ["", "1", "[]", "{}", "{\"format\":", "\u{feff}{}", "null"] {
        room.write("record.json", nonsense.as_bytes());
        let said = room.run(&["report", "record.json", "-o", "rep"]);
        assert_eq!(said.code, Some(2), "{nonsense}: {said:?}");
    }
    assert!(
        !room.work().join("rep").exists(),
        "nothing is written for a record that is refused"
    );
}

#[test]
fn an_id_is_no_path() {
    let room = Room::new();
    for id in
        ["../../../home/.docker/config", "/etc/x", "a/b", "..", "a\nb", "", &"a".repeat(99)]
    {
        let mut record = everything();
        record["id"] = json!(id);
        let (code, said) = report(&room, &record);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("is no run's id"), "{said}");
        assert_seen(&said);
    }
}

#[test]
fn what_a_newer_version_wrote_stands_in_the_raw_data_of_a_report() {
    let room = Room::new();
    let mut record = everything();
    record["cells"][0]["workload"]["thinking_ns"] = json!(7);
    record["cells"][0]["workload"]["mix"]["copy_permille"] = json!(0);
    record["cells"][0]["workload"]["stop"]["energy_joules"] = json!(1.5);
    record["cells"][0]["state"] = json!("melted");
    record["findings"][0] = json!({ "kind": "mood", "is_good": true });
    let (code, said) = report(&room, &record);
    assert_eq!(code, Some(0), "{said}");
    let id = record["id"].as_str().unwrap();
    let data = std::fs::read(room.work().join(format!("rep/data/{id}.json"))).unwrap();
    let data: Value = serde_json::from_slice(&data).unwrap();
    for path in [
        "/cells/0/workload/thinking_ns",
        "/cells/0/workload/mix/copy_permille",
        "/cells/0/workload/stop/energy_joules",
        "/cells/0/state",
        "/findings/0",
    ] {
        assert_eq!(data.pointer(path), record.pointer(path), "{path}");
    }
}

#[test]
fn numbers_at_the_ends_of_their_types_are_no_bug() {
    let room = Room::new();
    for log in [
        "flashbench -O --erasesize=4194304 --open-au-nr=4294967295 /dev/sdx\n4MiB    8.79M/s\n2MiB    \
         8.88M/s\n",
        "# flashbench -O --open-au-nr=18446744073709551615 /dev/sdx\n4MiB 8.79M/s\n",
    ] {
        room.write("log.txt", log.as_bytes());
        let said = room.run(&["import", "flashbench", "log.txt", "--no-store"]);
        assert!(matches!(said.code, Some(0 | 2)), "{said:?}");
    }
    let most = u64::MAX;
    let line =
        format!("Validating file 1.h2w ... {most}/ {most}/ {most}/ {most} - NOT fully read\n");
    room.write("log.txt", format!("{line}{line}f3fix --last-sec={most} /dev/sdx\n").as_bytes());
    let said = room.run(&["import", "f3", "log.txt", "--no-store"]);
    // It reports unreadable files.
    assert_eq!(said.code, Some(1), "{said:?}");
    for (path, number) in [
        ("/cells/0/workload/ramp_ns", json!(most)),
        ("/cells/0/elapsed_ns", json!(most)),
        ("/cells/0/series/rows/0/start_ns", json!(most)),
        ("/cells/0/series/interval_ns", json!(1)),
        ("/cells/0/series/rows/1/start_ns", json!(3_000_000_000_000_000_000_u64)),
        ("/ended_at_us", json!(i64::MIN)),
        ("/started_at_us", json!(i64::MAX)),
    ] {
        let mut record = everything();
        *record.pointer_mut(path).unwrap() = number;
        let (code, said) = report(&room, &record);
        assert_eq!(code, Some(2), "{path}: {said}");
    }
}

#[test]
fn what_is_said_about_a_file_does_nothing_whatever_its_name() {
    let room = Room::new();
    let name = "a\u{1b}]0;x\u{7}\u{202e}b\nhint: sudo rm -rf c";
    for arguments in [
        vec!["import", "f3", name],
        vec!["report", name, "-o", "rep"],
        vec!["run", name, "null:"],
        vec!["plan", "quick", name],
        vec!["drive", "import", name],
        vec!["show", name],
        vec!["delete", name],
        vec!["measure", "null:", "--time", name],
        vec![name],
    ] {
        let said = room.run(&arguments);
        assert!(matches!(said.code, Some(2..=4)), "{said:?}");
        assert_seen(&said.stderr);
        let injected = said.stderr.lines().any(|line| line.starts_with("hint: sudo rm"));
        assert!(!injected, "{said:?}");
    }
}

#[test]
fn records_of_older_versions_are_read_and_rendered() {
    let room = Room::new();
    for name in ["everything", "first"] {
        let record = testdata(&format!("records/{name}.json"));
        for language in ["en", "ko"] {
            let out = format!("{name}-{language}");
            room.succeed(&["report", record.to_str().unwrap(), "-o", &out, "--lang", language]);
            assert!(room.work().join(&out).join("index.html").exists());
        }
    }
    let drives = testdata("records/drives.json");
    room.succeed(&["drive", "import", drives.to_str().unwrap()]);
    let again = room.succeed(&["drive", "export"]);
    assert_eq!(again.stdout.as_bytes(), std::fs::read(drives).unwrap());
}

#[test]
fn stores_of_older_versions_are_opened_and_every_run_is_rendered() {
    for (name, runs) in [("schema-1", 1), ("schema-2", 2)] {
        let room = Room::new();
        std::fs::copy(testdata(&format!("stores/{name}.sqlite")), room.store()).unwrap();
        let listed = room.succeed(&["runs"]).stdout;
        let ids: Vec<&str> = listed
            .lines()
            .filter_map(|line| line.split_whitespace().next())
            .filter(|word| word.starts_with("2026"))
            .collect();
        assert_eq!(ids.len(), runs, "{listed}");
        for id in ids {
            for format in ["text", "markdown", "json", "csv"] {
                let shown = room.succeed(&["show", id, "--format", format]).stdout;
                assert!(shown.len() > 100, "{id} as {format}: {shown}");
            }
            room.succeed(&["report", id, "-o", id]);
            // Today's analysis concludes the same, or more.
            let kept = Store::open(room.store()).unwrap().load(id).unwrap();
            let again = iogram_findings::analyse(&kept);
            let kinds: Vec<&str> = again.findings.iter().map(Finding::kind).collect();
            for finding in &kept.findings {
                assert!(
                    kinds.contains(&finding.kind()),
                    "{name}, {id}: {} is lost",
                    finding.kind()
                );
            }
            let said = room.run(&["analyse", id]);
            assert!(matches!(said.code, Some(0 | 1)) && !said.stdout.is_empty(), "{said:?}");
        }
    }
}

#[test]
fn unknown_fields_of_a_drive_are_kept() {
    let room = Room::new();
    let drives = json!({ "format": "iogram-drives/1", "drives": [{
        "id": "a", "name": "A \u{202e}card", "colour": "red",
        "promises": { "write_bytes_per_s": 1e6, "noise_db": 3 },
    }] });
    room.write("drives.json", drives.to_string().as_bytes());
    room.succeed(&["drive", "import", "drives.json"]);
    let again = room.succeed(&["drive", "export"]).stdout;
    assert_seen(&again);
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(again["drives"][0]["colour"], "red");
    assert_eq!(again["drives"][0]["promises"]["noise_db"], 3);
    assert_seen(&room.succeed(&["drive", "list"]).stdout);
    assert_seen(&room.succeed(&["drive", "show", "a"]).stdout);
}
