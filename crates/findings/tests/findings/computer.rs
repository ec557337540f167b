//! A disturbance by the computer is not the drive's fault: it makes no good drive fail, and no bad one pass.
//!
//! A thread makes one request after the other on a known drive. The computer disturbs it in the usual ways: it takes
//! time away, and the record shows that as real records do.

use iogram_findings::{analyse, compare, fleet_run, shortcoming};
use iogram_model::{
    Analysis, Argument, CellRecord, ClockRecord, Criteria, Figure, Finding, HostPause,
    HostPauseReason, LatencySummary, MessageId, Nanos, OpKind, OtherActivity, OutcomeKind,
    Pause, PausedRequest, Pauses, Rule, Run, Severity, Shortcoming, SubmitterRecord, Verdict,
    Warning, WarningCode,
};
use iogram_stats::Histogram;
use iogram_testing::records;

use crate::common::{cell, run};
use crate::rules::etcd;

const MS: u64 = 1_000_000;
const SECOND: u64 = 1000 * MS;
const SEEDS: u64 = 50;
/// Requests of the cell.
const REQUESTS: u64 = 3000;

/// A drive that is always good, one that is always bad, and one that is good only under a small load.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Drive {
    Good,
    Bad,
    BadUnderLoad,
}

/// The disturbance by the computer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Does {
    Nothing,
    LetsItWait,
    ThrottlesItsGroup,
    HasOthers,
    Steals,
    Pages,
    Stops,
    UsesTheDrive,
    SetsClocks,
}

const DISTURBANCES: [Does; 8] = [
    Does::LetsItWait,
    Does::ThrottlesItsGroup,
    Does::HasOthers,
    Does::Steals,
    Does::Pages,
    Does::Stops,
    Does::UsesTheDrive,
    Does::SetsClocks,
];

/// Pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn is(&mut self, per_mille: u64) -> bool {
        self.below(1000) < per_mille
    }
}

/// Service time of the drive after it had `rested`: two in a hundred requests take long.
fn service_ns(drive: Drive, rested_ns: u64, dice: &mut Dice) -> u64 {
    let usual = match drive {
        Drive::Good => 3 * MS,
        Drive::Bad => 20 * MS,
        Drive::BadUnderLoad if rested_ns >= 3 * MS => MS,
        Drive::BadUnderLoad => 20 * MS,
    };
    usual / 2 + dice.below(usual) + if dice.is(20) { usual } else { 0 }
}

/// Time that the computer adds to a request.
fn added_ns(does: Does, dice: &mut Dice) -> u64 {
    match does {
        Does::Nothing | Does::Stops => 0,
        Does::LetsItWait | Does::HasOthers | Does::Steals | Does::Pages => {
            if dice.is(300) {
                dice.below(60 * MS)
            } else {
                0
            }
        }
        Does::ThrottlesItsGroup => {
            if dice.is(60) {
                90 * MS
            } else {
                0
            }
        }
        Does::UsesTheDrive => {
            if dice.is(200) {
                5 * MS + dice.below(100 * MS)
            } else {
                0
            }
        }
        Does::SetsClocks => {
            if dice.is(1) {
                800 * MS
            } else {
                0
            }
        }
    }
}

