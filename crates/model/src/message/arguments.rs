//! Values by name, in little memory: imported runs have thousands of notes with one value each.

use std::borrow::Cow;
use std::fmt;
use std::ops::Index;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::Argument;

/// Values of a message in the order of their names.
#[derive(Clone, PartialEq, Default)]
pub struct Arguments(Box<[(Cow<'static, str>, Argument)]>);

impl Arguments {
    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of this name; `None` if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Argument> {
        let place = self.0.binary_search_by(|(own, _)| own.as_ref().cmp(name)).ok()?;
        self.0.get(place).map(|(_, value)| value)
    }

    /// Whether there is a value of this name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Argument)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// The values, in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &Argument> {
        self.0.iter().map(|(_, value)| value)
    }
}

/// If several values have one name, the last one stays.
impl<N: Into<Cow<'static, str>>> FromIterator<(N, Argument)> for Arguments {
    fn from_iter<I: IntoIterator<Item = (N, Argument)>>(all: I) -> Self {
        let mut kept: Vec<(Cow<'static, str>, Argument)> = Vec::new();
        for (name, value) in all {
            let name = name.into();
            match kept.binary_search_by(|(own, _)| own.cmp(&name)) {
                Ok(place) => {
                    if let Some(entry) = kept.get_mut(place) {
                        entry.1 = value;
                    }
                }
                Err(place) => kept.insert(place, (name, value)),
            }
        }
        Self(kept.into_boxed_slice())
    }
}

/// The value of a name; panics if there is none.
impl Index<&str> for Arguments {
    type Output = Argument;

    #[expect(clippy::panic, reason = "as a map does")]
    fn index(&self, name: &str) -> &Argument {
        self.get(name).unwrap_or_else(|| panic!("there is no value {name}"))
    }
}

impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Arguments;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("values by their names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arguments, A::Error> {
                let mut all: Vec<(String, Argument)> = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(all.into_iter().collect())
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Arguments {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Arguments".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, Argument>::json_schema(generator)
    }
}
