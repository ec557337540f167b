//! The options of `compare`, `drive`, `advise` and `export`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use iogram_model::{Bytes, Price, Sentence, sentence};

use super::values::{repeats, text};
use super::{ImageFormat, StoreArgs};

/// How a page is shown.
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
    /// Runs: their ids, the beginnings of their ids, or "last". The first is what the others are held
    /// against.
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<String>,
    /// Runs of the other side, several of them taken together, as those before "--" are. Only so something can be
    /// said about drives: two runs of one drive differ, too.
    #[arg(value_name = "OTHER_RUN", last = true, requires = "runs")]
    pub(crate) others: Vec<String>,
    /// The newest completed run of this drive, of a method that all drives have: an entry of the
    /// catalogue, or a part of a serial number, model or target.
    #[arg(long = "drive", value_name = "DRIVE", conflicts_with = "runs")]
    pub(crate) drives: Vec<String>,
    /// With --drive: so many of the newest runs of each, taken together.
    #[arg(long = "runs", value_name = "N", default_value_t = 1, value_parser = repeats,
          requires = "drives")]
    pub(crate) runs_each: u32,
    /// With --drive: runs of this method.
    #[arg(long, value_name = "ID", requires = "drives")]
    pub(crate) method: Option<String>,
    /// Show everything: each figure of each run against the first.
    #[arg(long = "full", conflicts_with = "out")]
    pub(crate) is_full: bool,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// Where a page goes that is made to be published.
#[derive(Debug, Args)]
pub(crate) struct PublishArgs {
    /// Write a page with charts instead: a directory (page, Markdown, pictures, data) or FILE.html.
    #[arg(long, short, value_name = "DIR|FILE.html", conflicts_with = "format")]
    pub(crate) out: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "out")]
    pub(crate) overwrite: bool,
    /// The kind of pictures that the Markdown names: SVG, or PNG beside SVG.
    #[arg(long, value_enum, default_value_t = ImageFormat::Svg, requires = "out")]
    pub(crate) images: ImageFormat,
    /// Draw every picture for a dark background, too: NAME-dark.svg.
    #[arg(long = "dark", requires = "out")]
    pub(crate) has_dark: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DriveCommand {
    /// List the drives of the catalogue.
    List(DriveListArgs),
    /// Show a drive: what its label promises and what was measured, every figure, its runs.
    Show(DriveShowArgs),
    /// Show a drive over the years: every measurement of each kind of work.
    History(DriveShowArgs),
    /// Show drives side by side: read, write, promises, every run, times of databases and boots, which is for which use;
    /// --format markdown or -o for an article.
    Table(DriveTableArgs),
    /// Make an entry.
    Add(DriveAddArgs),
    /// Change an entry.
    Edit(DriveEditArgs),
    /// Say that a run, or all runs with a serial number, are of a drive.
    Attach(DriveAttachArgs),
    /// Take that back.
    Detach(DriveAttachArgs),
    /// Remove an entry. Its runs stay.
    Remove(DriveRemoveArgs),
    /// Read entries from a file.
    Import(DriveImportArgs),
    /// Write entries as JSON to standard output.
    Export(DriveExportArgs),
    /// Add drives with figures that others published, to compare with. They are marked as such.
    ImportSamples(DriveSamplesArgs),
}

