//! The options of what measures: `quick`, `run`, `measure`, `geometry`, `verify`, `plan`, `resume`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use iogram_model::{
    Blocks, Bytes, DataPattern, JobLayout, Nanos, Pacing, Pattern, Permille, Region, SyncCall,
    SyncPolicy,
};

use super::values::{count, rate, repeats, some_bytes, some_time, text, whole};
use super::{EngineArgs, OutputArgs, SettingArgs, StoreArgs, WhatArgs};

/// What is measured alike besides one target, and how often.
#[derive(Debug, Args)]
pub(crate) struct TurnsArgs {
    /// Other targets to measure with the same: in turn, A B B A A B, so that what changes with time meets all alike. The
    /// hint at the end compares them.
    #[arg(value_name = "OTHER_TARGET")]
    pub(crate) others: Vec<String>,
    /// Measure so often, as runs of their own: what differs between runs of one drive is what a difference
    /// between drives has to exceed ("iogram compare A1 A2 A3 -- B1 B2 B3").
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = repeats)]
    pub(crate) runs: u32,
    /// Measure all targets at the same time instead of in turn, each as a run of its own with threads of its own: for
    /// qualifying many drives, which may slow one another. Each run says what was measured beside it.
    #[arg(long)]
    pub(crate) at_once: bool,
    /// Further targets for --at-once, separated by commas: targets as above, or serial numbers of drives.
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
    /// Show the scores of recorded traces beside those of this run, too, as their ratio: a run's id, "last", a file written with
    /// --json, or "s4-ssd", a simulated SATA SSD.
    #[arg(long, value_name = "RUN|FILE.json", conflicts_with = "at_once")]
    pub(crate) reference: Option<String>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 0: good enough, or nobody publishes a limit; 1: not good enough; 6: cannot tell.
