//! Tests each importer on damaged files of its own kind. This costs a hundredth of running every text through all
//! importers, so that ten million for each are feasible.

use iogram_interchange::{Importer, Source};
use serde_json::Value;

use crate::inputs::{Samples, Tally, imports, logs};

/// Maximum length of an input, so that the time is not spent on repetitive lines.
const LENGTH_MAX: usize = 6 << 10;
/// The most memory of an importer, as a multiple of its input's size.
pub(crate) const MEMORY_TIMES_MAX: usize = 20;
/// Additional memory, whatever the input's size is: tables of words.
const MEMORY_FREE: usize = 64 << 10;
/// Additional memory of importers with a histogram, whose table has a fixed size and is freed after its text is made.
const MEMORY_FREE_HISTOGRAM: usize = 1 << 20;
/// One of this many inputs is long, to detect memory that grows faster than the input.
const LONG_EVERY: u64 = 256;
/// Number of repetitions in a long input.
const LONG_TIMES: usize = 24;

/// Measures a child's peak memory since the last call, in bytes; a test has no such allocator.
pub(crate) struct Memory {
    /// Present use; resets the peak.
    pub(crate) begin: fn() -> usize,
    /// The peak since then.
    pub(crate) most: fn() -> usize,
}

/// The results of one importer.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) tally: Tally,
    /// The most memory beyond the additional limit, as a multiple of the input's size, and the input's number.
    pub(crate) memory_times: f64,
    pub(crate) largest_index: u64,
}

impl Outcome {
    pub(crate) fn is_good(&self) -> bool {
        self.tally.is_good() && self.memory_times <= MEMORY_TIMES_MAX as f64
    }
}

/// The files that this importer reads, or their beginnings if they are long.
pub(crate) fn samples(importer: &Importer) -> Vec<(&'static str, String)> {
    let names = ["a_lat.1.log", "a_clat_hist.1.log", "a_bw.1.log", "a_iops.log"];
    let mut found = Vec::new();
    for text in imports().into_iter().chain(logs()) {
        for name in names {
            let whole = Source { name, text: &text };
            if importer.read(&whole).is_ok() {
                found.push((name, shortened(importer, name, &text)));
                if importer.kind != "fio-log" {
                    break;
                }
            }
        }
    }
    found
}

/// Entries to keep of a JSON list, or of an object with numbers as names: a histogram.
const ENTRIES_MAX: usize = 3;

/// The longest readable beginning, in whole lines and not much longer than allowed; for JSON the same fields with
/// fewer entries; otherwise the whole.
fn shortened(importer: &Importer, name: &'static str, text: &str) -> String {
    if let Ok(mut value) = serde_json::from_str::<Value>(text) {
        thin_out(&mut value);
        let less = value.to_string();
        let is_read = importer.read(&Source { name, text: &less }).is_ok();
        return if is_read { less } else { text.to_owned() };
    }
    let ends = text.match_indices('\n').map(|(at, _)| at + 1).filter(|&at| at <= LENGTH_MAX);
    let ends: Vec<usize> = ends.collect();
    if text.len() <= LENGTH_MAX {
        return text.to_owned();
    }
    let read = |end: &&usize| importer.read(&Source { name, text: &text[..**end] }).is_ok();
    ends.iter().rev().find(read).map_or_else(|| text.to_owned(), |&end| text[..end].to_owned())
}

fn thin_out(value: &mut Value) {
    match value {
        Value::Array(entries) => {
            entries.truncate(ENTRIES_MAX);
            entries.iter_mut().for_each(thin_out);
        }
        Value::Object(fields) => {
            let mut numbered = 0;
            fields.retain(|field, _| {
                let is_number = field.parse::<u64>().is_ok();
                numbered += usize::from(is_number);
                !is_number || numbered <= ENTRIES_MAX
            });
            fields.values_mut().for_each(thin_out);
        }
        _ => {}
    }
}

/// The input of this number.
pub(crate) fn input_of(importer: &Importer, seed: u64, index: u64) -> String {
    Inputs::new(importer).of(seed, index).1
}

/// Files of one kind. The name of a fio log states its kind.
struct Inputs {
    names: Vec<&'static str>,
    samples: Samples,
}

impl Inputs {
    fn new(importer: &Importer) -> Self {
        let (names, texts) = samples(importer).into_iter().unzip();
        Self { names, samples: Samples::by_length(texts) }
    }

    /// Name and text.
    fn of(&self, seed: u64, index: u64) -> (&'static str, String) {
        let (which, mut text) = self.samples.input(seed, index);
        if index.is_multiple_of(LONG_EVERY) {
            text = text.repeat(LONG_TIMES);
        }
        (self.names[which], iogram_interchange::decode_output(text.as_bytes()))
    }
}

/// Tests one importer with `count` inputs from `seed`.
pub(crate) fn try_importer(
    importer: &Importer,
    (seed, count): (u64, u64),
    memory: Option<&Memory>,
) -> Outcome {
    let inputs = Inputs::new(importer);
    let mut outcome = Outcome { tally: Tally::new(count), ..Outcome::default() };
    let free = match importer.kind {
        "fio" | "fio-log" => MEMORY_FREE_HISTOGRAM,
        _ => MEMORY_FREE,
    };
    for index in 0..count {
        let (name, text) = inputs.of(seed, index);
        let mut most = 0;
        outcome.tally.give(index, || {
            let before = memory.map(|it| (it.begin)());
            let read = importer.read(&Source { name, text: &text });
            if let (Some(memory), Some(before)) = (memory, before) {
                most = (memory.most)().saturating_sub(before).saturating_sub(free);
            }
            match read {
                Ok(found) => {
                    let probes = found.iter().map(|it| it.probes.len()).sum::<usize>();
                    assert!(probes <= text.len() + 1, "{probes} results out of {}", text.len());
                    true
                }
                Err(refusal) => {
                    let _said = format!("{refusal} {}", refusal.hint());
                    false
                }
            }
        });
        let times = most as f64 / text.len().max(1) as f64;
        if times > outcome.memory_times {
            (outcome.memory_times, outcome.largest_index) = (times, index);
        }
    }
    outcome
}
