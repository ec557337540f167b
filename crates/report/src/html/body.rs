//! A report about runs: the page between its head and its scripts.

use iogram_model::{Comparison, Finding, KeyFigure, KeyKind, Message, Run, RunState, Severity};

use super::blocks::Writer;
use super::{escape, put};
use crate::figures::{Figure, drive_title, is_virtual};
use crate::format::operation_name;
use crate::grid;
use crate::group::{Group, groups};
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::notes::state_text;
use crate::sheet::{Audience, Block, Section, SectionKind, Sheet};
use crate::side_by_side::{
    Columns, difference_sections, key_section, obstacle_section, with_unit,
};
use crate::statement;

/// Sections with the meaning of the figures.
const MEANING: [SectionKind; 6] = [
    SectionKind::Capacity,
    SectionKind::Marks,
    SectionKind::Verdicts,
    SectionKind::Warnings,
    SectionKind::Stalls,
    SectionKind::SlowStretches,
];
/// Those of them with verdicts.
const VERDICTS: [SectionKind; 3] =
    [SectionKind::Capacity, SectionKind::Marks, SectionKind::Verdicts];
/// Those of them that qualify the figures.
const ODD: [SectionKind; 3] =
    [SectionKind::Warnings, SectionKind::Stalls, SectionKind::SlowStretches];
/// The numbers at the top of a page, the first known ones: those of reviews before others.
const STRIP: [KeyKind; 10] = [
    KeyKind::SequentialRead,
    KeyKind::SequentialWrite,
    KeyKind::RandomRead,
    KeyKind::CacheSize,
    KeyKind::AfterCache,
    KeyKind::ReadTail,
    KeyKind::RandomWrite,
    KeyKind::FillMean,
    KeyKind::SyncWrite,
    KeyKind::QueuedRead,
];
const STRIP_MAX: usize = 6;
/// The answer already states fewer than this.
const STRIP_MIN: usize = 3;
/// The most rows of a table that is not folded. Arbitrary: a method like CrystalDiskMark's has eight.
const SHORT_MAX: usize = 16;
/// The most test names in a list of missing figures; if there are more, it states their number.
const NAMED_MAX: usize = 8;
/// Requests that the 99th percentile needs.
const P99_REQUESTS_MIN: u64 = 1_000;

/// The subject of a page.
pub(super) struct Shown<'a> {
    pub(super) runs: &'a [Run],
    /// The first statements about several runs.
    pub(super) lead: &'a [Message],
    /// The same runs side by side.
    pub(super) comparison: Option<&'a Comparison>,
}

pub(super) fn render(
    shown: &Shown<'_>,
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
    title: &str,
) -> String {
    let Shown { runs, comparison, .. } = *shown;
    let mut writer = Writer { has_several: runs.len() > 1, ..Writer::new(locale) };
    let sheets: Vec<Sheet> =
        runs.iter().map(|run| Sheet::new(run, Audience::Public, locale)).collect();
    let has_how = sheets
        .iter()
        .any(|sheet| sheet.sections.iter().any(|it| it.kind == SectionKind::HowItWasMeasured));
    let has_results =
        sheets.iter().any(|sheet| sheet.sections.iter().any(|section| is_result(&section)));
    let (keys, others): (Vec<&Figure>, Vec<&Figure>) =
        figures.iter().partition(|figure| figure.is_key);
    let matrix = comparison.and_then(|it| key_section(it, Columns::Drives, locale));
    let first = first_table(runs, locale);
    let parts = [
        ("section-key-figures", matrix.is_some()),
        ("first-table", first.is_some()),
        ("charts", !keys.is_empty()),
        ("meaning", true),
        ("section-differences", comparison.is_some()),
        ("results", has_results),
        ("more-charts", !others.is_empty()),
        ("conditions", true),
        ("how-measured", has_how),
        ("raw-data", !files.is_empty()),
    ];
    let parts: Vec<&str> =
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(id, _)| id).collect();
    writer.header(shown, &sheets, title, &parts);
    writer.text += "<main id=\"main\">\n";
    if let Some(matrix) = &matrix {
        writer.part("section-key-figures", |writer| writer.blocks(matrix));
    }
    if comparison.is_some() {
        writer.answers(runs, &sheets);
    }
    if let Some(first) = &first {
        writer.part("first-table", |writer| {
            writer.say("h3", &first.title);
            writer.blocks(first);
        });
    }
    if !keys.is_empty() {
        writer.part("charts", |writer| writer.charts(&keys));
    }
    writer.meaning(runs, &sheets);
    if let Some(comparison) = comparison {
        writer.part("section-differences", |writer| writer.differences(comparison));
    }
    if has_results {
        writer.part("results", |writer| writer.results(runs, &sheets));
    }
    if !others.is_empty() {
        writer.part("more-charts", |writer| writer.more_charts(&others));
    }
    writer.conditions(runs, &sheets);
    if has_how {
        writer.part("how-measured", |writer| writer.how(runs, &sheets));
    }
    if !files.is_empty() {
        let what = say!(locale, "raw-data-text");
        writer.part("raw-data", |writer| writer.files(&what, files));
    }
    writer.text += "</main>\n";
    writer.footer(runs);
    writer.text
}

