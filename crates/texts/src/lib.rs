//! Every text for people: its id, its English, the names of its values; and the way from a text to words.
//!
//! The English is in `locales/en`, one file an area, in the form of Fluent. It is a table of the program: nothing is
//! read at the start, and the compiler rejects an unknown id or value. Other languages (`locales/ko`) are overlays in
//! `report`, and may lack texts. Must not know any language but English, and does no I/O.

mod fill;
mod sentence;
mod system;
mod text;

pub use fill::{Entry, fill};
pub use sentence::{Language, Said, Sentence, Value, with_values};
pub use text::{Text, find_in, has_names, place_in};

include!(concat!(env!("OUT_DIR"), "/english.rs"));

/// The text of an id that is known only at run time, such as an id in a record.
#[must_use]
pub fn find(id: &str) -> Option<Text> {
    find_in(&ENGLISH, id).map(Text::from_entry)
}

/// The text with this English, for records that are older than ids: with names of values in braces.
#[must_use]
pub fn find_english(template: &str) -> Option<Text> {
    let found = ENGLISH.iter().find(|entry| entry.has_template(template));
    found.map(Text::from_entry)
}

/// The text of an id with the names of its values, for [`text!`] and `sentence!`.
///
/// # Panics
///
/// During compilation, if there is no such text or it takes other values.
#[must_use]
pub const fn text_with_names(id: &str, names: &[&str]) -> Text {
    match find_in(&ENGLISH, id) {
        Some(entry) if has_names(entry, names) => Text::from_entry(entry),
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
        const SAID: $crate::Text = $crate::text_with_names($id, &[$(stringify!($name)),*]);
        SAID
    }};
}

#[cfg(test)]
#[expect(dead_code, reason = "the table is for build scripts")]
#[path = "../build/catalogue.rs"]
mod catalogue;

#[cfg(test)]
mod tests;
