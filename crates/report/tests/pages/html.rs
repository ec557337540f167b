//! Pages with charts: the same run gives the same bytes, and the required contents.

use iogram_charts::Theme;
use iogram_model::{Access, Run, SeriesOp, SeriesRow};
use iogram_report::{Locale, figures, render_html, render_publication};

use crate::common::{measure_mixed, quick_completed, samples};

fn page(runs: &[Run], locale: &Locale) -> String {
    render_html(runs, &[], &figures(runs, locale), &["data/run.json".to_owned()], locale)
}

/// The page without the bundle, which has a separate golden file.
fn text(page: &str) -> &str {
    page.split("<script>").next().expect("a split has a beginning")
}

#[test]
fn the_same_run_is_the_same_page() {
    for (name, run) in samples() {
        let runs = [run];
        let locale = Locale::english();
        assert!(page(&runs, &locale) == page(&runs, &locale), "{name}");
    }
}

#[test]
fn the_page_of_a_quick_run_stays_what_it_is() {
    let runs = [quick_completed()];
    let locale = Locale::english();
    let page = page(&runs, &locale);
    let from = page.find("<body>").expect("there is a body");
    let to = page.find("<script type").expect("there is a chart");
    crate::golden::check("tests/golden/quick-completed.html", &page[from..to]);
}

#[test]
fn what_it_means_comes_first_and_headings_follow_each_other() {
    for (name, run) in samples() {
        for locale in [Locale::english(), Locale::find("ko").expect("there is Korean")] {
            let page = page(std::slice::from_ref(&run), &locale);
            let page = text(&page);
            let place =
                |id: &str| page.find(&format!("<section id=\"{id}\"")).unwrap_or(usize::MAX);
            assert!(place("meaning") < place("results"), "{name}");
            assert!(place("results") < place("conditions"), "{name}");
            assert_eq!(page.matches("<h1>").count(), 1, "{name}");
            assert!(page.find("<h1>") < page.find("<h2>"), "{name}");
        }
    }
}

#[test]
fn every_chart_has_a_table_behind_it_and_words_for_those_who_do_not_see_it() {
    let runs = [quick_completed()];
    let page = page(&runs, &Locale::english());
    let page = text(&page);
    let charts = page.matches("data-chart=").count();
    assert!(charts >= 1, "{charts}");
    assert_eq!(page.matches("<details class=\"values\"><summary>").count(), charts);
    assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), charts);
}

#[test]
fn a_page_names_no_serial_number_and_nothing_of_another_host() {
    let run = quick_completed();
    let serial = run.target.serial.clone().expect("the sample has one");
    let page = page(&[run], &Locale::english());
    assert!(!page.contains(&serial));
    for attribute in ["src=\"http", "href=\"http", "url(http", "@import"] {
        assert!(!text(&page).contains(attribute), "{attribute}");
    }
}

#[test]
fn markup_in_the_name_of_a_drive_stays_text() {
    let mut run = measure_mixed();
    run.target.model = Some("</script><script>alert(1)</script>".to_owned());
    let page = page(&[run], &Locale::english());
    assert!(!page.contains("<script>alert(1)"));
}

#[test]
fn every_chart_of_every_sample_can_be_drawn() {
    let painter = iogram_charts::Painter::new().expect("it starts");
    for (name, run) in samples() {
        let locale = Locale::find("ko").expect("there is Korean");
        for figure in figures(&[run], &locale) {
            let drawn = painter.svg(&figure.spec, 900, Theme::Dark);
            assert!(drawn.is_ok(), "{name} {}: {drawn:?}", figure.name);
        }
    }
}

#[test]
fn several_drives_are_compared_and_keep_their_colours() {
    let mut other = quick_completed();
    other.id = "20261121-150000-ffff".to_owned();
    other.target.model = Some("Another 64 GB".to_owned());
    let runs = [quick_completed(), other];
    let locale = Locale::english();
    let both = figures(&runs, &locale);
    assert!(both.len() >= 3, "{}", both.len());
    let swapped = figures(&[runs[1].clone(), runs[0].clone()], &locale);
    assert_eq!(both.len(), swapped.len());
    let markdown =
        render_publication(&runs, &[], &both, |it| format!("{}.svg", it.name), &locale);
    assert_eq!(markdown.matches("![").count(), both.len());
}

/// A run of sequential writing cells with these numbers of samples.
fn long_run(samples: &[u64]) -> Run {
    let mut run = quick_completed();
    let first = run.cells[0].clone();
    let cells = samples.iter().enumerate().map(|(index, &count)| {
        let mut cell = first.clone();
        cell.name = format!("cell {index}");
        cell.repeat = 0;
        cell.workload.access = Access::Sequential;
        cell.operations.write = cell.operations.read.take();
        // Uneven rates, so that nothing is thinned out as flat.
        let rows = (0..count).map(|at| {
            let operation = SeriesOp {
                count: 100,
                bytes: 10_000_000 + at * 7919 % 900_007,
                p50_ns: Some(900_000),
                p99_ns: Some(950_123 + at * 15_485_863 % 40_000),
                max_ns: 1_000_000 + at * 104_729 % 800_011,
            };
            let start_ns = at * 100_000_000;
            SeriesRow { start_ns, write: Some(operation), ..SeriesRow::default() }
        });
        cell.series.rows = rows.collect();
        cell
    });
    run.cells = cells.collect();
    run
}

#[test]
fn a_page_of_many_long_curves_stays_below_three_megabytes() {
    // Three hours in 60 cells: 59 of a minute, and one that fills the rest.
    let mut three_hours = [600; 60];
    three_hours[59] = 108_000 - 59 * 600;
    for samples in [&[20_000; 40][..], &three_hours] {
        let page = page(&[long_run(samples)], &Locale::english());
        assert!(page.len() < 3_000_000, "{} bytes", page.len());
    }
}

#[test]
fn a_page_of_many_parts_that_repeat_draws_each_chart_once_and_stays_below_three_megabytes() {
    let mut run = long_run(&[400; 360]);
    for (at, cell) in run.cells.iter_mut().enumerate() {
        let part = format!("steady {}", at / 20 + 1);
        cell.name = format!("{part}/load {}", at % 20);
        cell.block = Some(part);
    }
    let page = page(&[run], &Locale::english());
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    let charts = page.matches("id=\"chart-").count();
    assert!(charts < 60, "{charts} charts");
    assert!(page.contains("the most striking of 18 similar parts"), "it is said");
    // The tables have all of them.
    assert!(page.contains("steady 7/load 13"), "a cell of the seventh part");
}
