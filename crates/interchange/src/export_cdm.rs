//! Results as the text that forums know from CrystalDiskMark, with a list of the differences and the name of the
//! measuring tool.
//!
//! A result of another tool has a line if it is of CrystalDiskMark's kind: sequential or random, one block size, with
//! a queue depth and a number of threads. Unknown figures are left out, never empty and never 0.

use std::collections::BTreeSet;
use std::fmt::Write;

use iogram_model::{
    Access, Bytes, CellRecord, CellState, ImportedEvidence, ImportedOrder, ImportedResult,
    OpKind, Permille, Run, Total as _, shown,
};

use crate::export_merge::{is_of_simulation, tools};

const LINE: &str =
    "------------------------------------------------------------------------------";

/// Tools that print this form themselves: if they left out a part, the result is still of this form.
const OWN: [&str; 2] = ["CrystalDiskMark", "KDiskMark"];

/// Facts that these tools print below their figures, by name.
const SAID_BELOW: [&str; 6] = ["Profile", "Test", "Mode", "Time", "OS", "Comment"];

/// Renders `run` as text for forums. For each cell it shows the best repetition with its own IOPS and mean latency,
/// so that all three belong together; for another tool, the printed results. Skips and counts cells with several
/// block sizes, syncs or discards, and results of another kind. Empty if nothing else remains.
#[must_use]
pub fn render_cdm(run: &Run) -> String {
    let mut lines = Lines::default();
    lines.add_cells(run);
    run.imports().for_each(|evidence| lines.add_imported(evidence));
    if lines.named.is_empty() {
        return String::new();
    }
    let mut text = head(run);
    let sections: BTreeSet<Section> =
        lines.named.iter().map(|(section, ..)| *section).collect();
    for section in sections {
        push(&mut text, &format!("\n{}\n{}", section.title(), lines.of(section)));
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

/// Names the contents: own cells, or results of another tool.
const fn what(run: &Run) -> &'static str {
    if run.cells.is_empty() { "results" } else { "cells" }
}

/// The heading: the exporting tool, the measuring tool, and the meaning of the lines.
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
    let simulated = match is_of_simulation(run) {
        true => "* SIMULATED: no hardware was measured\n",
        false => "",
    };
    format!(
        "{LINE}\niogram {} (CDM-like; measured by {}{not})\n{LINE}\n\
         * MB/s = 1,000,000 bytes/s\n\
         * KB = 1000 bytes, KiB = 1024 bytes\n\
         * {lines}\n{simulated}",
        shown(&run.conditions.tool.version),
        shown(&names.join(" and ")),
    )
}

/// The lines, each with its section and the name of its cell or result, and the number of results without a line.
#[derive(Default)]
struct Lines {
    named: Vec<(Section, Line, String)>,
    left_out_count: usize,
    load_count: usize,
}

/// A heading. Each read share has its own, as in CrystalDiskMark 8 and 9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Read,
    Write,
    /// The read share; `None` is unknown.
    Mix(Option<Permille>),
}

impl Section {
    fn title(self) -> String {
        match self {
            Self::Read => "[Read]".to_owned(),
            Self::Write => "[Write]".to_owned(),
            Self::Mix(None) => "[Mix]".to_owned(),
            Self::Mix(Some(read)) => {
                let write = Permille(1000_u16.saturating_sub(read.0));
                format!("[Mix] Read {}%/Write {}%", percent(read), percent(write))
            }
        }
    }
}

/// `70`, or `66.7` for a share that is not a whole number.
fn percent(share: Permille) -> String {
    let value = format!("{:.1}", f64::from(share.0) / 10.0);
    value.strip_suffix(".0").map(str::to_owned).unwrap_or(value)
}

impl Lines {
    fn add(&mut self, line: Option<(Section, Line)>, name: &str) {
        match line {
            Some((section, line)) => self.named.push((section, line, name.to_owned())),
            None => self.left_out_count = self.left_out_count.saturating_add(1),
        }
    }

    /// The text below a heading. If two lines have the same test in CrystalDiskMark's form, each ends with the name
    /// of its cell.
    fn of(&self, section: Section) -> String {
        let lines = || self.named.iter().filter(|(of, ..)| *of == section);
        let same = |test: &str| lines().filter(|(_, line, _)| line.test() == test).count();
        let mut text = String::new();
        for (_, line, name) in lines() {
            let name = if same(&line.test()) > 1 { name.as_str() } else { "" };
            push(&mut text, &line.render(name));
        }
        text
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
            self.add(line_of_cell(&group), name);
            let loads = group.first().map_or(0, |cell| cell.beside.len());
            self.load_count = self.load_count.saturating_add(loads);
        }
    }

    fn add_imported(&mut self, evidence: &ImportedEvidence) {
        for result in &evidence.results {
            self.add(line_of_result(result, is_own(evidence)), &result.name);
        }
    }
}

