//! The options of `bundle`, `open` and `site`: runs that are given to others.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Format, StoreArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
Serial numbers, world-wide names, paths, and the names of the computer and of the user are replaced by salted
hashes: the same drive has the same hash in every bundle that you make, and nobody can find out its serial
number by trying. What leaves is listed before anything is written.")]
pub(crate) struct BundleArgs {
    /// A run's id, the beginning of it, "last", or a file written with --json. Several stand on one page.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// A new file, or a directory (one that exists, or a name that ends in /), which gets the files themselves and can be
    /// served as it is [default: iogram-HASH.zip here].
    #[arg(long, short, value_name = "FILE|DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Leave serial numbers, names and paths as they are.
    #[arg(long)]
    pub(crate) with_serial: bool,
    /// Do not ask; what leaves is listed all the same.
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Of each drive the newest run of each method, with its answer and figures, and what the attached drives say of
themselves: temperature, wear, errors. Health pages need root. Serial numbers are in it: it is for your own monitoring.")]
pub(crate) struct MetricsArgs {
    /// The file for a collector of text files, such as the node exporter's; its name ends in .prom. It appears whole or not at
    /// all [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that exists. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "out")]
    pub(crate) overwrite: bool,
    /// The format: collectors of text files take that of Prometheus.
    #[arg(long, value_enum, default_value_t = MetricsFormat::Prometheus)]
    pub(crate) format: MetricsFormat,
    /// Leave out what is attached: nothing is asked of a drive.
    #[arg(long)]
    pub(crate) no_devices: bool,
    /// Take runs of simulated drives as well.
    #[arg(long)]
    pub(crate) simulated: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// How metrics are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricsFormat {
    /// The text format of Prometheus 0.0.4.
    Prometheus,
    /// The newer form, 1.0, with units.
    Openmetrics,
}

#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// A file that "iogram bundle" wrote, or the folder that it was unpacked to.
    #[arg(value_name = "FILE|DIR")]
    pub(crate) bundle: PathBuf,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The whole report instead of a short one.
    #[arg(long = "full")]
    pub(crate) is_full: bool,
    /// Write the page, as this version makes it of the records, to a new file instead.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["format", "is_full"])]
    pub(crate) page: Option<PathBuf>,
    /// Replace a file that exists. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "page")]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SiteCommand {
    /// Make a static site of bundles and runs: an index to search, filter, sort and compare, a page for each run and for
    /// each drive. It works from a folder, without a server and without a network.
    Build(SiteBuildArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SiteBuildArgs {
    /// A folder of bundles (files or unpacked) and of runs written with --json, with the folders in it.
    #[arg(value_name = "DIR")]
    pub(crate) from: PathBuf,
    /// Where the site goes: a new folder, or one that an earlier build made, whose files are replaced.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The title of the index [default: Storage measurements].
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}
