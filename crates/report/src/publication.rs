//! Runs as Markdown with pictures, for a blog.

use iogram_model::Run;

use crate::figures::Figure;
use crate::locale::Locale;
use crate::markdown::render_markdown;
use crate::table::escape_markdown;

/// `runs` as Markdown, with the picture of each figure; `image` gives its file's name.
#[must_use]
pub fn render_publication(
    runs: &[Run],
    figures: &[Figure],
    image: impl Fn(&Figure) -> String,
    locale: &Locale,
) -> String {
    let mut parts: Vec<String> =
        runs.iter().map(|run| render_markdown(run).trim_end().to_owned()).collect();
    if !figures.is_empty() {
        parts.push(format!("## {}", locale.text("charts")));
    }
    for figure in figures {
        let spec = &figure.spec;
        let (title, note) = (escape_markdown(&spec.title), escape_markdown(&spec.subtitle));
        parts.push(format!("### {title}\n\n![{title}]({})\n\n{note}", image(figure)));
    }
    parts.join("\n\n") + "\n"
}
