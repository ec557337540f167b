//! The last lines of fio's default output, with the results of groups of jobs: many people post nothing else of it.

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedResult, OpKind, sentence};

use super::super::line::{Line, lines};
use super::super::refusal::Refusal;
use super::super::result;
use super::rates::group;
use super::{plain, unmarked};

/// Whether a text has such a line.
pub(super) fn has_any(text: &str) -> bool {
    lines(text).any(|line| matches!(result_of(&line), Ok(Some(_))))
}

/// The results of all groups of a text without jobs.
pub(super) fn read(text: &str, evidence: &mut ImportedEvidence) -> Result<(), Refusal> {
    for line in lines(text) {
        evidence.results.extend(result_of(&line)?);
    }
    if !evidence.results.is_empty() {
        evidence.note(&sentence!("interchange-rates-groups-jobs-no-job-told"));
    }
    Ok(())
}

fn result_of(line: &Line<'_>) -> Result<Option<ImportedResult>, Refusal> {
    let text = unmarked(line.text);
    let text = plain(&text).trim_matches('`');
    let Some((name, rest)) = text.split_once(':') else { return Ok(None) };
    let operation = match name.trim() {
        "READ" => Some(OpKind::Read),
        "WRITE" => Some(OpKind::Write),
        "TRIM" => Some(OpKind::Discard),
        "MIXED" => None,
        _ => return Ok(None),
    };
    let Some((bytes_per_s, elapsed_ms)) = group(line, rest.trim())? else { return Ok(None) };
    let figures = ImportedFigures::from([
        ("bytes_per_s", bytes_per_s),
        ("elapsed_ns", elapsed_ms as f64 * 1e6),
    ]);
    Ok(Some(ImportedResult { operation, figures, ..result("fio", line.index) }))
}
