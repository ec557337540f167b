//! The results of importing other tools' files, as a page.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    AcceptedImport, Argument, Headline, ImportReport, Message, MessageId, RefusedImport, Run,
    Severity,
};

use crate::figures::{drive_name, figures};
use crate::head::Head;
use crate::imported;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Block, Section, SectionKind, Sheet};
use crate::table::{Heading, Table};

/// Further contents of a page of imported files.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportShown<'a> {
    /// The headline of the first run: the answer of a page about no other run.
    pub first: Option<&'a Headline>,
    /// The runs with a table and charts.
    pub runs: &'a [Run],
    /// The command that shows several with charts; `None` if this page already does.
    pub command: Option<&'a str>,
}

/// The results of importing other tools' files, as a page.
#[must_use]
pub fn import_page(report: &ImportReport, shown: &ImportShown<'_>, locale: &Locale) -> Page {
    let runs = shown.runs;
    let (passed_over, refused): (Vec<&RefusedImport>, Vec<&RefusedImport>) =
        report.refused.iter().partition(|it| it.is_passed_over);
    let mut sections = Vec::new();
    if !report.accepted.is_empty() {
        sections.push(accepted(&report.accepted, locale));
    }
    for (kind, files) in
        [(SectionKind::Refused, refused), (SectionKind::PassedOver, passed_over)]
    {
        if !files.is_empty() {
            let blocks = vec![Block::Table(refusals(&files, locale))];
            sections.push(Section::new(kind, locale, blocks));
        }
    }
    let place = sections.len();
    sections.extend(runs.iter().filter_map(|run| results(run, locale)));
    let is_left_out = |it: &&AcceptedImport| !runs.iter().any(|run| run.id == it.run);
    let left_out = report.accepted.iter().filter(is_left_out).count();
    if left_out > 0 && !runs.is_empty() {
        let text = say!(locale, "import-left-out", count = left_out);
        sections.push(Section::new(SectionKind::LeftOut, locale, vec![Block::Paragraph(text)]));
    }
    let sheet = Sheet {
        head: Some(Head::new(&headline(report, shown), locale)),
        title: say!(locale, "title-import"),
        subtitle: say!(locale, "import-subtitle", count = count_files(report)),
        alarm: None,
        facts: Vec::new(),
        sections,
    };
    Page::with_figures_at(place, sheet, figures(runs, locale), locale)
}

/// The results of one run under the name of its drive and file; `None` if it has none.
fn results(run: &Run, locale: &Locale) -> Option<Section> {
    let found = run.probes.iter().filter_map(|it| imported::brief_section(it, locale));
    let blocks: Vec<Block> = found.flat_map(|it| it.blocks).collect();
    let file = run.import.as_ref().map(|it| it.file.as_str()).unwrap_or_default();
    let drive = drive_name(run);
    let title = if drive == file { drive } else { format!("{file}: {drive}") };
    (!blocks.is_empty()).then(|| Section::named(title, blocks))
}

/// Number of distinct files: one file can contain several runs.
fn count_files(report: &ImportReport) -> u64 {
    let accepted = report.accepted.iter().map(|it| it.file.as_str());
    let all = accepted.chain(report.refused.iter().map(|it| it.file.as_str()));
    count(all.collect::<BTreeSet<&str>>().iter())
}

fn headline(report: &ImportReport, shown: &ImportShown<'_>) -> Headline {
    if let Some(only) = headline_of_only(report, shown) {
        return only;
    }
    let files = Argument::Count(count_files(report));
    let passed_over = count(report.refused.iter().filter(|it| it.is_passed_over));
    let refused = count(report.refused.iter().filter(|it| !it.is_passed_over));
    let runs = runs_of(report);
    let runs_all = Argument::Count(count(runs.keys()));
    let (mut severity, mut answer) = match (runs.is_empty(), refused) {
        (true, _) => (Severity::Unknown, Message::new(MessageId::ImportNothing, [files])),
        (_, 0) => {
            let known = Argument::Count(count(runs.values().filter(|is_known| **is_known)));
            (Severity::Good, Message::new(MessageId::ImportDone, [runs_all, files, known]))
        }
        _ => {
            let values = [runs_all, files, Argument::Count(refused)];
            (Severity::Caution, Message::new(MessageId::ImportPartly, values))
        }
    };
    let mut details = Vec::new();
    let open = files_told(report, MessageId::RunsOpen, |it| {
        !it.is_defective && it.severity == Some(Severity::Unknown)
    });
    if let Some(open) = open {
        details.push(std::mem::replace(&mut answer, open));
        severity = severity.max(Severity::Unknown);
    }
    let warnings = files_told(report, MessageId::ImportWarnings, |it| {
        !it.is_defective && it.severity >= Some(Severity::Caution)
    });
    if let Some(warnings) = warnings {
        details.push(std::mem::replace(&mut answer, warnings));
        severity = Severity::Caution;
    }
    let defects = files_told(report, MessageId::ImportDefects, |it| it.is_defective);
    if let Some(defects) = defects {
        details.insert(0, std::mem::replace(&mut answer, defects));
        severity = Severity::Failed;
    }
    if passed_over > 0 {
        let values = [Argument::Count(passed_over)];
        details.push(Message::new(MessageId::ImportPassedOver, values));
    }
    let is_several = runs.len() > 1;
    let next = shown.command.filter(|_| is_several).map(|command| {
        Message::new(MessageId::NextSeeTogether, [Argument::Name(command.to_owned())])
    });
    Headline { severity, answer, details, confidence_ratio: None, basis: None, next }
}

