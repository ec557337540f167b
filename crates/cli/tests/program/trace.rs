//! Traces: recordings of others are converted to one format, and described in words.

use std::path::Path;

use iogram_testing::lacking;
use rustix::process::Signal;
use serde_json::Value;

use crate::common::{Room, is_root, names, skip, system};

const TRACE: &str = "issued_ns,kind,offset_bytes,length_bytes,latency_ns\n\
                     0,write,0,4096,50000\n100000,flush,,,900000\n\
                     2000000,read,0,4096,80000\n40000000,read,1048576,65536,200000\n";

#[test]
fn a_trace_is_imported_and_told() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    let said = room.succeed(&["trace", "import", "day.csv"]);
    assert!(
        said.stderr.contains("4 requests in 40.0 ms, read as csv: day.iotrace"),
        "{said:?}"
    );
    assert_eq!(said.stdout, "", "stdout is data");
    let text = room.succeed(&["trace", "show", "day.iotrace"]).stdout;
    for part in ["Data is made durable 1 times", "read before written  64.0 KiB", "1 of 25 ms"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let json = room.succeed(&["trace", "show", "day.iotrace", "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!(json["request_count"], 4);
    assert_eq!(json["busy_ns"], 50_000 + 900_000 + 80_000 + 200_000);
    assert_eq!(json["facts"]["file"], "day.csv");
    let korean = room.succeed(&["--lang", "ko", "trace", "show", "day.iotrace"]).stdout;
    assert!(korean.contains("트레이스 day.iotrace"), "{korean}");
}

#[test]
fn mistakes_are_told_and_nothing_is_left_behind() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    room.write("bad.csv", format!("{TRACE}50000000,write,0,0,1\n").as_bytes());
    room.write("text", b"hello\n");
    for (arguments, code, words) in [
        (
            &["trace", "import", "bad.csv"][..],
            2,
            "line 6 cannot be understood (a request of 0 bytes)",
        ),
        (&["trace", "import", "text"], 2, "no trace format that iogram knows"),
        (&["trace", "import", "missing"], 2, "No such file"),
        (&["trace", "import", "."], 2, "it is a directory"),
        (&["trace", "import", "-"], 2, "it comes from standard input"),
        (&["trace", "import", "day.csv", "--as", "msr"], 2, "line 1 cannot be understood"),
        (
            &["trace", "import", "day.csv", "--out", "day.csv", "--overwrite"],
            3,
            "the file that is read",
        ),
        (&["trace", "show", "day.csv"], 2, "no readable Parquet"),
        (&["trace", "show", "missing"], 2, "No such file"),
    ] {
        let said = room.run(arguments);
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    assert_eq!(names(&room.work()), ["bad.csv", "day.csv", "text"]);
    let said = room.succeed(&["trace", "import", "bad.csv", "--skip-wrong"]);
    assert!(said.stderr.contains("1 lines could not be understood"), "{said:?}");
    let text = room.succeed(&["trace", "show", "bad.iotrace"]).stdout;
    assert!(text.contains("1 lines of the source could not be understood"), "{text}");
}

#[test]
fn a_trace_is_made_again_on_a_simulated_drive_in_a_directory_and_on_nothing() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    room.succeed(&["trace", "import", "day.csv"]);
    for (target, more) in [
        ("sim:sd-a2", &["--timing", "as-fast-as-possible"][..]),
        ("sim:nvme-tlc-dynamic", &["--idle", "whole"]),
        (".", &[]),
        ("null:", &["--timing", "faster=4"]),
    ] {
        let arguments =
            [&["trace", "run", "day.iotrace", target, "--no-store", "--json", "-"][..], more];
        let said = room.succeed(&arguments.concat());
        let run: Value = serde_json::from_str(&said.stdout).expect("JSON and nothing else");
        let cells = run["cells"].as_array().unwrap();
        let names: Vec<_> = cells.iter().map(|cell| cell["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["fill", "replay"], "{target}");
        let (fill, replay) = (&cells[0], &cells[1]);
        assert_eq!(fill["write"]["bytes"], 65536, "what is read and never written");
        let counts = ["read", "write", "flush"].map(|it| replay[it]["count"].clone());
        assert_eq!(counts, [2, 1, 1].map(Value::from), "{target}");
        let told = &replay["engine"]["replay"];
        assert_eq!((&told["count"], &told["rounded_count"]), (&4.into(), &0.into()));
        let cut = if more.contains(&"whole") { 0 } else { 13_000_000 };
        assert_eq!(told["idle_cut_ns"], cut, "{target}");
        assert_eq!(told["recorded_elapsed_ns"], 40_200_000 - cut, "{target}");
        assert_eq!(replay["workload"]["replay"]["load"]["end_bytes"], 1_114_112);
    }
    assert_eq!(names(&room.work()), ["day.csv", "day.iotrace"], "the test file is gone");
    let text = room.succeed(&["trace", "run", "day.iotrace", "sim:sd-a2", "--no-store"]).stdout;
    assert!(text.starts_with("replay: 4 recorded requests take 2"), "{text}");
    let same = room.succeed(&[
        "run",
        "replay",
        "sim:sd-a2",
        "--no-store",
        "--set",
        "trace=day.iotrace",
    ]);
    assert!(same.stdout.starts_with("replay: 4 recorded requests take 2"), "{same:?}");
}

#[test]
fn a_trace_that_cannot_be_made_again_is_refused_before_anything_is_touched() {
    let room = Room::new();
    room.write("day.csv", TRACE.as_bytes());
    room.write("file", &vec![7; 1 << 20]);
    room.succeed(&["trace", "import", "day.csv"]);
    let cut = std::fs::read(room.work().join("day.iotrace")).unwrap();
    room.write("cut.iotrace", &cut[..cut.len() - 9]);
    for (arguments, code, words) in [
        (&["trace", "run", "day.csv", "sim:sd-a2"][..], 2, "no readable Parquet"),
        (&["trace", "run", "cut.iotrace", "sim:sd-a2"], 2, "no readable Parquet"),
        (&["trace", "run", "missing", "sim:sd-a2"], 2, "No such file"),
        (&["trace", "run", "-", "sim:sd-a2"], 2, "standard input"),
        (&["trace", "run", "day.iotrace", "sim:none"], 2, "none"),
        (
            &["trace", "run", "day.iotrace", "sim:sd-a2", "--timing", "slow"],
            2,
            "no way to make",
        ),
        (&["trace", "run", "day.iotrace", "sim:sd-a2", "--idle", "25"], 2, "25"),
        (&["trace", "run", "day.iotrace", "sim:sd-a2", "--places", "here"], 2, "places"),
        (
            &[
                "trace",
                "run",
                "day.iotrace",
                "sim:sd-a2",
                "--places",
                "exact",
                "--set",
                "size=1MiB",
            ],
            2,
            "there is room for",
        ),
        (
            &["trace", "run", "day.iotrace", "sim:sd-a2", "--idle", "1s", "--set", "idle=2s"],
            2,
            "idle is said twice",
        ),
        (&["run", "replay", "sim:sd-a2"], 2, "no trace was named"),
        (&["trace", "run", "day.iotrace", "file"], 3, "file"),
    ] {
        let said = room.run(&[arguments, &["--no-store"]].concat());
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    assert_eq!(std::fs::read(room.work().join("file")).unwrap(), vec![7; 1 << 20]);
}

/// A loop device for a test.
struct Loop(String);

impl Drop for Loop {
    fn drop(&mut self) {
        drop(system("losetup", &["--detach", &self.0]));
    }
}

/// The kernel's tracing files, which a test mounts if nobody has.
struct Tracing(bool);

impl Tracing {
    const PLACE: &str = "/sys/kernel/tracing";

    fn there() -> Result<Self, String> {
        if Path::new(Self::PLACE).join("instances").is_dir() {
            return Ok(Self(false));
        }
        system("mount", &["-t", "tracefs", "tracefs", Self::PLACE])
            .map(|_| Self(true))
            .map_err(|error| lacking(&format!("the kernel's tracing files ({error})")))
    }
}

impl Drop for Tracing {
    fn drop(&mut self) {
        if self.0 {
            drop(system("umount", &[Self::PLACE]));
        }
    }
}

#[test]
fn what_a_command_asks_of_a_drive_is_recorded_and_made_again() {
    let room = Room::new();
    if let Err(reason) = record(&room) {
        skip(&reason);
    }
}

fn record(room: &Room) -> Result<(), String> {
    if !is_root() {
        return Err("recording needs root".to_owned());
    }
    let _tracing = Tracing::there()?;
    let image = room.work().join("image");
    system("truncate", &["--size=64M", image.to_str().unwrap()])?;
    let device = Loop(system("losetup", &["--find", "--show", image.to_str().unwrap()])?);
    let reads = format!("dd if={} of=/dev/null bs=4k count=300 iflag=direct", device.0);
    let writes = format!("dd if=/dev/zero of={} bs=64k count=20 oflag=direct", device.0);
    let both = format!("{reads} && {writes} && exit 7");
    let said = room.run(&[
        "trace",
        "record",
        &device.0,
        "--out",
        "day.iotrace",
        "--",
        "sh",
        "-c",
        &both,
    ]);
    assert_eq!(said.code, Some(7), "the command's own: {said:?}");
    let shown = room.succeed(&["trace", "show", "day.iotrace", "--format", "json"]).stdout;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["facts"]["source"], "tracefs");
    assert_eq!(shown["facts"]["command"], format!("sh -c {both}"));
    let text = room.succeed(&["trace", "show", "day.iotrace"]).stdout;
    let of = |kind: &str, size: &str| {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut rows = lines.filter(|words| words.starts_with(&[kind, size]));
        rows.next().and_then(|words| words[2].parse::<u64>().ok()).unwrap_or(0)
    };
    // Others may read a new device meanwhile.
    assert!((300..310).contains(&of("read", "4KiB")), "{text}");
    assert_eq!(of("write", "64KiB"), 20, "{text}");
    assert!(text.contains("dd "), "{text}");
    let again = ["trace", "run", "day.iotrace", "sim:sd-a2", "--no-store", "--json", "-"];
    let run: Value = serde_json::from_str(&room.succeed(&again).stdout).unwrap();
    let cells = run["cells"].as_array().unwrap();
    assert_eq!(cells.last().unwrap()["write"]["bytes"], 20 << 16);
    for (arguments, code, words) in [
        (&["image", "--", "true"][..], 2, "no block device"),
        (&["/dev/absent", "--", "true"], 2, "no such device"),
        (&[&device.0, "--", "absent-program"], 4, "cannot run absent-program"),
        (&[&device.0, "--", "true"], 4, "nothing was asked"),
    ] {
        let said = room.run(&[&["trace", "record", "--out", "no.iotrace"], arguments].concat());
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        assert!(said.stderr.contains(words), "{arguments:?}: {said:?}");
    }
    assert!(!names(&room.work()).iter().any(|name| name == "no.iotrace"));
    end_recordings(room, &device);
    Ok(())
}

/// Tracing instances of the kernel that the process of this number made.
fn instances_of(number: u32) -> usize {
    let own = format!("iogram-{number}-");
    let all = names(&Path::new(Tracing::PLACE).join("instances"));
    all.iter().filter(|name| name.starts_with(&own)).count()
}

/// A signal to the recording alone ends it, and the next one removes the remains after a kill.
fn end_recordings(room: &Room, device: &Loop) {
    // It reads once, prints its number, and would stay.
    let script = format!(
        "dd if={} of=/dev/null bs=4k count=1 iflag=direct 2>/dev/null; echo $$ >&2; exec sleep 1000 >/dev/null 2>&1",
        device.0
    );
    let long = |out| ["trace", "record", &device.0, "--out", out, "--", "sh", "-c", &script];
    let mut running = room.start(&long("ended.iotrace"));
    assert!(running.next_line().is_some(), "the command has begun");
    assert_eq!(instances_of(running.id()), 1);
    let own = running.id();
    running.send(Signal::TERM);
    let said = running.end();
    assert!(said.stderr.contains("Stopping..."), "{said:?}");
    assert!(names(&room.work()).iter().any(|name| name == "ended.iotrace"), "{said:?}");
    assert_eq!(instances_of(own), 0, "{said:?}");

    let mut running = room.start(&long("killed.iotrace"));
    let child = running.next_line();
    let (own, child) = (running.id(), child.and_then(|line| line.trim().parse().ok()));
    running.send(Signal::KILL);
    running.end();
    if let Some(child) = child.and_then(rustix::process::Pid::from_raw) {
        rustix::process::kill_process(child, Signal::TERM).ok();
    }
    assert_eq!(instances_of(own), 1, "a kill leaves it");
    let said = room.run(&["trace", "record", &device.0, "--out", "x", "--", "true"]);
    assert_eq!(instances_of(own), 0, "{said:?}");
}
