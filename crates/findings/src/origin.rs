//! Origin of a cell's figures: the drive, or something that answered in its place.
//!
//! Memory answers for places without stored data, for the contents of the page cache, written back or not, and for
//! file systems and devices in memory. Such figures are never a drive's. Must not judge how good a figure is.

use iogram_model::{
    Argument, Caching, CellRecord, DiskActivity, IoPath, Message, MessageId, OpKind, Run,
    SyncPolicy, Total as _, UnstoredTeller, Warning, WarningCode, float,
};

/// Share of requests answered elsewhere that decides a figure. Arbitrary: the variation between repetitions on one
/// drive.
const OTHERS_RATIO: f64 = 0.05;

/// The same for reads that found nothing but zeros: some of those zeros were written. Arbitrary.
const ZEROS_RATIO: f64 = 0.2;

/// Share of the page cache's traffic that reached the drive if a cell measured the drive's rate. Arbitrary: allows
/// for the data left in the cache at the end of a cell that writes much more than the cache holds.
const REACHED_RATIO: f64 = 0.9;

/// The same for direct I/O, and for file systems that spread data over several drives of which one is counted.
/// Arbitrary: less than compression leaves of compressible data, and less than the share of one drive in eight.
const REACHED_AT_LEAST_RATIO: f64 = 0.1;

/// File systems that may span several drives.
const SPREADING: [&str; 3] = ["btrfs", "zfs", "bcachefs"];

/// Smaller amounts are ignored: a file system's own reads and writes are as large. Arbitrary.
const MOVED_MIN_BYTES: u64 = 1 << 20;

/// The substitute for the drive in this cell, in words; `None` if none is known.
pub(crate) fn other_than_drive(run: &Run, cell: &CellRecord) -> Option<Message> {
    in_memory(run).or_else(|| answered(cell, least_through_cache(run)))
}

/// Whether the counted cells of this name measured the drive, as far as is known.
pub(crate) fn is_of_drive(run: &Run, cell: &str) -> bool {
    let mut cells = run.cells.iter().filter(|it| it.is_counted && it.name == cell);
    in_memory(run).is_none() && cells.all(|it| answered(it, least_through_cache(run)).is_none())
}

/// Whether something other than the drive answered, according to the cell alone.
pub(crate) fn is_answered_elsewhere(cell: &CellRecord) -> bool {
    answered(cell, REACHED_AT_LEAST_RATIO).is_some()
}

/// A message if the whole run worked in the computer's memory.
pub(crate) fn in_memory(run: &Run) -> Option<Message> {
    let said = |place: String| Message::new(MessageId::IsMemory, [Argument::Name(place)]);
    if let Some(found) = run.conditions.file_system.as_ref().filter(|it| it.is_memory) {
        return Some(said(format!("{} ({})", found.mount_point, found.kind)));
    }
    if let Some(found) = &run.conditions.memory {
        return Some(said(found.clone()));
    }
    let is_memory = matches!(run.target.drive.as_deref(), Some("zram" | "ram"));
    is_memory.then(|| said(run.target.name.clone()))
}

/// The substitute for the drive in a cell that does not work in memory as a whole. `least_through_cache` is the share
/// of page-cache traffic that must reach the drive.
fn answered(cell: &CellRecord, least_through_cache: f64) -> Option<Message> {
    // The requests of a program are unknown, and the counters exclude commands that bypass the block layer.
    if !cell.workload.is_synthetic() {
        return None;
    }
    if cell.engine.path == IoPath::Passthrough {
        return unstored(cell, None);
    }
    let traffic = Traffic::of(cell);
    unstored(cell, traffic.as_ref()).or_else(|| match (cell.workload.caching, &traffic) {
        (Caching::Direct, Some(traffic)) => {
            let is_lost = traffic.reached_ratio() < REACHED_AT_LEAST_RATIO;
            is_lost.then(|| traffic.said(MessageId::IsAnsweredBefore))
        }
        (Caching::Direct, None) => None,
        (_, Some(traffic)) => {
            let is_cached = traffic.reached_ratio() < least_through_cache;
            is_cached.then(|| traffic.said(MessageId::IsPageCache))
        }
        (_, None) => {
            let is_open = cell.operations.write.is_some()
                && cell.workload.writes()
                && cell.workload.sync == SyncPolicy::None;
            is_open.then(|| Message::plain(MessageId::IsPageCacheUnflushed))
        }
    })
}

fn least_through_cache(run: &Run) -> f64 {
    let file_system = run.conditions.file_system.as_ref();
    let is_spread = file_system.is_some_and(|it| SPREADING.contains(&it.kind.as_str()));
    if is_spread { REACHED_AT_LEAST_RATIO } else { REACHED_RATIO }
}

