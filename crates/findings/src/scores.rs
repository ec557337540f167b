//! Scores of replayed traces.

use iogram_model::{
    CellRecord, CellState, Finding, OpKind, Run, ScoreReference, Timing, TraceScore,
    TraceScores, float,
};

/// The moved bytes, and the time for them.
#[derive(Debug, Clone, Copy, Default)]
struct Served {
    bytes: f64,
    busy_ns: f64,
    count: f64,
    access_ns: f64,
    recorded_count: f64,
    recorded_ns: f64,
}

impl Served {
    fn of(cell: &CellRecord) -> Option<Self> {
        let replay = cell.engine.replay.as_ref()?;
        let mut served = Self { busy_ns: float(replay.busy_ns), ..Self::default() };
        for kind in [OpKind::Read, OpKind::Write] {
            let Some(operation) = cell.operations.of(kind) else { continue };
            // The wait before a request was issued is not the drive's time.
            let latency = operation.service.as_ref().map(|it| it.latency_ns);
            let mean_ns = latency.unwrap_or(operation.latency_ns).mean;
            served.bytes += float(operation.bytes);
            served.count += float(operation.count);
            served.access_ns += mean_ns * float(operation.count);
            let then = replay.recorded.iter().find(|it| it.operation == kind);
            if let Some(then) = then {
                served.recorded_count += float(then.count);
                served.recorded_ns += then.latency_ns.mean * float(then.count);
            }
        }
        Some(served)
    }

    fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            busy_ns: self.busy_ns + other.busy_ns,
            count: self.count + other.count,
            access_ns: self.access_ns + other.access_ns,
            recorded_count: self.recorded_count + other.recorded_count,
            recorded_ns: self.recorded_ns + other.recorded_ns,
        }
    }

    fn score(self, cell: &str, run_count: u64) -> Option<TraceScore> {
        if self.bytes <= 0.0 || self.busy_ns <= 0.0 || self.access_ns <= 0.0 {
            return None;
        }
        let bytes_per_s = self.bytes / self.busy_ns * 1e9;
        let access_mean_ns = self.access_ns / self.count;
        let recorded = self.recorded_ns / self.recorded_count;
        Some(TraceScore {
            cell: cell.to_owned(),
            run_count,
            bytes_per_s,
            access_mean_ns,
            score: (bytes_per_s / 1e6 * (1e9 / access_mean_ns)).sqrt(),
            recorded_access_mean_ns: Some(recorded).filter(|mean| mean.is_finite()),
            reference_ratio: None,
        })
    }
}

/// The scores of `run`; none if it replayed no trace.
pub(crate) fn scores(run: &Run, reference: Option<&ScoreReference>) -> Vec<Finding> {
    let mut traces: Vec<(String, Served, u64)> = Vec::new();
    let parts = parts(run);
    for cell in run.cells.iter().filter(|cell| is_scored(cell)) {
        let Some(served) = Served::of(cell) else { continue };
        // If several parts replayed the same traces, their names distinguish them.
        let name = cell.block.as_ref().filter(|_| parts > 1).unwrap_or(&cell.name);
        match traces.iter_mut().find(|(known, ..)| known == name) {
            Some((_, all, count)) => {
                *all = all.plus(served);
                *count = count.saturating_add(1);
            }
            None => traces.push((name.clone(), served, 1)),
        }
    }
    let all = traces.iter().fold(Served::default(), |sum, (_, served, _)| sum.plus(*served));
    let count = traces.iter().map(|(.., count)| *count).min().unwrap_or(0);
    let Some(total) = all.score("", count) else { return Vec::new() };
    let scored = traces.iter().filter_map(|(name, served, count)| served.score(name, *count));
    let mut scores = TraceScores { traces: scored.collect(), total, reference: None };
    if let Some(reference) = reference {
        relate(&mut scores, reference);
    }
    vec![Finding::TraceScores(scores)]
}

