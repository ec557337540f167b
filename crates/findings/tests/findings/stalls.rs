//! Stalls, compared with simulated drives that know when they stalled.

use iogram_findings::stalls;
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Finding, Nanos, OpKind, OpMix, Pause, PausedRequest,
    Pauses, Permille, Stall, StallSummary, Stop, SyncPolicy, Workload,
};
use iogram_sim::{RandomKind, SimSpec, SimTruth};

use crate::common::{cell, histogram, with};
use crate::simulated::{rig, run};

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

/// The drive's stalls; stalls without a gap between them are one to the host.
fn told(truth: &SimTruth) -> Vec<(u64, u64)> {
    let mut list: Vec<(u64, u64)> = Vec::new();
    for stall in &truth.stalls {
        match list.last_mut() {
            Some((time, length)) if stall.time_ns <= *time + *length => {
                *length = stall.time_ns + stall.length_ns - *time;
            }
            _ => list.push((stall.time_ns, stall.length_ns)),
        }
    }
    list
}

/// Whether no interval inside `stall` has a completion: the drive's own work, such as copying an allocation unit,
/// stops the host just as well. Independent of the pauses that the engine recorded.
fn is_silent(record: &CellRecord, stall: &Stall) -> bool {
    let (interval, end) = (record.series.interval_ns, stall.time_ns + stall.length_ns);
    let is_inside = |start: u64| start >= stall.time_ns && start + interval <= end;
    !record.series.rows.iter().any(|row| is_inside(row.start_ns))
}

/// Checks that every stall of half a second or more is found within 100 ms, and nothing else of that length.
#[track_caller]
fn check_drive(kind: RandomKind, seed: u64, with_stalls: bool) -> usize {
    let mut spec = SimSpec::random(kind, seed);
    let depth = [1, 1, 4, 32][usize::try_from(seed % 4).unwrap()];
    let block = [4096, 16_384, 65_536][usize::try_from(seed % 3).unwrap()];
    if with_stalls {
        let text = "[[stalls]]\none_in = 4000\nmin = \"300ms\"\nmax = \"4s\"\n\
                    [[stalls]]\none_in = 20000\nmin = \"10s\"\nmax = \"40s\"\n";
        let table: toml::Table = toml::from_str(text).unwrap();
        spec.stalls = table["stalls"].clone().try_into().unwrap();
    }
    let name = spec.drive.name();
    let mut rig = rig(spec, seed);
    let record = run(&mut rig, writes(block, depth, 60));
    let truth = rig.drive_mut().truth();
    let what = format!(
        "iogram sim random --kind {} --seed {seed}, {block} B, depth {depth}",
        kind.name()
    );
    let (list, _) = found(&record, name);
    let ended = record.started_ns + record.elapsed_ns;
    let told = told(&truth);
    for (time, length) in told.iter().filter(|it| it.1 >= SECOND / 2 && it.0 + it.1 < ended) {
        let near = list.iter().find(|stall| {
            let end = stall.time_ns + stall.length_ns;
            stall.time_ns.abs_diff(*time) <= 100 * MS && end.abs_diff(time + length) <= 100 * MS
        });
        assert!(near.is_some(), "{what}: {time} {length} not in {list:?}");
    }
    for stall in &list {
        let is_told = told.iter().any(|it| it.0.abs_diff(stall.time_ns) <= 100 * MS);
        assert!(is_told || is_silent(&record, stall), "{what}: {stall:?} is none of {told:?}");
    }
    told.len()
}

#[test]
fn every_simulated_stall_is_found_and_none_is_invented() {
    let mut count = 0;
    for kind in [RandomKind::Sd, RandomKind::Usb, RandomKind::Ssd] {
        for seed in 0..40 {
            count += check_drive(kind, seed, true);
            check_drive(kind, seed, false);
        }
    }
    assert!(count > 500, "only {count} stalls to find");
}

#[test]
fn a_stall_that_never_ends_is_a_stall() {
    let text = "[[faults]]\nafter = { time = \"2s\" }\nevent = { stall = \"1000s\" }";
    let mut spec = SimSpec::random(RandomKind::Sd, 1);
    let table: toml::Table = toml::from_str(text).unwrap();
    spec.faults = table["faults"].clone().try_into().unwrap();
    let mut rig = rig(spec, 1);
    let record = run(&mut rig, writes(4096, 1, 10));
    let (list, summary) = found(&record, "SD");
    assert_eq!(list.len(), 1, "{list:?}");
    assert!(list[0].time_ns.abs_diff(2 * SECOND) < 100 * MS, "{list:?}");
    assert!(list[0].length_ns >= 60 * SECOND, "{list:?}");
    assert_eq!(list[0].operation, None);
    assert!(summary.unwrap().lost_ratio > 0.95);
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
