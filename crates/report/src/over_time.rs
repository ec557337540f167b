//! The course of the rate within a cell, if it shows more than the mean.

use iogram_model::{CellRecord, CellState, Nanos};

use crate::group::Group;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::sparkline::{bucketed, sparkline};
use crate::table::{Heading, Table};

/// Characters of a line.
const WIDTH: usize = 32;
/// Shorter cells have nothing to show. Arbitrary: 2 s of intervals.
const INTERVALS_MIN: usize = 20;
/// A line is drawn if its highest character is above its lowest by this ratio. Arbitrary: a visible step.
const STEP_RATIO_MIN: f64 = 1.25;

/// One line for each group whose rate changed; of its repetitions the one that changed most.
pub(crate) fn section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "cell")),
        Heading::name(say!(locale, "mb-s-from-0-to-the-highest")),
        Heading::numbers(say!(locale, "lowest")),
        Heading::numbers(say!(locale, "highest")),
        Heading::numbers(say!(locale, "each")),
    ];
    let rows: Vec<Vec<String>> = groups.iter().filter_map(|group| row(group, locale)).collect();
    let table = Table { columns, rows: rows.clone() };
    let blocks = vec![Block::Table(table), Block::Paragraph(say!(locale, "over-time-note"))];
    (!rows.is_empty()).then_some(Section::new(SectionKind::OverTime, locale, blocks))
}

fn row(group: &Group<'_>, locale: &Locale) -> Option<Vec<String>> {
    let lines = group.cells.iter().filter_map(|cell| line(cell));
    let most = lines.max_by(|one, other| one.step().total_cmp(&other.step()))?;
    if most.step() < STEP_RATIO_MIN {
        return None;
    }
    let mut name = group.name.to_owned();
    if group.is_repeated() {
        name = format!("{name} #{}", most.repeat.saturating_add(1));
    }
    Some(vec![
        name,
        sparkline(&most.values, WIDTH),
        locale.rate(Some(most.lowest)),
        locale.rate(Some(most.highest)),
        Nanos(most.character_ns).to_string(),
    ])
}

/// The ratio of the highest to the lowest rate of a cell, if it is a visible step.
pub(crate) fn step(cell: &CellRecord) -> Option<f64> {
    line(cell).map(|line| line.step()).filter(|step| *step >= STEP_RATIO_MIN)
}

struct Line {
    repeat: u32,
    values: Vec<Option<f64>>,
    lowest: f64,
    highest: f64,
    character_ns: u64,
}

impl Line {
    fn step(&self) -> f64 {
        self.highest / self.lowest.max(1.0)
    }
}

/// The rates of a completed cell; intervals without completions are zero.
#[expect(clippy::cast_precision_loss, reason = "bytes of an interval")]
fn line(cell: &CellRecord) -> Option<Line> {
    // Longer rows have one rate each.
    let interval_ns = cell.series.step_ns();
    let rows = &cell.series.rows;
    let (first, last) = (rows.first()?.start_ns, rows.last()?.start_ns);
    let first = first.saturating_sub(first.checked_rem(interval_ns).unwrap_or(0));
    if interval_ns == 0 || cell.state != CellState::Completed {
        return None;
    }
    let place = |start_ns: u64| {
        usize::try_from(start_ns.saturating_sub(first).checked_div(interval_ns).unwrap_or(0))
            .ok()
    };
    // The end of the cell cuts off the last interval.
    let count = place(last)?;
    if count < INTERVALS_MIN {
        return None;
    }
    let mut values = vec![Some(0.0); count];
    for row in rows {
        if let Some(Some(value)) = values.get_mut(place(row.start_ns)?) {
            *value += row.moved_bytes() as f64 / (interval_ns as f64 / 1e9);
        }
    }
    let shown: Vec<f64> = bucketed(&values, WIDTH).into_iter().flatten().collect();
    let highest = shown.iter().copied().fold(0.0, f64::max);
    Some(Line {
        repeat: cell.repeat,
        lowest: shown.iter().copied().fold(f64::INFINITY, f64::min),
        highest,
        character_ns: interval_ns
            .saturating_mul(count as u64)
            .checked_div(count.min(WIDTH) as u64)
            .unwrap_or(0),
        values,
    })
    .filter(|line| line.highest > 0.0)
}
