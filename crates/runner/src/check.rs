//! Validates a method file against its schema, so that one place alone names the keys. Covers the part of JSON Schema
//! that [`crate::schema`] produces. Checks the structure of a file, not its meaning.

use iogram_model::{Sentence, sentence, text};
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::source::{MethodError, SourceText, Span, suggest};

/// Checks that `document` has the keys and types of `schema`.
///
/// # Errors
///
/// Fails at the first unknown or missing key, value of the wrong type, or word that is not a choice.
pub(crate) fn check_document(
    document: &Spanned<DeTable<'_>>,
    schema: &Value,
    source: &SourceText,
) -> Result<(), MethodError> {
    let checker = Checker { root: schema, source };
    let object = schema.as_object().expect("the schema of a file describes a table");
    checker.table("the file", object, document.get_ref(), &document.span())
}

struct Checker<'a> {
    root: &'a Value,
    source: &'a SourceText,
}

impl<'a> Checker<'a> {
    fn value(
        &self,
        name: &str,
        schema: &'a Value,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), MethodError> {
        let schema = self.resolve(schema);
        let span = value.span();
        if let Some(words) = choices(schema) {
            return self.word(name, &words, value);
        }
        if let Some(alternatives) = schema.get("oneOf").and_then(Value::as_array) {
            return self.table_by_kind(name, alternatives, value);
        }
        if !expected_types(schema).any(|expected| is_of_type(value.get_ref(), expected)) {
            let expected = expected_types(schema).map(spoken_type);
            let expected = expected
                .reduce(|one, other| sentence!("runner-or", one: one, other: other))
                .unwrap_or_default();
            let found = value.get_ref().type_str();
            let message = sentence!("runner-type", name, found);
            let hint = sentence!("runner-write", expected: expected);
            return Err(self.source.error(&span, message, hint));
        }
        match value.get_ref() {
            DeValue::Table(table) => self.table(name, schema, table, &span),
            DeValue::Array(items) => {
                let inner = schema.get("items").unwrap_or(&Value::Null);
                items.iter().try_for_each(|item| self.value(name, inner, item))
            }
            _ => Ok(()),
        }
    }

    /// The schema that a reference points to.
    fn resolve(&self, schema: &'a Value) -> &'a Map<String, Value> {
        static ANYTHING: std::sync::LazyLock<Map<String, Value>> =
            std::sync::LazyLock::new(Map::new);
        let target = match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => self
                .root
                .pointer(reference.trim_start_matches('#'))
                .expect("the generator makes no dangling references"),
            None => schema,
        };
        target.as_object().unwrap_or(&ANYTHING)
    }

    fn word(
        &self,
        name: &str,
        words: &[&str],
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), MethodError> {
        let found = value.get_ref().as_str().unwrap_or_else(|| value.get_ref().type_str());
        if words.contains(&found) {
            return Ok(());
        }
        let message = sentence!("runner-cannot", name, found);
        let hint = suggest(found, text!("runner-accepted"), words.iter().copied());
        Err(self.source.error(&value.span(), message, hint))
    }

    /// A table whose key `kind` decides which other keys it may have.
    fn table_by_kind(
        &self,
        name: &str,
        alternatives: &'a [Value],
        value: &Spanned<DeValue<'_>>,
    ) -> Result<(), MethodError> {
        let kind_of = |schema: &'a Value| schema.pointer("/properties/kind/const")?.as_str();
        let kinds: Vec<&str> = alternatives.iter().filter_map(kind_of).collect();
        let Some(table) = value.get_ref().as_table() else {
            let message = sentence!("runner-type", name, found = value.get_ref().type_str());
            return Err(self.source.error(&value.span(), message, text!("runner-write-table")));
        };
        let Some(kind) = table.get("kind") else {
            let hint = sentence!("runner-kinds", kinds = kinds.join(", "));
            return Err(self.source.error(
                &value.span(),
                sentence!("runner-no-kind", name),
                hint,
            ));
        };
        self.word("kind", &kinds, kind)?;
        let kind = kind.get_ref().as_str();
        let schema = alternatives
            .iter()
            .find(|schema| kind_of(schema) == kind)
            .and_then(Value::as_object)
            .expect("the word is one of the kinds");
        let name = format!("{name} of kind {}", kind.unwrap_or_default());
        self.table(&name, schema, table, &value.span())
    }

    fn table(
        &self,
        name: &str,
        schema: &'a Map<String, Value>,
        table: &DeTable<'_>,
        span: &Span,
    ) -> Result<(), MethodError> {
        static NO_KEYS: std::sync::LazyLock<Map<String, Value>> =
            std::sync::LazyLock::new(Map::new);
        let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&NO_KEYS);
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
        for (key, value) in table {
            let word: &str = key.get_ref();
            match known.get(word).or(others) {
                Some(inner) => self.value(&format!("\"{word}\""), inner, value)?,
                None => {
                    let message = sentence!("runner-unknown-key", word, name);
                    let hint = suggest(
                        word,
                        text!("runner-known-keys"),
                        known.keys().map(String::as_str),
                    );
                    return Err(self.source.error(&key.span(), message, hint));
                }
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for key in required.into_iter().flatten().filter_map(Value::as_str) {
            if !table.contains_key(key) {
                let says = known.get(key).and_then(|schema| schema["description"].as_str());
                let hint = says.map_or_else(String::new, |says| format!("{key}: {says}"));
                return Err(self.source.error(span, format!("{name} lacks \"{key}\""), hint));
            }
        }
        Ok(())
    }
}

/// The words of a schema that is a list of words.
fn choices(schema: &Map<String, Value>) -> Option<Vec<&str>> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().map(Value::as_str).collect();
    }
    if let Some(word) = schema.get("const").and_then(Value::as_str) {
        return Some(vec![word]);
    }
    let alternatives = schema.get("oneOf")?.as_array()?;
    alternatives.iter().map(|schema| schema.get("const")?.as_str()).collect()
}

/// The names of the types that a schema accepts.
fn expected_types(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let own = schema.get("type").and_then(Value::as_str);
    let alternatives = schema.get("anyOf").and_then(Value::as_array);
    own.into_iter()
        .chain(alternatives.into_iter().flatten().filter_map(|schema| schema["type"].as_str()))
}

fn is_of_type(value: &DeValue<'_>, expected: &str) -> bool {
    match expected {
        "string" => value.is_str(),
        "integer" => value.is_integer(),
        "boolean" => value.is_bool(),
        "array" => value.is_array(),
        "object" => value.is_table(),
        _ => false,
    }
}

fn spoken_type(name: &str) -> Sentence {
    match name {
        "string" => sentence!("runner-text-quotes"),
        "integer" => sentence!("runner-whole-number"),
        "boolean" => sentence!("runner-true-false"),
        "array" => sentence!("runner-list-square-brackets"),
        "object" => sentence!("runner-table"),
        other => Sentence::verbatim(other),
    }
}
