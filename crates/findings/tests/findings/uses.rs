//! Verdicts about uses state their limits: the written amount, and a drive that keeps confirmed data.

use iogram_findings::{analyse, figures_of_run};
use iogram_model::{
    Blocks, ByteProgress, Bytes, CellRecord, Criteria, Message, MessageId, OpKind,
    PowerLossRecord, Quality, Rule, Run, SyncPolicy, WriteCacheRecord, float,
};

use crate::common::{cell, run, with, writes};
use crate::rules::{etcd, speed_class_10};

/// Small writes, each confirmed after this time in nanoseconds.
fn durable(time_ns: u64) -> CellRecord {
    let mut cell = with(cell("sync"), OpKind::Write, 10_000, 40_960_000);
    cell = with(cell, OpKind::Flush, 10_000, 0);
    cell.workload.sync = SyncPolicy::Each;
    cell.workload.block = Blocks::one(Bytes(4096));
    let flush = cell.operations.flush.as_mut().unwrap();
    flush.latency_ns.p50 = Some(time_ns - 2_000);
    flush.latency_ns.p99 = Some(time_ns);
    cell
}

fn judged(cells: Vec<CellRecord>, rule: Rule) -> Run {
    let criteria = Criteria { rules: vec![rule], ..Criteria::default() };
    Run { criteria: Some(criteria), ..run("1", cells) }
}

/// The answer and the line directly below it.
fn said(run: &Run) -> (MessageId, Vec<Message>) {
    let headline = analyse(run).headline;
    (headline.answer.id, headline.details)
}

#[track_caller]
fn check(time_ns: u64, change: impl FnOnce(&mut Run), expected: &[MessageId]) {
    let mut run = judged(vec![durable(time_ns)], etcd());
    change(&mut run);
    let (answer, details) = said(&run);
    let all: Vec<MessageId> =
        std::iter::once(answer).chain(details.iter().map(|it| it.id)).collect();
    assert_eq!(all[..expected.len()], *expected, "{time_ns}");
    let is_said = all.iter().any(|id| matches!(id, MessageId::IfKept | MessageId::NotKept));
    assert_eq!(is_said, expected.len() > 1, "{all:?}");
}

fn tell_cache(run: &mut Run, is_on: bool) {
    run.conditions.write_cache = Some(WriteCacheRecord { is_on, is_switched: false });
}

fn publish(run: &mut Run, is_protected: bool) {
    let source = "its data sheet".to_owned();
    run.conditions.power_loss = Some(PowerLossRecord { is_protected, source });
}

#[test]
fn writes_that_are_confirmed_too_fast_pass_on_a_condition_unless_the_drive_says_better() {
    let kept = [MessageId::RuleKept];
    let conditional = [MessageId::RuleKept, MessageId::IfKept];
    check(50_000, |_| (), &conditional);
    check(900_000, |_| (), &kept);
    check(50_000, |run| tell_cache(run, true), &conditional);
    // For a USB drive without its own data, the kernel merely assumes write-through.
    check(50_000, |run| tell_cache(run, false), &conditional);
    let told = |run: &mut Run| {
        run.target.drive = Some("NVMe".to_owned());
        tell_cache(run, false);
    };
    check(50_000, told, &kept);
    check(50_000, |run| publish(run, true), &kept);
    let unprotected = [MessageId::NotKept, MessageId::RuleKept];
    check(50_000, |run| publish(run, false), &unprotected);
}

#[test]
fn a_drive_that_is_too_slow_owes_no_condition() {
    let mut slow = durable(50_000);
    slow.operations.flush.as_mut().unwrap().latency_ns.p99 = Some(50_000_000);
    let (answer, details) = said(&judged(vec![slow], etcd()));
    assert_eq!(answer, MessageId::RuleBroken);
    assert!(details.iter().all(|it| it.id != MessageId::IfKept), "{details:?}");
}

const STEP: u64 = 16 << 20;

/// A pass of 16 GiB: this many of 1024 steps at 60 MB/s, the others at `slow` MB/s.
fn pass(fast_count: u64, slow_mb_per_s: u64) -> CellRecord {
    let mut cell = writes(&[1.0]).remove(0);
    let mut time_ns = 0;
    let times_ns: Vec<u64> = (0..1024)
        .map(|step| {
            let rate = if step < fast_count { 60 } else { slow_mb_per_s };
            // As uneven as real passes.
            time_ns += STEP * 1000 / rate * (100 + step % 3) / 101;
            time_ns
        })
        .collect();
    cell.elapsed_ns = time_ns;
    let write = cell.operations.write.as_mut().unwrap();
    write.bytes = 1024 * STEP;
    write.bytes_per_s = float(1024 * STEP) * 1e9 / float(time_ns);
    cell.progress = Some(ByteProgress { step_bytes: STEP, times_ns });
    cell
}

fn sustained() -> Rule {
    Rule { work: Some(Quality::SustainedWrite), ..speed_class_10() }
}

fn on_a_card(cell: CellRecord) -> Run {
    let mut run = judged(vec![cell], sustained());
    run.target.drive_capacity = Some(Bytes(60 << 30));
    run
}

#[test]
fn a_rate_that_is_to_go_on_is_the_one_behind_the_cache() {
    let slow = on_a_card(pass(700, 7));
    let (answer, _) = said(&slow);
    assert_eq!(answer, MessageId::RuleBroken, "the mean is 18 MB/s");
    // The catalogue has the same value.
    let figures = figures_of_run(&slow, None);
    let is_meant = |it: &&iogram_model::DriveFigure| it.quality == Quality::SustainedWrite;
    let figure = figures.iter().find(is_meant).unwrap();
    let mean = figure.mean.unwrap();
    assert!((mean / 7e6 - 1.0).abs() < 0.02, "{mean}");
    assert_eq!(figure.up_to_bytes, Some(1024 * STEP));
}

#[test]
fn a_rate_that_was_seen_for_a_part_of_the_drive_holds_for_that_part() {
    for (fast, expected) in [(1024, MessageId::RuleKeptUpTo), (1020, MessageId::RuleKeptUpTo)] {
        let run = on_a_card(pass(fast, 30));
        assert_eq!(said(&run).0, expected, "{fast}");
        let size = analyse(&run).headline.answer.arguments.get("size").cloned();
        assert_eq!(size, Some(iogram_model::Argument::Bytes(1024 * STEP)));
    }
    let mut whole = on_a_card(pass(1024, 30));
    whole.target.drive_capacity = Some(Bytes(16 << 30));
    assert_eq!(said(&whole).0, MessageId::RuleKept);
}

#[test]
fn too_slow_for_a_part_of_the_work_is_too_slow_for_all_of_it() {
    // A pass that ended early wrote a tenth of the sustained amount.
    let part = |rate| {
        let mut run = on_a_card(pass(0, rate));
        run.target.drive_capacity = Some(Bytes(640 << 30));
        said(&run).0
    };
    assert_eq!(part(7), MessageId::RuleBroken);
    assert_eq!(part(30), MessageId::RuleOpen);
}
