//! Several drives on one page: the deciding figures are ranked, sorted and marked, and obstacles to the comparison
//! are stated.

use std::collections::BTreeSet;

use iogram_charts::{BarRow, Body, MarkAxis, OTHER_SLOT, SUBJECT_SLOT, Scale, Unit};
use iogram_findings::{analysed, compare};
use iogram_model::{Comparison, Criteria, Finding, KeyKind, Run};
use iogram_report::{
    Figure, Locale, Options, compared_figures, comparison_page, figures, render_compared_html,
    render_html,
};

use crate::common::{dd_read_missing_run, quick_completed, simulated};
use crate::figures::{drawn, filling};

const NARROW: Options = Options { width: 80, has_color: false };
const COMMAND: &str = "iogram compare --full A B C D";

/// A run of the quick method on a drive that is this many times as fast.
fn run(number: usize, factor: f64) -> Run {
    let mut run = quick_completed();
    run.id = format!("20261121-14301{number}-7f3a");
    run.target.model = Some(format!("Maker SSD Model {number} 1 TB"));
    run.criteria = Some(Criteria::default());
    for cell in &mut run.cells {
        for op in [&mut cell.operations.read, &mut cell.operations.write].into_iter().flatten()
        {
            op.iops *= factor;
            op.bytes_per_s *= factor;
        }
        let length = std::time::Duration::from_nanos(cell.elapsed_ns).div_f64(factor);
        cell.elapsed_ns = u64::try_from(length.as_nanos()).unwrap();
    }
    analysed(run)
}

/// The third is the fastest, and the first the slowest.
fn four() -> (Vec<Run>, Comparison) {
    let factors = [0.5, 0.8, 1.5, 1.0];
    let runs: Vec<Run> =
        factors.iter().enumerate().map(|(at, factor)| run(at + 1, *factor)).collect();
    let named: Vec<(Run, String)> = runs
        .iter()
        .map(|run| (run.clone(), run.target.model.clone().unwrap_or_default()))
        .collect();
    let comparison = compare(&named);
    (runs, comparison)
}

fn rows(figure: &Figure) -> &[BarRow] {
    let Body::Bars { rows, .. } = &figure.spec.body else { panic!("{figure:?}") };
    rows
}

#[test]
fn a_key_figure_is_of_the_first_cell_of_its_kind() {
    let run = run(1, 1.0);
    let told = |key: KeyKind| {
        run.findings.iter().find_map(|finding| match finding {
            Finding::KeyFigure(it) if it.key == key => Some((it.cell.clone(), it.value())),
            _ => None,
        })
    };
    let (cell, value) = told(KeyKind::SequentialRead).unwrap();
    assert_eq!(cell, run.cells[0].name);
    assert!(value.unwrap() > 0.0);
    assert!(told(KeyKind::RandomRead).unwrap().0.contains("q1t1"));
    assert!(told(KeyKind::QueuedRead).unwrap().0.contains("q32t1"));
    assert_eq!(told(KeyKind::CacheSize), None, "unknown is not zero");
}

