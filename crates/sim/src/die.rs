//! The queue of a die that takes reads first: which times are taken, and when a read finds room.
//!
//! Source: B. Wu, X. He, *Reducing SSD Read Latency via NAND Flash Program and Erase Suspension*, FAST 2012 (reads before
//! waiting programs).
//! Limit: a program that is put off completes for the host when it would have without that.

use std::collections::VecDeque;

/// What ended so long before a command is not looked at any more: commands come a little out of order. Arbitrary.
const PAST_NS: u64 = 100_000_000;

/// Times of one die that are taken, each list in ascending order.
#[derive(Debug, Default)]
pub(crate) struct DieQueue {
    reads: VecDeque<(u64, u64)>,
    programs: VecDeque<(u64, u64)>,
}

impl DieQueue {
    /// A program takes its place behind all others.
    pub(crate) fn program(&mut self, start: u64, end: u64) {
        self.programs.push_back((start, end));
    }

    /// When a read of `time` that comes at `at` begins: behind the program that runs, or after `suspend` in the middle
    /// of it, and in the first gap between other reads. Programs that wait are put off.
    pub(crate) fn read(&mut self, at: u64, time: u64, suspend: Option<u64>) -> u64 {
        let is_past = |entry: &(u64, u64)| entry.1 + PAST_NS <= at;
        while self.reads.front().is_some_and(is_past) {
            self.reads.pop_front();
        }
        while self.programs.front().is_some_and(is_past) {
            self.programs.pop_front();
        }
        let mut start = at;
        let running = self.programs.iter().find(|(begin, end)| (*begin..*end).contains(&at));
        if let Some(&(_, end)) = running {
            start = suspend.map_or(end, |suspend| end.min(at + suspend));
        }
        for &(begin, end) in &self.reads {
            if begin < start + time && start < end {
                start = end;
            }
        }
        for (begin, end) in &mut self.programs {
            if *begin >= start {
                *begin += time;
            }
            if *end > start {
                *end += time;
            }
        }
        let place = self.reads.partition_point(|entry| entry.0 < start);
        self.reads.insert(place, (start, start + time));
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_goes_before_programs_that_wait_and_into_gaps_between_reads() {
        let mut queue = DieQueue::default();
        for program in 0..10 {
            queue.program(program * 1000, program * 1000 + 1000);
        }
        assert_eq!(queue.read(500, 100, None), 1000);
        // The programs behind are put off, and so is a read behind that one.
        assert_eq!(queue.read(1000, 100, None), 1100);
        assert_eq!(queue.read(2500, 100, Some(20)), 2520);
        let mut queue = DieQueue::default();
        assert_eq!(queue.read(5000, 100, None), 5000);
        assert_eq!(queue.read(1000, 100, None), 1000);
        assert_eq!(queue.read(4950, 100, None), 5100);
        assert_eq!(queue.read(1000, 3900, None), 1100);
    }

    #[test]
    fn no_two_reads_of_a_die_overlap() {
        let (mut queue, mut rng) = (DieQueue::default(), iogram_engine::Rng::new(3, 1));
        let mut taken: Vec<(u64, u64)> = Vec::new();
        for step in 0..2000 {
            let (at, time) = (step * 50 + rng.below(3000), 1 + rng.below(120));
            let start = queue.read(at, time, None);
            let is_free = |&(from, to): &(u64, u64)| to <= start || start + time <= from;
            assert!(start >= at && taken.iter().all(is_free), "step {step}");
            taken.push((start, start + time));
        }
    }
}
