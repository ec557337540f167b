//! What files that were written and read back tell of a drive of which not all is there: f3read's and h2testw's.

use iogram_model::{Bytes, CapacityFinding, CapacityVerdict, Message, MessageId};

/// Sectors of both.
const SECTOR: u64 = 512;

/// One border between what is whole and what is lost: 509 of 512, where damage ends with the files. As the next ones from
/// the sweep of logs in docs/conclusions.md, seeds 72000000 to 72012000.
pub(super) const BORDER: f64 = 0.98;

/// A border that is not quite clean: 238 of 247. Addresses that repeat: all of 990. What is neither: 1,208 of 1,296.
const NEAR_BORDER: f64 = 0.945;
pub(super) const REPEATS: f64 = 0.98;
/// The sizes of those, because a cache that holds more than the drive looks the same: all of 2,403 that a common cache is
/// no larger than, 889 of 940 that a rare one may be, 1,406 of 1,433 above. From seeds 62000000 to 64020000 of that sweep.
const REPEATS_SIZE_SMALL: f64 = 0.98;
const REPEATS_SIZE: f64 = 0.945;
const REPEATS_SIZE_LARGE: f64 = 0.97;
/// A rare hidden cache holds no more. Arbitrary: what f3probe looks for is a quarter of it.
const RARE_CACHE: u64 = 9 << 29;
/// A border within one file of f3's, and its size: 85 and 68 of 107, and 22 and 17 of 32 of seeds 96000000 to 98020000.
const WITHIN_FILE: (f64, f64) = (0.75, 0.6);
/// A border that is not clean of a drive that f3probe calls good: 53 of 89.
const CONTRADICTED: f64 = 0.6;
/// A border where the files end before the drive does: a part of it can be broken to behind their end. 837 of 899, from
/// seeds 1000000 to 1160000 of that sweep.
pub(super) const PART_BORDER: f64 = 0.93;
/// What a hidden cache can hold: files that are no more show nothing. As large as the largest that the drive's own test
/// rules out.
pub(super) const CACHE_LARGEST: u64 = 8 << 30;
/// Sure of files that are no more: 2,854 of 2,961 of the same seeds.
pub(super) const SMALL_FILES: f64 = 0.945;
const DAMAGED: f64 = 0.945;
/// Most of what was written is lost: drives that are broken lose the half of themselves at most in the sweep, and other
/// breakage is seldom posted. An estimate.
const MOST_LOST: f64 = 0.945;

/// Behind the first error at most this part of a counterfeit's files is whole. Arbitrary.
const KEPT_PART: u64 = 16;
/// What a counterfeit's cache still holds at the end, at most. Arbitrary: what f3probe looks for.
const CACHE_MAX: u64 = 1 << 30;
/// What is lost of a counterfeit, at least, as a part of its files, where that is not all that follows the first error.
/// Arbitrary: single dies fail in smaller parts.
const LOST_PART: u64 = 16;
/// What is written over of a drive whose addresses repeat, at least, as a part of its files. Arbitrary.
const OVERWRITTEN_PART: u64 = 64;

/// How much of a drive files are, as far as a log tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that was free.
    #[default]
    Whole,
    /// Less than was free.
    Part,
    /// The log ends before they do.
    CutOff,
}

/// Counts of sectors.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Files {
    /// As they were written; `None` if the log lacks it.
    pub(super) ok: Option<u64>,
    pub(super) lost: u64,
    /// Of the lost ones, those with the data of others, and those with a few other bits.
    pub(super) overwritten: u64,
    pub(super) changed: u64,
    /// Sectors before the first lost one; `None` if the log does not tell.
    pub(super) before: Option<u64>,
    /// Whether that is where it is, and not what counts of whole files leave room for.
    pub(super) is_exact: bool,
    /// How much of the drive the files are.
    pub(super) extent: Extent,
    /// Whether f3probe found all of it.
    pub(super) is_contradicted: bool,
}

/// What the drive is, how much it holds, how sure that is, and why.
#[derive(Debug)]
pub(super) struct Conclusion {
    pub(super) verdict: Option<CapacityVerdict>,
    pub(super) real_bytes: Option<u64>,
    pub(super) confidence: f64,
    /// How sure the size is, where that is not as sure as the verdict.
    pub(super) size_confidence: Option<f64>,
    pub(super) reason: Message,
}

impl Conclusion {
    /// One that tells no size.
    pub(super) fn new(
        verdict: Option<CapacityVerdict>,
        confidence: f64,
        reason: Message,
    ) -> Self {
        Self { verdict, real_bytes: None, confidence, size_confidence: None, reason }
    }

    /// The same with a size.
    pub(super) fn sized(self, real_bytes: u64, size_confidence: f64) -> Self {
        let size_confidence = Some(size_confidence).filter(|it| *it < self.confidence);
        Self { real_bytes: Some(real_bytes), size_confidence, ..self }
    }

