//! Results of rounds until a steady state: the verdict, the window of each tracked cell, and the means of all cells
//! over the rounds of the window.

use iogram_model::{
    Bytes, Figure, Finding, Nanos, OverProvisioning, RoundResult, Run, SpareBasis, SteadyState,
    Verdict, wording,
};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// The results of the rounds; `None` without rounds.
pub(crate) fn steady_section(run: &Run, locale: &Locale) -> Option<Section> {
    let states = run.findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(state) => Some(state),
        _ => None,
    });
    let (before, states): (Vec<_>, Vec<_>) =
        states.partition(|state| run.is_preconditioned_by(state));
    let mut blocks: Vec<Block> =
        states.into_iter().flat_map(|state| blocks(state, locale)).collect();
    if !before.is_empty() {
        blocks.push(Block::Paragraph(say!(locale, "preconditioned-summary")));
        blocks.push(Block::Table(preconditioned(&before, locale)));
    }
    let spare = run.findings.iter().filter_map(|finding| match finding {
        Finding::OverProvisioning(found) => Some(found),
        _ => None,
    });
    blocks.extend(spare.flat_map(|found| over_provisioning(found, locale)));
    (!blocks.is_empty()).then(|| Section::new(SectionKind::SteadyState, locale, blocks))
}

fn blocks(state: &SteadyState, locale: &Locale) -> Vec<Block> {
    let verdict = match state.verdict {
        Verdict::Pass => say!(locale, "rounds-reached"),
        Verdict::Fail => say!(locale, "rounds-not-reached"),
        Verdict::Unknown => say!(locale, "rounds-unknown"),
    };
    let text = say!(
        locale,
        "rounds-summary",
        verdict = verdict,
        rounds = state.rounds_count,
        most = state.rounds_max_count,
        time = Nanos(state.elapsed_ns),
        size = Bytes(state.written_bytes).decimal(),
        window = state.window_count,
        range = format::percent(Some(state.range_limit_ratio)),
        slope = format::percent(Some(state.slope_limit_ratio)),
    );
    let mut blocks = vec![Block::Paragraph(text)];
    blocks.extend(rests_on(state, locale).map(Block::Paragraph));
    blocks.push(Block::Table(windows(state, locale)));
    if state.results.len() > 1 {
        let rounds = last_rounds(state);
        blocks.push(Block::Paragraph(say!(locale, "results-summary", rounds = rounds)));
        blocks.push(Block::Table(results(&state.results, locale)));
        blocks.extend(matrix(&state.results).map(Block::Table));
    }
    blocks
}

const fn verdict_id(state: &SteadyState) -> &'static str {
    match state.verdict {
        Verdict::Pass => "steady-reached",
        Verdict::Fail => "steady-not-reached",
        Verdict::Unknown => "steady-unknown",
    }
}

/// A row for each load that ran before its cell.
fn preconditioned(before: &[&SteadyState], locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::numbers(say!(locale, "round")),
        Heading::numbers("IOPS").of(say!(locale, "mean-of-window")),
        Heading::numbers(say!(locale, "range")),
        Heading::numbers(say!(locale, "change")),
        Heading::words(say!(locale, "verdict")),
    ];
    let row = |state: &&SteadyState| {
        let window = state.cells.first()?;
        Some(vec![
            window.cell.clone(),
            state.rounds_count.to_string(),
            format::iops(window.mean_value().filter(|_| state.figure() == Figure::Iops)),
            format::percent(window.range_ratio),
            format::percent(window.slope_ratio),
            locale.text(verdict_id(state)),
        ])
    };
    Table { columns, rows: before.iter().filter_map(row).collect() }
}

/// The over-provisioning of the flash; empty if it could not be determined: the answer states the reason.
fn over_provisioning(found: &OverProvisioning, locale: &Locale) -> Vec<Block> {
    let basis = match found.basis {
        SpareBasis::Counters => say!(locale, "spare-by-counters"),
        SpareBasis::Rates | SpareBasis::Unknown => say!(locale, "spare-by-rates"),
    };
    let value = found.value_ratio.map(|value| {
        say!(
            locale,
            "spare-summary",
            value = format::percent(Some(value)),
            low = format::percent(found.low_ratio),
            high = format::percent(found.high_ratio),
            basis = basis,
            sure = format::percent(Some(found.confidence_ratio)),
            misfit = format::percent(found.misfit_ratio)
        )
    });
    let end = found.write_amplification_fresh_ratio.zip(found.write_amplification_final_ratio);
    let amplification = end.map(|(fresh, end)| {
        let number = |value: f64| wording::number(value);
        say!(
            locale,
            "spare-amplification",
            fresh = number(fresh),
            now = found.write_amplification_ratio.map(number).unwrap_or_default(),
            final = number(end)
        )
    });
    value.into_iter().chain(amplification).map(Block::Paragraph).collect()
}

