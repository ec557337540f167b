//! The common parts of all pages: headings, tables, facts, verdicts, charts with their tables.

use iogram_model::{Severity, Verdict};

use super::{escape, put, values};
use crate::figures::Figure;
use crate::head::Head;
use crate::locale::Locale;
use crate::sheet::{Block, Fact, Judgement, Section};
use crate::table::{Kind, Table};

pub(super) struct Writer<'a> {
    pub(super) text: String,
    pub(super) locale: &'a Locale,
    /// Whether headings have to name the run.
    pub(super) has_several: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(locale: &'a Locale) -> Self {
        Self { text: String::new(), locale, has_several: false }
    }

    /// The head of the page, up to its title.
    pub(super) fn begin_header(&mut self, title: &str, small: Option<&str>) {
        let skip = escape(&self.locale.text("skip-to-content"));
        let toggle = escape(&self.locale.text("toggle-theme"));
        put(
            &mut self.text,
            format_args!(
                "<a class=\"skip\" href=\"#main\">{skip}</a>\n<header>\n\
                 <button type=\"button\" id=\"theme\">{toggle}</button>\n"
            ),
        );
        let small = small.map(|it| format!(" <small>{}</small>", escape(it)));
        let (title, small) = (escape(title), small.unwrap_or_default());
        put(&mut self.text, format_args!("<h1>{title}{small}</h1>\n"));
    }

    /// A few numbers in large letters, each above its name.
    pub(super) fn strip(&mut self, numbers: &[(String, String)]) {
        self.text += "<ul class=\"strip\">\n";
        for (value, name) in numbers {
            let (value, name) = (escape(value), escape(name));
            put(&mut self.text, format_args!("<li><b>{value}</b> <span>{name}</span></li>\n"));
        }
        self.text += "</ul>\n";
    }

    /// The answer, with the drive if there are several.
    pub(super) fn answer(&mut self, head: &Head, drive: Option<String>) {
        let class = match head.severity {
            Severity::Good => "pass",
            Severity::Measured => "measured",
            Severity::Unknown | Severity::Caution => "caution",
            Severity::Failed => "fail",
        };
        let drive = drive.map(|drive| format!("{drive}: ")).unwrap_or_default();
        let answer = escape(&format!("{drive}{}", head.answer));
        put(
            &mut self.text,
            format_args!("<div class=\"answer {class}\"><p class=\"says\">{answer}</p>\n"),
        );
        head.lines.iter().for_each(|line| self.say("p", line));
        self.text += "</div>\n";
    }

    /// Time and duration.
    pub(super) fn when(&mut self, text: &str) {
        put(&mut self.text, format_args!("<p class=\"when\">{}</p>\n", escape(text)));
    }

    /// States that the figures are not from hardware.
    pub(super) fn simulated(&mut self) {
        let text = escape(&self.locale.text("verdict-simulated"));
        put(&mut self.text, format_args!("<p class=\"simulated\">{text}</p>\n"));
    }

    /// A reason for caution.
    pub(super) fn alarm(&mut self, text: &str) {
        let text = escape(text);
        put(&mut self.text, format_args!("<p class=\"alarm\" role=\"alert\">{text}</p>\n"));
    }

    /// The table of contents, from ids and titles of the parts, and the end of the head.
    pub(super) fn end_header<'t>(&mut self, parts: impl Iterator<Item = (&'t str, &'t str)>) {
        let label = escape(&self.locale.text("contents"));
        put(&mut self.text, format_args!("<nav aria-label=\"{label}\"><ul>"));
        for (id, title) in parts {
            let title = escape(title);
            put(&mut self.text, format_args!("<li><a href=\"#{id}\">{title}</a></li>"));
        }
        self.text += "</ul></nav>\n</header>\n";
    }

    pub(super) fn say(&mut self, tag: &str, text: &str) {
        put(&mut self.text, format_args!("<{tag}>{}</{tag}>\n", escape(text)));
    }

    pub(super) fn part(&mut self, id: &str, content: impl FnOnce(&mut Self)) {
        put(&mut self.text, format_args!("<section id=\"{id}\">\n"));
        self.say("h2", &self.locale.text(id));
        content(self);
        self.text += "</section>\n";
    }

    pub(super) fn blocks(&mut self, section: &Section) {
        section.blocks.iter().for_each(|block| self.block(block));
    }

    pub(super) fn block(&mut self, block: &Block) {
        match block {
            Block::Table(table) => self.table(table),
            Block::Facts(rows) => self.facts(rows),
            Block::Runs { rows, .. } => {
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
            Block::Figures(figures) => self.all_charts(figures),
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

    pub(super) fn facts(&mut self, facts: &[Fact]) {
        self.text += "<dl>\n";
        for fact in facts {
            let (name, value) = (escape(&fact.name), escape(&fact.value));
            put(&mut self.text, format_args!("<dt>{name}</dt><dd>{value}</dd>\n"));
        }
        self.text += "</dl>\n";
    }

    fn table(&mut self, table: &Table) {
        self.text += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
        for column in &table.columns {
            let title = escape(&column.title);
            let qualifier = match column.qualifier.as_str() {
                "" => String::new(),
                other => format!("<br><small>{}</small>", escape(other)),
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

    /// A part that is folded until the reader opens it.
    pub(super) fn fold(
        &mut self,
        id: &str,
        title: &str,
        is_open: bool,
        content: impl FnOnce(&mut Self),
    ) {
        let open = if is_open { " open" } else { "" };
        let title = escape(title);
        put(
            &mut self.text,
            format_args!(
                "<details class=\"part\" id=\"{id}\"{open}><summary><h3>{title}</h3></summary>\n"
            ),
        );
        content(self);
        self.text += "</details>\n";
    }

    /// The charts for the beginning of the page, with all others folded below them.
    pub(super) fn all_charts(&mut self, figures: &[Figure]) {
        let (keys, others): (Vec<&Figure>, Vec<&Figure>) =
            figures.iter().partition(|figure| figure.is_key);
        self.charts(&keys);
        self.more_charts(&others);
    }

    /// Folded charts, grouped by the parts of a method.
    pub(super) fn more_charts(&mut self, figures: &[&Figure]) {
        let mut parts: Vec<Option<&str>> = Vec::new();
        for figure in figures {
            if !parts.contains(&figure.part.as_deref()) {
                parts.push(figure.part.as_deref());
            }
        }
        for (index, part) in parts.iter().enumerate() {
            let of_part: Vec<&Figure> =
                figures.iter().copied().filter(|it| it.part.as_deref() == *part).collect();
            let count = of_part.len().to_string();
            let title = match part {
                Some(part) => {
                    let part = self.locale.block_title(part);
                    self.locale.with("charts-of", &[("part", &part), ("count", &count)])
                }
                None => self.locale.with("charts-further", &[("count", &count)]),
            };
            let id = format!("charts-{}", index.saturating_add(1));
            self.fold(&id, &title, false, |writer| {
                of_part.iter().for_each(|it| writer.chart(it));
            });
        }
    }

    pub(super) fn charts(&mut self, figures: &[&Figure]) {
        let no_script = escape(&self.locale.text("no-script"));
        put(&mut self.text, format_args!("<noscript><p>{no_script}</p></noscript>\n"));
        figures.iter().for_each(|figure| self.chart(figure));
        let keys = escape(&self.locale.text("chart-keys"));
        put(&mut self.text, format_args!("<p class=\"keys\">{keys}</p>\n"));
    }

    fn chart(&mut self, figure: &Figure) {
        let (spec, name) = (&figure.spec, escape(&figure.name));
        put(
            &mut self.text,
            format_args!(
                "<figure id=\"{name}\">\n<figcaption><h3>{}</h3><p>{}</p></figcaption>\n\
                 <div class=\"chart\" data-chart=\"chart-{name}\" tabindex=\"0\" role=\"img\" \
                 aria-label=\"{}\"></div>\n",
                escape(&spec.title),
                escape(&spec.subtitle),
                escape(&spec.description)
            ),
        );
        let summary = escape(&self.locale.text("chart-table"));
        put(
            &mut self.text,
            format_args!("<details class=\"values\"><summary>{summary}</summary>\n"),
        );
        self.text += &values::render(spec, self.locale);
        self.text += "</details>\n</figure>\n";
    }

    /// The files beside the page, with their description.
    pub(super) fn files(&mut self, what: &str, files: &[String]) {
        self.say("p", what);
        self.text += "<ul>\n";
        for file in files {
            let file = escape(file);
            put(&mut self.text, format_args!("<li><a href=\"{file}\">{file}</a></li>\n"));
        }
        self.text += "</ul>\n";
    }
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Words => "",
        Kind::Name => " class=\"name\"",
        Kind::Numbers | Kind::SpareNumbers => " class=\"number\"",
    }
}
