//! What is wrong with a job file, and what of it changes nothing.

use std::fmt;

use iogram_model::{Sentence, Text, sentence};

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// An option that this program has nothing for.
    Unsupported {
        /// Its name, as it stands there.
        option: String,
        /// Why; `None` where nothing but its name is known.
        why: Option<Text>,
    },
    /// An option with a value that this program has nothing for.
    UnsupportedValue {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// What it takes.
        takes: Text,
    },
    /// A value that is none of this option's.
    Value {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// What it takes.
        takes: Text,
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
        what: Text,
    },
    /// Two jobs that run at once and cannot.
    Together {
        /// The later one.
        job: String,
        /// Why.
        why: Text,
    },
    /// A job of several drives that is not the same on each of them by itself.
    Drives {
        /// The job.
        job: String,
        /// Why.
        why: Text,
    },
    /// A job that no file takes.
    OnFile {
        /// The job.
        job: String,
        /// Why.
        why: Text,
    },
    /// A section was asked for that is not there.
    NoSection {
        /// Its name.
        section: String,
        /// Those that are there, each once.
        sections: Vec<String>,
    },
    /// An option was to be left out that neither the file has nor fio.
    NoOption {
        /// Its name.
        option: String,
        /// Those that the file has, each once.
        options: Vec<String>,
    },
    /// There is no job in it.
    NoJob,
    /// There are more jobs in it than anybody runs.
    Jobs {
        /// So many may be.
        limit: usize,
    },
    /// Its sections have more options than anybody writes.
    Options {
        /// So many may be.
        limit: usize,
    },
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
    /// The option that can be left out instead; `None` where that would not help. Without one that is done, the job would be
    /// another one.
    #[must_use]
    pub fn option(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Unsupported { option, .. } => Some(option),
            _ => None,
        }
    }

    /// What tells it from others of its line: an option is wrong once, in whatever way.
    pub(super) fn key(&self) -> String {
        self.about().map_or_else(|| format!("{:?}", self.wrong), str::to_owned)
    }

    /// The variable that is not set.
    #[must_use]
    pub fn variable(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Variable { name } => Some(name),
            _ => None,
        }
    }

    /// The place that somebody was to fill in, such as `{{direct}}`, where the file is a template.
    #[must_use]
    pub fn blank(&self) -> Option<&str> {
        let text = match &self.wrong {
            Wrong::UnsupportedValue { value, .. } | Wrong::Value { value, .. } => value,
            Wrong::Outside { text } => text,
            Wrong::Unsupported { option, .. } => option,
            _ => return None,
        };
        blank_in(text)
    }

    /// The option that it is about, as it stands there; `None` where it is about something else.
    pub(super) fn about(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Unsupported { option, .. }
            | Wrong::UnsupportedValue { option, .. }
            | Wrong::Value { option, .. } => Some(option),
            _ => None,
        }
    }

    /// Whether jobs before this one decide it.
    pub(super) fn is_of_others(&self) -> bool {
        const OF_OTHERS: [&str; 3] = ["wait_for", "verify", "verify_only"];
        match &self.wrong {
            Wrong::UnsupportedValue { option, .. } => OF_OTHERS.contains(&option.as_str()),
            _ => false,
        }
    }

    /// What can be done about this one alone; `None` where that is to change the file.
    #[must_use]
    pub fn hint(&self) -> Option<Sentence> {
        match &self.wrong {
            Wrong::NoSection { sections, .. } if !sections.is_empty() => {
                Some(sentence!("interchange-sections-job-file", sections = sections.join(", ")))
            }
            Wrong::NoOption { options, .. } if !options.is_empty() => {
                Some(sentence!("interchange-options-job-file", options = options.join(", ")))
            }
            Wrong::Variable { name } => Some(sentence!(
                "interchange-set-front-command",
                command = format!("{name}=4k iogram fio FILE")
            )),
            Wrong::Value { value, .. } | Wrong::UnsupportedValue { value, .. } => {
                let name = shell_variable(value)?;
                Some(sentence!(
                    "interchange-write-fio-variables-set-front-command",
                    variable = format!("${{{name}}}"),
                    command = format!("{name}=4k iogram fio FILE")
                ))
            }
            Wrong::Drives { .. } => {
                Some(sentence!("interchange-name-drive-each-section-filename-measure"))
            }
            Wrong::OnFile { .. } => {
                Some(sentence!("interchange-name-drive-target-device-target-sim"))
            }
            _ => None,
        }
    }

    /// What could not be done, on what, and why.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match &self.wrong {
            Wrong::Unsupported { option, why: None } => {
                sentence!("interchange-fio-option-not-supported", option)
            }
            Wrong::Unsupported { option, why: Some(why) } => sentence!(
                "interchange-fio-option-not-supported-option-why",
                option,
                why: *why
            ),
            Wrong::UnsupportedValue { option, value, takes } => sentence!(
                "interchange-fio-option-not-supported-but",
                option,
                value,
                takes: *takes
            ),
            Wrong::Value { option, value, takes } => {
                let takes = *takes;
                sentence!(
                    "interchange-no-value-takes",
                    value,
                    option,
                    takes: takes
                )
            }
            Wrong::Variable { name } => sentence!("interchange-variable-not-set", name),
            Wrong::Include { name, error } => {
                sentence!("interchange-cannot-include", name, error)
            }
            Wrong::Outside { text } => {
                sentence!("interchange-stands-before-first-section", text)
            }
            Wrong::Missing { job, what } => {
                sentence!("interchange-job-says-no", job, what: *what)
            }
            Wrong::Together { job, why } => {
                sentence!(
                    "interchange-job-cannot-run-ones-before",
                    job,
                    why: *why
                )
            }
            Wrong::Drives { job, why } => sentence!(
                "interchange-job-cannot-run-several-drives-each",
                job,
                why: *why
            ),
            Wrong::OnFile { job, why } => sentence!(
                "interchange-job-cannot-run-file",
                job,
                why: *why
            ),
            Wrong::NoSection { section, .. } => {
                sentence!("interchange-no-section", section)
            }
            Wrong::NoOption { option, .. } => {
                sentence!("interchange-no-option-leave-out-ignore-neither", option)
            }
            Wrong::NoJob => sentence!("interchange-no-job"),
            Wrong::Jobs { limit } => {
                sentence!("interchange-more-jobs", limit = *limit)
            }
            Wrong::Options { limit } => sentence!(
                "interchange-sections-more-options-those-global-sections",
                limit = *limit
            ),
        }
    }
}

