//! Runs as one HTML file: it opens without a network, prints, and is readable without its charts.
//!
//! Knows the order of a report (meaning, results, charts, conditions) and the page's structure. Must not know how
//! charts look: they are data in the page, drawn by the bundle of the `charts` crate.

mod blocks;
mod body;
mod sheet;
mod values;

use std::fmt::Write as _;

use iogram_charts::BUNDLE;
use iogram_model::{Comparison, Message, Run, shown};

use self::body::Shown;
use crate::figures::{Figure, drive_title};
use crate::locale::Locale;
use crate::sheet::{Block, Sheet};

pub(crate) const STYLE: &str = include_str!("html/page.css");
pub(crate) const SCRIPT: &str = include_str!("html/page.js");

/// The location of a page's style and scripts.
pub(crate) enum Assets {
    /// In itself.
    Inside,
    /// In `assets/` below this folder: `../`, or an empty text.
    Beside(&'static str),
}

/// The contents of a page of runs between its head and its scripts.
pub(crate) fn run_body(
    runs: &[Run],
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
    title: &str,
) -> String {
    let shown = Shown { runs, lead: &[], comparison: None };
    body::render(&shown, figures, files, locale, title)
}

/// `runs` with their charts as a page. `lead` comes before all of them; `files` are the names of the raw data beside
/// it.
///
/// Serial numbers are left out, because people publish the page.
#[must_use]
pub fn render_html(
    runs: &[Run],
    lead: &[Message],
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
) -> String {
    let title = title(runs, locale);
    let shown = Shown { runs, lead, comparison: None };
    let body = body::render(&shown, figures, files, locale, &title);
    document(&title, &body, figures, locale)
}

/// Several runs and their comparison as a page: `comparison` is of `runs`, and comes first.
#[must_use]
pub fn render_compared_html(
    runs: &[Run],
    comparison: &Comparison,
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
) -> String {
    let title = title(runs, locale);
    let shown = Shown { runs, lead: &[], comparison: Some(comparison) };
    let body = body::render(&shown, figures, files, locale, &title);
    document(&title, &body, figures, locale)
}

/// A page about several drives or runs, already in the language of `locale`.
pub(crate) fn render_page(
    sheet: &Sheet,
    files: &[String],
    version: &str,
    locale: &Locale,
) -> String {
    let blocks = sheet.sections.iter().flat_map(|section| &section.blocks);
    let figures = blocks.filter_map(|block| match block {
        Block::Figures(figures) => Some(figures.as_slice()),
        _ => None,
    });
    let figures: Vec<Figure> = figures.flatten().cloned().collect();
    let body = sheet::render(sheet, files, version, locale);
    document(&sheet.title, &body, &figures, locale)
}

/// The frame of all pages: style, the data of charts, scripts.
fn document(title: &str, body: &str, figures: &[Figure], locale: &Locale) -> String {
    linked_document(title, body, figures, (locale, &Assets::Inside))
}

/// The same with style and scripts at any location.
pub(crate) fn linked_document(
    title: &str,
    body: &str,
    figures: &[Figure],
    (locale, assets): (&Locale, &Assets),
) -> String {
    let style = match assets {
        Assets::Inside => format!("<style>\n{STYLE}</style>"),
        Assets::Beside(up) => ["page", "site"]
            .map(|it| format!("<link rel=\"stylesheet\" href=\"{up}assets/{it}.css\">"))
            .join("\n"),
    };
    let mut page = String::with_capacity(BUNDLE.len().saturating_add(200_000));
    put(
        &mut page,
        format_args!(
            "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"iogram\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n{style}\n</head>\n<body>\n",
            locale.tag(),
            escape(title)
        ),
    );
    page += body;
    for figure in figures {
        // In a script element, only a closing tag can end the data.
        let json = figure.spec.to_json().replace('<', "\\u003c");
        put(
            &mut page,
            format_args!(
                "<script type=\"application/json\" id=\"chart-{}\">{json}</script>\n",
                escape(&figure.name)
            ),
        );
    }
    match assets {
        Assets::Inside => {
            let parts = ["<script>", BUNDLE, "</script>\n<script>\n", SCRIPT, "</script>\n"];
            parts.into_iter().for_each(|part| page.push_str(part));
        }
        // The order matters: the third script runs the elements that the second one makes.
        Assets::Beside(up) => {
            for script in ["charts", "site", "page"] {
                put(
                    &mut page,
                    format_args!("<script src=\"{up}assets/{script}.js\"></script>\n"),
                );
            }
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// Appends to a page.
pub(crate) fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("memory takes all text");
}

/// The name of a report.
pub(crate) fn title(runs: &[Run], locale: &Locale) -> String {
    match runs {
        [run] => locale.with(
            "page-title",
            &[
                ("method", &locale.method_title(&run.method)),
                ("drive", &drive_title(run, locale)),
            ],
        ),
        _ => locale.with("page-title-several", &[("count", &runs.len().to_string())]),
    }
}

/// Escapes characters that could start markup; control characters are written out.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in shown(text).chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(escape("<b a=\"1\">&'"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
    }

    #[test]
    fn the_bundle_cannot_end_the_script_that_it_stands_in() {
        assert!(!BUNDLE.to_lowercase().contains("</script"));
        assert!(!BUNDLE.contains("<!--"));
    }
}
