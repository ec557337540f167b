//! The time series of a cell for exports: intervals of about one length, without a short rest at the end.
//!
//! Must not know the output format.

use iogram_model::{CellRecord, OpKind, SeriesOp, float};

/// An interval with its reads, writes and discards; `None` if there were none.
#[derive(Debug)]
pub(crate) struct Span {
    pub(crate) start_ns: u128,
    pub(crate) end_ns: u128,
    pub(crate) moved: [Option<Moved>; 3],
}

/// Requests of one direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moved {
    pub(crate) count: u64,
    pub(crate) bytes: u64,
    pub(crate) max_ns: u64,
}

impl Span {
    /// The directions of fio's logs; flushes have none.
    pub(crate) fn directions(&self) -> impl Iterator<Item = (u8, &Moved)> {
        [0, 1, 2]
            .into_iter()
            .zip(&self.moved)
            .filter_map(|(name, it)| Some((name, it.as_ref()?)))
    }
}

/// The intervals of a cell. The last one ends with the cell. A last interval of less than half the length is too
/// short for a rate, so it is merged into the one before. All logs of a cell have the same rows, and no slow request
/// is lost.
pub(crate) fn spans(cell: &CellRecord) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::with_capacity(cell.series.rows.len());
    for row in &cell.series.rows {
        let start_ns = u128::from(row.start_ns);
        let whole = u128::from(cell.series.length_ns(row));
        let end_ns = u128::from(cell.series.end_ns(row))
            .min(u128::from(cell.elapsed_ns).max(start_ns.saturating_add(1)));
        let moved = [&row.read, &row.write, &row.discard].map(|op| op.as_ref().map(Moved::of));
        let is_rest = end_ns.saturating_sub(start_ns) < whole / 2;
        match spans.last_mut().filter(|before| is_rest && before.end_ns == start_ns) {
            Some(before) => {
                before.end_ns = end_ns;
                for (sum, more) in before.moved.iter_mut().zip(moved) {
                    *sum = Moved::both(*sum, more);
                }
            }
            None => spans.push(Span { start_ns, end_ns, moved }),
        }
    }
    spans
}

/// The rates of an interval, or of a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Sample {
    pub(crate) iops: f64,
    pub(crate) bytes_per_s: f64,
}

impl Sample {
    /// The rates of `count` requests and `bytes` bytes in `seconds`.
    pub(crate) fn of(count: u64, bytes: u64, seconds: f64) -> Self {
        Self { iops: float(count) / seconds, bytes_per_s: float(bytes) / seconds }
    }
}

/// The rates of the intervals of a cell's series, in order, 0 during stalls; empty for flushes, because nobody needs
/// their rates.
#[expect(clippy::cast_precision_loss, reason = "times, compared within their first digits")]
pub(crate) fn samples(cell: &CellRecord, kind: OpKind) -> Vec<Sample> {
    let direction = match kind {
        OpKind::Read => 0,
        OpKind::Write => 1,
        OpKind::Discard => 2,
        OpKind::Flush => return Vec::new(),
    };
    let interval_ns = u128::from(cell.series.interval_ns).max(1);
    let mut samples = Vec::new();
    let mut end_ns = 0;
    for span in spans(cell) {
        // A series has no row for an interval without requests.
        let still = span.start_ns.saturating_sub(end_ns).checked_div(interval_ns).unwrap_or(0);
        samples.extend((0..still.min(STILL_MAX)).map(|_| Sample::default()));
        let seconds = span.end_ns.saturating_sub(span.start_ns).max(1) as f64 / 1e9;
        let moved = span.moved.get(direction).copied().flatten();
        samples.push(
            moved.map_or(Sample::default(), |it| Sample::of(it.count, it.bytes, seconds)),
        );
        end_ns = span.end_ns;
    }
    samples
}

/// Limit of a gap: that of an imported record may have any length. Arbitrary: a day of the shortest intervals.
const STILL_MAX: u128 = 1_000_000;

impl Moved {
    const fn of(op: &SeriesOp) -> Self {
        Self { count: op.count, bytes: op.bytes, max_ns: op.max_ns }
    }

    fn both(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
        Some(Self {
            count: one.count.saturating_add(other.count),
            bytes: one.bytes.saturating_add(other.bytes),
            max_ns: one.max_ns.max(other.max_ns),
        })
    }
}
