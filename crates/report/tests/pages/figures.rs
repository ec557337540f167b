//! Charts for the data: each kind of finding and evidence has its chart, and nothing is cut.

use iogram_charts::{Body, MISSING_SLOT, Painter, Theme};
use iogram_model::{
    Access, AuSource, BadKind, BadRange, BrokenLimit, CacheRecovery, CapacityEvidence,
    CapacityFinding, CellState, Evidence, Figure as Number, Finding, HealthSample,
    HealthSeries, MixCurve, MixLine, MixPoint, OpKind, Plateau, PlateauRole, ProbeRecord,
    RecordingManner, RecordingPass, RecordingWindow, ReplayRecord, Run, Search, SearchLimit,
    SearchPhase, SearchPoint, SeriesOp, SeriesRow, SlcCache, SlcCacheType, SpeedClassEvidence,
    Stall, SteadyState, SteadyWindow, Stretch, TraceScore, TraceScores, Varied, Verdict,
};
use iogram_report::{Figure, Locale, figures};
use iogram_stats::Histogram;

use crate::common::quick_completed;

const GB: u64 = 1_000_000_000;
const SECOND: u64 = 1_000_000_000;

/// Checks that the figures of `run` in both languages are the same and can be drawn; returns those in English.
#[track_caller]
pub(crate) fn drawn(runs: &[Run]) -> Vec<Figure> {
    let english = figures(runs, &Locale::english());
    let korean = figures(runs, &Locale::find("ko").expect("there is Korean"));
    assert_eq!(english.len(), korean.len());
    let painter = Painter::new().expect("it starts");
    for figure in english.iter().chain(&korean) {
        painter.svg(&figure.spec, 900, Theme::Light).expect(&figure.name);
        // A missing message shows its id.
        assert!(!figure.spec.title.starts_with("figure-"), "{}", figure.spec.title);
    }
    english
}

#[track_caller]
pub(crate) fn find<'a>(figures: &'a [Figure], part: &str) -> &'a Figure {
    let names: Vec<&str> = figures.iter().map(|it| it.name.as_str()).collect();
    figures
        .iter()
        .find(|it| it.name.contains(part))
        .unwrap_or_else(|| panic!("{part}: {names:?}"))
}

/// The names of the curves and the labels of the marks of a chart.
pub(crate) fn words(figure: &Figure) -> (Vec<&str>, Vec<&str>) {
    let Body::Xy { series, marks, .. } = &figure.spec.body else { panic!("{figure:?}") };
    (
        series.iter().map(|one| one.name.as_str()).collect(),
        marks.iter().map(|mark| mark.label.as_str()).collect(),
    )
}

/// A run of one cell that writes sequentially, first 10 GB fast and then slowly, and gets warm.
pub(crate) fn filling() -> Run {
    let mut run = quick_completed();
    let mut cell = run.cells[0].clone();
    cell.name = "first pass".to_owned();
    cell.repeat = 0;
    cell.workload.access = Access::Sequential;
    cell.operations.write = cell.operations.read.take();
    let rows = (0..600_u64).map(|at| {
        let bytes = if at < 100 { 100_000_000 } else { 20_000_000 };
        let op = SeriesOp { count: 100, bytes, p50_ns: None, p99_ns: None, max_ns: 1_000_000 };
        SeriesRow { start_ns: at * SECOND / 10, write: Some(op), ..SeriesRow::default() }
    });
    cell.series.rows = rows.collect();
    let samples = (0..60_u32).map(|at| HealthSample {
        start_ns: u64::from(at) * SECOND,
        temperature_celsius: Some(30.0 + f64::from(at)),
        counters: None,
    });
    cell.health = Some(HealthSeries {
        source: "simulated".to_owned(),
        warning_celsius: Some(70.0),
        samples: samples.collect(),
        ..HealthSeries::default()
    });
    let mut after = cell.clone();
    after.name = "after 30s".to_owned();
    let mut later = cell.clone();
    later.name = "after 60s".to_owned();
    run.cells = vec![cell, after, later];
    run.findings = vec![
        plateau(0, (0, 10 * GB), (0, 10 * SECOND), 1e9, PlateauRole::Cache),
        plateau(1, (10 * GB, 20 * GB), (10 * SECOND, 60 * SECOND), 2e8, PlateauRole::Native),
        Finding::SlcCache(SlcCache {
            statement: None,
            cell: "first pass".to_owned(),
            repeat: 0,
            value_bytes: Some(10 * GB),
            none_from_bytes: None,
            kind: Some(SlcCacheType::Static),
            confidence_ratio: 0.9,
            kind_confidence_ratio: None,
            reason: None,
            cache_bytes_per_s: Some(1e9),
            after_bytes_per_s: Some(2e8),
            after_stalled_bytes_per_s: None,
            folding_bytes_per_s: None,
            buffer_bytes: None,
        }),
        recovery("after 30s", 30, None),
        recovery("after 60s", 60, Some(10 * GB)),
    ];
    run
}

