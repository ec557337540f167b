//! What stands between the page's head and its scripts.

use iogram_model::{CellState, Run, RunState, Verdict};

use super::{escape, put, values};
use crate::figures::Figure;
use crate::group::{Group, groups};
use crate::locale::Locale;
use crate::sheet::{Audience, Block, Judgement, Section, Sheet};
use crate::table::{Kind, Table};

/// Sections of a page that say what the numbers mean.
const MEANING: [&str; 3] = ["Verdicts", "Warnings", "Stalls"];
/// The section that says how it was measured.
const HOW: &str = "How it was measured";
/// Requests that the 99th percentile takes.
const P99_REQUESTS_MIN: u64 = 1_000;

struct Writer<'a> {
    text: String,
    locale: &'a Locale,
    /// Whether headings have to name the run.
    has_several: bool,
}

pub(super) fn render(
    runs: &[Run],
    figures: &[Figure],
    files: &[String],
    locale: &Locale,
    title: &str,
) -> String {
    let mut writer = Writer { text: String::new(), locale, has_several: runs.len() > 1 };
    let sheets: Vec<Sheet> = runs.iter().map(|run| Sheet::new(run, Audience::Public)).collect();
    let has_how = sheets.iter().any(|sheet| sheet.sections.iter().any(|it| it.title == HOW));
    let parts = [
        ("meaning", true),
        ("results", true),
        ("charts", !figures.is_empty()),
        ("conditions", true),
        ("how-measured", has_how),
        ("raw-data", !files.is_empty()),
    ];
    let parts: Vec<&str> =
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(id, _)| id).collect();
    writer.header(runs, &sheets, title, &parts);
    writer.text += "<main id=\"main\">\n";
    writer.meaning(runs, &sheets);
    writer.part("results", |writer| {
        for (run, sheet) in runs.iter().zip(&sheets) {
            writer.run_heading(run);
            let is_result =
                |section: &&Section| !MEANING.contains(&section.title) && section.title != HOW;
            sheet.sections.iter().filter(is_result).for_each(|it| writer.section(it));
        }
    });
    if !figures.is_empty() {
        writer.part("charts", |writer| writer.charts(figures));
    }
    writer.part("conditions", |writer| {
        for (run, sheet) in runs.iter().zip(&sheets) {
            writer.run_heading(run);
            writer.facts(&sheet.facts);
        }
    });
    if has_how {
        writer.part("how-measured", |writer| {
            for (run, sheet) in runs.iter().zip(&sheets) {
                writer.run_heading(run);
                let how = sheet.sections.iter().filter(|section| section.title == HOW);
                how.flat_map(|section| &section.blocks).for_each(|block| writer.block(block));
            }
        });
    }
    if !files.is_empty() {
        writer.part("raw-data", |writer| writer.files(files));
    }
    writer.text += "</main>\n";
    writer.footer(runs);
    writer.text
}

