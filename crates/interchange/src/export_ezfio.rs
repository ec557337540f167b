//! Results in the columns of ezFIO's tables, for the spreadsheets that read them.
//!
//! Source: earlephilhower/ezfio, `ezfio.py`: a header of named values, a line of columns, then a line for each test
//! below the name of its group; rates of the stability test, one a second; exceedance (1 - CDF) of the 30 % mix by
//! threads. ezFIO computes its "MB/s" with 2^20 bytes, and this export does the same under the same name. Latencies
//! are means in microseconds, 0 for a kind that the workload does not have. An unknown value is an empty field: CPU
//! time of simulated drives and of concurrent loads, the size of the area that another tool tested. A result of
//! another tool has a row if it fills the table.

use std::fmt::Write as _;

use iogram_model::{
    Access, CellRecord, CellState, ImportedOrder, ImportedResult, LoadRecord, OpKind, OpRecord,
    Operations, Permille, Run, SeriesRow, Workload, shown,
};
use iogram_stats::Histogram;

use crate::export_fio::ExportFile;
use crate::export_merge::{load_name, tools};

const COLUMNS: &str = "Type,Write %,Block Size,Threads,Queue Depth/Thread,IOPS,Bandwidth (MB/s),Read Latency (us),Write Latency \
                       (us),System CPU,User CPU";
/// Numbers of threads whose exceedance is shown side by side.
const EXCEEDANCE: [u32; 4] = [1, 4, 16, 32];
const MIXED: Permille = Permille(700);

/// The table of the tests: every completed, counted cell below the name of its group, and concurrent loads below
/// their own names. Empty if no cell fits the table's columns.
#[must_use]
pub fn render_ezfio(run: &Run) -> String {
    let rows = rows(run);
    if rows.is_empty() {
        return String::new();
    }
    let mut text = header(run) + COLUMNS + "\n";
    let mut group = String::new();
    for (own, row) in rows {
        if own != group {
            line(&mut text, &plain(&own));
            group = own;
        }
        line(&mut text, &row);
    }
    text
}

/// The table of the tests, the rate of the longest test second by second, and the exceedance of the mix; each only if
/// the run has it.
#[must_use]
pub fn ezfio_files(run: &Run) -> Vec<ExportFile> {
    let file = |name: &str, text: String| ExportFile {
        path: format!("ezfio_{name}.csv"),
        text: header(run) + &text,
    };
    let tests = ExportFile { path: "ezfio_tests.csv".to_owned(), text: render_ezfio(run) };
    let mut files: Vec<ExportFile> =
        Some(tests).filter(|it| !it.text.is_empty()).into_iter().collect();
    files.extend(seconds(run).map(|text| file("timeseries", text)));
    files.extend(exceedance(run).map(|text| file("exceedance", text)));
    files
}

/// Rows, each with the name of its group.
fn rows(run: &Run) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for cell in cells(run) {
        rows.extend(row_of_cell(cell).map(|row| (group_of(own_name(cell)), row)));
        for load in &cell.beside {
            let own = load_name(&cell.name, &load.name);
            rows.extend(row_of_load(cell, load).map(|row| (own, row)));
        }
    }
    for result in run.imports().flat_map(|it| &it.results) {
        rows.extend(row_of_result(result).map(|row| (result.name.clone(), row)));
    }
    rows
}

/// The name of ezFIO's part in a composed method.
const PART: &str = "ezfio";

/// The cells of the table; of a method with several parts, only the cells of ezFIO's part.
fn cells(run: &Run) -> impl Iterator<Item = &CellRecord> {
    let is_own = |cell: &CellRecord| cell.block.as_deref() == Some(PART);
    let has_part = run.cells.iter().any(is_own);
    run.cells.iter().filter(move |cell| counts(cell) && (!has_part || is_own(cell)))
}

/// The cell name without the name of the part.
fn own_name(cell: &CellRecord) -> &str {
    let part = cell.block.as_deref().unwrap_or_default();
    cell.name.strip_prefix(part).and_then(|name| name.strip_prefix('/')).unwrap_or(&cell.name)
}

fn counts(cell: &CellRecord) -> bool {
    cell.is_counted && cell.excluded.is_none() && cell.state == CellState::Completed
}

fn line(text: &mut String, row: &str) {
    text.push_str(row);
    text.push('\n');
}

/// A text as a CSV field: without separators, and protected from being read as a formula.
fn plain(text: &str) -> String {
    let text = shown(text).replace([',', ';', '"'], " ");
    let is_formula =
        text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula { format!("'{text}") } else { text }
}