#[derive(Debug, Args)]
pub(crate) struct DriveListArgs {
    /// What decides the order: the newest measurement first, the name, or the price, the lowest first.
    #[arg(long, value_enum, default_value_t = DriveSort::Newest)]
    pub(crate) sort: DriveSort,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveShowArgs {
    /// The drive's id, serial number, or a part of its name.
    pub(crate) drive: String,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveTableArgs {
    /// Only these drives, in this order unless --sort says another.
    #[arg(value_name = "DRIVE")]
    pub(crate) drives: Vec<String>,
    /// What decides the order: the newest measurement first, the name, or the price, the lowest first [default: newest where
    /// no drive is named].
    #[arg(long, value_enum)]
    pub(crate) sort: Option<DriveSort>,
    /// Say which of them is for this use; may be repeated [default: camera, root-fs, database, general-low-price and
    /// mostly-reads, where records of several sizes, a database or boots were measured].
    #[arg(long = "for", value_name = "USE")]
    pub(crate) purposes: Vec<String>,
    /// How to show them.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// In which order drives are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DriveSort {
    Newest,
    Name,
    Price,
}

/// What a person knows of a drive.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct KnowledgeArgs {
    /// What the seller called it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) bought_as: Option<String>,
    /// SD, USB, SATA, NVMe, ..
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<String>,
    /// Capacity on the label, such as 256GB.
    #[arg(long, value_name = "SIZE", value_parser = text::<Bytes>)]
    pub(crate) capacity: Option<Bytes>,
    /// A promise of the label: read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000,
    /// endurance=150TB (or endurance=0.3DWPD/5y), class=V30. May be repeated.
    #[arg(long = "promise", value_name = "WHAT=VALUE")]
    pub(crate) promises: Vec<String>,
    /// Something that no measurement shows, from the data sheet, such as "power-loss protection=yes". An empty value
    /// forgets it. May be repeated.
    #[arg(long = "fact", value_name = "WHAT=VALUE")]
    pub(crate) facts: Vec<String>,
    /// A score of your own run of another benchmark, such as "3DMark Storage=3250" or, with the day, "3DMark
    /// Storage=3250@2026-11-20". It stands in the drive's page and in tables, marked as entered by hand. An empty
    /// value forgets it. May be repeated.
    #[arg(long = "score", value_name = "WHAT=VALUE[@DAY]")]
    pub(crate) scores: Vec<String>,
    /// What it cost, such as 19.90EUR.
    #[arg(long, value_name = "PRICE", value_parser = text::<Price>)]
    pub(crate) price: Option<Price>,
    /// When that was, such as 2025-12-19.
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub(crate) priced_on: Option<String>,
    /// Where that was.
    #[arg(long, value_name = "TEXT")]
    pub(crate) shop: Option<String>,
    /// Path or address of a photo.
    #[arg(long, value_name = "PATH")]
    pub(crate) photo: Option<String>,
    /// Anything else.
    #[arg(long, value_name = "TEXT")]
    pub(crate) notes: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct DriveAddArgs {
    /// Product name. Left out with --run: the drive's model.
    #[arg(required_unless_present = "run")]
    pub(crate) name: Option<String>,
    /// What commands call it [default: made from the name].
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Take kind, capacity and serial number from this run, which becomes the drive's.
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
    /// Another product name.
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) knowledge: KnowledgeArgs,
    /// Forget something: bought-as, kind, capacity, promises, price, priced-on, shop, photo, notes. May
    /// be repeated.
    #[arg(long, value_name = "WHAT", value_enum)]
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
    /// A run's id, the beginning of it, or "last".
    #[arg(required_unless_present = "serial")]
    pub(crate) run: Option<String>,
    /// A serial number. A card reader's is of no card.
    #[arg(long, value_name = "SERIAL", conflicts_with = "run")]
    pub(crate) serial: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveRemoveArgs {
    /// The drive's whole id.
    pub(crate) drive: String,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveImportArgs {
    /// A file that "iogram drive export" wrote.
    pub(crate) file: PathBuf,
    /// Replace entries that are there already.
    #[arg(long)]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DriveExportArgs {
    /// Only these drives.
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
    /// The use: camera, dashcam, phone, root-fs, boot, database, etcd, zfs-slog, game, general, general-low-price, mostly-reads.
    #[arg(long = "for", value_name = "USE", default_value = "general")]
    pub(crate) purpose: String,
    /// The most that it may cost, such as 20EUR. Currencies are not converted.
    #[arg(long, value_name = "PRICE", value_parser = text::<Price>)]
    pub(crate) budget: Option<Price>,
    /// Rules of your own instead of those that come with iogram.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
    /// Print the rules that come with iogram, as a start for one's own.
    #[arg(long, conflicts_with_all = ["budget", "rules"])]
    pub(crate) print_rules: bool,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    pub(crate) format: PageFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Without FIGURE: which drives do not go together - one against its siblings, drives with another firmware, drives from a
serial number on, a drive over its life. A drive counts once, however often it was measured. Of a hundred fleets in
which nothing is odd, chance makes about one look so. With FIGURE: how it is distributed over the drives. FIGURE is part of a name such as
random-read-4k.iops, sequential-write.bytes_per_s or random-write-4k-queued.latency_p99_ns; \"all\" is every one.

--out FILE.parquet is a table for DuckDB and others instead: a row for each run and figure, or those of FIGURE alone.")]
pub(crate) struct FleetArgs {
    /// Which figures to show the distribution of.
    pub(crate) figure: Option<String>,
    /// Only runs of this method.
    #[arg(long, value_name = "METHOD")]
    pub(crate) method: Option<String>,
    /// Only drives whose model, serial number or path contains this.
    #[arg(long, value_name = "TEXT")]
    pub(crate) drives: Option<String>,
    /// What figures are gathered by.
    #[arg(long, value_enum, default_value_t = FleetBy::Model)]
    pub(crate) by: FleetBy,
    /// Take simulated drives instead of real ones; each seed is a drive.
    #[arg(long)]
    pub(crate) simulated: bool,
    /// How to show it.
    #[arg(long, value_enum, default_value_t = FleetFormat::Text)]
    pub(crate) format: FleetFormat,
    #[command(flatten)]
    pub(crate) publish: PublishArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// What figures of many drives are gathered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FleetBy {
    /// All drives of a model together.
    Model,
    /// Drives with the same firmware.
    Firmware,
    /// Each drive by itself.
    Drive,
}

/// How a fleet is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FleetFormat {
    /// For people.
    Text,
    /// All of it: what is odd, and every distribution ("iogram schema fleet").
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

/// What a run is written as.
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
    /// The same in the text format of Prometheus, for collectors of text files.
    Prometheus,
    /// A log of HdrHistogram intervals, one for each operation of each cell.
    Hdr,
    /// As fio's JSON; into a directory, a file for each cell, as fio-plot reads them.
    Fio,
    /// The columns of ezFIO's tables; into a directory, also its seconds and its exceedance.
    Ezfio,
    /// Text as forums know it from CrystalDiskMark.
    Cdm,
}

/// How a spreadsheet reads numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spreadsheet {
    /// With a decimal point: commas between fields, a byte order mark before them.
    Point,
    /// With a decimal comma: semicolons between fields, a byte order mark before them.
    Comma,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// A run's id, the beginning of it, or "last".
    #[arg(default_value = "last")]
    pub(crate) run: String,
    /// In which format.
    #[arg(long, value_enum)]
    pub(crate) format: ExportFormat,
    /// Writes csv or tidy for a spreadsheet instead of for a program.
    #[arg(long, value_enum, value_name = "DECIMAL")]
    pub(crate) spreadsheet: Option<Spreadsheet>,
    /// A new file, or a directory (one that exists, or a name that ends in /) [default: standard
    /// output].
    #[arg(long, short, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that exist. Never a device, a link, or a file that something uses.
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}
