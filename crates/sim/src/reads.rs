//! How much of what was read the drive holds nothing of.

use iogram_model::{UnstoredRecord, UnstoredTeller};

/// Bytes that reads asked for, and those of them of which the drive holds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ReadTally {
    pub(crate) all: u64,
    pub(crate) blank: u64,
}

impl ReadTally {
    /// What came since `before`; `None` if the drive holds something of all of it.
    pub(crate) fn since(self, before: Self) -> Option<UnstoredRecord> {
        let of_bytes = self.all.saturating_sub(before.all);
        let unstored_bytes = self.blank.saturating_sub(before.blank).min(of_bytes);
        let told_by = UnstoredTeller::Drive;
        (unstored_bytes > 0).then_some(UnstoredRecord { unstored_bytes, of_bytes, told_by })
    }
}
