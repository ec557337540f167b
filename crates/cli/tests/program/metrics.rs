//! Metrics of stored runs and attached drives.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Room;

const SIM: &str = "sim:s4-usb";

/// The names of all metrics in `text`.
fn names(text: &str) -> BTreeSet<String> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c: char| !is_of_name(c));
    words.filter(|it| it.starts_with("iogram_")).map(str::to_owned).collect()
}

#[expect(clippy::disallowed_methods, reason = "files of the repository are read")]
pub(crate) fn committed(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_newest_run_of_each_drive_and_method_is_told() {
    let room = Room::new();
    room.succeed(&["run", "quick", SIM]);
    room.succeed(&["run", "quick", SIM]);
    room.succeed(&["run", "fsync", SIM]);
    let text = room.succeed(&["metrics", "--simulated", "--no-devices"]).stdout;
    let infos = text.lines().filter(|it| it.starts_with("iogram_last_run_info{"));
    let infos: Vec<&str> = infos.collect();
    assert_eq!(infos.len(), 2, "one of each method: {text}");
    let newest = room.succeed(&["export", "last", "--format", "json"]).stdout;
    let newest: serde_json::Value = serde_json::from_str(&newest).unwrap();
    let id = newest["id"].as_str().unwrap();
    assert!(infos[0].contains(&format!("run=\"{id}\"")), "the newest first: {infos:?}");
    let answers = text.lines().filter(|it| it.starts_with("iogram_last_run_answer{"));
    let sum: u32 =
        answers.map(|it| it.rsplit(' ').next().unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 2, "each run has one answer: {text}");
    let rates: Vec<&str> = text
        .lines()
        .filter(|it| {
            it.starts_with("iogram_drive_throughput") && it.contains("sequential-read")
        })
        .collect();
    assert_eq!(rates.len(), 1, "of the newest run alone: {rates:?}");
    let rate: f64 = rates[0].rsplit(' ').next().unwrap().parse().unwrap();
    assert!((1e8..1e9).contains(&rate), "bytes per second of a USB 3 stick: {rate}");
    // Simulated drives appear only on request.
    let hardware = room.succeed(&["metrics", "--no-devices"]).stdout;
    assert!(!hardware.contains("iogram_last_run"), "{hardware}");
}

#[test]
fn a_file_is_replaced_only_when_told_and_without_a_store_there_are_devices() {
    let room = Room::new();
    room.succeed(&["metrics", "--out", "drives.prom"]);
    let first = std::fs::read(room.work().join("drives.prom")).unwrap();
    let refused = room.run(&["metrics", "--out", "drives.prom"]);
    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert_eq!(std::fs::read(room.work().join("drives.prom")).unwrap(), first);
    room.succeed(&["metrics", "--out", "drives.prom", "--overwrite"]);
    let text = room.succeed(&["metrics", "--format", "openmetrics"]).stdout;
    assert!(text.ends_with("# EOF\n"), "{text}");
    let store = room.run(&["metrics", "--store", "absent.sqlite"]);
    assert_eq!(store.code, Some(2), "a store that was named has to be there: {store:?}");
}

/// The dashboard, the page and the units only mention existing metrics.
#[test]
fn dashboard_and_documentation_name_metrics_that_there_are() {
    let source = committed("crates/interchange/src/export_base_metrics.rs");
    let stems = ["iogram_last_run", "iogram_device"];
    let ends = ["_life_used_ratio", "_written_bytes_total", "_media_errors_total"];
    let mut known = names(&source);
    known.extend(stems.iter().flat_map(|stem| ends.map(|end| format!("{stem}{end}"))));
    known.extend(stems.map(|stem| format!("{stem}_info")));
    known.insert("iogram_device_power_on_seconds_total".to_owned());
    for figure in [
        "throughput_bytes_per_second",
        "rate_requests_per_second",
        "latency_p50_seconds",
        "latency_p99_seconds",
        "latency_mean_seconds",
    ] {
        assert!(source.contains(&format!("\"{figure}\"")), "{figure}");
        known.insert(format!("iogram_drive_{figure}"));
    }
    for path in ["deploy/grafana/drives.json", "docs/metrics.md"] {
        let text = committed(path);
        let mentioned = names(&text);
        assert!(mentioned.len() >= 8, "{path}: {mentioned:?}");
        let unknown: Vec<&String> = mentioned.difference(&known).collect();
        assert!(unknown.is_empty(), "{path}: {unknown:?}");
    }
    let dashboard: serde_json::Value =
        serde_json::from_str(&committed("deploy/grafana/drives.json")).unwrap();
    assert!(dashboard["panels"].as_array().unwrap().len() >= 8);
    let unit = committed("deploy/systemd/iogram-metrics.service");
    let line = unit.lines().find_map(|it| it.strip_prefix("ExecStart=")).unwrap();
    let arguments: Vec<&str> = line.split(' ').skip(1).collect();
    let room = Room::new();
    let arguments: Vec<&str> = arguments
        .into_iter()
        .map(|it| if it.starts_with('/') { "iogram.prom" } else { it })
        .collect();
    room.succeed(&arguments);
}

/// A name with characters of the format's syntax does not break it.
#[test]
fn promtool_takes_the_metrics_of_a_base() {
    if iogram_testing::find_program("promtool").is_none() {
        return iogram_testing::lacks("there is no promtool");
    }
    let room = Room::new();
    room.succeed(&["run", "quick", SIM]);
    let text = room.succeed(&["metrics", "--simulated"]).stdout;
    let mut check = Command::new("promtool")
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(check.stdin.as_mut().unwrap(), text.as_bytes()).unwrap();
    let told = check.wait_with_output().unwrap();
    assert!(told.status.success(), "{told:?}\n{text}");
}
