//! Recorded requests replayed: the issue time of each, and the report.

use iogram_engine::{Altered, Feed, Recorded, mix, run_replay};
use iogram_model::{Replay, ReplayHow, ReplayRecord};

use crate::*;

/// A recording in memory, in batches of 7.
struct Requests(std::vec::IntoIter<Recorded>, Option<&'static str>);

impl Feed for Requests {
    fn next_batch(&mut self, batch: &mut Vec<Recorded>) -> Result<(), String> {
        batch.clear();
        batch.extend(self.0.by_ref().take(7));
        match self.1 {
            Some(why) if batch.is_empty() => Err(why.to_owned()),
            _ => Ok(()),
        }
    }

    fn altered(&self) -> Altered {
        Altered { rounded_count: 3, split_count: 5, left_out_count: 4 }
    }
}

/// Serves each request in its own time, any number at once, and records each.
struct Uneven {
    now: Nanos,
    seed: u64,
    out: Vec<(Nanos, u32)>,
    /// By place: issue time and completion time.
    seen: Vec<(u64, u64)>,
    /// Places in the order of issue.
    order: Vec<usize>,
    deepest: usize,
}

impl Uneven {
    fn new(seed: u64, count: usize) -> Self {
        let (out, order) = (Vec::new(), Vec::new());
        let seen = vec![(u64::MAX, 0); count];
        Self { now: Nanos(5), seed, out, seen, order, deepest: 0 }
    }

    fn service_ns(&self, place: u64) -> u64 {
        1 + mix(self.seed ^ mix(place)) % 5_000
    }
}

impl Target for Uneven {
    fn geometry(&self) -> Geometry {
        Geometry {
            capacity: Bytes(1 << 40),
            logical_block_size: Bytes(512),
            physical_block_size: None,
        }
    }
    fn now(&self) -> Nanos {
        self.now
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }
    fn prepare(&mut self, _: &[Request]) {}
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        for request in batch {
            let place = request.offset / 4096;
            let at = self.now + Nanos(self.service_ns(place));
            self.out.push((at, request.slot));
            let place = usize::try_from(place).expect("it is small");
            assert_eq!(self.seen[place].0, u64::MAX, "each is issued once");
            self.seen[place] = (self.now.0, at.0);
            self.order.push(place);
        }
        self.deepest = self.deepest.max(self.out.len());
        Ok(())
    }
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let next = self.out.iter().map(|(at, _)| *at).min().expect("something is out");
        self.now = self.now.max(next.min(until));
        let now = self.now;
        self.out.retain(|&(at, slot)| {
            if at <= now {
                done.push(Completion { slot, at, result: Ok(4096) });
            }
            at > now
        });
        Ok(())
    }
    fn rest_until(&mut self, at: Nanos) {
        self.now = self.now.max(at);
    }
}

fn cell(how: &str, depth: u32, data: Stop) -> Cell {
    let how: ReplayHow = how.parse().expect("it is one");
    let replay =
        Some(Replay { trace: "a".to_owned(), how, load: None, digest: None, program: None });
    let stop = Stop { count: Some(1), ..data };
    Cell::new("replay", Workload { replay, depth, stop, ..reads(1, 1) })
}

/// Replays `requests` on `target`.
fn replay(cell: &Cell, requests: Requests, target: &mut Uneven) -> CellRecord {
    let collector = Collector::new(1).watching(cell);
    let (control, pending) = (Control::default(), Pending::default());
    let start = target.now();
    let shared = Shared {
        cell,
        collector: &collector,
        control: &control,
        start,
        zones: None,
        flow: None,
    };
    let outcome = run_replay(target, Box::new(requests), shared, &pending);
    record_of((cell, start), Vec::new(), &[outcome], &collector)
}

fn told(record: &CellRecord) -> ReplayRecord {
    record.engine.replay.clone().expect("a recording was made again")
}

/// A recording of `count` requests of 4 KiB at distinct places; for some the completion time is unknown.
fn random(seed: u64, count: usize, unknown_per_100: u64) -> Vec<Recorded> {
    let mut issued_ns = 0;
    let dice = |what: u64, at: usize| mix(seed ^ mix(at as u64 ^ (what << 32)));
    (0..count)
        .map(|at| {
            // Often several at the same moment.
            issued_ns += [0, 0, 1, 50, 400, 3_000][(dice(1, at) % 6) as usize];
            let is_known = dice(2, at) % 100 >= unknown_per_100;
            let latency = [0, 1, 100, 700, 6_000][(dice(3, at) % 5) as usize];
            Recorded {
                issued_ns: if at == 0 { 0 } else { issued_ns },
                completed_ns: is_known.then_some(issued_ns + latency),
                offset: at as u64 * 4096,
                length: 4096,
                kind: OpKind::Read,
                is_fua: false,
            }
        })
        .collect()
}

#[test]
fn as_fast_as_possible_no_request_overtakes_one_that_it_waited_for() {
    let mut waits = 0_u64;
    for seed in 0..10_000 {
        let count = 1 + (mix(seed) % 60) as usize;
        let requests = random(seed, count, if seed % 3 == 0 { 10 } else { 0 });
        let depth = 1 + (mix(seed ^ 1) % 40) as u32;
        let cell = cell("as-fast-as-possible,idle=25ms", depth, Stop::default());
        let mut target = Uneven::new(seed, count);
        let record = replay(&cell, Requests(requests.clone().into_iter(), None), &mut target);
        assert_eq!(record.state, CellState::Completed);
        assert_eq!(told(&record).count, count as u64);
        assert!(target.deepest <= depth as usize);
        assert!(target.order.is_sorted(), "in the order of the recording");
        for (at, request) in requests.iter().enumerate() {
            for (before, other) in requests[..at].iter().enumerate() {
                let done_ns = other.completed_ns.unwrap_or(other.issued_ns);
                if done_ns > request.issued_ns {
                    continue;
                }
                waits += 1;
                let (issued, completed) = (target.seen[at].0, target.seen[before].1);
                assert!(issued >= completed, "seed {seed}: {at} overtook {before}");
            }
        }
    }
    assert!(waits > 1_000_000, "there was something to wait for: {waits}");
}