In a directory only a test file is written. Uses: iogram good-for --list.")]
pub(crate) struct GoodForArgs {
    /// The use: camera, pi, etcd, sqlite, slog, ceph, ..
    #[arg(value_name = "USE")]
    pub(crate) purpose: Option<String>,
    /// Directory, file, block device or sim:NAME.
    pub(crate) target: Option<String>,
    /// List the uses and the words for them.
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
Without --destroy or --borrow only what reading shows: page and allocation unit.")]
pub(crate) struct GeometryArgs {
    /// Block device or sim:NAME.
    pub(crate) target: String,
    /// A request that takes longer ends the test: the drive is said to hang [default: 10m].
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
Exit code 0: the drive holds what it says; 1: it does not, or it is damaged; 6: cannot tell.
Quick: some marks are written, and as much as the largest cache that has to be ruled out; that is said
before. What is on the device is put back afterwards unless --destroy is given; iogram restore does it
after a crash.")]
// Its own --full writes every block.
#[command(mut_arg("is_full", |it| it.long("full-report")))]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub(crate) struct VerifyArgs {
    /// Block device or sim:NAME; with --free and --read, a directory.
    pub(crate) target: String,
    /// Write and read every block. Everything on the device is lost.
    #[arg(long, conflicts_with_all = ["free", "read"])]
    pub(crate) full: bool,
    /// Fill the free space of the file system with files that f3read accepts, and read them back.
    #[arg(long, conflicts_with = "read")]
    pub(crate) free: bool,
    /// Read the files that --free, f3write or h2testw wrote.
    #[arg(long)]
    pub(crate) read: bool,
    /// With --free: at most so much.
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>, requires = "free")]
    pub(crate) size: Option<Bytes>,
    /// Remove the files after they were read.
    #[arg(long, conflicts_with = "full")]
    pub(crate) cleanup: bool,
    /// The largest cache of a counterfeit to rule out [default: 8GiB].
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>,
          conflicts_with_all = ["full", "free", "read"])]
    pub(crate) cache: Option<Bytes>,
    /// A request that takes longer ends the test: the drive is said to hang [default: 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time, conflicts_with_all = ["free", "read"])]
    pub(crate) io_timeout: Option<Nanos>,
    /// Decides every random choice [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Do not put back what is on the device: its serial number, typed. Without one: what the refusal
    /// says.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// Where the blocks of the device are kept meanwhile, on another drive [default: iogram/borrowed in
    /// the user's state directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety", conflicts_with = "destroy")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: say that you have looked outside of it and nothing there uses this device, which
    /// iogram cannot see. Takes what --destroy takes, and lifts nothing that is seen.
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
    /// Take no longer than this and the requests under way [default: 3m on USB 2, 15m on NVMe, else 10m].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) max_time: Option<Nanos>,
    /// Decides every random choice [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Test the capacity, too: write to single places of the device and put back what was there.
    #[arg(long, help_heading = "Safety", conflicts_with = "destroy")]
    pub(crate) borrow: bool,
    /// Write over everything on the device, and test all there is: its serial number, typed. Without one:
    /// what the refusal says.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    /// Where the blocks of the device are kept meanwhile, on another drive [default: iogram/borrowed in
    /// the user's state directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety", requires = "borrow")]
    pub(crate) borrow_journal: Option<PathBuf>,
    /// In a container: say that you have looked outside of it and nothing there uses this device, which
    /// iogram cannot see. Takes what --destroy takes, and lifts nothing that is seen.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) unused_outside: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The run's id, the beginning of it, or "last" [default: the only one that can go on].
    #[arg(value_name = "RUN")]
    pub(crate) run: Option<String>,
    /// Where its drive is now, if not where it was.
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
    /// Assume this sequential rate for estimates, such as 90MB/s [default: a range].
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) assume: Option<Bytes>,
    /// The drive of the catalogue that the target is, where its serial number does not tell: its label's
    /// endurance is what the plan's writes are compared with.
    #[arg(long, value_name = "DRIVE")]
    pub(crate) drive: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Decides what a simulated drive does.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole,
          allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Show every step of a long plan. Left out, a plan of several blocks has one line for each.
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

    /// Order of addresses: seq, random, permutation (each block once), zoned[=50/5:30/15:20/80],
    /// zipf[=1.2], pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%,
    /// stretches=64KiB/1MiB+4MiB (so much in each, its length, what is left out behind it), sprandom[=15%] (one pass of
    /// writes after a purge that leaves flash of so much over-provisioning as endless random writes would);
    /// write-pointers[=random,open=8] (zoned drives: each write at the write pointer of a zone, at most so many open); or
    /// jesd219-enterprise: zones, block sizes and 40 % reads of that load.
    #[arg(long, default_value = "random", value_name = "PATTERN",
          value_parser = text::<Pattern>, help_heading = "Workload")]
    pub(crate) access: Pattern,
    /// Share of reads; what is neither read, discarded nor flushed is written [default: everything].
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
    /// Queue depth of each job.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Workload")]
    pub(crate) depth: u32,
    /// Jobs, each a thread.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = count::<u32>,
          allow_negative_numbers = true, help_heading = "Workload")]
    pub(crate) jobs: u32,
    /// Whether jobs share the region or have a slice each.
    #[arg(long, value_enum, default_value_t = LayoutChoice::Shared, help_heading = "Workload")]
    pub(crate) layout: LayoutChoice,
    /// The part of the target that is touched: 0..25%, 8GiB..75%, 1GiB..; 0..75%,8GiB/2048: 8 GiB of it in 2,048 segments.
    #[arg(long, default_value = "0..100%", value_name = "START..END",
          value_parser = text::<Region>, help_heading = "Workload")]
    pub(crate) region: Region,
    /// What is written: random (never repeats), zeros, compress=50%.
    #[arg(long, default_value = "random", value_name = "DATA",
          value_parser = text::<DataPattern>, help_heading = "Workload")]
    pub(crate) data: DataPattern,
    /// Durability: none, each (a flush after every write), every=N, end (inside the time), dsync.
    #[arg(long, default_value = "none", value_name = "POLICY",
          value_parser = text::<SyncPolicy>, help_heading = "Workload")]
    pub(crate) sync: SyncPolicy,
    /// The call that makes data durable.
    #[arg(long, value_enum, default_value_t = SyncCallChoice::Fdatasync, value_name = "CALL",
          help_heading = "Workload")]
    pub(crate) sync_call: SyncCallChoice,
    /// Past the page cache (the default).
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) direct: bool,
    /// Through the page cache.
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) buffered: bool,
    /// Through the page cache, emptied of the target's pages before.
    #[arg(long, group = "caching", help_heading = "Workload")]
    pub(crate) buffered_cold: bool,
    /// Open loop: so many requests per second, 500/s or 500/s,poisson; latency counts from the
    /// schedule. Without it: closed loop.
    #[arg(long, value_name = "RATE",
          value_parser = text::<Pacing>, help_heading = "Workload")]
    pub(crate) rate: Option<Pacing>,

    /// Measure for this long [default: 10s if there is no other end].
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "End")]
    pub(crate) time: Option<Nanos>,
    /// Measure until so much was moved.
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, help_heading = "End")]
    pub(crate) amount: Option<Bytes>,
    /// Measure until so many requests were made.
    #[arg(long, value_name = "N", value_parser = count::<u64>, allow_negative_numbers = true,
          help_heading = "End")]
    pub(crate) count: Option<u64>,
    /// Time at the start that is left out of all statistics.
    #[arg(long, default_value = "0s", value_name = "TIME", value_parser = text::<Nanos>,
          help_heading = "End")]
    pub(crate) ramp: Nanos,
    /// Repeat the cell so many times.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = repeats,
          allow_negative_numbers = true, help_heading = "End")]
    pub(crate) repeat: u32,
    /// A request that takes longer ends the cell; 10m, and more for writes through the page cache, if left out.
    #[arg(long, value_name = "TIME", value_parser = some_time, help_heading = "End")]
    pub(crate) io_timeout: Option<Nanos>,
    /// Failed requests after which the cell ends.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = count::<u64>,
          allow_negative_numbers = true, help_heading = "End")]
    pub(crate) errors_max: u64,

    /// Work on the first SIZE bytes; for a directory the size of the test file [default: 1GiB].
    #[arg(long, value_name = "SIZE", value_parser = some_bytes, help_heading = "Target")]
    pub(crate) size: Option<Bytes>,
    /// Write to a new and empty test file instead of one that was filled before.
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
