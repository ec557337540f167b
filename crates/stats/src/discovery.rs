//! Corrects for many tests at once: which findings to report.

/// For each of `probabilities`, the expected share of false findings if it and all smaller ones are reported. Report
/// those whose share is small enough. Source: Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate",
/// Journal of the Royal Statistical Society B 57 (1995); it also holds for positively dependent tests: Y. Benjamini,
/// D. Yekutieli (2001).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a number of questions")]
pub fn false_discovery(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    let at = |index: &usize| probabilities.get(*index).copied().unwrap_or(1.0);
    order.sort_by(|a, b| at(b).total_cmp(&at(a)));
    let mut shares = vec![1.0; probabilities.len()];
    let (count, mut least) = (probabilities.len() as f64, 1.0_f64);
    for (place, index) in order.iter().enumerate() {
        least = least.min(at(index) * count / (count - place as f64));
        if let Some(share) = shares.get_mut(*index) {
            *share = least;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_its_authors_rejects_four() {
        // The fifteen probabilities of section 4 of the paper: at 5 %, four.
        let all = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240,
            0.4262, 0.5719, 0.6528, 0.7590, 1.0000,
        ];
        let told = false_discovery(&all).iter().filter(|share| **share <= 0.05).count();
        assert_eq!(told, 4);
        assert!(false_discovery(&[]).is_empty());
    }
}
