//! Statements in words, in each language.
//!
//! Knows the formatting of values in statements. Must not know who makes them, nor match any sentence: a text that a
//! record has only in English stays English.

use iogram_model::{Argument, DriveDefect, Message, MessageId, Quality, Warning};

use crate::format;
use crate::locale::{self, Locale};

/// The text of a record: by its statement in this language, or the record's own words if it has no statement, or one
/// of a newer version.
pub(crate) fn said(english: &str, statement: Option<&Message>, locale: &Locale) -> String {
    let known = statement.filter(|statement| is_known(statement));
    match known {
        Some(statement) => say(statement, locale),
        None => english.to_owned(),
    }
}

/// A warning without its code.
#[must_use]
pub fn warning_text(warning: &Warning, locale: &Locale) -> String {
    said(&warning.message, warning.statement.as_ref(), locale)
}

/// States that a run found a defect, in its words.
pub(crate) fn defect(defect: &DriveDefect, locale: &Locale) -> String {
    let said = say(&defect.statement, locale);
    locale::say!(locale, "drive-defect", what = said, run = defect.run.as_str())
}

/// A statement in words; empty for one of a newer version.
#[must_use]
pub fn statement_text(message: &Message, locale: &Locale) -> String {
    say(message, locale)
}

/// Whether this version has words for the statement and for all statements within it.
fn is_known(statement: &Message) -> bool {
    let is_inner_known = |value: &Argument| match value {
        Argument::Message(inner) => is_known(inner),
        Argument::Newer(_) => false,
        _ => true,
    };
    let names = statement.id.arguments();
    statement.id != MessageId::Unknown
        && names.iter().all(|name| statement.arguments.contains_key(name))
        && statement.arguments.values().all(is_inner_known)
}

/// A statement in words; empty if this version does not know it.
pub(crate) fn say(message: &Message, locale: &Locale) -> String {
    if message.id == MessageId::Unknown {
        return String::new();
    }
    let values: Vec<(&str, String)> = message
        .arguments
        .iter()
        .map(|(name, value)| (name, value_text(value, locale)))
        .collect();
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    locale.with(message.id.name(), &values)
}

fn value_text(value: &Argument, locale: &Locale) -> String {
    match value {
        Argument::BytesPerS(rate) => locale.throughput(Some(*rate)),
        Argument::AboutBytesPerS(rate) => locale.rates().about(*rate),
        Argument::Name(name) => locale.figure_title(name),
        Argument::Figure { name, value } => {
            let figure = format::figure_name(name, locale);
            match name.as_str() {
                // Its name is its unit.
                "iops" => format::figure(name, Some(*value), locale),
                _ => format!("{figure} {}", format::figure(name, Some(*value), locale)),
            }
        }
        Argument::Message(message) => say(message, locale),
        Argument::Error { id, words, values } => {
            let value = |name: &str| Some(value_text(values.get(name)?, locale));
            locale.error(id.as_deref(), words, &value)
        }
        Argument::Work(name) => match name.parse::<Quality>() {
            Ok(work) => format::quality_name(work, locale),
            Err(_) => name.clone(),
        },
        Argument::Title { key, english } => {
            locale.title(key, english).trim_end_matches('.').to_owned()
        }
        Argument::Sentence(text) => text.trim_end_matches('.').to_owned(),
        _ => value.plain().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::{Arguments, Sentence, WarningCode, sentence};

    use super::*;

    /// A value of each kind in turn.
    fn samples() -> Vec<Argument> {
        vec![
            Argument::Bytes(64_000_000_000),
            Argument::BytesPerS(85.3e6),
            Argument::Ns(2_800_000_000),
            Argument::Name("4K random".to_owned()),
        ]
    }

    #[test]
    fn every_statement_has_words_in_every_language_and_shows_each_of_its_values() {
        for tag in ["en", "ko"] {
            let locale = Locale::find(tag).unwrap();
            for &id in MessageId::ALL {
                let names = id.arguments().iter().map(|name| (*name).to_owned());
                let arguments = names.zip(samples().into_iter().cycle()).collect();
                let message = Message { id, arguments };
                let text = say(&message, &locale);
                assert_ne!(text, id.name(), "{tag} has no words for it");
                for (name, value) in message.arguments.iter() {
                    let shown = value_text(value, &locale);
                    assert!(
                        text.contains(&shown),
                        "{tag} {}: ${name} is lost: {text}",
                        id.name()
                    );
                }
                assert!(!text.contains('$') && !text.contains('{'), "{tag}: {text}");
            }
        }
    }

    #[test]
    fn an_error_that_a_record_keeps_is_said_in_the_words_of_the_language() {
        let why = Sentence::of_system(&"Input/output error (os error 5)");
        let error = sentence!("door-cannot-read-why", path = "/dev/sdx", why: why);
        let warning = Warning::of_error(WarningCode::Failed, &error);
        let english = Locale::english();
        assert_eq!(warning_text(&warning, &english), warning.message);
        let korean = Locale::find("ko").unwrap();
        let said = "/dev/sdx를 읽을 수 없음: 입출력 오류 (os error 5)";
        assert_eq!(warning_text(&warning, &korean), said);
        // Earlier records have only words, which stay unchanged, including rates.
        let before = Warning::quoted(WarningCode::Failed, "no 85.3 MB/s on /dev/sdx");
        let binary = Locale::find("ko").unwrap().with_rates(crate::RateUnit::Binary);
        assert_eq!(warning_text(&before, &binary), "no 85.3 MB/s on /dev/sdx");
    }

    #[test]
    fn what_a_newer_version_says_stays_in_the_words_of_the_record() {
        let korean = Locale::find("ko").unwrap();
        let newer = Message { id: MessageId::Unknown, arguments: Arguments::default() };
        assert_eq!(said("it is new", Some(&newer), &korean), "it is new");
        let holed = Message { id: MessageId::MarkNotReached, arguments: Arguments::default() };
        assert_eq!(said("not reached: x", Some(&holed), &korean), "not reached: x");
        let inner = Message::new(MessageId::F3Contradicted, [newer.into()]);
        assert_eq!(said("f3 says", Some(&inner), &korean), "f3 says");
        assert_eq!(said("kept in words alone", None, &korean), "kept in words alone");
    }
}
