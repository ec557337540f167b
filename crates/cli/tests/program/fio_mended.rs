//! `iogram fio`: features of published job files: durable writes through the page cache, shares of a drive, several
//! drives.

#![expect(clippy::disallowed_methods, reason = "what programs wrote is read")]

use iogram_model::{CellState, Run, RunState};

use crate::common::{Room, Said};

/// The program's output for a job file on a drive, with the record.
#[track_caller]
fn ran(job: &str, arguments: &[&str]) -> (Said, Option<Run>) {
    let room = Room::new();
    room.write("job.fio", job.as_bytes());
    let mut command = room.command(&["fio", "job.fio", "--seed", "1", "--json", "run.json"]);
    let said: Said = command.args(arguments).output().unwrap().into();
    let text = std::fs::read_to_string(room.work().join("run.json")).ok();
    (said, text.map(|text| iogram_model::read_run(&text).unwrap()))
}

fn writes_per_s(run: &Run) -> f64 {
    run.cells[0].operations.write.as_ref().unwrap().iops
}

/// The job of the comparison of SD card, USB stick and SSD equals the method `fsync`, which allocates its file as fio
/// does.
#[test]
fn a_buffered_synced_job_gives_what_the_method_gives() {
    let job = "[global]\nrw=write\nioengine=sync\nfdatasync=1\ndirectory=test-data\nsize=22m\nbs=2300\n[mytest]\n";
    for drive in ["sim:s4-sd", "sim:s4-usb", "sim:s4-ssd"] {
        let room = Room::new();
        let said = room.run(&["run", "fsync", drive, "--seed", "1", "--json", "fsync.json"]);
        assert!(said.code.is_some(), "{said:?}");
        let text = std::fs::read_to_string(room.work().join("fsync.json")).unwrap();
        let method = writes_per_s(&iogram_model::read_run(&text).unwrap());
        for call in ["fdatasync=1", "fsync=1"] {
            let job = job.replace("fdatasync=1", call);
            let (said, run) = ran(&job, &["--target", drive]);
            let run = run.unwrap_or_else(|| panic!("{said:?}"));
            let ratio = writes_per_s(&run) / method;
            assert!((0.97..=1.03).contains(&ratio), "{drive}, {call}: {ratio}");
        }
        // On a device itself, the rest of each page is read first.
        let device = job.replace("directory=test-data", "filename=/dev/x");
        let (_, run) = ran(&device, &["--target", drive]);
        assert!(writes_per_s(&run.unwrap()) < 0.97 * method, "{drive}");
    }
}

