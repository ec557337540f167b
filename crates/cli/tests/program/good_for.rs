//! `iogram good-for`: measures and judges a use's requirements, and makes no unmeasured claim.

use serde_json::Value;

use crate::common::{Room, at};

/// Measures for a use; returns the record and the exit code.
fn judge(room: &Room, use_: &str, target: &str, more: &[&str]) -> (Value, Option<i32>) {
    let words = ["good-for", use_, target, "--seed", "7", "--json", "-", "--no-store"];
    let ended = room.run(&[&words[..], more].concat());
    let record = serde_json::from_str(&ended.stdout);
    (
        record.unwrap_or_else(|error| panic!("{use_} {target}: {error}: {}", ended.stderr)),
        ended.code,
    )
}

fn answer(record: &Value) -> &str {
    at(record, "/headline/answer/id").as_str().unwrap()
}

#[test]
fn every_use_is_judged_by_cells_that_are_the_work_it_asks_for() {
    let room = Room::new();
    let list = room.succeed(&["good-for", "--list"]).stdout;
    let uses: Vec<&str> =
        list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(uses.contains(&"etcd") && uses.contains(&"camera"), "{list}");
    for use_ in uses {
        let settings = ["--set", "time=3s", "--set", "runs=2"];
        let (record, code) = judge(&room, use_, "sim:sd-a2", &settings);
        let rules = at(&record, "/findings").as_array().unwrap().iter();
        let rules: Vec<&Value> = rules.filter(|it| it["kind"] == "rule").collect();
        for rule in &rules {
            assert_ne!(rule["verdict"], "unknown", "{use_}: {rule}");
        }
        match (rules.is_empty(), answer(&record)) {
            (true, "verdict-good-for-unruled")
            | (false, "verdict-good-for" | "verdict-good-for-up-to") => {}
            (_, other) => panic!("{use_}: {other}"),
        }
        assert_eq!(code, Some(0), "{use_}");
    }
}

