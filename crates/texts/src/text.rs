//! A text and where it is found.

use std::borrow::Cow;
use std::fmt;

use crate::fill::{Entry, fill};

/// A text for people: words without their values. English, until a language is asked for.
#[derive(Clone, Copy)]
pub struct Text(&'static Entry);

/// The text that says nothing.
static NOTHING: Entry = Entry { id: "", pattern: "", names: &[], is_plain: true };

impl Text {
    /// Nothing is said.
    pub const NONE: Self = Self(&NOTHING);

    /// The text of an entry of the English table.
    #[must_use]
    pub const fn of(entry: &'static Entry) -> Self {
        Self(entry)
    }

    /// What records and other languages name it by.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The names of its values.
    #[must_use]
    pub const fn names(self) -> &'static [&'static str] {
        self.0.names
    }

    /// Whether it says nothing.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.id.is_empty()
    }

    /// In English, with its values.
    #[must_use]
    pub fn english(self, value: &dyn Fn(&str) -> Option<String>) -> String {
        fill(self.0, "en", value)
    }

    /// Its English words; for a text without values.
    #[must_use]
    pub fn words(self) -> Cow<'static, str> {
        if self.0.pattern.contains('{') {
            Cow::Owned(self.english(&|_| None))
        } else {
            Cow::Borrowed(self.0.pattern)
        }
    }
}

/// Nothing is said.
impl Default for Text {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.words())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Text").field(&self.0.id).finish()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for Text {}

/// Whether these are its English words.
impl PartialEq<str> for Text {
    fn eq(&self, english: &str) -> bool {
        self.words() == english
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, english: &&str) -> bool {
        *self == **english
    }
}

/// The entry of an id in a table that is in the order of ids.
#[must_use]
pub const fn find_in(table: &'static [Entry], id: &str) -> Option<&'static Entry> {
    match place_in(table, id) {
        Some(place) => Some(&table[place]),
        None => None,
    }
}

/// Where the entry of an id is in a table.
#[must_use]
pub const fn place_in(table: &[Entry], id: &str) -> Option<usize> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match order(table[middle].id.as_bytes(), id.as_bytes()) {
            0 => return Some(middle),
            1 => high = middle,
            _ => low = middle + 1,
        }
    }
    None
}

/// 0 for the same, 1 if the first comes behind the second, 2 if it comes before.
const fn order(one: &[u8], other: &[u8]) -> u8 {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return if one[at] > other[at] { 1 } else { 2 };
        }
        at += 1;
    }
    match (at < one.len(), at < other.len()) {
        (false, false) => 0,
        (true, _) => 1,
        (false, true) => 2,
    }
}

/// Whether a text takes just these values.
#[must_use]
pub const fn has_names(entry: &Entry, names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        if !has_name(entry.names, names[at]) {
            return false;
        }
        at += 1;
    }
    at == entry.names.len()
}

const fn has_name(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if order(names[at].as_bytes(), name.as_bytes()) == 0 {
            return true;
        }
        at += 1;
    }
    false
}
