//! The command line: every option, its default and its help.

mod catalogue;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};
use iogram_engine::PathChoice;
use iogram_model::{
    Access, Blocks, Bytes, DataPattern, JobLayout, Nanos, Pacing, ParseError, Permille,
    PurgeChoice, Region, SyncCall, SyncPolicy,
};
use iogram_sim::RandomKind;

pub(crate) use catalogue::{
    AdviseArgs, Clearable, CompareArgs, DriveAddArgs, DriveAttachArgs, DriveCommand,
    DriveEditArgs, DriveExportArgs, DriveImportArgs, DriveListArgs, DriveRemoveArgs,
    DriveSamplesArgs, DriveShowArgs, DriveTableArgs, ExportArgs, ExportFormat, KnowledgeArgs,
    PageFormat,
};

/// Measures flash storage and says what a drive is good for.
#[derive(Debug, Parser)]
#[command(name = "iogram", version, about, arg_required_else_help = true)]
#[command(after_help = "\
Targets: a directory (a temporary file is made there, used and removed), a file, a block device such
as /dev/sdb, sim:NAME (a simulated drive), or null: (nothing: what iogram itself costs).
Sizes: KiB, MiB, GiB are powers of 1024; kB, MB, GB powers of 1000. Times: 500ms, 10s, 2m.
Exit codes: 0 fine, 1 the drive failed the test, 2 wrong usage, 3 refused to endanger data,
4 I/O error, environment or interruption, 5 a bug in iogram.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language of reports: en or ko [default: that of the environment, else en].
    #[arg(long, global = true, value_name = "TAG")]
    pub(crate) lang: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Test the drive under the current directory (or TARGET) in about a minute.
    Quick(QuickArgs),
    /// Run a method on a target.
    #[command(override_usage = "iogram run [OPTIONS] METHOD TARGET\n       \
                                iogram run [OPTIONS] --method-file FILE TARGET")]
    Run(RunArgs),
    /// Find out what a card or stick is made of: page, allocation unit, open units.
    Geometry(GeometryArgs),
    /// Read what another tool measured, and draw the same conclusions from it.
    #[command(subcommand)]
    Import(ImportCommand),
    /// Measure one cell: any access pattern, mix, depth and rate.
    #[command(alias = "bench")]
    Measure(Box<MeasureArgs>),
    /// Find out whether a drive holds what it says, or pretends to.
    Verify(VerifyArgs),
    /// List the block devices: what they are, how they are connected, what uses them.
    List(ListArgs),
    /// List the methods, or explain one.
    Methods(MethodsArgs),
    /// Show what a method would do to a target: cells, bytes, time. Nothing is touched.
    #[command(override_usage = "iogram plan [OPTIONS] METHOD TARGET\n       \
                                iogram plan [OPTIONS] --method-file FILE TARGET")]
    Plan(PlanArgs),
    /// Go on with a run that was interrupted, on the same drive.
    Resume(ResumeArgs),
    /// List the runs that were kept.
    Runs(RunsArgs),
    /// Show a run (its id, the beginning of its id, or "last") or a device (path, kernel name, serial
    /// number, or a part of its serial number or model).
    Show(ShowArgs),
    /// Write runs as a page with charts, as Markdown with pictures, and their raw data.
    Report(ReportArgs),
    /// Look for what would disturb a measurement here, and say what mends it. Nothing is changed.
    Check(CheckArgs),
    /// Set this computer for a measurement, and put everything back. Without an option it only says
    /// what would be set.
    Tune(TuneArgs),
    /// Delete a run from the store.
    Delete(DeleteArgs),
    /// Hold runs or drives against each other: what differs, how sure that is, whether it can be compared.
    Compare(CompareArgs),
    /// The catalogue: what you know of your drives, what they promise and what was measured.
    #[command(subcommand)]
    Drive(DriveCommand),
    /// Which of the drives in the catalogue for which use, with the reasons.
    Advise(AdviseArgs),
    /// Write a run in the format of another program.
    Export(ExportArgs),
    /// Bring a drive back to the state of a new one. Everything on it is lost.
    Purge(PurgeArgs),
    /// Put back what was borrowed of a device, after a crash or an unplugging.
    Restore(RestoreArgs),
    /// Print a published JSON Schema.
    Schema(SchemaArgs),
    /// Simulated drives: list them, show their truth, draw one at random.
    #[command(subcommand)]
    Sim(SimCommand),
    /// Measure iogram itself: clock, engine floor, data generation.
    SelfTest(SelfTestArgs),
}

/// Where runs are kept and how results are shown.
#[derive(Debug, Clone, Args)]
pub(crate) struct OutputArgs {
    /// Write the whole run as JSON to FILE, or to standard output with "-" (nothing else goes there).
    #[arg(long, value_name = "FILE|-", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// How to show the result on standard output.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub(crate) format: Format,
    /// No progress on standard error.
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Do not keep the run.
    #[arg(long, conflicts_with = "store", help_heading = "Output")]
    pub(crate) no_store: bool,
}

