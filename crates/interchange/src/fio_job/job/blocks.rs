//! Block sizes and their weights.

use iogram_model::{Text, text};
use std::fmt::Write as _;

use super::super::fault::JobFault;
use super::super::value::{Size, size};
use super::{Options, unsupported, wrong_value};

/// fio's default without `bs`.
const USUAL: u64 = 4096;

/// Largest number of sizes in a range. A range with more extends from a sector to megabytes, and nobody can tell its
/// single sizes apart.
const RANGE_MAX: u64 = 1024;

/// Bytes with their weights.
type Sizes = Vec<(u64, u64)>;

/// Block sizes of a job's operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct JobBlocks {
    /// Sizes of reads, writes and trims; empty for operations that the job does not have.
    of: [Sizes; 3],
}

/// The kinds that may have their own sizes, in method syntax.
const OWN: [(usize, &str); 2] = [(1, "write"), (2, "discard")];

impl JobBlocks {
    /// The common sizes of all kinds, if they are the same.
    fn same(&self) -> Option<&Sizes> {
        let mut used = self.of.iter().filter(|sizes| !sizes.is_empty());
        let first = used.next()?;
        used.all(|other| other == first).then_some(first)
    }

    /// Whether all operations have the same sizes.
    pub(super) fn is_same(&self) -> bool {
        self.same().is_some()
    }

    /// The only size, if there is one.
    pub(super) fn single(&self) -> Option<u64> {
        match self.same()?.as_slice() {
            [(size, _)] => Some(*size),
            _ => None,
        }
    }

    /// The sizes of a job that writes where this one reads.
    pub(super) fn as_writes(&self) -> Self {
        let [reads, ..] = self.of.clone();
        Self { of: [Sizes::new(), reads, Sizes::new()] }
    }

    /// The largest size, bytes.
    pub(super) fn largest(&self) -> u64 {
        self.of.iter().flatten().map(|&(size, _)| size).max().unwrap_or(0)
    }

    /// The smallest size, bytes.
    pub(in super::super) fn smallest(&self) -> u64 {
        self.of.iter().flatten().map(|&(size, _)| size).min().unwrap_or(0)
    }

    /// Sum of weighted sizes of a kind, and sum of its weights.
    pub(super) fn sums(&self, kind: usize) -> (u64, u64) {
        let sizes = self.of.get(kind).map_or(&[][..], Vec::as_slice);
        sizes.iter().fold((0, 0), |(bytes, weights): (u64, u64), &(size, weight)| {
            let of_all = size.saturating_mul(weight);
            (bytes.saturating_add(of_all), weights.saturating_add(weight))
        })
    }

    /// The sizes in method syntax.
    pub(in super::super) fn words(&self) -> String {
        let common = self.of.iter().find(|sizes| !sizes.is_empty());
        let mut text = common.map_or_else(String::new, words);
        for (kind, word) in OWN {
            let own =
                self.of.get(kind).filter(|sizes| !sizes.is_empty() && Some(*sizes) != common);
            if let Some(own) = own {
                write!(text, ",{word}={}", words(own)).expect("memory takes all text");
            }
        }
        text
    }
}

fn words(sizes: &Sizes) -> String {
    match sizes.as_slice() {
        [(size, _)] => format!("{size}B"),
        several => {
            let weighted = several.iter().map(|(size, weight)| format!("{size}B:{weight}"));
            weighted.collect::<Vec<_>>().join(",")
        }
    }
}

