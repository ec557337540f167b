//! The answer is the worst known fact, and never reports success beside it.

use iogram_findings::{analyse, analysed};
use iogram_model::{
    Argument, Blocks, Bytes, CapacityFinding, CapacityVerdict, CardRecord, CellRecord,
    CellState, Conditions, Criteria, ErrorRecord, FileSystemRecord, Finding, Headline, Message,
    MessageId, OpKind, OutcomeKind, Run, RunState, SdStatus, Severity, StallSummary, SyncCall,
    SyncPolicy, Verdict, Warning, WarningCode,
};

use crate::common::{cell, flush_run, run, write_run};
use crate::rules::{etcd, speed_class_10};

/// The answer of a run with stored conclusions and these findings.
fn answer(findings: Vec<Finding>) -> Headline {
    let run = Run { findings, ..run("S1", vec![write_run(30)]) };
    analyse(&run).headline
}

fn capacity(verdict: Option<CapacityVerdict>, real: Option<u64>) -> Finding {
    Finding::Capacity(CapacityFinding {
        statement: None,
        real_bytes: real,
        announced_bytes: Some(64_000_000_000),
        usable_bytes: None,
        is_at_reader_limit: false,
        verdict,
        confidence: 0.998,
        size_confidence_ratio: None,
        cache_ruled_out_bytes: None,
        reason: String::new(),
        slowest_writes: Vec::new(),
        slowest_reads: Vec::new(),
    })
}

pub(crate) fn stall(lost_ratio: f64) -> Finding {
    Finding::StallSummary(StallSummary {
        cell: "write".to_owned(),
        repeat: 0,
        count: 3,
        longest_ns: 2_800_000_000,
        lost_ns: 4_000_000_000,
        lost_ratio,
        period_ns: None,
    })
}

#[track_caller]
fn check(headline: &Headline, severity: Severity, id: MessageId) {
    assert_eq!((headline.severity, headline.answer.id), (severity, id), "{headline:?}");
    assert!(headline.details.len() <= 3, "{headline:?}");
}

#[test]
fn a_counterfeit_is_called_one_with_both_sizes_and_how_sure_that_is() {
    let headline =
        answer(vec![stall(0.4), capacity(Some(CapacityVerdict::Limbo), Some(8_600_000_000))]);
    check(&headline, Severity::Failed, MessageId::Counterfeit);
    assert_eq!(headline.answer.arguments["real"], Argument::Bytes(8_600_000_000));
    assert_eq!(headline.confidence_ratio, Some(0.998));
    assert_eq!(headline.next.map(|next| next.id), Some(MessageId::NextReturn));
    assert_eq!(headline.details[0].id, MessageId::StandsStill);
}

#[test]
fn every_bad_end_of_a_capacity_test_is_a_failure() {
    for verdict in [
        CapacityVerdict::Wraparound,
        CapacityVerdict::Chain,
        CapacityVerdict::Damaged,
        CapacityVerdict::ReadOnly,
        CapacityVerdict::Dying,
    ] {
        assert_eq!(answer(vec![capacity(Some(verdict), None)]).severity, Severity::Failed);
    }
    let unknown = answer(vec![capacity(None, None)]);
    check(&unknown, Severity::Unknown, MessageId::CapacityUnknown);
}

#[test]
fn a_genuine_drive_that_stands_still_is_no_good_news() {
    let headline = answer(vec![capacity(Some(CapacityVerdict::Good), None), stall(0.4)]);
    check(&headline, Severity::Caution, MessageId::StandsStill);
    assert_eq!(headline.details[0].id, MessageId::Genuine);
}

#[test]
fn failed_requests_come_before_everything_that_was_measured() {
    let mut cell = write_run(30);
    cell.state = CellState::IoErrors;
    cell.errors.push(ErrorRecord {
        operation: OpKind::Write,
        errno: Some(5),
        message: "Input/output error".to_owned(),
        statement: None,
        count: 7,
        first_offset_bytes: 0,
        last_offset_bytes: 4096,
        lowest_offset_bytes: None,
    });
    let run = Run { state: RunState::Failed, ..run("S1", vec![cell]) };
    let headline = analyse(&run).headline;
    check(&headline, Severity::Failed, MessageId::RequestsFailed);
    assert_eq!(headline.answer.arguments["count"], Argument::Count(7));
}

