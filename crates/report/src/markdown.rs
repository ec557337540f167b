//! The page of a blog. Serial numbers are left out: it is made to be published.

use iogram_model::Run;

use crate::sheet::{Audience, Block, Judgement, RunsRow, Sheet};
use crate::table::{Heading, Table, escape_markdown};
use crate::text::verdict_name;

/// `run` as Markdown (with the tables of GitHub and most blogs).
#[must_use]
pub fn render_markdown(run: &Run) -> String {
    render_sheet(&Sheet::new(run, Audience::Public))
}

/// A page as Markdown.
pub(crate) fn render_sheet(sheet: &Sheet) -> String {
    let mut parts =
        vec![format!("# {}", escape_markdown(&sheet.title)), escape_markdown(&sheet.subtitle)];
    parts.extend(sheet.alarm.as_ref().map(|alarm| format!("**{}**", escape_markdown(alarm))));
    parts.extend((!sheet.facts.is_empty()).then(|| facts(&sheet.facts)));
    for section in &sheet.sections {
        parts.push(format!("## {}", section.title));
        parts.extend(section.blocks.iter().map(block));
    }
    let trimmed: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    trimmed.join("\n\n") + "\n"
}

fn facts(facts: &[(&'static str, String)]) -> String {
    let item =
        |(name, value): &(&str, String)| format!("- **{name}:** {}\n", escape_markdown(value));
    facts.iter().map(item).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Table(table) => table.render_markdown(),
        Block::Facts(rows) => facts(rows),
        Block::Runs(rows) => runs(rows),
        Block::Paragraph(text) => escape_markdown(text),
        Block::Numbered(texts) => {
            let items = texts.iter().enumerate();
            items
                .map(|(index, text)| format!("{}. {}\n", index + 1, escape_markdown(text)))
                .collect()
        }
        Block::Judgement(judgement) => judgement_text(judgement),
    }
}

fn runs(rows: &[RunsRow]) -> String {
    let columns = vec![Heading::words("cell"), Heading::words("MB/s").of("runs -> mean")];
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
    format!("- **{}** {title}  \n{details}", verdict_name(judgement.verdict))
}
