//! `iogram fio` and Debian's fio on the same file: block sizes of each direction, jobs that end once they are steady,
//! verified data.

#![expect(clippy::disallowed_methods, reason = "what programs wrote is read")]

use std::process::Command;

use iogram_model::{CellState, EndReason, MessageId, Run};
use serde_json::Value;

use crate::common::{Loop, Room, Said, is_root, skip};

/// The program's output for a job file, with the record.
fn ours(room: &Room, arguments: &[&str]) -> (Said, Option<Run>) {
    let mut command = room.command(&["fio", "--quiet", "--json", "run.json"]);
    let said: Said = command.args(arguments).output().unwrap().into();
    let path = room.work().join("run.json");
    let text = std::fs::read_to_string(&path).ok();
    drop(std::fs::remove_file(&path));
    (said, text.map(|text| iogram_model::read_run(&text).unwrap()))
}

/// Checks fio's JSON of the first job, if fio is installed.
#[track_caller]
fn fios(room: &Room, arguments: &[&str], check: impl FnOnce(&Value)) {
    let mut command = Command::new("fio");
    command.current_dir(room.work()).args(["--output-format=json", "--output=fio.json"]);
    let Ok(output) = command.args(arguments).output() else {
        return skip("fio is not installed");
    };
    assert!(output.status.success(), "{output:?}");
    let text = std::fs::read_to_string(room.work().join("fio.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    check(&document["jobs"][0]);
}

fn first_job(said: &Said) -> Value {
    let document: Value =
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {said:?}"));
    document["jobs"][0].clone()
}

const JSON: [&str; 2] = ["--output-format", "json"];

/// Two requests of 4 and 16 KiB, from either program: the same bytes per request.
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
    fios(&room, &["mix.fio"], check);
}

/// Two hundred requests a second, by a rate limit: steady as soon as a window is complete, for both.
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
    fios(&room, &["even.fio"], check);
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
    assert!(said.stdout.contains("\"a\" ended before one whole window"), "{said:?}");
}

/// Both read back as much as they wrote, and an intact file system shows no error.
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
        fios(&room, &[&file], check);
    }
}

/// A card with a chain of blocks behind its real end: writes there return another block's data.
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
    let said_of_it = "reads of \"v, read back\" returned other data than was written there";
    assert!(said.stdout.contains(said_of_it), "{said:?}");
    assert!(said.stdout.replace('\n', " ").contains(&place), "{place}: {said:?}");
    let (said, _) = ours(&room, &[&bad[..], &JSON].concat());
    assert_eq!(first_job(&said)["error"], 84, "EILSEQ, as fio has it");
    // Within its real size it is intact.
    let sound = job.replace("offset=7g", "offset=1g").replace("size=2g", "size=64m");
    room.write("v.fio", sound.as_bytes());
    assert_eq!(ours(&room, &bad).0.code, Some(0));
    // Written by one job, verified by another one.
    let apart = format!(
        "{job}do_verify=0\nfilename=x\n[r]\nstonewall\nrw=randread\nbs=64k\ndirect=1\n\
                         offset=7g\nsize=2g\nverify=crc32c\nfilename=x\n"
    );
    room.write("v.fio", apart.as_bytes());
    let (said, run) = ours(&room, &bad);
    assert_eq!((said.code, run.unwrap().cells.len()), (Some(1), 2), "{said:?}");
}

