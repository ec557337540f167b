//! What a log of f3 says about a drive's capacity, and what it leaves open.

use iogram_model::{
    Bytes, CapacityFinding, CapacityVerdict, F3Evidence, F3Sectors, Message, MessageId,
};

use super::files::{BORDER, Files, REPEATS, finding, of_lost};
use super::{ERRORS, SMALL_CACHE};

/// Sectors of f3.
const SECTOR: u64 = 512;

/// f3probe's word that a drive is a counterfeit or damaged: all of 1,567 in the sweep of logs in docs/conclusions.md, where it
/// prints what is true; less, because another medium or driver can mislead it.
const PROBED_BAD: f64 = 0.98;

/// Its word that a drive is genuine: it does not look for caches above 1 GiB. 1,298 of 1,357 of the same sweep.
pub(super) const PROBED_GOOD: f64 = 0.945;

/// Lost data are bad whatever the reason; whether the drive is a counterfeit or damaged is not told: 15 of 39 were
/// damaged, from the sweep of logs in docs/conclusions.md, seeds 72000000 to 72012000.
pub(super) const LOST: f64 = 0.4;

/// All files together have to be this share of what was free, in percent, for the free space to have been
/// tried. Arbitrary: file systems need something for themselves.
pub(super) const TRIED_PERCENT: u64 = 98;

/// What the drive is according to f3.
pub(super) fn capacity(log: &F3Evidence) -> CapacityFinding {
    let probed = of_probe(log);
    let (files, files_bytes) = of_files(log);
    let is_lost = lost_of(log) > 0;
    let is_conflict =
        is_lost && probed.as_ref().is_some_and(|it| it.verdict == Some(CapacityVerdict::Good));
    let (Conclusion { verdict, confidence, reason }, real) = match probed {
        // What was lost is lost, whatever a shorter test said before.
        Some(_) if is_conflict => {
            let reason = Message::new(MessageId::F3Contradicted, [files.reason.into()]);
            // What f3probe did not see was hidden by a cache, of which the files that are still there can be: of eight sizes of
            // drives whose addresses repeat three were right.
            let real = files_bytes.filter(|_| files.verdict == Some(CapacityVerdict::Limbo));
            (conclusion(files.verdict, files.confidence, reason), real)
        }
        Some(probed) if is_lost => {
            let smaller = [log.real_bytes, files_bytes].into_iter().flatten().min();
            (probed, smaller)
        }
        // Its files were all there, too: 467 of 471.
        Some(probed) if probed.verdict == Some(CapacityVerdict::Good) && is_read(log) => {
            (Conclusion { confidence: SMALL_CACHE, ..probed }, log.real_bytes)
        }
        Some(probed) => (probed, log.real_bytes),
        None if is_lost => (files, files_bytes),
        None => (files, log.real_bytes),
    };
    let is_contradicted = contradicts(verdict, real, log.announced_bytes);
    let (verdict, confidence, reason, real) = if is_contradicted {
        let reason = Message::new(MessageId::F3SizesContradict, [reason.into()]);
        // That sectors were lost stands, whatever the sizes are.
        let lost = is_lost.then_some((CapacityVerdict::Damaged, LOST));
        (lost.map(|it| it.0), lost.map_or(0.0, |it| it.1), reason, None)
    } else {
        (verdict, confidence, reason, real)
    };
    finding((verdict, verdict.and(real), confidence, reason), log.announced_bytes)
}

/// A counterfeit holds less than it announces, a genuine drive as much, and none more: otherwise a line is wrong, or of
/// another drive.
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

struct Conclusion {
    verdict: Option<CapacityVerdict>,
    confidence: f64,
    reason: Message,
}

fn conclusion(
    verdict: Option<CapacityVerdict>,
    confidence: f64,
    reason: Message,
) -> Conclusion {
    Conclusion { verdict, confidence, reason }
}

/// What f3probe says; `None` if it says nothing.
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
    let confidence = if verdict == Is::Good { PROBED_GOOD } else { PROBED_BAD };
    let is_cut_off = log.real_bytes.is_none() || log.announced_bytes.is_none();
    let reason = Message::plain(match (said, is_cut_off) {
        (Some(_), false) => MessageId::F3SaysSo,
        (Some(_), true) => MessageId::F3SaysSoCutOff,
        (None, _) => MessageId::F3SizesSaySo,
    });
    Some(conclusion(Some(verdict), confidence, reason))
}

/// What f3probe's sizes mean. Source: f3's documentation of the kinds; the module is the distance after which
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

/// What f3write and f3read say.
fn of_files(log: &F3Evidence) -> (Conclusion, Option<u64>) {
    use CapacityVerdict as Is;
    let unread = log.unread_file_count.unwrap_or(0);
    let unwritten = log.unwritten_file_count.unwrap_or(0);
    let lost = lost_of(log);
    if let Some(border) = log.border_bytes.filter(|_| lost > 0) {
        let overwritten = log.sectors.map_or(0, |sectors| sectors.overwritten_count);
        let verdict = if overwritten > lost / 2 { Is::Wraparound } else { Is::Limbo };
        let reason = Message::new(MessageId::F3OneBorder, [Bytes(border).into()]);
        let sure = if verdict == Is::Limbo { BORDER } else { REPEATS };
        return (conclusion(Some(verdict), sure, reason), Some(border));
    }
    if let Some(sectors) = log.sectors.filter(|_| lost > 0) {
        let (verdict, real, confidence, reason) = of_lost(&Files {
            ok: Some(sectors.ok_count),
            lost,
            overwritten: sectors.overwritten_count,
            changed: sectors.changed_count,
            before: log.first_lost_bytes.map(|bytes| bytes / SECTOR),
            is_exact: false,
        });
        return (conclusion(verdict, confidence, reason), real);
    }
    (of_whole_files(log, unread.saturating_add(unwritten)), None)
}

/// What they say where nothing was lost.
fn of_whole_files(log: &F3Evidence, failed: u64) -> Conclusion {
    use CapacityVerdict as Is;
    if failed > 0 {
        let count = failed.into();
        let reason = Message::new(MessageId::F3FilesFailed, [count]);
        return conclusion(Some(Is::Dying), ERRORS, reason);
    }
    match (log.sectors, log.free_bytes) {
        (Some(sectors), Some(free)) if fills(&sectors, free) => {
            let reason = Message::plain(MessageId::F3FreeSpaceKept);
            conclusion(Some(Is::Good), SMALL_CACHE, reason)
        }
        (Some(_), _) => {
            let reason = Message::plain(MessageId::F3FilesKept);
            conclusion(None, 0.0, reason)
        }
        (None, _) if log.unwritten_file_count.is_some() || log.free_bytes.is_some() => {
            let reason = Message::plain(MessageId::F3WroteOnly);
            conclusion(None, 0.0, reason)
        }
        (None, _) => conclusion(None, 0.0, Message::plain(MessageId::F3NoVerdict)),
    }
}

/// Whether files were read, and all of each.
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

const fn fills(sectors: &F3Sectors, free: u64) -> bool {
    sectors.ok_count.saturating_mul(SECTOR) >= (free / 100).saturating_mul(TRIED_PERCENT)
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
