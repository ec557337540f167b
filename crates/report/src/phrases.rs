//! Sentences that records and files keep in English, found again by their English wording: warnings, reasons,
//! obstacles. Must not be asked for anything that this crate says itself: that has an id.
//!
//! A message of the English file is a pattern: `took { $time }` is the wording of `took 4.20 s`. Its id leads
//! to the other language. What matches no pattern stays as it is. The name of a value says what it takes:
//! `count`, `time`, `size`, `rate`, `percent` and `number` take a quantity, `text` takes a phrase and `texts` several,
//! which are translated themselves. `digits` takes a list of numbers, `names`, `source` and others of
//! [`LISTS`] take whatever comes; any other name takes what has no comma.

use iogram_model::Total as _;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Beginnings of the ids of what comes with iogram: methods, their rules, uses, what they demand.
pub(crate) const BUILT_IN: [&str; 4] = ["method-", "rule-", "use-", "demand-"];
/// What joins parts of a text that may be phrases of their own.
const BONDS: [&str; 4] = ["; ", ". ", ": ", ", "];
/// Values that are quantities.
const QUANTITIES: [&str; 6] = ["count", "time", "size", "rate", "percent", "number"];

/// The wordings of one file.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    /// Without values: the id of each wording.
    fixed: BTreeMap<String, String>,
    /// The wordings of what comes with iogram by their ids.
    built_in: BTreeMap<String, String>,
    /// With values, the most telling first.
    patterns: Vec<Pattern>,
    /// With hardly anything but values, for what nothing else explains.
    weak: Vec<Pattern>,
    /// What was looked for before: pages repeat themselves, and so do the parts of a text.
    known: RefCell<BTreeMap<String, Option<String>>>,
}

#[derive(Debug)]
struct Pattern {
    id: String,
    parts: Vec<Part>,
    /// Letters that are not a value.
    weight: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(String),
}

/// How an unknown value is printed.
const UNKNOWN: &str = "-";
/// A pattern with no more letters says little: `{ $texts } ({ $texts2 })`.
const WEAK_MAX: usize = 2;
/// Values that may be lists.
const LISTS: [&str; 8] =
    ["texts", "names", "source", "how", "why", "command", "what", "options"];
/// Those of them that may be several sentences.
const FREE: [&str; 5] = ["texts", "source", "how", "why", "command"];

/// Says a message with its values in another language.
pub(crate) type Say<'a> = &'a dyn Fn(&str, &[(&str, &str)]) -> String;

/// What a text is: a message and its values.
pub(crate) type Found = (String, Vec<(String, String)>);

