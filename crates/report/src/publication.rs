//! Runs as Markdown with pictures, for a blog.

use iogram_model::Run;

use crate::figures::Figure;
use crate::locale::Locale;
use crate::markdown::{picture, render_markdown};

/// `runs` as Markdown, with the picture of each figure; `image` gives its file's name.
#[must_use]
pub fn render_publication(
    runs: &[Run],
    figures: &[Figure],
    image: impl Fn(&Figure) -> String,
    locale: &Locale,
) -> String {
    let mut parts: Vec<String> =
        runs.iter().map(|run| render_markdown(run, locale).trim_end().to_owned()).collect();
    if !figures.is_empty() {
        parts.push(format!("## {}", locale.text("charts")));
    }
    parts.extend(figures.iter().map(|figure| picture(figure, &image)));
    parts.join("\n\n") + "\n"
}
