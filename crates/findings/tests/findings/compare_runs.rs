//! Comparison of drives by several runs each, where the runs of one drive vary more than their repetitions.

use iogram_findings::{Side, compare_sides};
use iogram_model::{CellRecord, Comparison, DifferenceVerdict, MessageId, Run};

use crate::common::{run, writes};
use iogram_testing::Noise;

/// Cells of each run: the number of rates in a short method.
const CELLS: usize = 12;

/// Variation between runs of one drive.
#[derive(Clone, Copy)]
struct Variation {
    /// Common to all figures of a run.
    common: f64,
    /// Of each figure by itself, smallest and largest: figures are not equally steady.
    own: (f64, f64),
    /// Between repetitions within a run.
    within: f64,
    /// One run in this many is disturbed, and a fifth slower; 0 for none.
    disturbed: u32,
}

const CALM: Variation =
    Variation { common: 0.01, own: (0.005, 0.03), within: 0.005, disturbed: 0 };
/// Harsher than a drive on a quiet computer.
const ROUGH: Variation =
    Variation { common: 0.05, own: (0.01, 0.1), within: 0.01, disturbed: 20 };

/// Every effect on a run affects all of its figures.
const TOGETHER: Variation =
    Variation { common: 0.05, own: (0.003, 0.01), within: 0.005, disturbed: 0 };
/// The figures are independent.
const APART: Variation =
    Variation { common: 0.0, own: (0.01, 0.04), within: 0.005, disturbed: 0 };

/// A cell without a histogram, which would take most of the time.
fn template() -> CellRecord {
    let mut cells = writes(&[100.0]);
    cells[0].operations.write.as_mut().unwrap().histogram.clear();
    cells.remove(0)
}

/// A run of a drive with `factor` times the figures of the first one.
fn one_run(noise: &mut Noise, template: &CellRecord, it: Variation, factor: f64) -> Run {
    let mut cells = Vec::new();
    let is_disturbed = it.disturbed > 0 && noise.next().abs() > 1.96;
    let common = it.common * noise.next() - if is_disturbed { 0.2 } else { 0.0 };
    for index in 0..CELLS {
        let share =
            f64::from(u32::try_from(index).unwrap()) / f64::from(u32::try_from(CELLS).unwrap());
        let own = it.own.0 + (it.own.1 - it.own.0) * share;
        let level = common + own * noise.next();
        for repeat in 0..3 {
            let mut cell = template.clone();
            (cell.name, cell.repeat) = (format!("cell {index}"), repeat);
            let rate = 1e8 * factor * (level + it.within * noise.next()).exp();
            cell.operations.write.as_mut().unwrap().bytes_per_s = rate;
            cells.push(cell);
        }
    }
    run("1", cells)
}

fn side(
    noise: &mut Noise,
    template: &CellRecord,
    it: Variation,
    (runs, factor): (usize, f64),
) -> Side {
    (0..runs).map(|_| (one_run(noise, template, it, factor), "drive".to_owned())).collect()
}

/// Results of many comparisons.
#[derive(Debug, Default)]
struct Tally {
    pairs: u32,
    better: u32,
    worse: u32,
    /// Intervals, and those that contain the true ratio.
    intervals: u32,
    held: u32,
}

impl Tally {
    fn share(count: u32, of: u32) -> f64 {
        f64::from(count) / f64::from(of)
    }
}

fn has(comparison: &Comparison, verdict: DifferenceVerdict) -> bool {
    comparison.rows.iter().any(|row| row.differences[0].verdict == verdict)
}

/// Makes `pairs` comparisons of `runs` runs of a drive with as many of one that is `factor` times as fast.
fn tally(seed: u64, pairs: u32, it: Variation, (runs, factor): (usize, f64)) -> Tally {
    let (mut noise, template) = (Noise(seed), template());
    let mut tally = Tally { pairs, ..Tally::default() };
    for _ in 0..pairs {
        let base = side(&mut noise, &template, it, (runs, 1.0));
        let other = side(&mut noise, &template, it, (runs, factor));
        let comparison = compare_sides(&[base, other]);
        assert!(!has(&comparison, DifferenceVerdict::BetterInRun));
        tally.better += u32::from(has(&comparison, DifferenceVerdict::Better));
        tally.worse += u32::from(has(&comparison, DifferenceVerdict::Worse));
        for row in comparison.rows.iter().filter(|row| row.figure == "bytes_per_s") {
            let range = row.differences[0].interval.unwrap();
            let change = row.differences[0].change_ratio.unwrap();
            assert!(range.low <= change && change <= range.high, "{row:?}");
            tally.intervals += 1;
            tally.held += u32::from((range.low..=range.high).contains(&(factor - 1.0)));
        }
    }
    tally
}

#[test]
fn the_same_drive_on_both_sides_is_told_apart_in_at_most_one_of_twenty_comparisons() {
    for runs in [2, 3] {
        let (mut wrong, mut pairs) = (0, 0);
        for (name, it) in
            [("calm", CALM), ("rough", ROUGH), ("together", TOGETHER), ("apart", APART)]
        {
            let tally = tally(21, 120, it, (runs, 1.0));
            (wrong, pairs) = (wrong + tally.better + tally.worse, pairs + tally.pairs);
            let held = Tally::share(tally.held, tally.intervals);
            assert!(
                held >= 0.92,
                "{name}, {runs} runs a side: {held} of the intervals hold it"
            );
        }
        // 5 %, plus three standard deviations for this number of pairs.
        let share = Tally::share(wrong, pairs);
        assert!(share <= 0.08, "{runs} runs a side: {share} of {pairs} pairs");
    }
}

