//! Reads a TOML table value by value; each error points at its position. Must not know campaigns.

use std::ops::Range;

use iogram_model::{Nanos, Sentence, Text, sentence, text};
use iogram_runner::{MethodError, SourcePlace, find_nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text, and its name in errors.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    pub(crate) fn error(
        &self,
        span: &Range<usize>,
        message: impl Into<Sentence>,
        hint: impl Into<Sentence>,
    ) -> MethodError {
        MethodError {
            message: message.into(),
            hint: hint.into(),
            place: Some(SourcePlace::new(self.name, self.text, span)),
        }
    }
}

/// A table, and its name in errors.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) what: &'a str,
    pub(crate) table: &'a DeTable<'a>,
}

/// The value, or an error with its position.
pub(crate) type Read<T> = Result<T, MethodError>;

impl<'a> Table<'a> {
    /// Rejects unknown keys.
    pub(crate) fn check_keys(&self, known: &[&str]) -> Read<()> {
        for key in self.table.keys() {
            let word: &str = key.get_ref();
            if known.contains(&word) {
                continue;
            }
            let message = sentence!("campaign-unknown-key", word, name = self.what);
            return Err(self.source.error(
                &key.span(),
                message,
                suggest(word, text!("campaign-known-keys"), known),
            ));
        }
        Ok(())
    }

    pub(crate) fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// The position of a key; the whole text if the key is missing.
    pub(crate) fn span(&self, key: &str) -> Range<usize> {
        self.value(key).map_or(0..0, Spanned::span)
    }

    fn wrong_type(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        expected: Text,
    ) -> MethodError {
        let found = value.get_ref().type_str();
        let message = sentence!("campaign-type", name = format!("\"{key}\""), found);
        self.source.error(&value.span(), message, sentence!("campaign-write", expected))
    }

    pub(crate) fn text(&self, key: &str) -> Read<Option<String>> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(self.wrong_type(key, value, text!("campaign-text-quotes"))),
        }
    }

    pub(crate) fn boolean(&self, key: &str) -> Read<Option<bool>> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.get_ref().as_bool() {
            Some(truth) => Ok(Some(truth)),
            None => Err(self.wrong_type(key, value, text!("campaign-true-false"))),
        }
    }

    /// An integer from `min` to `max`; `None` if the key is missing.
    pub(crate) fn number(&self, key: &str, (min, max): (u64, u64)) -> Read<Option<u64>> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => {
                u64::from_str_radix(number.as_str(), number.radix()).ok()
            }
            _ => return Err(self.wrong_type(key, value, text!("campaign-whole-number"))),
        };
        match number.filter(|number| (min..=max).contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(self.source.error(
                &value.span(),
                sentence!("campaign-out-range", key),
                sentence!("campaign-write-whole-number", min, max),
            )),
        }
    }

    /// A time such as 10s; `None` if the key is missing.
    pub(crate) fn time(&self, key: &str) -> Read<Option<Nanos>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        text.parse().map(Some).map_err(|error: iogram_model::ParseError| {
            self.source.error(&self.span(key), error.message, error.hint)
        })
    }

    /// One of `words`; `None` if the key is missing.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Read<Option<T>> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        if let Some((_, meant)) = words.iter().find(|(word, _)| *word == text) {
            return Ok(Some(*meant));
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message =
            sentence!("campaign-cannot", name = format!("\"{key}\""), found = text.as_str());
        Err(self.source.error(
            &self.span(key),
            message,
            suggest(&text, text!("campaign-accepted"), &names),
        ))
    }

    /// A list of texts, or one text. Empty if the key is missing.
    pub(crate) fn texts(&self, key: &str) -> Read<Vec<(String, Range<usize>)>> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let one = |value: &Spanned<DeValue<'_>>| match value.get_ref().as_str() {
            Some(text) => Ok((text.to_owned(), value.span())),
            None => Err(self.wrong_type(key, value, text!("campaign-list-texts-quotes"))),
        };
        match value.get_ref() {
            DeValue::Array(items) => items.iter().map(one).collect(),
            _ => one(value).map(|text| vec![text]),
        }
    }

    /// The table of a key; `None` if the key is missing.
    pub(crate) fn inner(&self, key: &'a str) -> Read<Option<Self>> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Some(Self { what: key, table, ..*self })),
            _ => Err(self.wrong_type(key, value, text!("campaign-table"))),
        }
    }

    /// The tables `[[key]]`, each with its position.
    pub(crate) fn tables(&self, key: &'a str) -> Read<Vec<(Self, Range<usize>)>> {
        let Some(value) = self.value(key) else { return Ok(Vec::new()) };
        let DeValue::Array(items) = value.get_ref() else {
            return Err(self.wrong_type(key, value, text!("campaign-tables")));
        };
        let one = |value: &'a Spanned<DeValue<'a>>| match value.get_ref() {
            DeValue::Table(table) => Ok((Self { what: key, table, ..*self }, value.span())),
            _ => Err(self.wrong_type(key, value, text!("campaign-tables"))),
        };
        items.iter().map(one).collect()
    }
}

/// `did you mean "x"? ` if a candidate is similar, then all candidates.
pub(crate) fn suggest(word: &str, what: Text, candidates: &[&str]) -> Sentence {
    let all = sentence!("campaign-what-names", what: what, names = candidates.join(", "));
    match find_nearest(word, candidates.iter().copied()) {
        Some(near) => sentence!("campaign-mean", near, all: all),
        None => all,
    }
}
