//! The options of commands for saved and published things: `methods`, `runs`, `show`, `report`, `delete`, `import`,
//! `schema`, `self-test`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::values::count;
use super::{Format, OutputArgs, StoreArgs};

#[derive(Debug, Args)]
pub(crate) struct MethodsArgs {
    /// Explain this method [default: list all].
    pub(crate) id: Option<String>,
    /// Print the method file, as a template for a custom one.
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
    /// List at most the N newest runs.
    #[arg(long, value_name = "N", value_parser = count::<u32>, allow_negative_numbers = true)]
    pub(crate) limit: Option<u32>,
    /// List runs after this one: with --limit, the next page.
    #[arg(long, value_name = "RUN")]
    pub(crate) behind: Option<String>,
    /// Print the list as JSON (iogram-runs/1).
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
A path or a kernel name is a device. Any other word is a run if the id of a saved run starts with it, else a
device; --run and --device override this.")]
pub(crate) struct ShowArgs {
    /// A run's id, the start of it, "last", or a file written with --json; or a device's path, kernel name, serial
    /// number, or a part of its serial number or model.
    #[arg(default_value = "last", value_name = "RUN|FILE.json|DEVICE")]
    pub(crate) what: String,
    /// Treat the word as a device.
    #[arg(long, conflicts_with = "run")]
    pub(crate) device: bool,
    /// Treat the word as a run.
    #[arg(long)]
    pub(crate) run: bool,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Also show the scores of recorded traces as a ratio to those of a reference: a run's id, "last", a file written
    /// with --json, or "s4-ssd", a simulated SATA SSD.
    #[arg(long, value_name = "RUN|FILE.json")]
    pub(crate) reference: Option<String>,
    /// Show every figure, the host and the conditions of a run.
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
    /// A run's id, the start of it, "last", or a file written with --json.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// Print a list as JSON (iogram-analysis/1), with one entry for each run.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// A run's id, the start of it, "last", or a file written with --json. The report compares several.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// Write to a directory (page, Markdown, pictures, raw data), or to FILE.html (the page, with the raw data beside
    /// it).
    #[arg(long, short, value_name = "DIR|FILE.html")]
    pub(crate) out: PathBuf,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Link pictures of this kind in the Markdown; png adds PNG to SVG.
    #[arg(long, value_enum, default_value_t = ImageFormat::Svg)]
    pub(crate) images: ImageFormat,
    /// Also draw every picture for a dark background: NAME-dark.svg.
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
    /// A run's id, the start of it, or "last".
    pub(crate) run: String,
    /// The repetition: the cell's name and its number from 1, such as read#2.
    #[arg(value_name = "CELL#N")]
    pub(crate) cell: String,
    /// The reason, for readers of the run.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct IncludeArgs {
    /// A run's id, the start of it, or "last".
    pub(crate) run: String,
    /// The repetition, as for exclude.
    #[arg(value_name = "CELL#N")]
    pub(crate) cell: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The run's full id.
    pub(crate) run: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ImportCommand {
    /// A log of flashbench: -a, -O, -f, -s, with or without the command lines.
    Flashbench(ImportArgs),
    /// A log of f3read, f3write or f3probe.
    F3(ImportArgs),
    /// A report of h2testw, in English or German.
    H2testw(ImportArgs),
    /// A run written with --json, or beside a read-only store.
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
    /// Print the schema of this format.
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
    /// A captured drive, as "iogram capture" writes it.
    Capture,
    /// A fleet, as "iogram fleet --format json" writes it.
    Fleet,
    /// Drives of the catalogue, as "iogram catalogue export" writes them and "catalogue import" reads them.
    Drives,
    /// Causes of disturbance, as "iogram check --json" writes them.
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