#[test]
fn the_best_of_each_row_is_marked_and_counted() {
    let (_, comparison) = four();
    let rates = comparison.key_figures.iter().filter(|it| it.figure != "latency_p9999_ns");
    let rates: Vec<_> = rates.collect();
    assert!(rates.len() >= 4, "{rates:#?}");
    assert!(rates.iter().all(|it| it.best == [2]), "{rates:#?}");
    assert_eq!(usize::try_from(comparison.best_count[2]).unwrap(), rates.len());
    assert_eq!(comparison.best_count[0], 0);
    let english = Locale::english();
    let text = comparison_page(&comparison, &english).brief_text(&NARROW, &english, COMMAND);
    let row = text.lines().find(|line| line.contains("Sequential read")).unwrap();
    assert_eq!(row.matches('*').count(), 1, "{row}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("C (Maker Model 3 1 TB)"), "{text}");
}

#[test]
fn alike_drives_are_not_ranked() {
    let named: Vec<(Run, String)> =
        [1, 2].into_iter().map(|at| (run(at, 1.0), format!("drive {at}"))).collect();
    let comparison = compare(&named);
    assert!(comparison.key_figures.iter().all(|it| it.best.is_empty()), "{comparison:#?}");
}

#[test]
fn four_runs_are_at_most_sixty_lines_and_the_rest_is_a_command_away() {
    let (_, comparison) = four();
    for locale in [Locale::english(), Locale::find("ko").expect("there is Korean")] {
        let page = comparison_page(&comparison, &locale);
        let brief = page.brief_text(&NARROW, &locale, COMMAND);
        let lines: Vec<&str> = brief.lines().collect();
        assert!(lines.len() <= 60, "{} lines", lines.len());
        assert!(lines.last().unwrap().contains(COMMAND), "{brief}");
        assert!(page.text(&NARROW).lines().count() > 60, "there is more to show");
    }
}

#[test]
fn sections_of_a_comparison_have_headings_of_their_own() {
    let (_, comparison) = four();
    let markdown = comparison_page(&comparison, &Locale::english()).markdown();
    let headings: Vec<&str> = markdown.lines().filter(|it| it.starts_with("## ")).collect();
    let distinct: BTreeSet<&&str> = headings.iter().collect();
    assert_eq!(distinct.len(), headings.len(), "{headings:?}");
    assert!(headings[0].contains("Key figures"), "{headings:?}");
}

#[test]
fn compared_bars_are_sorted_and_the_first_drive_has_the_accent() {
    let (runs, comparison) = four();
    let figures = compared_figures(&runs, &comparison, &Locale::english());
    assert!(figures[0].name.starts_with("key-figures") && figures[0].is_key);
    let keys = figures.iter().filter(|it| it.is_key).count();
    assert!((5..=12).contains(&keys), "{keys}");
    for figure in figures.iter().filter(|it| matches!(it.spec.body, Body::Bars { .. })) {
        let rows = rows(figure);
        if rows.iter().any(|row| row.slot != SUBJECT_SLOT && row.slot != OTHER_SLOT) {
            assert!(figure.name.starts_with("largest-differences"), "{}", figure.name);
            continue;
        }
        // Bars without names have the names of their drives.
        let is_one =
            |one: &BarRow, other: &BarRow| one.series.is_empty() || one.label == other.label;
        for group in rows.chunk_by(is_one) {
            let values: Vec<f64> = group.iter().filter_map(|row| row.value).collect();
            let is_time = figure.name.contains("tail");
            assert!(values.is_sorted_by(|a, b| if is_time { a <= b } else { a >= b }));
            let subjects: Vec<&BarRow> =
                group.iter().filter(|row| row.slot == SUBJECT_SLOT).collect();
            assert_eq!(subjects.len(), 1, "{}", figure.name);
            let name = if subjects[0].series.is_empty() {
                &subjects[0].label
            } else {
                &subjects[0].series
            };
            assert!(name.contains("Model 1"), "{name}");
        }
    }
}

#[test]
fn runs_that_mean_different_things_are_not_ranked() {
    let mut other = dd_read_missing_run();
    other.criteria = Some(Criteria::default());
    let other = analysed(other);
    let comparison = compare(&[(run(1, 1.0), "A".to_owned()), (other, "B".to_owned())]);
    assert!(comparison.key_figures.iter().all(|it| it.best.is_empty()));
    let text = comparison_page(&comparison, &Locale::english()).brief_text(
        &NARROW,
        &Locale::english(),
        COMMAND,
    );
    assert!(text.contains("NOT COMPARABLE"), "{text}");
}

#[test]
fn a_page_of_several_begins_with_the_matrix_and_has_no_id_twice() {
    let (runs, comparison) = four();
    for locale in [Locale::english(), Locale::find("ko").expect("there is Korean")] {
        let figures = compared_figures(&runs, &comparison, &locale);
        let page = render_compared_html(&runs, &comparison, &figures, &[], &locale);
        let body = page.split("<script").next().unwrap();
        let place = |id: &str| body.find(&format!("id=\"{id}\"")).unwrap_or(usize::MAX);
        assert!(place("section-key-figures") < place("charts"));
        assert!(place("charts") < place("section-differences"));
        let ids: Vec<&str> =
            body.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let distinct: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(distinct.len(), ids.len(), "{ids:?}");
    }
}

#[test]
fn a_page_of_one_begins_with_a_strip_of_at_most_six_numbers() {
    let run = run(1, 1.0);
    let english = Locale::english();
    let runs = [run];
    let page = render_html(&runs, &[], &figures(&runs, &english), &[], &english);
    let header = page.split("</header>").next().unwrap();
    let strip = header.split("class=\"strip\"").nth(1).expect("there is a strip");
    let count = strip.split("</ul>").next().unwrap().matches("<li>").count();
    assert!((3..=6).contains(&count), "{count}");
    assert!(strip.contains("Sequential read") && strip.contains("MB/s"), "{strip}");
    // The drive is large, the method small.
    let title = header.split("<h1>").nth(1).unwrap().split("</h1>").next().unwrap();
    assert!(title.starts_with("Maker SSD Model 1 1 TB <small>"), "{title}");
    // An empty section has no heading.
    assert!(!page.contains("<h3>Verdicts</h3>"));
}

/// Two drives in a fill test: the cache of the second is a hundredth of it.
fn two_fills() -> [Run; 2] {
    let mut other = filling();
    other.id = "20261121-150000-ffff".to_owned();
    other.target.model = Some("Another 64 GB".to_owned());
    for finding in &mut other.findings {
        if let Finding::SlcCache(cache) = finding {
            cache.value_bytes = Some(100_000_000);
        }
    }
    [filling(), other]
}

fn find<'a>(figures: &'a [Figure], part: &str) -> &'a Figure {
    figures.iter().find(|it| it.name.contains(part)).unwrap_or_else(|| panic!("{part}"))
}

