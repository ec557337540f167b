//! Results of other tools are compared by their work, for any tool and output format.

use iogram_findings::{compare, compare_sides};
use iogram_model::{
    Argument, CellRecord, CellState, ComparedRow, Comparison, Difference, DifferenceVerdict,
    Evidence, ImportSource, ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult,
    MethodRecord, OpKind, ProbeRecord, Run, TargetKind,
};

use crate::common::{run, writes};

/// Sequential reads of 1 MiB at depth 8.
fn result(name: &str, mb_per_s: f64) -> ImportedResult {
    let figures = [
        ("bytes_per_s", mb_per_s * 1e6),
        ("iops", mb_per_s),
        ("latency_mean_ns", 8e9 / mb_per_s),
    ];
    ImportedResult {
        name: name.to_owned(),
        operation: Some(OpKind::Read),
        order: Some(ImportedOrder::Sequential),
        block_bytes: Some(1 << 20),
        depth: Some(8),
        job_count: Some(1),
        is_of_drive: true,
        figures: ImportedFigures::from(figures),
        ..ImportedResult::default()
    }
}

fn imported(id: &str, (kind, tool): (&str, &str), results: Vec<ImportedResult>) -> Run {
    let evidence =
        ImportedEvidence { tool: tool.to_owned(), results, ..ImportedEvidence::default() };
    let mut run = run(id, Vec::new());
    run.method = MethodRecord::new(format!("import-{kind}"), kind);
    run.target.kind = TargetKind::Imported;
    run.target.link = None;
    run.probes = vec![ProbeRecord {
        name: "results".to_owned(),
        what: "imported".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 0,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence: Evidence::Imported(evidence),
    }];
    run.import = Some(ImportSource { kind: kind.to_owned(), ..ImportSource::default() });
    run
}

const FIO: (&str, &str) = ("fio", "fio");
const FIO_TEXT: (&str, &str) = ("fio-text", "fio");
const CDM: (&str, &str) = ("cdm", "CrystalDiskMark");

fn compared(base: Run, other: Run) -> Comparison {
    compare(&[(base, "one".to_owned()), (other, "two".to_owned())])
}

#[track_caller]
fn row<'a>(
    comparison: &'a Comparison,
    cell: &str,
    figure: &str,
) -> (&'a ComparedRow, &'a Difference) {
    let row = comparison.rows.iter().find(|it| it.cell == cell && it.figure == figure);
    let row = row.unwrap_or_else(|| panic!("{cell} {figure}: {:?}", cells(comparison)));
    (row, &row.differences[0])
}

fn cells(comparison: &Comparison) -> Vec<&str> {
    comparison.rows.iter().map(|it| it.cell.as_str()).collect()
}

fn obstacles(comparison: &Comparison) -> Vec<(&str, &str)> {
    comparison.obstacles.iter().map(|it| (it.code.as_str(), it.message.as_str())).collect()
}

#[test]
fn forms_of_one_tool_are_compared() {
    let (base, mut other) = (result("seq", 1000.0), result("seq", 1100.0));
    (other.depth, other.is_direct) = (None, None);
    let comparison =
        compared(imported("1", FIO, vec![base]), imported("2", FIO_TEXT, vec![other]));
    assert_eq!(obstacles(&comparison), []);
    let (_, difference) = row(&comparison, "seq", "bytes_per_s");
    // With one value a side, the difference is known, but not whether it is chance.
    assert_eq!(difference.verdict, DifferenceVerdict::CannotTell);
    assert!((difference.change_ratio.unwrap() - 0.1).abs() < 1e-9, "{difference:?}");
}

/// Counts the figures of both runs; figures of one run come last and do not count.
#[test]
fn the_first_line_counts_what_both_have() {
    let base =
        vec![result("alone", 9.0), result("a", 100.0), result("b", 100.0), result("c", 100.0)];
    let other = vec![result("a", 150.0), result("b", 101.0), result("c", 40.0)];
    let comparison = compared(imported("1", FIO, base), imported("2", FIO, other));
    assert_eq!(cells(&comparison).last(), Some(&"alone"));
    let answer = &comparison.headline.as_ref().unwrap().answer;
    assert_eq!(answer.id.name(), "compare-single");
    // A rate and a latency of each: one is ahead, one behind, one within 2 %.
    for (name, count) in [("better", 2), ("worse", 2), ("total", 6)] {
        assert_eq!(answer.arguments[name], Argument::Count(count), "{answer:?}");
    }
    // A change from 100 to 40 is larger than one from 100 to 150.
    assert_eq!(answer.arguments["figure"], Argument::Name("c read mean".to_owned()));
    assert_eq!(answer.arguments["change"], Argument::Name("+150 %".to_owned()));
}

