//! Read-ahead: the bytes to read before a request for them.
//!
//! As Linux does it (`mm/readahead.c`, 6.1): a window starts small when reads seem sequential and doubles up to its
//! limit. A read of the window's marked page starts the next one. Left out: the search of the cache for interleaved
//! streams.

use std::ops::Range;

/// The read state of one descriptor.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadAhead {
    /// The last window.
    start: u64,
    size: u64,
    /// End of the last request.
    asked: u64,
    /// Reading this byte starts the next window; `None` without a window.
    mark: Option<u64>,
}

/// Limits of a queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) page: u64,
    /// `read_ahead_kb`.
    pub(crate) window: u64,
    /// `max_sectors_kb`.
    pub(crate) request: u64,
}

impl ReadAhead {
    /// The range to read for a request of the bytes from `at`, the start of a page, up to `end`, if none of them is
    /// cached.
    pub(crate) fn miss(&mut self, at: u64, end: u64, limits: Limits) -> Range<u64> {
        let wanted = end.next_multiple_of(limits.page) - at;
        let most = wanted.min(limits.request).max(limits.window);
        if self.mark.is_some() && at == self.start + self.size {
            return self.next(most);
        }
        let is_sequential = at == 0 || at / limits.page == self.asked / limits.page;
        if !is_sequential && wanted <= most {
            return at..at + wanted;
        }
        self.start = at;
        self.size = first_size(wanted, most);
        let read_later = if self.size > wanted { self.size - wanted } else { self.size };
        self.mark = Some(at + self.size - read_later);
        at..at + self.size
    }

    /// The next window, if a request for `read` contains the mark.
    pub(crate) fn pass(&mut self, read: Range<u64>, limits: Limits) -> Option<Range<u64>> {
        let is_met = self.mark.is_some_and(|mark| read.contains(&mark));
        is_met.then(|| self.next(limits.window))
    }

    /// Notes that a request was answered up to `end`.
    pub(crate) const fn answered(&mut self, end: u64) {
        self.asked = end;
    }

    fn next(&mut self, most: u64) -> Range<u64> {
        self.start += self.size;
        self.size = match self.size {
            small if small < most / 16 => small * 4,
            middle if middle <= most / 2 => middle * 2,
            _ => most,
        };
        self.mark = Some(self.start);
        self.start..self.start + self.size
    }
}

fn first_size(wanted: u64, most: u64) -> u64 {
    match wanted.next_power_of_two() {
        small if small <= most / 32 => small * 4,
        middle if middle <= most / 4 => middle * 2,
        _ => most,
    }
}
