//! Errors of reading and writing traces.

use std::fmt;

use iogram_model::{Sentence, sentence};
use parquet::errors::ParquetError;

/// An invalid line, or an invalid record of a binary trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// Line number, from 1; record number in a binary trace.
    pub number: u64,
    /// The fault.
    pub why: &'static str,
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
        why: &'static str,
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
            Self::Io(_) => "the file cannot be read".into(),
            Self::Parquet(_) => "the file is no readable Parquet".into(),
            Self::NotATrace => "the file holds no trace".into(),
            Self::BadRequest { number, why } => {
                sentence!(
                    "request {number} of the trace is impossible: {why}",
                    number,
                    why: Sentence::new(why)
                )
            }
            Self::UnknownKind => "this looks like no trace format that iogram knows".into(),
            Self::SeveralKinds { kinds } => {
                sentence!("this can be a trace in several formats: {kinds}", kinds)
            }
            Self::Line(WrongLine { number, why, text }) => sentence!(
                "line {number} cannot be understood ({why}): {text}",
                number,
                why: Sentence::new(why),
                text
            ),
            Self::SeveralVolumes { number, first, other } => sentence!(
                "the trace is of several volumes: {first}, and {other} from line {number} on",
                first,
                other,
                number
            ),
            Self::TimeGoesBack { number, back_ns } => sentence!(
                "time goes back by {seconds} s in line {number}",
                seconds = format_args!(
                    "{}.{:03}",
                    back_ns / 1_000_000_000,
                    back_ns % 1_000_000_000 / 1_000_000
                ),
                number
            ),
            Self::Empty { other_event_count: 0 } => "there is no request in it".into(),
            Self::Empty { other_event_count } => sentence!(
                "there is no request in it, only {count} other events",
                count = other_event_count
            ),
        }
    }

    /// The remedy; empty if there is none.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Io(_) | Self::Parquet(_) | Self::BadRequest { .. } => {
                "make the trace anew, or copy it again"
            }
            Self::NotATrace => {
                "name a file that `iogram trace import` or `iogram sim serve --trace` wrote"
            }
            Self::UnknownKind | Self::SeveralKinds { .. } => {
                "say which with --as: blktrace, blkparse, ftrace, fio, msr, alibaba, tencent, fiu, systor, spc, jedec, csv"
            }
            Self::Line(_) => {
                "correct the line, or leave such lines out and have them counted with --skip-wrong"
            }
            Self::SeveralVolumes { .. } => "take one of them with --volume",
            Self::TimeGoesBack { .. } => {
                "sort the lines by time, or import the parts one by one"
            }
            Self::Empty { other_event_count: 0 } => "check that it is the right file",
            Self::Empty { .. } => "take the requests as they were queued with --events queued",
        }
    }
}
