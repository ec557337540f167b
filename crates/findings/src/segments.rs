//! Speed of a pass over a drive by position: parts of about the same rate, and their borders.
//!
//! Change points give the number of parts and their approximate borders. The exact border of two parts follows from
//! the time that both took together. That needs no sample at the very place, so the result is finer than the samples.

use iogram_model::{CellRecord, SeriesRow, Total as _, float};
use iogram_stats::{
    Loss, correlation_factor, correlation_of, cut_penalty, find_changes, noise_of,
};

/// Groups into which a pass is divided for the search. Arbitrary: small enough that a cache of half a percent of a
/// drive covers several of them, large enough that the bursts of single dies vanish in one.
const GROUPS: usize = 1024;

/// Least assumed noise of a logarithm of rates: smaller differences between drives do not matter. Arbitrary.
const NOISE_MIN: f64 = 0.02;

/// A value this many standard deviations off is a stall or a burst, not a level: one in 400 values of normal noise.
/// The figure of Fearnhead and Rigaill for the capped loss.
const OUTLIER: f64 = 3.0;

/// Neighbours whose rates differ by less are one part. Arbitrary: smaller differences can come from temperature.
pub(crate) const DIFFERENCE_MIN: f64 = 0.1;

/// One in this many groups may be faster than the undisturbed rate. Arbitrary: a drive that moves a block now and
/// then disturbs fewer groups.
const UNDISTURBED_PART: usize = 4;

/// Groups on each side of a border that determine its place.
const NEIGHBOURHOOD: usize = 8;

/// Progress of a cell: ascending bytes and times, beginning with zero.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PassProgress {
    bytes: Vec<f64>,
    times_ns: Vec<f64>,
}

/// A part of a pass with about the same rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Segment {
    pub(crate) from_bytes: f64,
    pub(crate) to_bytes: f64,
    pub(crate) from_ns: f64,
    pub(crate) to_ns: f64,
}

impl Segment {
    pub(crate) fn bytes(&self) -> f64 {
        self.to_bytes - self.from_bytes
    }

    pub(crate) fn bytes_per_s(&self) -> f64 {
        self.bytes() / (self.to_ns - self.from_ns).max(1.0) * 1e9
    }
}

impl PassProgress {
    /// Progress of a cell's writes: by steps of bytes if they were recorded, otherwise by intervals of time.
    pub(crate) fn of(cell: &CellRecord) -> Option<Self> {
        Self::without(cell, &[])
    }

    /// The same on a clock that stops during `stalls`: beginnings and lengths.
    pub(crate) fn without(cell: &CellRecord, stalls: &[(u64, u64)]) -> Option<Self> {
        let (mut bytes, mut times_ns) = (vec![0.0], vec![0.0]);
        // The computer's pauses took none of the drive's time.
        let stalled = |at: u64| {
            let before = |&(begin, length): &(u64, u64)| at.saturating_sub(begin).min(length);
            stalls.iter().map(before).total()
        };
        let running = |at: u64| {
            float(at.saturating_sub(cell.paused_between_ns(0, at)).saturating_sub(stalled(at)))
        };
        match &cell.progress {
            Some(progress) => {
                for (index, &time) in progress.times_ns.iter().enumerate() {
                    bytes.push(
                        float(progress.step_bytes) * float((index as u64).saturating_add(1)),
                    );
                    times_ns.push(running(time));
                }
            }
            None => {
                let mut moved = 0_u64;
                for row in written_rows(cell) {
                    moved = moved.saturating_add(row.1);
                    bytes.push(float(moved));
                    times_ns.push(running(cell.series.end_ns(row.0)));
                }
            }
        }
        (bytes.len() > NEIGHBOURHOOD).then_some(Self { bytes, times_ns })
    }

