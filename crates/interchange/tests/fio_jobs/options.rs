//! Options as people write them, and their names in results.

use std::collections::BTreeMap;

use iogram_interchange::{FioChoice, FioJobs, FioOutput, FioPlace};
use iogram_model::{
    Bytes, CellRecord, MethodRecord, Nanos, Operations, Run, RunState, ServiceRecord,
    TargetKind, TargetRecord, Workload,
};
use iogram_stats::Histogram;
use iogram_testing::records;

use super::{Given, check, read, read_with, tables};

/// The faults of a rejected file.
#[track_caller]
fn refused(text: &str) -> Vec<String> {
    match read(text) {
        Ok(_) => panic!("{text}: it is taken"),
        Err(faults) => faults,
    }
}

/// Asserts that one job with this option is rejected, with its line and these words.
#[track_caller]
fn is_wrong(option: &str, words: &str) {
    let faults = refused(&format!("[a]\nsize=1m\n{option}\n"));
    let is_it = |fault: &String| fault.starts_with("line 3: ") && fault.contains(words);
    assert!(faults.len() == 1 && faults.iter().all(is_it), "{option}: {faults:?}");
}

fn given(files: &[(&'static str, &'static str)]) -> Given {
    Given { files: files.iter().copied().collect(), ..Given::default() }
}

/// fio's output for these jobs, each of which made three reads.
#[track_caller]
fn reported(text: &str, output: FioOutput) -> String {
    told_of(text, output, cell)
}

/// The same for jobs with the results of `cell`.
#[track_caller]
fn told_of(text: &str, output: FioOutput, cell: fn(&str) -> CellRecord) -> String {
    let jobs = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    let method = jobs.method(FioPlace::File).unwrap();
    let cells: Vec<CellRecord> = jobs.jobs.iter().map(|job| cell(&job.name)).collect();
    let target =
        TargetRecord::unknown("x".to_owned(), TargetKind::File, Bytes::GIB, Bytes(512));
    let state = (RunState::Completed, 1_795_271_415_123_456);
    let record = MethodRecord::new("fio-test", "");
    let name = "20261121-143015-7f3a".to_owned();
    let run = Run { cells, ..Run::new(name, state, record, target) };
    jobs.render(&run, &method, output)
}

fn cell(name: &str) -> CellRecord {
    let mut cell = records::cell(name, Workload::default());
    cell.elapsed_ns = 300_000_000;
    let latency = records::latency(1000, 2000.0, 5000);
    let mut read = records::operation((3, 3 * 4096), Nanos(300_000_000), latency);
    let mut histogram = Histogram::new();
    [1000, 1100, 5000].into_iter().for_each(|ns| histogram.record(ns));
    read.histogram = histogram.to_text();
    cell.operations = Operations { read: Some(read), ..Operations::default() };
    cell
}

/// Three reads that were issued 1.5 s after they were due.
fn late_cell(name: &str) -> CellRecord {
    let mut cell = cell(name);
    let read = cell.operations.read.as_mut().unwrap();
    let latency_ns = read.latency_ns;
    read.service = Some(ServiceRecord { latency_ns, histogram: read.histogram.clone() });
    read.latency_ns = records::latency(1_500_001_000, 1_500_002_000.0, 1_500_005_000);
    let mut histogram = Histogram::new();
    [1000, 1100, 5000].into_iter().for_each(|ns| histogram.record(ns + 1_500_000_000));
    read.histogram = histogram.to_text();
    cell
}

