//! The figures of one result by name. Most results have one figure, and a file has a result for every few characters,
//! so memory matters.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Figures in the order of their names. Each takes 32 bytes; a tree takes 400 for the first one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportedFigures(Vec<(Cow<'static, str>, f64)>);

impl ImportedFigures {
    /// Inserts a figure and returns the previous one of that name.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, value: f64) -> Option<f64> {
        let name = name.into();
        match self.place(&name) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                // Most results keep one figure, and the default room for four would waste memory.
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(at, (name, value));
                None
            }
        }
    }

    /// The figure of this name; `None` if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&f64> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    /// Whether there is a figure of this name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Inserts a figure unless there is one of this name.
    pub fn insert_if_absent(&mut self, name: impl Into<Cow<'static, str>>, value: f64) {
        let name = name.into();
        if !self.contains_key(&name) {
            self.insert(name, value);
        }
    }

    /// Removes and returns the figure of this name.
    pub fn remove(&mut self, name: &str) -> Option<f64> {
        self.place(name).ok().map(|at| self.0.remove(at).1)
    }

    /// Whether there are no figures.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of figures.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Names and figures, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &f64)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_ref())
    }

    /// The figures, in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &f64> {
        self.0.iter().map(|(_, value)| value)
    }

    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_ref().cmp(name))
    }
}

impl<N: Into<Cow<'static, str>>> FromIterator<(N, f64)> for ImportedFigures {
    fn from_iter<T: IntoIterator<Item = (N, f64)>>(from: T) -> Self {
        let mut figures = Self::default();
        figures.extend(from);
        figures
    }
}

impl<N: Into<Cow<'static, str>>, const COUNT: usize> From<[(N, f64); COUNT]>
    for ImportedFigures
{
    fn from(from: [(N, f64); COUNT]) -> Self {
        Self::from_iter(from)
    }
}

impl<N: Into<Cow<'static, str>>> Extend<(N, f64)> for ImportedFigures {
    fn extend<T: IntoIterator<Item = (N, f64)>>(&mut self, from: T) {
        for (name, value) in from {
            self.insert(name, value);
        }
    }
}

impl IntoIterator for ImportedFigures {
    type Item = (Cow<'static, str>, f64);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl std::ops::Index<&str> for ImportedFigures {
    type Output = f64;

    /// # Panics
    ///
    /// Panics if there is no figure of this name.
    fn index(&self, name: &str) -> &f64 {
        self.get(name).expect("a figure of this name")
    }
}

impl Serialize for ImportedFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for ImportedFigures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<String, f64>::deserialize(deserializer).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::ImportedFigures;

    #[test]
    fn figures_are_written_as_an_object_in_the_order_of_their_names() {
        let mut figures = ImportedFigures::from([("iops", 2.0), ("bytes_per_s", 1.0)]);
        assert_eq!(figures.insert("iops", 3.0), Some(2.0));
        let text = serde_json::to_string(&figures).unwrap();
        assert_eq!(text, r#"{"bytes_per_s":1.0,"iops":3.0}"#);
        assert_eq!(serde_json::from_str::<ImportedFigures>(&text).unwrap(), figures);
        assert_eq!((figures["iops"], figures.remove("none"), figures.len()), (3.0, None, 2));
    }
}
