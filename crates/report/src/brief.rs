//! The page of a run for one screen of a terminal: the answer, the figures side by side, the findings, and the size
//! of the rest.
//!
//! Knows which parts of the whole page to leave out. Must not know anything that the whole page does not.

use iogram_model::{Bytes, Finding, Run, Severity, TargetKind};

use crate::facts::link_text;
use crate::grid;
use crate::group::{Group, groups};
use crate::head::Head;
use crate::layout::{width_of, wrap};
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Block, Fact, Section, SectionKind, Sheet};
use crate::table::Table;
use crate::text::{Options, Page, Paint, render_sheet};
use crate::{
    boots, capacity, card_sheet, course, diagnosis, facts, format, found, geometry, imported,
    load, marks, notes, purges, scores, search, tables,
};

/// Facts that the answer states, too.
const SAID_BY_THE_ANSWER: [&str; 2] = ["why", "confidence"];
/// Lines of the answer.
const ANSWER_LINES: usize = 5;
/// The same of a diagnosis: its uses stand there, too.
const DIAGNOSIS_LINES: usize = 10;
/// Lines of a screen, without the line of the shell and the one with the path of the run.
const SCREEN_LINES: usize = 22;
/// Rows of a table of findings.
const ROWS_MAX: usize = 6;
/// The fewest rows, however little room there is: reads, both, and writes of a table of latencies.
const ROWS_MIN: usize = 3;
/// Rows of a table of results: people read more of them in a page.
const RESULTS_MAX: usize = 16;
/// The fewest lines of warnings, however long the rest is.
const WARNING_LINES_MIN: usize = 3;

/// The answer of `run` alone, at most five lines; empty for a run without one, such as one that has not ended.
#[must_use]
pub fn render_answer(run: &Run, options: &Options, locale: &Locale) -> String {
    let mut page = Page::new(*options);
    if let Some(headline) = &run.headline {
        page.answer(&Head::within(headline, locale, (options.width, answer_lines(run))));
    }
    page.text
}

/// The fewest lines about `run` that answer its question; `command` shows the rest.
#[must_use]
pub fn render_brief(run: &Run, options: &Options, locale: &Locale, command: &str) -> String {
    let whole = Sheet::new(run, Audience::Owner, locale);
    let all = render_sheet(&whole, options).lines().count();
    let groups = groups(run);
    let mut page = Page::new(*options);
    if let Some(headline) = &run.headline {
        page.answer(&Head::within(headline, locale, (options.width, answer_lines(run))));
        page.text.push('\n');
    }
    page.painted(&title(run, options.width, locale), Paint::Bold);
    // A card's sheet contains its cells and its geometry; scores contain the result of each workload.
    let sheet = diagnosis::section(run, locale)
        .or_else(|| card_sheet::brief_section(run, locale))
        .or_else(|| scores::section(run, locale));
    let grids = match sheet {
        Some(_) => Vec::new(),
        None if boots::are_all(&groups) => vec![boots::section(run, &groups, locale)],
        None => grid::sections(run, &groups, locale),
    };
    let imported = run.probes.iter().filter_map(|it| imported::brief_section(it, locale));
    for section in sheet.into_iter().chain(grids).chain(imported) {
        show(&mut page, &shortened(section, (RESULTS_MAX, 0)));
    }
    // Notes about the computer come after those about the drive and the run.
    let notes = notes::collect(run, &groups, locale);
    let (later, warned): (Vec<_>, Vec<_>) = notes
        .texts
        .into_iter()
        .zip(1_usize..)
        .partition(|(_, number)| notes.of_computer.contains(number));
    let warned: Vec<String> = warned.into_iter().chain(later).map(|(text, _)| text).collect();
    let reserved = if warned.is_empty() { 3 } else { WARNING_LINES_MIN.saturating_add(5) };
    for section in findings(run, locale) {
        let used = page.text.lines().count().saturating_add(reserved).saturating_add(3);
        let rows = SCREEN_LINES.saturating_sub(used).clamp(ROWS_MIN, ROWS_MAX);
        let kept = explained(run, section.kind, rows);
        let section = shortened(section, (rows, kept));
        if !section.blocks.is_empty() {
            show(&mut page, &section);
        }
    }
    let conditions = conditions(run, &groups, options.width, locale);
    let below = conditions.iter().count().saturating_add(2);
    warnings(&mut page, warned, (below, options), locale);
    if let Some(conditions) = conditions {
        if page.text.lines().count() < SCREEN_LINES.saturating_sub(2) {
            page.text.push('\n');
        }
        page.line(&conditions);
    }
    let shown = page.text.lines().count();
    let count = all.saturating_sub(shown);
    if count > 0 {
        let more = say!(locale, "brief-more", count = count, command = command);
        page.paragraph(&more, "", "");
    }
    page.text
}

