//! Steps of a method as in its file, before the parameters are filled in.

use iogram_model::{sentence, text};
use toml::de::DeTable;

use crate::budget::{TermsText, read_terms};
use crate::document::{as_template, inner_table, required, scalar, tables, texts};
use crate::field::Field;
use crate::param::{Param, When, read_when};
use crate::source::{MethodError, SourceText, Span, suggest};
use crate::template::Template;

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    pub(crate) when: When,
    pub(crate) action: Action,
}

/// The action of a step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Action {
    LayOut {
        size: Template,
        content: Template,
    },
    Measure(Measure),
    Purge {
        how: Option<Template>,
        kind: Template,
    },
    Discard {
        region: Template,
    },
    Rest(Rest),
    Include(Include),
    UntilSteady(UntilSteady),
    Probe {
        name: Template,
        what: Template,
        settings: Vec<(String, Template)>,
        terms: Option<TermsText>,
    },
    Note {
        text: Template,
    },
    Repeat(Repeat),
    Choose(Choose),
    Search(Search),
}

/// Cells to run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Measure {
    pub(crate) name: Template,
    pub(crate) is_counted: bool,
    pub(crate) below_unit: Option<Template>,
    pub(crate) below_block: Option<Template>,
    pub(crate) discarded: Option<Template>,
    pub(crate) repeats: Option<Template>,
    pub(crate) io_timeout: Option<Template>,
    pub(crate) errors_max: Option<Template>,
    pub(crate) errors_tolerated: Option<Template>,
    /// Settings taken from the chosen cell.
    pub(crate) takes: Vec<Template>,
    pub(crate) fields: Vec<(Field, Template)>,
    /// Keys in the order of the file, with their places and values.
    pub(crate) matrix: Vec<(Field, Template, Vec<Template>)>,
    pub(crate) beside: Vec<Beside>,
    pub(crate) terms: Option<TermsText>,
}

/// A load beside that of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Beside {
    pub(crate) when: When,
    pub(crate) name: Template,
    pub(crate) delay: Option<Template>,
    /// A text: loads with the same text make the same random choices.
    pub(crate) seed: Option<Template>,
    pub(crate) fields: Vec<(Field, Template)>,
}

/// A search for the highest demand within limits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Search {
    pub(crate) kind: Template,
    pub(crate) name: Template,
    pub(crate) varied: Template,
    pub(crate) from: Template,
    pub(crate) to: Template,
    pub(crate) resolution: Option<Template>,
    pub(crate) repeats: Option<Template>,
    pub(crate) tries: Option<Template>,
    pub(crate) operation: Template,
    pub(crate) wanted: Option<Template>,
    pub(crate) limits: Vec<LimitText>,
    pub(crate) steps: Vec<Step>,
}

/// A limit of a search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LimitText {
    pub(crate) when: When,
    pub(crate) load: Option<Template>,
    pub(crate) operation: Template,
    pub(crate) figure: Template,
    pub(crate) limit: Template,
    pub(crate) is_upper: bool,
    pub(crate) every: Option<Template>,
}

/// An idle time.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rest {
    pub(crate) time: Template,
    pub(crate) until: Option<Template>,
    pub(crate) at_most: Option<Template>,
    pub(crate) margin: Option<Template>,
}

/// The steps of another method.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Include {
    pub(crate) id: Template,
    pub(crate) block: Template,
    /// Parameter names and values.
    pub(crate) set: Vec<(Template, Template)>,
}

/// Rounds of steps that end once a figure is steady.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UntilSteady {
    pub(crate) kind: Template,
    pub(crate) cells: Vec<Template>,
    /// Replaces `cells`; the first whose condition holds.
    pub(crate) cells_when: Vec<(When, Vec<Template>)>,
    pub(crate) figure: Option<Template>,
    pub(crate) passes_max: Option<Template>,
    pub(crate) ends: Option<Template>,
    pub(crate) window: Option<Template>,
    pub(crate) range: Option<Template>,
    pub(crate) slope: Option<Template>,
    pub(crate) rounds: Option<Template>,
    pub(crate) steps: Vec<Step>,
}

