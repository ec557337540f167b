//! Activity of others on the computer and the drive, from two readings of the kernel's counters.
//!
//! Reads only counters; makes no request to the medium. Margins are arbitrary: they cover the overhead that file
//! systems, read-ahead and the system's own reads add to a load without anybody else's I/O.

use std::path::PathBuf;

use iogram_engine::DriveOthers;
use iogram_model::{
    Bytes, Caching, CellRecord, CpuTime, DiskActivity, Nanos, OpRecord, Operations,
    OtherActivity, Warning, Workload, float,
};

use crate::device_number::DeviceNumber;
use crate::linux::clock::{self, CpuScope};
use crate::linux::filesystem::find_file_system;
use crate::linux::host::memory_value;
use crate::linux::host_sample::ProcessorTicks;
use crate::linux::identity::{drives_of, name_of, whole_of};
use crate::linux::sysfs::{SysRoot, text_if_known};

/// Deeper mappings on mappings are a loop in captured data.
const DEPTH_MAX: usize = 8;

/// Counters of the computer at one moment. `None` means unknown.
#[derive(Debug, Clone, Copy)]
pub struct HostCounters {
    at: Nanos,
    ticks: Option<ProcessorTicks>,
    /// Total time since the start of the computer in which some program waited for memory.
    memory_wait: Option<Nanos>,
    own: Option<CpuTime>,
}

impl HostCounters {
    /// The current values.
    #[must_use]
    pub fn read(root: &SysRoot) -> Self {
        Self {
            at: clock::now(),
            ticks: text_if_known(&root.proc, "stat").and_then(|it| ProcessorTicks::parse(&it)),
            memory_wait: text_if_known(&root.proc, "pressure/memory")
                .and_then(|text| decode_pressure(&text)),
            own: clock::cpu_time(CpuScope::Process),
        }
    }

    /// The difference since `before`, without the drive, which is unknown here.
    pub fn since(&self, before: &Self) -> OtherActivity {
        let elapsed = float(self.at.saturating_sub(before.at).0.max(1));
        let waited = self.memory_wait.zip(before.memory_wait);
        let memory_wait_ratio =
            waited.map(|(to, from)| float(to.saturating_sub(from).0) / elapsed);
        let mut found = OtherActivity { memory_wait_ratio, ..OtherActivity::default() };
        let Some((after, earlier)) = self.ticks.zip(before.ticks) else { return found };
        let ticks = after.since(earlier);
        if ticks.total == 0 {
            return found;
        }
        let share = |part: u64| Some(float(part) / float(ticks.total));
        found.cpu_busy_ratio = share(ticks.busy());
        found.cpu_stolen_ratio = share(ticks.stolen);
        // Kernel threads have no time in user mode, and some of them work for this program.
        let own_ns = self.own.zip(before.own).map_or(0, |(to, from)| to.user_ns - from.user_ns);
        let others = ticks.user.saturating_sub(own_ns / ProcessorTicks::TICK.0);
        found.cpu_others_ratio = share(others);
        found
    }
}

/// `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`, in microseconds.
///
/// Source: the kernel's Documentation/accounting/psi.rst.
fn decode_pressure(text: &str) -> Option<Nanos> {
    let some = text.lines().find_map(|line| line.strip_prefix("some "))?;
    let total: u64 = some.split("total=").nth(1)?.trim().parse().ok()?;
    total.checked_mul(1000).map(Nanos)
}

/// A block device whose counters include the load: the measured one, or one below it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layer {
    name: String,
    dir: PathBuf,
    /// Whether requests arrive there unchanged.
    is_measured: bool,
}

/// The devices that a load passes through.
#[derive(Debug, Clone)]
pub struct Layers {
    root: SysRoot,
    layers: Vec<Layer>,
    /// Whether a file system lies between the load and the first of them.
    has_file_system: bool,
}

/// Bytes that a device read and wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Moved {
    read: u64,
    written: u64,
}

