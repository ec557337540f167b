//! Reduces the points of a curve, and keeps its outliers.

/// At most about `points_max` of the points, in order: the lowest and the highest of each stretch, and its first gap
/// if it has one. A single outlier among any number of points stays.
#[must_use]
pub fn thin(x: &[f64], y: &[Option<f64>], points_max: usize) -> (Vec<f64>, Vec<Option<f64>>) {
    let count = x.len().min(y.len());
    if count <= points_max.max(2) {
        return (x[..count].to_vec(), y[..count].to_vec());
    }
    let stretches = (points_max / 2).max(1);
    let mut kept = Vec::with_capacity(stretches * 3);
    for index in 0..stretches {
        let from = index * count / stretches;
        let to = (index + 1) * count / stretches;
        kept.extend(standing_out(y, from, to));
    }
    // Keeps the first and the last point.
    kept.extend([0, count - 1]);
    kept.sort_unstable();
    kept.dedup();
    (kept.iter().map(|&at| x[at]).collect(), kept.iter().map(|&at| y[at]).collect())
}

/// Positions of the lowest, the highest and the first unknown value between `from` and `to`.
fn standing_out(y: &[Option<f64>], from: usize, to: usize) -> impl Iterator<Item = usize> {
    let known = || (from..to).filter_map(|at| Some((at, y[at]?)));
    let lowest = known().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at);
    let highest = known().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at);
    let gap = (from..to).find(|&at| y[at].is_none());
    [lowest, highest, gap].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(count: u32) -> (Vec<f64>, Vec<Option<f64>>) {
        let x: Vec<f64> = (0..count).map(f64::from).collect();
        let y = x.iter().map(|at| Some((at / 50.0).sin() + 10.0)).collect();
        (x, y)
    }

    #[test]
    fn an_outlier_stays_wherever_it_is_and_however_few_points_are_kept() {
        for points_max in [2, 10, 333, 1600, 20_000] {
            for place in [0, 1, 777, 49_999, 50_000, 99_999] {
                let (x, mut y) = line(100_000);
                y[place] = Some(100.0);
                let (kept_x, kept_y) = thin(&x, &y, points_max);
                let at = kept_y.iter().position(|value| *value == Some(100.0));
                let at = at.unwrap_or_else(|| panic!("lost at {place} of {points_max}"));
                assert_eq!(kept_x[at].to_bits(), x[place].to_bits());
                assert!(kept_x.len() <= points_max + 2, "{} of {points_max}", kept_x.len());
            }
        }
    }

    #[test]
    fn the_order_the_ends_and_a_gap_stay() {
        let (x, mut y) = line(10_000);
        y[5_000] = None;
        let (kept_x, kept_y) = thin(&x, &y, 100);
        assert!(kept_x.is_sorted());
        assert_eq!((kept_x[0], kept_x[kept_x.len() - 1]), (0.0, 9_999.0));
        assert_eq!(kept_y.iter().filter(|value| value.is_none()).count(), 1);
    }

    #[test]
    fn few_points_are_left_as_they_are() {
        let (x, y) = line(50);
        assert_eq!(thin(&x, &y, 50), (x, y));
        assert_eq!(thin(&[], &[], 50), (vec![], vec![]));
    }
}