/// How many lines the answer of a run has, at most.
fn answer_lines(run: &Run) -> usize {
    if diagnosis::find(run).is_some() { DIAGNOSIS_LINES } else { ANSWER_LINES }
}

/// Prints a section, with its title if it has one.
fn show(page: &mut Page, section: &Section) {
    if section.title.is_empty() {
        page.blocks(&section.blocks);
    } else {
        page.section(section);
    }
}

/// Method, drive, size, duration, time: as much as fits into a line, but always the method and the drive.
fn title(run: &Run, width: usize, locale: &Locale) -> String {
    let target = &run.target;
    let is_virtual = target.kind == TargetKind::Simulated;
    let name = match &target.model {
        Some(model) if !is_virtual => format!("{model} ({})", target.name),
        _ => target.name.clone(),
    };
    let size = target.drive_capacity.unwrap_or(target.capacity);
    let has_size = size > Bytes(0) && target.kind != TargetKind::Null;
    let start = format!("iogram {}: {name}", run.method.id);
    let more = [
        is_virtual.then(|| locale.text("brief-simulated")),
        has_size.then(|| size.decimal()),
        facts::took(run),
        Some(format::timestamp(run.started_at_us)),
    ];
    joined(start, more.into_iter().flatten(), width)
}

/// `start` and those of the parts that fit into the same line.
fn joined(start: String, parts: impl Iterator<Item = String>, width: usize) -> String {
    let room = |line: &str, part: &str| {
        width_of(line).saturating_add(width_of(part)).saturating_add(2) <= width
    };
    parts.fold(start, |line, part| match room(&line, &part) {
        true => format!("{line}, {part}"),
        false => line,
    })
}

/// The findings, in tables without explanations.
fn findings(run: &Run, locale: &Locale) -> Vec<Section> {
    // Each of its lines says what one of these does.
    if diagnosis::find(run).is_some() {
        return Vec::new();
    }
    let has_sheet = card_sheet::brief_section(run, locale).is_some();
    let is_geometry = |it: &Section| it.kind == SectionKind::Geometry && !has_sheet;
    let mut sections: Vec<Section> = purges::section(run, locale).into_iter().collect();
    sections.extend(capacity::section(run, locale));
    sections.extend(marks::section(&run.findings, locale));
    // The answer already states a single rule.
    let rules =
        run.findings.iter().filter(|finding| matches!(finding, Finding::Rule(_))).count();
    sections.extend(crate::run_sheet::verdicts(run, locale).filter(|_| rules > 1));
    sections.extend(geometry::sections(run, locale).into_iter().filter(is_geometry));
    sections.extend(course::cache_section(&run.findings, locale));
    sections.extend(course::stalls_section(&run.findings, locale));
    sections.extend(course::slow_section(&run.findings, locale));
    sections.extend(tables::steady_section(run, locale));
    sections.extend(search::section(run, locale));
    sections.extend(found::sections(run, locale));
    sections
}

/// Paragraphs of a section that no table replaces: the lack of a certification, the result of a purge, the reason for
/// no answer.
fn explained(run: &Run, kind: SectionKind, rows: usize) -> usize {
    let severity = run.headline.as_ref().map(|headline| headline.severity);
    match kind {
        SectionKind::Marks => 1,
        SectionKind::Purge => rows,
        SectionKind::Capacity if severity != Some(Severity::Good) => rows,
        _ => 0,
    }
}

