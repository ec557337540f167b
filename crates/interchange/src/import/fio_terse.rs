//! fio's terse output, `--minimal` or `--output-format=terse`, versions 3, 4 and 5: one line a job, fields between
//! semicolons.
//!
//! Source: fio's HOWTO, section "Terse output", and `stat.c` (`show_thread_status_terse_all`,
//! `show_ddir_status_terse`). Rates are KiB/s, latencies microseconds in all of them. A direction has 41 fields up to
//! version 4, 47 in version 5; versions 4 and 5 have trims as a third direction.

mod states;

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedResult, OpKind, sentence, text};

use super::fio_json::{percentile_name, states::note};
use super::fio_text::told::{Told, told_elsewhere};
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio-terse",
    title: "fio terse output, versions 3 to 5",
    reads: "every job: rates, completion latencies with percentiles",
    unknown: "the workload and the drive: the format does not name them",
    detect: |source| if lines(source.text).any(|it| fields_of(&it).is_some()) { 90 } else { 0 },
    read,
};

/// Fields before the first direction.
const HEAD: usize = 5;

/// The fields of a line of terse output; `None` if it is not one.
fn fields_of<'a>(line: &Line<'a>) -> Option<Vec<&'a str>> {
    let is_begun =
        ["3;fio-", "4;fio-", "5;fio-"].iter().any(|it| line.text.trim_start().starts_with(it));
    is_begun.then(|| line.text.trim_start().split(';').collect())
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "fio".to_owned(), ..ImportedEvidence::default() };
    let rows = || lines(source.text).filter_map(|line| Some((line, fields_of(&line)?)));
    let states = states::find(rows().map(|(line, fields)| (line.index, fields)));
    let told = told_elsewhere(source.text);
    for (line, fields) in rows() {
        if is_told(&told, &fields) {
            continue;
        }
        // Source: fio's `client.c`, `handle_ts`.
        if fields.get(2) == Some(&"All clients") && !evidence.results.is_empty() {
            evidence.note(&sentence!("interchange-sum-all-clients-left-out-parts"));
            continue;
        }
        match states.get(&line.index) {
            Some(states::State::Passed) => continue,
            Some(states::State::Last(count)) => note(&mut evidence, *count),
            None => {}
        }
        job(&mut evidence, &line, &fields)?;
    }
    number_names(&mut evidence.results);
    let found: Vec<Imported> = imported(evidence, None).into_iter().collect();
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-fio") }));
    }
    Ok(found)
}

/// Whether the same text has the job of this line in another of fio's formats, with more figures.
fn is_told(told: &Told, fields: &[&str]) -> bool {
    let (length, kinds) = shape_of(fields);
    let time = |which: usize| {
        let from = HEAD.saturating_add(which.saturating_mul(length));
        fields.get(from.saturating_add(3))?.trim().parse::<u64>().ok().filter(|it| *it > 0)
    };
    let name = fields.get(2).copied();
    let mut times = (0..kinds.len()).filter_map(time).peekable();
    times.peek().is_some() && times.all(|it| told.has(name, it))
}

/// Number of fields of a direction, and the directions in a line.
fn shape_of(fields: &[&str]) -> (usize, &'static [OpKind]) {
    match fields.first().copied() {
        Some("3") => (41, &[OpKind::Read, OpKind::Write]),
        Some("4") => (41, &[OpKind::Read, OpKind::Write, OpKind::Discard]),
        _ => (47, &[OpKind::Read, OpKind::Write, OpKind::Discard]),
    }
}

fn job(
    evidence: &mut ImportedEvidence,
    line: &Line<'_>,
    fields: &[&str],
) -> Result<(), Refusal> {
    let (length, kinds) = shape_of(fields);
    let name = *fields.get(2).ok_or_else(|| line.cut_off(text!("interchange-line")))?;
    evidence.version = fields.get(1).map(|it| it.trim_start_matches("fio-").to_owned());
    for (kind, index) in kinds.iter().zip(0_usize..) {
        let from = HEAD.saturating_add(index.saturating_mul(length));
        let to = from.saturating_add(length);
        let part =
            fields.get(from..to).ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        if let Some(found) = direction(line, part)? {
            let named = result(name, line.index);
            let operation = Some(*kind);
            evidence.results.push(ImportedResult { name: named.name, operation, ..found });
        }
    }
    Ok(())
}

fn direction(line: &Line<'_>, part: &[&str]) -> Result<Option<ImportedResult>, Refusal> {
    let number = |at: usize| line.number(part.get(at).copied().unwrap_or_default());
    let (kib, rate, iops, runtime_ms) = (number(0)?, number(1)?, number(2)?, number(3)?);
    if kib == 0.0 {
        return Ok(None);
    }
    if runtime_ms > 0.0 {
        let follows = kib * 1000.0 / runtime_ms;
        // Arbitrary: times are whole milliseconds, amounts and rates are truncated to KiB; below a second that is
        // much.
        let slack = 0.02 + 2.0 / runtime_ms;
        if (rate - follows).abs() > rate.max(follows) * slack + 1000.0 / runtime_ms + 1.0 {
            let printed = part.get(1).copied().unwrap_or_default();
            return Err(line.contradiction(printed, format!("{follows:.0} KiB/s")));
        }
    }
    let mut figures = ImportedFigures::from([
        ("bytes_per_s", rate * 1024.0),
        ("iops", iops),
        ("elapsed_ns", runtime_ms * 1e6),
    ]);
    let latency_of = latencies(line, part, &mut figures)?;
    Ok(Some(ImportedResult { figures, latency_of, ..result("", line.index) }))
}

/// Adds the measured latencies and returns their kind; fio prints zeros for latencies that it does not measure
/// (`gtod_reduce`, `disable_clat`).
fn latencies(
    line: &Line<'_>,
    part: &[&str],
    figures: &mut ImportedFigures,
) -> Result<Option<String>, Refusal> {
    let number = |at: usize| line.number(part.get(at).copied().unwrap_or_default());
    let is_known = |at: usize| {
        Ok::<_, Refusal>(
            number(at.saturating_add(1))? > 0.0 || number(at.saturating_add(2))? > 0.0,
        )
    };
    let (name, from) = match (is_known(8)?, is_known(32)?) {
        (true, _) => ("clat", 8_usize),
        (false, true) => ("lat", 32),
        (false, false) => return Ok(None),
    };
    let at = |index: usize| from.saturating_add(index);
    let (min, max, mean) = (number(at(0))?, number(at(1))?, number(at(2))?);
    // Minimum and maximum are truncated to whole microseconds.
    if min > mean + 1.0 || max + 1.0 < mean {
        let wrong = if min > mean + 1.0 { at(0) } else { at(1) };
        let printed = part.get(wrong).copied().unwrap_or_default();
        return Err(line.contradiction(printed, format!("a mean of {mean}")));
    }
    for (name, index) in [("min", 0), ("max", 1), ("mean", 2), ("stddev", 3)] {
        figures.insert(format!("latency_{name}_ns"), number(at(index))? * 1e3);
    }
    for field in part.get(12..32).unwrap_or_default() {
        let (share, value) = field
            .split_once("%=")
            .ok_or_else(|| line.expected(field, text!("interchange-percentile")))?;
        // Unused places are filled with 0%=0.
        if let Some(name) = percentile_name(share) {
            figures.insert(format!("latency_{name}_ns"), line.number(value)? * 1e3);
        }
    }
    Ok(Some(name.to_owned()))
}
