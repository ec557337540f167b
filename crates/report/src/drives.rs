//! Drives of the catalogue as pages: a single drive, and many side by side as blogs publish them.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    Advice, Bytes, DriveEntry, DriveFigure, DriveSheet, FigureRun, PromiseCheck, Quality,
};

use crate::drive_tests::{self, Tested};
use crate::format::quality_name;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::rates::RateUnit;
use crate::sheet::{Block, Section, SectionKind, Sheet, localized_facts};
use crate::statement::{defect, said};
use crate::table::{Heading, Table};
use crate::text::Options;
use crate::{entered_scores, format, markdown, text};

/// The line of a drive in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct DriveLine {
    /// The drive, with all data of the catalogue.
    pub drive: DriveEntry,
    /// Number of its runs in the store.
    pub run_count: usize,
    /// Date of the newest measurement, here or published; `None` is unknown.
    pub measured_on: Option<String>,
    /// Whether any of its runs is of a simulated drive.
    pub is_of_simulation: bool,
}

/// The drives in the given order; a sentence if there are none.
#[must_use]
pub fn render_drive_lines(lines: &[DriveLine], options: &Options, locale: &Locale) -> String {
    if lines.is_empty() {
        return say!(locale, "no-drives") + "\n";
    }
    let columns = vec![
        Heading::words("id"),
        Heading::words(say!(locale, "device-column-name")),
        Heading::name(say!(locale, "kind")),
        Heading::numbers(say!(locale, "price")),
        Heading::numbers(say!(locale, "runs-2")),
        Heading::numbers(say!(locale, "published")).spare(),
        Heading::numbers(say!(locale, "tested")).spare(),
    ];
    let unknown = || format::UNKNOWN.to_owned();
    let rows = lines
        .iter()
        .map(|line| {
            let drive = &line.drive;
            vec![
                drive.id.clone(),
                match line.is_of_simulation {
                    true => say!(locale, "simulated", name = drive.name),
                    false => drive.name.clone(),
                },
                drive.kind.clone().unwrap_or_else(unknown),
                drive.price.as_ref().map_or_else(unknown, ToString::to_string),
                line.run_count.to_string(),
                drive.published.len().to_string(),
                line.measured_on.clone().unwrap_or_else(unknown),
            ]
        })
        .collect();
    Table { columns, rows }.render_text(options.width)
}

/// One drive as text for a terminal.
#[must_use]
pub fn render_drive_text(sheet: &DriveSheet, options: &Options, locale: &Locale) -> String {
    text::render_sheet(&page(sheet, true, locale), options)
}

/// One drive as Markdown, without serial numbers.
#[must_use]
pub fn render_drive_markdown(sheet: &DriveSheet, locale: &Locale) -> String {
    markdown::render_sheet(&page(sheet, false, locale))
}

fn page(sheet: &DriveSheet, shows_serials: bool, locale: &Locale) -> Sheet {
    let drive = &sheet.drive;
    let mut sections = Vec::new();
    sections.extend(promises(&sheet.promises, locale));
    sections.extend(figures(&drive.name, &sheet.figures, locale));
    sections.extend(entered_scores::of_drive(drive, locale));
    sections.extend(facts_section(drive, locale));
    sections.extend(runs(sheet, locale));
    if sections.is_empty() {
        let blocks = vec![Block::Paragraph(say!(locale, "drive-without-figures"))];
        sections.push(Section::new(SectionKind::Figures, locale, blocks));
    }
    let is_published_only =
        !sheet.figures.is_empty() && sheet.figures.iter().all(|figure| !figure.is_measured);
    let alarm = sheet.defects.first().map(|it| defect(it, locale));
    let simulated = is_of_simulation(sheet).then(|| say!(locale, "alarm-simulated"));
    let alarm = match (alarm, simulated) {
        (Some(alarm), Some(simulated)) => Some(format!("{simulated} {alarm}")),
        (alarm, simulated) => alarm.or(simulated),
    };
    let alarm = alarm.or_else(|| is_published_only.then(|| say!(locale, "alarm-published")));
    Sheet {
        head: None,
        title: drive.name.clone(),
        subtitle: say!(locale, "of-drive", drive = drive.id),
        alarm,
        facts: localized_facts(entry_facts(drive, shows_serials, locale), locale),
        sections,
    }
}