/// A choice among measured cells, and the steps that take settings from the chosen one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choose {
    pub(crate) kind: Template,
    pub(crate) name: Template,
    /// Names of cells; `*` stands for any text.
    pub(crate) cells: Vec<Template>,
    pub(crate) figure: Template,
    pub(crate) pick: Template,
    /// The figure with an upper limit, and that limit.
    pub(crate) limit: Option<(Template, Template)>,
    pub(crate) steps: Vec<Step>,
}

/// Cells of rising demand for the report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DemandText {
    /// Names of cells; `*` stands for any text.
    pub(crate) cells: Vec<Template>,
    /// The target for the mean response time.
    pub(crate) below: Option<Template>,
}

/// Steps to repeat.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Repeat {
    pub(crate) times: Times,
    /// The name that the inner steps use for the number of the repetition, from 0 on, and for its share of the whole.
    pub(crate) index: Option<Template>,
    pub(crate) rest_between: Option<Template>,
    pub(crate) steps: Vec<Step>,
}

/// The number of repetitions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Times {
    Count(Template),
    Rows(Vec<Row>),
}

/// Values for one repetition, by name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    pub(crate) when: When,
    pub(crate) values: Vec<(String, Template)>,
}

/// Reads the list `step` of `table`, which follows the schema.
pub(crate) fn read_steps(
    table: &DeTable<'_>,
    params: &[Param],
    file: &SourceText,
) -> Result<Vec<Step>, MethodError> {
    let list = table.get("step").and_then(|value| value.get_ref().as_array());
    let mut steps = Vec::new();
    for entry in list.into_iter().flat_map(|list| list.iter()) {
        let step = entry.get_ref().as_table().expect("the schema requires a table");
        let kind = required(step, "kind");
        let action = match kind.text.as_str() {
            "lay-out" => Action::LayOut {
                size: required(step, "size"),
                content: required(step, "content"),
            },
            "measure" => Action::Measure(read_measure(step, params, file)?),
            "purge" => Action::Purge { how: scalar(step, "how"), kind: kind.clone() },
            "discard" => Action::Discard { region: required(step, "region") },
            "rest" => Action::Rest(Rest {
                time: required(step, "time"),
                until: scalar(step, "until"),
                at_most: scalar(step, "at_most"),
                margin: scalar(step, "margin_celsius"),
            }),
            "method" => Action::Include(read_include(step)),
            "until-steady" => Action::UntilSteady(read_rounds(step, &kind, params, file)?),
            "probe" => Action::Probe {
                name: required(step, "name"),
                what: required(step, "what"),
                settings: read_settings(step),
                terms: read_terms(step),
            },
            "note" => Action::Note { text: required(step, "text") },
            "repeat" => Action::Repeat(read_repeat(step, &kind.span, params, file)?),
            "choose" => Action::Choose(read_choose(step, &kind, params, file)?),
            "search" => Action::Search(read_search(step, &kind, params, file)?),
            other => unreachable!("the schema refuses the kind {other}"),
        };
        steps.push(Step { when: read_when(step, params, file)?, action });
    }
    Ok(steps)
}

fn read_rounds(
    step: &DeTable<'_>,
    kind: &Template,
    params: &[Param],
    file: &SourceText,
) -> Result<UntilSteady, MethodError> {
    let mut cells_when = Vec::new();
    for condition in tables(step, "cells_when") {
        cells_when.push((read_when(condition, params, file)?, texts(condition, "cells")));
    }
    Ok(UntilSteady {
        kind: kind.clone(),
        cells: texts(step, "cells"),
        cells_when,
        figure: scalar(step, "figure"),
        passes_max: scalar(step, "passes_max"),
        ends: scalar(step, "ends"),
        window: scalar(step, "window"),
        range: scalar(step, "range"),
        slope: scalar(step, "slope"),
        rounds: scalar(step, "rounds"),
        steps: read_steps(step, params, file)?,
    })
}