#[test]
fn as_fast_as_possible_nothing_waits_longer_than_it_has_to() {
    for seed in 0..300 {
        let requests = random(seed, 50, 0);
        let cell = cell("as-fast-as-possible", 64, Stop::default());
        let mut target = Uneven::new(seed, 50);
        replay(&cell, Requests(requests.clone().into_iter(), None), &mut target);
        for at in 1..requests.len() {
            let waited_for = requests[..at]
                .iter()
                .enumerate()
                .filter(|(_, other)| other.completed_ns.unwrap() <= requests[at].issued_ns)
                .map(|(before, _)| target.seen[before].1);
            // Not before the previous one, which preserves the order.
            let earliest = waited_for.chain([target.seen[at - 1].0]).max().unwrap();
            assert_eq!(target.seen[at].0, earliest.max(5), "seed {seed}, request {at}");
        }
    }
}

#[test]
fn as_recorded_each_goes_at_its_time_and_idle_times_are_cut() {
    let times = [0, 1_000, 1_000, 2_000_000, 2_000_500, 9_000_000];
    let requests = |times: &[u64]| {
        let made = times.iter().enumerate().map(|(at, &issued_ns)| Recorded {
            issued_ns,
            completed_ns: Some(issued_ns + 300),
            offset: at as u64 * 4096,
            length: 4096,
            kind: OpKind::Write,
            is_fua: false,
        });
        Requests(made.collect::<Vec<_>>().into_iter(), None)
    };
    for (how, expected, cut_ns) in [
        ("as-recorded", times, 0),
        ("as-recorded,idle=1ms", [0, 1_000, 1_000, 1_001_000, 1_001_500, 2_001_500], 6_998_500),
        ("faster=2", times.map(|time| time / 2), 0),
        ("faster=0.5", times.map(|time| time * 2), 0),
    ] {
        let mut target = Uneven::new(1, times.len());
        let record = replay(&cell(how, 8, Stop::default()), requests(&times), &mut target);
        let issued: Vec<_> = target.seen.iter().map(|(at, _)| at - 5).collect();
        assert_eq!(issued, expected, "{how}");
        let told = told(&record);
        assert_eq!(told.idle_cut_ns, cut_ns, "{how}");
        assert_eq!(told.schedule_ns, expected.last().copied(), "{how}");
        assert_eq!(told.late_ns.unwrap().max, 0, "{how}");
        let recorded = &told.recorded[0];
        assert_eq!((recorded.operation, recorded.count), (OpKind::Write, 6));
        assert_eq!((recorded.latency_ns.min, recorded.latency_ns.max), (300, 300));
        assert_eq!(told.recorded_elapsed_ns, Some(9_000_300 - cut_ns), "{how}");
        // The second and the third are outstanding together, the fourth and the fifth one after the other.
        assert_eq!(told.recorded_busy_ns, Some(5 * 300), "{how}");
        assert_eq!((told.rounded_count, told.left_out_count), (3, 4));
    }
}

#[test]
fn a_request_that_finds_no_place_is_late_and_its_latency_says_so() {
    // Two at the same time, and one slot for them.
    let requests = random(1, 2, 0).into_iter().map(|it| Recorded { issued_ns: 0, ..it });
    let mut target = Uneven::new(1, 2);
    let (first, second) = (target.service_ns(0), target.service_ns(1));
    let requests = Requests(requests.collect::<Vec<_>>().into_iter(), None);
    let record = replay(&cell("as-recorded", 1, Stop::default()), requests, &mut target);
    let told = told(&record);
    assert_eq!(told.late_ns.unwrap().max, first);
    assert_eq!(told.busy_ns, first + second);
    let read = record.operations.read.unwrap();
    assert_eq!(read.latency_ns.max, first + second, "from when it was due");
    assert_eq!(read.service.unwrap().latency_ns.max, first.max(second));
    assert_eq!(record.engine.pacing, iogram_model::Loop::Open);
}

#[test]
fn a_recording_that_breaks_off_ends_the_cell_with_what_there_was() {
    let requests = Requests(random(2, 30, 0).into_iter(), Some("the file is cut off"));
    let mut target = Uneven::new(2, 30);
    let record = replay(&cell("as-recorded", 8, Stop::default()), requests, &mut target);
    assert_eq!(record.state, CellState::Interrupted);
    assert_eq!(told(&record).count, 30);
    assert_eq!(record.operations.read.unwrap().count, 30, "what was out is waited for");
}

#[test]
fn a_time_ends_a_recording() {
    let stop = Stop { time: Some(Nanos(5_000)), ..Stop::default() };
    let made = (0..100_u64).map(|at| Recorded {
        issued_ns: at * 100,
        completed_ns: None,
        offset: at * 4096,
        length: 4096,
        kind: OpKind::Read,
        is_fua: false,
    });
    let requests = Requests(made.collect::<Vec<_>>().into_iter(), None);
    let mut target = Uneven::new(2, 100);
    let record = replay(&cell("as-recorded", 64, stop), requests, &mut target);
    assert_eq!(record.state, CellState::Completed);
    let told = told(&record);
    assert_eq!((told.count, told.recorded_elapsed_ns, told.recorded.len()), (50, None, 0));
}
