//! The rate that a job has to keep.
//!
//! Source: fio's manual (`rate_min`, `rate_iops_min`, `ratecycle`) and, for the times of its checks, `check_min_rate`
//! in its `backend.c`.

use iogram_model::{Floor, Nanos, RateFloor, text};

use super::super::fault::JobFault;
use super::super::value::{Size, size};
use super::order::Direction;
use super::{Options, unsupported, wrong_value};

/// fio checks nothing in the first two seconds of a job.
const AFTER: Nanos = Nanos(2_000_000_000);

/// fio's default `ratecycle`, ms.
const USUAL_CYCLE_MS: u64 = 1000;

/// The minimum rates of the job's operations; `None` without any.
pub(super) fn read(
    options: &Options<'_>,
    direction: &Direction,
) -> Result<Option<RateFloor>, JobFault> {
    let bytes = of_kinds(options, "rate_min")?;
    let iops = of_kinds(options, "rate_iops_min")?;
    below(options, ("rate_min", &bytes), "rate")?;
    below(options, ("rate_iops_min", &iops), "rate_iops")?;
    let cycle_ms = options.count("ratecycle")?;
    let mut of = [None; 3];
    for kind in direction.kinds() {
        // If both are set, the rate in bytes counts.
        let floor = bytes[kind].map(Floor::BytesPerS).or(iops[kind].map(Floor::Iops));
        of[kind] = floor;
    }
    if of == [None; 3] {
        return Ok(None);
    }
    let cycle_ms = cycle_ms.unwrap_or(USUAL_CYCLE_MS);
    options.only("ratecycle", text!("interchange-multiple-100-ms"), |_| {
        cycle_ms > 0 && cycle_ms.checked_rem(100) == Some(0)
    })?;
    for key in ["rate_min", "rate_iops_min"] {
        options.only("latency_target", text!("interchange-no-rate-min-beside"), |_| {
            options.find(key).is_none()
        })?;
    }
    Ok(Some(RateFloor { of, after: AFTER, every: Nanos(cycle_ms.saturating_mul(1_000_000)) }))
}

/// Rates of reads, writes and trims: an absent one repeats the one before it, an empty one is none.
fn of_kinds(options: &Options<'_>, key: &str) -> Result<[Option<u64>; 3], JobFault> {
    let mut of = [None; 3];
    let Some(option) = options.find(key) else { return Ok(of) };
    let parts: Vec<&str> = option.value.split(',').map(str::trim).collect();
    if parts.len() > of.len() {
        let takes = text!("interchange-most-three-values-reads-writes-trims");
        return Err(wrong_value(option, takes));
    }
    for (kind, rate) in of.iter_mut().enumerate() {
        let Some(part) = parts.get(kind).or(parts.last()).filter(|part| !part.is_empty())
        else {
            continue;
        };
        let read = size(part, options.base).and_then(Size::bytes);
        let read =
            read.ok_or_else(|| wrong_value(option, text!("interchange-rate-500-10m")))?;
        *rate = Some(read).filter(|&rate| rate > 0);
    }
    Ok(of)
}

/// Rejects a minimum rate above the job's rate limit, as fio does.
fn below(
    options: &Options<'_>,
    (key, floors): (&str, &[Option<u64>; 3]),
    limit: &str,
) -> Result<(), JobFault> {
    let limits = of_kinds(options, limit)?;
    let is_above = floors.iter().zip(limits).any(|(floor, limit)| match (floor, limit) {
        (Some(floor), Some(limit)) => *floor > limit,
        _ => false,
    });
    match options.find(key) {
        Some(option) if is_above => {
            Err(unsupported(option, text!("interchange-no-more-rate-job-held")))
        }
        _ => Ok(()),
    }
}