fn entry_facts(
    drive: &DriveEntry,
    shows_serials: bool,
    locale: &Locale,
) -> Vec<(&'static str, String)> {
    let price = drive.price.as_ref().map(|price| match &drive.priced_on {
        Some(day) => say!(locale, "price-on", price = price, day = day),
        None => price.to_string(),
    });
    let serials =
        (shows_serials && !drive.serials.is_empty()).then(|| drive.serials.join(", "));
    let facts = [
        ("bought-as", drive.bought_as.clone()),
        ("kind", drive.kind.clone()),
        ("capacity", drive.capacity.map(Bytes::both)),
        ("price", price),
        ("shop", drive.shop.clone()),
        ("endurance", drive.promises.endurance_bytes.map(|it| endurance(it, locale))),
        ("serial-number", serials),
        ("photo", drive.photo.clone()),
        ("notes", drive.notes.clone()),
    ];
    facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn endurance(bytes: u64, locale: &Locale) -> String {
    say!(locale, "endurance-promised", size = Bytes(bytes).decimal())
}

fn promises(checks: &[PromiseCheck], locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "promise")),
        Heading::numbers(say!(locale, "promised-2")),
        Heading::numbers(say!(locale, "measured-2")),
        Heading::numbers(say!(locale, "reached")),
        Heading::words(say!(locale, "by-2")),
    ];
    let rows = checks
        .iter()
        .map(|check| {
            vec![
                said(&check.promise, check.promise_statement.as_ref(), locale),
                format::figure(&check.figure, Some(check.promised), locale),
                format::figure(&check.figure, check.measured, locale),
                format::percent(check.reached_ratio),
                match &check.evidence {
                    Some(figure) => origin(figure, locale),
                    None => say!(locale, "not-measured"),
                },
            ]
        })
        .collect();
    // Each note once, with all marks that refer to it.
    let mut by_note: Vec<(String, Vec<&str>)> = Vec::new();
    for check in checks.iter().filter(|check| !check.note.is_empty()) {
        let mark = check.promise.split(' ').next().unwrap_or_default();
        let note = said(&check.note, check.note_statement.as_ref(), locale);
        match by_note.iter_mut().find(|(known, _)| *known == note) {
            Some((_, marks)) if marks.contains(&mark) => {}
            Some((_, marks)) => marks.push(mark),
            None => by_note.push((note, vec![mark])),
        }
    }
    let notes =
        by_note.into_iter().map(|(note, marks)| format!("{}: {}.", marks.join(", "), note));
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    blocks.extend(notes.map(Block::Paragraph));
    (!checks.is_empty()).then_some(Section::new(
        SectionKind::PromisedAndMeasured,
        locale,
        blocks,
    ))
}

fn origin(figure: &DriveFigure, locale: &Locale) -> String {
    if figure.is_measured {
        figure.source.clone()
    } else {
        say!(locale, "published-by-source", source = figure.source)
    }
}