fn plateau(
    index: u32,
    bytes: (u64, u64),
    time_ns: (u64, u64),
    bytes_per_s: f64,
    role: PlateauRole,
) -> Finding {
    Finding::Plateau(Plateau {
        cell: "first pass".to_owned(),
        repeat: 0,
        index,
        from_bytes: bytes.0,
        to_bytes: bytes.1,
        from_ns: time_ns.0,
        to_ns: time_ns.1,
        bytes_per_s,
        role: Some(role),
    })
}

fn recovery(cell: &str, rest_s: u64, value_bytes: Option<u64>) -> Finding {
    Finding::CacheRecovery(CacheRecovery {
        statement: None,
        cell: cell.to_owned(),
        repeat: 0,
        rest_ns: rest_s * SECOND,
        value_bytes,
        recovered_ratio: None,
        reason: None,
    })
}

#[test]
fn a_filled_drive_shows_its_mean_where_its_cache_ends_and_its_temperature() {
    let figures = drawn(&[filling()]);
    for part in ["throughput-over-time-first-pass", "throughput-over-bytes-first-pass"] {
        let (_, marks) = words(find(&figures, part));
        assert!(marks.iter().any(|mark| mark.starts_with("mean ")), "{marks:?}");
        for mark in ["SLC cache ends at 10.0 GB", "flash 200.0 MB/s"] {
            assert!(marks.contains(&mark), "{marks:?}");
        }
    }
    let (curves, marks) = words(find(&figures, "throughput-over-time-first-pass"));
    assert!(curves.contains(&"temperature"), "{curves:?}");
    assert!(marks.contains(&"the drive warns at 70 °C"), "{marks:?}");
}

#[test]
fn rests_show_what_the_cache_took_and_how_the_writes_went() {
    let figures = drawn(&[filling()]);
    let chart = find(&figures, "cache-recovery");
    let Body::Xy { series, .. } = &chart.spec.body else { panic!("{chart:?}") };
    assert_eq!(series[0].y, [None, Some(1e10)]);
    assert!(chart.spec.subtitle.contains("1 of them"), "{}", chart.spec.subtitle);
    let (curves, _) = words(find(&figures, "after-rests"));
    assert_eq!(curves, ["first pass", "after 30s", "after 60s"]);
}

#[test]
fn a_steady_state_is_drawn_with_its_window_and_criteria() {
    let mut run = quick_completed();
    let window = SteadyWindow {
        cell: "random write".to_owned(),
        rounds_bytes_per_s: [9e7, 5e7, 4e7, 4.1e7, 4e7, 4e7].map(Some).to_vec(),
        mean_bytes_per_s: Some(4.2e7),
        range_ratio: Some(0.05),
        slope_ratio: Some(-0.02),
        drift_per_hour_ratio: Some(-0.3),
        rounds: None,
        mean: None,
    };
    run.findings.push(Finding::SteadyState(SteadyState {
        verdict: Verdict::Pass,
        rounds_count: 6,
        elapsed_ns: 360 * SECOND,
        written_bytes: GB,
        window_count: 5,
        range_limit_ratio: 0.2,
        slope_limit_ratio: 0.1,
        rounds_max_count: 25,
        cells: vec![window],
        figure: None,
        written_before_bytes: None,
        capacity_bytes: None,
        results: Vec::new(),
    }));
    let figures = drawn(&[run]);
    let chart = find(&figures, "steady-state-random-write");
    let Body::Xy { series, marks, .. } = &chart.spec.body else { panic!("{chart:?}") };
    let names: Vec<&str> = series.iter().map(|one| one.name.as_str()).collect();
    let expected =
        ["random write", "mean 42.0 MB/s", "mean +10 %", "mean -10 %", "fitted line, -2.0 %"];
    assert_eq!(names, expected);
    assert!(series[1..].iter().all(|one| one.x == [2.0, 6.0]));
    assert_eq!((marks[0].from, marks[0].to), (2.0, Some(6.0)));
    assert!(chart.spec.subtitle.contains("steady state reached"), "{}", chart.spec.subtitle);
}

