//! The options of `trace`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_trace::{Events, SourceKind};

use super::{EngineArgs, OutputArgs, PageFormat, SettingArgs};

#[derive(Debug, Subcommand)]
pub(crate) enum TraceCommand {
    /// Convert another tool's or a published trace to iogram's format (Parquet).
    Import(TraceImportArgs),
    /// Show a trace's mix, sizes, order, depth, working set and durability.
    Show(TraceShowArgs),
    /// Record a command's requests to a drive with the kernel's tracing (requires root).
    Record(TraceRecordArgs),
    /// Replay a trace on a drive, at its times or as fast as possible, and compare the latencies with the recorded
    /// ones.
    Run(Box<TraceRunArgs>),
}

/// A trace format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceKind {
    /// The kernel's binary records, in one file (blkparse -d).
    Blktrace,
    /// The output of blkparse.
    Blkparse,
    /// The contents of the kernel's tracing files (trace, `trace_pipe`).
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

/// The events of the kernel that count as requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceEvents {
    /// Requests that the drive received.
    Issued,
    /// Requests of programs, before merging.
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
    /// Write the trace to this file [default: FILE's name with .iotrace, here].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Read FILE as this format [default: by its first bytes].
    #[arg(long = "as", value_enum, value_name = "KIND")]
    pub(crate) kind: Option<TraceKind>,
    /// Import only this volume of a trace.
    #[arg(long, value_name = "NAME")]
    pub(crate) volume: Option<String>,
    /// Use these events of the kernel as requests (blktrace, blkparse).
    #[arg(long, value_enum, default_value_t = TraceEvents::Issued)]
    pub(crate) events: TraceEvents,
    /// Skip invalid lines, and count them.
    #[arg(long)]
    pub(crate) skip_wrong: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TraceShowArgs {
    /// A trace in iogram's format.
    pub(crate) file: PathBuf,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The trace has the requests of all programs to the drive during the command, with the program's name as the kernel
knows it. It lacks data that the command leaves in memory: end the command with sync.")]
pub(crate) struct TraceRecordArgs {
    /// The block device: a whole drive.
    pub(crate) device: String,
    /// Write the trace to this file [default: the device's name with .iotrace, here].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A device needs --destroy or --borrow if the trace writes; in a directory iogram writes only a test file.
Further settings: iogram methods replay.")]
pub(crate) struct TraceRunArgs {
    /// A trace in iogram's format.
    pub(crate) file: PathBuf,
    /// Directory, file, block device or sim:NAME.
    pub(crate) target: String,
    /// Issue requests as-recorded, faster=2 (all times halved), or as-fast-as-possible: after the requests that had
    /// completed before each was recorded [default: as-recorded].
    #[arg(long, value_name = "HOW")]
    pub(crate) timing: Option<String>,
    /// Shorten idle times to this; "whole" keeps them [default: 25ms].
    #[arg(long, value_name = "TIME")]
    pub(crate) idle: Option<String>,
    /// Place requests: exact, modulo, scaled, or fit: exact if there is room, else scaled [default: fit].
    #[arg(long, value_name = "WHERE")]
    pub(crate) places: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
