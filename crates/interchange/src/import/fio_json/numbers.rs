//! Numbers of JSON in the forms of fio, and of programs that read its output and print it again: in quotes, with
//! decimals.

use std::collections::BTreeMap;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

use crate::quantity::whole;

/// A number, or a text that contains one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Count(u64),
    Signed(i64),
    Amount(f64),
    Text(String),
}

impl Written {
    fn amount(&self) -> Option<f64> {
        match self {
            Self::Count(it) => Some(*it as f64),
            Self::Signed(it) => Some(*it as f64),
            Self::Amount(it) => Some(*it),
            Self::Text(it) => it.trim().parse().ok().filter(|it: &f64| it.is_finite()),
        }
    }

    fn count(&self) -> Option<u64> {
        match self {
            Self::Count(it) => Some(*it),
            Self::Signed(it) => u64::try_from(*it).ok(),
            Self::Amount(it) if it.fract() == 0.0 => whole(*it),
            Self::Amount(_) => None,
            Self::Text(it) => it.trim().parse().ok(),
        }
    }

    fn signed(&self) -> Option<i64> {
        match self {
            Self::Signed(it) => Some(*it),
            Self::Text(it) => it.trim().parse().ok(),
            other => i64::try_from(other.count()?).ok(),
        }
    }
}

fn told<'de, D: Deserializer<'de>, T>(
    from: D,
    (read, expected): (impl Fn(&Written) -> Option<T>, &str),
) -> Result<Option<T>, D::Error> {
    let Some(written) = Option::<Written>::deserialize(from)? else { return Ok(None) };
    read(&written).map(Some).ok_or_else(|| wrong(&written, expected))
}

/// serde's error for any other JSON value.
fn wrong<E: Error>(written: &Written, expected: &str) -> E {
    let found = match written {
        Written::Count(it) => Unexpected::Unsigned(*it),
        Written::Signed(it) => Unexpected::Signed(*it),
        Written::Amount(it) => Unexpected::Float(*it),
        Written::Text(it) => return E::invalid_type(Unexpected::Str(it), &expected),
    };
    E::invalid_value(found, &expected)
}

pub(super) fn amount<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    told(from, (Written::amount, "f64"))
}

pub(super) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    told(from, (Written::count, "u64"))
}

pub(super) fn count_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    count(from).map(Option::unwrap_or_default)
}

pub(super) fn signed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    told(from, (Written::signed, "i64"))
}

/// A required number.
pub(super) fn given<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    amount(from)?.ok_or_else(|| D::Error::invalid_type(Unexpected::Unit, &"f64"))
}

fn all<'de, D: Deserializer<'de>, T>(
    from: D,
    (read, expected): (impl Fn(&Written) -> Option<T>, &str),
) -> Result<BTreeMap<String, T>, D::Error> {
    let written = BTreeMap::<String, Written>::deserialize(from)?;
    let read = |(name, it): (String, Written)| match read(&it) {
        Some(value) => Ok((name, value)),
        None => Err(wrong(&it, expected)),
    };
    written.into_iter().map(read).collect()
}

pub(super) fn amounts<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, f64>, D::Error> {
    all(from, (Written::amount, "f64"))
}

/// Some versions mix descriptive words into the counts.
pub(super) fn counts<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, u64>, D::Error> {
    all(from, (Written::count, "u64"))
}

/// Options; fio prints their values as texts, other programs in their own types.
pub(super) fn words<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    some_words(from).map(Option::unwrap_or_default)
}

pub(super) fn some_words<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<BTreeMap<String, String>>, D::Error> {
    let values = Option::<BTreeMap<String, serde_json::Value>>::deserialize(from)?;
    let word = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => text,
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    Ok(values.map(|it| it.into_iter().map(|(name, value)| (name, word(value))).collect()))
}
