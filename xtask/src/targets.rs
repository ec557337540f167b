//! Which tests run beside the virtual machine, and which have the computer to themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::repository;

/// Packages whose tests reckon and measure nothing: on simulated drives and on records no time is one of this computer.
const RECKONING: [&str; 8] = [
    "iogram-charts",
    "iogram-findings",
    "iogram-inspect",
    "iogram-interchange",
    "iogram-report",
    "iogram-runner",
    "iogram-sim",
    "iogram-stats",
];

/// Names of the programs in `tests` folders.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Targets {
    /// Of packages that reckon alone.
    pub(crate) reckoning: Vec<String>,
    pub(crate) others: Vec<String>,
}

impl Targets {
    /// Those of the repository at `root`.
    pub(crate) fn find(root: &Path) -> Result<Self> {
        Self::parse(&repository::cargo_metadata(root)?).context("cargo names no tests")
    }

    /// Cargo chooses tests by their names alone: one that two packages have is of the first kind if both are.
    fn parse(metadata: &Value) -> Option<Self> {
        let members: BTreeSet<&str> = metadata["workspace_members"]
            .as_array()?
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let is_member = |it: &&Value| it["id"].as_str().is_some_and(|id| members.contains(id));
        let mut names: BTreeMap<&str, bool> = BTreeMap::new();
        for package in metadata["packages"].as_array()?.iter().filter(is_member) {
            let is_reckoning = RECKONING.contains(&package["name"].as_str()?);
            for target in package["targets"].as_array()? {
                if target["kind"].as_array()?.iter().any(|kind| kind == "test") {
                    *names.entry(target["name"].as_str()?).or_insert(true) &= is_reckoning;
                }
            }
        }
        let of = |kind: bool| {
            let chosen = names.iter().filter(move |(_, is_reckoning)| **is_reckoning == kind);
            chosen.map(|(name, _)| (*name).to_owned()).collect()
        };
        Some(Self { reckoning: of(true), others: of(false) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_of_tests_is_of_one_kind() {
        let target =
            |kind: &str, name: &str| serde_json::json!({ "kind": [kind], "name": name });
        let package = |name: &str, targets: [Value; 2]| serde_json::json!({ "id": name, "name": name, "targets": targets });
        let metadata = serde_json::json!({
            "workspace_members": ["iogram-sim", "iogram-findings", "iogram-device"],
            "packages": [
                package("iogram-sim", [target("lib", "iogram_sim"), target("test", "sim")]),
                package("iogram-findings", [target("test", "truth"), target("test", "io")]),
                package("iogram-device", [target("test", "io"), target("test", "kernel")]),
                package("serde", [target("test", "foreign"), target("lib", "serde")]),
            ],
        });
        let expected = Targets {
            reckoning: ["sim", "truth"].map(ToOwned::to_owned).into(),
            others: ["io", "kernel"].map(ToOwned::to_owned).into(),
        };
        assert_eq!(Targets::parse(&metadata), Some(expected));
    }

    #[test]
    fn packages_that_reckon_are_those_of_the_repository() {
        let metadata = repository::cargo_metadata(&repository::root()).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        for name in RECKONING {
            assert!(packages.iter().any(|it| it["name"] == name), "{name}");
        }
        let found = Targets::find(&repository::root()).unwrap();
        assert!(found.reckoning.contains(&"sim".to_owned()), "{found:?}");
        assert!(found.others.contains(&"program".to_owned()), "{found:?}");
    }
}
