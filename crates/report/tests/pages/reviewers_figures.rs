//! Charts in the style of reviewers: geometry of cards, tests of enterprise drives.

use iogram_charts::Body;
use iogram_model::{
    Access, BoundaryEvidence, BoundaryRow, BoundaryTable, CountFinding, Criteria, Evidence,
    Figure as Number, Finding, FirstUnitsEvidence, FirstUnitsRow, Nanos, OpenUnitEvidence,
    OpenUnitRow, SeriesOp, SteadyRule, Stop, UnitOrder, UnitRound,
};
use iogram_report::Figure;

use crate::common::quick_completed;
use crate::figures::{drawn, filling, find, probed, words};

const SECOND: u64 = 1_000_000_000;

fn open_row(order: UnitOrder, open_count: u32, round_ns: u64) -> OpenUnitRow {
    // The first rounds close the units that were open before.
    let round = |at: u64| {
        let elapsed_ns = if at < 4 { 40 * round_ns } else { round_ns };
        UnitRound { elapsed_ns, slowest_ns: elapsed_ns / u64::from(open_count) }
    };
    OpenUnitRow {
        order,
        open_count,
        block_bytes: 524_288,
        bytes_per_s: 1,
        rounds: (0..12).map(round).collect(),
    }
}

#[test]
fn open_units_climb_in_one_curve_and_what_was_tried_again_stands_apart() {
    let ms = 1_000_000;
    let rows = [(4, 160), (5, 200), (6, 24_000), (5, 200), (6, 24_000)];
    let rows = rows.map(|(count, time)| open_row(UnitOrder::Linear, count, time * ms));
    let evidence =
        OpenUnitEvidence { unit_bytes: 4 << 20, spacing_bytes: None, rows: rows.into() };
    let found = CountFinding {
        value: Some(5),
        confidence: Some(0.99),
        reason: None,
        statement: None,
        evidence: String::new(),
        evidence_statement: None,
    };
    let run = probed(Evidence::OpenUnits(evidence), vec![Finding::OpenAuLinear(found)]);
    let figures = drawn(&[run]);
    let chart = find(&figures, "probe");
    let (curves, marks) = words(chart);
    assert_eq!(curves, ["linear 512KiB", "linear 512KiB, tested again"]);
    assert_eq!(marks, ["linear: 5 open"]);
    let Body::Xy { series, .. } = &chart.spec.body else { panic!("{chart:?}") };
    assert_eq!(series[0].x, [4.0, 5.0, 6.0]);
    // 512 KiB in 40 ms each, without the first rounds; then the collapse.
    assert_eq!(series[0].y, [Some(13_107_200.0), Some(13_107_200.0), Some(131_072.0)]);
    assert_eq!(series[1].x, [5.0, 6.0]);
}

#[test]
fn first_units_are_a_map_for_each_place_that_they_began_at() {
    let row = |start_bytes: u64, block_bytes: u64| FirstUnitsRow {
        start_bytes,
        block_bytes,
        units_bytes_per_s: vec![Some(9_000_000), None, Some(12_000_000)],
    };
    let sizes = [4096_u64, 65_536, 1 << 20];
    let rows = [0, 64 << 20].into_iter().flat_map(|start| sizes.map(|size| row(start, size)));
    let evidence = FirstUnitsEvidence {
        unit_bytes: 4 << 20,
        order: UnitOrder::Linear,
        rows: rows.collect(),
    };
    let figures = drawn(&[probed(Evidence::FirstUnits(evidence), Vec::new())]);
    let maps: Vec<&Figure> = figures.iter().filter(|it| it.name.contains("from")).collect();
    assert_eq!(maps.len(), 2, "{figures:?}");
    for map in maps {
        let Body::Heatmap { cells, .. } = &map.spec.body else { panic!("{map:?}") };
        assert_eq!(cells.len(), 2 * sizes.len(), "what nobody knows is no cell");
        assert!(cells.contains(&(2, 0, 12e6)), "{cells:?}");
    }
}

#[test]
fn boundaries_are_drawn_at_powers_of_two_and_never_below_zero() {
    let row = |boundary_bytes: u64, diff_ns: i64| BoundaryRow {
        boundary_bytes,
        place_count: Some(3),
        pre_ns: None,
        on_ns: None,
        post_ns: None,
        diff_ns,
        spread_ns: None,
    };
    let rows =
        vec![row(2048, -300), row(3072, 900), row(4096, 600), row(6144, -5), row(8192, 700)];
    let table = BoundaryTable { read_bytes: Some(1024), pass_count: None, rows };
    let evidence = BoundaryEvidence { tables: vec![table] };
    let figures = drawn(&[probed(Evidence::Boundaries(evidence), Vec::new())]);
    let Body::Xy { series, .. } = &find(&figures, "probe").spec.body else { panic!() };
    assert_eq!(series[0].x, [2048.0, 4096.0, 8192.0]);
    assert_eq!(series[0].y, [Some(0.0), Some(600.0), Some(700.0)]);
}

