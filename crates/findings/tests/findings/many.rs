//! Among many drives every bad one is reported, no good one is, and the worst comes first.

use std::collections::{BTreeMap, BTreeSet};

use iogram_findings::{FleetBuilder, FleetGroup, Many, analysed, fleet_run, lead, shortcoming};
use iogram_model::{
    Argument, CellRecord, CellState, Finding, Fleet, FleetRun, Message, MessageId, OpKind, Run,
    RunState, Shortcoming, StallSummary, TargetKind,
};

use crate::common::{cell, run, with};
use crate::fleet::Random;

/// Drives of each fleet.
const DRIVES: usize = 24;
/// Runs of each drive.
const RUNS: usize = 4;

fn writes(mb_per_s: u64) -> CellRecord {
    with(cell("write"), OpKind::Write, 10_000, mb_per_s * 10_000_000)
}

/// Kinds of drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Fine,
    /// None of its runs completed.
    Unknown,
    /// One request in ten takes seconds.
    Slow,
    Failing,
}

impl Kind {
    const BAD: [Self; 3] = [Self::Unknown, Self::Slow, Self::Failing];

    const fn shortcoming(self) -> Option<Shortcoming> {
        match self {
            Self::Fine => None,
            Self::Unknown => Some(Shortcoming::Open),
            Self::Slow => Some(Shortcoming::Stalls),
            Self::Failing => Some(Shortcoming::Failed),
        }
    }
}

/// The run `number` of a drive of this kind, with its conclusions.
fn made(kind: Kind, number: usize, is_once_broken: bool) -> Run {
    let mut cell = writes(100);
    let mut state = RunState::Completed;
    match kind {
        Kind::Unknown => state = RunState::Interrupted,
        // Not in every run.
        Kind::Slow if number != 2 => {
            if let Some(write) = &mut cell.operations.write {
                write.latency_ns.p90 = Some(3_000_000_000);
            }
        }
        Kind::Failing if number == 1 => {
            cell.state = CellState::Vanished;
            state = RunState::Failed;
        }
        Kind::Fine if is_once_broken && number == 3 => state = RunState::Interrupted,
        Kind::Fine | Kind::Slow | Kind::Failing => {}
    }
    let mut run = run("S", vec![cell]);
    run.target.kind = TargetKind::BlockDevice;
    run.state = state;
    run.started_at_us = 1_795_000_000_000_000 + i64::try_from(number).unwrap() * 86_400_000_000;
    analysed(run)
}

/// Every possible run, analysed once.
fn made_up() -> BTreeMap<(Kind, usize, bool), FleetRun> {
    let mut all = BTreeMap::new();
    for kind in [Kind::Fine, Kind::Unknown, Kind::Slow, Kind::Failing] {
        for number in 0..RUNS {
            for is_once_broken in [false, true] {
                let run = fleet_run(&made(kind, number, is_once_broken)).unwrap();
                all.insert((kind, number, is_once_broken), run);
            }
        }
    }
    all
}

fn fleet_of(kinds: &[Kind], runs: &BTreeMap<(Kind, usize, bool), FleetRun>) -> Fleet {
    let mut all: Vec<FleetRun> = Vec::new();
    for (drive, kind) in kinds.iter().enumerate() {
        for number in 0..RUNS {
            // One run of some good drives was interrupted once.
            let run = &runs[&(*kind, number, drive.is_multiple_of(5))];
            all.push(FleetRun { drive: format!("S{drive:02}"), ..run.clone() });
        }
    }
    let model = all[0].model.clone();
    let mut builder = FleetBuilder::new(FleetGroup::Model, false);
    builder.add_model(&model, &all.iter().collect::<Vec<_>>());
    builder.told(0)
}

fn count_of(message: &Message) -> (Option<&Argument>, Option<&Argument>) {
    (message.arguments.get("count"), message.arguments.get("all"))
}

#[test]
fn of_a_thousand_fleets_no_bad_drive_is_missed_and_none_is_invented() {
    let runs = made_up();
    for seed in 0..1000_usize {
        let mut random = Random(seed as u64);
        let mut kinds = vec![Kind::Fine; DRIVES];
        let mut places = BTreeSet::new();
        while places.len() < seed % 6 {
            places.insert(random.below(DRIVES));
        }
        for (index, place) in places.iter().enumerate() {
            kinds[*place] = Kind::BAD[(seed / 6 + index) % 3];
        }
        let fleet = fleet_of(&kinds, &runs);
        let expected: BTreeSet<(String, Shortcoming)> = (0..)
            .zip(&kinds)
            .filter_map(|(drive, kind)| Some((format!("S{drive:02}"), kind.shortcoming()?)))
            .collect();
        let told: BTreeSet<(String, Shortcoming)> =
            fleet.members.iter().map(|it| (it.drive.clone(), it.told.kind)).collect();
        assert_eq!(told, expected, "seed {seed}");
        assert_eq!(fleet.members.len(), expected.len(), "seed {seed}: each once");
        // The worst comes first, with its number among all.
        let worst = expected.iter().map(|(_, kind)| *kind).max();
        let count = expected.iter().filter(|(_, kind)| Some(*kind) == worst).count() as u64;
        match (fleet.lead.first(), worst) {
            (None, None) => {}
            (Some(first), Some(worst)) => {
                let id = match worst {
                    Shortcoming::Failed => MessageId::DrivesFailed,
                    Shortcoming::Stalls => MessageId::DrivesStall,
                    Shortcoming::Hurts => MessageId::DrivesHurt,
                    Shortcoming::Open => MessageId::DrivesOpen,
                };
                assert_eq!(first.id, id, "seed {seed}");
                let all = Argument::Count(DRIVES as u64);
                let counts = (Some(&Argument::Count(count)), Some(&all));
                assert_eq!(count_of(first), counts, "seed {seed}");
                assert_eq!(fleet.members[0].told.kind, worst, "seed {seed}");
            }
            other => panic!("seed {seed}: {other:?}"),
        }
    }
}

#[test]
fn what_stands_still_is_a_stall_and_a_caution_about_the_measurement_is_none() {
    let stall = Finding::StallSummary(StallSummary {
        cell: "write".to_owned(),
        repeat: 0,
        count: 3,
        longest_ns: 2_800_000_000,
        lost_ns: 4_000_000_000,
        lost_ratio: 0.4,
        period_ns: None,
    });
    let of = |findings: Vec<Finding>| {
        let run = analysed(Run { findings, ..run("S1", vec![writes(3)]) });
        shortcoming(&run).map(|it| it.kind)
    };
    assert_eq!(of(vec![stall]), Some(Shortcoming::Stalls));
    assert_eq!(of(Vec::new()), None);
}

#[test]
fn many_are_counted_and_the_first_of_them_are_named() {
    let members: Vec<(String, Shortcoming)> =
        (0..9).map(|it| (format!("S{it}"), Shortcoming::Failed)).collect();
    let lead = lead(Many::Runs, 20, &members);
    assert_eq!(lead.len(), 1);
    let which = lead[0].arguments.get("which").and_then(Argument::plain).unwrap();
    assert!(which.starts_with("S0, S1, ") && which.ends_with(", .."), "{which}");
}