/// The record of a thread that makes one durable write after the other.
fn measured(drive: Drive, does: Does, seed: u64) -> CellRecord {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5EED);
    let mut histogram = Histogram::new();
    let (mut now, mut taken, mut worst_step) = (0, 0, 0_u64);
    let mut pauses = Pauses { length_min_ns: 300 * MS, list: Vec::new() };
    let mut host_pauses = Vec::new();
    let (mut count, mut set_aside, mut rested) = (0, 0, 0);
    for index in 0..REQUESTS {
        let from = now;
        let added = added_ns(does, &mut dice);
        let mut latency = service_ns(drive, rested, &mut dice) + added;
        rested = if does == Does::UsesTheDrive { 0 } else { added };
        taken += added;
        worst_step = worst_step.max(added);
        let is_stopped = does == Does::Stops && index % 600 == 300;
        if is_stopped {
            let length = SECOND + dice.below(SECOND);
            host_pauses.push(HostPause {
                start_ns: from,
                length_ns: length,
                slept_ns: None,
                reason: HostPauseReason::Stopped,
            });
            (latency, rested, set_aside) = (latency + length, length, set_aside + 1);
        } else {
            histogram.record(latency);
            count += 1;
        }
        now += latency;
        if latency >= pauses.length_min_ns {
            let ended_by = Some(PausedRequest {
                operation: OpKind::Flush,
                offset_bytes: 0,
                issued_ns: from,
            });
            pauses.list.push(Pause { start_ns: from, length_ns: latency, ended_by });
        }
    }
    let mut cell = CellRecord {
        elapsed_ns: now,
        pauses: Some(pauses),
        host_pauses,
        set_aside_count: (set_aside > 0).then_some(set_aside),
        ..cell("sync")
    };
    tell(&mut cell, does, (taken, worst_step));
    let quantiles = histogram.quantiles();
    let latency_ns = LatencySummary {
        p50: quantiles.p50,
        p90: quantiles.p90,
        p99: quantiles.p99,
        ..records::latency(
            histogram.min_ns().unwrap(),
            histogram.mean_ns().unwrap(),
            histogram.max_ns().unwrap(),
        )
    };
    let mut flush = records::operation((count, 0), Nanos(cell.running_ns()), latency_ns);
    flush.histogram = histogram.to_text();
    cell.operations.flush = Some(flush);
    cell
}

/// Writes the evidence of the disturbance into the record.
fn tell(cell: &mut CellRecord, does: Does, (taken_ns, step_ns): (u64, u64)) {
    let submitter = |run_delay_ns| SubmitterRecord {
        cpu: None,
        elapsed_ns: cell.elapsed_ns,
        run_delay_ns: Some(run_delay_ns),
        run_count: Some(REQUESTS),
        involuntary_switch_count: Some(7),
        looked_ns: None,
        cpu_index: None,
    };
    #[expect(clippy::cast_precision_loss, reason = "times of a test")]
    let share = taken_ns as f64 / cell.elapsed_ns as f64;
    let quiet = || OtherActivity {
        cpu_busy_ratio: Some(0.2),
        cpu_others_ratio: Some(0.01),
        ..OtherActivity::default()
    };
    cell.engine.submitters = vec![submitter(cell.elapsed_ns / 100)];
    cell.others = Some(quiet());
    match does {
        Does::Nothing | Does::Stops => {}
        Does::LetsItWait | Does::ThrottlesItsGroup => {
            cell.engine.submitters = vec![submitter(taken_ns)];
        }
        // A thread of the kernel's I/O path waits, not the submitting thread itself.
        Does::HasOthers => {
            cell.others = Some(OtherActivity {
                cpu_busy_ratio: Some(0.99),
                cpu_others_ratio: Some(share.max(0.5)),
                ..OtherActivity::default()
            });
        }
        // One of four processors: the one that submitted.
        Does::Steals => {
            let cpu_stolen_ratio = Some(share / 4.0);
            cell.others = Some(OtherActivity { cpu_stolen_ratio, ..quiet() });
        }
        Does::Pages => {
            cell.others = Some(OtherActivity { memory_wait_ratio: Some(share), ..quiet() });
        }
        Does::UsesTheDrive => {
            let drive_read_others_bytes = Some(900_000_000);
            cell.others = Some(OtherActivity { drive_read_others_bytes, ..quiet() });
        }
        Does::SetsClocks if taken_ns > 0 => {
            cell.engine.clock = Some(ClockRecord {
                name: "CLOCK_MONOTONIC".to_owned(),
                reason: None,
                ticks_per_s: None,
                check_count: Some(20),
                difference_max_ns: Some(taken_ns.max(step_ns)),
            });
            cell.warnings.push(Warning::quoted(WarningCode::ClockDisagreed, "clocks"));
        }
        Does::SetsClocks => {}
    }
}

fn at_least(iops: f64) -> Rule {
    Rule {
        id: "rate".to_owned(),
        figure: Figure::Iops,
        limit: iops,
        is_upper_limit: false,
        ..etcd()
    }
}

