//! Drives of the catalogue as pages: one drive, many side by side as blogs publish them, one over years.

use std::collections::BTreeMap;

use iogram_model::{DriveEntry, DriveFigure, DriveSheet, FigureRun, PromiseCheck, Quality};

use crate::format;
use crate::locale::Locale;
use crate::sheet::{Block, Section, Sheet, named};
use crate::table::{Heading, Table};
use crate::text::Options;
use crate::{markdown, text};

/// What a list says of a drive.
#[derive(Debug, Clone, PartialEq)]
pub struct DriveLine {
    /// The drive.
    pub drive: DriveEntry,
    /// Its runs in the store.
    pub run_count: usize,
}

/// The drives in the given order; a sentence if there are none.
#[must_use]
pub fn render_drive_lines(lines: &[DriveLine], options: &Options) -> String {
    if lines.is_empty() {
        return "no drives are in the catalogue; iogram drive add NAME makes an entry, iogram drive \
                import-samples brings published ones\n"
            .to_owned();
    }
    let columns = vec![
        Heading::words("id"),
        Heading::words("name"),
        Heading::name("kind"),
        Heading::numbers("price"),
        Heading::numbers("runs"),
        Heading::numbers("published").spare(),
    ];
    let unknown = || format::UNKNOWN.to_owned();
    let rows = lines
        .iter()
        .map(|line| {
            let drive = &line.drive;
            vec![
                drive.id.clone(),
                drive.name.clone(),
                drive.kind.clone().unwrap_or_else(unknown),
                drive.price.as_ref().map_or_else(unknown, ToString::to_string),
                line.run_count.to_string(),
                drive.published.len().to_string(),
            ]
        })
        .collect();
    Table { columns, rows }.render_text(options.width)
}

/// One drive as text for a terminal.
#[must_use]
pub fn render_drive_text(sheet: &DriveSheet, options: &Options, locale: &Locale) -> String {
    text::render_sheet(&page(sheet, true).in_language(locale), options)
}

/// One drive as Markdown, without serial numbers.
#[must_use]
pub fn render_drive_markdown(sheet: &DriveSheet, locale: &Locale) -> String {
    markdown::render_sheet(&page(sheet, false).in_language(locale))
}

fn page(sheet: &DriveSheet, shows_serials: bool) -> Sheet {
    let drive = &sheet.drive;
    let mut sections = Vec::new();
    sections.extend(promises(&sheet.promises));
    sections.extend(figures(&sheet.figures));
    sections.extend(facts_section(drive));
    sections.extend(runs(sheet));
    if sections.is_empty() {
        let text = "Nothing was measured or published; iogram drive attach gives it runs.";
        sections.push(Section {
            title: "Figures".into(),
            blocks: vec![Block::Paragraph(text.to_owned())],
        });
    }
    let is_published_only =
        !sheet.figures.is_empty() && sheet.figures.iter().all(|figure| !figure.is_measured);
    let alarm = is_published_only
        .then(|| "PUBLISHED ELSEWHERE: no figure here was measured by iogram.".to_owned());
    Sheet {
        head: None,
        title: drive.name.clone(),
        subtitle: format!("drive {}", drive.id),
        alarm,
        facts: named(entry_facts(drive, shows_serials)),
        sections,
    }
}

