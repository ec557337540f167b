//! The outcome of a run is decided once: for every method and every outcome, all consumers (exit codes, colours,
//! pages, records, stores, metrics, imports, the list of defects) agree.

use iogram_findings::{analyse, analysed, defect};
use iogram_interchange::{Exposition, LastRun, render_base_metrics};
use iogram_model::{
    Argument, Bytes, CellRecord, CellState, Criteria, ErrorRecord, Figure, Finding, GoodFor,
    Message, MessageId, MethodRecord, Nanos, OpKind, Outcome as Became, OutcomeKind,
    PurgeAttempt, PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState, Rule, RuleVerdict, Run,
    RunState, Search, Severity, TargetKind, TargetRecord, Varied, Verdict, Workload,
};
use iogram_report::Locale;
use iogram_runner::{End, Outcome, builtin_methods};
use iogram_testing::records;
use serde_json::json;

use super::*;
use crate::failure::{CANNOT_TELL, DRIVE_FAILED, ENVIRONMENT, code_of_imported};

/// A cell of reads.
fn cell() -> CellRecord {
    let mut cell = records::cell("read", Workload::default());
    let latency = records::latency(1_000, 2_000.0, 90_000);
    let read = records::operation((1000, 4_096_000), Nanos(cell.elapsed_ns), latency);
    *cell.operations.slot(OpKind::Read) = Some(read);
    cell
}

fn run_of(method: &str, cells: Vec<CellRecord>) -> Run {
    let target = TargetRecord {
        serial: Some("A1".to_owned()),
        ..TargetRecord::unknown(
            "/dev/sdx".to_owned(),
            TargetKind::BlockDevice,
            Bytes(1 << 36),
            Bytes(512),
        )
    };
    let method = MethodRecord::new(method, method);
    Run {
        cells,
        criteria: Some(Criteria::default()),
        ..Run::new("1".to_owned(), (RunState::Completed, 1_000_000), method, target)
    }
}

/// Conclusions of a version without stored criteria stay.
fn concluded(run: Run, finding: Finding) -> Run {
    Run { findings: vec![finding], criteria: None, ..run }
}

fn rule(verdict: Verdict, measured: Option<f64>) -> Finding {
    Finding::Rule(RuleVerdict {
        rule: "a".to_owned(),
        title: "A rule".to_owned(),
        cell: "read".to_owned(),
        operation: OpKind::Read,
        figure: "iops".to_owned(),
        limit: 60.0,
        is_upper_limit: false,
        measured,
        repetition_count: None,
        overall: None,
        bound: None,
        up_to_bytes: None,
        verdict,
        disturbed: None,
        source: "nobody".to_owned(),
    })
}

fn capacity(verdict: Option<&str>) -> Finding {
    let value = json!({
        "kind": "capacity", "real_bytes": 1_000_000, "announced_bytes": 2_000_000,
        "verdict": verdict, "confidence": 0.99, "size_confidence_ratio": null,
        "cache_ruled_out_bytes": null, "reason": "made up",
    });
    serde_json::from_value(value).unwrap()
}

fn mark(is_claimed: bool) -> Finding {
    let value = json!({
        "kind": "class-test", "mark": "A1", "verdict": "fail", "is_claimed": is_claimed,
        "reason": "made up", "source": "nobody",
    });
    serde_json::from_value(value).unwrap()
}

fn search(wanted: Option<f64>, found: Option<(u32, f64)>) -> Finding {
    Finding::Search(Box::new(Search {
        name: "readers".to_owned(),
        varied: Varied::Jobs,
        from_count: 1,
        to_count: 8,
        found_count: found.map(|it| it.0),
        confirmed_count: 3,
        is_complete: true,
        operation: OpKind::Read,
        iops: found.map(|it| it.1),
        bytes_per_s: None,
        latency_p99_ns: None,
        latency_p999_ns: None,
        latency_max_ns: None,
        wanted_iops: wanted,
        broken_count: Some(1),
        broken: None,
        limits: Vec::new(),
        points: Vec::new(),
    }))
}

fn error(statement: Option<Message>) -> ErrorRecord {
    ErrorRecord {
        operation: OpKind::Read,
        errno: None,
        message: "made up".to_owned(),
        statement,
        count: 3,
        first_offset_bytes: 0,
        last_offset_bytes: 4096,
        lowest_offset_bytes: None,
    }
}

fn with_errors(state: CellState, statement: Option<Message>) -> CellRecord {
    CellRecord { state, errors: vec![error(statement)], ..cell() }
}

fn good_for(title: &str, decides: &str, rules: Vec<Rule>) -> Criteria {
    let good_for = GoodFor { id: None, title: title.to_owned(), decides: decides.to_owned() };
    Criteria { good_for: Some(good_for), rules, ..Criteria::default() }
}

fn demand(limit: f64) -> Rule {
    Rule {
        id: "a".to_owned(),
        title: "A rule".to_owned(),
        cell: "read".to_owned(),
        operation: OpKind::Read,
        figure: Figure::Iops,
        limit,
        is_upper_limit: false,
        work: None,
        source: "nobody".to_owned(),
    }
}

