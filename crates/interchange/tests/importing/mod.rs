//! Common functions of the importers' tests.

use iogram_interchange::{Imported, Refusal, decode_log};
use iogram_model::{Evidence, ImportedEvidence};

/// A sample, decoded.
pub(crate) fn sample(file: &str) -> String {
    let path = format!("{}/../../testdata/logs/{file}", env!("CARGO_MANIFEST_DIR"));
    decode_log(&std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}")))
}

pub(crate) fn evidence(imported: &Imported) -> &ImportedEvidence {
    match &imported.probes[0].evidence {
        Evidence::Imported(it) => it,
        other => panic!("{other:?}"),
    }
}

/// The position and reason of the refusal of a sample after replacing `from` by `to`.
#[track_caller]
pub(crate) fn refused(
    (file, text): (&str, &str),
    (from, to): (&str, &str),
    expected: &str,
    read: impl FnOnce(&str) -> Result<Vec<Imported>, Refusal>,
) {
    assert!(text.contains(from), "{file} has no {from:?}");
    let said = match read(&text.replacen(from, to, 1)) {
        Ok(found) => format!("{found:?}"),
        Err(refusal) => refusal.to_string(),
    };
    assert_eq!(said, expected, "{file}: {from} -> {to}");
}
