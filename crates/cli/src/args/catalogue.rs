//! The options of `compare`, `catalogue`, `advise` and `export`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_model::{Bytes, Price, Sentence, sentence};

use super::sharing::SiteBuildArgs;
use super::values::{repeats, text};
use super::{ImageFormat, StoreArgs};

/// The format of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PageFormat {
    Text,
    Markdown,
    Json,
}

#[derive(Debug, Args)]
#[command(override_usage = "iogram compare [OPTIONS] RUN RUN..\n       \
                            iogram compare [OPTIONS] A1 A2 A3 -- B1 B2 B3 [-- ..]\n       \
                            iogram compare [OPTIONS] --drive A --drive B.. [--runs 3]")]
pub(crate) struct CompareArgs {
    /// Runs: their ids, the starts of their ids, or "last". The first is the reference.
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    /// Runs of the other side, pooled like those before "--". Only pooled runs show differences between drives: two
    /// runs of one drive differ too.
    #[arg(value_name = "OTHER_RUN", last = true, requires = "runs")]
    pub(crate) others: Vec<String>,
    /// Compare the newest completed run of this drive: an entry of the catalogue, or part of a serial number, model
    /// or target. All drives need a run of the same method.
    #[arg(long = "drive", value_name = "DRIVE", conflicts_with = "runs")]
    pub(crate) drives: Vec<String>,
    /// With --drive: pool the N newest runs of each drive.
    #[arg(long = "runs", value_name = "N", default_value_t = 1, value_parser = repeats,
          requires = "drives")]
    pub(crate) runs_each: u32,
    /// With --drive: use runs of this method.
    #[arg(long, value_name = "ID", requires = "drives")]
    pub(crate) method: Option<String>,
    /// Show everything: each figure of each run beside the first.
    #[arg(long = "full", conflicts_with = "out")]
    pub(crate) is_full: bool,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// The destination of a page to be published.