/// A section without explanatory paragraphs, and with the first rows of its tables. Of several tables the first is
/// the result, and the others are its derivation.
fn shortened(section: Section, (rows_max, mut explained): (usize, usize)) -> Section {
    let is_result = section.title.is_empty() || rows_max == RESULTS_MAX;
    let is_answered = explained == 0;
    let mut tables = 0_usize;
    let blocks = section.blocks.into_iter().filter_map(|block| match block {
        Block::Paragraph(text) if is_result => Some(Block::Paragraph(text)),
        Block::Paragraph(text) if explained > 0 => {
            explained = explained.saturating_sub(1);
            Some(Block::Paragraph(text))
        }
        Block::Paragraph(_) | Block::Runs { .. } | Block::Figures(_) => None,
        Block::Judgement(mut judgement) => {
            judgement.details.truncate(1);
            Some(Block::Judgement(judgement))
        }
        Block::Table(table) => {
            tables = tables.saturating_add(1);
            let rows = table.rows.into_iter().take(rows_max).collect();
            let table = Table { rows, ..table }.without_looked_up();
            (is_result || tables == 1).then_some(Block::Table(table))
        }
        Block::Facts(facts) => {
            let said = |fact: &Fact| is_answered && SAID_BY_THE_ANSWER.contains(&fact.id);
            Some(Block::Facts(facts.into_iter().filter(|fact| !said(fact)).collect()))
        }
        Block::Numbered(texts) => Some(Block::Numbered(texts)),
    });
    Section { blocks: blocks.collect(), ..section }
}

/// As many warnings as fit on a screen; `below` lines come after them.
fn warnings(
    page: &mut Page,
    texts: Vec<String>,
    (below, options): (usize, &Options),
    locale: &Locale,
) {
    let room = SCREEN_LINES
        .saturating_sub(page.text.lines().count())
        .saturating_sub(below.saturating_add(2))
        .max(WARNING_LINES_MIN);
    let mut used = 0_usize;
    let height = |text: &String| wrap(text, options.width.saturating_sub(6)).len();
    let fits = |text: &&String| {
        let is_first = used == 0;
        used = used.saturating_add(height(text));
        is_first || used <= room
    };
    let shown: Vec<String> = texts.iter().take_while(fits).cloned().collect();
    if shown.is_empty() {
        return;
    }
    let left = texts.len().saturating_sub(shown.len());
    let blocks = vec![Block::Numbered(shown)];
    page.section(&Section::new(SectionKind::Warnings, locale, blocks));
    if left > 0 {
        page.line(&say!(locale, "brief-more-warnings", count = left));
    }
}

/// One line with the conditions of the figures, as many as fit.
fn conditions(
    run: &Run,
    groups: &[Group<'_>],
    width: usize,
    locale: &Locale,
) -> Option<String> {
    let mut parts = load::common(groups, locale);
    let repeats: Vec<usize> = groups
        .iter()
        .map(|group| group.cells.iter().filter(|cell| cell.is_counted).count())
        .collect();
    parts.extend(
        repeats
            .iter()
            .max()
            .filter(|count| **count > 1)
            .map(|count| say!(locale, "mean-of-runs", count = count)),
    );
    parts.extend((run.target.kind == TargetKind::File).then(|| {
        let size = run.target.capacity;
        say!(locale, "test-file-of", size = size)
    }));
    parts.extend(run.conditions.file_system.as_ref().map(|it| it.kind.clone()));
    let is_virtual = run.target.kind == TargetKind::Simulated;
    let link = run.target.link.as_ref().filter(|_| !is_virtual);
    parts.extend(link.map(|link| link_text(link, locale)));
    parts.push(format!("iogram {}", run.conditions.tool.version));
    let mut said = parts.into_iter();
    let first = said.next().filter(|_| !groups.is_empty())?;
    let start = say!(locale, "brief-conditions", texts = first);
    Some(joined(start, said, width))
}
