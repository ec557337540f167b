//! Texts of reports in several languages.
//!
//! Knows which languages there are and which a tag means. Must not know where a text stands.

use iogram_model::{MethodRecord, with_values};
use iogram_texts::{
    ENGLISH as STATEMENTS, Entry, Language, Sentence, fill, find_english, find_in, has_names,
};

use crate::particles::attach;
use crate::rates::RateUnit;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Every language besides English.
static OVERLAYS: &[Language] = &include!(concat!(env!("OUT_DIR"), "/overlays.rs"));

/// The language that always exists, and in which records store their sentences.
const ENGLISH: &str = "en";

/// The language whose particles depend on the sound before them.
const KOREAN: &str = "ko";

/// A language without texts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot write in language \"{tag}\"")]
pub struct UnknownLanguage {
    tag: String,
}

impl UnknownLanguage {
    /// What was asked for.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The tags of all languages, with commas.
    #[must_use]
    pub fn known(&self) -> String {
        let overlays = OVERLAYS.iter().map(|language| language.tag);
        std::iter::once(ENGLISH).chain(overlays).collect::<Vec<_>>().join(", ")
    }
}

/// A language with the unit of its transfer rates. Its texts are a part of the program: nothing is read.
#[derive(Debug, Clone, Copy)]
pub struct Locale {
    /// `None` for English.
    language: Option<&'static Language>,
    rates: RateUnit,
}

/// The languages besides English.
#[must_use]
pub fn languages() -> &'static [Language] {
    OVERLAYS
}

/// The English text of an id.
#[must_use]
pub fn english_text(id: &str) -> Option<&'static Entry> {
    english_of(id)
}

/// The ids of all texts of the catalogue.
pub fn english_ids() -> impl Iterator<Item = &'static str> {
    PAGES.iter().chain(&STATEMENTS).map(|entry| entry.id)
}

fn english_of(id: &str) -> Option<&'static Entry> {
    find_in(&PAGES, id).or_else(|| find_in(&STATEMENTS, id))
}

/// The English text of an id with the names of its values, for [`say!`].
pub(crate) const fn entry_for(id: &str, names: &[&str]) -> &'static Entry {
    let found = match find_in(&PAGES, id) {
        Some(entry) => entry,
        None => match find_in(&STATEMENTS, id) {
            Some(entry) => entry,
            None => panic!("no text of locales/en has this id"),
        },
    };
    assert!(has_names(found, names), "a text of locales/en takes other values than these");
    found
}

impl Locale {
    /// The language of a tag such as `ko`, `ko-KR` or `ko_KR.UTF-8`.
    ///
    /// # Errors
    ///
    /// [`UnknownLanguage`] if it has no texts.
    pub fn find(tag: &str) -> Result<Self, UnknownLanguage> {
        let name = tag.split(['-', '_', '.']).next().unwrap_or_default().to_lowercase();
        let language = OVERLAYS.iter().find(|language| language.tag == name);
        if language.is_none() && name != ENGLISH {
            return Err(UnknownLanguage { tag: tag.to_owned() });
        }
        Ok(Self { language, rates: RateUnit::default() })
    }

    /// The same with transfer rates in another unit.
    #[must_use]
    pub fn with_rates(self, rates: RateUnit) -> Self {
        Self { rates, ..self }
    }

    /// The unit of transfer rates.
    #[must_use]
    pub fn rates(&self) -> RateUnit {
        self.rates
    }

    /// The title of a figure in a comparison, which ends in the unit for transfer rates.
    pub(crate) fn figure_title(&self, title: &str) -> String {
        match title.strip_suffix(RateUnit::Decimal.symbol()) {
            Some(work) => format!("{work}{}", self.rates.symbol()),
            None => title.to_owned(),
        }
    }

    /// A transfer rate without its unit.
    pub(crate) fn rate(&self, bytes_per_s: Option<f64>) -> String {
        self.rates.number(bytes_per_s)
    }

    /// A transfer rate with its unit.
    pub(crate) fn throughput(&self, bytes_per_s: Option<f64>) -> String {
        self.rates.text(bytes_per_s)
    }

    /// English.
    #[must_use]
    pub fn english() -> Self {
        Self { language: None, rates: RateUnit::default() }
    }

