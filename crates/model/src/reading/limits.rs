//! What any record stays within, whoever wrote it: lengths of texts and lists, ranges of numbers.
//!
//! Generous: a drive that was ever built and a test that a person lives to see fit. What lies beyond is a
//! damaged or made-up record, and sums of it would not fit into 64 bits.

use serde_json::Value;

use super::{Path, ReadError};

/// Bytes of a whole record. Arbitrary: a week of 100 ms intervals takes a quarter.
pub(super) const RECORD_BYTES_MAX: usize = 256 << 20;

/// Bytes of a text. A path has at most 4096 (Linux's `PATH_MAX`), a message a few hundred.
const TEXT_BYTES_MAX: usize = 64 << 10;
/// Histograms and method files are longer.
const LONG_TEXT_BYTES_MAX: usize = 1 << 20;
/// Items of a list, fields of an object.
pub(super) const ITEMS_MAX: usize = 20_000_000;
const FIELDS_MAX: usize = 10_000;

/// 100 years of nanoseconds: longer than flash keeps anything, and five of them fit into 64 bits.
const TIME_NS_MAX: f64 = 3_155_760_000_000_000_000.0;
/// The end of the year 9999, the last one that ISO 8601 writes with four digits.
const CLOCK_US_MAX: f64 = 253_402_300_800_000_000.0;
/// The kernel counts places on a device in 63 bits (`loff_t`).
const COUNT_MAX: f64 = 9_223_372_036_854_776_000.0;

/// The unit of a number, by the end of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Nanoseconds,
    Microseconds,
    Bytes,
    Permille,
    Count,
    Other,
}

impl Unit {
    fn of(name: &str) -> Option<Self> {
        let ends = |end: &str| name.ends_with(end);
        match name {
            "count" => Some(Self::Count),
            "bytes" => Some(Self::Bytes),
            // Names without a unit that use all 64 bits.
            "seed" => Some(Self::Other),
            _ if ends("_ns") => Some(Self::Nanoseconds),
            _ if ends("_us") => Some(Self::Microseconds),
            _ if ends("_bytes") => Some(Self::Bytes),
            _ if ends("_permille") => Some(Self::Permille),
            _ if ends("_count") => Some(Self::Count),
            _ if ends("_per_s") || ends("_ratio") || ends("_celsius") => Some(Self::Other),
            _ => None,
        }
    }

    /// The largest number, either side of zero, and how it is said.
    const fn most(self) -> Option<(f64, &'static str)> {
        match self {
            Self::Nanoseconds => Some((TIME_NS_MAX, "100 years")),
            Self::Microseconds => Some((CLOCK_US_MAX, "the year 9999")),
            Self::Bytes => Some((COUNT_MAX, "2^63 bytes")),
            Self::Count => Some((COUNT_MAX, "2^63")),
            Self::Permille => Some((1000.0, "1000")),
            Self::Other => None,
        }
    }
}

/// Whether everything in `value` is within its limits.
///
/// # Errors
///
/// Names the first place that is not.
pub(super) fn check(value: &Value) -> Result<(), ReadError> {
    check_at(value, Unit::Other, false, &mut Path::default())
}

/// Whether the value of a field is within the limits that go with its name.
///
/// # Errors
///
/// If it is not.
pub(super) fn check_field(name: &str, value: &Value) -> Result<(), ReadError> {
    let unit = Unit::of(name).unwrap_or(Unit::Other);
    check_at(value, unit, false, &mut Path::default())
}

fn check_at(
    value: &Value,
    unit: Unit,
    is_long: bool,
    path: &mut Path,
) -> Result<(), ReadError> {
    match value {
        Value::Number(number) => {
            let Some((most, said)) = unit.most() else { return Ok(()) };
            let is_within = number.as_f64().is_some_and(|it| it.abs() <= most);
            let wrong = || path.error(format!("{number} is more than {said}"));
            is_within.then_some(()).ok_or_else(wrong)
        }
        Value::String(text) => check_text(text, is_long, path),
        Value::Array(items) => {
            if items.len() > ITEMS_MAX {
                return Err(path.error(format!("more than {ITEMS_MAX} items")));
            }
            for (index, item) in items.iter().enumerate() {
                path.enter_index(index);
                check_at(item, unit, is_long, path)?;
                path.leave();
            }
            Ok(())
        }
        Value::Object(fields) => {
            if fields.len() > FIELDS_MAX {
                return Err(path.error(format!("more than {FIELDS_MAX} fields")));
            }
            for (name, field) in fields {
                check_text(name, false, path)?;
                path.enter_key(name);
                let unit = Unit::of(name).unwrap_or(unit);
                check_at(field, unit, matches!(name.as_str(), "histogram" | "text"), path)?;
                path.leave();
            }
            Ok(())
        }
        Value::Null | Value::Bool(_) => Ok(()),
    }
}

fn check_text(text: &str, is_long: bool, path: &Path) -> Result<(), ReadError> {
    let most = if is_long { LONG_TEXT_BYTES_MAX } else { TEXT_BYTES_MAX };
    if text.len() > most {
        let length = text.len();
        return Err(path.error(format!("a text of {length} bytes is longer than {most}")));
    }
    Ok(())
}