fn mix_curve() -> Finding {
    let points = |factor: f64| -> Vec<MixPoint> {
        [0.0, 0.5, 1.0]
            .map(|read_ratio| MixPoint {
                read_ratio,
                bytes_per_s: Some(factor * (2e8 - read_ratio * 1e8)),
                iops: None,
            })
            .to_vec()
    };
    let line = |depth| MixLine { depth, points: points(f64::from(depth)) };
    Finding::MixCurve(MixCurve {
        block: None,
        access: "seq".to_owned(),
        block_size_bytes: 131_072,
        region: "0..8GiB".to_owned(),
        lines: [1, 2, 4].map(line).to_vec(),
        weighted: points(1.5),
        weighted_by_work: points(1.4),
    })
}

#[test]
fn mixes_have_a_line_for_each_depth_and_one_for_all_together() {
    let mut run = quick_completed();
    run.findings.push(mix_curve());
    let weighted = "70 % QD 1 + 20 % QD 2 + 10 % QD 4";
    let figures = drawn(std::slice::from_ref(&run));
    let (curves, _) = words(find(&figures, "read-share-seq"));
    assert_eq!(curves, ["QD 1", "QD 2", "QD 4", weighted]);
    let mut other = run.clone();
    other.id = "20261121-150000-ffff".to_owned();
    other.target.model = Some("Another 64 GB".to_owned());
    let both = drawn(&[run, other]);
    let mixes: Vec<&Figure> =
        both.iter().filter(|it| it.name.starts_with("read-share-")).collect();
    // All depths together, and each separately, with a curve for each drive.
    assert!(mixes.len() == 4 && mixes.iter().all(|it| words(it).0.len() == 2));
    assert!(mixes[0].spec.subtitle.contains(weighted));
}

/// A run of one probe and nothing else.
pub(crate) fn probed(evidence: Evidence, findings: Vec<Finding>) -> Run {
    let mut run = quick_completed();
    run.cells.clear();
    run.findings = findings;
    run.probes = vec![ProbeRecord {
        name: "probe".to_owned(),
        what: "any".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: SECOND,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence,
    }];
    run
}

#[test]
fn a_full_verification_shows_the_speed_along_the_capacity_and_names_the_slowest_parts() {
    let stretch = |at: u64| Stretch {
        start_bytes: at * GB,
        size_bytes: GB,
        write_ns: if at == 7 { 100 * SECOND } else { 10 * SECOND },
        write_max_ns: 2_000_000,
        read_ns: Some(5 * SECOND),
        read_max_ns: Some(1_000_000),
    };
    let bad = BadRange { start_bytes: 12 * GB, size_bytes: 4 * GB, kind: BadKind::Lost };
    let evidence = CapacityEvidence {
        announced_bytes: 16 * GB,
        bad_ranges: vec![bad],
        stretches: (0..16).map(stretch).collect(),
        ..CapacityEvidence { is_full: true, is_complete: true, ..CapacityEvidence::default() }
    };
    let finding = Finding::Capacity(CapacityFinding {
        statement: None,
        real_bytes: Some(12 * GB),
        announced_bytes: Some(16 * GB),
        usable_bytes: None,
        is_at_reader_limit: false,
        verdict: None,
        confidence: 0.9,
        size_confidence_ratio: None,
        cache_ruled_out_bytes: None,
        reason: String::new(),
        slowest_writes: vec![stretch(7)],
        slowest_reads: Vec::new(),
    });
    let figures = drawn(&[probed(Evidence::Capacity(evidence), vec![finding])]);
    let (curves, marks) = words(find(&figures, "speed-along-capacity"));
    assert_eq!(curves, ["writes", "reads", "writes", "reads"]);
    assert_eq!(marks, ["missing: 4.0 GB", "slow writes at 7.0 GB: 10.0 MB/s"]);
    let kept = figures.iter().find(|it| it.name == "capacity").expect("it is drawn");
    let Body::Timeline { rows, spans, .. } = &kept.spec.body else { panic!("{kept:?}") };
    assert_eq!(rows, &["announced", "real", "missing", "lost"]);
    let missing = spans.iter().find(|span| span.row == 2).expect("it is shaded");
    assert_eq!((missing.slot, missing.from, missing.to), (MISSING_SLOT, 12e9, 16e9));
    assert!(kept.spec.subtitle.contains("4.0 GB of the announced 16.0 GB do not exist"));
}

