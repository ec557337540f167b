//! The load of a trace on a drive.

mod pages;
mod sizes;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use iogram_model::{OpKind, RecordedLoad};
use iogram_stats::Histogram;

pub(crate) use self::pages::Pages;
pub use self::sizes::Sizes;
use crate::names::{NameId, Names};
use crate::request::TraceRequest;

/// Number of remembered stream ends: a request that begins at one of them continues that stream. Arbitrary: programs
/// read and write a few files at once.
const STREAMS: usize = 32;

/// The shortest gap without a request: the storage benches of anandtech.com cut idle times to this length.
const GAP_NS: u64 = 25_000_000;

/// Limit of outstanding requests with a known completion. Arbitrary.
const OUT_MAX: usize = 1 << 20;

/// Figures of one kind of request.
#[derive(Debug, Clone, Default)]
pub struct KindProfile {
    /// Number of requests.
    pub count: u64,
    /// Bytes of all requests.
    pub bytes: u64,
    /// Number of requests of each size.
    pub sizes: Sizes,
    /// Requests that continue one of the last 32 streams of their kind.
    pub sequential_count: u64,
    /// Writes that had to be durable on completion.
    pub fua_count: u64,
    /// Recorded latencies, where known.
    pub latency: Histogram,
}

/// Times without any request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gaps {
    /// Number of times of 25 ms or more without an issue.
    pub count: u64,
    /// Their sum.
    pub total_ns: u64,
    /// The longest.
    pub longest_ns: u64,
}

/// The load of a trace on a drive.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// By kind, in the order of [`OpKind::ALL`].
    pub kinds: [KindProfile; OpKind::ALL.len()],
    /// From the first request to the last, or to the last completion if that is known.
    pub duration_ns: u64,
    /// First byte after the highest address.
    pub end: u64,
    /// Bytes that were read or written at least once, in pages of 4 KiB.
    pub working_set_bytes: u64,
    /// Of these, the bytes that were read before the trace wrote them.
    pub read_first_bytes: u64,
    /// The largest power of two that divides each offset and length, at most 1 MiB; `None` without requests.
    pub alignment_bytes: Option<u64>,
    /// Times without an issue.
    pub gaps: Gaps,
    /// Time with at least one outstanding request; `None` if the latency of any request is unknown.
    pub busy_ns: Option<u64>,
    /// Mean number of outstanding requests over that time, in thousandths.
    pub depth_mean_milli: Option<u64>,
    /// Largest number of outstanding requests.
    pub depth_max: Option<u64>,
    /// Requests and bytes of each program, by descending number of requests; without unknown programs.
    pub programs: Vec<(String, u64, u64)>,
}

impl Profile {
    /// Requests of all kinds.
    #[must_use]
    pub fn request_count(&self) -> u64 {
        self.kinds.iter().fold(0, |sum, kind| sum.saturating_add(kind.count))
    }

    /// The part of the profile that a plan needs.
    #[must_use]
    pub fn load(&self) -> RecordedLoad {
        let (read, write) = (self.of(OpKind::Read), self.of(OpKind::Write));
        let largest = read.sizes.largest().max(write.sizes.largest());
        RecordedLoad {
            read_count: read.count,
            write_count: write.count,
            flush_count: self.of(OpKind::Flush).count,
            discard_count: self.of(OpKind::Discard).count,
            read_bytes: read.bytes,
            write_bytes: write.bytes,
            largest_bytes: u64::from(largest.unwrap_or(0)),
            end_bytes: self.end,
            read_first_bytes: self.read_first_bytes,
            elapsed_ns: self.duration_ns,
            gap_count: self.gaps.count,
            gap_ns: self.gaps.total_ns,
            seen_from: None,
        }
    }

    /// The figures of one kind.
    #[must_use]
    pub fn of(&self, kind: OpKind) -> &KindProfile {
        let [read, write, flush, discard] = &self.kinds;
        match kind {
            OpKind::Read => read,
            OpKind::Write => write,
            OpKind::Flush => flush,
            OpKind::Discard => discard,
        }
    }
}

/// Makes a profile, request by request. Takes one bit of memory for each touched page, and a little more.
#[derive(Debug, Default)]
pub struct ProfileMaker {
    profile: Profile,
    ends: [VecDeque<u64>; OpKind::ALL.len()],
    pages: Pages,
    /// All offsets and lengths, combined with OR: the lowest set bit is the alignment.
    place_bits: u64,
    last_issued_ns: u64,
    completed_ns: u64,
    busy_ns: u64,
    busy_until_ns: u64,
    latency_sum_ns: u128,
    out: BinaryHeap<Reverse<u64>>,
    out_max: u64,
    is_timed: bool,
    programs: BTreeMap<NameId, (u64, u64)>,
}