    /// The parts of about the same rate, in order; never empty.
    pub(crate) fn segments(&self) -> Vec<Segment> {
        let groups = self.groups();
        let mut edges = vec![0];
        edges.extend(change_points(&groups));
        edges.push(groups.len());
        let mut segments = self.refine(&groups, &edges);
        merge_alike(&mut segments);
        segments
    }

    /// The rate that three quarters of the groups do not exceed: in a pass with many interruptions, the rate between
    /// them.
    pub(crate) fn undisturbed_bytes_per_s(&self) -> f64 {
        let groups = self.groups();
        let mut rates: Vec<f64> = groups.iter().map(Segment::bytes_per_s).collect();
        rates.sort_by(f64::total_cmp);
        let last = rates.len().saturating_sub(1);
        rates[last.saturating_sub(last / UNDISTURBED_PART)]
    }

    /// Combines neighbouring samples into about [`GROUPS`] groups.
    fn groups(&self) -> Vec<Segment> {
        let count = self.bytes.len().saturating_sub(1);
        let size = count.div_ceil(GROUPS);
        let piece = |first: usize| {
            let last = first.saturating_add(size).min(count);
            Segment {
                from_bytes: self.bytes[first],
                to_bytes: self.bytes[last],
                from_ns: self.times_ns[first],
                to_ns: self.times_ns[last],
            }
        };
        (0..count).step_by(size).map(piece).collect()
    }

    /// Moves each border to where the rates on both sides explain the elapsed time.
    fn refine(&self, groups: &[Segment], edges: &[usize]) -> Vec<Segment> {
        let end = groups[groups.len().saturating_sub(1)];
        let mut places = vec![0.0];
        for index in 1..edges.len().saturating_sub(1) {
            let (before, edge, after) =
                (edges[index.saturating_sub(1)], edges[index], edges[index.saturating_add(1)]);
            places.push(meeting_place(groups, before, edge, after));
        }
        places.push(end.to_bytes);
        let pairs = places.windows(2).filter(|pair| pair[1] > pair[0]);
        pairs
            .map(|pair| Segment {
                from_bytes: pair[0],
                to_bytes: pair[1],
                from_ns: self.time_at(pair[0]),
                to_ns: self.time_at(pair[1]),
            })
            .collect()
    }

    /// The time of `place`, interpolated between two samples.
    fn time_at(&self, place: f64) -> f64 {
        let next = self.bytes.partition_point(|&bytes| bytes < place);
        let next = next.clamp(1, self.bytes.len().saturating_sub(1));
        let (from, to) = (self.bytes[next.saturating_sub(1)], self.bytes[next]);
        let share = ((place - from) / (to - from).max(1.0)).clamp(0.0, 1.0);
        self.times_ns[next.saturating_sub(1)]
            + share * (self.times_ns[next] - self.times_ns[next.saturating_sub(1)])
    }
}

/// Intervals with their written bytes.
pub(crate) fn written_rows(cell: &CellRecord) -> impl Iterator<Item = (&SeriesRow, u64)> {
    cell.series.rows.iter().map(|row| (row, row.write.map_or(0, |write| write.bytes)))
}

/// The first group of each part but the first.
fn change_points(groups: &[Segment]) -> Vec<usize> {
    let values: Vec<f64> = groups
        .iter()
        .map(|group| ((group.to_ns - group.from_ns).max(1.0) / group.bytes().max(1.0)).ln())
        .collect();
    let weights: Vec<f64> = vec![1.0; values.len()];
    let seen = noise_of(&values).unwrap_or(0.0);
    let noise = seen.max(NOISE_MIN);
    // Below the least assumed noise, correlation does not matter.
    let correlation = if seen > NOISE_MIN { correlation_of(&values) } else { 0.0 };
    let penalty = cut_penalty(noise, values.len()) * correlation_factor(correlation);
    // Differences between neighbours are smaller than the distance from the level.
    let far = OUTLIER * noise / (1.0 - correlation).sqrt();
    find_changes(&values, &weights, Loss::Capped(far), penalty)
}

