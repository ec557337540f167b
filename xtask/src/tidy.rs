//! Checks of the repository that no other tool makes.
//!
//! Each module below holds one kind of check as pure functions over file texts and cargo's metadata,
//! and its own tests. Must not repeat what rustc, clippy or rustfmt can say.

mod code;
mod conclusions;
mod contributing;
mod cycles;
mod dependencies;
mod layering;
mod leftovers;
mod licences;
mod links;
mod pages;
mod registered;
mod reserved;
mod seams;
mod sizes;
mod sums;
mod texts;
mod units;
mod writes;

use std::fmt;
use std::process::ExitCode;

use anyhow::Result;

use crate::repository::{self, Tree};

/// Something that has to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    path: String,
    /// Counted from 1; `None` is the file as a whole.
    line: Option<usize>,
    message: String,
}

impl Problem {
    fn at(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: Some(line), message: message.into() }
    }

    fn in_file(path: &str, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: None, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.message),
            None => write!(f, "{}: {}", self.path, self.message),
        }
    }
}

/// Checks the repository and prints what is wrong.
pub(crate) fn run() -> Result<ExitCode> {
    let root = repository::root();
    let tree = Tree::read(&root)?;
    let metadata = repository::cargo_metadata(&root)?;
    let mut problems = Vec::new();
    problems.extend(reserved::check(&tree));
    problems.extend(layering::check(&metadata));
    problems.extend(cycles::check(&tree));
    problems.extend(conclusions::check(&tree));
    problems.extend(contributing::check(&tree));
    problems.extend(dependencies::check(&metadata, &tree));
    problems.extend(licences::check(&metadata));
    problems.extend(links::check(&tree));
    problems.extend(pages::check(&tree));
    problems.extend(registered::check(&tree));
    problems.extend(leftovers::check(&tree));
    problems.extend(seams::check(&tree));
    problems.extend(sizes::check(&tree));
    problems.extend(sums::check(&tree));
    problems.extend(texts::check(&tree));
    problems.extend(units::check(&tree));
    problems.extend(writes::check(&tree));
    texts::missing(&tree).iter().for_each(|line| println!("{line}"));
    for problem in &problems {
        println!("{problem}");
    }
    if problems.is_empty() {
        println!("tidy: {} files, no problems", tree.paths.len());
        return Ok(ExitCode::SUCCESS);
    }
    println!("tidy: {} problems", problems.len());
    Ok(ExitCode::FAILURE)
}

/// The messages of `problems` with their places, for tests.
#[cfg(test)]
fn texts(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}
