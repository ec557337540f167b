//! A job that ends once a figure is steady.
//!
//! Source: fio's manual (`steadystate`) and, for the computation, its `steadystate.c`.

use super::super::fault::JobFault;
use super::super::value::{Size, TimeUnit, size};
use super::{Options, unsupported, wrong_value};
use iogram_model::{Text, text};

/// fio's default criterion if only the window is set.
const USUAL: &str = "iops_slope:0.01%";

/// fio checks once a second.
const USUAL_EVERY_US: u64 = 1_000_000;

/// The steady state criterion of a job.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct UntilSteady {
    /// In method syntax.
    pub(in super::super) words: String,
    /// fio's name of the figure: `iops`, `bw` or `lat`.
    pub(in super::super) figure: &'static str,
    pub(in super::super) is_slope: bool,
    /// Percent, or in the figure's unit.
    pub(in super::super) limit: f64,
    pub(in super::super) is_share: bool,
    pub(in super::super) window_us: u64,
}

const TAKES: Text = text!("interchange-iops-iops-slope-bw-bw-slope");

/// Reads `steadystate` and its times; `None` without a window, as in fio.
pub(super) fn read(options: &Options<'_>) -> Result<Option<UntilSteady>, JobFault> {
    let window_us = options.time("steadystate_duration", TimeUnit::Seconds)?.unwrap_or(0);
    let after_us = options.time("steadystate_ramp_time", TimeUnit::Seconds)?.unwrap_or(0);
    let every_us = options.time("steadystate_check_interval", TimeUnit::Seconds)?;
    let every_us = every_us.unwrap_or(USUAL_EVERY_US);
    let asked = options.find("steadystate");
    let text = asked.map_or(USUAL, |option| option.value.as_str());
    let known = criterion(options, text);
    let Some((figure, is_slope, limit)) = known else {
        return asked.map_or(Ok(None), |option| Err(wrong_value(option, TAKES)));
    };
    if window_us == 0 {
        return Ok(None);
    }
    // fio compares nanoseconds with a value that it parsed in another unit (3.42).
    if let (Some(option), "lat", Limit::Value(_)) = (asked, figure, &limit) {
        return Err(unsupported(option, text!("interchange-share-latency-lat-5")));
    }
    let is_multiple = |whole: u64, part: u64| whole.checked_rem(part) == Some(0);
    let times = text!("interchange-multiple-steadystate-check-interval-twice-least");
    options.only("steadystate_duration", times, |_| {
        is_multiple(window_us, every_us) && window_us.checked_div(every_us) >= Some(2)
    })?;
    options.only("steadystate_check_interval", text!("interchange-multiple-100ms"), |_| {
        every_us > 0 && is_multiple(every_us, 100_000)
    })?;
    options.only("latency_target", text!("interchange-no-steadystate-beside"), |_| false)?;
    let name = match figure {
        "bw" => "bandwidth",
        "lat" => "latency",
        name => name,
    };
    let slope = if is_slope { " slope" } else { "" };
    let (words, limit, is_share) = match (limit, figure) {
        (Limit::Percent(percent), _) => (format!("{percent}%"), percent, true),
        (Limit::Value(value), "bw") => {
            (format!("{value}B/s"), iogram_model::float(value), false)
        }
        (Limit::Value(value), _) => (format!("{value}/s"), iogram_model::float(value), false),
    };
    let words = format!(
        "{name}{slope} within {words} for {window_us}us after {after_us}us every {every_us}us"
    );
    Ok(Some(UntilSteady { words, figure, is_slope, limit, is_share, window_us }))
}

enum Limit {
    Percent(f64),
    Value(u64),
}

/// The figure, whether its slope is meant, and the limit.
fn criterion(options: &Options<'_>, text: &str) -> Option<(&'static str, bool, Limit)> {
    let (word, limit) = text.split_once(':')?;
    let (word, is_slope) = match word.trim().strip_suffix("_slope") {
        Some(word) => (word, true),
        None => (word.trim(), false),
    };
    let figure = ["iops", "bw", "lat"].into_iter().find(|known| *known == word)?;
    let limit = limit.trim();
    let limit = match (limit.strip_suffix('%'), figure) {
        (Some(percent), _) => {
            let percent: f64 = percent.trim().parse().ok()?;
            Limit::Percent(percent).filter((0.0001..=1000.0).contains(&percent))?
        }
        (None, "bw") => Limit::Value(size(limit, options.base).and_then(Size::bytes)?),
        (None, "lat") => Limit::Value(0),
        (None, _) => Limit::Value(limit.parse().ok().filter(|&limit| limit > 0)?),
    };
    Some((figure, is_slope, limit))
}

impl Limit {
    fn filter(self, is_fine: bool) -> Option<Self> {
        is_fine.then_some(self)
    }
}
