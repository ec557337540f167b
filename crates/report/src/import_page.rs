//! What became of files of other tools, as a page.

use iogram_model::{
    AcceptedImport, Argument, Headline, ImportReport, Message, MessageId, RefusedImport,
    Severity,
};

use crate::head::Head;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Block, Section, SectionKind, Sheet};
use crate::table::{Heading, Table};

/// What became of files of other tools, as a page.
#[must_use]
pub fn import_page(report: &ImportReport, locale: &Locale) -> Page {
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
    let sheet = Sheet {
        head: Some(Head::new(&headline(report), locale)),
        title: say!(locale, "title-import"),
        subtitle: say!(locale, "import-subtitle", count = count_files(report)),
        alarm: None,
        facts: Vec::new(),
        sections,
    };
    Page::new(sheet, Vec::new(), locale)
}

/// Files, each once: one can hold several runs.
fn count_files(report: &ImportReport) -> u64 {
    let accepted = report.accepted.iter().map(|it| it.file.as_str());
    let all = accepted.chain(report.refused.iter().map(|it| it.file.as_str()));
    all.collect::<std::collections::BTreeSet<&str>>().len() as u64
}

fn headline(report: &ImportReport) -> Headline {
    let count = |count: usize| Argument::Count(count as u64);
    let (runs, files) = (report.accepted.len(), Argument::Count(count_files(report)));
    let passed_over = report.refused.iter().filter(|it| it.is_passed_over).count();
    let refused = report.refused.len().saturating_sub(passed_over);
    let (severity, answer) = match (runs, refused) {
        (0, _) => (Severity::Unknown, Message::new(MessageId::ImportNothing, [files])),
        (_, 0) => {
            let known = report.accepted.iter().filter(|it| it.is_known).count();
            let values = [count(runs), files, count(known)];
            (Severity::Good, Message::new(MessageId::ImportDone, values))
        }
        _ => {
            let values = [count(runs), files, count(refused)];
            (Severity::Caution, Message::new(MessageId::ImportPartly, values))
        }
    };
    let details = (passed_over > 0)
        .then(|| Message::new(MessageId::ImportPassedOver, [count(passed_over)]));
    Headline {
        severity,
        answer,
        details: details.into_iter().collect(),
        confidence_ratio: None,
        basis: None,
        next: None,
    }
}

fn accepted(accepted: &[AcceptedImport], locale: &Locale) -> Section {
    let columns = vec![
        Heading::name(say!(locale, "import-file")),
        Heading::name(say!(locale, "import-kind")),
        Heading::words(say!(locale, "import-says")),
        Heading::name(say!(locale, "import-run")),
    ];
    let rows = accepted.iter().map(|it| {
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
