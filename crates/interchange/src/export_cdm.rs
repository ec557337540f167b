//! Results as the text that forums know from CrystalDiskMark, with the differences stated.

use iogram_model::Total as _;
use std::fmt::Write;

use iogram_model::{Access, CellRecord, CellState, OpKind, Permille, Run, shown};

const LINE: &str =
    "------------------------------------------------------------------------------";

/// `run` as text for forums: of each cell the best repetition with its own IOPS and mean latency, so that
/// the three belong together. Cells with several block sizes, syncs or discards are left out and counted.
#[must_use]
pub fn render_cdm(run: &Run) -> String {
    let mut text = format!(
        "{LINE}\niogram {} (CDM-like; measured by iogram, not by CrystalDiskMark)\n{LINE}\n\
         * MB/s = 1,000,000 bytes/s\n\
         * KB = 1000 bytes, KiB = 1024 bytes\n\
         * Each line is one repetition: the one with the highest MB/s, with its own IOPS and mean us\n",
        shown(&run.conditions.tool.version)
    );
    let mut names: Vec<&str> = Vec::new();
    for cell in &run.cells {
        if !names.contains(&cell.name.as_str()) {
            names.push(&cell.name);
        }
    }
    let mut left_out = 0_usize;
    let mut sections: [(&str, Vec<String>); 3] =
        [("Read", Vec::new()), ("Write", Vec::new()), ("Mix", Vec::new())];
    for name in names {
        let group: Vec<&CellRecord> = run.cells.iter().filter(|it| it.name == name).collect();
        match line(&group) {
            Some((section, line)) => sections[section].1.push(line),
            None => left_out = left_out.saturating_add(1),
        }
    }
    for (title, lines) in &sections {
        if !lines.is_empty() {
            push(&mut text, &format!("\n[{title}]\n{}", lines.concat()));
        }
    }
    push(&mut text, &format!("\n{}", footer(run)));
    if left_out > 0 {
        push(
            &mut text,
            &format!("Left out: {left_out} cells that this text has no line for\n"),
        );
    }
    text
}

fn push(text: &mut String, more: &str) {
    text.push_str(more);
}

/// The section and the line of a cell; `None` if it has none.
fn line(group: &[&CellRecord]) -> Option<(usize, String)> {
    let workload = &group[0].workload;
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
        Permille(1000) => 0,
        Permille(0) => 1,
        _ => 2,
    };
    let best = group
        .iter()
        .filter(|cell| cell.is_counted && cell.state == CellState::Completed)
        .filter_map(|cell| Some((rates(cell)?, cell)))
        .max_by(|(one, _), (other, _)| one.bytes_per_s.total_cmp(&other.bytes_per_s))?
        .0;
    let size = block.to_string();
    let line = format!(
        "  {access} {size:>7} (Q={:>3}, T={:>2}): {:>9.3} MB/s [{:>10.1} IOPS] <{:>9.2} us>\n",
        workload.depth,
        workload.jobs,
        best.bytes_per_s / 1e6,
        best.iops,
        best.mean_ns / 1000.0
    );
    Some((section, line))
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
    (count > 0).then(|| Rates {
        bytes_per_s: cell.throughput().map_or(0.0, |rate| rate.bytes_per_s),
        iops: records.iter().map(|record| record.iops).sum::<f64>(),
        mean_ns: total / count as f64,
    })
}

fn footer(run: &Run) -> String {
    let method = format!("{}: {}", run.method.id, run.method.title);
    let mut text = format!("Method: {}\n", shown(&method));
    let counted = |name: &str| {
        run.cells.iter().filter(|cell| cell.is_counted && cell.name == name).count()
    };
    let repeats = run.cells.first().map_or(0, |cell| counted(&cell.name));
    let param = |name: &str| run.method.params.get(name).map(String::as_str);
    let size = param("size").map_or(run.target.capacity.to_string(), str::to_owned);
    let target = &run.target;
    let drive = [target.drive.clone(), target.model.clone(), target.link.clone()];
    let drive = drive.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let host = &run.conditions.host;
    let system = [host.os.clone(), host.kernel.clone()];
    let system = system.into_iter().flatten().collect::<Vec<_>>().join(", kernel ");
    let rows = [
        ("Test", format!("{size} (x{repeats})")),
        ("Time", times(param("time"), param("interval"))),
        ("Drive", drive),
        ("System", system),
        ("Run", run.id.clone()),
    ];
    for (name, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(text, "{name:>6}: {}", shown(&value))
            .expect("writing to a string does not fail");
    }
    text
}

fn times(time: Option<&str>, interval: Option<&str>) -> String {
    let parts = [
        time.map(|time| format!("measure {time}")),
        interval.map(|interval| format!("interval {interval}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" / ")
}