#[test]
fn a_run_that_was_broken_off_is_not_an_answer() {
    let run = Run { state: RunState::Interrupted, ..run("S1", vec![write_run(30)]) };
    let headline = analyse(&run).headline;
    check(&headline, Severity::Unknown, MessageId::Interrupted);
    assert_eq!(headline.next.map(|next| next.id), Some(MessageId::NextResume));
}

/// Runs of the same work by a program, with these times in seconds.
fn program_runs(seconds: &[u64]) -> Vec<CellRecord> {
    let cells = seconds.iter().map(|seconds| {
        let mut cell = write_run(1);
        cell.workload.application = Some("sqlite".parse().unwrap());
        cell.workload.stop.count = Some(10);
        cell.elapsed_ns = seconds * 1_000_000_000;
        cell
    });
    cells.collect()
}

#[test]
fn a_program_whose_runs_are_far_apart_is_an_answer_with_both_times() {
    let answer = |seconds: &[u64]| {
        let run = run("S1", program_runs(seconds));
        analyse(&Run { criteria: Some(Criteria::default()), ..run }).headline
    };
    let even = answer(&[10, 11, 12]);
    check(&even, Severity::Measured, MessageId::ProgramTook);
    assert_eq!(even.answer.arguments["time"], Argument::Ns(11_000_000_000));
    assert_eq!(even.answer.arguments["count"], Argument::Count(10));
    let apart = answer(&[10, 20, 15]);
    check(&apart, Severity::Caution, MessageId::RunsApart);
    let times = ["least", "most"].map(|it| apart.answer.arguments[it].clone());
    assert_eq!(times, [Argument::Ns(10_000_000_000), Argument::Ns(20_000_000_000)]);
    let few = answer(&[10, 20]);
    check(&few, Severity::Measured, MessageId::ProgramTook);
}

#[test]
fn nothing_measured_is_said_to_be_nothing() {
    check(
        &analyse(&run("S1", Vec::new())).headline,
        Severity::Unknown,
        MessageId::NothingMeasured,
    );
}

/// A cell that ended within its ramp has no figures, so it does not count as measured.
#[test]
fn a_test_that_ended_within_its_ramp_is_not_measured() {
    let warning = Warning::new(
        WarningCode::EndedInRamp,
        Message::new(MessageId::EndedInRamp, [Argument::Ns(2_000_000_000)]),
    );
    let empty = CellRecord { warnings: vec![warning], ..cell("short") };
    let headline = analyse(&run("S1", vec![empty.clone(), cell("other")])).headline;
    check(&headline, Severity::Measured, MessageId::Measured);
    assert_eq!(headline.answer.arguments["count"], Argument::Count(1));
    let headline = analyse(&run("S1", vec![empty])).headline;
    check(&headline, Severity::Unknown, MessageId::NothingCounted);
}

#[test]
fn a_run_that_only_prepares_tells_what_it_wrote_and_in_what_time() {
    let fill = CellRecord { is_counted: false, ..write_run(30) };
    let (size, time) = (2 * 30 * 10_000_000, 2 * fill.elapsed_ns);
    let prepared = analyse(&run("S1", vec![fill.clone(), fill.clone()])).headline;
    check(&prepared, Severity::Measured, MessageId::Prepared);
    let told = Message::new(MessageId::Prepared, [Argument::Bytes(size), Argument::Ns(time)]);
    assert_eq!(prepared.answer, told);
    let stopped = CellRecord { state: CellState::Interrupted, ..fill.clone() };
    for cells in [vec![fill.clone(), write_run(30)], vec![fill, stopped]] {
        let headline = analyse(&run("S1", cells)).headline;
        assert_ne!(headline.answer.id, MessageId::Prepared, "{headline:?}");
    }
}