#[test]
fn a_recording_is_drawn_window_by_window() {
    let window = RecordingWindow { bytes: 4_194_304, elapsed_ns: 100_000_000 };
    let pass = RecordingPass {
        manner: RecordingManner::Sequential,
        ru_bytes: 524_288,
        stream_count: 1,
        preparation_ns: None,
        windows: vec![window; 8],
        ru_max_ns: None,
        fat_update_ns: vec![2_000_000; 8],
        reads: None,
    };
    let evidence = SpeedClassEvidence {
        au_bytes: 4_194_304,
        au_source: AuSource::Asked,
        passes: vec![pass],
    };
    let figures = drawn(&[probed(Evidence::SpeedClass(evidence), Vec::new())]);
    assert_eq!(words(find(&figures, "recording")).0, ["sequential, 512KiB"]);
    assert_eq!(words(find(&figures, "table-updates")).0.len(), 1);
}

#[test]
fn more_curves_than_one_picture_holds_continue_in_the_next() {
    let mut run = filling();
    let mut histogram = Histogram::new();
    (0..10_000).for_each(|at| histogram.record(80_000 + at));
    let mut first = run.cells[0].clone();
    let write = first.operations.write.as_mut().expect("it writes");
    write.histogram = histogram.to_text();
    run.findings.clear();
    run.cells = (0..30)
        .map(|index| {
            let mut cell = first.clone();
            cell.name = format!("cell {index:02}");
            cell
        })
        .collect();
    let figures = drawn(&[run]);
    for (part, is_whole) in [("latency-percentiles", true), ("throughput-over-time", false)] {
        let all: Vec<&Figure> = figures.iter().filter(|it| it.name.contains(part)).collect();
        let titles: String = all.iter().map(|it| it.spec.title.as_str()).collect();
        let curves: String = all.iter().flat_map(|it| words(it).0).collect();
        for index in 0..30 {
            let name = format!("cell {index:02}");
            let is_there = curves.contains(&name) || (!is_whole && titles.contains(&name));
            assert!(is_there, "{part} has no {name}: {titles} {curves}");
        }
    }
}

/// A run that replayed three traces, `factor` times as well as another one.
fn day(factor: f64, model: &str) -> Run {
    let score = |cell: &str, score: f64| TraceScore {
        cell: cell.to_owned(),
        run_count: 3,
        bytes_per_s: 1e8,
        access_mean_ns: 1e6,
        score: score * factor,
        ..TraceScore::default()
    };
    let traces =
        vec![score("git-build", 100.0), score("database", 300.0), score("video", 50.0)];
    let scores = TraceScores { traces, total: score("", 120.0), reference: None };
    let mut run = quick_completed();
    run.target.model = Some(model.to_owned());
    run.findings.push(Finding::TraceScores(scores));
    run
}

#[test]
fn scores_are_bars_of_one_drive_and_beside_each_other_of_several() {
    let bars = |figure: &Figure| {
        let Body::Bars { rows, reference, .. } = &figure.spec.body else {
            panic!("{figure:?}")
        };
        let rows: Vec<(String, String, Option<f64>)> =
            rows.iter().map(|it| (it.label.clone(), it.series.clone(), it.value)).collect();
        (rows, reference.as_ref().map(|it| it.at))
    };
    let one = drawn(&[day(1.0, "A")]);
    let (rows, reference) = bars(find(&one, "scores"));
    let named = |label: &str, value| (label.to_owned(), String::new(), Some(value));
    assert_eq!(
        rows,
        [named("git-build", 100.0), named("database", 300.0), named("video", 50.0)]
    );
    assert_eq!(reference, Some(120.0), "all together");
    let mut short = day(2.0, "B");
    if let Some(Finding::TraceScores(scores)) = short.findings.last_mut() {
        scores.traces.pop();
    }
    let both = drawn(&[day(1.0, "A"), short]);
    let (rows, reference) = bars(find(&both, "scores"));
    let values: Vec<(&str, Option<f64>)> =
        rows.iter().map(|(label, _, value)| (label.as_str(), *value)).collect();
    let expected = [
        ("git-build", Some(100.0)),
        ("git-build", Some(200.0)),
        ("database", Some(300.0)),
        ("database", Some(600.0)),
    ];
    assert_eq!(values, expected, "what one drive alone did is compared with nothing");
    let same = drawn(&[day(1.0, "A"), day(2.0, "B")]);
    let (all, _) = bars(find(&same, "scores"));
    let last: Vec<_> = all.iter().map(|(label, _, value)| (label.as_str(), *value)).collect();
    let together = [("all together", Some(120.0)), ("all together", Some(240.0))];
    assert_eq!((last.len(), &last[6..]), (8, &together[..]));
    assert_ne!(rows[0].1, rows[1].1, "the legend tells the drives apart");
    assert_eq!(reference, None);
}

