//! The tables of results: one layout for repeated cells, one for cells that ran once.

use iogram_model::{
    Bytes, CellRecord, CellState, Finding, LatencySummary, Nanos, OpKind, RepeatSummary, Run,
    Total as _,
};

use crate::format;
use crate::group::{Group, Line, find_summary};
use crate::locale::{Locale, say};
use crate::notes::Notes;
use crate::sheet::{Block, RunsRow, Section, SectionKind};
use crate::table::{Heading, Table};

pub(crate) fn section(
    run: &Run,
    groups: &[Group<'_>],
    notes: &Notes,
    locale: &Locale,
) -> Section {
    let is_repeated = groups.iter().any(Group::is_repeated);
    // For repetitions the table shows the values that the counted ones share.
    let (shown, left_out): (Vec<_>, Vec<_>) =
        groups.iter().partition(|group| !is_repeated || group.counts());
    let lines: Vec<Line<'_>> = shown.into_iter().flat_map(Group::lines).collect();
    let lines_have_flushes = lines.iter().any(|line| own_time(line, &run.findings).is_some());
    let mut blocks = if groups.is_empty() {
        vec![Block::Paragraph(say!(locale, "nothing-measured"))]
    } else if is_repeated {
        vec![Block::Table(repeated(&lines, &run.findings, notes, locale))]
    } else {
        let table = Block::Table(throughput(&lines, &run.findings, notes, locale));
        [table].into_iter().chain(latencies(&lines, locale).map(Block::Table)).collect()
    };
    if is_repeated {
        blocks.push(Block::Paragraph(say!(locale, "results-repeated-note")));
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|group| group.name).collect();
        blocks.push(Block::Paragraph(say!(
            locale,
            "results-not-counted",
            names = names.join("; ")
        )));
    }
    if run.findings.iter().any(is_rate_before_flush) {
        blocks.push(Block::Paragraph(say!(locale, "results-unflushed-note")));
    }
    if lines_have_flushes {
        blocks.push(Block::Paragraph(say!(locale, "results-own-time-note")));
    }
    if let Some(note) = overdue_note(groups, locale) {
        blocks.push(Block::Paragraph(note));
    }
    if groups.iter().any(|group| lacks_percentile(group, is_repeated)) {
        blocks.push(Block::Paragraph(say!(locale, "results-percentile-note")));
    }
    Section::new(SectionKind::Results, locale, blocks)
}

