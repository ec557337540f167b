//! Caches in records built by hand. Those of simulated drives are tried in `crates/proving/tests/conclusions`.

use iogram_findings::caches;
use iogram_model::{Access, Bytes, Finding, OpKind, Series, SeriesOp, SeriesRow, Stop};

use crate::common::{cell, with};

/// A QLC drive that is fast for a fifth of its capacity: most of its data is written slowly.
#[test]
fn what_is_written_slowly_counts_by_its_bytes() {
    const INTERVAL: u64 = 100_000_000;
    let mut pass = with(cell("first pass"), OpKind::Write, 1000, 0);
    let rates = std::iter::repeat_n(327_700_000, 6).chain(std::iter::repeat_n(15_700_000, 471));
    let row = |(index, bytes): (u64, u64)| SeriesRow {
        start_ns: index * INTERVAL,
        write: Some(SeriesOp { count: 1, bytes, p50_ns: None, p99_ns: None, max_ns: 1 }),
        ..SeriesRow::default()
    };
    pass.series = Series { interval_ns: INTERVAL, rows: (0..).zip(rates).map(row).collect() };
    pass.workload.access = Access::Sequential;
    pass.workload.stop =
        Stop { pass_count: Some(1), amount: Some(Bytes(9_360_900_000)), ..Stop::default() };
    let findings = caches(&[pass]);
    let profile = findings.iter().find_map(|finding| match finding {
        Finding::FillProfile(profile) => Some(profile),
        _ => None,
    });
    let share = profile.unwrap().below_half_mean_ratio;
    assert!((0.78..0.80).contains(&share), "{profile:?}");
}