    /// The tag for a page.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.language.map_or(ENGLISH, |language| language.tag)
    }

    /// What this language has for an id, if it is another than English and has it.
    fn own(&self, id: &str) -> Option<&'static Entry> {
        find_in(self.language?.texts, id)
    }

    /// Whether there is a text with this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.own(id).or_else(|| english_of(id)).is_some()
    }

    /// The text of a message without values.
    pub(crate) fn text(&self, id: &str) -> String {
        self.with(id, &[])
    }

    /// What this language has for a text whose English is kept elsewhere, such as in the help of an option; `None` where it has
    /// none, and in English.
    #[must_use]
    pub fn overlay(&self, id: &str) -> Option<String> {
        let entry = self.own(id)?;
        Some(self.flowing(&fill(entry, self.tag(), &|_| None)))
    }

    /// The same without values, as it stands in the program.
    #[must_use]
    pub fn word(&self, id: &str) -> Option<&'static str> {
        self.own(id).map(|entry| entry.pattern)
    }

    /// A sentence in this language.
    #[must_use]
    pub fn sentence(&self, sentence: &Sentence) -> String {
        match self.language {
            Some(language) => self.flowing(&sentence.in_language(language)),
            None => sentence.to_string(),
        }
    }

    /// An error that a record keeps: by its text, else by its English words.
    pub(crate) fn error(
        &self,
        id: Option<&str>,
        words: &str,
        value: &dyn Fn(&str) -> Option<String>,
    ) -> String {
        let text = match id {
            Some(id) => iogram_texts::find(id),
            None => find_english(words),
        };
        match (text.and_then(|text| self.own(text.id())), text, id) {
            (Some(own), ..) => self.flowing(&fill(own, self.tag(), value)),
            (None, Some(text), _) => text.english(value),
            // One of a newer version, whose values stand in its words.
            (None, None, Some(_)) => words.to_owned(),
            (None, None, None) => with_values(words, value),
        }
    }

    /// The title of a part of a composed method; its own name if there is no text for it.
    pub(crate) fn block_title(&self, block: &str) -> String {
        let id = format!("block-{block}");
        if self.has(&id) { self.text(&id) } else { block.to_owned() }
    }

    /// The title of a method: a built-in one in this language, any other as in its file.
    #[must_use]
    pub fn method_title(&self, method: &MethodRecord) -> String {
        match &method.text {
            Some(_) => method.title.clone(),
            None => self.title(&format!("method-{}", method.id), &method.title),
        }
    }

    /// The title of the built-in method with this id.
    #[must_use]
    pub fn built_in_title(&self, id: &str, english: &str) -> String {
        self.title(&format!("method-{id}"), english)
    }

    /// The title of the published rule with this id.
    #[must_use]
    pub fn rule_title(&self, id: &str, english: &str) -> String {
        self.title(&format!("rule-{id}"), english)
    }

    /// The title of a built-in item with this key, such as `rule-a1-read`. It stays as written in English, and in all
    /// languages if this version does not know the key.
    pub(crate) fn title(&self, key: &str, english: &str) -> String {
        if self.own(key).is_some() { self.text(key) } else { english.to_owned() }
    }

    /// The text of an id with values, which are text already: numbers carry their units.
    pub(crate) fn with(&self, id: &str, values: &[(&str, &str)]) -> String {
        let english = english_of(id);
        debug_assert!(english.is_some(), "no text for \"{id}\"");
        english.map_or_else(|| id.to_owned(), |english| self.say(english, values))
    }

    /// A text of the English catalogue with values, which are text already.
    pub(crate) fn say(&self, english: &'static Entry, values: &[(&str, &str)]) -> String {
        let entry = self.own(english.id).unwrap_or(english);
        let tag = if std::ptr::eq(entry, english) { ENGLISH } else { self.tag() };
        self.flowing(&fill(entry, tag, &|name| {
            let value = values.iter().find(|(it, _)| *it == name).map(|(_, value)| *value);
            let value = value.or_else(|| self.unit(name));
            debug_assert!(value.is_some(), "\"{}\" lacks its value {name}", english.id);
            value.map(ToOwned::to_owned)
        }))
    }

    /// What terms of texts stand for.
    fn unit(&self, term: &str) -> Option<&'static str> {
        match term {
            "-rate" => Some(self.rates.symbol()),
            "-rate-definition" => Some(self.rates.definition()),
            _ => None,
        }
    }

    /// A text with its values, with the form of each particle that fits the word before it.
    #[must_use]
    pub fn flowing(&self, text: &str) -> String {
        if self.tag() == KOREAN { attach(text) } else { text.to_owned() }
    }
}

/// A text by its id with its values by name: `say!(locale, "run-heading", run = id)`. An id that is not there, a value too
/// many or too few is an error of the compiler.
macro_rules! say {
    ($locale:expr, $id:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        const SAID: &iogram_texts::Entry =
            $crate::locale::entry_for($id, &[$(stringify!($name)),*]);
        $locale.say(SAID, &[$((stringify!($name), $value.to_string().as_str())),*])
    }};
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_any_form_of_its_tag() {
        for tag in ["ko", "ko-KR", "ko_KR.UTF-8", "KO"] {
            assert_eq!(Locale::find(tag).unwrap().tag(), "ko");
        }
        assert_eq!(Locale::find("en_US").unwrap().tag(), "en");
        let error = Locale::find("tlh").unwrap_err();
        assert_eq!(error.known(), "en, ko");
    }

    #[test]
    fn the_unit_of_rates_is_in_texts_that_name_it() {
        let decimal = Locale::english();
        let binary = decimal.with_rates(RateUnit::Binary);
        assert_eq!(decimal.text("busy-rate"), "MB/s while busy");
        assert_eq!(binary.text("busy-rate"), "MiB/s while busy");
    }

    #[test]
    fn values_stand_in_the_text_without_marks_around_them() {
        let text = Locale::english().with("figure-mean", &[("value", "40.0 MB/s")]);
        assert_eq!(text, "mean 40.0 MB/s");
    }

    #[test]
    fn what_a_language_lacks_is_shown_in_english() {
        static EMPTY: Language = Language { tag: "ko", texts: &[] };
        let locale = Locale { language: Some(&EMPTY), rates: RateUnit::default() };
        assert_eq!(locale.with("figure-mean", &[("value", "4")]), "mean 4");
        assert_eq!(locale.overlay("figure-mean"), None);
    }

    #[test]
    fn an_error_of_a_record_of_before_is_found_by_its_english() {
        let korean = Locale::find("ko").unwrap();
        let value = |name: &str| (name == "path").then(|| "/dev/x".to_owned());
        let said = korean.error(None, "cannot open {path}", &value);
        assert_eq!(said, korean.error(Some("device-cannot-open"), "-", &value));
        assert!(said.contains("/dev/x") && !said.is_ascii(), "{said}");
        assert_eq!(korean.error(None, "odd {path}", &value), "odd /dev/x");
        assert_eq!(korean.error(Some("of-tomorrow"), "odd {path}", &value), "odd {path}");
    }
}
