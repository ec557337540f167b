//! Curves from cells that differ only in the share of reads and the queue depth.

use iogram_model::{CellRecord, CellState, Finding, MixCurve, MixLine, MixPoint, Pacing};
use iogram_stats::mean;

use crate::figure::iops_of;

/// Fewer shares of reads do not make a curve. Arbitrary: both ends and one between.
const SHARES_MIN: usize = 3;

/// Weights of queue depths for a comparison of drives.
///
/// Source: a reviewer's published method for consumer SSDs (2025): 70 % QD1, 20 % QD2, 10 % QD4.
const WEIGHTS: [(u32, f64); 3] = [(1, 0.7), (2, 0.2), (4, 0.1)];

/// One curve for each set of counted cells that differ only in share of reads and depth.
#[must_use]
pub fn mix_curves(cells: &[CellRecord]) -> Vec<Finding> {
    let mut families: Vec<Vec<&CellRecord>> = Vec::new();
    let usable = cells.iter().filter(|cell| {
        let workload = &cell.workload;
        let only_io = workload.mix.discard.0 == 0 && workload.mix.flush.0 == 0;
        cell.is_counted && only_io && workload.jobs == 1 && workload.pacing == Pacing::Closed
    });
    for cell in usable {
        match families.iter_mut().find(|family| is_alike(family[0], cell)) {
            Some(family) => family.push(cell),
            None => families.push(vec![cell]),
        }
    }
    families.iter().filter_map(|family| curve(family)).map(Finding::MixCurve).collect()
}

fn is_alike(one: &CellRecord, other: &CellRecord) -> bool {
    let key = |cell: &CellRecord| {
        let workload = &cell.workload;
        (
            workload.block.clone(),
            workload.region,
            workload.sync,
            workload.caching,
            workload.stop,
        )
    };
    one.block == other.block
        && one.workload.access == other.workload.access
        && key(one) == key(other)
}

fn curve(family: &[&CellRecord]) -> Option<MixCurve> {
    let first = family.first()?;
    let mut depths: Vec<u32> = family.iter().map(|cell| cell.workload.depth).collect();
    depths.sort_unstable();
    depths.dedup();
    let lines: Vec<MixLine> = depths
        .into_iter()
        .map(|depth| MixLine { depth, points: points(family, depth) })
        .filter(|line| line.points.len() >= SHARES_MIN)
        .collect();
    if lines.is_empty() {
        return None;
    }
    Some(MixCurve {
        block: first.block.clone(),
        access: first.workload.access.to_string(),
        block_size_bytes: first.workload.block.largest().0,
        region: first.workload.region.to_string(),
        weighted: weighted(&lines, of_time),
        weighted_by_work: weighted(&lines, of_work),
        lines,
    })
}

fn points(family: &[&CellRecord], depth: u32) -> Vec<MixPoint> {
    let of_depth = || family.iter().filter(|cell| cell.workload.depth == depth);
    let mut shares: Vec<u16> = of_depth().map(|cell| cell.workload.mix.read.0).collect();
    shares.sort_unstable();
    shares.dedup();
    shares
        .into_iter()
        .map(|share| {
            let done = of_depth().filter(|cell| {
                cell.workload.mix.read.0 == share && cell.state == CellState::Completed
            });
            let mut rates = Vec::new();
            let mut iops = Vec::new();
            for cell in done {
                rates.extend(cell.throughput().map(|it| it.bytes_per_s));
                iops.push(iops_of(cell));
            }
            MixPoint {
                read_ratio: f64::from(share) / 1000.0,
                bytes_per_s: mean(&rates),
                iops: mean(&iops),
            }
        })
        .collect()
}

/// The mean rate, weighted by shares of time.
fn of_time(rates: &[(f64, f64)]) -> f64 {
    rates.iter().map(|(rate, share)| rate * share).sum::<f64>()
}

/// The mean rate, weighted by shares of work; a rate of zero does no work.
fn of_work(rates: &[(f64, f64)]) -> f64 {
    let times = rates.iter().map(|(rate, share)| share / rate).sum::<f64>();
    times.recip()
}

/// The curves of all depths, combined by `mean_of`; empty if a depth is missing.
fn weighted(lines: &[MixLine], mean_of: fn(&[(f64, f64)]) -> f64) -> Vec<MixPoint> {
    let found: Vec<(&MixLine, f64)> = WEIGHTS
        .iter()
        .filter_map(|&(depth, weight)| Some((lines.iter().find(|l| l.depth == depth)?, weight)))
        .collect();
    let shares = |line: &MixLine| -> Vec<f64> {
        line.points.iter().map(|point| point.read_ratio).collect()
    };
    let is_whole = found.len() == WEIGHTS.len()
        && found.iter().all(|(line, _)| shares(line) == shares(found[0].0));
    if !is_whole {
        return Vec::new();
    }
    let sum = |index: usize, of: fn(&MixPoint) -> Option<f64>| {
        let rates =
            found.iter().map(|(line, weight)| Some((of(&line.points[index])?, *weight)));
        rates.collect::<Option<Vec<_>>>().map(|rates| mean_of(&rates))
    };
    (0..found[0].0.points.len())
        .map(|index| MixPoint {
            read_ratio: found[0].0.points[index].read_ratio,
            bytes_per_s: sum(index, |point| point.bytes_per_s),
            iops: sum(index, |point| point.iops),
        })
        .collect()
}
