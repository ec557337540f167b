//! Conclusions about a drive's capacity from a log of f3, and their limits.

use iogram_model::{
    Bytes, CapacityFinding, CapacityVerdict, F3Evidence, F3Sectors, Message, MessageId,
};

use super::files::{
    BORDER, CACHE_LARGEST, Conclusion, Extent, Files, PART_BORDER, REPEATS, SMALL_FILES,
    of_lost, repeated_size_confidence,
};
use super::{ERRORS, SMALL_CACHE};

/// Sectors of f3.
const SECTOR: u64 = 512;

/// Confidence in f3probe's verdict of a counterfeit or damage: right in all of 1,567 cases in the sweep of logs in
/// docs/conclusions.md, whose output is correct. The value is lower, because another medium or driver can mislead it.
const PROBED_BAD: f64 = 0.98;

/// Confidence in its verdict of a genuine drive: it does not look for caches above 1 GiB. 1,298 of 1,357 of the same
/// sweep.
pub(super) const PROBED_GOOD: f64 = 0.945;

/// Confidence that a drive is not genuine if f3probe reports a limbo with exactly half of the addressable size
/// usable. That size was wrong in all seven published logs with further evidence; five of the drives were
/// counterfeits or broken (f3's issues 52, 201, 204, 222; hegz, Fighting counterfeit USB flash drives, 2022), two
/// genuine (issues 104, 243).
const HALF_MODULE: f64 = 0.7;

/// Confidence if another report calls the drive genuine. An estimate: of the three published ones (issues 93, 104,
/// 243) two drives were genuine, and the third is unknown.
const PROBES_CONTRADICT: f64 = 0.5;

/// Confidence that the smallest of several sizes is the drive's. An estimate from six published sizes of one stick
/// (issue 201), which are 0.2 % apart, and two of a card that are a quarter apart (issue 81).
const SMALLEST_SIZE: f64 = 0.75;

/// Confidence of a genuine drive with intact files of more than this size, which is four times the cache that f3probe
/// looks for: all of 158. With fewer files 175 of 182, as with f3probe alone. From seeds 96000000 to 96020000 of that
/// sweep.
const KEPT_BESIDE: f64 = 0.97;
const KEPT_BESIDE_BYTES: u64 = 4 << 30;
/// Confidence that a drive is damaged within its files, without a border, although f3probe calls it genuine: 415 of
/// 416 of the same seeds.
const DAMAGED_BESIDE: f64 = 0.97;

/// Lost data are bad whatever the reason, but do not tell a counterfeit from damage: 15 of 39 were damaged, from the
/// sweep of logs in docs/conclusions.md, seeds 72000000 to 72012000.
pub(super) const LOST: f64 = 0.35;

/// Confidence if no file could be written from one on: either damage to the end, or a counterfeit that admits its
/// end. The proportion is unknown; 9 of 85 in the sweep of logs.
const WRITES_END: f64 = 0.12;

/// Least share of the free space, in percent, that all files together must have to count as a test of it. Arbitrary:
/// file systems need some for themselves.
pub(super) const TRIED_PERCENT: u64 = 98;

