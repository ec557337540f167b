//! Charts of every kind under strain: many drives, long names, little or no data.

use iogram_charts::{
    Axis, BOTH_SLOT, BarRow, Body, ChartSpec, MISSING_SLOT, Mark, MarkAxis, NamedPoint,
    Palette, READ_SLOT, Reference, RunValue, Shape, Span, Unit, WRITE_SLOT, XySeries,
};

/// Names of 60 characters.
fn name(index: usize, is_long: bool) -> String {
    let short = [
        "Card A 128 GB",
        "Card B 64 GB",
        "Stick C",
        "SSD D 1 TB",
        "SSD E",
        "Card F",
        "Card G",
        "Stick H",
        "SSD I",
        "Card J",
        "eMMC K",
        "카드 L",
    ][index % 12];
    if is_long { format!("{short:_<44} endurance 2026A") } else { short.to_owned() }
}

/// Every sample with its name.
pub(crate) fn samples() -> Vec<(String, ChartSpec)> {
    let mut samples = Vec::new();
    for (suffix, count, is_long) in [("1", 1, false), ("12", 12, false), ("12-long", 12, true)]
    {
        let names: Vec<String> = (0..count).map(|index| name(index, is_long)).collect();
        let add = |(kind, spec): (&str, ChartSpec)| (format!("{kind}-{suffix}"), spec);
        samples.extend(
            [
                ("bandwidth", bandwidth(&names, 2_000)),
                ("nines", nines(&names)),
                ("bars", bars(&names)),
                ("grouped", grouped(&names)),
                ("mix", mix(&names)),
                ("scatter", scatter(&names, false)),
                ("scatter-log", scatter(&names, true)),
            ]
            .map(add),
        );
    }
    let one = [name(0, false)];
    samples.extend([
        ("spike".to_owned(), spike()),
        ("outlier".to_owned(), outlier()),
        ("pairs".to_owned(), pairs()),
        ("ratios".to_owned(), ratios()),
        ("map".to_owned(), map()),
        ("heatmap".to_owned(), heatmap(100, 36)),
        ("heatmap-small".to_owned(), heatmap(5, 7)),
        ("categories-long".to_owned(), categories_long()),
        ("levels".to_owned(), levels()),
        ("timeline".to_owned(), timeline()),
        ("temperature".to_owned(), temperature()),
        ("single-sample".to_owned(), bandwidth(&one, 1)),
        ("single-bar".to_owned(), single_bar()),
        ("nothing".to_owned(), bandwidth(&[], 0)),
        ("nothing-bars".to_owned(), nothing_bars()),
        ("evidence".to_owned(), evidence()),
        ("steady".to_owned(), steady()),
    ]);
    samples
}

fn spec(title: &str, subtitle: &str, body: Body) -> ChartSpec {
    ChartSpec {
        title: title.to_owned(),
        subtitle: subtitle.to_owned(),
        description: format!("{title}, {subtitle}"),
        nothing: "nothing was measured".to_owned(),
        foot: "iogram 0.1.0 · run 20261122-060702-d121 · 2026-11-22 · SIMULATED".to_owned(),
        body,
    }
}

fn f(value: usize) -> f64 {
    f64::from(u32::try_from(value).expect("small"))
}

/// Between -1 and 1, the same every time.
fn noise(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 44;
    f(usize::try_from(mixed).expect("20 bits")) / f(1 << 19) - 1.0
}

fn series(name: &str, slot: u8, x: Vec<f64>, y: Vec<Option<f64>>) -> XySeries {
    let shape = Shape::Line;
    XySeries { name: name.to_owned(), slot, panel: 0, shape, x, y, labels: Vec::new() }
}

fn slots(names: &[String]) -> Vec<u8> {
    let palette = Palette::new(names.iter().map(String::as_str));
    names.iter().map(|name| palette.slot(name)).collect()
}

fn mark(on: MarkAxis, from: f64, to: Option<f64>, label: &str) -> Mark {
    Mark { panel: 0, on, from, to, label: label.to_owned() }
}