/// Sets the scores in relation to those of the reference.
fn relate(scores: &mut TraceScores, reference: &ScoreReference) {
    let (mut logarithms, mut count) = (0.0, 0_u32);
    for trace in &mut scores.traces {
        let other = reference.traces.iter().find(|it| it.cell == trace.cell);
        let Some(other) = other.filter(|it| it.score > 0.0) else { continue };
        let ratio = trace.score / other.score;
        trace.reference_ratio = Some(ratio);
        logarithms += ratio.ln();
        count = count.saturating_add(1);
    }
    if count > 0 {
        scores.reference = Some(reference.name.clone());
        // With fewer traces it would be another day.
        let is_whole = scores.traces.iter().all(|trace| trace.reference_ratio.is_some());
        scores.total.reference_ratio = is_whole.then(|| (logarithms / f64::from(count)).exp());
    }
}

/// The number of parts of a composed method that replayed traces.
fn parts(run: &Run) -> usize {
    let scored = run.cells.iter().filter(|cell| is_scored(cell));
    let mut blocks: Vec<&str> = scored.filter_map(|cell| cell.block.as_deref()).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks.len()
}

/// Bytes per second of a cell while the drive was busy, and the mean latency of its reads and writes in nanoseconds;
/// `None` if it did not replay a whole trace.
pub(crate) fn served(cell: &CellRecord) -> Option<(f64, f64)> {
    let score = Served::of(cell).filter(|_| is_scored(cell))?.score(&cell.name, 1)?;
    Some((score.bytes_per_s, score.access_mean_ns))
}

fn is_scored(cell: &CellRecord) -> bool {
    let replay = cell.workload.replay.as_ref();
    // A program's replay counts as that program's work.
    let is_made_again =
        replay.is_some_and(|it| it.how.timing != Timing::Fill && it.program.is_none());
    is_made_again && cell.is_counted && cell.state == CellState::Completed
}

#[cfg(test)]
mod tests {
    use iogram_model::ReferenceScore;

    use super::*;

    #[test]
    fn the_score_is_the_published_formula() {
        // 500 MB/s while busy and 57 us a request give 2962 points.
        let served = Served {
            bytes: 500e6,
            busy_ns: 1e9,
            count: 1000.0,
            access_ns: 57_000.0 * 1000.0,
            ..Served::default()
        };
        let score = served.score("a", 3).unwrap();
        assert!((score.score - 2962.0).abs() < 1.0, "{score:?}");
        assert_eq!((score.run_count, score.recorded_access_mean_ns), (3, None));
        // The score of both together, not the mean of both scores: a trace that moves more counts for more.
        let other = Served { bytes: 1500e6, ..served };
        let both = served.plus(other).score("", 3).unwrap();
        assert!((both.bytes_per_s - 1e9).abs() < 1.0);
        assert!((both.access_mean_ns - 57_000.0).abs() < 1e-6);
        assert!(Served::default().score("", 0).is_none(), "nothing was moved");
    }

    #[test]
    fn ratios_are_to_the_reference_and_their_mean_is_geometric() {
        let trace = |cell: &str, score| TraceScore {
            cell: cell.to_owned(),
            score,
            ..TraceScore::default()
        };
        let other = |cell: &str, score| ReferenceScore { cell: cell.to_owned(), score };
        let reference = |traces| ScoreReference { name: "other".to_owned(), traces };
        let mut scores = TraceScores {
            traces: vec![trace("a", 400.0), trace("b", 100.0)],
            total: trace("", 200.0),
            reference: None,
        };
        let alone = scores.clone();
        relate(&mut scores, &reference(vec![other("b", 200.0), other("a", 50.0)]));
        let ratios: Vec<_> = scores.traces.iter().map(|it| it.reference_ratio).collect();
        assert_eq!(ratios, [Some(8.0), Some(0.5)]);
        assert!((scores.total.reference_ratio.unwrap() - 2.0).abs() < 1e-12);
        assert_eq!(scores.reference.as_deref(), Some("other"));
        // A trace without a reference has no ratio, and neither does the total.
        let mut part = alone.clone();
        relate(&mut part, &reference(vec![other("a", 50.0), other("b", 0.0)]));
        assert_eq!(part.traces[1].reference_ratio, None);
        assert_eq!((part.total.reference_ratio, part.reference.is_some()), (None, true));
        let mut none = alone.clone();
        relate(&mut none, &reference(vec![other("c", 50.0)]));
        assert_eq!(none, alone, "nothing in common");
    }
}
