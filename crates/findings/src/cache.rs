//! What a drive's pseudo-SLC cache is, from passes that write a part of it in order.
//!
//! A pass is recognised by its shape, not by its method: written in order, direct, by one job, exactly over
//! its region. Passes over the same region follow each other; the first tells how large the cache is, each
//! later one what the rest before it gave back.
//!
//! The write buffer (volatile, a few megabytes) stands in front of the cache and is as sudden. What it takes
//! is measured by a short burst after the first pass, when the cache is full: see [`Buffer`].

mod doubts;
mod profile;

use iogram_model::{
    Access, Bytes, CacheRecovery, Caching, CellRecord, CellState, Finding, Pacing, Plateau,
    PlateauRole, SlcCache, SlcCacheType, float, rounded,
};

use self::doubts::{Around, Heat};
use self::profile::profile;
use crate::segments::{self, DIFFERENCE_MIN, PassProgress, Segment};
use crate::stalls::silences;
use crate::throttle::throttled;

/// A shorter pass says nothing about a drive. Arbitrary.
const PASS_MIN: Bytes = Bytes(64 << 20);

/// What looks like a cache and is not larger may be a write buffer, where that was not measured. Source: the
/// zoo of this project, with the sizes usual in the market; DRAM of a drive holds its map, not data.
const BUFFER_MAX_BYTES: f64 = 64e6;

/// What a cliff's place is unsure by, beside its share: steps of the progress, requests under way.
const PLACE_TOLERANCE_BYTES: f64 = 6e6;
/// What two measurements of the same cache differ by. Arbitrary.
const SAME_RATIO: f64 = 0.04;

/// How far what a cliff adds to the time of a byte may be from what the first one added. Arbitrary.
const STRANGE_RATIO: f64 = 0.5;
/// The same where the rate before it is about the flash's: a cached part that loses time to garbage may have
/// that rate by chance. Arbitrary.
const HARDLY_STRANGE_RATIO: f64 = 0.25;
/// A later pass has its cliff no farther than the first one by this factor: what a rest gives back is not
/// more than the cache. Arbitrary.
const BACK_RATIO_MAX: f64 = 1.15;
/// Less of a cache than this share counts as nothing if as much was there without a rest: blocks of it that
/// the pass itself makes free. Arbitrary.
const BACK_RATIO_MIN: f64 = 0.15;
/// A burst that measures the buffer follows the pass so soon: before a cache empties itself. Arbitrary.
const BURST_GAP_MAX_NS: u64 = 3_000_000_000;
/// A rest of less is none.
const REST_MIN_NS: u64 = 1_000_000_000;

/// Where the cache is not so many times as fast as what comes after it, what a rest gave back is not told.
/// Arbitrary.
const TOLD_RATIO: f64 = 1.5;

/// A part that is faster than both of its neighbours so near to a stall, as a share of the pass, is what the drive
/// did meanwhile: its write buffer became empty. Arbitrary: two groups of the search for parts.
const STALL_NEAR_RATIO: f64 = 0.002;
/// Sure of a cliff that halves the speed or more.
const SURE: f64 = 0.99;
/// Sure of a smaller one, or of a type that follows from less than a second pass.
const FAIRLY_SURE: f64 = 0.9;
/// Sure of a cliff of a drive that does not tell of its heat, and of anything in a pass with stalls. Both from the
/// sweep of docs/conclusions.md.
const SILENT_SURE: f64 = 0.92;
const STALLED_SURE: f64 = 0.8;
/// A throttled pass has cliffs of its own.
const HARDLY_SURE: f64 = 0.5;

/// Plateaus, cache, recovery and evenness of every pass.
#[must_use]
pub fn caches(cells: &[CellRecord]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut reference = None;
    let mut smallest: Option<Buffer> = None;
    for mut chain in chains(cells) {
        chain.reference = reference;
        chain.around = Some(Around::of(cells, &chain.passes));
        // The buffer stays what it is; a burst that met a cache with room left shows more.
        let buffers = [smallest, chain.buffer].into_iter().flatten();
        smallest = buffers.min_by(|one, other| one.size().total_cmp(&other.size()));
        chain.buffer = chain.buffer.and(smallest);
        reference = reference.or_else(|| chain.first_reference());
        findings.extend(findings_of(&chain));
    }
    findings
}