    /// The finding on a drive that is said to announce so much; what only a probe of the drive finds is not in it.
    pub(super) fn finding(self, announced_bytes: Option<u64>) -> CapacityFinding {
        let is_fake = self.verdict.is_some_and(CapacityVerdict::is_counterfeit);
        CapacityFinding {
            real_bytes: self.real_bytes,
            announced_bytes,
            usable_bytes: self.real_bytes.filter(|_| is_fake),
            is_at_reader_limit: false,
            verdict: self.verdict,
            confidence: self.confidence,
            size_confidence_ratio: self.size_confidence.filter(|_| self.real_bytes.is_some()),
            cache_ruled_out_bytes: None,
            reason: self.reason.english(),
            statement: Some(self.reason),
            slowest_writes: Vec::new(),
            slowest_reads: Vec::new(),
        }
    }
}

/// How sure the size of a drive is whose addresses repeat, if `kept` bytes are still there; `None` if it is more likely
/// that of a cache. `is_plain` if every address is there.
///
/// Addresses repeat where some of their bits lead nowhere, at a power of two, or where a smaller drive ends, which the trade
/// rounds to one. Another size that a cache can have was the drive's in 147 of 208, of the same seeds.
pub(super) fn repeated_size_confidence(kept: u64, is_plain: bool) -> Option<f64> {
    if kept <= CACHE_MAX {
        return Some(REPEATS_SIZE_SMALL);
    }
    if kept > RARE_CACHE {
        return Some(REPEATS_SIZE_LARGE);
    }
    (!is_plain || is_near_power_of_two(kept)).then_some(REPEATS_SIZE)
}

/// At most a tenth below, or a thirtieth above: 4 GB of the trade are 0.93 of 4 GiB, and a file system needs something for
/// itself.
const fn is_near_power_of_two(bytes: u64) -> bool {
    let above = bytes.next_power_of_two();
    above.saturating_sub(bytes) <= above / 10 || bytes.saturating_sub(above / 2) <= above / 60
}

/// Lost sectors: one border, addresses that repeat, or damage.
pub(super) fn of_lost(files: &Files) -> Conclusion {
    use CapacityVerdict as Is;
    let Files { lost, overwritten, changed, .. } = *files;
    let damaged = |ok: u64| {
        let counts = [lost.into(), ok.saturating_add(lost).into()];
        let reason = Message::new(MessageId::F3SectorsLost, counts);
        Conclusion::new(Some(Is::Damaged), DAMAGED, reason)
    };
    // Of a counterfeit most is lost, of what is broken most is there. More than five of nine: half is not enough.
    let without_border = |ok: u64| {
        if changed > lost / KEPT_PART || (lost / 5).saturating_mul(4) <= ok {
            return damaged(ok);
        }
        let counts = [lost.into(), ok.saturating_add(lost).into()];
        let reason = Message::new(MessageId::LogMostLost, counts);
        Conclusion::new(Some(Is::Limbo), MOST_LOST, reason)
    };
    // Without the other count nothing is known of shares.
    let Some(ok) = files.ok else { return damaged(0) };
    let all = ok.saturating_add(lost);
    let is_much = lost >= all / LOST_PART;
    // What is written over first are the first files.
    let is_from_start = files.before.map_or(overwritten > all / 2, |before| before == 0);
    if is_much && is_from_start && ok > 0 && overwritten > all / OVERWRITTEN_PART {
        let kept = Bytes(ok.saturating_mul(SECTOR));
        let reason = Message::new(MessageId::LogOverwritten, [kept.into()]);
        let is_plain = lost.saturating_sub(overwritten) <= lost / KEPT_PART;
        let verdict = if is_plain { Is::Wraparound } else { Is::Chain };
        let told = Conclusion::new(Some(verdict), REPEATS, reason);
        // Of what follows more is whole.
        return if files.extent == Extent::CutOff {
            told
        } else {
            match repeated_size_confidence(kept.0, is_plain) {
                Some(sure) => told.sized(kept.0, sure),
                None => told,
            }
        };
    }
    let Some(before) = files.before.filter(|before| *before > 0 && *before <= ok) else {
        return without_border(ok);
    };
    let size = Bytes(before.saturating_mul(SECTOR));
    let (kept_after, after) = (ok.saturating_sub(before), all.saturating_sub(before));
    // Data that came back with other bits were kept, if badly.
    let is_lost = changed <= lost / KEPT_PART;
    // In one file of f3's, damage looks like that, too.
    if kept_after == 0 && is_lost && (files.is_exact || is_much) {
        let reason = Message::new(MessageId::F3OneBorder, [size.into()]);
        let (sure, sure_of_size) = match (files.is_exact, files.extent != Extent::Whole) {
            (true, false) => (BORDER, BORDER),
            (true, true) => (PART_BORDER, PART_BORDER),
            (false, _) => WITHIN_FILE,
        };
        if !files.is_contradicted {
            return Conclusion::new(Some(Is::Limbo), sure, reason).sized(size.0, sure_of_size);
        }
        return without_border(ok);
    }
    let of_cache = (after / 4).min(CACHE_MAX / SECTOR);
    if is_much && is_lost && kept_after <= (after / KEPT_PART).max(of_cache) {
        let reason = Message::new(MessageId::LogFirstError, [size.into()]);
        let sure = if files.is_contradicted { CONTRADICTED } else { NEAR_BORDER };
        return Conclusion::new(Some(Is::Limbo), sure, reason).sized(size.0, sure);
    }
    without_border(ok)
}
