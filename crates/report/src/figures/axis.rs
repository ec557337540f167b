//! Axes of figures, by the names of the figures.

use iogram_charts::{Axis, Unit};

use crate::format;

/// Above this ratio an axis is logarithmic: on a linear one the smallest value would be at the edge. Arbitrary.
const SPAN_MAX: f64 = 20.0;

/// An axis for these values.
pub(crate) fn spanning(
    label: String,
    unit: Unit,
    values: impl Iterator<Item = f64> + Clone,
) -> Axis {
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let most = values.fold(0.0, f64::max);
    if least > 0.0 && most > SPAN_MAX * least {
        Axis::log(label, unit)
    } else {
        Axis::linear(label, unit)
    }
}

/// The unit of a figure, such as `latency_p99_ns`.
pub(crate) fn unit_of(figure: &str) -> Unit {
    match figure {
        "bytes_per_s" => Unit::BYTES_PER_S,
        "iops" => Unit::IOPS,
        name if name.ends_with("_ns") => Unit::NANOS,
        other => Unit::named(format::figure_symbol(other).to_owned()),
    }
}