/// Reads of places without stored data.
fn unstored(cell: &CellRecord, traffic: Option<&Traffic>) -> Option<Message> {
    let found = cell.unstored?;
    // If a cell read only a part of the file, that may be the stored part: only the drive's counter and the contents
    // tell.
    let is_known = matches!(found.told_by, UnstoredTeller::Drive | UnstoredTeller::Contents);
    if !is_known && traffic.is_some_and(|it| it.reached_ratio() >= REACHED_RATIO) {
        return None;
    }
    let ratio = float(found.unstored_bytes) / float(found.of_bytes.max(1));
    let (least, said) = match found.told_by {
        UnstoredTeller::Contents if found.unstored_bytes >= found.of_bytes => {
            (ZEROS_RATIO, Message::plain(MessageId::IsZeros))
        }
        UnstoredTeller::Contents => {
            (ZEROS_RATIO, Message::new(MessageId::IsZerosInPart, [Argument::Ratio(ratio)]))
        }
        _ => (OTHERS_RATIO, Message::new(MessageId::IsUnstored, [Argument::Ratio(ratio)])),
    };
    (ratio >= least).then_some(said)
}

/// A message if the cell read places without stored data, unless its counters say otherwise.
pub(crate) fn reads_unstored(cell: &CellRecord) -> Option<Message> {
    cell.operations.read.as_ref()?;
    unstored(cell, Traffic::of(cell).as_ref()).filter(|_| cell.workload.is_synthetic())
}

/// Bytes that requests moved, and the part that the kernel counted at the device.
struct Traffic {
    moved: u64,
    reached: u64,
}

impl Traffic {
    /// `None` if no device is counted, or if the amount is too small to tell.
    fn of(cell: &CellRecord) -> Option<Self> {
        let disk = cell.disks.first()?;
        let bytes = |kind| cell.operations.of(kind).map(|it| it.bytes);
        let (read, written) = (bytes(OpKind::Read), bytes(OpKind::Write));
        let moved = read.into_iter().chain(written).total();
        // Extra reads by read-ahead do not make up for writes that did not arrive.
        let reached = [(read, disk.read_bytes), (written, disk.write_bytes)]
            .into_iter()
            .filter_map(|(asked, counted)| Some(asked?.min(counted)))
            .total();
        (moved >= MOVED_MIN_BYTES).then_some(Self { moved, reached })
    }

    fn reached_ratio(&self) -> f64 {
        float(self.reached) / float(self.moved.max(1))
    }

    fn said(&self, id: MessageId) -> Message {
        Message::new(id, [Argument::Bytes(self.moved), Argument::Bytes(self.reached)])
    }
}

/// The number of direct requests, and of those at the device, if the kernel merged them: such a rate of requests is
/// the kernel's figure, not the drive's.
pub(crate) fn merged(cell: &CellRecord) -> Option<(u64, u64)> {
    if cell.workload.caching != Caching::Direct || !cell.workload.is_synthetic() {
        return None;
    }
    let disk: &DiskActivity = cell.disks.first()?;
    let count = |kind| cell.operations.of(kind).map(|it| it.count);
    let (read, written) = (count(OpKind::Read), count(OpKind::Write));
    let made = read.into_iter().chain(written).total();
    let reached = [(read, disk.read_count), (written, disk.write_count)]
        .into_iter()
        .filter_map(|(asked, counted)| asked.map(|_| counted))
        .total();
    let joined = disk.read_merge_count.saturating_add(disk.write_merge_count);
    let is_joined = joined > 0 && float(reached) < float(made) * (1.0 - OTHERS_RATIO);
    (is_joined && made > 0).then_some((made, reached))
}

/// Warnings about cells whose figures are not the drive's, once for each name. The target itself tells if everything
/// is in memory.
pub(crate) fn of_no_drive(run: &Run) -> Vec<Warning> {
    let mut names: Vec<&str> = Vec::new();
    let mut warnings = Vec::new();
    let is_elsewhere = in_memory(run).is_some();
    for cell in &run.cells {
        let said = answered(cell, least_through_cache(run)).filter(|_| !is_elsewhere);
        let joined = merged(cell);
        if names.contains(&cell.name.as_str()) || said.is_none() && joined.is_none() {
            continue;
        }
        names.push(&cell.name);
        let name = || Argument::Name(cell.name.clone());
        let statement = match (said, joined) {
            (Some(said), _) => Message::new(MessageId::CellOfNoDrive, [name(), said.into()]),
            (None, Some((made, reached))) => {
                let counts = [name(), Argument::Count(made), Argument::Count(reached)];
                Message::new(MessageId::CellMerged, counts)
            }
            (None, None) => continue,
        };
        warnings.push(Warning::new(WarningCode::OfNoDrive, statement));
    }
    warnings
}
