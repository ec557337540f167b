//! Scores that the user entered for drives of the catalogue, for a comparison of their runs.

use iogram_findings::Side;
use iogram_model::{ComparedScores, Comparison, DriveEntry, Run};
use iogram_store::Store;

use crate::failure::Failure;

/// Adds to `comparison`, which is of `sides`, the scores of their drives in the catalogue of `store`.
pub(crate) fn add(
    store: &mut Store,
    sides: &[Side],
    comparison: &mut Comparison,
) -> Result<(), Failure> {
    let entries = store.drives()?;
    let mut found: Vec<ComparedScores> = Vec::new();
    for (side, label) in sides.iter().zip(&comparison.sides) {
        let mut told: Vec<&str> = Vec::new();
        for (run, _) in side {
            let Some(entry) = entry_of(store, &entries, run)? else { continue };
            if entry.scores.is_empty() || told.contains(&entry.id.as_str()) {
                continue;
            }
            told.push(&entry.id);
            found.push(ComparedScores {
                side: label.clone(),
                drive: entry.name.clone(),
                scores: entry.scores.clone(),
            });
        }
    }
    comparison.entered_scores = found;
    Ok(())
}

/// The entry to which the run is attached, or the one with its serial number.
fn entry_of<'a>(
    store: &mut Store,
    entries: &'a [DriveEntry],
    run: &Run,
) -> Result<Option<&'a DriveEntry>, Failure> {
    let attached = store.drive_of_run(&run.id)?;
    Ok(match (attached, &run.target.serial) {
        (Some(id), _) => entries.iter().find(|entry| entry.id == id),
        (None, Some(serial)) => entries.iter().find(|entry| entry.serials.contains(serial)),
        (None, None) => None,
    })
}