/// The rounds of the figures, such as `6-10`.
fn last_rounds(state: &SteadyState) -> String {
    let window = u64::from(state.window_count);
    let first = state.rounds_count.saturating_sub(window).saturating_add(1);
    format!("{first}-{}", state.rounds_count)
}

/// The amount written before the end of the window, and whether it makes a plateau a steady state.
fn rests_on(state: &SteadyState, locale: &Locale) -> Option<String> {
    let size = Bytes(state.written_before_bytes?).decimal();
    let share = format::percent(Some(state.passes_before_ratio()?));
    Some(if state.is_early() {
        say!(locale, "rounds-rest-on-little", size = size, share = share)
    } else {
        say!(locale, "rounds-rest-on", size = size, share = share)
    })
}

/// The tracked cells, against the criteria.
fn windows(state: &SteadyState, locale: &Locale) -> Table {
    let figure = state.figure();
    let value = |value| match figure {
        Figure::BytesPerS => locale.rate(value),
        Figure::Iops => format::iops(value),
        _ => format::latency(value),
    };
    let unit = match figure {
        Figure::BytesPerS => locale.rates().symbol().to_owned(),
        figure => format::figure_name(figure.name(), locale),
    };
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::numbers(&unit).of(say!(locale, "mean-of-window")),
        Heading::numbers(&unit).of(say!(locale, "first-round")),
        Heading::numbers(say!(locale, "range")),
        Heading::numbers(say!(locale, "change")),
        Heading::numbers(say!(locale, "per-hour")).of(say!(locale, "change")),
    ];
    let rows = state.cells.iter().map(|window| {
        vec![
            window.cell.clone(),
            value(window.mean_value()),
            value(window.values().first().copied().flatten()),
            format::percent(window.range_ratio),
            format::percent(window.slope_ratio),
            format::percent(window.drift_per_hour_ratio),
        ]
    });
    Table { columns, rows: rows.collect() }
}

/// All cells of a round, one per row.
fn results(results: &[RoundResult], locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::numbers("IOPS"),
        Heading::numbers(locale.rates().symbol()),
        Heading::numbers(say!(locale, "mean-latency")),
        Heading::numbers(say!(locale, "percentile-latency", percentile = "p99.999")).spare(),
        Heading::numbers(say!(locale, "maximum-latency")),
    ];
    let time = |ns: Option<u64>| format::latency(ns.map(iogram_model::float));
    let rows = results.iter().map(|result| {
        vec![
            result.cell.clone(),
            format::iops(result.iops),
            locale.rate(result.bytes_per_s),
            format::latency(result.latency_mean_ns),
            time(result.latency_p99999_ns),
            time(result.latency_max_ns),
        ]
    });
    Table { columns, rows: rows.collect() }
}

/// IOPS by mixes (columns, reads first) and block sizes (rows); `None` unless both differ.
fn matrix(results: &[RoundResult]) -> Option<Table> {
    let mut sizes: Vec<u64> = results.iter().filter_map(|it| it.block_bytes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut mixes: Vec<u16> = results.iter().map(|it| it.read_permille).collect();
    mixes.sort_unstable_by(|one, other| other.cmp(one));
    mixes.dedup();
    if sizes.len() < 2 || mixes.len() < 2 {
        return None;
    }
    let shares = mixes.iter().map(|read| {
        let share = |permille: u16| format!("{:.0}", f64::from(permille) / 10.0);
        let writes = 1000_u16.saturating_sub(*read);
        Heading::numbers("IOPS").of(format!("{}/{}", share(*read), share(writes)))
    });
    let columns = [Heading::name("")].into_iter().chain(shares).collect();
    let rows = sizes.iter().map(|size| {
        let values = mixes.iter().map(|mix| {
            let found = results
                .iter()
                .find(|it| it.block_bytes == Some(*size) && it.read_permille == *mix);
            format::iops(found.and_then(|it| it.iops))
        });
        [Bytes(*size).to_string()].into_iter().chain(values).collect()
    });
    Some(Table { columns, rows: rows.collect() })
}