impl Phrases {
    /// The messages of a file whose ids begin with `t-` (words) or `p-` (with values), and what comes with
    /// iogram: a statement has a title of it as a value without its id.
    pub(crate) fn read(source: &str) -> Self {
        let mut phrases = Self::default();
        for (id, wording) in source.lines().filter_map(|line| line.split_once(" = ")) {
            if BUILT_IN.iter().any(|kind| id.starts_with(kind)) {
                phrases.built_in.insert(id.to_owned(), wording.to_owned());
            } else if !id.starts_with("t-") && !id.starts_with("p-") {
                continue;
            }
            let parts = parts_of(wording);
            let is_value = |part: &Part| matches!(part, Part::Value(_));
            if parts.iter().any(is_value) {
                let texts = parts.iter().map(|part| match part {
                    Part::Text(text) => text.trim().len(),
                    Part::Value(name) => usize::from(is_quantity_name(name)),
                });
                let weight = texts.total();
                let pattern = Pattern { id: id.to_owned(), parts, weight };
                let is_weak = weight <= WEAK_MAX;
                let kind = if is_weak { &mut phrases.weak } else { &mut phrases.patterns };
                kind.push(pattern);
            } else {
                phrases.fixed.insert(wording.to_owned(), id.to_owned());
            }
        }
        phrases.patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.weight));
        phrases
    }

    /// Whether `english` is what comes with iogram under this id.
    pub(crate) fn is_built_in(&self, id: &str, english: &str) -> bool {
        self.built_in.get(id).is_some_and(|wording| wording == english)
    }

    /// The id of what comes with iogram in exactly these words.
    pub(crate) fn find_built_in(&self, english: &str) -> Option<&str> {
        let same = self.built_in.iter().find(|(_, wording)| *wording == english);
        same.map(|(id, _)| id.as_str())
    }

    /// `english` in the language that `say` speaks; `None` if no part of it is known.
    pub(crate) fn translate(&self, english: &str, say: Say<'_>) -> Option<String> {
        if !english.contains(|it: char| it.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(known) = self.known.borrow().get(english) {
            return known.clone();
        }
        let said = self.translate_anew(english, say);
        self.known.borrow_mut().insert(english.to_owned(), said.clone());
        said
    }

    fn translate_anew(&self, english: &str, say: Say<'_>) -> Option<String> {
        if let Some(found) = self.find(english) {
            return Some(self.say_found(found, say));
        }
        for end in [".", ":"] {
            let known = english.strip_suffix(end).filter(|it| self.find(it).is_some());
            if let Some(said) = known.and_then(|known| self.translate(known, say)) {
                return Some(said + end);
            }
        }
        let parts =
            BONDS.into_iter().filter_map(|bond| self.translate_parts(english, bond, say));
        let whole =
            self.find_among(&self.weak, english).map(|found| self.say_found(found, say));
        let letters = |text: &String| text.chars().filter(char::is_ascii_alphabetic).count();
        let said = parts.chain(whole).min_by_key(letters)?;
        (said != english).then_some(said)
    }

    fn say_found(&self, (id, values): Found, say: Say<'_>) -> String {
        let said: Vec<(String, String)> = values
            .into_iter()
            .map(|(name, value)| {
                let inner = name.starts_with("text").then(|| self.translate(&value, say));
                (name, inner.flatten().unwrap_or(value))
            })
            .collect();
        let values: Vec<(&str, &str)> =
            said.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        say(&id, &values)
    }

    fn translate_parts(&self, english: &str, bond: &str, say: Say<'_>) -> Option<String> {
        let parts = split_outside(english, bond);
        if parts.len() < 2 {
            return None;
        }
        let said: Vec<Option<String>> =
            parts.iter().map(|part| self.translate(part, say)).collect();
        said.iter().any(Option::is_some).then(|| {
            let parts = parts.iter().zip(said);
            let parts = parts.map(|(part, said)| said.unwrap_or_else(|| (*part).to_owned()));
            parts.collect::<Vec<String>>().join(bond)
        })
    }

    /// The message whose wording this is.
    pub(crate) fn find(&self, english: &str) -> Option<Found> {
        if let Some(id) = self.fixed.get(english) {
            return Some((id.clone(), Vec::new()));
        }
        self.find_among(&self.patterns, english)
    }

    fn find_among(&self, patterns: &[Pattern], english: &str) -> Option<Found> {
        patterns.iter().find_map(|pattern| {
            let mut values = Vec::new();
            matches(&pattern.parts, english, &mut values).then(|| (pattern.id.clone(), values))
        })
    }
}

/// `text` at each `bond` that is not within parentheses.
fn split_outside<'a>(text: &'a str, bond: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for (index, _) in text.match_indices(bond) {
        if index >= from && is_closed(&text[from..index]) {
            parts.push(&text[from..index]);
            from = index.saturating_add(bond.len());
        }
    }
    parts.push(&text[from..]);
    parts
}

