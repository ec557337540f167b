//! A method as data: the contents of a method file, checked as far as possible without a target.

use iogram_model::{
    Bytes, DriveState, Figure, FileSystemKind, GoodFor, MarkRule, Nanos, OpKind, ParseError,
    Quality, QuestionRule, RecoveryRule, Rule, Text, WantedState, sentence, text,
};
use toml::de::DeTable;

use crate::check::check_document;
use crate::diagnosis::read_questions;
use crate::document::{at, inner_table, required, scalar, tables, texts};
use crate::field::{parse_count, parse_word};
use crate::param::{self, Param, ParamKind, When, read_when};
use crate::schema::schema_value;
use crate::source::{MethodError, SourceText};
use crate::standard::{StandardText, read_standard};
use crate::step::{DemandText, Step, read_steps};
use crate::template::Template;

/// A parsed method file.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// Name on the command line.
    pub id: String,
    /// Its title, in one line.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// The place of its publication, and the figures that this project chose itself.
    pub source: String,
    /// The media that it suits, such as `sd`, `nvme`.
    pub media: Vec<String>,
    /// The data that it destroys on a device.
    pub writes: Writes,
    /// The parameters, in the order of the file.
    pub params: Vec<Param>,
    /// Verdicts on the results.
    pub rules: Vec<Rule>,
    /// The parameter choices under which each of `rules` applies, in their order.
    pub(crate) rule_conditions: Vec<When>,
    /// Requirements of marks such as A1.
    pub marks: Vec<MarkRule>,
    /// The figures that a report shows first; empty if the method does not name any.
    pub headline: Vec<Figure>,
    /// Names of the cells whose tail latencies the report shows side by side.
    pub nines: Vec<String>,
    /// Cells whose rate is compared with that of other cells.
    pub recovery: Vec<RecoveryRule>,
    /// Cells of rising demand.
    pub(crate) demand: Vec<DemandText>,
    /// The use that it judges the drive for.
    pub good_for: Option<GoodFor>,
    /// The state of the flash that it requires.
    pub wants_state: Option<WantedState>,
    /// Where it resumes after an interruption.
    pub(crate) resume: ResumeAt,
    /// The time that a run of it may take.
    pub(crate) budget: Option<Template>,
    /// What it asks of a drive, if it is a diagnosis.
    pub(crate) questions: Vec<QuestionRule>,
    /// The published test that it implements.
    pub(crate) standard: Option<StandardText>,
    pub(crate) steps: Vec<Step>,
    pub(crate) file: SourceText,
}

/// Where a method resumes after an interruption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResumeAt {
    /// At the first unfinished cell.
    Cell,
    /// At its beginning, because each cell builds on those before it.
    Block,
    /// At the interrupted round; outside of rounds, at its beginning or after the last rounds.
    Round,
}

impl ResumeAt {
    /// Whether an interrupted part starts again from its beginning.
    pub(crate) fn is_one_piece(self) -> bool {
        self != Self::Cell
    }
}

/// Uses the drive with its present contents.
const AS_IS: &str = "as-is";

const RESUME: [(&str, ResumeAt); 3] =
    [("cell", ResumeAt::Cell), ("block", ResumeAt::Block), ("round", ResumeAt::Round)];

/// The data that a method destroys on a device. On a file system it only ever writes a test file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writes {
    /// Nothing.
    Nothing,
    /// It needs a file and refuses devices.
    File,
    /// The part of the device that its cells use, from the beginning.
    Region,
    /// The whole device.
    Device,
}

const WRITES: [(&str, Writes); 4] = [
    ("nothing", Writes::Nothing),
    ("file", Writes::File),
    ("region", Writes::Region),
    ("device", Writes::Device),
];

