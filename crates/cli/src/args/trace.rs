//! The options of `trace`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_trace::{Events, SourceKind};

use super::PageFormat;

#[derive(Debug, Subcommand)]
pub(crate) enum TraceCommand {
    /// Read a trace of another tool or a published collection, and write it in iogram's format (Parquet).
    Import(TraceImportArgs),
    /// Show what a trace asks of a drive: mix, sizes, order, depth, working set, how often data is made durable.
    Show(TraceShowArgs),
}

/// A trace format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceKind {
    /// The kernel's binary records, in one file (blkparse -d).
    Blktrace,
    /// What blkparse prints.
    Blkparse,
    /// fio's I/O log, versions 2 and 3.
    Fio,
    /// MSR Cambridge.
    Msr,
    /// Alibaba's block traces.
    Alibaba,
    /// Tencent's cloud block storage.
    Tencent,
    /// FIU's traces.
    Fiu,
    /// SYSTOR '17 and other tables with its columns.
    Systor,
    /// A table with the columns `issued_ns,kind,offset_bytes,length_bytes`.
    Csv,
}

impl TraceKind {
    pub(crate) const fn source(self) -> SourceKind {
        match self {
            Self::Blktrace => SourceKind::Blktrace,
            Self::Blkparse => SourceKind::Blkparse,
            Self::Fio => SourceKind::Fio,
            Self::Msr => SourceKind::Msr,
            Self::Alibaba => SourceKind::Alibaba,
            Self::Tencent => SourceKind::Tencent,
            Self::Fiu => SourceKind::Fiu,
            Self::Systor => SourceKind::Systor,
            Self::Csv => SourceKind::Csv,
        }
    }
}

/// Which of the kernel's events are requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceEvents {
    /// What was given to the drive.
    Issued,
    /// What was asked of the system, before merging.
    Queued,
}

impl TraceEvents {
    pub(crate) const fn events(self) -> Events {
        match self {
            Self::Issued => Events::Issued,
            Self::Queued => Events::Queued,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct TraceImportArgs {
    /// The file to read; "-" is standard input.
    pub(crate) file: PathBuf,
    /// Where the trace goes [default: FILE's name with .iotrace, here].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// The format of FILE [default: by what it begins with].
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<TraceKind>,
    /// Of a trace of several volumes, this one alone.
    #[arg(long, value_name = "NAME")]
    pub(crate) volume: Option<String>,
    /// Which of the kernel's events are the requests (blktrace, blkparse).
    #[arg(long, value_enum, default_value_t = TraceEvents::Issued)]
    pub(crate) events: TraceEvents,
    /// Leave lines out that cannot be understood, and say how many there were.
    #[arg(long)]
    pub(crate) skip_wrong: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TraceShowArgs {
    /// A trace in iogram's format.
    pub(crate) file: PathBuf,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
}
