//! A text with its values: errors, hints and other sentences.
//!
//! The values stay separate from the words until display, so that each language chooses their places.

use std::fmt;

use crate::fill::Entry;
use crate::fill::fill;
use crate::system;
use crate::text::{Text, find_in};

/// The value of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// The same in every language: a path, a name, a size.
    Plain(String),
    /// A sentence within the sentence.
    Sentence(Sentence),
}

/// A text of the catalogue with its values, or the words of another program.
///
/// ```
/// let path = "/dev/sdx";
/// let why = iogram_texts::sentence!("system-enodev");
/// let sentence = iogram_texts::sentence!("wrong-line", path, why: why);
/// assert_eq!(sentence.to_string(), "/dev/sdx: No such device (os error 19)");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence(Option<Box<Said>>);

/// The content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Words of another program, which are the same in every language.
    Verbatim(String),
    /// A text of the catalogue with its values.
    Text(Text, Vec<(&'static str, Value)>),
}

/// Texts of a language besides English. It may lack some: they are shown in English.
#[derive(Debug, Clone, Copy)]
pub struct Language {
    /// Its tag, such as `ko`.
    pub tag: &'static str,
    /// Its texts, by their ids.
    pub texts: &'static [Entry],
}

impl Language {
    /// A text of the catalogue in this language, with its values.
    #[must_use]
    pub fn say(&self, text: Text, value: &dyn Fn(&str) -> Option<String>) -> String {
        match find_in(self.texts, text.id()) {
            Some(entry) => fill(entry, self.tag, value),
            None => text.english(value),
        }
    }
}

/// Fills in a text in a language, with its values by their names.
type Say<'a> = dyn Fn(Text, &dyn Fn(&str) -> Option<String>) -> String + 'a;

impl Sentence {
    /// A text; [`crate::sentence!`] fills in its values.
    #[must_use]
    pub fn from_text(text: Text) -> Self {
        Self((!text.is_empty()).then(|| Box::new(Said::Text(text, Vec::new()))))
    }

    /// Somebody else's words.
    #[must_use]
    pub fn verbatim(words: impl Into<String>) -> Self {
        let words = words.into();
        Self((!words.is_empty()).then(|| Box::new(Said::Verbatim(words))))
    }

    /// The system's text for the number of its error; the words themselves without one.
    #[must_use]
    pub fn of_system(said: &dyn fmt::Display) -> Self {
        let words = said.to_string();
        match system::find(&words) {
            Some(text) => Self::from_text(text),
            None => Self::verbatim(words),
        }
    }

    /// Adds a value for a name.
    #[must_use]
    pub fn with(self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.with_value(name, Value::Plain(value.to_string()))
    }

    /// Adds a sentence for a name.
    #[must_use]
    pub fn with_sentence(self, name: &'static str, value: impl Into<Self>) -> Self {
        self.with_value(name, Value::Sentence(value.into()))
    }

    fn with_value(mut self, name: &'static str, value: Value) -> Self {
        if let Some(Said::Text(text, values)) = self.0.as_deref_mut() {
            debug_assert!(text.names().contains(&name), "\"{}\" takes no {name}", text.id());
            values.push((name, value));
        }
        self
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// In another language.
    #[must_use]
    pub fn in_language(&self, language: &Language) -> String {
        self.said_by(&|text, value| language.say(text, value))
    }

    fn said_by(&self, say: &Say<'_>) -> String {
        match self.0.as_deref() {
            None => String::new(),
            Some(Said::Verbatim(words)) => words.clone(),
            Some(Said::Text(text, values)) => say(*text, &|name| {
                debug_assert!(
                    values.iter().any(|(it, _)| *it == name),
                    "\"{}\" lacks {name}",
                    text.id()
                );
                let (_, value) = values.iter().find(|(it, _)| *it == name)?;
                Some(match value {
                    Value::Plain(value) => value.clone(),
                    Value::Sentence(inner) => inner.said_by(say),
                })
            }),
        }
    }

    /// The sentence as records keep it; `None` if it is empty.
    #[must_use]
    pub fn said(&self) -> Option<&Said> {
        self.0.as_deref()
    }
}

/// Words with values for the names in braces, as in records of errors that are older than ids. A name without a value
/// stays.
#[must_use]
pub fn with_values(words: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut rest = words;
    let mut text = String::with_capacity(rest.len());
    while let Some((before, behind)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = behind.split_once('}') else {
            text.push('{');
            rest = behind;
            continue;
        };
        match value(name) {
            Some(value) => text.push_str(&value),
            None => {
                for part in ["{", name, "}"] {
                    text.push_str(part);
                }
            }
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

impl fmt::Display for Sentence {
    /// In English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.said_by(&|text, value| text.english(value)))
    }
}

impl std::error::Error for Sentence {}

/// Whether this is its English.
impl PartialEq<str> for Sentence {
    fn eq(&self, english: &str) -> bool {
        let own = self.to_string();
        own == english
    }
}

impl PartialEq<&str> for Sentence {
    fn eq(&self, english: &&str) -> bool {
        *self == **english
    }
}

impl PartialEq<String> for Sentence {
    fn eq(&self, english: &String) -> bool {
        *self == **english
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Self {
        Self::from_text(text)
    }
}

/// Somebody else's words.
impl From<String> for Sentence {
    fn from(words: String) -> Self {
        Self::verbatim(words)
    }
}

/// A [`Sentence`] by the id of its text, with its values: `name` stands for itself, `name = value` for a value that
/// is the same in every language, and `name: sentence` for a sentence within it. The compiler rejects an unknown id,
/// and a value too many or too few. In place of the id a [`Text`] may stand, whose values are compared while tests
/// run.
#[macro_export]
macro_rules! sentence {
    ($id:literal $(, $($rest:tt)*)?) => {{
        const SAID: $crate::Text =
            $crate::text_with_names($id, $crate::sentence_names!([] $(, $($rest)*)?));
        $crate::sentence_values!($crate::Sentence::from_text(SAID) $(, $($rest)*)?)
    }};
    ($text:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_values!($crate::Sentence::from_text($text) $(, $($rest)*)?)
    };
}

/// The names of the values of a [`sentence!`].
#[doc(hidden)]
#[macro_export]
macro_rules! sentence_names {
    ([$($names:expr),*] $(,)?) => { &[$($names),*] };
    ([$($names:expr),*], $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_names!([$($names,)* stringify!($name)] $(, $($rest)*)?)
    };
    ([$($names:expr),*], $name:ident : $value:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_names!([$($names,)* stringify!($name)] $(, $($rest)*)?)
    };
    ([$($names:expr),*], $name:ident $(, $($rest:tt)*)?) => {
        $crate::sentence_names!([$($names,)* stringify!($name)] $(, $($rest)*)?)
    };
}

/// The values of a [`sentence!`], one by one.
#[doc(hidden)]
#[macro_export]
macro_rules! sentence_values {
    ($made:expr $(,)?) => { $made };
    ($made:expr, $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_values!($made.with(stringify!($name), &$value) $(, $($rest)*)?)
    };
    ($made:expr, $name:ident : $value:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_values!(
            $made.with_sentence(stringify!($name), $value) $(, $($rest)*)?
        )
    };
    ($made:expr, $name:ident $(, $($rest:tt)*)?) => {
        $crate::sentence_values!($made.with(stringify!($name), &$name) $(, $($rest)*)?)
    };
}
