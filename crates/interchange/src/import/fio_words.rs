//! Meaning of fio's options and errors, common to all of its outputs.

use crate::fio_job::value::{KbBase, multiplier};

/// Errors of the drive, by the system's number. They do not include a full drive (28) and an unsupported request
/// (22).
const DRIVE_ERRORS: [(i64, &str); 7] = [
    (5, "EIO"),
    (6, "ENXIO"),
    (19, "ENODEV"),
    (61, "ENODATA"),
    (84, "EILSEQ, wrong data"),
    (110, "ETIMEDOUT"),
    (121, "EREMOTEIO"),
];

/// The name of an error of the drive; `None` for others.
pub(super) fn drive_error(number: i64) -> Option<&'static str> {
    DRIVE_ERRORS.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}

/// Options that limit a job below the drive's speed, add work other than its requests, or make the written data easy.
pub(super) const LIMITING: [&str; 13] = [
    "rate",
    "rate_iops",
    "thinktime",
    "fsync",
    "fdatasync",
    "sync",
    "verify",
    "latency_target",
    "flow",
    "zonemode",
    "dedupe_percentage",
    "buffer_compress_percentage",
    "zero_buffers",
];

/// Such an option as written; `None` for other options, and if this value turns it off.
pub(super) fn limit(name: &str, value: &str) -> Option<String> {
    let is_set = match value.trim() {
        "" => name == "zero_buffers",
        value => !matches!(value, "0" | "none"),
    };
    (is_set && LIMITING.contains(&name)).then(|| match value {
        "" => name.to_owned(),
        value => format!("{name}={value}"),
    })
}

/// Engines that wait for each request have one outstanding request, whatever the requested depth (HOWTO, iodepth).
pub(super) fn is_waiting(engine: &str) -> bool {
    matches!(engine, "sync" | "psync" | "vsync" | "pvsync" | "pvsync2" | "mmap")
}

/// Bytes of an option's size, such as `4k`, with fio's default base: `4KiB` is 4000. `None` unless it is a whole
/// number of bytes above 0; formulas are not.
pub(super) fn size(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let factor = multiplier(unit, KbBase::Binary)?;
    number.parse::<u64>().ok()?.checked_mul(factor).filter(|it| *it > 0)
}