/// The numbers of reads and writes equal fio's, at whatever time data is read back; with other reads, only the writes
/// are compared.
#[test]
fn as_much_is_read_back_as_by_fio_in_every_form() {
    let room = Room::new();
    for (options, reads, writes) in [
        ("verify_backlog=64", 256, 256..=256),
        ("verify_backlog=64\nverify_backlog_batch=16\nrw=write", 256, 256..=256),
        ("verify_backlog=16\ndo_verify=0", 0, 256..=256),
        ("loops=2", 512, 512..=512),
        ("loops=3\nverify_backlog=32\nrw=write", 768, 768..=768),
        ("number_ios=100", 100, 100..=100),
        // 128 writes are expected; five standard deviations are 40.
        ("rw=randrw", 256, 88..=168),
        ("rw=rw\nverify_backlog=16", 256, 88..=168),
        ("rw=randrw\nrwmixread=75\nloops=2", 512, 79..=177),
        // The time is longer than the work.
        ("runtime=60", 256, 256..=256),
    ] {
        let job = format!(
            "[v]\nioengine=psync\nrw=randwrite\nbs=4k\nsize=1m\nverify=crc32c\n{options}\n"
        );
        room.write("v.fio", job.as_bytes());
        let (said, run) = ours(&room, &[&["v.fio"][..], &JSON].concat());
        assert_eq!(said.code, Some(0), "{options}: {said:?}");
        let check = |job: &Value| {
            assert_eq!(job["error"], 0, "{options}");
            let count = |direction: &str| job[direction]["total_ios"].as_u64().unwrap();
            assert_eq!(count("read"), reads, "{options}");
            assert!(writes.contains(&count("write")), "{options}: {}", count("write"));
        };
        check(&first_job(&said));
        let compared: u64 =
            run.unwrap().cells.iter().filter_map(|cell| cell.verified_bytes).sum();
        // A cell that reads beside its writes and verifies these does not distinguish the two.
        if options != "rw=rw\nverify_backlog=16" {
            let written = first_job(&said)["write"]["io_bytes"].as_u64().unwrap();
            assert_eq!(compared, if reads == 0 { 0 } else { written }, "{options}");
        }
        fios(&room, &["v.fio"], check);
    }
}

/// fio verifies nothing once its time is over; here it verifies everything written.
#[test]
fn what_a_time_ends_is_read_back_as_far_as_it_was_written() {
    let room = Room::new();
    for (options, cells) in [
        ("runtime=1", 2),
        ("runtime=1\ntime_based", 2),
        ("runtime=1\ntime_based\nverify_backlog=8", 1),
    ] {
        let job = format!(
            "[v]\nrw=randrw\nbs=4k\nsize=8m\nrate_iops=100,100\nverify=md5\n{options}\n"
        );
        room.write("v.fio", job.as_bytes());
        let (said, run) = ours(&room, &[&["v.fio"][..], &JSON].concat());
        assert_eq!(said.code, Some(0), "{options}: {said:?}");
        let run = run.unwrap();
        assert_eq!(run.cells.len(), cells, "{options}");
        let job = first_job(&said);
        let written = job["write"]["total_ios"].as_u64().unwrap();
        assert!((20..=200).contains(&written), "{options}: {written}");
        if let [_, read_back] = run.cells.as_slice() {
            assert_eq!(read_back.verified_bytes, Some(written * 4096), "{options}");
        }
    }
}

