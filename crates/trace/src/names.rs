//! Names of the programs that issued requests.

use std::collections::BTreeMap;

/// Index of a name in its [`Names`]; 0 is the unknown program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct NameId(pub u16);

impl NameId {
    /// The program is unknown.
    pub const UNKNOWN: Self = Self(0);
}

/// The program names of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    names: Vec<String>,
    numbers: BTreeMap<String, NameId>,
}

impl Default for Names {
    fn default() -> Self {
        Self { names: vec![String::new()], numbers: BTreeMap::new() }
    }
}

impl Names {
    /// The index of `name`; adds the name if it is new. After 65,535 names, further ones are unknown.
    pub fn number(&mut self, name: &str) -> NameId {
        if name.is_empty() {
            return NameId::UNKNOWN;
        }
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let Ok(number) = u16::try_from(self.names.len()) else { return NameId::UNKNOWN };
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), NameId(number));
        NameId(number)
    }

    /// The name with this index; `None` for the unknown program.
    #[must_use]
    pub fn name(&self, number: NameId) -> Option<&str> {
        self.names
            .get(usize::from(number.0))
            .map(String::as_str)
            .filter(|name| !name.is_empty())
    }
}
