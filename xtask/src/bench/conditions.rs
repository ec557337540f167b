//! The circumstances of a benchmark, for the head of its table.

use std::path::Path;
use std::process::Command;

use super::tools::Tools;
use crate::repository::output_of;

/// Name and value, in the order of the head. An unreadable value says so.
pub(super) type Conditions = Vec<(&'static str, String)>;

/// Reads the circumstances as they are now.
pub(super) fn read(tools: &Tools) -> Conditions {
    let file = |path: &str| std::fs::read_to_string(Path::new(path)).unwrap_or_default();
    let word = |text: String| if text.is_empty() { "unknown".to_owned() } else { text };
    let revision = output_of(Command::new("git").args(["describe", "--always", "--dirty"]));
    let cpu_count = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    vec![
        ("revision", word(revision.unwrap_or_default().trim().to_owned())),
        ("against", tools.fio_version.clone()),
        ("cpu", word(parse_cpu_model(&file("/proc/cpuinfo")))),
        ("cpu_count", if cpu_count == 0 { word(String::new()) } else { cpu_count.to_string() }),
        ("kernel", word(file("/proc/sys/kernel/osrelease").trim().to_owned())),
        ("load", word(parse_load(&file("/proc/loadavg")))),
    ]
}

/// The first CPU's model; empty if the kernel does not report it.
fn parse_cpu_model(text: &str) -> String {
    let line = text.lines().find(|line| line.starts_with("model name"));
    let value = line.and_then(|line| line.split_once(':'));
    value.map_or(String::new(), |(_, model)| model.trim().to_owned())
}

/// The mean number of running tasks over 1, 5 and 15 minutes.
fn parse_load(text: &str) -> String {
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cpu_and_the_load_are_read() {
        let text = "processor\t: 0\nmodel name\t: AMD EPYC 7763\nprocessor\t: 1\n";
        assert_eq!(parse_cpu_model(text), "AMD EPYC 7763");
        assert_eq!(parse_cpu_model("Hardware : BCM2835\n"), "");
        assert_eq!(parse_load("0.05 0.24 0.15 1/88 7824\n"), "0.05 0.24 0.15");
    }
}
