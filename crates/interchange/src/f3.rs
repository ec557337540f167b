//! Logs of f3: `f3read`, `f3write`, `f3probe`.
//!
//! Sources of the formats: the output of f3 8.0 (Debian) and f3's own documentation. f3 counts in powers
//! of 1024 and calls them KB, MB, GB; counts of blocks and sectors stand beside and are exact.

use iogram_model::{Evidence, F3Evidence};

use crate::quantity::{leading_number, whole};
use crate::{ImportError, Imported, probe};

/// f3's sector, whatever the drive's.
const SECTOR: u64 = 512;

/// Reads a log of f3read, f3write or f3probe, or of several of them.
///
/// # Errors
///
/// Fails if no line of it is one of f3.
pub fn read_f3(text: &str) -> Result<Imported, ImportError> {
    let mut found = F3Evidence::default();
    let mut device = None;
    let mut block_bytes = None;
    let mut usable_blocks = None;
    let mut announced_blocks = None;
    let mut cache_blocks = None;
    for line in text.lines() {
        let line = line.trim().trim_start_matches(['>', ' ', '\t']);
        verdict(line, &mut found, &mut device);
        let Some((name, value)) = line.split_once(':') else { continue };
        let value = value.trim();
        match name.trim().trim_matches('*').trim() {
            "Usable* size" | "Usable size" => usable_blocks = in_brackets(value),
            "Announced size" => announced_blocks = in_brackets(value),
            "Module" => found.module_bytes = power(value),
            "Approximate cache size" => cache_blocks = in_brackets(value),
            "Physical block size" => block_bytes = power(value),
            "Data OK" => {
                found.sectors.get_or_insert_default().ok_count = sectors(value);
            }
            "Corrupted" => {
                found.sectors.get_or_insert_default().corrupted_count = sectors(value);
            }
            "Slightly changed" => {
                found.sectors.get_or_insert_default().changed_count = sectors(value);
            }
            "Overwritten" => {
                found.sectors.get_or_insert_default().overwritten_count = sectors(value);
            }
            "Average reading speed" => found.read_bytes_per_s = rate(value),
            "Average writing speed" | "Average Writing speed" | "Writing speed" => {
                found.write_bytes_per_s = rate(value);
            }
            "Read" => found.read_mean_ns = mean_time(value),
            "Write" => found.write_mean_ns = mean_time(value),
            _ => {}
        }
    }
    let block = block_bytes.unwrap_or(SECTOR);
    found.real_bytes = usable_blocks.and_then(|count: u64| count.checked_mul(block));
    found.announced_bytes = announced_blocks.and_then(|count: u64| count.checked_mul(block));
    found.cache_bytes = cache_blocks.and_then(|count: u64| count.checked_mul(block));
    if found == F3Evidence::default() {
        return Err(ImportError::NothingFound { tool: "f3" });
    }
    let capacity_bytes = found.announced_bytes;
    let probes = vec![probe("f3", "f3", Evidence::F3(found))];
    Ok(Imported { probes, device, capacity_bytes, ..Imported::default() })
}

/// What f3probe says in a sentence.
fn verdict(line: &str, found: &mut F3Evidence, device: &mut Option<String>) {
    let is_good = line.starts_with("Good news: The device");
    if !is_good && !line.starts_with("Bad news: The device") {
        return;
    }
    let name = line.split(['`', '\'']).nth(1);
    *device = name.map(str::to_owned).or_else(|| device.take());
    let kind = match line.split_once("counterfeit of type ") {
        Some((_, kind)) => kind.trim().to_owned(),
        None if is_good => "good".to_owned(),
        None => "damaged".to_owned(),
    };
    found.verdict = Some(kind);
}

/// The count in `7.86 GB (16477879 blocks)`.
fn in_brackets(text: &str) -> Option<u64> {
    let (_, inner) = text.split_once('(')?;
    let (count, _) = leading_number(inner)?;
    whole(count)
}

/// The bytes in `16.00 GB (2^34 Bytes)`.
fn power(text: &str) -> Option<u64> {
    let (_, inner) = text.split_once("(2^")?;
    let (exponent, _) = leading_number(inner)?;
    1_u64.checked_shl(u32::try_from(whole(exponent)?).ok()?)
}

/// Sectors, or 0 where the line is cut off before its count.
fn sectors(text: &str) -> u64 {
    in_brackets(text).unwrap_or(0)
}

/// Bytes per second of `2.60 MB/s`.
fn rate(text: &str) -> Option<u64> {
    let (number, unit) = leading_number(text)?;
    let shift = match unit.trim().strip_suffix("/s")? {
        "Byte" | "B" => 0,
        "KB" => 10,
        "MB" => 20,
        "GB" => 30,
        _ => return None,
    };
    whole(number * f64::from(1_u32 << shift))
}

/// The mean in `472.1ms / 4198 = 112us`; `None` where nothing was done.
fn mean_time(text: &str) -> Option<u64> {
    let (_, mean) = text.split_once('=')?;
    whole(crate::quantity::parse_time(mean.trim())?).filter(|ns| *ns > 0)
}