/// A pass with its parts.
struct Pass<'a> {
    cell: &'a CellRecord,
    segments: Vec<Segment>,
    /// Without use since the write before; `None` for the first.
    rest_ns: Option<u64>,
    /// Times in which it stood still, which are in no rate: when, on the clock that leaves them out, and how long.
    stalls: Vec<(f64, f64)>,
}

/// Passes over the same region, one after the other, and the burst that measured the buffer.
struct Chain<'a> {
    passes: Vec<Pass<'a>>,
    buffer: Option<Buffer>,
    /// From an earlier chain of the run.
    reference: Option<Reference>,
    /// What else was measured.
    around: Option<Around>,
}

/// Rates with and without the cache, from the first pass of a run and its burst. On a drive that was written
/// over, collection of garbage makes cliffs of its own: it takes the same time from every byte, cached or
/// not, so that what the cliff of the cache adds to the time of a byte stays what it was.
#[derive(Clone, Copy)]
struct Reference {
    /// Where the cliff was, with what the buffer held.
    to_bytes: f64,
    cache_bytes_per_s: f64,
    after_bytes_per_s: f64,
    burst_after_bytes_per_s: Option<f64>,
}

impl Reference {
    /// How near a rate is to the flash's by itself, without garbage: what ends it is the first collection,
    /// not the cache. It is what came after the cliff, or after the burst, or, where writes go through the
    /// full cache, what is left without the time that the cache takes.
    fn nearness(self, bytes_per_s: f64) -> Nearness {
        let through = 1.0 / (1.0 / self.after_bytes_per_s - 1.0 / self.cache_bytes_per_s);
        let rates = [Some(self.after_bytes_per_s), self.burst_after_bytes_per_s];
        let is_within = |share: f64| {
            rates.into_iter().flatten().any(|rate| (bytes_per_s / rate - 1.0).abs() < share)
        };
        if is_within(0.02) {
            Nearness::Same
        } else if is_within(0.06) || (0.92..1.15).contains(&(bytes_per_s / through)) {
            Nearness::Alike
        } else {
            Nearness::Other
        }
    }
}

/// Of two rates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nearness {
    Same,
    Alike,
    Other,
}

/// What a burst into a full cache showed: so many bytes at the link's rate, then the flash's.
///
/// The buffer of C bytes filled at rate r while it was emptied at rate s, so that C r / (r - s) bytes went
/// at rate r.
#[derive(Clone, Copy)]
struct Buffer {
    burst_bytes: f64,
    burst_bytes_per_s: f64,
    after_bytes_per_s: f64,
    /// All that the burst wrote, and when it began.
    whole_bytes: f64,
    started_ns: u64,
}

/// The first cliff of a pass.
#[derive(Clone, Copy)]
struct Cliff {
    /// Which segment ends with it.
    index: usize,
    bytes: f64,
}

fn is_ordered_write(cell: &CellRecord) -> bool {
    let workload = &cell.workload;
    cell.state == CellState::Completed
        && workload.access == Access::Sequential
        && workload.mix.write().0 == 1000
        && workload.caching == Caching::Direct
        && workload.pacing == Pacing::Closed
        && workload.jobs == 1
        && workload.ramp.0 == 0
}

fn is_pass(cell: &CellRecord) -> bool {
    let stop = cell.workload.stop;
    is_ordered_write(cell)
        && cell.is_counted
        && stop.pass_count == Some(1)
        && stop.amount.is_some_and(|amount| amount >= PASS_MIN)
}

/// The burst that measures the buffer writes a part of the region right after a pass.
fn is_burst(cell: &CellRecord, pass: &CellRecord) -> bool {
    let stop = cell.workload.stop;
    let amounts = stop.amount.zip(pass.workload.stop.amount);
    is_ordered_write(cell)
        && stop.pass_count.is_none()
        && amounts.is_some_and(|(burst, whole)| burst < whole)
        && idle_ns(pass, cell) < BURST_GAP_MAX_NS
}

