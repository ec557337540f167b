//! Steady state results of a job, in fio's format.
//!
//! Source: fio's `stat.c` (`add_ddir_status_json`'s neighbour `steadystate`, `show_ss_normal`).

use iogram_model::{EndReason, EndingRecord, SteadyRecord, float, whole};
use serde_json::{Value, json};

use super::super::job::UntilSteady;

/// The result of a job that ends once it is steady.
pub(in super::super) struct SteadyResult<'a> {
    asked: &'a UntilSteady,
    is_attained: bool,
    record: &'a SteadyRecord,
}

impl<'a> SteadyResult<'a> {
    /// `None` if its load does not end that way.
    pub(super) fn of(
        asked: Option<&'a UntilSteady>,
        ending: Option<&'a EndingRecord>,
    ) -> Option<Self> {
        let ending = ending?;
        let is_attained = ending.reason == EndReason::Steady;
        Some(Self { asked: asked?, is_attained, record: ending.steady.as_ref()? })
    }

    /// Mean of the window; 0 without measurements, as in fio.
    fn mean(&self, of: impl Fn(&iogram_model::SteadyValue) -> u64) -> f64 {
        let sum = self.record.values.iter().fold(0.0, |sum, value| sum + float(of(value)));
        let count = float(u64::try_from(self.record.values.len()).unwrap_or(0));
        if count > 0.0 { sum / count } else { 0.0 }
    }

    fn iops(&self) -> f64 {
        self.mean(|value| value.iops)
    }

    fn bytes_per_s(&self) -> f64 {
        self.mean(|value| value.bytes_per_s)
    }

    /// In the figure's unit.
    fn absolute(&self, ratio: Option<f64>) -> f64 {
        let mean = match self.asked.figure {
            "iops" => self.iops(),
            "bw" => self.bytes_per_s(),
            _ => self.mean(|value| value.latency_mean_ns.unwrap_or(0)),
        };
        ratio.unwrap_or(0.0) * mean
    }

    /// The value that is compared with the limit: percent, or in the figure's unit.
    fn criterion(&self) -> f64 {
        let ratio = self.record.deviation_max_ratio.or(self.record.slope_ratio);
        if self.asked.is_share { 100.0 * ratio.unwrap_or(0.0) } else { self.absolute(ratio) }
    }

    const fn unit(&self) -> &'static str {
        if self.asked.is_share { "%" } else { "" }
    }

    pub(super) fn json(&self) -> Value {
        let (figure, limit, unit) = (self.asked.figure, self.asked.limit, self.unit());
        let slope = if self.asked.is_slope { "_slope" } else { "" };
        let values = &self.record.values;
        let mut data = json!({
            "bw_mean": whole(self.bytes_per_s()),
            "iops_mean": whole(self.iops()),
        });
        if figure == "lat" {
            let latency =
                |value: &iogram_model::SteadyValue| value.latency_mean_ns.unwrap_or(0);
            data["lat_mean"] = json!(whole(self.mean(latency)));
            data["lat_ns"] = values.iter().map(latency).collect();
        }
        data["iops"] = values.iter().map(|value| value.iops).collect();
        data["bw"] = values.iter().map(|value| value.bytes_per_s).collect();
        json!({
            "ss": format!("{figure}{slope}:{limit:.6}{unit}"),
            "duration": self.asked.window_us / 1_000_000,
            "attained": u8::from(self.is_attained),
            "criterion": format!("{:.6}{unit}", self.criterion()),
            "max_deviation": self.absolute(self.record.deviation_max_ratio),
            "slope": self.absolute(self.record.slope_ratio),
            "data": data,
        })
    }

    /// The line of the text for people, with the formatters of rates `binary`, `decimal` and `thousands`.
    pub(super) fn line(&self, [binary, decimal, thousands]: [fn(f64) -> String; 3]) -> String {
        let bytes = self.bytes_per_s();
        let figure = self.asked.figure;
        let measure = if self.asked.is_slope { "slope" } else { "mean dev" };
        let attained = if self.is_attained { "yes" } else { "no" };
        format!(
            "  steadystate  : attained={attained}, bw={} ({}), iops={}, {figure} {measure}={:.3}{}",
            binary(bytes),
            decimal(bytes),
            thousands(self.iops()),
            self.criterion(),
            self.unit()
        )
    }
}