/// fio measures from issue, whatever rate it keeps; with separate submission threads (`offload`) it measures from the
/// scheduled start.
#[test]
fn latencies_of_a_rate_are_from_issue_as_with_fio() {
    let text = "[a]\nsize=1m\nrate_iops=10\n";
    for (mode, [p50, max]) in [
        ("", [1100, 5000]),
        ("io_submit_mode=inline\n", [1100, 5000]),
        ("io_submit_mode=offload\n", [1_500_001_100, 1_500_005_000]),
    ] {
        let text = format!("{text}{mode}");
        let document: serde_json::Value =
            serde_json::from_str(&told_of(&text, FioOutput::JsonPlus, late_cell)).unwrap();
        let job = &document["jobs"][0];
        for name in ["clat_ns", "lat_ns"] {
            assert_eq!(job["read"][name]["max"], max, "{mode}{name}");
        }
        let found = job["read"]["clat_ns"]["percentile"]["50.000000"].as_u64().unwrap();
        assert!(found.abs_diff(p50) <= p50 / 1000, "{mode}{found}");
        let is_late = job["latency_ms"]["2000"].as_f64().unwrap() > 99.0;
        assert_eq!(is_late, p50 > 1_000_000_000, "{mode}{job}");
        let normal = told_of(&text, FioOutput::Normal, late_cell);
        assert_eq!(normal.contains("clat (nsec): min=1000, max=5000"), p50 == 1100, "{normal}");
    }
    let wrong = "io_submit_mode=thread";
    is_wrong(wrong, "expected inline or offload");
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(&reported(text, FioOutput::Json)).unwrap()
}

/// fio 3.33 prints its first names, switches only with a value, and options of `[global]` separately.
#[test]
fn results_have_the_names_of_fio() {
    let text = "[global]\nsize=1m\nreadwrite=randread\ngroup_reporting\n[a]\nblocksize=8k\n\
                iodepth_batch_submit=3\nratecycle=700\nrate_min=1k\nnorandommap\nss=iops:40%\nss_dur=3s\n\
                [b]\nstonewall\nbs=4k\nbs=16k\n[global]\nfilesize=2m\n";
    let document = json(text);
    let expected = serde_json::json!({ "size": "1m", "rw": "randread", "filesize": "2m" });
    assert_eq!(document["global options"], expected);
    let expected = serde_json::json!({
        "bs": "8k", "iodepth_batch": "3", "rate_cycle": "700", "rate_min": "1k",
        "steadystate": "iops:40%", "steadystate_duration": "3s",
    });
    assert_eq!(document["jobs"][0]["job options"], expected);
    assert_eq!(document["jobs"][1]["job options"], serde_json::json!({ "bs": "16k" }));
    // In the format of C's `ctime`, in the computer's time zone.
    let time = document["time"].as_str().unwrap();
    assert!(time.len() == 24 && time.contains(" Nov ") && time.ends_with(" 2026"), "{time}");
    // Without a global section, the output has no options of it.
    assert!(json("[a]\nsize=1m\n").get("global options").is_none());
}

#[test]
fn jobs_of_one_name_have_it_in_the_forms_of_fio() {
    let text = "[Seq]\nsize=1m\n[Seq]\nstonewall\nsize=1m\n";
    let jobs = read(text).unwrap();
    assert_eq!(jobs.jobs[1].name, "Seq #2", "the record tells them apart");
    let document = json(text);
    assert_eq!([&document["jobs"][0]["jobname"], &document["jobs"][1]["jobname"]], ["Seq"; 2]);
    let normal = reported(text, FioOutput::Normal);
    assert_eq!(normal.matches("\nSeq: (groupid=1").count(), 1, "{normal}");
    assert!(!normal.contains('#'), "{normal}");
    assert_eq!(reported(text, FioOutput::Terse).matches(";Seq;").count(), 2);
    assert!(normal.contains("\n  read: IOPS="), "{normal}");
}

#[test]
fn percentiles_are_those_of_the_list() {
    let text = "[a]\nsize=1m\npercentile_list=99.5:20:75\n";
    let document = json(text);
    let percentiles = document["jobs"][0]["read"]["clat_ns"]["percentile"].as_object().unwrap();
    let keys: Vec<&str> = percentiles.keys().map(String::as_str).collect();
    assert_eq!(keys, ["20.000000", "75.000000", "99.500000"]);
    let normal = reported(text, FioOutput::Normal);
    assert!(normal.contains("     | 20.0th=["), "{normal}");
    assert!(normal.contains(", 75.0th=["), "{normal}");
    let terse = reported(text, FioOutput::Terse);
    assert!(terse.contains(";75.000000%=") && !terse.contains(";50.000000%="), "{terse}");
    let usual = reported("[a]\nsize=1m\n", FioOutput::Normal);
    assert!(usual.contains("     |  1.00th=[") && usual.contains(", 20.00th=["), "{usual}");
    is_wrong("percentile_list=20:300", "of percentile_list; expected");
    is_wrong("percentile_list=some", "of percentile_list; expected");
}