fn entry_facts(drive: &DriveEntry, shows_serials: bool) -> Vec<(&'static str, String)> {
    let price = drive.price.as_ref().map(|price| {
        let on = drive.priced_on.as_ref().map(|day| format!(" on {day}")).unwrap_or_default();
        format!("{price}{on}")
    });
    let serials =
        (shows_serials && !drive.serials.is_empty()).then(|| drive.serials.join(", "));
    let facts = [
        ("bought as", drive.bought_as.clone()),
        ("kind", drive.kind.clone()),
        ("capacity", drive.capacity.map(iogram_model::Bytes::both)),
        ("price", price),
        ("shop", drive.shop.clone()),
        ("endurance", drive.promises.endurance_bytes.map(endurance)),
        ("serial number", serials),
        ("photo", drive.photo.clone()),
        ("notes", drive.notes.clone()),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn endurance(bytes: u64) -> String {
    format!("{} may be written (as promised)", iogram_model::Bytes(bytes).decimal())
}

fn promises(checks: &[PromiseCheck]) -> Option<Section> {
    let columns = vec![
        Heading::words("promise"),
        Heading::numbers("promised"),
        Heading::numbers("measured"),
        Heading::numbers("reached"),
        Heading::words("by"),
    ];
    let rows = checks
        .iter()
        .map(|check| {
            vec![
                check.promise.clone(),
                format::figure(&check.figure, Some(check.promised)),
                format::figure(&check.figure, check.measured),
                format::percent(check.reached_ratio),
                check.evidence.as_ref().map_or("not measured".to_owned(), origin),
            ]
        })
        .collect();
    // Each note once, with the marks that it is about.
    let mut by_note: Vec<(&str, Vec<&str>)> = Vec::new();
    for check in checks.iter().filter(|check| !check.note.is_empty()) {
        let mark = check.promise.split(' ').next().unwrap_or_default();
        match by_note.iter_mut().find(|(note, _)| *note == check.note) {
            Some((_, marks)) if marks.contains(&mark) => {}
            Some((_, marks)) => marks.push(mark),
            None => by_note.push((&check.note, vec![mark])),
        }
    }
    let notes =
        by_note.into_iter().map(|(note, marks)| format!("{}: {note}.", marks.join(", ")));
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    blocks.extend(notes.map(Block::Paragraph));
    (!checks.is_empty()).then_some(Section { title: "Promised and measured".into(), blocks })
}

fn origin(figure: &DriveFigure) -> String {
    if figure.is_measured {
        figure.source.clone()
    } else {
        format!("published: {}", figure.source)
    }
}

fn figures(figures: &[DriveFigure]) -> Option<Section> {
    let columns = vec![
        Heading::words("work"),
        Heading::name("figure"),
        Heading::numbers("block").spare(),
        Heading::words("runs"),
        Heading::numbers("mean"),
        Heading::name("day"),
        Heading::name("by"),
    ];
    let mut reasons = Vec::new();
    let mut origins = Origins::default();
    let rows = figures
        .iter()
        .map(|figure| {
            let (runs, mean) = shown_runs(figure);
            note_reasons(&figure.runs, &runs, "", &mut reasons);
            vec![
                figure.quality.words().to_owned(),
                column_unit(&figure.figure).to_owned(),
                figure.block.map_or(format::UNKNOWN.to_owned(), |block| block.to_string()),
                runs.join(" "),
                mean,
                figure.measured_on.clone().unwrap_or(format::UNKNOWN.to_owned()),
                origins.mark(figure),
            ]
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    blocks.extend(reasons.into_iter().map(Block::Paragraph));
    blocks.push(Block::Numbered(origins.0));
    (!figures.is_empty()).then_some(Section { title: "Figures".into(), blocks })
}

/// Where figures come from, each once, numbered: names of runs and of publications are long.
#[derive(Default)]
struct Origins(Vec<String>);

impl Origins {
    fn mark(&mut self, figure: &DriveFigure) -> String {
        let origin = if figure.is_measured {
            figure.source.clone()
        } else {
            format!("published: {}; {}", figure.source, figure.method)
        };
        let index = self.0.iter().position(|it| *it == origin).unwrap_or_else(|| {
            self.0.push(origin);
            self.0.len().saturating_sub(1)
        });
        format!("[{}]", index.saturating_add(1))
    }
}

fn column_unit(figure: &str) -> &str {
    match figure {
        "bytes_per_s" => "MB/s",
        "iops" => "IOPS",
        other => format::figure_name(other),
    }
}

/// Each run, in parentheses if it does not count, and the mean of the others.
fn shown_runs(figure: &DriveFigure) -> (Vec<String>, String) {
    let values: Vec<Option<f64>> = figure.runs.iter().map(|run| run.value).collect();
    let (shown, mean) = match figure.figure.as_str() {
        "bytes_per_s" if !figure.is_measured => as_published(&values, figure.mean),
        "bytes_per_s" => format::mb_per_s_alike(&values, figure.mean),
        "iops" => (
            values.iter().map(|&value| format::iops(value)).collect(),
            format::iops(figure.mean),
        ),
        _ => (
            values.iter().map(|&value| format::latency(value)).collect(),
            format::latency(figure.mean),
        ),
    };
    let marked = figure.runs.iter().zip(shown).map(|(run, shown)| match run.excluded {
        Some(_) => format!("({shown})"),
        None => shown,
    });
    (marked.collect(), mean)
}

/// With the decimals that the source gave, one at least, and one more for a mean of several.
fn as_published(values: &[Option<f64>], mean: Option<f64>) -> (Vec<String>, String) {
    let known: Vec<f64> = values.iter().flatten().map(|value| value / 1e6).collect();
    let is_exact = |decimals: usize| {
        known.iter().all(|value| {
            let shown: f64 = format!("{value:.decimals$}").parse().unwrap_or(f64::NAN);
            (shown - value).abs() < 1e-9 * value.abs()
        })
    };
    let decimals = (1..3).find(|&decimals| is_exact(decimals)).unwrap_or(3);
    let show = |value: Option<f64>, decimals: usize| {
        value.map_or(format::UNKNOWN.to_owned(), |value| format!("{:.decimals$}", value / 1e6))
    };
    let more = usize::from(known.len() > 1);
    (
        values.iter().map(|&value| show(value, decimals)).collect(),
        show(mean, decimals.saturating_add(more)),
    )
}

/// Why runs stand in parentheses, one sentence each.
fn note_reasons(runs: &[FigureRun], shown: &[String], of: &str, reasons: &mut Vec<String>) {
    for (run, shown) in runs.iter().zip(shown) {
        if let Some(reason) = &run.excluded {
            let sentence = format!("{shown}{of}: {reason}.");
            if !reasons.contains(&sentence) {
                reasons.push(sentence);
            }
        }
    }
}

fn facts_section(drive: &DriveEntry) -> Option<Section> {
    let columns =
        vec![Heading::words("fact"), Heading::words("value"), Heading::words("published by")];
    let rows = drive
        .facts
        .iter()
        .map(|fact| vec![fact.name.clone(), fact.value.clone(), fact.source.clone()])
        .collect();
    let blocks = vec![Block::Table(Table { columns, rows })];
    (!drive.facts.is_empty()).then_some(Section { title: "Also published".into(), blocks })
}

fn runs(sheet: &DriveSheet) -> Option<Section> {
    let columns = vec![Heading::name("run"), Heading::name("started"), Heading::name("method")];
    let rows = sheet
        .runs
        .iter()
        .map(|run| {
            vec![run.id.clone(), format::timestamp(run.started_at_us), run.method.clone()]
        })
        .collect();
    let blocks = vec![Block::Table(Table { columns, rows })];
    (!sheet.runs.is_empty()).then_some(Section { title: "Runs".into(), blocks })
}

/// Many drives side by side as text: what was reached, what is promised, every run.
#[must_use]
pub fn render_drives_text(sheets: &[DriveSheet], options: &Options, locale: &Locale) -> String {
    text::render_sheet(&tables(sheets).in_language(locale), options)
}

/// The same as Markdown, ready for a blog.
#[must_use]
pub fn render_drives_markdown(sheets: &[DriveSheet], locale: &Locale) -> String {
    markdown::render_sheet(&tables(sheets).in_language(locale))
}

const READ: Quality = Quality::SequentialRead;
const WRITE: Quality = Quality::SequentialWrite;

fn tables(sheets: &[DriveSheet]) -> Sheet {
    let mut sections = vec![results(sheets)];
    sections.extend(promised(sheets));
    sections.extend(details("Read, each run in MB/s", READ, sheets));
    sections.extend(details("Write, each run in MB/s", WRITE, sheets));
    sections.push(sources(sheets));
    Sheet {
        head: None,
        title: "Drives".to_owned(),
        subtitle: "MB/s, 1 MB = 10^6 bytes, - is not known, * is published elsewhere"
            .to_owned(),
        alarm: None,
        facts: Vec::new(),
        sections,
    }
}

/// The figure that stands for a drive in a table: the newest with its runs, measured before published.
fn shown_figure(sheet: &DriveSheet, quality: Quality) -> Option<&DriveFigure> {
    let of_rate = sheet
        .figures
        .iter()
        .filter(|it| it.quality == quality && it.figure == "bytes_per_s" && it.mean.is_some());
    of_rate.reduce(|best, other| {
        let key = |it: &DriveFigure| (it.is_measured, it.measured_on.clone(), it.block);
        if key(other) > key(best) { other } else { best }
    })
}

fn mean_of(figure: Option<&DriveFigure>) -> String {
    let Some(figure) = figure else { return format::UNKNOWN.to_owned() };
    let star = if figure.is_measured { "" } else { "*" };
    format!("{}{star}", shown_runs(figure).1)
}

fn results(sheets: &[DriveSheet]) -> Section {
    let columns = vec![
        Heading::words("product"),
        Heading::numbers("read"),
        Heading::numbers("write"),
        Heading::name("tested"),
    ];
    let rows = sheets
        .iter()
        .map(|sheet| {
            let (read, write) = (shown_figure(sheet, READ), shown_figure(sheet, WRITE));
            let day = read.or(write).and_then(|figure| figure.measured_on.clone());
            vec![
                sheet.drive.name.clone(),
                mean_of(read),
                mean_of(write),
                day.unwrap_or(format::UNKNOWN.to_owned()),
            ]
        })
        .collect();
    Section { title: "Measured".into(), blocks: vec![Block::Table(Table { columns, rows })] }
}

fn promised(sheets: &[DriveSheet]) -> Option<Section> {
    let columns = vec![
        Heading::words("product"),
        Heading::numbers("read").of("promised"),
        Heading::numbers("read").of("reached"),
        Heading::numbers("write").of("promised"),
        Heading::numbers("write").of("reached"),
        Heading::words("marks"),
    ];
    let reached = |promised: Option<f64>, figure: Option<&DriveFigure>| {
        let measured = figure.and_then(|figure| figure.mean);
        format::percent(measured.zip(promised).map(|(measured, promised)| measured / promised))
    };
    let rows: Vec<Vec<String>> = sheets
        .iter()
        .filter(|sheet| sheet.drive.promises != iogram_model::Promises::default())
        .map(|sheet| {
            let promises = &sheet.drive.promises;
            vec![
                sheet.drive.name.clone(),
                format::mb_per_s(promises.read_bytes_per_s),
                reached(promises.read_bytes_per_s, shown_figure(sheet, READ)),
                format::mb_per_s(promises.write_bytes_per_s),
                reached(promises.write_bytes_per_s, shown_figure(sheet, WRITE)),
                promises.classes.join(" "),
            ]
        })
        .collect();
    let blocks = |rows| vec![Block::Table(Table { columns, rows })];
    (!rows.is_empty()).then(|| Section { title: "Promised".into(), blocks: blocks(rows) })
}

/// Columns of runs; a figure with more has the rest in the last one.
const NTH: [&str; 10] =
    ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th.."];

fn details(title: &'static str, quality: Quality, sheets: &[DriveSheet]) -> Option<Section> {
    let shown: Vec<(&str, &DriveFigure)> = sheets
        .iter()
        .filter_map(|sheet| Some((sheet.drive.name.as_str(), shown_figure(sheet, quality)?)))
        .collect();
    let count = shown.iter().map(|(_, figure)| figure.runs.len()).max()?.min(NTH.len());
    let mut columns = vec![Heading::words("product")];
    columns.extend(NTH[..count].iter().map(|&nth| Heading::numbers(nth)));
    columns.push(Heading::numbers("average"));
    let mut reasons = Vec::new();
    let rows = shown
        .iter()
        .map(|(name, figure)| {
            let (mut runs, mean) = shown_runs(figure);
            note_reasons(&figure.runs, &runs, &format!(" of {name}"), &mut reasons);
            if runs.len() > count {
                let rest = runs.split_off(count.saturating_sub(1));
                runs.push(rest.join(" "));
            }
            runs.resize(count, format::UNKNOWN.to_owned());
            let name = [(*name).to_owned()];
            name.into_iter().chain(runs).chain([mean]).collect()
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    blocks.extend(reasons.into_iter().map(Block::Paragraph));
    Some(Section { title: title.into(), blocks })
}

/// Who measured what, and how.
fn sources(sheets: &[DriveSheet]) -> Section {
    let mut by_source: BTreeMap<String, usize> = BTreeMap::new();
    for sheet in sheets {
        for figure in [READ, WRITE].into_iter().filter_map(|it| shown_figure(sheet, it)) {
            let who = if figure.is_measured {
                format!("measured by iogram, method {}", figure.method)
            } else {
                format!("* published by {}: {}", figure.source, figure.method)
            };
            let count: &mut usize = by_source.entry(who).or_default();
            *count = count.saturating_add(1);
        }
    }
    let blocks = by_source.into_keys().map(|who| Block::Paragraph(format!("{who}."))).collect();
    Section { title: "Sources".into(), blocks }
}

/// One drive over the years as text: every figure that was measured more than once.
#[must_use]
pub fn render_history_text(sheet: &DriveSheet, options: &Options, locale: &Locale) -> String {
    text::render_sheet(&history(sheet).in_language(locale), options)
}

/// The same as Markdown.
#[must_use]
pub fn render_history_markdown(sheet: &DriveSheet, locale: &Locale) -> String {
    markdown::render_sheet(&history(sheet).in_language(locale))
}

fn history(sheet: &DriveSheet) -> Sheet {
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
            blocks.push(Block::Table(history_table(sheet, quality, name, &mut origins)));
        }
        if !blocks.is_empty() {
            sections.push(Section { title: quality.words().into(), blocks });
        }
    }
    let note = "Rows of one method and block size can be compared with each other; iogram compare \
                says whether two runs can, and how sure a difference is.";
    let blocks = vec![Block::Numbered(origins.0), Block::Paragraph(note.to_owned())];
    sections.push(Section { title: "By".into(), blocks });
    Sheet {
        head: None,
        title: format!("{} over time", sheet.drive.name),
        subtitle: format!("drive {}", sheet.drive.id),
        alarm: None,
        facts: Vec::new(),
        sections,
    }
}

fn history_table(
    sheet: &DriveSheet,
    quality: Quality,
    name: &str,
    origins: &mut Origins,
) -> Table {
    let columns = vec![
        Heading::name("day"),
        Heading::words("method"),
        Heading::numbers("block").spare(),
        Heading::words("runs"),
        Heading::numbers(if name == "bytes_per_s" {
            "MB/s"
        } else if name == "iops" {
            "IOPS"
        } else {
            "latency"
        }),
        Heading::name("by"),
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
            let (runs, mean) = shown_runs(figure);
            vec![
                figure.measured_on.clone().unwrap_or(format::UNKNOWN.to_owned()),
                if figure.is_measured { figure.method.clone() } else { "published".to_owned() },
                figure.block.map_or(format::UNKNOWN.to_owned(), |block| block.to_string()),
                runs.join(" "),
                mean,
                origins.mark(figure),
            ]
        })
        .collect();
    Table { columns, rows }
}
