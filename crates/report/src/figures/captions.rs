//! What stands above and below the charts of one cell.

use iogram_model::{CellRecord, Run};

use super::ChartContext;
use crate::load::load_text;

/// The cell as a reader finds it: with its number, where it ran several times.
pub(super) fn cell_name(run: &Run, cell: &CellRecord) -> String {
    let is_repeated = run.cells.iter().filter(|other| other.name == cell.name).count() > 1;
    if is_repeated {
        format!("{} run {}", cell.name, cell.repeat.saturating_add(1))
    } else {
        cell.name.clone()
    }
}

/// The load of `cell` with the number of samples and their length.
pub(super) fn course_note(
    studio: &ChartContext<'_>,
    cell: &CellRecord,
    count: usize,
    resolution: &str,
) -> String {
    let values = [
        // A random order in which no block comes twice is random for a reader.
        ("load", load_text(&cell.workload).replace("permutation", "random")),
        ("count", count.to_string()),
        ("interval", resolution.to_owned()),
    ];
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, it)| (*name, it.as_str())).collect();
    studio.with("figure-course-note", &values)
}
