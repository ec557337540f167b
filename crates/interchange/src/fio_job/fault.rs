//! What is wrong with a job file, and what of it changes nothing.

use std::fmt;

use iogram_model::{Sentence, sentence};

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// An option that this program has nothing for.
    Unsupported {
        /// Its name, as it stands there.
        option: String,
        /// Why; `None` where nothing but its name is known.
        why: Option<&'static str>,
    },
    /// An option with a value that this program has nothing for.
    UnsupportedValue {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// What it takes.
        takes: &'static str,
    },
    /// A value that is none of this option's.
    Value {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// What it takes.
        takes: &'static str,
    },
    /// A variable that is not set.
    Variable {
        /// Its name.
        name: String,
    },
    /// A file that cannot be included.
    Include {
        /// Its name.
        name: String,
        /// Why.
        error: String,
    },
    /// A line outside of every section.
    Outside {
        /// The line.
        text: String,
    },
    /// Something that every job needs is missing.
    Missing {
        /// The job.
        job: String,
        /// What is missing.
        what: &'static str,
    },
    /// Two jobs that run at once and cannot.
    Together {
        /// The later one.
        job: String,
        /// Why.
        why: &'static str,
    },
    /// A section was asked for that is not there.
    NoSection {
        /// Its name.
        section: String,
    },
    /// There is no job in it.
    NoJob,
}

/// Something of a job file that cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFault {
    /// Line of the file, from 1; 0 is the file as a whole.
    pub line: u64,
    /// What is wrong.
    pub wrong: Wrong,
}

impl JobFault {
    /// The option that can be left out instead; `None` where that would not help.
    #[must_use]
    pub fn option(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Unsupported { option, .. } | Wrong::UnsupportedValue { option, .. } => {
                Some(option)
            }
            _ => None,
        }
    }

    /// What could not be done, on what, and why.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match &self.wrong {
            Wrong::Unsupported { option, why: None } => {
                sentence!("fio's option {option} is not supported", option)
            }
            Wrong::Unsupported { option, why: Some(why) } => sentence!(
                "fio's option {option} is not supported: {why}",
                option,
                why: Sentence::from(*why)
            ),
            Wrong::UnsupportedValue { option, value, takes } => sentence!(
                "fio's option {option} is not supported with \"{value}\", but with {takes}",
                option,
                value,
                takes: Sentence::from(*takes)
            ),
            Wrong::Value { option, value, takes } => {
                let takes = Sentence::from(*takes);
                sentence!(
                    "\"{value}\" is no value of {option}: it takes {takes}",
                    value,
                    option,
                    takes: takes
                )
            }
            Wrong::Variable { name } => sentence!("the variable {name} is not set", name),
            Wrong::Include { name, error } => {
                sentence!("cannot include {name}: {error}", name, error)
            }
            Wrong::Outside { text } => {
                sentence!("\"{text}\" stands before the first section", text)
            }
            Wrong::Missing { job, what } => {
                sentence!("job {job} says no {what}", job, what: Sentence::from(*what))
            }
            Wrong::Together { job, why } => {
                sentence!(
                    "job {job} cannot run with the ones before it: {why}",
                    job,
                    why: Sentence::from(*why)
                )
            }
            Wrong::NoSection { section } => sentence!("there is no section {section}", section),
            Wrong::NoJob => "there is no job in it".into(),
        }
    }
}

impl fmt::Display for JobFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.sentence().fmt(f),
            line => write!(f, "line {line}: {}", self.sentence()),
        }
    }
}

/// An option that changes nothing here, or something else than with fio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNote {
    /// Line of the file, from 1.
    pub line: u64,
    /// The option, as it stands there.
    pub option: String,
    /// Why, or what is done instead.
    pub why: &'static str,
}
