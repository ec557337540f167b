//! Errors of reading and writing traces.

use std::fmt;

use iogram_model::{Sentence, Text, sentence, text};
use parquet::errors::ParquetError;

/// An invalid line, or an invalid record of a binary trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// Line number, from 1; record number in a binary trace.
    pub number: u64,
    /// The fault.
    pub why: Text,
    /// The beginning of the line.
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
    /// A Parquet file that is not a trace.
    NotATrace,
    /// A file in the trace format contains an invalid request.
    BadRequest {
        /// Request number, from 1.
        number: u64,
        /// The fault.
        why: Text,
    },
    /// The input matches no known format.
    UnknownKind,
    /// The input matches several formats.
    SeveralKinds {
        /// The names of those formats.
        kinds: String,
    },
    /// A line is invalid.
    Line(WrongLine),
    /// A request belongs to another volume than the first request.
    SeveralVolumes {
        /// The first line of another volume.
        number: u64,
        /// The volume of the lines before.
        first: String,
        /// The other volume.
        other: String,
    },
    /// A line is earlier than the lines before it by more than the reader can reorder.
    TimeGoesBack {
        /// The number of the line.
        number: u64,
        /// How much earlier, in ns.
        back_ns: u64,
    },
    /// The input contains no request.
    Empty {
        /// Number of events that are not requests.
        other_event_count: u64,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl TraceError {
    /// The fault as a sentence, without its causes.
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

    /// The remedy; empty if there is none.
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
