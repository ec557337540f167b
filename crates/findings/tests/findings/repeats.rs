//! Valid and invalid conclusions from repetitions.

use crate::common::{cell, interrupted, with, write_run};
use iogram_findings::{outliers, summarise};
use iogram_model::{
    Bytes, CellRecord, Finding, Nanos, OpKind, OpMix, Permille, RepeatSummary, Stop, SyncPolicy,
};

fn summaries(cells: &[CellRecord]) -> Vec<RepeatSummary> {
    let only_summaries = |finding| match finding {
        Finding::RepeatSummary(summary) => Some(summary),
        _ => None,
    };
    summarise(cells).into_iter().filter_map(only_summaries).collect()
}

fn summary(
    cells: &[CellRecord],
    operation: Option<OpKind>,
    figure: &str,
) -> Option<RepeatSummary> {
    summaries(cells)
        .into_iter()
        .find(|summary| summary.operation == operation && summary.figure == figure)
}

#[track_caller]
fn check_write_mb_per_s(cells: &[CellRecord], expected: &str) {
    let shown = match summary(cells, Some(OpKind::Write), "bytes_per_s") {
        None => "no summary".to_owned(),
        Some(summary) => {
            let mb = |value: Option<f64>| {
                value.map_or("-".to_owned(), |value| format!("{:.3}", value / 1e6))
            };
            let runs: Vec<_> = summary.runs.iter().map(|&run| mb(run)).collect();
            let spread = summary.spread_ratio.map_or("-".to_owned(), |it| format!("{it:.3}"));
            format!(
                "{} median {} mean {} min {} max {} spread {spread}",
                runs.join(" "),
                mb(summary.median),
                mb(summary.mean),
                mb(summary.min),
                mb(summary.max),
            )
        }
    };
    assert_eq!(shown, expected);
}

#[test]
fn repetitions_give_median_mean_extremes_and_spread() {
    check_write_mb_per_s(
        &[843, 865, 863, 860, 853].map(write_run),
        "843.000 865.000 863.000 860.000 853.000 median 860.000 mean 856.800 min 843.000 \
         max 865.000 spread 0.026",
    );
    check_write_mb_per_s(
        &[10, 20, 40, 30].map(write_run),
        "10.000 20.000 40.000 30.000 median 25.000 mean 25.000 min 10.000 max 40.000 spread 1.200",
    );
}

#[test]
fn one_repetition_has_no_spread() {
    check_write_mb_per_s(
        &[write_run(7)],
        "7.000 median 7.000 mean 7.000 min 7.000 max 7.000 spread -",
    );
}

#[test]
fn a_repetition_that_did_not_complete_is_shown_as_missing_and_is_in_no_mean() {
    check_write_mb_per_s(
        &[write_run(10), interrupted(write_run(99)), write_run(20)],
        "10.000 - 20.000 median 15.000 mean 15.000 min 10.000 max 20.000 spread 0.667",
    );
    check_write_mb_per_s(
        &[interrupted(write_run(99))],
        "- median - mean - min - max - spread -",
    );
}

#[test]
fn a_cell_that_never_moved_a_byte_keeps_its_line() {
    check_write_mb_per_s(
        &[interrupted(cell("write"))],
        "- median - mean - min - max - spread -",
    );
}

#[test]
fn a_repetition_that_its_method_discards_is_not_summarised() {
    let mut warm_up = write_run(1);
    warm_up.is_counted = false;
    check_write_mb_per_s(
        &[warm_up, write_run(10), write_run(20)],
        "10.000 20.000 median 15.000 mean 15.000 min 10.000 max 20.000 spread 0.667",
    );
}

#[test]
fn cells_of_different_names_are_not_mixed() {
    let cells = [write_run(10), with(cell("other"), OpKind::Write, 1, 500_000_000)];
    let medians: Vec<_> = summaries(&cells)
        .into_iter()
        .filter(|summary| summary.figure == "bytes_per_s")
        .map(|summary| (summary.cell, summary.median))
        .collect();
    assert_eq!(medians, [("write".to_owned(), Some(1e7)), ("other".to_owned(), Some(5e7))]);
}

#[test]
fn reads_and_writes_are_summed_and_their_latencies_are_not() {
    let mut mixed = with(cell("mix"), OpKind::Read, 70, 280);
    mixed.workload.mix = OpMix { read: Permille(700), ..OpMix::default() };
    let cells = [with(mixed, OpKind::Write, 30, 120)];
    let together: Vec<_> = summaries(&cells)
        .into_iter()
        .filter(|summary| summary.operation.is_none())
        .map(|summary| (summary.figure, summary.median))
        .collect();
    let expected = [("bytes_per_s".to_owned(), Some(40.0)), ("iops".to_owned(), Some(10.0))];
    assert_eq!(together, expected);
}

#[test]
fn elapsed_time_is_a_figure_only_where_the_amount_decides() {
    assert_eq!(summary(&[write_run(10)], None, "elapsed_ns"), None);

    let mut by_amount = write_run(10);
    by_amount.workload.stop = Stop { amount: Some(Bytes::GIB), ..Stop::default() };
    let elapsed = summary(&[by_amount], None, "elapsed_ns").unwrap();
    assert_eq!(elapsed.median, Some(1e10));
}