fn run_of(cells: Vec<CellRecord>, rules: Vec<Rule>) -> Run {
    let criteria = Some(Criteria { rules, ..Criteria::default() });
    let mut run = Run { criteria, ..run("S1", cells) };
    run.conditions.host.cpu_count = Some(4);
    run
}

fn verdict(analysis: &Analysis) -> Verdict {
    let mut rules = analysis.findings.iter().filter_map(|finding| match finding {
        Finding::Rule(rule) => Some(rule.verdict),
        _ => None,
    });
    rules.next().expect("there is a rule")
}

/// The 99th percentile of a good drive is below 10 ms, that of the others more than twice that; 300 a second against
/// 50.
fn rules() -> [Rule; 2] {
    [etcd(), at_least(120.0)]
}

#[test]
fn no_good_drive_fails_by_the_computer_and_no_bad_one_passes() {
    for does in DISTURBANCES {
        for seed in 0..SEEDS {
            for drive in [Drive::Good, Drive::Bad, Drive::BadUnderLoad] {
                let cell = measured(drive, does, seed);
                for rule in rules() {
                    let run = run_of(vec![cell.clone()], vec![rule.clone()]);
                    let analysis = analyse(&run);
                    let wrong =
                        if drive == Drive::Good { Verdict::Fail } else { Verdict::Pass };
                    let at = (does, seed, &rule.id, drive);
                    assert_ne!(verdict(&analysis), wrong, "{at:?}: {:?}", analysis.headline);
                    let kind = analysis.outcome.kind;
                    if drive == Drive::Good {
                        assert_ne!(kind, OutcomeKind::Failed, "{at:?}: {:?}", analysis.outcome);
                        assert_ne!(analysis.headline.severity, Severity::Caution, "{at:?}");
                    } else {
                        assert_ne!(kind, OutcomeKind::Passed, "{at:?}: {:?}", analysis.outcome);
                    }
                }
            }
        }
    }
}

#[test]
fn a_computer_that_does_nothing_leaves_every_verdict_as_it_is() {
    for seed in 0..SEEDS {
        for rule in rules() {
            for drive in [Drive::Good, Drive::Bad, Drive::BadUnderLoad] {
                let run =
                    run_of(vec![measured(drive, Does::Nothing, seed)], vec![rule.clone()]);
                let right = if drive == Drive::Good { Verdict::Pass } else { Verdict::Fail };
                let analysis = analyse(&run);
                assert_eq!(verdict(&analysis), right, "{seed} {drive:?} {}", rule.id);
                assert_ne!(analysis.outcome.kind, OutcomeKind::Disturbed);
            }
        }
    }
}

#[test]
fn a_drive_that_fails_whatever_the_computer_took_fails() {
    // A fifth of its time cannot turn 1 ms into 20 ms.
    let mut cell = measured(Drive::Bad, Does::Nothing, 1);
    cell.engine.submitters[0].run_delay_ns = Some(cell.elapsed_ns / 5);
    let analysis = analyse(&run_of(vec![cell], vec![at_least(400.0)]));
    assert_eq!(analysis.outcome.kind, OutcomeKind::Failed);
}

#[test]
fn the_first_line_says_that_the_computer_held_it_up_and_by_what() {
    let cell = measured(Drive::Good, Does::LetsItWait, 3);
    let analysis = analyse(&run_of(vec![cell], vec![at_least(200.0)]));
    let (answer, outcome) = (&analysis.headline.answer, &analysis.outcome);
    assert_eq!(answer.id, MessageId::RuleDisturbed);
    assert_eq!((outcome.kind, outcome.reason.id), (OutcomeKind::Disturbed, answer.id));
    let Argument::Message(why) = &answer.arguments["why"] else { panic!("{answer:?}") };
    assert_eq!(why.id, MessageId::HeldWaited);
    let Finding::Rule(rule) = &analysis.findings[analysis
        .findings
        .iter()
        .position(|finding| matches!(finding, Finding::Rule(_)))
        .unwrap()]
    else {
        unreachable!()
    };
    assert_eq!(rule.disturbed.as_ref(), Some(&**why));
}

