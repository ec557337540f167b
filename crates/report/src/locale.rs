//! Texts of reports in several languages.
//!
//! Knows the files in `locales` and the language of a tag. Must not know where a text is shown.

use std::cell::OnceCell;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use iogram_model::{ENGLISH_SENTENCES, MethodRecord};
use unic_langid::LanguageIdentifier;

use crate::particles::attach;
use crate::rates::RateUnit;

/// Every language: its tag and its texts.
const LANGUAGES: [(&str, &str); 2] =
    [("en", include_str!("../locales/en.ftl")), ("ko", include_str!("../locales/ko.ftl"))];

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
    /// The remedy.
    #[must_use]
    pub fn hint(&self) -> String {
        let names: Vec<&str> = LANGUAGES.iter().map(|(tag, _)| *tag).collect();
        format!("use one of {}", names.join(", "))
    }
}

/// The texts of one language. They are parsed at the first use: most commands that determine the language print no
/// text.
pub struct Locale {
    tag: &'static str,
    source: &'static str,
    bundle: OnceCell<FluentBundle<FluentResource>>,
    rates: RateUnit,
    errors: ErrorWords,
}

/// Finds the translation of an error by its English text; `None` if there is none.
pub type ErrorWords = fn(&str) -> Option<&'static str>;

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
    /// [`UnknownLanguage`] if it has no texts.
    pub fn find(tag: &str) -> Result<Self, UnknownLanguage> {
        let language = tag.split(['-', '_', '.']).next().unwrap_or_default().to_lowercase();
        let (tag, source) = LANGUAGES
            .into_iter()
            .find(|(name, _)| *name == language)
            .ok_or_else(|| UnknownLanguage { tag: tag.to_owned() })?;
        let bundle = OnceCell::new();
        Ok(Self { tag, source, bundle, rates: RateUnit::default(), errors: |_| None })
    }

    /// The same with transfer rates in another unit.
    #[must_use]
    pub fn with_rates(self, rates: RateUnit) -> Self {
        // Parsed texts contain the previous unit.
        Self { rates, bundle: OnceCell::new(), ..self }
    }

    fn bundle(&self) -> &FluentBundle<FluentResource> {
        self.bundle.get_or_init(|| read(self.tag, self.source, self.rates))
    }

    /// The same with translations of errors; the code that raises an error has its English text. Without them, errors
    /// in a record are shown in English.
    #[must_use]
    pub fn with_errors(mut self, errors: ErrorWords) -> Self {
        self.errors = errors;
        self
    }

    /// The text of an error in this language, with names of values in braces; the English text if there is no other.
    pub(crate) fn error_words<'a>(&self, english: &'a str) -> &'a str {
        (self.errors)(english).unwrap_or(english)
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
    ///
    /// # Panics
    ///
    /// Never: English always exists.
    #[must_use]
    pub fn english() -> Self {
        Self::find(ENGLISH).expect("English is there")
    }

    /// The tag for a page.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// Whether there is a text with this id.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.bundle().has_message(id)
    }

    /// The text of a message without values.
    pub(crate) fn text(&self, id: &str) -> String {
        self.with(id, &[])
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
        let is_known = self.tag != ENGLISH && self.bundle().has_message(key);
        if is_known { self.text(key) } else { english.to_owned() }
    }

    /// The text of a message with values, which are texts already: numbers include their units.
    pub(crate) fn with(&self, id: &str, values: &[(&str, &str)]) -> String {
        let pattern = self.bundle().get_message(id).and_then(|message| message.value());
        debug_assert!(pattern.is_some(), "no text in \"{}\" for \"{id}\"", self.tag);
        let Some(pattern) = pattern else { return id.to_owned() };
        let mut arguments = FluentArgs::new();
        for (name, value) in values {
            arguments.set(*name, *value);
        }
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&arguments), &mut errors);
        debug_assert!(errors.is_empty(), "\"{id}\" lacks a value: {errors:?}");
        self.flowing(&text)
    }

    /// A text with its values, with the form of each particle that fits the word before it.
    #[must_use]
    pub fn flowing(&self, text: &str) -> String {
        if self.tag == KOREAN { attach(text) } else { text.to_owned() }
    }
}

