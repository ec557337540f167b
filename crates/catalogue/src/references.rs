//! Runs that come with iogram, as a reference for other drives.

/// Name and record of each.
const REFERENCES: [(&str, &str); 1] = [("s4-ssd", include_str!("../references/s4-ssd.json"))];

/// The record of the reference with this name, as `iogram run --json` writes it; `None` if there is none.
#[must_use]
pub fn reference_run(name: &str) -> Option<&'static str> {
    REFERENCES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of all references.
pub fn reference_names() -> impl Iterator<Item = &'static str> {
    REFERENCES.iter().map(|(name, _)| *name)
}
