//! Limits of every record from any source: lengths of texts and lists, ranges of numbers.
//!
//! They are generous: any drive ever built and any test within a lifetime fits. A larger value means a damaged or
//! forged record, and its sums would overflow 64 bits.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::{Path, ReadError};

/// Bytes of a whole record. Arbitrary: a week of 100 ms intervals takes a quarter of it.
pub(super) const RECORD_BYTES_MAX: usize = 256 << 20;

/// Bytes of a text. A path has at most 4096 (Linux's `PATH_MAX`), a message a few hundred.
const TEXT_BYTES_MAX: usize = 64 << 10;
/// Bytes of a histogram or a method file, which are longer.
const LONG_TEXT_BYTES_MAX: usize = 1 << 20;
/// Most items of a list, and most fields of an object.
pub(super) const ITEMS_MAX: usize = 20_000_000;
const FIELDS_MAX: usize = 10_000;

/// 100 years in nanoseconds: longer than flash keeps data, and five of them fit into 64 bits.
const TIME_NS_MAX: f64 = 3_155_760_000_000_000_000.0;
/// The end of the year 9999, the last one with four digits in ISO 8601.
const CLOCK_US_MAX: f64 = 253_402_300_800_000_000.0;
/// The kernel counts device offsets in 63 bits (`loff_t`).
const COUNT_MAX: f64 = 9_223_372_036_854_776_000.0;

/// The unit of a number, from the end of its name.
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
            // Names without a unit, whose values use all 64 bits.
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

    /// The largest absolute value, and its text.
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

/// Whether a time is within its limit.
pub(super) const fn is_time(ns: u64) -> bool {
    as_f64(ns) <= TIME_NS_MAX
}

/// Whether a count, of bytes or of anything, is within its limit.
pub(super) const fn is_count(count: u64) -> bool {
    as_f64(count) <= COUNT_MAX
}

/// Checks that a tree or a text is within its limits. It builds no tree from a text.
///
/// # Errors
///
/// Names the first place beyond its limit, or the reason why nothing more can be read.
pub(super) fn check<'de, D: Deserializer<'de>>(from: D) -> Result<(), ReadError> {
    let mut path = Path::default();
    let mut beyond = None;
    let look = Look { unit: Unit::Other, is_long: false, path: &mut path, beyond: &mut beyond };
    let looked = look.deserialize(from);
    match (looked, beyond) {
        (_, Some(beyond)) => Err(beyond),
        (Err(error), None) => Err(ReadError::new(String::new(), error.to_string())),
        (Ok(()), None) => Ok(()),
    }
}

/// Checks one value and its parts.
struct Look<'a> {
    unit: Unit,
    is_long: bool,
    path: &'a mut Path,
    /// The first place beyond its limit; the check stops there.
    beyond: &'a mut Option<ReadError>,
}

impl Look<'_> {
    /// The same check for a part.
    const fn at(&mut self, unit: Unit, is_long: bool) -> Look<'_> {
        Look { unit, is_long, path: &mut *self.path, beyond: &mut *self.beyond }
    }

    fn refuse<E: Error>(&mut self, message: String) -> E {
        let refused = self.path.error(message);
        let error = E::custom(&refused);
        self.beyond.get_or_insert(refused);
        error
    }

    fn number<E: Error>(
        &mut self,
        value: f64,
        shown: impl FnOnce() -> String,
    ) -> Result<(), E> {
        match self.unit.most() {
            Some((most, said)) if value.abs() > most => {
                Err(self.refuse(format!("{} is more than {said}", shown())))
            }
            _ => Ok(()),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("any value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(mut self, value: u64) -> Result<(), E> {
        self.number(as_f64(value), || value.to_string())
    }

    fn visit_i64<E: Error>(mut self, value: i64) -> Result<(), E> {
        self.number(as_f64(value.unsigned_abs()), || value.to_string())
    }

    fn visit_f64<E: Error>(mut self, value: f64) -> Result<(), E> {
        self.number(value, || {
            Number::from_f64(value).map_or_else(|| value.to_string(), |it| it.to_string())
        })
    }

    fn visit_str<E: Error>(mut self, text: &str) -> Result<(), E> {
        let most = if self.is_long { LONG_TEXT_BYTES_MAX } else { TEXT_BYTES_MAX };
        match text.len() {
            length if length > most => {
                Err(self.refuse(format!("a text of {length} bytes is longer than {most}")))
            }
            _ => Ok(()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let (unit, is_long) = (self.unit, self.is_long);
        let mut count: usize = 0;
        loop {
            self.path.enter_index(count);
            let next = items.next_element_seed(self.at(unit, is_long))?;
            self.path.leave();
            if next.is_none() {
                return Ok(());
            }
            count = count.saturating_add(1);
            if count > ITEMS_MAX {
                return Err(self.refuse(format!("more than {ITEMS_MAX} items")));
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        let own = self.unit;
        let mut count: usize = 0;
        while let Some((unit, is_long)) = fields.next_key_seed(Name(self.at(own, false)))? {
            fields.next_value_seed(self.at(unit, is_long))?;
            self.path.leave();
            count = count.saturating_add(1);
            if count > FIELDS_MAX {
                return Err(self.refuse(format!("more than {FIELDS_MAX} fields")));
            }
        }
        Ok(())
    }
}

/// Visits a field's name, which determines the unit of its value and whether it may be long.
struct Name<'a>(Look<'a>);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = (Unit, bool);

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name<'_> {
    type Value = (Unit, bool);

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a name")
    }

    fn visit_str<E: Error>(mut self, name: &str) -> Result<Self::Value, E> {
        let own = self.0.unit;
        self.0.at(Unit::Other, false).visit_str(name)?;
        self.0.path.enter_key(name);
        Ok((Unit::of(name).unwrap_or(own), matches!(name, "histogram" | "text")))
    }
}

#[expect(clippy::cast_precision_loss, reason = "limits are far from where it matters")]
const fn as_f64(value: u64) -> f64 {
    value as f64
}
