//! One job's stream of requests: the next request, its due time, and the end.

use iogram_model::{
    Again, Bytes, JobLayout, Nanos, OpKind, OpMix, SyncCall, SyncPolicy, Workload,
};

use crate::address::Addresses;
use crate::collect::Overdue;
use crate::repeats::Repeats;
use crate::rng::{Rng, mix};
use crate::schedule::Schedule;
use crate::segments::SegmentMap;
use crate::sizes::{OwnSizes, Sizes};
use crate::span::Span;
use crate::target::{Geometry, Request};

/// Overdue requests that are counted one by one; the rest is estimated, so that a cell with an absurd rate ends.
/// Arbitrary: a tenth of a second.
const OVERDUE_EXACT_MAX: u32 = 1 << 20;

/// A place for one outstanding request of a job.
pub(crate) type Slot = u32;

/// The next step of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// A request was handed over, with the time from which its latency counts in an open loop.
    Request,
    /// Nothing before this time.
    NotBefore(Nanos),
    /// Nothing before an outstanding request completes.
    Blocked,
    /// Nothing more.
    Done,
}

/// The stream of one job.
#[derive(Debug)]
pub(crate) struct Generator {
    addresses: Addresses,
    rng: Rng,
    sizes: Sizes,
    /// Set if the kinds have different sizes.
    own_sizes: Option<OwnSizes>,
    mix: OpMix,
    kind_fixed: Option<OpKind>,
    /// Whether only writes are generated, and those as reads.
    reads_written: bool,
    sync: SyncPolicy,
    is_fsync: bool,
    data: iogram_model::DataPattern,
    salt: u64,
    /// Set if writes may repeat the data of the one before.
    repeats: Option<Box<Repeats>>,
    /// Difference between the salts of consecutive requests.
    salt_step: u64,
    amount_left: u64,
    count_left: u64,
    deadline: Option<Nanos>,
    writes_until_sync: u32,
    schedule: Option<Schedule>,
    is_done: bool,
}

impl Generator {
    /// The stream of job `job` of `workload` on a target of this shape, starting at `start`.
    pub(crate) fn new(workload: &Workload, geometry: Geometry, job: u32, start: Nanos) -> Self {
        let jobs = u64::from(workload.jobs);
        let lane = u64::from(job);
        let seed = mix(workload.seed);
        let largest = workload.block.largest().0;
        let span = span(workload, geometry.capacity, lane, jobs);
        // Lanes that share a permutation share its order; everything else is separate.
        let order_seed = match workload.layout {
            JobLayout::Shared => seed,
            JobLayout::Sliced | JobLayout::Alike => seed ^ mix(lane + 1),
        };
        let every = match workload.sync {
            SyncPolicy::Every(count) => count,
            _ => 0,
        };
        let (salt, salt_step) = salts(workload, lane);
        let written = match workload.again {
            Some(Again::Written(read)) => Some(OpMix { read, ..OpMix::default() }),
            _ => None,
        };
        let mix = written.unwrap_or(workload.mix);
        Self {
            addresses: Addresses::new(&workload.access, span, largest, order_seed)
                .over(SegmentMap::of(&workload.region, geometry.capacity)),
            rng: Rng::new(workload.seed, lane),
            sizes: Sizes::of(&workload.block, OpKind::Read),
            own_sizes: OwnSizes::new(&workload.block),
            mix,
            kind_fixed: kind_fixed(mix),
            reads_written: written.is_some(),
            sync: workload.sync,
            is_fsync: workload.sync_call == SyncCall::Fsync,
            data: workload.data,
            salt,
            repeats: Repeats::of(workload, lane, salt),
            salt_step,
            amount_left: workload.stop.amount.map_or(u64::MAX, |Bytes(a)| share(a, lane, jobs)),
            count_left: workload.stop.count.map_or(u64::MAX, |c| share(c, lane, jobs)),
            deadline: workload.stop.time.map(|time| start + workload.ramp + time),
            writes_until_sync: every,
            schedule: Schedule::new(workload.pacing, lane, jobs, start, workload.seed),
            is_done: false,
        }
    }

