//! `iogram fio` beside Debian's fio on one file: block sizes of each direction, jobs that end once they are steady, data that
//! are compared.

#![expect(clippy::disallowed_methods, reason = "what programs wrote is read")]

use std::process::Command;

use iogram_model::{CellState, EndReason, MessageId, Run};
use serde_json::Value;

use crate::common::{Room, Said, skip};

/// What the program says of a job file, with the record.
fn ours(room: &Room, arguments: &[&str]) -> (Said, Option<Run>) {
    let mut command = room.command(&["fio", "--quiet", "--json", "run.json"]);
    let said: Said = command.args(arguments).output().unwrap().into();
    let path = room.work().join("run.json");
    let text = std::fs::read_to_string(&path).ok();
    drop(std::fs::remove_file(&path));
    (said, text.map(|text| iogram_model::read_run(&text).unwrap()))
}

/// What fio's JSON says of the first job; `None` where there is no fio.
fn fios(room: &Room, arguments: &[&str]) -> Option<Value> {
    let mut command = Command::new("fio");
    command.current_dir(room.work()).args(["--output-format=json", "--output=fio.json"]);
    let output = command.args(arguments).output().ok()?;
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(room.work().join("fio.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    Some(document["jobs"][0].clone())
}

fn first_job(said: &Said) -> Value {
    let document: Value =
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"));
    document["jobs"][0].clone()
}

const JSON: [&str; 2] = ["--output-format", "json"];

/// Two requests of 4 and 16 KiB, whoever makes them: as many bytes for each request.
#[test]
fn each_direction_has_the_sizes_that_fio_gives_it() {
    let room = Room::new();
    let job =
        "[mix]\nioengine=psync\nrw=randrw\nbs=4k,16k\nsize=8m\nnorandommap\nio_size=16m\n";
    room.write("mix.fio", job.as_bytes());
    let (said, run) = ours(&room, &[&["mix.fio"][..], &JSON].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(run.unwrap().cells[0].workload.block.to_string(), "4KiB,write=16KiB");
    let check = |job: &Value| {
        for (direction, size) in [("read", 4096), ("write", 16_384)] {
            let count = job[direction]["total_ios"].as_u64().unwrap();
            assert_eq!(job[direction]["io_bytes"], count * size, "{direction}");
            // Half of about 1,638 requests; five standard deviations are 100.
            assert!(count.abs_diff(819) < 120, "{direction}: {count}");
        }
    };
    check(&first_job(&said));
    match fios(&room, &["mix.fio"]) {
        Some(job) => check(&job),
        None => skip("fio is not installed"),
    }
}

/// Two hundred requests a second, by a rate: steady as soon as a window is whole, for both.
#[test]
fn a_job_is_steady_when_fio_finds_it_steady() {
    let room = Room::new();
    let job = "[even]\nioengine=psync\nrw=randread\nbs=4k\nsize=4m\nrate_iops=200\nruntime=30\n\
               time_based\nss=iops:10%\nss_dur=2s\n";
    room.write("even.fio", job.as_bytes());
    let (said, run) = ours(&room, &[&["even.fio"][..], &JSON].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
    let run = run.unwrap();
    let ending = run.cells[0].ending.as_ref().unwrap();
    assert_eq!(ending.reason, EndReason::Steady);
    assert!(run.cells[0].elapsed_ns < 10_000_000_000, "long before its runtime");
    let check = |job: &Value| {
        let steady = &job["steadystate"];
        assert_eq!(steady["attained"], 1, "{steady}");
        assert_eq!(steady["duration"], 2, "{steady}");
        assert_eq!(steady["ss"], "iops:10.000000%", "{steady}");
        let iops = steady["data"]["iops"].as_array().unwrap();
        assert_eq!(iops.len(), 2, "{steady}");
        let mean = steady["data"]["iops_mean"].as_u64().unwrap();
        assert!(mean.abs_diff(200) <= 20, "{steady}");
        let bytes = steady["data"]["bw_mean"].as_u64().unwrap();
        assert!(bytes.abs_diff(200 * 4096) <= 20 * 4096, "{steady}");
        let criterion = steady["criterion"].as_str().unwrap();
        assert!(criterion.ends_with('%') && criterion.len() > 7, "{steady}");
        for number in ["max_deviation", "slope"] {
            assert!(steady[number].is_number(), "{steady}");
        }
    };
    check(&first_job(&said));
    match fios(&room, &["even.fio"]) {
        Some(job) => check(&job),
        None => skip("fio is not installed"),
    }
    let (said, _) = ours(&room, &["even.fio", "--output-format", "normal"]);
    assert!(said.stdout.contains("  steadystate  : attained=yes, bw="), "{said:?}");
    let (said, _) = ours(&room, &["even.fio"]);
    assert!(said.stdout.contains("\"even\" was steady after "), "{said:?}");
}

#[test]
fn a_job_that_is_never_steady_says_so() {
    let room = Room::new();
    let job = "[a]\nrw=randread\ndirect=1\nsize=64m\nruntime=2\ntime_based\nss=iops:0.001%\nss_dur=5s\n";
    room.write("a.fio", job.as_bytes());
    let (said, run) = ours(&room, &["a.fio", "--target", "sim:s4-usb"]);
    assert_eq!(run.unwrap().cells[0].ending.as_ref().unwrap().reason, EndReason::Limit);
    assert!(said.stdout.contains("\"a\" ended before it had a whole window"), "{said:?}");
}

/// As much is read back as was written, by both, and nothing is wrong with a sound file system.
#[test]
fn what_is_written_is_read_back_as_by_fio() {
    let room = Room::new();
    for (name, options) in [
        ("sums", "verify=crc32c"),
        ("pattern", "verify=pattern\nverify_pattern=0xdeadbeef"),
        ("several", "verify=md5\nbssplit=4k/50:16k/50"),
    ] {
        let job =
            format!("[{name}]\nioengine=psync\nrw=randwrite\nbs=8k\nsize=4m\n{options}\n");
        let file = format!("{name}.fio");
        room.write(&file, job.as_bytes());
        let (said, run) = ours(&room, &[&[file.as_str()][..], &JSON].concat());
        assert_eq!(said.code, Some(0), "{said:?}");
        let run = run.unwrap();
        let written = run.cells[0].operations.write.as_ref().unwrap();
        assert_eq!(run.cells[1].verified_bytes, Some(written.bytes), "{name}");
        let check = |job: &Value| {
            assert_eq!(job["error"], 0, "{name}");
            let moved = |direction: &str| job[direction]["io_bytes"].as_u64().unwrap();
            assert_eq!(moved("read"), moved("write"), "{name}");
            assert!(moved("write") > 3 << 20, "{name}");
        };
        check(&first_job(&said));
        match fios(&room, &[&file]) {
            Some(job) => check(&job),
            None => skip("fio is not installed"),
        }
    }
}

/// A card with a chain of blocks behind its real end: what is written there comes back as another block's.
#[test]
fn wrong_data_are_an_error_of_the_drive() {
    let room = Room::new();
    let job = "[v]\nrw=write\nbs=1m\ndirect=1\nioengine=libaio\niodepth=8\noffset=7g\nsize=2g\nverify=crc32c\n";
    room.write("v.fio", job.as_bytes());
    let bad = ["v.fio", "--target", "sim:fake-chain"];
    let (said, run) = ours(&room, &bad);
    assert_eq!(said.code, Some(1), "{said:?}");
    let run = run.unwrap();
    let [written, read] = run.cells.as_slice() else { panic!("two cells") };
    assert_eq!((written.state, read.state), (CellState::Completed, CellState::IoErrors));
    let error = &read.errors[0];
    assert_eq!(error.statement.as_ref().unwrap().id, MessageId::ErrorNotAsWritten);
    assert!((7 << 30..9 << 30).contains(&error.first_offset_bytes), "{error:?}");
    let place = format!("first at byte {}", error.first_offset_bytes);
    let said_of_it = "reads of \"v, read back\" brought other data than were written there";
    assert!(said.stdout.contains(said_of_it), "{said:?}");
    assert!(said.stdout.replace('\n', " ").contains(&place), "{place}: {said:?}");
    let (said, _) = ours(&room, &[&bad[..], &JSON].concat());
    assert_eq!(first_job(&said)["error"], 84, "EILSEQ, as fio has it");
    // Within its real size it is sound.
    let sound = job.replace("offset=7g", "offset=1g").replace("size=2g", "size=64m");
    room.write("v.fio", sound.as_bytes());
    assert_eq!(ours(&room, &bad).0.code, Some(0));
    // Written by one job, compared by another one.
    let apart = format!(
        "{job}do_verify=0\nfilename=x\n[r]\nstonewall\nrw=randread\nbs=64k\ndirect=1\n\
                         offset=7g\nsize=2g\nverify=crc32c\nfilename=x\n"
    );
    room.write("v.fio", apart.as_bytes());
    let (said, run) = ours(&room, &bad);
    assert_eq!((said.code, run.unwrap().cells.len()), (Some(1), 2), "{said:?}");
}