impl Writer<'_> {
    fn conditions(&mut self, runs: &[Run], sheets: &[Sheet]) {
        self.part("conditions", |writer| {
            let title = writer.locale.text("conditions-details");
            writer.fold("conditions-details", &title, false, |writer| {
                for (run, sheet) in runs.iter().zip(sheets) {
                    writer.run_heading(run);
                    writer.facts(&sheet.facts);
                }
            });
        });
    }

    fn header(&mut self, shown: &Shown<'_>, sheets: &[Sheet], title: &str, parts: &[&str]) {
        match shown.runs {
            [run] => {
                let method = self.locale.method_title(&run.method);
                self.begin_header(&drive_title(run, self.locale), Some(&method));
            }
            _ => self.begin_header(title, None),
        }
        self.first_answer(shown, sheets);
        if shown.comparison.is_none() {
            self.answers(shown.runs, sheets);
        }
        if let [run] = shown.runs {
            let numbers = key_numbers(run, self.locale);
            if numbers.len() >= STRIP_MIN {
                self.strip(&numbers);
            }
        }
        let names: Vec<String> = parts.iter().map(|part| self.locale.text(part)).collect();
        self.end_header(parts.iter().zip(&names).map(|(part, name)| (*part, name.as_str())));
    }

    /// The statements about several runs together.
    fn first_answer(&mut self, shown: &Shown<'_>, sheets: &[Sheet]) {
        if let Some(headline) = shown.comparison.and_then(|it| it.headline.as_ref()) {
            self.answer(&Head::new(headline, self.locale), None);
            return;
        }
        let Some((worst, others)) = shown.lead.split_first() else { return };
        let severities = sheets.iter().filter_map(|sheet| Some(sheet.head.as_ref()?.severity));
        let head = Head {
            severity: severities.max().unwrap_or(Severity::Unknown),
            answer: statement::say(worst, self.locale),
            lines: others.iter().map(|it| statement::say(it, self.locale)).collect(),
        };
        self.answer(&head, None);
    }

    /// The answer of each run.
    fn answers(&mut self, runs: &[Run], sheets: &[Sheet]) {
        for (run, sheet) in runs.iter().zip(sheets) {
            if let Some(head) = &sheet.head {
                self.answer(head, self.has_several.then(|| drive_title(run, self.locale)));
            }
            self.when(&sheet.subtitle);
            if is_virtual(run) && sheet.head.is_none() {
                self.simulated();
            }
            let id = match run.state {
                RunState::Completed => continue,
                RunState::Interrupted => "run-interrupted",
                RunState::Failed => "run-failed",
                RunState::Running => "run-running",
                RunState::Unknown => "run-unknown",
            };
            self.alarm(&self.locale.text(id));
        }
    }

    /// The obstacles to a comparison, unfolded; each side against the first, folded.
    fn differences(&mut self, comparison: &Comparison) {
        if let Some(obstacles) = obstacle_section(comparison, self.locale) {
            self.say("h3", &obstacles.title);
            self.blocks(&obstacles);
        }
        for (index, section) in difference_sections(comparison, self.locale).iter().enumerate()
        {
            let id = format!("differences-{}", index.saturating_add(1));
            self.fold(&id, &section.title, false, |writer| writer.blocks(section));
        }
    }

    fn run_heading(&mut self, run: &Run) {
        if self.has_several {
            let name = format!("{} ({})", drive_title(run, self.locale), run.id);
            let heading = self.locale.with("run-heading", &[("run", &name)]);
            put(&mut self.text, format_args!("<h3 class=\"run\">{}</h3>\n", escape(&heading)));
        }
    }

    /// The tables, each folded, except a short first one.
    fn results(&mut self, runs: &[Run], sheets: &[Sheet]) {
        let mut number = 0_u32;
        for (run, sheet) in runs.iter().zip(sheets) {
            self.run_heading(run);
            for section in sheet.sections.iter().filter(is_result) {
                number = number.saturating_add(1);
                let title = section.title.clone();
                let is_first =
                    matches!(section.kind, SectionKind::Results | SectionKind::CardSheet);
                let is_open = is_first && runs.len() == 1 && is_short(section);
                self.fold(&format!("table-{number}"), &title, is_open, |writer| {
                    writer.blocks(section);
                });
            }
        }
    }

    fn how(&mut self, runs: &[Run], sheets: &[Sheet]) {
        let title = self.locale.text("how-details");
        self.fold("how-details", &title, false, |writer| {
            for (run, sheet) in runs.iter().zip(sheets) {
                writer.run_heading(run);
                let how = sheet
                    .sections
                    .iter()
                    .filter(|section| section.kind == SectionKind::HowItWasMeasured);
                how.for_each(|section| writer.blocks(section));
            }
        });
    }

    /// The meaning comes first: verdicts, warnings, missing measurements.
    fn meaning(&mut self, runs: &[Run], sheets: &[Sheet]) {
        self.part("meaning", |writer| {
            for (run, sheet) in runs.iter().zip(sheets) {
                writer.run_heading(run);
                writer.of_kinds(sheet, &VERDICTS, "verdicts");
                writer.of_kinds(sheet, &ODD, "odd");
                writer.say("h3", &writer.locale.text("missing"));
                writer.missing(run);
            }
        });
    }

    /// The blocks of the sections of these kinds below a heading; nothing if there are none.
    fn of_kinds(&mut self, sheet: &Sheet, kinds: &[SectionKind], heading: &str) {
        let found: Vec<&Section> =
            sheet.sections.iter().filter(|section| kinds.contains(&section.kind)).collect();
        if !found.is_empty() {
            self.say("h3", &self.locale.text(heading));
        }
        found.into_iter().for_each(|section| self.blocks(section));
    }

    fn missing(&mut self, run: &Run) {
        let groups = groups(run);
        let mut texts: Vec<String> = Vec::new();
        for group in &groups {
            texts.extend(unfinished(group, self.locale));
        }
        texts.extend(percentiles(&groups, self.locale));
        if texts.is_empty() {
            self.say("p", &self.locale.text("nothing-missing"));
            return;
        }
        self.text += "<ul>\n";
        texts.iter().for_each(|text| self.say("li", text));
        self.text += "</ul>\n";
    }

    fn footer(&mut self, runs: &[Run]) {
        let Some(first) = runs.first() else { return };
        let ids: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
        let values =
            [("version", first.conditions.tool.version.as_str()), ("run", &ids.join(", "))];
        let text = escape(&self.locale.with("footer", &values));
        put(&mut self.text, format_args!("<footer><p>{text}</p></footer>\n"));
    }
}

