//! Runs as Markdown with pictures, for a blog.

use iogram_model::{Comparison, Message, Run};

use crate::comparison::comparison_page;
use crate::figures::Figure;
use crate::locale::Locale;
use crate::markdown::{picture, render_markdown};
use crate::statement;
use crate::table::escape_markdown;

/// Several runs and their comparison as Markdown: `comparison` is of `runs`, and comes first.
#[must_use]
pub fn render_compared_publication(
    runs: &[Run],
    comparison: &Comparison,
    figures: &[Figure],
    image: impl Fn(&Figure) -> String,
    locale: &Locale,
) -> String {
    let compared = comparison_page(comparison, locale).markdown();
    compared + "\n" + &render_publication(runs, &[], figures, image, locale)
}

/// `runs` as Markdown, with each chart as a picture; `image` gives its file's name.
#[must_use]
pub fn render_publication(
    runs: &[Run],
    lead: &[Message],
    figures: &[Figure],
    image: impl Fn(&Figure) -> String,
    locale: &Locale,
) -> String {
    let told = lead.iter().enumerate().map(|(index, message)| {
        let words = escape_markdown(&statement::say(message, locale));
        if index == 0 { format!("**{words}**") } else { words }
    });
    let runs = runs.iter().map(|run| render_markdown(run, locale).trim_end().to_owned());
    let mut parts: Vec<String> = told.chain(runs).collect();
    if !figures.is_empty() {
        parts.push(format!("## {}", locale.text("charts")));
    }
    parts.extend(figures.iter().map(|figure| picture(figure, &image)));
    parts.join("\n\n") + "\n"
}
