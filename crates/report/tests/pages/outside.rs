//! Text from outside is shown, but has no effect: no terminal, browser, blog or spreadsheet acts on it.

use iogram_charts::{BUNDLE, Painter, Theme};
use iogram_model::{Run, is_unseen, read_run};
use iogram_report::{
    CsvStyle, JsonStyle, Locale, Options, figures, render_csv, render_html, render_json,
    render_markdown, render_publication, render_text,
};
use serde_json::Value;

/// Every trick of a text at once.
const HOSTILE: &str = "=cmd|'/c calc'!A1\u{1b}[31m\u{9b}2J\u{7}\r\n# heading\0\u{202e}txt.exe\u{200b} \
                       <script>alert(1)</script> [here](javascript:alert(1)) `x` \" onload=\"x &lt;";

/// The record with a probe and a finding of every kind.
fn everything() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/records/everything.json")).unwrap()
}

/// Replaces every free text of the record by the hostile one.
fn hostile() -> (Run, usize) {
    let mut record = everything();
    let mut paths = Vec::new();
    find_texts(&record, &mut String::new(), &mut paths);
    let mut count = 0;
    for path in paths {
        let before = record.pointer(&path).cloned().unwrap();
        *record.pointer_mut(&path).unwrap() = Value::from(HOSTILE);
        let is_taken = read_run(&record.to_string()).is_ok_and(|run| {
            run.unknown.is_empty() && run.cells.iter().all(|it| it.unknown.is_empty())
        });
        if is_taken {
            count += 1;
        } else {
            *record.pointer_mut(&path).unwrap() = before;
        }
    }
    // Names of parameters and notes are texts, too.
    record["method"]["params"][HOSTILE] = Value::from(HOSTILE);
    record["conditions"]["notes"][HOSTILE] = Value::from(HOSTILE);
    (read_run(&record.to_string()).unwrap(), count)
}

fn find_texts(value: &Value, path: &mut String, found: &mut Vec<String>) {
    let length = path.len();
    match value {
        Value::String(_) => found.push(path.clone()),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push_str(&["/", &index.to_string()].concat());
                find_texts(item, path, found);
                path.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                path.push_str(&["/", &key.replace('~', "~0").replace('/', "~1")].concat());
                find_texts(field, path, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

#[track_caller]
fn assert_seen(text: &str, what: &str) {
    let raw = text.char_indices().find(|&(_, it)| is_unseen(it) && it != '\n');
    let around = raw.map(|(at, _)| text[..at].chars().rev().take(60).collect::<Vec<_>>());
    assert_eq!(raw, None, "{what}: behind {around:?}");
    assert!(!text.lines().any(|line| line.trim_start().starts_with("# heading")), "{what}");
}

/// Checks that every `what` is escaped by a backslash.
#[track_caller]
fn assert_escaped(markdown: &str, what: &str) {
    let bare = markdown.match_indices(what).find(|(at, _)| !markdown[..*at].ends_with('\\'));
    assert_eq!(bare, None);
}

#[test]
fn a_hostile_text_in_every_field_is_shown_and_does_nothing() {
    let (run, count) = hostile();
    assert!(count > 100, "only {count} texts of the record may be any");
    for locale in [Locale::english(), Locale::find("ko").unwrap()] {
        let runs = [run.clone(), Run { id: "another".to_owned(), ..run.clone() }];
        let figures = figures(&runs, &locale);
        for width in [40, 100] {
            let options = Options { width, has_color: false };
            assert_seen(&render_text(&run, &options, &locale), "text");
        }
        let publication =
            render_publication(&runs, &[], &figures, |it| it.name.clone(), &locale);
        for markdown in [render_markdown(&run, &locale), publication] {
            assert_seen(&markdown, "Markdown");
            assert_escaped(&markdown, "<script");
            assert_escaped(&markdown, "](javascript");
            assert_escaped(&markdown, "`");
        }
        let html = render_html(&runs, &[], &figures, &[HOSTILE.to_owned()], &locale);
        let html = html.replace(BUNDLE, "");
        assert_seen(&html, "HTML");
        assert!(!html.contains("<script>alert"), "HTML");
        assert!(!html.contains("\" onload=\"x"), "HTML");
        assert!(html.contains("&lt;script&gt;alert(1)"), "it is shown");
        let painter = Painter::new().unwrap();
        for figure in figures.iter().take(6) {
            let svg = painter.svg(&figure.spec, 900, Theme::Light).unwrap();
            assert_seen(&svg, &figure.name);
            assert!(!svg.contains("<script"), "{}", figure.name);
        }
    }
}

#[test]
fn a_hostile_text_is_no_formula_in_the_csv_and_whole_in_the_json() {
    let (run, _) = hostile();
    let csv = render_csv(&run, CsvStyle::Plain);
    assert_seen(&csv, "CSV");
    for line in csv.lines().skip(1) {
        let is_formula = |field: &str| {
            let field = field.trim_start_matches('"');
            field.starts_with(['=', '+', '@'])
                || field.starts_with('-') && field.parse::<f64>().is_err()
        };
        assert!(!line.split(',').any(is_formula), "{line}");
    }
    for style in [JsonStyle::Pretty, JsonStyle::Compact] {
        let json = render_json(&run, style);
        assert_seen(&json, "JSON");
        assert_eq!(read_run(&json).unwrap(), run);
    }
}