    /// Determines the next step at `now` with `slot` free; a request goes to `take`. Inlined and with a callback,
    /// because a request returned through memory is read back before it is written: a third of the engine's floor.
    #[inline(always)]
    pub(crate) fn next(
        &mut self,
        slot: Slot,
        now: Nanos,
        take: impl FnOnce(Request, Nanos),
    ) -> Next {
        if self.is_done || self.deadline.is_some_and(|deadline| now >= deadline) {
            self.is_done = true;
            return Next::Done;
        }
        let due = match &self.schedule {
            None => now,
            Some(schedule) => schedule.due,
        };
        // A request due after the end is never issued.
        if self.deadline.is_some_and(|deadline| due >= deadline) {
            self.is_done = true;
            return Next::Done;
        }
        if due > now {
            return Next::NotBefore(due);
        }
        self.next_due(slot, due, take)
    }

    /// Takes the next request, whenever it is due; the caller keeps it until then.
    #[inline(never)]
    pub(crate) fn claim(&mut self, slot: Slot, now: Nanos) -> Option<(Request, Nanos)> {
        let due = self.schedule.as_ref().map_or(now, |schedule| schedule.due);
        let mut found = None;
        self.next(slot, now.max(due), |request, due| found = Some((request, due)));
        found
    }

    #[inline(always)]
    fn next_due(&mut self, slot: Slot, due: Nanos, take: impl FnOnce(Request, Nanos)) -> Next {
        // A flush of the sync policy belongs to the write before it: it uses no slot of the schedule and no count.
        if self.sync_is_due() {
            take(self.flush(slot), due);
            return Next::Request;
        }
        let (known, length) = self.length();
        // A remainder of the amount below one block is not requested: it would be a request of another size.
        if self.count_left == 0 || self.amount_left < length {
            self.is_done = true;
            return Next::Done;
        }
        self.count_left -= 1;
        let kind = known.unwrap_or_else(|| self.kind());
        if let Some(schedule) = &mut self.schedule {
            schedule.advance();
        }
        if kind == OpKind::Flush {
            take(self.flush(slot), due);
            return Next::Request;
        }
        assert!(length <= self.amount_left, "no more is moved than was asked for");
        self.amount_left -= length;
        let offset = self.addresses.next(length, &mut self.rng);
        let (kind, length, offset) = match self.reads_written {
            false => (kind, length, offset),
            true => match self.next_written(kind, (length, offset)) {
                Some((length, offset)) => (OpKind::Read, length, offset),
                None => return Next::Done,
            },
        };
        if kind == OpKind::Write && self.writes_until_sync > 0 {
            self.writes_until_sync -= 1;
        }
        let salt = self.next_salt(kind);
        let request = Request {
            slot,
            length: u32::try_from(length).expect("block sizes are checked to be at most 1 GiB"),
            offset,
            salt,
            data: self.data,
            kind,
            is_fua: kind == OpKind::Write && self.sync == SyncPolicy::Dsync,
            is_full_sync: false,
        };
        take(request, due);
        Next::Request
    }

    /// The first place, from this one on, that the cell whose writes are read has written; `None` if there are no
    /// more. Skipped requests count towards the limits, as they did there.
    #[inline(never)]
    fn next_written(
        &mut self,
        mut kind: OpKind,
        (mut length, mut offset): (u64, u64),
    ) -> Option<(u64, u64)> {
        while kind != OpKind::Write {
            let (known, next) = self.length();
            if self.count_left == 0 || self.amount_left < next {
                self.is_done = true;
                return None;
            }
            self.count_left -= 1;
            self.amount_left -= next;
            kind = known.unwrap_or_else(|| self.kind());
            length = next;
            offset = self.addresses.next(length, &mut self.rng);
        }
        Some((length, offset))
    }

