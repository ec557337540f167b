//! The options of measuring commands: `quick`, `run`, `measure`, `geometry`, `verify`, `plan`, `resume`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use iogram_model::{
    Blocks, Bytes, DataPattern, JobLayout, Nanos, Pacing, Pattern, Permille, Region, SyncCall,
    SyncPolicy,
};

use super::values::{count, rate, repeats, some_bytes, some_time, text, whole};
use super::{EngineArgs, OutputArgs, SettingArgs, StoreArgs, WhatArgs};

/// The other targets of the same measurement, and the number of runs.
#[derive(Debug, Args)]
pub(crate) struct TurnsArgs {
    /// Also measure these targets, in turn A B B A A B, so that changes over time affect all alike. The last hint
    /// compares them.
    #[arg(value_name = "OTHER_TARGET")]
    pub(crate) others: Vec<String>,
    /// Measure N times, as separate runs. A difference between drives has to exceed the differences between runs of
    /// one drive ("iogram compare A1 A2 A3 -- B1 B2 B3").
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = repeats)]
    pub(crate) runs: u32,
    /// Measure all targets at the same time instead of in turn, each as a separate run with its own threads. It suits
    /// the qualification of many drives, which may slow one another. Each run records the others.
    #[arg(long)]
    pub(crate) at_once: bool,
    /// With --at-once: also these targets, separated by commas. Serial numbers of drives are allowed too.
    #[arg(long, value_name = "TARGET|SERIAL,..", value_delimiter = ',', requires = "at_once")]
    pub(crate) each: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct QuickArgs {
    /// Directory, file, block device or sim:NAME [default: .].
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) turns: TurnsArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) turns: TurnsArgs,
    /// Also show the scores of recorded traces as a ratio to those of a reference: a run's id, "last", a file written
    /// with --json, or "s4-ssd", a simulated SATA SSD.
    #[arg(long, value_name = "RUN|FILE.json", conflicts_with = "at_once")]
    pub(crate) reference: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 0: good enough, or no published limit; 1: not good enough; 6: cannot tell.
In a directory iogram writes only a test file. Uses: iogram good-for --list.")]
pub(crate) struct GoodForArgs {
    /// Use: camera, pi, etcd, sqlite, slog, ceph, ..
    #[arg(value_name = "USE")]
    pub(crate) purpose: Option<String>,
    /// Directory, file, block device or sim:NAME.
    pub(crate) target: Option<String>,
    /// List the uses and their other names.
    #[arg(long, exclusive = true)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --destroy or --borrow, only reads: page and allocation unit.")]
pub(crate) struct GeometryArgs {
    /// Block device or sim:NAME.
    pub(crate) target: String,
    /// End the test when a request exceeds this time: the drive hangs [default: 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) io_timeout: Option<Nanos>,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 0: the drive has its announced capacity; 1: it does not, or it is damaged; 6: cannot tell.
The quick test writes some marks, and as many bytes as the largest cache to rule out; it announces the
amount first. Without --destroy, iogram restores the device's data at the end; after a crash,
\"iogram restore\" does.")]
// `verify --full` already writes every block.
#[command(mut_arg("is_full", |it| it.long("full-report")))]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub(crate) struct VerifyArgs {
    /// Block device or sim:NAME; with --free or --read, a directory.
    pub(crate) target: String,
    /// Write and read every block. This destroys all data on the device.
    #[arg(long, conflicts_with_all = ["free", "read"])]
    pub(crate) full: bool,
    /// Fill the file system's free space with files that f3read accepts, and read them back.
    #[arg(long, conflicts_with = "read")]
    pub(crate) free: bool,
    /// Read the files of --free, f3write or h2testw.
    #[arg(long)]
    pub(crate) read: bool,
    /// With --free: fill at most SIZE.
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>, requires = "free")]
    pub(crate) size: Option<Bytes>,
    /// Remove the files after reading them.
    #[arg(long, conflicts_with = "full")]
    pub(crate) cleanup: bool,
    /// Rule out a counterfeit's cache of up to SIZE [default: 8GiB].
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>,
          conflicts_with_all = ["full", "free", "read"])]
    pub(crate) cache: Option<Bytes>,
    /// End the test when a request exceeds this time: the drive hangs [default: 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time, conflicts_with_all = ["free", "read"])]
    pub(crate) io_timeout: Option<Nanos>,
    /// Seed of every random choice [default: a new one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Do not restore the device's data: type its serial number. For a device without one, type the name in the
    /// refusal.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// Keep the device's blocks in this directory on another drive [default: iogram/borrowed in the user's state
    /// directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety", conflicts_with = "destroy")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: confirm that nothing outside it uses this device, which iogram cannot see. Takes the value of
    /// --destroy; visible uses still stop the run.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without --borrow or --destroy a whole drive is only read. In a directory only a test file is written.
