//! From writes by turns into several units to how many of them the drive keeps open.
//!
//! A unit that is closed before it was written in full has to be completed by copying. Within the limit
//! nothing is closed, and a write takes what a write takes. One unit beyond it, every time around
//! something is closed, and a small write takes as long as copying a unit.

use iogram_model::{Bytes, Message, MessageId, OpenUnitEvidence, OpenUnitRow, UnitOrder};

use super::{Reading, amount, float, median};

/// A row is beyond the limit if something was closed in this share of its rounds. In linear order every
/// round pays; in random order a drive may pay every other one.
const CLOSED_SHARE: f64 = 0.34;
/// So many times as slow as usual, a write made the drive close something at least. Arbitrary; how often counts are
/// right is measured (docs/conclusions.md).
pub(super) const CLOSING_RATIO_MIN: f64 = 1.6;
/// So many times as slow, it surely did; less than that, writes that jump may be slower by themselves. Arbitrary.
const CLOSING_RATIO_SURE: f64 = 3.0;
/// A row is as clear as can be if in this share of its rounds something was closed, or in so much less than the share
/// that decides. Arbitrary.
const CLOSED_SHARE_CLEAR: f64 = 0.45;
const OPEN_SHARE_CLEAR: f64 = 0.15;
/// .. and if its time is so far from the border. Arbitrary.
const TIME_CLEAR_RATIO: f64 = 0.25;
/// What a row at the border is worth, and what being clear in its share and in its time adds. Arbitrary.
const CLARITY_LEAST: f64 = 0.7;
const CLARITY_SHARE: f64 = 0.2;
const CLARITY_TIME: f64 = 0.1;
/// That one unit works where two do not was not tried, only inferred: right in all of 120 logs, from seeds 96000000 to 98020000
/// of the sweep of logs in docs/conclusions.md.
const INFERRED_CONFIDENCE: f64 = 0.96;
/// In rates, closing takes at least so much of what copying a whole unit does. Arbitrary.
const COPIED_SHARE: f64 = 0.3;
/// What rates at the border are worth, and what a factor of e from it adds. Arbitrary.
const RATES_CLARITY_LEAST: f64 = 0.8;
const RATES_CLARITY: f64 = 0.5;
/// No count is surer than this.
const CONFIDENCE_MAX: f64 = 0.99;
/// A measured table is clear on a drive with a limit; one that is less so shows something else.
const MEASURED_MIN: f64 = 0.93;
/// The same for rates out of a log, in which single writes cannot be seen.
const CONFIDENCE_MAX_RATES: f64 = 0.97;

/// Whether a number of units is within the limit, and how far from the border: 1 is far.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    count: u32,
    is_beyond: bool,
    clarity: f64,
}

/// How many units can be open in `order`.
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

/// A unit is copied no faster than this. Arbitrary: flash behind one command at a time.
const COPY_RATE_MAX: f64 = 200e6;
/// That there is no limit is so sure where closing a unit would have been seen, and where it would not or few units were tried.
/// From the hidden drives of the review of 2026-11-28 (4 of 10) and `--class` of docs/conclusions.md.
const NO_LIMIT_SEEN: f64 = 0.95;
const NO_LIMIT_HIDDEN: f64 = 0.5;
/// Of a unit that is no multiple of the windows and not so many times as large, too many windows lie in two units. Arbitrary.
const WINDOWS_OF_UNIT: u64 = 4;
/// Fewer units at once say little of a limit. Arbitrary: cards keep up to eight.
const NO_LIMIT_COUNT: u32 = 8;

/// The same reading as far as such writes can show it, where the unit is `unit` bytes: where what was written in one place out of
/// order does not lie in one unit, several are open at once, and closing a small one takes no longer than a write. `is_larger`
/// tells whether a unit of unknown size is larger than so many bytes for certain.
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

/// Whether writes in linear order were tried and showed no limit. A drive that closes units does so in both
/// orders; one that is merely slower by the time the second is tried does not.
fn has_no_limit_in_order(evidence: &OpenUnitEvidence, order: UnitOrder) -> bool {
    order == UnitOrder::Random
        && evidence.rows.iter().any(|row| row.order == UnitOrder::Linear)
        && read_open_units(evidence, UnitOrder::Linear).value.is_none()
}

/// Whether the drive was as fast as before when it had no more than `value` units again: a drive whose cache
/// is full in the meantime is not. `rows` are in the order of execution.
fn is_fast_again(rows: &[Row], value: u32) -> bool {
    let after = rows.iter().skip_while(|row| !row.is_beyond);
    after.into_iter().any(|row| !row.is_beyond && row.count <= value)
}

/// From rows to the limit: the largest number within it, if the next one is beyond.
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

/// What a write takes at least if it made the drive close a unit.
struct Border {
    closing_ns: f64,
    plain_ns: f64,
}

impl Border {
    /// `None` if no row is so much slower than the fastest that something must have been closed.
    fn find(evidence: &OpenUnitEvidence, order: UnitOrder) -> Option<Self> {
        let of = |row: &OpenUnitRow| median(&scored(row));
        let first = evidence.rows.iter().find(|row| row.order == UnitOrder::Linear);
        let plain = first.and_then(of)?;
        let own: Vec<f64> =
            evidence.rows.iter().filter(|row| row.order == order).filter_map(of).collect();
        // Writes that jump may be slower without anything being closed.
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
            // Far from the border in the share of rounds and in their time.
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

/// The slowest write of each round that counts.
fn scored(row: &OpenUnitRow) -> Vec<f64> {
    row.settled_rounds().iter().map(|round| amount(round.slowest_ns)).collect()
}

/// Smallest blocks that have to fall. Arbitrary: two may be noise.
const FALLING_BLOCKS: usize = 3;

/// A rate that falls with its blocks is at most this share of the rate of blocks twice as large: what it takes for a block does
/// not depend on its size.
const FALLING_SHARE: f64 = 0.65;

/// And fewer units at once are so many times as fast with the same blocks. Arbitrary: they all fall on drives whose smallest blocks
/// are slow.
const FALLING_RATIO: f64 = 3.0;

/// How many times as fast fewer units were with the smallest blocks of these rows, if each block of them takes the same time
/// whatever its size: a unit was closed for it, in less than the unit takes. `None` if not. A table that was broken off is
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

/// Out of rates by block size: beyond the limit, a block takes nearly as long as a unit, however small
/// it is.
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
            // Without closing, the block's part of the unit's time; with it, more than half of all of it.
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