/// Every repetition's throughput, for repeated cells.
pub(crate) fn runs_section(
    groups: &[Group<'_>],
    findings: &[Finding],
    locale: &Locale,
) -> Option<Section> {
    let repeated = groups.iter().filter(|group| group.is_repeated() && !group.is_timed());
    let rows: Vec<RunsRow> = repeated
        .filter_map(|group| group.lines().into_iter().next())
        .filter(Line::moves_bytes)
        .map(|line| runs_row(&line, findings, locale))
        .collect();
    let unit = locale.rates().symbol().to_owned();
    let titles = [say!(locale, "cell"), unit, say!(locale, "runs-mean")];
    let kind = SectionKind::EachRepetition;
    (!rows.is_empty()).then(|| Section::new(kind, locale, vec![Block::Runs { titles, rows }]))
}

/// Every repetition's duration, if that is the result.
pub(crate) fn times_section(
    groups: &[Group<'_>],
    findings: &[Finding],
    locale: &Locale,
) -> Option<Section> {
    let repeated = groups.iter().filter(|group| group.is_repeated() && group.is_timed());
    let row = |group: &Group<'_>| {
        let mean = find_summary(findings, group.name, None, "elapsed_ns");
        let shown = |cell: &&CellRecord| {
            let shown = format::seconds(Group::elapsed_ns(cell));
            if cell.is_counted { shown } else { format!("({shown})") }
        };
        RunsRow {
            label: group.name.to_owned(),
            values: group.cells.iter().map(shown).collect(),
            mean: format::seconds(mean.and_then(RepeatSummary::shown)),
        }
    };
    let rows: Vec<RunsRow> = repeated.map(row).collect();
    let titles = [say!(locale, "cell"), "s".to_owned(), say!(locale, "runs-mean")];
    let kind = SectionKind::EachTime;
    (!rows.is_empty()).then(|| Section::new(kind, locale, vec![Block::Runs { titles, rows }]))
}

fn runs_row(line: &Line<'_>, findings: &[Finding], locale: &Locale) -> RunsRow {
    let cells = &line.group.cells;
    let values: Vec<Option<f64>> = cells.iter().map(|cell| line.bytes_per_s(cell)).collect();
    let mean = line.summary(findings, "bytes_per_s").and_then(RepeatSummary::shown);
    let (shown, mean) = locale.rates().alike(&values, mean);
    let marked = cells
        .iter()
        .zip(shown)
        .map(|(cell, shown)| if cell.is_counted { shown } else { format!("({shown})") });
    RunsRow { label: line.label(locale), values: marked.collect(), mean }
}

fn repeated(lines: &[Line<'_>], findings: &[Finding], notes: &Notes, locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "mean")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "best")),
        Heading::numbers(say!(locale, "spread")),
        Heading::numbers(locale.rates().symbol()).of(say!(locale, "unflushed")),
        Heading::numbers(say!(locale, "time")).of(say!(locale, "mean")),
        Heading::numbers("IOPS").of(say!(locale, "mean")),
        Heading::numbers("p50").of(say!(locale, "of-all")).spare(),
        Heading::numbers("p99").of(say!(locale, "of-all")),
        Heading::numbers(say!(locale, "max")),
        Heading::words(say!(locale, "note")),
    ];
    let row = |line: &Line<'_>| {
        let summary = |figure| line.summary(findings, figure);
        let shown = |figure| summary(figure).and_then(RepeatSummary::shown);
        let moved = summary("bytes_per_s");
        let before_flush = summary("bytes_per_s_before_flush");
        let is_rated = line.moves_bytes() && !line.group.is_timed();
        let if_moving = |text: String| if is_rated { text } else { String::new() };
        let spread = match line.group.is_timed() {
            true => find_summary(findings, line.group.name, None, "elapsed_ns"),
            false => moved.filter(|_| line.moves_bytes()),
        };
        let if_one_kind =
            |text: String| if line.operation.is_some() { text } else { String::new() };
        vec![
            line.label(locale),
            if_moving(locale.rate(moved.and_then(RepeatSummary::shown))),
            if_moving(locale.rate(moved.and_then(|it| it.max))),
            spread.map(|it| format::percent(it.spread_ratio)).unwrap_or_default(),
            before_flush.map(|it| locale.rate(it.shown())).unwrap_or_default(),
            own_time(line, findings)
                .or_else(|| elapsed(line, findings))
                .map(format::latency)
                .unwrap_or_default(),
            format::iops(shown("iops").filter(|_| !line.has_no_rate())),
            if_one_kind(format::latency(shown("latency_p50_ns"))),
            if_one_kind(format::latency(shown("latency_p99_ns"))),
            if_one_kind(format::latency(shown("latency_max_ns"))),
            notes.marks(line.group.name),
        ]
    };
    let rows = lines.iter().map(row).collect();
    Table { columns, rows }.without_empty_columns()
}

fn throughput(
    lines: &[Line<'_>],
    findings: &[Finding],
    notes: &Notes,
    locale: &Locale,
) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers(say!(locale, "mb-s-unflushed")),
        Heading::numbers("IOPS"),
        Heading::numbers(say!(locale, "requests")),
        Heading::numbers(say!(locale, "moved")),
        Heading::numbers(say!(locale, "time")),
        Heading::words(say!(locale, "note")),
    ];
    let row = |line: &Line<'_>| {
        let cell = line.group.cells[0];
        let record = line.record();
        let summary = |figure| line.summary(findings, figure);
        let before_flush = summary("bytes_per_s_before_flush");
        let bytes_per_s = match line.operation {
            Some(_) => record.map(|op| op.bytes_per_s),
            None => cell.throughput().map(|throughput| throughput.bytes_per_s),
        };
        let iops = match line.operation {
            Some(_) => record.map(|op| op.iops),
            None => summary("iops").and_then(RepeatSummary::shown),
        };
        let if_moved = |text: String| if line.moves_bytes() { text } else { String::new() };
        let is_timed = line.group.is_timed();
        let if_moving = |text: String| if is_timed { String::new() } else { if_moved(text) };
        let counted = |text: Option<String>| match line.operation {
            Some(_) => text.unwrap_or(format::UNKNOWN.to_owned()),
            None => String::new(),
        };
        vec![
            line.label(locale),
            if_moving(locale.rate(bytes_per_s)),
            before_flush.map(|it| locale.rate(it.shown())).unwrap_or_default(),
            format::iops(iops.filter(|_| !line.has_no_rate())),
            counted(record.map(|op| op.count.to_string())),
            if_moved(counted(record.map(|op| Bytes(op.bytes).decimal()))),
            match own_time(line, findings) {
                Some(time) => format::latency(time),
                None => Nanos(cell.elapsed_ns).to_string(),
            },
            notes.marks(line.group.name),
        ]
    };
    let rows = lines.iter().map(row).collect();
    Table { columns, rows }.without_empty_columns()
}

