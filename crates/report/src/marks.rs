//! The marks of an SD card: what was measured, beside what label and registers say.

use iogram_model::{Bytes, ClassTest, Finding, Nanos, Verdict};

use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// A table of the marks, and why those that are not reached are not; `None` without marks.
pub(crate) fn section(findings: &[Finding]) -> Option<Section> {
    let tests: Vec<&ClassTest> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::ClassTest(test) => Some(test),
            _ => None,
        })
        .collect();
    if tests.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name("mark"),
        Heading::name("verdict"),
        Heading::words("measured"),
        Heading::words("asked for"),
        Heading::name("label"),
        Heading::name("registers"),
    ];
    let rows = tests.iter().map(|test| row(test)).collect();
    let mut blocks = vec![
        Block::Paragraph(how(&tests)),
        Block::Table(Table { columns, rows }.without_empty_columns()),
    ];
    blocks.extend(beside(&tests).map(Block::Paragraph));
    blocks.extend(reasons(&tests).map(Block::Paragraph));
    Some(Section { title: "Marks".into(), blocks })
}

/// What the verdicts are worth.
fn how(tests: &[&ClassTest]) -> String {
    let own = tests.iter().filter(|test| test.is_as_specified == Some(false));
    let own: Vec<&str> = own.map(|test| test.mark.as_str()).collect();
    let like = "Measured like the class test, not a certification.";
    if own.is_empty() {
        return like.to_owned();
    }
    format!("{like} Not as specified, because their pattern is not public: {}.", own.join(", "))
}

fn row(test: &ClassTest) -> Vec<String> {
    let verdict = match test.verdict {
        Verdict::Pass => "PASS",
        Verdict::Fail => "FAIL",
        Verdict::Unknown => "UNKNOWN",
    };
    let measured = [
        test.required_bytes_per_s.map(|_| written(test.measured_bytes_per_s)),
        test.measured_read_bytes_per_s
            .map(|rate| format!("{} read at random", format::throughput(Some(rate)))),
        test.required_read_iops.map(|_| format!("{} reads/s", iops(test.measured_read_iops))),
        test.required_write_iops
            .map(|_| format!("{} writes/s", iops(test.measured_write_iops))),
    ];
    let asked = [
        test.required_bytes_per_s.map(|rate| format::throughput(Some(rate))),
        test.required_read_iops.map(|rate| format!("{} reads/s", iops(Some(rate)))),
        test.required_write_iops.map(|rate| format!("{} writes/s", iops(Some(rate)))),
    ];
    let list = |parts: &[Option<String>]| {
        parts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    vec![
        test.mark.clone(),
        verdict.to_owned(),
        list(&measured),
        list(&asked),
        test.label.clone().unwrap_or_default(),
        test.registers.clone().unwrap_or_default(),
    ]
}

fn written(rate: Option<f64>) -> String {
    match rate {
        Some(rate) => format!("{} written", format::throughput(Some(rate))),
        None => "unknown".to_owned(),
    }
}

fn iops(value: Option<f64>) -> String {
    if value.is_some() { format::iops(value) } else { "unknown".to_owned() }
}

/// What stands beside the verdicts and is in none of them, each once.
fn beside(tests: &[&ClassTest]) -> impl Iterator<Item = String> {
    let first = |of: &dyn Fn(&ClassTest) -> Option<String>| tests.iter().find_map(|t| of(t));
    let used = |what: &str, is_used: Option<bool>| match is_used {
        Some(true) => format!("the card's {what} was in use"),
        Some(false) => format!("the card's {what} was not in use"),
        None => format!("whether the card's {what} was in use is unknown"),
    };
    let is_about_requests = |test: &ClassTest| test.required_read_iops.is_some();
    [
        first(&|test| {
            let unit = Bytes(test.allocation_unit_bytes?);
            Some(format!("Allocation unit: {unit}."))
        }),
        first(&|test| {
            let (mean, max) = (test.fat_update_mean_ns?, Nanos(test.fat_update_max_ns?));
            let mean = format::latency(Some(mean));
            Some(format!(
                "Updates of the file table: at most {mean} each over eight in a row, the slowest {max}."
            ))
        }),
        first(&|test| {
            let rate = format::throughput(Some(test.fragmented_bytes_per_s?));
            Some(format!(
                "In allocation units of which half is in use: {rate} (in no verdict)."
            ))
        }),
        first(&|test| {
            let rate = format::throughput(Some(test.interleaved_bytes_per_s?));
            Some(format!("Eight streams in turn: {rate} together (in no verdict)."))
        }),
        first(&|test| {
            let queue = used("queue", test.is_queue_used);
            let cache = used("cache", test.is_cache_used);
            is_about_requests(test).then(|| format!("On this host {queue}, and {cache}."))
        }),
    ]
    .into_iter()
    .flatten()
}

/// Why marks are not reached, each reason once with its marks.
fn reasons(tests: &[&ClassTest]) -> impl Iterator<Item = String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for test in tests {
        let Some(reason) = test.reason.as_deref() else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, marks)) => marks.push(&test.mark),
            None => reasons.push((reason, vec![&test.mark])),
        }
    }
    reasons
        .into_iter()
        .map(|(reason, marks)| format!("{}: {reason}.", marks.join(", ")))
        .collect::<Vec<_>>()
        .into_iter()
}
