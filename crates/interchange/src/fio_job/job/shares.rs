//! Values that are shares or ranges, where fio takes them.

use super::super::fault::JobFault;
use super::super::value::{Size, TimeUnit, time_us};
use super::{Options, TIMES};

/// The bytes that a job moves, or their share of its size.
pub(super) fn amount(options: &Options<'_>) -> Result<Option<u64>, JobFault> {
    let Some(Size::Percent(percent)) = options.size("io_size")? else {
        return options.bytes("io_size");
    };
    let whole = match (options.size("size")?, options.size("filesize")?) {
        (Some(size), None) | (None, Some(size)) => size.bytes(),
        // Of several files, and of a share of them, fio takes what is there.
        _ => None,
    };
    options.only("io_size", OF_BYTES, |_| whole.is_some())?;
    let part = u128::from(whole.unwrap_or(0)).saturating_mul(u128::from(percent)) / 100;
    Ok(u64::try_from(part).ok())
}

const OF_BYTES: &str = "a share only of a size in bytes";

/// How far the places of one clone lie behind those of the one before.
pub(super) fn increment(options: &Options<'_>) -> Result<Option<u64>, JobFault> {
    let takes = "bytes: how large what is there is, is not known to the job file";
    let step = options.size("offset_increment")?;
    options.only("offset_increment", takes, |_| !matches!(step, Some(Size::Percent(_))))?;
    Ok(step.and_then(Size::bytes))
}

/// How much later than the others it begins.
pub(super) fn delay(options: &Options<'_>) -> Result<Option<u64>, JobFault> {
    let read = |text: &str| time_us(text, TimeUnit::Seconds);
    let range = options.find("startdelay").and_then(|option| option.value.split_once('-'));
    let Some((least, most)) = range.filter(|(least, _)| !least.trim_start().starts_with('('))
    else {
        return options.time("startdelay", TimeUnit::Seconds);
    };
    let ends = options.read("startdelay", TIMES, |_| Some((read(least)?, read(most)?)))?;
    let takes = "one time: of a range fio draws one by chance";
    options.only("startdelay", takes, |_| ends.is_none_or(|(least, most)| least == most))?;
    Ok(ends.map(|(least, _)| least))
}