/// In disjoint parts of one file, past the page cache and through it.
#[test]
fn jobs_verify_disjoint_parts_at_once() {
    let job = "[global]\nfilename=x\nverify=crc32c\nbs=64k\nsize=16m\nrw=randwrite\n[a]\n[b]\noffset=16m\n";
    for caching in ["direct=1", "direct=0", "direct=0\ninvalidate=0", "direct=0\nfsync=4"] {
        let job = job.replace("verify=crc32c", &format!("verify=crc32c\n{caching}"));
        let (said, run) = ran(&job, &["--target", "sim:s4-ssd"]);
        let run = run.unwrap_or_else(|| panic!("{caching}: {said:?}"));
        assert_eq!(
            (said.code, run.state),
            (Some(0), RunState::Completed),
            "{caching}: {said:?}"
        );
        let read = &run.cells[1];
        let bytes = read.operations.read.as_ref().unwrap().bytes
            + read.beside[0].operations.read.as_ref().unwrap().bytes;
        assert_eq!((read.state, bytes), (CellState::Completed, 32 << 20), "{caching}");
    }
    // Parts of pages, of which each job writes some.
    let small =
        job.replace("bs=64k", "bs=512").replace("16m", "80k").replace("size=80k", "size=78k");
    let small = small.replace("offset=80k", "offset=78k");
    let (said, _) = ran(&small, &["--target", "sim:s4-ssd"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

/// Data that a drive loses is found through the page cache as past it.
#[test]
fn lost_data_are_found_through_the_page_cache() {
    let job = "[a]\nfilename=x\nverify=crc32c\nbs=1m\nsize=2g\noffset=7g\nrw=write\n";
    let (said, run) = ran(job, &["--target", "sim:fake-chain"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(!run.unwrap().cells[1].errors.is_empty());
    let (said, _) =
        ran(&job.replace("offset=7g", "offset=1g"), &["--target", "sim:fake-chain"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

/// A pause of 5 ms after each tenth of 1000 reads a second keeps the rate; one of 20 ms leaves 500.
#[test]
fn pauses_stand_beside_a_rate() {
    let job = "[a]\nfilename=x\nrw=randread\ndirect=1\nsize=1g\ntime_based\nruntime=4\nrate_iops=1000\n\
               thinktime_blocks=10\nthinktime=5ms\n";
    let target = ["--target", "sim:nvme-enterprise-read"];
    let reads = |job: &str| {
        let (said, run) = ran(job, &target);
        let run = run.unwrap_or_else(|| panic!("{said:?}"));
        run.cells[0].operations.read.as_ref().unwrap().iops
    };
    let kept = reads(job);
    assert!((980.0..=1001.0).contains(&kept), "{kept}");
    let slowed = reads(&job.replace("5ms", "20ms"));
    // Ten take a little over 20 ms.
    assert!((440.0..=500.0).contains(&slowed), "{slowed}");
}

/// Of 32 GB: the same places as in fio 3.42.
#[test]
fn shares_of_a_drive_stand_beside_bytes() {
    let job = "[a]\nfilename=x\nrw=randread\ndirect=1\nnumber_ios=100\n";
    let (said, run) = ran(&format!("{job}offset=1g\nsize=25%\n"), &["--target", "sim:s4-ssd"]);
    let run = run.unwrap_or_else(|| panic!("{said:?}"));
    let share = run.target.capacity.0 / 4 / 4096 * 4096;
    let region = run.cells[0].workload.region.to_string();
    assert_eq!(region, format!("{}..{}", "1GiB", iogram_model::Bytes((1 << 30) + share)));
    let (said, run) =
        ran(&format!("{job}offset_increment=10%\nsize=1m\nnumjobs=3\n"), &target_of());
    let run = run.unwrap_or_else(|| panic!("{said:?}"));
    assert_eq!(run.cells[0].beside.len(), 2);
}

const fn target_of() -> [&'static str; 2] {
    ["--target", "sim:s4-ssd"]
}

/// Reads, writes and trims of concurrent jobs: none is missing.
#[test]
fn all_jobs_at_once_stand_in_the_answer() {
    let job = "[global]\nfilename=x\ndirect=1\nioengine=libaio\niodepth=4\nbs=64k\ntime_based\nruntime=2\nsize=1g\n\
               [r]\nrw=randread\n[w]\nrw=randwrite\n[t]\nrw=randtrim\n[b]\nrw=randrw\n";
    let (said, run) = ran(job, &["--target", "sim:nvme-enterprise-read"]);
    assert_eq!(run.unwrap().cells[0].beside.len(), 3);
    let (answer, table) =
        said.stdout.split_once("iogram fio-job").unwrap_or_else(|| panic!("{said:?}"));
    let answer = answer.replace('\n', " ");
    for words in ["\"w\": writes ", "\"t\": trims ", "\"b\": "] {
        assert!(answer.contains(words), "{words}: {said:?}");
    }
    for row in ["r read", "w write", "t discard", "b read", "b write"] {
        let is_row = |line: &str| line.trim_start().starts_with(row);
        assert!(table.lines().any(is_row), "{row}: {said:?}");
    }
    let (said, _) = ran(
        "[t]\nfilename=x\nrw=randtrim\nsize=64m\n",
        &["--target", "sim:nvme-enterprise-read"],
    );
    assert!(said.stdout.contains("\"t\": trims "), "{said:?}");
}

/// On a simulated drive it has no effect, and the program says so.
#[test]
fn a_low_mark_of_the_queue_is_no_obstacle() {
    let job = "[a]\nfilename=x\nrw=randread\nioengine=libaio\niodepth=16\niodepth_low=4\ndirect=1\nsize=16m\n";
    let (said, run) = ran(job, &["--target", "sim:s4-ssd"]);
    assert_eq!(run.unwrap().state, RunState::Completed, "{said:?}");
    assert!(said.stderr.contains("change nothing on a simulated drive"), "{said:?}");
}

/// Each drive has its own run, with its part.
#[test]
fn several_drives_of_a_filename_are_measured_at_once() {
    let room = Room::new();
    let job = "[a]\nfilename=sim:s4-sd:sim:s4-usb\nrw=randread\ndirect=1\nsize=64m\nrate_iops=200\n\
               time_based\nruntime=3\n";
    room.write("job.fio", job.as_bytes());
    let said = room.run(&["fio", "job.fio", "--seed", "1"]);
    let runs = room.run(&["runs", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&runs.stdout).unwrap();
    let text = list.to_string();
    assert!(text.contains("s4-sd") && text.contains("s4-usb"), "{said:?} {text}");
    let id = |drive: &str| {
        let runs = list["runs"].as_array().or_else(|| list.as_array()).unwrap();
        let run = runs.iter().find(|run| run.to_string().contains(drive)).unwrap();
        run["id"].as_str().unwrap().to_owned()
    };
    for drive in ["s4-sd", "s4-usb"] {
        let shown = room.run(&["export", &id(drive), "--format", "json"]);
        let run = iogram_model::read_run(&shown.stdout).unwrap();
        let read = run.cells[0].operations.read.as_ref().unwrap();
        assert!((98.0..=101.0).contains(&read.iops), "{drive}: {}", read.iops);
    }
    room.write("deep.fio", job.replace("rate_iops=200", "iodepth=8").as_bytes());
    let said = room.run(&["fio", "deep.fio"]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("deep.fio:1: job a cannot run on several drives"), "{said:?}");
    assert!(said.stderr.contains("its requests take turns"), "{said:?}");
}

/// Placeholders of templates and of shells, with the matching remedy.
#[test]
fn what_is_to_be_filled_in_is_named() {
    let said_of = |line: &str| ran(&format!("[a]\nsize=1m\n{line}\n"), &target_of()).0.stderr;
    for line in [
        "bs=<BS>",
        "bs=@BS@",
        "direct=%DIRECT%",
        "filename=<device>",
        "rw={{ rw }}",
        "bs=__BS__",
    ] {
        let said = said_of(line);
        assert!(said.contains("it is a template"), "{line}: {said}");
    }
    let said = said_of("bs=$BS");
    assert!(said.contains("write ${BS}") && said.contains("BS=4k iogram fio FILE"), "{said}");
    let said = said_of("bs=${BS}");
    assert!(
        said.contains("the variable BS is not set") && said.contains("BS=4k iogram fio"),
        "{said}"
    );
}
