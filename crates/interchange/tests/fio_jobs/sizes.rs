//! Sizes and addresses of jobs: files, shares, the end of an existing file. Also their logs and groups.

use iogram_interchange::{FioChoice, FioJobs, FioMethod, FioOutput, FioPlace};
use iogram_model::{
    Bytes, CellRecord, CellState, LoadCourse, LoadRecord, LoadStretch, MethodRecord, Moved,
    Nanos, Operations, Run, RunState, Series, SeriesOp, SeriesRow, TargetKind, TargetRecord,
    Workload,
};
use iogram_testing::records;

use super::{Given, check, keys, read, rows, tables};

const MIB: u64 = 1 << 20;

/// The method on an existing file of `size_bytes`.
fn on_file(text: &str, size_bytes: u64) -> Result<FioMethod, Vec<String>> {
    let jobs = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let told = |faults: Vec<_>| faults.iter().map(ToString::to_string).collect();
    jobs.method(FioPlace::Kept(size_bytes)).map_err(told)
}

/// Region and amount, or passes, of each load on such a file.
#[track_caller]
fn places(text: &str, size_bytes: u64) -> Vec<String> {
    let made = on_file(text, size_bytes).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let loads = tables(&made.text, "[[step");
    let loads = loads.iter().filter(|load| load.contains_key("region"));
    let row = |load: &std::collections::BTreeMap<String, String>| {
        let ends = ["amount", "passes"].iter().filter_map(|key| load.get(*key));
        ends.fold(load["region"].clone(), |row, end| format!("{row} {end}"))
    };
    loads.map(row).collect()
}

/// `size` is the amount of a job, whatever files share it: fio 3.33 moves 6 MiB by each of these.
#[test]
fn files_of_a_job_share_its_size() {
    let common = "rw=randread bs=16k";
    check(
        &format!("{common} nrfiles=6 size=6m"),
        &[("region", "0B..6291456B"), ("amount", "6291456B")],
    );
    check(
        &format!("{common} nrfiles=6 size=6m numjobs=2"),
        &[("region", "0B..12582912B"), ("amount", "12582912B"), ("layout", "sliced")],
    );
    // Each file ends with a whole block: ten of them in 256 KiB.
    check(
        "rw=randread bs=24k nrfiles=4 size=1m",
        &[("region", "0B..983040B"), ("amount", "983040B")],
    );
    // A name is one file.
    check("rw=read filename=x nrfiles=4 size=1m", &[("region", "0B..1048576B")]);
    let said = read("[a]\nrw=randread\nbs=64k\nnrfiles=40\nsize=1m\n").unwrap_err();
    assert_eq!(
        said,
        [
            "line 5: fio's option size is not supported with \"1m\", but with at least a block for each file (nrfiles)"
        ]
    );
}

