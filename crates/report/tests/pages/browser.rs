//! The page in a real browser, if there is one: every chart is drawn, in any theme, without an error.

use std::path::{Path, PathBuf};
use std::process::Command;

use iogram_report::{Locale, figures, render_html};
use iogram_testing::lacks;

use crate::common::samples;

fn find_browser() -> Option<PathBuf> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.is_file())
}

#[test]
fn every_chart_of_a_page_is_drawn_in_a_browser() {
    let Some(browser) = find_browser() else {
        return lacks("there is no Chromium to open a page with");
    };
    let locale = Locale::english();
    let runs: Vec<_> = samples().into_iter().map(|(_, run)| run).collect();
    // The run with the most charts represents all: a browser takes seconds to start.
    let most =
        runs.into_iter().max_by_key(|run| figures(std::slice::from_ref(run), &locale).len());
    let runs = [most.expect("there are samples")];
    let charts = figures(&runs, &locale);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("page-{}.html", std::process::id()));
    std::fs::write(&path, render_html(&runs, &[], &charts, &[], &locale)).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--virtual-time-budget=8000", "--window-size=1000,3000", "--dump-dom"])
        .arg(format!("file://{}", path.display()))
        .output()
        .unwrap();
    std::fs::remove_file(&path).unwrap();
    let page = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || page.is_empty() {
        return lacks("Chromium does not start here");
    }
    let drawn = page.matches("<svg ").count();
    assert!(drawn >= charts.len() && drawn > 0, "{drawn} of {} charts", charts.len());
}
