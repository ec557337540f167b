//! The questions of a diagnosis, as a method file has them, and the uses that a drive is judged for.

use iogram_model::{
    Demand, DiagnosisAccess, DiagnosisQuestion, DiagnosisRule, Figure, OpKind, Purpose,
    Quality, QuestionRule, Rule, UseRule,
};
use toml::de::DeTable;

use crate::budget::StepTerms;
use crate::document::{at, inner_table, required, tables, texts};
use crate::field::parse_word;
use crate::source::{MethodError, SourceText};

/// The questions of `[report]`; none of any method but a diagnosis.
pub(crate) fn read_questions(
    document: &DeTable<'_>,
    file: &SourceText,
) -> Result<Vec<QuestionRule>, MethodError> {
    let report = inner_table(document, "report");
    let tables = report.into_iter().flat_map(|report| tables(report, "question"));
    let read = |table: &DeTable<'_>| {
        let (name, access) = (required(table, "id"), required(table, "access"));
        let question = parse_word(&name.text, &DiagnosisQuestion::NAMES);
        let allowed = parse_word(&access.text, &DiagnosisAccess::NAMES);
        Ok(QuestionRule {
            question: question.map_err(|cause| at(file, &name, cause))?,
            steps: texts(table, "steps").into_iter().map(|step| step.text).collect(),
            needs_ns: 0,
            access: allowed.map_err(|cause| at(file, &access, cause))?,
        })
    };
    tables.map(read).collect()
}

/// The same with what their steps need; `None` without any.
pub(crate) fn diagnosis_of(
    questions: &[QuestionRule],
    terms: &[StepTerms],
) -> Option<DiagnosisRule> {
    let needs = |rule: &QuestionRule| {
        let own = terms.iter().filter(|terms| rule.steps.contains(&terms.step));
        let needs_ns = own.map(|terms| terms.needs.0).fold(0, u64::saturating_add);
        QuestionRule { needs_ns, ..rule.clone() }
    };
    let questions: Vec<QuestionRule> = questions.iter().map(needs).collect();
    (!questions.is_empty()).then(|| DiagnosisRule { questions, uses: Vec::new() })
}

/// The limits of `purpose`, for cells that have the names of kinds of work; `None` of a use that published limits alone do not
/// decide: one whose writes have a size of their own, or which asks for the price.
#[must_use]
pub fn use_rule(purpose: &Purpose) -> Option<UseRule> {
    let is_decided =
        purpose.record.is_none() && purpose.dearer_max_ratio.is_none() && purpose.is_built_in;
    let rule = |demand: &Demand| Rule {
        id: demand.id.clone(),
        title: demand.title.clone(),
        cell: demand.of.quality.name().to_owned(),
        operation: operation_of(demand),
        figure: demand.of.figure,
        limit: demand.limit,
        is_upper_limit: demand.is_upper_limit,
        work: Some(demand.of.quality),
        source: demand.source.clone(),
    };
    let rules: Vec<Rule> = purpose.demands.iter().map(rule).collect();
    (is_decided && !rules.is_empty()).then(|| UseRule {
        id: purpose.id.clone(),
        title: purpose.title.clone(),
        rules,
    })
}

/// The operation whose figure a demand is about.
pub(crate) fn operation_of(demand: &Demand) -> OpKind {
    match (demand.of.quality, demand.of.figure) {
        (Quality::SequentialRead | Quality::RandomRead | Quality::QueuedRead, _) => {
            OpKind::Read
        }
        (Quality::SyncWrite, figure) if !matches!(figure, Figure::Iops | Figure::BytesPerS) => {
            OpKind::Flush
        }
        _ => OpKind::Write,
    }
}
