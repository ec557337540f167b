//! Messages for people before they become words: an id and its values.
//!
//! Knows every message, its values, and the English of those that a record also keeps in words, for readers without
//! iogram. Must not know any other language: `report` has one text for each message in every language, and a test
//! compares both lists.

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

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::arguments::Arguments;
pub use self::id::MessageId;
use crate::units::{Bytes, Nanos};
use crate::wording;
use crate::{Sentence, with_values};
use iogram_texts::{Said, Value};

/// A value in a message; its kind states its unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// Bytes, shown as a size such as `64 GB`.
    Bytes(u64),
    /// Bytes per second, shown in the chosen unit of rates: `85.3 MB/s`.
    BytesPerS(f64),
    /// Nanoseconds, shown in a suitable unit: `2.80 s`.
    Ns(u64),
    /// Operations per second.
    Iops(f64),
    /// A share, 0 to 1.
    Ratio(f64),
    /// An integer count without a unit.
    Count(u64),
    /// A number without a unit.
    Number(f64),
    /// Degrees Celsius, shown without decimals.
    Celsius(f64),
    /// A value of a figure whose name contains the unit, such as `latency_p99_ns`.
    Figure {
        /// The figure's name.
        name: String,
        /// The value in the unit that the name ends in.
        value: f64,
    },
    /// A proper name: a cell, a mark, a command. Never translated.
    Name(String),
    /// A sentence from a user's file, or one that a record keeps only in English. Never translated.
    Sentence(String),
    /// A kind of work by its name, such as `random-read-4k`.
    Work(String),
    /// A title of something that comes with iogram.
    Title {
        /// Its key: `rule-etcd-fsync`, `use-camera`, `demand-v30`.
        key: String,
        /// The English title.
        english: String,
    },
    /// A message within the message.
    Message(Box<Message>),
    /// The text of an error: a [`Sentence`] whose values are still separate.
    Error {
        /// Its text, by which every language has its words; records of before have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        id: Option<Box<str>>,
        /// In English, for whoever does not know the text; without an id with names of values in braces.
        #[schemars(with = "String")]
        words: Box<str>,
        /// The values of these names.
        #[serde(default, skip_serializing_if = "Arguments::is_empty")]
        values: Arguments,
    },
    /// A rate that is known to two digits, such as the payload rate of a link.
    AboutBytesPerS(u64),
    /// A kind of a newer version, kept unchanged.
    #[serde(untagged)]
    Newer(serde_json::Value),
}

impl Argument {
    /// The text that is the same in every language; `None` if it depends on the language.
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
            Self::Error { id: Some(_), words, .. } => words.clone().into_string(),
            Self::Error { id: None, words, values } => {
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

/// A text with its values; words of another program stay verbatim.
impl From<&Sentence> for Argument {
    fn from(sentence: &Sentence) -> Self {
        let (text, values) = match sentence.said() {
            None => return Self::Sentence(String::new()),
            Some(Said::Verbatim(words)) => return Self::Sentence(words.clone()),
            Some(Said::Text(text, values)) => (text, values),
        };
        let values = values.iter().map(|(name, value)| {
            let value = match value {
                Value::Plain(text) => Self::Name(text.clone()),
                Value::Sentence(inner) => inner.into(),
            };
            ((*name).to_owned(), value)
        });
        let words = sentence.to_string().into_boxed_str();
        Self::Error { id: Some(text.id().into()), words, values: values.collect() }
    }
}

impl From<MessageId> for Argument {
    /// # Panics
    ///
    /// Panics if the message takes values.
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

/// A message with its values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// The message, such as `verdict-counterfeit`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub id: MessageId,
    /// Its values by name, exactly those of [`MessageId::arguments`].
    #[serde(default, skip_serializing_if = "Arguments::is_empty")]
    pub arguments: Arguments,
}

impl Message {
    /// A message with values in the order of [`MessageId::arguments`].
    ///
    /// # Panics
    ///
    /// Panics if the number of values differs: a text with a gap must never reach a page.
    #[must_use]
    pub fn new<const N: usize>(id: MessageId, values: [Argument; N]) -> Self {
        let names = id.arguments();
        assert_eq!(names.len(), N, "{} takes {names:?}", id.name());
        let arguments = names.iter().copied().zip(values).collect();
        Self { id, arguments }
    }

    /// A message without values.
    ///
    /// # Panics
    ///
    /// Panics if it takes any.
    #[must_use]
    pub fn plain(id: MessageId) -> Self {
        Self::new(id, [])
    }

    /// Several messages in a row; `None` if there are none.
    #[must_use]
    pub fn joined(several: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::put_together(MessageId::Joined, several)
    }

    /// Several parts of a sentence in a row; `None` if there are none.
    #[must_use]
    pub fn listed(several: impl IntoIterator<Item = Self>) -> Option<Self> {
        Self::put_together(MessageId::Listed, several)
    }

    /// Joins several messages pairwise with a message of two values.
    #[must_use]
    pub fn put_together(
        id: MessageId,
        several: impl IntoIterator<Item = Self>,
    ) -> Option<Self> {
        several.into_iter().reduce(|one, other| Self::new(id, [one.into(), other.into()]))
    }

    /// The English words that a record keeps beside the message; empty for a message that records do not keep in
    /// words.
    #[must_use]
    pub fn english(&self) -> String {
        let Some(text) = iogram_texts::find(self.id.name()) else { return String::new() };
        // A value that is missing leaves nothing behind.
        text.english(&|name| {
            Some(self.arguments.get(name).map(Argument::english).unwrap_or_default())
        })
    }
}

impl std::fmt::Display for Message {
    /// The English sentence of [`Message::english`].
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.english())
    }
}

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
        let source = include_str!("../../texts/locales/en/statements.ftl");
        let ids = source.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
        let mut count = 0;
        for name in ids {
            let id = MessageId::ALL.iter().find(|id| id.name() == name);
            let id = id.unwrap_or_else(|| panic!("no statement is called {name}"));
            let mut wanted = id.arguments().to_vec();
            wanted.sort_unstable();
            wanted.dedup();
            assert_eq!(iogram_texts::find(name).unwrap().names(), wanted, "{name}");
            count += 1;
        }
        assert!(count > 250, "only {count}");
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
        let error = crate::sentence!("wrong-line", path = "/dev/{x}", why: why);
        let message = Message::new(MessageId::Quoted, [(&error).into()]);
        assert_eq!(message.english(), error.to_string());
        let json = serde_json::to_string(&message).unwrap();
        assert_eq!(
            json,
            r#"{"id":"quoted","arguments":{"words":{"error":{"id":"wrong-line","words":"/dev/{x}: Input/output error (os error 5)","values":{"path":{"name":"/dev/{x}"},"why":{"error":{"id":"system-eio","words":"Input/output error (os error 5)"}}}}}}}"#
        );
        assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
        let theirs = Sentence::verbatim("it {is} theirs");
        assert_eq!(Argument::from(&theirs), Argument::Sentence("it {is} theirs".to_owned()));
    }

    #[test]
    fn an_error_of_a_record_of_before_has_its_english_alone() {
        let json = r#"{"id":"quoted","arguments":{"words":{"error":{"words":"cannot write {path}: {why}","values":{"path":{"name":"/dev/x"},"why":{"error":{"words":"it is in use"}}}}}}}"#;
        let read: Message = serde_json::from_str(json).unwrap();
        assert_eq!(read.english(), "cannot write /dev/x: it is in use");
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
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
