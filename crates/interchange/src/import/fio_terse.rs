//! fio's terse output, `--minimal` or `--output-format=terse`, versions 3, 4 and 5: one line a job, fields between semicolons.
//!
//! Source: fio's HOWTO, section "Terse output", and `stat.c` (`show_thread_status_terse_all`, `show_ddir_status_terse`).
//! Rates are KiB/s, times of latencies microseconds in all of them. A direction has 41 fields up to version 4, 47 in version 5;
//! versions 4 and 5 have trims as a third direction.

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedResult, OpKind};

use super::fio_json::percentile_name;
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

/// The fields of a line of terse output; `None` if it is none.
fn fields_of<'a>(line: &Line<'a>) -> Option<Vec<&'a str>> {
    let is_begun =
        ["3;fio-", "4;fio-", "5;fio-"].iter().any(|it| line.text.trim_start().starts_with(it));
    is_begun.then(|| line.text.trim_start().split(';').collect())
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "fio".to_owned(), ..ImportedEvidence::default() };
    for line in lines(source.text) {
        let Some(fields) = fields_of(&line) else { continue };
        job(&mut evidence, &line, &fields)?;
    }
    number_names(&mut evidence.results);
    let found: Vec<Imported> = imported(evidence, None).into_iter().collect();
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: "fio" }));
    }
    Ok(found)
}

fn job(
    evidence: &mut ImportedEvidence,
    line: &Line<'_>,
    fields: &[&str],
) -> Result<(), Refusal> {
    let (length, kinds): (usize, &[OpKind]) = match fields.first().copied() {
        Some("3") => (41, &[OpKind::Read, OpKind::Write]),
        Some("4") => (41, &[OpKind::Read, OpKind::Write, OpKind::Discard]),
        _ => (47, &[OpKind::Read, OpKind::Write, OpKind::Discard]),
    };
    let name = *fields.get(2).ok_or_else(|| line.cut_off("the line"))?;
    evidence.version = fields.get(1).map(|it| it.trim_start_matches("fio-").to_owned());
    for (kind, index) in kinds.iter().zip(0_usize..) {
        let from = HEAD.saturating_add(index.saturating_mul(length));
        let to = from.saturating_add(length);
        let part = fields.get(from..to).ok_or_else(|| line.cut_off("the line"))?;
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
    let mut figures = ImportedFigures::from([
        ("bytes_per_s", rate * 1024.0),
        ("iops", iops),
        ("elapsed_ns", runtime_ms * 1e6),
    ]);
    for (name, at) in [("min", 8), ("max", 9), ("mean", 10), ("stddev", 11)] {
        figures.insert(format!("latency_{name}_ns"), number(at)? * 1e3);
    }
    for field in part.get(12..32).unwrap_or_default() {
        let (share, value) =
            field.split_once("%=").ok_or_else(|| line.expected(field, "a percentile"))?;
        // Unused places are filled with 0%=0.
        if let Some(name) = percentile_name(share) {
            figures.insert(format!("latency_{name}_ns"), line.number(value)? * 1e3);
        }
    }
    Ok(Some(ImportedResult {
        figures,
        latency_of: Some("clat".to_owned()),
        ..result("", line.index)
    }))
}