#[derive(Debug, Args)]
pub(crate) struct PublishArgs {
    /// Write a page with charts instead: to a directory (page, Markdown, pictures, data) or to FILE.html.
    #[arg(long, short, value_name = "DIR|FILE.html", conflicts_with = "format")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long, requires = "out")]
    pub(crate) overwrite: bool,
    /// Link pictures of this kind in the Markdown; png adds PNG to SVG.
    #[arg(long, value_enum, default_value_t = ImageFormat::Svg, requires = "out")]
    pub(crate) images: ImageFormat,
    /// Also draw every picture for a dark background: NAME-dark.svg.
    #[arg(long = "dark", requires = "out")]
    pub(crate) has_dark: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CatalogueCommand {
    /// List the drives of the catalogue.
    List(DriveListArgs),
    /// Show a drive: its label, every figure measured, its runs.
    Show(DriveShowArgs),
    /// Show a drive over the years: every measurement, by kind of work.
    History(DriveShowArgs),
    /// Show drives side by side: rates, labels, runs, databases, boots, recommended uses; --format markdown or -o for
    /// an article.
    Table(DriveTableArgs),
    /// Add an entry.
    Add(DriveAddArgs),
    /// Edit an entry.
    Edit(DriveEditArgs),
    /// Assign a run, or all runs with a serial number, to a drive.
    Attach(DriveAttachArgs),
    /// Undo an attach.
    Detach(DriveAttachArgs),
    /// Remove an entry. Its runs stay.
    Remove(DriveRemoveArgs),
    /// Read entries from a file.
    Import(DriveImportArgs),
    /// Write entries as JSON to standard output.
    Export(DriveExportArgs),
    /// Add drives with published figures of others, for comparison. They are marked as such.
    ImportSamples(DriveSamplesArgs),
    /// Make a static site of bundles and runs: an index to search, filter, sort and compare, a page for each run and for
    /// each drive. It works from a folder, without a server and without a network.
    // The old name of `iogram site build`, for scripts.
    #[command(hide = true)]
    Build(SiteBuildArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DriveListArgs {
    /// Sort by the newest measurement, by the name, or by the price, the lowest first.
    #[arg(long, value_enum, default_value_t = DriveSort::Newest)]
    pub(crate) sort: DriveSort,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveShowArgs {
    /// The drive's id, serial number, or a part of its name.
    pub(crate) drive: String,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveTableArgs {
    /// Only these drives, in this order; --sort overrides it.
    #[arg(value_name = "DRIVE")]
    pub(crate) drives: Vec<String>,
    /// Sort by the newest measurement, by the name, or by the price, the lowest first [default: newest if no drive is
    /// named].
    #[arg(long, value_enum)]
    pub(crate) sort: Option<DriveSort>,
    /// Show the best drives for this use; may be repeated [default: camera, root-fs, database, general-low-price and
    /// mostly-reads, if records of several sizes, a database or boots were measured].
    #[arg(long = "for", value_name = "USE")]
    pub(crate) purposes: Vec<String>,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// The order of listed drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriveSort {
    Newest,
    Name,
    Price,
}

/// A person's knowledge of a drive.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct KnowledgeArgs {
    /// Name used by the seller.
    #[arg(long, value_name = "TEXT")]
    pub(crate) bought_as: Option<String>,
    /// Kind of drive: SD, USB, SATA, NVMe, ..
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Capacity on the label, such as 256GB.
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>)]
    pub(crate) capacity: Option<Bytes>,
    /// Promise of the label: read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000, endurance=150TB (or
    /// endurance=0.3DWPD/5y), class=V30. May be repeated.
    #[arg(long = "promise", value_name = "NAME=VALUE")]
    pub(crate) promises: Vec<String>,
    /// Fact of the data sheet that no measurement shows, such as "power-loss protection=yes". An empty value removes
    /// it. May be repeated.
    #[arg(long = "fact", value_name = "NAME=VALUE")]
    pub(crate) facts: Vec<String>,
    /// Score of your own run of another benchmark, such as "3DMark Storage=3250" or, with the day, "3DMark
    /// Storage=3250@2026-11-20". The drive's page and tables mark it as entered by you. An empty value removes it.
    /// May be repeated.
    #[arg(long = "score", value_name = "NAME=VALUE[@DAY]")]
    pub(crate) scores: Vec<String>,
    /// Price, such as 19.90EUR.
    #[arg(long, value_name = "PRICE", value_parser = text::<Price>)]
    pub(crate) price: Option<Price>,
    /// Day of the price, such as 2025-12-19.
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub(crate) priced_on: Option<String>,
    /// Shop of the price.
    #[arg(long, value_name = "TEXT")]
    pub(crate) shop: Option<String>,
    /// Path or address of a photo.
    #[arg(long, value_name = "PATH")]
    pub(crate) photo: Option<String>,
    /// Free text.
    #[arg(long, value_name = "TEXT")]
    pub(crate) notes: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DriveAddArgs {
    /// Product name. Optional with --run, which has the drive's model.
    #[arg(required_unless_present = "run")]
    pub(crate) name: Option<String>,
    /// Id in commands [default: made from the name].
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Use the kind, capacity and serial number of this run, and attach it.
    #[arg(long, value_name = "RUN")]
    pub(crate) run: Option<String>,
    #[command(flatten)]
    pub(crate) knowledge: KnowledgeArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveEditArgs {
    /// The drive's id, serial number, or a part of its name.
    pub(crate) drive: String,
    /// Change the product name.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) knowledge: KnowledgeArgs,
    /// Remove a value: bought-as, kind, capacity, promises, price, priced-on, shop, photo, notes. May be repeated.
    #[arg(long, value_name = "FIELD", value_enum)]
    pub(crate) clear: Vec<Clearable>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Clearable {
    BoughtAs,
    Kind,
    Capacity,
    Promises,
    Price,
    PricedOn,
    Shop,
    Photo,
    Notes,
}

#[derive(Debug, Args)]
pub(crate) struct DriveAttachArgs {
    /// The drive's id, serial number, or a part of its name.
    pub(crate) drive: String,
    /// A run's id, the start of it, or "last".
    #[arg(required_unless_present = "serial")]
    pub(crate) run: Option<String>,
    /// A serial number. A card reader's belongs to no card.
    #[arg(long, value_name = "SERIAL", conflicts_with = "run")]
    pub(crate) serial: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveRemoveArgs {
    /// The drive's full id.
    pub(crate) drive: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveImportArgs {
    /// A file that "iogram catalogue export" wrote.
    pub(crate) file: PathBuf,
    /// Replace existing entries.
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveExportArgs {
    /// Only these drives [default: all].
    #[arg(value_name = "DRIVE")]
    pub(crate) drives: Vec<String>,
    /// Leave out serial numbers.
    #[arg(long)]
    pub(crate) public: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveSamplesArgs {
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AdviseArgs {
    /// Use: camera, dashcam, phone, root-fs, boot, database, etcd, zfs-slog, game, general, general-low-price,
    /// mostly-reads.
    #[arg(long = "for", value_name = "USE", default_value = "general")]
    pub(crate) purpose: String,
    /// Highest price, such as 20EUR. Currencies are not converted.
    #[arg(long, value_name = "PRICE", value_parser = text::<Price>)]
    pub(crate) budget: Option<Price>,
    /// Use the rules of this file instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// Print the built-in rules, as a template for custom ones.
    #[arg(long, conflicts_with_all = ["budget", "rules"])]
    pub(crate) print_rules: bool,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without FIGURE: outliers - a drive among its siblings, drives with another firmware, drives from a serial number on,
a drive over its life. A drive counts once, with any number of runs. The false alarm rate is about one in a hundred
fleets. With FIGURE: its distribution over the drives. FIGURE is part of a name such as random-read-4k.iops,
sequential-write.bytes_per_s or random-write-4k-queued.latency_p99_ns; \"all\" is every one.

--out FILE.parquet writes a table for DuckDB and others instead: a row for each run and figure, or those of FIGURE.")]
pub(crate) struct FleetArgs {
    /// Show the distributions of these figures [default: outliers instead].
    pub(crate) figure: Option<String>,
    /// Only runs of this method.
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,
    /// Only drives whose model, serial number or path contains this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) drives: Option<String>,
    /// Group figures by this.
    #[arg(long, value_enum, default_value_t = FleetBy::Model)]
    pub(crate) by: FleetBy,
    /// Use simulated drives instead of real ones; each seed is a drive.
    #[arg(long)]
    pub(crate) simulated: bool,
    /// Print in this format.
    #[arg(long, value_enum, default_value_t = FleetFormat::Text)]
    pub(crate) format: FleetFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// The grouping of figures of many drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FleetBy {
    /// All drives of a model together.
    Model,
    /// Drives with the same firmware.
    Firmware,
    /// Each drive by itself.
    Drive,
}

/// The format of a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FleetFormat {
    /// For people.
    Text,
    /// Everything: outliers and every distribution ("iogram schema fleet").
    Json,
}

/// A year, a month or a day.
pub(crate) fn day(text: &str) -> Result<String, Sentence> {
    let wrong = || sentence!("cli-not-day-write-2025-12-19", text);
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &str, length: usize, range: std::ops::RangeInclusive<u32>| {
        part.len() == length && part.parse().is_ok_and(|number| range.contains(&number))
    };
    let is_day = match parts.as_slice() {
        [year, rest @ ..] if rest.len() <= 2 && is_number(year, 4, 1970..=2999) => {
            rest.first().is_none_or(|month| is_number(month, 2, 1..=12))
                && rest.get(1).is_none_or(|day| is_number(day, 2, 1..=31))
        }
        _ => false,
    };
    is_day.then(|| text.to_owned()).ok_or_else(wrong)
}

/// The format of an exported run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// The whole run, the published format iogram-run/1.
    Json,
    /// A row for each cell and operation.
    Csv,
    /// A row for each measurement: quantity, value, unit.
    Tidy,
    /// Repetitions, time series and histograms as cells.parquet, series.parquet and histograms.parquet.
    Parquet,
    /// Metrics as `OpenMetrics` 1.0, with the time of the run.
    Openmetrics,
    /// The same in Prometheus text format, for collectors of text files.
    Prometheus,
    /// A log of HdrHistogram intervals, one for each operation of each cell.
    Hdr,
    /// fio's JSON; in a directory a file for each cell, as fio-plot reads them.
    Fio,
    /// The columns of ezFIO's tables; in a directory also its seconds and its exceedance.
    Ezfio,
    /// Text as CrystalDiskMark copies it, for forums.
    Cdm,
}

/// The number format of a spreadsheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spreadsheet {
    /// With a decimal point: commas between fields, a byte order mark before them.
    Point,
    /// With a decimal comma: semicolons between fields, a byte order mark before them.
    Comma,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A run's id, the start of it, or "last".
    #[arg(default_value = "last")]
    pub(crate) run: String,
    /// Write this format.
    #[arg(long, value_enum)]
    pub(crate) format: ExportFormat,
    /// Write csv or tidy for a spreadsheet instead of for a program.
    #[arg(long, value_enum, value_name = "DECIMAL")]
    pub(crate) spreadsheet: Option<Spreadsheet>,
    /// Write to a new file, or to a directory (one that exists, or a name that ends in /) [default: standard output].
    #[arg(long, short, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace existing files. Never a device, a link or a file in use.
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}
