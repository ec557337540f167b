//! The index of a site, and its page of comparisons.

use serde_json::json;

use super::figures::key_figures;
use super::{COLUMNS, SiteRun, severity_class, severity_word, shown_figure};
use crate::format::{self, quality_name};
use crate::html::{Assets, escape, linked_document, put};
use crate::locale::{Locale, say};

/// A file that the site leaves out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteLeftOut {
    /// As it was found.
    pub file: String,
    /// The problem, in the site's language.
    pub why: String,
}

/// The index of `runs`, the newest first.
#[must_use]
pub fn render_site_index(
    runs: &[SiteRun],
    left_out: &[SiteLeftOut],
    (title, version): (&str, &str),
    locale: &Locale,
) -> String {
    let title = if title.is_empty() { say!(locale, "site-title") } else { title.to_owned() };
    let figures = key_figures(runs, locale);
    let mut body = head(&title, locale);
    let drives: std::collections::BTreeSet<&str> =
        runs.iter().map(|run| run.drive_page.as_str()).collect();
    let summary = say!(locale, "site-summary", runs = runs.len(), drives = drives.len());
    put(&mut body, format_args!("<p class=\"when\">{}</p>\n", escape(&summary)));
    body += "<main id=\"main\">\n";
    filters(&mut body, runs, locale);
    table(&mut body, runs, ("", true), locale);
    let none = say!(locale, "site-none-found");
    put(&mut body, format_args!("<p id=\"none\" hidden>{}</p>\n", escape(&none)));
    charts(&mut body, &figures);
    if !left_out.is_empty() {
        list_left_out(&mut body, left_out, locale);
    }
    let made = say!(locale, "site-made", version = version);
    put(&mut body, format_args!("</main>\n<footer><p>{}</p></footer>\n", escape(&made)));
    linked_document(&title, &body, &figures, (locale, &Assets::Beside("")))
}

/// The page that shows the runs in its address side by side.
#[must_use]
pub fn render_site_compare(runs: &[SiteRun], locale: &Locale) -> String {
    let title = say!(locale, "site-compare-title");
    let mut body = head(&title, locale);
    let (all, hint) = (say!(locale, "site-all-runs"), say!(locale, "site-compare-hint"));
    put(
        &mut body,
        format_args!(
            "<nav class=\"up\"><a href=\"index.html\">{}</a></nav>\n<main id=\"main\">\n\
             <p id=\"hint\">{}</p>\n<div id=\"compare\"></div>\n",
            escape(&all),
            escape(&hint)
        ),
    );
    let columns: Vec<_> = COLUMNS
        .iter()
        .map(|&(quality, name)| json!({"label": quality_name(quality, locale), "unit": unit(name, locale)}))
        .collect();
    let scale = |name: &str, value: f64| match name {
        // A chart in MiB/s takes its values in this unit.
        "bytes_per_s" if unit(name, locale) != "B/s" => locale.rates().count(value),
        _ => value,
    };
    let rows: Vec<_> = runs
        .iter()
        .map(|run| {
            let values: Vec<Option<f64>> = COLUMNS
                .iter()
                .zip(&run.figures)
                .map(|((_, name), value)| value.map(|value| scale(name, value)))
                .collect();
            let shown: Vec<String> = COLUMNS
                .iter()
                .zip(&run.figures)
                .map(|((_, name), value)| shown_figure(name, *value, locale))
                .collect();
            json!({
                "id": run.id, "page": run.page, "drive": run.drive, "day": run.day,
                "method": run.method, "answer": run.answer, "values": values, "shown": shown,
            })
        })
        .collect();
    let words = json!({
        "run": say!(locale, "site-run"),
        "method": say!(locale, "site-method"),
        "date": say!(locale, "site-date"),
        "nothing": format::UNKNOWN,
    });
    let headings: Vec<String> = COLUMNS
        .iter()
        .map(|&(quality, name)| {
            format!("{}, {}", quality_name(quality, locale), unit_shown(name, locale))
        })
        .collect();
    let data = json!({"columns": columns, "headings": headings, "runs": rows, "words": words});
    // In a script element, only a closing tag can end the data.
    let data = data.to_string().replace('<', "\\u003c");
    put(
        &mut body,
        format_args!(
            "<script type=\"application/json\" id=\"site-data\">{data}</script>\n</main>\n"
        ),
    );
    linked_document(&title, &body, &[], (locale, &Assets::Beside("")))
}

fn head(title: &str, locale: &Locale) -> String {
    let (skip, toggle) = (locale.text("skip-to-content"), locale.text("toggle-theme"));
    format!(
        "<a class=\"skip\" href=\"#main\">{}</a>\n<header>\n<button type=\"button\" id=\"theme\">{}</button>\n\
         <h1>{}</h1>\n</header>\n",
        escape(&skip),
        escape(&toggle),
        escape(title)
    )
}