    /// The salt that determines the data of the next request: no other request has the same, unless the workload asks
    /// for repeats.
    #[inline]
    fn next_salt(&mut self, kind: OpKind) -> u64 {
        self.salt = self.salt.wrapping_add(self.salt_step);
        match &mut self.repeats {
            Some(repeats) if kind == OpKind::Write => repeats.next(self.salt),
            _ => self.salt,
        }
    }

    /// A write at this place.
    pub(crate) fn write_at(&mut self, slot: Slot, (offset, length): (u64, u32)) -> Request {
        Request {
            slot,
            length,
            offset,
            salt: self.next_salt(OpKind::Write),
            data: self.data,
            kind: OpKind::Write,
            is_fua: self.sync == SyncPolicy::Dsync,
            is_full_sync: false,
        }
    }

    /// Returns bytes of the last request that were not requested.
    pub(crate) fn give_back(&mut self, bytes: u64) {
        self.amount_left = self.amount_left.saturating_add(bytes);
    }

    /// A flush that uses `slot`.
    pub(crate) fn flush(&self, slot: Slot) -> Request {
        Request {
            slot,
            length: 0,
            offset: 0,
            salt: 0,
            data: self.data,
            kind: OpKind::Flush,
            is_fua: false,
            is_full_sync: self.is_fsync,
        }
    }

