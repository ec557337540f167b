//! A comparison reports a difference exactly if there is one, and finds every obstacle to a comparison.

use iogram_findings::compare;
use iogram_model::{
    Bytes, CellRecord, Comparison, DifferenceVerdict, FileSystemRecord, ObstacleWeight,
    PurgeRecord, PurgeState, Run, TargetKind, Warning, WarningCode,
};

use crate::common::{histogram, run, writes};
use iogram_testing::Noise;

fn compared(base: Run, other: Run) -> Comparison {
    compare(&[(base, "one".to_owned()), (other, "two".to_owned())])
}

fn of_rate(comparison: &Comparison) -> (DifferenceVerdict, Option<&str>) {
    let row = comparison.rows.iter().find(|row| row.figure == "bytes_per_s").unwrap();
    let difference = &row.differences[0];
    (difference.verdict, difference.reason.as_deref())
}

#[track_caller]
fn check(base: &[f64], other: &[f64], expected: DifferenceVerdict) {
    let comparison = compared(run("1", writes(base)), run("2", writes(other)));
    assert_eq!(of_rate(&comparison).0, expected, "{base:?} against {other:?}");
}

#[test]
fn a_clear_difference_is_told_and_an_unclear_one_is_not() {
    check(&[80.0, 81.0, 79.0], &[60.0, 61.0, 60.5], DifferenceVerdict::WorseInRun);
    check(&[60.0, 61.0, 60.5], &[80.0, 81.0, 79.0], DifferenceVerdict::BetterInRun);
    check(&[80.0, 81.0, 79.0], &[83.0, 76.0, 86.0], DifferenceVerdict::CannotTell);
    check(&[80.0, 80.1, 79.9, 80.0], &[80.2, 80.1, 80.0, 80.2], DifferenceVerdict::Alike);
}

#[test]
fn one_repetition_is_never_enough() {
    let comparison = compared(run("1", writes(&[80.0])), run("2", writes(&[8.0, 8.0, 8.0])));
    let reason = Some("fewer than two repetitions with this figure");
    assert_eq!(of_rate(&comparison), (DifferenceVerdict::CannotTell, reason));
    let row = &comparison.rows[0];
    assert!(row.values[0].as_ref().unwrap().interval.is_none());
    assert!(row.values[1].as_ref().unwrap().interval.is_some());
}

/// Without histograms, which take most of the time.
fn rates_alone(rates: &[f64]) -> Vec<CellRecord> {
    let mut cells = writes(&rates[..1]);
    let write = cells[0].operations.write.as_mut().unwrap();
    write.histogram.clear();
    let first = cells[0].clone();
    rates
        .iter()
        .map(|rate| {
            let mut cell = first.clone();
            cell.operations.write.as_mut().unwrap().bytes_per_s = rate * 1e6;
            cell
        })
        .collect()
}

/// How many of 1000 pairs of runs the comparison distinguishes.
fn told_apart(factor: f64, deviation: f64) -> usize {
    let mut noise = Noise(11);
    let pairs = 0..1000;
    pairs
        .filter(|_| {
            let base = rates_alone(&noise.many(5, 100.0, deviation));
            let other = rates_alone(&noise.many(5, 100.0 * factor, deviation * factor));
            let (base, other) = (run("1", base), run("2", other));
            let verdict = of_rate(&compared(base, other)).0;
            matches!(verdict, DifferenceVerdict::BetterInRun | DifferenceVerdict::WorseInRun)
        })
        .count()
}

#[test]
fn of_two_runs_that_vary_within_alone_a_difference_is_rarely_invented_and_rarely_missed() {
    let false_alarms = told_apart(1.0, 5.0);
    assert!(false_alarms < 70, "{false_alarms} of 1000");
    let found = told_apart(0.8, 5.0);
    assert!(found > 980, "{found} of 1000");
}

#[test]
fn percentiles_come_from_merged_requests_and_not_from_a_mean() {
    // 900 fast requests in one repetition, 9000 slow ones in the other.
    let mut cells = writes(&[80.0, 80.0]);
    cells[0].operations.write.as_mut().unwrap().histogram = histogram(&[(900, 1_000)]);
    cells[1].operations.write.as_mut().unwrap().histogram = histogram(&[(9000, 50_000)]);
    let comparison = compared(run("1", cells.clone()), run("2", cells));
    let row = comparison.rows.iter().find(|row| row.figure == "latency_p50_ns").unwrap();
    let value = row.values[0].as_ref().unwrap().value;
    assert!((49_900.0..50_100.0).contains(&value), "{value}");
}

#[track_caller]
fn check_obstacle(change: impl FnOnce(&mut Run), expected: &[(&str, ObstacleWeight)]) {
    let rates = [80.0, 81.0, 79.0];
    let base = run("1", writes(&rates));
    let mut other = run("2", writes(&[40.0, 41.0, 39.0]));
    change(&mut other);
    let comparison = compared(base, other);
    let found: Vec<(&str, ObstacleWeight)> =
        comparison.obstacles.iter().map(|it| (it.code.as_str(), it.weight)).collect();
    assert_eq!(found, expected);
    let forbids = expected.iter().any(|(_, weight)| *weight == ObstacleWeight::Forbids);
    let is_told = of_rate(&comparison).0 != DifferenceVerdict::NotComparable;
    assert_eq!(is_told, !forbids, "{expected:?}");
}