#[test]
fn a_stall_that_the_computer_may_have_made_is_nobodys() {
    for seed in 0..SEEDS {
        // A clock that jumps, a cgroup that is throttled for a second at a time.
        let mut cell = measured(Drive::Good, Does::Nothing, seed);
        let start_ns = cell.elapsed_ns / 2;
        let ended_by = Some(PausedRequest {
            operation: OpKind::Flush,
            offset_bytes: 0,
            issued_ns: start_ns,
        });
        let pause = Pause { start_ns, length_ns: 1200 * MS, ended_by };
        cell.pauses = Some(Pauses { length_min_ns: 300 * MS, list: vec![pause] });
        let said = |cell: &CellRecord| analyse(&run_of(vec![cell.clone()], Vec::new()));
        let undisturbed = said(&cell);
        assert_eq!(undisturbed.headline.answer.id, MessageId::StandsStill, "{seed}");
        cell.engine.submitters[0].run_delay_ns = Some(1300 * MS);
        let held = said(&cell);
        assert_eq!(held.headline.answer.id, MessageId::HeldUp, "{seed}: {:?}", held.headline);
        assert_eq!(held.outcome.kind, OutcomeKind::Disturbed);
        // This little time cannot explain two more stalls.
        cell.pauses.as_mut().unwrap().list.extend([
            Pause { start_ns: start_ns + 2 * SECOND, ..pause },
            Pause { start_ns: start_ns + 4 * SECOND, ..pause },
        ]);
        assert_eq!(said(&cell).headline.answer.id, MessageId::StandsStill, "{seed}");
    }
}

#[test]
fn of_several_runs_the_worst_is_named_as_that_beside_the_mean() {
    let cells = (0..5).map(|repeat| {
        let drive = if repeat == 4 { Drive::Bad } else { Drive::Good };
        let cell = measured(drive, Does::Nothing, u64::from(repeat));
        CellRecord { repeat, ..cell }
    });
    let analysis = analyse(&run_of(cells.collect(), vec![at_least(100.0)]));
    let answer = &analysis.headline.answer;
    assert_eq!(answer.id, MessageId::RuleBroken);
    let Argument::Message(measured) = &answer.arguments["measured"] else {
        panic!("{answer:?}")
    };
    assert_eq!(measured.id, MessageId::WorstRun);
    assert_eq!(measured.arguments["count"], Argument::Count(5));
    let Argument::Figure { value: all, .. } = measured.arguments["all"] else {
        panic!("{measured:?}")
    };
    let Argument::Figure { value: worst, .. } = measured.arguments["worst"] else {
        panic!("{measured:?}")
    };
    assert!(worst < 60.0 && all > 200.0, "{worst} {all}");
}

#[test]
fn a_difference_that_the_computer_may_have_made_is_none_between_drives() {
    let side = |does: Does, seed: u64| {
        let cells = (0..5).map(|repeat| {
            let cell = measured(Drive::Good, does, seed * 5 + u64::from(repeat));
            CellRecord { repeat, ..cell }
        });
        run_of(cells.collect(), Vec::new())
    };
    for seed in 0..SEEDS {
        let runs = [
            (side(Does::Nothing, seed), "one".to_owned()),
            (side(Does::LetsItWait, seed + 1000), "other".to_owned()),
        ];
        let told = compare(&runs);
        for row in &told.rows {
            let told = row.differences[0].verdict;
            use iogram_model::DifferenceVerdict as Told;
            assert!(
                !matches!(told, Told::WorseInRun | Told::Worse),
                "{seed}: {} of {} is {told:?}",
                row.figure,
                row.cell
            );
        }
    }
}

#[test]
fn a_fleet_judges_no_drive_by_what_the_computer_did() {
    let mut run =
        run_of(vec![measured(Drive::Good, Does::LetsItWait, 5)], vec![at_least(250.0)]);
    let analysis = analyse(&run);
    iogram_findings::adopt(&mut run, analysis);
    let told = shortcoming(&run).expect("it is counted");
    assert_eq!(told.kind, Shortcoming::Open);
    let of_fleet = fleet_run(&run).expect("it has a serial number");
    assert!(of_fleet.figures.is_empty(), "{:?}", of_fleet.figures);
    assert_eq!(of_fleet.shortcoming.map(|it| it.kind), Some(Shortcoming::Open));
}
