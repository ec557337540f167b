//! Many runs as a static site: an index to search, filter, sort and compare, and a page for each run and for each
//! drive.
//!
//! Opens from a folder as from a server: nothing is fetched, scripts and styles are files beside the pages. The pages
//! contain everything that a reader needs; scripts only hide rows, sort them and draw. Texts come from strangers:
//! each is escaped where it is written, and the caller chooses names of files.

mod drive;
mod figures;
mod index;

use iogram_charts::BUNDLE;
use iogram_model::{DriveFigure, Quality, Run, Severity};

use crate::figures::{Figure, drive_title, is_virtual};
use crate::format;
use crate::html::{Assets, SCRIPT, STYLE, escape, linked_document, put, run_body, title};
use crate::locale::{Locale, say};
use crate::statement::statement_text;

pub use drive::render_site_drive;
pub use index::{SiteLeftOut, render_site_compare, render_site_index};

/// A run in the list of a site.
#[derive(Debug, Clone)]
pub struct SiteRun {
    /// Its id.
    pub id: String,
    /// Its page below the site, such as `runs/x.html`.
    pub page: String,
    /// The page of its drive.
    pub drive_page: String,
    /// Name of the drive.
    pub drive: String,
    /// Kind of drive; empty is unknown.
    pub kind: String,
    /// 0 is unknown.
    pub capacity_bytes: u64,
    /// The method's id.
    pub method: String,
    /// `2025-12-19`.
    pub day: String,
    /// Severity of the answer; `None` if there is none.
    pub severity: Option<Severity>,
    /// The answer, in the site's language.
    pub answer: String,
    /// Whether the run did not measure hardware.
    pub is_virtual: bool,
    /// The kinds of work, in the order of the index's columns; `None` was not measured.
    pub figures: Vec<Option<f64>>,
}

/// The figures of the index: for each kind of work the one that people compare.
pub(crate) const COLUMNS: [(Quality, &str); 8] = [
    (Quality::SequentialRead, "bytes_per_s"),
    (Quality::SequentialWrite, "bytes_per_s"),
    (Quality::SustainedWrite, "bytes_per_s"),
    (Quality::RandomRead, "iops"),
    (Quality::RandomWrite, "iops"),
    (Quality::QueuedRead, "iops"),
    (Quality::QueuedWrite, "iops"),
    (Quality::SyncWrite, "iops"),
];

impl SiteRun {
    /// The entry of `run` in the index, with these figures; `page` and `drive_page` are the caller's.
    #[must_use]
    pub fn new(
        run: &Run,
        figures: &[DriveFigure],
        (page, drive_page): (String, String),
        locale: &Locale,
    ) -> Self {
        let started = format::timestamp(run.started_at_us);
        let day = started.split('T').next().unwrap_or_default();
        // The best of the settings that a method measured: with more outstanding requests, or larger ones.
        let best = |(quality, name): (Quality, &str)| {
            let values = figures.iter().filter(|it| it.quality == quality && it.figure == name);
            values.filter_map(|it| it.mean).reduce(f64::max)
        };
        let capacity = run.target.drive_capacity.unwrap_or(run.target.capacity);
        let headline = run.headline.as_ref();
        Self {
            id: run.id.clone(),
            page,
            drive_page,
            drive: drive_title(run, locale),
            kind: run.target.drive.clone().unwrap_or_default(),
            capacity_bytes: capacity.0,
            method: run.method.id.clone(),
            // An import has the time of the import, which is not the date of a measurement.
            day: if run.import.is_some() { String::new() } else { day.to_owned() },
            severity: headline.map(|it| it.severity),
            answer: headline.map(|it| statement_text(&it.answer, locale)).unwrap_or_default(),
            is_virtual: is_virtual(run),
            figures: COLUMNS.into_iter().map(best).collect(),
        }
    }
}

/// Shared files of all pages in the site's folder: names and contents.
#[must_use]
pub fn site_assets() -> Vec<(&'static str, String)> {
    vec![
        ("page.css", STYLE.to_owned()),
        ("site.css", include_str!("site/site.css").to_owned()),
        ("charts.js", BUNDLE.to_owned()),
        ("page.js", SCRIPT.to_owned()),
        ("site.js", include_str!("site/site.js").to_owned()),
    ]
}

/// The page of a run; `files` are the names of its data, relative to the page.
#[must_use]
pub fn render_site_run(
    run: &Run,
    figures: &[Figure],
    files: &[String],
    (listed, locale): (&SiteRun, &Locale),
) -> String {
    let runs = std::slice::from_ref(run);
    let title = title(runs, locale);
    let body = run_body(runs, figures, files, locale, &title);
    let up = way_up(&[(&listed.drive_page, &listed.drive)], locale);
    linked_document(&title, &(up + &body), figures, (locale, &Assets::Beside("../")))
}

/// Links to the index and to pages below it, from a page in one of the site's folders.
fn way_up(pages: &[(&String, &String)], locale: &Locale) -> String {
    let index = say!(locale, "site-all-runs");
    let mut text =
        format!("<nav class=\"up\"><a href=\"../index.html\">{}</a>", escape(&index));
    for (page, name) in pages {
        put(&mut text, format_args!(" / <a href=\"../{}\">{}</a>", escape(page), escape(name)));
    }
    text + "</nav>\n"
}

const fn severity_class(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Good) => "good",
        Some(Severity::Failed) => "failed",
        Some(Severity::Caution) => "caution",
        Some(Severity::Unknown) => "unknown",
        Some(Severity::Measured) => "measured",
        None => "none",
    }
}

fn severity_word(severity: Option<Severity>, locale: &Locale) -> String {
    match severity {
        Some(Severity::Good) => say!(locale, "site-verdict-good"),
        Some(Severity::Failed) => say!(locale, "site-verdict-failed"),
        Some(Severity::Caution) => say!(locale, "site-verdict-caution"),
        Some(Severity::Unknown) => say!(locale, "site-verdict-unknown"),
        Some(Severity::Measured) => say!(locale, "site-verdict-measured"),
        None => say!(locale, "site-verdict-none"),
    }
}

/// A figure with as many digits as distinguish drives, in the unit of its column.
fn shown_figure(name: &str, value: Option<f64>, locale: &Locale) -> String {
    match value {
        None => format::UNKNOWN.to_owned(),
        Some(value) if name == "bytes_per_s" => digits(locale.rates().count(value)),
        Some(value) => digits(value),
    }
}

fn digits(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}