/// Reads the block sizes; `kinds` are the indices of the job's operations in fio's lists of reads, writes and trims.
pub(super) fn read(options: &Options<'_>, kinds: &[usize]) -> Result<JobBlocks, JobFault> {
    type Read = fn(&Options<'_>, &str) -> Option<Sizes>;
    let forms: [(&str, Text, Read); 3] = [
        ("bssplit", text!("interchange-sizes-shares-4k-60-64k-40"), split),
        ("bsrange", text!("interchange-two-sizes-4k-64k"), range),
        ("bs", text!("interchange-size-4k"), one),
    ];
    let mut blocks = JobBlocks { of: Default::default() };
    let asked = forms.iter().find_map(|form| Some((options.find(form.0)?, form)));
    let mut read: Vec<Sizes> = Vec::new();
    if let Some((option, (key, takes, form))) = asked {
        let parts: Vec<&str> = option.value.split(',').map(str::trim).collect();
        if parts.len() > 3 {
            return Err(wrong_value(
                option,
                text!("interchange-most-three-values-reads-writes-trims"),
            ));
        }
        for part in &parts {
            // An empty part is the default size; an absent one repeats the part before it.
            let sizes = match part.is_empty() && parts.len() > 1 && *key != "bssplit" {
                true => Some(vec![(USUAL, 1)]),
                false => form(options, part),
            };
            read.push(sizes.ok_or_else(|| match *key == "bssplit" && is_overfull(part) {
                true => unsupported(option, FULL),
                false => wrong_value(option, *takes),
            })?);
        }
    }
    for &kind in kinds {
        let sizes = read.get(kind).or(read.last()).cloned();
        if let Some(of) = blocks.of.get_mut(kind) {
            *of = sizes.unwrap_or_else(|| vec![(USUAL, 1)]);
        }
    }
    Ok(blocks)
}

/// Whether the shares leave nothing for the sizes without one.
fn is_overfull(part: &str) -> bool {
    let shares =
        part.split(':').map(|one| one.split_once('/').map_or("", |(_, share)| share.trim()));
    let said = shares.filter_map(|share| share.parse().ok()).fold(0, u64::saturating_add);
    said > 100
}

const FULL: Text = text!("interchange-shares-leave-something-sizes-without");

/// Replaces shares whose sum is not 100: fio takes them in ascending order until 100 is used up, and the last one
/// gets the rest (3.33, observed).
fn filled_up(sizes: impl Iterator<Item = (u64, u64)>) -> Sizes {
    let mut ascending: Sizes = sizes.collect();
    ascending.sort_by_key(|&(_, share)| share);
    let mut left = 100_u64;
    let last = ascending.len().saturating_sub(1);
    for (at, (_, share)) in ascending.iter_mut().enumerate() {
        *share = if at == last { left } else { left.min(*share) };
        left = left.saturating_sub(*share);
    }
    ascending.retain(|&(_, share)| share > 0);
    ascending
}

/// The alignment of the job's blocks, if an option sets one.
pub(super) fn align(options: &Options<'_>, kinds: &[usize]) -> Result<Option<u64>, JobFault> {
    let Some(option) = options.find("ba") else { return Ok(None) };
    let parts = option.value.split(',').map(|part| bytes(options, part.trim()));
    let read: Option<Vec<u64>> = parts.collect();
    let read = read.ok_or_else(|| wrong_value(option, text!("interchange-size-4k")))?;
    let mut used = kinds.iter().filter_map(|&kind| read.get(kind).or(read.last()));
    let Some(&first) = used.next() else { return Ok(None) };
    if used.any(|&other| other != first) {
        return Err(unsupported(option, text!("interchange-value-reads-writes")));
    }
    Ok(Some(first))
}

fn bytes(options: &Options<'_>, text: &str) -> Option<u64> {
    size(text, options.base).and_then(Size::bytes).filter(|&bytes| bytes > 0)
}

fn one(options: &Options<'_>, text: &str) -> Option<Sizes> {
    bytes(options, text).map(|bytes| vec![(bytes, 1)])
}

/// Every multiple of the smaller size up to the larger one, equally often.
fn range(options: &Options<'_>, text: &str) -> Option<Sizes> {
    let (least, most) = match text.split_once('-') {
        Some((least, most)) => (bytes(options, least)?, bytes(options, most)?),
        None => return None,
    };
    let count = most.checked_div(least)?;
    if count == 0 || count > RANGE_MAX {
        return None;
    }
    Some((1..=count).map(|times| (least.saturating_mul(times), 1)).collect())
}

fn split(options: &Options<'_>, text: &str) -> Option<Sizes> {
    let mut sizes: Vec<(u64, Option<u64>)> = Vec::new();
    for part in text.split(':') {
        let (size, share) = match part.split_once('/') {
            Some((size, "")) => (size, None),
            Some((size, share)) => (size, Some(share.trim().parse().ok()?)),
            None => (part, None),
        };
        sizes.push((bytes(options, size)?, share));
    }
    let said: u64 = sizes.iter().filter_map(|(_, share)| *share).fold(0, u64::saturating_add);
    let open = u64::try_from(sizes.iter().filter(|(_, share)| share.is_none()).count()).ok()?;
    if open == 0 && said != 100 {
        return Some(filled_up(
            sizes.into_iter().map(|(size, share)| (size, share.unwrap_or(0))),
        ));
    }
    let left = 100_u64.checked_sub(said)?;
    // Weights in fractions of a percent, to divide the rest evenly.
    let scale = open.max(1);
    let weighted = sizes
        .into_iter()
        .map(|(size, share)| (size, share.map_or(left, |share| share.saturating_mul(scale))));
    Some(weighted.filter(|(_, weight)| *weight > 0).collect())
}