/// `filesize` is the end of the requests' addresses, `size` the amount that is moved there (fio 3.33).
#[test]
fn a_file_has_a_size_of_its_own() {
    for (options, region, amount) in [
        ("filesize=3m nrfiles=4", "0B..12582912B", "12582912B"),
        ("filesize=3m nrfiles=4 size=6m", "0B..12582912B", "6291456B"),
        ("filesize=32m size=2m", "0B..33554432B", "2097152B"),
        ("filesize=2m size=8m", "0B..2097152B", "2097152B"),
        ("filesize=8m io_size=2m", "0B..8388608B", "2097152B"),
        ("filesize=2m size=1m io_size=8m", "0B..2097152B", "8388608B"),
        ("filesize=8m offset=2m size=32m", "2097152B..8388608B", "6291456B"),
        ("filesize=8m size=50%", "0B..4194304B", "4194304B"),
        ("filesize=8m size=100%", "0B..8388608B", "8388608B"),
        ("filesize=8m offset=25% size=50%", "2097152B..6291456B", "4194304B"),
        ("filesize=8m offset=75% size=50%", "6291456B..8388608B", "2097152B"),
        ("filesize=8m numjobs=2 size=1m", "0B..16777216B", "2097152B"),
        ("size=0 filesize=1m", "0B..1048576B", "1048576B"),
    ] {
        let found = keys(&format!("rw=randwrite bs=16k {options}"), FioPlace::File);
        assert_eq!(
            (found["region"].as_str(), found["amount"].as_str()),
            (region, amount),
            "{options}"
        );
    }
    let text = "[a]\nrw=randwrite\nfilesize=32m\nsize=2m\n";
    let made = read(text).unwrap().method(FioPlace::File).unwrap();
    assert!(made.text.contains("size = \"33554432B\""), "the file is as large: {}", made.text);
    for (options, line) in [
        ("filesize=few", "line 3: \"few\" is no value of filesize"),
        ("filesize=50%", "line 3: \"50%\" is no value of filesize"),
        ("filesize=1m\noffset=1m", "line 4: fio's option offset is not supported with \"1m\""),
        (
            "filesize=8m\nnumjobs=2\noffset_increment=1m",
            "line 3: fio's option filesize is not supported with \"8m\"",
        ),
    ] {
        let said = read(&format!("[a]\nsize=1m\n{options}\n")).unwrap_err();
        assert!(said[0].starts_with(line), "{options}: {said:?}");
    }
    // A single clone has no second beginning.
    check("filesize=8m offset_increment=1m", &[("region", "0B..8388608B")]);
}

/// fio 3.33 on a file of 5 MiB in blocks of 64 KiB: 80, 26, 53 and 20 of them.
#[test]
fn shares_of_a_file_are_whole_blocks() {
    for (options, place) in [
        ("size=100%", "0B..5242880B 5242880B"),
        ("", "0B..5242880B 5242880B"),
        ("offset=33%\nsize=33%", "1769472B..3473408B 1703936B"),
        ("offset=33%", "1769472B..5242880B 3473408B"),
        ("offset=75%\nsize=50%", "3932160B..5242880B 1310720B"),
        ("offset=1m\nsize=100%", "1048576B..5242880B 4194304B"),
        ("size=4m", "0B..4194304B 4194304B"),
    ] {
        for direct in ["", "direct=1\n"] {
            let text = format!("[a]\nfilename=x\nrw=read\nbs=64k\n{direct}{options}\n");
            assert_eq!(places(&text, 5 * MIB), [place], "{options}");
        }
    }
}

#[test]
fn jobs_go_to_the_end_of_a_file_and_not_behind() {
    // Without a size, each job uses the whole file.
    let global = "[global]\nrw=read\nbs=64k\nstonewall\n";
    let whole = format!("{global}[a]\n[b]\n[c]\nrw=randread\nnumjobs=2\n[d]\nsize=50%\n");
    assert_eq!(
        places(&whole, 4 * MIB),
        [
            "0B..4194304B 4194304B",
            "0B..4194304B 4194304B",
            "0B..4194304B 8388608B",
            "0B..2097152B 2097152B"
        ]
    );
    // Clones continue to the end, each from its own beginning.
    let steps = format!("{global}[c]\nfilename=x\nnumjobs=2\noffset_increment=1m\n");
    assert_eq!(
        places(&steps, 4 * MIB),
        ["0B..4194304B 4194304B", "1048576B..4194304B 3145728B"]
    );
    // Files of two jobs become parts of it if there is room for both.
    let parts = format!("{global}size=2m\n[a]\n[b]\n");
    assert_eq!(
        places(&parts, 4 * MIB),
        ["0B..2097152B 2097152B", "2097152B..4194304B 2097152B"]
    );
    let behind = |line: u64, job: &str| {
        format!(
            "line {line}: job {job} cannot run on a file: what it asks for (size, filesize, offset) ends behind the end of the file, which is not made larger"
        )
    };
    for (options, size_bytes, line, job) in [
        ("size=2m\n[a]\n[b]\n", 3 * MIB, 7, "b"),
        ("[a]\nfilename=x\nsize=8m\n", MIB, 5, "a"),
        ("[a]\nfilename=x\nfilesize=8m\nsize=1m\n", MIB, 5, "a"),
        ("[a]\nfilename=x\noffset=2m\n", MIB, 5, "a"),
        ("[a]\nfilename=x\nnumjobs=3\noffset_increment=1m\n", 2 * MIB, 5, "a"),
        ("[a]\nfilename=x\nnumjobs=3\nsize=1m\noffset_increment=1m\n", 2 * MIB, 5, "a"),
        ("[a]\nnumjobs=3\nsize=1m\n", 2 * MIB, 5, "a"),
    ] {
        let said = on_file(&format!("{global}{options}"), size_bytes).unwrap_err();
        assert_eq!(said, [behind(line, job)], "{options}");
    }
}