fn idle_ns(before: &CellRecord, after: &CellRecord) -> u64 {
    after.started_ns.saturating_sub(before.end_ns())
}

/// Anything else that writes ends a chain: what is in the cache is no longer the passes'.
fn chains(cells: &[CellRecord]) -> Vec<Chain<'_>> {
    let mut chains: Vec<Chain<'_>> = Vec::new();
    let mut is_open = false;
    let mut before: Option<&CellRecord> = None;
    for cell in cells.iter().filter(|cell| cell.workload.writes()) {
        let last = chains.last_mut().filter(|_| is_open);
        match last {
            Some(chain) if is_pass(cell) && continues(chain, cell) => {
                let rest_ns = before.map(|before| idle_ns(before, cell));
                chain.passes.extend(pass(cell, rest_ns));
            }
            Some(chain) if chain.passes.last().is_some_and(|it| is_burst(cell, it.cell)) => {
                chain.buffer = chain.buffer.or_else(|| buffer(cell));
            }
            _ => {
                let first = Some(cell).filter(|cell| is_pass(cell));
                let first = first.and_then(|cell| pass(cell, None));
                is_open = first.is_some();
                chains.extend(first.map(|first| Chain {
                    passes: vec![first],
                    buffer: None,
                    reference: None,
                    around: None,
                }));
            }
        }
        before = Some(cell);
    }
    chains
}

fn continues(chain: &Chain<'_>, cell: &CellRecord) -> bool {
    let first = &chain.passes[0].cell.workload;
    first.region == cell.workload.region && first.stop.amount == cell.workload.stop.amount
}

fn pass(cell: &CellRecord, rest_ns: Option<u64>) -> Option<Pass<'_>> {
    let times = silences(cell);
    let mut before = 0_u64;
    let on_own_clock = times.iter().map(|&(time, length)| {
        let at = time.saturating_sub(before);
        before = before.saturating_add(length);
        (float(at), float(length))
    });
    let stalls: Vec<(f64, f64)> = on_own_clock.collect();
    let mut segments = PassProgress::without(cell, &times)?.segments();
    let whole_ns = segments.last().map_or(0.0, |last| last.to_ns);
    let near_ns = whole_ns * STALL_NEAR_RATIO;
    segments::merge_spikes(&mut segments, |part| {
        let is_near = |at: &f64| (part.from_ns - near_ns..=part.to_ns + near_ns).contains(at);
        stalls.iter().any(|(at, _)| is_near(at))
    });
    Some(Pass { cell, segments, rest_ns, stalls })
}

fn buffer(cell: &CellRecord) -> Option<Buffer> {
    let segments = PassProgress::of(cell)?.segments();
    let (first, last) = (segments.first()?, segments.last()?);
    let is_burst = segments.len() > 1 && drops(first, last);
    Some(Buffer {
        burst_bytes: if is_burst { first.to_bytes } else { 0.0 },
        burst_bytes_per_s: first.bytes_per_s(),
        after_bytes_per_s: last.bytes_per_s(),
        whole_bytes: last.to_bytes,
        started_ns: cell.started_ns,
    })
}

/// Whether the second part is slower by more than what counts as alike.
fn drops(first: &Segment, second: &Segment) -> bool {
    first.bytes_per_s() > second.bytes_per_s() * (1.0 + DIFFERENCE_MIN)
}

