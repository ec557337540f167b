//! The share of the reads for which the drive holds no data.

use iogram_model::{UnstoredRecord, UnstoredTeller};

/// Bytes that reads requested, and those of them for which the drive holds no data.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ReadTally {
    pub(crate) all: u64,
    pub(crate) blank: u64,
}

impl ReadTally {
    /// The difference since `before`; `None` if the drive holds some data for all of it.
    pub(crate) fn since(self, before: Self) -> Option<UnstoredRecord> {
        let of_bytes = self.all.saturating_sub(before.all);
        let unstored_bytes = self.blank.saturating_sub(before.blank).min(of_bytes);
        let told_by = UnstoredTeller::Drive;
        (unstored_bytes > 0).then_some(UnstoredRecord { unstored_bytes, of_bytes, told_by })
    }
}
