//! Evidence of writes about units: their ends, a special part at the beginning of the drive, and a special first unit
//! of a sequence.

use iogram_model::{
    FatEvidence, FillEvidence, FirstUnitFinding, FirstUnitsEvidence, MessageId, OpenUnitRow,
    UnitRound,
};

use super::open_units::CLOSING_RATIO_MIN;
use super::{Reading, amount, median};

/// Highest confidence of a unit found by the cost of leaving it unfinished: 412 of 432 were right. From the sweep of
/// docs/conclusions.md, seeds 20000000 to 20040000 and 21000000 to 21020000, as the next.
const CONFIDENCE_MAX: f64 = 0.95;
/// Confidence if some rows contradict it.
const CONTRADICTED: f64 = 0.9;
/// Number of multiples of a unit that must agree, and the fraction of rows that other activity of the drive may
/// explain. Set by the sweep of sticks without a read pattern
/// (`units_are_found_by_leaving_them_unfinished_where_reads_show_nothing`).
const NOISY_ENDS_MIN: usize = 3;
const NOISY_ROWS: usize = 5;
/// Fewer rows show no pattern, and neither does a single end.
const ROWS_MIN: usize = 4;
const ENDS_MIN: usize = 2;
/// Confidence of a part for tables, and of its absence. Arbitrary; the accuracy is measured (docs/conclusions.md).
const FAT_CONFIDENCE: f64 = 0.95;
/// Least difference to report: the seed of the question had 14 %.
const DIFFERENCE_MIN: f64 = 0.08;

/// The unit whose multiples were cheap to leave. If all parts are multiples of some size, they cannot distinguish a
/// unit that is an odd multiple of that from smaller ones: their ends meet in the same places.
pub(super) fn read_unit_ends(evidence: &FillEvidence) -> Reading<u64> {
    let parts = evidence.rows.iter().map(|row| row.filled_bytes);
    let step = parts.clone().fold(0, divisor);
    let least = parts.min().unwrap_or(0);
    let reading = read_ends(evidence);
    match reading.value {
        Some(unit) if unit / 2 < least || !unit.is_multiple_of(step.saturating_mul(2)) => {
            Reading::nothing_as(None, MessageId::UnitEndsNoPattern)
        }
        _ => reading,
    }
}

/// The greatest common divisor.
fn divisor(mut one: u64, mut other: u64) -> u64 {
    while other > 0 {
        (one, other) = (other, one.checked_rem(other).unwrap_or(0));
    }
    one
}

fn read_ends(evidence: &FillEvidence) -> Reading<u64> {
    if evidence.rows.len() < ROWS_MIN {
        return Reading::nothing_as(None, MessageId::UnitEndsNoLimit);
    }
    let mut candidates: Vec<u64> = evidence.rows.iter().map(|row| row.filled_bytes).collect();
    candidates.sort_unstable();
    // If a part begins inside a unit, that one stays open, too, so smaller counts prove nothing.
    let most = evidence.rows.iter().map(|row| row.opened_count).max().unwrap_or(0);
    if evidence.rows.iter().all(|row| row.opened_count == most) {
        return Reading::nothing_as(None, MessageId::UnitEndsAlike);
    }
    // The number of rows that contradict a unit, and the number of its multiples.
    let judge = |unit: u64| {
        let is_end = |bytes: u64| bytes.is_multiple_of(unit);
        let rows = evidence.rows.iter();
        let wrong =
            rows.filter(|row| is_end(row.filled_bytes) != (row.opened_count == most)).count();
        let ends = evidence.rows.iter().filter(|row| is_end(row.filled_bytes)).count();
        (wrong, ends)
    };
    let judged = candidates.into_iter().map(|unit| (judge(unit), unit));
    let best =
        judged.filter(|((_, ends), _)| *ends >= ENDS_MIN).min_by_key(|((wrong, _), _)| *wrong);
    match best {
        Some(((0, _), unit)) => {
            Reading { value: Some(unit), confidence: Some(CONFIDENCE_MAX), reason: None }
        }
        // Other activity of the drive may explain one row among many. With two ends, the first one alone may be
        // wrong, and the unit twice as large.
        Some(((1, 3..), unit)) => {
            Reading { value: Some(unit), confidence: Some(CONTRADICTED), reason: None }
        }
        _ => read_noisy_ends(evidence, most),
    }
}

