//! Number of units that a drive keeps open, from alternating writes to several units.
//!
//! To close a unit before it is full, the drive has to complete it by copying. Within the limit the drive closes
//! nothing, and a write takes its normal time. One unit beyond it, every round closes one, and a small write takes as
//! long as the copying of a unit.

use iogram_model::{Bytes, Message, MessageId, OpenUnitEvidence, OpenUnitRow, UnitOrder};

use super::{Reading, amount, float, median};

/// A row is beyond the limit if the drive closed a unit in this share of its rounds. In linear order every round is
/// slow; in random order a drive may be slow in every other one.
const CLOSED_SHARE: f64 = 0.34;
/// Least ratio to the normal time of a write that made the drive close a unit. Arbitrary; the accuracy of counts is
/// measured (docs/conclusions.md).
pub(super) const CLOSING_RATIO_MIN: f64 = 1.6;
/// From this ratio on it is certain; below it, non-sequential writes may be slower by themselves. Arbitrary.
const CLOSING_RATIO_SURE: f64 = 3.0;
/// A row is perfectly clear if the drive closed a unit in this share of its rounds, or in a share as far below the
/// deciding one. Arbitrary.
const CLOSED_SHARE_CLEAR: f64 = 0.45;
const OPEN_SHARE_CLEAR: f64 = 0.15;
/// .. and if its time is this far from the threshold. Arbitrary.
const TIME_CLEAR_RATIO: f64 = 0.25;
/// Clarity of a row at the threshold, and the additions for a clear share and a clear time. Arbitrary.
const CLARITY_LEAST: f64 = 0.7;
const CLARITY_SHARE: f64 = 0.2;
const CLARITY_TIME: f64 = 0.1;
/// Confidence that a single unit works if two do not; this is inferred, not tested. Right in all of 120 logs, from
/// seeds 96000000 to 98020000 of the sweep of logs in docs/conclusions.md.
const INFERRED_CONFIDENCE: f64 = 0.96;
/// In rates, closing a unit takes at least this share of the time to copy a whole one. Arbitrary.
const COPIED_SHARE: f64 = 0.3;
/// Clarity of rates at the threshold, and the addition for a factor of e from it. Arbitrary.
const RATES_CLARITY_LEAST: f64 = 0.8;
const RATES_CLARITY: f64 = 0.5;
/// Highest confidence of a count.
const CONFIDENCE_MAX: f64 = 0.99;
/// Least clarity of a measured table: a drive with a limit reaches it, so a lower one has another cause.
const MEASURED_MIN: f64 = 0.93;
/// Highest confidence from the rates in a log, which do not show single writes.
const CONFIDENCE_MAX_RATES: f64 = 0.97;

/// Whether a number of units is beyond the limit, and the distance from the threshold: 1 is far.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    count: u32,
    is_beyond: bool,
    clarity: f64,
}

/// The number of units that can be open in `order`.
pub(super) fn read_open_units(evidence: &OpenUnitEvidence, order: UnitOrder) -> Reading<u32> {
    let rows: Vec<&OpenUnitRow> =
        evidence.rows.iter().filter(|row| row.order == order).collect();
    if rows.is_empty() {
        return Reading::nothing_as(
            None,
            match order {
                UnitOrder::Linear => MessageId::OpenNoWritesLinear,
                UnitOrder::Random => MessageId::OpenNoWritesRandom,
            },
        );
    }
    if rows.iter().all(|row| row.rounds.is_empty()) {
        return limit_of(&judge_rates(evidence, order), order, CONFIDENCE_MAX_RATES);
    }
    let within =
        |row: &&OpenUnitRow| Row { count: row.open_count, is_beyond: false, clarity: 1.0 };
    let judged = match Border::find(evidence, order) {
        Some(border) => border.judge(&rows),
        None => rows.iter().map(within).collect(),
    };
    let reading = limit_of(&judged, order, CONFIDENCE_MAX);
    match (reading.value, reading.confidence) {
        (Some(value), Some(sure)) if sure < MEASURED_MIN => Reading::nothing(
            Some(1.0 - sure),
            Message::new(MessageId::OpenSomeRoundsSlower, [value.into()]),
        ),
        (Some(0), _) if has_no_limit_in_order(evidence, order) => {
            Reading::nothing_as(None, MessageId::OpenOutOfOrderSlower)
        }
        (Some(value @ 1..), _) if !is_fast_again(&judged, value) => Reading::nothing(
            None,
            Message::new(MessageId::OpenNotTriedAgain, [value.saturating_add(1).into()]),
        ),
        _ => reading,
    }
}