fn figures(drive: &str, figures: &[DriveFigure], locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "work")),
        Heading::name(say!(locale, "figure")),
        Heading::numbers(say!(locale, "block")).spare(),
        Heading::words(say!(locale, "runs-2")),
        Heading::numbers(say!(locale, "mean")),
        Heading::name(say!(locale, "day")),
        Heading::name(say!(locale, "by-2")),
    ];
    let mut reasons = Vec::new();
    let mut origins = Origins::default();
    let rows = figures
        .iter()
        .map(|figure| {
            let (runs, mean) = shown_runs(figure, locale);
            note_reasons(&figure.runs, &runs, ToOwned::to_owned, &mut reasons);
            vec![
                quality_name(figure.quality, locale),
                column_unit(&figure.figure, locale),
                figure.block.map_or(format::UNKNOWN.to_owned(), |block| block.to_string()),
                runs.join(" "),
                mean,
                figure.measured_on.clone().unwrap_or(format::UNKNOWN.to_owned()),
                origins.mark(figure, locale),
            ]
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    if figures.iter().any(|figure| figure.figure.starts_with("latency_")) {
        blocks.push(Block::Paragraph(say!(locale, "drive-summary-note")));
    }
    blocks.extend(reasons.into_iter().map(Block::Paragraph));
    let denied = figures.iter().filter_map(|it| denied_mean(drive, it, locale));
    blocks.extend(denied.map(Block::Paragraph));
    blocks.push(Block::Numbered(origins.0));
    (!figures.is_empty()).then_some(Section::new(SectionKind::Figures, locale, blocks))
}

/// The sources of figures, each once, numbered: names of runs and of publications are long.
#[derive(Default)]
pub(crate) struct Origins(pub(crate) Vec<String>);

impl Origins {
    pub(crate) fn mark(&mut self, figure: &DriveFigure, locale: &Locale) -> String {
        let origin = if figure.is_measured {
            figure.source.clone()
        } else {
            let source = format!("{}; {}", figure.source, figure.method);
            say!(locale, "published-by-source", source = source)
        };
        let index = self.0.iter().position(|it| *it == origin).unwrap_or_else(|| {
            self.0.push(origin);
            self.0.len().saturating_sub(1)
        });
        format!("[{}]", index.saturating_add(1))
    }
}

fn column_unit(figure: &str, locale: &Locale) -> String {
    match figure {
        "bytes_per_s" => locale.rates().symbol().to_owned(),
        other => format::figure_name(other, locale),
    }
}

/// Each run, in parentheses if it does not count, and the mean of the others.
pub(crate) fn shown_runs(figure: &DriveFigure, locale: &Locale) -> (Vec<String>, String) {
    let values: Vec<Option<f64>> = figure.runs.iter().map(|run| run.value).collect();
    let is_as_printed = !figure.is_measured && locale.rates() == RateUnit::Decimal;
    let (shown, mean) = match figure.figure.as_str() {
        "bytes_per_s" if is_as_printed => as_published(&values, figure.mean),
        "bytes_per_s" => locale.rates().alike(&values, figure.mean),
        name => {
            let show = if name == "iops" { format::iops } else { format::latency };
            (values.iter().copied().map(show).collect(), show(figure.mean))
        }
    };
    let marked = figure.runs.iter().zip(shown).map(|(run, shown)| match run.excluded {
        Some(_) => format!("({shown})"),
        None => shown,
    });
    (marked.collect(), mean)
}

/// With the decimals of the source, at least one, and one more for a mean of several.
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

/// The reasons for runs in parentheses, one sentence each.
fn note_reasons(
    runs: &[FigureRun],
    shown: &[String],
    named: impl Fn(&str) -> String,
    reasons: &mut Vec<String>,
) {
    for (run, shown) in runs.iter().zip(shown) {
        if let Some(reason) = &run.excluded {
            let sentence = format!("{}: {}.", named(shown), reason);
            if !reasons.contains(&sentence) {
                reasons.push(sentence);
            }
        }
    }
}

fn facts_section(drive: &DriveEntry, locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "fact")),
        Heading::words(say!(locale, "value")),
        Heading::words(say!(locale, "published-by")),
    ];
    let rows = drive
        .facts
        .iter()
        .map(|fact| vec![fact.name.clone(), fact.value.clone(), fact.source.clone()])
        .collect();
    let blocks = vec![Block::Table(Table { columns, rows })];
    (!drive.facts.is_empty()).then_some(Section::new(
        SectionKind::AlsoPublished,
        locale,
        blocks,
    ))
}

