//! A rule passes only on complete evidence.

use crate::common::{flush_run, histogram, interrupted, write_run};
use iogram_findings::judge;
use iogram_model::{CellRecord, Figure, FigureBound, Finding, OpKind, Rule, Verdict};

/// A limit of 10 ms for the 99th percentile of flushes.
pub(crate) fn etcd() -> Rule {
    Rule {
        id: "etcd-fsync".to_owned(),
        title: "fast enough for etcd".to_owned(),
        cell: "sync".to_owned(),
        operation: OpKind::Flush,
        figure: Figure::LatencyP99,
        limit: 10e6,
        is_upper_limit: true,
        work: None,
        source: "etcd".to_owned(),
    }
}

/// At least 10 MB/s written.
pub(crate) fn speed_class_10() -> Rule {
    Rule {
        cell: "write".to_owned(),
        operation: OpKind::Write,
        figure: Figure::BytesPerS,
        limit: 10e6,
        is_upper_limit: false,
        ..etcd()
    }
}

#[track_caller]
fn check(rule: &Rule, cells: &[CellRecord], expected: &str) {
    let findings = judge(std::slice::from_ref(rule), cells);
    let [Finding::Rule(verdict)] = findings.as_slice() else {
        panic!("one rule gives one verdict, not {findings:?}");
    };
    assert_eq!(format!("{:?} {:?}", verdict.verdict, verdict.measured), expected);
}

#[test]
fn an_upper_limit_has_to_be_stayed_below() {
    check(&etcd(), &[flush_run(Some(9_999_999))], "Pass Some(9999999.0)");
    check(&etcd(), &[flush_run(Some(10_000_000))], "Fail Some(10000000.0)");
}

#[test]
fn a_lower_limit_has_to_be_reached() {
    check(&speed_class_10(), &[write_run(10)], "Pass Some(10000000.0)");
    check(&speed_class_10(), &[write_run(9)], "Fail Some(9000000.0)");
}

#[test]
fn the_worst_repetition_decides() {
    check(
        &etcd(),
        &[1, 12, 2].map(|ms| flush_run(Some(ms * 1_000_000))),
        "Fail Some(12000000.0)",
    );
    check(&speed_class_10(), &[30, 11, 20].map(write_run), "Pass Some(11000000.0)");
}

#[test]
fn too_few_requests_for_the_percentile_never_pass() {
    check(&etcd(), &[flush_run(None)], "Unknown None");
    check(&etcd(), &[flush_run(Some(1)), flush_run(None)], "Unknown Some(1.0)");
    check(&etcd(), &[flush_run(Some(99_000_000)), flush_run(None)], "Fail Some(99000000.0)");
}

/// Pairs of a number of flushes and their time in nanoseconds, too few for the percentile.
fn few(parts: &[(u64, u64)]) -> CellRecord {
    let mut cell = flush_run(None);
    cell.operations.flush.as_mut().unwrap().histogram = histogram(parts);
    cell
}

fn verdict(cells: &[CellRecord]) -> (Verdict, Option<FigureBound>) {
    let findings = judge(&[etcd()], cells);
    let Some(Finding::Rule(it)) = findings.first() else { panic!("no verdict") };
    (it.verdict, it.bound)
}

#[test]
fn requests_that_are_all_beyond_a_limit_fail_it_however_few_they_are() {
    let at_least = Some(FigureBound::AtLeast);
    for (count, ms) in [(2, 900), (10, 119), (130, 23), (417, 24), (900, 11)] {
        let slow = few(&[(count, ms * 1_000_000)]);
        assert_eq!(verdict(&[slow]), (Verdict::Fail, at_least), "{count} of {ms} ms");
    }
    // The rule allows one slow request in a hundred.
    assert_eq!(verdict(&[few(&[(1, 50_000_000)])]), (Verdict::Unknown, None));
    // A few slow ones suffice if there are more than chance explains.
    assert_eq!(
        verdict(&[few(&[(190, 1_000_000), (10, 30_000_000)])]),
        (Verdict::Fail, at_least)
    );
    let some = few(&[(195, 1_000_000), (5, 30_000_000)]);
    assert_eq!(verdict(std::slice::from_ref(&some)), (Verdict::Unknown, None));
    // Three repetitions together have enough.
    let all = [some.clone(), some.clone(), some];
    assert_eq!(verdict(&all), (Verdict::Fail, at_least));
}

#[test]
fn requests_that_are_all_within_a_limit_pass_it_where_they_are_enough_to_prove_it() {
    let fast = |count| few(&[(count, 9_500_000)]);
    let at_most = Some(FigureBound::AtMost);
    assert_eq!(verdict(&[fast(950)]), (Verdict::Pass, at_most));
    assert_eq!(verdict(&[fast(300)]), (Verdict::Unknown, None));
    assert_eq!(verdict(&[fast(300), fast(300), fast(300)]), (Verdict::Pass, at_most));
    // Nothing excuses a repetition that broke it.
    let broken = flush_run(Some(12_000_000));
    assert_eq!(verdict(&[fast(950), broken]), (Verdict::Fail, None));
    assert_eq!(verdict(&[fast(950), interrupted(fast(950))]), (Verdict::Unknown, None));
}

#[test]
fn a_repetition_that_did_not_complete_never_passes() {
    check(&etcd(), &[interrupted(flush_run(Some(1)))], "Unknown None");
}

#[test]
fn a_cell_that_was_not_run_is_unknown() {
    check(&etcd(), &[], "Unknown None");
    check(&etcd(), &[write_run(10)], "Unknown None");
}

#[test]
fn a_repetition_that_is_not_counted_is_not_judged() {
    let mut warm_up = flush_run(Some(99_000_000));
    warm_up.is_counted = false;
    check(&etcd(), &[warm_up, flush_run(Some(1))], "Pass Some(1.0)");
}

#[test]
fn every_figure_reads_its_own_name() {
    for figure in Figure::ALL {
        assert_eq!(figure.name().parse(), Ok(figure));
    }
    let error = "latency_p98_ns".parse::<Figure>().unwrap_err();
    assert_eq!(error.to_string(), "\"latency_p98_ns\" is not a figure");
    assert!(error.hint.to_string().contains("latency_p99_ns"));
}
