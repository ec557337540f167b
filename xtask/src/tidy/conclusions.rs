//! Where conclusions about a run are drawn: in `findings::analyse`, and nowhere beside it.
//!
//! Everything that shows, keeps or compares a run takes its whole analysis; who took a single conclusion would say
//! something that the record's other readers do not.

use super::Problem;
use super::code::{code_only, without_tests};
use crate::repository::Tree;

/// What the program takes of `findings`: the analysis of a run and what is made of several, and judgements about what is
/// no run (the computer, a drive, an entry of the catalogue).
const TAKEN: [&str; 18] = [
    "DriveUse",
    "KnownDrive",
    "Side",
    "adopt",
    "advise",
    "analyse",
    "analysed",
    "changes",
    "check_promises",
    "compare_sides",
    "drive_state",
    "figures_of_entry",
    "figures_of_run",
    "find_limits",
    "is_failure",
    "judge_conditions",
    "judge_look",
    "judge_setup",
];

/// Finds single conclusions that the program draws past the analysis.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.texts.iter().filter(|file| file.is_rust() && is_product(&file.path)) {
        let product = without_tests(&code_only(&file.text));
        for (index, line) in product.lines().enumerate() {
            for (at, path) in line.match_indices("iogram_findings::") {
                let rest = &line[at + path.len()..];
                for name in names(rest).filter(|name| !TAKEN.contains(name)) {
                    let message = format!("`{name}` is for `findings::analyse` alone");
                    problems.push(Problem::at(&file.path, index + 1, message));
                }
            }
        }
    }
    problems
}

/// The names behind a path's last `::`, in braces or alone; what they are called here does not count.
fn names(rest: &str) -> impl Iterator<Item = &str> {
    let end = |c: char| !(c.is_alphanumeric() || c == '_');
    let list = rest.strip_prefix('{').and_then(|list| list.split('}').next());
    let list = list.unwrap_or_else(|| rest.split(end).next().unwrap_or_default());
    list.split(',').filter_map(move |name| name.trim().split(end).next())
}

fn is_product(path: &str) -> bool {
    let is_tested = path.contains("/tests/") || path.ends_with("/tests.rs");
    path.starts_with("crates/") && !path.starts_with("crates/findings/") && !is_tested
}

#[cfg(test)]
mod tests {
    use super::super::texts;
    use super::*;

    #[test]
    fn a_single_conclusion_is_not_drawn_past_the_analysis() {
        let source = "use iogram_findings::{Side, advise as rank, stalls};\n\
                      let run = iogram_findings::analysed(run);\n\
                      let found = iogram_findings::capacity(&run);\n\
                      #[cfg(test)]\nuse iogram_findings::caches;\n";
        let places =
            ["crates/cli/src/a.rs", "crates/findings/src/a.rs", "crates/sim/tests/a.rs"];
        let expected = [
            "crates/cli/src/a.rs:1: `stalls` is for `findings::analyse` alone",
            "crates/cli/src/a.rs:3: `capacity` is for `findings::analyse` alone",
        ];
        assert_eq!(texts(&check(&Tree::of(&places.map(|place| (place, source))))), expected);
    }
}