fn runs(sheet: &DriveSheet, locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::name(say!(locale, "run")),
        Heading::name(say!(locale, "started")),
        Heading::name(say!(locale, "method")),
    ];
    let rows = sheet
        .runs
        .iter()
        .map(|run| {
            vec![run.id.clone(), format::timestamp(run.started_at_us), run.method.clone()]
        })
        .collect();
    let blocks = vec![Block::Table(Table { columns, rows })];
    (!sheet.runs.is_empty()).then_some(Section::new(SectionKind::Runs, locale, blocks))
}

/// Many drives side by side: measured values, promised values and every run; the tests that comparisons of drives
/// show in charts; prices; and `advices` on the best drive for each use.
#[must_use]
pub fn drives_page(sheets: &[DriveSheet], advices: &[Advice], locale: &Locale) -> Page {
    let tested: Vec<Tested<'_>> = sheets
        .iter()
        .map(|sheet| Tested { name: product(sheet, locale), tests: &sheet.tests })
        .collect();
    let tests = || sheets.iter().flat_map(|it| &it.tests);
    let runs: BTreeSet<&str> = tests().map(|it| it.run.as_str()).collect();
    let are_virtual = tests().all(|it| it.is_of_simulation);
    let is_told =
        |run: &str| !are_virtual && tests().any(|it| it.run == run && it.is_of_simulation);
    let names: Vec<String> = runs
        .into_iter()
        .map(|run| match is_told(run) {
            true => say!(locale, "simulated", name = run),
            false => run.to_owned(),
        })
        .collect();
    let runs = format::runs_in_foot(&names, are_virtual, locale);
    let values = [("version", env!("CARGO_PKG_VERSION")), ("runs", &runs)];
    let figures = drive_tests::figures(&tested, &locale.with("figure-foot", &values), locale);
    let (sheet, place) = tables(sheets, &tested, advices, locale);
    Page::with_figures_at(place, sheet, figures, locale)
}

/// Whether any of its figures is of a simulated drive.
pub(crate) fn is_of_simulation(sheet: &DriveSheet) -> bool {
    sheet.figures.iter().any(|it| it.is_of_simulation)
}

/// The name in a table of several drives, with a note for a simulated drive.
fn product(sheet: &DriveSheet, locale: &Locale) -> String {
    match is_of_simulation(sheet) {
        true => say!(locale, "simulated", name = sheet.drive.name),
        false => sheet.drive.name.clone(),
    }
}

const READ: Quality = Quality::SequentialRead;
const WRITE: Quality = Quality::SequentialWrite;

