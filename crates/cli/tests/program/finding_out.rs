//! `verify`, `geometry` and `import`: findings about a drive, by exit code, JSON and text.

use serde_json::Value;

use crate::common::{MIB, Mounted, Room, Said, at, skip, system};

macro_rules! log {
    ($name:literal) => {
        include_str!(concat!("../../../../testdata/logs/", $name)).as_bytes()
    };
}

fn run_of(said: &Said) -> Value {
    serde_json::from_str(&said.stdout).unwrap_or_else(|_| panic!("no JSON: {said:?}"))
}

/// The finding of this kind.
#[track_caller]
fn finding<'a>(run: &'a Value, kind: &str) -> &'a Value {
    let findings = at(run, "/findings").as_array().unwrap();
    let found = findings.iter().find(|finding| finding["kind"] == kind);
    found.unwrap_or_else(|| panic!("there is no {kind} in {findings:#?}"))
}

/// The quick test: exit code, verdict and real capacity.
#[track_caller]
fn check_quick(drive: &str, code: i32, verdict: &str, real: u64) {
    let room = Room::new();
    let target = format!("sim:{drive}");
    let said = room.run(&["verify", &target, "--seed", "1", "--json", "-"]);
    assert_eq!(said.code, Some(code), "{drive}: {said:?}");
    let run = run_of(&said);
    let capacity = finding(&run, "capacity");
    assert_eq!(capacity["verdict"], verdict, "{drive}");
    assert_eq!(capacity["real_bytes"], real, "{drive}");
    assert_eq!(capacity["announced_bytes"], run["target"]["capacity_bytes"], "{drive}");
    // The stored run agrees.
    let kept: Value =
        serde_json::from_str(&room.succeed(&["show", "last", "--format", "json"]).stdout)
            .unwrap();
    assert_eq!(*finding(&kept, "capacity"), *capacity);
    let text = room.succeed(&["show", "last"]).stdout;
    let last_sector = real / 512 - 1;
    let command = format!("mkpart primary 2048 {last_sector}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // For a chain nobody can prove that all of the first period exists: no partition is recommended.
    let is_advised = code == 1 && verdict != "chain";
    assert_eq!(text.contains(&command), is_advised, "{drive}: {text}");
}

#[test]
fn verify_tells_genuine_from_every_kind_of_counterfeit() {
    check_quick("s3-lexar-633x-16g", 0, "good", 16_012_804_096);
    check_quick("fake-limbo", 1, "limbo", 8 << 30);
    check_quick("fake-wraparound", 1, "wraparound", 8 << 30);
    check_quick("fake-chain", 1, "chain", 7_680 << 20);
}

/// The drive of this seed in the table of conclusions, as a usable description.
#[test]
fn wide_drives_are_drawn_from_the_command_line() {
    let room = Room::new();
    let wide = room.succeed(&["sim", "random", "--wide", "--seed", "100145"]).stdout;
    assert!(wide.contains("name = \"wide-filled-100145\""), "{wide}");
    std::fs::write(room.work().join("wide.toml"), wide).unwrap();
    room.succeed(&["sim", "show", "wide.toml"]);
}

/// A small counterfeit, so that writing every block of it is quick.
fn small_fake(room: &Room) {
    let text = room.succeed(&["sim", "show", "fake-limbo"]).stdout;
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some(("capacity", _)) => "capacity = \"128MiB\"".to_owned(),
        Some(("capacity_real", _)) => "capacity_real = \"31MiB\"".to_owned(),
        _ => line.to_owned(),
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    room.write("small.toml", text.as_bytes());
}

#[test]
fn verify_of_every_block_has_the_speed_along_the_capacity() {
    let room = Room::new();
    small_fake(&room);
    let said = room.run(&["verify", "--full", "sim:small.toml", "--json", "-"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let run = run_of(&said);
    assert_eq!(finding(&run, "capacity")["real_bytes"], 31 * MIB);
    assert_eq!(finding(&run, "capacity")["verdict"], "limbo");
    let stretches = at(&run, "/probes/0/evidence/stretches").as_array().unwrap();
    let sizes = stretches.iter().map(|part| part["size_bytes"].as_u64().unwrap());
    assert_eq!(sizes.sum::<u64>(), 128 * MIB);
    let text = room.succeed(&["show", "last"]).stdout;
    assert!(text.contains("COUNTERFEIT: reports 128 MiB, holds 31 MiB"), "{text}");
}

#[test]
fn files_of_verify_and_of_f3_are_each_others() {
    let room = Room::new();
    if let Err(reason) = exchange_with_f3(&room) {
        skip(&reason);
    }
}

fn exchange_with_f3(room: &Room) -> Result<(), String> {
    let memory = Mounted::memory(room, "size=24m")?;
    let place = memory.text();
    let said = room.succeed(&["verify", "--free", place, "--json", "-"]);
    let check = run_of(&said);
    assert_eq!(check["format"], "iogram-file-check/1");
    assert_eq!(check["end"], "full");
    let read = room.succeed(&["verify", "--read", place]);
    assert!(read.stdout.contains("GOOD"), "{read:?}");
    // f3 ends with an error if some of its files are incomplete.
    let printed = system("f3read", &[place])?;
    assert!(printed.contains("Data LOST: 0.00 Byte (0 sectors)"), "{printed}");
    // A flipped byte: both report one changed sector.
    let file = memory.at.join("1.h2w");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[5000] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let bad = room.run(&["verify", "--read", place, "--json", "-"]);
    assert_eq!(bad.code, Some(1), "{bad:?}");
    assert_eq!(run_of(&bad)["read"][0]["sectors"]["changed_count"], 1);
    assert!(system("f3read", &[place])?.contains("Slightly changed: 512.00 Byte (1 sectors)"));
    room.run(&["verify", "--read", "--cleanup", place]);
    assert!(!file.exists());
    system("f3write", &[place])?;
    let said = room.succeed(&["verify", "--read", "--cleanup", place]);
    assert!(said.stdout.contains("GOOD"), "{said:?}");
    Ok(())
}

#[test]
fn geometry_names_what_a_card_is_made_of_and_says_where_there_is_no_pattern() {
    let room = Room::new();
    let said = room.succeed(&["geometry", "sim:s3-lexar-633x-16g", "--json", "-"]);
    let run = run_of(&said);
    for (kind, field, value) in [
        ("allocation-unit", "value_bytes", 4 << 20),
        ("flash-page", "value_bytes", 4096),
        ("open-au-linear", "value", 5),
        ("open-au-random", "value", 5),
    ] {
        let finding = finding(&run, kind);
        assert_eq!(finding[field], value, "{finding:#}");
        assert!(finding["confidence"].as_f64().unwrap() > 0.9, "{finding:#}");
    }
    let run = run_of(&room.succeed(&["geometry", "sim:nvme-tlc-hybrid", "--json", "-"]));
    for (kind, field) in [
        ("allocation-unit", "value_bytes"),
        ("flash-page", "value_bytes"),
        ("open-au-linear", "value"),
        ("open-au-random", "value"),
    ] {
        let finding = finding(&run, kind);
        assert!(finding[field].is_null(), "{finding:#}");
        let reason = finding["reason"].as_str().unwrap();
        let is_absent = reason.starts_with("no ")
            || reason.starts_with("cannot be seen: ")
            || reason.ends_with("a limit looks the same");
        assert!(is_absent, "{finding:#}");
    }
}

/// Imports a log; returns the JSON output.
#[track_caller]
fn import(tool: &str, log: &[u8]) -> Value {
    let room = Room::new();
    room.write("log.txt", log);
    let said = room.run(&["import", tool, "log.txt", "--json", "-"]);
    let run = run_of(&said);
    let has_failed = at(&run, "/outcome/kind") == "failed";
    assert_eq!(said.code, Some(i32::from(has_failed)), "{said:?}");
    let shown = room.succeed(&["show", "last", "--format", "json"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), run, "what is kept differs");
    run
}

#[test]
fn logs_of_flashbench_give_what_their_owner_found() {
    let log = log!("flashbench/lexar-633x-16g.txt");
    for log in [log.to_vec(), [log, b"\nalign 4194304\tpre 1.1ms\ton 735"].concat()] {
        let run = import("flashbench", &log);
        assert_eq!(finding(&run, "allocation-unit")["value_bytes"], 4 << 20);
        assert_eq!(finding(&run, "flash-page")["value_bytes"], 4096);
        assert_eq!(finding(&run, "open-au-linear")["value"], 5);
        assert_eq!(finding(&run, "open-au-random")["value"], 5);
    }
}

#[test]
fn a_log_without_a_pattern_gives_none() {
    let run = import("flashbench", log!("flashbench/sim-nvme-a.txt"));
    for kind in ["allocation-unit", "flash-page"] {
        let finding = finding(&run, kind);
        assert!(finding["value_bytes"].is_null(), "{finding:#}");
        assert!(!finding["reason"].as_str().unwrap().is_empty(), "{finding:#}");
    }
}

/// A log with too little data for geometry still gets an answer.
#[test]
fn a_log_of_one_test_is_answered_by_that_test() {
    let said = |log: &[u8]| answer("flashbench", std::str::from_utf8(log).unwrap());
    let units = said(log!("flashbench/sim-s3-O.txt"));
    assert!(units.starts_with("Keeps 5 units open for writes in ascending order"), "{units}");
    let first = said(log!("flashbench/sim-s3-f.txt"));
    assert!(first.starts_with("Tables of another tool, without conclusions"), "{first}");
    assert!(first.contains("first unit"), "{first}");
}

#[test]
fn a_difference_without_a_unit_is_in_nanoseconds() {
    let run = import("flashbench", log!("flashbench/damaged.txt"));
    let tables = at(&run, "/probes/0/evidence/tables").as_array().unwrap();
    let mut rows = tables.iter().flat_map(|table| table["rows"].as_array().unwrap());
    let row = rows.find(|row| row["boundary_bytes"] == 8 << 20).unwrap();
    assert_eq!(row["diff_ns"], -412_331, "{row:#}");
    assert_eq!(row["on_ns"], 1_040_000, "{row:#}");
}

/// The answer of an imported log, and the exit status.
fn answer(tool: &str, log: &str) -> String {
    let room = Room::new();
    room.write("log", log.as_bytes());
    let said = room.run(&["import", tool, "log", "--no-store"]);
    // A bad first line matches the exit code.
    let is_bad = ["COUNTERFEIT", "BAD"].iter().any(|it| said.stdout.starts_with(it));
    assert_eq!(said.code, Some(i32::from(is_bad)), "{said:?}");
    said.stdout
}

#[test]
fn a_log_of_f3_that_contradicts_itself_is_not_called_counterfeit() {
    let limbo = std::str::from_utf8(log!("f3/f3probe-limbo.txt")).unwrap();
    assert!(answer("f3", limbo).contains("COUNTERFEIT: reports 68.7 GB, holds 8.6 GB"));
    // It states a larger real capacity than the announced one.
    let contradicted = limbo.replace("134217728 blocks", "1342177 blocks");
    let said = answer("f3", &contradicted);
    assert!(!said.contains("COUNTERFEIT"), "{said}");
    assert!(said.contains("NOT KNOWN") && said.contains("contradict each other"), "{said}");
    // Lost data is lost, whichever kind the drive is: no confidence of one half accompanies it.
    let lost = "Validating file 1.h2w ... 10/ 5/ 0/ 0\nValidating file 2.h2w ... 12/ 3/ 0/ 0\n";
    let said = answer("f3", lost);
    let first = said.lines().find(|line| line.contains("BAD")).expect(&said).to_owned();
    assert!(first.contains("does not return the data") && !first.contains("50 %"), "{said}");
}

#[test]
fn logs_of_f3_give_the_capacity_or_say_why_not() {
    let run = import("f3", log!("f3/f3probe-limbo.txt"));
    let capacity = finding(&run, "capacity");
    assert_eq!(capacity["verdict"], "limbo");
    assert_eq!(capacity["real_bytes"], 8_u64 << 30);
    assert_eq!(capacity["announced_bytes"], 64_u64 << 30);
    assert!(capacity["confidence"].as_f64().unwrap() > 0.5);
    let run = import("f3", log!("f3/f3probe-good.txt"));
    assert_eq!(finding(&run, "capacity")["verdict"], "good");
    let run = import("f3", log!("f3/f3read-good.txt"));
    let capacity = finding(&run, "capacity");
    assert!(capacity["verdict"].is_null() && capacity["real_bytes"].is_null());
    assert!(capacity["reason"].as_str().unwrap().contains("does not show"), "{capacity:#}");
    let run = import("f3", log!("f3/f3read-lost.txt"));
    let capacity = finding(&run, "capacity");
    // One file is intact and the next is lost from its first sector on: a border, and not scattered damage.
    assert_eq!(capacity["verdict"], "limbo");
    assert_eq!(capacity["real_bytes"], 1_u64 << 30);
    assert!(capacity["announced_bytes"].is_null(), "{capacity:#}");
}

#[test]
fn a_report_of_h2testw_says_what_is_there_in_every_encoding() {
    let german = std::str::from_utf8(log!("h2testw/wraparound-german.txt")).unwrap();
    let utf16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(german.replace('\n', "\r\n").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin: Vec<u8> =
        german.chars().map(|it| u8::try_from(u32::from(it)).unwrap()).collect();
    for bytes in [german.as_bytes().to_vec(), utf16, latin] {
        let run = import("h2testw", &bytes);
        let capacity = finding(&run, "capacity");
        assert_eq!(capacity["verdict"], "wraparound", "{capacity:#}");
        assert_eq!(capacity["real_bytes"], 7_860_224_u64 * 512);
        assert!(
            capacity["announced_bytes"].is_null(),
            "what was free is not what it announces"
        );
        assert_eq!(at(&run, "/probes/0/evidence/overwritten_sector_count"), 23_396_352);
    }
    assert!(answer("h2testw", german).contains("COUNTERFEIT: holds little more than 4.0 GB"));
    let finished = std::str::from_utf8(log!("h2testw/finished.txt")).unwrap();
    assert!(!answer("h2testw", finished).contains("COUNTERFEIT"));
    let part = finished.replace("Only 30105", "Only 1000");
    let said = answer("h2testw", &part);
    assert!(said.contains("NOT KNOWN") && said.contains("of the 31.6 GB"), "{said}");
}
