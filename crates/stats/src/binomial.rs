//! Exact tails of the binomial distribution: how often chance alone gives at least or at most `k` of `n`.

use statrs::distribution::{Binomial, DiscreteCDF as _};

/// The probability of `k` or more successes in `n` independent trials, each with probability `p`, 0 to 1.
#[must_use]
pub fn chance_of_at_least(n: u64, k: u64, p: f64) -> f64 {
    let Some(below) = k.checked_sub(1) else { return 1.0 };
    if k > n {
        return 0.0;
    }
    // An invalid probability proves nothing.
    Binomial::new(p, n).map_or(1.0, |it| it.sf(below))
}

/// The probability of `k` or fewer successes in `n` independent trials, each with probability `p`, 0 to 1.
#[must_use]
pub fn chance_of_at_most(n: u64, k: u64, p: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    Binomial::new(p, n).map_or(1.0, |it| it.cdf(k))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Textbook sum, term by term.
    fn by_terms(n: u64, k: u64, p: f64) -> f64 {
        (k..=n).map(|it| term(n, it, p)).sum()
    }

    fn term(n: u64, k: u64, p: f64) -> f64 {
        let ways = (0..k).map(|it| (n - it) as f64 / (it + 1) as f64).product::<f64>();
        ways * p.powf(k as f64) * (1.0 - p).powf((n - k) as f64)
    }

    #[test]
    fn both_tails_are_those_of_the_sum() {
        for (n, k, p) in
            [(1, 1, 0.01), (2, 2, 0.01), (5, 0, 0.3), (40, 3, 0.01), (130, 130, 0.01)]
        {
            let (least, sum) = (chance_of_at_least(n, k, p), by_terms(n, k, p));
            assert!((least - sum).abs() <= 1e-9 * sum.max(1e-3), "{n} {k} {p}: {least} {sum}");
            let most = chance_of_at_most(n, k, p);
            let rest = 1.0 - sum + term(n, k, p);
            assert!((most - rest).abs() < 1e-9, "{n} {k} {p}: {most} {rest}");
        }
    }

    #[test]
    fn nothing_and_all_are_certain() {
        let check = |chance: f64, expected: f64| {
            assert!((chance - expected).abs() < f64::EPSILON, "{chance} is not {expected}");
        };
        check(chance_of_at_least(0, 0, 0.01), 1.0);
        check(chance_of_at_least(10, 11, 0.5), 0.0);
        check(chance_of_at_most(10, 10, 0.5), 1.0);
        check(chance_of_at_least(10, 5, f64::NAN), 1.0);
        check(chance_of_at_most(10, 5, f64::NAN), 1.0);
    }
}
