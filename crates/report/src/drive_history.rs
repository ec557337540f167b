//! One drive of the catalogue over the years.

use iogram_model::{DriveFigure, DriveSheet, Quality};

use crate::drives::{Origins, is_of_simulation, shown_runs};
use crate::format::quality_name;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, Sheet};
use crate::table::{Heading, Table};
use crate::text::Options;
use crate::{format, markdown, text};

/// One drive over the years as text: every figure with more than one measurement.
#[must_use]
pub fn render_history_text(sheet: &DriveSheet, options: &Options, locale: &Locale) -> String {
    text::render_sheet(&history(sheet, locale), options)
}

/// The same as Markdown.
#[must_use]
pub fn render_history_markdown(sheet: &DriveSheet, locale: &Locale) -> String {
    markdown::render_sheet(&history(sheet, locale))
}

fn history(sheet: &DriveSheet, locale: &Locale) -> Sheet {
    let mut sections = Vec::new();
    let mut origins = Origins::default();
    for quality in Quality::ALL {
        let mut blocks = Vec::new();
        let mut names: Vec<&str> = Vec::new();
        for figure in sheet.figures.iter().filter(|figure| figure.quality == quality) {
            if !names.contains(&figure.figure.as_str()) {
                names.push(&figure.figure);
            }
        }
        for name in names {
            blocks.push(Block::Table(history_table(
                sheet,
                quality,
                name,
                &mut origins,
                locale,
            )));
        }
        if !blocks.is_empty() {
            sections.push(Section::named(quality_name(quality, locale), blocks));
        }
    }
    let note = say!(locale, "history-note");
    let blocks = vec![Block::Numbered(origins.0), Block::Paragraph(note)];
    sections.push(Section::new(SectionKind::By, locale, blocks));
    Sheet {
        head: None,
        title: say!(locale, "title-history", drive = sheet.drive.name),
        subtitle: say!(locale, "of-drive", drive = sheet.drive.id),
        alarm: is_of_simulation(sheet).then(|| say!(locale, "alarm-simulated")),
        facts: Vec::new(),
        sections,
    }
}

fn history_table(
    sheet: &DriveSheet,
    quality: Quality,
    name: &str,
    origins: &mut Origins,
    locale: &Locale,
) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "day")),
        Heading::words(say!(locale, "method")),
        Heading::numbers(say!(locale, "block")).spare(),
        Heading::words(say!(locale, "runs-2")),
        Heading::numbers(match name {
            "bytes_per_s" => locale.rates().symbol().to_owned(),
            "iops" => "IOPS".to_owned(),
            _ => say!(locale, "latency"),
        }),
        Heading::name(say!(locale, "by-2")),
    ];
    let mut figures: Vec<&DriveFigure> = sheet
        .figures
        .iter()
        .filter(|figure| figure.quality == quality && figure.figure == name)
        .collect();
    figures.sort_by_key(|figure| (figure.measured_on.clone(), figure.method.clone()));
    let rows = figures
        .iter()
        .map(|figure| {
            let (runs, mean) = shown_runs(figure, locale);
            vec![
                figure.measured_on.clone().unwrap_or(format::UNKNOWN.to_owned()),
                match figure.is_measured {
                    true => figure.method.clone(),
                    false => say!(locale, "published"),
                },
                figure.block.map_or(format::UNKNOWN.to_owned(), |block| block.to_string()),
                runs.join(" "),
                mean,
                origins.mark(figure, locale),
            ]
        })
        .collect();
    Table { columns, rows }
}
