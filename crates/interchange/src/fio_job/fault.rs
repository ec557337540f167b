//! Faults of a job file, and notes on options without effect.

use std::fmt;

use iogram_model::{Sentence, Text, sentence};

/// Kinds of faults.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// An option that this program does not support.
    Unsupported {
        /// Its name in the file.
        option: String,
        /// The reason; `None` if only its name is known.
        why: Option<Text>,
    },
    /// An option with a value that this program does not support.
    UnsupportedValue {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// The supported values.
        takes: Text,
    },
    /// A value that is invalid for the option.
    Value {
        /// Its name.
        option: String,
        /// Its value.
        value: String,
        /// The valid values.
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
        /// The reason.
        error: String,
    },
    /// A line outside of every section.
    Outside {
        /// The line.
        text: String,
    },
    /// A job lacks something that every job needs.
    Missing {
        /// The job.
        job: String,
        /// The missing part.
        what: Text,
    },
    /// Two concurrent jobs that cannot run together.
    Together {
        /// The later one.
        job: String,
        /// The reason.
        why: Text,
    },
    /// A job on several drives that would do different work on each drive alone.
    Drives {
        /// The job.
        job: String,
        /// The reason.
        why: Text,
    },
    /// A job that cannot run on a file.
    OnFile {
        /// The job.
        job: String,
        /// The reason.
        why: Text,
    },
    /// The user chose a section that does not exist.
    NoSection {
        /// Its name.
        section: String,
        /// The existing sections, each once.
        sections: Vec<String>,
    },
    /// The user left out an option that neither the file nor fio has.
    NoOption {
        /// Its name.
        option: String,
        /// The options of the file, each once.
        options: Vec<String>,
    },
    /// The file has no job.
    NoJob,
    /// The file has too many jobs.
    Jobs {
        /// The largest number of jobs.
        limit: usize,
    },
    /// The sections have too many options.
    Options {
        /// The largest number of options.
        limit: usize,
    },
}

/// A part of a job file that this program cannot do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFault {
    /// Line of the file, from 1; 0 is the file as a whole.
    pub line: u64,
    /// The fault.
    pub wrong: Wrong,
}

impl JobFault {
    /// The option that the user can leave out instead; `None` if that would not help. Leaving out a supported option
    /// would change the job.
    #[must_use]
    pub fn option(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Unsupported { option, .. } => Some(option),
            _ => None,
        }
    }

    /// Identifies the fault among those of its line: an option counts once, whatever its faults.
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

    /// The placeholder of a template that is not filled in, such as `{{direct}}`.
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

    /// The option with the fault, by its name in the file; `None` if the fault is not one of an option.
    pub(super) fn about(&self) -> Option<&str> {
        match &self.wrong {
            Wrong::Unsupported { option, .. }
            | Wrong::UnsupportedValue { option, .. }
            | Wrong::Value { option, .. } => Some(option),
            _ => None,
        }
    }

    /// Whether earlier jobs determine the fault.
    pub(super) fn is_of_others(&self) -> bool {
        const OF_OTHERS: [&str; 3] = ["wait_for", "verify", "verify_only"];
        match &self.wrong {
            Wrong::UnsupportedValue { option, .. } => OF_OTHERS.contains(&option.as_str()),
            _ => false,
        }
    }

    /// The remedy for this fault alone; `None` if the only remedy is to change the file.
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

    /// The failed action, its object, and the reason.
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

/// The placeholder in a text, as templates mark it; `None` if there is none.
pub(super) fn blank_in(text: &str) -> Option<&str> {
    let marks = [("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("@@", "@@")];
    let inside = marks.into_iter().find_map(|(from, to)| {
        let at = text.find(from)?;
        let inner = text.get(at.saturating_add(from.len())..)?;
        let end = inner.find(to)?;
        let length = from.len().saturating_add(end).saturating_add(to.len());
        text.get(at..)?.get(..length)
    });
    // Marks of a single letter occur in ordinary values, too, so they must enclose the whole text.
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

/// A variable in shell syntax, which fio does not expand.
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

/// The treatment of an option that is not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Noted {
    /// It has no effect here; contains the reason, or the substitute.
    WithoutEffect(Text),
    /// The user left it out.
    LeftOut {
        /// Its value; empty if it has none.
        value: String,
        /// Whether this program supports the option.
        is_done: bool,
    },
    /// The user left it out, but the file does not have it.
    Absent,
}

/// An option without effect, or with another effect than in fio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNote {
    /// Line of the file, from 1; 0 is the file as a whole.
    pub line: u64,
    /// The option, by its name in the file.
    pub option: String,
    /// Its treatment.
    pub what: Noted,
}

impl JobNote {
    /// Whether the work differs from that of the file because of it.
    #[must_use]
    pub const fn changes_work(&self) -> bool {
        matches!(self.what, Noted::LeftOut { is_done: true, .. })
    }

    /// The treatment of the option as a sentence.
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

    /// The left out option as written in the file, with its line; `None` for any other note.
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
