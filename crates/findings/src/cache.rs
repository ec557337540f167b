//! Pseudo-SLC cache of a drive, from passes that write a part of it sequentially.
//!
//! A pass is recognised by its shape, not by its method: sequential direct writes by one job, exactly over its
//! region. Passes over the same region follow each other. The first one shows the size of the cache, each later one
//! the part that the rest before it gave back.
//!
//! The write buffer (volatile, a few megabytes) comes before the cache and ends just as suddenly. A short burst after
//! the first pass, when the cache is full, measures it: see [`Buffer`].

mod cliff;
mod doubts;
mod freed;
mod passes;
mod profile;
mod rates;
mod whole;

use iogram_model::{
    Argument, CacheRecovery, CellRecord, Finding, Message, MessageId, Plateau, PlateauRole,
    SlcCache, SlcCacheType, rounded,
};

use self::cliff::Cliff;
use self::doubts::{BesideThePasses, Heat};
use self::freed::FreedKind;
use self::passes::{Buffer, Chain, Pass, chains, drops};
use self::profile::profile;
use self::rates::Reference;
use crate::computer::Taken;
use crate::segments::Segment;
use crate::sources::Source;
use crate::steps::{profile_of, stepped};
use crate::throttle::throttled;

/// The cache must be this many times as fast as the flash behind it; otherwise there is no statement on its recovery
/// in a rest. Arbitrary.
const TOLD_RATIO: f64 = 1.5;
/// Confidence of a cliff that halves the speed or more.
const SURE: f64 = 0.99;
/// Confidence of a smaller cliff, or of a type that follows from less than a second pass.
const FAIRLY_SURE: f64 = 0.92;
/// Confidence of a cliff on a drive that does not report its heat, and of any answer from a pass with stalls. Both
/// from the sweep of docs/conclusions.md.
const SILENT_SURE: f64 = 0.92;
const STALLED_SURE: f64 = 0.89;
/// Confidence of a cache that free space brought back as its type requires, without and with stalls in a pass. From
/// the sweep of docs/conclusions.md.
const CONFIRMED: f64 = 0.98;
/// Confidence of no cache in a pass with stalls: 206 of 211 such answers were right. From seeds 41000000 to 41020000
/// and 70000000 to 70016000.
const STALLED_NONE: f64 = 0.97;
const CONFIRMED_STALLED: f64 = 0.96;
/// A cache of less than this many times the write buffer's size may be the buffer itself: 16 of 205 such sizes were
/// wrong, and seven of 1,591 others. From the sweep of docs/conclusions.md, seeds 20000000 to 20040000.
const BESIDE_BUFFER_RATIO: f64 = 3.0;
/// Below this ratio, or below this size, the confidence is [`NEAR_BUFFER`].
const NEAR_BUFFER_RATIO: f64 = 1.5;
const SMALL_BYTES: f64 = 20e6;
/// A buffer that was full at the burst recovers in the rest, whatever space is free, just like a cache with separate
/// flash. Of static caches below this size three of three were buffers; above it three of 172 types were wrong. From
/// seeds 60000000 to 60004000 and 61000000 to 61004000.
const SMALL_STATIC_BYTES: f64 = 36e6;
/// Confidence of the size of a cache that is this close: 23 of 24, of seeds 9400000 to 9402500 and of the class of
/// small caches.
const NEAR_BUFFER: f64 = 0.9;
/// Confidence of a cache closer to the buffer than [`BESIDE_BUFFER_RATIO`]: its size was right in 178 of 184, and the
/// dynamic type in 143 of 145. From seeds 80000000 to 80040000.
const BESIDE_BUFFER: f64 = 0.94;
const BESIDE_BUFFER_DYNAMIC: f64 = 0.949;
/// Confidence of a cache with separate flash. Flash that is slower from some place on looks the same, and the part
/// that a hybrid cache gives back is measured in two steps. If the cache is several times as large as the write
/// buffer, or there is no buffer, 1,330 of 1,339 sizes were right; closer to it 185 of 199, because a buffer that was
/// half full at the burst is larger than it seems, and recovers. From the sweep of docs/conclusions.md, seeds
/// 80000000 to 80040000.
const ITS_OWN: f64 = 0.97;
const ITS_OWN_NEAR: f64 = 0.93;
const ITS_OWN_RATIO: f64 = 6.0;
/// Confidence that a cache close to the buffer is static: all but five of the 787 types with a confidence of 0.949,
/// close or not.
const STATIC_NEAR: f64 = 0.949;
/// Confidence of a type that is not close to the buffer, whatever makes its size a little doubtful: 131 of 134.
const TYPE_ELSEWHERE: f64 = 0.949;
/// Confidence of a size that a rest and a burst leave in doubt and free space confirms: 27 of 27 with a type; 28 of
/// 34 without one, because only a little came back. From the same seeds.
const BY_SPACE: f64 = 0.949;
const BY_SPACE_ALONE: f64 = 0.82;
/// Confidence of a hybrid type, whatever the cache's size: 150 of 152. From the same seeds as [`SMALL_STATIC_BYTES`].
const HYBRID: f64 = 0.97;
/// The largest possible share of a cache in a drive: cells that hold one bit in place of two hold half of it. A cache
/// with separate flash takes such cells from the over-provisioning; a quarter would cost as much again as most drives
/// reserve. All of 18 sizes above these limits were wrong. From seeds 70000000 to 70016000 and 78000000 to 79006000.
const CACHE_MOST: f64 = 0.5;
const ITS_OWN_MOST: f64 = 0.25;
/// A throttled pass has cliffs of its own.
const HARDLY_SURE: f64 = 0.5;
/// How often an apparent end of a cache is a real one, by its other possible cause. From the same seeds, and from the
/// classes of the review of 2026-11-28. Heat: 10 of 44. Unmeasured buffer: 0 of 15. Buffer with room: 8 of 24.
/// Equally fast burst: 4 of 13. A recovery that matches no cache, neither in a rest nor with free space: 42 of 235.
/// In those classes, the memory buffers (0 of 30), the heat (0 of 8) and the alternating speeds (0 of 18) never were
/// caches.
const HOT: f64 = 0.2;
const BUFFER_UNKNOWN: f64 = 0.05;
const BUFFER_ROOM: f64 = 0.3;
const BURST_AS_FAST: f64 = 0.3;
const STRANGE: f64 = 0.2;
const FLAPPING: f64 = 0.05;

