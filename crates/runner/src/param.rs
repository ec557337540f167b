//! Parameters of a method: kinds, defaults and the effect of `--set`.

use std::collections::BTreeMap;

use iogram_model::{Bytes, JsonSchema, Nanos, ParseError, Permille, Sentence, sentence, text};
use toml::de::DeTable;

use crate::document::{at, inner_table, texts};
use crate::field::parse_count;
use crate::plan_error::PlanError;
use crate::ratio::Ratio;
use crate::source::{MethodError, SourceText, Span, find_nearest, suggest};
use crate::template::Template;

/// The kind of a parameter's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum ParamKind {
    /// A size such as `4KiB` or `1GB`.
    Size,
    /// A time such as `500ms` or `10s`.
    Time,
    /// A whole number.
    Count,
    /// A share such as `70%`.
    Share,
    /// A factor such as `1/16`; `{size*factor}` in a text is the product.
    Ratio,
    /// One of the choices.
    Choice,
    /// The file system to make on a drive before the first step: `as-is` for none, or its kind, such as `ext4`.
    FileSystem,
    /// Any text.
    Text,
}

impl ParamKind {
    pub(crate) const WORDS: [(&'static str, Self); 8] = [
        ("size", Self::Size),
        ("time", Self::Time),
        ("count", Self::Count),
        ("share", Self::Share),
        ("ratio", Self::Ratio),
        ("choice", Self::Choice),
        ("file-system", Self::FileSystem),
        ("text", Self::Text),
    ];

    /// The value as a number for comparison within the kind; `None` if the kind has no order.
    fn measure(self, text: &str) -> Result<Option<u64>, ParseError> {
        match self {
            Self::Size => text.parse::<Bytes>().map(|size| Some(size.0)),
            Self::Time => text.parse::<Nanos>().map(|time| Some(time.0)),
            Self::Share => text.parse::<Permille>().map(|share| Some(u64::from(share.0))),
            Self::Count => parse_count(text).map(|count| Some(u64::from(count))),
            Self::Ratio => text.parse::<Ratio>().map(|ratio| Some(ratio.millionths())),
            Self::Choice | Self::FileSystem | Self::Text => Ok(None),
        }
    }
}

/// Conditions on parameters of kind `choice`: each named parameter has one of the listed values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct When(pub(crate) Vec<(Template, Vec<Template>)>);

impl When {
    pub(crate) fn holds(&self, values: &BTreeMap<String, String>) -> bool {
        self.0.iter().all(|(name, accepted)| {
            let value = values.get(&name.text);
            accepted.iter().any(|word| Some(&word.text) == value)
        })
    }
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// The name in `--set name=value`.
    pub name: String,
    /// The kind of its values.
    pub kind: ParamKind,
    /// Its effect, in one line.
    pub help: String,
    /// The value without `--set`, unless a condition says otherwise.
    pub default: String,
    /// Every accepted value; empty if every value of the kind is accepted.
    pub choices: Vec<String>,
    /// Smallest accepted value, as typed; `None` is no limit.
    pub min: Option<String>,
    /// Largest accepted value, as typed; `None` is no limit.
    pub max: Option<String>,
    pub(crate) default_when: Vec<(When, Template)>,
    pub(crate) span: Span,
}

impl Param {
    /// Whether two accepted texts mean the same, such as `60s` and `1m`.
    pub(crate) fn is_same(&self, one: &str, other: &str) -> bool {
        let value = |text| self.kind.measure(text).ok().flatten();
        one == other || value(one).is_some_and(|known| value(other) == Some(known))
    }

