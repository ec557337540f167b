//! ioping, versions 0.6 to 1.3: the statistics at its end.
//!
//! Source: ioping's `ioping.c` (`print_statistics`): sizes in powers of 1024, even in version 0.6, which calls them
//! `mb`; counts with k and M of 1000; latencies of the requests after the warm-up.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    text,
};

use super::line::{Line, decimal, lines, unit_ns};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "ioping",
    title: "ioping",
    reads: "requests, rates, smallest, mean and largest latency, deviation",
    unknown: "percentiles; the order, which an option decides that it does not print",
    detect: |source| {
        let is_ioping = source.text.contains(" ioping statistics ---");
        if is_ioping { 95 } else { 0 }
    },
    read,
};

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut block: Option<u64> = None;
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = line.text.trim();
        if let Some(size) = requested(text) {
            block = super::line::size_bytes(size).or(block);
        }
        let Some(head) = headed(text) else { continue };
        let mut evidence =
            ImportedEvidence { tool: "ioping".to_owned(), ..ImportedEvidence::default() };
        let (device, about) = head.split_once(" (").unwrap_or((head, ""));
        if !about.is_empty() {
            evidence.facts.push(ImportedFact::new("target", about.trim_end_matches(')')));
        }
        // The next statistics are of another run.
        let mut its =
            ImportedResult { block_bytes: block.take(), ..result("ioping", line.index) };
        let mut is_whole = false;
        // A figure that is missing before the next run begins is missing altogether.
        while let Some(next) = all.next_if(|it| !begins(it.text)) {
            let text = next.text.trim();
            if text.contains(" requests completed in ") {
                if its.request_count.is_some() {
                    return Err(
                        next.expected(text, text!("interchange-smallest-mean-largest-latency"))
                    );
                }
                completed(&mut its, &next)?;
            } else if text.starts_with("min/avg/max/mdev = ") {
                latencies(&mut its, &next)?;
                is_whole = true;
                break;
            }
        }
        if !is_whole {
            return Err(line.cut_off(text!("interchange-statistics")));
        }
        evidence.results.push(its);
        number_names(&mut evidence.results);
        found.extend(imported(evidence, Some(device.to_owned())));
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-ioping") }));
    }
    Ok(found)
}

/// The target of the statistics: `--- /dev/sda (block device 20 GiB) ioping statistics ---`.
fn headed(text: &str) -> Option<&str> {
    text.strip_prefix("--- ")?.strip_suffix(" ioping statistics ---")
}

/// The size of a request: `4 KiB <<< . (ext4 /dev/sda1): request=1 time=..`, and before version 1.0 `4096 bytes from
/// .`
fn requested(text: &str) -> Option<&str> {
    let marks = [" <<< ", " >>> ", " from ", " to "];
    let (size, _) = marks.iter().find_map(|it| text.split_once(it))?;
    text.contains(" time=").then_some(size)
}

/// Whether another run begins here: with a request or, if a person omitted those, with its statistics.
fn begins(text: &str) -> bool {
    let text = text.trim();
    headed(text).is_some() || requested(text).is_some()
}

/// `9 requests completed in 1.23 ms, 36 KiB read, 7.30 k iops, 28.5 MiB/s`.
fn completed(its: &mut ImportedResult, line: &Line<'_>) -> Result<(), Refusal> {
    let text = line.text.trim();
    for part in text.split(", ") {
        if let Some((count, time)) = part.split_once(" requests completed in ") {
            its.request_count = Some(count_of(line, count)?);
            its.figures.insert("elapsed_ns", time_of(line, time)?);
        } else if let Some(number) = part.strip_suffix(" iops") {
            its.figures.insert("iops", scaled(line, number)?);
        } else if let Some(size) = part.strip_suffix("/s") {
            its.figures.insert("bytes_per_s", size_of(line, size)?);
        } else if part.ends_with(" read") {
            its.operation = Some(OpKind::Read);
        } else if part.ends_with(" written") {
            its.operation = Some(OpKind::Write);
        }
    }
    Ok(())
}

/// `min/avg/max/mdev = 120.1 us / 136.9 us / 160.2 us / 11.2 us`, and `0.2/2.8/12.7/5.0 ms` of version 0.6.
fn latencies(its: &mut ImportedResult, line: &Line<'_>) -> Result<(), Refusal> {
    let (_, values) =
        line.text.split_once('=').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
    let (parts, unit) = match values.trim().rsplit_once(' ') {
        Some((numbers, unit)) if !numbers.contains(' ') => (numbers.split('/').collect(), unit),
        _ => (values.split(" / ").map(str::trim).collect::<Vec<&str>>(), ""),
    };
    let [min, mean, max, deviation] = parts.as_slice() else {
        return Err(line.cut_off(text!("interchange-line")));
    };
    let mut figures = ImportedFigures::default();
    for (name, text) in [("min", min), ("mean", mean), ("max", max), ("stddev", deviation)] {
        let value = match unit_ns(unit) {
            Some(factor) => line.number(text)? * factor,
            None => time_of(line, text)?,
        };
        figures.insert(format!("latency_{name}_ns"), value);
    }
    if figures["latency_min_ns"] > figures["latency_mean_ns"]
        || figures["latency_mean_ns"] > figures["latency_max_ns"]
    {
        return Err(
            line.contradiction(mean, "a mean between the smallest and the largest".to_owned())
        );
    }
    its.latency_of = Some("request".to_owned());
    its.order.get_or_insert(ImportedOrder::Unknown);
    its.figures.extend(figures);
    Ok(())
}

fn time_of(line: &Line<'_>, text: &str) -> Result<f64, Refusal> {
    let parts = text.trim().split_once(' ');
    let value = parts.and_then(|(number, unit)| Some(decimal(number)? * unit_ns(unit.trim())?));
    value.ok_or_else(|| line.expected(text.trim(), text!("interchange-time-unit")))
}

fn scaled(line: &Line<'_>, text: &str) -> Result<f64, Refusal> {
    let text = text.trim();
    let (number, factor) = match text.split_once(' ') {
        None => (text, 1.0),
        Some((number, "k")) => (number, 1e3),
        Some((number, "M" | "m")) => (number, 1e6),
        Some(_) => return Err(line.expected(text, text!("interchange-number-requests"))),
    };
    Ok(line.number(number)? * factor)
}

fn count_of(line: &Line<'_>, text: &str) -> Result<u64, Refusal> {
    let value = scaled(line, text)?;
    crate::quantity::whole(value)
        .ok_or_else(|| line.expected(text, text!("interchange-whole-number")))
}

fn size_of(line: &Line<'_>, text: &str) -> Result<f64, Refusal> {
    let parts = text.trim().split_once(' ');
    // Version 0.6 and earlier print `mb/s` with the same unit as later versions.
    let unit = |unit: &str| match unit.trim() {
        "mb" => Some(1_048_576.0),
        other => super::line::unit_bytes(other),
    };
    let value = parts.and_then(|(number, rest)| Some(decimal(number)? * unit(rest)?));
    value.ok_or_else(|| line.expected(text.trim(), text!("interchange-rate-unit")))
}
