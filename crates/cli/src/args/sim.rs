//! The options of `sim`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use iogram_sim::RandomKind;

use super::values::{text, whole};

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
    #[arg(long, value_name = "sd|usb|ssd|fake", value_parser = text::<RandomKind>,
          required_unless_present = "wide", conflicts_with = "wide")]
    pub(crate) kind: Option<RandomKind>,
    /// Any kind, from wider ranges than the market's, disturbed, hot, weak: the drive that docs/conclusions.md asks
    /// under this seed.
    #[arg(long)]
    pub(crate) wide: bool,
    /// Decides the drive [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("written").args(["truth", "trace"]).multiple(true))]
pub(crate) struct SimServeArgs {
    /// A drive that comes with iogram, or a file that describes one.
    pub(crate) name: String,
    /// An empty directory; the drive becomes the only file in it.
    #[arg(long, value_name = "DIR")]
    pub(crate) mount: PathBuf,
    /// At the end, write what is then true of the drive as JSON to FILE, or to standard output with "-".
    #[arg(long, value_name = "FILE|-")]
    pub(crate) truth: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "written")]
    pub(crate) overwrite: bool,
    /// Record every request as a trace, which is written to FILE at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Decides what the drive does [default: another one each time].
    #[arg(long, value_name = "N", value_parser = whole, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}
