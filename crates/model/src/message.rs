//! What is said to a person, before it is words: which statement, and the values in it.
//!
//! Knows every statement, which values it takes, and the English of those that a record keeps in words, too, for
//! whoever reads it without iogram. Must not know any other language: `report` has one text for each in every
//! language, and a test compares both lists.

mod advice;
mod arguments;
mod basis;
mod computer;
mod declare;
mod diagnosis;
mod drive;
mod errno;
mod id;
mod named;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::arguments::Arguments;
pub use self::id::MessageId;
use crate::sentence::{Sentence, Value, with_values};
use crate::units::{Bytes, Nanos};
use crate::wording;

/// The English of every sentence that records keep in words.
pub const ENGLISH_SENTENCES: &str = include_str!("../locales/en.ftl");

/// A value in a statement, with its unit as its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// Bytes: shown as a person reads sizes, `64 GB`.
    Bytes(u64),
    /// Bytes per second: shown in the unit that was chosen for rates, `85.3 MB/s`.
    BytesPerS(f64),
    /// Nanoseconds: shown in the unit that fits, `2.80 s`.
    Ns(u64),
    /// Operations per second.
    Iops(f64),
    /// A share, 0 to 1.
    Ratio(f64),
    /// How many: a whole number without a unit.
    Count(u64),
    /// A number without a unit.
    Number(f64),
    /// Degrees Celsius: shown without decimals.
    Celsius(f64),
    /// A value of a figure with the unit in its name, such as `latency_p99_ns`.
    Figure {
        /// The figure's name.
        name: String,
        /// The value in the unit that the name ends in.
        value: f64,
    },
    /// Something that has a name of its own: a cell, a mark, a command. Never translated.
    Name(String),
    /// A sentence of somebody's file, or one that a record keeps in English alone. Never translated.
    Sentence(String),
    /// A kind of work by its name, such as `random-read-4k`.
    Work(String),
    /// A title of something that comes with iogram.
    Title {
        /// Of what: `rule-etcd-fsync`, `use-camera`, `demand-v30`.
        key: String,
        /// As it was written in English.
        english: String,
    },
    /// A statement within the statement.
    Message(Box<Message>),
    /// What an error says: a [`Sentence`] with its values still apart.
    Error {
        /// In English, with names in braces: the key of every other language's words.
        words: String,
        /// What stands at the names.
        #[serde(default, skip_serializing_if = "Arguments::is_empty")]
        values: Arguments,
    },
    /// A throughput that is known to two digits, such as what a link carries.
    AboutBytesPerS(u64),
    /// One of a newer version, kept as it was written.
    #[serde(untagged)]
    Newer(serde_json::Value),
}

impl Argument {
    /// As it is written in every language; `None` for what has words.
    #[must_use]
    pub fn plain(&self) -> Option<String> {
        Some(match self {
            Self::Bytes(size) => wording::size(*size),
            Self::BytesPerS(rate) => wording::throughput(*rate),
            Self::Ns(time) => Nanos(*time).to_string(),
            Self::Iops(rate) => format!("{} IOPS", wording::iops(*rate)),
            Self::Ratio(share) => wording::percent(*share),
            Self::Count(count) => count.to_string(),
            Self::Number(number) => wording::number(*number),
            Self::Celsius(celsius) => format!("{celsius:.0} °C"),
            Self::Name(name) => name.clone(),
            Self::AboutBytesPerS(rate) => wording::about_throughput(*rate),
            Self::Figure { .. }
            | Self::Sentence(_)
            | Self::Work(_)
            | Self::Title { .. }
            | Self::Message(_)
            | Self::Error { .. }
            | Self::Newer(_) => return None,
        })
    }