#[test]
fn warnings_are_pointed_at() {
    let warning = |code: &str| Warning {
        statement: None,
        code: code.into(),
        message: "something".to_owned(),
    };
    let warnings = vec![warning("a"), warning("a"), warning("b")];
    let run = Run { warnings, ..run("S1", vec![write_run(30)]) };
    let details = analyse(&run).headline.details;
    let last = details.last().expect("it points at them");
    assert_eq!(
        (last.id, &last.arguments["count"]),
        (MessageId::SeeWarnings, &Argument::Count(2))
    );
}

/// A durable record of 2300 B, with these 99th percentiles of write and flush.
fn durable(write_p99_ns: u64, flush_p99_ns: u64) -> CellRecord {
    let mut cell = flush_run(Some(flush_p99_ns));
    cell.workload.sync = SyncPolicy::Each;
    let mut write = cell.operations.flush.clone().expect("it has flushes");
    write.latency_ns.p99 = Some(write_p99_ns);
    cell.operations.write = Some(write);
    cell
}

#[track_caller]
fn check_durable(write_p99_ns: u64, flush_p99_ns: u64, expected: MessageId) {
    let criteria = Some(Criteria { rules: vec![etcd()], ..Criteria::default() });
    let run = Run { criteria, ..run("S1", vec![durable(write_p99_ns, flush_p99_ns)]) };
    assert_eq!(analyse(&run).headline.answer.id, expected);
}

#[test]
fn a_rule_about_durability_judges_write_and_flush_together() {
    check_durable(20_000, 5_000_000, MessageId::RuleKept);
    // The write waits for the drive, so the flush has nothing left to do.
    check_durable(265_000_000, 0, MessageId::RuleBroken);
    check_durable(265_000_000, 50_000, MessageId::RuleBroken);
    // Each alone is below the limit, both together may exceed it.
    check_durable(6_000_000, 6_000_000, MessageId::RuleOpen);
    // Data cannot be durable in no time.
    check_durable(0, 0, MessageId::RuleOpen);
}

#[test]
fn a_rule_is_not_kept_where_stalls_take_much_of_the_time() {
    let criteria = Some(Criteria { rules: vec![etcd()], ..Criteria::default() });
    let kept = Run { criteria, ..run("S1", vec![durable(20_000, 5_000_000)]) };
    let rules = analyse(&kept).findings;
    let of = |lost_ratio: f64, longest_ns: u64| {
        let Finding::StallSummary(summary) = stall(lost_ratio) else { unreachable!() };
        let cell = "sync".to_owned();
        let stall = StallSummary { cell, longest_ns, ..summary };
        answer([rules.clone(), vec![Finding::StallSummary(stall)]].concat())
    };
    // A card lost 17 % of its time in stalls of up to 432 ms, and its 99th percentile was 3.4 ms.
    let often = of(0.17, 432_000_000);
    let is_doubted =
        often.details.iter().chain([&often.answer]).any(|it| it.id == MessageId::RuleStalls);
    assert!(is_doubted && often.severity == Severity::Caution, "{often:?}");
    check(&of(0.002, 432_000_000), Severity::Good, MessageId::RuleKept);
}

#[test]
fn what_lives_in_memory_keeps_and_breaks_no_rule_of_drives() {
    let criteria = Some(Criteria { rules: vec![speed_class_10()], ..Criteria::default() });
    let memory = |is_memory| Conditions {
        file_system: Some(FileSystemRecord {
            kind: "tmpfs".to_owned(),
            mount_point: "/tmp".to_owned(),
            options: String::new(),
            free: Bytes(1 << 30),
            is_copy_on_write: None,
            is_compressing: None,
            is_memory,
            supports_direct: None,
            made_by: None,
        }),
        ..Conditions::default()
    };
    for rate in [30, 9] {
        let criteria = criteria.clone();
        let run =
            Run { criteria, conditions: memory(true), ..run("S1", vec![write_run(rate)]) };
        let analysed_run = analysed(run.clone());
        let headline = analysed_run.headline.unwrap();
        assert_eq!(headline.answer.id, MessageId::OfNoDrive, "{headline:?}");
        assert_eq!(headline.details[0].id, MessageId::RuleInMemory, "{headline:?}");
        assert_eq!(headline.severity, Severity::Caution);
        assert_eq!(analysed_run.outcome.unwrap().kind, OutcomeKind::CannotTell);
        let on_drive = analysed(Run { conditions: memory(false), ..run });
        let answer = on_drive.headline.unwrap().answer.id;
        let expected = if rate == 30 { MessageId::RuleKept } else { MessageId::RuleBroken };
        assert_eq!(answer, expected);
    }
}

