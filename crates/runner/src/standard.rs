//! The published test that a method implements: its requirements in the file, and the deviations of a run's
//! parameters.

use std::collections::BTreeMap;

use iogram_model::{Standard, StandardDifference, sentence, text};
use toml::de::DeTable;

use crate::document::{inner_table, required, tables, texts};
use crate::param::{self, Param, When, read_when};
use crate::source::{MethodError, SourceText, suggest};

/// A published test, as the method file describes it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StandardText {
    name: String,
    like: String,
    /// Replaces `like`; the first whose condition holds.
    like_when: Vec<(When, String)>,
    fixed: Vec<String>,
    /// The required state of the write cache; the first whose condition holds.
    write_cache: Vec<(When, bool)>,
}

/// Reads the test from the table `report` of `document`; `None` if there is none.
pub(crate) fn read_standard(
    document: &DeTable<'_>,
    params: &[Param],
    file: &SourceText,
) -> Result<Option<StandardText>, MethodError> {
    let report = inner_table(document, "report");
    let Some(table) = report.and_then(|it| inner_table(it, "standard")) else {
        return Ok(None);
    };
    let mut fixed = Vec::new();
    for name in texts(table, "fixed") {
        let mut names = params.iter().map(|param| param.name.as_str());
        if !names.clone().any(|known| known == name.text) {
            let message = sentence!("runner-not-parameter", text = name.text);
            let hint = suggest(&name.text, text!("runner-parameters"), names.by_ref());
            return Err(file.error(&name.span, message, hint));
        }
        fixed.push(name.text);
    }
    let mut write_cache = Vec::new();
    for state in tables(table, "write_cache") {
        let is_on = required(state, "is").text == "on";
        write_cache.push((read_when(state, params, file)?, is_on));
    }
    let mut like_when = Vec::new();
    for other in tables(table, "like_when") {
        like_when.push((read_when(other, params, file)?, required(other, "like").text));
    }
    let (name, like) = (required(table, "name").text, required(table, "like").text);
    Ok(Some(StandardText { name, like, like_when, fixed, write_cache }))
}

impl StandardText {
    /// The test and its deviations for a run with these values of the method's parameters.
    pub(crate) fn of_run(
        &self,
        method: &str,
        params: &[Param],
        values: &BTreeMap<String, String>,
    ) -> Standard {
        // Keeps the user's choices, so that conditional defaults also count as defaults.
        let chosen: Vec<(String, String)> = params
            .iter()
            .filter(|param| !self.fixed.contains(&param.name))
            .filter_map(|param| Some((param.name.clone(), values.get(&param.name)?.clone())))
            .collect();
        let asked = param::resolve(method, params, &chosen).unwrap_or_default();
        let differs = self.fixed.iter().filter_map(|name| {
            let param = params.iter().find(|param| param.name == *name)?;
            let (value, asked) = (values.get(name)?, asked.get(name)?);
            (!param.is_same(value, asked)).then(|| StandardDifference {
                what: name.clone(),
                value: value.clone(),
                asked: asked.clone(),
            })
        });
        let cache = self.write_cache.iter().find(|(when, _)| when.holds(values));
        Standard {
            name: self.name.clone(),
            like: self
                .like_when
                .iter()
                .find(|(when, _)| when.holds(values))
                .map_or(&self.like, |(_, like)| like)
                .clone(),
            differs: differs.collect(),
            is_write_cache_on: cache.map(|(_, is_on)| *is_on),
        }
    }
}