impl Chain<'_> {
    /// Parts at the beginning that are explained by the buffer: they are no longer than the buffer lasts at
    /// the burst's rate while it is emptied at the next part's. Their own rates say little, short as they
    /// are.
    fn count_buffer(&self, segments: &[Segment]) -> usize {
        let is_explained = |pair: &[Segment]| {
            let (part, next) = (&pair[0], &pair[1]);
            let Some(buffer) = self.buffer else { return part.to_bytes <= BUFFER_MAX_BYTES };
            let burst_per_s = buffer.burst_bytes_per_s.max(part.bytes_per_s());
            let left = 1.0 - next.bytes_per_s() / burst_per_s;
            let expected = buffer.size() / left.max(DIFFERENCE_MIN / 2.0);
            part.to_bytes <= expected * 1.25 + PLACE_TOLERANCE_BYTES
        };
        segments.windows(2).take_while(|pair| is_explained(pair)).count()
    }

    /// The first place from which on the pass is slower to its end.
    fn cliff(&self, segments: &[Segment]) -> Option<Cliff> {
        let skipped = self.count_buffer(segments);
        for index in skipped..segments.len() {
            let rest = &segments[index.saturating_add(1)..];
            if rest.is_empty() {
                return None;
            }
            if rest.iter().all(|later| drops(&segments[index], later)) {
                return Some(self.cliff_after(segments, index));
            }
        }
        None
    }

    /// The rates of the first pass, if it has a cliff.
    fn first_reference(&self) -> Option<Reference> {
        let segments = &self.passes[0].segments;
        let cliff = self.cliff(segments)?;
        Some(Reference {
            to_bytes: segments[cliff.index].to_bytes,
            cache_bytes_per_s: self.cache_rate(segments, cliff),
            after_bytes_per_s: segments[cliff.index.saturating_add(1)].bytes_per_s(),
            burst_after_bytes_per_s: self.buffer.map(|buffer| buffer.after_bytes_per_s),
        })
    }

    /// The cliff of the cache in a later pass: where a part ends that was nearer to the cache's rate than to
    /// the flash's; or, with garbage collected all along, where a byte begins to take so much longer as it
    /// did at the first cliff.
    fn cliff_like(&self, segments: &[Segment], reference: Reference) -> Option<Cliff> {
        let skipped = self.count_buffer(segments);
        let last = segments.len().saturating_sub(1);
        let (cache, after) = (reference.cache_bytes_per_s, reference.after_bytes_per_s);
        let is_cached = |it: &Segment| it.bytes_per_s() > (cache * after).sqrt();
        let cached = segments[skipped..].iter().take_while(|it| is_cached(it)).count();
        if cached > 0 && skipped.saturating_add(cached) <= last {
            // Garbage may be collected before the cache is full.
            let found = skipped.saturating_add(cached).saturating_sub(1);
            let index = self.cliff_by_time(segments, found..last, reference).unwrap_or(found);
            return Some(self.cliff_after(segments, index));
        }
        let index = self.cliff_by_time(segments, skipped..last, reference)?;
        Some(self.cliff_after(segments, index))
    }

    /// The part at whose end a byte begins to take longer by what the first cliff added.
    fn cliff_by_time(
        &self,
        segments: &[Segment],
        places: std::ops::Range<usize>,
        reference: Reference,
    ) -> Option<usize> {
        let added = |slow: f64, fast: f64| 1.0 / slow - 1.0 / fast;
        let whole = added(reference.after_bytes_per_s, reference.cache_bytes_per_s);
        let strangeness = |index: usize| {
            let (before, after) = (&segments[index], &segments[index.saturating_add(1)]);
            (added(after.bytes_per_s(), before.bytes_per_s()) / whole - 1.0).abs()
        };
        places
            .filter(|&index| {
                let limit = match reference.nearness(segments[index].bytes_per_s()) {
                    Nearness::Same => return false,
                    Nearness::Alike => HARDLY_STRANGE_RATIO,
                    Nearness::Other => STRANGE_RATIO,
                };
                strangeness(index) < limit
            })
            .filter(|&index| segments[index].to_bytes <= reference.to_bytes * BACK_RATIO_MAX)
            .min_by(|&one, &other| strangeness(one).total_cmp(&strangeness(other)))
    }

    fn cliff_after(&self, segments: &[Segment], index: usize) -> Cliff {
        let bytes = segments[index].to_bytes - self.held_by_buffer(segments, index);
        Cliff { index, bytes: bytes.max(0.0) }
    }

    /// The cliff of any pass of the chain: of the first one of a run by itself, of the others held against
    /// that.
    fn cliff_of(&self, pass: usize) -> Option<Cliff> {
        let segments = &self.passes[pass].segments;
        let earlier = if pass == 0 { None } else { self.first_reference() };
        match self.reference.or(earlier) {
            Some(reference) => self.cliff_like(segments, reference),
            None => self.cliff(segments),
        }
    }

    /// Whether what a later pass found free is as little as without a rest before it.
    fn is_by_writing(&self, cliff: Cliff, rates: Reference) -> bool {
        let is_rested = |pass: &Pass<'_>| pass.rest_ns.is_none_or(|rest| rest >= REST_MIN_NS);
        let without = (1..self.passes.len()).find(|&index| !is_rested(&self.passes[index]));
        let by_writing = without.and_then(|index| self.cliff_of(index));
        cliff.bytes < BACK_RATIO_MIN * rates.to_bytes
            && by_writing
                .is_some_and(|it| cliff.bytes <= 1.25 * it.bytes + PLACE_TOLERANCE_BYTES)
    }

    /// Bytes before the cliff that were in the buffer. Where the cache is as fast as the link, the buffer is
    /// empty until the cliff and fills after it, at the link's rate; where it is slower, the buffer is
    /// full.
    fn held_by_buffer(&self, segments: &[Segment], index: usize) -> f64 {
        let Some(buffer) = self.buffer else { return 0.0 };
        let (before, after) =
            (segments[index].bytes_per_s(), segments[index.saturating_add(1)].bytes_per_s());
        if self.is_behind_buffer(before) {
            return buffer.size();
        }
        buffer.size() / (1.0 - after / before).max(DIFFERENCE_MIN)
    }

    /// Whether at this rate the buffer is full: the link is faster.
    fn is_behind_buffer(&self, bytes_per_s: f64) -> bool {
        self.buffer
            .is_some_and(|it| bytes_per_s * (1.0 + DIFFERENCE_MIN) < it.burst_bytes_per_s)
    }

    /// The rate of the part that ends with the cliff; what the buffer took at its beginning is no part of
    /// it.
    fn cache_rate(&self, segments: &[Segment], cliff: Cliff) -> f64 {
        let segment = segments[cliff.index];
        let rate = segment.bytes_per_s();
        let buffer = self.buffer.filter(|_| cliff.index == 0 && self.is_behind_buffer(rate));
        let taken = buffer.map_or(0.0, |buffer| buffer.size().min(segment.bytes() / 2.0));
        rate * (1.0 - taken / segment.bytes().max(1.0))
    }
}