/// Highest rate of copying a unit. Arbitrary: flash behind one command at a time.
const COPY_RATE_MAX: f64 = 200e6;
/// Confidence that there is no limit: if closing a unit would have been visible, and if not, or if few units were
/// tested. From the hidden drives of the review of 2026-11-28 (4 of 10) and `--class` of docs/conclusions.md.
const NO_LIMIT_SEEN: f64 = 0.95;
const NO_LIMIT_HIDDEN: f64 = 0.5;
/// If the unit is not a multiple of the windows, and less than this many times as large, too many windows span two
/// units. Arbitrary.
const WINDOWS_OF_UNIT: u64 = 4;
/// Fewer simultaneous units are weak evidence about a limit. Arbitrary: cards keep up to eight.
const NO_LIMIT_COUNT: u32 = 8;

/// Limits the reading to what such writes can show; `unit` is its size in bytes. If out-of-order writes to one place
/// span two units, several are open at once; and closing a small unit takes no longer than a write. `is_larger` tells
/// whether a unit of unknown size is certainly larger than the given bytes.
pub(super) fn seen(
    evidence: &OpenUnitEvidence,
    (unit, order): (Option<u64>, UnitOrder),
    is_larger: impl Fn(u64) -> bool,
    reading: Reading<u32>,
) -> Reading<u32> {
    let measured = || evidence.rows.iter().filter(|row| !row.rounds.is_empty());
    let window =
        measured().map(|row| row.block_bytes.saturating_mul(row.rounds.len() as u64)).max();
    let is_no_limit = |id| id == MessageId::OpenNoLimit;
    let is_denied = reading.reason.as_ref().is_some_and(|it| is_no_limit(it.id));
    if let (Some(unit), Some(window)) = (unit, window)
        && unit < window.saturating_mul(WINDOWS_OF_UNIT)
        && !unit.is_multiple_of(window)
        && (is_denied || order == UnitOrder::Random && reading.value.is_some())
    {
        let sizes = [Bytes(unit).into(), Bytes(window).into()];
        return Reading::nothing(None, Message::new(MessageId::OpenWindowLarger, sizes));
    }
    if let (None, Some(window)) = (unit, window)
        && order == UnitOrder::Random
        && reading.value.is_some()
        && !is_larger(window)
    {
        let size = [Bytes(window).into()];
        return Reading::nothing(None, Message::new(MessageId::OpenUnitUnknown, size));
    }
    if !is_denied || window.is_none() {
        return reading;
    }
    let most = measured().map(|row| row.open_count).max().unwrap_or(0);
    let plain = measured().filter_map(|row| median(&scored(row))).fold(f64::MAX, f64::min);
    let is_seen = unit.is_some_and(|unit| {
        amount(unit) / COPY_RATE_MAX * 1e9 > (CLOSING_RATIO_SURE - 1.0) * plain
    });
    if is_seen && most >= NO_LIMIT_COUNT {
        let confidence = reading.confidence.map(|sure| sure.min(NO_LIMIT_SEEN));
        return Reading { confidence, ..reading };
    }
    Reading::nothing(
        reading.confidence.map(|sure| sure.min(NO_LIMIT_HIDDEN)),
        Message::new(MessageId::OpenLimitHidden, [most.into()]),
    )
}

/// Whether writes in linear order were tested and showed no limit. A drive that closes units does so in both orders;
/// a drive that merely slows down before the second test does not.
fn has_no_limit_in_order(evidence: &OpenUnitEvidence, order: UnitOrder) -> bool {
    order == UnitOrder::Random
        && evidence.rows.iter().any(|row| row.order == UnitOrder::Linear)
        && read_open_units(evidence, UnitOrder::Linear).value.is_none()
}

/// Whether the drive was fast again with at most `value` units: a drive whose cache filled meanwhile is not. `rows`
/// are in the order of execution.
fn is_fast_again(rows: &[Row], value: u32) -> bool {
    let after = rows.iter().skip_while(|row| !row.is_beyond);
    after.into_iter().any(|row| !row.is_beyond && row.count <= value)
}

