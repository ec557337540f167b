//! The page of a drive: all of its runs.

use super::figures::runs_of_drive;
use super::index::{charts, table};
use super::{SiteRun, way_up};
use crate::html::{Assets, escape, linked_document, put};
use crate::locale::{Locale, say};

/// The page of a drive with these runs, newest first; `serial` is its identification, if it has one.
#[must_use]
pub fn render_site_drive(runs: &[SiteRun], serial: Option<&str>, locale: &Locale) -> String {
    let title = runs.first().map(|run| run.drive.clone()).unwrap_or_default();
    let figures = runs_of_drive(runs, locale);
    let mut body = way_up(&[], locale);
    put(
        &mut body,
        format_args!(
            "<header>\n<button type=\"button\" id=\"theme\">{}</button>\n<h1>{}</h1>\n",
            escape(&locale.text("toggle-theme")),
            escape(&title)
        ),
    );
    let about = [runs.first().map(|run| run.kind.as_str()), serial];
    let about: Vec<&str> = about.into_iter().flatten().filter(|it| !it.is_empty()).collect();
    put(
        &mut body,
        format_args!("<p class=\"when\">{}</p>\n</header>\n", escape(&about.join(", "))),
    );
    put(
        &mut body,
        format_args!(
            "<main id=\"main\">\n<h2>{}</h2>\n",
            escape(&say!(locale, "site-of-drive"))
        ),
    );
    table(&mut body, runs, ("../", false), locale);
    charts(&mut body, &figures);
    body += "</main>\n";
    linked_document(&title, &body, &figures, (locale, &Assets::Beside("../")))
}