/// Parses a limit such as `10ms`, `90MB/s` or `500/s` in the figure's unit.
pub(crate) fn parse_limit(figure: Figure, text: &str) -> Result<f64, ParseError> {
    let rate = || {
        let hint = text!("runner-write-amount-per-second-90mb-s");
        let bad = || ParseError::new(sentence!("runner-not-rate", text), hint);
        text.trim().strip_suffix("/s").ok_or_else(bad)
    };
    match figure {
        Figure::BytesPerS | Figure::BytesPerSBeforeFlush => {
            Ok(rate()?.parse::<Bytes>()?.as_f64())
        }
        Figure::Iops => parse_count(rate()?).map(f64::from),
        _ => Ok(text.parse::<Nanos>()?.as_secs_f64() * 1e9),
    }
}

/// The figures by name, for the list in an error.
fn figure_words() -> [(&'static str, Figure); 14] {
    Figure::ALL.map(|figure| (figure.name(), figure))
}

impl Method {
    /// Parses the file without planning it.
    pub(crate) fn read(file: SourceText) -> Result<Self, MethodError> {
        let text = file.text.clone();
        let document = DeTable::parse(&text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            file.error(
                &span,
                sentence!("runner-not-toml", message = error.message()),
                Text::NONE,
            )
        })?;
        check_document(&document, schema_value(), &file)?;

        let table = document.get_ref();
        let head = inner_table(table, "method").expect("the schema requires it");
        let id = required(head, "id");
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !id.text.starts_with(|c: char| c.is_ascii_lowercase())
            || !id.text.chars().all(is_plain)
        {
            let hint = text!("runner-use-lower-case-letters-digits-hyphens");
            let message = sentence!("runner-id-cannot-typed-command", id = id.text);
            return Err(file.error(&id.span, message, hint));
        }
        let params = read_params(table, &file)?;
        let method = Self {
            id: id.text,
            title: required(head, "title").text,
            question: required(head, "question").text,
            source: required(head, "source").text,
            media: texts(head, "media").into_iter().map(|medium| medium.text).collect(),
            writes: word(&required(head, "writes"), &WRITES, &file)?,
            steps: read_steps(table, &params, &file)?,
            rules: read_rules(table, &file)?,
            rule_conditions: rules_without_mark(table)
                .map(|rule| read_when(rule, &params, &file))
                .collect::<Result<_, _>>()?,
            marks: read_marks(table, &file)?,
            headline: match inner_table(table, "report") {
                Some(report) => texts(report, "headline")
                    .iter()
                    .map(|figure| word(figure, &figure_words(), &file))
                    .collect::<Result<_, _>>()?,
                None => Vec::new(),
            },
            nines: match inner_table(table, "report") {
                Some(report) => {
                    texts(report, "nines").into_iter().map(|name| name.text).collect()
                }
                None => Vec::new(),
            },
            recovery: read_recovery(table),
            demand: read_demand(table),
            good_for: read_good_for(table, &file)?,
            standard: read_standard(table, &params, &file)?,
            wants_state: read_wanted_state(table, &file)?,
            budget: inner_table(table, "budget").map(|budget| required(budget, "time")),
            questions: read_questions(table, &file)?,
            resume: match scalar(head, "resume") {
                Some(text) => word(&text, &RESUME, &file)?,
                None => ResumeAt::Cell,
            },
            params,
            file,
        };
        Ok(method)
    }

    /// The file system that it makes on a drive before its first step; `None` if it makes none, or if these settings
    /// do not make a valid plan.
    #[must_use]
    pub fn file_system(&self, settings: &[(String, String)]) -> Option<FileSystemKind> {
        let wanted = self.params.iter().find(|it| it.kind == ParamKind::FileSystem)?;
        let values = param::resolve(&self.id, &self.params, settings).ok()?;
        values.get(&wanted.name)?.parse().ok()
    }

    /// The name of the parameter that selects the file system to make; `None` if there is none.
    #[must_use]
    pub fn file_system_param(&self) -> Option<&str> {
        let wanted = self.params.iter().find(|it| it.kind == ParamKind::FileSystem)?;
        Some(&wanted.name)
    }

    /// The source text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.file.text
    }
}