fn read_include(step: &DeTable<'_>) -> Include {
    let id = required(step, "id");
    let mut set: Vec<(Template, Template)> = inner_table(step, "set")
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let name = Template { text: name.get_ref().to_string(), span: name.span() };
            (name, as_template(value))
        })
        .collect();
    set.sort_by_key(|(name, _)| name.span.start);
    Include { block: scalar(step, "block").unwrap_or_else(|| id.clone()), id, set }
}

/// The settings of a probe's step, in the order of the file.
fn read_settings(step: &DeTable<'_>) -> Vec<(String, Template)> {
    let table = inner_table(step, "set").into_iter().flatten();
    let mut settings: Vec<(String, Template)> =
        table.map(|(name, value)| (name.get_ref().to_string(), as_template(value))).collect();
    settings.sort_by_key(|(_, value)| value.span.start);
    settings
}

fn read_measure(
    step: &DeTable<'_>,
    params: &[Param],
    file: &SourceText,
) -> Result<Measure, MethodError> {
    let mut matrix = Vec::new();
    for (key, values) in inner_table(step, "matrix").into_iter().flatten() {
        let Some(field) = Field::find(key.get_ref()) else {
            let message = sentence!("runner-not-key-matrix-vary", name = key.get_ref());
            let hint =
                suggest(key.get_ref(), text!("runner-keys"), Field::ALL.map(|(name, _)| name));
            return Err(file.error(&key.span(), message, hint));
        };
        let list = values.get_ref().as_array().expect("the schema requires a list");
        if list.is_empty() {
            let message = sentence!("runner-matrix-no-value", name = key.get_ref());
            return Err(file.error(&values.span(), message, text!("runner-write-least-value")));
        }
        let name = Template { text: key.get_ref().to_string(), span: key.span() };
        matrix.push((field, name, list.iter().map(as_template).collect::<Vec<_>>()));
    }
    matrix.sort_by_key(|(_, name, _)| name.span.start);
    let mut beside = Vec::new();
    for load in tables(step, "beside") {
        beside.push(Beside {
            when: read_when(load, params, file)?,
            name: required(load, "name"),
            delay: scalar(load, "delay"),
            seed: scalar(load, "seed"),
            fields: read_fields(load),
        });
    }
    Ok(Measure {
        name: required(step, "name"),
        is_counted: step.get("counted").and_then(|v| v.get_ref().as_bool()).unwrap_or(true),
        below_unit: scalar(step, "below_unit"),
        below_block: scalar(step, "below_block"),
        discarded: scalar(step, "discarded"),
        repeats: scalar(step, "repeats"),
        io_timeout: scalar(step, "io_timeout"),
        errors_max: scalar(step, "errors_max"),
        errors_tolerated: scalar(step, "errors_tolerated"),
        takes: texts(step, "takes"),
        fields: read_fields(step),
        matrix,
        beside,
        terms: read_terms(step),
    })
}

fn read_fields(load: &DeTable<'_>) -> Vec<(Field, Template)> {
    let fields =
        Field::ALL.into_iter().filter_map(|(key, field)| Some((field, scalar(load, key)?)));
    fields.collect()
}

