//! Runs that come with iogram, to which those of other drives are set in relation.

/// Name and record of each.
const REFERENCES: [(&str, &str); 1] = [("s4-ssd", include_str!("../references/s4-ssd.json"))];

/// The record of the reference of this name, as `iogram run --json` writes it; `None` if none is called so.
#[must_use]
pub fn reference_run(name: &str) -> Option<&'static str> {
    REFERENCES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The names of all of them.
pub fn reference_names() -> impl Iterator<Item = &'static str> {
    REFERENCES.iter().map(|(name, _)| *name)
}
