//! Conclusions about an incomplete drive from files that were written and read back: f3read's and h2testw's.

use iogram_model::{Bytes, CapacityFinding, CapacityVerdict, Message, MessageId};

/// Sector size of both.
const SECTOR: u64 = 512;

/// Confidence of one border between intact and lost data: 509 of 512; the others are damage that ends with the files.
/// From the sweep of logs in docs/conclusions.md, seeds 72000000 to 72012000, as the next ones.
pub(super) const BORDER: f64 = 0.98;

/// Confidence of a border that is not quite clean: 238 of 247. Of repeating addresses: all of 990. Of anything else:
/// 1,208 of 1,296.
const NEAR_BORDER: f64 = 0.945;
pub(super) const REPEATS: f64 = 0.98;
/// Confidences of the size with repeating addresses, because a cache larger than the drive looks the same: up to the
/// size of a common cache all of 2,403, up to that of a rare one 889 of 940, above it 1,406 of 1,433. From seeds
/// 62000000 to 64020000 of that sweep.
const REPEATS_SIZE_SMALL: f64 = 0.98;
const REPEATS_SIZE: f64 = 0.945;
const REPEATS_SIZE_LARGE: f64 = 0.97;
/// The largest rare hidden cache. Arbitrary: four times the range of f3probe.
const RARE_CACHE: u64 = 9 << 29;
/// Confidences of a border within one file of f3's, and of its size: 85 and 68 of 107, and 22 and 17 of 32 of seeds
/// 96000000 to 98020000.
const WITHIN_FILE: (f64, f64) = (0.75, 0.6);
/// Confidence of a border that is not clean if f3probe calls the drive good: 53 of 89.
const CONTRADICTED: f64 = 0.6;
/// Confidence of a border if the files end before the drive does: a damaged part may extend beyond their end. 837 of
/// 899, from seeds 1000000 to 1160000 of that sweep.
pub(super) const PART_BORDER: f64 = 0.93;
/// The largest hidden cache: smaller files prove nothing. As large as the largest cache that the drive's own test
/// rules out.
pub(super) const CACHE_LARGEST: u64 = 8 << 30;
/// Confidence from files up to that size: 2,854 of 2,961 of the same seeds.
pub(super) const SMALL_FILES: f64 = 0.945;
const DAMAGED: f64 = 0.945;
/// Confidence if most of the written data is lost: damaged drives lose at most half in the sweep, and other kinds of
/// damage are seldom posted. An estimate.
const MOST_LOST: f64 = 0.945;

/// Largest intact part of a counterfeit's files behind the first error, as a fraction. Arbitrary.
const KEPT_PART: u64 = 16;
/// The most that a counterfeit's cache still holds at the end. Arbitrary: the range of f3probe.
const CACHE_MAX: u64 = 1 << 30;
/// Least lost part of a counterfeit's files, as a fraction, if some data after the first error is intact. Arbitrary:
/// single dies fail in smaller parts.
const LOST_PART: u64 = 16;
/// Least overwritten part of the files on a drive with repeating addresses, as a fraction. Arbitrary.
const OVERWRITTEN_PART: u64 = 64;

/// How much of a drive the files cover, as far as a log tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Extent {
    /// All free space.
    #[default]
    Whole,
    /// Less than the free space.
    Part,
    /// The log ends before the files do.
    CutOff,
}

/// Counts of sectors.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Files {
    /// Intact sectors; `None` if the log lacks the number.
    pub(super) ok: Option<u64>,
    pub(super) lost: u64,
    /// Lost sectors with the data of others, and those with a few changed bits.
    pub(super) overwritten: u64,
    pub(super) changed: u64,
    /// Sectors before the first lost one; `None` if the log does not tell.
    pub(super) before: Option<u64>,
    /// Whether `before` is exact, and not a bound from the counts of whole files.
    pub(super) is_exact: bool,
    /// How much of the drive the files cover.
    pub(super) extent: Extent,
    /// Whether f3probe found the drive complete.
    pub(super) is_contradicted: bool,
}