    /// Whether `text` is accepted.
    ///
    /// # Errors
    ///
    /// Fails if it is not of the kind, not one of the choices, or outside the limits.
    pub fn check(&self, text: &str) -> Result<(), ParseError> {
        let value = self.kind.measure(text)?;
        if !self.choices.is_empty() && !self.choices.iter().any(|choice| choice == text) {
            let choices = self.choices.iter().map(String::as_str);
            let hint = suggest(text, text!("runner-choices"), choices);
            return Err(ParseError::new(sentence!("runner-not-choice", text), hint));
        }
        let bound = |limit: &Option<String>| match limit {
            Some(limit) => self.kind.measure(limit),
            None => Ok(None),
        };
        let (min, max) = (bound(&self.min)?, bound(&self.max)?);
        let Some(value) = value else { return Ok(()) };
        let is_outside =
            min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max);
        if is_outside {
            let hint = match (&self.min, &self.max) {
                (Some(min), Some(max)) => {
                    sentence!("runner-write-value", min, max)
                }
                (Some(min), None) => sentence!("runner-write-least", min),
                (None, Some(max)) => sentence!("runner-write-most", max),
                (None, None) => Sentence::default(),
            };
            return Err(ParseError::new(sentence!("runner-out-range", text), hint));
        }
        Ok(())
    }
}

/// Splits `name=value` as given to `--set`.
///
/// # Errors
///
/// Fails without an equals sign or a name.
pub fn parse_setting(text: &str) -> Result<(String, String), ParseError> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => {
            let message = sentence!("runner-no-value-expected-name-value", text);
            Err(ParseError::new(message, text!("runner-write-name-value-size-256mib")))
        }
    }
}

/// The value of every parameter of `method`: from `settings`, else the default. The last setting of a name counts.
pub(crate) fn resolve(
    method: &str,
    params: &[Param],
    settings: &[(String, String)],
) -> Result<BTreeMap<String, String>, PlanError> {
    let mut values: BTreeMap<String, String> =
        params.iter().map(|param| (param.name.clone(), param.default.clone())).collect();
    for (name, text) in settings {
        let Some(param) = params.iter().find(|param| param.name == *name) else {
            return Err(unknown(method, params, name, text));
        };
        param.check(text).map_err(|cause| PlanError::Setting {
            method: method.to_owned(),
            name: name.clone(),
            message: cause.message,
            hint: cause.hint,
        })?;
        values.insert(name.clone(), text.clone());
    }
    for param in params {
        let is_set = settings.iter().any(|(name, _)| *name == param.name);
        let other = param.default_when.iter().find(|(when, _)| when.holds(&values));
        if let (false, Some((_, default))) = (is_set, other) {
            values.insert(param.name.clone(), default.text.clone());
        }
    }
    Ok(values)
}

/// The error of an unknown parameter: lists the valid ones and suggests the nearest name, or the parameter that has
/// the value as a choice.
fn unknown(method: &str, params: &[Param], name: &str, text: &str) -> PlanError {
    let names = params.iter().map(|param| param.name.as_str());
    let mut hint = suggest(name, text!("runner-parameters"), names.clone());
    let by_choice = params.iter().find(|param| param.choices.iter().any(|word| word == text));
    if let (None, Some(param)) = (find_nearest(name, names), by_choice) {
        hint = sentence!(
            "runner-mean",
            name = param.name,
            text,
            all: hint
        );
    }
    PlanError::UnknownParam { method: method.to_owned(), name: name.to_owned(), hint }
}

/// Reads the `when` of a step, row or default. Requires that every name is a parameter and every value one of its
/// choices.
pub(crate) fn read_when(
    table: &DeTable<'_>,
    params: &[Param],
    file: &SourceText,
) -> Result<When, MethodError> {
    let mut when = When::default();
    for (name, _) in inner_table(table, "when").into_iter().flatten() {
        let name = Template { text: name.get_ref().to_string(), span: name.span() };
        let choices = params.iter().filter(|param| param.kind == ParamKind::Choice);
        let Some(param) = choices.clone().find(|param| param.name == name.text) else {
            let message = sentence!("runner-not-parameter-kind-choice", text = name.text);
            let names = choices.map(|param| param.name.as_str());
            return Err(file.error(
                &name.span,
                message,
                suggest(&name.text, text!("runner-choices"), names),
            ));
        };
        let conditions = inner_table(table, "when").expect("its keys are being read");
        let accepted = texts(conditions, &name.text);
        for value in &accepted {
            param.check(&value.text).map_err(|cause| at(file, value, cause))?;
        }
        when.0.push((name, accepted));
    }
    Ok(when)
}