fn bandwidth(names: &[String], count: usize) -> ChartSpec {
    let slots = slots(names);
    let curve = |drive: usize| {
        let y = (0..count).map(|at| {
            let speed = if at < count / (drive + 3) { 92e6 } else { 24e6 + f(drive) * 4e6 };
            Some(speed * (1.0 + 0.06 * noise(at * 31 + drive)))
        });
        let x = (0..count).map(|at| f(at) * 0.1);
        series(&names[drive], slots[drive], x.collect(), y.collect())
    };
    let marks = match count {
        0 | 1 => vec![],
        _ => vec![
            mark(MarkAxis::X, 50.0, None, "SLC cache ends at 6.2 GB"),
            mark(MarkAxis::X, 66.7, None, "change to 24.1 MB/s"),
            mark(MarkAxis::X, 198.0, None, "change to 23.6 MB/s"),
            mark(MarkAxis::Y, 40e6, None, "mean 40.0 MB/s"),
        ],
    };
    spec(
        "Sequential write, bandwidth over time",
        "128 KiB, queue depth 1; 2000 samples of 100 ms; mean and the points where the speed changes",
        Body::Xy {
            x: Axis::linear("time", Unit::SECONDS),
            panels: vec![Axis::linear("throughput", Unit::BYTES_PER_S)],
            series: (0..names.len()).map(curve).collect(),
            marks,
        },
    )
}

fn nines(names: &[String]) -> ChartSpec {
    let slots = slots(names);
    let curve = |drive: usize| {
        let x: Vec<f64> = (0..=60).map(|step| 10_f64.powf(f(step) / 12.0)).collect();
        let spread = 0.5 + f(drive) * 0.12;
        let y = x
            .iter()
            .map(|at| Some(62e3 * (1.0 + f(drive)) * (spread * at.log10().powf(1.35)).exp()));
        let y = y.collect();
        let name = format!("{}, {:.0} IOPS", names[drive], 14_000.0 / f(drive + 1));
        series(&name, slots[drive], x, y)
    };
    spec(
        "4 KiB random read, queue depth 1: latency by percentile",
        "60 s, 1.2 million requests; both axes logarithmic",
        Body::Xy {
            x: Axis::nines("percentile"),
            panels: vec![Axis::log("latency", Unit::NANOS)],
            series: (0..names.len()).map(curve).collect(),
            marks: vec![],
        },
    )
}

fn bars(names: &[String]) -> ChartSpec {
    let slots = slots(names);
    let row = |drive: usize| {
        let value = 86e6 - f(drive) * 6.1e6;
        let runs: Vec<RunValue> = (0..5)
            .map(|run| RunValue {
                value: (drive != 3 || run != 1).then(|| {
                    if run == 0 {
                        value * 0.4
                    } else {
                        value * (1.0 + 0.09 * noise(run * 7 + drive))
                    }
                }),
                is_counted: run != 0,
            })
            .collect();
        let counted = || runs.iter().filter(|run| run.is_counted).filter_map(|run| run.value);
        BarRow {
            label: names[drive].clone(),
            series: String::new(),
            slot: slots[drive],
            value: (drive != 9).then(|| counted().sum::<f64>() / f(counted().count())),
            low: counted().min_by(f64::total_cmp).filter(|_| drive != 9),
            high: counted().max_by(f64::total_cmp).filter(|_| drive != 9),
            runs: if drive == 9 { vec![] } else { runs.clone() },
        }
    };
    spec(
        "Sequential read",
        "4 MiB, direct; mean of 4 counted runs of 1 GiB; each line is a run, in parentheses not counted",
        Body::Bars {
            value: Axis::linear("throughput", Unit::BYTES_PER_S),
            rows: (0..names.len()).map(row).collect(),
            reference: None,
        },
    )
}

fn single_bar() -> ChartSpec {
    let row = BarRow {
        label: "SSD D".to_owned(),
        series: String::new(),
        slot: 0,
        value: Some(1.234e9),
        low: None,
        high: None,
        runs: vec![RunValue { value: Some(1.234e9), is_counted: true }],
    };
    let value = Axis::linear("throughput", Unit::BYTES_PER_S);
    spec("Sequential read", "one run", Body::Bars { value, rows: vec![row], reference: None })
}

fn nothing_bars() -> ChartSpec {
    let value = Axis::linear("throughput", Unit::BYTES_PER_S);
    spec("Sequential read", "no run", Body::Bars { value, rows: vec![], reference: None })
}

/// A row of two bars or more, without repetitions.
fn bar(label: &str, series: &str, slot: u8, value: f64) -> BarRow {
    BarRow {
        label: label.to_owned(),
        series: series.to_owned(),
        slot,
        value: Some(value),
        low: Some(value * 0.93),
        high: Some(value * 1.08),
        runs: vec![],
    }
}

