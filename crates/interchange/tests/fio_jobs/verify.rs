//! Jobs whose data are verified.

use std::collections::BTreeMap;

use iogram_interchange::FioPlace;

use super::{check, read, rows, steps};

#[test]
fn what_is_written_is_read_back_at_the_same_places() {
    let text = "[a]\nfilename=/dev/x\nsize=1m\nrw=randwrite\nbs=,8k\nverify=md5\nfsync=1\nrate_iops=10\n";
    let steps_of_a = steps(text);
    let [written, read_back] = steps_of_a.as_slice() else { panic!("{steps_of_a:?}") };
    assert_eq!((written["name"].as_str(), read_back["name"].as_str()), ("a", "a, read back"));
    assert_eq!((written["read"].as_str(), read_back["read"].as_str()), ("0%", "100%"));
    for key in ["access", "block", "region", "amount", "depth", "jobs", "data", "seed"] {
        assert_eq!(written[key], read_back[key], "{key}");
    }
    assert_eq!((written["data"].as_str(), written["block"].as_str()), ("placed", "8192B"));
    assert!(written.contains_key("sync") && !read_back.contains_key("sync"));
    assert!(written.contains_key("rate") && !read_back.contains_key("rate"));
    assert_eq!(steps(&text.replace("fsync=1", "do_verify=0")).len(), 1);
    for (value, data) in [
        ("0xDEADbeef", "pattern=0xdeadbeef"),
        ("0x1", "pattern=0x01"),
        ("258", "pattern=0x0201"),
        ("\"ab\"", "pattern=0x6162"),
    ] {
        let pattern = format!("verify=pattern\nverify_pattern={value}");
        assert_eq!(steps(&text.replace("verify=md5", &pattern))[1]["data"], data);
        let filled = text.replace("verify=md5", &format!("buffer_pattern={value}"));
        let filled = steps(&filled);
        assert_eq!((filled.len(), filled[0]["data"].as_str()), (1, data));
    }
    // A job that reads is not verified merely because it has a pattern for writes.
    let reads = "[a]\nfilename=/dev/x\nsize=1m\nrw=read\nbuffer_pattern=0x12\n";
    assert_eq!(steps(reads)[0]["data"], "random");
}

