//! Every outside crate has its reason: manifests and `docs/dev/dependencies.md` name the same ones.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Problem;
use crate::repository::Tree;

const PAGE: &str = "docs/dev/dependencies.md";
const MANIFEST: &str = "Cargo.toml";

/// Compares the members' manifests, the workspace's list and the page.
pub(super) fn check(metadata: &Value, tree: &Tree) -> Vec<Problem> {
    let used = read_used(metadata);
    let page = parse_page(tree.text(PAGE).unwrap_or_default());
    let listed = parse_workspace_list(tree.text(MANIFEST).unwrap_or_default());
    let mut problems = Vec::new();
    for (name, version) in &used {
        match page.get(name) {
            None => problems
                .push(Problem::in_file(PAGE, format!("`{name}` is used but has no line"))),
            Some(stated) if stated != version => {
                let message = format!("`{name}` is {version} in the manifests, not {stated}");
                problems.push(Problem::in_file(PAGE, message));
            }
            Some(_) => {}
        }
    }
    for name in page.keys().filter(|name| !used.contains_key(*name)) {
        problems.push(Problem::in_file(PAGE, format!("`{name}` is not used by any crate")));
    }
    for (line, name) in listed.iter().filter(|(_, name)| !used.contains_key(name)) {
        let message = format!("`{name}` is not used by any crate");
        problems.push(Problem::at(MANIFEST, *line, message));
    }
    problems
}

/// Outside crates of all members, with the required version.
fn read_used(metadata: &Value) -> BTreeMap<String, String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages
        .filter(|package| package["source"].is_null())
        .flat_map(|package| package["dependencies"].as_array().into_iter().flatten())
        .filter(|dependency| !dependency["source"].is_null())
        .filter_map(|dependency| {
            let version = dependency["req"].as_str()?.trim_start_matches('^');
            Some((dependency["name"].as_str()?.to_owned(), version.to_owned()))
        })
        .collect()
}

/// Rows such as ``| `serde` | 1 | reason |``.
fn parse_page(text: &str) -> BTreeMap<String, String> {
    text.lines()
        .filter_map(|line| {
            let mut columns = line.strip_prefix("| `")?.split('|').map(str::trim);
            let name = columns.next()?.strip_suffix('`')?;
            Some((name.to_owned(), columns.next()?.to_owned()))
        })
        .collect()
}

/// Names under `[workspace.dependencies]` that are not crates of this repository, with their lines.
fn parse_workspace_list(text: &str) -> Vec<(usize, String)> {
    let mut is_inside = false;
    let mut names = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            is_inside = line.starts_with("[workspace.dependencies]");
        } else if let (true, Some((name, value))) = (is_inside, line.split_once('='))
            && !value.contains("path =")
            && !name.starts_with('#')
        {
            names.push((index + 1, name.trim().to_owned()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::texts;
    use super::*;

    #[test]
    fn manifests_and_the_page_name_the_same_crates() {
        let metadata = json!({"packages": [{"source": null, "dependencies": [
            {"name": "serde", "req": "^1", "source": "registry"},
            {"name": "toml", "req": "^1.2", "source": "registry"},
            {"name": "clap", "req": "^4.6", "source": "registry"},
            {"name": "iogram-model", "req": "*", "source": null},
        ]}]});
        let page = "# Dependencies\n\n| crate | version | why |\n|---|---|---|\n\
                    | `serde` | 1 | data |\n| `toml` | 1 | files |\n| `rayon` | 1 | none |\n";
        let manifest = "[workspace.dependencies]\niogram-model = { path = \"crates/model\" }\n\n\
                        serde = \"1\"\nclap = \"4.6\"\nrand = \"0.9\"\n[profile.release]\nlto = 1\n";
        let tree = Tree::from_files(&[(PAGE, page), (MANIFEST, manifest)]);
        let expected = [
            "docs/dev/dependencies.md: `clap` is used but has no line",
            "docs/dev/dependencies.md: `toml` is 1.2 in the manifests, not 1",
            "docs/dev/dependencies.md: `rayon` is not used by any crate",
            "Cargo.toml:6: `rand` is not used by any crate",
        ];
        assert_eq!(texts(&check(&metadata, &tree)), expected);
    }
}
