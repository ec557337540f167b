//! Searches for the highest load within limits, and the loads beside cells.

use iogram_model::{
    BrokenLimit, Finding, Nanos, OpKind, OpRecord, Run, Search, SearchLimit, SearchPhase,
    SearchPoint, Varied, float,
};

use crate::format;
use crate::group::Group;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The results of searches, in order; `None` without any.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let searches = run.findings.iter().filter_map(|finding| match finding {
        Finding::Search(search) => Some(search.as_ref()),
        _ => None,
    });
    let blocks: Vec<Block> = searches.flat_map(|search| blocks(search, locale)).collect();
    (!blocks.is_empty()).then(|| Section::new(SectionKind::Search, locale, blocks))
}

fn blocks(search: &Search, locale: &Locale) -> Vec<Block> {
    let summary = say!(
        locale,
        "search-summary",
        name = search.name,
        varied = varied(search.varied, locale),
        from = search.from_count,
        to = search.to_count,
        count = search.points.len()
    );
    let asked = asked(search, locale);
    let columns = vec![
        Heading::name(say!(locale, "search-phase")),
        Heading::numbers(varied(search.varied, locale)),
        Heading::numbers("IOPS"),
        Heading::numbers("p99"),
        Heading::numbers("p99.9"),
        Heading::numbers(say!(locale, "max")),
        Heading::words(say!(locale, "search-limits")),
    ];
    let rows = search.points.iter().map(|point| row(point, locale)).collect();
    let paragraphs = [Some(summary), asked].into_iter().flatten().map(Block::Paragraph);
    paragraphs.chain([Block::Table(Table { columns, rows })]).collect()
}

/// The limits; `None` in records without them.
fn asked(search: &Search, locale: &Locale) -> Option<String> {
    let limits = search.limits.iter().map(|limit| {
        let what = what(limit, locale);
        let text = format::figure(limit.figure.name(), Some(limit.limit), locale);
        match (limit.is_upper_limit, limit.every_ns) {
            (true, _) => say!(locale, "search-below", what = what, limit = text),
            (false, None) => say!(locale, "search-at-least", what = what, limit = text),
            (false, Some(every)) => {
                let time = Nanos(every);
                say!(locale, "search-at-least-every", what = what, limit = text, time = time)
            }
        }
    });
    let limits: Vec<String> = limits.collect();
    let text = limits.join("; ");
    (!limits.is_empty()).then(|| say!(locale, "search-asked", limits = text))
}

/// The quantity of a limit.
pub(crate) fn what(limit: &SearchLimit, locale: &Locale) -> String {
    let figure = format::figure_name(limit.figure.name(), locale);
    match &limit.load {
        Some(load) => format!("{load}: {figure}"),
        None => figure,
    }
}

/// The varied setting, in words.
pub(crate) fn varied(varied: Varied, locale: &Locale) -> String {
    match varied {
        Varied::Jobs | Varied::Unknown => say!(locale, "search-jobs"),
        Varied::Depth => say!(locale, "search-depth"),
    }
}

fn row(point: &SearchPoint, locale: &Locale) -> Vec<String> {
    let time = |ns: Option<u64>| format::latency(ns.map(float));
    let phase = match point.phase {
        SearchPhase::Widen => say!(locale, "search-widen"),
        SearchPhase::Narrow => say!(locale, "search-narrow"),
        SearchPhase::Confirm | SearchPhase::Unknown => say!(locale, "search-confirm"),
    };
    vec![
        phase,
        point.value_count.to_string(),
        format::iops(point.iops),
        time(point.latency_p99_ns),
        time(point.latency_p999_ns),
        time(point.latency_max_ns),
        match &point.broken {
            None => say!(locale, "search-held"),
            Some(broken) => broke(broken, locale),
        },
    ]
}

fn broke(broken: &BrokenLimit, locale: &Locale) -> String {
    let Some(limit) = &broken.limit else { return say!(locale, "search-requests-failed") };
    let name = limit.figure.name();
    let (what, asked) = (what(limit, locale), format::figure(name, Some(limit.limit), locale));
    let measured = format::figure(name, broken.measured, locale);
    match limit.every_ns {
        Some(every) => {
            let time = Nanos(every);
            say!(
                locale,
                "search-broke-every",
                what = what,
                measured = measured,
                limit = asked,
                time = time
            )
        }
        None => {
            say!(locale, "search-broke", what = what, measured = measured, limit = asked)
        }
    }
}

/// The results of the loads beside cells, with those of repetitions in successive rows; `None` without any.
pub(crate) fn beside_section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let mut rows = Vec::new();
    for cell in groups.iter().flat_map(|group| &group.cells) {
        for load in &cell.beside {
            for (kind, record) in load.operations.iter() {
                rows.push(beside_row((&cell.name, &load.name), kind, record, locale));
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::name(say!(locale, "beside-load")),
        Heading::name(say!(locale, "beside-operation")),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers("IOPS"),
        Heading::numbers(say!(locale, "mean-latency")),
        Heading::numbers("p99"),
        Heading::numbers(say!(locale, "max")),
    ];
    let note = Block::Paragraph(say!(locale, "beside-note"));
    let blocks = vec![Block::Table(Table { columns, rows }.without_empty_columns()), note];
    Some(Section::new(SectionKind::LoadsBeside, locale, blocks))
}

fn beside_row(
    (cell, load): (&str, &str),
    kind: OpKind,
    record: &OpRecord,
    locale: &Locale,
) -> Vec<String> {
    let latency = &record.latency_ns;
    let rate = (kind != OpKind::Flush).then_some(record.bytes_per_s);
    vec![
        cell.to_owned(),
        load.to_owned(),
        format::operation_name(kind, locale),
        rate.map_or_else(String::new, |rate| locale.rate(Some(rate))),
        format::iops(Some(record.iops)),
        format::latency(Some(latency.mean)),
        format::latency(latency.p99.map(float)),
        format::latency(Some(float(latency.max))),
    ]
}
