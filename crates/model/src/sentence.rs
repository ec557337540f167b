//! A sentence for people whose values are separate from its words: errors and hints.
//!
//! Knows the English words, which are written at the place of the error and are the key of every other language's
//! text. Must not know any other language. A record keeps it within a [`crate::Message`], as
//! [`crate::Argument::Error`].

use std::borrow::Cow;
use std::fmt;

/// The value of a name in the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// Text that is the same in every language: a path, a name, a size.
    Plain(String),
    /// A sentence within the sentence.
    Sentence(Sentence),
}

/// Words with names in braces, and the values of these names.
///
/// ```
/// let path = "/dev/sdx";
/// let why = iogram_model::Sentence::from("it is a directory");
/// let sentence = iogram_model::sentence!("cannot open {path}: {why}", path, why: why);
/// assert_eq!(sentence.to_string(), "cannot open /dev/sdx: it is a directory");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence(Option<Box<Said>>);

/// The words and values of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) words: Cow<'static, str>,
    /// Whether the words are iogram's own, not foreign text.
    pub(crate) is_ours: bool,
    pub(crate) values: Vec<(&'static str, Value)>,
}

/// Replaces names in braces with their values. A name without a value stays unchanged.
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

impl Sentence {
    /// iogram's own words; [`crate::sentence!`] adds the values.
    #[must_use]
    pub fn new(words: &'static str) -> Self {
        Self::of(Cow::Borrowed(words), true)
    }

    /// A message of the system or a library with constant words, which other languages can translate.
    #[must_use]
    pub fn of_system(said: &dyn fmt::Display) -> Self {
        Self::of(Cow::Owned(said.to_string()), true)
    }

    fn of(words: Cow<'static, str>, is_ours: bool) -> Self {
        let said = Said { words, is_ours, values: Vec::new() };
        Self(Some(said).filter(|said| !said.words.is_empty()).map(Box::new))
    }

    /// Sets the value of a name.
    #[must_use]
    pub fn with(self, name: &'static str, value: &dyn fmt::Display) -> Self {
        self.with_value(name, Value::Plain(value.to_string()))
    }

    /// Sets a sentence as the value of a name.
    #[must_use]
    pub fn with_sentence(self, name: &'static str, value: impl Into<Self>) -> Self {
        self.with_value(name, Value::Sentence(value.into()))
    }

    fn with_value(mut self, name: &'static str, value: Value) -> Self {
        if let Some(said) = &mut self.0 {
            said.values.push((name, value));
        }
        self
    }

    /// Whether there are no words.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The sentence in another language. `find` maps the English words; words that it does not find stay English.
    pub fn in_words(&self, find: &dyn Fn(&str) -> Option<&'static str>) -> String {
        let Some(said) = &self.0 else { return String::new() };
        if !said.is_ours {
            return said.words.clone().into_owned();
        }
        with_values(find(&said.words).unwrap_or(&said.words), |name| {
            let (_, value) = said.values.iter().find(|(it, _)| *it == name)?;
            Some(match value {
                Value::Plain(value) => value.clone(),
                Value::Sentence(inner) => inner.in_words(find),
            })
        })
    }

    /// The words and values; `None` if the sentence is empty.
    pub(crate) fn said(&self) -> Option<&Said> {
        self.0.as_deref()
    }
}

impl fmt::Display for Sentence {
    /// The English sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_words(&|_| None))
    }
}

impl std::error::Error for Sentence {}

/// Compares with the English sentence.
impl PartialEq<str> for Sentence {
    fn eq(&self, english: &str) -> bool {
        self.in_words(&|_| None) == english
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

/// iogram's own words without values.
impl From<&'static str> for Sentence {
    fn from(words: &'static str) -> Self {
        Self::new(words)
    }
}

/// Foreign text, which is the same in every language.
impl From<String> for Sentence {
    fn from(words: String) -> Self {
        Self::of(Cow::Owned(words), false)
    }
}

/// A [`Sentence`] with its values: `name` takes a variable of that name, `name = value` a value that is the same in
/// every language, and `name: sentence` another sentence.
#[macro_export]
macro_rules! sentence {
    ($words:expr $(, $($rest:tt)*)?) => {
        $crate::sentence_values!($crate::Sentence::new($words) $(, $($rest)*)?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_another_languages_and_values_stay() {
        let name = "{why}";
        let why = Sentence::from("it is in use");
        let sentence = sentence!("cannot write {name}: {why}", name, why: why);
        assert_eq!(sentence.to_string(), "cannot write {why}: it is in use");
        let said = sentence.in_words(&|words| match words {
            "cannot write {name}: {why}" => Some("{why}: {name}"),
            "it is in use" => Some("in Gebrauch"),
            _ => None,
        });
        assert_eq!(said, "in Gebrauch: {why}");
    }

    #[test]
    fn somebody_elses_text_is_not_translated() {
        let theirs = Sentence::from("it is in use {x".to_owned());
        assert_eq!(theirs.in_words(&|_| Some("?")), "it is in use {x");
    }
}