/// The conclusion about the drive from f3.
pub(super) fn capacity(log: &F3Evidence) -> CapacityFinding {
    let probed = of_probe(log);
    let files = of_files(log);
    let is_lost = lost_of(log) > 0;
    // Conclusive files do not need the verdict of a tool that is often wrong.
    let probed = probed.filter(|it| !is_doubted(it) || files.verdict.is_none());
    let is_conflict =
        is_lost && probed.as_ref().is_some_and(|it| it.verdict == Some(CapacityVerdict::Good));
    let mut told = match probed {
        // Lost data is certain, whatever a shorter test reported before.
        Some(_) if is_conflict => {
            let reason = Message::new(MessageId::F3Contradicted, [files.reason.into()]);
            // A cache hid it from f3probe, and that cache may hold the remaining files: of eight sizes of drives with
            // repeating addresses three were right.
            let is_border = files.verdict == Some(CapacityVerdict::Limbo);
            let real_bytes = files.real_bytes.filter(|_| is_border);
            let is_damaged = files.verdict == Some(CapacityVerdict::Damaged);
            let least = if is_damaged { DAMAGED_BESIDE } else { 0.0 };
            let confidence = files.confidence.max(least);
            Conclusion { real_bytes, reason, confidence, ..files }
        }
        Some(probed) if is_lost => {
            // Files that the log does not show can be intact, too.
            let of_files = files.real_bytes.filter(|_| !log.is_read_cut_off);
            // f3probe did not test data that the files lost before its border.
            let is_refuted = of_files.is_none()
                && log.first_lost_bytes.zip(probed.real_bytes).is_some_and(|(lost, real)| {
                    lost < (real / 100).saturating_mul(TRIED_PERCENT)
                });
            let sizes = [probed.real_bytes, of_files].into_iter().flatten();
            Conclusion { real_bytes: sizes.min().filter(|_| !is_refuted), ..probed }
        }
        // Its files were intact, too, and larger than any cache.
        Some(probed)
            if probed.verdict == Some(CapacityVerdict::Good)
                && is_read(log)
                && kept_bytes(log) > KEPT_BESIDE_BYTES =>
        {
            let confidence = if is_most(log) { SMALL_CACHE } else { KEPT_BESIDE };
            Conclusion { confidence, ..probed }
        }
        Some(probed) => probed,
        None if is_lost => files,
        None => Conclusion { real_bytes: log.real_bytes, ..files },
    };
    if contradicts(told.verdict, told.real_bytes, log.announced_bytes) {
        let reason = Message::new(MessageId::F3SizesContradict, [told.reason.into()]);
        // The loss of sectors is certain, whatever the sizes are.
        told = match is_lost {
            true => Conclusion::new(Some(CapacityVerdict::Damaged), LOST, reason),
            false => Conclusion::new(None, 0.0, reason),
        };
    }
    if told.verdict.is_none() {
        told.real_bytes = None;
    }
    told.finding(log.announced_bytes)
}

/// A counterfeit holds less than it announces, a genuine drive exactly that, and no drive more: otherwise a line is
/// wrong, or from another drive.
fn contradicts(
    verdict: Option<CapacityVerdict>,
    real: Option<u64>,
    announced: Option<u64>,
) -> bool {
    let (Some(verdict), Some((real, announced))) = (verdict, real.zip(announced)) else {
        return false;
    };
    match verdict {
        CapacityVerdict::Good => real != announced,
        _ if verdict.is_counterfeit() => real >= announced,
        _ => real > announced,
    }
}

/// The conclusion from f3probe; `None` without one.
fn of_probe(log: &F3Evidence) -> Option<Conclusion> {
    use CapacityVerdict as Is;
    let said = log.verdict.as_deref().and_then(|said| match said {
        "good" => Some(Is::Good),
        "damaged" => Some(Is::Damaged),
        "limbo" => Some(Is::Limbo),
        "wraparound" => Some(Is::Wraparound),
        "chain" => Some(Is::Chain),
        _ => None,
    });
    let verdict = said.or_else(|| of_sizes(log))?;
    let told = |confidence, reason| Conclusion::new(Some(verdict), confidence, reason);
    if let Some(half) = half_module(log).filter(|_| verdict == Is::Limbo) {
        let reason = Message::new(MessageId::F3HalfModule, [Bytes(half).into()]);
        return Some(told(HALF_MODULE, reason));
    }
    if log.is_probe_contradicted && verdict != Is::Good {
        let reason = Message::plain(MessageId::F3ProbesContradict);
        return Some(told(PROBES_CONTRADICT, reason));
    }
    let confidence = if verdict == Is::Good { PROBED_GOOD } else { PROBED_BAD };
    // If no block at all is kept, there is another problem: published drives with this verdict hold some data.
    let is_none = verdict == Is::Damaged && log.real_bytes == Some(0);
    let Some(real) = log.real_bytes.filter(|_| !is_none) else {
        let is_cut_off = !is_none || log.announced_bytes.is_none();
        let id = if is_cut_off { MessageId::F3SaysSoCutOff } else { MessageId::F3SaysSo };
        return Some(told(confidence, Message::plain(id)));
    };
    let largest = log.real_largest_bytes.filter(|it| *it > real.saturating_add(real / 100));
    if let Some(largest) = largest {
        let reason = Message::new(MessageId::F3ProbesDiffer, [Bytes(largest).into()]);
        return Some(told(confidence, reason).sized(real, SMALLEST_SIZE));
    }
    let reason = Message::plain(match (said, log.announced_bytes) {
        (Some(_), Some(_)) => MessageId::F3SaysSo,
        (Some(_), None) => MessageId::F3SaysSoCutOff,
        (None, _) => MessageId::F3SizesSaySo,
    });
    Some(told(confidence, reason).sized(real, confidence))
}

