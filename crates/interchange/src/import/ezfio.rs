//! ezFIO's table of tests (`ezfio_tests_*.csv`), and this project's export in the same columns.
//!
//! Source: earlephilhower/ezfio, `ezfio.py` (`CSVInfoHeader`, `AddTest`): named values, a line of columns, a line for
//! each test below the name of its group. ezFIO computes its `MB/s` with 2^20 bytes; latencies are fio's `lat` (0 for
//! a kind that the test does not have), means in microseconds. A test with blocks below the drive's physical block
//! size is not run and has a row of zeros. It opens the drive with `direct=1`.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};

use super::line::{Line, is_rounded, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

/// Columns that every version has.
const COLUMNS: &str = "Type,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s),Read Latency (us),Write Latency (us)";

pub(super) const IMPORTER: Importer = Importer {
    kind: "ezfio",
    title: "ezFIO, table of tests as CSV",
    reads: "every test: rates, IOPS, mean latencies, block size, threads and queue depth; drive, model, serial number; its MB are MiB",
    unknown: "percentiles",
    detect: |source| {
        let is_head = |line: Line<'_>| line.text.trim().starts_with(COLUMNS);
        if lines(source.text).any(is_head) { 94 } else { 0 }
    },
    read,
};

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "ezFIO".to_owned(), ..ImportedEvidence::default() };
    evidence.note(&sentence!("interchange-ezfio-counts-mib-calls-mb-rates"));
    let mut found = Imported::default();
    let (mut columns, mut group, mut skipped) = (0_usize, String::new(), 0_u64);
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = line.text.trim();
        if text.starts_with(COLUMNS) {
            columns = text.split(',').count();
        } else if text.is_empty() {
        } else if columns == 0 {
            header(text, &mut found, &mut evidence);
        } else if text.starts_with("Seq,") || text.starts_with("Rand,") {
            // At the end of the text, a number may lack its last digits.
            if text.split(',').count() != columns || all.peek().is_none() {
                return Err(line.cut_off(text!("interchange-row")));
            }
            if !row(&line, (text, &group), &mut evidence)? {
                skipped = skipped.saturating_add(1);
            }
        } else if text.contains(',') {
            return Err(line.expected(text, text!("interchange-row-begins-seq-rand")));
        } else {
            text.clone_into(&mut group);
        }
    }
    if skipped > 0 {
        evidence.note(&sentence!("interchange-tests-ezfio-not-run-rows-zeros", skipped));
    }
    number_names(&mut evidence.results);
    if evidence.results.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-ezfio") }));
    }
    let Some(read) = imported(evidence, found.device.take()) else { return Ok(Vec::new()) };
    Ok(vec![Imported { model: found.model, serial: found.serial, ..read }])
}

/// `Model,Samsung SSD`, `AvailCapacity,465.76,GiB`.
fn header(text: &str, found: &mut Imported, evidence: &mut ImportedEvidence) {
    let Some((name, value)) = text.split_once(',') else { return };
    let value = value.replace(',', " ");
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    match name {
        "Drive" => found.device = Some(value.to_owned()),
        "Model" => found.model = Some(value.to_owned()),
        "Serial" => found.serial = Some(value.to_owned()),
        "FIOVersion" | "AvailCapacity" | "TestedCapacity" | "CPU" | "Cores" | "Frequency"
        | "OS" => {
            evidence.facts.push(ImportedFact::new(name, value));
        }
        _ => {}
    }
}

/// Whether a rate agrees with its IOPS. ezFIO computes its rates from its IOPS, which it then rounds. An export of
/// this project has figures of other tools, whose rates were rounded separately, and no CPU load.
fn agree(
    line: &Line<'_>,
    (iops, block_bytes): (f64, u64),
    (rate, printed): (&str, f64),
    is_export: bool,
) -> Result<(), Refusal> {
    let mib = block_bytes as f64 / 1_048_576.0;
    let follows = iops * mib;
    let slack =
        if is_export { follows * 0.01 + 1.0 } else { follows * 0.001 + mib * 0.51 + 0.0051 };
    if !is_rounded(rate, follows) && (printed - follows).abs() > slack {
        return Err(line.contradiction(rate, format!("{follows:.2} MiB/s")));
    }
    Ok(())
}

/// `Rand,100,4096,32,4,81234,317.32,0.000,1571.320[,system,user]`; returns whether the test was run.
fn row(
    line: &Line<'_>,
    (text, group): (&str, &str),
    evidence: &mut ImportedEvidence,
) -> Result<bool, Refusal> {
    let fields: Vec<&str> = text.split(',').map(str::trim).collect();
    let [kind, writes, block, threads, depth, requests, rate, reads_us, writes_us, ..] =
        fields.as_slice()
    else {
        return Err(line.cut_off(text!("interchange-row")));
    };
    let share = line.count(writes)?;
    let operation = match share {
        0 => Some(OpKind::Read),
        100 => Some(OpKind::Write),
        1..=99 => None,
        _ => return Err(line.expected(writes, text!("interchange-share-writes"))),
    };
    let block_bytes = line.count(block)?;
    let number = |text: &str| {
        let count = u32::try_from(line.count(text)?).ok();
        count.ok_or_else(|| line.expected(text, text!("interchange-whole-number")))
    };
    let (job_count, depth) = (number(threads)?, number(depth)?);
    let (iops, printed) = (line.number(requests)?, line.number(rate)?);
    let is_export = matches!(fields.get(9..), Some(["", ""]));
    agree(line, (iops, block_bytes), (rate, printed), is_export)?;
    let name = match operation {
        None => format!("{group} {kind} {block} B, {share} % writes"),
        Some(kind_of) => format!("{group} {kind} {block} B {}", kind_of.name()),
    };
    let base = ImportedResult {
        order: Some(if *kind == "Seq" {
            ImportedOrder::Sequential
        } else {
            ImportedOrder::Random
        }),
        block_bytes: Some(block_bytes),
        depth: Some(depth),
        job_count: Some(job_count),
        is_direct: Some(true),
        ..result(format!("{}, {job_count} x {depth}", name.trim()), line.index)
    };
    let latency =
        |text: &str| Ok::<_, Refusal>(Some(line.number(text)? * 1e3).filter(|it| *it > 0.0));
    let (read_ns, write_ns) = (latency(reads_us)?, latency(writes_us)?);
    if iops + printed <= 0.0 && read_ns.or(write_ns).is_none() {
        return Ok(false);
    }
    let mut figures =
        ImportedFigures::from([("iops", iops), ("bytes_per_s", printed * 1_048_576.0)]);
    let own = match operation {
        Some(OpKind::Read) => read_ns,
        Some(_) => write_ns,
        None => None,
    };
    figures.extend(own.map(|it| ("latency_mean_ns", it)));
    let kind_of_latency = if is_export { "clat" } else { "lat" };
    let latency_of = own.map(|_| kind_of_latency.to_owned());
    evidence.results.push(ImportedResult { operation, figures, latency_of, ..base.clone() });
    if operation.is_none() {
        for (kind, value) in [(OpKind::Read, read_ns), (OpKind::Write, write_ns)] {
            let Some(value) = value else { continue };
            evidence.results.push(ImportedResult {
                operation: Some(kind),
                figures: ImportedFigures::from([("latency_mean_ns", value)]),
                latency_of: Some(kind_of_latency.to_owned()),
                ..base.clone()
            });
        }
    }
    Ok(true)
}