#[test]
fn a_drive_that_is_a_tenth_slower_is_found_with_three_runs_a_side() {
    let tally = tally(22, 150, CALM, (3, 0.9));
    assert!(Tally::share(tally.worse, tally.pairs) >= 0.95, "{tally:?}");
    assert_eq!(tally.better, 0, "{tally:?}");
    let held = Tally::share(tally.held, tally.intervals);
    assert!((0.92..=0.99).contains(&held), "{held}");
}

#[test]
fn one_run_a_side_says_how_these_runs_differ_and_never_the_drives() {
    let (mut noise, template) = (Noise(23), template());
    let mut differing = 0;
    for _ in 0..50 {
        let [base, other] =
            [1.0, 1.0].map(|factor| side(&mut noise, &template, CALM, (1, factor)));
        let comparison = compare_sides(&[base, other]);
        for verdict in [DifferenceVerdict::Better, DifferenceVerdict::Worse] {
            assert!(
                !has(&comparison, verdict),
                "of one run a side nothing is known of the drive"
            );
        }
        let headline = comparison.headline.as_ref().unwrap();
        assert_eq!(headline.answer.id, MessageId::ComparedRuns);
        assert_eq!(headline.details[0].id, MessageId::ComparedOnce);
        let in_run = [DifferenceVerdict::BetterInRun, DifferenceVerdict::WorseInRun];
        differing += u32::from(in_run.iter().any(|verdict| has(&comparison, *verdict)));
    }
    // The reason: two runs of one drive do differ.
    assert!(differing > 40, "{differing} of 50");
}

#[test]
fn the_answer_opens_a_comparison() {
    let (mut noise, template) = (Noise(24), template());
    let mut answer = |factors: [f64; 2]| {
        let [base, other] =
            factors.map(|factor| side(&mut noise, &template, CALM, (4, factor)));
        compare_sides(&[base, other]).headline.unwrap().answer.id
    };
    assert_eq!(answer([1.0, 1.3]), MessageId::ComparedBetter);
    assert_eq!(answer([1.0, 0.7]), MessageId::ComparedWorse);
    assert_eq!(answer([1.0, 1.0]), MessageId::ComparedAlike);
}

#[test]
fn runs_of_several_methods_on_one_side_are_not_taken_together() {
    let (mut noise, template) = (Noise(25), template());
    let mut base = side(&mut noise, &template, CALM, (3, 1.0));
    let other = side(&mut noise, &template, CALM, (3, 1.0));
    base[2].0.method.id = "cdm".to_owned();
    let comparison = compare_sides(&[base, other]);
    assert!(has(&comparison, DifferenceVerdict::NotComparable));
    let labels: Vec<&str> = comparison.runs.iter().map(|run| run.label.as_str()).collect();
    assert_eq!(labels, ["A1", "A2", "A3", "B1", "B2", "B3"]);
    assert_eq!(comparison.headline.unwrap().answer.id, MessageId::ComparedNever);
}

/// Bursts affect single figures of single runs.
const BURSTS: Variation =
    Variation { common: 0.01, own: (0.02, 0.15), within: 0.005, disturbed: 0 };

/// How many of `pairs` comparisons first report that the other drive is slower, faster, or neither.
fn first_lines(seed: u64, pairs: u32, it: Variation, factor: f64) -> [u32; 3] {
    let (mut noise, template) = (Noise(seed), template());
    let mut lines = [0; 3];
    for _ in 0..pairs {
        let base = side(&mut noise, &template, it, (3, 1.0));
        let other = side(&mut noise, &template, it, (3, factor));
        let headline = compare_sides(&[base, other]).headline.unwrap();
        let place = match headline.answer.id {
            MessageId::ComparedWorse | MessageId::ComparedSlower => 0,
            MessageId::ComparedBetter | MessageId::ComparedFaster => 1,
            _ => 2,
        };
        lines[place] += 1;
    }
    lines
}

#[test]
fn a_tenth_that_bursts_hide_in_single_figures_is_found_by_all_of_them_together() {
    // Two of three are required.
    let [slower, faster, neither] = first_lines(26, 150, BURSTS, 0.9);
    assert!(
        slower >= 130 && faster == 0,
        "{slower} slower, {faster} faster, {neither} neither"
    );
    let [slower, faster, neither] = first_lines(27, 150, BURSTS, 1.0 / 0.9);
    assert!(
        faster >= 130 && slower == 0,
        "{slower} slower, {faster} faster, {neither} neither"
    );
}

#[test]
fn a_first_line_names_a_direction_of_the_same_drive_in_at_most_one_of_twelve_comparisons() {
    let mut named = 0;
    for it in [CALM, ROUGH, TOGETHER, APART, BURSTS] {
        let [slower, faster, _] = first_lines(28, 100, it, 1.0);
        named += slower + faster;
    }
    // 8 % of 500.
    assert!(named <= 40, "{named} of 500");
}
