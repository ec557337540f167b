//! Memory that storing the data of a day takes. A separate program, because the kernel counts by process.

#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "helpers of a test; the kernel says in files how much memory was taken"
)]

use std::fs;

use iogram_model::{SecondsRange, Series, SeriesOp, SeriesRow};
use iogram_store::Store;

mod sample;
use sample::Dice;

/// A field of this program's state, in bytes.
fn field(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    let digits = line.trim_matches(|it: char| !it.is_ascii_digit());
    digits.parse::<u64>().unwrap() * 1024
}

/// As many rows as the engine makes in a day.
fn day() -> Series {
    let op = |at: u64| SeriesOp {
        count: 4_000 + at % 7,
        bytes: 16_384_000 + at,
        p50_ns: Some(123_456 + at),
        p99_ns: Some(1_234_567 + at),
        max_ns: 12_345_678 + at,
    };
    let second = SecondsRange { min_bytes: 4_096_000, max_bytes: 5_120_000 };
    let rows = (0..30_000).map(|at| SeriesRow {
        start_ns: at * 4_000_000_000,
        length_ns: Some(4_000_000_000),
        read: Some(op(at)),
        write: Some(op(at * 3)),
        seconds: Some(second),
        ..SeriesRow::default()
    });
    Series { interval_ns: 100_000_000, rows: rows.collect() }
}

#[test]
fn a_day_takes_less_memory_than_its_text_is_long_while_it_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = Store::open(directory.path().join("runs.sqlite")).unwrap();
    let mut run = sample::run("20261122-day", 7);
    run.cells.clear();
    store.begin(&run).unwrap();
    let mut cell = sample::cell(&mut Dice(3), 5);
    store.keep_checkpoint(&run.id, 0, &cell, true).unwrap();
    cell.series = day();
    let text = serde_json::to_string(&cell.series).unwrap().len() as u64;
    let mut check = |what: &str, keep: &mut dyn FnMut(&mut Store)| {
        // Reset the kernel's peak of memory.
        fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = field("VmRSS:");
        keep(&mut store);
        let taken = field("VmHWM:").saturating_sub(before);
        assert!(taken < text, "{what}: {taken} bytes of memory for {text} of text");
    };
    check("under way", &mut |store| store.keep_checkpoint(&run.id, 0, &cell, true).unwrap());
    check("at its end", &mut |store| store.add_cell(&run.id, 0, &cell).unwrap());
}