/// As in fio's `surface-scan.fio`.
#[test]
fn a_job_reads_and_compares_what_one_before_it_wrote() {
    let text = "[global]\nfilename=/dev/x\nsize=1m\nbs=64k\nverify=meta\n[w]\nrw=write\ndo_verify=0\n\
                [r]\nstonewall\nrw=randread\n";
    let both = steps(text);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0]["seed"], both[1]["seed"]);
    assert_eq!((both[1]["data"].as_str(), both[1]["read"].as_str()), ("placed", "100%"));
    for (what, other) in [
        ("stonewall", "direct=0"),
        ("[w]\n", "[w]\nio_size=512k\n"),
        ("[w]\n", "[w]\nverify=0\n"),
        ("[w]\n", "[w]\nnorandommap\nrw=randwrite\n;"),
        ("[w]\n", "[w]\noffset=64k\n"),
        ("[w]\n", "[w]\nfilename=/dev/y\n"),
        ("[r]", "[over]\nstonewall\nrw=write\nverify=0\n[r]"),
        ("size=1m\nbs=64k", "bs=64k,60k"),
    ] {
        let text = text.replace(what, other);
        let said = read(&text).err().unwrap_or_else(|| panic!("{text}"));
        assert!(said[0].contains("verify is not supported with \"meta\""), "{text}: {said:?}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_with_its_line() {
    let base = "[a]\nsize=1m\nrw=write\nverify=crc32c\n";
    for option in [
        "rw=trim",
        "rw=trimwrite",
        "loops=1001",
        "loops=2\nwrite_lat_log",
        "zero_buffers",
        "ioengine=null",
        "verify=pattern",
        "verify=crc8",
        "verify_state_load=1",
        "runtime=5\nnumjobs=2",
        "verify_only\nloops=2",
        "verify_only\ndo_verify=0",
        "verify_only\nruntime=5\ntime_based",
        "norandommap\nrw=randwrite\nruntime=5\ntime_based",
    ] {
        let said = read(&format!("{base}{option}\n")).unwrap_err();
        assert!(said[0].contains(": fio's option "), "{option}: {said:?}");
    }
    for pattern in ["0xaabbcc", "%o", "0x", "\"\""] {
        let text = format!("{base}verify=pattern\nverify_pattern={pattern}\n");
        let said = read(&text).unwrap_err();
        assert!(said[0].starts_with("line 6: "), "{pattern}: {said:?}");
    }
    let two =
        "[global]\nfilename=/dev/x\nsize=1m\nrw=write\nverify=md5\n[a]\n[b]\noffset=512k\n";
    let faults = read(two).unwrap().method(FioPlace::Device).unwrap_err();
    assert!(faults[0].to_string().contains("(verify)"), "{faults:?}");
    // Each job has its own part, and a later job that reads verifies the data there.
    let apart = two.replace("512k", "1m");
    let method = read(&apart).unwrap().method(FioPlace::Device).unwrap().text;
    assert_eq!(method.matches("read = \"100%\"").count(), 2, "{method}");
    let halves = apart.replace("size=1m", "size=50%").replace("offset=1m", "offset=50%");
    assert!(read(&halves).unwrap().method(FioPlace::Device).is_ok());
    let later = format!("{apart}[c]\nstonewall\nrw=read\n[d]\nrw=read\noffset=1m\n");
    assert!(read(&later).is_ok());
    for other in ["do_verify=0", "loops=2", "verify=0", "verify_only"] {
        let two = format!("[global]\nsize=1m\nrw=write\nverify=md5\n[a]\n[b]\n{other}\n");
        let faults = read(&two).unwrap().method(FioPlace::Device).unwrap_err();
        assert!(faults[0].to_string().starts_with("line 6: job b cannot run"), "{faults:?}");
    }
    let clones = "[a]\nfilename=/dev/x\nsize=1m\nrw=write\nverify=md5\nnumjobs=2\n";
    assert!(
        read(clones).unwrap().method(FioPlace::Device).is_err(),
        "both write the same places"
    );
}

/// fio's `surface-scan.fio`; headers detect errors that a pattern alone would not.
#[test]
fn a_pattern_stands_behind_heads_where_there_is_a_checksum() {
    for (options, data) in [
        ("verify=meta verify_pattern=0xaa555aa5", "placed=0xaa555aa5"),
        ("verify_pattern=0xff", "placed=0xff"),
        ("verify=pattern_hdr verify_pattern=\"ab\"", "placed=0x6162"),
        ("verify=pattern verify_pattern=0xff", "pattern=0xff"),
        ("verify=meta", "placed"),
    ] {
        check(&format!("filename=/dev/x size=1m rw=write {options}"), &[("data", data)]);
        let parsed = data.parse::<iogram_model::DataPattern>().map(|it| it.to_string());
        assert_eq!(parsed.as_deref(), Ok(data));
    }
}

/// Jobs in separate files, and clones one after the other, write concurrently and are then read concurrently.
#[test]
fn what_several_write_at_once_is_compared() {
    let text = "[global]\nsize=1m\nrw=randwrite\nverify=md5\n[a]\n[b]\n";
    let found = rows(text, &["name", "read", "seed"]);
    assert_eq!(found, ["a 0% a", "b 0% b", "a, read back 100% a", "b 100% b"]);
    let clones = "[a]\nfilename=/dev/x\nrw=write:112k\nbs=16k\nio_size=1m\noffset_increment=1g\n\
                  verify=crc32c\nverify_backlog=1\nnumjobs=2\nloops=2\n";
    let found = rows(clones, &["name", "region", "again", "seed"]);
    assert_eq!(
        found,
        [
            "a 0B..100% read=1 a",
            "a.2 1073741824B..100% read=1 a",
            "a, loop 2 0B..100% read=1 a, loop 2",
            "a.2 1073741824B..100% read=1 a, loop 2"
        ]
    );
}

/// The names of a method's steps, and their additional requests.
fn again(text: &str) -> Vec<(String, String)> {
    let again =
        |step: &BTreeMap<String, String>| step.get("again").cloned().unwrap_or_default();
    steps(text).iter().map(|step| (step["name"].clone(), again(step))).collect()
}

#[track_caller]
fn check_again(options: &str, expected: &[(&str, &str)]) {
    let base = "[a]\nfilename=/dev/x\nsize=1m\nrw=randwrite\nverify=crc32c\n";
    let text = format!("{base}{}\n", options.replace(' ', "\n"));
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(name, again)| ((*name).to_owned(), (*again).to_owned()))
        .collect();
    assert_eq!(again(&text), expected, "{options}");
}

#[test]
fn what_is_written_is_read_in_between() {
    check_again("verify_backlog=64", &[("a", "read=64")]);
    check_again("verify_backlog=64 verify_backlog_batch=16", &[("a", "read=16/64")]);
    // fio's zero is off, and a job that does not verify does not read in between.
    check_again("verify_backlog=0", &[("a", ""), ("a, read back", "")]);
    check_again("verify_backlog_batch=16", &[("a", ""), ("a, read back", "")]);
    check_again("verify_backlog=64 do_verify=0", &[("a", "")]);
    check_again("verify_backlog=4 rw=randrw runtime=5 time_based", &[("a", "read=4")]);
    check_again("verify_backlog=4 loops=2", &[("a", "read=4"), ("a, loop 2", "read=4")]);
    let said = read("[a]\nsize=1m\nrw=write\nverify_backlog=8\n").unwrap_err();
    assert!(
        said[0].starts_with("line 4: fio's option verify_backlog is not supported"),
        "{said:?}"
    );
}

