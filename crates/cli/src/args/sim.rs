//! The options of `sim`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use iogram_sim::RandomKind;

use super::values::{text, whole};

#[derive(Debug, Subcommand)]
pub(crate) enum SimCommand {
    /// List the built-in drives.
    List(SimListArgs),
    /// Print a drive's description and its truth.
    Show(SimShowArgs),
    /// Draw a random drive and print its description for sim:FILE.toml.
    Random(SimRandomArgs),
    /// Serve a drive as a file in real time, for any program, until Ctrl-C.
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
    /// A built-in drive, or a file that describes one.
    pub(crate) name: String,
    /// Print JSON to standard output.
    #[arg(long, value_name = "-", value_parser = ["-"], num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    pub(crate) json: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SimRandomArgs {
    /// Kind of drive.
    #[arg(long, value_name = "sd|usb|ssd|fake", value_parser = text::<RandomKind>,
          required_unless_present = "wide", conflicts_with = "wide")]
    pub(crate) kind: Option<RandomKind>,
    /// Draw any kind, from wider ranges than the market's, with disturbances, heat and wear: the drive of this seed
    /// in docs/conclusions.md.
    #[arg(long)]
    pub(crate) wide: bool,
    /// Seed of the drive [default: a new one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").args(["truth", "trace"]).multiple(true))]
pub(crate) struct SimServeArgs {
    /// A built-in drive, or a file that describes one.
    pub(crate) name: String,
    /// An empty directory for the drive, the only file in it.
    #[arg(long, value_name = "DIR")]
    pub(crate) mount: PathBuf,
    /// At the end, write the drive's truth as JSON to FILE, or to standard output with "-".
    #[arg(long, value_name = "FILE|-")]
    pub(crate) truth: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long, requires = "written")]
    pub(crate) overwrite: bool,
    /// Record every request as a trace, and write it to FILE at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Seed of the drive's behaviour [default: a new one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}