fn header(run: &Run) -> String {
    let (target, host) = (&run.target, &run.conditions.host);
    let param = |name: &str| run.method.params.get(name).map(String::as_str);
    let mut mark = String::new();
    if param("fast_precondition") == Some("yes") {
        mark.push_str("FASTPRECOND-");
    }
    if param("quickie") == Some("yes") {
        mark.push_str("QUICKIE-INVALID-RESULTS-");
    }
    // 0 is unknown: a log does not contain the capacity. Nor does the drive's size show the area that another tool
    // tested.
    let available = Some(target.capacity.0).filter(|bytes| *bytes > 0);
    let tested = available.filter(|_| !run.cells.is_empty());
    let gib = |bytes: Option<u64>| {
        bytes.map(|bytes| format!("{:.2}", float(bytes) / 1_073_741_824.0)).unwrap_or_default()
    };
    let version = &run.conditions.tool.version;
    let measured_by = match run.cells.is_empty() {
        true => format!("{} read by iogram {version}", tools(run).join(" and ")),
        false => format!("none: iogram {version}"),
    };
    let cores = host.cpu_count.map(|count| count.to_string());
    let os = [host.os.as_deref(), host.kernel.as_deref()];
    let os = os.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let rows = [
        ("Drive", target.name.clone(), ""),
        ("Model", target.model.clone().unwrap_or_default(), ""),
        ("Serial", target.serial.clone().unwrap_or_default(), ""),
        ("AvailCapacity", gib(available), ",GiB"),
        ("TestedCapacity", gib(tested), ",GiB"),
        ("CPU", host.cpu.clone().unwrap_or_default(), ""),
        ("Cores", cores.unwrap_or_default(), ""),
        ("Frequency", String::new(), ""),
        ("OS", os, ""),
        ("FIOVersion", measured_by, ""),
    ];
    let mut text = String::new();
    for (name, value, unit) in rows {
        // A unit without a value would be read as the value.
        let unit = if value.is_empty() && !unit.is_empty() { "," } else { unit };
        line(&mut text, &format!("{name},{mark}{}{unit}", plain(&value)));
    }
    text
}

/// The common part of the cell names of one test: all but the last word, which is the size or the threads.
fn group_of(name: &str) -> String {
    match name.rsplit_once(' ') {
        Some((group, last)) if last.starts_with(|it: char| it.is_ascii_digit()) => {
            group.to_owned()
        }
        _ => name.to_owned(),
    }
}

fn row_of_cell(cell: &CellRecord) -> Option<String> {
    let all_ns = float(cell.elapsed_ns.max(1)) * f64::from(cell.workload.jobs.max(1));
    let cpu = |used_ns: Option<u64>| {
        used_ns.map(|ns| format!("{:.3}", 100.0 * float(ns) / all_ns)).unwrap_or_default()
    };
    let row = row(&cell.workload, &cell.operations)?;
    Some(format!("{row},{},{}", cpu(cell.cpu_system_ns), cpu(cell.cpu_user_ns)))
}

/// Without CPU time: it is that of the whole process, and the share of a load is unknown.
fn row_of_load(cell: &CellRecord, load: &LoadRecord) -> Option<String> {
    let asked = cell.workload.beside.iter().find(|it| it.name == load.name)?;
    let row = row(&asked.workload, &load.operations)?;
    (load.state == CellState::Completed).then(|| format!("{row},,"))
}

/// A row without its CPU columns; `None` if the table has no columns for the workload: several block sizes, discards,
/// flushes.
fn row(workload: &Workload, operations: &Operations) -> Option<String> {
    let access = match workload.access {
        Access::Sequential => "Seq",
        Access::Random => "Rand",
        _ => return None,
    };
    let [(block, _)] = workload.block.sizes() else { return None };
    if workload.mix.discard != Permille(0) || operations.of(OpKind::Flush).is_some() {
        return None;
    }
    let of = |kind| operations.of(kind);
    let asked: Vec<&OpRecord> =
        [OpKind::Read, OpKind::Write].into_iter().filter_map(of).collect();
    if asked.is_empty() {
        return None;
    }
    let iops = asked.into_iter().map(|it| it.iops).sum::<f64>();
    let mean_us = |kind| of(kind).map_or(0.0, |it| it.latency_ns.mean / 1000.0);
    Some(format!(
        "{access},{},{},{},{},{iops:.0},{:.2},{:.3},{:.3}",
        100_u16.saturating_sub(workload.mix.read.0 / 10),
        block.0,
        workload.jobs,
        workload.depth,
        iops * float(block.0) / 1_048_576.0,
        mean_us(OpKind::Read),
        mean_us(OpKind::Write),
    ))
}