impl Buffer {
    fn size(self) -> f64 {
        self.burst_bytes * (1.0 - self.after_bytes_per_s / self.burst_bytes_per_s).max(0.0)
    }
}

fn findings_of(chain: &Chain<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let cliff = chain.cliff_of(0);
    findings.push(Finding::SlcCache(slc_cache(chain, cliff)));
    for (index, pass) in chain.passes.iter().enumerate() {
        findings.extend(plateaus(chain, index).into_iter().map(Finding::Plateau));
        findings.extend(profile(pass).map(Finding::FillProfile));
    }
    for index in 1..chain.passes.len() {
        findings.push(Finding::CacheRecovery(recovery(chain, cliff, index)));
    }
    findings
}

fn slc_cache(chain: &Chain<'_>, cliff: Option<Cliff>) -> SlcCache {
    let pass = &chain.passes[0];
    let segments = &pass.segments;
    let (mut kind, mut confidence, mut reason) = cache_type(chain, cliff);
    let after = cliff.map(|cliff| &segments[cliff.index.saturating_add(1)]);
    if let (Some(cliff), Some(after)) = (cliff, after)
        && segments[cliff.index].bytes_per_s() < 1.5 * after.bytes_per_s()
    {
        confidence = confidence.min(FAIRLY_SURE);
    }
    if chain.passes.iter().any(|pass| throttled(pass.cell).is_some()) {
        confidence = confidence.min(HARDLY_SURE);
        reason = Some("the drive throttled, which makes cliffs of its own".to_owned());
    }
    let whole = longest(segments);
    confidence = confidence.min(chain.limit(cliff));
    if let Some(doubt) = doubt(chain, cliff) {
        (kind, confidence, reason) = (None, confidence.min(HARDLY_SURE), Some(doubt));
    }
    let after_part = after.unwrap_or(whole);
    SlcCache {
        cell: pass.cell.name.clone(),
        repeat: pass.cell.repeat,
        value_bytes: cliff.map(|cliff| rounded(cliff.bytes)),
        kind,
        confidence_ratio: confidence,
        reason,
        cache_bytes_per_s: cliff.map(|cliff| chain.cache_rate(segments, cliff)),
        after_bytes_per_s: Some(after_part.bytes_per_s()),
        after_stalled_bytes_per_s: pass.with_stalls(after_part),
        folding_bytes_per_s: folding(segments, cliff).map(Segment::bytes_per_s),
        buffer_bytes: chain.buffer.map(|buffer| rounded(buffer.burst_bytes)),
    }
}

