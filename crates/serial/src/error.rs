//! Why a boot could not be timed.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, sentence};
use rustix::io::Errno;

/// Why a boot could not be timed.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerialError {
    /// The request is invalid.
    Usage {
        /// The invalid part, and the reason.
        message: Sentence,
        /// The remedy.
        hint: &'static str,
    },
    /// The serial line could not be opened, set or read.
    System {
        /// The failed action.
        action: &'static str,
        /// Path of the serial line.
        path: PathBuf,
        /// The cause.
        source: Errno,
    },
    /// Another program uses the serial line.
    InUse {
        /// Path of the serial line.
        path: PathBuf,
    },
    /// The serial line disappeared.
    Vanished {
        /// Path of the serial line.
        path: PathBuf,
        /// The last lines before that.
        last: Vec<String>,
    },
    /// No line matched in time.
    NoMatch {
        /// Path of the serial line.
        path: PathBuf,
        /// The pattern without a match.
        pattern: String,
        /// Time waited.
        waited: iogram_model::Nanos,
        /// The last lines before that.
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

    /// The failed action, its object, and the cause.
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

    /// The last lines before the error, the latest last; empty if none arrived, or nobody listened.
    #[must_use]
    pub fn last_seen(&self) -> &[String] {
        match self {
            Self::Vanished { last, .. } | Self::NoMatch { last, .. } => last,
            _ => &[],
        }
    }

    /// Whether the user has to change the request.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Usage { .. })
    }

    /// The remedy for the user.
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

/// Whether a tenth of the text is unprintable, which suggests another baud rate.
fn is_garbled(last: &[String]) -> bool {
    let is_odd =
        |it: &char| *it == char::REPLACEMENT_CHARACTER || (*it < ' ' && *it != '\u{1b}');
    let (all, odd) = last.iter().fold((0_usize, 0_usize), |(all, odd), line| {
        let more = line.chars().filter(is_odd).count();
        (all.saturating_add(line.chars().count()), odd.saturating_add(more))
    });
    odd.saturating_mul(10) > all
}
