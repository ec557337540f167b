//! Words with their values.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A text of a language.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// What code and records name it by; the same in every language.
    pub id: &'static str,
    /// Its words, in the form of Fluent.
    pub pattern: &'static str,
    /// The names of its values, in order.
    pub names: &'static [&'static str],
    /// Whether it has no choices, such as plural forms.
    pub is_plain: bool,
}

impl Entry {
    /// Whether these are its words with names of values in braces.
    pub(crate) fn has_template(&self, template: &str) -> bool {
        let mut left = template;
        let mut rest = self.pattern;
        while let Some((before, behind)) = rest.split_once("{ $") {
            let Some((name, after)) = behind.split_once(" }") else { return false };
            let parts = [before, "{", name, "}"];
            for part in parts {
                let Some(next) = left.strip_prefix(part) else { return false };
                left = next;
            }
            rest = after;
        }
        left == rest
    }
}

/// A text of a language with its values, which `value` finds by their names; those of terms begin with `-`. A name
/// without a value stays in braces.
#[must_use]
pub fn fill(entry: &Entry, tag: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    match entry.is_plain {
        true => put_in(entry.pattern, value),
        false => chosen(entry, tag, value).unwrap_or_else(|| put_in(entry.pattern, value)),
    }
}

/// A text that has no choices.
fn put_in(pattern: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let inside = behind.trim_start();
        if let Some((quoted, after)) =
            inside.strip_prefix('"').and_then(|it| it.split_once('"'))
        {
            text.push_str(quoted);
            rest = after.split_once('}').map_or("", |(_, after)| after);
            continue;
        }
        let (name, after) = inside.split_once('}').unwrap_or((inside, ""));
        let name = name.trim().trim_start_matches('$');
        match value(name) {
            Some(value) => text.push_str(&value),
            None => ["{", name, "}"].into_iter().for_each(|part| text.push_str(part)),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A text whose form follows from a value: Fluent knows the plural forms of every language. `None` if it is none that
/// Fluent reads.
fn chosen(entry: &Entry, tag: &str, value: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let language: LanguageIdentifier = tag.parse().ok()?;
    let mut bundle = FluentBundle::new(vec![language]);
    // The marks around values would end up in pictures and tables.
    bundle.set_use_isolating(false);
    let mut source = format!("{} =\n    {}\n", entry.id, entry.pattern.replace('\n', "\n    "));
    let terms = entry.pattern.split("{ -").skip(1).filter_map(|part| part.split(' ').next());
    let terms = terms.map(|name| format!("-{name}"));
    let mut terms: Vec<String> = terms.collect();
    terms.sort();
    terms.dedup();
    for term in terms {
        source.extend([term.as_str(), " = ", value(&term)?.as_str(), "\n"]);
    }
    bundle.add_resource(FluentResource::try_new(source).ok()?).ok()?;
    let mut arguments = FluentArgs::new();
    for name in entry.names {
        arguments.set(*name, of_value(value(name).unwrap_or_else(|| format!("{{{name}}}"))));
    }
    let pattern = bundle.get_message(entry.id)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors);
    errors.is_empty().then(|| text.into_owned())
}

/// A whole number decides about plural forms; anything else is words.
fn of_value(value: String) -> FluentValue<'static> {
    let is_number = (1..16).contains(&value.len())
        && value.bytes().all(|it| it.is_ascii_digit())
        && (value.len() == 1 || !value.starts_with('0'));
    let number = is_number.then(|| value.parse::<f64>().ok()).flatten();
    number.map_or_else(|| FluentValue::from(value), FluentValue::from)
}