#[test]
fn judging_again_changes_nothing_and_repeats_no_warning() {
    let criteria = Some(Criteria::default());
    let warnings = vec![Warning {
        statement: None,
        code: WarningCode::Borrowed,
        message: "so".to_owned(),
    }];
    let first = analysed(Run { criteria, warnings, ..run("S1", vec![write_run(30)]) });
    assert_eq!(first.warnings.len(), 1);
    assert_eq!(analysed(first.clone()), first);
}

#[test]
fn a_run_without_criteria_keeps_what_was_concluded_from_it() {
    let old = Run { findings: vec![stall(0.2)], ..run("S1", vec![write_run(30)]) };
    assert_eq!(analysed(old.clone()).findings, old.findings);
}

/// A soak of ten seconds at this rate on a card that claims A1.
fn soak(iops: f64) -> Run {
    let mut cell = write_run(1);
    cell.workload.block = Blocks::one(Bytes(4096));
    cell.operations.write.as_mut().unwrap().iops = iops;
    let mut run = run("S1", vec![cell]);
    run.method.id = "soak".to_owned();
    let status = SdStatus { application_class: Some("A1".to_owned()), ..SdStatus::default() };
    run.target.card = Some(CardRecord { status: Some(status), ..CardRecord::default() });
    run
}

#[test]
fn a_soak_ends_with_the_time_lost_the_longest_pause_and_the_rate_beside_the_promise() {
    let even = analyse(&soak(812.0)).headline;
    check(&even, Severity::Good, MessageId::SoakEven);
    assert_eq!(even.details[0].id, MessageId::SoakPromiseKept);
    let mut lossy = soak(1.65);
    lossy.findings = vec![stall(0.4)];
    let lossy = analyse(&lossy).headline;
    check(&lossy, Severity::Caution, MessageId::SoakLoses);
    assert_eq!(lossy.answer.arguments["lost"], Argument::Ratio(0.4));
    assert_eq!(lossy.answer.arguments["longest"], Argument::Ns(2_800_000_000));
    assert_eq!(lossy.details[0].id, MessageId::SoakPromiseMissed);
    assert!(lossy.details.iter().all(|it| it.id != MessageId::StandsStill), "{lossy:?}");
}

#[test]
fn a_card_that_is_slow_all_the_time_is_called_slow_and_not_good() {
    let mut slow = soak(2.89);
    slow.target.card = None;
    slow.target.drive = Some("SD".to_owned());
    let slow = analyse(&slow).headline;
    check(&slow, Severity::Measured, MessageId::SoakSlow);
    assert_eq!(slow.answer.arguments["measured"], Argument::Iops(2.89));
    assert_eq!(slow.details[0].id, MessageId::SoakYardstick);
}

fn mark(mark: &str, verdict: Verdict, is_claimed: bool) -> Finding {
    let test = serde_json::json!({
        "mark": mark, "verdict": verdict, "reason": null, "label": null,
        "registers": null, "is_claimed": is_claimed, "source": "",
    });
    Finding::ClassTest(serde_json::from_value(test).unwrap())
}