/// A cache with a smaller share of a pass may vanish in the groups of rows that the search for parts uses: four of
/// 1024. Arbitrary.
const SEEN_SHARE: f64 = 4.0 / 1024.0;

/// Plateaus, cache, recovery and evenness of every pass.
#[must_use]
pub fn caches(cells: &[CellRecord]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut reference = None;
    let mut smallest: Option<Buffer> = None;
    for mut chain in chains(cells) {
        chain.reference = reference;
        let around = BesideThePasses::of(cells, &chain.passes);
        // The size of the buffer is constant; a burst into a cache with room left shows too much.
        let buffers = [smallest, chain.buffer].into_iter().flatten();
        smallest = buffers.min_by(|one, other| one.size().total_cmp(&other.size()));
        chain.buffer = chain.buffer.and(smallest);
        chain.buffer = chain.whole_buffer().or(chain.buffer);
        reference = reference.or_else(|| chain.first_reference());
        findings.extend(findings_of(&chain, around));
    }
    let pieces = stepped(cells);
    findings.extend(pieces.iter().filter_map(|it| profile_of(it)).map(Finding::FillProfile));
    findings
}

fn findings_of(chain: &Chain<'_>, around: BesideThePasses) -> Vec<Finding> {
    let mut findings = Vec::new();
    let cliff = chain.cliff_of(0);
    findings.push(Finding::SlcCache(slc_cache(chain, around, cliff)));
    for (index, pass) in chain.passes.iter().enumerate() {
        findings.extend(plateaus(chain, index, around).into_iter().map(Finding::Plateau));
        findings.extend(profile(pass).map(Finding::FillProfile));
    }
    for index in 1..chain.passes.len() {
        findings.push(Finding::CacheRecovery(recovery(chain, cliff, index)));
    }
    findings
}

