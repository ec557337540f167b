//! Results as the text that forums know from CrystalDiskMark, with the differences stated and the name of what measured.
//!
//! What another tool printed has a line where it is of CrystalDiskMark's kind: sequential or random, of one block size, with so
//! many requests by so many threads. What it did not say is left out: no figure is empty, and none is 0.

use std::fmt::Write;

use iogram_model::{
    Access, Bytes, CellRecord, CellState, ImportedEvidence, ImportedOrder, ImportedResult,
    OpKind, Permille, Run, Total as _, shown,
};

use crate::export_merge::tools;

const LINE: &str =
    "------------------------------------------------------------------------------";

/// Tools whose own form this is: a part that they did not print is no part of another form.
const OWN: [&str; 2] = ["CrystalDiskMark", "KDiskMark"];

/// What these tools say below their figures, by its name there.
const SAID_BELOW: [&str; 6] = ["Profile", "Test", "Mode", "Time", "OS", "Comment"];

/// `run` as text for forums: of each cell the best repetition with its own IOPS and mean latency, so that
/// the three belong together; of another tool what it printed. Cells with several block sizes, syncs or discards, and results
/// of another kind, are left out and counted. No text at all if that is all there is.
#[must_use]
pub fn render_cdm(run: &Run) -> String {
    let mut lines = Lines::default();
    lines.add_cells(run);
    run.imports().for_each(|evidence| lines.add_imported(evidence));
    if [&lines.read, &lines.write, &lines.mix].into_iter().all(String::is_empty) {
        return String::new();
    }
    let mut text = head(run);
    for (title, lines) in [("Read", &lines.read), ("Write", &lines.write), ("Mix", &lines.mix)]
    {
        if !lines.is_empty() {
            push(&mut text, &format!("\n[{title}]\n{lines}"));
        }
    }
    push(&mut text, &format!("\n{}", footer(run)));
    let left_out =
        [(lines.left_out_count, what(run)), (lines.load_count, "loads beside cells")];
    for (count, what) in left_out.into_iter().filter(|(count, _)| *count > 0) {
        push(&mut text, &format!("Left out: {count} {what} that this text has no line for\n"));
    }
    text
}

fn push(text: &mut String, more: &str) {
    text.push_str(more);
}

/// Whether it measured itself, or has what another tool printed.
const fn what(run: &Run) -> &'static str {
    if run.cells.is_empty() { "results" } else { "cells" }
}

/// Which tool writes, which one measured, and what the lines are.
fn head(run: &Run) -> String {
    let mut names = tools(run);
    if !run.cells.is_empty() {
        names.insert(0, "iogram".to_owned());
    }
    let is_own = names.iter().any(|name| name.starts_with("CrystalDiskMark"));
    let not = if is_own { ", written by iogram" } else { ", not by CrystalDiskMark" };
    let lines = match run.cells.is_empty() {
        true => "Each line is what that tool printed; what it did not print is left out",
        false => {
            "Each line is one repetition: the one with the highest MB/s, with its own IOPS and mean us"
        }
    };
    format!(
        "{LINE}\niogram {} (CDM-like; measured by {}{not})\n{LINE}\n\
         * MB/s = 1,000,000 bytes/s\n\
         * KB = 1000 bytes, KiB = 1024 bytes\n\
         * {lines}\n",
        shown(&run.conditions.tool.version),
        shown(&names.join(" and ")),
    )
}

/// The lines below each heading, and how much has none.
#[derive(Default)]
struct Lines {
    read: String,
    write: String,
    mix: String,
    left_out_count: usize,
    load_count: usize,
}

#[derive(Clone, Copy)]
enum Section {
    Read,
    Write,
    Mix,
}

impl Lines {
    fn add(&mut self, line: Option<(Section, Line)>) {
        let Some((section, line)) = line else {
            self.left_out_count = self.left_out_count.saturating_add(1);
            return;
        };
        let lines = match section {
            Section::Read => &mut self.read,
            Section::Write => &mut self.write,
            Section::Mix => &mut self.mix,
        };
        lines.push_str(&line.render());
    }