/// Counters of all devices at one moment.
#[derive(Debug, Clone)]
pub struct LayerCounters {
    at: Nanos,
    disks: Vec<Option<DiskActivity>>,
    /// Dirty bytes in the page cache.
    dirty: Bytes,
}

impl Layers {
    /// For the device with this number: its whole device, and the devices below, including files of loop devices.
    pub fn find(root: &SysRoot, number: DeviceNumber, has_file_system: bool) -> Self {
        let mut layers: Vec<Layer> = Vec::new();
        if let Some(dir) = root.block_dir(number) {
            let whole = whole_of(&dir);
            layers.push(Layer { name: name_of(&whole), dir: whole.clone(), is_measured: true });
            collect_below(root, &whole, 0, &mut layers);
        }
        Self { root: root.clone(), layers, has_file_system }
    }

    /// The current values.
    #[must_use]
    pub fn read(&self) -> LayerCounters {
        let meminfo = text_if_known(&self.root.proc, "meminfo").unwrap_or_default();
        let waiting = ["Dirty:", "Writeback:"].map(|name| memory_value(&meminfo, name));
        let disk =
            |layer: &Layer| decode_disk(&layer.name, &text_if_known(&layer.dir, "stat")?);
        LayerCounters {
            at: clock::now(),
            disks: self.layers.iter().map(disk).collect(),
            dirty: Bytes(waiting.into_iter().flatten().map(|bytes| bytes.0).sum()),
        }
    }

    /// Adds the kernel's counts since `before` to `record`, and the share of others, with a warning if it is large.
    pub fn note_others(&self, before: &LayerCounters, record: &mut CellRecord) {
        let after = self.read();
        let elapsed = after.at.saturating_sub(before.at);
        let own = Own::of(record);
        let mut most: Option<(DriveOthers, &Layer)> = None;
        let mut measured = None;
        for (index, layer) in self.layers.iter().enumerate() {
            let both = after.disks[index].as_ref().zip(before.disks.get(index));
            let Some((to, Some(from))) = both else { continue };
            let disk = to.since(from, elapsed);
            let moved = Moved { read: disk.read_bytes, written: disk.write_bytes };
            record.disks.push(disk);
            let is_plain = layer.is_measured && !self.has_file_system;
            let others = own.others(moved, is_plain, before.dirty);
            if layer.is_measured {
                measured = Some(others);
            }
            let sum = |others: DriveOthers| others.read.0.saturating_add(others.written.0);
            if most.is_none_or(|(known, _)| sum(others) > sum(known)) {
                most = Some((others, layer));
            }
        }
        if let Some(found) = measured.or(most.map(|(others, _)| others)) {
            let activity = record.others.get_or_insert_default();
            activity.drive_read_others_bytes = Some(found.read.0);
            activity.drive_write_others_bytes = Some(found.written.0);
        }
        let warning: Option<Warning> =
            most.and_then(|(others, layer)| others.warning(&layer.name));
        record.warnings.extend(warning);
    }
}

/// The whole devices below this one.
fn collect_below(
    root: &SysRoot,
    whole: &std::path::Path,
    depth: usize,
    layers: &mut Vec<Layer>,
) {
    if depth >= DEPTH_MAX {
        return;
    }
    let file = text_if_known(whole, "loop/backing_file").map(PathBuf::from);
    let below: Vec<PathBuf> = match file {
        Some(file) => find_file_system(root, &file)
            .map(|found| found.devices)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|number| root.block_dir(number))
            .map(|dir| whole_of(&dir))
            .collect(),
        None => drives_of(root, whole),
    };
    for dir in below {
        if layers.iter().all(|layer| layer.dir != dir) {
            layers.push(Layer { name: name_of(&dir), dir: dir.clone(), is_measured: false });
            collect_below(root, &dir, depth + 1, layers);
        }
    }
}