/// A cache that is at most this many times as fast as the flash behind it could be something else. Arbitrary.
const FAINT_RATIO: f64 = 1.5;

/// Whether a cliff is so small that heat or garbage collection could make it, without evidence against heat or a
/// recovery that suggests a cache.
fn is_faint(chain: &Chain<'_>, around: BesideThePasses, cliff: Cliff) -> bool {
    let segments = &chain.passes[0].segments;
    let Some(after) = segments.get(cliff.index.saturating_add(1)) else { return false };
    chain.passes.len() == 1
        && chain.cache_rate(segments, cliff) < FAINT_RATIO * after.bytes_per_s()
        && matches!(chain.heat(cliff, around), Heat::Unknown)
}

/// A cause that makes cliffs by itself: throttling as the drive counts it, or the computer.
fn spoiled(chain: &Chain<'_>, cliff: Option<Cliff>) -> Option<Message> {
    if let Some(why) = held(chain, cliff) {
        return Some(Message::new(MessageId::CacheHeld, [why.into()]));
    }
    let is_throttled = chain.passes.iter().any(|pass| throttled(pass.cell).is_some());
    is_throttled.then(|| Message::plain(MessageId::CacheThrottled))
}

/// The disturbance by the computer that may have made the cliff, or hidden one; `None` if it took too little time for
/// that.
fn held(chain: &Chain<'_>, cliff: Option<Cliff>) -> Option<Message> {
    let pass = &chain.passes[0];
    let taken = Taken::of(pass.cell, None)?;
    let Some(cliff) = cliff else { return taken.is_felt().then(|| taken.why()) };
    let fast = pass.segments[cliff.index].bytes_per_s();
    let slower = pass.segments.get(cliff.index.saturating_add(1)..).unwrap_or_default();
    let lost = slower.iter().map(|it| {
        let whole_ns = it.to_ns - it.from_ns;
        whole_ns * (1.0 - it.bytes_per_s() / fast).max(0.0)
    });
    taken.explains_ns(lost.sum::<f64>()).then(|| taken.why())
}

/// The reason not to report a cliff before the part `after`, if it is too faint; `None` if it is not.
fn faint_reason(
    chain: &Chain<'_>,
    around: BesideThePasses,
    (cliff, after): (Cliff, &Segment),
) -> Option<Message> {
    let rate = chain.cache_rate(&chain.passes[0].segments, cliff);
    let values = [
        Argument::Bytes(rounded(cliff.bytes)),
        Argument::BytesPerS(rate),
        Argument::BytesPerS(after.bytes_per_s()),
    ];
    is_faint(chain, around, cliff).then(|| Message::new(MessageId::CacheFaint, values))
}

