//! Whether writes that a drive confirms survive when the power fails: what is known of it, and where nothing is, whether it
//! matters.
//!
//! A drive that keeps what it confirmed in capacitors and one that ignores flushes answer alike: no time tells them apart. The
//! drive's own word does, and its data sheet. Must not know what is concluded of it.

use iogram_model::{
    Application, Bytes, CellRecord, CellState, OpKind, OpRecord, Run, SyncPolicy, Synchronous,
    TargetKind, float,
};

use crate::origin::in_memory;

/// Small durable writes of flash that really were written take longer. The fastest program times of flash of one bit a cell
/// are 100 to 200 us (Toshiba TC58NVG2S0H, Micron MT29F4G08: 200 us typical), of two and three bits 300 us to 2 ms; a
/// transaction writes the data and a map besides. Of the simulated drives that write through, the fastest takes 754 us.
const FLASH_MIN_NS: f64 = 600_000.0;

/// The same of a disk: half a turn at 15,000 turns a minute.
const DISK_MIN_NS: f64 = 2_000_000.0;

/// Larger ones are about the rate. As large as what counts as a small synced write elsewhere.
const SMALL_MAX: Bytes = Bytes(16 << 10);

/// What is known of confirmed writes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Keeping {
    /// Nothing: they were confirmed in so many nanoseconds, faster than the medium writes.
    Unknown {
        /// How long a write took until it was confirmed.
        time_ns: f64,
    },
    /// That nothing protects them.
    Unprotected {
        /// How long a write took until it was confirmed.
        time_ns: f64,
        /// Who says so.
        source: String,
    },
}

/// What has to be said of confirmed writes; `None` where the drive has no cache that loses them, they took as long as writing
/// takes, or none was made durable by itself.
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

/// The drive's own word. Of USB drives that do not tell, the kernel says that they write through, which is no word of theirs
/// (`drivers/scsi/sd.c`, "Assuming drive cache: write through").
fn has_no_volatile_cache(run: &Run) -> bool {
    let Some(cache) = run.conditions.write_cache else { return false };
    let is_assumed = run.target.drive.as_deref() == Some("USB") && !cache.is_switched;
    !cache.is_on && !is_assumed
}

/// Whether each small write of the cell waits until it is safe.
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

/// How long a write took until it was confirmed, in the middle.
fn confirmed_ns(cell: &CellRecord) -> Option<f64> {
    let middle = |it: &OpRecord| it.latency_ns.p50.map_or(it.latency_ns.mean, float);
    let write = middle(cell.operations.of(OpKind::Write)?);
    let flush = cell.operations.of(OpKind::Flush).map(middle);
    Some(write + flush.unwrap_or(0.0)).filter(|time| *time > 0.0)
}
