//! The one analysis of a run: its findings and warnings, by the run's own criteria.
//!
//! Every part that shows, stores or compares a run calls [`analyse`]. Must not depend on the caller, nor on any
//! language.

use iogram_model::{Analysis, Criteria, Finding, Run, Warning, WarningCode};

use crate::drive_state::unwanted_state;
use crate::headline::headline;
use crate::origin::of_no_drive;
use crate::plausible::implausible;
use crate::queue::above_queue;
use crate::steps::stepped_names;
use crate::{CONCLUSIONS, outliers, throttling};

/// Warnings that follow from the record, so each analysis makes them again.
const CONCLUDED: [WarningCode; 6] = [
    WarningCode::AboveTheLink,
    WarningCode::AboveTheQueue,
    WarningCode::DriveState,
    WarningCode::OfNoDrive,
    WarningCode::RepetitionOutlier,
    WarningCode::Throttled,
];

/// All conclusions about `run` by the present rules.
///
/// A run without criteria (from a version that did not store them) was judged by a method file that is gone. Its old
/// conclusions stay, and only the answer is made again.
#[must_use]
pub fn analyse(run: &Run) -> Analysis {
    let (findings, warnings) = match &run.criteria {
        Some(criteria) => conclude(run, criteria),
        None => (run.findings.clone(), run.warnings.clone()),
    };
    let (headline, outcome) = headline(run, &findings, &warnings);
    Analysis { outcome, headline, findings, warnings }
}

/// `run` with the present analysis in place of its stored one.
#[must_use]
pub fn analysed(mut run: Run) -> Run {
    let analysis = analyse(&run);
    adopt(&mut run, analysis);
    run
}

/// Puts `analysis` into `run`.
pub fn adopt(run: &mut Run, analysis: Analysis) {
    let Analysis { outcome, headline, findings, warnings } = analysis;
    (run.headline, run.findings, run.warnings) = (Some(headline), findings, warnings);
    run.outcome = Some(outcome);
}

fn conclude(run: &Run, criteria: &Criteria) -> (Vec<Finding>, Vec<Warning>) {
    let mut findings = Vec::new();
    for conclusion in CONCLUSIONS {
        let found = conclusion(run, criteria, &findings);
        findings.extend(found);
    }
    let is_told = |warning: &&Warning| !CONCLUDED.contains(&warning.code);
    let mut warnings: Vec<Warning> = run.warnings.iter().filter(is_told).cloned().collect();
    // Rounds are not repetitions: the first rounds are expected to differ.
    let is_round =
        |cell: &String| criteria.steady.iter().any(|it| it.round_cells.contains(cell));
    let pieces = stepped_names(&run.cells);
    let is_piece = |cell: &String| pieces.contains(&cell.as_str());
    let repeated = findings.iter().filter(|it| {
        !matches!(it, Finding::RepeatSummary(summary)
            if is_round(&summary.cell) || is_piece(&summary.cell))
    });
    warnings.extend(outliers(repeated));
    warnings.extend(throttling(&run.cells));
    warnings.extend(of_no_drive(run));
    warnings.extend(implausible(run));
    warnings.extend(above_queue(run));
    warnings.extend(unwanted_state(run, criteria));
    (findings, warnings)
}
