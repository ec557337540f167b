//! The page of a blog. Serial numbers are left out, because people publish it.

use iogram_model::Run;

use crate::figures::Figure;
use crate::locale::Locale;
use crate::sheet::{Audience, Block, Fact, Judgement, RunsRow, Section, Sheet};
use crate::table::{Heading, Table, escape_markdown};

/// `run` as Markdown (with the tables of GitHub and most blogs).
#[must_use]
pub fn render_markdown(run: &Run, locale: &Locale) -> String {
    render_sheet(&Sheet::new(run, Audience::Public, locale))
}

/// A page as Markdown without pictures.
pub(crate) fn render_sheet(sheet: &Sheet) -> String {
    render_with(sheet, None)
}

/// Gives the name of a figure's file.
pub(crate) type ImageName<'a> = &'a dyn Fn(&Figure) -> String;

/// A page as Markdown; without names of charts there are none.
pub(crate) fn render_with(sheet: &Sheet, image: Option<ImageName<'_>>) -> String {
    let mut parts = vec![format!("# {}", escape_markdown(&sheet.title))];
    if let Some(head) = &sheet.head {
        parts.push(format!("**{}**", escape_markdown(&head.answer)));
        parts.extend(head.lines.iter().map(|line| escape_markdown(line)));
    }
    parts.push(escape_markdown(&sheet.subtitle));
    parts.extend(sheet.alarm.as_ref().map(|alarm| format!("**{}**", escape_markdown(alarm))));
    parts.extend((!sheet.facts.is_empty()).then(|| facts(&sheet.facts)));
    let is_shown = |section: &&Section| image.is_some() || !section.is_pictures();
    for section in sheet.sections.iter().filter(is_shown) {
        parts.push(format!("## {}", escape_markdown(&section.title)));
        parts.extend(section.blocks.iter().map(|it| block(it, image)));
    }
    let trimmed: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    trimmed.join("\n\n") + "\n"
}

fn facts(facts: &[Fact]) -> String {
    let item = |fact: &Fact| format!("- **{}:** {}\n", fact.name, escape_markdown(&fact.value));
    facts.iter().map(item).collect()
}

fn block(block: &Block, image: Option<ImageName<'_>>) -> String {
    match block {
        Block::Table(table) => table.render_markdown(),
        Block::Facts(rows) => facts(rows),
        Block::Runs { titles, rows } => runs(titles, rows),
        Block::Paragraph(text) => escape_markdown(text),
        Block::Numbered(texts) => {
            let items = texts.iter().enumerate();
            items
                .map(|(index, text)| {
                    format!("{}. {}\n", index.saturating_add(1), escape_markdown(text))
                })
                .collect()
        }
        Block::Judgement(judgement) => judgement_text(judgement),
        Block::Figures(figures) => {
            let shown =
                image.iter().flat_map(|image| figures.iter().map(|it| picture(it, *image)));
            shown.collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// A chart below its title.
pub(crate) fn picture(figure: &Figure, image: ImageName<'_>) -> String {
    let spec = &figure.spec;
    let (title, note) = (escape_markdown(&spec.title), escape_markdown(&spec.subtitle));
    format!("### {title}\n\n![{title}]({})\n\n{note}", image(figure))
}

fn runs(titles: &[String; 3], rows: &[RunsRow]) -> String {
    let [cell, unit, runs] = titles.clone();
    let columns = vec![Heading::words(cell), Heading::words(unit).of(runs)];
    let rows = rows
        .iter()
        .map(|row| vec![row.label.clone(), format!("{} -> {}", row.values.join(" "), row.mean)])
        .collect();
    Table { columns, rows }.render_markdown()
}

fn judgement_text(judgement: &Judgement) -> String {
    let details = judgement.details.iter();
    let details: String =
        details.map(|detail| format!("  {}  \n", escape_markdown(detail))).collect();
    let title = escape_markdown(&judgement.title);
    format!("- **{}** {title}  \n{details}", judgement.word)
}