/// The place in a text that somebody was to fill in, as templates mark them; `None` without one.
pub(super) fn blank_in(text: &str) -> Option<&str> {
    let marks = [("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("@@", "@@")];
    let inside = marks.into_iter().find_map(|(from, to)| {
        let at = text.find(from)?;
        let inner = text.get(at.saturating_add(from.len())..)?;
        let end = inner.find(to)?;
        let length = from.len().saturating_add(end).saturating_add(to.len());
        text.get(at..)?.get(..length)
    });
    // Of one letter each, which stand in other values, too: only as all that is there.
    let all = text.trim();
    let is_word = |inner: &str| {
        let is_of_name = |it: char| it.is_ascii_alphanumeric() || "_- .".contains(it);
        !inner.is_empty() && inner.chars().all(is_of_name)
    };
    let alone = [("<", ">"), ("@", "@"), ("%", "%"), ("__", "__")].into_iter().find_map(
        |(from, to)| {
            let inner = all.strip_prefix(from)?.strip_suffix(to)?;
            is_word(inner).then_some(all)
        },
    );
    inside.or(alone)
}

/// A variable as a shell has it, which is none to fio.
fn shell_variable(value: &str) -> Option<&str> {
    let name = value.strip_prefix('$')?;
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

impl fmt::Display for JobFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => self.sentence().fmt(f),
            line => write!(f, "line {line}: {}", self.sentence()),
        }
    }
}

/// What became of an option that is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Noted {
    /// It changes nothing here; why, or what is done instead.
    WithoutEffect(Text),
    /// The user left it out.
    LeftOut {
        /// Its value; empty if it has none.
        value: String,
        /// Whether it would have been done.
        is_done: bool,
    },
    /// The user left it out, and it is not there.
    Absent,
}

/// An option that changes nothing here, or something else than with fio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNote {
    /// Line of the file, from 1; 0 is the file as a whole.
    pub line: u64,
    /// The option, as it stands there.
    pub option: String,
    /// What became of it.
    pub what: Noted,
}

impl JobNote {
    /// Whether the work is another one for it than the file says.
    #[must_use]
    pub const fn changes_work(&self) -> bool {
        matches!(self.what, Noted::LeftOut { is_done: true, .. })
    }

    /// What became of the option.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        let (line, option) = (self.line, &self.option);
        match &self.what {
            Noted::WithoutEffect(why) => sentence!(
                "interchange-line-changes-nothing",
                line,
                option,
                why: *why
            ),
            Noted::LeftOut { .. } => {
                sentence!("interchange-line-left-out-ignore", line, option)
            }
            Noted::Absent => {
                sentence!("interchange-ignore-changes-nothing-job-file-no", option)
            }
        }
    }

    /// What was left out, as it stands in the file, with its line; `None` of anything else.
    pub(super) fn left_out(&self) -> Option<String> {
        let (line, option) = (self.line, &self.option);
        match &self.what {
            Noted::LeftOut { value, .. } if value.is_empty() => {
                Some(format!("line {line}: {option}"))
            }
            Noted::LeftOut { value, .. } => Some(format!("line {line}: {option}={value}")),
            _ => None,
        }
    }
}
