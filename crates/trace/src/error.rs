//! Why a trace cannot be read or written.

use std::fmt;

use iogram_model::{Sentence, sentence};
use parquet::errors::ParquetError;

/// A line, or a record of a binary trace, that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongLine {
    /// Counted from 1; of a binary trace, the record's number.
    pub number: u64,
    /// What is wrong with it.
    pub why: &'static str,
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
        why: &'static str,
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

    /// What the user can do; empty where nothing helps.
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
