//! Why a boot could not be timed.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence};
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
        hint: &'static str,
    },
    /// The line could not be opened, set or read.
    System {
        /// What was tried.
        action: &'static str,
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
    pub(crate) fn system(action: &'static str, path: &Path, source: Errno) -> Self {
        Self::System { action, path: path.to_owned(), source }
    }

    /// What could not be done, on what, and why.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Usage { message, .. } => message.clone(),
            Self::System { action, path, source } => sentence!(
                "cannot {action} {path}: {why}",
                action: *action,
                path = path.display(),
                why: Sentence::of_system(source)
            ),
            Self::InUse { path } => {
                sentence!("cannot read {path}: another program reads it", path = path.display())
            }
            Self::Vanished { path, .. } => {
                sentence!("{path} is not there any more", path = path.display())
            }
            Self::NoMatch { path, pattern, waited, last } if last.is_empty() => sentence!(
                "cannot see \"{pattern}\": nothing came from {path} in {waited}",
                pattern,
                path = path.display(),
                waited
            ),
            Self::NoMatch { path, pattern, waited, .. } => sentence!(
                "cannot see \"{pattern}\": no line of {path} matched it in {waited}",
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
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Usage { hint, .. } => hint,
            Self::System { source, .. }
                if *source == Errno::ACCESS || *source == Errno::PERM =>
            {
                "serial lines are for the members of a group: sudo adduser $USER dialout, then log in again"
            }
            Self::System { source, .. } if *source == Errno::NOENT => {
                "is the adapter plugged in? ls /dev/ttyUSB* /dev/ttyACM* /dev/ttyAMA* shows what is there"
            }
            Self::System { .. } => "",
            Self::InUse { .. } => {
                "end the terminal program (minicom, picocom, screen) that has it open"
            }
            Self::Vanished { .. } => "was the adapter unplugged? Its boots until then are kept",
            Self::NoMatch { last, .. } if last.is_empty() => {
                "is the computer on, its console on this line, and TX on RX? --limit waits longer"
            }
            Self::NoMatch { last, .. } if is_garbled(last) => {
                "what came looks garbled: is --baud the speed of its console?"
            }
            Self::NoMatch { .. } => {
                "name what its lines say with --from and --to; --limit waits longer"
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
