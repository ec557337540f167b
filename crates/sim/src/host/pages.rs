//! The cached pages, and those of them that the drive does not have yet.

use std::collections::VecDeque;
use std::ops::Range;

use super::KEPT;
use crate::ranges::Ranges;

/// The pages of one drive.
#[derive(Debug)]
pub(crate) struct Pages {
    page: u64,
    capacity: u64,
    kept: Ranges,
    /// Cached pages that need a write and have none running.
    dirty: Ranges,
    dirty_since: Option<u64>,
    /// Places without data: a partly written page there needs no read.
    empty: Ranges,
    /// The cached pages, oldest first.
    order: VecDeque<Range<u64>>,
}

impl Pages {
    pub(crate) const fn new(page: u64, capacity: u64) -> Self {
        Self {
            page,
            capacity,
            kept: Ranges::new(),
            dirty: Ranges::new(),
            dirty_since: None,
            empty: Ranges::new(),
            order: VecDeque::new(),
        }
    }

    pub(crate) const fn page(&self) -> u64 {
        self.page
    }

    pub(crate) const fn capacity(&self) -> u64 {
        self.capacity
    }

    pub(crate) const fn is_unused(&self) -> bool {
        self.kept.is_empty()
    }

    pub(crate) const fn dirty_bytes(&self) -> u64 {
        self.dirty.total()
    }

    /// The time since which some page has been dirty.
    pub(crate) const fn dirty_since(&self) -> Option<u64> {
        self.dirty_since
    }

    pub(crate) fn set_empty(&mut self, size: u64) {
        self.empty.clear();
        self.empty.insert(0..size.next_multiple_of(self.page));
    }

    /// Drops every page; none may be dirty.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
        self.order.clear();
    }

    /// End of the contiguous cached pages from `at` on.
    pub(crate) fn reach(&self, at: u64) -> u64 {
        self.kept.reach(at)
    }

    /// Start of the next cached pages from `at` on.
    pub(crate) fn next_kept(&self, at: u64) -> u64 {
        self.kept.next(at).map_or(u64::MAX, |range| range.start)
    }

    /// The page that has to be read before `range` can be copied into it: one that it covers in part.
    pub(crate) fn missing(&self, range: &Range<u64>) -> Option<Range<u64>> {
        let first = range.start / self.page * self.page;
        let last = range.end / self.page * self.page;
        let is_partial = |page: u64| page < range.start || page + self.page > range.end;
        [first, last].into_iter().find_map(|page| {
            let whole = page..(page + self.page).min(self.capacity);
            let is_needed = page < range.end
                && is_partial(page)
                && !(page >= range.start && range.end >= self.capacity)
                && !self.kept.contains(&whole)
                && !self.empty.contains(&whole);
            is_needed.then_some(whole)
        })
    }

    /// The pages that contain `range`.
    pub(crate) fn around(&self, range: &Range<u64>) -> Range<u64> {
        let end = range.end.next_multiple_of(self.page).min(self.capacity);
        range.start / self.page * self.page..end
    }

    /// Adds `range`, whole pages, after a read or a write.
    pub(crate) fn keep(&mut self, range: Range<u64>) {
        if self.kept.contains(&range) {
            return;
        }
        self.kept.insert(range.clone());
        match self.order.back_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.order.push_back(range),
        }
        self.evict();
    }

    /// Drops the oldest clean pages.
    fn evict(&mut self) {
        let mut tries = self.order.len();
        while self.kept.total() > KEPT && tries > 0 {
            tries -= 1;
            let Some(mut oldest) = self.order.pop_front() else { return };
            let excess = self.kept.total() - KEPT;
            let cut = oldest.end.min(oldest.start + excess.next_multiple_of(self.page));
            let rest = cut..oldest.end;
            oldest.end = cut;
            if self.dirty.next(oldest.start).is_some_and(|it| it.start < oldest.end) {
                self.order.push_back(oldest);
            } else {
                self.kept.remove(oldest);
            }
            if !rest.is_empty() {
                self.order.push_front(rest);
            }
        }
    }

    /// Marks the pages of `range` as dirty after a copy.
    pub(crate) fn soil(&mut self, range: &Range<u64>, now: u64) {
        let pages = self.around(range);
        self.empty.remove(pages.clone());
        self.dirty_since.get_or_insert(now);
        self.dirty.insert(pages.clone());
        self.keep(pages);
    }

    /// Removes `range`, which holds no data any more.
    pub(crate) fn drop_range(&mut self, range: Range<u64>) {
        self.dirty.remove(range.clone());
        self.kept.remove(range);
        self.note_clean();
    }

    /// Takes all dirty pages of `range`, whose write begins now.
    pub(crate) fn take_dirty(&mut self, range: Range<u64>) -> Vec<Range<u64>> {
        let mut taken = Vec::new();
        while let Some(part) = self.dirty.next(range.start).filter(|it| it.start < range.end) {
            let part = part.start..part.end.min(range.end);
            self.dirty.remove(part.clone());
            taken.push(part);
        }
        self.note_clean();
        taken
    }

    /// Takes the next contiguous dirty pages, at most `most` bytes: from `cursor` on, or from the beginning.
    pub(crate) fn take_next_dirty(&mut self, cursor: u64, most: u64) -> Option<Range<u64>> {
        let range = self.dirty.next(cursor).or_else(|| self.dirty.next(0))?;
        let part = range.start..range.end.min(range.start + most);
        self.dirty.remove(part.clone());
        self.note_clean();
        Some(part)
    }

    fn note_clean(&mut self) {
        if self.dirty.is_empty() {
            self.dirty_since = None;
        }
    }
}