#[test]
fn a_card_that_claims_no_mark_has_passed_none() {
    use Verdict::{Fail, Pass};
    let of = |marks: &[(&str, Verdict, bool)]| {
        answer(
            marks.iter().map(|&(name, verdict, claims)| mark(name, verdict, claims)).collect(),
        )
    };
    let shown = of(&[("C2", Pass, false), ("C4", Pass, false), ("V30", Fail, false)]);
    check(&shown, Severity::Measured, MessageId::MarksShownBut);
    assert_eq!(shown.answer.arguments["marks"], Argument::Name("C2 C4".to_owned()));
    assert_eq!(shown.answer.arguments["missed"], Argument::Name("V30".to_owned()));
    check(&of(&[("C2", Pass, false)]), Severity::Measured, MessageId::MarksShown);
    let kept = of(&[("C2", Pass, false), ("V30", Pass, true)]);
    check(&kept, Severity::Good, MessageId::MarksReached);
    let missed = of(&[("C2", Pass, false), ("V30", Fail, true)]);
    check(&missed, Severity::Failed, MessageId::MarkMissed);
}

#[test]
fn a_missed_mark_is_told_with_what_was_measured_of_what_it_asks() {
    let Finding::ClassTest(test) = mark("A1", Verdict::Fail, true) else { unreachable!() };
    let test = iogram_model::ClassTest {
        measured_bytes_per_s: Some(9.3e6),
        required_bytes_per_s: Some(10.2e6),
        measured_read_iops: Some(1667.0),
        required_read_iops: Some(1500.0),
        measured_write_iops: Some(3.15),
        required_write_iops: Some(500.0),
        reason: Some("what the record says in words".to_owned()),
        ..test
    };
    let headline = answer(vec![Finding::ClassTest(test)]);
    check(&headline, Severity::Failed, MessageId::MarkMissed);
    let Argument::Message(short) = &headline.answer.arguments["reason"] else {
        panic!("{headline:?}")
    };
    let short = serde_json::to_string(short).unwrap();
    assert!(short.contains("verdict-short-writes") && short.contains("9300000.0"), "{short}");
    assert!(
        short.contains("verdict-short-random-writes") && short.contains("500.0"),
        "{short}"
    );
    assert!(!short.contains("random-reads"), "reached: {short}");
    let said_twice = headline.details.iter().any(|it| it.id == MessageId::MarksNoneOf);
    assert!(!said_twice, "{headline:?}");
}

#[test]
fn marks_of_which_none_is_reached_are_named() {
    let tried = ["V10", "V30"].map(|name| mark(name, Verdict::Fail, false));
    let headline = answer(tried.to_vec());
    check(&headline, Severity::Measured, MessageId::MarksNoneOf);
    assert_eq!(headline.answer.arguments["marks"], Argument::Name("V10 V30".to_owned()));
}

#[test]
fn a_short_stall_that_costs_next_to_nothing_does_not_stand_before_the_rates() {
    let rates = cache_findings(None, &[]);
    let of = |lost_ratio: f64, longest_ns: u64| {
        let Finding::StallSummary(summary) = stall(lost_ratio) else { unreachable!() };
        let stall = Finding::StallSummary(StallSummary { longest_ns, ..summary });
        answer([vec![stall], rates.clone()].concat())
    };
    let short = of(0.001, 408_000_000);
    check(&short, Severity::Measured, MessageId::CacheEnds);
    assert!(short.details.iter().any(|it| it.id == MessageId::StoodStill), "{short:?}");
    assert_eq!(of(0.001, 1_000_000_000).answer.id, MessageId::StandsStill);
    assert_eq!(of(0.012, 408_000_000).answer.id, MessageId::StandsStill);
}

#[test]
fn durable_writes_are_told_in_the_units_that_the_drive_was_asked_in() {
    let of = |block: u64| {
        let mut cell = write_run(1);
        cell.workload.block = Blocks::one(Bytes(block));
        cell.workload.sync = SyncPolicy::Each;
        let criteria = Some(Criteria::default());
        analyse(&Run { criteria, ..run("S1", vec![cell]) }).headline.answer
    };
    // The last one is all that `sync` has on a drive whose units are larger than its small writes.
    for block in [4096, 16_384, 131_072] {
        let answer = of(block);
        assert_eq!(answer.id, MessageId::DurableWrite);
        assert_eq!(answer.arguments["block"], Argument::Bytes(block));
    }
    assert_ne!(of(1 << 20).id, MessageId::DurableWrite);
}