fn grouped(names: &[String]) -> ChartSpec {
    let slots = slots(names);
    let blocks = ["4 KiB", "16 KiB", "64 KiB", "512 KiB", "4 MiB"];
    let rows = blocks.iter().enumerate().flat_map(|(block, size)| {
        let slots = &slots;
        names.iter().enumerate().map(move |(drive, name)| {
            let value = 3.1e6 * 2.2_f64.powf(f(block)) * (1.0 + f(drive) * 0.1);
            let row = bar(size, name, slots[drive], value);
            BarRow { value: row.value.filter(|_| drive != 1 || block != 2), ..row }
        })
    });
    let value = Axis::linear("throughput", Unit::BYTES_PER_S);
    let body = Body::Bars { value, rows: rows.collect(), reference: None };
    spec(
        "Random write by block size",
        "median of 5 runs; whiskers: lowest and highest run",
        body,
    )
}

/// Reads beside writes, and both together.
fn pairs() -> ChartSpec {
    let tests = [
        ("SEQ1M Q8T1", 3.5e9),
        ("SEQ1M Q1T1", 2.1e9),
        ("RND4K Q32T1", 1.1e9),
        ("RND4K Q1T1", 64e6),
    ];
    let rows = tests.iter().flat_map(|(test, value)| {
        [
            bar(test, "read", READ_SLOT, *value),
            bar(test, "write", WRITE_SLOT, value * 0.8),
            bar(test, "read and write", BOTH_SLOT, value * 0.9),
        ]
    });
    let value = Axis::linear("throughput", Unit::BYTES_PER_S);
    let body = Body::Bars { value, rows: rows.collect(), reference: None };
    spec("SSD D: throughput", "mean of the counted repetitions", body)
}

/// Dots on a logarithmic axis; one dot and one interval lie beyond its ends.
fn ratios() -> ChartSpec {
    let rows = [0.3, 0.97, 1.4, 3.0, 40.0].iter().enumerate().map(|(index, ratio)| {
        let row = bar(&name(index, index == 2), "", 1, ratio * 100.0);
        if index == 3 { BarRow { low: Some(1.0), high: Some(9e4), ..row } } else { row }
    });
    let value = Axis {
        min: Some(10.0),
        max: Some(1000.0),
        ..Axis::log("share of A, logarithmic", Unit::PERCENT)
    };
    let reference = Some(Reference { at: 100.0, label: "as A".to_owned() });
    let body = Body::Bars { value, rows: rows.collect(), reference };
    spec("B (Card B) against A (Card A)", "the 5 largest differences", body)
}

/// One sample far above all others.
fn outlier() -> ChartSpec {
    let x: Vec<f64> = (0..600).map(|at| f(at) * 0.1).collect();
    let rate = |at: usize| if at == 0 { 400e6 } else { 20e6 * (1.0 + 0.2 * noise(at)) };
    let y = (0..600).map(|at| Some(rate(at))).collect();
    let body = Body::Xy {
        x: Axis::linear("time", Unit::SECONDS),
        panels: vec![Axis::linear("throughput", Unit::BYTES_PER_S)],
        series: vec![series("throughput", 0, x, y)],
        marks: vec![mark(MarkAxis::Y, 21e6, None, "mean 21 MB/s")],
    };
    spec("Small writes, throughput over time", "600 samples of 100 ms", body)
}

/// A heatmap whose columns and rows are steps of numbers.
fn map() -> ChartSpec {
    let cells = (0..90).flat_map(|column| (0..12).map(move |row| (column, row)));
    let cells = cells.filter(|(column, row)| (column * 7 + row * row) % 5 < 2 || *row == 3);
    let body = Body::Heatmap {
        line: None,
        x: Axis {
            min: Some(0.0),
            max: Some(133.7),
            steps: Some(90),
            ..Axis::linear("time", Unit::SECONDS)
        },
        y: Axis {
            min: Some(46_415.888),
            max: Some(4_641_588.8),
            steps: Some(12),
            ..Axis::log("latency", Unit::NANOS)
        },
        value: Axis::linear("share of the column", Unit::PERCENT),
        cells: cells.map(|(x, y)| (x, y, f64::from((x * 3 + y * 11) % 100))).collect(),
    };
    spec("Slowest requests over time", "each column adds up to 100 %", body)
}

