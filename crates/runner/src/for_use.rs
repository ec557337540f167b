//! A method that measures exactly the needs of one use.

use std::fmt::Write as _;

use iogram_model::{Bytes, Demand, Figure, Purpose, Quality};

use crate::diagnosis::operation_of;
use crate::method::Method;
use crate::source::MethodError;

/// Size of a durable write: databases write this much at a time, unless a use gives another size.
const RECORD: Bytes = Bytes(4 << 10);

/// Writes count as sustained after a quarter of the drive; a little more makes rounding irrelevant.
const SUSTAINED_PERCENT: u64 = 26;

/// The smallest file that gives meaningful random results; the same as in `quick`.
const SIZE: Bytes = Bytes(1 << 30);

/// The method `good-for-..` for `purpose` on a drive of `drive` bytes (`None`: unknown). It measures each kind of
/// work that the use depends on three times, and has the demands of the use as rules.
///
/// # Errors
///
/// Fails if the use comes from a custom file and its id or its texts make an invalid method.
pub fn method_for(purpose: &Purpose, drive: Option<Bytes>) -> Result<Method, MethodError> {
    let name = format!("good-for-{}", purpose.id);
    Method::parse(&name, &text(purpose, drive))
}

fn text(purpose: &Purpose, drive: Option<Bytes>) -> String {
    let works = works(purpose);
    let is_sustained = works.contains(&Quality::SustainedWrite);
    let part = |size: Bytes| Bytes(size.0 / 100 * SUSTAINED_PERCENT);
    let size = match drive.filter(|_| is_sustained) {
        Some(drive) => Bytes(part(drive).0.max(SIZE.0).div_ceil(1 << 20) << 20),
        None => SIZE,
    };
    let title = quoted(&purpose.title);
    let mut text = format!(
        "[method]\nid = {id}\ntitle = {whole}\nquestion = {question}\nsource = {source}\n\
         media = [\"sd\", \"emmc\", \"usb\", \"ssd\", \"nvme\", \"hdd\"]\nwrites = \"region\"\n",
        id = quoted(&format!("good-for-{}", purpose.id)),
        whole = quoted(&format!("Good enough for: {}", purpose.title)),
        question =
            quoted(&format!("Is this drive good enough for this use: {}?", purpose.title)),
        source = quoted(&format!(
            "{}. Durations, repetitions and the size of the file: this project's own.",
            purpose.source.trim_end_matches('.')
        )),
    );
    push(&mut text, &param("size", "size", &quoted(&size.to_string()), SIZE_HELP));
    push(&mut text, &param("time", "time", "\"10s\"", "Time of each run."));
    push(&mut text, &param("runs", "count", "3\nmin = 1", "Runs of each kind of work."));
    push(
        &mut text,
        "\n[[step]]\nkind = \"lay-out\"\nsize = \"{size}\"\ncontent = \"written\"\n",
    );
    for work in works {
        push(&mut text, &measure(work, purpose.record.unwrap_or(RECORD)));
    }
    for demand in &purpose.demands {
        push(&mut text, &rule(demand));
    }
    let decides = purpose.order.first().map(|it| format!("{}.{}", it.quality, it.figure));
    push(
        &mut text,
        &format!(
            "\n[report]\nheadline = [\"bytes_per_s\", \"iops\", \"latency_p99_ns\"]\n\
             good_for = {title}\ndecides = {}\n",
            quoted(&decides.unwrap_or_default())
        ),
    );
    if purpose.is_built_in {
        push(&mut text, &format!("use = {}\n", quoted(&purpose.id)));
    }
    text
}

const SIZE_HELP: &str =
    "Bytes of the target to use. Sustained writes take a quarter of the drive or more.";

fn push(text: &mut String, more: &str) {
    text.write_str(more).expect("writing to a string does not fail");
}

/// A TOML string; its syntax is that of JSON.
fn quoted(text: &str) -> String {
    let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
    serde_json::to_string(&plain).expect("a text can be written as JSON")
}

