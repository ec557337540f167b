//! Errors after which a job continues.
//!
//! Source: fio's manual (`continue_on_error`, `ignore_error`) and, for the kind of each error, `td_error_type` in its
//! `fio.h`.

use super::super::fault::JobFault;
use super::super::value::count;
use super::{FioJob, Options};
use iogram_model::{Text, text};

/// Tolerated errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Tolerated {
    Nothing,
    /// All errors of the job, as long as the drive exists.
    All,
    /// Some errors, in method syntax.
    Some(String),
}

const WORDS: Text = text!("interchange-none-read-write-io-verify-all");
const LISTS: Text = text!("interchange-errors-reads-writes-compared-eagain-enospc");

/// The names of reads, writes and verification in method syntax, in the order of fio's lists.
const PARTS: [&str; 3] = ["read", "write", "compared"];

/// Reads `continue_on_error` and `ignore_error`. A list of numbers stands for all errors of its part, as in fio.
pub(super) fn read(options: &Options<'_>, job: &FioJob) -> Result<Tolerated, JobFault> {
    let (asked, lists) = (parts(options)?, numbers(options)?);
    let is_compared =
        job.verify.as_ref().is_some_and(|it| it.reads_back || it.backlog.is_some())
            || job.verify.is_some() && !job.writes();
    let is_reading = job.direction.read_percent > 0 || is_compared;
    let does = [is_reading, job.writes(), is_compared];
    if lists.iter().all(Vec::is_empty) && does.iter().zip(asked).all(|(does, is)| is || !does) {
        return Ok(Tolerated::All);
    }
    let mut words: Vec<String> = Vec::new();
    for (place, part) in PARTS.iter().enumerate() {
        let numbers = lists.get(place).map_or(&[][..], Vec::as_slice);
        if !does.get(place).is_some_and(|&does| does) {
            continue;
        }
        if numbers.is_empty() && asked.get(place).is_some_and(|&is| is) {
            words.push((*part).to_owned());
        }
        words.extend(numbers.iter().map(|number| format!("{part} {number}")));
    }
    Ok(if words.is_empty() { Tolerated::Nothing } else { Tolerated::Some(words.join(", ")) })
}

/// The parts that `continue_on_error` selects.
pub(super) fn parts(options: &Options<'_>) -> Result<[bool; 3], JobFault> {
    let asked = options.read("continue_on_error", WORDS, |text| {
        Some(match text {
            "none" | "0" => [false; 3],
            "" | "all" | "1" => [true; 3],
            "io" => [true, true, false],
            "read" => [true, false, false],
            "write" => [false, true, false],
            "verify" => [false, false, true],
            _ => return None,
        })
    })?;
    Ok(asked.unwrap_or_default())
}

/// The numbers of `ignore_error` for each part.
pub(super) fn numbers(options: &Options<'_>) -> Result<Vec<Vec<u64>>, JobFault> {
    Ok(options.read("ignore_error", LISTS, lists)?.unwrap_or_default())
}

/// Numbers of errors of each part.
fn lists(text: &str) -> Option<Vec<Vec<u64>>> {
    let one = |list: &str| {
        let entries = list.split(':').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(number).collect::<Option<Vec<u64>>>()
    };
    let lists = text.split(',').map(one).collect::<Option<Vec<_>>>()?;
    (lists.len() <= PARTS.len()).then_some(lists)
}

/// Parses an error number as fio does: a number, or one of the first 34 errors by name. Source: `str2errno` in fio's
/// `options.c`; numbers of Linux, `include/uapi/asm-generic/errno-base.h`.
fn number(text: &str) -> Option<u64> {
    const NAMES: [&str; 34] = [
        "EPERM", "ENOENT", "ESRCH", "EINTR", "EIO", "ENXIO", "E2BIG", "ENOEXEC", "EBADF",
        "ECHILD", "EAGAIN", "ENOMEM", "EACCES", "EFAULT", "ENOTBLK", "EBUSY", "EEXIST",
        "EXDEV", "ENODEV", "ENOTDIR", "EISDIR", "EINVAL", "ENFILE", "EMFILE", "ENOTTY",
        "ETXTBSY", "EFBIG", "ENOSPC", "ESPIPE", "EROFS", "EMLINK", "EPIPE", "EDOM", "ERANGE",
    ];
    let place = NAMES.iter().position(|name| *name == text);
    match place {
        Some(place) => u64::try_from(place).ok()?.checked_add(1),
        None => count(text).filter(|&number| (1..=4095).contains(&number)),
    }
}
