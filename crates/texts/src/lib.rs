//! Every text for people: its id, its English, the names of its values; and how a text becomes words.
//!
//! The English stands once in `locales/en`, one file an area, in the form of Fluent. It is a table of the program:
//! nothing is read when it starts, and an id or a value that a text does not have is an error of the compiler. Other
//! languages (`locales/ko`) lie over it in `report`, and may lack texts. Must not know any language but English, and
//! does no I/O.

mod fill;
mod sentence;
mod system;
mod text;

pub use fill::{Entry, fill};
pub use sentence::{Language, Said, Sentence, Value, with_values};
pub use text::{Text, find_in, has_names, place_in};

/// The English of all areas but those of pages, by their ids.
pub static ENGLISH: &[Entry] = &include!(concat!(env!("OUT_DIR"), "/english.rs"));

/// The text of an id that only the running program knows, such as one that a record keeps.
#[must_use]
pub fn find(id: &str) -> Option<Text> {
    find_in(ENGLISH, id).map(Text::of)
}

/// The text with this English, as records of before ids kept it: with names of values in braces.
#[must_use]
pub fn find_english(template: &str) -> Option<Text> {
    let found = ENGLISH.iter().find(|entry| entry.has_template(template));
    found.map(Text::of)
}

/// The text of an id with the names of its values, for [`text!`] and `sentence!`.
///
/// # Panics
///
/// While it is compiled, if there is no such text or it takes other values.
#[must_use]
pub const fn named(id: &str, names: &[&str]) -> Text {
    match find_in(ENGLISH, id) {
        Some(entry) if has_names(entry, names) => Text::of(entry),
        Some(_) => panic!("a text of locales/en takes other values than these"),
        None => panic!("no text of locales/en has this id"),
    }
}

/// A text by its id: `text!("device-busy")`, with the names of its values where it has any: `text!("device-open", path)`.
///
/// ```
/// const BUSY: iogram_texts::Text = iogram_texts::text!("system-ebusy");
/// assert_eq!(BUSY, "Device or resource busy (os error 16)");
/// ```
///
/// ```compile_fail
/// const NONE: iogram_texts::Text = iogram_texts::text!("model-of-no-file");
/// ```
#[macro_export]
macro_rules! text {
    ($id:literal $(, $name:ident)* $(,)?) => {{
        const SAID: $crate::Text = $crate::named($id, &[$(stringify!($name)),*]);
        SAID
    }};
}

#[cfg(test)]
#[expect(dead_code, reason = "the table is for build scripts")]
#[path = "../build/catalogue.rs"]
mod catalogue;

#[cfg(test)]
mod tests;
