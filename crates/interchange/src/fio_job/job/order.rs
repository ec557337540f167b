//! Operations, order of addresses, and pace.

use super::super::fault::{JobFault, Wrong};
use super::super::value::{Size, TimeUnit, count, size, time_us};
use super::blocks::{self, JobBlocks};
use super::{Options, unsupported, wrong_value};
use crate::quantity::whole;
use iogram_model::{Text, text};

/// Kind and direction of a job's operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each word of rw")]
pub(in super::super) struct Direction {
    pub(in super::super) is_random: bool,
    pub(in super::super) read_percent: u64,
    pub(in super::super) is_trim: bool,
    /// Whether each address is written after it was trimmed.
    pub(in super::super) writes_trimmed: bool,
    /// Bytes between the end of a request and the beginning of the next; backwards: distance from the end of a
    /// request back to the beginning of the next.
    pub(in super::super) hole: u64,
    /// Whether addresses descend.
    pub(in super::super) is_backward: bool,
}

impl Direction {
    /// Share of writes, percent.
    pub(in super::super) const fn write_percent(&self) -> u64 {
        match (self.is_trim, self.writes_trimmed) {
            (true, false) => 0,
            // As many as trims.
            (true, true) => 100,
            _ => 100_u64.saturating_sub(self.read_percent),
        }
    }

    /// The indices of its operations in fio's lists of reads, writes and trims.
    pub(super) fn kinds(&self) -> Vec<usize> {
        let all = [self.read_percent > 0, self.write_percent() > 0, self.is_trim];
        all.into_iter().enumerate().filter_map(|(index, is)| is.then_some(index)).collect()
    }
}

const OWN_PLACES: Text = text!("interchange-block-size-where-places-not-evenly");
const ONE_SIZE: Text = text!("interchange-block-size-beside-reads-writes-alike");
const WORDS: Text = text!("interchange-read-write-randread-randwrite-rw-randrw");

/// Reads `rw` and the shares.
pub(super) fn direction(options: &Options<'_>) -> Result<Direction, JobFault> {
    let mixed = mixed(options)?;
    asked(options, mixed)
}

/// The read share of mixed jobs, percent.
pub(super) fn mixed(options: &Options<'_>) -> Result<u64, JobFault> {
    let (read, write) = (options.count("rwmixread")?, options.count("rwmixwrite")?);
    for key in ["rwmixread", "rwmixwrite"] {
        options.read(key, text!("interchange-0-100"), |text| {
            count(text).filter(|&share| share <= 100)
        })?;
    }
    if let Some(share) = share_of_rates(options)? {
        return Ok(share);
    }
    Ok(match (read, write) {
        (_, Some(write)) if is_later(options, "rwmixwrite", "rwmixread") => {
            100_u64.saturating_sub(write)
        }
        (Some(read), _) => read,
        _ => 50,
    })
}

const WHOLE_SHARES: Text = text!("interchange-rates-reads-writes-shares-whole-percent");

/// The read share if reads and writes each have a rate, percent: fio keeps both rates, whatever `rwmixread` says.
/// `None` without two rates.
fn share_of_rates(options: &Options<'_>) -> Result<Option<u64>, JobFault> {
    let is_mixed = options
        .find("rw")
        .is_some_and(|it| matches!(it.value.as_str(), "rw" | "readwrite" | "randrw"));
    let Some(option) = options.find("rate_iops").filter(|_| is_mixed) else { return Ok(None) };
    let mut parts = option.value.split(',').map(|it| size(it.trim(), options.base));
    let mut rate = || parts.next().flatten().and_then(Size::bytes).filter(|it| *it > 0);
    let (Some(reads), Some(writes)) = (rate(), rate()) else { return Ok(None) };
    let exact = 100.0 * number(reads) / (number(reads) + number(writes));
    let share = exact.round().clamp(1.0, 99.0);
    // Arbitrary: a tenth of the rarer kind.
    let is_near = (share - exact).abs() <= exact.min(100.0 - exact) * 0.1;
    if !is_near {
        return Err(unsupported(option, WHOLE_SHARES));
    }
    Ok(whole(share))
}

/// Checks that the value of `rw` is supported.
pub(super) fn word(options: &Options<'_>) -> Result<(), JobFault> {
    asked(options, 50).map(|_| ())
}