fn read_search(
    step: &DeTable<'_>,
    kind: &Template,
    params: &[Param],
    file: &SourceText,
) -> Result<Search, MethodError> {
    let mut limits = Vec::new();
    for table in tables(step, "limits") {
        let figure = required(table, "figure");
        let (limit, is_upper) = match (scalar(table, "below"), scalar(table, "at_least")) {
            (Some(limit), None) => (limit, true),
            (None, Some(limit)) => (limit, false),
            _ => {
                let message = text!("runner-limit-search-needs-value");
                return Err(file.error(
                    &figure.span,
                    message,
                    text!("runner-write-either-below-least"),
                ));
            }
        };
        limits.push(LimitText {
            when: read_when(table, params, file)?,
            load: scalar(table, "load"),
            operation: required(table, "operation"),
            figure,
            limit,
            is_upper,
            every: scalar(table, "every"),
        });
    }
    Ok(Search {
        kind: kind.clone(),
        name: required(step, "name"),
        varied: required(step, "varied"),
        from: required(step, "from"),
        to: required(step, "to"),
        resolution: scalar(step, "resolution"),
        repeats: scalar(step, "repeats"),
        tries: scalar(step, "tries"),
        operation: required(step, "operation"),
        wanted: scalar(step, "wanted"),
        limits,
        steps: read_steps(step, params, file)?,
    })
}

fn read_choose(
    step: &DeTable<'_>,
    kind: &Template,
    params: &[Param],
    file: &SourceText,
) -> Result<Choose, MethodError> {
    let limit = match (scalar(step, "limit"), scalar(step, "below")) {
        (None, None) => None,
        (Some(figure), Some(below)) => Some((figure, below)),
        (Some(only), None) | (None, Some(only)) => {
            let message = text!("runner-limit-below-belong-together");
            return Err(file.error(&only.span, message, text!("runner-write-both")));
        }
    };
    Ok(Choose {
        kind: kind.clone(),
        name: required(step, "name"),
        cells: texts(step, "cells"),
        figure: required(step, "figure"),
        pick: required(step, "pick"),
        limit,
        steps: read_steps(step, params, file)?,
    })
}

fn read_repeat(
    step: &DeTable<'_>,
    place: &Span,
    params: &[Param],
    file: &SourceText,
) -> Result<Repeat, MethodError> {
    let times = match (scalar(step, "count"), step.get("rows")) {
        (Some(count), None) => Times::Count(count),
        (None, Some(rows)) => Times::Rows(read_rows(step, &rows.span(), params, file)?),
        _ => {
            let message = text!("runner-step-kind-repeat-needs-know-how");
            return Err(file.error(place, message, text!("runner-write-either-count-rows")));
        }
    };
    let index = scalar(step, "index");
    if let (Some(index), Times::Rows(_)) = (&index, &times) {
        let message = text!("runner-rows-values-own");
        return Err(file.error(&index.span, message, text!("runner-use-count-index")));
    }
    Ok(Repeat {
        times,
        index,
        rest_between: scalar(step, "rest_between"),
        steps: read_steps(step, params, file)?,
    })
}

fn read_rows(
    step: &DeTable<'_>,
    place: &Span,
    params: &[Param],
    file: &SourceText,
) -> Result<Vec<Row>, MethodError> {
    let mut rows: Vec<Row> = Vec::new();
    for table in tables(step, "rows") {
        let entries = table.iter().filter(|(key, _)| key.get_ref() != "when");
        let values: Vec<(String, Template)> = entries
            .map(|(key, value)| (key.get_ref().to_string(), as_template(value)))
            .collect();
        // Tables are sorted by key, so that equal names have equal positions.
        let names = |row: &[(String, Template)]| -> Vec<String> {
            row.iter().map(|(name, _)| name.clone()).collect()
        };
        let first = rows.first().map_or_else(|| names(&values), |row| names(&row.values));
        if names(&values) != first {
            let span = values.first().map_or(place.clone(), |(_, value)| value.span.clone());
            let hint = sentence!("runner-first-row", first = first.join(", "));
            return Err(file.error(&span, text!("runner-rows-name-different-values"), hint));
        }
        rows.push(Row { when: read_when(table, params, file)?, values });
    }
    if rows.is_empty() {
        let hint = text!("runner-write-rows-name");
        return Err(file.error(place, text!("runner-no-rows"), hint));
    }
    Ok(rows)
}
