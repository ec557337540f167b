//! Reads traces in the formats of other tools.
//!
//! An invalid line ends the import with its number, or the import counts and shows it if the user asked for that. The
//! import never skips a line silently, and never guesses.

mod blkparse;
mod blktrace;
mod csv;
mod fio;
mod flow;
mod ftrace;
mod jedec;
mod line;
mod lines;
mod merging;
mod public;
mod recognise;

use std::io::{BufRead, Cursor, Read};

use self::flow::Flow;
use self::line::TextFormat;
use self::lines::Lines;
pub use self::merging::MergedRecords;
use crate::error::{TraceError, WrongLine};
use crate::facts::TraceFacts;
use crate::names::Names;
use crate::request::TraceRequest;

/// Bytes at the beginning of the input that are read to recognise its format.
const HEAD_BYTES: u64 = 64 << 10;

/// A supported format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// Binary output of the kernel's block tracer, in one file (`blkparse -d`).
    Blktrace,
    /// Text output of `blkparse`.
    Blkparse,
    /// The kernel's tracing files (`trace`, `trace_pipe`), and `trace-cmd report` and `perf script` of them.
    Ftrace,
    /// fio's I/O log, versions 2 and 3.
    Fio,
    /// MSR Cambridge, from SNIA's IOTTA repository.
    Msr,
    /// Alibaba's block traces.
    Alibaba,
    /// Tencent's cloud block storage.
    Tencent,
    /// FIU's traces.
    Fiu,
    /// SYSTOR '17, and tables of SNIA's repository with the same columns.
    Systor,
    /// The Storage Performance Council's text format; the traces of `UMass` use it.
    Spc,
    /// JEDEC's client traces (JESD219A): operations without times.
    Jedec,
    /// A table with the column names of this project.
    Csv,
}

impl SourceKind {
    /// All formats.
    pub const ALL: [Self; 12] = [
        Self::Blktrace,
        Self::Blkparse,
        Self::Ftrace,
        Self::Fio,
        Self::Msr,
        Self::Alibaba,
        Self::Tencent,
        Self::Fiu,
        Self::Systor,
        Self::Spc,
        Self::Jedec,
        Self::Csv,
    ];

    /// Its name on the command line and in a trace's facts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blktrace => "blktrace",
            Self::Blkparse => "blkparse",
            Self::Ftrace => "ftrace",
            Self::Fio => "fio",
            Self::Msr => "msr",
            Self::Alibaba => "alibaba",
            Self::Tencent => "tencent",
            Self::Fiu => "fiu",
            Self::Systor => "systor",
            Self::Spc => "spc",
            Self::Jedec => "jedec",
            Self::Csv => "csv",
        }
    }

    fn text(self) -> Option<Box<dyn TextFormat>> {
        Some(match self {
            Self::Blktrace => return None,
            Self::Blkparse => Box::new(blkparse::Blkparse::default()),
            Self::Ftrace => Box::new(ftrace::Ftrace),
            Self::Fio => Box::new(fio::FioLog::default()),
            Self::Msr => Box::new(public::Msr),
            Self::Alibaba => Box::new(public::Alibaba::default()),
            Self::Tencent => Box::new(public::Tencent),
            Self::Fiu => Box::new(public::Fiu),
            Self::Systor => Box::new(public::Systor::default()),
            Self::Spc => Box::new(public::Spc),
            Self::Jedec => Box::new(jedec::Jedec),
            Self::Csv => Box::new(csv::Table::default()),
        })
    }
}

/// The kernel event that stands for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Events {
    /// The request goes to the drive, after merging and scheduling.
    #[default]
    Issued,
    /// A program submits the request to the kernel.
    Queued,
}

impl Events {
    /// Its name on the command line and in a trace's facts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Queued => "queued",
        }
    }
}

/// Options of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// The format; `None`: recognised by the beginning of the file.
    pub kind: Option<SourceKind>,
    /// The volume to import from a trace of several volumes.
    pub volume: Option<String>,
    /// The event to use if the source has several for each request.
    pub events: Events,
    /// Whether to count and skip invalid lines.
    pub skips_wrong: bool,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Facts for the trace; the caller adds the file's name.
    pub facts: TraceFacts,
    /// The first skipped lines.
    pub wrong_lines: Vec<WrongLine>,
    /// Events that are not requests.
    pub other_event_count: u64,
    /// Requests of other volumes than the chosen one.
    pub other_volume_count: u64,
    /// Requests without a response and without a known direction (read or write).
    pub unanswered_count: u64,
    /// Requests that the source lists after later ones.
    pub moved_count: u64,
    /// Imported requests.
    pub request_count: u64,
}

/// Receives each request.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(&TraceRequest, &Names) -> Result<(), TraceError>;

/// Reads a trace in another format and passes its requests to `sink` in the order of their times.
///
/// # Errors
///
/// Fails if the format is unknown, a line is invalid, time goes back by more than 10 s, the trace has several volumes
/// and `options` name none, it contains no request, or `input` or `sink` fails.
pub fn import(
    mut input: impl BufRead,
    options: &ImportOptions,
    sink: Sink<'_>,
) -> Result<Imported, TraceError> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD_BYTES).read_to_end(&mut head)?;
    let is_whole = (head.len() as u64) < HEAD_BYTES;
    let kind = match options.kind {
        Some(kind) => kind,
        None => recognise::recognise(&head, is_whole)?,
    };
    let input = Cursor::new(head).chain(input);
    let mut flow = Flow::new(options, sink);
    let source = match kind.text() {
        None => {
            blktrace::read(input, &mut flow)?;
            kind.name()
        }
        Some(mut format) => {
            read_text(input, format.as_mut(), &mut flow)?;
            format.name()
        }
    };
    flow.finish(source)
}

fn read_text(
    input: impl BufRead,
    format: &mut dyn TextFormat,
    flow: &mut Flow<'_>,
) -> Result<(), TraceError> {
    let mut lines = Lines::new(input);
    while let Some((number, text)) = lines.next_line()? {
        match format.read(&text) {
            Ok(Some(line)) => flow.take(number, &text, &line)?,
            Ok(None) => {}
            Err(why) => flow.wrong(number, why, &text)?,
        }
    }
    match format.fault_at_end() {
        Some(why) => flow.wrong(lines.count(), why, ""),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