/// Sectors of 512 bytes read and written, whatever the block size: fields 3 and 7.
///
/// Source: the kernel's Documentation/block/stat.rst.
fn decode_disk(name: &str, stat: &str) -> Option<DiskActivity> {
    let counts: Vec<u64> =
        stat.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let count = |index: usize| counts.get(index).copied();
    let bytes = |index: usize| count(index)?.checked_mul(512);
    let ns = |index: usize| count(index)?.checked_mul(Nanos::MILLISECOND.0);
    Some(DiskActivity {
        name: name.to_owned(),
        elapsed_ns: 0,
        read_count: count(0)?,
        read_merge_count: count(1)?,
        read_bytes: bytes(2)?,
        read_time_ns: ns(3)?,
        write_count: count(4)?,
        write_merge_count: count(5)?,
        write_bytes: bytes(6)?,
        write_time_ns: ns(7)?,
        flush_count: count(15),
        busy_ns: ns(9)?,
        queue_ns: ns(10)?,
    })
}

/// Requests of the cell itself.
#[derive(Debug, Clone, Copy)]
struct Own {
    read: u64,
    written: u64,
    /// Requests outstanding at its end, or excluded from figures.
    uncounted: u64,
    is_buffered: bool,
    elapsed: Nanos,
}

/// Maximum bytes of outstanding requests of loads beside a cell. Their uncounted bytes are at most these, plus those
/// of their ramp.
fn outstanding_beside(workload: &Workload) -> u64 {
    let loads = workload.beside.iter().map(|load| &load.workload);
    loads.map(|it| it.outstanding_count().saturating_mul(it.block.largest().0)).sum()
}

impl Own {
    fn of(record: &CellRecord) -> Self {
        let rows = &record.series.rows;
        let beside = |of: fn(&Operations) -> Option<&OpRecord>| -> u64 {
            record
                .beside
                .iter()
                .filter_map(|load| of(&load.operations))
                .map(|op| op.bytes)
                .sum()
        };
        let read: u64 = rows.iter().filter_map(|row| row.read).map(|op| op.bytes).sum();
        let written: u64 = rows.iter().filter_map(|row| row.write).map(|op| op.bytes).sum();
        let (read, written) =
            (read + beside(|it| it.read.as_ref()), written + beside(|it| it.write.as_ref()));
        let workload = &record.workload;
        let failed: u64 = record.errors.iter().map(|error| error.count).sum();
        let requests =
            u64::from(record.engine.depth_asked) + record.set_aside_count.unwrap_or(0) + failed;
        Self {
            read,
            written,
            uncounted: requests.saturating_mul(workload.block.largest().0)
                + outstanding_beside(workload),
            is_buffered: workload.caching != Caching::Direct,
            elapsed: Nanos(record.elapsed_ns + workload.ramp.0),
        }
    }

