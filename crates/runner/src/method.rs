//! A method as data: what a method file says, read and checked as far as it can be without a target.

use iogram_model::{
    Bytes, DriveState, Figure, FileSystemKind, GoodFor, MarkRule, Nanos, OpKind, ParseError,
    Quality, QuestionRule, RecoveryRule, Rule, WantedState, sentence,
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

/// A method file, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// Name on the command line.
    pub id: String,
    /// What it is called, in one line.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// Where it was published and which figures are this project's own.
    pub source: String,
    /// What it makes sense on, such as `sd`, `nvme`.
    pub media: Vec<String>,
    /// What it destroys on a device.
    pub writes: Writes,
    /// In the order of the file.
    pub params: Vec<Param>,
    /// Verdicts on what was measured.
    pub rules: Vec<Rule>,
    /// With which choices each of `rules` is judged, in their order.
    pub(crate) rule_conditions: Vec<When>,
    /// What marks such as A1 ask of what was measured.
    pub marks: Vec<MarkRule>,
    /// The figures that a report shows first; empty if the method does not say.
    pub headline: Vec<Figure>,
    /// Names of cells whose slowest requests are shown side by side.
    pub nines: Vec<String>,
    /// Cells whose rate is held against that of others.
    pub recovery: Vec<RecoveryRule>,
    /// Cells that ask for more and more at once.
    pub(crate) demand: Vec<DemandText>,
    /// The use that the drive is judged for.
    pub good_for: Option<GoodFor>,
    /// The state of the flash that it is about.
    pub wants_state: Option<WantedState>,
    /// Where it goes on after an interruption.
    pub(crate) resume: ResumeAt,
    /// The time that a run of it may take.
    pub(crate) budget: Option<Template>,
    /// What it asks of a drive, if it is a diagnosis.
    pub(crate) questions: Vec<QuestionRule>,
    /// The published test that it does.
    pub(crate) standard: Option<StandardText>,
    pub(crate) steps: Vec<Step>,
    pub(crate) file: SourceText,
}

/// Where a method goes on after an interruption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResumeAt {
    /// With the first cell that is not finished.
    Cell,
    /// At its beginning, because each cell builds on those before it.
    Block,
    /// With the round that was broken off; outside of rounds, where it began or the last rounds ended.
    Round,
}

impl ResumeAt {
    /// Whether a part that was begun begins anew.
    pub(crate) fn is_one_piece(self) -> bool {
        self != Self::Cell
    }
}

/// The drive is used with what is on it.
const AS_IS: &str = "as-is";

const RESUME: [(&str, ResumeAt); 3] =
    [("cell", ResumeAt::Cell), ("block", ResumeAt::Block), ("round", ResumeAt::Round)];

/// What a method destroys on a device. On a file system only a test file is ever written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writes {
    /// Nothing.
    Nothing,
    /// It needs a file and refuses devices.
    File,
    /// The part that its cells work on, from the beginning of the device.
    Region,
    /// Everything.
    Device,
}

const WRITES: [(&str, Writes); 4] = [
    ("nothing", Writes::Nothing),
    ("file", Writes::File),
    ("region", Writes::Region),
    ("device", Writes::Device),
];

/// Reads a limit such as `10ms`, `90MB/s` or `500/s` in the figure's unit.
pub(crate) fn parse_limit(figure: Figure, text: &str) -> Result<f64, ParseError> {
    let rate = || {
        let hint = "write an amount per second, such as 90MB/s or 500/s";
        let bad = || ParseError::new(sentence!("\"{text}\" is not a rate", text), hint);
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

/// The figures by name, for errors that list them.
fn figure_words() -> [(&'static str, Figure); 14] {
    Figure::ALL.map(|figure| (figure.name(), figure))
}

impl Method {
    /// Reads it without planning it.
    pub(crate) fn read(file: SourceText) -> Result<Self, MethodError> {
        let text = file.text.clone();
        let document = DeTable::parse(&text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            file.error(&span, sentence!("not TOML: {message}", message = error.message()), "")
        })?;
        check_document(&document, schema_value(), &file)?;

        let table = document.get_ref();
        let head = inner_table(table, "method").expect("the schema requires it");
        let id = required(head, "id");
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !id.text.starts_with(|c: char| c.is_ascii_lowercase())
            || !id.text.chars().all(is_plain)
        {
            let hint = "use lower case letters, digits and hyphens, beginning with a letter";
            let message = sentence!("id \"{id}\" cannot be typed as a command", id = id.text);
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

    /// The file system that it wants made on a drive before its first step; `None` if it wants none, or if it cannot be
    /// planned with these settings at all.
    #[must_use]
    pub fn file_system(&self, settings: &[(String, String)]) -> Option<FileSystemKind> {
        let wanted = self.params.iter().find(|it| it.kind == ParamKind::FileSystem)?;
        let values = param::resolve(&self.id, &self.params, settings).ok()?;
        values.get(&wanted.name)?.parse().ok()
    }

    /// The name of the parameter that says which file system is made on a drive; `None` if there is none.
    #[must_use]
    pub fn file_system_param(&self) -> Option<&str> {
        let wanted = self.params.iter().find(|it| it.kind == ParamKind::FileSystem)?;
        Some(&wanted.name)
    }

    /// The text that it was read from.
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

/// What a parameter of kind `file-system` may be.
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
        let message = sentence!("parameter \"{param}\" has no choices", param = param.name);
        return Err(file.error(&param.span, message, "add choices = [\"..\", \"..\"]"));
    }
    if is_choice && !param.default_when.is_empty() {
        let message =
            sentence!("parameter \"{param}\" is a condition itself", param = param.name);
        let hint = "default_when is for parameters of another kind than choice";
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

/// Both keys or none: where nobody publishes a limit, the figure is the answer.
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
                let message = sentence!(
                    "\"{decides}\" is not a figure of a kind of work",
                    decides = decides.text
                );
                let hint = "write WORK.FIGURE, such as sync-write.latency_p99_ns";
                return Err(file.error(&decides.span, message, hint));
            }
            let id = scalar(report, "use").map(|it| it.text);
            Ok(Some(GoodFor { id, title: title.text, decides: decides.text }))
        }
        (Some(only), None) | (None, Some(only)) => {
            let message = "good_for and decides belong together".to_owned();
            Err(file.error(&only.span, message, "write both"))
        }
    }
}

/// Both keys or none: who is told that the state is another one is told what makes it.
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
            let message = "wants_state and state_by belong together".to_owned();
            Err(file.error(&only.span, message, "write both"))
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
            let message = sentence!("rule \"{id}\" needs one limit", id = id.text);
            return Err(file.error(&id.span, message, "write either below or at_least"));
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
