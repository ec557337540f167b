//! Which pages are there, and which of them the drive does not have yet.

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
    /// Of what is kept, what has to be written and nobody has begun to.
    dirty: Ranges,
    dirty_since: Option<u64>,
    /// Where nothing is stored yet: a page that is written in part need not be read there.
    empty: Ranges,
    /// What was kept, oldest first.
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

    /// Since when something is dirty.
    pub(crate) const fn dirty_since(&self) -> Option<u64> {
        self.dirty_since
    }

    pub(crate) fn set_empty(&mut self, size: u64) {
        self.empty.clear();
        self.empty.insert(0..size.next_multiple_of(self.page));
    }

    /// Forgets every page; none may be dirty.
    pub(crate) fn forget(&mut self) {
        self.kept.clear();
        self.order.clear();
    }

    /// Where the pages that are there from `at` on end.
    pub(crate) fn reach(&self, at: u64) -> u64 {
        self.kept.reach(at)
    }

    /// Where pages are there again from `at` on.
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

    /// The pages that `range` lies in.
    pub(crate) fn around(&self, range: &Range<u64>) -> Range<u64> {
        let end = range.end.next_multiple_of(self.page).min(self.capacity);
        range.start / self.page * self.page..end
    }

    /// `range`, whole pages, was read or written.
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

    /// Drops what is oldest and clean.
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

    /// `range` was copied into its pages.
    pub(crate) fn soil(&mut self, range: &Range<u64>, now: u64) {
        let pages = self.around(range);
        self.empty.remove(pages.clone());
        self.dirty_since.get_or_insert(now);
        self.dirty.insert(pages.clone());
        self.keep(pages);
    }

    /// `range` holds nothing any more.
    pub(crate) fn drop_range(&mut self, range: Range<u64>) {
        self.dirty.remove(range.clone());
        self.kept.remove(range);
        self.note_clean();
    }

    /// Everything dirty in `range`, which is being written from now on.
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

    /// At most `most` bytes in one piece: the next dirty ones from `cursor` on, or from the beginning.
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
