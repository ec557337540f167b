//! What the requests of a trace ask of a drive.

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

/// Streams whose end is remembered: a request that begins where one of the last so many ended goes on with it.
/// Arbitrary: programs read and write a few files at once.
const STREAMS: usize = 32;

/// From this length on a time without a request is a gap: the length to which the storage benches of
/// anandtech.com cut idle time.
const GAP_NS: u64 = 25_000_000;

/// Requests that are out at most, of those whose completion is known. Arbitrary.
const OUT_MAX: usize = 1 << 20;

/// What is known of one kind of request.
#[derive(Debug, Clone, Default)]
pub struct KindProfile {
    /// Requests.
    pub count: u64,
    /// Bytes, together.
    pub bytes: u64,
    /// How many there were of which size.
    pub sizes: Sizes,
    /// Requests that went on where one of the last 32 of their kind ended.
    pub sequential_count: u64,
    /// Writes that were to be durable when they completed.
    pub fua_count: u64,
    /// How long they took then, of those where it is known.
    pub latency: Histogram,
}

/// Times without any request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gaps {
    /// Times of 25 ms or more in which nothing was issued.
    pub count: u64,
    /// All of them together.
    pub total_ns: u64,
    /// The longest.
    pub longest_ns: u64,
}

/// What the requests of a trace ask of a drive.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// By kind, in the order of [`OpKind::ALL`].
    pub kinds: [KindProfile; OpKind::ALL.len()],
    /// From the first request to the last, or to the last completion if that is known.
    pub duration_ns: u64,
    /// First byte behind the highest address.
    pub end: u64,
    /// Bytes that were read or written at least once, in pages of 4 KiB.
    pub working_set_bytes: u64,
    /// Of these, those that were read before anything was written to them.
    pub read_first_bytes: u64,
    /// The largest power of two that divides each address and size, at most 1 MiB; `None` without any.
    pub alignment_bytes: Option<u64>,
    /// Times in which nothing was issued.
    pub gaps: Gaps,
    /// Time in which at least one request was out; `None` if it is not known of each how long it took.
    pub busy_ns: Option<u64>,
    /// Requests that were out, over that time, in thousandths.
    pub depth_mean_milli: Option<u64>,
    /// Requests that were out at most.
    pub depth_max: Option<u64>,
    /// Requests and bytes by program, the one with most requests first; without those of unknown programs.
    pub programs: Vec<(String, u64, u64)>,
}

impl Profile {
    /// Requests of all kinds.
    #[must_use]
    pub fn request_count(&self) -> u64 {
        self.kinds.iter().fold(0, |sum, kind| sum.saturating_add(kind.count))
    }

    /// As far as a plan has to know it.
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

    /// What is known of one kind.
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

/// Finds out, request by request. Memory is that of the pages that were touched: a bit each and a little.
#[derive(Debug, Default)]
pub struct ProfileMaker {
    profile: Profile,
    ends: [VecDeque<u64>; OpKind::ALL.len()],
    pages: Pages,
    /// All bits of addresses and sizes: the lowest one that is set is the alignment.
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
    /// Before the first request.
    #[must_use]
    pub fn new() -> Self {
        Self { is_timed: true, ..Self::default() }
    }

    /// Takes the next request; they come in the order of their times.
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

    /// What was found out. `names` are those of the requests' programs.
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
