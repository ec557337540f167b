//! The rows of CrystalDiskMark's default profile.

/// A row of CrystalDiskMark's default profile, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CdmRow {
    /// The cell's name in `run cdm`.
    pub(super) name: &'static str,
    /// In fio's word.
    pub(super) access: &'static str,
    pub(super) block_kib: u32,
    pub(super) depth: u32,
}

impl CdmRow {
    /// `read` or `write`.
    pub(super) fn operation(self) -> &'static str {
        if self.access.ends_with("read") { "read" } else { "write" }
    }
}

pub(super) const CDM_ROWS: [CdmRow; 8] = [
    CdmRow { name: "SEQ1M Q8T1 read", access: "read", block_kib: 1024, depth: 8 },
    CdmRow { name: "SEQ1M Q1T1 read", access: "read", block_kib: 1024, depth: 1 },
    CdmRow { name: "RND4K Q32T1 read", access: "randread", block_kib: 4, depth: 32 },
    CdmRow { name: "RND4K Q1T1 read", access: "randread", block_kib: 4, depth: 1 },
    CdmRow { name: "SEQ1M Q8T1 write", access: "write", block_kib: 1024, depth: 8 },
    CdmRow { name: "SEQ1M Q1T1 write", access: "write", block_kib: 1024, depth: 1 },
    CdmRow { name: "RND4K Q32T1 write", access: "randwrite", block_kib: 4, depth: 32 },
    CdmRow { name: "RND4K Q1T1 write", access: "randwrite", block_kib: 4, depth: 1 },
];
