//! Names of a job and its options in results.

use std::collections::BTreeSet;

use super::super::names::in_results;
use super::super::options::is_ignored;
use super::super::text::JobOption;
use super::{FioJob, Options};

/// The job's name in the file.
pub(super) fn label<'a>(options: &Options<'a>) -> &'a str {
    let section = options.section;
    // A name in a global section is the name of all jobs, so the section's own name is more specific.
    let own = options.find("name").filter(|option| option.line > section.line);
    let name = own.map_or(section.name.as_str(), |option| option.value.as_str());
    if name.is_empty() { "job" } else { name }
}

/// Its unique name in the record: fio distinguishes jobs of the same name by their position only.
pub(super) fn unused_name(name: &str, before: &[FioJob]) -> String {
    let is_taken = |name: &str| before.iter().any(|job| job.name == name);
    let mut unused = name.to_owned();
    let mut number: u64 = 1;
    while is_taken(&unused) {
        number = number.saturating_add(1);
        unused = format!("{name} #{number}");
    }
    unused
}

/// Options by their names in fio's results, the last of each.
pub(in super::super) fn written(
    options: &[JobOption],
    ignored: &[String],
) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let last = options.iter().rev().filter(|option| seen.insert(option.key.as_str()));
    let taken = last.filter(|option| !is_ignored(ignored, &option.key));
    let pair = |option: &JobOption| (in_results(&option.key).to_owned(), option.value.clone());
    let mut pairs: Vec<(String, String)> = taken.map(pair).collect();
    pairs.reverse();
    pairs
}
