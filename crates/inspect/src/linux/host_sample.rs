//! Activity beside the measurement: the load on the processors, and the number of requests to the drive.
//!
//! Reads only counters, here without differences: two readings show the activity between them. Makes no request to
//! the medium.

use std::path::{Path, PathBuf};

use iogram_engine::CpuUse;
use iogram_model::Nanos;

use crate::device_number::DeviceNumber;
use crate::linux::sysfs::{SysRoot, text_if_known};

/// The places of the counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters {
    proc: PathBuf,
    /// The drive's folder; `None` if the kernel has none.
    drive: Option<PathBuf>,
}

impl Counters {
    /// For the block device with this number, or the whole device of a partition.
    pub fn find(root: &SysRoot, number: DeviceNumber) -> Self {
        let drive = root.block_dir(number).map(|dir| crate::linux::identity::whole_of(&dir));
        Self { proc: root.proc.clone(), drive }
    }

    /// The load on the processors so far.
    #[must_use]
    pub fn cpu(&self) -> Option<CpuUse> {
        cpu_use(&text_if_known(&self.proc, "stat")?)
    }

    /// Requests that the drive has completed so far.
    #[must_use]
    pub fn drive_requests(&self) -> Option<u64> {
        request_count(&text_if_known(self.drive.as_deref().unwrap_or(Path::new("")), "stat")?)
    }
}

/// Time of all processors together, in ticks of the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessorTicks {
    /// Programs, including guests of this computer.
    pub user: u64,
    /// Idle, or waiting for a drive.
    pub idle: u64,
    /// Time that the host of this virtual machine gave to others.
    pub stolen: u64,
    /// Ticks of all processors together, including idle ones.
    pub total: u64,
}

impl ProcessorTicks {
    /// `USER_HZ`, which is 100 on every computer that iogram supports.
    pub(crate) const TICK: Nanos = Nanos(10 * Nanos::MILLISECOND.0);

    /// The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; the time of
    /// guests is part of user and nice.
    ///
    /// Source: the kernel's Documentation/filesystems/proc.rst, section 1.7.
    pub fn parse(stat: &str) -> Option<Self> {
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let counts: Vec<u64> =
            line.split_whitespace().take(8).map_while(|word| word.parse().ok()).collect();
        let count = |index: usize| counts.get(index).copied().unwrap_or(0);
        let sum = |counts: &[u64]| {
            counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))
        };
        counts.get(3)?;
        Some(Self {
            user: count(0).checked_add(count(1))?,
            idle: count(3).checked_add(count(4))?,
            stolen: count(7),
            total: sum(&counts)?,
        })
    }

    pub(crate) const fn busy(&self) -> u64 {
        self.total.saturating_sub(self.idle)
    }

    /// Steal time by the host of a virtual machine.
    #[must_use]
    pub const fn stolen_time(&self) -> Nanos {
        Nanos(self.stolen.saturating_mul(Self::TICK.0))
    }

    /// The difference since `before`.
    #[must_use]
    pub const fn since(&self, before: Self) -> Self {
        Self {
            user: self.user.saturating_sub(before.user),
            idle: self.idle.saturating_sub(before.idle),
            stolen: self.stolen.saturating_sub(before.stolen),
            total: self.total.saturating_sub(before.total),
        }
    }
}

/// The load on the processors.
pub fn cpu_use(stat: &str) -> Option<CpuUse> {
    let ticks = ProcessorTicks::parse(stat)?;
    Some(CpuUse { busy_count: ticks.busy(), total_count: ticks.total })
}

/// Completed reads, writes and, since Linux 4.18, discards: fields 1, 5 and 12.
///
/// Source: the kernel's Documentation/block/stat.rst.
fn request_count(stat: &str) -> Option<u64> {
    let counts: Vec<u64> =
        stat.split_whitespace().map_while(|word| word.parse().ok()).collect();
    Some(counts.first()? + counts.get(4)? + counts.get(11).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_io_is_no_work_of_the_processor() {
        let stat = "cpu  100 0 50 800 40 5 5 0 0 0\ncpu0 1 1 1 1\n";
        assert_eq!(cpu_use(stat), Some(CpuUse { busy_count: 160, total_count: 1000 }));
        assert_eq!(cpu_use("intr 1 2 3\n"), None);
        assert_eq!(cpu_use("cpu  x\n"), None);
    }

    #[test]
    fn requests_are_reads_writes_and_discards_where_they_are_counted() {
        assert_eq!(request_count("  10 0 0 0 20 0 0 0 0 0 0"), Some(30));
        assert_eq!(request_count("10 0 0 0 20 0 0 0 0 0 0 3 0 0 0"), Some(33));
        assert_eq!(request_count(""), None);
    }
}
