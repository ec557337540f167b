//! Which crate may depend on which. Dependencies of tests are free: they cannot reach a user.

use serde_json::Value;

use super::Problem;

/// Each package of the workspace and the crates that it may use; `*` is all of them.
const ALLOWED: [(&str, &[&str]); 27] = [
    ("iogram-door", &["iogram-texts"]),
    ("iogram-bundle", &["iogram-model"]),
    ("iogram-model", &["iogram-no-schema", "iogram-texts"]),
    ("iogram-no-schema", &[]),
    ("iogram-stats", &[]),
    ("iogram-texts", &[]),
    ("iogram-engine", &["iogram-model", "iogram-stats"]),
    ("iogram-inspect", &["iogram-engine", "iogram-model"]),
    (
        "iogram-device",
        &[
            "iogram-applications",
            "iogram-door",
            "iogram-engine",
            "iogram-inspect",
            "iogram-model",
            "iogram-stats",
        ],
    ),
    ("iogram-applications", &["iogram-door", "iogram-engine", "iogram-model"]),
    ("iogram-runner", &["iogram-engine", "iogram-model", "iogram-stats"]),
    ("iogram-findings", &["iogram-model", "iogram-stats"]),
    ("iogram-charts", &[]),
    (
        "iogram-report",
        &["iogram-charts", "iogram-model", "iogram-stats", "iogram-texts", "iogram-trace"],
    ),
    ("iogram-interchange", &["iogram-model", "iogram-stats"]),
    ("iogram-trace", &["iogram-model", "iogram-stats"]),
    ("iogram-campaign", &["iogram-model", "iogram-runner"]),
    ("iogram-catalogue", &["iogram-model"]),
    // Tests alone: nothing depends on it.
    ("iogram-proving", &["*"]),
    ("iogram-serial", &["iogram-inspect", "iogram-model"]),
    ("iogram-serve", &["iogram-engine", "iogram-model", "iogram-sim"]),
    ("iogram-sim", &["iogram-engine", "iogram-model"]),
    ("iogram-store", &["iogram-door", "iogram-model"]),
    (
        "iogram-session",
        &[
            "iogram-device",
            "iogram-door",
            "iogram-engine",
            "iogram-findings",
            "iogram-inspect",
            "iogram-model",
            "iogram-runner",
            "iogram-sim",
            "iogram-store",
            "iogram-trace",
        ],
    ),
    ("iogram-testing", &["iogram-model"]),
    ("iogram", &["*"]),
    ("xtask", &[]),
];

/// What only tests may use.
const TESTING: &str = "iogram-testing";

/// A package of the workspace with its dependencies of normal and build kind.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Package {
    name: String,
    uses: Vec<String>,
}

/// Finds dependencies between crates that do not point downwards.
pub(super) fn check(metadata: &Value) -> Vec<Problem> {
    problems_of(&read_packages(metadata))
}

/// The workspace's own packages: those of a source are somebody else's.
fn read_packages(metadata: &Value) -> Vec<Package> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let own = packages.filter(|package| package["source"].is_null());
    own.map(|package| Package {
        name: package["name"].as_str().unwrap_or_default().to_owned(),
        uses: package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|dependency| dependency["kind"] != "dev" && dependency["source"].is_null())
            .filter_map(|dependency| Some(dependency["name"].as_str()?.to_owned()))
            .collect(),
    })
    .collect()
}

fn problems_of(packages: &[Package]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for package in packages {
        let Some((_, allowed)) = ALLOWED.iter().find(|(name, _)| *name == package.name) else {
            let message = "this crate has no line in the layering table of xtask";
            problems.push(Problem::in_file(&package.name, message));
            continue;
        };
        for used in &package.uses {
            let is_for_tests = used == TESTING;
            if is_for_tests || !allowed.contains(&"*") && !allowed.contains(&used.as_str()) {
                let message = format!("must not depend on {used}");
                problems.push(Problem::in_file(&package.name, message));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts;
    use super::*;

    #[test]
    fn an_upward_dependency_is_found_and_one_for_tests_is_not() {
        let metadata = json!({"packages": [
            {"name": "iogram-engine", "source": null, "dependencies": [
                {"name": "iogram-model", "kind": null, "source": null},
                {"name": "iogram-device", "kind": null, "source": null},
                {"name": "iogram-runner", "kind": "dev", "source": null},
                {"name": "serde", "kind": null, "source": "registry"},
            ]},
            {"name": "iogram", "source": null, "dependencies": [
                {"name": "iogram-device", "kind": null, "source": null},
            ]},
            {"name": "serde", "source": "registry", "dependencies": []},
        ]});
        let expected = ["iogram-engine: must not depend on iogram-device"];
        assert_eq!(texts(&check(&metadata)), expected);
    }

    #[test]
    fn a_crate_without_a_line_in_the_table_is_found() {
        let packages = [Package { name: "iogram-attic".to_owned(), uses: Vec::new() }];
        let expected = "iogram-attic: this crate has no line in the layering table of xtask";
        assert_eq!(texts(&problems_of(&packages)), [expected]);
    }

    #[test]
    fn not_even_the_program_uses_what_is_for_tests() {
        let uses = vec![TESTING.to_owned(), "iogram-store".to_owned()];
        let packages = [Package { name: "iogram".to_owned(), uses }];
        assert_eq!(
            texts(&problems_of(&packages)),
            ["iogram: must not depend on iogram-testing"]
        );
    }
}
