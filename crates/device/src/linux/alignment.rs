//! The alignment of direct requests: reported by the kernel for a file or device, or else derived from its queue.
//!
//! Source: statx(2), `STATX_DIOALIGN` (files since Linux 6.1, block devices since 6.11); sysfs `queue/dma_alignment`
//! (the kernel's mask).

use std::os::fd::AsFd;

use iogram_model::{Bytes, DirectAlignment, QueueRecord};
use rustix::fs::{AtFlags, StatxFlags};

/// The kernel's report for an open file or device; `None` if there is none, or if it accepts no direct requests.
pub(crate) fn told_of(file: impl AsFd) -> Option<DirectAlignment> {
    let stat = rustix::fs::statx(file, c"", AtFlags::EMPTY_PATH, StatxFlags::DIOALIGN).ok()?;
    let is_told = StatxFlags::from_bits_retain(stat.stx_mask).contains(StatxFlags::DIOALIGN);
    let (memory, offset) =
        (u64::from(stat.stx_dio_mem_align), u64::from(stat.stx_dio_offset_align));
    let is_usable = memory.is_power_of_two() && offset.is_power_of_two();
    (is_told && is_usable)
        .then_some(DirectAlignment { memory: Bytes(memory), offset: Bytes(offset) })
}

/// The alignment that follows from a device's queue and its logical block size.
pub(crate) fn of_queue(
    queue: &QueueRecord,
    logical_block_size: Bytes,
) -> Option<DirectAlignment> {
    let memory = queue.dma_alignment.filter(|size| size.0.is_power_of_two())?;
    Some(DirectAlignment { memory, offset: logical_block_size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_says_how_memory_has_to_lie() {
        let queue = |mask: Option<u64>| QueueRecord {
            dma_alignment: mask.map(Bytes),
            ..QueueRecord::default()
        };
        let found = of_queue(&queue(Some(16_384)), Bytes(4096)).unwrap();
        assert_eq!((found.memory, found.offset), (Bytes(16_384), Bytes(4096)));
        assert_eq!(of_queue(&queue(None), Bytes(512)), None);
        assert_eq!(of_queue(&queue(Some(12_345)), Bytes(512)), None);
    }
}
