//! Stalls in records built by hand. Those of simulated drives are tried in `crates/proving/tests/conclusions`.

use iogram_findings::stalls;
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Finding, Nanos, OpKind, OpMix, Pause, PausedRequest,
    Pauses, Permille, Stall, StallSummary, Stop, SyncPolicy, Workload,
};

use crate::common::{cell, histogram, with};

const MS: u64 = 1_000_000;
const SECOND: u64 = 1000 * MS;

fn writes(block: u64, depth: u32, time_s: u64) -> Workload {
    Workload {
        access: Access::Sequential,
        mix: OpMix { read: Permille(0), ..OpMix::default() },
        block: Blocks::one(Bytes(block)),
        depth,
        stop: Stop { time: Some(Nanos(time_s * SECOND)), ..Stop::default() },
        ..Workload::default()
    }
}

fn found(record: &CellRecord, drive: &str) -> (Vec<Stall>, Option<StallSummary>) {
    let mut list = Vec::new();
    let mut summary = None;
    for finding in stalls(Some(drive), std::slice::from_ref(record)) {
        match finding {
            Finding::Stall(stall) => list.push(stall),
            Finding::StallSummary(it) => summary = Some(it),
            other => panic!("{other:?}"),
        }
    }
    (list, summary)
}

/// Pauses of one second that begin at these milliseconds, in a cell of 100 s.
fn paused(starts_ms: &[u64]) -> CellRecord {
    let mut record = with(cell("soak"), OpKind::Write, 1000, 4_096_000);
    record.elapsed_ns = 100 * SECOND;
    let pause = |start: &u64| Pause {
        start_ns: start * MS,
        length_ns: SECOND,
        ended_by: Some(PausedRequest {
            operation: OpKind::Write,
            offset_bytes: 4096,
            issued_ns: start * MS,
        }),
    };
    let list = starts_ms.iter().map(pause).collect();
    record.pauses = Some(Pauses { length_min_ns: 250 * MS, list });
    record
}

#[track_caller]
fn check_period(starts_ms: &[u64], expected_ms: Option<u64>) {
    let (_, summary) = found(&paused(starts_ms), "SD");
    let period = summary.and_then(|summary| summary.period_ns).map(|ns| ns / MS);
    assert_eq!(period, expected_ms, "{starts_ms:?}");
}

#[test]
fn a_period_is_told_where_stalls_come_regularly_and_only_there() {
    check_period(&[1000, 11_000, 21_000, 31_000, 41_000, 51_000], Some(10_000));
    // One is missing, and each is a little early or late.
    check_period(&[1000, 11_300, 20_800, 41_200, 51_000, 60_700, 71_000], Some(10_000));
    check_period(&[1000, 11_000, 21_000], None);
    check_period(&[1000, 4000, 21_000, 23_500, 41_000, 60_000, 61_700], None);
}

#[test]
fn the_share_of_time_lost_is_said() {
    let (list, summary) = found(&paused(&[1000, 50_000]), "SD");
    let summary = summary.unwrap();
    assert_eq!((list.len(), summary.count), (2, 2));
    assert_eq!((summary.lost_ns, summary.longest_ns), (2 * SECOND, SECOND));
    assert!((summary.lost_ratio - 0.02).abs() < 1e-9);
    let (list, summary) = found(&paused(&[]), "SD");
    assert!(list.is_empty() && summary.is_none());
}

#[test]
fn what_every_request_takes_is_no_stall() {
    let mut record = paused(&[1000, 50_000]);
    let write = record.operations.write.as_mut().unwrap();
    write.histogram = histogram(&[(1000, 900 * MS)]);
    assert!(found(&record, "SD").0.is_empty());
}

/// A card that needs 2.84 s for nine of ten small writes, and a millisecond for the others.
#[test]
fn where_most_requests_stall_the_stall_is_not_what_is_usual() {
    let mut record = paused(&[1000, 5000, 9000, 13_000]);
    let write = record.operations.write.as_mut().unwrap();
    write.latency_ns.p90 = Some(2840 * MS);
    let mut slow = iogram_stats::Histogram::new();
    for number in 0..165 {
        slow.record(if number % 8 == 0 { MS } else { 2840 * MS });
    }
    write.histogram = slow.to_text();
    let (list, summary) = found(&record, "SD");
    assert_eq!(list.len(), 4);
    assert_eq!(summary.unwrap().longest_ns, SECOND);
    // If all of them are as slow, the drive's sequential work shows it.
    write_all_slow(&mut record);
    assert!(found(&record, "SD").0.is_empty());
    let mut in_order = paused(&[]);
    in_order.workload = writes(4096, 1, 60);
    in_order.operations.write.as_mut().unwrap().histogram = histogram(&[(1000, 2 * MS)]);
    let cells = [in_order, record];
    let found = stalls(Some("SD"), &cells);
    assert_eq!(found.iter().filter(|it| matches!(it, Finding::Stall(_))).count(), 4);
}

fn write_all_slow(record: &mut CellRecord) {
    record.workload = Workload { access: Access::Random, ..writes(4096, 1, 60) };
    record.operations.write.as_mut().unwrap().histogram = histogram(&[(1000, 2840 * MS)]);
}

#[test]
fn the_flush_at_the_end_is_no_stall() {
    let mut record = paused(&[1000, 50_000]);
    let pauses = record.pauses.as_mut().unwrap();
    pauses.list[1].ended_by.as_mut().unwrap().operation = OpKind::Flush;
    record.workload.sync = SyncPolicy::End;
    assert_eq!(found(&record, "SD").0.len(), 1);
    record.workload.sync = SyncPolicy::Each;
    assert_eq!(found(&record, "SD").0.len(), 2);
}

/// `cell` with a pause of the computer's from `start_ms` on.
fn with_host_pause(mut cell: CellRecord, start_ms: u64, length_ms: u64) -> CellRecord {
    cell.host_pauses.push(iogram_model::HostPause {
        start_ns: start_ms * 1_000_000,
        length_ns: length_ms * 1_000_000,
        slept_ns: None,
        reason: iogram_model::HostPauseReason::Stopped,
    });
    cell
}

#[test]
fn what_the_computer_paused_is_no_stall_of_the_drive() {
    let length_ms = |cell: CellRecord| -> Vec<u64> {
        stalls(None, &[cell])
            .iter()
            .filter_map(|finding| match finding {
                Finding::Stall(stall) => Some(stall.length_ns / 1_000_000),
                _ => None,
            })
            .collect()
    };
    let cell = paused(&[1000]);
    let whole = length_ms(cell.clone())[0];
    assert!(whole >= 600, "{whole}");
    // The whole stall, including the short time that the sampling missed.
    assert_eq!(length_ms(with_host_pause(cell.clone(), 1010, whole)), [0_u64; 0]);
    // The drive stalled before the computer paused.
    let before = with_host_pause(cell.clone(), 1000 + whole - 100, 5000);
    assert_eq!(length_ms(before), [whole - 100]);
    // At another time altogether.
    assert_eq!(length_ms(with_host_pause(cell, 60_000, 2000)), [whole]);
}