fn slc_cache(chain: &Chain<'_>, around: BesideThePasses, cliff: Option<Cliff>) -> SlcCache {
    let mut cliff = cliff;
    let pass = &chain.passes[0];
    let segments = &pass.segments;
    let (mut kind, mut confidence, mut reason) = cache_type(chain, cliff);
    let after = cliff.map(|cliff| &segments[cliff.index.saturating_add(1)]);
    if let (Some(cliff), Some(after)) = (cliff, after)
        && segments[cliff.index].bytes_per_s() < FAINT_RATIO * after.bytes_per_s()
    {
        confidence = confidence.min(FAIRLY_SURE);
    }
    if let Some(other) = spoiled(chain, cliff) {
        confidence = confidence.min(HARDLY_SURE);
        reason = Some(other);
    }
    let freed = cliff.and_then(|cliff| chain.freed_kind(cliff));
    confidence = confidence.min(chain.limit(cliff, freed.is_some()));
    let is_confirmed = freed == Some(FreedKind::AsExpected);
    if let Some(freed) = freed.filter(|_| !is_confirmed) {
        confidence = confidence.min(FAIRLY_SURE);
        (kind, reason) = told_by_space(freed, (kind, reason));
    }
    // From here on, doubts about the size do not affect the type.
    let (sure, mut kind_confidence) = sure_beside_buffer(chain, cliff, (kind, confidence));
    confidence = sure;
    if kind == Some(SlcCacheType::None) && chain.falls_and_rises() {
        confidence = confidence.min(FAIRLY_SURE);
        kind_confidence = confidence;
    }
    let near = cliff.and_then(|cliff| chain.near_buffer(cliff, kind));
    let doubt = doubt(chain, around, cliff, freed);
    let is_doubted = |_: &Cliff| doubt.is_some();
    let shown =
        cliff.filter(is_doubted).filter(|it| chain.is_shown_by_space(*it, freed, around));
    if let Some(cliff) = shown {
        confidence = confidence.min(BY_SPACE);
        // If only a little came back in the rest, it may be the buffer: five of 37 were not hybrid.
        if kind == Some(SlcCacheType::Hybrid) && chain.is_little_back(cliff) {
            (kind, reason) = (None, Some(Message::plain(MessageId::CacheLittleBack)));
            confidence = confidence.min(BY_SPACE_ALONE);
        }
    }
    if let Some(doubt) = doubt.filter(|_| shown.is_none()) {
        let sure = sure_in_doubt(&doubt, chain.falls_and_rises());
        (kind, confidence, reason) = (None, confidence.min(sure), Some(doubt));
    } else if let Some(near) = near {
        // A buffer keeps its size on a full drive, too.
        kind = kind.filter(|it| *it != SlcCacheType::Static);
        (confidence, reason) = (confidence.min(NEAR_BUFFER), Some(near));
        kind_confidence = kind_confidence.min(NEAR_BUFFER);
    }
    let after_part = after.unwrap_or(longest(segments));
    if let Some(faint) = cliff.zip(after).and_then(|pair| faint_reason(chain, around, pair)) {
        (cliff, kind, reason) = (None, None, Some(faint));
    }
    let source = if cliff.is_some() { Source::Cache } else { Source::NoCache };
    SlcCache {
        cell: pass.cell.name.clone(),
        repeat: pass.cell.repeat,
        value_bytes: cliff.map(|cliff| rounded(cliff.bytes)),
        none_from_bytes: (kind == Some(SlcCacheType::None)).then(|| rounded(chain.none_from())),
        kind,
        confidence_ratio: source.hold(confidence),
        kind_confidence_ratio: kind.map(|_| source.hold(kind_confidence.max(confidence))),
        reason: reason.as_ref().map(Message::english),
        statement: reason,
        cache_bytes_per_s: cliff.map(|cliff| chain.cache_rate(segments, cliff)),
        after_bytes_per_s: Some(after_part.bytes_per_s()),
        after_stalled_bytes_per_s: pass.with_stalls(after_part),
        folding_bytes_per_s: folding(segments, cliff).map(Segment::bytes_per_s),
        buffer_bytes: chain.buffer.map(|buffer| rounded(buffer.burst_bytes)),
    }
}

/// Confidences of the size and of the type of a cache, by the distance of its end from that of the write buffer;
/// `confidence` is that of the size before.
fn sure_beside_buffer(
    chain: &Chain<'_>,
    cliff: Option<Cliff>,
    (kind, mut confidence): (Option<SlcCacheType>, f64),
) -> (f64, f64) {
    let is_near = cliff.is_some_and(|cliff| chain.is_within(cliff, ITS_OWN_RATIO));
    let is_elsewhere = cliff.is_some() && !is_near && confidence >= SILENT_SURE;
    let mut kind_confidence =
        if is_elsewhere { confidence.max(TYPE_ELSEWHERE) } else { confidence };
    if matches!(kind, Some(SlcCacheType::Static | SlcCacheType::Hybrid)) {
        let is_hybrid = kind == Some(SlcCacheType::Hybrid);
        confidence = confidence.min(if is_near { ITS_OWN_NEAR } else { ITS_OWN });
        kind_confidence = kind_confidence.min(match (is_hybrid, is_near) {
            (true, _) => HYBRID,
            (false, true) => STATIC_NEAR,
            (false, false) => ITS_OWN,
        });
    }
    if cliff.is_some_and(|cliff| chain.is_within(cliff, BESIDE_BUFFER_RATIO)) {
        confidence = confidence.min(BESIDE_BUFFER);
        // A buffer that is not measured completely does not recover either.
        if kind == Some(SlcCacheType::Dynamic) {
            kind_confidence = kind_confidence.min(BESIDE_BUFFER_DYNAMIC);
        }
    }
    (confidence, kind_confidence)
}

