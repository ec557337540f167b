//! Whole pages. `UPDATE_GOLDEN=1` rewrites the files; git's diff is then the review.

use std::path::{Path, PathBuf};

use iogram_model::{Run, RunState};
use iogram_report::{
    CsvStyle, JsonStyle, Locale, Options, render_brief, render_csv, render_json,
    render_markdown, render_runs_table, render_text,
};

use unicode_width::UnicodeWidthStr;

use crate::common;

/// Compares `actual` with the file `path` of the repository, or writes it there.
#[track_caller]
#[expect(
    clippy::disallowed_methods,
    reason = "golden files are a test's input, not part of a run"
)]
pub(crate) fn check(path: &str, actual: &str) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var("UPDATE_GOLDEN").is_ok() {
        std::fs::write(&path, actual)
            .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        return;
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    assert!(
        expected == actual,
        "{} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{actual}",
        path.display()
    );
}

fn check_all(extension: &str, render: impl Fn(&Run) -> String) {
    for (name, run) in common::samples() {
        check(&format!("tests/golden/{name}.{extension}"), &render(&run));
    }
}

#[test]
fn text_pages_stay_as_they_are() {
    check_all("txt", |run| render_text(run, &Options::default(), &Locale::english()));
}

#[test]
fn short_pages_stay_as_they_are_and_fit_a_screen() {
    let options = Options { width: 80, has_color: false };
    for (name, run) in common::samples() {
        for (tag, ending) in [("en", "brief.txt"), ("ko", "brief.ko.txt")] {
            let locale = Locale::find(tag).unwrap();
            let page = render_brief(&run, &options, &locale, "iogram show --full ID");
            check(&format!("tests/golden/{name}.{ending}"), &page);
            let wide = page.lines().find(|line| UnicodeWidthStr::width(*line) > 80);
            assert_eq!(wide, None, "{name}:\n{page}");
            assert!(page.lines().count() <= 30, "{name}:\n{page}");
        }
    }
}

#[test]
fn markdown_pages_stay_as_they_are() {
    check_all("md", |run| render_markdown(run, &Locale::english()));
}

#[test]
fn csv_files_stay_as_they_are() {
    check_all("csv", |run| render_csv(run, CsvStyle::Plain));
}

#[test]
fn a_purge_is_shown_with_every_attempt() {
    let run = common::purge();
    check(
        "tests/golden/purge.txt",
        &render_text(&run, &Options::default(), &Locale::english()),
    );
    check("tests/golden/purge.md", &render_markdown(&run, &Locale::english()));
}

#[test]
fn json_stays_as_it_is() {
    let run = common::measure_mixed();
    check("tests/golden/measure-mixed.json", &render_json(&run, JsonStyle::Pretty));
}

#[test]
fn a_narrow_terminal_leaves_out_what_it_can() {
    let options = Options { width: 72, has_color: false };
    let page = render_text(&common::fsync_verdict_fail(), &options, &Locale::english());
    check("tests/golden/fsync-72-columns.txt", &page);
}

#[test]
fn colours_are_there_only_when_asked_for() {
    let run = common::fsync_verdict_fail();
    let colored = render_text(
        &run,
        &Options { has_color: true, ..Options::default() },
        &Locale::english(),
    );
    check("tests/golden/fsync-colored.txt", &colored);
    let plain = render_text(&run, &Options::default(), &Locale::english());
    assert!(colored.contains("\u{1b}[1;31mFAIL"));
    assert!(!plain.contains('\u{1b}'));
}

#[test]
fn pages_fit_their_width() {
    for (name, run) in common::samples() {
        let page = render_text(&run, &Options::default(), &Locale::english());
        let widest = page.lines().max_by_key(|line| line.chars().count()).unwrap_or("");
        assert!(widest.chars().count() <= 100, "{name} has the line\n{widest}");
    }
}

#[test]
fn no_width_is_too_small() {
    for (_, run) in common::samples() {
        for width in [0, 1, 40] {
            let page =
                render_text(&run, &Options { width, has_color: false }, &Locale::english());
            assert!(page.contains("Results"), "width {width}");
        }
    }
}

#[test]
fn the_list_of_runs_is_a_table() {
    let run = |id: &str, state, model: Option<&str>| iogram_model::RunLine {
        ended_at_us: None,
        id: id.to_owned(),
        state,
        started_at_us: 1_795_271_415_123_456,
        method: "quick".to_owned(),
        target: "/srv/photos".to_owned(),
        drive: None,
        model: model.map(str::to_owned),
        cell_count: 40,
    };
    let runs = [
        run("20261121-143015-7f3a", RunState::Completed, Some("Example Flash 9000 1TB")),
        run("20261121-153015-0001", RunState::Interrupted, None),
        run("20261121-163015-0002", RunState::Running, None),
    ];
    let table = render_runs_table(&runs, &Options::default(), &Locale::english());
    check("tests/golden/runs.txt", &table);
    assert_eq!(
        render_runs_table(&[], &Options::default(), &Locale::english()),
        "no runs are stored\n"
    );
}

#[test]
fn a_page_to_be_published_does_not_tell_the_serial_number() {
    let run = common::quick_completed();
    assert!(render_text(&run, &Options::default(), &Locale::english()).contains("S3CR3T"));
    assert!(!render_markdown(&run, &Locale::english()).contains("S3CR3T"));
}
