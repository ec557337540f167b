//! Slow stretches are found exactly where the test placed them.

use iogram_engine::shorten_series;
use iogram_findings::{slow_stretches, stalls};
use iogram_model::{CellRecord, Finding, OpKind, Series, SeriesOp, SeriesRow, SlowStretch};

use crate::common::{cell, with};

const INTERVAL: u64 = 100_000_000;
const SECOND: u64 = 1_000_000_000;

fn found(cell: &CellRecord) -> Vec<SlowStretch> {
    let stalls = stalls(None, std::slice::from_ref(cell));
    slow_stretches(std::slice::from_ref(cell), &stalls)
        .into_iter()
        .map(|finding| match finding {
            Finding::SlowStretch(stretch) => stretch,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// A number below `end`, determined by `seed` and `index`.
fn below(seed: u64, index: u64, end: u64) -> u64 {
    iogram_engine::mix(seed << 20 ^ index) % end
}

/// A cell of this many seconds that writes at `rate` with noise, and at `slow` in the given parts; in blocks of
/// `block` bytes, so that an interval has a whole number of them.
fn written(
    seed: u64,
    seconds: u64,
    block: u64,
    (rate, slow): (u64, u64),
    parts: &[(u64, u64)],
) -> CellRecord {
    let mut record = with(cell("soak"), OpKind::Write, 1000, 0);
    record.elapsed_ns = seconds * SECOND;
    let mut owed = 0;
    let rows = (0..seconds * 10).filter_map(|index| {
        let is_slow = parts.iter().any(|(from, to)| (from * 10..to * 10).contains(&index));
        let mean = if is_slow { slow } else { rate } / 10;
        owed += mean / 2 + below(seed, index, mean.max(1));
        let count = owed / block;
        owed %= block;
        let op =
            SeriesOp { count, bytes: count * block, p50_ns: None, p99_ns: None, max_ns: 0 };
        let start_ns = index * INTERVAL;
        (count > 0).then(|| SeriesRow { start_ns, write: Some(op), ..SeriesRow::default() })
    });
    record.series = Series { interval_ns: INTERVAL, rows: rows.collect() };
    record
}

#[test]
fn every_slow_stretch_is_found_where_it_is_and_none_is_invented() {
    for seed in 0..300 {
        let block = [4 << 10, 64 << 10, 512 << 10][usize::try_from(seed % 3).unwrap()];
        let rate = (4 + below(seed, 1, 40)) * 1_000_000;
        let slow = rate / (6 + below(seed, 2, 60));
        // One to three stretches of 12 seconds to four minutes, with gaps of at least their length.
        let mut parts = Vec::new();
        let mut at = 60;
        for index in 0..=below(seed, 3, 3) {
            let length = 12 + below(seed, 10 + index, 228);
            parts.push((at, at + length));
            at += 2 * length + 30 + below(seed, 20 + index, 60);
        }
        let record = written(seed, at + 60, block, (rate, slow), &parts);
        let stretches = found(&record);
        let what = format!("seed {seed}: {rate} and {slow} B/s in {parts:?}: {stretches:#?}");
        assert_eq!(stretches.len(), parts.len(), "{what}");
        for (stretch, (from, to)) in stretches.iter().zip(&parts) {
            assert!(stretch.from_ns.abs_diff(from * SECOND) <= SECOND, "{what}");
            assert!(stretch.to_ns.abs_diff(to * SECOND) <= SECOND, "{what}");
            assert!(stretch.bytes_per_s < 0.25 * stretch.usual_bytes_per_s, "{what}");
            assert!(stretch.is_over, "{what}");
        }
        let steady = written(seed, at + 60, block, (rate, slow), &[]);
        assert_eq!(found(&steady), [], "seed {seed}, steady");
    }
}

/// A cell of a day has rows of four seconds; so does this one, except at its ends.
#[test]
fn slow_stretches_of_a_long_cell_are_found_where_its_intervals_were_put_together() {
    for seed in 300..360 {
        let rate = (4 + below(seed, 1, 40)) * 1_000_000;
        let slow = rate / (6 + below(seed, 2, 60));
        let length = |index| 12 + below(seed, index, 100);
        let parts = [(400, 400 + length(3)), (900, 900 + length(4)), (1500, 1500 + length(5))];
        let mut record = written(seed, 2000, 4 << 10, (rate, slow), &parts);
        shorten_series(&mut record.series, 3_100);
        assert_eq!(record.series.coarsest_ns(), 4 * SECOND);
        let stretches = found(&record);
        let what = format!("seed {seed}: {rate} and {slow} B/s in {parts:?}: {stretches:#?}");
        assert_eq!(stretches.len(), parts.len(), "{what}");
        for (stretch, (from, to)) in stretches.iter().zip(&parts) {
            assert!(stretch.from_ns.abs_diff(from * SECOND) <= 2 * SECOND, "{what}");
            assert!(stretch.to_ns.abs_diff(to * SECOND) <= 2 * SECOND, "{what}");
        }
        let mut steady = written(seed, 2000, 4 << 10, (rate, slow), &[]);
        shorten_series(&mut steady.series, 3_100);
        assert_eq!(found(&steady), [], "seed {seed}, steady");
    }
}

#[test]
fn a_rate_that_falls_and_stays_is_told_only_where_it_came_back_before() {
    let whole = 600;
    assert_eq!(found(&written(1, whole, 4096, (20_000_000, 1_000_000), &[(300, 600)])), []);
    let again = written(1, whole, 4096, (20_000_000, 1_000_000), &[(100, 160), (500, 600)]);
    let ends: Vec<bool> = found(&again).iter().map(|stretch| stretch.is_over).collect();
    assert_eq!(ends, [true, false]);
}

#[test]
fn slow_for_half_of_the_time_is_slow() {
    let parts = [(30, 150), (180, 300), (330, 450)];
    assert_eq!(found(&written(2, 600, 4096, (12_000_000, 300_000), &parts)).len(), 3);
}

#[test]
fn large_requests_on_a_slow_drive_are_no_slow_stretches() {
    // One request every four seconds: most windows of a second are empty.
    let mut record = written(3, 600, 4 << 20, (1_000_000, 1_000_000), &[]);
    record.operations.write.as_mut().unwrap().latency_ns.p50 = Some(4 * SECOND);
    assert_eq!(found(&record), []);
}
