//! Bytes combined with shares of a drive, whose size the job file does not contain: as in fio's `setup_files` and
//! `get_start_offset`.

use iogram_interchange::FioPlace;

use crate::read;

/// Regions and amounts of a job's loads on a drive of `bytes`.
#[track_caller]
fn on(bytes: u64, options: &str) -> Vec<String> {
    let text = format!("[job]\nfilename=/dev/x\nrw=randread\n{}\n", options.replace(' ', "\n"));
    let jobs = read(&text).unwrap_or_else(|faults| panic!("{options}: {faults:?}"));
    assert!(jobs.needs_capacity(), "{options}");
    let jobs = jobs.on_drive(bytes).unwrap_or_else(|faults| panic!("{options}: {faults:?}"));
    let made = jobs.method(FioPlace::Device).unwrap_or_else(|faults| panic!("{faults:?}"));
    let value = |table: &str, key: &str| {
        let line = table.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let is_load = |table: &&str| table.contains("region = ");
    let loads = made.text.split("[[step").filter(is_load);
    loads.map(|it| format!("{} {}", value(it, "region"), value(it, "amount"))).collect()
}

/// fio 3.42: the share is one of the whole drive, and ends at its end; whole blocks.
#[test]
fn an_offset_in_bytes_stands_beside_a_size_in_percent() {
    assert_eq!(on(100 << 20, "offset=1m size=50%"), ["1048576B..53477376B 52428800B"]);
    assert_eq!(on(100 << 20, "offset=80m size=50%"), ["83886080B..104857600B 20971520B"]);
    assert_eq!(on(1_000_001, "offset=4k size=50%"), ["4096B..503808B 499712B"]);
}

/// fio 3.42: an offset that is a share begins at the next block, or at the next multiple of `offset_align`.
#[test]
fn an_offset_in_percent_stands_beside_a_size_in_bytes() {
    assert_eq!(on(1_000_000, "offset=33% size=8k"), ["331776B..339968B 8192B"]);
    assert_eq!(
        on(1_000_000, "offset=33% size=8k offset_align=64k"),
        ["393216B..401408B 8192B"]
    );
    assert_eq!(on(1_000_000, "offset=33% offset_align=64k"), ["393216B..100% "]);
    assert_eq!(on(1_000_000, "size=50% io_size=10%"), ["0B..499712B 49971B"]);
    assert_eq!(on(1_000_000, "io_size=10%"), ["0B..100% 100000B"]);
}

/// fio 3.42: the sum for each clone is rounded, not the increment.
#[test]
fn clones_begin_a_share_behind_each_other() {
    let clones = on(1_000_000, "size=8k offset_increment=10% numjobs=4");
    let expected = [
        "0B..8192B 8192B",
        "102400B..110592B 8192B",
        "200704B..208896B 8192B",
        "303104B..311296B 8192B",
    ];
    assert_eq!(clones, expected);
    let text = "[a]\nfilename=/dev/x\nsize=50%\noffset_increment=40%\nnumjobs=3\n";
    let faults = read(text).unwrap().on_drive(1 << 30).unwrap_err();
    assert!(
        faults[0].to_string().starts_with("line 1: job a lacks a size in bytes"),
        "{faults:?}"
    );
}

/// Shares that do not need the size of the drive stay shares.
#[test]
fn shares_alone_are_the_methods_own() {
    for options in ["size=50%", "offset=25%", "offset=25%\nsize=50%", "offset=1m\nsize=1m"] {
        let jobs = read(&format!("[a]\nfilename=/dev/x\n{options}\n")).unwrap();
        assert!(!jobs.needs_capacity(), "{options}");
    }
}

/// The same with an existing file.
#[test]
fn a_file_that_is_there_has_shares_of_its_own() {
    let text = "[a]\nfilename=x\nrw=randread\nsize=8k\noffset_increment=10%\nnumjobs=2\n";
    let made = read(text).unwrap().method(FioPlace::Kept(1_000_000)).unwrap();
    assert!(made.text.contains("\"102400B..110592B\""), "{}", made.text);
    let faults = read(text).unwrap().method(FioPlace::File).unwrap_err();
    assert!(faults[0].to_string().contains("offset_increment in bytes"), "{faults:?}");
}