/// Every percentile of every line with latencies, or `None` if there are none.
fn latencies(lines: &[Line<'_>], locale: &Locale) -> Option<Table> {
    let columns = vec![
        Heading::words(say!(locale, "latency")),
        Heading::numbers(say!(locale, "min")).spare(),
        Heading::numbers(say!(locale, "mean")).spare(),
        Heading::numbers("p50"),
        Heading::numbers("p90").spare(),
        Heading::numbers("p99"),
        Heading::numbers("p99.5").spare().rarely_known(),
        Heading::numbers("p99.9"),
        Heading::numbers("p99.95").spare().rarely_known(),
        Heading::numbers("p99.99"),
        Heading::numbers("p99.999").spare(),
        Heading::numbers(say!(locale, "max")),
        Heading::numbers(say!(locale, "deviation")).spare().rarely_known(),
    ];
    let row = |label: String, latency: &LatencySummary| {
        let known = |ns: u64| Nanos(ns).to_string();
        let percentile = |ns: Option<u64>| ns.map_or(format::UNKNOWN.to_owned(), known);
        vec![
            label,
            known(latency.min),
            format::latency(Some(latency.mean)),
            percentile(latency.p50),
            percentile(latency.p90),
            percentile(latency.p99),
            percentile(latency.p995),
            percentile(latency.p999),
            percentile(latency.p9995),
            percentile(latency.p9999),
            percentile(latency.p99999),
            known(latency.max),
            format::latency(latency.stddev),
        ]
    };
    let rows_of = |line: &Line<'_>| {
        let record = line.record();
        let service = record.and_then(|record| record.service.as_ref());
        let latency = record.map(|record| row(line.label(locale), &record.latency_ns));
        let from_issue = say!(locale, "line-from-issue", line = line.label(locale));
        let service = service.map(|service| row(from_issue, &service.latency_ns));
        latency.into_iter().chain(service)
    };
    let rows: Vec<_> = lines.iter().flat_map(rows_of).collect();
    // Records of older versions have no deviation and no half steps.
    let table = Table { columns, rows };
    (!table.rows.is_empty()).then(|| table.without_rarely_known())
}

/// Latencies of an open loop beyond those of completed requests.
fn overdue_note(groups: &[Group<'_>], locale: &Locale) -> Option<String> {
    let cells = groups.iter().flat_map(|group| &group.cells);
    let records = cells.flat_map(|cell| cell.operations.iter());
    let overdue = records.filter_map(|(_, record)| record.overdue_count).total();
    (overdue > 0).then(|| say!(locale, "results-overdue-note", count = overdue))
}

/// Time of the line's own requests, if writes and flushes have separate times.
fn own_time(line: &Line<'_>, findings: &[Finding]) -> Option<Option<f64>> {
    let figure = match line.operation {
        Some(OpKind::Write) => "writing_ns",
        Some(OpKind::Flush) => "flushing_ns",
        _ => return None,
    };
    line.summary(findings, figure).map(RepeatSummary::shown)
}

fn elapsed(line: &Line<'_>, findings: &[Finding]) -> Option<Option<f64>> {
    find_summary(findings, line.group.name, None, "elapsed_ns").map(RepeatSummary::shown)
}

fn is_rate_before_flush(finding: &Finding) -> bool {
    matches!(finding, Finding::RepeatSummary(it) if it.figure == "bytes_per_s_before_flush")
}

/// Whether a percentile with a column in the table has too few samples.
fn lacks_percentile(group: &Group<'_>, is_repeated: bool) -> bool {
    let completed = group.cells.iter().filter(|cell| cell.state == CellState::Completed);
    let lacks = |latency: &LatencySummary| {
        let more = [latency.p90, latency.p999, latency.p9999, latency.p99999];
        let is_short = latency.p50.is_none() || latency.p99.is_none();
        is_short || (!is_repeated && more.iter().any(Option::is_none))
    };
    let mut records =
        completed.flat_map(|cell| OpKind::ALL.map(|kind| cell.operations.of(kind))).flatten();
    records.any(|op| lacks(&op.latency_ns))
}
