//! From looks at a drive's own sensors and counters to what a record says of them.
//!
//! Knows what follows from samples; must not know who looked, or how.

use iogram_model::{HealthSample, HealthSeries, Nanos, Warning};

/// Between two looks, if nobody asks for another time. `NVMe` drives and the kernel's sensors renew their figures no faster.
pub const HEALTH_INTERVAL: Nanos = Nanos::SECOND;

/// How often a drive is asked how it fares while a cell runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthSampling {
    /// Never: neither during a cell nor right before and after it.
    Off,
    /// Before and after it, and so often during it.
    Every(Nanos),
}

impl HealthSampling {
    /// Shorter times between two looks are refused. Arbitrary: no drive renews its figures faster.
    pub const INTERVAL_MIN: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
}

impl Default for HealthSampling {
    fn default() -> Self {
        Self::Every(HEALTH_INTERVAL)
    }
}

/// The samples of a cell, in order, with what follows from them.
#[must_use]
pub fn health_series(
    source: String,
    warning_celsius: Option<f64>,
    samples: Vec<HealthSample>,
) -> HealthSeries {
    let temperatures = || samples.iter().filter_map(|sample| sample.temperature_celsius);
    let counted: Vec<_> =
        samples.iter().filter_map(|sample| sample.counters.as_ref()).collect();
    let counted = match counted.as_slice() {
        [first, .., last] => Some(last.since(first)),
        _ => None,
    };
    HealthSeries {
        source,
        warning_celsius,
        temperature_min_celsius: temperatures().reduce(f64::min),
        temperature_max_celsius: temperatures().reduce(f64::max),
        counted,
        samples,
    }
}

/// What the reader has to know: a drive that slowed itself down, or was as hot as it warns of.
#[must_use]
pub fn health_warning(health: &HealthSeries) -> Option<Warning> {
    let counted = health.counted.clone().unwrap_or_default();
    let begun =
        counted.throttle_light_count.unwrap_or(0) + counted.throttle_heavy_count.unwrap_or(0);
    let throttled = Nanos(counted.throttle_ns.unwrap_or(0));
    if begun > 0 || throttled > Nanos(0) {
        return Some(Warning {
            code: "throttled".to_owned(),
            message: format!(
                "the drive throttled itself: begun {begun} times, {throttled} in all"
            ),
        });
    }
    let (highest, limit) = (health.temperature_max_celsius?, health.warning_celsius?);
    (highest >= limit).then(|| Warning {
        code: "hot".to_owned(),
        message: format!(
            "the drive reached {highest:.0} °C; its warning threshold is {limit:.0} °C"
        ),
    })
}
