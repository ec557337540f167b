//! SMART data and thresholds of ATA drives.
//!
//! Source: the page's layout from ATA/ATAPI Command Set (ATA8-ACS), SMART READ DATA; the attributes within, which
//! that standard leaves to makers, from SFF-8035i revision 2.0. Each maker defines the meaning of a number: names are
//! given only if makers agree.

use iogram_model::{AtaSmart, AtaSmartAttribute};

use super::bits::Page;

/// Bytes of both pages, and of an attribute or a threshold in them.
const PAGE: usize = 512;
const ENTRY: usize = 12;
const ENTRIES: usize = 30;
/// Attributes whose raw value begins with the temperature in degrees Celsius.
const TEMPERATURES: [u64; 2] = [194, 190];
const POWER_ON_HOURS: u64 = 9;

/// The threshold of one attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmartThreshold {
    /// The attribute's number; its meaning is mostly the maker's choice.
    pub attribute: u8,
    /// At or below this value it has failed.
    pub threshold: u8,
}

/// Decodes the 512 bytes of SMART READ DATA; `None` if there are fewer.
#[must_use]
pub fn decode_ata_smart(bytes: &[u8]) -> Option<AtaSmart> {
    let bytes = bytes.get(..PAGE)?;
    let attributes: Vec<_> = entries(bytes).filter_map(decode_attribute).collect();
    let raw = |number| attributes.iter().find(|it| it.attribute_index == number);
    let temperature =
        TEMPERATURES.into_iter().find_map(raw).and_then(|it| degrees(it.raw_count));
    // Many makers store milliseconds or minutes in the upper bytes.
    let hours = raw(POWER_ON_HOURS).map(|it| it.raw_count & 0xffff_ffff);
    Some(AtaSmart {
        temperature_celsius: temperature,
        power_on_s: hours.map(|hours| hours * 3600),
        is_checksum_right: is_sum_zero(bytes),
        attributes,
    })
}

/// Decodes the 512 bytes of SMART READ THRESHOLDS; `None` if there are fewer or they are damaged.
#[must_use]
pub fn decode_ata_thresholds(bytes: &[u8]) -> Option<Vec<SmartThreshold>> {
    let bytes = bytes.get(..PAGE).filter(|bytes| is_sum_zero(bytes))?;
    let used = entries(bytes).filter(|entry| entry[0] != 0);
    let threshold = |entry: &[u8]| SmartThreshold { attribute: entry[0], threshold: entry[1] };
    Some(used.map(threshold).collect())
}

/// `smart` with the thresholds of all attributes that have one.
#[must_use]
pub fn with_thresholds(mut smart: AtaSmart, thresholds: &[SmartThreshold]) -> AtaSmart {
    for attribute in &mut smart.attributes {
        let limit = thresholds
            .iter()
            .find(|limit| u64::from(limit.attribute) == attribute.attribute_index);
        attribute.threshold_index = limit.map(|limit| u64::from(limit.threshold));
    }
    smart
}

/// After two bytes of revision.
fn entries(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.get(2..).unwrap_or_default().chunks_exact(ENTRY).take(ENTRIES)
}

/// Number, two bytes of flags, value, worst, six bytes of raw value, one reserved.
fn decode_attribute(entry: &[u8]) -> Option<AtaSmartAttribute> {
    let page = Page(entry);
    let number = page.u8(0).filter(|number| *number != 0)?;
    // 0, FEh and FFh are invalid values.
    let value = |offset| page.u8(offset).filter(|it| (1..=253).contains(it)).map(u64::from);
    let raw = u64::from(page.u32(5)?) | u64::from(page.u16(9)?) << 32;
    Some(AtaSmartAttribute {
        attribute_index: u64::from(number),
        name: name(number).map(str::to_owned),
        value_index: value(3),
        worst_index: value(4),
        threshold_index: None,
        raw_count: raw,
        is_prefail: page.bit(1, 0)?,
    })
}

/// The lowest byte; makers store minimum and maximum above it. An implausible value means something else. The limits
/// are arbitrary.
fn degrees(raw: u64) -> Option<f64> {
    let low = u8::try_from(raw & 0xff).ok()?;
    (1..=120).contains(&low).then(|| f64::from(low))
}

fn is_sum_zero(bytes: &[u8]) -> bool {
    bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) == 0
}

fn name(number: u8) -> Option<&'static str> {
    Some(match number {
        1 => "raw read errors",
        3 => "spin-up time",
        4 => "starts and stops",
        5 => "reallocated sectors",
        7 => "seek errors",
        9 => "power-on hours",
        10 => "spin retries",
        12 => "power cycles",
        171 | 181 => "program failures",
        172 | 182 => "erase failures",
        174 => "power losses without notice",
        175 => "power-loss protection failures",
        183 => "downshifts of the link",
        184 => "end-to-end errors",
        187 => "uncorrectable errors reported",
        188 => "command timeouts",
        190 => "temperature (airflow)",
        192 => "power-off retracts",
        193 => "load cycles",
        194 => "temperature",
        195 => "hardware ECC recovered",
        196 => "reallocations",
        197 => "pending sectors",
        198 => "uncorrectable sectors offline",
        199 => "CRC errors of the link",
        241 => "written by the host",
        242 => "read by the host",
        _ => return None,
    })
}
