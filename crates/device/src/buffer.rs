//! Aligned memory for the data of all slots of one target, outside the allocator, so that it can
//! be given up to the kernel when a request never comes back.

use std::ptr::NonNull;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// Least alignment of every slot: the largest logical block size of common drives, and a page.
const ALIGNMENT: usize = 4096;

/// Equal slots in one mapping.
#[derive(Debug)]
pub(crate) struct SlotBuffers {
    /// What was mapped.
    mapped: (NonNull<u8>, usize),
    /// The first slot, inside of it.
    base: NonNull<u8>,
    stride: usize,
    slots: usize,
    is_leaked: bool,
}

#[expect(unsafe_code, reason = "owns plain memory that no thread is bound to")]
// SAFETY: the mapping belongs to this value alone, and memory is not bound to a thread.
unsafe impl Send for SlotBuffers {}

impl SlotBuffers {
    /// Maps `slots` slots of at least `size` bytes.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    pub(crate) fn new(slots: usize, size: usize) -> rustix::io::Result<Self> {
        Self::aligned(slots, size, ALIGNMENT)
    }

    /// Maps `slots` slots of at least `size` bytes that begin at multiples of `alignment`, a power of two, or
    /// of [`ALIGNMENT`] if that is more.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough memory.
    #[expect(unsafe_code, reason = "mapping memory")]
    pub(crate) fn aligned(
        slots: usize,
        size: usize,
        alignment: usize,
    ) -> rustix::io::Result<Self> {
        let alignment = alignment.max(ALIGNMENT).next_power_of_two();
        let stride = size.max(1).next_multiple_of(alignment);
        // The kernel aligns to pages of at least `ALIGNMENT`.
        let length = stride
            .checked_mul(slots.max(1))
            .and_then(|length| length.checked_add(alignment - ALIGNMENT))
            .ok_or(rustix::io::Errno::NOMEM)?;
        let (protection, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
        // SAFETY: a new anonymous mapping at an address of the kernel's choice touches nothing else.
        let base = unsafe { mmap_anonymous(std::ptr::null_mut(), length, protection, flags) }?;
        // SAFETY: the range is the mapping that was just made. Huge pages are a wish: the answer does
        // not matter.
        let _wish = unsafe { madvise(base, length, Advice::LinuxHugepage) };
        let mapping =
            NonNull::new(base.cast::<u8>()).expect("a successful mapping is not null");
        let unused = mapping.addr().get().next_multiple_of(alignment) - mapping.addr().get();
        // SAFETY: the mapping is longer than its slots by as much as an aligned address can be away.
        let base = unsafe { mapping.add(unused) };
        let mapped = (mapping, length);
        let mut buffers = Self { mapped, base, stride, slots: slots.max(1), is_leaked: false };
        // Touched once, so that no page fault is measured.
        (0..buffers.slots).for_each(|slot| buffers.slot(slot).fill(0));
        Ok(buffers)
    }

    /// The memory of one slot. The kernel must not be using it.
    #[expect(unsafe_code, reason = "a slice of owned memory")]
    pub(crate) fn slot(&mut self, slot: usize) -> &mut [u8] {
        let pointer = self.pointer(slot);
        // SAFETY: `pointer` is the start of `stride` mapped, initialised bytes that this value owns, and
        // `&mut self` excludes another slice of it.
        unsafe { std::slice::from_raw_parts_mut(pointer, self.stride) }
    }

    /// Where a slot begins.
    #[inline]
    #[expect(unsafe_code, reason = "address arithmetic")]
    pub(crate) fn pointer(&self, slot: usize) -> *mut u8 {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        // SAFETY: the offset is inside the mapping, as asserted.
        unsafe { self.base.as_ptr().add(slot * self.stride) }
    }

    /// How many there are.
    pub(crate) const fn slots(&self) -> usize {
        self.slots
    }

    /// All slots.
    pub(crate) fn whole(&self) -> (*mut u8, usize) {
        (self.base.as_ptr(), self.stride * self.slots)
    }

    /// Never unmaps: the kernel may still write into it.
    pub(crate) fn leak(&mut self) {
        self.is_leaked = true;
    }
}

impl Drop for SlotBuffers {
    #[expect(unsafe_code, reason = "unmapping memory")]
    fn drop(&mut self) {
        if !self.is_leaked {
            let (base, length) = (self.mapped.0.as_ptr(), self.mapped.1);
            // SAFETY: the range is this value's own mapping, and no slice of it lives any more.
            let unmapped = unsafe { munmap(base.cast(), length) };
            debug_assert!(unmapped.is_ok(), "own mapping");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_aligned_as_the_drive_wants_it() {
        for alignment in [1, 512, 4096, 16_384, 1 << 20] {
            let mut buffers = SlotBuffers::aligned(5, 5000, alignment).unwrap();
            for slot in 0..5 {
                let address = buffers.pointer(slot).addr();
                assert!(address.is_multiple_of(alignment.max(ALIGNMENT)), "{alignment}");
                buffers.slot(slot).fill(7);
            }
            let (base, length) = buffers.whole();
            let (mapping, mapped) = (buffers.mapped.0.as_ptr().addr(), buffers.mapped.1);
            assert!(base.addr() >= mapping && base.addr() + length <= mapping + mapped);
        }
    }
}