/// If one repetition is far off, the quotient of two arithmetic means lies outside the interval of the typical ratio.
#[test]
fn a_change_lies_inside_its_interval() {
    for (base, other) in [
        ([80.0, 81.0, 79.0], [10.0, 108.0, 109.0]),
        ([1.0, 100.0, 100.0], [50.0, 51.0, 50.0]),
        ([80.0, 80.0, 80.0], [107.0, 107.0, 107.0]),
    ] {
        let comparison = compared(run("1", writes(&base)), run("2", writes(&other)));
        for row in &comparison.rows {
            let difference = &row.differences[0];
            let (change, interval) = (difference.change_ratio.unwrap(), difference.interval);
            let Some(interval) = interval else { continue };
            let middle = (1.0 + interval.low) * (1.0 + interval.high);
            assert!(interval.low <= change && change <= interval.high, "{difference:?}");
            assert!(((1.0 + change).powi(2) / middle - 1.0).abs() < 1e-9, "{difference:?}");
        }
        assert!(comparison.rows.iter().any(|row| row.differences[0].interval.is_some()));
    }
}

#[test]
fn what_makes_runs_incomparable_is_found() {
    use ObstacleWeight::{Confounds, Forbids};
    check_obstacle(|_| (), &[]);
    check_obstacle(|run| run.method.id = "cdm".to_owned(), &[("method", Forbids)]);
    check_obstacle(
        |run| _ = run.method.params.insert("size".to_owned(), "4GiB".to_owned()),
        &[("parameter", Forbids)],
    );
    check_obstacle(|run| run.target.kind = TargetKind::File, &[("target-kind", Forbids)]);
    check_obstacle(
        |run| run.target.link = Some("USB 480 Mb/s".to_owned()),
        &[("link", Forbids)],
    );
    check_obstacle(
        |run| run.target.link = Some("PCIe 3.0 x4".to_owned()),
        &[("link", Confounds)],
    );
    check_obstacle(
        |run| run.conditions.host.kernel = Some("6.12.9".to_owned()),
        &[("kernel", Confounds)],
    );
    check_obstacle(
        |run| run.conditions.tool.version = "0.2.0".to_owned(),
        &[("version", Confounds)],
    );
    check_obstacle(|run| run.purges.push(purge()), &[("fill-state", Forbids)]);
}

fn purge() -> PurgeRecord {
    PurgeRecord {
        cells_before_count: 0,
        state: PurgeState::Purged,
        attempts: Vec::new(),
        elapsed_ns: 1,
    }
}

#[test]
fn a_fuller_file_system_is_another_state_of_the_drive() {
    let fill = |run: &mut Run, free: u64| {
        run.target.drive_capacity = Some(Bytes(100_000));
        run.conditions.file_system = Some(FileSystemRecord {
            kind: "ext4".to_owned(),
            mount_point: "/srv".to_owned(),
            options: String::new(),
            free: Bytes(free),
            is_copy_on_write: None,
            is_compressing: None,
            is_memory: false,
            supports_direct: None,
            made_by: None,
        });
    };
    for (free, expected) in [(55_000, 0), (45_000, 1)] {
        let (mut base, mut other) = (run("1", writes(&[80.0])), run("2", writes(&[80.0])));
        fill(&mut base, 60_000);
        fill(&mut other, free);
        let comparison = compared(base, other);
        let codes: Vec<&str> = comparison.obstacles.iter().map(|it| it.code.as_str()).collect();
        assert_eq!(codes.len(), expected, "{codes:?}");
    }
}

#[test]
fn where_the_computer_set_the_pace_no_difference_is_told() {
    let mut cells = writes(&[80.0, 81.0, 79.0]);
    let warning = Warning {
        statement: None,
        code: WarningCode::GeneratorBound,
        message: "one core is full".to_owned(),
    };
    cells[1].warnings.push(warning);
    let comparison = compared(run("1", writes(&[40.0, 41.0, 40.5])), run("2", cells));
    let (verdict, reason) = of_rate(&comparison);
    assert_eq!(verdict, DifferenceVerdict::CannotTell);
    assert!(reason.is_some_and(|reason| reason.contains("generator-bound")), "{reason:?}");
    assert_eq!(comparison.obstacles[0].code, "generator-bound");
}

#[test]
fn cells_of_the_same_name_that_asked_for_something_else_are_not_compared() {
    let mut cells = writes(&[80.0, 81.0, 79.0]);
    cells.iter_mut().for_each(|cell| cell.workload.depth = 4);
    let comparison = compared(run("1", writes(&[40.0, 41.0, 40.5])), run("2", cells));
    let reason = Some("the cell differs: depth 1 against 4");
    assert_eq!(of_rate(&comparison), (DifferenceVerdict::CannotTell, reason));
}