    /// Whether the workload's time limit has passed.
    pub(crate) fn is_over(&self, now: Nanos) -> bool {
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Counts the requests of an open loop that were due by `now` and before the time limit, and were never issued.
    #[cold]
    pub(crate) fn count_overdue(&mut self, now: Nanos, overdue: &mut Overdue) {
        let end = self.deadline.map_or(now, |deadline| deadline.min(now));
        for _ in 0..OVERDUE_EXACT_MAX {
            let Some(due) = self.overdue_since(end) else { return };
            let (known, length) = self.length();
            if self.count_left == 0 || self.amount_left < length {
                return;
            }
            // Drawn as if they had been issued: kinds and sizes have the requested shares.
            (self.count_left, self.amount_left) =
                (self.count_left - 1, self.amount_left - length);
            let kind = known.unwrap_or_else(|| self.kind());
            overdue.note(kind, now.saturating_sub(due), 1);
            self.schedule.iter_mut().for_each(Schedule::advance);
        }
        self.estimate_overdue((now, end), overdue);
    }

    /// When the next request was due, if that is before `end`.
    fn overdue_since(&self, end: Nanos) -> Option<Nanos> {
        self.schedule.as_ref().map(|schedule| schedule.due).filter(|&due| due < end)
    }

    /// Estimates the rest if there are very many: evenly over the time, and in the requested shares.
    fn estimate_overdue(&mut self, (now, end): (Nanos, Nanos), overdue: &mut Overdue) {
        const STEPS: u64 = 4096;
        let Some(schedule) = &self.schedule else { return };
        let (first, mean_length) = (schedule.due, self.sizes.first().max(1));
        let all =
            schedule.overdue(end).min(self.count_left).min(self.amount_left / mean_length);
        let time = end.saturating_sub(first).0;
        for step in 0..STEPS {
            let part = |step: u64| u128::from(all) * u128::from(step) / u128::from(STEPS);
            let times = u64::try_from(part(step + 1) - part(step)).unwrap_or(u64::MAX);
            let due = first + Nanos(time / STEPS * step);
            overdue.note(self.kind(), now.saturating_sub(due), times);
        }
    }

    /// Whether a flush is due after the requested number of writes; taking it restarts the count.
    fn sync_is_due(&mut self) -> bool {
        match self.sync {
            SyncPolicy::Every(count) if self.writes_until_sync == 0 => {
                self.writes_until_sync = count;
                true
            }
            _ => false,
        }
    }

    /// The length of the next request, and its kind if that determines the length. Otherwise the kind is drawn
    /// afterwards: drawn before, all cells of a seed would generate other requests than in earlier versions.
    #[inline]
    fn length(&mut self) -> (Option<OpKind>, u64) {
        if self.own_sizes.is_none() {
            return (None, self.sizes.draw(&mut self.rng));
        }
        self.kind_and_length()
    }

    #[inline(never)]
    fn kind_and_length(&mut self) -> (Option<OpKind>, u64) {
        let kind = self.kind();
        let own = self.own_sizes.as_ref();
        (Some(kind), own.map_or(0, |own| own.draw(kind, &mut self.rng)))
    }

    #[inline]
    fn kind(&mut self) -> OpKind {
        if let Some(kind) = self.kind_fixed {
            return kind;
        }
        let mut ticket = self.rng.below(1000);
        for (kind, share) in [
            (OpKind::Read, self.mix.read),
            (OpKind::Discard, self.mix.discard),
            (OpKind::Flush, self.mix.flush),
        ] {
            let share = u64::from(share.0);
            if ticket < share {
                return kind;
            }
            ticket -= share;
        }
        OpKind::Write
    }
}

/// The first salt of a job's requests, and the step between them.
fn salts(workload: &Workload, lane: u64) -> (u64, u64) {
    let seed = mix(workload.seed);
    if workload.data.is_known_by_place() {
        // The data follows from the place alone, whoever writes it.
        return (mix(seed ^ 0x0070_6C61_6365_6400), 0);
    }
    // An odd step, 2^64 divided by the golden ratio, visits every value once: no two requests of a job have the same
    // data, which a drive with deduplication would not store twice.
    (mix(seed ^ mix(lane ^ 0x0064_6174_6100)), 0x9E37_79B9_7F4A_7C15)
}

/// The only kind that occurs, if there is just one.
fn kind_fixed(mix: OpMix) -> Option<OpKind> {
    [
        (OpKind::Read, mix.read),
        (OpKind::Discard, mix.discard),
        (OpKind::Flush, mix.flush),
        (OpKind::Write, mix.write()),
    ]
    .into_iter()
    .find_map(|(kind, share)| (share.0 == 1000).then_some(kind))
}

/// The bytes that one job works on. Slices are whole blocks of the largest size.
fn span(workload: &Workload, capacity: Bytes, lane: u64, lanes: u64) -> Span {
    let start = workload.region.start.resolve(capacity).0;
    let end = workload.region.end.resolve(capacity).0.min(capacity.0);
    // A region in percent need not begin at a block; direct I/O has to.
    let align = workload.block.smallest().0;
    // Rounded up: rounded down, a region could begin in the bytes before it, which must stay untouched.
    let start = start.next_multiple_of(align);
    let (start, size) = match workload.region.segments {
        // All segments in one row; each request looks up its segment.
        Some(_) => (0, SegmentMap::of(&workload.region, capacity).map_or(0, |map| map.size())),
        None => (start, end.saturating_sub(start)),
    };
    match workload.layout {
        JobLayout::Shared => Span { start, size, lane, lanes },
        JobLayout::Alike => Span { start, size, lane: 0, lanes: 1 },
        JobLayout::Sliced => {
            let block = workload.block.largest().0;
            let slice = size / lanes / block * block;
            Span { start: start + slice * lane, size: slice, lane: 0, lanes: 1 }
        }
    }
}

/// The bytes of the smallest part of a job, for a check before a cell starts.
pub(crate) fn span_size(workload: &Workload, capacity: Bytes) -> Bytes {
    Bytes(span(workload, capacity, 0, u64::from(workload.jobs)).size)
}

/// One lane's part of `whole`; the parts add up to it.
fn share(whole: u64, lane: u64, lanes: u64) -> u64 {
    whole / lanes + u64::from(lane < whole % lanes)
}

#[cfg(test)]
mod tests {
    use iogram_model::{Access, Blocks, Permille, Stop};

    use super::*;

    const GEOMETRY: Geometry = Geometry {
        capacity: Bytes(1 << 30),
        logical_block_size: Bytes(512),
        physical_block_size: None,
    };

    fn requests(workload: &Workload, job: u32, count: usize) -> Vec<Request> {
        let mut generator = Generator::new(workload, GEOMETRY, job, Nanos(0));
        std::iter::from_fn(|| {
            let mut found = None;
            generator.next(0, Nanos(0), |request, _| found = Some(request));
            found
        })
        .take(count)
        .collect()
    }