#[test]
fn percentiles_stay_apart_per_repetition() {
    let p99 = |ns| {
        let mut cell = write_run(10);
        cell.operations.write.as_mut().unwrap().latency_ns.p99 = ns;
        cell
    };
    let cells = vec![p99(Some(4_000)), p99(None), p99(Some(9_000)), p99(Some(5_000))];
    let of =
        |cells: &[CellRecord]| summary(cells, Some(OpKind::Write), "latency_p99_ns").unwrap();
    let partial = of(&cells);
    assert_eq!(partial.runs, [Some(4_000.0), None, Some(9_000.0), Some(5_000.0)]);
    // The repetitions with a value may be the fast ones.
    assert_eq!((partial.median, partial.max), (None, None));
    let known = of(&[&cells[..1], &cells[2..]].concat());
    assert_eq!((known.median, known.max), (Some(5_000.0), Some(9_000.0)));
}

/// 1 GiB written in 10 s, including `flush_ns` for the final flush.
fn flushed_at_the_end(flush_ns: f64) -> CellRecord {
    let mut cell = with(cell("write"), OpKind::Write, 256, 1 << 30);
    cell = with(cell, OpKind::Flush, 1, 0);
    let flush = cell.operations.flush.as_mut().expect("the line above made it");
    flush.latency_ns.mean = flush_ns;
    cell.workload.sync = SyncPolicy::End;
    cell
}

#[track_caller]
fn check_before_flush(cell: CellRecord, expected: Option<Option<f64>>) {
    let found = summary(&[cell], Some(OpKind::Write), "bytes_per_s_before_flush");
    let rounded = found.map(|summary| summary.median.map(f64::round));
    assert_eq!(rounded, expected);
}

#[test]
fn the_rate_before_the_flush_leaves_the_flush_out() {
    check_before_flush(flushed_at_the_end(7.5e9), Some(Some(429_496_730.0)));
}

#[test]
fn the_rate_before_the_flush_is_unknown_where_no_moment_separates_writing_and_flushing() {
    check_before_flush(flushed_at_the_end(10e9), Some(None));

    let mut several_jobs = flushed_at_the_end(1e9);
    several_jobs.workload.jobs = 4;
    check_before_flush(several_jobs, None);

    let mut flushed_each = flushed_at_the_end(1e9);
    flushed_each.workload.sync = SyncPolicy::Each;
    check_before_flush(flushed_each, None);
}

#[test]
fn writes_and_flushes_have_their_times_apart_where_they_do_not_run_beside_each_other() {
    let time = |cell: &CellRecord, kind: OpKind, figure: &str| {
        summary(std::slice::from_ref(cell), Some(kind), figure).map(|it| it.median)
    };
    let mut cell = flushed_at_the_end(7.5e9);
    assert_eq!(time(&cell, OpKind::Flush, "flushing_ns"), Some(Some(7.5e9)));
    assert_eq!(time(&cell, OpKind::Write, "writing_ns"), Some(Some(2.5e9)));
    cell.workload.jobs = 4;
    assert_eq!(time(&cell, OpKind::Flush, "flushing_ns"), None);
    assert_eq!(time(&cell, OpKind::Write, "writing_ns"), None);
}

#[track_caller]
fn check_outliers(cells: &[CellRecord], expected: &[&str]) {
    let findings = summarise(cells);
    let messages: Vec<_> = outliers(&findings).into_iter().map(|it| it.message).collect();
    assert_eq!(messages, expected);
}

#[test]
fn a_repetition_far_from_the_others_is_pointed_out() {
    check_outliers(
        &[85, 86, 25, 85, 84].map(write_run),
        &[
            "write (write): one of 5 runs reached 25.0 MB/s, the median run 85.0 MB/s; it counts \
           like the others",
        ],
    );
    check_outliers(
        &[50, 50, 50, 50, 20].map(write_run),
        &[
            "write (write): one of 5 runs reached 20.0 MB/s, the median run 50.0 MB/s; it counts \
           like the others",
        ],
    );
}

#[test]
fn agreement_scatter_and_few_values_point_nothing_out() {
    check_outliers(&[1000, 1001, 1000, 999, 950].map(write_run), &[]);
    check_outliers(&[10, 20, 30, 40, 50].map(write_run), &[]);
    check_outliers(&[50, 50, 50, 50, 50].map(write_run), &[]);
    check_outliers(&[85, 86, 25, 85].map(write_run), &[]);
}

#[test]
fn nothing_measured_gives_no_findings() {
    assert_eq!(summarise(&[]), []);
}

#[test]
fn a_cell_by_time_and_amount_counts_as_one_by_amount() {
    let mut cell = write_run(10);
    cell.workload.stop =
        Stop { time: Some(Nanos::SECOND), amount: Some(Bytes::GIB), ..Stop::default() };
    assert!(summary(&[cell], None, "elapsed_ns").is_some());
}
