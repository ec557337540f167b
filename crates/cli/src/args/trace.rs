//! The options of `trace`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_trace::{Events, SourceKind};

use super::{EngineArgs, OutputArgs, PageFormat, SettingArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum TraceCommand {
    /// Read a trace of another tool or a published collection, and write it in iogram's format (Parquet).
    Import(TraceImportArgs),
    /// Show what a trace asks of a drive: mix, sizes, order, depth, working set, how often data is made durable.
    Show(TraceShowArgs),
    /// Record what a command asks of a drive, by the kernel's own tracing (needs root).
    Record(TraceRecordArgs),
    /// Make the requests of a trace again on a drive, at their times or as fast as possible, and say how it served them
    /// beside how they were served then.
    Run(Box<TraceRunArgs>),
}

/// A trace format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceKind {
    /// The kernel's binary records, in one file (blkparse -d).
    Blktrace,
    /// What blkparse prints.
    Blkparse,
    /// What the kernel's tracing files show (trace, `trace_pipe`).
    Ftrace,
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
    /// The Storage Performance Council's format.
    Spc,
    /// JEDEC's client traces (JESD219A): writes, trims and flushes without times.
    Jedec,
    /// A table with the columns `issued_ns,kind,offset_bytes,length_bytes`.
    Csv,
}

impl TraceKind {
    pub(crate) const fn source(self) -> SourceKind {
        match self {
            Self::Blktrace => SourceKind::Blktrace,
            Self::Blkparse => SourceKind::Blkparse,
            Self::Ftrace => SourceKind::Ftrace,
            Self::Fio => SourceKind::Fio,
            Self::Msr => SourceKind::Msr,
            Self::Alibaba => SourceKind::Alibaba,
            Self::Tencent => SourceKind::Tencent,
            Self::Fiu => SourceKind::Fiu,
            Self::Systor => SourceKind::Systor,
            Self::Spc => SourceKind::Spc,
            Self::Jedec => SourceKind::Jedec,
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

#[derive(Debug, Args)]
#[command(after_help = "\
What anybody asks of the drive meanwhile is recorded, with the name of the program that the kernel asks for. What the
command leaves in memory is not: end it with sync.")]
pub(crate) struct TraceRecordArgs {
    /// The block device: a whole drive.
    pub(crate) device: String,
    /// Where the trace goes [default: the device's name with .iotrace, here].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A device needs --destroy or --borrow if the trace writes; in a directory only a test file is written.
Further settings: iogram methods replay.")]
pub(crate) struct TraceRunArgs {
    /// A trace in iogram's format.
    pub(crate) file: PathBuf,
    /// Directory, file, block device or sim:NAME.
    pub(crate) target: String,
    /// When requests are issued: as-recorded, faster=2 (all times halved), or as-fast-as-possible: as soon as those have
    /// completed that had completed when each was recorded [default: as-recorded].
    #[arg(long, value_name = "HOW")]
    pub(crate) timing: Option<String>,
    /// Times in which nothing was issued are cut to this; "whole": as long as they were [default: 25ms].
    #[arg(long, value_name = "TIME")]
    pub(crate) idle: Option<String>,
    /// Where requests go: exact, modulo, scaled or fit: exact where there is room, else scaled [default: fit].
    #[arg(long, value_name = "WHERE")]
    pub(crate) places: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