impl ProfileMaker {
    /// An empty profile.
    #[must_use]
    pub fn new() -> Self {
        Self { is_timed: true, ..Self::default() }
    }

    /// Adds the next request, in the order of their times.
    pub fn add(&mut self, request: &TraceRequest) {
        self.add_kind(request);
        self.add_time(request);
        if request.kind != OpKind::Flush {
            self.profile.end = self.profile.end.max(request.end());
            self.place_bits |= request.offset | u64::from(request.length);
        }
        match request.kind {
            OpKind::Read => self.pages.touch(request.offset, request.end(), true),
            OpKind::Write => self.pages.touch(request.offset, request.end(), false),
            OpKind::Flush | OpKind::Discard => {}
        }
        if request.process != NameId::UNKNOWN {
            let (count, bytes) = self.programs.entry(request.process).or_default();
            *count = count.saturating_add(1);
            *bytes = bytes.saturating_add(u64::from(request.length));
        }
    }

    /// Ends the profile. `names` are the names of the requests' programs.
    #[must_use]
    pub fn finish(self, names: &Names) -> Profile {
        let count = self.profile.request_count();
        let is_timed = self.is_timed && count > 0;
        let mean = self.latency_sum_ns.saturating_mul(1000).checked_div(self.busy_ns.into());
        let mut programs: Vec<_> = self.programs.into_iter().collect();
        programs.sort_by_key(|&(name, (count, _))| (Reverse(count), name));
        let programs = programs.into_iter().filter_map(|(name, (count, bytes))| {
            Some((names.name(name)?.to_owned(), count, bytes))
        });
        Profile {
            duration_ns: self.last_issued_ns.max(self.completed_ns),
            working_set_bytes: self.pages.touched_bytes(),
            read_first_bytes: self.pages.read_first_bytes(),
            alignment_bytes: (self.place_bits != 0)
                .then(|| 1_u64.checked_shl(self.place_bits.trailing_zeros().min(20)))
                .flatten(),
            busy_ns: is_timed.then_some(self.busy_ns),
            depth_mean_milli: is_timed
                .then(|| mean.and_then(|mean| u64::try_from(mean).ok()))
                .flatten(),
            depth_max: is_timed.then_some(self.out_max),
            programs: programs.collect(),
            ..self.profile
        }
    }

    fn add_kind(&mut self, request: &TraceRequest) {
        let place = OpKind::ALL.iter().position(|&kind| kind == request.kind).unwrap_or(0);
        let (Some(kind), Some(ends)) =
            (self.profile.kinds.get_mut(place), self.ends.get_mut(place))
        else {
            return;
        };
        kind.count = kind.count.saturating_add(1);
        kind.bytes = kind.bytes.saturating_add(u64::from(request.length));
        kind.fua_count = kind.fua_count.saturating_add(u64::from(request.is_fua));
        if let Some(latency) = request.latency_ns {
            kind.latency.record(latency);
        }
        if request.kind == OpKind::Flush {
            return;
        }
        kind.sizes.add(request.length);
        match ends.iter_mut().find(|end| **end == request.offset) {
            Some(end) => {
                *end = request.end();
                kind.sequential_count = kind.sequential_count.saturating_add(1);
            }
            None => {
                if ends.len() == STREAMS {
                    ends.pop_front();
                }
                ends.push_back(request.end());
            }
        }
    }

    fn add_time(&mut self, request: &TraceRequest) {
        let quiet = request.issued_ns.saturating_sub(self.last_issued_ns);
        if quiet >= GAP_NS {
            let gaps = &mut self.profile.gaps;
            gaps.count = gaps.count.saturating_add(1);
            gaps.total_ns = gaps.total_ns.saturating_add(quiet);
            gaps.longest_ns = gaps.longest_ns.max(quiet);
        }
        self.last_issued_ns = request.issued_ns;
        let Some(completed) = request.completed_ns() else {
            self.is_timed = false;
            return;
        };
        self.completed_ns = self.completed_ns.max(completed);
        self.latency_sum_ns =
            self.latency_sum_ns.saturating_add(request.latency_ns.unwrap_or(0).into());
        let begins = request.issued_ns.max(self.busy_until_ns);
        self.busy_ns = self.busy_ns.saturating_add(completed.saturating_sub(begins));
        self.busy_until_ns = self.busy_until_ns.max(completed);
        while self.out.peek().is_some_and(|&Reverse(at)| at <= request.issued_ns) {
            self.out.pop();
        }
        if self.out.len() < OUT_MAX {
            self.out.push(Reverse(completed));
        }
        self.out_max = self.out_max.max(self.out.len() as u64);
    }
}

#[cfg(test)]
mod tests;
