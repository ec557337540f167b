//! Cells with merged intervals lead to the same conclusions.

use iogram_engine::shorten_series;
use iogram_findings::{caches, slow_stretches, stalls};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Finding, Nanos, OpMix, Permille, Stop, Workload,
};
use iogram_sim::SimSpec;

use crate::simulated::{rig, run};

const SECOND: u64 = Nanos::SECOND.0;

fn written(drive: &str, seconds: u64, access: Access, block: u64) -> CellRecord {
    let spec = SimSpec::from_zoo(drive).unwrap().unwrap();
    let workload = Workload {
        access,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(Bytes(block)),
        depth: 1,
        stop: Stop { time: Some(Nanos(seconds * SECOND)), ..Stop::default() },
        ..Workload::default()
    };
    run(&mut rig(spec, 7), workload)
}

/// All conclusions from the cell's time series.
fn concluded(cell: &CellRecord) -> [Vec<Finding>; 2] {
    let cells = std::slice::from_ref(cell);
    let stalls = stalls(Some("SD"), cells);
    let slow = slow_stretches(cells, &stalls);
    [stalls, slow]
}

#[test]
fn stalls_and_slow_stretches_of_the_zoo_are_the_same_after_intervals_were_put_together() {
    let mut found = 0;
    for drive in ["usb-stick-2au", "s3-lexar-633x-16g", "s4-sd"] {
        let mut cell = written(drive, 900, Access::Random, 64 << 10);
        let [stalls, slow] = concluded(&cell);
        shorten_series(&mut cell.series, 2_800);
        let [stalls_after, slow_after] = concluded(&cell);
        assert_eq!(stalls_after, stalls, "{drive}");
        assert_eq!(slow_after.len(), slow.len(), "{drive}: {slow:#?} {slow_after:#?}");
        for pair in slow.iter().zip(&slow_after) {
            let (Finding::SlowStretch(one), Finding::SlowStretch(other)) = pair else {
                panic!("{pair:?}")
            };
            assert!(one.from_ns.abs_diff(other.from_ns) <= 4 * SECOND, "{drive}: {pair:?}");
            assert!(one.to_ns.abs_diff(other.to_ns) <= 4 * SECOND, "{drive}: {pair:?}");
        }
        found += stalls.len() + slow.len();
    }
    assert!(found > 0, "there was something to be lost");
}

#[test]
fn the_end_of_a_cache_and_the_worst_second_are_found_where_intervals_were_put_together() {
    // A time limit, so that there is no progress by bytes; only the series shows where the cache ends.
    let mut cell = written("sata-tlc-static", 600, Access::Sequential, 1 << 20);
    let before = caches(std::slice::from_ref(&cell));
    shorten_series(&mut cell.series, 2_700);
    assert_eq!(cell.series.coarsest_ns(), 4 * SECOND);
    let after = caches(std::slice::from_ref(&cell));
    assert_eq!(after.len(), before.len(), "{before:#?} {after:#?}");
    for pair in before.iter().zip(&after) {
        match pair {
            (Finding::Plateau(one), Finding::Plateau(other)) => {
                assert_eq!(one.role, other.role);
                let near = one.to_ns.abs_diff(other.to_ns) <= 2 * SECOND;
                assert!(near, "{pair:?}");
            }
            (Finding::FillProfile(one), Finding::FillProfile(other)) => {
                let (one, other) = (
                    one.worst_second_bytes_per_s.unwrap(),
                    other.worst_second_bytes_per_s.unwrap(),
                );
                assert!((one - other).abs() < 0.1 * one, "{pair:?}");
            }
            _ => {}
        }
    }
}
