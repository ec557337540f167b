//! How it was measured: what each cell asked for and what the engine made of it.

use iogram_model::{
    Caching, CellRecord, DataPattern, IoPath, JobLayout, Loop, Pacing, Permille, Region,
    SyncCall, SyncPolicy, Workload,
};

use crate::format;
use crate::group::Group;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

/// `None` if nothing was measured. What all cells have in common is said once.
pub(crate) fn section(groups: &[Group<'_>]) -> Option<Section> {
    let phrases: Vec<Vec<String>> =
        groups.iter().map(|group| phrases(&group.cells[0].workload)).collect();
    let common = common(groups);
    phrases.first()?;
    let mut blocks = Vec::new();
    if !common.is_empty() {
        let who = if groups.len() > 1 { "every cell: " } else { "" };
        blocks.push(Block::Paragraph(format!("{who}{}", common.join(", "))));
    }
    let table = engine_table(groups, |index| {
        let own = phrases[index].iter().filter(|it| !common.contains(it));
        own.cloned().collect::<Vec<_>>().join(", ")
    });
    blocks.push(Block::Table(table));
    blocks.push(Block::Paragraph(paths(groups)));
    blocks.push(Block::Paragraph(latency_meaning(groups)));
    Some(Section { title: "How it was measured".into(), blocks })
}

/// What was asked of every cell.
pub(crate) fn common(groups: &[Group<'_>]) -> Vec<String> {
    let workloads: Vec<&Workload> =
        groups.iter().map(|group| &group.cells[0].workload).collect();
    let phrases: Vec<Vec<String>> = workloads.iter().map(|it| phrases(it)).collect();
    let is_common = |phrase: &String| phrases.iter().all(|other| other.contains(phrase));
    let first = phrases.first().into_iter().flatten();
    let mut common: Vec<String> = first.filter(|it| is_common(it)).cloned().collect();
    common.extend(common_data(&workloads).filter(|data| !is_common(data)));
    common
}

/// What is written, if it is the same wherever anything is written.
fn common_data(workloads: &[&Workload]) -> Option<String> {
    let mut written = workloads.iter().filter(|it| it.writes()).map(|it| data(it.data));
    let first = written.next()?;
    written.all(|other| other == first).then_some(first)
}

fn engine_table(groups: &[Group<'_>], load: impl Fn(usize) -> String) -> Table {
    let columns = vec![
        Heading::name("cell"),
        Heading::words("load"),
        Heading::name("path"),
        Heading::numbers("outstanding").of("requests"),
        Heading::numbers("CPU").of("submitter"),
    ];
    let rows = groups.iter().enumerate().map(|(index, group)| {
        vec![
            group.name.to_owned(),
            load(index),
            path_name(group.cells[0].engine.path).to_owned(),
            outstanding(group),
            busiest_submitter(group),
        ]
    });
    Table { columns, rows: rows.collect() }.without_empty_columns()
}

/// Reached and asked; of several repetitions the one that reached least.
fn outstanding(group: &Group<'_>) -> String {
    let least = group
        .cells
        .iter()
        .map(|cell| &cell.engine)
        .min_by(|one, other| one.depth_reached.total_cmp(&other.depth_reached));
    least.map_or(String::new(), |engine| {
        let reached = engine.depth_reached;
        let digits = if reached < 10.0 { 2 } else { 1 };
        format!("{reached:.digits$} of {}", engine.depth_asked)
    })
}

/// The largest share of a core that a submitter used in any repetition.
fn busiest_submitter(group: &Group<'_>) -> String {
    let ratios = group.cells.iter().filter_map(|cell| cell.engine.submit_cpu_ratio);
    let largest = ratios.reduce(f64::max);
    largest.map_or(String::new(), |ratio| format::percent(Some(ratio)))
}

/// Which ways requests took, and why.
fn paths(groups: &[Group<'_>]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for engine in cells(groups).map(|cell| &cell.engine) {
        let features = if engine.features.is_empty() {
            String::new()
        } else {
            format!(" with {}", engine.features.join(", "))
        };
        let text = format!("{}{features} ({})", path_name(engine.path), engine.path_reason);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    format!("path: {}", texts.join("; "))
}

fn latency_meaning(groups: &[Group<'_>]) -> String {
    let has = |pacing| cells(groups).any(|cell| cell.engine.pacing == pacing);
    let closed = "closed loop: a request starts when another completes; latency is from issue to \
                  completion";
    let open = "open loop: requests start by a schedule; latency is from the intended start to \
                completion";
    match (has(Loop::Closed), has(Loop::Open)) {
        (true, true) => format!("{closed}. {open}."),
        (false, true) => format!("{open}."),
        _ => format!("{closed}."),
    }
}

fn cells<'a>(groups: &'a [Group<'a>]) -> impl Iterator<Item = &'a CellRecord> {
    groups.iter().flat_map(|group| group.cells.iter().copied())
}

/// The name of a path, as in the published record.
pub(crate) fn path_name(path: IoPath) -> &'static str {
    match path {
        IoPath::IoUring => "io_uring",
        IoPath::Sync => "sync",
        IoPath::Null => "null",
        IoPath::Sim => "sim",
        IoPath::Unknown => "unknown",
    }
}

/// What was asked, most important first.
/// The load of a cell in a few words.
pub(crate) fn load_text(workload: &Workload) -> String {
    let parts =
        [format!("{} {}", workload.access, workload.block), mix(workload), queue(workload)];
    let known: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    known.join(", ")
}

fn phrases(workload: &Workload) -> Vec<String> {
    let mut phrases = vec![
        format!("{} {}", workload.access, workload.block),
        mix(workload),
        queue(workload),
        pacing(workload.pacing),
        stop(workload),
        sync(workload),
        caching(workload.caching).to_owned(),
    ];
    if workload.region != Region::default() {
        phrases.push(format!("region {}", workload.region));
    }
    if workload.ramp.0 > 0 {
        phrases.push(format!("first {} left out", workload.ramp));
    }
    if workload.writes() {
        phrases.push(data(workload.data));
    }
    phrases.retain(|phrase| !phrase.is_empty());
    phrases
}

fn mix(workload: &Workload) -> String {
    let mix = workload.mix;
    let shares = [
        (mix.read, "reads"),
        (mix.write(), "writes"),
        (mix.discard, "discards"),
        (mix.flush, "flushes"),
    ];
    let shown = shares.into_iter().filter(|(share, _)| share.0 > 0).map(|(share, name)| {
        if share == Permille::ALL { name.to_owned() } else { format!("{share} {name}") }
    });
    shown.collect::<Vec<_>>().join(" + ")
}

fn queue(workload: &Workload) -> String {
    let layout = match workload.layout {
        JobLayout::Shared => "on one region",
        JobLayout::Sliced => "each in its slice",
    };
    match workload.jobs {
        1 => format!("queue depth {}", workload.depth),
        jobs => format!("{jobs} jobs of queue depth {} {layout}", workload.depth),
    }
}

fn pacing(pacing: Pacing) -> String {
    match pacing {
        Pacing::Closed => String::new(),
        Pacing::Open { .. } => format!("at {pacing}"),
    }
}

fn stop(workload: &Workload) -> String {
    let stop = workload.stop;
    let limits = [
        stop.time.map(|time| time.to_string()),
        stop.amount.map(|amount| amount.to_string()),
        stop.count.map(|count| format!("{count} requests")),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(" or ")
}

fn sync(workload: &Workload) -> String {
    let call = match workload.sync_call {
        SyncCall::Fdatasync => "fdatasync",
        SyncCall::Fsync => "fsync",
    };
    match workload.sync {
        SyncPolicy::None => String::new(),
        SyncPolicy::Each => format!("{call} after each write"),
        SyncPolicy::Every(count) => format!("{call} after every {count} writes"),
        SyncPolicy::End => format!("{call} at the end, within the time"),
        SyncPolicy::Dsync => "each write durable (RWF_DSYNC)".to_owned(),
    }
}

fn caching(caching: Caching) -> &'static str {
    match caching {
        Caching::Direct => "direct I/O",
        Caching::Buffered => "buffered I/O",
        Caching::BufferedCold => "buffered I/O, page cache emptied before",
    }
}

fn data(data: DataPattern) -> String {
    match data {
        DataPattern::Random => "written data random".to_owned(),
        DataPattern::Zeros => "written data zeros".to_owned(),
        DataPattern::Image => "written data from an image".to_owned(),
        DataPattern::Compressible(share) => format!("written data random with {share} zeros"),
    }
}
