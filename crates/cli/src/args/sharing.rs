//! The options of `bundle`, `open` and `site`: runs to share.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{Format, StoreArgs};

#[derive(Debug, Args)]
#[command(after_help = "\
Salted hashes replace serial numbers, world-wide names, paths, and the names of the computer and of the user.
The same drive has the same hash in every bundle of yours, and nobody can find its serial number by
trial and error. iogram lists the contents before it writes them.")]
pub(crate) struct BundleArgs {
    /// A run's id, the start of it, "last", or a file written with --json. Several share one page.
    #[arg(required = true, value_name = "RUN|FILE.json")]
    pub(crate) runs: Vec<String>,
    /// Write to a new file, or to a directory (one that exists, or a name that ends in /) with the unpacked files,
    /// ready for a web server [default: iogram-HASH.zip here].
    #[arg(long, short, value_name = "FILE|DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Keep serial numbers, names and paths.
    #[arg(long)]
    pub(crate) with_serial: bool,
    /// Write without confirmation. The contents are still listed.
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Contents: the newest run of each method on each drive, with its answer and figures; temperature, wear and errors of
the attached drives. Health pages require root. Serial numbers are included: it is for your own monitoring.")]
pub(crate) struct MetricsArgs {
    /// Write a file for a collector of text files, such as the node exporter's; its name ends in .prom. The file is
    /// replaced in one step [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace an existing file. Never a device, a link or a file in use.
    #[arg(long, requires = "out")]
    pub(crate) overwrite: bool,
    /// Use this format: collectors of text files read that of Prometheus.
    #[arg(long, value_enum, default_value_t = MetricsFormat::Prometheus)]
    pub(crate) format: MetricsFormat,
    /// Exclude attached drives: iogram sends them no query.
    #[arg(long)]
    pub(crate) no_devices: bool,
    /// Include runs of simulated drives.
    #[arg(long)]
    pub(crate) simulated: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// The format of metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MetricsFormat {
    /// The text format of Prometheus 0.0.4.
    Prometheus,
    /// The newer form, 1.0, with units.
    Openmetrics,
}

#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// A file of "iogram bundle", or its unpacked folder.
    #[arg(value_name = "FILE|DIR")]
    pub(crate) bundle: PathBuf,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Show the whole report instead of a short one.
    #[arg(long = "full")]
    pub(crate) is_full: bool,
    /// Write the page of the records, made by this version, to a new file instead.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["format", "is_full"])]
    pub(crate) page: Option<PathBuf>,
    /// Replace an existing file. Never a device, a link or a file in use.
    #[arg(long, requires = "page")]
    pub(crate) overwrite: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SiteCommand {
    /// Build a static site of bundles and runs: an index to search, filter, sort and compare, and a page for each run
    /// and each drive. It works from a folder, without a server or a network.
    Build(SiteBuildArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SiteBuildArgs {
    /// Folder of bundles (files or unpacked) and of runs written with --json, with its subfolders.
    #[arg(value_name = "DIR")]
    pub(crate) from: PathBuf,
    /// Write the site to a new folder, or replace that of an earlier build.
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Title of the index [default: Storage measurements].
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}
