//! Positions of a page's parts in a real browser, on a screen and on a telephone, and the targets of links.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::Room;

fn find_browser() -> Option<PathBuf> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.is_file())
}

/// Measures its page, and reports to the enclosing page.
const MEASURE: &str = "<script>setTimeout(() => {
  const charts = [...document.querySelectorAll('[data-chart]')];
  const isOpen = (it) => it.closest('details:not([open])') === null;
  const target = document.getElementById(location.hash.slice(1));
  parent.postMessage(JSON.stringify({
    all: charts.length,
    unfolded: charts.filter(isOpen).length,
    drawn: charts.filter((it) => isOpen(it) && it.querySelector('svg')).length,
    first: charts[0].getBoundingClientRect().top + scrollY,
    width: document.documentElement.scrollWidth,
    target: target === null ? null : Math.round(target.getBoundingClientRect().top),
    isOpen: target === null ? null : isOpen(target),
  }), '*');
}, 4000);</script>";

/// The measurements of `page` in a window of `width`, opened at `hash`.
fn measured(browser: &Path, page: &Path, width: u32, hash: &str) -> Option<Value> {
    let name = page.file_name().unwrap().to_string_lossy().into_owned();
    let around = page.with_extension(format!("{width}.html"));
    let frame = format!(
        "<!doctype html><body><pre id=said></pre><script>\
         onmessage = (event) => {{ document.getElementById('said').textContent = 'SAID' + event.data + 'DONE'; }};\
         </script><iframe src=\"{name}{hash}\" width=\"{width}\" height=\"900\" style=\"border:0\"></iframe>"
    );
    std::fs::write(&around, frame).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ])
        .arg(format!("--user-data-dir={}", page.with_extension("profile").display()))
        .args(["--virtual-time-budget=12000", "--window-size=1400,1000", "--dump-dom"])
        .arg(format!("file://{}", around.display()))
        .output()
        .unwrap();
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = page.split("SAID").nth(1)?;
    serde_json::from_str(said.split("DONE").next()?).ok()
}

fn read(path: &Path) -> String {
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

/// A review of an SSD in two seconds, as a page.
fn review(room: &Room) -> PathBuf {
    let sets = [
        "depth=express",
        "scale=1/64",
        "cdm_time=1s",
        "requests=1000",
        "low_qd_random=16MiB",
        "sync_amount=16MiB",
        "rest=1s",
        "rest_max=1s",
    ];
    let mut arguments = vec!["run", "cssd", "sim:sata-tlc-static", "--seed", "1", "--quiet"];
    arguments.extend(sets.iter().flat_map(|set| ["--set", set]));
    let _ = room.run(&arguments);
    room.succeed(&["report", "last", "-o", "review.html"]);
    let path = room.work().join("review.html");
    let page = read(&path);
    std::fs::write(&path, page.replace("</body>", &format!("{MEASURE}</body>"))).unwrap();
    path
}

#[test]
fn a_review_shows_few_charts_the_first_of_them_at_once_and_links_land_where_they_point() {
    let Some(browser) = find_browser() else {
        return iogram_testing::lacks("there is no Chromium to open a page with");
    };
    let room = Room::new();
    let page = review(&room);
    // The key numbers and the first table are before the charts, and take more of a narrow window.
    for (width, first_max) in [(1280, 1_200.0), (390, 1_500.0)] {
        let Some(said) = measured(&browser, &page, width, "") else {
            return iogram_testing::lacks("Chromium does not start here");
        };
        let number = |name: &str| said[name].as_f64().unwrap();
        assert!(number("all") > 20.0, "{said}");
        assert!((5.0..=15.0).contains(&number("unfolded")), "{said}");
        assert!(number("first") < first_max, "{said}");
        assert!(number("width") <= f64::from(width), "wider than its window: {said}");
    }
    // A link into a folded part below undrawn charts opens it, and the page stays at that place.
    let text = read(&page);
    let folded = text.split("id=\"charts-2\"").nth(1).unwrap();
    let figure = folded.split("<figure id=\"").nth(1).unwrap().split('"').next().unwrap();
    for target in ["meaning", "conditions-details", figure] {
        let said = measured(&browser, &page, 1280, &format!("#{target}")).unwrap();
        assert_eq!(said["isOpen"], Value::Bool(true), "{target}: {said}");
        let top = said["target"].as_f64().unwrap();
        assert!((-2.0..900.0).contains(&top), "{target} is not in the window: {said}");
    }
}
