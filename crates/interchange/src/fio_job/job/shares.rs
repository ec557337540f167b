//! Values that are shares or ranges in fio.

use super::super::fault::JobFault;
use super::super::value::{Size, TimeUnit, time_us};
use super::{Options, TIMES};
use iogram_model::{Text, text};

/// `percent` of `bytes`.
pub(in super::super) fn part(percent: u64, bytes: u64) -> u64 {
    let part = u128::from(bytes).saturating_mul(u128::from(percent)) / 100;
    u64::try_from(part).unwrap_or(u64::MAX)
}

/// The bytes that a job moves, or a share of its size: bytes if the size is known.
pub(super) fn amount(options: &Options<'_>) -> Result<Option<Size>, JobFault> {
    let asked = options.size("io_size")?;
    let Some(Size::Percent(percent)) = asked else { return Ok(asked) };
    let whole = match (options.size("size")?, options.size("filesize")?) {
        (Some(size), None) | (None, Some(size)) => size.bytes(),
        (None, None) => None,
        // With a share of several files, fio uses the existing sizes.
        (Some(_), Some(_)) => {
            options.only("io_size", OF_ONE, |_| false)?;
            None
        }
    };
    Ok(Some(whole.map_or(Size::Percent(percent), |bytes| Size::Bytes(part(percent, bytes)))))
}

const OF_ONE: Text = text!("interchange-share-only-size-filesize");

/// Distance between the addresses of consecutive clones.
pub(super) fn increment(options: &Options<'_>) -> Result<Option<Size>, JobFault> {
    let step = options.size("offset_increment")?;
    Ok(step.filter(|step| ![Size::Bytes(0), Size::Percent(0)].contains(step)))
}

/// Delay of the job's beginning.
pub(super) fn delay(options: &Options<'_>) -> Result<Option<u64>, JobFault> {
    let read = |text: &str| time_us(text, TimeUnit::Seconds);
    let range = options.find("startdelay").and_then(|option| option.value.split_once('-'));
    let Some((least, most)) = range.filter(|(least, _)| !least.trim_start().starts_with('('))
    else {
        return options.time("startdelay", TimeUnit::Seconds);
    };
    let ends = options.read("startdelay", TIMES, |_| Some((read(least)?, read(most)?)))?;
    let takes = text!("interchange-time-range-fio-draws-chance");
    options.only("startdelay", takes, |_| ends.is_none_or(|(least, most)| least == most))?;
    Ok(ends.map(|(least, _)| least))
}