#[test]
fn what_a_recording_reads_and_was_written_before_is_no_bar() {
    let labels = |run: &Run| -> Vec<String> {
        let figures = drawn(std::slice::from_ref(run));
        let Body::Bars { rows, .. } = &find(&figures, "throughput").spec.body else {
            panic!("bars come first")
        };
        rows.iter().map(|row| row.label.clone()).collect()
    };
    let mut run = quick_completed();
    let before = labels(&run);
    let mut fill = run.cells[0].clone();
    fill.name = "day fill".to_owned();
    fill.is_counted = false;
    run.cells.push(fill.clone());
    assert_eq!(labels(&run), before, "nothing that is not counted has one");
    let how = "fill,places=fit".parse().unwrap();
    let trace = "day:video".to_owned();
    fill.workload.replay =
        Some(iogram_model::Replay { trace, how, load: None, digest: None, program: None });
    *run.cells.last_mut().unwrap() = fill;
    assert_eq!(labels(&run), before);
}

/// A replayed trace: 2 s of reads, 3 s of nothing, 2 s of writes with flushes that took no time.
fn replayed() -> Run {
    let mut run = quick_completed();
    let mut cell = run.cells[0].clone();
    cell.name = "video".to_owned();
    cell.repeat = 0;
    let op = |bytes, max_ns| SeriesOp { count: 10, bytes, p50_ns: None, p99_ns: None, max_ns };
    let row = |at: u64| SeriesRow { start_ns: at * SECOND / 10, ..SeriesRow::default() };
    let reads =
        (0..20).map(|at| SeriesRow { read: Some(op(10_000_000, 1_000_000)), ..row(at) });
    let writes = (50..70).map(|at| SeriesRow {
        write: Some(op(5_000_000, 2_000_000)),
        flush: Some(op(0, 0)),
        ..row(at)
    });
    cell.series.interval_ns = SECOND / 10;
    cell.series.rows = reads.chain(writes).collect();
    cell.engine.replay = Some(ReplayRecord {
        count: 400,
        busy_ns: 7 * SECOND,
        schedule_ns: None,
        late_ns: None,
        recorded: Vec::new(),
        recorded_elapsed_ns: None,
        recorded_busy_ns: None,
        idle_cut_ns: SECOND,
        rounded_count: 0,
        split_count: 0,
        left_out_count: 0,
    });
    let stall = |time_ns, length_ns| {
        Finding::Stall(Stall {
            cell: "video".to_owned(),
            repeat: 0,
            time_ns,
            length_ns,
            operation: Some(OpKind::Read),
            offset_bytes: None,
        })
    };
    run.cells = vec![cell];
    run.findings = vec![stall(5 * SECOND, SECOND / 2), stall(2 * SECOND, 3 * SECOND)];
    run
}