#[derive(Debug, Clone, Args)]
#[expect(clippy::doc_markdown, reason = "shown as help, where backticks would be noise")]
pub(crate) struct StoreArgs {
    /// The file that keeps runs [default: $IOGRAM_STORE or iogram/runs.sqlite in the user's data
    /// directory].
    #[arg(long, value_name = "FILE", help_heading = "Output")]
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
    /// A power sensor of this computer, by the name that "iogram check" tells; note what hangs on it.
    #[arg(long, value_name = "NAME", conflicts_with = "power_csv", help_heading = "Platform")]
    pub(crate) power_sensor: Option<String>,
    /// What a power meter writes as CSV: columns time and watts, or volts and amperes. A file that
    /// grows, a named pipe, or "-" for standard input.
    #[arg(long, value_name = "FILE|-", help_heading = "Platform")]
    pub(crate) power_csv: Option<PathBuf>,
}

/// What may be written of what exists.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct SafetyArgs {
    /// Allow to destroy what a device holds: its serial number, typed. Without one: what the refusal
    /// says. For an existing file: its name.
    #[arg(
        long,
        value_name = "SERIAL|NAME",
        help_heading = "Safety",
        conflicts_with = "borrow"
    )]
    pub(crate) destroy: Option<String>,
    /// Write to the first SIZE bytes of a device and put back what was there; "iogram restore"
    /// finishes that after a crash [default SIZE: 1GiB].
    #[arg(long, value_name = "SIZE", help_heading = "Safety", num_args = 0..=1,
          require_equals = true, default_missing_value = "1GiB", value_parser = text::<Bytes>)]
    pub(crate) borrow: Option<Bytes>,
    /// Where the blocks of a borrowed device are kept meanwhile, on another drive [default:
    /// iogram/borrowed in the user's state directory].
    #[arg(long, value_name = "DIR", help_heading = "Safety")]
    pub(crate) borrow_journal: Option<PathBuf>,
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