/// Reads `rw`, with this read share for mixed jobs.
pub(super) fn asked(options: &Options<'_>, mixed: u64) -> Result<Direction, JobFault> {
    let Some(option) = options.find("rw") else {
        let is_random = false;
        return Ok(Direction {
            is_random,
            read_percent: 100,
            is_trim: false,
            writes_trimmed: false,
            hole: 0,
            is_backward: false,
        });
    };
    let (word, behind) = match option.value.split_once(':') {
        Some((word, behind)) => (word, Some(behind)),
        None => (option.value.as_str(), None),
    };
    let (is_random, read_percent, is_trim) = match word {
        "read" => (false, 100, false),
        "write" => (false, 0, false),
        "randread" => (true, 100, false),
        "randwrite" => (true, 0, false),
        "rw" | "readwrite" => (false, mixed, false),
        "randrw" => (true, mixed, false),
        "trim" => (false, 0, true),
        "randtrim" => (true, 0, true),
        "trimwrite" => (false, 0, true),
        "randtrimwrite" => (true, 0, true),
        _ => return Err(unsupported(option, WORDS)),
    };
    let is_backward = !is_random && behind.is_some_and(|text| text.starts_with('-'));
    let hole = match (behind, is_random) {
        (None, _) => 0,
        (Some(text), false) => size(text.trim_start_matches('-'), options.base)
            .and_then(Size::bytes)
            .filter(|&bytes| bytes > 0 || !is_backward)
            .ok_or_else(|| wrong_value(option, text!("interchange-distance-8k-8k")))?,
        (Some(text), true) => match count(text) {
            Some(1) => 0,
            Some(_) => {
                return Err(unsupported(option, text!("interchange-new-place-each-request")));
            }
            None => return Err(wrong_value(option, WORDS)),
        },
    };
    let writes_trimmed = word.ends_with("trimwrite");
    Ok(Direction { is_random, read_percent, is_trim, writes_trimmed, hole, is_backward })
}

fn is_later(options: &Options<'_>, key: &str, other: &str) -> bool {
    let line = |key| options.find(key).map_or(0, |option| option.line);
    line(key) > line(other)
}

/// The order of addresses, in method syntax.
pub(super) fn access(
    options: &Options<'_>,
    direction: &Direction,
    (blocks, file_count): (&JobBlocks, u64),
) -> Result<String, JobFault> {
    for key in ["bssplit", "bsrange", "bs"] {
        let takes = text!("interchange-same-writes-trims-trimwrite");
        options.only(key, takes, |_| !direction.writes_trimmed || blocks.is_same())?;
    }
    let said = blocks::align(options, &direction.kinds())?;
    // An alignment equal to the block size is the default.
    let align = said.filter(|&align| blocks.single() != Some(align));
    let share = options.read("percentage_random", text!("interchange-0-100"), |text| {
        let shares = text.split(',').map(|part| count(part.trim()).filter(|&it| it <= 100));
        shares.collect::<Option<Vec<_>>>()
    })?;
    let is_random = match share.as_deref() {
        Some(shares @ [first, ..]) if direction.is_random => {
            // An absent later share repeats the one before it.
            let of = |index: usize| shares.get(index).or(shares.last());
            let used: Vec<&u64> = direction.kinds().into_iter().filter_map(of).collect();
            let share = used.first().copied().unwrap_or(first);
            options.only(
                "percentage_random",
                text!("interchange-share-reads-writes"),
                |_| used.iter().all(|&it| it == share),
            )?;
            if (1..100).contains(share) {
                let takes = text!("interchange-random-where-only-share");
                options.only("random_distribution", takes, |text| text == "random")?;
                options.only("ba", OWN_PLACES, |_| align.is_none())?;
                return Ok(format!("partly-random={share}%"));
            }
            *share == 100
        }
        _ => direction.is_random,
    };
    if !is_random {
        refuse_distribution(options)?;
        if file_count > 1 {
            options
                .only("nrfiles", text!("interchange-1-where-addresses-ascend"), |_| false)?;
        }
        return match (direction.hole, blocks.single()) {
            (0, _) => Ok("seq".to_owned()),
            (hole, Some(block)) if direction.is_backward => {
                // A smaller step would go forwards again, and an equal one would stay in place.
                let step = hole.checked_sub(block).filter(|&step| step > 0);
                options.only("rw", text!("interchange-more-block-backwards"), |_| {
                    step.is_some()
                })?;
                Ok(format!("backward={}B", step.unwrap_or(block)))
            }
            (hole, Some(block)) => Ok(format!("strided={}B", block.saturating_add(hole))),
            _ => {
                options.only("rw", text!("interchange-block-size"), |_| false)?;
                Ok("seq".to_owned())
            }
        };
    }
    let is_single = blocks.single().is_some();
    if let Some(access) = distribution(options, (said, align), is_single)? {
        return Ok(access);
    }
    if options.switch("sprandom")?.unwrap_or(false) {
        options.only("ba", OWN_PLACES, |_| align.is_none())?;
        options.only("sprandom", ONE_SIZE, |_| is_single)?;
        let spare = options.read("spr_op", text!("interchange-share-0-15"), |text| {
            text.parse::<f64>().ok().filter(|share| (0.001..1.0).contains(share))
        })?;
        return Ok(format!("sprandom={:.1}%", 100.0 * spare.unwrap_or(0.15)));
    }
    let may_repeat = options.switch("norandommap")?.unwrap_or(false);
    Ok(match align {
        // One zone, evenly; fio, too, repeats blocks that are not aligned to their own size.
        Some(align) => format!("zoned=100/100,align={align}B"),
        // A permutation requires a single block size.
        None if may_repeat || !is_single => "random".to_owned(),
        None => "permutation".to_owned(),
    })
}

