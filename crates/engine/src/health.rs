//! Turns readings of a drive's sensors and counters into a record.
//!
//! Knows only samples; must not know who took them, or how.

use iogram_model::{
    Argument, HealthSample, HealthSeries, Message, MessageId, Nanos, Warning, WarningCode,
};

/// Default time between two readings. `NVMe` drives and the kernel's sensors do not update their values faster.
pub const HEALTH_INTERVAL: Nanos = Nanos::SECOND;

/// How often a drive's health is read while a cell runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthSampling {
    /// Never: neither during a cell nor immediately before and after it.
    Off,
    /// Before and after the cell, and at this interval during it.
    Every(Nanos),
}

impl HealthSampling {
    /// Shortest allowed time between two readings. Arbitrary: no drive updates its values faster.
    pub const INTERVAL_MIN: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
}

impl Default for HealthSampling {
    fn default() -> Self {
        Self::Every(HEALTH_INTERVAL)
    }
}

/// More samples are thinned: more than two hours of them. Arbitrary: a megabyte of record.
const SAMPLES_MAX: usize = 8_000;

/// Samples that are left at most after thinning. Arbitrary.
const SAMPLES_LEFT: usize = 6_000;

/// Samples that are always kept at each end. Arbitrary: a quarter of an hour.
const ENDS_KEPT: usize = 1_000;

/// Adds a sample. If there are too many, it thins those between the first and the last ones to the coldest and the
/// warmest of each few seconds; counters lose nothing, because the next sample includes them.
pub fn keep_sample(samples: &mut Vec<HealthSample>, sample: HealthSample) {
    samples.push(sample);
    if samples.len() <= SAMPLES_MAX {
        return;
    }
    let last = samples.split_off(samples.len() - ENDS_KEPT);
    let middle = samples.split_off(ENDS_KEPT);
    let mut stretch_ns = Nanos::SECOND.0;
    let kept = loop {
        let kept = extremes(&middle, stretch_ns);
        if kept.len() + 2 * ENDS_KEPT <= SAMPLES_LEFT {
            break kept;
        }
        stretch_ns *= 2;
    };
    samples.extend(kept);
    samples.extend(last);
}

/// Thins `samples` to the first, the last, and the coldest and the warmest of each `stretch` of time.
pub fn thin_samples(samples: &mut Vec<HealthSample>, stretch: Nanos) {
    if samples.len() <= 2 {
        return;
    }
    let last = samples.split_off(samples.len() - 1);
    let middle = samples.split_off(1);
    samples.extend(extremes(&middle, stretch.0));
    samples.extend(last);
}

/// The coldest and the warmest sample of each stretch of time, in order.
fn extremes(samples: &[HealthSample], stretch_ns: u64) -> Vec<HealthSample> {
    let place = |sample: &HealthSample| sample.start_ns / stretch_ns;
    let mut kept = Vec::new();
    for part in samples.chunk_by(|one, next| place(one) == place(next)) {
        let celsius = |index: &usize| part[*index].temperature_celsius.unwrap_or(f64::NAN);
        let by_warmth = |one: &usize, other: &usize| celsius(one).total_cmp(&celsius(other));
        let coldest = (0..part.len()).min_by(by_warmth).unwrap_or(0);
        let warmest = (0..part.len()).max_by(by_warmth).unwrap_or(0);
        kept.push(part[coldest.min(warmest)].clone());
        if coldest != warmest {
            kept.push(part[coldest.max(warmest)].clone());
        }
    }
    kept
}

/// The samples of a cell, in order, with the conclusions from them.
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

/// The warning for the reader: the drive throttled itself, or reached its warning temperature.
#[must_use]
pub fn health_warning(health: &HealthSeries) -> Option<Warning> {
    let counted = health.counted.clone().unwrap_or_default();
    let begun =
        counted.throttle_light_count.unwrap_or(0) + counted.throttle_heavy_count.unwrap_or(0);
    let throttled = Nanos(counted.throttle_ns.unwrap_or(0));
    if begun > 0 || throttled > Nanos(0) {
        let values = [begun.into(), throttled.into()];
        let statement = Message::new(MessageId::ThrottledItself, values);
        return Some(Warning::new(WarningCode::Throttled, statement));
    }
    let (highest, limit) = (health.temperature_max_celsius?, health.warning_celsius?);
    (highest >= limit).then(|| {
        let values = [Argument::Celsius(highest), Argument::Celsius(limit)];
        Warning::new(
            WarningCode::Hot,
            Message::new(MessageId::ReachedWarningTemperature, values),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_of_samples_is_bounded_and_keeps_its_coldest_and_warmest() {
        let mut samples = Vec::new();
        for second in 0..86_400_u32 {
            // Warm for three seconds once an hour, cold for one.
            let celsius = match second % 3_600 {
                1_700..1_703 => 71.0,
                900 => 12.0,
                _ => 40.0 + f64::from(second % 7),
            };
            let sample = HealthSample {
                start_ns: u64::from(second) * Nanos::SECOND.0,
                temperature_celsius: Some(celsius),
                counters: None,
            };
            keep_sample(&mut samples, sample);
        }
        assert!(samples.len() <= SAMPLES_MAX && samples.len() > SAMPLES_MAX / 2);
        assert!(samples.is_sorted_by(|one, next| one.start_ns < next.start_ns));
        for celsius in [71.0, 12.0] {
            let extreme = samples.iter().filter(|it| it.temperature_celsius == Some(celsius));
            let mut hours: Vec<u64> =
                extreme.map(|it| it.start_ns / (3_600 * Nanos::SECOND.0)).collect();
            hours.dedup();
            assert_eq!(hours, (0..24).collect::<Vec<u64>>(), "{celsius}");
        }
        assert_eq!(samples[0].start_ns, 0);
        assert_eq!(samples.last().unwrap().start_ns, 86_399 * Nanos::SECOND.0);
    }
}