#[derive(Debug, Args)]
pub(crate) struct QuickArgs {
    /// Directory, file, block device or sim:NAME.
    #[arg(default_value = ".")]
    pub(crate) target: String,
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
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
    #[command(flatten)]
    pub(crate) settings: SettingArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ImportCommand {
    /// A log of flashbench: -a, -O, -f, -s, with the command lines if there are any.
    Flashbench(ImportArgs),
    /// A log of f3read, f3write or f3probe.
    F3(ImportArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The log.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
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

#[derive(Debug, Args)]
pub(crate) struct ResumeArgs {
    /// The run's id, the beginning of it, or "last".
    #[arg(default_value = "last", value_name = "RUN")]
    pub(crate) run: String,
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
    /// endurance is what the plan's writes are held against.
    #[arg(long, value_name = "DRIVE")]
    pub(crate) drive: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
    /// Decides what a simulated drive does.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole,
          allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Print the plan as JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MethodsArgs {
    /// Explain this method.
    pub(crate) id: Option<String>,
    /// Print the method file itself, as a start for one's own.
    #[arg(long, requires = "id")]
    pub(crate) toml: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunsArgs {
    /// Only runs of this method.
    #[arg(long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// Only runs whose target, model or serial number contains this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) target: Option<String>,
    /// At most so many, the newest first.
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub(crate) limit: Option<u32>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Exit code 0: the drive holds what it says; 1: it does not, or it is damaged.
Quick: some marks are written, and as much as the largest cache that has to be ruled out; that is said
before. What is on the device is put back afterwards unless --destroy is given; iogram restore does it
after a crash.")]
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
    /// The largest cache of a counterfeit to rule out [default: 4GiB; 8GiB if the drive says that it
    /// has a round size, as counterfeits do].
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>,
          conflicts_with_all = ["full", "free", "read"])]
    pub(crate) cache: Option<Bytes>,
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
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Also unused loop, ram and zram devices.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print the list as JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A path or a kernel name is a device. Anything else is a run if one is kept whose id begins so, and a
device otherwise; --run and --device decide.")]
pub(crate) struct ShowArgs {
    /// A run's id, the beginning of it, or "last"; or a device's path, kernel name, serial number, or a
    /// part of its serial number or model.
    #[arg(default_value = "last", value_name = "RUN|DEVICE")]
    pub(crate) what: String,
    /// It is a device.
    #[arg(long, conflicts_with = "run")]
    pub(crate) device: bool,
    /// It is a run.
    #[arg(long)]
    pub(crate) run: bool,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The same as --format json.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-", conflicts_with = "format")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// A run's id, the beginning of it, "last", or a file written with --json. Several are compared.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// A directory (page, Markdown, pictures, raw data) or a file FILE.html (the page, with the raw data
    /// beside it).
    #[arg(long, short, value_name = "DIR|FILE.html")]
    pub(crate) out: PathBuf,
    /// The kind of pictures that the Markdown names; both are written.
    #[arg(long, value_enum, default_value_t = ImageFormat::Svg)]
    pub(crate) images: ImageFormat,
    /// Keep serial numbers in the raw data.
    #[arg(long)]
    pub(crate) serial: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The device that will be measured, or a place on it: also its scheduler, temperature, swap and
    /// other use are looked at.
    pub(crate) device: Option<String>,
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are bools")]
pub(crate) struct TuneArgs {
    /// The device that will be measured, or a place on it: also its scheduler and power saving are set.
    pub(crate) device: Option<String>,
    /// Set, wait for Ctrl-C (or the end of COMMAND), and put everything back.
    #[arg(long, group = "mode")]
    pub(crate) for_this_run: bool,
    /// Set and leave it so, until --restore or a restart of the computer.
    #[arg(long, group = "mode")]
    pub(crate) keep: bool,
    /// Put back what a run that crashed, or --keep, left changed.
    #[arg(long, group = "mode", conflicts_with_all = ["device", "turbo_off"])]
    pub(crate) restore: bool,
    /// Also switch clocks above the nominal one off, which depend on heat.
    #[arg(long)]
    pub(crate) turbo_off: bool,
    /// Run this command meanwhile.
    #[arg(last = true, value_name = "COMMAND", requires = "for_this_run")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The run's whole id.
    pub(crate) run: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct PurgeArgs {
    /// Block device.
    pub(crate) target: String,
    /// One way alone: nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard,
    /// zero-fill. auto: those that suit the drive, until one works; never ata-security-erase, which
    /// locks the drive with the password "iogram" while it is erased.
    #[arg(long, default_value = "auto", value_parser = text::<PurgeChoice>)]
    pub(crate) how: PurgeChoice,
    /// Allow to destroy what the device holds: its serial number, typed. Without one: what the refusal
    /// says.
    #[arg(long, value_name = "SERIAL|NAME", help_heading = "Safety")]
    pub(crate) destroy: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// The file of saved blocks [default: all of them].
    pub(crate) journal: Option<PathBuf>,
    /// Only list them.
    #[arg(long, conflicts_with = "journal")]
    pub(crate) list: bool,
    /// Where they are [default: iogram/borrowed in the user's state directory].
    #[arg(long, value_name = "DIR")]
    pub(crate) borrow_journal: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// Of what.
    #[arg(value_enum)]
    pub(crate) of: SchemaOf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A run, as --json writes it.
    Run,
    /// A device, as "iogram show --json" writes it.
    Device,
    /// A list of devices, as "iogram list --json" writes it.
    Devices,
    /// A method file.
    Method,
    /// The description of a simulated drive.
    Sim,
    /// Runs side by side, as "iogram compare --format json" writes them.
    Comparison,
    /// A drive of the catalogue, as "iogram drive show --format json" writes it.
    Drive,
    /// Advice, as "iogram advise --format json" writes it.
    Advice,
    /// Drives of the catalogue, as "iogram drive export" writes them and "drive import" reads them.
    Drives,
    /// What would disturb a measurement, as "iogram check --json" writes it.
    Check,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SimCommand {
    /// List the drives that come with iogram.
    List(SimListArgs),
    /// Print a drive's description and what is true of it.
    Show(SimShowArgs),
    /// Draw a drive at random and print its description, which sim:FILE.toml takes.
    Random(SimRandomArgs),
    /// Serve a drive in real time as a file, for any program, until Ctrl-C.
    Serve(SimServeArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SimListArgs {
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SimShowArgs {
    /// A drive that comes with iogram, or a file that describes one.
    pub(crate) name: String,
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SimRandomArgs {
    /// What kind of drive.
    #[arg(long, value_name = "sd|usb|ssd|fake", value_parser = text::<RandomKind>)]
    pub(crate) kind: RandomKind,
    /// Decides the drive [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct SimServeArgs {
    /// A drive that comes with iogram, or a file that describes one.
    pub(crate) name: String,
    /// An empty directory; the drive becomes the only file in it.
    #[arg(long, value_name = "DIR")]
    pub(crate) mount: PathBuf,
    /// At the end, write what is then true of the drive as JSON to FILE, or to standard output with "-".
    #[arg(long, value_name = "FILE|-")]
    pub(crate) truth: Option<PathBuf>,
    /// Decides what the drive does [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct SelfTestArgs {
    /// Print JSON to standard output.
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
    /// zipf[=1.2], strided=1MiB.
    #[arg(long, default_value = "random", value_name = "PATTERN",
          value_parser = text::<Access>, help_heading = "Workload")]
    pub(crate) access: Access,
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
    /// Block size, or sizes with weights: 4KiB:70,64KiB:30.
    #[arg(long, default_value = "4KiB", value_name = "SIZE",
          value_parser = text::<Blocks>, help_heading = "Workload")]
    pub(crate) block: Blocks,
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
    /// The part of the target that is touched: 0..25%, 8GiB..75%, 1GiB.. .
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
    /// A request that takes longer ends the cell.
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = some_time,
          help_heading = "End")]
    pub(crate) io_timeout: Nanos,
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

/// Where `--json` need not have a value, the next word is none: `show --json sda`. A hyphen by itself is
/// one all the same, as it is for commands that need it.
pub(crate) fn with_hyphens_joined(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut are_options = true;
    for word in words {
        are_options &= word != "--";
        match joined.last_mut() {
            Some(last) if are_options && last == "--json" && word == "-" => last.push("=-"),
            _ => joined.push(word),
        }
    }
    joined
}

/// Says of an option that does not exist what was probably meant.
pub(crate) fn explain(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    // That an option was meant as a value is nobody's wish here.
    error.remove(ContextKind::Suggested);
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let methods = iogram_runner::builtin_methods();
    let mut params = methods.iter().flat_map(|method| &method.params);
    if let Some(param) = params.find(|param| option.strip_prefix("--") == Some(&param.name)) {
        let tip = format!("a parameter of a method is set with '--set {}=VALUE'", param.name);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Reads a quantity; the hint goes into the message, because that is all that is shown.
fn text<T: FromStr<Err = ParseError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: ParseError| format!("{error}; {}", error.hint))
}

/// A remark of the user's.
fn note(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
    let has_name = |key: &str| {
        let is_letter = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
        !key.is_empty() && key.chars().all(is_letter)
    };
    match pair {
        Some((key, value)) if has_name(key) && !value.is_empty() => {
            Ok((key.to_owned(), value.to_owned()))
        }
        _ => Err(format!("\"{text}\" is not a note; write such as cooling=\"heat sink\"")),
    }
}

fn some_time(text: &str) -> Result<Nanos, String> {
    let time = self::text::<Nanos>(text)?;
    if time == Nanos(0) {
        return Err(format!("\"{text}\" is no time at all; write more, such as 10s"));
    }
    Ok(time)
}

fn some_bytes(text: &str) -> Result<Bytes, String> {
    let size = self::text::<Bytes>(text)?;
    if size == Bytes(0) {
        return Err(format!("\"{text}\" is nothing at all; write more, such as 64MiB"));
    }
    Ok(size)
}

fn whole(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| format!("\"{text}\" is not a whole number; write such as 42"))
}

fn count<T: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<T, String> {
    let count = text.parse::<T>().ok().filter(|count| *count >= T::from(1));
    count.ok_or_else(|| format!("\"{text}\" is not a count; write a whole number, 1 or more"))
}

/// A thousand is arbitrary: more than anybody waits for, few enough to plan.
fn repeats(text: &str) -> Result<u32, String> {
    match count(text)? {
        repeats if repeats <= 1000 => Ok(repeats),
        _ => Err(format!("\"{text}\" is too often; write at most 1000")),
    }
}

fn rate(text: &str) -> Result<Bytes, String> {
    let per_second = text.trim().strip_suffix("/s");
    per_second
        .ok_or_else(|| format!("\"{text}\" is not a rate; write such as 90MB/s"))
        .and_then(self::text::<Bytes>)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_word_after_json_is_a_device_unless_it_is_a_hyphen() {
        let check = |line: &str, what: &str| {
            let words = line.split(' ').map(OsString::from);
            let parsed = Arguments::try_parse_from(with_hyphens_joined(words));
            let Command::Show(show) = parsed.unwrap().command else { panic!("{line}") };
            assert_eq!((show.what.as_str(), show.json.as_deref()), (what, Some("-")), "{line}");
        };
        check("iogram show --json sda", "sda");
        check("iogram show sda --json", "sda");
        check("iogram show --json - sda", "sda");
        check("iogram show --json=- sda", "sda");
        check("iogram show sda --json -", "sda");
        check("iogram show --json", "last");
    }

    #[test]
    fn notes_are_a_name_and_a_text() {
        let pair = |key: &str, text: &str| Ok((key.to_owned(), text.to_owned()));
        assert_eq!(note("cooling=heat sink, a=b"), pair("cooling", "heat sink, a=b"));
        for wrong in ["cooling", "=x", "cooling=", "two words=x", ""] {
            assert!(note(wrong).is_err(), "{wrong}");
        }
    }
}
