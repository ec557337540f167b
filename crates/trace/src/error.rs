//! Why a trace cannot be read or written.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};
use parquet::errors::ParquetError;

/// A line, or a record of a binary trace, that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// Counted from 1; of a binary trace, the record's number.
    pub number: u64,
    /// What is wrong with it.
    pub why: Text,
    /// Its beginning.
    pub text: String,
}

/// Why a trace cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input could not be read.
    Io(#[from] std::io::Error),
    /// A file in the trace format is not readable, or cannot be written.
    Parquet(#[from] ParquetError),
    /// It is a Parquet file of something else.
    NotATrace,
    /// A request of a file in the trace format cannot be one.
    BadRequest {
        /// Counted from 1.
        number: u64,
        /// What is wrong with it.
        why: Text,
    },
    /// No format that is known looks like this.
    UnknownKind,
    /// Several formats look like this.
    SeveralKinds {
        /// Their names.
        kinds: String,
    },
    /// A line cannot be understood.
    Line(WrongLine),
    /// Requests of another volume than the first one's.
    SeveralVolumes {
        /// The line of the first one.
        number: u64,
        /// The volume of the lines before.
        first: String,
        /// The other volume.
        other: String,
    },
    /// Time goes back further than lines can be out of order.
    TimeGoesBack {
        /// The line.
        number: u64,
        /// How far.
        back_ns: u64,
    },
    /// Not a single request.
    Empty {
        /// Events of other kinds that were there.
        other_event_count: u64,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl TraceError {
    /// What is wrong; causes are not in it.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Io(_) => sentence!("trace-file-cannot-read"),
            Self::Parquet(_) => sentence!("trace-file-no-readable-parquet"),
            Self::NotATrace => sentence!("trace-file-holds-no-trace"),
            Self::BadRequest { number, why } => {
                sentence!(
                    "trace-request-trace-impossible",
                    number,
                    why: *why
                )
            }
            Self::UnknownKind => sentence!("trace-looks-like-no-trace-format-iogram"),
            Self::SeveralKinds { kinds } => {
                sentence!("trace-trace-several-formats", kinds)
            }
            Self::Line(WrongLine { number, why, text }) => sentence!(
                "trace-line-cannot-understood",
                number,
                why: *why,
                text
            ),
            Self::SeveralVolumes { number, first, other } => {
                sentence!("trace-trace-several-volumes-line", first, other, number)
            }
            Self::TimeGoesBack { number, back_ns } => sentence!(
                "trace-time-goes-back-s-line",
                seconds = format_args!(
                    "{}.{:03}",
                    back_ns / 1_000_000_000,
                    back_ns % 1_000_000_000 / 1_000_000
                ),
                number
            ),
            Self::Empty { other_event_count: 0 } => sentence!("trace-no-request"),
            Self::Empty { other_event_count } => {
                sentence!("trace-no-request-only-other-events", count = other_event_count)
            }
        }
    }

    /// What the user can do; empty where nothing helps.
    #[must_use]
    pub const fn hint(&self) -> Text {
        match self {
            Self::Io(_) | Self::Parquet(_) | Self::BadRequest { .. } => {
                text!("trace-make-trace-anew-copy-again")
            }
            Self::NotATrace => {
                text!("trace-name-file-iogram-trace-import-iogram")
            }
            Self::UnknownKind | Self::SeveralKinds { .. } => {
                text!("trace-say-blktrace-blkparse-ftrace-fio-msr")
            }
            Self::Line(_) => {
                text!("trace-correct-line-leave-lines-out-counted")
            }
            Self::SeveralVolumes { .. } => text!("trace-take-volume"),
            Self::TimeGoesBack { .. } => {
                text!("trace-sort-lines-time-import-parts")
            }
            Self::Empty { other_event_count: 0 } => text!("trace-check-right-file"),
            Self::Empty { .. } => text!("trace-take-requests-queued-events-queued"),
        }
    }
}
