//! Translations of help, errors and hints.
//!
//! The English text is at its source: with an option, with an error. It is the key of the translation, as in gettext,
//! with its values still separate. A test fails if the English text changes until the translations follow. Must not
//! know any option or error.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use iogram_model::Sentence;
use iogram_report::{ErrorWords, Locale};

/// Texts by their English originals.
pub(crate) struct Translation {
    texts: BTreeMap<String, String>,
}

static KOREAN: LazyLock<Translation> = LazyLock::new(|| Translation {
    texts: toml::from_str(include_str!("../locales/ko.toml")).expect("a test reads the file"),
});

impl Translation {
    /// The translation into the language of a tag, in the form of [`Locale::tag`]; `None` for English.
    pub(crate) fn into_language(tag: &str) -> Option<&'static Self> {
        // Parsed only if needed: it takes longer than most commands.
        (tag == "ko").then(|| &*KOREAN)
    }

    /// The translations of a record's errors into the language of a tag; `None` for English.
    pub(crate) fn of_errors(tag: &str) -> Option<ErrorWords> {
        Self::into_language(tag).map(|_| -> ErrorWords { |english| KOREAN.find(english) })
    }

    /// The translation of this English text, if there is one.
    pub(crate) fn find(&'static self, english: &str) -> Option<&'static str> {
        self.texts.get(english).map(String::as_str)
    }

    /// The translation of this English text; the English text if there is none.
    pub(crate) fn text<'a>(&'static self, english: &'a str) -> &'a str {
        self.find(english).unwrap_or(english)
    }
}

