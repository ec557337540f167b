//! The storage benchmark of pibenchmarks.com (TheRemote/PiBenchmarks, `Storage.sh`): its table of nine results and
//! its score.
//!
//! Source: `Storage.sh` and tables that people posted. It runs `hdparm -Tt --direct` (without `--direct` only if the
//! drive rejects it), dd (zeros in blocks of 4 KiB, `conv=fsync`), fio (4 KiB, depth 64, direct) and iozone (`-I`, 4
//! KiB) and prints their results: hdparm's MB are MiB, fio's and iozone's KB are KiB. Its score is computed from
//! seven of the nine numbers, which proves that nobody changed one.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};

use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "pi-benchmarks",
    title: "the storage benchmark of pibenchmarks.com, table",
    reads: "the rates of hdparm, dd, fio and iozone in it, with IOPS; its score; hdparm's MB and the KB of fio and iozone, which are MiB and KiB, are corrected",
    unknown: "the drive; latencies",
    detect: |source| {
        let count = lines(source.text).filter(|it| Row::of(it.text).is_some()).count();
        if count > 0 { 93 } else { 0 }
    },
    read,
};

/// A row: a test, and the result of its tool.
#[derive(Debug, Clone, Copy)]
struct Row<'a> {
    kind: &'static Kind,
    value: &'a str,
}

/// One of the nine tests.
#[derive(Debug)]
struct Kind {
    tool: &'static str,
    test: &'static str,
    operation: OpKind,
    order: ImportedOrder,
    block_bytes: Option<u64>,
    depth: Option<u32>,
    /// Whether it bypasses the page cache; its dd does not.
    is_direct: bool,
    /// Whether the drive answers: cached reads come from memory.
    is_of_drive: bool,
}

const fn kind(
    tool: &'static str,
    test: &'static str,
    operation: OpKind,
    order: ImportedOrder,
) -> Kind {
    Kind {
        tool,
        test,
        operation,
        order,
        block_bytes: Some(4096),
        depth: Some(1),
        is_direct: true,
        is_of_drive: true,
    }
}

const KINDS: [Kind; 9] = {
    use ImportedOrder::{Random, Sequential};
    use OpKind::{Read, Write};
    [
        Kind {
            block_bytes: None,
            depth: None,
            ..kind("HDParm", "Disk Read", Read, Sequential)
        },
        Kind {
            block_bytes: None,
            depth: None,
            is_of_drive: false,
            ..kind("HDParm", "Cached Disk Read", Read, Sequential)
        },
        Kind { is_direct: false, ..kind("DD", "Disk Write", Write, Sequential) },
        Kind { depth: Some(64), ..kind("FIO", "4k random read", Read, Random) },
        Kind { depth: Some(64), ..kind("FIO", "4k random write", Write, Random) },
        kind("IOZone", "4k read", Read, Sequential),
        kind("IOZone", "4k write", Write, Sequential),
        kind("IOZone", "4k random read", Read, Random),
        kind("IOZone", "4k random write", Write, Random),
    ]
};

impl<'a> Row<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let text = text.trim();
        KINDS.iter().find_map(|kind| {
            let rest = text.strip_prefix(kind.tool)?;
            // The columns are wider than their words.
            let rest = rest.strip_prefix("    ")?.trim_start();
            let value = rest.strip_prefix(kind.test)?.strip_prefix("  ")?.trim();
            Some(Self { kind, value })
        })
    }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut evidence = begin();
    let mut numbers: Vec<(String, f64)> = Vec::new();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        // At the end of the text, a number may lack its last digits.
        let is_end = all.peek().is_none();
        let text = line.text.trim();
        if let Some(row) = Row::of(line.text) {
            let name = format!("{} {}", row.kind.tool, row.kind.test);
            if evidence.results.iter().any(|it| it.name == name) {
                found.extend(end(std::mem::replace(&mut evidence, begin())));
                numbers.clear();
            }
            if is_end {
                return Err(line.cut_off(text!("interchange-row")));
            }
            let first = row.value.split(' ').next().unwrap_or_default();
            numbers.push((name.clone(), line.number(first)?));
            evidence.results.push(measured(&line, row, name)?);
        } else if let Some(score) = text.strip_prefix("Score:")
            && !evidence.results.is_empty()
            && !is_end
        {
            scored(&line, score.trim(), &numbers)?;
            numbers.clear();
            evidence.facts.push(ImportedFact::new("score", score.trim()));
            found.extend(end(std::mem::replace(&mut evidence, begin())));
        }
    }
    found.extend(end(evidence));
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing {
            what: text!("interchange-pibenchmarks-com"),
        }));
    }
    Ok(found)
}