/// Groups with names of 60 characters.
fn categories_long() -> ChartSpec {
    let rows = (0..12).map(|index| bar(&name(index, true), "", 0, 1e6 * f(index + 1)));
    let value = Axis::linear("throughput", Unit::BYTES_PER_S);
    let body = Body::Bars { value, rows: rows.collect(), reference: None };
    spec("Many cells", "mean of the counted repetitions", body)
}

/// Horizontal lines close to each other, and a label wider than a narrow picture.
fn levels() -> ChartSpec {
    let names = ["0 s", "1 s", "30 s", "5 min"].map(ToOwned::to_owned).to_vec();
    let y = vec![Some(0.0), Some(4e8), Some(3.1e9), Some(3.2e9)];
    let x = (0..4).map(f).collect();
    let mut marks: Vec<Mark> = [3.2e9, 3.2e9, 3.21e9]
        .iter()
        .map(|at| mark(MarkAxis::Y, *at, None, "first pass: 3.2 GB"))
        .collect();
    let label = "SLC cache ends at 3.2 GB; flash, folding 218.5 MB/s, and words to fill a line";
    marks.push(mark(MarkAxis::X, 0.1, None, label));
    let body = Body::Xy {
        x: Axis::of("rest", names),
        panels: vec![Axis::linear("written before the cache was full", Unit::BYTES)],
        series: vec![series("empty", 0, x, y)],
        marks,
    };
    spec("What rests give back of the cache", "4 rests", body)
}

fn mix(names: &[String]) -> ChartSpec {
    let slots = slots(names);
    let curve = |drive: usize| {
        let x: Vec<f64> = (0..=10).map(|step| f(step) * 10.0).collect();
        let y = x.iter().map(|share| {
            Some(
                (190e6 - share * 0.9e6) * (1.0 - f(drive) * 0.06) + 20e6 * (share / 25.0).cos(),
            )
        });
        let y = y.collect();
        series(&names[drive], slots[drive], x, y)
    };
    spec(
        "Low queue depth by share of reads",
        "128 KiB sequential; 70 % queue depth 1 + 20 % queue depth 2 + 10 % queue depth 4",
        Body::Xy {
            x: Axis::linear("share of reads", Unit::PERCENT),
            panels: vec![Axis::linear("throughput", Unit::BYTES_PER_S)],
            series: (0..names.len()).map(curve).collect(),
            marks: vec![],
        },
    )
}

fn scatter(names: &[String], has_log_price: bool) -> ChartSpec {
    let slots = slots(names);
    let points: Vec<NamedPoint> = names
        .iter()
        .enumerate()
        .map(|(drive, name)| NamedPoint {
            name: name.clone(),
            slot: slots[drive],
            x: 9.0 + f(drive) * 5.5 + noise(drive) * 3.0,
            y: 450.0 * 1.35_f64.powf(f(drive)) * (1.0 + 0.5 * noise(drive + 5)),
            is_on_front: drive % 3 == 0,
        })
        .collect();
    let euro = Unit::named("EUR");
    let price =
        if has_log_price { Axis::log("price", euro) } else { Axis::linear("price", euro) };
    spec(
        "Synchronous writes against price",
        "prices of 2026-11; what is above and to the left is better",
        Body::scatter(
            price,
            Axis::log("synchronous writes", Unit::IOPS),
            &points,
            "Pareto front",
        ),
    )
}

/// 100,000 samples of 0.3 ms, and one of 100 ms.
pub(crate) fn spike() -> ChartSpec {
    let count = 100_000;
    let x: Vec<f64> = (0..count).map(|at| f(at) * 0.1).collect();
    let latency = |at| {
        if at == 61_234 { 100e6 } else { 300e3 * (1.0 + 0.2 * noise(at)) }
    };
    let y = (0..count).map(|at| Some(latency(at))).collect();
    spec(
        "Latency over time",
        "slowest request of each 100 ms; 100000 samples",
        Body::Xy {
            x: Axis::linear("time", Unit::SECONDS),
            panels: vec![Axis::log("latency", Unit::NANOS)],
            series: vec![series("max", 0, x, y)],
            marks: vec![],
        },
    )
}

