//! The options that many commands have.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use iogram_engine::{ClockChoice, CpuChoice, HealthSampling, PathChoice};
use iogram_model::{Bytes, Nanos};
use iogram_session::Checkpoints;

use super::values::{
    checkpoints, count, cpu_choice, health_sampling, note, some_time, text, whole,
};

/// The destination of runs and the format of results.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub(crate) struct OutputArgs {
    /// Write the whole run as JSON to a new FILE, or to standard output with "-" (nothing else goes there).
    #[arg(long, value_name = "FILE|-", group = "written", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// Replace the FILE of --json if it exists. Never a device, a link or a file in use.
    #[arg(long, requires = "written", help_heading = "Output")]
    pub(crate) overwrite: bool,
    /// Print the result in this format.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// Show everything: every figure, the host, the conditions.
    #[arg(long = "full", help_heading = "Output")]
    pub(crate) is_full: bool,
    /// Hide progress on standard error.
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
    /// Save runs in this file, or in postgres://USER@HOST/DATABASE [default: $IOGRAM_STORE, else iogram/runs.sqlite
    /// in the user's data directory].
    #[arg(long, value_name = "FILE|ADDRESS", help_heading = "Output")]
    pub(crate) store: Option<PathBuf>,
}

/// How iogram makes requests, and the data that it may destroy.
#[derive(Debug, Clone, Args)]
pub(crate) struct EngineArgs {
    /// Submit requests this way; auto uses the cheapest for the depth and records the reason.
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto, help_heading = "Engine")]
    pub(crate) engine: EngineChoice,
    /// Seed of every random choice [default: a new one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true,
          help_heading = "Engine")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) safety: SafetyArgs,
    #[command(flatten)]
    pub(crate) platform: PlatformArgs,
}

/// The host's settings for a fast drive.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReachArgs {
    /// Bind each submitting thread to a processor: near the drive ("auto"), or these in turn, such as 0-3,8 [default:
    /// the kernel places them].
    #[arg(long, value_name = "auto|LIST", value_parser = cpu_choice, help_heading = "Engine")]
    pub(crate) cpus: Option<CpuChoice>,
    /// Poll for completions instead of waiting for interrupts. If polling is impossible, iogram waits and records it.
    #[arg(long, help_heading = "Engine")]
    pub(crate) poll: bool,
    /// Reap completions in batches of N, or of all outstanding requests. More than 1 saves system calls, but the
    /// timestamps of all except the last are late; the record has the delay.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Engine")]
    pub(crate) wait_batch: u32,
    /// Time every latency with this clock; auto: the processor's counter if the kernel trusts it, checked
    /// continuously against the kernel's clock.
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
    /// Save a note with the run, such as cooling="heat sink, fan at 30 cm". May be repeated.
    #[arg(long = "note", value_name = "KEY=TEXT", value_parser = note, help_heading = "Platform")]
    pub(crate) notes: Vec<(String, String)>,
    /// First look for causes of disturbance; methods of 10 minutes and more always do. "iogram check" does only that.
    #[arg(long, help_heading = "Platform")]
    pub(crate) check: bool,
    /// Prepare the computer for this run (governor, idle states, scheduler, timers, power saving), and restore it
    /// afterwards. "iogram tune" shows the changes. Requires root.
    #[arg(long, help_heading = "Platform")]
    pub(crate) tune: bool,
    /// Switch the drive's volatile write cache off or on for this run, and restore it afterwards. Only for drives
    /// that the run may write [default: unchanged].
    #[arg(
        long,
        value_name = "off|on",
        value_enum,
        hide_possible_values = true,
        help_heading = "Platform"
    )]
    pub(crate) write_cache: Option<SwitchArg>,
    /// Timeout of a probe's request; commands that only probe set it.
    #[arg(skip)]
    pub(crate) probe_timeout: Option<Nanos>,
    /// The part of a campaign that the run is; `campaign task` sets it.
    #[arg(skip)]
    pub(crate) task: Option<iogram_store::TaskKey>,
    /// The conditions to check before the drive is opened; `campaign task` sets them.
    #[arg(skip)]
    pub(crate) ready: iogram_session::Ready,
    /// Read the drive's temperature and health log at this interval during a measurement: a time such as 10s, or
    /// "off" [default: 1s].
    #[arg(long, value_name = "TIME|off", value_parser = health_sampling,
          help_heading = "Platform")]
    pub(crate) health: Option<HealthSampling>,
    /// Save the current cell at this interval, so that a crash or a power cut loses no more: a time such as 10s, or
    /// "off" [default: 60s].
    #[arg(long, value_name = "TIME|off", value_parser = checkpoints, help_heading = "Platform")]
    pub(crate) checkpoint: Option<Checkpoints>,
    /// Record this power sensor of the computer, by its name in "iogram check"; describe its load with --note.
    #[arg(long, value_name = "NAME", conflicts_with = "power_csv", help_heading = "Platform")]
    pub(crate) power_sensor: Option<String>,
    /// Record a power meter's CSV: columns time and watts, or volts and amperes. The file may grow, or be a named
    /// pipe, or "-" for standard input.
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
    /// Use this server of the fleet, postgres://USER@HOST/DATABASE: lease the drive there first, so that no other
    /// computer measures it, and copy the run there at its end [default: $IOGRAM_SERVER; without one, neither].
    #[arg(long, value_name = "ADDRESS|FILE", help_heading = "Fleet")]
    pub(crate) server: Option<PathBuf>,
    /// Lease the drive by this name instead of its serial number, for drives without a unique one; "off" leases none.
    #[arg(long, value_name = "NAME|off", help_heading = "Fleet")]
    pub(crate) lease: Option<String>,
    /// Keep the lease this long without contact; then another run may lease the drive. This run stops before that
    /// [default: 5m].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "Fleet")]
    pub(crate) lease_time: Option<Nanos>,
    /// Wait this long for a drive that another run leases [default: no wait; 10m for a campaign's task].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "Fleet")]
    pub(crate) lease_wait: Option<Nanos>,
}

/// The existing data that iogram may overwrite.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SafetyArgs {
    /// Allow iogram to destroy a device's data: type its serial number. For a device without one, type the name in
    /// the refusal; for an existing file, its name. With --at-once, repeat it for each drive.
    #[arg(
        long,
        value_name = "SERIAL|NAME",
        help_heading = "Safety",
        conflicts_with = "borrow"
    )]
    pub(crate) destroy: Vec<String>,
    /// Write to the first SIZE bytes of a device and restore them; after a crash "iogram restore" does [default SIZE:
    /// 1GiB].
    #[arg(long, value_name = "SIZE", help_heading = "Safety", num_args = 0..=1,
          require_equals = true, default_missing_value = "1GiB", value_parser = text::<Bytes>)]
    pub(crate) borrow: Option<Bytes>,
    /// Keep a borrowed device's blocks in this directory on another drive [default: iogram/borrowed in the user's
    /// state directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: confirm that nothing outside it uses this device, which iogram cannot see. Takes the value of
    /// --destroy; visible uses still stop the run.
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

/// A method and a target. With `--method-file` the only word is the target.
#[derive(Debug, Clone, Args)]
pub(crate) struct WhatArgs {
    /// Id of a method; "iogram methods" lists them. Omit it with --method-file.
    #[arg(value_name = "METHOD")]
    pub(crate) first: String,
    /// Directory, file, block device, sim:NAME or null:.
    #[arg(value_name = "TARGET")]
    pub(crate) second: Option<String>,
    /// Use a custom method file instead of METHOD.
    #[arg(long, value_name = "FILE")]
    pub(crate) method_file: Option<PathBuf>,
}