fn is_own(evidence: &ImportedEvidence) -> bool {
    OWN.contains(&evidence.tool.as_str())
}

/// The figures of a line; `None` is unknown and left out.
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
    /// The test: `SEQ    1MiB (Q=  8, T= 1)`.
    fn test(&self) -> String {
        let size = self.block.map(|block| block.to_string()).unwrap_or_default();
        let queue = [
            self.depth.map(|depth| format!("Q={depth:>3}")),
            self.threads.map(|threads| format!("T={threads:>2}")),
        ];
        let queue = queue.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let queue = if queue.is_empty() { queue } else { format!(" ({queue})") };
        format!("{} {size:>7}{queue}", self.access)
    }

    /// The line, with `name` at its end unless `name` is empty.
    fn render(&self, name: &str) -> String {
        let iops = self.iops.map(|iops| format!(" [{iops:>10.1} IOPS]")).unwrap_or_default();
        let mean_us = self.mean_ns.map(|ns| format!(" <{:>9.2} us>", ns / 1000.0));
        let name = if name.is_empty() { String::new() } else { format!(" {}", shown(name)) };
        format!(
            "  {}: {:>9.3} MB/s{iops}{}{name}\n",
            self.test(),
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
        read => Section::Mix(Some(read)),
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

/// The section and the line of another tool's result; `None` if it has none. With `is_own`, block size, depth and
/// threads may be unknown.
fn line_of_result(result: &ImportedResult, is_own: bool) -> Option<(Section, Line)> {
    let access = match result.order? {
        ImportedOrder::Sequential => "SEQ",
        ImportedOrder::Random => "RND",
        ImportedOrder::Unknown => return None,
    };
    let section = match result.operation {
        Some(OpKind::Read) => Section::Read,
        Some(OpKind::Write) => Section::Write,
        // The importer's word for results below `[Mix]`.
        None if is_own && result.name.contains(" mixed") => Section::Mix(None),
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
    let mut text = String::new();
    let param = |name: &str| run.method.params.get(name).map(String::as_str);
    let target = &run.target;
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive = drive.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let host = &run.conditions.host;
    let system = [host.os.clone(), host.kernel.clone()];
    let system = system.into_iter().flatten().collect::<Vec<_>>().join(", kernel ");
    let method = format!("{}: {}", run.method.id, run.method.title);
    let test = tested(run).unwrap_or_default();
    let time = times(param("time"), param("interval"));
    // The order and names of CrystalDiskMark 8. Facts of another tool keep their own names.
    let mut rows = match run.cells.is_empty() {
        true => vec![("Method", method), ("Test", test), ("Time", time)],
        false => vec![
            ("Profile", method),
            ("Test", test),
            ("Time", time),
            ("Date", date(run.started_at_us)),
            ("OS", system.clone()),
        ],
    };
    run.imports().filter(|it| is_own(it)).for_each(|it| rows.extend(said_below(it)));
    if run.cells.is_empty() {
        rows.push(("System", system));
    }
    rows.extend([("Drive", drive), ("Run", run.id.clone())]);
    for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(text, "{name:>7}: {}", shown(&value))
            .expect("writing to a string does not fail");
    }
    text
}

/// Size of the tested area and number of repetitions; `None` if unknown: the drive's size does not show the area that
/// another tool tested.
fn tested(run: &Run) -> Option<String> {
    let first = run.cells.first()?;
    let size = run.method.params.get("size");
    let size = size.map(|size| size.parse().map_or_else(|_| size.clone(), size_words));
    let capacity = run.target.capacity;
    let size = size.or_else(|| (capacity.0 > 0).then(|| size_words(capacity)))?;
    let counted = run.cells.iter().filter(|cell| cell.is_counted && cell.excluded.is_none());
    Some(match counted.filter(|cell| cell.name == first.name).count() {
        0 => size,
        repeats => format!("{size} (x{repeats})"),
    })
}

/// `1 GiB`, as CrystalDiskMark writes it; rounded if it is not a whole number of a unit: `932 GiB`.
fn size_words(size: Bytes) -> String {
    let exact = size.to_string();
    let digits = exact.find(|it: char| !it.is_ascii_digit()).unwrap_or(exact.len());
    match exact.split_at(digits) {
        (number, unit) if number.len() < 5 => format!("{number} {unit}"),
        _ => size.rounded(),
    }
}

/// The local time, as CrystalDiskMark writes it; empty if it is not a calendar time.
fn date(started_at_us: i64) -> String {
    let time = jiff::Timestamp::from_microsecond(started_at_us);
    let local = time.map(|time| time.to_zoned(jiff::tz::TimeZone::system()));
    local.map(|local| local.strftime("%Y/%m/%d %H:%M:%S").to_string()).unwrap_or_default()
}

/// Facts that a tool with this form printed below its figures.
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
