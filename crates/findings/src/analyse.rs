//! The one analysis of a run: what follows from it, judged by the criteria that it holds.
//!
//! Everything that shows, keeps or compares a run calls [`analyse`]. Must not know who asks, nor any word of
//! a language.

use iogram_model::{Analysis, Criteria, Finding, Run, Warning, WarningCode};

use crate::drive_state::unwanted_state;
use crate::headline::headline;
use crate::origin::of_no_drive;
use crate::plausible::implausible;
use crate::queue::above_queue;
use crate::steps::stepped_names;
use crate::{CONCLUSIONS, outliers, throttling};

/// Warnings that follow from the record, and therefore are drawn up anew each time.
const CONCLUDED: [WarningCode; 6] = [
    WarningCode::AboveTheLink,
    WarningCode::AboveTheQueue,
    WarningCode::DriveState,
    WarningCode::OfNoDrive,
    WarningCode::RepetitionOutlier,
    WarningCode::Throttled,
];

/// Everything that follows from `run` by today's rules.
///
/// A run that holds no criteria (from a version that did not keep them) was judged by its method file, which is
/// not there any more: what was concluded then stands, and only the answer is drawn up anew.
#[must_use]
pub fn analyse(run: &Run) -> Analysis {
    let (findings, warnings) = match &run.criteria {
        Some(criteria) => conclude(run, criteria),
        None => (run.findings.clone(), run.warnings.clone()),
    };
    let (headline, outcome) = headline(run, &findings, &warnings);
    Analysis { outcome, headline, findings, warnings }
}

/// `run` with today's analysis in place of the one that it was kept with.
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
    // Rounds are no repetitions: the first ones are to differ.
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