/// The verdict on the drive, its size, the confidence and the reason.
#[derive(Debug)]
pub(super) struct Conclusion {
    pub(super) verdict: Option<CapacityVerdict>,
    pub(super) real_bytes: Option<u64>,
    pub(super) confidence: f64,
    /// Confidence of the size, if it is lower than that of the verdict.
    pub(super) size_confidence: Option<f64>,
    pub(super) reason: Message,
}

impl Conclusion {
    /// A conclusion without a size.
    pub(super) fn new(
        verdict: Option<CapacityVerdict>,
        confidence: f64,
        reason: Message,
    ) -> Self {
        Self { verdict, real_bytes: None, confidence, size_confidence: None, reason }
    }

    /// Adds a size.
    pub(super) fn sized(self, real_bytes: u64, size_confidence: f64) -> Self {
        let size_confidence = Some(size_confidence).filter(|it| *it < self.confidence);
        Self { real_bytes: Some(real_bytes), size_confidence, ..self }
    }

    /// The finding on a drive with this announced capacity; without the fields that only a probe of the drive fills.
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

/// Confidence of the size of a drive with repeating addresses if `kept` bytes are intact; `None` if it is more likely
/// that of a cache. `is_plain` if every address works.
///
/// Addresses repeat if some of their bits lead nowhere, at a power of two, or if a smaller drive ends, with a
/// capacity rounded to one by the trade. Other sizes that a cache can have were the drive's in 147 of 208, of the
/// same seeds.
pub(super) fn repeated_size_confidence(kept: u64, is_plain: bool) -> Option<f64> {
    if kept <= CACHE_MAX {
        return Some(REPEATS_SIZE_SMALL);
    }
    if kept > RARE_CACHE {
        return Some(REPEATS_SIZE_LARGE);
    }
    (!is_plain || is_near_power_of_two(kept)).then_some(REPEATS_SIZE)
}

/// At most a tenth below, or a thirtieth above: a nominal 4 GB is 0.93 of 4 GiB, and a file system needs some space
/// for itself.
const fn is_near_power_of_two(bytes: u64) -> bool {
    let above = bytes.next_power_of_two();
    above.saturating_sub(bytes) <= above / 10 || bytes.saturating_sub(above / 2) <= above / 60
}

/// The conclusion from lost sectors: one border, repeating addresses, or damage.
pub(super) fn of_lost(files: &Files) -> Conclusion {
    use CapacityVerdict as Is;
    let Files { lost, overwritten, changed, .. } = *files;
    let damaged = |ok: u64| {
        let counts = [lost.into(), ok.saturating_add(lost).into()];
        let reason = Message::new(MessageId::F3SectorsLost, counts);
        Conclusion::new(Some(Is::Damaged), DAMAGED, reason)
    };
    // A counterfeit loses most data, a damaged drive keeps most. More than five of nine: half is not enough.
    let without_border = |ok: u64| {
        if changed > lost / KEPT_PART || (lost / 5).saturating_mul(4) <= ok {
            return damaged(ok);
        }
        let counts = [lost.into(), ok.saturating_add(lost).into()];
        let reason = Message::new(MessageId::LogMostLost, counts);
        Conclusion::new(Some(Is::Limbo), MOST_LOST, reason)
    };
    // Without the other count the shares are unknown.
    let Some(ok) = files.ok else { return damaged(0) };
    let all = ok.saturating_add(lost);
    let is_much = lost >= all / LOST_PART;
    // The first files are overwritten first.
    let is_from_start = files.before.map_or(overwritten > all / 2, |before| before == 0);
    if is_much && is_from_start && ok > 0 && overwritten > all / OVERWRITTEN_PART {
        let kept = Bytes(ok.saturating_mul(SECTOR));
        let reason = Message::new(MessageId::LogOverwritten, [kept.into()]);
        let is_plain = lost.saturating_sub(overwritten) <= lost / KEPT_PART;
        let verdict = if is_plain { Is::Wraparound } else { Is::Chain };
        let told = Conclusion::new(Some(verdict), REPEATS, reason);
        // The files beyond the end of the log may be intact.
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
    // Data with a few changed bits was stored, if badly.
    let is_lost = changed <= lost / KEPT_PART;
    // Within one file of f3's, damage looks the same.
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
