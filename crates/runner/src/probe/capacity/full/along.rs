//! Speed along the capacity, in equal parts.

use iogram_model::{Nanos, Stretch};

use super::CHUNK;

/// Parts of the drive with separate speeds. Arbitrary: more than the columns of a chart.
const STRETCH_COUNT: u64 = 512;

/// The parts so far.
#[derive(Debug)]
pub(super) struct Along {
    size: u64,
    pub(super) stretches: Vec<Stretch>,
}

impl Along {
    /// Starts with the known `stretches`.
    pub(super) fn new(capacity: u64, stretches: Vec<Stretch>) -> Self {
        let size = capacity.div_ceil(STRETCH_COUNT).next_multiple_of(CHUNK);
        Self { size, stretches }
    }

    pub(super) fn note_write(&mut self, at: u64, length: u64, time: Nanos) {
        let start = at / self.size * self.size;
        if self.stretches.last().is_none_or(|last| last.start_bytes != start) {
            self.stretches.push(Stretch {
                start_bytes: start,
                size_bytes: 0,
                write_ns: 0,
                write_max_ns: 0,
                read_ns: None,
                read_max_ns: None,
            });
        }
        if let Some(last) = self.stretches.last_mut() {
            last.size_bytes += length;
            last.write_ns += time.0;
            last.write_max_ns = last.write_max_ns.max(time.0);
        }
    }

    pub(super) fn note_read(&mut self, at: u64, time: Nanos) {
        let start = at / self.size * self.size;
        if let Ok(index) = self.stretches.binary_search_by_key(&start, |it| it.start_bytes) {
            let stretch = &mut self.stretches[index];
            stretch.read_ns = Some(stretch.read_ns.unwrap_or(0) + time.0);
            stretch.read_max_ns = Some(stretch.read_max_ns.unwrap_or(0).max(time.0));
        }
    }
}