/// Written by one run, verified by another one, which detects another program's writes in between; with both
/// programs.
#[test]
fn another_run_compares_what_was_written() {
    if !is_root() {
        return skip("loop devices need root");
    }
    let room = Room::new();
    let image = room.holes("image", 64 << 20);
    let device = match Loop::over(&image) {
        Ok(device) => device,
        Err(reason) => return skip(&reason),
    };
    let job = "size=8m\nbs=64k\ndirect=1\nrw=randwrite\nverify=crc32c\n";
    let head = format!("[w]\nfilename={}\n{job}", device.0);
    room.write("w.fio", format!("{head}do_verify=0\n").as_bytes());
    room.write("v.fio", format!("{head}verify_only\n").as_bytes());
    let spoil = || {
        let mut command = Command::new("dd");
        let to = format!("of={}", device.0);
        let said =
            command.args(["if=/dev/zero", &to, "bs=64k", "seek=3", "count=1", "oflag=direct"]);
        assert!(said.output().unwrap().status.success());
    };
    let kernel_name = device.0.rsplit('/').next().unwrap();
    let destroy = format!("{kernel_name}:image");
    let (said, run) = ours(&room, &["w.fio", "--destroy", &destroy]);
    assert_eq!((said.code, run.unwrap().cells.len()), (Some(0), 1), "{said:?}");
    let (said, run) = ours(&room, &[&["v.fio"][..], &JSON].concat());
    let run = run.unwrap();
    assert_eq!((said.code, run.cells.len()), (Some(0), 1), "{said:?}");
    assert_eq!(run.cells[0].verified_bytes, Some(8 << 20));
    let job = first_job(&said);
    assert_eq!(
        (&job["read"]["total_ios"], &job["write"]["total_ios"]),
        (&128.into(), &0.into())
    );
    spoil();
    let (said, run) = ours(&room, &[&["v.fio"][..], &JSON].concat());
    assert_eq!((said.code, &first_job(&said)["error"]), (Some(1), &84.into()), "{said:?}");
    assert_eq!(run.unwrap().cells[0].errors[0].first_offset_bytes, 3 << 16);
    let fio = || {
        let mut command = Command::new("fio");
        command.current_dir(room.work()).args(["--output-format=json", "v.fio"]).output().ok()
    };
    let Some(output) = fio() else { return skip("fio is not installed") };
    assert!(!output.status.success(), "our data are none of fio's: {output:?}");
    let mut is_looked_at = false;
    fios(&room, &["w.fio"], |_| is_looked_at = true);
    assert!(is_looked_at);
    assert!(fio().unwrap().status.success());
    spoil();
    let said = String::from_utf8(fio().unwrap().stdout).unwrap();
    assert!(said.contains("\"error\" : 84"), "{said}");
}

/// Both count a trim and its write as one, wherever they are cut off.
#[test]
fn trims_and_their_writes_are_as_many_as_fios() {
    let room = Room::new();
    for (options, trims) in [
        ("rw=trimwrite", 256),
        ("rw=randtrimwrite\nio_size=512k", 128),
        ("rw=randtrimwrite\nnumber_ios=7", 7),
        ("rw=randtrimwrite\nloops=2\nbs=8k", 256),
    ] {
        let check = |job: &Value| {
            for direction in ["trim", "write"] {
                assert_eq!(job[direction]["total_ios"], trims, "{options} {direction}");
            }
            assert_eq!(job["read"]["total_ios"], 0, "{options}");
        };
        let job = format!("[t]\nbs=4k\nsize=1m\n{options}\n");
        room.write("t.fio", format!("{job}direct=1\n").as_bytes());
        let (said, _) =
            ours(&room, &[&["t.fio", "--target", "sim:nvme-tlc-dynamic"][..], &JSON].concat());
        assert_eq!(said.code, Some(0), "{options}: {said:?}");
        check(&first_job(&said));
        // Its engines for files trim only devices.
        room.write("t.fio", format!("{job}ioengine=null\n").as_bytes());
        fios(&room, &["t.fio"], check);
    }
}