/// The border between the part that begins at group `before` and the one up to group `after`, close to `edge`. With
/// the rates r and s on both sides, a stretch of L bytes that took the time T has its border at x with T = x / r + (L
/// - x) / s.
fn meeting_place(groups: &[Segment], before: usize, edge: usize, after: usize) -> f64 {
    // The groups at the edge itself may belong to either side.
    let inner = |from: usize, to: usize| {
        let (first, last) = (groups[from], groups[to.saturating_sub(1)]);
        Segment { to_bytes: last.to_bytes, to_ns: last.to_ns, ..first }
    };
    let first = before.max(edge.saturating_sub(NEIGHBOURHOOD));
    let last = after.min(edge.saturating_add(NEIGHBOURHOOD));
    let left = if edge.saturating_sub(first) > 2 {
        inner(first, edge.saturating_sub(1))
    } else {
        inner(first, edge)
    };
    let right = if last.saturating_sub(edge) > 2 {
        inner(edge.saturating_add(1), last)
    } else {
        inner(edge, last)
    };
    // A long part gives its rate more exactly than the groups near the border.
    let wide = |from: usize, to: usize| {
        if to.saturating_sub(from) > 4 { Some(inner(from, to)) } else { None }
    };
    let slow_left = wide(before, edge.saturating_sub(1)).unwrap_or(left);
    let slow_right = wide(edge.saturating_add(1).min(after), after).unwrap_or(right);
    let per_byte = |part: Segment| (part.to_ns - part.from_ns) / part.bytes().max(1.0);
    let (r, s) = (per_byte(slow_left), per_byte(slow_right));
    let whole = inner(first, last);
    if (r - s).abs() < f64::EPSILON {
        return groups[edge].from_bytes;
    }
    let x = (whole.to_ns - whole.from_ns - whole.bytes() * s) / (r - s);
    whole.from_bytes + x.clamp(0.0, whole.bytes())
}

/// Merges a part that is faster than the one before it into its longer neighbour, if `is_spike` knows an explanation
/// for it.
pub(crate) fn merge_spikes(segments: &mut Vec<Segment>, is_spike: impl Fn(&Segment) -> bool) {
    let mut index = 1;
    while index < segments.len() {
        let part = segments[index];
        let before = segments[index.saturating_sub(1)];
        let after = segments.get(index.saturating_add(1)).copied();
        let is_faster = part.bytes_per_s() > before.bytes_per_s() * (1.0 + DIFFERENCE_MIN);
        let is_shorter =
            part.bytes() < before.bytes() + after.map_or(0.0, |after| after.bytes());
        if !(is_faster && is_shorter && is_spike(&part)) {
            index = index.saturating_add(1);
            continue;
        }
        segments.remove(index);
        match after.filter(|after| after.bytes() > before.bytes()) {
            Some(_) => {
                segments[index].from_bytes = part.from_bytes;
                segments[index].from_ns = part.from_ns;
            }
            None => {
                let before = &mut segments[index.saturating_sub(1)];
                (before.to_bytes, before.to_ns) = (part.to_bytes, part.to_ns);
            }
        }
    }
    merge_alike(segments);
}

/// Merges neighbours with nearly the same rate, the most similar first.
fn merge_alike(segments: &mut Vec<Segment>) {
    loop {
        let difference =
            |pair: &[Segment]| (pair[0].bytes_per_s() / pair[1].bytes_per_s()).ln().abs();
        let nearest = segments
            .windows(2)
            .map(difference)
            .enumerate()
            .min_by(|one, other| one.1.total_cmp(&other.1));
        match nearest {
            Some((index, difference)) if difference < (1.0 + DIFFERENCE_MIN).ln() => {
                let next = segments.remove(index.saturating_add(1));
                segments[index].to_bytes = next.to_bytes;
                segments[index].to_ns = next.to_ns;
            }
            _ => return,
        }
    }
}
