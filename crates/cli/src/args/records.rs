//! The options of what is kept and published: `methods`, `runs`, `show`, `report`, `delete`, `import`, `schema`, `self-test`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::values::count;
use super::{Format, OutputArgs, StoreArgs};

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
    /// Only runs that come behind this one in the list: with --limit, the next page.
    #[arg(long, value_name = "RUN")]
    pub(crate) behind: Option<String>,
    /// As JSON of the format iogram-runs/1.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A path or a kernel name is a device. Anything else is a run if one is kept whose id begins so, and a
device otherwise; --run and --device decide.")]
pub(crate) struct ShowArgs {
    /// A run's id, the beginning of it, "last", or a file written with --json; or a device's path, kernel
    /// name, serial number, or a part of its serial number or model.
    #[arg(default_value = "last", value_name = "RUN|FILE.json|DEVICE")]
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
    /// Show the scores of recorded traces beside those of this run, too, as their ratio: a run's id, "last", a file written with
    /// --json, or "s4-ssd", a simulated SATA SSD.
    #[arg(long, value_name = "RUN|FILE.json")]
    pub(crate) reference: Option<String>,
    /// Of a run show everything: every figure, the host, how it was measured.
    #[arg(long = "full")]
    pub(crate) is_full: bool,
    /// The same as --format json.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-", conflicts_with = "format")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// A run's id, the beginning of it, "last", or a file written with --json.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// As JSON of the format iogram-analysis/1, a list with one entry a run.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
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
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// The kind of pictures that the Markdown names: SVG, or PNG beside SVG.
    #[arg(long, value_enum, default_value_t = ImageFormat::Svg)]
    pub(crate) images: ImageFormat,
    /// Draw every picture for a dark background, too: NAME-dark.svg.
    #[arg(long = "dark")]
    pub(crate) has_dark: bool,
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
pub(crate) struct ExcludeArgs {
    /// The run's id, the beginning of it, or "last".
    pub(crate) run: String,
    /// The repetition: the cell's name and its number, counted from 1, such as read#2.
    #[arg(value_name = "CELL#N")]
    pub(crate) cell: String,
    /// Why it says nothing about the drive. Readers of the run see it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct IncludeArgs {
    /// The run's id, the beginning of it, or "last".
    pub(crate) run: String,
    /// The repetition, as for exclude.
    #[arg(value_name = "CELL#N")]
    pub(crate) cell: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The run's whole id.
    pub(crate) run: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ImportCommand {
    /// A log of flashbench: -a, -O, -f, -s, with the command lines if there are any.
    Flashbench(ImportArgs),
    /// A log of f3read, f3write or f3probe.
    F3(ImportArgs),
    /// A report of h2testw, English or German.
    H2testw(ImportArgs),
    /// A run that was written with --json, or beside a store that could not be written.
    Run(ImportArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The log.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
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
    /// A drive of the catalogue, as "iogram catalogue show --format json" writes it.
    Drive,
    /// Advice, as "iogram advise --format json" writes it.
    Advice,
    /// What a drive tells, as "iogram capture" writes it.
    Capture,
    /// Many drives, as "iogram fleet --format json" writes them.
    Fleet,
    /// Drives of the catalogue, as "iogram catalogue export" writes them and "catalogue import" reads them.
    Drives,
    /// What would disturb a measurement, as "iogram check --json" writes it.
    Check,
    /// A list of saved runs, as "iogram runs --json" writes it.
    Runs,
    /// Runs judged again, as "iogram analyse --json" writes them.
    Analysis,
}

#[derive(Debug, Args)]
pub(crate) struct SelfTestArgs {
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}
