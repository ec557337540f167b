//! Boot times of computers: one for each boot. Nothing else is known of them.

use iogram_model::{Application, CellRecord, Nanos, Run};

use crate::format;
use crate::group::{Group, find_summary, repetition_name};
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// Whether a cell is the boot of a computer.
pub(crate) fn is_boot(cell: &CellRecord) -> bool {
    cell.workload.application == Some(Application::Boot)
}

/// Whether the run measured only boot times.
pub(crate) fn are_all(groups: &[Group<'_>]) -> bool {
    let mut cells = groups.iter().flat_map(|group| &group.cells).peekable();
    cells.peek().is_some() && cells.all(|cell| is_boot(cell))
}

/// The time of each boot, with excluded ones in parentheses, and the mean of the others.
pub(crate) fn section(run: &Run, groups: &[Group<'_>], locale: &Locale) -> Section {
    let columns =
        vec![Heading::name(say!(locale, "cell")), Heading::numbers(say!(locale, "time"))];
    let row = |(group, number, cell): (&Group<'_>, usize, &CellRecord)| {
        let time = Nanos(cell.elapsed_ns).to_string();
        let time = if cell.is_counted { time } else { format!("({time})") };
        vec![repetition_name(group.name, number, locale), time]
    };
    let cells = groups.iter().flat_map(|group| {
        group.cells.iter().zip(1_usize..).map(move |(cell, number)| (group, number, *cell))
    });
    let means = groups.iter().filter(|group| group.is_repeated()).filter_map(|group| {
        let mean = find_summary(&run.findings, group.name, None, "elapsed_ns")?.shown();
        Some(vec![say!(locale, "boots-mean"), format::latency(mean)])
    });
    let rows = cells.map(row).chain(means).collect();
    let table = Table { columns, rows };
    Section::new(SectionKind::Results, locale, vec![Block::Table(table)])
}

/// A line about the run: from which line of the log to which.
pub(crate) fn how(run: &Run, groups: &[Group<'_>], locale: &Locale) -> Section {
    let param = |name: &str| run.method.params.get(name).cloned().unwrap_or_default();
    let text = say!(
        locale,
        "how-boots",
        from = param("from"),
        to = param("to"),
        count = groups.iter().map(|group| group.cells.len()).fold(0, usize::saturating_add)
    );
    Section::new(SectionKind::HowItWasMeasured, locale, vec![Block::Paragraph(text)])
}
