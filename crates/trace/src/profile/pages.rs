//! The set of touched pages, and of pages that were read before they were written.

use std::collections::BTreeMap;

/// Bytes of a page.
const PAGE: u64 = 4096;
/// Pages of a chunk: the bits of a word.
const CHUNK_PAGES: u64 = 64;

/// One bit a page: whether it was touched, and whether the first touch was a read.
#[derive(Debug, Clone, Copy, Default)]
struct Chunk {
    touched: u64,
    read_first: u64,
}

/// The pages of a drive.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    chunks: BTreeMap<u64, Chunk>,
}

impl Pages {
    /// Marks the bytes from `start` up to but not including `end` as read or written. A partly touched page counts as
    /// a whole one.
    pub(crate) fn touch(&mut self, start: u64, end: u64, is_read: bool) {
        let (mut page, end_page) = (start / PAGE, end.div_ceil(PAGE));
        while page < end_page {
            let (chunk, first) = (page / CHUNK_PAGES, page % CHUNK_PAGES);
            let count = end_page.saturating_sub(page).min(CHUNK_PAGES.saturating_sub(first));
            let ones = u64::MAX
                .checked_shr(u32::try_from(CHUNK_PAGES.saturating_sub(count)).unwrap_or(0));
            let bits = ones.unwrap_or(0) << first;
            let known = self.chunks.entry(chunk).or_default();
            if is_read {
                known.read_first |= bits & !known.touched;
            }
            known.touched |= bits;
            page = page.saturating_add(count);
        }
    }

    /// Calls a function with each untouched part from `start` up to but not including `end`, in whole pages.
    pub(crate) fn for_each_untouched(
        &self,
        start: u64,
        end: u64,
        mut to: impl FnMut(u64, u64),
    ) {
        let mut begin: Option<u64> = None;
        let end_page = end.div_ceil(PAGE);
        for page in start / PAGE..end_page {
            let chunk = self.chunks.get(&(page / CHUNK_PAGES));
            let bit = 1_u64 << (page % CHUNK_PAGES);
            match (chunk.is_some_and(|chunk| chunk.touched & bit != 0), begin) {
                (false, None) => begin = Some(page),
                (true, Some(first)) => {
                    to(first.saturating_mul(PAGE), page.saturating_mul(PAGE));
                    begin = None;
                }
                _ => {}
            }
        }
        if let Some(first) = begin {
            to(first.saturating_mul(PAGE), end_page.saturating_mul(PAGE));
        }
    }

    pub(super) fn touched_bytes(&self) -> u64 {
        self.bytes(|chunk| chunk.touched)
    }

    pub(super) fn read_first_bytes(&self) -> u64 {
        self.bytes(|chunk| chunk.read_first)
    }

    fn bytes(&self, bits: impl Fn(&Chunk) -> u64) -> u64 {
        let count = |chunk: &Chunk| u64::from(bits(chunk).count_ones()).saturating_mul(PAGE);
        self.chunks.values().fold(0, |sum, chunk| sum.saturating_add(count(chunk)))
    }
}
