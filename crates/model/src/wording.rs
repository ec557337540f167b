//! Numbers with their units in readable form, the same in every language.
//!
//! Digits have no thousands separators, so that a number copied from a table can be pasted into a spreadsheet of any
//! country. A value keeps at least three significant digits.

use crate::units::{Bytes, Throughput};

/// Text of an unknown value.
pub const UNKNOWN: &str = "-";

/// `value` formatted by `show`; [`UNKNOWN`] if it is unknown or not finite.
#[must_use]
pub fn known(value: Option<f64>, show: impl FnOnce(f64) -> String) -> String {
    value.filter(|value| value.is_finite()).map_or(UNKNOWN.to_owned(), show)
}

/// A size in binary units, for blocks and units of flash. Other sizes use decimal units, as drive labels do.
#[must_use]
pub fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    match bytes {
        MIB..GIB if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        KIB..MIB if bytes.is_multiple_of(KIB) => format!("{} KiB", bytes / KIB),
        _ => Bytes(bytes).decimal(),
    }
}

/// A throughput: `84.3 MB/s`.
#[must_use]
pub fn throughput(bytes_per_s: f64) -> String {
    format!("{} MB/s", rounded(Throughput { bytes_per_s }.mb_per_s(), 1, 3))
}

/// A throughput that is known to two digits: `3.9 GB/s`, `450 MB/s`, `40 MB/s`, `1.2 MB/s`.
#[must_use]
pub fn about_throughput(bytes_per_s: u64) -> String {
    let mb_per_s = Throughput { bytes_per_s: Bytes(bytes_per_s).as_f64() }.mb_per_s();
    about(mb_per_s, 1000.0, ["MB/s", "GB/s"])
}

/// A rate to two digits with its unit, or with the next unit, which is `step` times as large.
#[must_use]
pub fn about(rate: f64, step: f64, [unit, next]: [&str; 2]) -> String {
    if rate >= 995.0 {
        format!("{:.1} {next}", rate / step)
    } else if rate >= 100.0 {
        format!("{:.0} {unit}", (rate / 10.0).round() * 10.0)
    } else if rate >= 9.95 {
        format!("{rate:.0} {unit}")
    } else {
        format!("{rate:.1} {unit}")
    }
}

/// Operations per second, without a unit: `664000`, `45.6`.
#[must_use]
pub fn iops(rate: f64) -> String {
    rounded(rate, 0, 3)
}

/// A share: `3.1 %`, `120 %`.
#[must_use]
pub fn percent(ratio: f64) -> String {
    // Adding 0.0 removes the sign of -0.0, the sum of nothing.
    let percent = ratio * 100.0 + 0.0;
    let digits = usize::from(percent < 9.95);
    format!("{percent:.digits$} %")
}

/// A number without a unit: `1.9`, `12`.
#[must_use]
pub fn number(value: f64) -> String {
    let digits = usize::from(value.abs() < 9.95);
    format!("{value:.digits$}")
}

/// `value` with at least `decimals_min` decimals and `significant` digits.
#[must_use]
pub fn rounded(value: f64, decimals_min: i32, significant: i32) -> String {
    let decimals = decimals(value, decimals_min, significant);
    format!("{value:.decimals$}")
}

/// Number of decimals that `value` needs for that.
#[must_use]
pub fn decimals(value: f64, decimals_min: i32, significant: i32) -> usize {
    /// Arbitrary: a value below a millionth of the unit is printed as zero, not with an exponent.
    const DECIMALS_MAX: i32 = 6;
    let mut decimals = decimals_min;
    // 0.9995: 9.9996 is printed as 10.0, which already has three digits.
    while value != 0.0
        && value.abs()
            < 0.9995 * 10_f64.powi(significant.saturating_sub(1).saturating_sub(decimals))
        && decimals < DECIMALS_MAX
    {
        decimals = decimals.saturating_add(1);
    }
    usize::try_from(decimals).unwrap_or(0)
}
