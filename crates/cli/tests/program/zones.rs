//! Zoned drives: writes anywhere are refused before they begin, writes at write pointers are measured.

use serde_json::Value;

use crate::common::{Room, Said};

const ZONED: &str = "sim:nvme-zns";

/// 1024 zones of 256 MiB as on a hard disk, at most 32 of them open.
const SMALL: &str = "name = \"small\"\ntitle = \"\"\nsource = \"arbitrary\"\ndrive = \"sata\"\n\
     capacity = \"256GiB\"\nlink = { in_flight = 32 }\n\
     [zones]\nsize = \"256MiB\"\nconventional = 16\nmax_open = 32\nmax_active = 32\nreset_time = \"3ms\"\n\
     [media.latency]\nread = \"4ms\"\nwrite = \"1ms\"";

#[track_caller]
fn check_refused(said: &Said, expected: &str) {
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains(expected), "{said:?}");
    assert!(
        said.stderr.contains("\nhint: ") && said.stderr.contains("write-pointers"),
        "{said:?}"
    );
    assert_eq!(said.stdout, "");
}

#[test]
fn what_would_not_be_written_at_write_pointers_is_refused_before_it_begins() {
    let room = Room::new();
    let zones = "zones of 2GiB take writes at their write pointers alone";
    for arguments in [
        &["measure", ZONED, "--read", "0%", "--count", "10"] as &[&str],
        &["measure", ZONED, "--access", "seq", "--read", "50%", "--count", "10"],
        &["run", "dd-write", ZONED],
        &["run", "fill-drive", ZONED],
        &["quick", ZONED],
        &["verify", ZONED],
        &["run", "geometry", ZONED],
    ] {
        check_refused(&room.run(arguments), zones);
    }
    // Reads work as on every drive, and a purge resets all zones.
    room.succeed(&["measure", ZONED, "--count", "100"]);
    room.succeed(&["run", "purge", ZONED]);
}

#[test]
fn a_load_goes_by_write_pointers_and_says_what_the_drive_cannot() {
    let room = Room::new();
    let with = |access: &str| {
        let access = format!("write-pointers={access}");
        let load = ["--read", "0%", "--block", "1MiB", "--depth", "4", "--amount", "8GiB"];
        room.run(&[&["measure", ZONED, "--access", &access], &load as &[&str]].concat())
    };
    for access in ["seq", "random,open=4"] {
        let said = with(access);
        assert_eq!(said.code, Some(0), "{said:?}");
        let run = room.last_run();
        let cell = &run.cells[0];
        assert_eq!(
            (cell.errors.len(), cell.workload.access.to_string()),
            (0, format!("write-pointers={access}"))
        );
        assert_eq!(cell.operations.write.as_ref().unwrap().bytes, 8 << 30);
    }
    let said = with("random,open=15");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.stderr.contains("it wants 15 zones open, and the drive has at most 14"),
        "{said:?}"
    );
    let said = room.run(&[
        "measure",
        "sim:nvme-tlc-hybrid",
        "--access",
        "write-pointers=seq",
        "--count",
        "1",
    ]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(
        said.stderr.contains("goes by the write pointers of zones, and the target has none"),
        "{said:?}"
    );
}

fn job(room: &Room, text: &str, drive: &str) -> Said {
    room.write("small.toml", SMALL.as_bytes());
    room.write("zoned.fio", text.as_bytes());
    room.run(&["fio", "--quiet", "zoned.fio", "--target", drive, "--output-format", "json"])
}

/// Options as in fio's `zbd-rand-write.fio`, for a shorter time.
const RANDOM: &str = "[global]\nname=zbd-rand-write\ngroup_reporting\nrw=randwrite\nzonemode=zbd\nzonesize=256M\n\
     max_open_zones=32\nbs=512K\ndirect=1\nnumjobs=16\ntime_based\nruntime=10\n\n\
     [dev1]\nfilename=/dev/sdj\nioengine=psync\n";

/// As in fio's `zbd-seq-read.fio`.
const IN_ORDER: &str = "[global]\nname=zbd-seq-read\nrw=read\nbs=256K\ndirect=1\nnumjobs=1\nzonemode=zbd\nzonesize=256M\n\
     read_beyond_wp=0\n\n[dev1]\nfilename=/dev/sdd\noffset=140660178944\nsize=10G\nioengine=libaio\niodepth=16\n";

#[test]
fn the_job_files_of_fio_for_zoned_drives_run_on_one() {
    let room = Room::new();
    let said = job(&room, RANDOM, "sim:small.toml");
    assert_eq!(said.code, Some(0), "{said:?}");
    let document: Value = serde_json::from_str(&said.stdout).unwrap();
    let told = &document["jobs"][0];
    let total = |kind: &str| told[kind]["total_ios"].as_u64();
    assert_eq!(told["error"], 0);
    // 16 jobs with one request at a time for 10 s: a write takes 1 ms, a reset 3.
    let (writes, resets) = (total("write").unwrap(), total("trim").unwrap());
    assert!(
        resets > 0 && (159_900..=160_000).contains(&(writes + 3 * resets)),
        "{writes}, {resets}"
    );
    // A new drive contains nothing: fio reads nothing either.
    let said = job(&room, IN_ORDER, "sim:small.toml");
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("no zone of its region holds data to be read"), "{said:?}");
    let beyond = IN_ORDER.replace("read_beyond_wp=0", "read_beyond_wp=1");
    let said = job(&room, &beyond, "sim:small.toml");
    assert_eq!(said.code, Some(0), "{said:?}");
    // Zones of another size than in the file, and drives without zones.
    let said = job(&room, RANDOM, ZONED);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("for zones of 256MiB, and the drive's have 2GiB"), "{said:?}");
    let said = job(&room, RANDOM, "sim:nvme-tlc-hybrid");
    assert!(said.stderr.contains("and the target has none"), "{said:?}");
}