/// fio evaluates a value with one of its words with `bc`; without one, `16*4k` is 16.
#[test]
fn values_with_words_for_the_computer_are_calculated() {
    check("size=6*$pagesize", &[("region", "0B..24576B")]);
    check("size=$ncpus*$pagesize-4096", &[("region", "0B..28672B")]);
    // Whole numbers: 8 / 3 is 2.
    check("size=$ncpus/3*8192", &[("region", "0B..16384B")]);
    check("size=1m numjobs=$ncpus/2 filename=/dev/x rw=randread", &[("jobs", "4")]);
    check("size=$ncpusk bs=1k", &[("region", "0B..8192B")]);
    for wrong in ["size=4*1m", "size=$ncpus*4k", "size=$ncpus-9", "size=$ncpus/0"] {
        let faults = refused(&format!("[a]\n{wrong}\n"));
        assert!(faults[0].contains("of size; expected"), "{wrong}: {faults:?}");
    }
}

#[test]
fn whole_numbers_have_suffixes() {
    let common = "size=8m rw=randwrite filename=/dev/x";
    check(&format!("{common} number_ios=2k"), &[("count", "2048")]);
    check(
        &format!("{common} ioengine=libaio iodepth=1k iodepth_low=1024"),
        &[("depth", "1024")],
    );
    check(&format!("{common} fsync=2k"), &[("sync", "every=2048")]);
    check(&format!("{common} thinktime=9 thinktime_blocks=1k"), &[("rate", "pause=9us/1024")]);
    check(&format!("{common} kb_base=1000 number_ios=2k"), &[("count", "2000")]);
    check(&format!("{common} verify=md5 verify_backlog=1k"), &[("again", "read=1024")]);
    check(&format!("{common} loops=0"), &[("amount", "8388608B")]);
    is_wrong("number_ios=2q", "of number_ios; expected");
    is_wrong("iodepth=50%", "of iodepth; expected");
}

/// fio 3.33: of `size=100k` half are 13 blocks.
#[test]
fn shares_are_of_what_the_job_file_knows() {
    check("size=2m io_size=25% rw=randread filename=/dev/x", &[("amount", "524288B")]);
    check("filesize=2m io_size=50% rw=randread filename=/dev/x", &[("amount", "1048576B")]);
    is_wrong("io_size=130%", "of io_size; expected");
    let said = refused("[a]\nsize=40%\nfilesize=1m\nio_size=50%\n");
    assert_eq!(
        said,
        ["line 4: fio's option io_size is not supported with \"50%\"; supported: a \
                percentage of size or filesize, not of both"]
    );
    is_wrong("offset_increment=20x", "of offset_increment; expected");
    is_wrong("startdelay=2-7", "supported: a single time: fio picks a random one from a range");
    is_wrong("startdelay=2-x", "of startdelay; expected");
    assert!(read("[a]\nsize=1m\nstartdelay=3-3\n").is_ok());
}

/// Mean sizes of fio 3.33: 5743 and 5726 and 8602 bytes.
#[test]
fn shares_of_block_sizes_need_not_be_all() {
    let common = "size=1g rw=randread";
    for (split, block) in [
        ("4k/50:8k/40", "8192B:40,4096B:60"),
        ("4k/60:8k/60", "4096B:60,8192B:40"),
        ("4k/120:8k/20:16k/30", "8192B:20,16384B:30,4096B:50"),
        ("4k/20:8k/20", "4096B:20,8192B:80"),
        ("4k/60:8k/100", "4096B:60,8192B:40"),
    ] {
        check(&format!("{common} bssplit={split}"), &[("block", block)]);
    }
    is_wrong("bssplit=4k/70:8k/70:16k/", "shares that leave a rest for the sizes without one");
}

