//! Facts that a chart must get right: the requests of a curve, the lines in a legend, the order of bars, and the mark
//! of a simulated drive.

use iogram_charts::{BOTH_SLOT, Body, ChartSpec, READ_SLOT, Scale, WRITE_SLOT};
use iogram_model::{OpKind, Permille, Run, SeriesOp, SeriesRow};
use iogram_report::{Figure, Locale, figures, render_html, render_markdown};
use iogram_stats::Histogram;

use crate::common::{measure_mixed, quick_completed, samples, simulated};

fn of_one(run: &Run) -> Vec<Figure> {
    figures(std::slice::from_ref(run), &Locale::english())
}

#[track_caller]
fn find<'a>(figures: &'a [Figure], start: &str) -> &'a ChartSpec {
    let found = figures.iter().find(|it| it.name.starts_with(start));
    let names = || figures.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
    &found.unwrap_or_else(|| panic!("{start}: {:?}", names())).spec
}

fn histogram(from_ns: u64, count: u64) -> String {
    let mut histogram = Histogram::new();
    (0..count).for_each(|at| histogram.record(from_ns + at));
    histogram.to_text()
}

/// A cell of 7,000 reads of about 50 us and 3,000 writes of about 500 us.
fn mixed() -> Run {
    let mut run = measure_mixed();
    let cell = &mut run.cells[0];
    let read = cell.operations.read.as_mut().expect("it reads");
    (read.count, read.iops, read.histogram) = (7_000, 51_992.0, histogram(50_000, 7_000));
    let write = cell.operations.write.as_mut().expect("it writes");
    (write.count, write.iops, write.histogram) = (3_000, 22_260.0, histogram(500_000, 3_000));
    run.findings.clear();
    run
}

#[test]
fn a_cell_of_reads_and_writes_has_one_percentile_curve_with_all_its_iops() {
    let figures = of_one(&mixed());
    let Body::Xy { series, .. } = &find(&figures, "latency-percentiles").body else {
        panic!("curves are drawn")
    };
    assert_eq!(series.len(), 1, "{:?}", series.iter().map(|it| &it.name).collect::<Vec<_>>());
    assert!(series[0].name.ends_with("74252 IOPS"), "{}", series[0].name);
    // 90 % of the reads alone take less than 60 us; 30 % of all requests are slow writes.
    let at_90 = series[0].x.iter().position(|x| (*x - 10.0).abs() < 0.01).expect("90 %");
    assert!(series[0].y[at_90].expect("it is known") > 500_000.0);
}

#[test]
fn the_legend_of_every_chart_of_every_sample_names_each_line_once() {
    for (name, run) in samples() {
        for figure in of_one(&run) {
            let Body::Xy { series, panels, .. } = &figure.spec.body else { continue };
            for panel in 0..panels.len() {
                let of_panel = series.iter().filter(|it| usize::from(it.panel) == panel);
                let mut names: Vec<&str> = of_panel.map(|it| it.name.as_str()).collect();
                let count = names.len();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), count, "{name}, {}: {names:?}", figure.name);
            }
        }
    }
}

/// Cells of 4 KiB with these depths and shares of reads, in thousandths.
fn swept(depths: &[u32], shares: &[u16]) -> Run {
    let mut run = mixed();
    let first = run.cells[0].clone();
    run.cells.clear();
    for depth in depths {
        for share in shares {
            let mut cell = first.clone();
            cell.name = format!("random 4 KiB QD{depth} {} reads", Permille(*share));
            cell.workload.block = iogram_model::Blocks::one(iogram_model::Bytes(4096));
            cell.workload.mix.read = Permille(*share);
            (cell.workload.depth, cell.workload.jobs) = (*depth, 1);
            match share {
                0 => cell.operations.read = None,
                1000 => cell.operations.write = None,
                _ => {}
            }
            run.cells.push(cell);
        }
    }
    run
}

#[test]
fn depth_charts_name_the_share_of_reads_of_each_curve() {
    let figures = of_one(&swept(&[1, 2, 4], &[0, 250, 500, 1000]));
    let Body::Xy { series, .. } = &find(&figures, "iops-by-queue-depth").body else {
        panic!("curves are drawn")
    };
    let names: Vec<&str> = series.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["write", "25 % reads", "50 % reads", "read"]);
}