/// The page, and the section before which charts belong.
fn tables(
    sheets: &[DriveSheet],
    tested: &[Tested<'_>],
    advices: &[Advice],
    locale: &Locale,
) -> (Sheet, usize) {
    let mut sections = Vec::new();
    sections.extend(drive_tests::uses(advices, locale));
    sections.push(results(sheets, locale));
    sections.extend(promised(sheets, locale));
    sections.extend(details(SectionKind::ReadEachRun, READ, sheets, locale));
    sections.extend(details(SectionKind::WriteEachRun, WRITE, sheets, locale));
    sections.extend(entered_scores::of_drives(sheets, |sheet| product(sheet, locale), locale));
    let place = sections.len();
    sections.extend(drive_tests::sections(tested, locale));
    sections.extend(drive_tests::prices(sheets, |it| product(it, locale), locale));
    sections.extend(denied_means(sheets, locale));
    sections.push(sources(sheets, locale));
    let wanting = sheets.iter().filter_map(|sheet| {
        let first = sheet.defects.first()?;
        Some(format!("{}: {}", sheet.drive.name, defect(first, locale)))
    });
    let simulated =
        sheets.iter().any(is_of_simulation).then(|| say!(locale, "alarm-some-simulated"));
    let alarm: Vec<String> = simulated.into_iter().chain(wanting).collect();
    let sheet = Sheet {
        head: None,
        title: say!(locale, "drives"),
        subtitle: say!(locale, "drives-units"),
        alarm: (!alarm.is_empty()).then(|| alarm.join(" ")),
        facts: Vec::new(),
        sections,
    };
    (sheet, place)
}

/// Published means that differ from those of their runs.
fn denied_means(sheets: &[DriveSheet], locale: &Locale) -> Option<Section> {
    let told = sheets.iter().flat_map(|sheet| {
        let name = product(sheet, locale);
        let figures = [READ, WRITE].into_iter().filter_map(|it| shown_figure(sheet, it));
        figures.filter_map(move |it| denied_mean(&name, it, locale)).collect::<Vec<_>>()
    });
    let blocks: Vec<Block> = told.map(Block::Paragraph).collect();
    (!blocks.is_empty()).then(|| Section::new(SectionKind::MeansDenied, locale, blocks))
}

/// A note, with both numbers, if the mean in the source of `figure` differs from that of its runs; `None` if they
/// agree.
#[must_use]
pub fn denied_mean(drive: &str, figure: &DriveFigure, locale: &Locale) -> Option<String> {
    let given = DriveFigure { mean: Some(figure.mean_of_runs?), ..figure.clone() };
    Some(say!(
        locale,
        "mean-denied",
        drive = drive,
        work = quality_name(figure.quality, locale),
        stated = shown_runs(figure, locale).1,
        given = shown_runs(&given, locale).1,
        unit = column_unit(&figure.figure, locale)
    ))
}

/// The figure that represents a drive in a table: the newest with its runs, measured ones before published ones.
fn shown_figure(sheet: &DriveSheet, quality: Quality) -> Option<&DriveFigure> {
    newest(sheet, |it| it.quality == quality && it.figure == "bytes_per_s")
}

/// The same for durable writes of 4 KiB per second; other sizes are other figures.
fn durable_figure(sheet: &DriveSheet) -> Option<&DriveFigure> {
    newest(sheet, |it| {
        let is_small = it.block == Some(Bytes(4096));
        it.quality == Quality::SyncWrite && it.figure == "iops" && is_small
    })
}

fn newest(sheet: &DriveSheet, is_meant: impl Fn(&DriveFigure) -> bool) -> Option<&DriveFigure> {
    let meant = sheet.figures.iter().filter(|it| is_meant(it) && it.mean.is_some());
    meant.reduce(|best, other| {
        let key = |it: &DriveFigure| (it.is_measured, it.measured_on.clone(), it.block);
        if key(other) > key(best) { other } else { best }
    })
}

fn mean_of(figure: Option<&DriveFigure>, locale: &Locale) -> String {
    let Some(figure) = figure else { return format::UNKNOWN.to_owned() };
    let star = if figure.is_measured { "" } else { "*" };
    format!("{}{star}", shown_runs(figure, locale).1)
}

fn results(sheets: &[DriveSheet], locale: &Locale) -> Section {
    let columns = vec![
        Heading::words(say!(locale, "product")),
        Heading::numbers(say!(locale, "read")),
        Heading::numbers(say!(locale, "write")),
        Heading::numbers(say!(locale, "durable-4-kib")).qualified("IOPS").rarely_known(),
        Heading::name(say!(locale, "tested")),
    ];
    let rows = sheets
        .iter()
        .map(|sheet| {
            let (read, write) = (shown_figure(sheet, READ), shown_figure(sheet, WRITE));
            let durable = durable_figure(sheet);
            let tested = read.or(write).or(durable);
            let day = tested.and_then(|figure| figure.measured_on.clone());
            vec![
                product(sheet, locale),
                mean_of(read, locale),
                mean_of(write, locale),
                mean_of(durable, locale),
                day.unwrap_or(format::UNKNOWN.to_owned()),
            ]
        })
        .collect();
    let table = Table { columns, rows }.without_rarely_known();
    Section::new(SectionKind::Measured, locale, vec![Block::Table(table)])
}

fn promised(sheets: &[DriveSheet], locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "product")),
        Heading::numbers(say!(locale, "read")).qualified(say!(locale, "promised-2")),
        Heading::numbers(say!(locale, "read")).qualified(say!(locale, "reached")),
        Heading::numbers(say!(locale, "write")).qualified(say!(locale, "promised-2")),
        Heading::numbers(say!(locale, "write")).qualified(say!(locale, "reached")),
        Heading::words(say!(locale, "marks-2")),
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
                product(sheet, locale),
                locale.rate(promises.read_bytes_per_s),
                reached(promises.read_bytes_per_s, shown_figure(sheet, READ)),
                locale.rate(promises.write_bytes_per_s),
                reached(promises.write_bytes_per_s, shown_figure(sheet, WRITE)),
                promises.classes.join(" "),
            ]
        })
        .collect();
    let blocks = |rows| vec![Block::Table(Table { columns, rows })];
    (!rows.is_empty()).then(|| Section::new(SectionKind::Promised, locale, blocks(rows)))
}