/// The confidence that it is a cache despite `doubt`.
fn sure_in_doubt(doubt: &Message, is_flapping: bool) -> f64 {
    match doubt.id {
        MessageId::CacheHot | MessageId::CacheHeatUnknown => HOT,
        MessageId::CacheBufferUnknown => BUFFER_UNKNOWN,
        MessageId::CacheBufferRoom => BUFFER_ROOM,
        MessageId::CacheBurstAsFast => BURST_AS_FAST,
        MessageId::CacheStrange if is_flapping => FLAPPING,
        MessageId::CacheStrange => STRANGE,
        _ => HARDLY_SURE,
    }
}

/// Type and reason if the recovery with free space does not quite match the type. Of caches without recovery 21 of 32
/// were static; of those with a partial one 30 of 50 were hybrid (docs/conclusions.md, seeds 20000000 to 20040000).
/// So no type is reported.
fn told_by_space(
    freed: FreedKind,
    (kind, reason): (Option<SlcCacheType>, Option<Message>),
) -> (Option<SlcCacheType>, Option<Message>) {
    match freed {
        FreedKind::NotFreed => (None, Some(Message::plain(MessageId::CacheNeverBack))),
        FreedKind::Less => (None, Some(Message::plain(MessageId::CacheFreedInPart))),
        _ => (kind, reason),
    }
}

/// The reason why the result remains in doubt: heat, a buffer, or a link as slow as the flash.
fn doubt(
    chain: &Chain<'_>,
    around: BesideThePasses,
    cliff: Option<Cliff>,
    freed: Option<FreedKind>,
) -> Option<Message> {
    if freed == Some(FreedKind::Strange) {
        return Some(Message::plain(MessageId::CacheStrange));
    }
    let pass = &chain.passes[0];
    if cliff.is_some_and(|cliff| chain.is_too_large(cliff, freed)) {
        // If something this large is there on a full drive too, it is permanent: such a cache, or flash that is
        // slower from its end on.
        let is_steady = chain.passes.len() > 1 && !chain.falls_and_rises();
        let id = if is_steady { MessageId::CacheTooLarge } else { MessageId::CacheStrange };
        return Some(Message::plain(id));
    }
    let Some(cliff) = cliff else {
        // Between interruptions, a pass runs at the speed of the link.
        let rate = longest(&pass.segments).bytes_per_s().max(pass.undisturbed_bytes_per_s);
        let is_seen = around.is_resolved(rate);
        return (!is_seen).then(|| around.hidden());
    };
    match chain.heat(cliff, around) {
        Heat::Seen(ratio) => Some(Message::new(MessageId::CacheHot, [Argument::Number(ratio)])),
        Heat::Unknown => Some(Message::plain(MessageId::CacheHeatUnknown)),
        Heat::Excluded => {
            // A buffer has the same room in every pass.
            let is_dynamic = cache_type(chain, Some(cliff)).0 == Some(SlcCacheType::Dynamic);
            let is_known = chain.buffer.is_some_and(|buffer| buffer.size() > 0.0);
            if freed == Some(FreedKind::AsExpected) && is_dynamic && is_known {
                return None;
            }
            let held = chain.held_by_buffer(&pass.segments, cliff.index);
            around.buffer_doubt(chain.buffer, pass, (cliff, held))
        }
    }
}