Exit code 0: keep it; 1: it is counterfeit or it fails; 6: cannot tell.")]
pub(crate) struct DiagnoseArgs {
    /// Directory, block device or sim:NAME.
    pub(crate) target: String,
    /// Take at most this time, plus the requests in flight [default: 3m on USB 2, 15m on NVMe, else 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) max_time: Option<Nanos>,
    /// Seed of every random choice [default: a new one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Test the capacity, too: write to single places of the device, and restore them.
    #[arg(long, help_heading = "Safety", conflicts_with = "destroy")]
    pub(crate) borrow: bool,
    /// Test everything by overwriting the device: type its serial number. For a device without one, type the name in
    /// the refusal.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// Keep the device's blocks in this directory on another drive [default: iogram/borrowed in the user's state
    /// directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety", requires = "borrow")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: confirm that nothing outside it uses this device, which iogram cannot see. Takes the value of
    /// --destroy; visible uses still stop the run.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// A run's id, the start of it, or "last" [default: the only resumable run].
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// New target of the run's drive [default: the old one].
    #[arg(long, value_name = "TARGET")]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    /// Assume this sequential rate in estimates, such as 90MB/s [default: a range].
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) assume: Option<Bytes>,
    /// Compare the plan's writes with the endurance of this drive of the catalogue, if the serial number does not
    /// identify it.
    #[arg(long, value_name = "DRIVE")]
    pub(crate) drive: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Seed of a simulated drive.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole,
          allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Show every step of a long plan [default: one line for each block].
    #[arg(long)]
    pub(crate) full: bool,
    /// Print the plan as JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are bools")]
pub(crate) struct MeasureArgs {
    /// Directory, file, block device, sim:NAME or null:.
    pub(crate) target: String,