fn param(name: &str, kind: &str, default: &str, help: &str) -> String {
    format!("\n[params.{name}]\nkind = \"{kind}\"\nhelp = \"{help}\"\ndefault = {default}\n")
}

/// Each kind of work once. Reads come before writes, and filling the drive comes last, because it changes the state
/// of the flash for the others.
fn works(purpose: &Purpose) -> Vec<Quality> {
    let demanded = purpose.demands.iter().map(|demand| demand.of.quality);
    let mut works: Vec<Quality> =
        demanded.chain(purpose.order.iter().map(|it| it.quality)).collect();
    // Methods of their own measure replays and programs.
    works.retain(|work| work.trace().is_none() && *work != Quality::DatabaseTransactions);
    let order = |work: &Quality| match work {
        Quality::SequentialRead => 0,
        Quality::RandomRead => 1,
        Quality::QueuedRead => 2,
        Quality::SequentialWrite => 3,
        Quality::SyncWrite => 4,
        Quality::RandomWrite => 5,
        Quality::QueuedWrite => 6,
        Quality::SustainedWrite => 7,
        _ => 8,
    };
    works.sort_by_key(order);
    works.dedup();
    works
}

/// The cell of a kind of work, in the form that `findings` recognises.
fn measure(work: Quality, record: Bytes) -> String {
    let (access, read, block, depth) = match work {
        Quality::SequentialRead => ("seq", "100%", Bytes(1 << 20), 8),
        Quality::SequentialWrite | Quality::SustainedWrite => ("seq", "0%", Bytes(1 << 20), 8),
        Quality::RandomRead => ("random", "100%", Bytes(4 << 10), 1),
        Quality::RandomWrite => ("random", "0%", Bytes(4 << 10), 1),
        Quality::QueuedRead => ("random", "100%", Bytes(4 << 10), 32),
        Quality::QueuedWrite => ("random", "0%", Bytes(4 << 10), 32),
        // Replays were removed above.
        _ => ("seq", "0%", record, 1),
    };
    let end = match work {
        // Once: a second pass would meet the state that the first one left.
        Quality::SustainedWrite => "passes = 1\nsync = \"end\"\n",
        Quality::SyncWrite => {
            "repeats = \"{runs}\"\ntime = \"{time}\"\nsync = \"each\"\nsync_call = \"fdatasync\"\n"
        }
        _ => "repeats = \"{runs}\"\ntime = \"{time}\"\n",
    };
    // A size that is not a whole number of sectors goes through the page cache, as programs write it.
    let is_whole = record.0.is_multiple_of(RECORD.0);
    let caching = if work == Quality::SyncWrite && !is_whole { "buffered" } else { "direct" };
    format!(
        "\n[[step]]\nkind = \"measure\"\nname = \"{}\"\naccess = \"{access}\"\nread = \"{read}\"\n\
         block = \"{block}\"\ndepth = {depth}\ncaching = \"{caching}\"\n{end}",
        work.name()
    )
}

fn rule(demand: &Demand) -> String {
    let work = demand.of.quality;
    let operation = operation_of(demand);
    let limit = match demand.of.figure {
        Figure::BytesPerS | Figure::BytesPerSBeforeFlush => format!("{:.0}B/s", demand.limit),
        Figure::Iops => format!("{:.0}/s", demand.limit),
        _ => format!("{:.0}ns", demand.limit),
    };
    let relation = if demand.is_upper_limit { "below" } else { "at_least" };
    format!(
        "\n[[rule]]\nid = {}\ntitle = {}\ncell = \"{work}\"\nwork = \"{work}\"\noperation = \"{}\"\n\
         figure = \"{}\"\n{relation} = \"{limit}\"\nsource = {}\n",
        quoted(&demand.id),
        quoted(&demand.title),
        operation.name(),
        demand.of.figure,
        quoted(&demand.source),
    )
}