/// The headline of the only run, if nothing else needs to be stated.
fn headline_of_only(report: &ImportReport, shown: &ImportShown<'_>) -> Option<Headline> {
    let [only] = report.accepted.as_slice() else { return None };
    if !report.refused.is_empty() {
        return None;
    }
    let mut headline = shown.first?.clone();
    if only.is_known {
        let file = Argument::Name(only.file.clone());
        headline.details.push(Message::new(MessageId::ImportKnown, [file]));
    }
    Some(headline)
}

fn count(all: impl Iterator) -> u64 {
    all.count() as u64
}

/// The runs, each once even if several files contain it, and whether the store had it before the first of them.
fn runs_of(report: &ImportReport) -> BTreeMap<&str, bool> {
    let mut runs = BTreeMap::new();
    for it in &report.accepted {
        runs.entry(it.run.as_str()).or_insert(it.is_known);
    }
    runs
}

/// The most file names in a line about several files with defects. Arbitrary: they fit on a line.
const NAMED_MAX: usize = 3;

/// The files that contain a matching run, as a statement `id`; `None` if there are none.
fn files_told(
    report: &ImportReport,
    id: MessageId,
    is_meant: impl Fn(&AcceptedImport) -> bool,
) -> Option<Message> {
    let meant = report.accepted.iter().filter(|it| is_meant(it));
    let files: BTreeSet<&str> = meant.map(|it| it.file.as_str()).collect();
    if files.is_empty() {
        return None;
    }
    let named: Vec<&str> = files.iter().copied().take(NAMED_MAX).collect();
    let more = if files.len() > named.len() { ", .." } else { "" };
    let which = Argument::Name(format!("{}{more}", named.join(", ")));
    let (told, all) = (count(files.iter()), count_files(report));
    let values = [Argument::Count(told), Argument::Count(all), which];
    Some(Message::new(id, values))
}

fn accepted(accepted: &[AcceptedImport], locale: &Locale) -> Section {
    let columns = vec![
        Heading::name(say!(locale, "import-file")),
        Heading::name(say!(locale, "import-kind")),
        Heading::words(say!(locale, "import-says")),
        Heading::name(say!(locale, "import-run")),
    ];
    // The worst first; equal ones in the order of the files.
    let mut accepted: Vec<&AcceptedImport> = accepted.iter().collect();
    accepted.sort_by_key(|it| std::cmp::Reverse((it.is_defective, it.severity)));
    let rows = accepted.into_iter().map(|it| {
        let kind = match it.tool.as_str() {
            "" => it.kind.clone(),
            tool => tool.to_owned(),
        };
        vec![it.file.clone(), kind, it.answer.clone(), it.run.clone()]
    });
    let table = Table { columns, rows: rows.collect() };
    Section::new(SectionKind::Accepted, locale, vec![Block::Table(table)])
}

fn refusals(refused: &[&RefusedImport], locale: &Locale) -> Table {
    let columns = vec![
        Heading::name(say!(locale, "import-file")),
        Heading::name(say!(locale, "import-kind")),
        Heading::name(say!(locale, "import-place")),
        Heading::words(say!(locale, "import-why")),
        Heading::words(say!(locale, "import-hint")),
    ];
    let rows = refused.iter().map(|it| {
        let place = match (it.line_index, it.column_index) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            _ => String::new(),
        };
        let kind = it.kind.clone().unwrap_or_default();
        vec![it.file.clone(), kind, place, it.reason.clone(), it.hint.clone()]
    });
    Table { columns, rows: rows.collect() }.without_empty_columns()
}