/// A sentence in a language.
pub(crate) fn said(sentence: &Sentence, locale: &Locale) -> String {
    match Translation::into_language(locale.tag()) {
        Some(texts) => locale.flowing(&sentence.in_words(&|words| texts.find(words))),
        None => sentence.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use iogram_bundle::HiddenKind;
    use iogram_interchange::{IMPORTERS, Recognised, Source, decode_output, recognise};
    use iogram_model::{Evidence, ImportedEvidence};

    use super::*;

    /// Every file below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut all = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
        }
        all
    }

    /// Every Rust file below a folder.
    fn below(folder: &Path, all: &mut Vec<String>) {
        let is_rust = |it: &PathBuf| it.extension().is_some_and(|it| it == "rs");
        let read = |it: PathBuf| String::from_utf8(std::fs::read(it).unwrap()).unwrap();
        all.extend(files(folder).into_iter().filter(is_rust).map(read));
    }

    /// Every Rust file of the program's crates.
    fn sources() -> Vec<String> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut all = Vec::new();
        for entry in std::fs::read_dir(crates).unwrap() {
            below(&entry.unwrap().path().join("src"), &mut all);
        }
        all
    }

    /// The literals of a Rust file, each with the code before it. Test code is left out, because no user sees its
    /// texts.
    fn literals(source: &str) -> Vec<(&str, String)> {
        let source = source.split("#[cfg(test)]").next().unwrap_or_default();
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(next) = source[at..].find(['"', '/', '\'']).map(|it| at + it) {
            let rest = &source[next..];
            if rest.starts_with("//") {
                at = rest.find('\n').map_or(source.len(), |it| next + it);
            } else if rest.starts_with('\'') {
                let is_quote =
                    ["'\"'", "'\\''", "'\\\"'"].iter().find(|it| rest.starts_with(**it));
                at = next + is_quote.map_or(1, |it| it.len());
            } else if rest.starts_with('"') {
                let mut end = 1;
                while !rest[end..].starts_with('"') {
                    let letter = rest[end..].chars().next().unwrap();
                    end += letter.len_utf8();
                    end += usize::from(letter == '\\');
                }
                found.push((source[..next].trim_end(), unescaped(&rest[1..end])));
                at = next + end + 1;
            } else {
                at = next + 1;
            }
        }
        found
    }

    fn unescaped(raw: &str) -> String {
        let mut text = String::new();
        let mut rest = raw;
        while let Some((before, behind)) = rest.split_once('\\') {
            text.push_str(before);
            let letter = behind.chars().next().unwrap_or_default();
            rest = &behind[letter.len_utf8()..];
            match letter {
                '\n' => rest = rest.trim_start(),
                'n' => text.push('\n'),
                other => text.push(other),
            }
        }
        text + rest
    }

    /// The names in braces.
    fn names(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }

    #[test]
    fn every_sentence_with_values_is_there_in_korean_and_no_value_is_lost() {
        let korean = Translation::into_language("ko").unwrap();
        let mut wrong = Vec::new();
        let mut count = 0;
        for source in sources() {
            for (before, english) in literals(&source) {
                if before.ends_with("sentence!(") {
                    count += 1;
                    let said = korean.find(&english);
                    if said.is_none_or(|it| names(it) != names(&english)) {
                        wrong.push(english);
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(count > 300, "only {count}");
    }

    /// Questions and parameters of the built-in methods.
    fn method_texts() -> Vec<String> {
        let methods = iogram_runner::builtin_methods();
        let texts = methods.iter().flat_map(|method| {
            let helps = method.params.iter().map(|param| param.help.clone());
            std::iter::once(method.question.clone()).chain(helps)
        });
        texts.collect()
    }

    #[test]
    fn every_method_is_explained_in_korean() {
        let korean = Translation::into_language("ko").unwrap();
        let texts = method_texts();
        let left: Vec<&String> = texts.iter().filter(|it| korean.find(it).is_none()).collect();
        assert!(left.is_empty(), "{left:#?}");
        assert!(texts.len() > 150, "only {}", texts.len());
    }

    /// The results of the importers for every log of the test data.
    fn imported() -> Vec<(String, ImportedEvidence)> {
        let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logs");
        let mut found = Vec::new();
        for path in files(&logs) {
            let text = decode_output(&std::fs::read(&path).unwrap());
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let source = Source { name: &name, text: &text };
            let Recognised::As(importer) = recognise(&source) else { continue };
            let probes = importer.read(&source).into_iter().flatten().flat_map(|it| it.probes);
            let evidence = probes.filter_map(|it| match it.evidence {
                Evidence::Imported(evidence) => Some((name.clone(), evidence)),
                _ => None,
            });
            found.extend(evidence);
        }
        found
    }

    #[test]
    fn every_note_of_an_importer_is_said_in_korean() {
        let korean = Locale::find("ko").unwrap();
        let korean = korean.with_errors(Translation::of_errors("ko").unwrap());
        let mut count = 0;
        for (file, evidence) in imported() {
            assert_eq!(evidence.notes.len(), evidence.note_statements.len(), "{file}");
            for (note, statement) in evidence.notes.iter().zip(&evidence.note_statements) {
                assert_eq!(&statement.english(), note, "{file}");
                let said = iogram_report::statement_text(statement, &korean);
                assert!(said.contains(|it: char| !it.is_ascii()), "{file}: {said}");
                count += 1;
            }
        }
        assert!(count > 20, "only {count}");
    }

    #[test]
    fn every_kind_of_file_has_a_title_in_korean() {
        let korean = Locale::find("ko").unwrap();
        for importer in IMPORTERS {
            let title = korean.built_in_title(&format!("import-{}", importer.kind), "-");
            assert_ne!(title, "-", "{}", importer.kind);
        }
    }

    #[test]
    fn what_a_bundle_hides_is_named_in_korean() {
        let korean = Translation::into_language("ko").unwrap();
        for kind in HiddenKind::ALL {
            assert!(korean.find(kind.words()).is_some(), "{}", kind.words());
        }
    }

    /// Words that are part of a sentence of `BundleError`, and not a sentence of their own.
    #[test]
    fn whatever_is_wrong_with_a_bundle_is_said_in_korean() {
        let korean = Translation::into_language("ko").unwrap();
        let mut all = Vec::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../bundle/src"), &mut all);
        let mut left = BTreeSet::new();
        let mut count = 0;
        for source in &all {
            for (before, english) in literals(source) {
                let is_said = ["what:", "what =", "reason:", "wrong(", "beside("]
                    .iter()
                    .any(|it| before.ends_with(it));
                if is_said {
                    count += 1;
                    if korean.find(&english).is_none() {
                        left.insert(english);
                    }
                }
            }
        }
        assert!(left.is_empty(), "{left:#?}");
        assert!(count > 20, "only {count}");
    }

    #[test]
    fn every_reason_for_a_refusal_of_a_file_is_said_in_korean() {
        let korean = Translation::into_language("ko").unwrap();
        let importers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../interchange/src/import");
        let mut all = Vec::new();
        below(&importers, &mut all);
        let mut left = BTreeSet::new();
        let mut count = 0;
        for source in &all {
            for (before, english) in literals(source) {
                let call = before.rsplit(';').next().unwrap_or_default();
                let is_phrase = ["a ", "an ", "the "].iter().any(|it| english.starts_with(it));
                let is_expected = call.contains(".expected(") || call.contains("cut_off(");
                if is_phrase && is_expected && before.ends_with([',', '(']) {
                    count += 1;
                    if korean.find(&english).is_none() {
                        left.insert(english);
                    }
                }
            }
        }
        assert!(left.is_empty(), "{left:#?}");
        assert!(count > 60, "only {count}");
    }

    #[test]
    fn every_korean_text_is_of_something_that_is_said() {
        let sources = sources();
        let mut said: BTreeSet<String> =
            sources.iter().flat_map(|it| literals(it)).map(|(_, text)| text).collect();
        said.extend(crate::args::help_texts());
        said.extend(method_texts());
        // A message of the system has its number at the end.
        let korean = Translation::into_language("ko").unwrap();
        let texts = korean.texts.keys().filter(|text| !text.contains("(os error "));
        let left: Vec<&String> = texts.filter(|text| !said.contains(*text)).collect();
        assert!(left.is_empty(), "{left:#?}");
    }
}
