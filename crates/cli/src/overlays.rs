//! Tests of the languages besides English: what they have is there, and what they lack is counted.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use iogram_interchange::{IMPORTERS, Recognised, Source, decode_output, recognise};
use iogram_model::{Evidence, ImportedEvidence};
use iogram_report::{english_ids, english_text, languages};

use crate::args::help_keys;

/// The keys of texts whose English stands in the files of the built-in methods.
fn method_keys() -> BTreeSet<String> {
    let methods = iogram_runner::builtin_methods();
    let keys = methods.iter().flat_map(|method| {
        let parts = ["question".to_owned(), "source".to_owned()];
        let params = method.params.iter().map(|param| format!("param-{}", param.name));
        let parts = parts.into_iter().chain(params).collect::<Vec<_>>();
        parts.into_iter().map(|part| format!("method-{}-{part}", method.id))
    });
    keys.collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "the missing texts are counted, not refused")]
fn an_overlay_has_texts_of_ids_that_exist_with_the_same_values_and_may_lack_any() {
    let help = help_keys();
    let methods = method_keys();
    for language in languages() {
        for text in language.texts {
            match english_text(text.id) {
                Some(english) => {
                    assert_eq!(text.names, english.names, "{}: {}", language.tag, text.id);
                }
                None => assert!(
                    help.contains(text.id) || methods.contains(text.id),
                    "{}: there is no text {}",
                    language.tag,
                    text.id
                ),
            }
        }
        let own: BTreeSet<&str> = language.texts.iter().map(|text| text.id).collect();
        let lacks = |id: &str| !own.contains(id);
        let catalogue: Vec<&str> = english_ids().filter(|id| lacks(id)).collect();
        let methods: Vec<&String> = methods.iter().filter(|id| lacks(id)).collect();
        println!("{} lacks {} texts: {catalogue:?}", language.tag, catalogue.len());
        println!("{} lacks {} texts of methods: {methods:?}", language.tag, methods.len());
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}

/// What the importers find in every log of the test data.
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
fn every_note_of_an_importer_is_kept_as_a_statement_and_in_english() {
    let english = iogram_report::Locale::english();
    let mut count = 0;
    for (file, evidence) in imported() {
        assert_eq!(evidence.notes.len(), evidence.note_statements.len(), "{file}");
        for (note, statement) in evidence.notes.iter().zip(&evidence.note_statements) {
            assert_eq!(&statement.english(), note, "{file}");
            assert_eq!(&iogram_report::statement_text(statement, &english), note, "{file}");
            count += 1;
        }
    }
    assert!(count > 20, "only {count}");
}

#[test]
fn every_kind_of_file_has_a_title() {
    for importer in IMPORTERS {
        let id = format!("method-import-{}", importer.kind);
        assert!(english_text(&id).is_some(), "{id}");
    }
}
