use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fluent_bundle::FluentResource;

use super::*;
use crate::catalogue::{self, Texts};

/// The folder of a language.
fn folder(tag: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(tag)
}

fn texts(tag: &str) -> Texts {
    catalogue::read(&folder(tag), |_| true).unwrap()
}

/// Languages besides English.
fn overlays() -> Vec<String> {
    let all = std::fs::read_dir(folder("en").parent().unwrap()).unwrap();
    let names = all.map(|it| it.unwrap().file_name().into_string().unwrap());
    names.filter(|it| it != "en").collect()
}

#[test]
fn fluent_reads_every_file_and_finds_as_many_texts_in_it() {
    for tag in overlays().into_iter().chain(["en".to_owned()]) {
        for (id, text) in texts(&tag) {
            let source = format!("{id} = {}\n", text.pattern.replace('\n', "\n    "));
            let read = FluentResource::try_new(source);
            assert!(read.is_ok_and(|it| it.entries().count() == 1), "{tag}: {id}");
        }
    }
}

#[test]
fn a_sentence_is_in_english_by_itself_and_in_another_language_where_that_has_it() {
    static KOREAN: &[Entry] = &[Entry {
        id: "wrong-line",
        pattern: "{ $why } <- { $path }",
        names: &["path", "why"],
        is_plain: true,
    }];
    let why = Sentence::of_system(&"Input/output error (os error 5)");
    let sentence = sentence!("wrong-line", path = "{why}", why: why);
    assert_eq!(sentence, "{why}: Input/output error (os error 5)");
    let language = Language { tag: "ko", texts: KOREAN };
    // What it lacks stays English.
    assert_eq!(sentence.in_language(&language), "Input/output error (os error 5) <- {why}");
}

#[test]
fn somebody_elses_words_stay_as_they_are() {
    let theirs = Sentence::verbatim("it is in use {x");
    assert_eq!(theirs, "it is in use {x");
    assert_eq!(Sentence::of_system(&"odd (os error 9999)"), "odd (os error 9999)");
    assert!(Sentence::verbatim("").is_empty() && Sentence::from_text(Text::NONE).is_empty());
}

#[test]
fn a_plural_form_follows_from_its_number() {
    let source = "files =\n    { $count ->\n        [one] one file\n       *[other] { $count } files\n    } in {\"{\"}{ $place }{\"}\"}\n";
    let (_, text) = catalogue::parse(source).unwrap().remove(0);
    assert!(!text.is_plain);
    assert_eq!(text.names, ["count", "place"]);
    let entry = Entry {
        id: "files",
        pattern: text.pattern.leak(),
        names: &["count", "place"],
        is_plain: false,
    };
    let with = |count: &str| {
        let values = BTreeMap::from([("count", count), ("place", "~")]);
        fill(&entry, "en", &|name| values.get(name).map(|it| (*it).to_owned()))
    };
    assert_eq!(with("1"), "one file in {~}");
    assert_eq!(with("12"), "12 files in {~}");
}

#[test]
fn an_error_of_an_old_record_is_found_by_its_english() {
    assert_eq!(find_english("{path}: {why}").map(Text::id), Some("wrong-line"));
    assert_eq!(find_english("{path}: {other}"), None);
}
