//! Latencies in fio's default output, of requests and of flushes.

use iogram_model::{ImportedResult, OpKind, text};

use super::super::fio_json::percentile_name;
use super::super::line::{Line, unit_ns};
use super::super::refusal::Refusal;
use super::beside::{add_shares, shares_of};
use super::rates::{Shortened, figure_of};
use super::{Reading, result};

/// State while the lines below a rate are read.
#[derive(Debug, Default)]
pub(super) struct Below {
    /// The index of the result of these latencies; `None` if that result is skipped.
    pub(super) result: Option<usize>,
    /// Unit of the following percentiles, ns; `None` for those of other latencies.
    unit: Option<f64>,
    /// The total latencies beside the completion latencies: the percentiles may be theirs.
    whole: Option<[(&'static str, f64); 4]>,
    has_percentiles: bool,
}

impl Below {
    pub(super) fn of(result: Option<usize>) -> Self {
        Self { result, ..Self::default() }
    }
}

impl Reading {
    pub(super) fn latency(
        &mut self,
        line: &Line<'_>,
        text: &str,
        is_end: bool,
    ) -> Result<(), Refusal> {
        if let Some(shares) = shares_of(text) {
            if let Some(job) = self.job.as_mut().filter(|it| !it.is_told) {
                add_shares(&mut self.evidence, (&mut job.shares, &job.name), shares);
            }
            return Ok(());
        }
        for word in ["clat", "lat", "sync"] {
            let rest = text.strip_prefix(word).and_then(|it| it.strip_prefix(" ("));
            let Some((unit, values)) = rest.and_then(|it| it.split_once("):")) else {
                continue;
            };
            // Shares of all latencies have the same beginning.
            if !values.contains("min=") {
                return Ok(());
            }
            let unit = unit_ns(unit)
                .ok_or_else(|| line.expected(unit, text!("interchange-unit-time")))?;
            if is_end {
                return Err(line.cut_off(text!("interchange-line")));
            }
            let values = latencies(line, (values, unit))?;
            self.latencies(line, word, values);
            return Ok(());
        }
        if let Some((word, unit)) = text.split_once(" percentiles (") {
            let unit = unit.split(')').next().unwrap_or_default();
            self.percentiles_of(word.trim(), unit_ns(unit));
            return Ok(());
        }
        self.percentiles(line, text)
    }

    fn latencies(&mut self, line: &Line<'_>, word: &str, values: [(&'static str, f64); 4]) {
        if word == "sync" {
            self.flushes(line);
        }
        let Some(last) = self.below.result.and_then(|it| self.evidence.results.get_mut(it))
        else {
            return;
        };
        if word == "lat" && last.latency_of.is_some() {
            self.below.whole = Some(values);
            return;
        }
        last.latency_of = Some(word.to_owned());
        for (name, value) in values {
            last.figures.insert(name, value);
        }
    }

    /// Called before percentiles of these latencies.
    fn percentiles_of(&mut self, word: &str, unit: Option<f64>) {
        self.below.unit = None;
        let Some(last) = self.below.result.and_then(|it| self.evidence.results.get_mut(it))
        else {
            return;
        };
        let known = last.latency_of.as_deref();
        if known == Some("clat") && word == "lat" && !self.below.has_percentiles {
            // With `clat_percentiles=0`, fio prints the percentiles of total latency, so the import keeps total
            // instead of completion latency.
            let Some(values) = self.below.whole.take() else { return };
            for (name, value) in values {
                last.figures.insert(name, value);
            }
            last.latency_of = Some(word.to_owned());
        } else if known != Some(word) {
            return;
        }
        self.below.unit = unit;
        self.below.has_percentiles = true;
    }

    fn percentiles(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        let last = self.below.result.and_then(|it| self.evidence.results.get_mut(it));
        let (Some(last), Some(unit)) = (last, self.below.unit) else { return Ok(()) };
        if !text.contains("th=[") {
            return Ok(());
        }
        for part in text.split(']').filter(|it| !it.trim_matches([',', ' ', '|']).is_empty()) {
            let (share, value) = part
                .split_once("th=[")
                .ok_or_else(|| line.cut_off(text!("interchange-line")))?;
            let share = share.trim_start_matches([',', ' ', '|']);
            if let Some(name) = percentile_name(share) {
                let closed = format!("[{value}]");
                if !text.contains(&closed) {
                    return Err(line.cut_off(text!("interchange-line")));
                }
                let value = line.count(value.trim().trim_start_matches('>'))? as f64 * unit;
                last.figures.insert(format!("latency_{name}_ns"), value);
            }
        }
        Ok(())
    }

    /// Begins the flushes of the job, for which its writes had to wait.
    fn flushes(&mut self, line: &Line<'_>) {
        self.below = Below::default();
        let Some(job) = &mut self.job else { return };
        if job.is_told {
            return;
        }
        let index = self.evidence.results.len();
        job.flushes = Some(index);
        self.below = Below::of(Some(index));
        self.states.add(job.state);
        self.evidence.results.push(ImportedResult {
            operation: Some(OpKind::Flush),
            is_of_drive: !job.asked.is_null,
            ..result(job.name.clone(), line.index)
        });
    }
}

/// ` min=12, max=220209, avg=272.13, stdev=2233.24`.
fn latencies(
    line: &Line<'_>,
    (text, unit): (&str, f64),
) -> Result<[(&'static str, f64); 4], Refusal> {
    let value = |word: &str| {
        let rest =
            text.split_once(word).ok_or_else(|| line.cut_off(text!("interchange-line")))?.1;
        Ok(Shortened::count(line, figure_of(rest, &[]))?.printed() * unit)
    };
    Ok([
        ("latency_min_ns", value("min=")?),
        ("latency_max_ns", value("max=")?),
        ("latency_mean_ns", value("avg=")?),
        ("latency_stddev_ns", value("stdev=")?),
    ])
}
