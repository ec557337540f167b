//! Texts of reports in several languages.
//!
//! Knows the files in `locales` and which language a tag means. Must not know where a text stands.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::phrases::Phrases;

/// Every language: its tag and its texts.
const LANGUAGES: [(&str, &str); 2] =
    [("en", include_str!("../locales/en.ftl")), ("ko", include_str!("../locales/ko.ftl"))];

/// The language in which pages are written before they are translated.
const ENGLISH: &str = "en";

/// A language that is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot write in language \"{tag}\"")]
pub struct UnknownLanguage {
    tag: String,
}

impl UnknownLanguage {
    /// What the user can do.
    #[must_use]
    pub fn hint(&self) -> String {
        let names: Vec<&str> = LANGUAGES.iter().map(|(tag, _)| *tag).collect();
        format!("use one of {}", names.join(", "))
    }
}

/// The texts of one language.
pub struct Locale {
    tag: &'static str,
    bundle: FluentBundle<FluentResource>,
    /// By the English wording; `None` in English.
    phrases: Option<Phrases>,
}

impl std::fmt::Debug for Locale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Locale").field("tag", &self.tag).finish_non_exhaustive()
    }
}

impl Locale {
    /// The language of a tag such as `ko`, `ko-KR` or `ko_KR.UTF-8`.
    ///
    /// # Errors
    ///
    /// [`UnknownLanguage`] where there are no texts in it.
    ///
    /// # Panics
    ///
    /// Never: the files are part of the program, and tests read them.
    pub fn find(tag: &str) -> Result<Self, UnknownLanguage> {
        let language = tag.split(['-', '_', '.']).next().unwrap_or_default().to_lowercase();
        let (tag, source) = LANGUAGES
            .into_iter()
            .find(|(name, _)| *name == language)
            .ok_or_else(|| UnknownLanguage { tag: tag.to_owned() })?;
        let resource =
            FluentResource::try_new(source.to_owned()).expect("a test reads the file");
        let id: LanguageIdentifier = tag.parse().expect("the tags above are valid");
        let mut bundle = FluentBundle::new(vec![id]);
        // The marks around values would end up in pictures and tables.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).expect("a test looks for repetitions");
        let phrases = (tag != ENGLISH).then(|| Phrases::read(LANGUAGES[0].1));
        Ok(Self { tag, bundle, phrases })
    }

    /// English.
    ///
    /// # Panics
    ///
    /// Never: English is there.
    #[must_use]
    pub fn english() -> Self {
        Self::find(ENGLISH).expect("English is there")
    }

    /// The tag for a page.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// The text of a message without values.
    pub(crate) fn text(&self, id: &str) -> String {
        self.with(id, &[])
    }

    pub(crate) fn is_english(&self) -> bool {
        self.phrases.is_none()
    }

    /// A text of a page in this language, or those of its parts that have been translated.
    pub(crate) fn phrase(&self, english: &str) -> String {
        let say = |id: &str, values: &[(&str, &str)]| self.with(id, values);
        let said = self.phrases.as_ref().and_then(|it| it.translate(english, &say));
        said.unwrap_or_else(|| english.to_owned())
    }

    /// A name in this language: itself, unless it is that of one repetition.
    pub(crate) fn label(&self, name: &str) -> String {
        let found = self.phrases.as_ref().and_then(|it| it.find(name));
        match found {
            Some((id, _)) if id.starts_with("p-label") => self.phrase(name),
            _ => name.to_owned(),
        }
    }

    /// The text of a message with values, which are text already: numbers carry their units.
    pub(crate) fn with(&self, id: &str, values: &[(&str, &str)]) -> String {
        let pattern = self.bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else { return id.to_owned() };
        let mut arguments = FluentArgs::new();
        for (name, value) in values {
            arguments.set(*name, *value);
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The messages of a file with the values that each takes.
    fn messages(source: &str) -> Vec<(String, Vec<String>)> {
        let lines =
            source.lines().filter(|line| !line.starts_with('#') && line.contains(" = "));
        let mut messages: Vec<(String, Vec<String>)> = lines
            .map(|line| {
                let (id, text) = line.split_once(" = ").unwrap();
                let values =
                    text.split("{ $").skip(1).filter_map(|part| part.split(' ').next());
                let mut values: Vec<String> = values.map(ToOwned::to_owned).collect();
                values.sort();
                (id.to_owned(), values)
            })
            .collect();
        messages.sort();
        messages
    }

    #[test]
    fn every_language_has_the_same_messages_with_the_same_values() {
        let english = messages(LANGUAGES[0].1);
        for (tag, source) in LANGUAGES {
            FluentResource::try_new(source.to_owned()).expect("it can be read");
            assert_eq!(messages(source), english, "{tag}");
        }
    }

    #[test]
    fn a_language_is_found_by_any_form_of_its_tag() {
        for tag in ["ko", "ko-KR", "ko_KR.UTF-8", "KO"] {
            assert_eq!(Locale::find(tag).unwrap().tag(), "ko");
        }
        let error = Locale::find("tlh").unwrap_err();
        assert_eq!(error.hint(), "use one of en, ko");
    }

    #[test]
    fn english_headings_stay_what_they_are_in_other_pages() {
        let english = Locale::english();
        let lines = LANGUAGES[0].1.lines().filter(|line| line.starts_with("t-"));
        for text in lines.filter_map(|line| line.split_once(" = ")).map(|(_, text)| text) {
            assert_eq!(english.phrase(text), text);
        }
        assert_eq!(Locale::find("ko").unwrap().phrase("p99.9"), "p99.9");
    }

    #[test]
    fn values_stand_in_the_text_without_marks_around_them() {
        let text = Locale::english().with("figure-mean", &[("value", "40.0 MB/s")]);
        assert_eq!(text, "mean 40.0 MB/s");
    }
}
