//! Where the figures of a cell come from: the drive, or something that answered in its place.
//!
//! Memory answers for places that nobody stored anything in, for what the page cache holds or has not written yet, and for
//! file systems and devices that live in it. Its figures are none of a drive's, whatever they are. Must not judge how good a
//! figure is.

use iogram_model::{
    Argument, Caching, CellRecord, DiskActivity, IoPath, Message, MessageId, OpKind, Run,
    SyncPolicy, Total as _, UnstoredTeller, Warning, WarningCode, float,
};

/// From such a share on, what something else answered decides the figure. Arbitrary: as much as repetitions on one drive
/// differ by.
const OTHERS_RATIO: f64 = 0.05;

/// The same of places that were read and held nothing but zeros: some of those were written so. Arbitrary.
const ZEROS_RATIO: f64 = 0.2;

/// Of what went through the page cache at least so much reached the drive where the drive's rate was measured. Arbitrary: what
/// waits at the end of a cell that is much longer than the cache is large.
const REACHED_RATIO: f64 = 0.9;

/// The same past the page cache, and where a file system spreads its data over drives of which one is looked at. Arbitrary:
/// less than compression makes of data that may be compressed at all, or than one drive of eight has.
const REACHED_AT_LEAST_RATIO: f64 = 0.1;

/// File systems that may lie on several drives.
const SPREADING: [&str; 3] = ["btrfs", "zfs", "bcachefs"];

/// What moved less is not looked at: a file system's own reads and writes are as much. Arbitrary.
const MOVED_MIN_BYTES: u64 = 1 << 20;

/// What stands for the drive's figure, in words; `None` if nothing is known to.
pub(crate) fn other_than_drive(run: &Run, cell: &CellRecord) -> Option<Message> {
    in_memory(run).or_else(|| answered(cell, least_through_cache(run)))
}

/// Whether the counted cells of this name are about the drive, as far as is known.
pub(crate) fn is_of_drive(run: &Run, cell: &str) -> bool {
    let mut cells = run.cells.iter().filter(|it| it.is_counted && it.name == cell);
    in_memory(run).is_none() && cells.all(|it| answered(it, least_through_cache(run)).is_none())
}

/// Whether something else than the drive answered, as far as the cell alone tells it.
pub(crate) fn is_answered_elsewhere(cell: &CellRecord) -> bool {
    answered(cell, REACHED_AT_LEAST_RATIO).is_some()
}

/// That everything of the run is in the computer's memory.
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

/// What answered in the drive's place, of a cell that is not in memory as a whole. Of what goes through the page cache so much has to
/// reach the drive.
fn answered(cell: &CellRecord, least_through_cache: f64) -> Option<Message> {
    // What a program makes of its operations is not known, and commands past the block layer are in no counter.
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

/// Reads of places that hold nothing.
fn unstored(cell: &CellRecord, traffic: Option<&Traffic>) -> Option<Message> {
    let found = cell.unstored?;
    // Where a cell read only a part of the file, that may be the part which was stored: the drive's counter knows.
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

/// That the cell read places which hold nothing, where no other load of it is known not to.
pub(crate) fn reads_unstored(cell: &CellRecord) -> Option<Message> {
    cell.operations.read.as_ref()?;
    unstored(cell, Traffic::of(cell).as_ref()).filter(|_| cell.workload.is_synthetic())
}

/// Bytes that requests moved, and those of them that the kernel counted at the device.
struct Traffic {
    moved: u64,
    reached: u64,
}

impl Traffic {
    /// `None` where no device is counted, or too little was moved to tell.
    fn of(cell: &CellRecord) -> Option<Self> {
        let disk = cell.disks.first()?;
        let bytes = |kind| cell.operations.of(kind).map(|it| it.bytes);
        let (read, written) = (bytes(OpKind::Read), bytes(OpKind::Write));
        let moved = read.into_iter().chain(written).total();
        // What read-ahead brings for reads does not stand for writes that did not arrive.
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

/// How many requests were made past the page cache and how many the device was given, where those were joined: so many per second are
/// the kernel's figure and none of the drive's.
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

/// What about the cells is no figure of the drive, once for each name. That all of it is memory is told by the place.
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