impl Writer<'_> {
    fn say(&mut self, tag: &str, text: &str) {
        put(&mut self.text, format_args!("<{tag}>{}</{tag}>\n", escape(text)));
    }

    fn header(&mut self, runs: &[Run], sheets: &[Sheet], title: &str, parts: &[&str]) {
        let skip = escape(&self.locale.text("skip-to-content"));
        let toggle = escape(&self.locale.text("toggle-theme"));
        put(
            &mut self.text,
            format_args!(
                "<a class=\"skip\" href=\"#main\">{skip}</a>\n<header>\n\
             <button type=\"button\" id=\"theme\">{toggle}</button>\n"
            ),
        );
        self.say("h1", title);
        for (run, sheet) in runs.iter().zip(sheets) {
            put(
                &mut self.text,
                format_args!("<p class=\"when\">{}</p>\n", escape(&sheet.subtitle)),
            );
            let id = match run.state {
                RunState::Completed => continue,
                RunState::Interrupted => "run-interrupted",
                RunState::Failed => "run-failed",
                RunState::Running => "run-running",
            };
            let alarm = escape(&self.locale.text(id));
            put(
                &mut self.text,
                format_args!("<p class=\"alarm\" role=\"alert\">{alarm}</p>\n"),
            );
        }
        self.contents(parts);
        self.text += "</header>\n";
    }

    fn contents(&mut self, parts: &[&str]) {
        let label = escape(&self.locale.text("contents"));
        put(&mut self.text, format_args!("<nav aria-label=\"{label}\"><ul>"));
        for part in parts {
            let name = escape(&self.locale.text(part));
            put(&mut self.text, format_args!("<li><a href=\"#{part}\">{name}</a></li>"));
        }
        self.text += "</ul></nav>\n";
    }

    fn part(&mut self, id: &str, content: impl FnOnce(&mut Self)) {
        put(&mut self.text, format_args!("<section id=\"{id}\">\n"));
        self.say("h2", &self.locale.text(id));
        content(self);
        self.text += "</section>\n";
    }

    fn run_heading(&mut self, run: &Run) {
        if self.has_several {
            let name = format!("{} ({})", crate::figures::drive_name(run), run.id);
            let heading = self.locale.with("run-heading", &[("run", &name)]);
            put(&mut self.text, format_args!("<h3 class=\"run\">{}</h3>\n", escape(&heading)));
        }
    }

    /// First what it means: verdicts, what is odd, what was not measured.
    fn meaning(&mut self, runs: &[Run], sheets: &[Sheet]) {
        self.part("meaning", |writer| {
            for (run, sheet) in runs.iter().zip(sheets) {
                writer.run_heading(run);
                writer.say("h3", &writer.locale.text("verdicts"));
                writer.named(sheet, &["Verdicts"], "no-verdict");
                writer.say("h3", &writer.locale.text("odd"));
                writer.named(sheet, &["Warnings", "Stalls"], "nothing-odd");
                writer.say("h3", &writer.locale.text("missing"));
                writer.missing(run);
            }
        });
    }

    /// The blocks of the sections of these names; a sentence if there are none.
    fn named(&mut self, sheet: &Sheet, names: &[&str], otherwise: &str) {
        let found: Vec<&Section> =
            sheet.sections.iter().filter(|section| names.contains(&section.title)).collect();
        if found.is_empty() {
            self.say("p", &self.locale.text(otherwise));
        }
        found.iter().flat_map(|section| &section.blocks).for_each(|block| self.block(block));
    }

    fn missing(&mut self, run: &Run) {
        let groups = groups(run);
        let mut texts: Vec<String> = Vec::new();
        for group in &groups {
            texts.extend(unfinished(group, self.locale));
        }
        texts.extend(percentiles(&groups, self.locale));
        if texts.is_empty() {
            self.say("p", &self.locale.text("nothing-missing"));
            return;
        }
        self.text += "<ul>\n";
        texts.iter().for_each(|text| self.say("li", text));
        self.text += "</ul>\n";
    }

    fn section(&mut self, section: &Section) {
        self.say("h3", &self.locale.heading(section.title));
        section.blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Table(table) => self.table(table),
            Block::Facts(rows) => self.facts(rows),
            Block::Runs(rows) => {
                self.text += "<div class=\"wide\" tabindex=\"0\"><table><tbody>\n";
                for row in rows {
                    let values = escape(&row.values.join("  "));
                    put(
                        &mut self.text,
                        format_args!(
                            "<tr><th scope=\"row\">{}</th><td class=\"number\">{values}</td>\
                         <td class=\"number\"><b>→ {}</b></td></tr>\n",
                            escape(&row.label),
                            escape(&row.mean)
                        ),
                    );
                }
                self.text += "</tbody></table></div>\n";
            }
            Block::Paragraph(text) => {
                put(&mut self.text, format_args!("<p>{}</p>\n", escape(text)));
            }
            Block::Numbered(texts) => {
                self.text += "<ol>\n";
                texts.iter().for_each(|text| self.say("li", text));
                self.text += "</ol>\n";
            }
            Block::Judgement(judgement) => self.judgement(judgement),
        }
    }

    fn judgement(&mut self, judgement: &Judgement) {
        let name = match judgement.verdict {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::Unknown => "unknown",
        };
        let word = escape(&self.locale.text(&format!("verdict-{name}")));
        put(
            &mut self.text,
            format_args!(
                "<div class=\"verdict {name}\"><p><b class=\"word\">{word}</b> {}</p>\n",
                escape(&judgement.title)
            ),
        );
        for detail in &judgement.details {
            put(&mut self.text, format_args!("<p class=\"detail\">{}</p>\n", escape(detail)));
        }
        self.text += "</div>\n";
    }

    fn facts(&mut self, facts: &[(&'static str, String)]) {
        self.text += "<dl>\n";
        for (name, value) in facts {
            let name = escape(&self.locale.heading(name));
            put(&mut self.text, format_args!("<dt>{name}</dt><dd>{}</dd>\n", escape(value)));
        }
        self.text += "</dl>\n";
    }

    fn table(&mut self, table: &Table) {
        self.text += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
        for column in &table.columns {
            let title = escape(&self.locale.heading(column.title));
            let qualifier = match column.qualifier {
                "" => String::new(),
                other => format!("<br><small>{}</small>", escape(&self.locale.heading(other))),
            };
            let class = class(column.kind);
            put(
                &mut self.text,
                format_args!("<th scope=\"col\"{class}>{title}{qualifier}</th>"),
            );
        }
        self.text += "</tr></thead>\n<tbody>\n";
        for row in &table.rows {
            self.text += "<tr>";
            for (index, value) in row.iter().enumerate() {
                let kind = table.columns.get(index).map_or(Kind::Words, |column| column.kind);
                let value = escape(value);
                if index == 0 {
                    put(&mut self.text, format_args!("<th scope=\"row\">{value}</th>"));
                } else {
                    put(&mut self.text, format_args!("<td{}>{value}</td>", class(kind)));
                }
            }
            self.text += "</tr>\n";
        }
        self.text += "</tbody></table></div>\n";
    }

    fn charts(&mut self, figures: &[Figure]) {
        put(
            &mut self.text,
            format_args!(
                "<p class=\"keys\">{}</p>\n<noscript><p>{}</p></noscript>\n",
                escape(&self.locale.text("chart-keys")),
                escape(&self.locale.text("no-script"))
            ),
        );
        for (index, figure) in figures.iter().enumerate() {
            let spec = &figure.spec;
            put(
                &mut self.text,
                format_args!(
                    "<figure id=\"{}\">\n<figcaption><h3>{}</h3><p>{}</p></figcaption>\n\
                 <div class=\"chart\" data-chart=\"chart-{index}\" tabindex=\"0\" role=\"img\" \
                 aria-label=\"{}\"></div>\n",
                    escape(&figure.name),
                    escape(&spec.title),
                    escape(&spec.subtitle),
                    escape(&spec.description)
                ),
            );
            let summary = escape(&self.locale.text("chart-table"));
            put(&mut self.text, format_args!("<details><summary>{summary}</summary>\n"));
            self.text += &values::render(spec, self.locale);
            self.text += "</details>\n</figure>\n";
        }
    }

    fn files(&mut self, files: &[String]) {
        self.say("p", &self.locale.text("raw-data-text"));
        self.text += "<ul>\n";
        for file in files {
            let file = escape(file);
            put(&mut self.text, format_args!("<li><a href=\"{file}\">{file}</a></li>\n"));
        }
        self.text += "</ul>\n";
    }

    fn footer(&mut self, runs: &[Run]) {
        let Some(first) = runs.first() else { return };
        let ids: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
        let values =
            [("version", first.conditions.tool.version.as_str()), ("run", &ids.join(", "))];
        let text = escape(&self.locale.with("footer", &values));
        put(&mut self.text, format_args!("<footer><p>{text}</p></footer>\n"));
    }
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Words => "",
        Kind::Name => " class=\"name\"",
        Kind::Numbers | Kind::SpareNumbers => " class=\"number\"",
    }
}

