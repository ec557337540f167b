//! A diagnosis: one line for each question, with its verdict and how sure that is.

use iogram_model::{Diagnosis, DiagnosisLine, DiagnosisQuestion, Finding, Run, Severity};

use crate::head::confidence;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::statement::statement_text;
use crate::table::{Heading, Table};

/// The questions and their answers; `None` of a run that is no diagnosis.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let found = find(run)?;
    let columns = vec![
        Heading::name(say!(locale, "diagnosis-question")),
        Heading::words(say!(locale, "diagnosis-verdict")),
        Heading::numbers(say!(locale, "diagnosis-sure")),
        Heading::words(say!(locale, "diagnosis-answer")),
    ];
    let rows = found.lines.iter().map(|line| row(line, locale)).collect();
    let table = Table { columns, rows };
    Some(Section::new(SectionKind::Diagnosis, locale, vec![Block::Table(table)]))
}

/// The diagnosis of a run, if it is one.
pub(crate) fn find(run: &Run) -> Option<&Diagnosis> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::Diagnosis(diagnosis) => Some(diagnosis.as_ref()),
        _ => None,
    })
}

fn row(line: &DiagnosisLine, locale: &Locale) -> Vec<String> {
    vec![
        question(line.question, locale),
        verdict(line.severity, locale),
        line.confidence_ratio.map(confidence).unwrap_or_default(),
        statement_text(&line.statement, locale),
    ]
}

fn question(question: DiagnosisQuestion, locale: &Locale) -> String {
    match question {
        DiagnosisQuestion::Capacity => say!(locale, "question-capacity"),
        DiagnosisQuestion::Rates => say!(locale, "question-rates"),
        DiagnosisQuestion::SmallBlocks => say!(locale, "question-small-blocks"),
        DiagnosisQuestion::DurableWrites => say!(locale, "question-durable-writes"),
        DiagnosisQuestion::Cache => say!(locale, "question-cache"),
        DiagnosisQuestion::Stalls => say!(locale, "question-stalls"),
        DiagnosisQuestion::OpenUnits => say!(locale, "question-open-units"),
        DiagnosisQuestion::Heat => say!(locale, "question-heat"),
        DiagnosisQuestion::Link => say!(locale, "question-link"),
        DiagnosisQuestion::Health => say!(locale, "question-health"),
        _ => say!(locale, "unknown"),
    }
}

fn verdict(severity: Option<Severity>, locale: &Locale) -> String {
    match severity {
        Some(Severity::Good) => say!(locale, "diagnosis-good"),
        Some(Severity::Measured) => say!(locale, "diagnosis-measured"),
        Some(Severity::Caution) => say!(locale, "diagnosis-caution"),
        Some(Severity::Failed) => say!(locale, "diagnosis-bad"),
        Some(Severity::Unknown) => say!(locale, "diagnosis-unknown"),
        None => say!(locale, "diagnosis-not-reached"),
    }
}
