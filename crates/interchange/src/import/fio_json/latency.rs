//! Latencies of fio's JSON: their figures, and the check that these can be of the same requests.

use std::collections::BTreeMap;

use iogram_model::{ImportedFigures, text};
use iogram_stats::Histogram;
use serde::Deserialize;

use super::super::refusal::{Reason, Refusal};
use super::{numbers, percentile_name};
use crate::quantity::whole;

#[derive(Debug, Deserialize)]
pub(super) struct Latency {
    /// fio always prints all three; this program's exports of other tools may lack them.
    #[serde(default, deserialize_with = "numbers::amount")]
    min: Option<f64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    max: Option<f64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    mean: Option<f64>,
    #[serde(default, deserialize_with = "numbers::amount")]
    stddev: Option<f64>,
    #[serde(default, rename = "N", deserialize_with = "numbers::count")]
    pub(super) count: Option<u64>,
    #[serde(default, deserialize_with = "numbers::amounts")]
    percentile: BTreeMap<String, f64>,
    #[serde(default, deserialize_with = "numbers::counts")]
    bins: BTreeMap<String, u64>,
}

impl Latency {
    pub(super) fn has_any(&self) -> bool {
        let is_some = || {
            let figure = self.max.or(self.mean).or(self.min);
            figure.map_or(self.has_percentiles(), |it| it > 0.0)
        };
        self.count.map_or_else(is_some, |count| count > 0)
    }

    pub(super) fn has_percentiles(&self) -> bool {
        !self.percentile.is_empty() || !self.bins.is_empty()
    }

    /// The figures that are present, with their names.
    fn named(&self) -> impl Iterator<Item = (&str, f64)> {
        let all = [
            ("mean", self.mean),
            ("min", self.min),
            ("max", self.max),
            ("stddev", self.stddev),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    pub(super) fn add_to(&self, figures: &mut ImportedFigures, factor: f64) {
        let mut add = |name: &str, value: f64| {
            figures.insert(format!("latency_{name}_ns"), value * factor);
        };
        for (name, value) in self.named() {
            add(name, value);
        }
        for (share, value) in &self.percentile {
            if let Some(name) = percentile_name(share) {
                add(name, *value);
            }
        }
    }

    /// Checks that all figures can be of the same requests, to reject an edited figure. `name` is fio's name for
    /// them.
    pub(super) fn check(&self, name: &str, line_index: u64) -> Result<(), Refusal> {
        let refuse = |reason| Refusal { line: line_index, column: 1, reason };
        let percentiles = self.percentile.iter().map(|(share, it)| (share.as_str(), *it));
        for (figure, value) in self.named().chain(percentiles) {
            if value < 0.0 {
                let found = format!("{name} {figure} {value}");
                let expected = text!("interchange-number-not-negative");
                return Err(refuse(Reason::Expected { expected, found }));
            }
        }
        // Minimum and maximum are whole printed units, nanoseconds or microseconds.
        let slack = 1.0 + self.mean.unwrap_or(0.0) * 1e-6;
        let contradiction = |figure: &str, value: f64, other: String| {
            let one = format!("{name} {figure} {value}");
            Err(refuse(Reason::Contradiction { one, other }))
        };
        if let (Some(min), Some(mean)) = (self.min, self.mean)
            && min > mean + slack
        {
            return contradiction("min", min, format!("at most {mean}"));
        }
        if let (Some(max), Some(mean)) = (self.max, self.mean)
            && max + slack < mean
        {
            return contradiction("max", max, format!("at least {mean}"));
        }
        let mut curve: Vec<(f64, f64)> = self
            .percentile
            .iter()
            .filter_map(|(share, value)| Some((share.parse().ok()?, *value)))
            .collect();
        curve.sort_by(|one, other| one.0.total_cmp(&other.0));
        for (below, above) in curve.iter().zip(curve.iter().skip(1)) {
            if above.1 < below.1 {
                let figure = format!("{}%", above.0);
                return contradiction(&figure, above.1, format!("at least {}", below.1));
            }
        }
        Ok(())
    }

    /// The requests of JSON+ as a histogram: each bin by its own value. Keys that are not numbers describe the bins
    /// (2.x).
    pub(super) fn histogram(
        &self,
        factor: f64,
        line_index: u64,
    ) -> Result<Option<String>, Refusal> {
        let mut histogram = Histogram::new();
        for (value, count) in &self.bins {
            let Ok(value) = value.parse::<f64>() else { continue };
            let Some(value) = whole(value * factor) else { return Ok(None) };
            let total = histogram.count().checked_add(*count);
            if total.is_none_or(|it| it > Histogram::MAX_COUNT) {
                let reason = Reason::Expected {
                    expected: text!("interchange-number-requests-histogram-hold"),
                    found: count.to_string(),
                };
                return Err(Refusal { line: line_index, column: 1, reason });
            }
            histogram.record_many(value, *count);
        }
        Ok((histogram.count() > 0).then(|| histogram.to_text()))
    }
}