#[test]
fn a_replay_is_a_timeline_in_which_the_drive_stands_still() {
    let run = replayed();
    let all = drawn(std::slice::from_ref(&run));
    let figure = find(&all, "replay-video");
    let Body::Xy { series, marks, panels, .. } = &figure.spec.body else {
        panic!("{figure:?}")
    };
    assert_eq!(panels.len(), 2, "rates, and the slowest requests");
    let drawn: Vec<(&str, u8)> = series.iter().map(|it| (it.name.as_str(), it.panel)).collect();
    assert_eq!(drawn, [("read", 0), ("read", 1), ("write", 0), ("write", 1)]);
    // 100 MB/s for 2 s, and nothing afterwards.
    let (x, y) = (&series[0].x, &series[0].y);
    assert_eq!((y[0], x[20], y[20]), (Some(1e8), 2.0, Some(0.0)));
    let spans: Vec<(u8, f64, Option<f64>, &str)> =
        marks.iter().map(|it| (it.panel, it.from, it.to, it.label.as_str())).collect();
    let expected = [
        (0, 2.0, Some(5.0), "stalled for 3.00 s"),
        (1, 2.0, Some(5.0), ""),
        (0, 5.0, Some(5.5), "stalled for 500 ms"),
        (1, 5.0, Some(5.5), ""),
    ];
    assert_eq!(spans, expected);
    assert!(figure.spec.subtitle.contains("400 requests"), "{}", figure.spec.subtitle);
    let mut fill = run;
    fill.cells[0].is_counted = false;
    let names = figures(&[fill], &Locale::english());
    assert!(!names.iter().any(|it| it.name.contains("replay")), "what was written before");
}

/// Doubled to 16, where a limit breaks; bisected to 10, which is repeated.
fn searching() -> Run {
    let limit = |figure, limit| SearchLimit {
        load: None,
        operation: OpKind::Read,
        figure,
        limit,
        is_upper_limit: true,
        every_ns: None,
    };
    let limits = vec![limit(Number::LatencyP99, 10e6), limit(Number::LatencyMax, 500e6)];
    let point = |phase, value: u32, is_held: bool| SearchPoint {
        cell: format!("{value} readers"),
        repeat: 0,
        phase,
        value_count: value,
        iops: Some(1000.0 * f64::from(value)),
        latency_p99_ns: Some(u64::from(value) * 900_000),
        latency_p999_ns: None,
        latency_max_ns: Some(u64::from(value) * 2_000_000),
        broken: (!is_held)
            .then(|| BrokenLimit { limit: limits.first().cloned(), measured: Some(14.4e6) }),
    };
    let points = vec![
        point(SearchPhase::Widen, 4, true),
        point(SearchPhase::Widen, 8, true),
        point(SearchPhase::Widen, 16, false),
        point(SearchPhase::Narrow, 12, false),
        point(SearchPhase::Narrow, 10, true),
        point(SearchPhase::Confirm, 10, true),
    ];
    let mut run = quick_completed();
    run.findings = vec![Finding::Search(Box::new(Search {
        name: "readers".to_owned(),
        varied: Varied::Jobs,
        from_count: 4,
        to_count: 256,
        found_count: Some(10),
        confirmed_count: 1,
        is_complete: true,
        operation: OpKind::Read,
        iops: Some(10_000.0),
        bytes_per_s: Some(10_000.0 * 32768.0),
        latency_p99_ns: Some(9_000_000),
        latency_p999_ns: None,
        latency_max_ns: Some(20_000_000),
        wanted_iops: Some(60_000.0),
        broken_count: Some(11),
        broken: None,
        limits,
        points,
    }))];
    run
}

#[test]
fn a_search_is_shown_with_what_held_what_broke_and_the_limits() {
    let figures = drawn(&[searching()]);
    let figure = find(&figures, "search-readers");
    assert!(figure.is_key, "it is the answer of its method");
    let (names, marks) = words(figure);
    // No point has a 99.9th percentile, so there is no curve of it.
    assert_eq!(
        names,
        [
            "operations per second, every limit held",
            "operations per second, a limit broke",
            "p99 latency",
            "maximum latency"
        ]
    );
    assert!(marks.iter().any(|it| it.starts_with("required: more than 60")), "{marks:?}");
    let limits: Vec<&&str> = marks.iter().filter(|it| it.contains(": below 10.0")).collect();
    assert_eq!((marks.len(), limits.len()), (3, 1), "{marks:?}");
    let Body::Xy { series, panels, .. } = &figure.spec.body else { panic!("{figure:?}") };
    assert_eq!(panels.len(), 2);
    assert_eq!(series[0].x, [4.0, 8.0, 10.0, 10.0], "those that held, by their load");
    assert_eq!(series[1].x, [12.0, 16.0]);
    assert_eq!(series[2].y.first(), Some(&Some(3_600_000.0)));
}