fn not_purged(run: Run) -> Run {
    let attempt = PurgeAttempt {
        method: PurgeMethod::Discard,
        outcome: PurgeOutcome::Skipped,
        message: None,
        statement: None,
        elapsed_ns: 1,
        check: None,
    };
    let purge = PurgeRecord {
        cells_before_count: 0,
        state: PurgeState::NotPurged,
        attempts: vec![attempt],
        elapsed_ns: 1,
    };
    Run { purges: vec![purge], ..run }
}

/// A name, the run, and the expected outcome.
type Case = (&'static str, Run, OutcomeKind);

fn cases_that_pass(method: &str) -> Vec<Case> {
    use OutcomeKind::Passed;
    let plain = || run_of(method, vec![cell()]);
    let slow = || {
        let mut cell = cell();
        if let Some(read) = &mut cell.operations.read {
            read.latency_ns.p90 = Some(2_000_000_000);
        }
        cell
    };
    vec![
        ("figures", plain(), Passed),
        ("kept rule", concluded(plain(), rule(Verdict::Pass, Some(70.0))), Passed),
        ("slow requests", run_of(method, vec![slow()]), Passed),
        ("genuine", concluded(plain(), capacity(Some("good"))), Passed),
        ("a mark that nobody claims", concluded(plain(), mark(false)), Passed),
        ("search enough", concluded(plain(), search(Some(5.0), Some((2, 9.0)))), Passed),
        ("search none, none wanted", concluded(plain(), search(None, None)), Passed),
        (
            "good for it",
            Run { criteria: Some(good_for("x", "read.iops", vec![demand(10.0)])), ..plain() },
            Passed,
        ),
    ]
}

fn cases_that_fail(method: &str) -> Vec<Case> {
    use OutcomeKind::Failed;
    let plain = || run_of(method, vec![cell()]);
    let gone = || CellRecord { state: CellState::Vanished, ..cell() };
    let hung = || CellRecord { state: CellState::Stalled, ..cell() };
    let ended = |cells| Run { state: RunState::Failed, ..run_of(method, cells) };
    let wrong = Some(Message::plain(MessageId::ErrorNotAsWritten));
    vec![
        ("broken rule", concluded(plain(), rule(Verdict::Fail, Some(50.0))), Failed),
        ("counterfeit", concluded(plain(), capacity(Some("limbo"))), Failed),
        ("damaged", concluded(plain(), capacity(Some("damaged"))), Failed),
        ("a mark that is claimed", concluded(plain(), mark(true)), Failed),
        ("search short", concluded(plain(), search(Some(10.0), Some((2, 9.0)))), Failed),
        ("search none", concluded(plain(), search(Some(10.0), None)), Failed),
        (
            "not good for it",
            Run { criteria: Some(good_for("x", "read.iops", vec![demand(1e9)])), ..plain() },
            Failed,
        ),
        ("errors", run_of(method, vec![with_errors(CellState::IoErrors, None)]), Failed),
        ("wrong data", run_of(method, vec![with_errors(CellState::Completed, wrong)]), Failed),
        ("vanished", ended(vec![gone()]), Failed),
        ("hung", ended(vec![hung()]), Failed),
        (
            "failed, and stopped by the user",
            Run { state: RunState::Interrupted, ..concluded(plain(), capacity(Some("limbo"))) },
            Failed,
        ),
    ]
}

fn cases_that_are_open(method: &str) -> Vec<Case> {
    use OutcomeKind::{BrokenOff, CannotTell};
    let plain = || run_of(method, vec![cell()]);
    let uses = |limit, cell: &str| {
        let rule = Rule { cell: cell.to_owned(), ..demand(limit) };
        Run { criteria: Some(good_for("x", "read.iops", vec![rule])), ..plain() }
    };
    let size = Argument::Bytes(4096);
    let beyond = Some(Message::new(MessageId::ErrorBeyondTheEnd, [size]));
    let cells = |state, statement| run_of(method, vec![cell(), with_errors(state, statement)]);
    let state = |state| Run { state, ..plain() };
    vec![
        ("open rule", concluded(plain(), rule(Verdict::Unknown, None)), CannotTell),
        ("open use", uses(10.0, "other"), CannotTell),
        ("open capacity", concluded(plain(), capacity(None)), CannotTell),
        ("nothing", run_of(method, Vec::new()), CannotTell),
        (
            "open rule beside slow requests",
            concluded(
                {
                    let mut run = plain();
                    if let Some(read) = &mut run.cells[0].operations.read {
                        read.latency_ns.p90 = Some(2_000_000_000);
                    }
                    run
                },
                rule(Verdict::Unknown, None),
            ),
            CannotTell,
        ),
        ("interrupted", state(RunState::Interrupted), BrokenOff),
        ("ended by the computer", state(RunState::Failed), BrokenOff),
        ("not purged", not_purged(plain()), BrokenOff),
        ("not supported", cells(CellState::Unsupported, None), BrokenOff),
        ("beyond the end", cells(CellState::IoErrors, beyond), BrokenOff),
    ]
}

/// The documented exit code.
const fn documented(kind: OutcomeKind) -> u8 {
    match kind {
        OutcomeKind::Passed => 0,
        OutcomeKind::Failed => DRIVE_FAILED,
        OutcomeKind::BrokenOff => ENVIRONMENT,
        OutcomeKind::CannotTell | OutcomeKind::Disturbed => CANNOT_TELL,
    }
}

fn end_of(run: &Run) -> Outcome {
    let end = match run.state {
        RunState::Completed => End::LastStep,
        RunState::Interrupted => End::Stopped,
        _ => End::Cell { name: "read".to_owned(), repeat: 0, state: CellState::Full },
    };
    Outcome { state: run.state, end }
}

/// Checks the colour of a page against the allowed ones.
fn check_page(what: &str, run: &Run, kind: OutcomeKind) {
    let page = iogram_report::render_html(
        std::slice::from_ref(run),
        &[],
        &[],
        &[],
        &Locale::english(),
    );
    let class = page.split("class=\"answer ").nth(1).and_then(|it| it.split('"').next());
    let is_right = match kind {
        OutcomeKind::Failed => class == Some("fail"),
        OutcomeKind::Passed => matches!(class, Some("pass" | "measured" | "caution")),
        _ => class == Some("caution"),
    };
    assert!(is_right, "{what}: the page is {class:?}");
}

fn check_metrics(what: &str, run: &Run, kind: OutcomeKind) {
    let last = LastRun { run: run.clone(), figures: Vec::new() };
    let text = render_base_metrics(&[last], &[], 2_000_000, Exposition::Prometheus);
    let lines = text.lines().filter(|it| it.starts_with("iogram_last_run_outcome{"));
    let is_one: Vec<&str> = lines.filter(|it| it.ends_with(" 1")).collect();
    let expected = format!("outcome=\"{}\"", kind.name());
    assert!(is_one.len() == 1 && is_one[0].contains(&expected), "{what}: {is_one:?}");
}

fn check(method: &str, (name, run, kind): Case) {
    let what = format!("{method}, {name}");
    let run = analysed(run);
    let outcome = run.outcome.clone().unwrap();
    assert_eq!(outcome.kind, kind, "{what}: {outcome:?} of {:?}", run.headline);
    let severity = run.headline.as_ref().unwrap().severity;
    assert_eq!(severity == Severity::Failed, kind == OutcomeKind::Failed, "{what}");
    let is_open = !matches!(kind, OutcomeKind::Passed | OutcomeKind::Failed);
    assert!(!is_open || severity >= Severity::Unknown, "{what}: {severity:?}");
    // The same when it is run and when it is judged again.
    assert_eq!(ending(&run, &end_of(&run), true).code, documented(kind), "{what}: run");
    assert_eq!(code_of(analyse(&run).outcome.kind), documented(kind), "{what}: analyse");
    // Written and read again, with and without cells.
    let text = iogram_report::render_json(&run, JsonStyle::Compact);
    let read: Run = serde_json::from_str(&text).unwrap();
    assert_eq!(Became::kept(&read), outcome, "{what}: record");
    let head = Run { cells: Vec::new(), ..read.clone() };
    assert_eq!(Became::kept(&head), outcome, "{what}: head");
    // A record of a version that stored no outcome.
    let old = Became::kept(&Run { outcome: None, ..read });
    assert_eq!(old.kind == OutcomeKind::Failed, kind == OutcomeKind::Failed, "{what}: old");
    check_page(&what, &run, kind);
    check_metrics(&what, &run, kind);
    let imported = if kind == OutcomeKind::Failed { DRIVE_FAILED } else { 0 };
    assert_eq!(code_of_imported(kind), imported, "{what}: import");
    assert!(defect(&run).is_none() || kind == OutcomeKind::Failed, "{what}: advise");
}

#[test]
fn every_output_says_the_same_of_every_method_and_everything_that_becomes_of_a_run() {
    let mut methods: Vec<String> = builtin_methods().into_iter().map(|it| it.id).collect();
    methods.extend(["measure", "purge", "good-for-etcd", "own"].map(str::to_owned));
    assert!(methods.len() > 20, "{methods:?}");
    for method in &methods {
        let cases =
            [cases_that_pass(method), cases_that_fail(method), cases_that_are_open(method)];
        for case in cases.into_iter().flatten() {
            check(method, case);
        }
    }
}

#[test]
fn every_outcome_has_the_code_that_is_documented_and_no_two_mean_another_thing() {
    for kind in OutcomeKind::ALL {
        assert_eq!(code_of(kind), documented(kind));
    }
    let page = include_str!("../../../../docs/using.md");
    for code in [0, DRIVE_FAILED, ENVIRONMENT, CANNOT_TELL] {
        assert!(page.contains(&format!("\n| {code} | ")), "{code} stands in docs/using.md");
    }
}