/// All texts of a language, with the given unit of transfer rates.
fn read(tag: &str, source: &str, rates: RateUnit) -> FluentBundle<FluentResource> {
    let id: LanguageIdentifier = tag.parse().expect("the tags of `LANGUAGES` are valid");
    let mut bundle = FluentBundle::new(vec![id]);
    // The marks around values would end up in charts and tables.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(source.to_owned()).expect("a test reads the file");
    bundle.add_resource(resource).expect("a test looks for repetitions");
    if tag == ENGLISH {
        let sentences = FluentResource::try_new(ENGLISH_SENTENCES.to_owned());
        let sentences = sentences.expect("a test reads the file");
        bundle.add_resource(sentences).expect("a test looks for repetitions");
    }
    let terms =
        format!("-rate = {}\n-rate-definition = {}\n", rates.symbol(), rates.definition());
    let terms = FluentResource::try_new(terms).expect("two terms of plain text");
    bundle.add_resource_overriding(terms);
    bundle
}

/// A text by its id, with values by name: `say!(locale, "run-heading", run = id)`.
///
/// A test compares each use with the files of all languages: it finds an unknown id, and a missing or extra value.
macro_rules! say {
    ($locale:expr, $id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $locale.with($id, &[$((stringify!($name), $value.to_string().as_str())),*])
    };
}
pub(crate) use say;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use iogram_model::{Finding, MessageId};

    use super::*;

    /// Prefixes of the ids of built-in items: methods, their rules, uses, and demands.
    const BUILT_IN: [&str; 4] = ["method-", "rule-", "use-", "demand-"];

    /// Prefixes of ids that consist of two names.
    const COMPOSED: [&str; 8] = [
        "block-",
        "key-",
        "card-queue-",
        "card-cache-",
        "decoded-",
        "figure-compared-",
        "figure-sharing-",
        "verdict-",
    ];

    /// All English texts: those of pages, and the sentences in records.
    fn english() -> String {
        format!("{}{ENGLISH_SENTENCES}", LANGUAGES[0].1)
    }

    /// The messages of a file, with the values of each.
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
        let english = messages(&english());
        for (tag, source) in LANGUAGES {
            FluentResource::try_new(source.to_owned()).expect("it can be read");
            if tag != ENGLISH {
                assert_eq!(messages(source), english, "{tag}");
            }
        }
        for pair in english.windows(2) {
            assert_ne!(pair[0].0, pair[1].0, "twice");
        }
    }

    /// Every source file of this crate without its tests, with its name.
    #[expect(clippy::disallowed_methods, reason = "a test reads the sources that it is about")]
    fn sources() -> Vec<(String, String)> {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut sources = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|it| it == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let own = text.split("#[cfg(test)]").next().unwrap().to_owned();
                    sources.push((path.display().to_string(), own));
                }
            }
        }
        sources
    }

    /// The text after `start` up to the matching closing parenthesis.
    fn within_parentheses(start: &str) -> &str {
        let mut depth = 1_usize;
        let end = start.char_indices().find(|(_, character)| {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        &start[..end.expect("it is closed").0]
    }

    /// Id and value names of a `say!`, from the contents of its parentheses.
    fn said(inside: &str) -> Option<(String, Vec<String>)> {
        let (_, rest) = inside.split_once('"')?;
        let (id, rest) = rest.split_once('"')?;
        let mut depth = 0_usize;
        let outside: String = rest
            .chars()
            .filter(|character| {
                let is_outside = depth == 0;
                match character {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    _ => {}
                }
                is_outside
            })
            .collect();
        let names = outside.split(',').filter_map(|part| part.split_once(" = "));
        let mut names: Vec<String> = names.map(|(name, _)| name.trim().to_owned()).collect();
        names.sort();
        Some((id.to_owned(), names))
    }

    #[test]
    fn every_text_that_is_said_is_there_and_takes_just_these_values() {
        let texts: BTreeMap<String, Vec<String>> = messages(&english()).into_iter().collect();
        let mut count = 0;
        for (path, source) in sources() {
            for start in source.split("say!(").skip(1) {
                let Some((id, names)) = said(within_parentheses(start)) else { continue };
                if id.is_empty() || path.ends_with("locale.rs") {
                    continue;
                }
                let Some(wanted) = texts.get(&id) else { panic!("{path}: no text \"{id}\"") };
                let mut wanted = wanted.clone();
                wanted.dedup();
                assert_eq!(names, wanted, "{path}: the values of \"{id}\"");
                count += 1;
            }
        }
        assert!(count > 400, "only {count} found: this test looks for them in the wrong way");
    }

    #[test]
    fn no_text_is_left_that_nothing_says() {
        let sources = sources();
        let is_said = |id: &str| {
            let literal = format!("\"{id}\"");
            sources.iter().any(|(_, source)| source.contains(&literal))
        };
        // A kind of findings, or a field of one in the published format.
        let schema = crate::render_schema().replace("\": ", "\":");
        let is_of_finding = |name: &str| {
            Finding::KINDS.iter().filter_map(|kind| name.strip_prefix(kind)).any(|field| {
                let field = field.trim_start_matches('-').replace('-', "_");
                matches!(field.as_str(), "" | "note")
                    || schema.contains(&format!("\"{field}\":"))
            })
        };
        // The kind determines the name of a statement, a section or a card's feature.
        let by_kind = |id: &str| {
            let section = id.strip_prefix("section-");
            MessageId::ALL.iter().any(|it| it.name() == id)
                || id.strip_prefix("finding-").is_some_and(is_of_finding)
                || section.is_some_and(is_said)
                || COMPOSED.iter().any(|start| id.starts_with(start))
        };
        let is_title = |id: &str| BUILT_IN.iter().any(|kind| id.starts_with(kind));
        let left: Vec<String> = messages(&english())
            .into_iter()
            .map(|(id, _)| id)
            .filter(|id| !is_title(id) && !is_said(id) && !by_kind(id))
            .collect();
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn a_language_is_found_by_any_form_of_its_tag() {
        for tag in ["ko", "ko-KR", "ko_KR.UTF-8", "KO"] {
            assert_eq!(Locale::find(tag).unwrap().tag(), "ko");
        }
        let error = Locale::find("tlh").unwrap_err();
        assert_eq!(error.hint(), "use one of en, ko");
    }

    /// Choosing the language costs nothing: commands do so before they know whether they print anything.
    #[test]
    fn texts_are_read_when_the_first_is_needed() {
        let locale = Locale::find("ko").unwrap().with_rates(RateUnit::Binary);
        assert_eq!(locale.tag(), "ko");
        assert!(locale.bundle.get().is_none());
        assert!(locale.has("figure-mean"));
        assert!(locale.bundle.get().is_some());
    }

    /// The texts contain the unit, whether it is chosen before or after parsing them.
    #[test]
    fn the_unit_of_rates_is_in_texts_that_were_read_before_it_was_chosen() {
        let all = |locale: &Locale| {
            let ids = messages(&english()).into_iter().filter(|(_, values)| values.is_empty());
            ids.map(|(id, _)| locale.text(&id)).collect::<Vec<_>>()
        };
        let chosen_before = all(&Locale::english().with_rates(RateUnit::Binary));
        let read = Locale::english();
        assert_ne!(all(&read), chosen_before);
        assert_eq!(all(&read.with_rates(RateUnit::Binary)), chosen_before);
    }

    #[test]
    fn values_stand_in_the_text_without_marks_around_them() {
        let text = Locale::english().with("figure-mean", &[("value", "40.0 MB/s")]);
        assert_eq!(text, "mean 40.0 MB/s");
    }
}