/// The row of another tool's result, if it measured the drive and has all values of the table except CPU time.
fn row_of_result(result: &ImportedResult) -> Option<String> {
    let access = match result.order? {
        ImportedOrder::Sequential => "Seq",
        ImportedOrder::Random => "Rand",
        ImportedOrder::Unknown => return None,
    };
    let figure = |name: &str| result.figures.get(name).copied();
    let (bytes_per_s, iops) = (figure("bytes_per_s")?, figure("iops")?);
    let mean_us = figure("latency_mean_ns")? / 1000.0;
    let (writes, read_us, write_us) = match result.operation? {
        OpKind::Read => (0, mean_us, 0.0),
        OpKind::Write => (100, 0.0, mean_us),
        OpKind::Flush | OpKind::Discard => return None,
    };
    let (block, jobs, depth) = (result.block_bytes?, result.job_count?, result.depth?);
    let mib_per_s = bytes_per_s / 1_048_576.0;
    result.is_of_drive.then(|| {
        format!(
            "{access},{writes},{block},{jobs},{depth},{iops:.0},{mib_per_s:.2},{read_us:.3},{write_us:.3},,"
        )
    })
}

/// Rates of the longest cell, one for each whole second.
fn seconds(run: &Run) -> Option<String> {
    let longest = cells(run).max_by_key(|it| it.elapsed_ns)?;
    if longest.series.rows.is_empty() {
        return None;
    }
    let count_of = |row: &SeriesRow| {
        let ops = [&row.read, &row.write, &row.discard].into_iter().flatten();
        ops.fold(0_u64, |sum, op| sum.saturating_add(op.count))
    };
    let mut text = "IOPS\n".to_owned();
    // After the time limit no request is issued; the remaining completions are not a rate.
    let asked_ns = longest.workload.stop.time.map_or(u64::MAX, |time| time.0);
    let whole = longest.elapsed_ns.min(asked_ns) / 1_000_000_000;
    let mut rows = longest.series.rows.iter().peekable();
    for second in 0..whole {
        let end_ns = second.saturating_add(1).saturating_mul(1_000_000_000);
        let mut count = 0_f64;
        while let Some(row) = rows.peek() {
            let (start_ns, row_end_ns) = (row.start_ns, longest.series.end_ns(row));
            let length_ns = row_end_ns.saturating_sub(start_ns).max(1);
            let from_ns = start_ns.max(end_ns.saturating_sub(1_000_000_000));
            let inside_ns = row_end_ns.min(end_ns).saturating_sub(from_ns);
            count += float(count_of(row)) * float(inside_ns) / float(length_ns);
            if row_end_ns > end_ns {
                break;
            }
            rows.next();
        }
        writeln!(text, "{count:.0}").expect("memory takes all text");
    }
    Some(text)
}

/// Exceedance side by side: for 4 KiB 70/30 with each number of threads, the shares of requests that took longer than
/// each time in microseconds.
fn exceedance(run: &Run) -> Option<String> {
    let cell_of = |threads: u32| {
        cells(run).find(|cell| {
            let workload = &cell.workload;
            let is_asked =
                (workload.jobs, workload.depth, workload.mix.read) == (threads, 1, MIXED);
            is_asked && matches!(workload.block.sizes(), [(block, _)] if block.0 == 4096)
        })
    };
    let columns: Vec<[Vec<String>; 2]> = EXCEEDANCE
        .into_iter()
        .map(|threads| {
            let of = |kind| cell_of(threads).and_then(|cell| cell.operations.of(kind));
            [OpKind::Read, OpKind::Write].map(|kind| of(kind).map(points).unwrap_or_default())
        })
        .collect();
    let longest = columns.iter().flatten().map(Vec::len).max().filter(|rows| *rows > 0)?;
    let mut text = String::new();
    for threads in EXCEEDANCE {
        write!(text, "QD{threads} Read Exceedance,,QD{threads} Write Exceedance,,,")
            .expect("memory takes all text");
    }
    text.push('\n');
    text += &"rdusec,rdpct,wrusec,wrpct,,".repeat(EXCEEDANCE.len());
    text.push('\n');
    for index in 0..longest {
        for [reads, writes] in &columns {
            for points in [reads, writes] {
                text.push_str(points.get(index).map_or(",", String::as_str));
                text.push(',');
            }
            text.push(',');
        }
        text.push('\n');
    }
    Some(text)
}

/// Microseconds and the share above them, one for each non-empty bucket; empty if the histogram is not readable.
fn points(record: &OpRecord) -> Vec<String> {
    let Ok(histogram) = Histogram::from_text(&record.histogram) else { return Vec::new() };
    let buckets = histogram.buckets();
    let all = buckets.iter().fold(0_u64, |sum, bucket| sum.saturating_add(bucket.count)).max(1);
    let mut below = 0_u64;
    let point = |bucket: &iogram_stats::Bucket| {
        below = below.saturating_add(bucket.count);
        let above = float(all.saturating_sub(below)) / float(all);
        format!("{},{above}", float(bucket.to_ns.min(record.latency_ns.max)) / 1000.0)
    };
    buckets.iter().map(point).collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts, bytes and times, shown with few digits"
)]
const fn float(value: u64) -> f64 {
    value as f64
}