#[test]
fn what_is_off_is_no_matter_beside_others() {
    let base = "size=1m filename=/dev/x rw=write";
    check(
        &format!("{base} dedupe_percentage=0 buffer_pattern=0xab"),
        &[("data", "pattern=0xab")],
    );
    check(
        &format!(
            "{base} verify=md5 do_verify=0 zero_buffers=0 dedupe_percentage=0 buffer_compress_percentage=0"
        ),
        &[("data", "placed")],
    );
    let said = refused("[a]\nsize=1m\nrw=write\ndedupe_percentage=20\nbuffer_pattern=0xab\n");
    assert!(said[0].starts_with("line 4: fio's option dedupe_percentage"), "{said:?}");
}

/// `$jobnum` counts the clones of a section: fio 3.33 writes and reads one file here.
#[test]
fn files_without_the_name_of_a_job_are_common() {
    let text = "[global]\nfilename_format=file.$jobnum\nbs=64k\n[write]\nrw=write\nsize=2m\n\
                [read]\nstonewall\nrw=randread\nsize=2m\n";
    let method = read(text).unwrap().method(FioPlace::File).unwrap().text;
    let regions: Vec<String> = tables(&method, "[[step")
        .iter()
        .filter_map(|load| load.get("region").cloned())
        .collect();
    assert_eq!(regions, ["0B..2097152B"; 2], "{method}");
    let clones = text.replace("[read]", "[read]\nnumjobs=2");
    let said = refused(&clones);
    assert!(said[0].starts_with("line 2: fio's option filename_format is not"), "{said:?}");
    let named = clones.replace("file.", "$jobname.");
    assert!(read(&named).is_ok());
    assert!(read("[a]\nsize=1m\nnumjobs=3\nfilename_format=f$jobnum\n").is_ok());
}

#[test]
fn what_is_not_there_hides_no_other_fault() {
    let text = "[a]\nnonsense=1\nprio=${P}\nrw=${RW}\nsize=${SZ}\nbs=4q\nioengine=mmap\n\
                [b]\nnonsense=2\nwait_for=a\n";
    let said = refused(text);
    let lines: Vec<&str> = said.iter().filter_map(|it| it.split(": ").next()).collect();
    let expected = [2, 3, 3, 4, 5, 6, 7, 9].map(|line| format!("line {line}"));
    assert_eq!(lines, expected, "{said:#?}");
    // An option whose validity depends on an unset one may be right.
    let text = "[a]\nsize=1m\nrw=write\nverify=pattern\nverify_pattern=${P}\n";
    assert_eq!(refused(text), ["line 5: the variable P is not set"]);
    assert_eq!(refused("[a]\nzonesize=${Z}\nsize=8z\n"), ["line 2: the variable Z is not set"]);
    assert_eq!(
        refused("bs=4k\nrw=read\n[global]\ninclude gone.inc\n[a]\nnonsense\n[b]\nmore\n"),
        [
            "line 1: \"bs=4k\" precedes the first section",
            "line 4: cannot include gone.inc: it is not there",
            "line 6: fio's option nonsense is not supported",
            "line 8: fio's option more is not supported",
        ]
    );
    // An invalid job is no reason to reject a job that waits for it.
    assert_eq!(refused("[a]\nsize=x\n[b]\nsize=1m\nwait_for=a\n").len(), 1);
}