/// Half of the addressable size, if f3probe reports exactly that as usable.
fn half_module(log: &F3Evidence) -> Option<u64> {
    log.real_bytes.filter(|real| log.module_bytes == real.checked_mul(2))
}

/// Whether f3probe often gives the same verdict for other drives, too.
fn is_doubted(probed: &Conclusion) -> bool {
    matches!(probed.reason.id, MessageId::F3HalfModule | MessageId::F3ProbesContradict)
}

/// The meaning of f3probe's sizes. Source: f3's documentation of the kinds; the module is the distance after which
/// addresses repeat.
fn of_sizes(log: &F3Evidence) -> Option<CapacityVerdict> {
    use CapacityVerdict as Is;
    let (real, announced, module) = (log.real_bytes?, log.announced_bytes?, log.module_bytes?);
    Some(match real {
        0 => Is::Damaged,
        _ if real >= announced => Is::Good,
        _ if module <= real => Is::Wraparound,
        _ if module < announced => Is::Chain,
        _ => Is::Limbo,
    })
}

/// The conclusion from f3write and f3read.
fn of_files(log: &F3Evidence) -> Conclusion {
    use CapacityVerdict as Is;
    let unread = log.unread_file_count.unwrap_or(0);
    let unwritten = log.unwritten_file_count.unwrap_or(0);
    let lost = lost_of(log);
    let all = log.sectors.map_or(0, |it| it.ok_count.saturating_add(lost_count(&it)));
    let extent = match log.free_bytes {
        _ if log.is_read_cut_off => Extent::CutOff,
        Some(free) if !fills(all, free) => Extent::Part,
        _ => Extent::Whole,
    };
    if let Some(border) = log.border_bytes.filter(|_| lost > 0) {
        let overwritten = log.sectors.map_or(0, |sectors| sectors.overwritten_count);
        let reason = Message::new(MessageId::F3OneBorder, [Bytes(border).into()]);
        if overwritten > lost / 2 {
            let told = Conclusion::new(Some(Is::Wraparound), REPEATS, reason);
            return match repeated_size_confidence(border, true) {
                Some(sure) if !log.is_read_cut_off => told.sized(border, sure),
                _ => told,
            };
        }
        let sure = if extent != Extent::Whole { PART_BORDER } else { BORDER };
        return Conclusion::new(Some(Is::Limbo), sure, reason).sized(border, sure);
    }
    if let Some(sectors) = log.sectors.filter(|_| lost > 0) {
        return of_lost(&Files {
            ok: Some(sectors.ok_count),
            lost,
            overwritten: sectors.overwritten_count,
            changed: sectors.changed_count,
            before: log.first_lost_bytes.map(|bytes| bytes / SECTOR),
            is_exact: false,
            extent,
            is_contradicted: log.verdict.as_deref() == Some("good"),
        });
    }
    of_whole_files(log, unread.saturating_add(unwritten))
}