fn read_params(document: &DeTable<'_>, file: &SourceText) -> Result<Vec<Param>, MethodError> {
    let Some(table) = inner_table(document, "params") else { return Ok(Vec::new()) };
    let mut params = Vec::new();
    for (name, value) in table {
        let entry = value.get_ref().as_table().expect("the schema requires a table");
        let text = |key| scalar(entry, key).map(|template: Template| template.text);
        let kind = word(&required(entry, "kind"), &ParamKind::WORDS, file)?;
        params.push(Param {
            name: name.get_ref().to_string(),
            kind,
            help: required(entry, "help").text,
            default: required(entry, "default").text,
            choices: match kind {
                ParamKind::FileSystem => file_system_choices(),
                _ => texts(entry, "choices").into_iter().map(|choice| choice.text).collect(),
            },
            min: text("min"),
            max: text("max"),
            default_when: Vec::new(),
            span: name.span(),
        });
    }
    params.sort_by_key(|param| param.span.start);
    for index in 0..params.len() {
        let name = params[index].name.as_str();
        let entry = inner_table(table, name).expect("it was read from there");
        let mut others = Vec::new();
        for condition in tables(entry, "default_when") {
            let when = read_when(condition, &params, file)?;
            others.push((when, required(condition, "default")));
        }
        params[index].default_when = others;
        check_param(&params[index], entry, file)?;
    }
    Ok(params)
}

/// The values of a parameter of kind `file-system`.
fn file_system_choices() -> Vec<String> {
    let kinds = FileSystemKind::ALL.map(FileSystemKind::name);
    std::iter::once(AS_IS).chain(kinds).map(ToOwned::to_owned).collect()
}

fn check_param(
    param: &Param,
    entry: &DeTable<'_>,
    file: &SourceText,
) -> Result<(), MethodError> {
    let is_choice = param.kind == ParamKind::Choice;
    if is_choice && param.choices.is_empty() {
        let message = sentence!("runner-parameter-no-choices", param = param.name);
        return Err(file.error(&param.span, message, text!("runner-add-choices")));
    }
    if is_choice && !param.default_when.is_empty() {
        let message = sentence!("runner-parameter-condition-itself", param = param.name);
        let hint = text!("runner-default-when-parameters-another-kind-choice");
        return Err(file.error(&param.span, message, hint));
    }
    let defaults = param.default_when.iter().map(|(_, default)| default.clone());
    for default in defaults.chain([required(entry, "default")]) {
        param.check(&default.text).map_err(|cause| at(file, &default, cause))?;
    }
    Ok(())
}

fn read_rules(document: &DeTable<'_>, file: &SourceText) -> Result<Vec<Rule>, MethodError> {
    rules_without_mark(document).map(|table| read_rule(table, file)).collect()
}

fn rules_without_mark<'t, 'd>(
    document: &'t DeTable<'d>,
) -> impl Iterator<Item = &'t DeTable<'d>> {
    tables(document, "rule").filter(|table| table.get("mark").is_none())
}

fn read_marks(document: &DeTable<'_>, file: &SourceText) -> Result<Vec<MarkRule>, MethodError> {
    let mut marks = Vec::new();
    for table in tables(document, "rule") {
        if let Some(mark) = scalar(table, "mark") {
            let is_best_of = table.get("best_of").and_then(|v| v.get_ref().as_bool());
            let rule = read_rule(table, file)?;
            marks.push(MarkRule {
                mark: mark.text,
                is_best_of: is_best_of.unwrap_or(false),
                rule,
            });
        }
    }
    Ok(marks)
}

fn read_recovery(document: &DeTable<'_>) -> Vec<RecoveryRule> {
    let report = inner_table(document, "report");
    let tables = report.into_iter().flat_map(|report| tables(report, "recovery"));
    let rule = |table| RecoveryRule {
        cell: required(table, "cell").text,
        reference: required(table, "reference").text,
    };
    tables.map(rule).collect()
}