#[test]
fn fills_of_several_drives_have_means_latencies_and_short_caches() {
    let runs = two_fills();
    let all = drawn(&runs);
    let Body::Xy { series, panels, .. } =
        &find(&all, "throughput-over-time-first-pass").spec.body
    else {
        panic!("curves are drawn")
    };
    let means = series.iter().filter(|one| one.x.len() == 2 && one.y[0] == one.y[1]);
    assert_eq!(means.count(), 2, "a level line for each drive");
    assert!(series.iter().all(|one| one.name.contains("mean")), "it stands in the name");
    assert!(panels.iter().any(|it| it.unit == Unit::NANOS), "latencies stand below");
    let Body::Xy { x, marks, .. } = &find(&all, "short-caches-first-pass").spec.body else {
        panic!("curves are drawn")
    };
    assert_eq!(x.scale, Scale::Log);
    assert!(marks.iter().any(|it| it.label.contains("100 MB")), "{marks:?}");
}

#[test]
fn phases_of_a_fill_are_bands_and_no_second_curve() {
    let figures = drawn(&[filling()]);
    let Body::Xy { series, marks, .. } = &find(&figures, "throughput-over-bytes").spec.body
    else {
        panic!("a curve is drawn")
    };
    assert_eq!(series.len(), 1);
    let bands: Vec<_> = marks.iter().filter(|it| it.to.is_some()).collect();
    assert_eq!(bands.len(), 2, "{marks:?}");
    assert!(bands[0].label.contains("cache") && bands[1].label.contains("flash"), "{bands:?}");
    // The mean is horizontal, the end of the cache vertical.
    assert!(marks.iter().any(|it| it.on == MarkAxis::Y && it.label.contains("mean")));
    assert!(marks.iter().any(|it| it.on == MarkAxis::X && it.label.contains("ends at")));
}

#[test]
fn discards_and_what_only_makes_ready_have_no_bar() {
    let mut run = quick_completed();
    let mut discard = run.cells[0].clone();
    discard.name = "discard of the middle".to_owned();
    let mut record = discard.operations.read.take().unwrap();
    record.bytes_per_s = 8e11;
    discard.operations.discard = Some(record);
    let mut helper = run.cells[0].clone();
    helper.name = "write what is read".to_owned();
    helper.is_counted = false;
    run.cells.extend([discard, helper]);
    let mut other = run.clone();
    other.id = "20261121-150000-ffff".to_owned();
    other.target.model = Some("Another 64 GB".to_owned());
    for runs in [&[run.clone()][..], &[run, other][..]] {
        let all = drawn(runs);
        for figure in all.iter().filter(|it| matches!(it.spec.body, Body::Bars { .. })) {
            assert!(!figure.name.contains("discard") && !figure.name.contains("write-what"));
            for row in rows(figure) {
                assert!(!row.label.contains("discard") && !row.label.contains("write what"));
            }
        }
    }
}

#[test]
fn latencies_without_a_queue_stand_on_an_even_axis_as_well() {
    let mut one = quick_completed();
    one.cells.retain(|cell| cell.workload.depth == 1);
    let mut other = one.clone();
    other.id = "20261121-150000-ffff".to_owned();
    other.target.model = Some("Another 64 GB".to_owned());
    for runs in [&[one.clone()][..], &[one, other][..]] {
        let all = drawn(runs);
        let Body::Xy { x, panels, series, .. } = &find(&all, "on-an-even-axis").spec.body
        else {
            panic!("curves are drawn")
        };
        assert_eq!((x.scale, panels[0].scale), (Scale::Linear, Scale::Linear));
        assert!(series.iter().all(|one| one.x.last() == Some(&99.0)), "{series:?}");
    }
}

#[test]
fn a_foot_says_once_that_all_drives_are_simulated() {
    let runs = [run(1, 1.0), run(2, 0.5)].map(simulated);
    for figure in figures(&runs, &Locale::english()) {
        assert_eq!(figure.spec.foot.matches("SIMULATED").count(), 1, "{}", figure.spec.foot);
        assert!(!figure.spec.title.contains("(simulated)"));
        if let Body::Xy { series, .. } = &figure.spec.body {
            assert!(series.iter().all(|one| !one.name.contains("(simulated)")));
        }
    }
}