/// Ten seconds of a cell that ends by time, and the completions after it.
#[test]
fn what_comes_back_after_the_time_of_a_cell_is_no_collapse() {
    let mut run = filling();
    let cell = &mut run.cells[0];
    cell.workload.stop = Stop { time: Some(Nanos(10 * SECOND)), ..Stop::default() };
    cell.series.rows.truncate(103);
    for row in &mut cell.series.rows[100..] {
        row.write = row.write.map(|op| SeriesOp { count: 1, bytes: 4096, ..op });
    }
    run.cells.truncate(1);
    run.findings.clear();
    let figures = drawn(&[run]);
    let chart = find(&figures, "throughput-over-time-first-pass");
    let Body::Xy { series, .. } = &chart.spec.body else { panic!("{chart:?}") };
    let rates = &series.iter().find(|one| one.panel == 0).expect("it is drawn").y;
    assert!(rates.iter().flatten().all(|rate| *rate > 0.9e9), "{rates:?}");
}

/// Twelve cells of one test and twelve of another; the mix has several depths.
#[test]
fn percentiles_of_many_cells_are_drawn_test_by_test_with_the_exceedance_of_the_mix() {
    let mut run = quick_completed();
    let template = run.cells[0].clone();
    let record = template.operations.read.clone().expect("it reads");
    run.cells.clear();
    for (test, is_mixed) in
        [("6 random reads 4KiB threads", false), ("7 random 70/30 4KiB threads", true)]
    {
        for jobs in [1, 2, 4, 8, 16, 32, 64] {
            let mut cell = template.clone();
            cell.name = format!("{test} {jobs}");
            (cell.repeat, cell.is_counted) = (0, true);
            (cell.workload.jobs, cell.workload.depth) = (jobs, 1);
            cell.operations.read = Some(record.clone());
            cell.operations.write = is_mixed.then(|| record.clone());
            run.cells.push(cell);
        }
    }
    run.findings.clear();
    let figures = drawn(&[run]);
    let reads = find(&figures, "latency-percentiles-6-random-reads");
    let (curves, _) = words(reads);
    assert_eq!(curves.len(), 7, "{curves:?}");
    assert!(curves[0].starts_with("threads 1"), "{curves:?}");
    assert_eq!(words(find(&figures, "latency-percentiles-7-random")).0.len(), 7);
    let chart = find(&figures, "exceedance-7-random");
    assert_eq!(words(chart).0, ["threads 1", "threads 4", "threads 16", "threads 32"]);
    let Body::Xy { series, .. } = &chart.spec.body else { panic!("{chart:?}") };
    let shares: Vec<f64> = series[0].y.iter().copied().flatten().collect();
    assert!(shares.is_sorted_by(|one, other| one > other), "{shares:?}");
    assert!(!figures.iter().any(|it| it.name.starts_with("exceedance-6")));
}

/// The criterion of SNIA's tests is requests per second, whatever the block size.
#[test]
fn cells_of_rounds_in_iops_are_drawn_in_iops() {
    let mut run = quick_completed();
    let mut template = run.cells[0].clone();
    template.workload.access = Access::Sequential;
    run.cells.clear();
    for at in 0..25 {
        let mut cell = template.clone();
        (cell.name, cell.repeat, cell.is_counted) = ("SEQ 512B 50/50".to_owned(), at, true);
        run.cells.push(cell);
    }
    let rule = |figure| SteadyRule {
        cells: vec!["SEQ 512B 50/50".to_owned()],
        window_count: 5,
        range_ratio: 0.2,
        slope_ratio: 0.1,
        rounds_max_count: 25,
        figure,
        samples_count: None,
        round_cells: vec!["SEQ 512B 50/50".to_owned()],
        passes_max_count: None,
        goes_on_steady: false,
    };
    let title = |figure| {
        let mut run = run.clone();
        run.criteria = Some(Criteria { steady: vec![rule(figure)], ..Criteria::default() });
        find(&drawn(&[run]), "rate-over-the-run").spec.title.clone()
    };
    assert!(title(Some(Number::Iops)).contains("IOPS"), "{}", title(Some(Number::Iops)));
    assert!(!title(None).contains("IOPS"), "{}", title(None));
}