fn parts_of(wording: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = wording;
    while let Some((before, behind)) = rest.split_once("{ $") {
        if !before.is_empty() {
            parts.push(Part::Text(before.to_owned()));
        }
        let (name, after) = behind.split_once(" }").unwrap_or((behind, ""));
        parts.push(Part::Value(name.to_owned()));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    parts
}

/// Whether `text` is these parts one after the other; the values in their order.
fn matches(parts: &[Part], text: &str, values: &mut Vec<(String, String)>) -> bool {
    match parts {
        [] => text.is_empty(),
        [Part::Text(wanted), rest @ ..] => {
            text.strip_prefix(wanted.as_str()).is_some_and(|text| matches(rest, text, values))
        }
        [Part::Value(name)] => take(name, text, values),
        [Part::Value(name), rest @ ..] => {
            let Some(Part::Text(next)) = rest.first() else { return false };
            let known = values.len();
            text.match_indices(next.as_str()).any(|(index, _)| {
                values.truncate(known);
                take(name, &text[..index], values) && matches(rest, &text[index..], values)
            })
        }
    }
}

fn take(name: &str, value: &str, values: &mut Vec<(String, String)>) -> bool {
    let fits = if value.is_empty() || !is_closed(value) {
        false
    } else if name.starts_with("digits") {
        value.chars().all(|it| it.is_ascii_digit() || it == ',' || it == ' ')
    } else if is_list_name(name) {
        FREE.iter().any(|kind| name.starts_with(kind)) || !value.contains("; ")
    } else if is_quantity_name(name) {
        is_quantity(value)
    } else {
        !(is_list(value) || name.starts_with("name") && value.contains(": "))
    };
    if fits {
        values.push((name.to_owned(), value.to_owned()));
    }
    fits
}

fn is_list_name(name: &str) -> bool {
    LISTS.iter().any(|kind| name.starts_with(kind))
}

fn is_quantity_name(name: &str) -> bool {
    !is_list_name(name) && QUANTITIES.iter().any(|kind| name.starts_with(kind))
}

fn is_list(value: &str) -> bool {
    [", ", "; "].iter().any(|bond| value.contains(bond))
}

/// `4.20 s`, `1.2 GiB (1.3 GB)`, `12`, `-`: begins with a digit, or is unknown.
fn is_quantity(value: &str) -> bool {
    let digits = value.trim_start_matches(['-', '+', '(']);
    let is_number = digits.starts_with(|it: char| it.is_ascii_digit());
    let is_short = value.len() <= 32 && !is_list(value) && !value.ends_with(['.', ':']);
    (is_number && is_short) || value == UNKNOWN
}

/// Whether each parenthesis has its other half: a value neither ends nor begins within one.
fn is_closed(value: &str) -> bool {
    let mut depth = 0_i32;
    for character in value.chars() {
        depth = depth.saturating_add(
            i32::from(character == '(').saturating_sub(i32::from(character == ')')),
        );
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
t-done = done
p-took = took { $time }
p-runs = { $name } runs { $number }
p-from = { $size }, sure to { $percent }; from { $text }
p-source = source: { $source }
figure-mean = mean { $value }
";

    #[track_caller]
    fn check(english: &str, expected: Option<&str>) {
        let say = |id: &str, values: &[(&str, &str)]| {
            let values: Vec<&str> = values.iter().map(|(_, value)| *value).collect();
            format!("<{id} {}>", values.join("|")).replace(" >", ">")
        };
        let said = Phrases::read(FILE).translate(english, &say);
        assert_eq!(said.as_deref(), expected);
    }

    #[test]
    fn a_text_is_found_by_its_wording() {
        check("done", Some("<t-done>"));
        check("took 4.20 s", Some("<p-took 4.20 s>"));
        check("took long", None);
        check("mean 3", None);
        check("84.3", None);
    }

    #[test]
    fn parts_are_translated_where_the_whole_is_not_known() {
        check(
            "started at noon, took 3 s, done",
            Some("started at noon, <p-took 3 s>, <t-done>"),
        );
        check("done; took 3 s.", Some("<t-done>; <p-took 3 s>."));
        check("quick: took 3 s", Some("quick: <p-took 3 s>"));
    }

    #[test]
    fn values_are_quantities_names_or_phrases() {
        check("b: x runs 3", Some("b: <p-runs x|3>"));
        check("4 MiB, sure to 99 %; from done", Some("<p-from 4 MiB|99 %|<t-done>>"));
        check("source: a, done; b", Some("<p-source a, done; b>"));
    }
}