#[test]
fn latencies_of_other_kinds_are_not_compared_and_rates_are() {
    let of = |word: &str| {
        vec![ImportedResult { latency_of: Some(word.to_owned()), ..result("seq", 1000.0) }]
    };
    let comparison =
        compared(imported("1", FIO, of("clat")), imported("2", FIO_TEXT, of("lat")));
    assert!(row(&comparison, "seq", "bytes_per_s").1.change_ratio.is_some());
    let (_, latency) = row(&comparison, "seq", "latency_mean_ns");
    assert_eq!(latency.change_ratio, None);
    let reason = "the cell differs: latency is measured as clat against lat";
    assert_eq!(latency.reason.as_deref(), Some(reason));
}

#[test]
fn results_of_several_tools_are_matched_by_work_and_not_by_name() {
    let random = ImportedResult {
        order: Some(ImportedOrder::Random),
        block_bytes: Some(4096),
        ..result("SEQ", 50.0)
    };
    let cdm = imported("1", CDM, vec![result("SEQ 1MiB (Q=8,T=1)", 3500.0)]);
    let fio = imported("2", FIO, vec![random, result("job1", 3400.0)]);
    let comparison = compared(cdm, fio);
    assert_eq!(obstacles(&comparison), [("tool", "tool: CrystalDiskMark against fio")]);
    let (found, difference) = row(&comparison, "SEQ 1MiB (Q=8,T=1) = job1", "bytes_per_s");
    assert_eq!(found.values[1].as_ref().map(|it| it.value), Some(3.4e9));
    assert_eq!(difference.verdict, DifferenceVerdict::CannotTell);
    assert!(difference.change_ratio.is_some());
    let (alone, _) = row(&comparison, "SEQ", "iops");
    assert!(alone.values[0].is_none() && alone.values[1].is_some());
}

#[test]
fn tools_that_measured_nothing_in_common_are_not_compared() {
    // The same name is not the same work, and incompletely described work is unknown.
    let mut other = result("seq", 100.0);
    other.depth = None;
    let comparison = compared(
        imported("1", CDM, vec![result("seq", 90.0)]),
        imported("2", FIO, vec![other]),
    );
    assert!(
        obstacles(&comparison).contains(&("method", "method: import-cdm against import-fio"))
    );
    let verdict = DifferenceVerdict::NotComparable;
    assert!(comparison.rows.iter().all(|it| it.differences[0].verdict == verdict));
}

#[test]
fn reads_beside_writes_are_not_reads_alone() {
    let write =
        |name: &str| ImportedResult { operation: Some(OpKind::Write), ..result(name, 1000.0) };
    let mixed = || vec![result("rw", 1000.0), write("rw")];
    let cdm = || imported("1", CDM, vec![result("SEQ", 3000.0), write("SEQ")]);
    let comparison = compared(cdm(), imported("2", FIO, mixed()));
    assert_eq!(obstacles(&comparison).last().unwrap().0, "tool");
    assert_eq!(comparison.obstacles[0].code.as_str(), "method");
    // Mixes of one name are compared with each other, but not with pure reads.
    let both = compared(imported("1", FIO, mixed()), imported("2", FIO_TEXT, mixed()));
    assert!(row(&both, "rw", "bytes_per_s").1.change_ratio.is_some());
    let half = imported("2", FIO_TEXT, vec![result("rw", 1000.0)]);
    let half = compared(imported("1", FIO, mixed()), half);
    let reason = row(&half, "rw", "bytes_per_s").1.reason.as_deref();
    assert_eq!(reason, Some("the cell differs: mix read+write against read"));
}

#[test]
fn work_that_several_results_of_a_run_are_of_is_not_guessed() {
    let fio = imported("2", FIO, vec![result("first", 3400.0), result("second", 1000.0)]);
    let comparison = compared(imported("1", CDM, vec![result("SEQ", 3500.0)]), fio);
    assert_eq!(comparison.obstacles[0].code.as_str(), "method");
}

#[test]
fn what_was_held_back_is_no_difference_of_drives_without_saying_so() {
    let limited = |rate: &str| {
        let limits = vec![format!("rate={rate}")];
        vec![ImportedResult { limits, ..result("seq", 100.0) }]
    };
    let free = vec![result("seq", 3000.0)];
    let comparison = compared(imported("1", FIO, limited("100m")), imported("2", FIO, free));
    let (_, difference) = row(&comparison, "seq", "bytes_per_s");
    let reason = "the cell differs: limited by rate=100m against nothing known";
    assert_eq!((difference.change_ratio, difference.reason.as_deref()), (None, Some(reason)));

    let alike =
        compared(imported("1", FIO, limited("100m")), imported("2", FIO_TEXT, limited("100m")));
    assert!(row(&alike, "seq", "bytes_per_s").1.change_ratio.is_some());
    assert_eq!(obstacles(&alike), [("limited", "cell seq: limited by rate=100m")]);
}