/// Columns of runs; a figure with more has the rest in the last one.
const NTH: [&str; 10] =
    ["nth-1", "nth-2", "nth-3", "nth-4", "nth-5", "nth-6", "nth-7", "nth-8", "nth-9", "nth-10"];

fn details(
    kind: SectionKind,
    quality: Quality,
    sheets: &[DriveSheet],
    locale: &Locale,
) -> Option<Section> {
    let shown: Vec<(String, &DriveFigure)> = sheets
        .iter()
        .filter_map(|sheet| Some((product(sheet, locale), shown_figure(sheet, quality)?)))
        .collect();
    let count = shown.iter().map(|(_, figure)| figure.runs.len()).max()?.min(NTH.len());
    let mut columns = vec![Heading::words(say!(locale, "product"))];
    columns.extend(NTH[..count].iter().map(|nth| Heading::numbers(locale.text(nth))));
    columns.push(Heading::numbers(say!(locale, "average")));
    let mut reasons = Vec::new();
    let rows = shown
        .iter()
        .map(|(name, figure)| {
            let (mut runs, mean) = shown_runs(figure, locale);
            let of = |shown: &str| say!(locale, "run-of-drive", shown = shown, drive = name);
            note_reasons(&figure.runs, &runs, of, &mut reasons);
            if runs.len() > count {
                let rest = runs.split_off(count.saturating_sub(1));
                runs.push(rest.join(" "));
            }
            runs.resize(count, format::UNKNOWN.to_owned());
            let name = [name.clone()];
            name.into_iter().chain(runs).chain([mean]).collect()
        })
        .collect();
    let mut blocks = vec![Block::Table(Table { columns, rows })];
    blocks.extend(reasons.into_iter().map(Block::Paragraph));
    Some(Section::new(kind, locale, blocks))
}

/// The sources and methods of the measurements.
fn sources(sheets: &[DriveSheet], locale: &Locale) -> Section {
    let mut by_source: BTreeMap<String, usize> = BTreeMap::new();
    for sheet in sheets {
        let rates = [READ, WRITE].into_iter().filter_map(|it| shown_figure(sheet, it));
        for figure in rates.chain(durable_figure(sheet)) {
            let who = if figure.is_measured {
                say!(locale, "source-measured", method = figure.method)
            } else {
                let (source, method) = (&figure.source, &figure.method);
                say!(locale, "source-published", source = source, method = method)
            };
            let count: &mut usize = by_source.entry(who).or_default();
            *count = count.saturating_add(1);
        }
    }
    let blocks = by_source.into_keys().map(Block::Paragraph).collect();
    Section::new(SectionKind::Sources, locale, blocks)
}
