//! The steps of a review of an SSD: the drive's contents at each of its steps match the reviewer's description.

use iogram_model::{CellRecord, OpKind, Run};

use crate::common::Room;

/// 4 GB in pages, and nothing else: the amounts are a sixteenth of the method's.
const DRIVE: &str = r#"
name = "small"
title = "A small SSD"
source = "arbitrary"
drive = "nvme"
capacity = "4GiB"
[link]
rate = "2GB/s"
in_flight = 64
[media.latency]
read = "50us"
write = "60us"
"#;

fn review(room: &Room) -> Run {
    room.write("small.toml", DRIVE.as_bytes());
    let sets = [
        "scale=1/16",
        "cdm_loops=1",
        "cdm_time=1s",
        "cdm_interval=1s",
        "passes=1",
        "day_runs=1",
        "requests=2000",
        "low_qd_random=16MiB",
        "sync_amount=64MiB",
        "rest=1s",
        "rest_max=1s",
    ];
    let mut arguments = vec!["run", "cssd", "sim:small.toml", "--seed", "1", "--quiet"];
    arguments.extend(sets.iter().flat_map(|set| ["--set", set]));
    let _ = room.run(&arguments);
    room.last_run()
}

fn of_block<'a>(run: &'a Run, block: &str) -> Vec<&'a CellRecord> {
    let start = format!("{block}/");
    run.cells.iter().filter(|cell| cell.name.starts_with(&start)).collect()
}

#[test]
fn three_quarters_of_the_drive_are_in_use_while_a_reviewer_measures_it() {
    let room = Room::new();
    let run = review(&room);
    let blocks: Vec<&str> = run
        .cells
        .iter()
        .map(|cell| cell.name.split('/').next().unwrap())
        .fold(Vec::new(), |mut all, block| {
            if all.last() != Some(&block) {
                all.push(block);
            }
            all
        });
    assert_eq!(
        blocks,
        [
            "fresh",
            "fresh-nvme",
            "fresh-day",
            "precondition",
            "used",
            "used-nvme",
            "used-day",
            "fill-drive",
            "precondition-again",
            "sync",
            "low-qd",
            "latency",
        ]
    );
    // Every read of the last three blocks hits written data: at the front from random writes, behind that from the
    // fill.
    for block in ["sync", "low-qd", "latency"] {
        let cells = of_block(&run, block);
        assert!(!cells.is_empty(), "{block}");
        for cell in cells {
            assert_eq!(cell.unstored, None, "{}", cell.name);
        }
    }
    let reads = of_block(&run, "low-qd")
        .into_iter()
        .filter(|cell| cell.operations.of(OpKind::Read).is_some_and(|it| it.bytes > 0));
    assert!(reads.count() > 30, "the reads were made");
    // The fill wrote everything twice and discarded nothing; the last quarter is free afterwards.
    let fill = of_block(&run, "fill-drive");
    assert!(fill.iter().all(|cell| cell.operations.of(OpKind::Discard).is_none()));
    let written: u64 =
        fill.iter().filter_map(|cell| Some(cell.operations.of(OpKind::Write)?.bytes)).sum();
    assert!(written >= 8 << 30, "{written} B");
}