fn read_demand(document: &DeTable<'_>) -> Vec<DemandText> {
    let report = inner_table(document, "report");
    let tables = report.into_iter().flat_map(|report| tables(report, "demand"));
    let rule =
        |table| DemandText { cells: texts(table, "cells"), below: scalar(table, "below") };
    tables.map(rule).collect()
}

/// Both keys or none: without a published limit, the figure itself is the answer.
fn read_good_for(
    document: &DeTable<'_>,
    file: &SourceText,
) -> Result<Option<GoodFor>, MethodError> {
    let Some(report) = inner_table(document, "report") else { return Ok(None) };
    match (scalar(report, "good_for"), scalar(report, "decides")) {
        (None, None) => Ok(None),
        (Some(title), Some(decides)) => {
            let is_known = decides.text.split_once('.').is_some_and(|(work, figure)| {
                work.parse::<Quality>().is_ok() && figure.parse::<Figure>().is_ok()
            });
            if !is_known {
                let message = sentence!("runner-not-figure-kind-work", decides = decides.text);
                let hint = text!("runner-write-work-figure-sync-write-latency");
                return Err(file.error(&decides.span, message, hint));
            }
            let id = scalar(report, "use").map(|it| it.text);
            Ok(Some(GoodFor { id, title: title.text, decides: decides.text }))
        }
        (Some(only), None) | (None, Some(only)) => {
            let message = text!("runner-good-decides-belong-together").to_owned();
            Err(file.error(&only.span, message, text!("runner-write-both")))
        }
    }
}

/// Both keys or none: a warning about the wrong state needs the command that makes the right one.
fn read_wanted_state(
    document: &DeTable<'_>,
    file: &SourceText,
) -> Result<Option<WantedState>, MethodError> {
    const STATES: [(&str, DriveState); 2] =
        [("purged", DriveState::Purged), ("written", DriveState::Written)];
    let Some(report) = inner_table(document, "report") else { return Ok(None) };
    match (scalar(report, "wants_state"), scalar(report, "state_by")) {
        (None, None) => Ok(None),
        (Some(state), Some(by)) => {
            Ok(Some(WantedState { state: word(&state, &STATES, file)?, made_by: by.text }))
        }
        (Some(only), None) | (None, Some(only)) => {
            let message = text!("runner-wants-state-state-belong-together").to_owned();
            Err(file.error(&only.span, message, text!("runner-write-both")))
        }
    }
}

fn read_rule(table: &DeTable<'_>, file: &SourceText) -> Result<Rule, MethodError> {
    let operations = OpKind::ALL.map(|kind| (kind.name(), kind));
    let figure = word(&required(table, "figure"), &figure_words(), file)?;
    let id = required(table, "id");
    let (limit, is_upper_limit) = match (scalar(table, "below"), scalar(table, "at_least")) {
        (Some(limit), None) => (limit, true),
        (None, Some(limit)) => (limit, false),
        _ => {
            let message = sentence!("runner-rule-needs-limit", id = id.text);
            return Err(file.error(
                &id.span,
                message,
                text!("runner-write-either-below-least"),
            ));
        }
    };
    Ok(Rule {
        id: id.text,
        title: required(table, "title").text,
        cell: required(table, "cell").text,
        operation: word(&required(table, "operation"), &operations, file)?,
        figure,
        limit: parse_limit(figure, &limit.text).map_err(|cause| at(file, &limit, cause))?,
        is_upper_limit,
        work: match scalar(table, "work") {
            Some(work) => Some(work.text.parse().map_err(|cause| at(file, &work, cause))?),
            None => None,
        },
        source: required(table, "source").text,
    })
}

fn word<T: Copy>(
    text: &Template,
    words: &[(&str, T)],
    file: &SourceText,
) -> Result<T, MethodError> {
    parse_word(&text.text, words).map_err(|cause| at(file, text, cause))
}