/// No program makes so many requests in a second: both end in the third second, with an error.
#[test]
fn a_job_that_does_not_keep_its_rate_ends_as_fios() {
    let room = Room::new();
    let check = |job: &Value, error: i64| {
        assert_eq!(job["error"], error, "{job}");
        let elapsed_s = job["elapsed"].as_u64().unwrap();
        assert!((3..20).contains(&elapsed_s), "{elapsed_s}");
    };
    let job = "[a]\nioengine=psync\nrw=randread\nbs=4k\nsize=4m\ntime_based\nrate_iops=200\n";
    for (options, code, error) in
        [("runtime=30\nrate_min=100m", 1, 5), ("runtime=4\nrate_iops_min=100", 0, 0)]
    {
        room.write("a.fio", format!("{job}{options}\n").as_bytes());
        let (said, run) = ours(&room, &[&["a.fio"][..], &JSON].concat());
        assert_eq!(said.code, Some(code), "{options}: {said:?}");
        check(&first_job(&said), error);
        let ending = run.unwrap().cells[0].ending.clone();
        assert_eq!(ending.is_some_and(|it| it.reason == EndReason::BelowFloor), error > 0);
        let mut command = Command::new("fio");
        command.current_dir(room.work()).args([
            "--output-format=json",
            "--output=fio.json",
            "a.fio",
        ]);
        let Ok(output) = command.output() else { return skip("fio is not installed") };
        assert_eq!(output.status.success(), error == 0, "{output:?}");
        let text = std::fs::read_to_string(room.work().join("fio.json")).unwrap();
        // Its errors come before it.
        let text = &text[text.find("{\n").unwrap()..];
        check(&serde_json::from_str::<Value>(text).unwrap()["jobs"][0], error);
    }
    let (said, _) = ours(&room, &["a.fio", "--ignore", "rate_iops_min"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

/// Each of two concurrent jobs works as it would alone.
#[test]
fn a_job_beside_another_one_writes_what_it_trims() {
    let room = Room::new();
    let job = "[global]\ndirect=1\nbs=4k\nsize=1m\n[r]\nrw=randread\n[t]\nrw=trimwrite\n[d]\nrw=write\ndedupe_percentage=50\n";
    room.write("t.fio", job.as_bytes());
    let (said, _) =
        ours(&room, &[&["t.fio", "--target", "sim:nvme-tlc-dynamic"][..], &JSON].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
    let document: Value = serde_json::from_str(&said.stdout).unwrap();
    let counts = |index: usize| {
        ["read", "write", "trim"]
            .map(|it| document["jobs"][index][it]["total_ios"].as_u64().unwrap())
    };
    assert_eq!([counts(0), counts(1), counts(2)], [[256, 0, 0], [0, 256, 256], [0, 256, 0]]);
}

#[test]
fn a_rate_that_was_not_kept_is_the_answer() {
    let room = Room::new();
    let job = "[slow]\nrw=write\nbs=64k\ndirect=1\nsize=8g\nrate_min=400m\n";
    room.write("a.fio", job.as_bytes());
    let (said, run) = ours(&room, &["a.fio", "--target", "sim:s4-usb"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.stdout.starts_with("\"slow\" ended after 3.00 s: "), "{said:?}");
    let all = said.stdout.replace('\n', " ");
    assert!(all.contains("below its required rate (write 400MiB/s)"), "{said:?}");
    let ending = run.unwrap().cells[0].ending.clone().unwrap();
    let below = ending.floor.unwrap();
    assert_eq!((ending.reason, below.until_ns), (EndReason::BelowFloor, 3_000_000_000));
    assert!(below.bytes_per_s < 400 << 20, "{below:?}");
}

/// The number of equal 4 KiB blocks on a device.
#[test]
fn as_many_blocks_are_the_same_as_with_fio() {
    if !is_root() {
        return skip("loop devices need root");
    }
    let room = Room::new();
    let device = match Loop::over(&room.holes("image", 64 << 20)) {
        Ok(device) => device,
        Err(reason) => return skip(&reason),
    };
    let check = |share: u64, who: &str| {
        let bytes = std::fs::read(room.path().join("image"))
            .or_else(|_| std::fs::read(room.work().join("image")));
        let bytes = bytes.unwrap();
        let blocks = bytes[..16 << 20].chunks(4096);
        let all = blocks.len();
        let different = blocks.collect::<std::collections::BTreeSet<_>>().len();
        let expected = all - all * usize::try_from(share).unwrap() / 100;
        // Five standard deviations of 4096 draws are 160.
        assert!(different.abs_diff(expected) < 160, "{who}, {share} %: {different} of {all}");
    };
    let kernel_name = device.0.rsplit('/').next().unwrap();
    let destroy = format!("{kernel_name}:image");
    for share in [0, 40] {
        let job = format!(
            "[w]\nfilename={}\nsize=16m\nbs=4k\ndirect=1\nrw=randwrite\nrefill_buffers\ndedupe_percentage={share}\n",
            device.0
        );
        room.write("w.fio", job.as_bytes());
        let (said, _) = ours(&room, &["w.fio", "--destroy", &destroy]);
        assert_eq!(said.code, Some(0), "{said:?}");
        check(share, "iogram");
        fios(&room, &["w.fio"], |_| check(share, "fio"));
    }
}