    fn writes() -> Workload {
        let mix = OpMix { read: Permille(0), ..OpMix::default() };
        Workload { mix, access: Access::Sequential, ..Workload::default() }
    }

    #[test]
    fn an_amount_is_never_exceeded_and_split_over_jobs() {
        // S4's job: 22 MiB in blocks of 2300 bytes are 10,029 writes.
        let stop = Stop { amount: Some(Bytes(22 << 20)), ..Stop::default() };
        let mut workload = Workload { block: Blocks::one(Bytes(2300)), stop, ..writes() };
        assert_eq!(requests(&workload, 0, 20_000).len(), 10_029);
        workload.jobs = 3;
        workload.stop = Stop { count: Some(10), ..Stop::default() };
        let counts: Vec<_> = (0..3).map(|job| requests(&workload, job, 99).len()).collect();
        assert_eq!(counts, [4, 3, 3]);
    }

    #[test]
    fn a_flush_follows_every_third_write() {
        let workload = Workload { sync: SyncPolicy::Every(3), ..writes() };
        let kinds: Vec<_> = requests(&workload, 0, 9).iter().map(|r| r.kind).collect();
        let (w, f) = (OpKind::Write, OpKind::Flush);
        assert_eq!(kinds, [w, w, w, f, w, w, w, f, w]);
    }

    #[test]
    fn shares_of_kinds_and_sizes_come_out() {
        let mix = OpMix { read: Permille(700), discard: Permille(50), flush: Permille(10) };
        let block = "4KiB:70,64KiB:30".parse().unwrap();
        let workload = Workload { mix, block, ..Workload::default() };
        let all = requests(&workload, 0, 100_000);
        let share = |test: &dyn Fn(&Request) -> bool| all.iter().filter(|r| test(r)).count();
        // Five standard deviations of a binomial of 100,000 are at most 800.
        assert!(share(&|r| r.kind == OpKind::Read).abs_diff(70_000) < 800);
        assert!(share(&|r| r.kind == OpKind::Write).abs_diff(24_000) < 800);
        assert!(share(&|r| r.kind == OpKind::Discard).abs_diff(5_000) < 800);
        assert!(share(&|r| r.kind == OpKind::Flush).abs_diff(1_000) < 800);
        assert!(share(&|r| r.length == 65_536).abs_diff(29_700) < 800);
    }

    #[test]
    fn each_kind_has_its_own_sizes() {
        let mix = OpMix { read: Permille(500), discard: Permille(100), flush: Permille(0) };
        let block = "4KiB,write=8KiB:3,16KiB:1,discard=1MiB".parse().unwrap();
        let workload = Workload { mix, block, ..Workload::default() };
        let all = requests(&workload, 0, 100_000);
        let count =
            |kind, length| all.iter().filter(|r| r.kind == kind && r.length == length).count();
        // Five standard deviations of a binomial of 100,000 are at most 800.
        let found = [
            (count(OpKind::Read, 4096), 50_000),
            (count(OpKind::Write, 8192), 30_000),
            (count(OpKind::Write, 16_384), 10_000),
            (count(OpKind::Discard, 1 << 20), 10_000),
        ];
        assert!(found.iter().all(|(is, asked)| is.abs_diff(*asked) < 800), "{found:?}");
        assert_eq!(found.iter().map(|(is, _)| is).sum::<usize>(), 100_000, "no other sizes");
        assert!(all.iter().all(|r| r.offset % u64::from(r.length) == 0));
    }

    /// The requests that a seed generates for a mix of sizes and kinds must not depend on how the program draws them:
    /// these are the requests of the version before kinds could have separate sizes.
    #[test]
    fn a_seed_makes_the_requests_that_it_ever_made() {
        let mix = OpMix { read: Permille(700), discard: Permille(50), flush: Permille(10) };
        let block = "4KiB:70,64KiB:30".parse().unwrap();
        let workload = Workload { mix, block, seed: 7, ..Workload::default() };
        let sum = requests(&workload, 0, 1000).iter().fold(0_u64, |sum, r| {
            crate::rng::mix(sum ^ r.offset ^ u64::from(r.length) ^ ((r.kind as u64) << 60))
        });
        assert_eq!(sum, 14_715_133_860_405_752_454);
    }

