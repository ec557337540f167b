//! Conclusions about a run are drawn in `findings::analyse` alone.
//!
//! Everything that shows, keeps or compares a run takes its whole analysis; a single conclusion could contradict the
//! record's other readers.

use super::Problem;
use super::code::{code_only, without_tests};
use crate::repository::Tree;

/// The program's uses of `findings`: the analysis of a run and of several, judgements about other things (the
/// computer, a drive, an entry of the catalogue), and the consistency of a record.
const TAKEN: [&str; 43] = [
    "CLASS_YEARS",
    "ClassBasis",
    "Disagreement",
    "DriveClass",
    "DriveUse",
    "Expected",
    "FLEET_RUN_VERSION",
    "FleetBuilder",
    "FleetGroup",
    "Endurance",
    "EnduranceSource",
    "KnownDrive",
    "KnownOfDrive",
    "NoEstimate",
    "Side",
    "Many",
    "add_tests",
    "adopt",
    "advise",
    "analyse",
    "analysed",
    "changes",
    "check_promises",
    "compare_sides",
    "defect",
    "disagreements",
    "drive_state",
    "estimate_endurance",
    "figures_of_entry",
    "figures_of_run",
    "file_writes",
    "find_limits",
    "fleet_run",
    "judge_beside",
    "judge_conditions",
    "judge_look",
    "judge_setup",
    "lead",
    "power_loss",
    "propose_class",
    "rules_for_told",
    "shortcoming",
    "worst",
];

/// Files that conclude, keep or show a run, and their accepted names from the crates that ask a drive: texts, and
/// data from before the analysis. A run is complete: another question to its drive would describe another moment, or
/// another drive.
const CONCLUDES: [(&str, &[&str]); 10] = [
    ("crates/cli/src/analyse.rs", &[]),
    ("crates/cli/src/compare.rs", &[]),
    ("crates/cli/src/exclude.rs", &[]),
    ("crates/cli/src/finish.rs", &["BEYOND_THE_END", "NOT_THE_IMAGE"]),
    ("crates/cli/src/import.rs", &[]),
    ("crates/cli/src/publish.rs", &[]),
    ("crates/cli/src/report.rs", &[]),
    ("crates/session/src/keeping.rs", &[]),
    ("crates/session/src/recorder.rs", &[]),
    ("crates/session/src/run.rs", &["DriveRig", "PutBack"]),
];

/// The places where a run releases its target, and accesses to the target that must not follow in that function.
const LETS_GO: (&str, &str) = ("crates/session/src/run.rs", "let_go(opened, ");
const WAYS_BACK: [&str; 4] = [".open(", "job.target", "job.root", "File::"];

/// Finds single conclusions that the program draws past the analysis, and questions to drives for a conclusion.
pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = asked_again(tree);
    for file in tree.texts.iter().filter(|file| file.is_rust() && is_product(&file.path)) {
        let product = without_tests(&code_only(&file.text));
        for (at, path) in product.match_indices("iogram_findings::") {
            let line = product[..at].matches('\n').count() + 1;
            let rest = &product[at + path.len()..];
            for name in names(rest).filter(|name| !TAKEN.contains(name)) {
                let message = format!("`{name}` is for `findings::analyse` alone");
                problems.push(Problem::at(&file.path, line, message));
            }
        }
    }
    problems
}

fn asked_again(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, allowed) in CONCLUDES {
        let Some(file) = tree.texts.iter().find(|file| file.path == path) else {
            problems.push(Problem::at(path, 1, "concludes about runs, and is not there"));
            continue;
        };
        let product = without_tests(&code_only(&file.text));
        let (mut is_gone, mut has_gone) = (false, false);
        for (index, line) in product.lines().enumerate() {
            let crates = ["iogram_device::", "iogram_inspect::"];
            let asked = crates.iter().filter_map(|it| line.split_once(it));
            let mut ways: Vec<&str> = asked.flat_map(|(_, rest)| names(rest)).collect();
            ways.retain(|name| !allowed.contains(name));
            if is_gone {
                ways.extend(WAYS_BACK.iter().filter(|way| line.contains(**way)));
            }
            for way in ways {
                let message = format!("`{way}` asks a drive to conclude about a run");
                problems.push(Problem::at(path, index + 1, message));
            }
            is_gone |= path == LETS_GO.0 && line.contains(LETS_GO.1);
            is_gone &= line != "}";
            has_gone |= is_gone;
        }
        if path == LETS_GO.0 && !has_gone {
            let message = format!("`{}..` is not there any more", LETS_GO.1);
            problems.push(Problem::at(path, 1, message));
        }
    }
    problems
}

/// The names behind a path's last `::`, in braces or alone, without their local aliases.
fn names(rest: &str) -> impl Iterator<Item = &str> {
    let end = |c: char| !(c.is_alphanumeric() || c == '_');
    let list = rest.strip_prefix('{').and_then(|list| list.split('}').next());
    let list = list.unwrap_or_else(|| rest.split(end).next().unwrap_or_default());
    let names = list.split(',').filter_map(move |name| name.trim().split(end).next());
    // A list over several lines ends in a comma.
    names.filter(|name| !name.is_empty())
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
                      use iogram_findings::{\n    Side,\n    purge,\n};\n\
                      #[cfg(test)]\nuse iogram_findings::caches;\n";
        let places =
            ["crates/cli/src/a.rs", "crates/findings/src/a.rs", "crates/sim/tests/a.rs"];
        let expected = [
            "crates/cli/src/a.rs:1: `stalls` is for `findings::analyse` alone",
            "crates/cli/src/a.rs:3: `capacity` is for `findings::analyse` alone",
            "crates/cli/src/a.rs:4: `purge` is for `findings::analyse` alone",
        ];
        let mut files = concluding("let_go(opened, &run);");
        files.extend(places.map(|place| (place, source)));
        assert_eq!(texts(&check(&Tree::from_files(&files))), expected);
    }

    /// The concluding files.
    fn concluding(source: &str) -> Vec<(&str, &str)> {
        CONCLUDES.iter().map(|(path, _)| (*path, source)).collect()
    }

    #[test]
    fn a_drive_that_is_asked_to_conclude_is_found() {
        let source = "use iogram_device::{DriveRig, KernelDrive};\n\
                      let (mut opened) = job.target.open();\n\
                      let_go(opened, &run);\n\
                      let again = job.target.open();\n\
                      }\n\
                      fn begin(job: &Job) { job.target.open() }\n\
                      #[cfg(test)]\nuse iogram_device::examine;\n";
        let mut files = concluding("let_go(opened, &run);");
        files.pop();
        files.push(("crates/session/src/run.rs", source));
        let told = "asks a drive to conclude about a run";
        let expected = [
            format!("crates/session/src/run.rs:1: `KernelDrive` {told}"),
            format!("crates/session/src/run.rs:4: `.open(` {told}"),
            format!("crates/session/src/run.rs:4: `job.target` {told}"),
        ];
        assert_eq!(texts(&check(&Tree::from_files(&files))), expected);
        let without = concluding("");
        let found = texts(&check(&Tree::from_files(&without)));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("is not there any more"), "{found:?}");
    }
}