/// Reads `random_distribution`; `None` if it is even. `is_single`: whether there is one block size, which ranks
/// require.
fn distribution(
    options: &Options<'_>,
    (said, align): (Option<u64>, Option<u64>),
    is_single: bool,
) -> Result<Option<String>, JobFault> {
    let Some(option) = options.find("random_distribution") else { return Ok(None) };
    let word = option.value.split(':').next().unwrap_or_default();
    if matches!(word, "zipf" | "pareto" | "normal") {
        options.only("ba", OWN_PLACES, |_| align.is_none())?;
        options.only("random_distribution", ONE_SIZE, |_| is_single)?;
    }
    let Some(words) = shape(option)? else { return Ok(None) };
    let align = said.filter(|_| word == "zoned");
    let align = align.map_or_else(String::new, |align| format!(",align={align}B"));
    Ok(Some(format!("{words}{align}")))
}

/// Rejects an invalid distribution even if addresses are in order, because fio parses it in any case.
fn refuse_distribution(options: &Options<'_>) -> Result<(), JobFault> {
    let read = options.find("random_distribution").map(shape);
    match read {
        Some(Err(fault)) if matches!(fault.wrong, Wrong::Value { .. }) => Err(fault),
        _ => Ok(()),
    }
}

const DISTRIBUTIONS: Text = text!("interchange-random-zipf-0-9-pareto-0");

/// The distribution in method syntax, without alignment; `None` if it is even.
fn shape(option: &super::JobOption) -> Result<Option<String>, JobFault> {
    let other = || unsupported(option, DISTRIBUTIONS);
    let (word, rest) = match option.value.split_once(':') {
        Some((word, rest)) => (word, Some(rest)),
        None => (option.value.as_str(), None),
    };
    // A second number is the center of the distribution.
    if rest.is_some_and(|rest| rest.contains(':')) && word != "zoned" {
        return Err(other());
    }
    let figure = |usual: f64, takes, is_fine: fn(f64) -> bool| {
        let read = rest.map_or(Some(usual), |rest| rest.trim().parse().ok());
        read.filter(|&it| is_fine(it)).ok_or_else(|| wrong_value(option, takes))
    };
    Ok(match word {
        "random" => None,
        "zipf" => {
            let takes = text!("interchange-zipf-number-other-1");
            let is_fine = |it: f64| it.is_finite() && (it - 1.0).abs() > f64::EPSILON;
            Some(format!("zipf={}", figure(1.1, takes, is_fine)?))
        }
        "pareto" => {
            let takes = text!("interchange-pareto-share-above-0-below-1");
            Some(format!("pareto={}", figure(0.2, takes, |it| (0.001..=0.999).contains(&it))?))
        }
        "normal" => {
            let takes = text!("interchange-normal-0-percent-more-less-100");
            let width = figure(0.0, takes, |it| (0.0..100.0).contains(&it))?;
            Some(format!("normal={width:.1}%"))
        }
        "zoned" => {
            let zones = zones(rest.unwrap_or_default()).ok_or_else(other)?;
            Some(format!("zoned={zones}"))
        }
        "zoned_abs" | "sequence" => return Err(other()),
        _ => return Err(wrong_value(option, DISTRIBUTIONS)),
    })
}

/// The zones; the last one gets the rest if it has no size.
fn zones(text: &str) -> Option<String> {
    let mut shares: Vec<(u64, Option<u64>)> = Vec::new();
    for part in text.split(':') {
        let (access, space) = part.split_once('/')?;
        let space = match space.trim() {
            "" => None,
            space => Some(space.parse().ok()?),
        };
        shares.push((access.trim().parse().ok()?, space));
    }
    let said: u64 = shares.iter().filter_map(|(_, space)| *space).fold(0, u64::saturating_add);
    let left = 100_u64.checked_sub(said)?;
    let zones =
        shares.iter().map(|(access, space)| format!("{access}/{}", space.unwrap_or(left)));
    Some(zones.collect::<Vec<_>>().join(":"))
}