    #[test]
    fn jobs_alike_each_go_through_all_of_it() {
        let stop = Stop { amount: Some(Bytes(4 << 20)), ..Stop::default() };
        let region = "0B..1MiB".parse().unwrap();
        let layout = JobLayout::Alike;
        let base = Workload { jobs: 4, layout, region, stop, ..writes() };
        let offsets = |access: &Access, job| {
            let workload = Workload { access: access.clone(), ..base.clone() };
            requests(&workload, job, 9999).iter().map(|r| r.offset).collect::<Vec<u64>>()
        };
        let in_order: Vec<u64> = (0..256).map(|block| block * 4096).collect();
        for job in 0..4 {
            assert_eq!(offsets(&Access::Sequential, job), in_order);
            let mut all = offsets(&Access::Permutation, job);
            assert_ne!(
                all,
                offsets(&Access::Permutation, (job + 1) % 4),
                "orders of their own"
            );
            all.sort_unstable();
            assert_eq!(all, in_order);
        }
    }

    #[test]
    fn slices_do_not_overlap_and_salts_never_repeat() {
        let stop = Stop { amount: Some(Bytes(1 << 30)), ..Stop::default() };
        let block = Blocks::one(Bytes(1 << 20));
        let workload = Workload { jobs: 4, layout: JobLayout::Sliced, block, stop, ..writes() };
        let mut all: Vec<_> = (0..4).flat_map(|job| requests(&workload, job, 9999)).collect();
        assert_eq!(all.len(), 1024);
        all.sort_by_key(|r| r.offset);
        assert!(all.windows(2).all(|pair| pair[0].offset + (1 << 20) == pair[1].offset));
        all.sort_by_key(|r| r.salt);
        all.dedup_by_key(|r| r.salt);
        assert_eq!(all.len(), 1024);
    }

    fn due_times(pacing: &str, lanes: u32, count: usize) -> Vec<u64> {
        let mut due = Vec::new();
        for job in 0..lanes {
            let workload = Workload {
                pacing: pacing.parse().unwrap(),
                jobs: lanes,
                ..Workload::default()
            };
            let mut generator = Generator::new(&workload, GEOMETRY, job, Nanos(0));
            let mut now = Nanos(0);
            let mut left = count;
            while left > 0 {
                match generator.next(0, now, |_, at| due.push(at.0)) {
                    Next::Request => {}
                    Next::NotBefore(at) => {
                        now = at;
                        continue;
                    }
                    Next::Blocked | Next::Done => break,
                }
                left -= 1;
            }
        }
        due.sort_unstable();
        due
    }

    #[test]
    fn fixed_arrivals_of_all_jobs_interleave_evenly() {
        let due = due_times("300/s", 3, 100);
        assert_eq!(due.len(), 300);
        assert_eq!(due[0], 0);
        assert!(due.windows(2).all(|pair| (pair[1] - pair[0]).abs_diff(3_333_333) <= 1));
    }

    #[test]
    fn poisson_arrivals_have_the_mean_and_the_spread_of_an_exponential() {
        let due = due_times("1000/s,poisson", 1, 9000);
        let gaps: Vec<f64> =
            due.windows(2).map(|p| f64::from(u32::try_from(p[1] - p[0]).unwrap())).collect();
        let n = f64::from(u32::try_from(gaps.len()).unwrap());
        let mean = gaps.iter().sum::<f64>() / n;
        let deviation = (gaps.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / n).sqrt();
        assert!((mean / 1e6 - 1.0).abs() < 0.05, "{mean}");
        assert!((deviation / mean - 1.0).abs() < 0.05, "{deviation}");
    }
}
