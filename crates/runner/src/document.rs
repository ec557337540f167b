//! Reads the tables of a method file that its schema accepts.

use iogram_model::ParseError;
use toml::de::{DeTable, DeValue};

use crate::source::{MethodError, SourceText};
use crate::template::Template;

/// The error of a text's own grammar, with the place of the text.
pub(crate) fn at(file: &SourceText, text: &Template, cause: ParseError) -> MethodError {
    file.error(&text.span, cause.message, cause.hint)
}

/// A text or whole number, as text.
pub(crate) fn scalar(table: &DeTable<'_>, key: &str) -> Option<Template> {
    table.get(key).map(as_template)
}

/// A text or whole number whose presence the schema has checked.
pub(crate) fn required(table: &DeTable<'_>, key: &str) -> Template {
    scalar(table, key).expect("the schema requires it")
}

pub(crate) fn as_template(value: &toml::Spanned<DeValue<'_>>) -> Template {
    let text = match value.get_ref() {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        other => unreachable!("the schema refuses {}", other.type_str()),
    };
    Template { text, span: value.span() }
}

/// The texts of a list; none if the key is absent.
pub(crate) fn texts(table: &DeTable<'_>, key: &str) -> Vec<Template> {
    let list = table.get(key).and_then(|value| value.get_ref().as_array());
    list.into_iter().flat_map(|list| list.iter()).map(as_template).collect()
}

pub(crate) fn inner_table<'a, 'i>(
    table: &'a DeTable<'i>,
    key: &str,
) -> Option<&'a DeTable<'i>> {
    table.get(key)?.get_ref().as_table()
}

/// The tables of a list; none if the key is absent.
pub(crate) fn tables<'a, 'i>(
    table: &'a DeTable<'i>,
    key: &str,
) -> impl Iterator<Item = &'a DeTable<'i>> {
    let list = table.get(key).and_then(|value| value.get_ref().as_array());
    list.into_iter().flat_map(|list| list.iter()).filter_map(|item| item.get_ref().as_table())
}
