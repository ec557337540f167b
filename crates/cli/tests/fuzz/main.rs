//! A short form of `cargo xtask fuzz`: no input from outside causes a panic, or takes longer than ten seconds.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

mod command_lines;
mod importers;
mod inputs;

use inputs::KINDS;
use iogram_interchange::IMPORTERS;

/// Few enough for a test on a busy computer; `cargo xtask fuzz` runs a million.
const COUNT: u64 = 600;

#[test]
fn nothing_that_is_read_from_outside_panics() {
    inputs::hook();
    let tallies = KINDS.map(|kind| (kind, inputs::try_kind(kind, 12, COUNT)));
    drop(std::panic::take_hook());
    for (kind, tally) in tallies {
        let first = tally.panics.iter().next();
        let input = first.map(|(_, index)| inputs::input_of(kind, 12, *index));
        assert_eq!(first, None, "{}: {input:?}", kind.name);
        assert!(
            (1..=tally.given).contains(&tally.taken),
            "{}: no input is what it should be",
            kind.name
        );
        let slowest = tally.slowest_index;
        assert!(tally.slowest_ns < 10_000_000_000, "{}: input {slowest}", kind.name);
    }
}

#[test]
fn no_command_line_is_a_bug() {
    let tally = command_lines::try_many(12, 60);
    assert_eq!(tally.failed, Vec::<String>::new());
    assert!(tally.codes.contains_key(&2), "{:?}", tally.codes);
}

#[test]
fn no_importer_panics_on_damaged_files_of_its_own() {
    for importer in IMPORTERS {
        assert!(!importers::samples(importer).is_empty(), "no sample of {}", importer.kind);
    }
    inputs::hook();
    let outcomes: Vec<_> = IMPORTERS
        .iter()
        .map(|it| (it, importers::try_importer(it, (12, COUNT), None)))
        .collect();
    drop(std::panic::take_hook());
    for (importer, outcome) in outcomes {
        let first = outcome.tally.panics.iter().next();
        let input = first.map(|(_, &index)| importers::input_of(importer, 12, index));
        assert_eq!(first, None, "{}: {input:?}", importer.kind);
        assert!(outcome.is_good() && outcome.tally.taken > 0, "{}: {outcome:?}", importer.kind);
    }
}