/// The limit from the rows: the largest number within it, if the next one is beyond.
fn limit_of(rows: &[Row], order: UnitOrder, confidence_max: f64) -> Reading<u32> {
    let within = rows.iter().filter(|row| !row.is_beyond).map(|row| row.count).max();
    let beyond = rows.iter().filter(|row| row.is_beyond).map(|row| row.count).min();
    let clarity = |count: u32| {
        let of = rows.iter().filter(|row| row.count == count).map(|row| row.clarity);
        of.fold(1.0, f64::min)
    };
    match (within, beyond) {
        (None, None) => Reading::nothing_as(None, MessageId::OpenNothingWritten),
        (Some(within), None) => Reading::nothing(
            Some(confidence_max * clarity(within)),
            Message::new(MessageId::OpenNoLimit, [within.into()]),
        ),
        (Some(within), Some(beyond)) if within.saturating_add(1) == beyond => Reading {
            value: Some(within),
            confidence: Some(confidence_max * clarity(within).min(clarity(beyond))),
            reason: None,
        },
        (Some(within), Some(beyond)) if within < beyond => Reading::nothing(
            None,
            Message::new(MessageId::OpenBetween, [within.into(), beyond.into()]),
        ),
        (Some(within), Some(beyond)) => Reading::nothing(
            None,
            Message::new(MessageId::OpenContradicted, [beyond.into(), within.into()]),
        ),
        (None, Some(1)) => Reading {
            value: Some(0),
            confidence: Some(confidence_max * clarity(1)),
            reason: None,
        },
        // One unit after the other always works.
        (None, Some(2)) if order == UnitOrder::Linear => Reading {
            value: Some(1),
            confidence: Some(INFERRED_CONFIDENCE * clarity(2)),
            reason: None,
        },
        (None, Some(beyond)) => {
            let reason = Message::new(MessageId::OpenTooMany, [beyond.into()]);
            Reading::nothing(None, reason)
        }
    }
}

/// Threshold of the time of a write that made the drive close a unit.
struct Border {
    closing_ns: f64,
    plain_ns: f64,
}

impl Border {
    /// `None` if no row is slow enough, compared with the fastest, to show that a unit was closed.
    fn find(evidence: &OpenUnitEvidence, order: UnitOrder) -> Option<Self> {
        let of = |row: &OpenUnitRow| median(&scored(row));
        let first = evidence.rows.iter().find(|row| row.order == UnitOrder::Linear);
        let plain = first.and_then(of)?;
        let own: Vec<f64> =
            evidence.rows.iter().filter(|row| row.order == order).filter_map(of).collect();
        // Non-sequential writes may be slower although the drive closes nothing.
        let fastest = own.iter().copied().fold(f64::MAX, f64::min);
        let plain =
            if fastest < CLOSING_RATIO_SURE * plain { fastest.max(plain) } else { plain };
        let slow: Vec<f64> = evidence
            .rows
            .iter()
            .filter(|row| row.order == order)
            .flat_map(scored)
            .filter(|&slowest| slowest > CLOSING_RATIO_MIN * plain)
            .collect();
        let closing = median(&slow)?;
        let border = (plain * closing)
            .sqrt()
            .clamp(CLOSING_RATIO_MIN * plain, CLOSING_RATIO_SURE * plain);
        Some(Self { closing_ns: border, plain_ns: plain })
    }

    fn judge(&self, rows: &[&OpenUnitRow]) -> Vec<Row> {
        let one = |row: &&OpenUnitRow| {
            let slowest = scored(row);
            let closed = slowest.iter().filter(|&&it| it > self.closing_ns).count();
            let share = float(closed) / float(slowest.len().max(1));
            let is_beyond = share >= CLOSED_SHARE;
            // Clear rows are far from the threshold in their share of rounds and in their time.
            let clear_share = if is_beyond {
                ((share - CLOSED_SHARE) / (CLOSED_SHARE_CLEAR - CLOSED_SHARE)).clamp(0.0, 1.0)
            } else {
                ((CLOSED_SHARE - share) / OPEN_SHARE_CLEAR).clamp(0.0, 1.0)
            };
            let typical = if is_beyond {
                let slow: Vec<f64> =
                    slowest.iter().copied().filter(|&it| it > self.closing_ns).collect();
                median(&slow).unwrap_or(self.closing_ns) / self.closing_ns
            } else {
                self.closing_ns / median(&slowest).unwrap_or(self.plain_ns)
            };
            let clear_time = ((typical - 1.0) / TIME_CLEAR_RATIO).clamp(0.0, 1.0);
            let clarity = CLARITY_TIME
                .mul_add(clear_time, CLARITY_SHARE.mul_add(clear_share, CLARITY_LEAST));
            Row { count: row.open_count, is_beyond, clarity }
        };
        rows.iter().map(one).collect()
    }
}