/// The pace of one job, in method syntax.
pub(super) fn pace(
    options: &Options<'_>,
    direction: &Direction,
    blocks: &JobBlocks,
) -> Result<Option<String>, JobFault> {
    let is_poisson = options.read(
        "rate_process",
        text!("interchange-linear-poisson"),
        |text| match text {
            "linear" => Some(false),
            "poisson" => Some(true),
            _ => None,
        },
    )?;
    let iops = match options.find("rate_iops") {
        Some(option) => limit(options, (option, direction), |_| 1.0)?,
        None => None,
    };
    let of_bytes = match options.find("rate") {
        Some(option) => limit(options, (option, direction), |kind| {
            let (bytes, weights) = blocks.sums(kind);
            (number(bytes) / number(weights.max(1))).max(1.0)
        })?,
        None => None,
    };
    let pause = pause(options, direction.writes_trimmed)?;
    // If both are set, the lower one applies.
    let rate = match (iops, of_bytes) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let process = if is_poisson == Some(true) { ",poisson" } else { "" };
    let rate = rate.filter(|&rate| rate > 0.0).map(|rate| format!("{rate}/s{process}"));
    // The schedule continues during a pause, and the due requests are made up afterwards, as in fio.
    Ok(match (rate, pause) {
        (Some(rate), Some(pause)) => Some(format!("{rate},{pause}")),
        (one, other) => one.or(other),
    })
}

/// Pauses, in method syntax.
///
/// Source: `handle_thinktime` of fio's `backend.c` (3.42): the first of both limits begins a pause, and a time alone
/// does not limit the blocks.
pub(super) fn pause(
    options: &Options<'_>,
    writes_trimmed: bool,
) -> Result<Option<String>, JobFault> {
    let takes = text!("interchange-time-500-1ms");
    let time = |key| options.read(key, takes, |text| time_us(text, TimeUnit::Micros));
    let pause = time("thinktime")?;
    let said_blocks = options.count("thinktime_blocks")?;
    let after = said_blocks.unwrap_or(1).max(1);
    let after_us = time("thinktime_iotime")?.filter(|&time| time > 0);
    // Both counts are equal once all requests have completed, and a pause waits for that.
    options.only("thinktime_blocks_type", text!("interchange-complete-issue"), |text| {
        ["complete", "issue"].contains(&text)
    })?;
    let Some(pause) = pause.filter(|&pause| pause > 0) else { return Ok(None) };
    let takes = text!("interchange-no-trimwrite-beside-trimmed-written-once");
    options.only("thinktime", takes, |_| !writes_trimmed)?;
    Ok(Some(match (after_us, said_blocks) {
        (None, _) if after == 1 => format!("pause={pause}us"),
        (None, _) => format!("pause={pause}us/{after}"),
        (Some(time), Some(_)) => format!("pause={pause}us/{after}/{time}us"),
        (Some(time), None) => format!("pause={pause}us/{time}us"),
    }))
}

/// Converts the limits of each direction to one limit of all requests, where a request of a kind counts `each` units
/// of its limit: the direction that reaches its own limit first decides.
fn limit(
    options: &Options<'_>,
    (option, direction): (&super::JobOption, &Direction),
    each: impl Fn(usize) -> f64,
) -> Result<Option<f64>, JobFault> {
    let takes = text!("interchange-rate-500-10m");
    let mut limits: Vec<Option<u64>> = Vec::new();
    for part in option.value.split(',') {
        let one = match part.trim() {
            "" => None,
            text => Some(
                size(text, options.base)
                    .and_then(Size::bytes)
                    .ok_or_else(|| wrong_value(option, takes))?,
            ),
        };
        limits.push(one.filter(|&limit| limit > 0));
    }
    let shares = [direction.read_percent, direction.write_percent(), 100];
    let mut least: Option<f64> = None;
    for kind in direction.kinds() {
        let limit = limits.get(kind).or(limits.first()).copied().flatten();
        let share = shares.get(kind).copied().unwrap_or(100);
        let Some(limit) = limit else { continue };
        let all = number(limit) / each(kind) * 100.0 / number(share.max(1));
        least = Some(least.map_or(all, |least: f64| least.min(all)));
    }
    Ok(least)
}

fn number(value: u64) -> f64 {
    iogram_model::float(value)
}
