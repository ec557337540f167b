//! How many digits of a number are printed, and what stands for one that is not known.
//!
//! Must not know what is counted, nor any language.

/// How an unknown value is printed.
pub const UNKNOWN: &str = "-";

pub(crate) fn known(value: Option<f64>, show: impl FnOnce(f64) -> String) -> String {
    value.filter(|value| value.is_finite()).map_or(UNKNOWN.to_owned(), show)
}

/// `value` with at least `decimals_min` decimals and `significant` digits.
pub(crate) fn rounded(value: f64, decimals_min: i32, significant: i32) -> String {
    let decimals = decimals(value, decimals_min, significant);
    format!("{value:.decimals$}")
}

/// How many decimals `value` needs for that.
pub(crate) fn decimals(value: f64, decimals_min: i32, significant: i32) -> usize {
    /// Arbitrary: what is smaller than a millionth of the unit is printed as zero, not with an exponent.
    const DECIMALS_MAX: i32 = 6;
    let mut decimals = decimals_min;
    // 0.9995: 9.9996 is printed as 10.0, which has its three digits already.
    while value != 0.0
        && value.abs()
            < 0.9995 * 10_f64.powi(significant.saturating_sub(1).saturating_sub(decimals))
        && decimals < DECIMALS_MAX
    {
        decimals = decimals.saturating_add(1);
    }
    usize::try_from(decimals).unwrap_or(0)
}
