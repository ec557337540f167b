//! Job files of fio, as methods of this program.
//!
//! A job file becomes the text of a method (`docs/methods`), so that iogram plans, guards, stores and resumes it like
//! any other method. Each option is applied, reported as having no effect, or rejected with its line; none is skipped
//! silently. Knows no file and no environment: it requests both through [`Around`].
//!
//! Source: fio's manual and, for grammar and units, its `init.c` and `parse.c` (3.42).

mod denied;
mod drives;
mod fault;
mod forms;
mod job;
mod method;
mod names;
mod options;
mod results;
mod text;
pub(crate) mod value;

use std::collections::BTreeSet;

pub use self::fault::{JobFault, JobNote, Noted, Wrong};
pub use self::job::FioJob;
pub use self::method::{FioMethod, FioPlace};
pub use self::results::FioOutput;
use self::text::Section;

/// External inputs of a job file.
pub trait Around {
    /// The value of an environment variable; `None` if it is not set.
    fn variable(&self, name: &str) -> Option<String>;
    /// Reads an included file by its name in the job file. `by` is the place of the including file, as returned for
    /// that one; `None` is the job file itself. If the name alone is not a file, it is relative to the including
    /// file, as with fio.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be read.
    fn include(&self, name: &str, by: Option<&str>) -> Result<Included, String>;
    /// Processors of this computer; `None` is unknown.
    fn cpu_count(&self) -> Option<u64>;
    /// Memory of this computer, MiB; `None` is unknown.
    fn memory_mib(&self) -> Option<u64>;
}

/// An included file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// Its location, for names in it.
    pub place: String,
    /// Its contents.
    pub text: String,
}

/// The part of a file to read.
#[derive(Debug, Clone, Copy, Default)]
pub struct FioChoice<'a> {
    /// Sections to read; all if empty.
    pub sections: &'a [String],
    /// Names of options to leave out.
    pub ignored: &'a [String],
}

/// A valid job file.
#[derive(Debug, Clone, PartialEq)]
pub struct FioJobs {
    /// Name of the file, without folders.
    pub name: String,
    /// The jobs in order. Never empty.
    pub jobs: Vec<FioJob>,
    /// Options of its global sections, by fio's first names, the last of each.
    pub global: Vec<(String, String)>,
    /// Options that have no effect here, with the reason, and options that were left out.
    pub notes: Vec<JobNote>,
}

impl FioJobs {
    /// Reads a job file.
    ///
    /// # Errors
    ///
    /// Everything in it that this program cannot do, in the order of its lines.
    pub fn read(
        (name, text): (&str, &str),
        around: &dyn Around,
        choice: FioChoice<'_>,
    ) -> Result<Self, Vec<JobFault>> {
        let text::Parsed { sections, global, mut faults } = text::parsed(text, around);
        let unknown = choice.sections.iter().find(|asked| !has(&sections, asked));
        if let Some(section) = unknown {
            let names = sections.iter().map(|section| section.name.as_str());
            let (section, sections) = (section.clone(), options::unique(names));
            let wrong = Wrong::NoSection { section, sections };
            return Err(vec![JobFault { line: 0, wrong }]);
        }
        let is_taken = |section: &&Section| {
            choice.sections.is_empty() || choice.sections.contains(&section.name)
        };
        let mut notes: Vec<JobNote> = Vec::new();
        let mut jobs: Vec<FioJob> = Vec::new();
        // If an earlier job is missing, the options of a job that refer to earlier jobs cannot be checked.
        let mut is_missing = false;
        options::look_for_ignored(&sections, choice.ignored, (&mut faults, &mut notes));
        for section in sections.iter().filter(is_taken) {
            options::look_through(section, choice.ignored, (&mut faults, &mut notes));
            if section.said.is_cut {
                is_missing = true;
                faults.extend(job::find_values_alone(section, choice.ignored));
                continue;
            }
            match job::read(section, choice.ignored, &jobs) {
                Ok(job) => jobs.push(job),
                Err(fault) => {
                    faults.extend(Some(fault).filter(|it| !is_missing || !it.is_of_others()));
                    faults.extend(job::find_wrong_values(section, choice.ignored));
                    is_missing = true;
                }
            }
        }
        let faults = each_once(faults, |fault| fault.line, JobFault::key);
        if !faults.is_empty() {
            return Err(faults);
        }
        if jobs.is_empty() {
            return Err(vec![JobFault { line: 0, wrong: Wrong::NoJob }]);
        }
        job::resolve_ends(&mut jobs).map_err(|fault| vec![fault])?;
        let notes = each_once(notes, |note| note.line, |note| format!("{note:?}"));
        let global = job::written(&global.options, choice.ignored);
        Ok(Self { name: name.to_owned(), jobs, global, notes })
    }

    /// The targets that the jobs name, each once, in order; empty if they name none.
    #[must_use]
    pub fn targets(&self) -> Vec<String> {
        let mut targets: Vec<String> = Vec::new();
        for target in self.jobs.iter().flat_map(FioJob::drives) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets
    }
}

/// Sorts the items by line and keeps the first of equal ones.
fn each_once<T>(
    mut all: Vec<T>,
    line: impl Fn(&T) -> u64,
    key: impl Fn(&T) -> String,
) -> Vec<T> {
    all.sort_by_key(&line);
    // Sections repeat the options of global ones, and all lines of an included file have the line of the include.
    let mut seen = BTreeSet::new();
    all.retain(|it| seen.insert((line(it), key(it))));
    all
}

fn has(sections: &[Section], name: &str) -> bool {
    sections.iter().any(|section| section.name == name)
}