/// What keeps the answer from being one: heat, a buffer, a link as slow as the flash.
fn doubt(chain: &Chain<'_>, cliff: Option<Cliff>) -> Option<String> {
    let around = chain.around?;
    let pass = &chain.passes[0];
    let Some(cliff) = cliff else {
        let is_seen = around.is_resolved(longest(&pass.segments).bytes_per_s());
        return (!is_seen).then(|| around.hidden());
    };
    match around.heat {
        Heat::Seen(ratio) => Some(format!(
            "single reads took {ratio:.1} times as long right after the pass as after the rest: a drive that slows down \
             when it is hot makes such cliffs without a cache"
        )),
        Heat::Unknown => Some(
            "whether the drive was slower because it was hot was not measured, and it does not tell: heat makes such \
             cliffs, too"
                .to_owned(),
        ),
        Heat::Excluded => doubts::buffer_doubt(chain.buffer, pass, cliff, &pass.segments),
    }
}

impl Chain<'_> {
    /// No answer is surer: where a pass was disturbed by stalls, or the drive does not tell its throttling and
    /// single reads alone say that it was cool.
    fn limit(&self, cliff: Option<Cliff>) -> f64 {
        let is_stalled = self.passes.iter().any(|pass| !pass.stalls.is_empty());
        let tells = self.passes.iter().all(|pass| doubts::counts_throttling(pass.cell));
        match (is_stalled, cliff.is_some() && !tells) {
            (true, _) => STALLED_SURE,
            (false, true) => SILENT_SURE,
            (false, false) => SURE,
        }
    }
}

impl Pass<'_> {
    /// The rate of a part with the times in which the drive stood still; `None` if it never did.
    fn with_stalls(&self, part: &Segment) -> Option<f64> {
        let is_inside = |at: f64| (part.from_ns..=part.to_ns).contains(&at);
        let stalled: f64 = self
            .stalls
            .iter()
            .filter(|(at, _)| is_inside(*at))
            .map(|(_, length)| *length)
            .sum::<f64>();
        (stalled > 0.0)
            .then(|| part.bytes() / (part.to_ns - part.from_ns + stalled).max(1.0) * 1e9)
    }
}

/// The slower part at the end of a pass, if there is one after the cliff.
fn folding(segments: &[Segment], cliff: Option<Cliff>) -> Option<&Segment> {
    let after = cliff?.index.saturating_add(1);
    let last = segments.last()?;
    (segments.len() > after.saturating_add(1) && drops(&segments[after], last)).then_some(last)
}

fn longest(segments: &[Segment]) -> &Segment {
    let longest = segments.iter().max_by(|a, b| a.bytes().total_cmp(&b.bytes()));
    longest.expect("a pass has a part")
}

type Told = (Option<SlcCacheType>, f64, Option<String>);

/// How the cache is made: what is left of it on a full drive, after a rest.
fn cache_type(chain: &Chain<'_>, cliff: Option<Cliff>) -> Told {
    let Some(cliff) = cliff else {
        let reason = "no cliff: after its first part the pass was never slower to its end";
        return (Some(SlcCacheType::None), SURE, Some(reason.to_owned()));
    };
    let untold = |reason: &str| (None, FAIRLY_SURE, Some(reason.to_owned()));
    if !covers_all(chain.passes[0].cell) {
        return untold("the type takes passes over the whole drive");
    }
    if chain.passes.len() < 2 {
        return untold("the type takes a second pass, after a rest");
    }
    let again = chain.cliff_of(1).map_or(0.0, |cliff| cliff.bytes);
    let burst = chain.buffer.map_or(BUFFER_MAX_BYTES, |buffer| buffer.burst_bytes);
    let nothing = PLACE_TOLERANCE_BYTES + 0.1 * burst;
    if again <= nothing {
        let reason = "on the full drive nothing of it came back in the rest: a cache that needs longer \
                      to empty itself looks the same";
        return (Some(SlcCacheType::Dynamic), FAIRLY_SURE, Some(reason.to_owned()));
    }
    if (again - cliff.bytes).abs() <= SAME_RATIO * cliff.bytes + nothing {
        return (Some(SlcCacheType::Static), SURE, None);
    }
    let is_more = again > cliff.bytes;
    let confidence = if is_more { HARDLY_SURE } else { SURE };
    let reason = is_more.then(|| "the full drive took more than the empty one".to_owned());
    (Some(SlcCacheType::Hybrid), confidence, reason)
}

