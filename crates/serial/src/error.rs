//! Why a boot could not be timed.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, Text, sentence, text};
use rustix::io::Errno;

/// Why a boot could not be timed.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerialError {
    /// What was asked for makes no sense.
    Usage {
        /// What, and why.
        message: Sentence,
        /// What to do about it.
        hint: Text,
    },
    /// The line could not be opened, set or read.
    System {
        /// What could not be done; it takes the path and why.
        action: Text,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: Errno,
    },
    /// It is used by another program.
    InUse {
        /// Which line.
        path: PathBuf,
    },
    /// The line is not there any more.
    Vanished {
        /// Which line.
        path: PathBuf,
        /// What came last.
        last: Vec<String>,
    },
    /// No line matched in time.
    NoMatch {
        /// Which line of the computer.
        path: PathBuf,
        /// What did not come.
        pattern: String,
        /// How long it was waited for.
        waited: iogram_model::Nanos,
        /// What came last.
        last: Vec<String>,
    },
}

impl std::error::Error for SerialError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl fmt::Display for SerialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl SerialError {
    pub(crate) fn system(action: Text, path: &Path, source: Errno) -> Self {
        Self::System { action, path: path.to_owned(), source }
    }

    /// What could not be done, on what, and why.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Usage { message, .. } => message.clone(),
            Self::System { action, path, source } => sentence!(
                *action,
                path = path.display(),
                why: Sentence::of_system(source)
            ),
            Self::InUse { path } => {
                sentence!("serial-cannot-read-another-program-reads", path = path.display())
            }
            Self::Vanished { path, .. } => {
                sentence!("serial-not-any-more", path = path.display())
            }
            Self::NoMatch { path, pattern, waited, last } if last.is_empty() => sentence!(
                "serial-cannot-see-nothing-came",
                pattern,
                path = path.display(),
                waited
            ),
            Self::NoMatch { path, pattern, waited, .. } => sentence!(
                "serial-cannot-see-no-line-matched",
                pattern,
                path = path.display(),
                waited
            ),
        }
    }

    /// What came last before it, the latest last; empty if nothing came, or nobody looked.
    #[must_use]
    pub fn last_seen(&self) -> &[String] {
        match self {
            Self::Vanished { last, .. } | Self::NoMatch { last, .. } => last,
            _ => &[],
        }
    }

    /// Whether it is the user's to ask for something else.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Usage { .. })
    }

    /// What the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Text {
        match self {
            Self::Usage { hint, .. } => *hint,
            Self::System { source, .. }
                if *source == Errno::ACCESS || *source == Errno::PERM =>
            {
                text!("serial-serial-lines-members-group-sudo-adduser")
            }
            Self::System { source, .. } if *source == Errno::NOENT => {
                text!("serial-adapter-plugged-ls-dev-ttyusb-dev")
            }
            Self::System { .. } => Text::NONE,
            Self::InUse { .. } => {
                text!("serial-end-terminal-program-minicom-picocom-screen")
            }
            Self::Vanished { .. } => text!("serial-adapter-unplugged-boots-until-kept"),
            Self::NoMatch { last, .. } if last.is_empty() => {
                text!("serial-computer-console-line-tx-rx-limit")
            }
            Self::NoMatch { last, .. } if is_garbled(last) => {
                text!("serial-came-looks-garbled-baud-speed-console")
            }
            Self::NoMatch { .. } => {
                text!("serial-name-lines-say-limit-waits-longer")
            }
        }
    }
}

/// Whether a tenth of what came is no text: a line of another speed.
fn is_garbled(last: &[String]) -> bool {
    let is_odd =
        |it: &char| *it == char::REPLACEMENT_CHARACTER || (*it < ' ' && *it != '\u{1b}');
    let (all, odd) = last.iter().fold((0_usize, 0_usize), |(all, odd), line| {
        let more = line.chars().filter(is_odd).count();
        (all.saturating_add(line.chars().count()), odd.saturating_add(more))
    });
    odd.saturating_mul(10) > all
}