    /// Bytes that belong neither to this cell nor to the overhead of file systems and caches.
    fn others(self, moved: Moved, is_plain: bool, dirty: Bytes) -> DriveOthers {
        const MIB: u64 = 1 << 20;
        /// Background I/O of the system per second.
        const BACKGROUND: u64 = MIB / 2;
        let background = self.elapsed.0 / 1000 * BACKGROUND / 1_000_000;
        let beyond = |moved: u64, own: u64, usual: u64| {
            let expected = usual.saturating_add(self.uncounted).saturating_add(background);
            if moved > expected { Bytes(moved.saturating_sub(own)) } else { Bytes(0) }
        };
        let (read, written) = (self.read, self.written);
        let (usual_read, usual_written) = match (is_plain, self.is_buffered) {
            // Requests arrive unchanged; programs that probe a device read its ends.
            (true, false) => (read + read / 50 + 2 * MIB, written + written / 50 + 2 * MIB),
            // Metadata and journals; a read may start with the write of a padded block.
            (false, false) => {
                (read + read / 4 + written / 4 + 8 * MIB, written * 2 + dirty.0 + 16 * MIB)
            }
            // Read-ahead, and dirty pages of earlier cells in the page cache.
            (_, true) => (read * 3 + written + 64 * MIB, written * 2 + dirty.0 + 32 * MIB),
        };
        DriveOthers {
            read: beyond(moved.read, read, usual_read),
            written: beyond(moved.written, written, usual_written),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn own(read: u64, written: u64) -> Own {
        let elapsed = Nanos(10 * Nanos::SECOND.0);
        Own { read, written, uncounted: 0, is_buffered: false, elapsed }
    }

    #[track_caller]
    fn check(own: Own, moved: (u64, u64), is_plain: bool, expected: (u64, u64)) {
        let moved = Moved { read: moved.0, written: moved.1 };
        let found = own.others(moved, is_plain, Bytes(0));
        assert_eq!((found.read.0, found.written.0), expected);
    }

    #[test]
    fn what_a_cell_moves_itself_is_not_of_others() {
        check(own(100 * MIB, 0), (100 * MIB, 0), true, (0, 0));
        check(own(0, 100 * MIB), (MIB, 101 * MIB), true, (0, 0));
        // A journal and metadata of a file.
        check(own(0, 100 * MIB), (4 * MIB, 130 * MIB), false, (0, 0));
        let buffered = Own { is_buffered: true, ..own(100 * MIB, 0) };
        check(buffered, (160 * MIB, 0), false, (0, 0));
    }

    #[test]
    fn what_is_beyond_is_of_others() {
        check(own(100 * MIB, 0), (100 * MIB, 50 * MIB), true, (0, 50 * MIB));
        check(own(100 * MIB, 0), (150 * MIB, 0), true, (50 * MIB, 0));
        // Seven loop devices over one drive; the test measures one of them.
        check(own(0, 100 * MIB), (0, 700 * MIB), false, (0, 600 * MIB));
    }

    #[test]
    fn counters_are_taken_as_the_kernel_writes_them() {
        let pressure = "some avg10=1.97 avg60=4.01 avg300=2.97 total=79599081\nfull avg10=0\n";
        assert_eq!(decode_pressure(pressure), Some(Nanos(79_599_081_000)));
        assert_eq!(decode_pressure("some avg10=1.97\n"), None);
        let look = |text| decode_disk("sda", text);
        let old = look(" 10 3 8 4 20 5 16 7 0 9 11").unwrap();
        assert_eq!((old.read_bytes, old.write_bytes, old.flush_count), (4096, 8192, None));
        let new = look("12 3 16 4 25 9 32 8 0 19 12 0 0 0 0 2 6").unwrap();
        let disk = new.since(&old, Nanos(20 * Nanos::MILLISECOND.0));
        assert_eq!((disk.read_count, disk.write_count, disk.write_merge_count), (2, 5, 4));
        assert_eq!((disk.read_bytes, disk.write_bytes), (4096, 8192));
        assert_eq!(disk.busy_ratio(), Some(0.5));
        assert_eq!((new.flush_count, look("1 2")), (Some(2), None));
    }

    #[test]
    fn a_look_tells_what_others_computed() {
        let ticks = |user, idle| ProcessorTicks { user, total: user + idle, idle, stolen: 0 };
        let at = |at, ticks, own_ms: u64| HostCounters {
            at: Nanos(at),
            ticks: Some(ticks),
            memory_wait: Some(Nanos(at / 10)),
            own: Some(CpuTime { user_ns: own_ms * 1_000_000, system_ns: 0 }),
        };
        let (before, after) = (at(0, ticks(0, 0), 0), at(Nanos::SECOND.0, ticks(60, 40), 200));
        let found = after.since(&before);
        assert_eq!(found.cpu_busy_ratio, Some(0.6));
        assert_eq!(found.cpu_others_ratio, Some(0.4));
        assert_eq!(found.memory_wait_ratio, Some(0.1));
    }
}