    fn add_cells(&mut self, run: &Run) {
        let mut names: Vec<&str> = Vec::new();
        for cell in &run.cells {
            if !names.contains(&cell.name.as_str()) {
                names.push(&cell.name);
            }
        }
        for name in names {
            let group: Vec<&CellRecord> =
                run.cells.iter().filter(|it| it.name == name).collect();
            self.add(line_of_cell(&group));
            let loads = group.first().map_or(0, |cell| cell.beside.len());
            self.load_count = self.load_count.saturating_add(loads);
        }
    }

    fn add_imported(&mut self, evidence: &ImportedEvidence) {
        for result in &evidence.results {
            self.add(line_of_result(result, is_own(evidence)));
        }
    }
}

fn is_own(evidence: &ImportedEvidence) -> bool {
    OWN.contains(&evidence.tool.as_str())
}

/// What stands in a line; `None` is unknown and left out.
struct Line {
    access: &'static str,
    block: Option<Bytes>,
    depth: Option<u32>,
    threads: Option<u32>,
    bytes_per_s: f64,
    iops: Option<f64>,
    mean_ns: Option<f64>,
}

impl Line {
    fn render(&self) -> String {
        let size = self.block.map(|block| block.to_string()).unwrap_or_default();
        let queue = [
            self.depth.map(|depth| format!("Q={depth:>3}")),
            self.threads.map(|threads| format!("T={threads:>2}")),
        ];
        let queue = queue.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let queue = if queue.is_empty() { queue } else { format!(" ({queue})") };
        let iops = self.iops.map(|iops| format!(" [{iops:>10.1} IOPS]")).unwrap_or_default();
        let mean_us = self.mean_ns.map(|ns| format!(" <{:>9.2} us>", ns / 1000.0));
        format!(
            "  {} {size:>7}{queue}: {:>9.3} MB/s{iops}{}\n",
            self.access,
            self.bytes_per_s / 1e6,
            mean_us.unwrap_or_default(),
        )
    }
}

/// The section and the line of a cell; `None` if it has none.
fn line_of_cell(group: &[&CellRecord]) -> Option<(Section, Line)> {
    let workload = &group.first()?.workload;
    let access = match workload.access {
        Access::Sequential => "SEQ",
        Access::Random => "RND",
        _ => return None,
    };
    let [(block, _)] = workload.block.sizes() else { return None };
    let has_only_data =
        workload.mix.discard == Permille(0) && workload.mix.flush == Permille(0);
    let is_plain = group.iter().all(|cell| cell.operations.of(OpKind::Flush).is_none());
    if !has_only_data || !is_plain {
        return None;
    }
    let section = match workload.mix.read {
        Permille(1000) => Section::Read,
        Permille(0) => Section::Write,
        _ => Section::Mix,
    };
    let best = group
        .iter()
        .filter(|cell| cell.is_counted && cell.excluded.is_none())
        .filter(|cell| cell.state == CellState::Completed)
        .filter_map(|cell| rates(cell))
        .max_by(|one, other| one.bytes_per_s.total_cmp(&other.bytes_per_s))?;
    let line = Line {
        access,
        block: Some(*block),
        depth: Some(workload.depth),
        threads: Some(workload.jobs),
        bytes_per_s: best.bytes_per_s,
        iops: Some(best.iops),
        mean_ns: Some(best.mean_ns),
    };
    Some((section, line))
}

