//! Importers for logs in the form in which people post them, including damaged ones: f3, h2testw, flashbench.

use super::refusal::{Reason, Refusal};
use super::{Importer, Source};
use crate::flashbench::{SCATTER_MIN, read_drives, scatter_row};
use crate::{ImportError, Imported, read_f3, read_h2testw};
use iogram_model::{Text, text};

pub(super) const F3: Importer = Importer {
    kind: "f3",
    title: "f3read, f3write, f3probe",
    reads: "what was kept, lost and overwritten, sizes, speeds, verdict",
    unknown: "the drive's name where no command line stands there",
    detect: |source| {
        let has = |words: &str| source.text.contains(words);
        if (has("F3 read ") || has("F3 write ") || has("F3 probe ")) && has("GPL") {
            return 95;
        }
        // An excerpt from the middle.
        let is_sums = has("Data OK:") && has("sectors");
        let is_geometry = has("Announced size:") && has("blocks)");
        let is_said =
            has("news: The device `") && (has("is the real") || has("counterfeit of"));
        let is_speed = |line: &str| {
            let line = line.trim_start_matches(['>', ' ', '\t']);
            let is_its = ["Average writing speed: ", "Average reading speed: ", "Data LOST: "]
                .iter()
                .any(|it| line.starts_with(it));
            let is_error = ["f3write: ", "f3read: "].iter().any(|it| line.starts_with(it));
            is_its || is_error && line.contains(".h2w")
        };
        let is_file = |line: &str| {
            let line = line.trim_start_matches(['>', ' ', '\t']);
            let has_name = line.contains(".h2w ...") || line.contains(".fff ...");
            has_name
                && (line.starts_with("Validating file ") || line.starts_with("Creating file "))
        };
        if is_sums || is_geometry || is_said || source.text.lines().any(is_file) {
            80
        } else if source.text.lines().any(is_speed) {
            70
        } else {
            0
        }
    },
    read: |source| one(source, read_f3, text!("interchange-f3")),
};

pub(super) const H2TESTW: Importer = Importer {
    kind: "h2testw",
    title: "h2testw, English and German",
    reads: "what was kept, lost and overwritten, the first error, speeds, verdict",
    unknown: "the drive's name",
    detect: |source| {
        let has = |words: &str| source.text.contains(words);
        let is_report =
            has("MByte/s") && (has("peed") || has("rate") || has("ess") || has("chreib"));
        if has("h2testw") && is_report || has("likely to be defective") {
            90
        } else if is_report && (has("tested") || has("getestet") || has("Test f")) {
            80
        } else {
            0
        }
    },
    read: |source| one(source, read_h2testw, text!("interchange-h2testw")),
};

pub(super) const FLASHBENCH: Importer = Importer {
    kind: "flashbench",
    title: "flashbench -a, -O, -f, -s",
    reads: "tables of all four tests, block sizes, options of the command lines",
    unknown: "what a table is about where its command line is missing",
    detect: |source| {
        let is_align = |line: &str| {
            let line = line.trim_start_matches(['>', ' ', '\t']);
            line.starts_with("align ") && line.contains("pre ") && line.contains("on ")
                || line.starts_with("Aligned @")
        };
        // A list of two columns can be anything: it is one of flashbench if no other kind fits, and its first column
        // ascends.
        let is_plot = || {
            let points: Option<Vec<f64>> = lines_with_words(source.text)
                .map(|it| scatter_row(it).map(|it| it.0))
                .collect();
            let rises = |it: &[f64]| it.windows(2).all(|pair| pair[0] <= pair[1]);
            points.is_some_and(|it| it.len() >= SCATTER_MIN && rises(&it))
        };
        if source.text.contains("flashbench") && source.text.contains("/dev/")
            || source.text.lines().any(is_align)
        {
            90
        } else if source.text.lines().filter(|line| is_rate(line)).count() > 2 {
            70
        } else if is_plot() {
            10
        } else {
            0
        }
    },
    read: |source| {
        let nothing = |_| {
            // A table of one column can be for any number of units.
            let has_tables = source.text.lines().filter(|it| is_rate(it)).count() > 2;
            Refusal::of_file(match has_tables {
                true => Reason::CutOff { what: OPEN_COUNT },
                false => Reason::Nothing { what: text!("interchange-flashbench") },
            })
        };
        read_drives(source.text).map_err(nothing)
    },
};

/// The source of the number of units in a table of flashbench.
const OPEN_COUNT: Text = text!("interchange-command-lines-above-tables-flashbench-open");

/// `4MiB    4.1M/s`.
fn is_rate(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_size = words.next().is_some_and(|it| it.trim_end_matches(':').ends_with("iB"));
    is_size && words.next().is_some_and(|it| it.ends_with("M/s") || it.ends_with("K/s"))
}

fn lines_with_words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|it| !it.is_empty())
}

fn one(
    source: &Source<'_>,
    read: fn(&str) -> Result<Imported, ImportError>,
    what: Text,
) -> Result<Vec<Imported>, Refusal> {
    match read(source.text) {
        Ok(imported) => Ok(vec![imported]),
        Err(_) => Err(Refusal::of_file(Reason::Nothing { what })),
    }
}
