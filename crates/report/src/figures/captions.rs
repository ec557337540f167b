//! Titles and notes of the charts of one cell.

use iogram_model::{CellRecord, Finding, Run};

use super::ChartContext;
use crate::group::{repetition_name, within};
use crate::load::load_text;
use crate::locale::say;

/// The cell's name for readers: with its number if it ran several times.
pub(super) fn cell_name(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> String {
    match is_repeated(run, cell) {
        true => repetition_name(&cell.name, cell.repeat.saturating_add(1), context.locale),
        false => cell.name.clone(),
    }
}

/// The cell in words: its part of the method, and its name there.
pub(super) fn cell_title(context: &ChartContext<'_>, run: &Run, cell: &CellRecord) -> String {
    titled(context, cell.block.as_deref(), &cell_name(context, run, cell))
}

/// `name` of a cell after the title of its part.
pub(super) fn titled(context: &ChartContext<'_>, block: Option<&str>, name: &str) -> String {
    match block {
        Some(block) => {
            format!("{}, {}", context.locale.block_title(block), within(Some(block), name))
        }
        None => name.to_owned(),
    }
}

/// Whether the cell fills the drive: then readers look for its sustained speed.
pub(super) fn is_fill(run: &Run, cell: &CellRecord) -> bool {
    run.findings
        .iter()
        .any(|finding| matches!(finding, Finding::FillProfile(it) if it.cell == cell.name))
}

/// The same for a file name, which is the same in every language.
pub(super) fn cell_slug(run: &Run, cell: &CellRecord) -> String {
    match is_repeated(run, cell) {
        true => format!("{} run {}", cell.name, cell.repeat.saturating_add(1)),
        false => cell.name.clone(),
    }
}

fn is_repeated(run: &Run, cell: &CellRecord) -> bool {
    run.cells.iter().filter(|other| other.name == cell.name).count() > 1
}

/// The load of `cell` with the number of samples and their length.
pub(super) fn course_note(
    context: &ChartContext<'_>,
    cell: &CellRecord,
    count: usize,
    resolution: &str,
) -> String {
    let load = load_text(&cell.workload, context.locale);
    say!(
        context.locale,
        "figure-course-note",
        load = load,
        count = count,
        interval = resolution,
    )
}