#[test]
fn the_longest_stall_is_told_even_where_another_cell_lost_more_of_its_time() {
    let of = |cell: &str, lost_ratio: f64, longest_ns: u64| match stall(lost_ratio) {
        Finding::StallSummary(summary) => {
            let cell = cell.to_owned();
            Finding::StallSummary(StallSummary { cell, longest_ns, ..summary })
        }
        other => other,
    };
    let headline =
        answer(vec![of("deep", 0.87, 1_580_000_000), of("one", 0.77, 1_620_000_000)]);
    check(&headline, Severity::Caution, MessageId::StandsStill);
    assert_eq!(headline.answer.arguments["longest"], Argument::Ns(1_620_000_000));
    assert_eq!(headline.answer.arguments["cell"], Argument::Name("deep".to_owned()));
}

#[test]
fn writes_that_become_slower_from_run_to_run_are_not_hidden_in_a_median() {
    let of = |rates: &[u64]| {
        let runs = rates.iter().enumerate().map(|(index, rate)| CellRecord {
            repeat: u32::try_from(index).unwrap(),
            ..write_run(*rate)
        });
        let criteria = Some(Criteria::default());
        let mut run = Run { criteria, ..run("S1", runs.collect()) };
        for cell in &mut run.cells {
            cell.workload.access = iogram_model::Access::Sequential;
        }
        let headline = analyse(&run).headline;
        headline.details.into_iter().find(|it| it.id == MessageId::WritesFell)
    };
    let told = of(&[560, 527, 218]).unwrap();
    assert_eq!(told.arguments["first"], Argument::BytesPerS(560e6));
    assert_eq!(told.arguments["last"], Argument::BytesPerS(218e6));
    for even in [&[560, 550, 540][..], &[560, 218, 560], &[218, 527, 560], &[560]] {
        assert_eq!(of(even), None, "{even:?}");
    }
}

/// A pass with a cache, or with the reason why none was visible, and the recovered share after rests.
fn cache_findings(reason: Option<(MessageId, f64)>, rests: &[(u64, f64)]) -> Vec<Finding> {
    let seen = reason.is_none();
    let (statement, confidence) = reason.map_or((None, 0.95), |(id, sure)| (Some(id), sure));
    let cache = serde_json::json!({
        "cell": "fill", "repeat": 0, "confidence": confidence, "type": null,
        "value_bytes": seen.then_some(3_200_000_000_u64), "reason": "in words",
        "statement": statement.map(Message::plain), "folding_bytes_per_s": null,
        "cache_bytes_per_s": seen.then_some(560e6), "after_bytes_per_s": 218e6,
        "buffer_bytes": 0,
    });
    let mut findings = vec![Finding::SlcCache(serde_json::from_value(cache).unwrap())];
    findings.extend(rests.iter().map(|(rest_s, ratio)| {
        Finding::CacheRecovery(iogram_model::CacheRecovery {
            cell: format!("after {rest_s}s"),
            repeat: 0,
            rest_ns: rest_s * 1_000_000_000,
            value_bytes: None,
            recovered_ratio: seen.then_some(*ratio),
            reason: None,
            statement: None,
        })
    }));
    findings
}

#[test]
fn a_cache_that_nobody_is_sure_of_is_told_as_perhaps_one() {
    let mut findings = cache_findings(None, &[]);
    let told = |findings: &[Finding]| answer(findings.to_vec()).answer.id;
    assert_eq!(told(&findings), MessageId::CacheEnds);
    let Finding::SlcCache(cache) = &mut findings[0] else { unreachable!() };
    cache.confidence_ratio = 0.5;
    assert_eq!(told(&findings), MessageId::CacheEndsUnsure);
}