/// Repetitions that did not complete.
fn unfinished(group: &Group<'_>, locale: &Locale) -> Vec<String> {
    let ended = group.cells.iter().filter_map(|cell| {
        let id = match cell.state {
            CellState::Completed => return None,
            CellState::Interrupted => "state-interrupted",
            CellState::IoErrors => "state-io-errors",
            CellState::Full => "state-full",
            CellState::Vanished => "state-vanished",
            CellState::ReadOnly => "state-read-only",
            CellState::Stalled => "state-stalled",
            CellState::Unsupported => "state-unsupported",
        };
        let name = if group.is_repeated() {
            format!("{} {}", cell.name, cell.repeat + 1)
        } else {
            cell.name.clone()
        };
        Some(locale.with("cell-missing", &[("cell", &name), ("reason", &locale.text(id))]))
    });
    ended.collect()
}

/// Operations with too few requests for the 99th percentile in every repetition, said once. A single flush
/// at the end of a cell is no measurement that could have one.
fn percentiles(groups: &[Group<'_>], locale: &Locale) -> Option<String> {
    let short = groups.iter().flat_map(|group| {
        group.kinds().into_iter().filter_map(|kind| {
            let records = group.cells.iter().filter_map(|cell| cell.operations.of(kind));
            let most = records.map(|op| op.count).max().filter(|most| *most > 1)?;
            (most < P99_REQUESTS_MIN)
                .then(|| format!("{} {} ({most})", group.name, kind.name()))
        })
    });
    let cells: Vec<String> = short.collect();
    let values = [
        ("percentile", "p99"),
        ("needed", &P99_REQUESTS_MIN.to_string()),
        ("cells", &cells.join(", ")),
    ];
    (!cells.is_empty()).then(|| locale.with("percentile-missing", &values))
}