/// fio 3.33: the number in a log's name counts threads, including clones of earlier jobs.
#[test]
fn logs_of_jobs_have_numbers_of_their_own() {
    let paths = |text: &str| {
        let jobs = read(text).unwrap();
        jobs.log_paths(&jobs.method(FioPlace::File).unwrap())
    };
    let global = "[global]\nsize=1m\nrw=randread\nwrite_iops_log=b\n";
    let text = format!(
        "{global}[a]\nnumjobs=3\n[b]\nstonewall\nwrite_lat_log\n[c]\nstonewall\nrw=write\n"
    );
    assert_eq!(
        paths(&text),
        ["b_iops.1.log", "b_iops.4.log", "b_clat.4.log", "b_lat.4.log", "b_iops.5.log"]
    );
    let common = text.replace("[global]", "[global]\nper_job_logs=0");
    assert_eq!(paths(&common), ["b_iops.log", "b_clat.log", "b_lat.log"]);
    // Clones that are separate loads have separate logs.
    let clones = format!("{global}filename=x\nrw=read\n[a]\nnumjobs=2\n[b]\n");
    assert_eq!(paths(&clones), ["b_iops.1.log", "b_iops.2.log", "b_iops.3.log"]);
    let latencies = format!("{global}[a]\n[b]\nwrite_lat_log\n");
    let faults = read(&latencies).unwrap().method(FioPlace::File).unwrap_err();
    let said = faults[0].to_string();
    assert!(said.starts_with("line 6: job b ") && said.contains("write_lat_log"), "{said}");
    assert!(read("[a]\nsize=1m\nper_job_logs=some\n").is_err());
    // File names are limited to 255 bytes; the ending stays, because it distinguishes the logs.
    for prefix in ["x".repeat(300), format!("/tmp/{}", "\u{e4}".repeat(200))] {
        let text = format!("[a]\nsize=1m\nrw=read\nwrite_bw_log={prefix}\n");
        let path = paths(&text).remove(0);
        let name = path.rsplit('/').next().unwrap();
        assert!(name.len() <= 255 && name.len() > 250 && name.ends_with("_bw.1.log"), "{path}");
    }
}

/// fio fills its queue again once no more than `iodepth_low` requests are outstanding.
#[test]
fn a_queue_that_is_filled_from_a_low_depth_waits_for_the_others() {
    let wait = |options: &str| {
        let text =
            format!("[a]\nsize=1m\nrw=randread\nioengine=libaio\niodepth=16\n{options}\n");
        read(&text).unwrap().method(FioPlace::File).unwrap().wait_batch
    };
    assert_eq!(wait("iodepth_low=4"), Some(12));
    assert_eq!(wait("iodepth_low=4\niodepth_batch_complete_min=14"), Some(14));
    assert_eq!((wait("iodepth_low=16"), wait("iodepth_low=0")), (None, None));
    let above = "[a]\nsize=1m\nioengine=libaio\niodepth=16\niodepth_low=17\n";
    assert!(read(above).unwrap_err()[0].contains("at most the value of iodepth"));
}

