//! Computers that booted: each boot with its time. Nothing else is known of them.

use iogram_model::{Application, CellRecord, Nanos, Run};

use crate::format;
use crate::group::{Group, find_summary, repetition_name};
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// Whether a cell is a computer that boots.
pub(crate) fn is_boot(cell: &CellRecord) -> bool {
    cell.workload.application == Some(Application::Boot)
}

/// Whether all that was measured is how long a computer boots.
pub(crate) fn are_all(groups: &[Group<'_>]) -> bool {
    let mut cells = groups.iter().flat_map(|group| &group.cells).peekable();
    cells.peek().is_some() && cells.all(|cell| is_boot(cell))
}

/// How long each boot took, one that somebody left out of the figures in parentheses, and the mean of the others.
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

/// What the run was about, in a line: from which line to which.
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