fn covers_all(cell: &CellRecord) -> bool {
    cell.workload.region == iogram_model::Region::default()
}

fn recovery(chain: &Chain<'_>, first: Option<Cliff>, index: usize) -> CacheRecovery {
    let pass = &chain.passes[index];
    let (value, reason) = match chain.reference.or_else(|| chain.first_reference()) {
        None => (None, Some("there is no cache to recover")),
        Some(rates) if rates.cache_bytes_per_s < TOLD_RATIO * rates.after_bytes_per_s => {
            let reason = "the cache is hardly faster than the flash: collecting garbage hides what \
                          came back";
            (None, Some(reason))
        }
        Some(rates) => match chain.cliff_of(index) {
            Some(cliff) if chain.is_by_writing(cliff, rates) => (
                Some(0.0),
                Some("no more than what comes free while a pass writes, without a rest"),
            ),
            Some(cliff) => (Some(cliff.bytes), None),
            None => without_cliff(rates, pass),
        },
    };
    let whole = first.map(|first| first.bytes);
    CacheRecovery {
        cell: pass.cell.name.clone(),
        repeat: pass.cell.repeat,
        rest_ns: pass.rest_ns.unwrap_or(0),
        value_bytes: value.map(rounded),
        recovered_ratio: value.zip(whole).map(|(value, whole)| value / whole.max(1.0)),
        reason: reason.map(str::to_owned),
    }
}

/// A later pass of one speed: all of it went into the cache, or none.
fn without_cliff(rates: Reference, pass: &Pass<'_>) -> (Option<f64>, Option<&'static str>) {
    let whole = longest(&pass.segments);
    let limit = (rates.cache_bytes_per_s * rates.after_bytes_per_s).sqrt();
    if whole.bytes_per_s() <= limit {
        return (Some(0.0), None);
    }
    (Some(whole.to_bytes), Some("the whole pass went into it: this is the least that it holds"))
}

fn plateaus(chain: &Chain<'_>, index: usize) -> Vec<Plateau> {
    let pass = &chain.passes[index];
    let cliff = chain.cliff_of(index);
    let folding_from = folding(&pass.segments, cliff).map(|segment| segment.from_bytes);
    let buffer_count = chain.count_buffer(&pass.segments);
    let role = |index: usize, segment: &Segment| match cliff {
        _ if index < buffer_count => Some(PlateauRole::Buffer),
        Some(cliff) if index == cliff.index => Some(PlateauRole::Cache),
        Some(cliff) if index < cliff.index => None,
        _ if folding_from == Some(segment.from_bytes) => Some(PlateauRole::Folding),
        Some(cliff) if index == cliff.index.saturating_add(1) => Some(PlateauRole::Native),
        None if segment == longest(&pass.segments) => Some(PlateauRole::Native),
        _ => None,
    };
    let numbered = (0_u32..).zip(pass.segments.iter().enumerate());
    numbered
        .map(|(number, (index, segment))| Plateau {
            cell: pass.cell.name.clone(),
            repeat: pass.cell.repeat,
            index: number,
            from_bytes: rounded(segment.from_bytes),
            to_bytes: rounded(segment.to_bytes),
            from_ns: rounded(segment.from_ns),
            to_ns: rounded(segment.to_ns),
            bytes_per_s: segment.bytes_per_s(),
            role: role(index, segment),
        })
        .collect()
}