#[test]
fn a_template_and_a_variable_are_told_with_what_helps() {
    let faults = |text: &str| {
        FioJobs::read(("t.fio", text), &Given::default(), FioChoice::default()).unwrap_err()
    };
    let found = faults("[a]\nsize=1m\ndirect={{direct}}\n");
    assert_eq!(found[0].blank(), Some("{{direct}}"));
    let found = faults("[a]\nsize=1m\n{% if x %}\nbs=4kx\n");
    assert!(found.iter().any(|it| it.blank() == Some("{% if x %}")), "{found:?}");
    let found = faults("[a]\nsize=1m\nbs=${BLKSIZE}\n");
    let hint = found[0].hint().unwrap().to_string();
    assert!(hint.ends_with("BLKSIZE=4k iogram fio FILE"), "{hint}");
    assert_eq!((found[0].variable(), found[0].blank()), (Some("BLKSIZE"), None));
}

/// A run of the jobs' method, with these cells.
fn run(cells: Vec<CellRecord>) -> Run {
    let target =
        TargetRecord::unknown("x".to_owned(), TargetKind::File, Bytes::GIB, Bytes(512));
    let state = (RunState::Completed, 1_795_271_415_123_456);
    let method = MethodRecord::new("fio-test", "");
    Run { cells, ..Run::new("20261121-143015-7f3a".to_owned(), state, method, target) }
}

/// A cell of two intervals of 100 ms, with these counts of completed reads.
fn cell(name: &str, counts: [u64; 2]) -> CellRecord {
    let mut cell = records::cell(name, Workload::default());
    cell.elapsed_ns = 200_000_000;
    let op = |count: u64| {
        let bytes = count * 4096;
        SeriesOp { count, bytes, p50_ns: None, p99_ns: None, max_ns: 5000 }
    };
    let of = |(at, count): (u64, u64)| SeriesRow {
        start_ns: at * 100_000_000,
        read: Some(op(count)),
        ..SeriesRow::default()
    };
    let rows = (0..).zip(counts).map(of).collect();
    cell.series = Series { interval_ns: 100_000_000, rows };
    cell.operations = operations(counts.iter().sum());
    cell
}

fn operations(count: u64) -> Operations {
    let latency = records::latency(1000, 2000.0, 5000);
    let read = records::operation((count, count * 4096), Nanos(200_000_000), latency);
    Operations { read: Some(read), ..Operations::default() }
}

/// A load beside a cell's own, with its reads per second.
fn beside(name: &str, counts: &[u64]) -> LoadRecord {
    let stretch = |&count: &u64| LoadStretch {
        read: Some(Moved { count, bytes: count * 4096 }),
        ..LoadStretch::default()
    };
    let stretches = counts.iter().map(stretch).collect();
    LoadRecord {
        name: name.to_owned(),
        state: CellState::Completed,
        elapsed_ns: 2_000_000_000,
        operations: operations(counts.iter().sum()),
        errors: Vec::new(),
        warnings: Vec::new(),
        course: Some(LoadCourse { stretch_ns: 1_000_000_000, stretches }),
        ending: None,
    }
}

fn made(text: &str) -> (FioJobs, FioMethod) {
    let jobs = read(text).unwrap();
    let method = jobs.method(FioPlace::File).unwrap();
    (jobs, method)
}

#[test]
fn each_job_has_its_logs() {
    let global = "[global]\nsize=1m\nrw=randread\nwrite_iops_log=b\n";
    let logs = |text: &str, cells: Vec<CellRecord>| {
        let (jobs, method) = made(text);
        let files = jobs.logs(&run(cells), &method);
        files.into_iter().map(|file| (file.path, file.text)).collect::<Vec<_>>()
    };
    let log = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let text = format!("{global}[a]\n[b]\nstonewall\n");
    let first = "100, 30, 0, 0, 0\n200, 40, 0, 0, 0\n";
    let second = "100, 50, 0, 0, 0\n200, 60, 0, 0, 0\n";
    let cells = || vec![cell("a", [3, 4]), cell("b", [5, 6])];
    assert_eq!(logs(&text, cells()), [log("b_iops.1.log", first), log("b_iops.2.log", second)]);
    // Without numbers, one log is appended to the other, as in fio.
    let common = text.replace("[a]", "per_job_logs=0\n[a]");
    assert_eq!(logs(&common, cells()), [log("b_iops.log", &format!("{first}{second}"))]);
    // Logs of concurrent loads have a line for each second.
    let at_once = format!("{global}[a]\n[b]\n");
    let mut both = cell("a", [3, 4]);
    both.beside = vec![beside("b", &[7, 0, 9])];
    let seconds = "1000, 7, 0, 0, 0\n3000, 9, 0, 0, 0\n";
    assert_eq!(
        logs(&at_once, vec![both]),
        [log("b_iops.1.log", first), log("b_iops.2.log", seconds)]
    );
}