/// The section and the line of what another tool printed; `None` if it has none. Whose own form this is may have left
/// parts of it out.
fn line_of_result(result: &ImportedResult, is_own: bool) -> Option<(Section, Line)> {
    let access = match result.order? {
        ImportedOrder::Sequential => "SEQ",
        ImportedOrder::Random => "RND",
        ImportedOrder::Unknown => return None,
    };
    let section = match result.operation {
        Some(OpKind::Read) => Section::Read,
        Some(OpKind::Write) => Section::Write,
        // The importer's word for what stands below `[Mix]`.
        None if is_own && result.name.contains(" mixed") => Section::Mix,
        _ => return None,
    };
    let figure = |name: &str| result.figures.get(name).copied();
    let line = Line {
        access,
        block: result.block_bytes.map(Bytes),
        depth: result.depth,
        threads: result.job_count,
        bytes_per_s: figure("bytes_per_s")?,
        iops: figure("iops"),
        mean_ns: figure("latency_mean_ns"),
    };
    let is_whole = line.block.is_some() && line.depth.is_some() && line.threads.is_some();
    (result.is_of_drive && (is_own || is_whole)).then_some((section, line))
}

struct Rates {
    bytes_per_s: f64,
    iops: f64,
    mean_ns: f64,
}

/// Reads and writes of one repetition together.
#[expect(clippy::cast_precision_loss, reason = "counts of requests")]
fn rates(cell: &CellRecord) -> Option<Rates> {
    let records = [OpKind::Read, OpKind::Write].map(|kind| cell.operations.of(kind));
    let records: Vec<_> = records.into_iter().flatten().collect();
    let count: u64 = records.iter().map(|record| record.count).total();
    let total: f64 = records.iter().map(|it| it.latency_ns.mean * it.count as f64).sum::<f64>();
    let bytes_per_s = cell.throughput()?.bytes_per_s;
    (count > 0).then(|| Rates {
        bytes_per_s,
        iops: records.iter().map(|record| record.iops).sum::<f64>(),
        mean_ns: total / count as f64,
    })
}

fn footer(run: &Run) -> String {
    let method = format!("{}: {}", run.method.id, run.method.title);
    let mut text = format!("Method: {}\n", shown(&method));
    let param = |name: &str| run.method.params.get(name).map(String::as_str);
    let target = &run.target;
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive = drive.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let host = &run.conditions.host;
    let system = [host.os.clone(), host.kernel.clone()];
    let system = system.into_iter().flatten().collect::<Vec<_>>().join(", kernel ");
    let mut rows = vec![
        ("Test", tested(run).unwrap_or_default()),
        ("Time", times(param("time"), param("interval"))),
    ];
    run.imports().filter(|it| is_own(it)).for_each(|it| rows.extend(said_below(it)));
    rows.extend([("Drive", drive), ("System", system), ("Run", run.id.clone())]);
    for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(text, "{name:>6}: {}", shown(&value))
            .expect("writing to a string does not fail");
    }
    text
}

/// How large an area was tested and how often; `None` if that is unknown: of what another tool tested, the drive's size
/// says nothing.
fn tested(run: &Run) -> Option<String> {
    let first = run.cells.first()?;
    let size = run.method.params.get("size").cloned();
    let capacity = run.target.capacity;
    let size = size.or_else(|| (capacity.0 > 0).then(|| capacity.to_string()))?;
    let counted = run.cells.iter().filter(|cell| cell.is_counted && cell.excluded.is_none());
    Some(match counted.filter(|cell| cell.name == first.name).count() {
        0 => size,
        repeats => format!("{size} (x{repeats})"),
    })
}

/// What a tool whose form this is said below its figures.
fn said_below(evidence: &ImportedEvidence) -> Vec<(&str, String)> {
    let facts = evidence.facts.iter().filter(|fact| SAID_BELOW.contains(&fact.name.as_str()));
    let date = evidence.measured_at.iter().map(|at| ("Date", at.clone()));
    facts.map(|fact| (fact.name.as_str(), fact.value.clone())).chain(date).collect()
}

fn times(time: Option<&str>, interval: Option<&str>) -> String {
    let parts = [
        time.map(|time| format!("measure {time}")),
        interval.map(|interval| format!("interval {interval}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" / ")
}
