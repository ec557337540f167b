//! Whether a drive's confirmed writes survive a power failure: the known facts, and whether a missing one matters.
//!
//! A drive that protects confirmed data with capacitors and one that ignores flushes answer alike: no time
//! distinguishes them. The drive's own data and its data sheet do. Must not depend on the conclusions from it.

use iogram_model::{
    Application, Bytes, CellRecord, CellState, OpKind, OpRecord, Run, SyncPolicy, Synchronous,
    TargetKind, float,
};

use crate::origin::in_memory;

/// The shortest plausible time of a small durable write to flash. The fastest program times of flash with one bit per
/// cell are 100 to 200 us (Toshiba TC58NVG2S0H, Micron MT29F4G08: 200 us typical), with two and three bits 300 us to
/// 2 ms; a transaction also writes a map. Of the simulated drives that write through, the fastest takes 754 us.
const FLASH_MIN_NS: f64 = 600_000.0;

/// The shortest plausible time for a disk: half a turn at 15,000 turns a minute.
const DISK_MIN_NS: f64 = 2_000_000.0;

/// Larger writes measure the rate. The same limit as for small synced writes elsewhere.
const SMALL_MAX: Bytes = Bytes(16 << 10);

/// The known facts about confirmed writes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Keeping {
    /// Nothing is known: the drive confirmed them faster than the medium writes.
    Unknown {
        /// Time until the drive confirmed a write, in nanoseconds.
        time_ns: f64,
    },
    /// Nothing protects them.
    Unprotected {
        /// Time until the drive confirmed a write, in nanoseconds.
        time_ns: f64,
        /// The source of that fact.
        source: String,
    },
}

/// The problem with confirmed writes; `None` if the drive has no volatile cache, if the writes took as long as real
/// writes, or if no write was made durable individually.
pub(crate) fn keeping(run: &Run) -> Option<Keeping> {
    if in_memory(run).is_some() || run.target.kind == TargetKind::Null {
        return None;
    }
    let confirmed = run.cells.iter().filter(|cell| is_durable(cell)).filter_map(confirmed_ns);
    let time_ns = confirmed.reduce(f64::min)?;
    let is_disk = run.conditions.queue.as_ref().and_then(|it| it.rotational) == Some(true);
    let medium_ns = if is_disk { DISK_MIN_NS } else { FLASH_MIN_NS };
    if time_ns >= medium_ns || has_no_volatile_cache(run) {
        return None;
    }
    match &run.conditions.power_loss {
        Some(it) if it.is_protected => None,
        Some(it) => Some(Keeping::Unprotected { time_ns, source: it.source.clone() }),
        None => Some(Keeping::Unknown { time_ns }),
    }
}

/// The drive's own data. For USB drives that report nothing, the kernel assumes write-through; that is not the
/// drive's data (`drivers/scsi/sd.c`, "Assuming drive cache: write through").
fn has_no_volatile_cache(run: &Run) -> bool {
    let Some(cache) = run.conditions.write_cache else { return false };
    let is_assumed = run.target.drive.as_deref() == Some("USB") && !cache.is_switched;
    !cache.is_on && !is_assumed
}

/// Whether each small write of the cell waits until it is durable.
pub(crate) fn is_durable(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    let is_each = match &workload.application {
        Some(Application::Sqlite(sqlite)) => sqlite.synchronous != Synchronous::Normal,
        Some(_) => false,
        None => {
            matches!(workload.sync, SyncPolicy::Each | SyncPolicy::Every(1) | SyncPolicy::Dsync)
        }
    };
    is_each && workload.block.largest() <= SMALL_MAX && cell.state == CellState::Completed
}

/// Median time until a write was confirmed, in nanoseconds.
fn confirmed_ns(cell: &CellRecord) -> Option<f64> {
    let middle = |it: &OpRecord| it.latency_ns.p50.map_or(it.latency_ns.mean, float);
    let write = middle(cell.operations.of(OpKind::Write)?);
    let flush = cell.operations.of(OpKind::Flush).map(middle);
    Some(write + flush.unwrap_or(0.0)).filter(|time| *time > 0.0)
}
