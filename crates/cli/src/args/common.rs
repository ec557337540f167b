//! The options that many commands have.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use iogram_engine::{ClockChoice, CpuChoice, HealthSampling, PathChoice};
use iogram_model::{Bytes, Nanos};
use iogram_session::Checkpoints;

use super::values::{
    checkpoints, count, cpu_choice, health_sampling, note, some_time, text, whole,
};

/// Where runs are saved and how results are shown.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub(crate) struct OutputArgs {
    /// Write the whole run as JSON to FILE, a new one, or to standard output with "-" (nothing else goes there).
    #[arg(long, value_name = "FILE|-", group = "written", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// Replace the FILE of --json if it exists. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "written", help_heading = "Output")]
    pub(crate) overwrite: bool,
    /// How to show the result on standard output.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// Show everything: every figure, the host, how it was measured.
    #[arg(long = "full", help_heading = "Output")]
    pub(crate) is_full: bool,
    /// No progress on standard error.
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Do not save the run.
    #[arg(long, conflicts_with = "store", help_heading = "Output")]
    pub(crate) no_store: bool,
}

#[derive(Debug, Clone, Args)]
#[expect(clippy::doc_markdown, reason = "shown as help, where backticks would be noise")]
pub(crate) struct StoreArgs {
    /// The file that runs are saved in, or postgres://USER@HOST/DATABASE [default: $IOGRAM_STORE or
    /// iogram/runs.sqlite in the user's data directory].
    #[arg(long, value_name = "FILE|ADDRESS", help_heading = "Output")]
    pub(crate) store: Option<PathBuf>,
}

/// How requests are made, and what may be destroyed.
#[derive(Debug, Clone, Args)]
pub(crate) struct EngineArgs {
    /// Which way requests take; auto takes the cheapest for the depth and records why.
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto, help_heading = "Engine")]
    pub(crate) engine: EngineChoice,
    /// Decides every random choice [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true,
          help_heading = "Engine")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) safety: SafetyArgs,
    #[command(flatten)]
    pub(crate) platform: PlatformArgs,
}

/// What a fast drive needs of the computer.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReachArgs {
    /// Bind each submitting thread to a processor: to those near the drive ("auto"), or to these in turn,
    /// such as 0-3,8 [default: the kernel places them].
    #[arg(long, value_name = "auto|LIST", value_parser = cpu_choice, help_heading = "Engine")]
    pub(crate) cpus: Option<CpuChoice>,
    /// Poll for completions instead of waiting for the drive's interrupts. Where that is not possible,
    /// the run says so and waits.
    #[arg(long, help_heading = "Engine")]
    pub(crate) poll: bool,
    /// Take completions when so many are there, or as many as are out. More than 1 saves system calls,
    /// and stamps all but the last of each late; the record says by how much.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Engine")]
    pub(crate) wait_batch: u32,
    /// The clock of every latency: auto is the processor's counter where the kernel trusts it, checked
    /// against the kernel's clock all the time.
    #[arg(long, value_enum, default_value_t = ClockArg::Auto, help_heading = "Engine")]
    pub(crate) clock: ClockArg,
}

impl Default for ReachArgs {
    fn default() -> Self {
        Self { cpus: None, poll: false, wait_batch: 1, clock: ClockArg::Auto }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClockArg {
    Auto,
    Kernel,
}

impl From<ClockArg> for ClockChoice {
    fn from(choice: ClockArg) -> Self {
        match choice {
            ClockArg::Auto => Self::Auto,
            ClockArg::Kernel => Self::Kernel,
        }
    }
}

/// Off or on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SwitchArg {
    Off,
    On,
}

/// The computer around the drive.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct PlatformArgs {
    /// Keep a remark with the run, such as cooling="heat sink, fan at 30 cm". May be repeated.
    #[arg(long = "note", value_name = "KEY=TEXT", value_parser = note, help_heading = "Platform")]
    pub(crate) notes: Vec<(String, String)>,
    /// Look first for what would disturb the measurement; always done before methods of ten minutes
    /// and more. "iogram check" does only that.
    #[arg(long, help_heading = "Platform")]
    pub(crate) check: bool,
    /// Set the computer for this run (governor, idle states, scheduler, timers, power saving) and put
    /// everything back at its end. "iogram tune" says what that would be. Root only.
    #[arg(long, help_heading = "Platform")]
    pub(crate) tune: bool,
    /// Switch the drive's own volatile write cache off or on for this run, and put it back at its end. Only of
    /// drives that the run may write; without it the cache stays as it is.
    #[arg(
        long,
        value_name = "off|on",
        value_enum,
        hide_possible_values = true,
        help_heading = "Platform"
    )]
    pub(crate) write_cache: Option<SwitchArg>,
    /// How long a request of a probe may take; an option of the commands that only probe.
    #[arg(skip)]
    pub(crate) probe_timeout: Option<Nanos>,
    /// Which part of a campaign the run is; `campaign task` says it.
    #[arg(skip)]
    pub(crate) task: Option<iogram_store::TaskKey>,
    /// What has to be so before the drive is opened; `campaign task` says it.
    #[arg(skip)]
    pub(crate) ready: iogram_session::Ready,
    /// How often to ask the drive for its temperature and health log while it is measured: a time such
    /// as 10s, or "off" [default: 1s].
    #[arg(long, value_name = "TIME|off", value_parser = health_sampling,
          help_heading = "Platform")]
    pub(crate) health: Option<HealthSampling>,
    /// How often to keep what a cell under way has so far, so that a crash or a power cut loses no more: a time
    /// such as 10s, or "off" [default: 60s].
    #[arg(long, value_name = "TIME|off", value_parser = checkpoints, help_heading = "Platform")]
    pub(crate) checkpoint: Option<Checkpoints>,
    /// A power sensor of this computer, by the name that "iogram check" tells; note what hangs on it.
    #[arg(long, value_name = "NAME", conflicts_with = "power_csv", help_heading = "Platform")]
    pub(crate) power_sensor: Option<String>,
    /// What a power meter writes as CSV: columns time and watts, or volts and amperes. A file that
    /// grows, a named pipe, or "-" for standard input.
    #[arg(long, value_name = "FILE|-", help_heading = "Platform")]
    pub(crate) power_csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reach: ReachArgs,
    #[command(flatten)]
    pub(crate) fleet: FleetServerArgs,
}

