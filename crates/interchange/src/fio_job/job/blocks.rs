//! Block sizes and their weights.

use super::super::fault::JobFault;
use super::super::value::{Size, size};
use super::order::Direction;
use super::{Options, unsupported, wrong_value};

/// fio's own size without `bs`.
const USUAL: u64 = 4096;

/// Sizes of a range: more would be a range from a sector to megabytes, of which nobody sees the single sizes.
const RANGE_MAX: u64 = 1024;

/// Block sizes in bytes with their weights, of what the job does.
pub(super) fn read(
    options: &Options<'_>,
    direction: &Direction,
) -> Result<Vec<(u64, u64)>, JobFault> {
    type Read = fn(&Options<'_>, &str) -> Option<Vec<(u64, u64)>>;
    let forms: [(&str, &'static str, Read); 3] = [
        ("bssplit", "sizes and shares such as 4k/60:64k/40", split),
        ("bsrange", "two sizes such as 4k-64k", range),
        ("bs", "a size such as 4k", one),
    ];
    for (key, takes, form) in forms {
        let Some(option) = options.find(key) else { continue };
        let parts: Vec<&str> = option.value.split(',').map(str::trim).collect();
        let mut read: Vec<Vec<(u64, u64)>> = Vec::new();
        for part in parts.iter().take(3) {
            // A missing first part is the usual size, a missing later one that before it.
            let sizes = match (part.is_empty(), read.last()) {
                (true, None) if parts.len() > 1 => Some(vec![(USUAL, 1)]),
                (true, Some(before)) => Some(before.clone()),
                _ => form(options, part),
            };
            read.push(sizes.ok_or_else(|| wrong_value(option, takes))?);
        }
        let of = |index: usize| read.get(index).or(read.last());
        let mut used = direction.kinds().into_iter().filter_map(of);
        let Some(first) = used.next() else { continue };
        if used.any(|other| other != first) {
            return Err(unsupported(option, "one value for reads and writes"));
        }
        return Ok(first.clone());
    }
    Ok(vec![(USUAL, 1)])
}

fn bytes(options: &Options<'_>, text: &str) -> Option<u64> {
    size(text, options.base).and_then(Size::bytes).filter(|&bytes| bytes > 0)
}

fn one(options: &Options<'_>, text: &str) -> Option<Vec<(u64, u64)>> {
    bytes(options, text).map(|bytes| vec![(bytes, 1)])
}

/// Every multiple of the smaller one up to the larger one, equally often.
fn range(options: &Options<'_>, text: &str) -> Option<Vec<(u64, u64)>> {
    let (least, most) = match text.split_once('-') {
        Some((least, most)) => (bytes(options, least)?, bytes(options, most)?),
        None => (bytes(options, text)?, bytes(options, text)?),
    };
    let count = most.checked_div(least)?;
    if count == 0 || count > RANGE_MAX {
        return None;
    }
    Some((1..=count).map(|times| (least.saturating_mul(times), 1)).collect())
}

fn split(options: &Options<'_>, text: &str) -> Option<Vec<(u64, u64)>> {
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
    let left = 100_u64.checked_sub(said)?;
    if open == 0 && left != 0 {
        return None;
    }
    // In parts of a percent, so that what is left is divided evenly.
    let scale = open.max(1);
    let weighted = sizes
        .into_iter()
        .map(|(size, share)| (size, share.map_or(left, |share| share.saturating_mul(scale))));
    Some(weighted.filter(|(_, weight)| *weight > 0).collect())
}