#[test]
fn many_shares_of_reads_are_p50_and_p99_over_the_share_and_no_bundle_of_percentiles() {
    let shares: Vec<u16> = (0..=10).map(|step| step * 100).collect();
    let figures = of_one(&swept(&[1, 2, 4], &shares));
    assert!(figures.iter().all(|it| !it.name.starts_with("latency-percentiles")));
    let Body::Xy { series, panels, x, .. } = &find(&figures, "latency-by-read-share").body
    else {
        panic!("curves are drawn")
    };
    let labels: Vec<&str> = panels.iter().map(|it| it.label.as_str()).collect();
    assert_eq!(labels, ["p50 latency (logarithmic)", "p99 latency (logarithmic)"]);
    assert_eq!(x.label, "share of reads");
    assert_eq!(series.len(), 6);
    assert!(series.iter().all(|it| it.x.len() == 11));
}

#[test]
fn bars_stand_in_the_methods_order_with_reads_beside_writes_on_an_axis_from_zero() {
    let mut run = quick_completed();
    let names = ["SEQ1M Q8T1", "SEQ1M Q1T1", "RND4K Q32T1", "RND4K Q1T1"];
    let mut cells = Vec::new();
    for direction in ["read", "write", "mix"] {
        for (index, name) in names.iter().enumerate() {
            // The slowest first, so that an order by speed would differ.
            let mut cell = run.cells[0].clone();
            (cell.name, cell.repeat) = (format!("{name} {direction}"), 0);
            let mut operation = cell.operations.read.take().expect("it reads");
            operation.bytes_per_s = 1e6 * f64::from(u32::try_from(index + 1).expect("small"));
            match direction {
                "read" => cell.operations.read = Some(operation),
                "write" => cell.operations.write = Some(operation),
                _ => {
                    cell.operations.read = Some(operation.clone());
                    cell.operations.write = Some(operation);
                }
            }
            cells.push(cell);
        }
    }
    run.cells = cells;
    run.findings.clear();
    let figures = of_one(&run);
    let Body::Bars { rows, value, .. } = &find(&figures, "throughput").body else {
        panic!("bars are drawn")
    };
    assert_eq!(value.scale, Scale::Linear);
    let expected: Vec<(&str, u8)> = names
        .iter()
        .flat_map(|name| [READ_SLOT, WRITE_SLOT, BOTH_SLOT].map(|slot| (*name, slot)))
        .collect();
    let shown: Vec<(&str, u8)> = rows.iter().map(|it| (it.label.as_str(), it.slot)).collect();
    assert_eq!(shown, expected);
}

#[test]
fn the_repetitions_of_a_single_cell_are_bars_with_their_mean() {
    let (_, run) =
        samples().into_iter().find(|(name, _)| *name == "dd-read-missing-run").unwrap();
    let figures = of_one(&run);
    let Body::Bars { rows, reference, .. } = &find(&figures, "runs-").body else {
        panic!("bars are drawn")
    };
    let count = run.cells.iter().filter(|cell| cell.name == run.cells[0].name).count();
    assert_eq!(rows.len(), count);
    assert!(reference.as_ref().is_some_and(|it| it.label.starts_with("mean ")));
}

/// 1,950 intervals, 19 or 20 of which would fall into each of 100 columns.
#[test]
fn a_latency_map_is_a_share_of_each_column_and_has_no_stripes() {
    let mut run = quick_completed();
    let cell = &mut run.cells[0];
    let rows = (0..1_950_u64).map(|at| {
        let max_ns = if at % 2 == 0 { 1_000_000 } else { 9_000_000 };
        let op = SeriesOp { count: 10, bytes: 40_960, p50_ns: None, p99_ns: None, max_ns };
        let start_ns = at * cell.series.interval_ns;
        SeriesRow { start_ns, read: Some(op), ..SeriesRow::default() }
    });
    let rows: Vec<SeriesRow> = rows.collect();
    cell.series.rows = rows;
    let figures = of_one(&run);
    let Body::Heatmap { cells, value, x, y, .. } = &find(&figures, "latency-map").body else {
        panic!("a map is drawn")
    };
    assert_eq!((value.scale, x.scale, y.scale), (Scale::Log, Scale::Linear, Scale::Log));
    // The same in every column, except the last one, which may be cut off.
    let last = cells.iter().map(|it| it.0).max().expect("there are cells");
    let whole = cells.iter().filter(|it| it.0 < last);
    let first = whole.clone().next().expect("there are cells").2;
    assert!(first >= 1.0 && whole.clone().all(|it| (it.2 - first).abs() < 1.01), "{cells:?}");
    assert!(whole.count() > 100);
}

#[test]
fn a_latency_map_of_one_row_is_left_out() {
    let mut run = quick_completed();
    let cell = &mut run.cells[0];
    let interval = cell.series.interval_ns;
    let row = |at: u64| {
        let op = SeriesOp {
            count: 10,
            bytes: 40_960,
            p50_ns: None,
            p99_ns: None,
            max_ns: 1_100_000,
        };
        SeriesRow { start_ns: at * interval, read: Some(op), ..SeriesRow::default() }
    };
    cell.series.rows = (0..1_950).map(row).collect();
    assert!(of_one(&run).iter().all(|it| !it.name.starts_with("latency-map")));
}

