//! Scores that the user entered for drives of the catalogue, for a comparison of their runs.

use iogram_findings::Side;
use iogram_model::{ComparedScores, Comparison};
use iogram_store::Store;

use crate::failure::Failure;

/// Adds to `comparison`, which is of `sides`, the scores of their drives in the catalogue of `store`.
pub(crate) fn add(
    store: &mut Store,
    sides: &[Side],
    comparison: &mut Comparison,
) -> Result<(), Failure> {
    let mut found: Vec<ComparedScores> = Vec::new();
    let scored = store.drives()?.into_iter().filter(|entry| !entry.scores.is_empty());
    for entry in scored {
        // The store knows which runs are a drive's; a serial number alone does not tell.
        let runs: Vec<String> =
            store.runs_of_drive(&entry.id)?.into_iter().map(|run| run.line.id).collect();
        for (side, label) in sides.iter().zip(&comparison.sides) {
            if side.iter().any(|(run, _)| runs.contains(&run.id)) {
                found.push(ComparedScores {
                    side: label.clone(),
                    drive: entry.name.clone(),
                    scores: entry.scores.clone(),
                });
            }
        }
    }
    let place = |side: &str| comparison.sides.iter().position(|it| it == side);
    found.sort_by_key(|it| place(&it.side));
    comparison.entered_scores = found;
    Ok(())
}
