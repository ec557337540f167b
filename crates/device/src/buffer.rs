//! Aligned memory for the data of all slots of one target, outside the allocator, so that it can be left to the
//! kernel if a request never completes.

use std::ptr::NonNull;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// Minimum alignment of every slot: the largest logical block size of common drives, and a page.
const ALIGNMENT: usize = 4096;

/// Equal slots in one mapping.
#[derive(Debug)]
pub(crate) struct SlotBuffers {
    /// The mapping.
    mapped: (NonNull<u8>, usize),
    /// The first slot, inside the mapping.
    base: NonNull<u8>,
    stride: usize,
    slots: usize,
    /// Whether the kernel has each slot.
    lent: Vec<bool>,
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
        // SAFETY: the range is the mapping that was just made. Huge pages are optional: the result does not matter.
        let _wish = unsafe { madvise(base, length, Advice::LinuxHugepage) };
        let mapping =
            NonNull::new(base.cast::<u8>()).expect("a successful mapping is not null");
        let unused = mapping.addr().get().next_multiple_of(alignment) - mapping.addr().get();
        // SAFETY: the mapping is longer than its slots by the largest distance to an aligned address.
        let base = unsafe { mapping.add(unused) };
        let mapped = (mapping, length);
        let slots = slots.max(1);
        assert!(unused + stride * slots <= length, "every slot lies inside of what was mapped");
        let lent = vec![false; slots];
        let mut buffers = Self { mapped, base, stride, slots, lent, is_leaked: false };
        // Touches every page now, so that no page fault is measured.
        (0..buffers.slots).for_each(|slot| buffers.slot(slot).fill(0));
        Ok(buffers)
    }

    /// The memory of one slot.
    ///
    /// # Panics
    ///
    /// Panics if the kernel has it.
    #[inline]
    #[expect(unsafe_code, reason = "a slice of owned memory")]
    pub(crate) fn slot(&mut self, slot: usize) -> &mut [u8] {
        let pointer = self.pointer(slot);
        assert!(
            !self.lent[slot],
            "the memory of slot {slot} is the kernel's until its request completes"
        );
        // SAFETY: `pointer` is the start of `stride` mapped, initialised bytes that this value owns, that were not lent,
        // and `&mut self` excludes another slice of it.
        unsafe { std::slice::from_raw_parts_mut(pointer, self.stride) }
    }

    /// Lends the memory of one slot to the kernel until [`Self::take_back`]; returns its address.
    ///
    /// # Panics
    ///
    /// Panics if the kernel has it already, or if `length` exceeds the slot.
    #[inline]
    pub(crate) fn lend(&mut self, slot: usize, length: usize) -> *mut u8 {
        let pointer = self.pointer(slot);
        assert!(length <= self.stride, "{length} bytes in a slot of {}", self.stride);
        let was_lent = std::mem::replace(&mut self.lent[slot], true);
        assert!(!was_lent, "slot {slot} has one request at a time");
        pointer
    }

    /// Takes a slot back after its request has completed: the kernel no longer writes there.
    ///
    /// # Panics
    ///
    /// Panics if it was not lent.
    #[inline]
    pub(crate) fn take_back(&mut self, slot: usize) {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        let was_lent = std::mem::replace(&mut self.lent[slot], false);
        assert!(was_lent, "what completed in slot {slot} was out");
    }

    /// The address of a slot.
    #[inline]
    #[expect(unsafe_code, reason = "address arithmetic")]
    fn pointer(&self, slot: usize) -> *mut u8 {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        // SAFETY: the offset is inside the mapping, as asserted.
        unsafe { self.base.as_ptr().add(slot * self.stride) }
    }

    /// The number of slots.
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
            assert!(unmapped.is_ok() || std::thread::panicking(), "own mapping");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_request_that_is_out_is_nobody_elses() {
        let mut buffers = SlotBuffers::new(2, 4096).unwrap();
        buffers.slot(1).fill(1);
        assert_eq!(buffers.lend(1, 4096), buffers.pointer(1));
        buffers.slot(0).fill(2);
        let refused = |act: &mut dyn FnMut(&mut SlotBuffers)| {
            let mut fresh = SlotBuffers::new(2, 4096).unwrap();
            fresh.lend(1, 512);
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| act(&mut fresh))).is_err()
        };
        assert!(refused(&mut |it| it.slot(1).fill(3)));
        assert!(refused(&mut |it| assert!(!it.lend(1, 512).is_null())));
        assert!(refused(&mut |it| assert!(!it.lend(0, 4097).is_null())));
        assert!(refused(&mut |it| it.take_back(0)));
        assert!(!refused(&mut |it| it.take_back(1)));
        buffers.take_back(1);
        assert_eq!(buffers.slot(1)[0], 1);
    }

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