fn unit(name: &str, locale: &Locale) -> &'static str {
    match (name, locale.rates().symbol()) {
        ("bytes_per_s", "MB/s") => "B/s",
        ("bytes_per_s", other) => other,
        _ => "IOPS",
    }
}

fn unit_shown(name: &str, locale: &Locale) -> &'static str {
    if name == "bytes_per_s" { locale.rates().symbol() } else { "IOPS" }
}

/// The distinct texts, in order.
fn all_of<'a>(runs: &'a [SiteRun], of: impl Fn(&'a SiteRun) -> &'a str) -> Vec<&'a str> {
    let mut all: Vec<&str> = runs.iter().map(of).filter(|text| !text.is_empty()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn filters(body: &mut String, runs: &[SiteRun], locale: &Locale) {
    let (search, hint) = (say!(locale, "site-search"), say!(locale, "site-search-hint"));
    put(
        body,
        format_args!(
            "<form id=\"filters\" role=\"search\" hidden>\n<label>{} <input type=\"search\" name=\"q\" \
             placeholder=\"{}\"></label>\n",
            escape(&search),
            escape(&hint)
        ),
    );
    let kinds = all_of(runs, |run| &run.kind);
    let methods = all_of(runs, |run| &run.method);
    let plain = |values: Vec<&str>| -> Vec<(String, String)> {
        values.into_iter().map(|it| (it.to_owned(), it.to_owned())).collect()
    };
    select(body, ("kind", &say!(locale, "site-kind")), &plain(kinds), locale);
    let mut sizes: Vec<u64> = runs.iter().map(|run| run.capacity_bytes).collect();
    sizes.sort_unstable();
    let mut sizes: Vec<(String, String)> = sizes
        .into_iter()
        .filter(|bytes| *bytes > 0)
        .map(|bytes| (capacity(bytes), capacity(bytes)))
        .collect();
    sizes.dedup();
    select(body, ("capacity", &say!(locale, "site-capacity")), &sizes, locale);
    select(body, ("method", &say!(locale, "site-method")), &plain(methods), locale);
    let mut verdicts: Vec<(String, String)> = runs
        .iter()
        .map(|run| {
            (severity_class(run.severity).to_owned(), severity_word(run.severity, locale))
        })
        .collect();
    verdicts.sort_unstable();
    verdicts.dedup();
    select(body, ("verdict", &say!(locale, "site-verdict")), &verdicts, locale);
    for (name, label) in
        [("from", say!(locale, "site-from")), ("until", say!(locale, "site-until"))]
    {
        put(
            body,
            format_args!(
                "<label>{} <input type=\"date\" name=\"{name}\"></label>\n",
                escape(&label)
            ),
        );
    }
    let compare = say!(locale, "site-compare-button");
    put(
        body,
        format_args!(
            "<button type=\"button\" id=\"compare-button\" disabled>{}</button>\n</form>\n",
            escape(&compare)
        ),
    );
}

/// A selection of one value, if there are several.
fn select(
    body: &mut String,
    (name, label): (&str, &str),
    values: &[(String, String)],
    locale: &Locale,
) {
    if values.len() < 2 {
        return;
    }
    put(
        body,
        format_args!(
            "<label>{} <select name=\"{name}\"><option value=\"\">{}</option>",
            escape(label),
            escape(&say!(locale, "site-any"))
        ),
    );
    for (value, shown) in values {
        put(
            body,
            format_args!("<option value=\"{}\">{}</option>", escape(value), escape(shown)),
        );
    }
    *body += "</select></label>\n";
}

/// Powers of 1000, as in the marketing of drives.
fn capacity(bytes: u64) -> String {
    let gb = iogram_model::float(bytes) / 1e9;
    match gb {
        gb if gb >= 1000.0 => format!("{:.1} TB", gb / 1000.0),
        gb if gb >= 10.0 => format!("{gb:.0} GB"),
        gb => format!("{gb:.1} GB"),
    }
}

/// The runs as a table; `up` leads to the site's folder.
pub(super) fn table(
    body: &mut String,
    runs: &[SiteRun],
    (up, has_ticks): (&str, bool),
    locale: &Locale,
) {
    // A column without values is left out.
    let is_there: Vec<bool> = (0..COLUMNS.len())
        .map(|place| runs.iter().any(|run| run.figures.get(place).copied().flatten().is_some()))
        .collect();
    *body += "<div class=\"wide\"><table id=\"runs\">\n<thead><tr>";
    if has_ticks {
        put(
            body,
            format_args!(
                "<td><span class=\"hidden\">{}</span></td>",
                escape(&say!(locale, "site-select"))
            ),
        );
    }
    let mut heading = |text: &str, unit: &str, kind: &str| {
        let unit =
            if unit.is_empty() { String::new() } else { format!(" <small>{unit}</small>") };
        put(
            body,
            format_args!("<th scope=\"col\" data-sort=\"{kind}\">{}{unit}</th>", escape(text)),
        );
    };
    heading(&say!(locale, "site-drive"), "", "text");
    heading(&say!(locale, "site-capacity"), "", "number");
    heading(&say!(locale, "site-date"), "", "text");
    heading(&say!(locale, "site-method"), "", "text");
    for ((quality, name), _) in COLUMNS.iter().zip(&is_there).filter(|(_, is_there)| **is_there)
    {
        heading(&quality_name(*quality, locale), unit_shown(name, locale), "number");
    }
    heading(&say!(locale, "site-verdict"), "", "text");
    *body += "</tr></thead>\n<tbody>\n";
    for run in runs {
        row(body, run, &is_there, (up, has_ticks), locale);
    }
    *body += "</tbody></table></div>\n";
}

fn row(
    body: &mut String,
    run: &SiteRun,
    is_there: &[bool],
    (up, has_ticks): (&str, bool),
    locale: &Locale,
) {
    let size =
        if run.capacity_bytes > 0 { capacity(run.capacity_bytes) } else { String::new() };
    let class = severity_class(run.severity);
    put(
        body,
        format_args!(
            "<tr data-kind=\"{}\" data-capacity=\"{}\" data-method=\"{}\" data-verdict=\"{class}\" data-day=\"{}\">",
            escape(&run.kind),
            escape(&size),
            escape(&run.method),
            escape(&run.day)
        ),
    );
    if has_ticks {
        put(
            body,
            format_args!(
                "<td><input type=\"checkbox\" value=\"{}\" aria-label=\"{} {}\"></td>",
                escape(&run.id),
                escape(&say!(locale, "site-select")),
                escape(&run.drive)
            ),
        );
    }
    name(body, run, (up, has_ticks), locale);
    put(
        body,
        format_args!(
            "<td class=\"n\" data-v=\"{}\">{}</td>",
            run.capacity_bytes,
            escape(&size)
        ),
    );
    let day = if run.day.is_empty() { format::UNKNOWN } else { &run.day };
    put(
        body,
        format_args!("<td class=\"day\">{}</td><td>{}</td>", escape(day), escape(&run.method)),
    );
    for (((_, name), value), _) in
        COLUMNS.iter().zip(&run.figures).zip(is_there).filter(|(_, is_there)| **is_there)
    {
        let sorted = value.map(|value| value.to_string()).unwrap_or_default();
        let shown = shown_figure(name, *value, locale);
        put(body, format_args!("<td class=\"n\" data-v=\"{sorted}\">{shown}</td>"));
    }
    put(
        body,
        format_args!(
            "<td class=\"says\"><b class=\"{class}\">{}</b> {} <a href=\"{up}{}\">{}</a></td></tr>\n",
            escape(&severity_word(run.severity, locale)),
            escape(&run.answer),
            escape(&run.page),
            escape(&run.id)
        ),
    );
}

/// The drive, its kind, and a mark if it is simulated.
fn name(body: &mut String, run: &SiteRun, (up, is_link): (&str, bool), locale: &Locale) {
    let note = if run.is_virtual {
        format!(" <small>{}</small>", escape(&say!(locale, "site-simulated-note")))
    } else {
        String::new()
    };
    let kind = if run.kind.is_empty() {
        String::new()
    } else {
        format!(" <small>{}</small>", escape(&run.kind))
    };
    let drive = match is_link {
        true => {
            format!("<a href=\"{up}{}\">{}</a>", escape(&run.drive_page), escape(&run.drive))
        }
        false => escape(&run.drive),
    };
    put(body, format_args!("<th scope=\"row\">{drive}{kind}{note}</th>"));
}

/// Charts with their titles.
pub(super) fn charts(body: &mut String, figures: &[crate::figures::Figure]) {
    for figure in figures {
        let (spec, name) = (&figure.spec, escape(&figure.name));
        put(
            body,
            format_args!(
                "<figure id=\"{name}\">\n<figcaption><h3>{}</h3><p>{}</p></figcaption>\n<div class=\"chart\" \
                 data-chart=\"chart-{name}\" tabindex=\"0\" role=\"img\" aria-label=\"{}\"></div>\n</figure>\n",
                escape(&spec.title),
                escape(&spec.subtitle),
                escape(&spec.description)
            ),
        );
    }
}

fn list_left_out(body: &mut String, left_out: &[SiteLeftOut], locale: &Locale) {
    put(
        body,
        format_args!(
            "<h2>{}</h2>\n<p>{}</p>\n<div class=\"wide\"><table><thead><tr><th>{}</th><th>{}</th></tr></thead><tbody>\n",
            escape(&say!(locale, "site-left-out")),
            escape(&say!(locale, "site-left-out-why")),
            escape(&say!(locale, "site-file")),
            escape(&say!(locale, "site-why"))
        ),
    );
    for it in left_out {
        put(
            body,
            format_args!(
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n",
                escape(&it.file),
                escape(&it.why)
            ),
        );
    }
    *body += "</tbody></table></div>\n";
}