/// fio 3.33: `wait_for` begins no group, so that these are two and not three.
#[test]
fn a_job_that_waits_is_told_with_the_one_it_waits_for() {
    let text = "[global]\nsize=1m\nbs=4k\ngroup_reporting\n[w]\nrw=write\n[r]\nwait_for=w\nrw=randread\n\
                [z]\nstonewall\nrw=read\n";
    let (jobs, method) = made(text);
    assert_eq!(rows(text, &["name"]), ["w", "r", "z"], "they run one after another");
    let cells = vec![cell("w", [1, 2]), cell("r", [3, 4]), cell("z", [5, 6])];
    let told = jobs.render(&run(cells), &method, FioOutput::Json);
    let groups: Vec<&str> =
        told.lines().filter(|line| line.contains("\"groupid\"")).map(str::trim).collect();
    assert_eq!(groups, ["\"groupid\": 0,", "\"groupid\": 1,"], "{told}");
}

#[test]
fn a_job_that_ended_in_its_ramp_is_known() {
    let (jobs, method) = made("[a]\nsize=1m\nramp_time=5\n[b]\nsize=1m\nstonewall\n");
    let names = |cells: Vec<CellRecord>| {
        let run = run(cells);
        let ended = jobs.ended_in_ramp(&run, &method);
        ended.into_iter().map(|job| job.name.clone()).collect::<Vec<_>>()
    };
    let empty =
        |name: &str| CellRecord { operations: Operations::default(), ..cell(name, [0, 0]) };
    assert_eq!(names(vec![empty("a"), empty("b")]), ["a"]);
    assert!(names(vec![cell("a", [1, 2]), empty("b")]).is_empty());
    let broken = CellRecord { state: CellState::Interrupted, ..empty("a") };
    assert!(names(vec![broken]).is_empty());
    assert!(names(Vec::new()).is_empty());
}

/// fio names a file after its job: sections of one name have the same file, wherever they are.
#[test]
fn jobs_of_one_name_have_the_same_file() {
    let text = "[global]\nrw=randread\nsize=1m\n[a]\n[b]\nstonewall\n[a]\nstonewall\nsize=3m\n";
    let regions = |text: &str| rows(text, &["region"]);
    let together = ["0B..1048576B", "3145728B..4194304B", "0B..3145728B"];
    assert_eq!(regions(text), together);
    // In another directory, or with another name format, it is another file.
    for other in ["directory=d", "filename_format=$jobname.x.$jobnum", "name=c"] {
        let text = format!("{text}{other}\n");
        let apart = ["0B..1048576B", "1048576B..2097152B", "2097152B..5242880B"];
        assert_eq!(regions(&text), apart, "{other}");
    }
    let clones = "[global]\nrw=randread\nsize=1m\nnumjobs=2\n[a]\n[a]\nstonewall\n[b]\n";
    assert_eq!(regions(clones), ["0B..2097152B", "0B..2097152B", "2097152B..4194304B"]);
    // The second job verifies the data of the first.
    let verify =
        "[global]\nsize=1m\nverify=md5\n[a]\nrw=write\ndo_verify=0\n[a]\nstonewall\nrw=read\n";
    assert_eq!(rows(verify, &["read", "seed"]), ["0% a", "100% a"]);
    let alone = verify.replace("stonewall", "name=b\nstonewall");
    assert!(read(&alone).is_err(), "nobody wrote what it compares");
}
