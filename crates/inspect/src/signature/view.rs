//! The bytes read from a device, by their place on it.
//!
//! Must not know the meaning of the bytes.

/// The bytes read from a device.
#[derive(Debug, Clone)]
pub(super) struct View<'a> {
    /// Ranges by their first byte.
    pub(super) windows: Vec<(u64, &'a [u8])>,
    /// The device's size in bytes.
    pub(super) capacity: u64,
}

impl<'a> View<'a> {
    /// `size` bytes at `offset`, if they lie within one range.
    pub(super) fn bytes(&self, offset: u64, size: usize) -> Option<&'a [u8]> {
        self.windows.iter().find_map(|(start, window)| {
            let first = usize::try_from(offset.checked_sub(*start)?).ok()?;
            window.get(first..first.checked_add(size)?)
        })
    }

    /// The offset at `distance` before the end of the last whole block of this size; `None` if the device is smaller.
    pub(super) fn before_end(&self, distance: u64, block_size: u64) -> Option<u64> {
        (self.capacity / block_size * block_size).checked_sub(distance)
    }

    pub(super) fn holds(&self, offset: u64, magic: &[u8]) -> bool {
        self.bytes(offset, magic.len()) == Some(magic)
    }

    fn array<const N: usize>(&self, offset: u64) -> Option<[u8; N]> {
        self.bytes(offset, N)?.try_into().ok()
    }

    pub(super) fn u8(&self, offset: u64) -> Option<u8> {
        self.array::<1>(offset).map(|[byte]| byte)
    }

    pub(super) fn u16_le(&self, offset: u64) -> Option<u16> {
        self.array(offset).map(u16::from_le_bytes)
    }

    pub(super) fn u16_be(&self, offset: u64) -> Option<u16> {
        self.array(offset).map(u16::from_be_bytes)
    }

    pub(super) fn u32_le(&self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_le_bytes)
    }

    pub(super) fn u32_be(&self, offset: u64) -> Option<u32> {
        self.array(offset).map(u32::from_be_bytes)
    }

    pub(super) fn u64_le(&self, offset: u64) -> Option<u64> {
        self.array(offset).map(u64::from_le_bytes)
    }

    /// In either byte order, for formats that have both.
    pub(super) fn u16_in(&self, is_big: bool, offset: u64) -> Option<u16> {
        if is_big { self.u16_be(offset) } else { self.u16_le(offset) }
    }

    /// As [`Self::u16_in`].
    pub(super) fn u32_in(&self, is_big: bool, offset: u64) -> Option<u32> {
        if is_big { self.u32_be(offset) } else { self.u32_le(offset) }
    }
}
