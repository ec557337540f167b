//! A fleet as a page: the outliers, the models, and the distribution of figures, as tables and charts.

use iogram_charts::{BarRow, Body, ChartSpec, Palette, RunValue};
use iogram_model::{Fleet, FleetDistribution, FleetFigure, Severity};

use super::{answer, beside, distribution, full_name, members, models, notes, sentence};
use crate::figures::{Figure, slug, spanning, unit_of};
use crate::format;
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Block, Section, SectionKind, Sheet};

/// The most charts: nobody looks at more, and a request for one figure gets all of it. Arbitrary.
const CHARTS_MAX: usize = 24;
/// The most bars of a chart that people can read. Arbitrary.
const BARS_MAX: usize = 40;

/// `fleet` as a page.
#[must_use]
pub fn fleet_page(fleet: &Fleet, locale: &Locale) -> Page {
    Page::new(sheet(fleet, locale), charts(fleet, locale), locale)
}

fn sheet(fleet: &Fleet, locale: &Locale) -> Sheet {
    let mut sections = Vec::new();
    let told = members(fleet, locale);
    if !told.is_empty() {
        let blocks = told.into_iter().map(Block::Paragraph).collect();
        sections.push(Section::named(say!(locale, "section-fleet-members"), blocks));
    }
    if !fleet.oddities.is_empty() {
        let odd = fleet.oddities.iter().map(|it| Block::Paragraph(sentence(it, locale)));
        sections.push(Section::new(SectionKind::Verdicts, locale, odd.collect()));
    }
    if !fleet.models.is_empty() {
        let blocks = vec![Block::Table(models(&fleet.models, locale))];
        sections.push(Section::new(SectionKind::FleetModels, locale, blocks));
    }
    if !fleet.distributions.is_empty() {
        let table = Block::Table(distribution(&fleet.distributions, locale));
        let mut blocks = vec![table, Block::Paragraph(say!(locale, "fleet-distribution-note"))];
        let count = figures_of(fleet).len();
        if count > CHARTS_MAX {
            let note = say!(locale, "fleet-charts-note", shown = CHARTS_MAX, count = count);
            blocks.push(Block::Paragraph(note));
        }
        sections.push(Section::new(SectionKind::Figures, locale, blocks));
    }
    Sheet {
        head: Some(Head {
            severity: severity(fleet),
            answer: answer(fleet, locale),
            lines: beside(fleet, locale).into_iter().chain(notes(fleet, locale)).collect(),
        }),
        title: say!(locale, "title-fleet"),
        subtitle: say!(
            locale,
            "fleet-subtitle",
            drives = fleet.drive_count,
            models = fleet.models.len(),
            runs = fleet.run_count,
        ),
        alarm: fleet.is_of_simulation.then(|| say!(locale, "alarm-simulated")),
        facts: Vec::new(),
        sections,
    }
}

fn severity(fleet: &Fleet) -> Severity {
    let is_seen = fleet.models.iter().any(|it| it.visible_ratio.is_some());
    if let Some(worst) = fleet.members.first() {
        return worst.told.kind.severity();
    }
    match (fleet.oddities.is_empty(), is_seen) {
        (false, _) => Severity::Caution,
        (true, true) => Severity::Good,
        (true, false) => Severity::Unknown,
    }
}

/// The distinct figures in their order.
fn figures_of(fleet: &Fleet) -> Vec<&FleetFigure> {
    let mut figures: Vec<&FleetFigure> = Vec::new();
    for it in &fleet.distributions {
        if !figures.iter().any(|known| is_same(known, &it.of)) {
            figures.push(&it.of);
        }
    }
    figures
}

fn is_same(one: &FleetFigure, other: &FleetFigure) -> bool {
    let work = |it: &FleetFigure| (it.quality, it.block, it.depth);
    one.method == other.method && one.figure == other.figure && work(one) == work(other)
}

/// A chart for each figure: a bar for each model, or part of one, with its interquartile range and its extremes.
fn charts(fleet: &Fleet, locale: &Locale) -> Vec<Figure> {
    let palette = Palette::new(fleet.models.iter().map(|it| it.model.as_str()));
    let figures = figures_of(fleet).into_iter().take(CHARTS_MAX);
    figures
        .map(|figure| {
            let all: Vec<&FleetDistribution> =
                fleet.distributions.iter().filter(|it| is_same(&it.of, figure)).collect();
            chart(figure, &all, (&palette, locale))
        })
        .collect()
}

fn chart(
    figure: &FleetFigure,
    all: &[&FleetDistribution],
    (palette, locale): (&Palette, &Locale),
) -> Figure {
    let name = full_name(figure, locale);
    let shown = all.iter().take(BARS_MAX);
    let rows = shown.map(|it| BarRow {
        label: it.group.clone().unwrap_or_else(|| it.of.model.clone()),
        series: it.of.model.clone(),
        slot: palette.slot(&it.of.model),
        value: Some(it.median),
        low: Some(it.p25),
        high: Some(it.p75),
        runs: [it.min, it.max]
            .map(|value| RunValue { value: Some(value), is_counted: true })
            .into(),
    });
    let ends = all.iter().flat_map(|it| [it.min, it.max]);
    let label = format::figure_name(&figure.figure, locale);
    let value = spanning(label, unit_of(&figure.figure), ends);
    let body = Body::Bars { value, rows: rows.collect(), reference: None };
    let subtitle = match all.len() {
        count if count > BARS_MAX => {
            say!(locale, "figure-fleet-cut", shown = BARS_MAX, count = count)
        }
        _ => say!(locale, "figure-fleet-note"),
    };
    let description = format!("{name}. {subtitle}");
    let values = [("version", env!("CARGO_PKG_VERSION")), ("runs", "fleet")];
    let spec = ChartSpec {
        title: name.clone(),
        subtitle,
        description,
        nothing: say!(locale, "nothing-to-show"),
        foot: locale.with("figure-foot", &values),
        body,
    };
    Figure::new(format!("fleet-{}", slug(&full_name(figure, &Locale::english()))), spec, locale)
}