/// Checks the score: a weighted sum of the results above it, divided by a hundred and truncated.
fn scored(line: &Line<'_>, score: &str, numbers: &[(String, f64)]) -> Result<(), Refusal> {
    const WEIGHTS: [(&str, f64); 7] = [
        ("DD Disk Write", 1024.0),
        ("FIO 4k random read", 4.0),
        ("FIO 4k random write", 10.0),
        ("IOZone 4k read", 1.0),
        ("IOZone 4k write", 1.0),
        ("IOZone 4k random read", 4.0),
        ("IOZone 4k random write", 10.0),
    ];
    let printed = line.number(score)?;
    let number = |name: &str| numbers.iter().find(|(it, _)| it == name).map(|(_, it)| *it);
    let parts: Option<Vec<f64>> =
        WEIGHTS.iter().map(|(name, weight)| Some(number(name)? * weight)).collect();
    let Some(parts) = parts else { return Ok(()) };
    let follows = parts.iter().sum::<f64>() / 100.0;
    if (printed - follows).abs() > 1.0 {
        return Err(line.contradiction(score, format!("{follows:.0}")));
    }
    Ok(())
}

fn begin() -> ImportedEvidence {
    let mut evidence =
        ImportedEvidence { tool: "PiBenchmarks".to_owned(), ..ImportedEvidence::default() };
    evidence.note(&sentence!("interchange-hdparm-mb-mib-kb-fio-iozone"));
    evidence
}

fn end(mut evidence: ImportedEvidence) -> Option<Imported> {
    if evidence.results.is_empty() {
        return None;
    }
    number_names(&mut evidence.results);
    imported(evidence, None)
}

/// `40.22 MB/s`, `17.8 MB/s`, `2614 IOPS (10457 KB/s)`, `8669 KB/s`.
fn measured(line: &Line<'_>, row: Row<'_>, name: String) -> Result<ImportedResult, Refusal> {
    let kind = row.kind;
    let (iops, rate) = match row.value.split_once(" IOPS ") {
        Some((iops, rate)) => (Some(line.number(iops)?), rate.trim_matches(['(', ')'])),
        None => (None, row.value),
    };
    let (number, unit) = rate
        .split_once(' ')
        .ok_or_else(|| line.expected(rate, text!("interchange-rate-unit")))?;
    let factor = match (kind.tool, unit.trim()) {
        ("HDParm", "MB/s" | "MB/sec") => 1_048_576.0,
        ("HDParm", "kB/s" | "kB/sec" | "KB/s") => 1024.0,
        // dd's own rate, in powers of 1000.
        ("DD", "MB/s") => 1e6,
        ("DD", "GB/s") => 1e9,
        ("DD", "kB/s") => 1e3,
        ("FIO" | "IOZone", "KB/s") => 1024.0,
        (_, other) => return Err(line.expected(other, text!("interchange-mb-s-kb-s"))),
    };
    let rate_value = line.number(number)? * factor;
    let mut figures = ImportedFigures::from([("bytes_per_s", rate_value)]);
    if let Some(iops) = iops {
        let follows = iops * 4096.0;
        // fio truncates both.
        if (follows - rate_value).abs() > 4096.0 + follows * 0.01 {
            return Err(line.contradiction(number, format!("{:.0} KB/s", follows / 1024.0)));
        }
        figures.insert("iops", iops);
    }
    Ok(ImportedResult {
        operation: Some(kind.operation),
        order: Some(kind.order),
        block_bytes: kind.block_bytes,
        depth: kind.depth,
        is_direct: Some(kind.is_direct),
        is_of_drive: kind.is_of_drive,
        figures,
        ..result(name, line.index)
    })
}
