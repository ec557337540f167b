//! Energy use of cells.

use iogram_model::Total as _;
use iogram_model::{CellRecord, PowerSeries};

use crate::format;
use crate::group::{Group, rows_by_source};
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// `None` if no cell measured power.
pub(crate) fn section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let (sources, rows) = rows_by_source(groups, locale, |who, cell| {
        let power = cell.power.as_ref()?;
        Some((power.source.as_str(), row(who, cell, power)))
    });
    if rows.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::numbers("W").of(say!(locale, "lowest")),
        Heading::numbers("W").of(say!(locale, "mean")),
        Heading::numbers("W").of(say!(locale, "highest")),
        Heading::numbers("J"),
        Heading::numbers("MB/J"),
        Heading::numbers("IOPS/W"),
    ];
    let told = say!(locale, "power-note", sources = sources.join(", "));
    let blocks = vec![Block::Table(Table { columns, rows }), Block::Paragraph(told)];
    Some(Section::new(SectionKind::Power, locale, blocks))
}

fn row(who: String, cell: &CellRecord, power: &PowerSeries) -> Vec<String> {
    let moved = [&cell.operations.read, &cell.operations.write].into_iter().flatten();
    let bytes = moved.map(|operation| operation.bytes).total();
    let requests = cell.operations.iter().map(|(_, operation)| operation.count).total();
    let efficiency = power.efficiency(bytes, requests);
    let number = |value: Option<f64>, digits: usize| {
        value.map_or(format::UNKNOWN.to_owned(), |value| format!("{value:.digits$}"))
    };
    vec![
        who,
        number(power.min_watts, 2),
        number(power.mean_watts, 2),
        number(power.max_watts, 2),
        number(power.energy_joules, 1),
        number(efficiency.filter(|_| bytes > 0).map(|it| it.bytes_per_joule / 1e6), 2),
        number(efficiency.map(|it| it.iops_per_watt), 1),
    ]
}