#[test]
fn a_drive_that_is_too_slow_fails_and_one_that_stands_still_is_doubtful() {
    let room = Room::new();
    let (record, code) = judge(&room, "pi", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-not-good-for", Some(1)));
    // The percentile is far below the limit, but most of the time nothing is written.
    let (record, code) = judge(&room, "k8s", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-good-for-stalls", Some(0)));
    // Its counted runs are within 5 % of each other, and its description writes 6.2 MB/s.
    let (record, code) = judge(&room, "camera", "sim:s0-sandisk-32g-class4", &[]);
    assert_eq!((answer(&record), code), ("verdict-not-good-for", Some(1)));
}

#[test]
fn writes_into_a_small_file_do_not_prove_what_the_drive_holds_out() {
    let room = Room::new();
    let (record, code) = judge(
        &room,
        "camera",
        "sim:sd-a2",
        &["--set", "size=64MiB", "--set", "time=100ms", "--set", "runs=1"],
    );
    assert_eq!((answer(&record), code), ("verdict-good-for-open", Some(6)));
}

#[test]
fn a_use_is_found_by_the_words_of_people_and_nothing_is_guessed() {
    let room = Room::new();
    let (record, _) = judge(&room, "SQLite", "null:", &["--set", "time=10ms"]);
    assert_eq!(at(&record, "/method/id"), "good-for-database");
    for (words, expected) in [
        (&["good-for", "kubernets", "null:"][..], "did you mean \"kubernetes\"?"),
        (&["good-for", "pi"], "what to measure is not named"),
        (&["good-for"], "a use is not named"),
        (&["good-for", "pi", "/nonexistent/x"], "/nonexistent/x"),
    ] {
        let ended = room.run(words);
        assert_eq!(ended.code, Some(2), "{words:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{words:?}: {}", ended.stderr);
    }
}

/// A drive with this duration of every flush.
fn flushes(milliseconds: f64) -> String {
    format!(
        "name = \"slow\"\ntitle = \"t\"\nsource = \"test\"\ndrive = \"sata\"\n\
         capacity = \"32000000000B\"\n[link]\nrate = \"550MB/s\"\nis_half_duplex = true\n\
         [media.latency]\nread = \"500us\"\nwrite = \"100us\"\nflush = \"{}us\"\n",
        milliseconds * 1e3
    )
}

#[test]
fn the_slower_the_flushes_the_surer_is_the_answer() {
    let room = Room::new();
    for (milliseconds, expected) in [
        (9.4, ("verdict-good-for", Some(0))),
        (9.7, ("verdict-good-for", Some(0))),
        (10.6, ("verdict-not-good-for", Some(1))),
        (15.0, ("verdict-not-good-for", Some(1))),
        (119.0, ("verdict-not-good-for", Some(1))),
        (3000.0, ("verdict-not-good-for", Some(1))),
    ] {
        let file = room.write("slow.toml", flushes(milliseconds).as_bytes());
        let (record, code) = judge(&room, "etcd", &format!("sim:{}", file.display()), &[]);
        assert_eq!((answer(&record), code), expected, "{milliseconds} ms");
    }
}

/// A stick of 16 GiB with a cache of this size, and its write rates into the cache and beyond it, in MB/s.
fn cached(cache_gib: u64, fast: u64, slow: u64) -> String {
    let time = |mb_per_s: u64| (128 << 10) * 1000 / mb_per_s;
    format!(
        "name = \"cached\"\ntitle = \"t\"\nsource = \"test\"\ndrive = \"usb\"\n\
         capacity = \"17179869184B\"\nlink = {{ rate = \"1000000000B/s\", \
         is_half_duplex = true, command_overhead = \"60us\", in_flight = 32 }}\n\
         [media.page]\nunit = \"4KiB\"\npage_size = \"16KiB\"\nplanes = 4\ndies = 2\n\
         block_pages = 64\nover_provisioning = \"9%\"\nread_time = \"60us\"\n\
         program_time = \"{}ns\"\nerase_time = \"4ms\"\ndiscard_time = \"20us\"\n\
         [media.page.slc]\ncell_bits = 3\nfixed = \"{cache_gib}GiB\"\ndynamic = \"0%\"\n\
         program_time = \"{}ns\"\nread_time = \"25us\"\nwhen_full = \"bypass\"\n\
         idle_delay = \"20s\"\n",
        time(slow),
        time(fast)
    )
}

#[test]
fn a_camera_that_records_on_is_judged_by_the_rate_behind_the_cache_or_told_up_to_where() {
    let room = Room::new();
    for ((cache_gib, slow), expected) in [
        ((6, 7), "verdict-not-good-for"),
        ((8, 6), "verdict-not-good-for"),
        ((6, 14), "verdict-good-for-up-to"),
        // Larger than the written amount: nobody sees the rate beyond it, and the answer states that.
        ((13, 7), "verdict-good-for-up-to"),
    ] {
        let file = room.write("cached.toml", cached(cache_gib, 61, slow).as_bytes());
        let target = format!("sim:{}", file.display());
        let (record, _) = judge(&room, "dashcam", &target, &[]);
        let said = at(&record, "/headline/answer").to_string();
        assert_eq!(answer(&record), expected, "{cache_gib} GiB, {slow} MB/s: {said}");
    }
}

#[test]
fn durable_uses_name_their_condition_where_flushes_come_too_fast() {
    let room = Room::new();
    let is_conditional = |use_: &str, target: &str| {
        let settings = ["--set", "time=2s", "--set", "runs=2"];
        let (record, _) = judge(&room, use_, target, &settings);
        at(&record, "/headline").to_string().contains("verdict-if-kept")
    };
    let ignoring = "name = \"ignoring\"\ntitle = \"t\"\nsource = \"test\"\ndrive = \"nvme\"\n\
         capacity = \"32000000000B\"\n[link]\nrate = \"3GB/s\"\ncommand_overhead = \"6us\"\n\
         [cache]\nsize = \"32MiB\"\nwrite_time = \"8us\"\nflush_time = \"600us\"\n\
         [controller]\nignores_flush = true\n\
         [media.latency]\nread = \"60us\"\nwrite = \"500us\"\n";
    let file = room.write("ignoring.toml", ignoring.as_bytes());
    let target = format!("sim:{}", file.display());
    for use_ in ["etcd", "database", "slog", "ceph"] {
        assert!(is_conditional(use_, &target), "{use_}");
        // It has no volatile cache, and reports that.
        assert!(!is_conditional(use_, "sim:nvme-enterprise-write"), "{use_}");
        assert!(!is_conditional(use_, "sim:nvme-tlc-dynamic"), "{use_}");
    }
}
