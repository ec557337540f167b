//! Stalls held against simulated drives that know when they stood still.

use iogram_findings::stalls;
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Finding, Nanos, OpMix, Permille, Stall, StallSummary,
    Stop, Workload,
};
use iogram_sim::{RandomKind, SimSpec, SimTruth};

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

/// The drive's stalls; those that follow each other without a gap are one to the host.
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

/// Whether no interval inside `stall` has a completion: the drive's own work, such as copying an
/// allocation unit, stops the host just as well. Independent of what the engine noted as pauses.
fn is_silent(record: &CellRecord, stall: &Stall) -> bool {
    let (interval, end) = (record.series.interval_ns, stall.time_ns + stall.length_ns);
    let is_inside = |start: u64| start >= stall.time_ns && start + interval <= end;
    !record.series.rows.iter().any(|row| is_inside(row.start_ns))
}

/// Every stall of half a second or more is found within 100 ms, and nothing else of that length.
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