#[test]
fn few_completions_are_a_rate_over_wider_intervals_and_small_requests_are_told_in_iops() {
    let mut run = quick_completed();
    let cell = &mut run.cells[0];
    cell.name = "small writes".to_owned();
    cell.workload.access = iogram_model::Access::Random;
    cell.workload.block = iogram_model::Blocks::one(iogram_model::Bytes(4096));
    cell.series.interval_ns = 100_000_000;
    cell.workload.stop.time = Some(iogram_model::Nanos(60_000_000_000));
    // Two requests in every fifth interval.
    let row = |at: u64| {
        let op = SeriesOp { count: 2, bytes: 8192, p50_ns: None, p99_ns: None, max_ns: 1_000 };
        SeriesRow { start_ns: at * 500_000_000, read: Some(op), ..SeriesRow::default() }
    };
    cell.series.rows = (0..120).map(row).collect();
    let figures = of_one(&run);
    let spec = find(&figures, "throughput-over-time-small-writes");
    let Body::Xy { series, panels, .. } = &spec.body else { panic!("a curve is drawn") };
    assert_eq!(panels[0].unit.symbol(), "IOPS");
    assert!(spec.subtitle.contains("60 samples of 1.00 s"), "{}", spec.subtitle);
    let rates = series.last().expect("there is one").y.iter().flatten();
    assert!(rates.clone().all(|rate| (*rate - 4.0).abs() < 0.01), "{spec:?}");
}

#[test]
fn a_simulated_drive_is_named_as_one_on_every_head_and_every_picture() {
    for (name, run) in samples() {
        for (run, is_virtual) in [(run.clone(), false), (simulated(run), true)] {
            let english = Locale::english();
            let figures = of_one(&run);
            for figure in &figures {
                let spec = &figure.spec;
                let says =
                    spec.foot.contains("SIMULATED") && spec.subtitle.contains("simulated");
                assert_eq!(says, is_virtual, "{name}, {}: {}", figure.name, spec.subtitle);
                assert!(spec.foot.contains(&run.id), "{}", spec.foot);
            }
            let page = render_html(std::slice::from_ref(&run), &[], &figures, &[], &english);
            let head = page.split("<nav").next().unwrap();
            assert_eq!(head.contains("(simulated)"), is_virtual, "{name}");
            if run.headline.is_some() {
                let markdown = render_markdown(&run, &english);
                let head: String = markdown.lines().take(12).collect();
                assert_eq!(head.contains("no hardware was measured"), is_virtual, "{head}");
            }
        }
    }
}

/// Anchors in a page, in order.
fn ids(page: &str) -> Vec<&str> {
    page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_of_a_page_leads_somewhere_and_charts_come_before_findings_and_folded_parts() {
    for (name, run) in samples() {
        let figures = of_one(&run);
        let page = render_html(&[run], &[], &figures, &[], &Locale::english());
        let body = page.split("<script").next().unwrap();
        let ids = ids(body);
        for link in body.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(ids.contains(&link), "{name}: {link} of {ids:?}");
        }
        let place = |id: &str| ids.iter().position(|it| *it == id);
        if !figures.is_empty() {
            assert!(place("charts") < place("meaning"), "{name}: {ids:?}");
        }
        assert!(place("meaning") < place("conditions"), "{name}: {ids:?}");
        let first_fold = body.find("<details class=\"part\"").expect("conditions are folded");
        assert!(body.find("<section id=\"meaning\"").unwrap() < first_fold, "{name}");
    }
}

#[test]
fn charts_are_named_by_what_they_show() {
    for (name, run) in samples() {
        let figures = of_one(&run);
        for figure in &figures {
            let begins = figure.name.chars().next().expect("a name");
            assert!(begins.is_ascii_lowercase(), "{name}: {}", figure.name);
        }
        let keys = figures.iter().filter(|it| it.is_key).count();
        assert!(keys <= 10 && (keys >= 5 || keys == figures.len()), "{name}: {keys}");
    }
}

#[test]
fn writes_that_wait_for_flushes_have_a_curve_of_each() {
    let (_, run) =
        samples().into_iter().find(|(name, _)| *name == "fsync-verdict-fail").unwrap();
    let cell = &run.cells[0];
    assert!(cell.operations.of(OpKind::Flush).is_some());
    let figures = of_one(&run);
    if let Some(figure) = figures.iter().find(|it| it.name.starts_with("latency-percentiles")) {
        let Body::Xy { series, .. } = &figure.spec.body else { panic!("curves are drawn") };
        assert_eq!(series.len(), 2);
    }
}