/// Their conclusion if no sector was lost.
fn of_whole_files(log: &F3Evidence, failed: u64) -> Conclusion {
    use CapacityVerdict as Is;
    if failed > 0 {
        let is_end = log.is_end_unwritten && log.unread_file_count.unwrap_or(0) == 0;
        let (id, sure) = match is_end {
            true => (MessageId::LogWritesEnd, WRITES_END),
            false => (MessageId::F3FilesFailed, ERRORS),
        };
        return Conclusion::new(Some(Is::Dying), sure, Message::new(id, [failed.into()]));
    }
    match (log.sectors, log.free_bytes) {
        (Some(sectors), Some(free)) if fills(sectors.ok_count, free) => {
            let kept = Bytes(sectors.ok_count.saturating_mul(SECTOR));
            if kept.0 <= CACHE_LARGEST {
                let reason = Message::new(MessageId::LogCacheCouldHold, [kept.into()]);
                return Conclusion::new(Some(Is::Good), SMALL_FILES, reason);
            }
            let reason = Message::plain(MessageId::F3FreeSpaceKept);
            Conclusion::new(Some(Is::Good), SMALL_CACHE, reason)
        }
        (Some(_), _) => {
            let reason = Message::plain(MessageId::F3FilesKept);
            Conclusion::new(None, 0.0, reason)
        }
        (None, _) if log.unwritten_file_count.is_some() || log.free_bytes.is_some() => {
            let reason = Message::plain(MessageId::F3WroteOnly);
            Conclusion::new(None, 0.0, reason)
        }
        (None, _) => Conclusion::new(None, 0.0, Message::plain(MessageId::F3NoVerdict)),
    }
}

/// Whether files were read, each of them completely.
fn is_read(log: &F3Evidence) -> bool {
    log.sectors.is_some_and(|it| it.ok_count > 0) && log.unread_file_count.unwrap_or(0) == 0
}

fn lost_of(log: &F3Evidence) -> u64 {
    log.sectors.as_ref().map_or(0, lost_count)
}

const fn lost_count(sectors: &F3Sectors) -> u64 {
    sectors
        .corrupted_count
        .saturating_add(sectors.changed_count)
        .saturating_add(sectors.overwritten_count)
}

const fn fills(sectors: u64, free: u64) -> bool {
    sectors.saturating_mul(SECTOR) >= (free / 100).saturating_mul(TRIED_PERCENT)
}

/// Whether f3read's files cover most of f3probe's usable size, and more than a cache holds.
fn is_most(log: &F3Evidence) -> bool {
    let ok = log.sectors.map_or(0, |it| it.ok_count);
    kept_bytes(log) > CACHE_LARGEST
        && log.announced_bytes.is_some_and(|announced| fills(ok, announced))
}

/// Intact bytes of the files.
fn kept_bytes(log: &F3Evidence) -> u64 {
    log.sectors.map_or(0, |it| it.ok_count.saturating_mul(SECTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(verdict: &str, real_bytes: u64, announced_bytes: u64) -> CapacityFinding {
        capacity(&F3Evidence {
            verdict: Some(verdict.to_owned()),
            real_bytes: Some(real_bytes),
            announced_bytes: Some(announced_bytes),
            ..F3Evidence::default()
        })
    }

    #[test]
    fn a_verdict_that_its_own_sizes_contradict_is_no_answer() {
        for (verdict, real, announced) in [
            ("limbo", 8 << 30, 1 << 30),
            ("chain", 8 << 30, 8 << 30),
            ("good", 7 << 30, 8 << 30),
        ] {
            let found = sized(verdict, real, announced);
            assert_eq!((found.verdict, found.real_bytes), (None, None), "{found:?}");
            assert!(found.confidence < ERRORS, "{found:?}");
        }
        assert_eq!(sized("limbo", 8 << 30, 16 << 30).real_bytes, Some(8 << 30));
        assert_eq!(sized("good", 8 << 30, 8 << 30).verdict, Some(CapacityVerdict::Good));
    }
}
