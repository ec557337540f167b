//! Read latency by size: the fastest reads of each size lie on a line, whose intercept is the access time and whose
//! slope is the transfer rate.

use iogram_model::{ReadFit, ReadLatencyEvidence, ScatterEvidence, whole};

use super::amount;

/// Smaller reads take a whole page anyway and would bend the line.
const LINE_MIN: u64 = 4096;

/// The line through reads of several sizes; `None` without reads.
pub(super) fn read_latencies(evidence: &ReadLatencyEvidence) -> Option<ReadFit> {
    let floor = evidence.rows.iter().min_by_key(|row| row.min_ns)?;
    let points: Vec<(f64, f64)> = evidence
        .rows
        .iter()
        .filter(|row| row.block_bytes >= LINE_MIN)
        .map(|row| (amount(row.block_bytes), amount(row.min_ns)))
        .collect();
    let mut fit = ReadFit {
        floor_ns: floor.min_ns,
        floor_block_bytes: floor.block_bytes,
        access_ns: None,
        bytes_per_s: None,
        misfit_ratio: None,
    };
    if let Some((access, slope)) = line(&points).filter(|(_, slope)| *slope > 0.0) {
        let misfit = points.iter().map(|(x, y)| (slope.mul_add(*x, access) - y).abs() / y);
        fit.access_ns = Some(whole(access.max(0.0)));
        fit.bytes_per_s = Some(whole(1e9 / slope));
        fit.misfit_ratio = Some((misfit.fold(0.0, f64::max) * 1000.0).round() / 1000.0);
    }
    Some(fit)
}

/// Reads of one size show only the least latency.
pub(super) fn read_scatter(evidence: &ScatterEvidence) -> Option<ReadFit> {
    let floor_ns = evidence.rows.iter().map(|row| row.read_ns).min()?;
    Some(ReadFit {
        floor_ns,
        floor_block_bytes: evidence.step_bytes.unwrap_or(0),
        access_ns: None,
        bytes_per_s: None,
        misfit_ratio: None,
    })
}

/// Intercept and slope of the line by least squares of relative distances, so that small reads matter as much as
/// large ones. `None` with fewer than three points.
fn line(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    if points.len() < 3 {
        return None;
    }
    let (mut sum, mut sum_x, mut sum_y, mut sum_xx, mut sum_xy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (x, y) in points {
        let weight = 1.0 / (y * y).max(1.0);
        sum += weight;
        sum_x += weight * x;
        sum_y += weight * y;
        sum_xx += weight * x * x;
        sum_xy += weight * x * y;
    }
    let determinant = sum * sum_xx - sum_x * sum_x;
    (determinant > 0.0).then(|| {
        let slope = (sum * sum_xy - sum_x * sum_y) / determinant;
        (slope.mul_add(-sum_x, sum_y) / sum, slope)
    })
}

#[cfg(test)]
mod tests {
    use iogram_model::ReadLatencyRow;

    use super::*;

    #[test]
    fn a_straight_line_is_found_as_it_is() {
        let row = |power: u32| {
            let block_bytes = 1_u64 << power;
            // 100 us and 10 MB/s.
            let min_ns = 100_000 + block_bytes * 100;
            ReadLatencyRow { block_bytes, sample_count: 8, min_ns, median_ns: min_ns }
        };
        let evidence = ReadLatencyEvidence { rows: (9..=20).map(row).collect() };
        let fit = read_latencies(&evidence).unwrap();
        assert_eq!((fit.floor_ns, fit.floor_block_bytes), (151_200, 512));
        assert!(fit.access_ns.unwrap().abs_diff(100_000) <= 1, "{fit:?}");
        assert!(fit.bytes_per_s.unwrap().abs_diff(10_000_000) <= 1, "{fit:?}");
    }
}