#[test]
fn what_is_not_of_the_drive_is_said_to_be_none() {
    let memory = || vec![ImportedResult { is_of_drive: false, ..result("cached", 9000.0) }];
    for other in [memory(), vec![result("cached", 500.0)]] {
        let comparison = compared(imported("1", FIO, memory()), imported("2", FIO, other));
        let (_, difference) = row(&comparison, "cached", "bytes_per_s");
        assert_eq!(difference.change_ratio, None);
        assert!(difference.reason.as_ref().unwrap().contains("did not measure a drive"));
    }
}

fn seq_writes(mb_per_s: &[f64]) -> Vec<CellRecord> {
    let mut cells = writes(mb_per_s);
    for cell in &mut cells {
        cell.workload.depth = 8;
    }
    cells
}

#[test]
fn cells_of_iogram_are_held_against_the_same_work_of_other_tools() {
    let write = || ImportedResult {
        operation: Some(OpKind::Write),
        is_direct: Some(true),
        ..result("SEQ1M", 90.0)
    };
    let native = || run("1", seq_writes(&[80.0, 81.0, 79.0]));
    let comparison = compared(native(), imported("2", CDM, vec![write()]));
    let told = obstacles(&comparison);
    assert_eq!(told.iter().map(|it| it.0).collect::<Vec<_>>(), ["tool", "conditions"]);
    assert_eq!(told[0].1, "tool: iogram 0.1.0 against CrystalDiskMark");
    let (found, difference) = row(&comparison, "write = SEQ1M", "bytes_per_s");
    assert_eq!(found.values[1].as_ref().map(|it| it.value), Some(9e7));
    assert_eq!(difference.verdict, DifferenceVerdict::CannotTell);
    assert!((difference.change_ratio.unwrap() - 0.125).abs() < 1e-9, "{difference:?}");
    row(&comparison, "write = SEQ1M", "latency_mean_ns");
    assert!(!cells(&comparison).contains(&"SEQ1M"), "it stands in one row");

    let buffered = ImportedResult { is_direct: Some(false), ..write() };
    let comparison = compared(imported("2", CDM, vec![buffered]), native());
    let (_, difference) = row(&comparison, "write = SEQ1M", "bytes_per_s");
    let reason = "the cell differs: caching buffered against direct";
    assert_eq!(difference.reason.as_deref(), Some(reason));

    let other = ImportedResult { depth: Some(1), ..write() };
    let comparison = compared(native(), imported("2", CDM, vec![other]));
    assert_eq!(comparison.obstacles[0].code.as_str(), "method");
}

#[test]
fn several_runs_a_side_are_compared_across_tools_with_the_confound_said() {
    let side = |of: (&str, &str), name: &str, rates: [f64; 4]| {
        let runs = rates.into_iter().zip(1..);
        runs.map(|(rate, id)| {
            (imported(&format!("{name}{id}"), of, vec![result(name, rate)]), name.to_owned())
        })
        .collect()
    };
    let sides = [
        side(CDM, "SEQ", [1000.0, 1001.0, 999.0, 1000.0]),
        side(FIO, "job", [2000.0, 2001.0, 1999.0, 2000.0]),
    ];
    let comparison = compare_sides(&sides);
    let (_, difference) = row(&comparison, "SEQ = job", "bytes_per_s");
    assert_eq!(difference.verdict, DifferenceVerdict::Better);
    assert!(obstacles(&comparison).iter().all(|it| it.0 == "tool"));
    assert!(!comparison.obstacles.is_empty());
}

#[test]
fn when_it_was_measured_is_what_the_source_says() {
    let at = |when: Option<&str>| {
        let mut run = imported("1", FIO, vec![result("seq", 1.0)]);
        if let Evidence::Imported(evidence) = &mut run.probes[0].evidence {
            evidence.measured_at = when.map(str::to_owned);
        }
        run
    };
    let known = |when: Option<&str>| {
        let comparison = compared(run("1", writes(&[1.0])), at(when));
        let it = &comparison.runs[1];
        assert_eq!((it.is_imported, it.measured_at.as_deref()), (true, when));
        it.measured_at_us()
    };
    assert_eq!(known(Some("@1795481504")), Some(1_795_481_504_000_000));
    assert_eq!(known(Some("Tue Nov 24 04:37:09 2026")), None);
    assert_eq!(known(None), None);
    let native = &compared(run("1", writes(&[1.0])), at(None)).runs[0];
    assert_eq!(native.measured_at_us(), Some(native.started_at_us));
}
