//! A report about runs: what stands between the page's head and its scripts.

use iogram_model::{Message, Run, RunState, Severity};

use super::blocks::Writer;
use super::{escape, put};
use crate::figures::{Figure, drive_title, is_virtual};
use crate::format::operation_name;
use crate::group::{Group, groups};
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::notes::state_text;
use crate::sheet::{Audience, Block, Section, SectionKind, Sheet};
use crate::statement;

/// Sections of a page that say what the numbers mean.
const MEANING: [SectionKind; 6] = [
    SectionKind::Capacity,
    SectionKind::Marks,
    SectionKind::Verdicts,
    SectionKind::Warnings,
    SectionKind::Stalls,
    SectionKind::SlowStretches,
];
/// Of these the ones that hold verdicts.
const VERDICTS: [SectionKind; 3] =
    [SectionKind::Capacity, SectionKind::Marks, SectionKind::Verdicts];
/// Rows of a table that is not folded. Arbitrary: a method like CrystalDiskMark's has eight.
const SHORT_MAX: usize = 16;
/// So many tests are named where something is missing; of more, their number is told.
const NAMED_MAX: usize = 8;
/// Requests that the 99th percentile takes.
const P99_REQUESTS_MIN: u64 = 1_000;

pub(super) fn render(
    (runs, lead): (&[Run], &[Message]),
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
    title: &str,
) -> String {
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
    let parts = [
        ("charts", !keys.is_empty()),
        ("meaning", true),
        ("results", has_results),
        ("more-charts", !others.is_empty()),
        ("conditions", true),
        ("how-measured", has_how),
        ("raw-data", !files.is_empty()),
    ];
    let parts: Vec<&str> =
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(id, _)| id).collect();
    writer.header((runs, lead), &sheets, title, &parts);
    writer.text += "<main id=\"main\">\n";
    if !keys.is_empty() {
        writer.part("charts", |writer| writer.charts(&keys));
    }
    writer.meaning(runs, &sheets);
    if has_results {
        writer.part("results", |writer| writer.results(runs, &sheets));
    }
    if !others.is_empty() {
        writer.part("more-charts", |writer| writer.more_charts(&others));
    }
    writer.part("conditions", |writer| {
        let title = writer.locale.text("conditions-details");
        writer.fold("conditions-details", &title, false, |writer| {
            for (run, sheet) in runs.iter().zip(&sheets) {
                writer.run_heading(run);
                writer.facts(&sheet.facts);
            }
        });
    });
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
    fn header(
        &mut self,
        (runs, lead): (&[Run], &[Message]),
        sheets: &[Sheet],
        title: &str,
        parts: &[&str],
    ) {
        self.begin_header(title);
        if let Some((worst, others)) = lead.split_first() {
            let severities =
                sheets.iter().filter_map(|sheet| Some(sheet.head.as_ref()?.severity));
            let head = Head {
                severity: severities.max().unwrap_or(Severity::Unknown),
                answer: statement::say(worst, self.locale),
                lines: others.iter().map(|it| statement::say(it, self.locale)).collect(),
            };
            self.answer(&head, None);
        }
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
        let names: Vec<String> = parts.iter().map(|part| self.locale.text(part)).collect();
        self.end_header(parts.iter().zip(&names).map(|(part, name)| (*part, name.as_str())));
    }

    fn run_heading(&mut self, run: &Run) {
        if self.has_several {
            let name = format!("{} ({})", drive_title(run, self.locale), run.id);
            let heading = self.locale.with("run-heading", &[("run", &name)]);
            put(&mut self.text, format_args!("<h3 class=\"run\">{}</h3>\n", escape(&heading)));
        }
    }

    /// The tables, each folded; the first is open where it is short.
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

    /// First what it means: verdicts, what is odd, what was not measured.
    fn meaning(&mut self, runs: &[Run], sheets: &[Sheet]) {
        self.part("meaning", |writer| {
            for (run, sheet) in runs.iter().zip(sheets) {
                writer.run_heading(run);
                writer.say("h3", &writer.locale.text("verdicts"));
                writer.of_kinds(sheet, &VERDICTS, "no-verdict");
                writer.warnings(sheet);
                writer.say("h3", &writer.locale.text("missing"));
                writer.missing(run);
            }
        });
    }

    /// What qualifies the figures. Where the answer is no good news, "no warnings" would contradict it.
    fn warnings(&mut self, sheet: &Sheet) {
        const KINDS: [SectionKind; 3] =
            [SectionKind::Warnings, SectionKind::Stalls, SectionKind::SlowStretches];
        let is_any = sheet.sections.iter().any(|it| KINDS.contains(&it.kind));
        let is_bad = sheet.head.as_ref().is_some_and(|head| head.severity > Severity::Good);
        if is_any || !is_bad {
            self.say("h3", &self.locale.text("odd"));
            self.of_kinds(sheet, &KINDS, "nothing-odd");
        }
    }

    /// The blocks of the sections of these kinds; a sentence if there are none.
    fn of_kinds(&mut self, sheet: &Sheet, kinds: &[SectionKind], otherwise: &str) {
        let found: Vec<&Section> =
            sheet.sections.iter().filter(|section| kinds.contains(&section.kind)).collect();
        if found.is_empty() {
            self.say("p", &self.locale.text(otherwise));
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

/// Whether a section holds what was measured, rather than what it means or how it was done.
fn is_result(section: &&Section) -> bool {
    !MEANING.contains(&section.kind) && section.kind != SectionKind::HowItWasMeasured
}

/// Whether a table is read at a glance.
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

/// Operations with too few requests for the 99th percentile in every repetition, said once. A single flush
/// at the end of a cell is no measurement that could have one.
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