#[test]
fn files_are_included_from_beside_the_one_that_names_them() {
    let files =
        [("in/first.inc", "include second.inc\nrw=write\n"), ("in/second.inc", "size=3m\n")];
    for sign in [" ", "\t", "=", "  "] {
        let text = format!("[a]\ninclude{sign}in/first.inc\n");
        let jobs = read_with(&text, &given(&files), FioChoice::default());
        let jobs = jobs.unwrap_or_else(|faults| panic!("{sign:?}: {faults:?}"));
        let expected = [("size", "3m"), ("rw", "write")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(jobs.jobs[0].options, expected);
    }
    let text = "[a]\nsize=1m\nincludes=x\n";
    assert_eq!(refused(text), ["line 3: fio's option includes is not supported"]);
}

#[test]
fn options_of_fio_can_be_left_out_where_they_are_not() {
    for option in
        ["pre_read", "lockfile", "create_only", "sync_file_range", "trim_backlog", "cpuload"]
    {
        let ignored = [option.to_owned()];
        let choice = FioChoice { sections: &[], ignored: &ignored };
        let jobs = FioJobs::read(("test.fio", "[a]\nsize=1m\n"), &Given::default(), choice);
        assert_eq!(jobs.map(|jobs| jobs.notes.len()), Ok(1), "{option}");
    }
    let ignored = ["preread".to_owned()];
    let choice = FioChoice { sections: &[], ignored: &ignored };
    assert!(read_with("[a]\nsize=1m\n", &Given::default(), choice).is_err());
    // An option with an unset variable counts as present.
    let given = Given { variables: BTreeMap::from([("A", "1")]), ..Given::default() };
    assert!(read_with("[a]\nsize=1m\npre_read=${A}\n", &given, choice).is_err());
}

/// fio 3.33 rejects each of these.
#[test]
fn values_that_fio_refuses_are_refused() {
    for option in [
        "direct=2",
        "fill_device=7",
        "invalidate=2",
        "overwrite=3",
        "bsrange=4k",
        "refill_buffers=foo",
        "thread=foo",
        "mem=foo",
        "fallocate=foo",
        "randrepeat=2",
        "log_avg_msec=foo",
        "numa_mem_policy=foo",
        "random_distribution=pareto:1.5",
        "random_distribution=normal:120",
        "random_distribution=normal:100",
        "random_distribution=zipf:1",
        "random_distribution=zipf:some",
        "random_distribution=some",
    ] {
        let key = option.split('=').next().unwrap();
        is_wrong(option, &format!("of {key}; expected"));
    }
    for fine in [
        "refill_buffers",
        "refill_buffers=2",
        "group_reporting=2",
        "mem=mmaphuge:/x/y",
        "fallocate=keep",
        "numa_mem_policy=bind:0-1",
        "file_service_type=random:8",
        "log_avg_msec=1k",
        "lockmem=1g",
        "random_distribution=normal:90",
        "random_distribution=zipf",
    ] {
        assert!(read(&format!("[a]\nsize=1m\n{fine}\n")).is_ok(), "{fine}");
    }
    check("size=1m rw=randread random_distribution=zipf", &[("access", "zipf=1.1")]);
    check("size=1m rw=randread random_distribution=pareto", &[("access", "pareto=0.2")]);
}

/// fio 3.42: a pause can be combined with a rate, and follows a time as well as a number of requests.
#[test]
fn pauses_stand_beside_rates() {
    let both = "size=1m rw=randread thinktime=5ms rate_iops=100";
    check(both, &[("rate", "100/s,pause=5000us")]);
    let clones =
        format!("{both} filename=/dev/x numjobs=3 thinktime_blocks=4 thinktime_spin=9");
    check(&clones, &[("rate", "300/s,pause=5000us/4")]);
    let timed = "size=1m rw=randread thinktime=1ms thinktime_iotime=2s";
    check(timed, &[("rate", "pause=1000us/2000000us")]);
    check(&format!("{timed} thinktime_blocks=8"), &[("rate", "pause=1000us/8/2000000us")]);
    let issued = "size=1m rw=randread thinktime=1ms thinktime_blocks_type=issue";
    check(issued, &[("rate", "pause=1000us")]);
    is_wrong("thinktime_iotime=x", "of thinktime_iotime; expected");
    is_wrong("rate_ignore_thinktime=1", "a job catches up with its rate");
}