    fn english(&self) -> String {
        match self {
            Self::Message(message) => message.english(),
            Self::Sentence(text) | Self::Work(text) | Self::Title { english: text, .. } => {
                text.clone()
            }
            Self::Error { words, values } => {
                with_values(words, |name| values.get(name).map(Self::english))
            }
            Self::Figure { name, value } => format!("{name} {}", wording::number(*value)),
            other => other.plain().unwrap_or_default(),
        }
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

/// Prose with its values, and somebody else's text as it stands.
impl From<&Sentence> for Argument {
    fn from(sentence: &Sentence) -> Self {
        let Some(said) = sentence.said() else { return Self::Sentence(String::new()) };
        if !said.is_ours {
            return Self::Sentence(said.words.clone().into_owned());
        }
        let values = said.values.iter().map(|(name, value)| {
            let value = match value {
                Value::Plain(text) => Self::Name(text.clone()),
                Value::Sentence(inner) => inner.into(),
            };
            ((*name).to_owned(), value)
        });
        Self::Error { words: said.words.clone().into_owned(), values: values.collect() }
    }
}

impl From<MessageId> for Argument {
    /// # Panics
    ///
    /// If the statement takes values.
    fn from(id: MessageId) -> Self {
        Message::plain(id).into()
    }
}

impl From<&str> for Argument {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<String> for Argument {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl From<u64> for Argument {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<u32> for Argument {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<usize> for Argument {
    fn from(count: usize) -> Self {
        Self::Count(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

impl From<Bytes> for Argument {
    fn from(size: Bytes) -> Self {
        Self::Bytes(size.0)
    }
}

impl From<Nanos> for Argument {
    fn from(time: Nanos) -> Self {
        Self::Ns(time.0)
    }
}

/// A statement with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// Which statement, such as `verdict-counterfeit`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub id: MessageId,
    /// Its values by their names, exactly those of [`MessageId::arguments`].
    #[serde(default, skip_serializing_if = "Arguments::is_empty")]
    pub arguments: Arguments,
}

impl Message {
    /// A statement with values in the order of [`MessageId::arguments`].
    ///
    /// # Panics
    ///
    /// If there are more or fewer values than the statement takes: a text with a hole in it must not get
    /// as far as a page.
    #[must_use]
    pub fn new<const N: usize>(id: MessageId, values: [Argument; N]) -> Self {
        let names = id.arguments();
        assert_eq!(names.len(), N, "{} takes {names:?}", id.name());
        let arguments = names.iter().copied().zip(values).collect();
        Self { id, arguments }
    }

    /// A statement without values.
    ///
    /// # Panics
    ///
    /// If it takes any.
    #[must_use]
    pub fn plain(id: MessageId) -> Self {
        Self::new(id, [])
    }

    /// Several statements in a row; `None` of none.
    #[must_use]
    pub fn joined(several: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::put_together(MessageId::Joined, several)
    }

    /// Several parts of a sentence in a row; `None` of none.
    #[must_use]
    pub fn listed(several: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::put_together(MessageId::Listed, several)
    }

    /// Several, two at a time by a statement of two.
    #[must_use]
    pub fn put_together(
        id: MessageId,
        several: impl IntoIterator<Item = Self>,
    ) -> Option<Self> {
        several.into_iter().reduce(|one, other| Self::new(id, [one.into(), other.into()]))
    }

    /// As a record keeps it in words beside the statement. One that records do not keep in words has none here.
    #[must_use]
    pub fn english(&self) -> String {
        let Some(wording) = ENGLISH.get(self.id.name()) else { return String::new() };
        let mut text = String::with_capacity(wording.len());
        let mut rest = *wording;
        while let Some((before, behind)) = rest.split_once("{ $") {
            text.push_str(before);
            let (name, after) = behind.split_once(" }").unwrap_or((behind, ""));
            text.push_str(&self.arguments.get(name).map(Argument::english).unwrap_or_default());
            rest = after;
        }
        text.push_str(rest);
        text
    }
}

impl std::fmt::Display for Message {
    /// The English sentence of [`Message::english`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.english())
    }
}

/// The wordings by their ids.
static ENGLISH: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    ENGLISH_SENTENCES.lines().filter_map(|line| line.split_once(" = ")).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_statements_are_what_is_published() {
        for id in MessageId::ALL {
            let json = serde_json::to_string(id).unwrap();
            assert_eq!(json, format!("\"{}\"", id.name()));
        }
        let newer: MessageId = serde_json::from_str("\"verdict-of-tomorrow\"").unwrap();
        assert_eq!(newer, MessageId::Unknown);
    }

    #[test]
    fn every_english_sentence_is_a_statement_and_says_each_of_its_values() {
        for (name, wording) in ENGLISH.iter() {
            let id = MessageId::ALL.iter().find(|id| id.name() == *name);
            let id = id.unwrap_or_else(|| panic!("no statement is called {name}"));
            let wanted: std::collections::BTreeSet<&str> =
                id.arguments().iter().copied().collect();
            let said = wording.split("{ $").skip(1).filter_map(|part| part.split(' ').next());
            assert_eq!(said.collect::<std::collections::BTreeSet<_>>(), wanted, "{name}");
        }
        assert!(ENGLISH.len() > 250, "only {}", ENGLISH.len());
    }

    #[test]
    fn a_sentence_is_written_with_its_values_and_the_sentences_in_it() {
        let inner = Message::plain(MessageId::NounPage);
        let message =
            Message::new(MessageId::BoundaryNoStep, [Argument::Ratio(0.125), inner.into()]);
        assert_eq!(
            message.english(),
            "no pattern: reads across the end of a page take at least 12 % longer, and no size shows that step at its multiples"
        );
        let three = [MessageId::DrivePurged, MessageId::TheFirstRun, MessageId::KindFile];
        let joined = Message::joined(three.map(Message::plain)).unwrap();
        assert_eq!(joined.to_string(), "purged before; the first run; a file");
    }

    #[test]
    fn an_error_is_kept_with_its_values_apart_and_says_what_the_sentence_says() {
        let why = Sentence::of_system(&"Input/output error (os error 5)");
        let error = crate::sentence!("cannot write {path}: {why}", path = "/dev/{x}", why: why);
        let message = Message::new(MessageId::Quoted, [(&error).into()]);
        assert_eq!(message.english(), error.to_string());
        let json = serde_json::to_string(&message).unwrap();
        assert_eq!(
            json,
            r#"{"id":"quoted","arguments":{"words":{"error":{"words":"cannot write {path}: {why}","values":{"path":{"name":"/dev/{x}"},"why":{"error":{"words":"Input/output error (os error 5)"}}}}}}}"#
        );
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
        let theirs = Sentence::from("it {is} theirs".to_owned());
        assert_eq!(Argument::from(&theirs), Argument::Sentence("it {is} theirs".to_owned()));
    }

    #[test]
    fn a_value_of_a_newer_version_is_kept_as_it_was_written() {
        let newer = r#"{"id":"not-reached","arguments":{"value":{"furlongs":3}}}"#;
        let read: Message = serde_json::from_str(newer).unwrap();
        assert!(matches!(read.arguments["value"], Argument::Newer(_)), "{read:?}");
        assert!(serde_json::to_string(&read).unwrap().contains(r#"{"furlongs":3}"#));
    }

    #[test]
    fn a_message_has_all_its_values_by_name() {
        let message = Message::new(
            MessageId::Counterfeit,
            [Argument::Bytes(64_000_000_000), Argument::Bytes(8_600_000_000)],
        );
        assert_eq!(message.arguments["real"], Argument::Bytes(8_600_000_000));
        let again: Message =
            serde_json::from_str(&serde_json::to_string(&message).unwrap()).unwrap();
        assert_eq!(again, message);
    }
}