    /// Order of addresses: seq, random, permutation (each block once), zoned[=50/5:30/15:20/80], zipf[=1.2],
    /// pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%, stretches=64KiB/1MiB+4MiB (bytes used
    /// in each stretch, its length, the gap after it), sprandom[=15%] (one pass of writes after a purge, equivalent
    /// to endless random writes at this over-provisioning), write-pointers[=random,open=8] (zoned drives: each write
    /// at a zone's write pointer, with at most 8 zones open), or jesd219-enterprise: zones, block sizes and 40 %
    /// reads of that workload.
    #[arg(long, default_value = "random", value_name = "PATTERN",
          value_parser = text::<Pattern>, help_heading = "Workload")]
    pub(crate) access: Pattern,
    /// Share of reads; the rest, without discards and flushes, are writes [default: all reads].
    #[arg(long, value_name = "PERCENT",
          value_parser = text::<Permille>, help_heading = "Workload")]
    pub(crate) read: Option<Permille>,
    /// Share of discards.
    #[arg(long, default_value = "0%", value_name = "PERCENT",
          value_parser = text::<Permille>, help_heading = "Workload")]
    pub(crate) discard: Permille,
    /// Share of flushes.
    #[arg(long, default_value = "0%", value_name = "PERCENT",
          value_parser = text::<Permille>, help_heading = "Workload")]
    pub(crate) flush: Permille,
    /// Block size, or sizes with weights: 4KiB:70,64KiB:30 [default: 4KiB].
    #[arg(long, value_name = "SIZE", value_parser = text::<Blocks>, help_heading = "Workload")]
    pub(crate) block: Option<Blocks>,
    /// Outstanding requests of each job.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Workload")]
    pub(crate) depth: u32,
    /// Number of jobs, each with its own thread.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Workload")]
    pub(crate) jobs: u32,
    /// Let jobs share the region, or give each a slice.
    #[arg(long, value_enum, default_value_t = LayoutChoice::Shared, help_heading = "Workload")]
    pub(crate) layout: LayoutChoice,
    /// Use this part of the target: 0..25%, 8GiB..75%, 1GiB..; 0..75%,8GiB/2048: 8 GiB of it in 2,048 segments.
    #[arg(long, default_value = "0..100%", value_name = "START..END",
          value_parser = text::<Region>, help_heading = "Workload")]
    pub(crate) region: Region,
    /// Data to write: random (never repeats), zeros, compress=50%.
    #[arg(long, default_value = "random", value_name = "DATA",
          value_parser = text::<DataPattern>, help_heading = "Workload")]
    pub(crate) data: DataPattern,
    /// Durability: none, each (flush after every write), every=N, end (flush inside the time), dsync.
    #[arg(long, default_value = "none", value_name = "POLICY",
          value_parser = text::<SyncPolicy>, help_heading = "Workload")]
    pub(crate) sync: SyncPolicy,
    /// Make data durable with this call.
    #[arg(long, value_enum, default_value_t = SyncCallChoice::Fdatasync, value_name = "CALL",
          help_heading = "Workload")]
    pub(crate) sync_call: SyncCallChoice,
    /// Bypass the page cache (the default).
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) direct: bool,
    /// Use the page cache.
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) buffered: bool,
    /// Use the page cache, without pages of the target at the start.
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) buffered_cold: bool,
    /// Open loop with this many requests per second: 500/s or 500/s,poisson; latency counts from the schedule
    /// [default: closed loop].
    #[arg(long, value_name = "RATE",
          value_parser = text::<Pacing>, help_heading = "Workload")]
    pub(crate) rate: Option<Pacing>,

    /// Measure for this time [default: 10s without another end].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "End")]
    pub(crate) time: Option<Nanos>,
    /// Measure until SIZE bytes were moved.
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, help_heading = "End")]
    pub(crate) amount: Option<Bytes>,
    /// Measure until N requests were made.
    #[arg(long, value_name = "N", value_parser = count::<u64>, allow_negative_numbers = true,
          help_heading = "End")]
    pub(crate) count: Option<u64>,
    /// Exclude this time at the start from all statistics.
    #[arg(long, default_value = "0s", value_name = "TIME", value_parser = text::<Nanos>,
          help_heading = "End")]
    pub(crate) ramp: Nanos,
    /// Repeat the cell N times.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = repeats,
          allow_negative_numbers = true, help_heading = "End")]
    pub(crate) repeat: u32,
    /// End the cell when a request exceeds this time [default: 10m; more for writes through the page cache].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "End")]
    pub(crate) io_timeout: Option<Nanos>,
    /// End the cell after N failed requests.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = count::<u64>,
          allow_negative_numbers = true, help_heading = "End")]
    pub(crate) errors_max: u64,

    /// Use the first SIZE bytes; in a directory, the size of the test file [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, help_heading = "Target")]
    pub(crate) size: Option<Bytes>,
    /// Write to a new, empty test file instead of a filled one.
    #[arg(long, help_heading = "Target")]
    pub(crate) fresh: bool,
    /// Name of the cell in the report.
    #[arg(long, default_value = "measure", help_heading = "Target")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutChoice {
    Shared,
    Sliced,
}

impl From<LayoutChoice> for JobLayout {
    fn from(choice: LayoutChoice) -> Self {
        match choice {
            LayoutChoice::Shared => Self::Shared,
            LayoutChoice::Sliced => Self::Sliced,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SyncCallChoice {
    Fdatasync,
    Fsync,
}

impl From<SyncCallChoice> for SyncCall {
    fn from(choice: SyncCallChoice) -> Self {
        match choice {
            SyncCallChoice::Fdatasync => Self::Fdatasync,
            SyncCallChoice::Fsync => Self::Fsync,
        }
    }
}
