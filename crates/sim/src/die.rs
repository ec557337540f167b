//! The queue of a die that prioritises reads: its busy times, and the start of each read.
//!
//! Source: B. Wu, X. He, *Reducing SSD Read Latency via NAND Flash Program and Erase Suspension*, FAST 2012 (reads
//! before waiting programs). Limit: for the host, a postponed program completes at the time without the delay.

use std::collections::VecDeque;

/// Entries that ended this long before a command are dropped: commands come slightly out of order. Arbitrary.
const PAST_NS: u64 = 100_000_000;

/// Busy times of one die, each list in ascending order.
#[derive(Debug, Default)]
pub(crate) struct DieQueue {
    reads: VecDeque<(u64, u64)>,
    programs: VecDeque<(u64, u64)>,
}

impl DieQueue {
    /// Queues a program behind all others.
    pub(crate) fn program(&mut self, start: u64, end: u64) {
        self.programs.push_back((start, end));
    }

    /// Start of a read of `time` that arrives at `at`: after the running program, or after `suspend` within it, in
    /// the first gap between other reads. Waiting programs are postponed.
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
        // The programs behind it are postponed, and so is a read behind such a program.
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