#[test]
fn a_cache_is_told_with_the_shortest_rest_after_which_it_is_back_however_full_the_drive() {
    let of = |rests: &[(u64, f64)]| answer(cache_findings(None, rests));
    let told = |headline: &Headline| headline.details[0].clone();
    let back = of(&[(0, 0.0), (30, 0.4), (60, 1.0), (0, 0.0), (30, 0.99), (60, 0.97)]);
    check(&back, Severity::Measured, MessageId::CacheEnds);
    let values = [60_000_000_000_u64, 30_000_000_000].map(Argument::Ns);
    let [rest, before] = values;
    assert_eq!(
        told(&back),
        Message::new(MessageId::CacheBack, [rest, before, Argument::Ratio(0.4)])
    );
    assert_eq!(told(&of(&[(0, 1.0), (30, 1.0)])).id, MessageId::CacheBackAtOnce);
    let once = Message::new(MessageId::CacheBackWithin, [Argument::Ns(180_000_000_000)]);
    assert_eq!(told(&of(&[(180, 0.96)])), once);
    let never = told(&of(&[(0, 0.0), (300, 0.2)]));
    let longest = Argument::Ns(300_000_000_000);
    assert_eq!(never, Message::new(MessageId::CacheNotBack, [longest, Argument::Ratio(0.2)]));
}

#[test]
fn that_no_cache_was_seen_is_no_denial_unless_it_would_have_been_visible() {
    let of = |id, sure| answer(cache_findings(Some((id, sure)), &[(0, 0.0), (60, 0.0)]));
    let hidden = of(MessageId::CacheNeedsWhole, 0.5);
    check(&hidden, Severity::Measured, MessageId::CacheUnknown);
    assert_eq!(hidden.confidence_ratio, None);
    let denied = of(MessageId::CacheNoCliff, 0.98);
    check(&denied, Severity::Measured, MessageId::CacheNone);
    assert_eq!(denied.confidence_ratio, Some(0.98));
}

#[test]
fn figures_of_a_new_drive_do_not_answer_for_one_in_use() {
    let of = |state| {
        let values = [
            Message::plain(state).into(),
            Argument::Sentence("a reason".to_owned()),
            "latency".into(),
            Argument::Sentence("a drive in use".to_owned()),
            "prepare=yes".into(),
        ];
        Warning::new(WarningCode::DriveState, Message::new(MessageId::StateUnwanted, values))
    };
    let mut run = run("S1", vec![write_run(30)]);
    run.warnings = vec![of(MessageId::FoundFresh)];
    check(&analyse(&run).headline, Severity::Caution, MessageId::NotInUse);
    run.warnings = vec![of(MessageId::FoundUnknown)];
    assert_ne!(analyse(&run).headline.answer.id, MessageId::NotInUse);
}

/// The question of somebody who tries `wal_sync_method`.
#[test]
fn of_several_ways_to_make_writes_durable_the_one_that_waits_least_is_named() {
    let way = |name: &str, call, iops: f64| {
        let mut cell = write_run(1);
        cell.name = name.to_owned();
        cell.workload.block = Blocks::one(Bytes(8192));
        (cell.workload.sync, cell.workload.sync_call) = call;
        cell.operations.write.as_mut().unwrap().iops = iops;
        cell
    };
    let cells = vec![
        way("open_datasync", (SyncPolicy::Dsync, SyncCall::Fdatasync), 200.0),
        way("fdatasync", (SyncPolicy::Each, SyncCall::Fdatasync), 310.0),
        way("fsync", (SyncPolicy::Each, SyncCall::Fsync), 150.0),
        // The same way again, from another test: not a separate way.
        way("two, fsync", (SyncPolicy::Each, SyncCall::Fsync), 900.0),
    ];
    let of = |cells: &[CellRecord]| {
        let run = run("S1", cells.to_vec());
        analyse(&Run { criteria: Some(Criteria::default()), ..run }).headline.answer
    };
    let answer = of(&cells);
    assert_eq!(answer.id, MessageId::DurableBest);
    assert_eq!(answer.arguments["cell"], Argument::Name("fdatasync".to_owned()));
    assert_eq!(answer.arguments["count"], Argument::Count(3));
    assert_eq!(of(&cells[..2]).id, MessageId::DurableWrite, "two are no comparison");
}