#[test]
fn of_reads_and_writes_what_was_written_is_read_back() {
    check_again("rw=randrw", &[("a", ""), ("a, read back", "written=50%")]);
    check_again("rw=rw rwmixread=80", &[("a", ""), ("a, read back", "written=80%")]);
    // If a time limit ends the writing, only the written part is read.
    check_again("runtime=5", &[("a", ""), ("a, read back", "written=0%")]);
    let timed = "[a]\nfilename=/dev/x\nsize=1m\nrw=randrw\nverify=md5\nruntime=5\ntime_based\nbs=4k,8k\n";
    assert!(read(timed).is_err(), "blocks that come again by chance");
    let timed = steps(&timed.replace("bs=4k,8k\n", ""));
    assert_eq!((timed[0]["time"].as_str(), timed[0].get("amount")), ("5000000us", None));
    assert_eq!((timed[1]["amount"].as_str(), timed[1].get("time")), ("1048576B", None));
    assert_eq!(timed[1]["read"], "100%");
}

#[test]
fn each_loop_writes_other_data_and_reads_them_back() {
    let text = "[a]\nfilename=/dev/x\nsize=1m\nrw=write\nverify=md5\nloops=3\n[b]\nstonewall\nrw=read\n\
                filename=/dev/x\nsize=1m\nverify=md5\n";
    let all = steps(text);
    let names: Vec<&str> = all.iter().map(|step| step["name"].as_str()).collect();
    let expected = [
        "a",
        "a, read back",
        "a, loop 2",
        "a, loop 2, read back",
        "a, loop 3",
        "a, loop 3, read back",
        "b",
    ];
    assert_eq!(names, expected);
    let seeds: Vec<&str> = all.iter().map(|step| step["seed"].as_str()).collect();
    assert_eq!(
        seeds,
        ["a", "a", "a, loop 2", "a, loop 2", "a, loop 3", "a, loop 3", "a, loop 3"]
    );
    assert!(all.iter().all(|step| step["amount"] == "1048576B"));
}

#[test]
fn what_another_run_wrote_is_read_with_the_seed_of_that_run() {
    let write =
        "[a]\nfilename=/dev/x\nsize=1m\nrw=randwrite\nbs=16k\nverify=md5\ndo_verify=0\n";
    let made = |text: &str, place| read(text).unwrap().method(place);
    let wrote = made(write, FioPlace::Device).unwrap();
    let only = write.replace("do_verify=0", "verify_only");
    let reads = made(&only, FioPlace::Device).unwrap();
    assert_eq!(wrote.seed, reads.seed);
    assert!(wrote.seed.is_some(), "both make the same data");
    assert!(reads.text.contains("writes = \"nothing\""), "{}", reads.text);
    let (written, read_only) = (steps(write), steps(&only));
    assert_eq!(read_only.len(), 1);
    for key in ["name", "access", "block", "region", "amount", "data", "seed"] {
        assert_eq!(written[0][key], read_only[0][key], "{key}");
    }
    assert_eq!((written[0]["read"].as_str(), read_only[0]["read"].as_str()), ("0%", "100%"));
    // A new file holds no data of another run.
    let faults = made(&only, FioPlace::File).unwrap_err();
    assert!(faults[0].to_string().contains("verify_only"), "{faults:?}");
    assert!(made(&only, FioPlace::Kept(1 << 20)).is_ok());
    // Data that are verified in the same run need no seed of the method.
    let common = "[global]\nfilename=/dev/x\nsize=1m\nrw=randwrite\nverify=md5\n";
    let both = format!("{common}[a]\ndo_verify=0\n[b]\nstonewall\nverify_only\n");
    assert_eq!(made(&both, FioPlace::File).unwrap().seed, None);
    let both_steps = steps(&both);
    assert_eq!(both_steps[0]["seed"], both_steps[1]["seed"]);
    assert_eq!(made(&write.replace("do_verify=0\n", ""), FioPlace::File).unwrap().seed, None);
    for other in ["bs=8k\nnorandommap", "io_size=64k", "rw=randrw"] {
        let text = both.replace("[a]\n", &format!("[a]\n{other}\n"));
        let said = read(&text).unwrap_err();
        assert!(said[0].contains("verify_only is not supported"), "{other}: {said:?}");
    }
}