/// The numbers of the strip, in the order of all key figures: value and name.
fn key_numbers(run: &Run, locale: &Locale) -> Vec<(String, String)> {
    let of = |key: &KeyKind| {
        run.findings.iter().find_map(|finding| match finding {
            Finding::KeyFigure(it) if it.key == *key => Some(it),
            _ => None,
        })
    };
    let mut chosen: Vec<&KeyFigure> = STRIP.iter().filter_map(of).take(STRIP_MAX).collect();
    chosen.sort_by_key(|it| it.key);
    let number = |it: &KeyFigure| {
        let value = with_unit(it.key.figure(), it.value(), locale);
        (value, locale.text(&format!("key-{}", it.key.name())))
    };
    chosen.into_iter().map(number).collect()
}

/// For a method of several parts, the first tests of reads beside writes: the table at the top of reviews. Without
/// parts it is the table of results, which is unfolded.
fn first_table(runs: &[Run], locale: &Locale) -> Option<Section> {
    let [run] = runs else { return None };
    grid::first_pairs(run, &groups(run), locale)
}

/// Whether a section contains results, and not their meaning or the procedure.
fn is_result(section: &&Section) -> bool {
    !MEANING.contains(&section.kind) && section.kind != SectionKind::HowItWasMeasured
}

/// Whether a table is short enough for a glance.
fn is_short(section: &Section) -> bool {
    let rows = section.blocks.iter().map(|block| match block {
        Block::Table(table) => table.rows.len(),
        _ => 0,
    });
    rows.max().unwrap_or(0) <= SHORT_MAX
}

/// Repetitions that did not complete.
fn unfinished(group: &Group<'_>, locale: &Locale) -> Vec<String> {
    let ended = group.cells.iter().filter_map(|cell| {
        let state = state_text(cell.state, locale)?;
        let name = if group.is_repeated() {
            format!("{} {}", cell.name, cell.repeat.saturating_add(1))
        } else {
            cell.name.clone()
        };
        Some(say!(locale, "cell-missing", cell = name, reason = state))
    });
    ended.collect()
}

/// Operations with too few requests for the 99th percentile in every repetition, stated once. A single flush at the
/// end of a cell cannot have one.
fn percentiles(groups: &[Group<'_>], locale: &Locale) -> Option<String> {
    let short = groups.iter().flat_map(|group| {
        group.kinds().into_iter().filter_map(|kind| {
            let records = group.cells.iter().filter_map(|cell| cell.operations.of(kind));
            let most = records.map(|op| op.count).max().filter(|most| *most > 1)?;
            (most < P99_REQUESTS_MIN)
                .then(|| format!("{} {} ({most})", group.name, operation_name(kind, locale)))
        })
    });
    let mut cells: Vec<String> = short.collect();
    if cells.len() > NAMED_MAX {
        let count = cells.len().saturating_sub(NAMED_MAX).to_string();
        cells.truncate(NAMED_MAX);
        cells.push(locale.with("and-more", &[("count", &count)]));
    }
    let values = [
        ("percentile", "p99"),
        ("needed", &P99_REQUESTS_MIN.to_string()),
        ("cells", &cells.join(", ")),
    ];
    (!cells.is_empty()).then(|| locale.with("percentile-missing", &values))
}
