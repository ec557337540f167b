//! The tests of SNIA and ezFIO on a small SSD: the page on the terminal, as Markdown, and the contents of an HTML
//! page.
//!
//! The golden files are a lab's publication; a person read them before they were added.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::common::{Room, check_golden};

/// Page-mapped, small, with a cache that fills soon.
const SSD: &str = r#"
name = "ssd"
title = "Small SSD"
source = "arbitrary"
drive = "nvme"
capacity = "128MiB"
[identity]
model = "Small SSD"
serial = "S1"
firmware = "1.0"
[link]
rate = "2GB/s"
in_flight = 64
[cache]
size = "1MiB"
write_time = "10us"
[media.page]
unit = "4KiB"
page_size = "16KiB"
planes = 2
dies = 4
block_pages = 64
over_provisioning = "20%"
read_time = "60us"
program_time = "500us"
erase_time = "3ms"
discard_time = "10us"
"#;

const TESTS: [(&str, &[&str]); 8] = [
    ("pts-iops", &["time=20ms"]),
    ("pts-throughput", &["time=50ms"]),
    ("pts-latency", &["time=50ms", "histogram=1s"]),
    ("wsat", &["time=50ms", "histogram=1s", "samples=3", "fills=20"]),
    ("hir", &["time=50ms", "bursts=4", "burst=200ms", "baseline=1s"]),
    ("xsr", &["form=short", "time=2s", "stimulus=2s"]),
    ("dirth", &["time=20ms", "before=100ms", "before_histogram=200ms", "histogram=1s"]),
    ("ezfio", &["time=20ms", "stability=1s"]),
];

/// The record without values of this computer and this moment.
fn anywhere(mut run: Value) -> Value {
    run["id"] = json!("20260101-000000-0000");
    run["started_at_us"] = json!(1_767_225_600_000_000_i64);
    run["ended_at_us"] = json!(1_767_225_601_000_000_i64);
    run["conditions"]["host"] =
        json!({ "cpu": "A processor", "cpu_count": 4, "os": "A system" });
    run["conditions"]["tool"]["version"] = json!("0.0.0");
    if let Some(conditions) = run["conditions"].as_object_mut() {
        conditions.remove("platform");
    }
    if let Some(run) = run.as_object_mut() {
        run.remove("looks");
    }
    run
}

/// Titles, headings and captions of an HTML page, in order.
fn outline(html: &str) -> String {
    let mut text = String::new();
    for part in html.split("<script").next().unwrap_or_default().split('<').skip(1) {
        let Some((tag, words)) = part.split_once('>') else { continue };
        let name = tag.split_whitespace().next().unwrap_or_default();
        let is_kept =
            matches!(name, "title" | "h1" | "h2" | "h3" | "h4" | "figcaption" | "summary");
        if is_kept && !words.trim().is_empty() {
            writeln!(text, "{name}: {}", words.trim()).unwrap();
        }
    }
    text
}

#[test]
fn every_test_of_a_standard_reads_as_it_was_read() {
    let room = Room::new();
    room.write("ssd.toml", SSD.as_bytes());
    for (method, settings) in TESTS {
        let mut arguments =
            vec!["run", method, "sim:ssd.toml", "--seed", "7", "--no-store", "--quiet"];
        arguments.extend(["--write-cache", "off", "--json", "-"]);
        arguments.extend(settings.iter().flat_map(|setting| ["--set", setting]));
        let said = room.run(&arguments);
        assert!(matches!(said.code, Some(0 | 1)), "{method}: {said:?}");
        let run = anywhere(serde_json::from_str(&said.stdout).unwrap());
        let record = format!("{method}.json");
        room.write(&record, run.to_string().as_bytes());
        let shown =
            |format: &str| room.succeed(&["show", record.as_str(), "--format", format]).stdout;
        check_golden(
            &format!("standards/{method}.txt"),
            &room.succeed(&["show", &record]).stdout,
        );
        check_golden(&format!("standards/{method}.md"), &shown("markdown"));
        let page = format!("{method}.html");
        room.succeed(&["report", &record, "--out", &page]);
        let html = std::fs::read(room.work().join(&page)).unwrap();
        check_golden(
            &format!("standards/{page}.txt"),
            &outline(&String::from_utf8(html).unwrap()),
        );
    }
}