/// The same if the drive now and then has room for one more unit without the end of one: every multiple of the unit
/// has it, and few others do.
fn read_noisy_ends(evidence: &FillEvidence, most: u32) -> Reading<u64> {
    let is_end = |bytes: u64, unit: u64| bytes.is_multiple_of(unit);
    let wrong = |unit: u64| {
        let others = evidence.rows.iter().filter(|row| !is_end(row.filled_bytes, unit));
        others.filter(|row| row.opened_count == most).count()
    };
    let holds = |unit: &u64| {
        let ends = || evidence.rows.iter().filter(|row| is_end(row.filled_bytes, *unit));
        ends().count() >= NOISY_ENDS_MIN && ends().all(|row| row.opened_count == most)
    };
    let candidates = evidence.rows.iter().map(|row| row.filled_bytes).filter(holds);
    let best = candidates.map(|unit| (wrong(unit), unit)).min();
    match best {
        Some((wrong, unit)) if wrong.saturating_mul(NOISY_ROWS) <= evidence.rows.len() => {
            Reading { value: Some(unit), confidence: Some(CONTRADICTED), reason: None }
        }
        _ => Reading::nothing_as(None, MessageId::UnitEndsNoPattern),
    }
}

/// Size of the part at the beginning that takes writes beside all open units; 0 means none.
pub(super) fn read_fat(evidence: &FatEvidence) -> Reading<u64> {
    if evidence.open_count == 0 || evidence.rows.is_empty() {
        return Reading::nothing_as(None, MessageId::FatNoLimit);
    }
    let typical: Vec<(u64, f64)> = evidence
        .rows
        .iter()
        .filter_map(|row| Some((row.place_bytes, median(&slowest(&row.rounds))?)))
        .collect();
    let fastest = typical.iter().map(|(_, time)| *time).fold(f64::MAX, f64::min);
    let slowest = typical.iter().map(|(_, time)| *time).fold(0.0, f64::max);
    if typical.len() == 1 {
        // The search ends at the first place if that behaves like every other.
        return Reading { value: Some(0), confidence: Some(FAT_CONFIDENCE), reason: None };
    }
    if slowest < CLOSING_RATIO_MIN * fastest {
        return Reading::nothing_as(None, MessageId::FatNoEnd);
    }
    let border = (fastest * slowest).sqrt();
    let inside = typical.iter().filter(|(_, time)| *time < border).map(|(place, _)| *place);
    let end = inside.max().map_or(0, |place| place.saturating_add(evidence.window_bytes));
    let is_in_order = typical.iter().all(|(place, time)| (*place < end) == (*time < border));
    if is_in_order {
        Reading { value: Some(end), confidence: Some(FAT_CONFIDENCE), reason: None }
    } else {
        Reading::nothing_as(None, MessageId::FatNoPattern)
    }
}

fn slowest(rounds: &[UnitRound]) -> Vec<f64> {
    rounds
        .iter()
        .skip(OpenUnitRow::WARM_UP_ROUNDS)
        .map(|round| amount(round.slowest_ns))
        .collect()
}

/// Whether the first unit differs; `None` if too little was written for an answer.
pub(super) fn read_first_units(evidence: &FirstUnitsEvidence) -> Option<FirstUnitFinding> {
    let ratios = |is_beginning: bool| -> Vec<f64> {
        let rows = evidence.rows.iter();
        rows.filter(|row| (row.start_bytes == 0) == is_beginning)
            .filter_map(|row| {
                let rates = row.units_bytes_per_s.iter();
                let rates: Vec<f64> = rates.flatten().copied().map(amount).collect();
                let (first, others) = rates.split_first()?;
                let usual = median(others).filter(|usual| *usual > 0.0)?;
                Some(first / usual)
            })
            .collect()
    };
    let ratio = median(&ratios(true))?;
    let elsewhere = median(&ratios(false));
    let is_only_at_the_beginning = elsewhere
        .filter(|_| (ratio - 1.0).abs() >= DIFFERENCE_MIN)
        .map(|elsewhere| (elsewhere - ratio).abs() > (ratio - 1.0).abs() / 2.0);
    Some(FirstUnitFinding {
        ratio: (ratio * 1000.0).round() / 1000.0,
        is_only_at_the_beginning,
    })
}