/// The slowest write of each counted round.
fn scored(row: &OpenUnitRow) -> Vec<f64> {
    row.settled_rounds().iter().map(|round| amount(round.slowest_ns)).collect()
}

/// Number of smallest blocks whose rates must fall. Arbitrary: two may be noise.
const FALLING_BLOCKS: usize = 3;

/// A falling rate is at most this share of the rate of blocks twice as large: the time for a block does not depend on
/// its size.
const FALLING_SHARE: f64 = 0.65;

/// And fewer simultaneous units are faster by this factor with the same blocks. Arbitrary: on drives with slow small
/// writes, the rates fall for any number of units.
const FALLING_RATIO: f64 = 3.0;

/// If each of the smallest blocks of these rows takes the same time at any size, the factor by which fewer units were
/// faster: each block closed a unit, in less time than a whole unit takes. `None` otherwise. An interrupted table is
/// compared as far as it goes.
fn falls_alone(
    evidence: &OpenUnitEvidence,
    order: UnitOrder,
    rows: &[&OpenUnitRow],
) -> Option<f64> {
    let mut rows: Vec<&OpenUnitRow> =
        rows.iter().copied().filter(|it| it.bytes_per_s > 0).collect();
    rows.sort_unstable_by_key(|it| it.block_bytes);
    let smallest = rows.get(..FALLING_BLOCKS)?;
    let is_falling = |(small, large): (&&OpenUnitRow, &&OpenUnitRow)| {
        small.block_bytes.saturating_mul(2) == large.block_bytes
            && amount(small.bytes_per_s) <= FALLING_SHARE * amount(large.bytes_per_s)
    };
    if !rows.iter().zip(rows.iter().skip(1)).take(FALLING_BLOCKS).all(is_falling) {
        return None;
    }
    let ratio = |row: &&OpenUnitRow| {
        let fewer = evidence.rows.iter().filter(|it| {
            it.order == order
                && it.block_bytes == row.block_bytes
                && it.open_count < row.open_count
        });
        let fastest = fewer.map(|it| it.bytes_per_s).max()?;
        Some(amount(fastest) / amount(row.bytes_per_s))
    };
    let ratios: Option<Vec<f64>> = smallest.iter().map(ratio).collect();
    median(&ratios?).filter(|it| *it >= FALLING_RATIO)
}

/// Evaluates rates by block size: beyond the limit, a block takes nearly as long as a unit, however small it is.
fn judge_rates(evidence: &OpenUnitEvidence, order: UnitOrder) -> Vec<Row> {
    let unit = amount(evidence.unit_bytes);
    let mut counts: Vec<u32> =
        evidence.rows.iter().filter(|it| it.order == order).map(|it| it.open_count).collect();
    counts.sort_unstable();
    counts.dedup();
    let of_count = |count: u32| {
        let rows = evidence.rows.iter();
        let rows: Vec<&OpenUnitRow> =
            rows.filter(|row| row.order == order && row.open_count == count).collect();
        let whole = rows.iter().filter(|row| row.block_bytes >= evidence.unit_bytes);
        let fastest = whole.map(|row| row.bytes_per_s).max()?;
        let unit_s = unit / amount(fastest.max(1));
        let mut votes = Vec::new();
        for row in
            rows.iter().filter(|row| row.block_bytes.saturating_mul(2) <= evidence.unit_bytes)
        {
            let part = amount(row.block_bytes) / unit;
            let share = amount(row.block_bytes) / amount(row.bytes_per_s.max(1)) / unit_s;
            // Without closing, a block takes its part of the unit's time; with closing, more than half of the whole
            // time.
            let border = COPIED_SHARE.mul_add(1.0 - part, part);
            votes.push((share / border).ln());
        }
        let middle = median(&votes)?;
        let falls = falls_alone(evidence, order, &rows);
        let distance = falls.map_or(middle.abs(), f64::ln).max(middle.abs());
        let clarity = (RATES_CLARITY_LEAST + distance * RATES_CLARITY).min(1.0);
        Some(Row { count, is_beyond: middle > 0.0 || falls.is_some(), clarity })
    };
    counts.into_iter().filter_map(of_count).collect()
}