fn heatmap(columns: usize, rows: usize) -> ChartSpec {
    let mut cells = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let middle = f(rows) * (0.3 + if column > columns * 2 / 3 { 0.25 } else { 0.0 });
            let value = 4_000.0 * (-(f(row) - middle).powi(2) / 10.0).exp();
            if value > 1.0 {
                cells.push((
                    u32::try_from(column).expect("small"),
                    u32::try_from(row).expect("small"),
                    value,
                ));
            }
        }
    }
    let is_small = columns < 12;
    let times = (0..columns)
        .map(|at| if is_small { format!("{} %", at * 25) } else { format!("{} s", at * 10) });
    let blocks = (0..rows).map(|at| {
        if is_small {
            format!("{} KiB", 1 << (at + 2))
        } else {
            format!("{} us", 10 * (at + 1))
        }
    });
    spec(
        if is_small {
            "Block size and share of reads"
        } else {
            "Slowest request of each interval"
        },
        "colour: how many; logarithmic",
        Body::Heatmap {
            line: None,
            x: Axis::of(if is_small { "share of reads" } else { "time" }, times.collect()),
            y: Axis::of(if is_small { "block size" } else { "latency" }, blocks.collect()),
            value: if is_small {
                Axis::log("throughput", Unit::IOPS)
            } else {
                Axis::log("intervals", Unit::COUNT)
            },
            cells,
        },
    )
}

fn timeline() -> ChartSpec {
    let span = |row, slot, from, to| Span { row, slot, from, to };
    spec(
        "Stalls",
        "requests of 100 ms and longer; 3 stalls, the longest 38 s",
        Body::Timeline {
            x: Axis::linear("time", Unit::SECONDS),
            rows: vec!["seq-write".to_owned(), name(1, true), "rnd-write".to_owned()],
            spans: vec![
                span(1, MISSING_SLOT, 12.0, 512.1),
                span(0, 1, 12.0, 12.1),
                span(0, 1, 300.0, 338.0),
                span(2, 1, 700.0, 702.0),
            ],
        },
    )
}

fn temperature() -> ChartSpec {
    let mut chart = bandwidth(&[name(0, false)], 2_000);
    if let Body::Xy { panels, series: curves, marks, .. } = &mut chart.body {
        panels.push(Axis::linear("temperature", Unit::CELSIUS));
        let x: Vec<f64> = (0..200).map(f).collect();
        let y = x.iter().map(|at| Some(34.0 + 40.0 * (1.0 - (-at / 60.0).exp()))).collect();
        curves.push(XySeries { panel: 1, ..series("temperature", 1, x, y) });
        marks.push(Mark {
            panel: 1,
            ..mark(MarkAxis::Y, 70.0, None, "the drive warns at 70 °C")
        });
    }
    chart
}

fn evidence() -> ChartSpec {
    let x: Vec<f64> = (0..22).map(|power| 2048.0 * 2_f64.powi(power)).collect();
    let y = x.iter().map(|size| {
        Some(if *size > 3e6 {
            1_420e3
        } else if *size > 4e3 {
            650e3 + size / 30.0
        } else {
            47e3
        })
    });
    let y = y.collect();
    spec(
        "Reads across boundaries",
        "delay of reads that straddle multiples of a power of two; 100 reads each",
        Body::Xy {
            x: Axis::binary("alignment"),
            panels: vec![Axis::linear("delay", Unit::NANOS)],
            series: vec![series("across", 0, x, y)],
            marks: vec![mark(MarkAxis::X, 4_194_304.0, None, "allocation unit 4 MiB")],
        },
    )
}

fn steady() -> ChartSpec {
    let x: Vec<f64> = (1..=14).map(f).collect();
    let y = x.iter().enumerate().map(|(at, round)| {
        Some(31_000.0 + 60_000.0 * (-round / 2.0).exp() + 300.0 * noise(at))
    });
    let y = y.collect();
    spec(
        "Steady state",
        "4 KiB random write, rounds of 60 s; window of 5 rounds, range 20 %, slope 10 %",
        Body::Xy {
            x: Axis::linear("round", Unit::COUNT),
            panels: vec![Axis::linear("throughput", Unit::IOPS)],
            series: vec![series("4 KiB random write", 0, x, y)],
            marks: vec![
                mark(MarkAxis::X, 10.0, Some(14.0), "window"),
                mark(MarkAxis::Y, 31_000.0, None, "mean 31000 IOPS"),
            ],
        },
    )
}
