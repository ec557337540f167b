//! Why a boot could not be timed.

use std::fmt;
use std::path::{Path, PathBuf};

use iogram_model::{Sentence, Text, sentence, text};
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
        hint: Text,
    },
    /// The serial line could not be opened, set or read.
    System {
        /// What could not be done; it takes the path and why.
        action: Text,
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
    pub(crate) fn system(action: Text, path: &Path, source: Errno) -> Self {
        Self::System { action, path: path.to_owned(), source }
    }

    /// The failed action, its object, and the cause.
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