impl Chain<'_> {
    /// Whether the cache is too large for the flash cells of any drive.
    fn is_too_large(&self, cliff: Cliff, freed: Option<FreedKind>) -> bool {
        let cell = self.passes[0].cell;
        let Some(amount) = cell.workload.stop.amount.filter(|_| covers_all(cell)) else {
            return false;
        };
        let is_its_own = freed == Some(FreedKind::NotFreed)
            || cache_type(self, Some(cliff)).0 == Some(SlcCacheType::Static);
        let most = if is_its_own { ITS_OWN_MOST } else { CACHE_MOST };
        cliff.bytes > most * amount.as_f64()
    }

    /// Upper limit of the confidence: lower after stalls in a pass, or if the drive does not report throttling and
    /// only single reads show that it was cool.
    fn limit(&self, cliff: Option<Cliff>, is_confirmed: bool) -> f64 {
        let is_stalled = self.passes.iter().any(|pass| !pass.stalls.is_empty());
        let tells = self.passes.iter().all(|pass| doubts::counts_throttling(pass.cell));
        match (is_stalled, cliff.is_some() && !tells) {
            (true, _) if is_confirmed => CONFIRMED_STALLED,
            (false, _) if is_confirmed => CONFIRMED,
            (true, _) if cliff.is_none() => STALLED_NONE,
            (true, _) => STALLED_SURE,
            (false, true) => SILENT_SURE,
            (false, false) => SURE,
        }
    }

    /// Whether the cliff lies within this multiple of the write buffer's size.
    fn is_within(&self, cliff: Cliff, ratio: f64) -> bool {
        cliff.bytes < ratio * self.burst_bytes()
    }

    /// A message if the cliff is as close as the end of the write buffer.
    fn near_buffer(&self, cliff: Cliff, kind: Option<SlcCacheType>) -> Option<Message> {
        let size = Argument::Bytes(rounded(self.burst_bytes()));
        let is_static = kind == Some(SlcCacheType::Static);
        let small = if is_static { SMALL_STATIC_BYTES } else { SMALL_BYTES };
        let is_near = cliff.bytes < small.max(NEAR_BUFFER_RATIO * self.burst_bytes())
            && !self.is_beyond_buffer(cliff);
        is_near.then(|| Message::new(MessageId::CacheNearBuffer, [size]))
    }

    /// The smallest cache that the first pass would have shown. Smaller ones vanish in a group of its rows, or in the
    /// part that the write buffer explains.
    fn none_from(&self) -> f64 {
        let segments = &self.passes[0].segments;
        let whole = segments.last().map_or(0.0, |last| last.to_bytes);
        let explained = self.count_buffer(segments).checked_sub(1);
        let explained = explained.map_or(0.0, |last| segments[last].to_bytes);
        let of_buffer = match self.buffer {
            Some(buffer) => {
                NEAR_BUFFER_RATIO * buffer.burst_bytes + cliff::PLACE_TOLERANCE_BYTES
            }
            None => cliff::BUFFER_MAX_BYTES,
        };
        SMALL_BYTES.max(whole * SEEN_SHARE).max(explained).max(of_buffer)
    }

    fn burst_bytes(&self) -> f64 {
        self.buffer.map_or(0.0, |buffer| buffer.burst_bytes)
    }

    /// Whether the first pass slowed down after its first part and sped up again.
    fn falls_and_rises(&self) -> bool {
        let segments = &self.passes[0].segments;
        segments[self.count_buffer(segments)..].windows(2).any(|pair| drops(&pair[0], &pair[1]))
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

type Told = (Option<SlcCacheType>, f64, Option<Message>);

/// The type of the cache, from the part of it that remains on a full drive after a rest.
fn cache_type(chain: &Chain<'_>, cliff: Option<Cliff>) -> Told {
    let Some(cliff) = cliff else {
        let size = Argument::Bytes(rounded(chain.none_from()));
        let reason = Message::new(MessageId::CacheNoCliffFrom, [size]);
        return (Some(SlcCacheType::None), SURE, Some(reason));
    };
    let untold = |reason: MessageId| (None, FAIRLY_SURE, Some(Message::plain(reason)));
    if !covers_all(chain.passes[0].cell) {
        return untold(MessageId::CacheNeedsWhole);
    }
    if chain.passes.len() < 2 {
        return untold(MessageId::CacheNeedsSecond);
    }
    let again = chain.cliff_of(1).map_or(0.0, |cliff| cliff.bytes);
    let nothing = chain.nothing_bytes();
    if again <= nothing {
        let is_known = chain.freed_bytes().is_some();
        let (reason, sure) = if is_known {
            (MessageId::CacheFreedAtOnce, CONFIRMED)
        } else {
            (MessageId::CacheNothingBack, FAIRLY_SURE)
        };
        return (Some(SlcCacheType::Dynamic), sure, Some(Message::plain(reason)));
    }
    if (again - cliff.bytes).abs() <= cliff::SAME_RATIO * cliff.bytes + nothing {
        return (Some(SlcCacheType::Static), SURE, None);
    }
    let is_more = again > cliff.bytes;
    let confidence = if is_more { HARDLY_SURE } else { SURE };
    let reason = is_more.then(|| Message::plain(MessageId::CacheMoreOnFull));
    (Some(SlcCacheType::Hybrid), confidence, reason)
}

fn covers_all(cell: &CellRecord) -> bool {
    cell.workload.region == iogram_model::Region::default()
}

fn recovery(chain: &Chain<'_>, first: Option<Cliff>, index: usize) -> CacheRecovery {
    let pass = &chain.passes[index];
    let (value, reason) = match chain.reference.or_else(|| chain.first_reference()) {
        None => (None, Some(MessageId::CacheNoneToRecover)),
        Some(rates) if rates.cache_bytes_per_s < TOLD_RATIO * rates.after_bytes_per_s => {
            (None, Some(MessageId::CacheHardlyFaster))
        }
        Some(rates) => match chain.cliff_of(index) {
            Some(cliff) if chain.is_by_writing(cliff, rates) => {
                (Some(0.0), Some(MessageId::CacheFreedByWriting))
            }
            Some(cliff) => (Some(cliff.bytes), None),
            None => without_cliff(rates, pass),
        },
    };
    let whole = first.map(|first| first.bytes);
    let reason = reason.map(Message::plain);
    CacheRecovery {
        cell: pass.cell.name.clone(),
        repeat: pass.cell.repeat,
        rest_ns: pass.rest_ns.unwrap_or(0),
        value_bytes: value.map(rounded),
        recovered_ratio: value.zip(whole).map(|(value, whole)| value / whole.max(1.0)),
        reason: reason.as_ref().map(Message::english),
        statement: reason,
    }
}

/// A later pass of one speed: either all of it went into the cache, or none.
fn without_cliff(rates: Reference, pass: &Pass<'_>) -> (Option<f64>, Option<MessageId>) {
    let whole = longest(&pass.segments);
    let limit = (rates.cache_bytes_per_s * rates.after_bytes_per_s).sqrt();
    if whole.bytes_per_s() <= limit {
        return (Some(0.0), None);
    }
    (Some(whole.to_bytes), Some(MessageId::CacheWholePass))
}

fn plateaus(chain: &Chain<'_>, index: usize, around: BesideThePasses) -> Vec<Plateau> {
    let pass = &chain.passes[index];
    let cliff = chain.cliff_of(index);
    let is_faint = cliff.is_some_and(|cliff| is_faint(chain, around, cliff));
    let folding_from = folding(&pass.segments, cliff).map(|segment| segment.from_bytes);
    let buffer_count = chain.count_buffer(&pass.segments);
    let role = |index: usize, segment: &Segment| match cliff {
        _ if index < buffer_count => Some(PlateauRole::Buffer),
        Some(cliff) if index == cliff.index => (!is_faint).then_some(PlateauRole::Cache),
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
