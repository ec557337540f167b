//! Findings that are tables of their own: mixes of reads and writes, the slowest requests, steady states.

use iogram_model::{
    Bytes, Finding, MixCurve, MixPoint, Nanos, Run, SteadyState, TailLatency, Verdict,
};

use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// The sections, in the order of the findings; none without such findings.
pub(crate) fn sections(run: &Run) -> Vec<Section> {
    let curves = run.findings.iter().filter_map(|finding| match finding {
        Finding::MixCurve(curve) => Some(curve),
        _ => None,
    });
    let mixes: Vec<Block> = curves.flat_map(mix_blocks).collect();
    let section = |title: &'static str, blocks: Vec<Block>| {
        (!blocks.is_empty()).then_some(Section { title: title.into(), blocks })
    };
    [steady_section(run), section("By share of reads, MB/s", mixes), tails_section(run)]
        .into_iter()
        .flatten()
        .collect()
}

/// What the rounds say; `None` without rounds.
pub(crate) fn steady_section(run: &Run) -> Option<Section> {
    let states = run.findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(state) => Some(state),
        _ => None,
    });
    let blocks: Vec<Block> = states.flat_map(steady_blocks).collect();
    (!blocks.is_empty()).then(|| Section { title: "Steady state".into(), blocks })
}

/// The slowest requests of each cell; `None` if nobody asked for them.
pub(crate) fn tails_section(run: &Run) -> Option<Section> {
    let tails: Vec<&TailLatency> = run
        .findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::TailLatency(tail) => Some(tail),
            _ => None,
        })
        .collect();
    let blocks = vec![Block::Table(tail_table(&tails))];
    (!tails.is_empty()).then(|| Section { title: "Tail latency".into(), blocks })
}

pub(crate) fn mix_blocks(curve: &MixCurve) -> [Block; 2] {
    let of = curve.block.as_ref().map(|block| format!("{block}: ")).unwrap_or_default();
    let size = Bytes(curve.block_size_bytes);
    let caption = format!("{of}{}, {size}, {}", curve.access, curve.region);
    let mut columns = vec![Heading::numbers("reads")];
    columns.extend(curve.lines.iter().map(|line| Heading::numbers(depth_title(line.depth))));
    if !curve.weighted.is_empty() {
        columns.push(Heading::numbers("70/20/10 of time"));
    }
    if !curve.weighted_by_work.is_empty() {
        columns.push(Heading::numbers("70/20/10 of work"));
    }
    let mut shares: Vec<f64> = curve
        .lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.read_ratio)
        .collect();
    shares.sort_by(f64::total_cmp);
    shares.dedup();
    let rate = |points: &[MixPoint], share: f64| {
        let point = points.iter().find(|point| point.read_ratio.total_cmp(&share).is_eq());
        format::mb_per_s(point.and_then(|point| point.bytes_per_s))
    };
    let rows = shares
        .into_iter()
        .map(|share| {
            let mut row = vec![format!("{:.0} %", share * 100.0)];
            row.extend(curve.lines.iter().map(|line| rate(&line.points, share)));
            if !curve.weighted.is_empty() {
                row.push(rate(&curve.weighted, share));
            }
            if !curve.weighted_by_work.is_empty() {
                row.push(rate(&curve.weighted_by_work, share));
            }
            row
        })
        .collect();
    [Block::Paragraph(caption), Block::Table(Table { columns, rows })]
}

/// Depths of published methods.
fn depth_title(depth: u32) -> &'static str {
    match depth {
        1 => "QD1",
        2 => "QD2",
        4 => "QD4",
        8 => "QD8",
        16 => "QD16",
        32 => "QD32",
        64 => "QD64",
        128 => "QD128",
        256 => "QD256",
        _ => "another depth",
    }
}

fn tail_table(tails: &[&TailLatency]) -> Table {
    let columns = vec![
        Heading::name("cell"),
        Heading::numbers("IOPS"),
        Heading::numbers("90 %"),
        Heading::numbers("99 %"),
        Heading::numbers("99.9 %"),
        Heading::numbers("99.99 %"),
        Heading::numbers("99.999 %"),
        Heading::numbers("max"),
    ];
    let time =
        |ns: Option<u64>| ns.map_or(format::UNKNOWN.to_owned(), |ns| Nanos(ns).to_string());
    let row = |tail: &&TailLatency| {
        vec![
            tail.cell.clone(),
            format::iops(tail.iops),
            time(tail.p90_ns),
            time(tail.p99_ns),
            time(tail.p999_ns),
            time(tail.p9999_ns),
            time(tail.p99999_ns),
            time(tail.max_ns),
        ]
    };
    Table { columns, rows: tails.iter().map(row).collect() }
}

fn steady_blocks(state: &SteadyState) -> [Block; 2] {
    let verdict = match state.verdict {
        Verdict::Pass => "REACHED",
        Verdict::Fail => "NOT REACHED",
        Verdict::Unknown => "NOT KNOWN: broken off before",
    };
    let text = format!(
        "{verdict} after {} rounds (of at most {}), {}, {} written. Asked for over {} rounds: range at \
         most {}, change of the fitted line at most {} of the mean",
        state.rounds_count,
        state.rounds_max_count,
        Nanos(state.elapsed_ns),
        Bytes(state.written_bytes).decimal(),
        state.window_count,
        format::percent(Some(state.range_limit_ratio)),
        format::percent(Some(state.slope_limit_ratio)),
    );
    let columns = vec![
        Heading::name("cell"),
        Heading::numbers("MB/s").of("mean of window"),
        Heading::numbers("MB/s").of("first round"),
        Heading::numbers("range"),
        Heading::numbers("change"),
        Heading::numbers("per hour").of("change"),
    ];
    let rows = state.cells.iter().map(|window| {
        vec![
            window.cell.clone(),
            format::mb_per_s(window.mean_bytes_per_s),
            format::mb_per_s(window.rounds_bytes_per_s.first().copied().flatten()),
            format::percent(window.range_ratio),
            format::percent(window.slope_ratio),
            format::percent(window.drift_per_hour_ratio),
        ]
    });
    let table = Table { columns, rows: rows.collect() };
    [Block::Paragraph(text), Block::Table(table)]
}