/// The computers that share drives and a server.
#[derive(Debug, Clone, Default, Args)]
#[expect(clippy::doc_markdown, reason = "shown as help, where backticks would be noise")]
pub(crate) struct FleetServerArgs {
    /// The server of the fleet: the drive is taken there before it is opened, so that no other computer measures it,
    /// and the run is copied there at its end. postgres://USER@HOST/DATABASE [default: $IOGRAM_SERVER; without one
    /// neither is done].
    #[arg(long, value_name = "ADDRESS|FILE", help_heading = "Fleet")]
    pub(crate) server: Option<PathBuf>,
    /// Take the drive under this name instead of its serial number, for drives without one or with one that others have,
    /// too; "off" takes none.
    #[arg(long, value_name = "NAME|off", help_heading = "Fleet")]
    pub(crate) lease: Option<String>,
    /// How long the drive stays this run's when nothing is heard of it; then another may take it, and this run has
    /// stopped by itself before [default: 5m].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "Fleet")]
    pub(crate) lease_time: Option<Nanos>,
    /// How long to wait for a drive that another run has [default: not at all; a campaign's task 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "Fleet")]
    pub(crate) lease_wait: Option<Nanos>,
}

/// What may be written of what exists.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SafetyArgs {
    /// Allow to destroy what a device holds: its serial number, typed. Without one: what the refusal
    /// says. For an existing file: its name. With --at-once repeated for each drive.
    #[arg(
        long,
        value_name = "SERIAL|NAME",
        help_heading = "Safety",
        conflicts_with = "borrow"
    )]
    pub(crate) destroy: Vec<String>,
    /// Write to the first SIZE bytes of a device and put back what was there; "iogram restore"
    /// finishes that after a crash [default SIZE: 1GiB].
    #[arg(long, value_name = "SIZE", help_heading = "Safety", num_args = 0..=1,
          require_equals = true, default_missing_value = "1GiB", value_parser = text::<Bytes>)]
    pub(crate) borrow: Option<Bytes>,
    /// Where the blocks of a borrowed device are kept meanwhile, on another drive [default:
    /// iogram/borrowed in the user's state directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: say that you have looked outside of it and nothing there uses this device, which
    /// iogram cannot see. Takes what --destroy takes, and lifts nothing that is seen.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    Auto,
    #[value(name = "io_uring", alias = "io-uring")]
    IoUring,
    Sync,
}

impl From<EngineChoice> for PathChoice {
    fn from(choice: EngineChoice) -> Self {
        match choice {
            EngineChoice::Auto => Self::Auto,
            EngineChoice::IoUring => Self::IoUring,
            EngineChoice::Sync => Self::Sync,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Markdown,
    Json,
    Csv,
}

/// A method's parameters.
#[derive(Debug, Clone, Args)]
pub(crate) struct SettingArgs {
    /// Set a parameter of the method; "iogram methods ID" lists them.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
}

/// A method and a target. With `--method-file` the only name is the target's.
#[derive(Debug, Clone, Args)]
pub(crate) struct WhatArgs {
    /// Id of a method; "iogram methods" lists them. Left out with --method-file.
    #[arg(value_name = "METHOD")]
    pub(crate) first: String,
    /// Directory, file, block device, sim:NAME or null:.
    #[arg(value_name = "TARGET")]
    pub(crate) second: Option<String>,
    /// Use a method file of your own instead of METHOD.
    #[arg(long, value_name = "FILE")]
    pub(crate) method_file: Option<PathBuf>,
}
