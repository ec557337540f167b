//! Logs of f3: `f3read`, `f3write`, `f3probe`.
//!
//! Sources of the formats: the output of f3 8.0 (Debian), f3's sources up to version 10 and its own documentation. f3
//! counts in powers of 1024 and calls them KB, MB, GB; it also prints exact counts of blocks and sectors.

mod probes;
mod runs;

use iogram_model::{Argument, Evidence, F3Evidence, Message, MessageId, Warning, WarningCode};

use self::probes::Probes;
use self::runs::Runs;
use crate::quantity::{leading_number, whole};
use crate::text::plain;
use crate::{ImportError, Imported, probe};

/// f3's sector, whatever the drive's.
const SECTOR: u64 = 512;

/// Reads a log of f3read, f3write or f3probe, or of several of them.
///
/// # Errors
///
/// Fails if no line of it is one of f3.
pub fn read_f3(text: &str) -> Result<Imported, ImportError> {
    let mut log = Log::default();
    for line in plain(text).lines() {
        log.read(line.trim().trim_start_matches(['>', ' ', '\t']));
    }
    let (found, device, is_cut_off, run_count) = log.end();
    if found == F3Evidence::default() {
        return Err(ImportError::NothingFound { tool: "f3" });
    }
    let capacity_bytes = found.announced_bytes;
    let cut_off = is_cut_off
        .then(|| Warning::new(WarningCode::LogCutOff, Message::plain(MessageId::LogCutOff)));
    let runs = (run_count > 1).then(|| several_runs(run_count));
    let warnings = cut_off
        .into_iter()
        .chain(runs)
        .chain(impossible_speeds(found.read_bytes_per_s, found.write_bytes_per_s));
    let warnings = warnings.collect();
    Ok(Imported {
        probes: vec![probe("f3", "f3", Evidence::F3(found))],
        device,
        capacity_bytes,
        warnings,
        ..Imported::default()
    })
}

/// No card or stick is faster. Source: USB4 version 1 carries 40 Gb/s, 5 GB/s; a faster transfer came from memory.
const SPEED_MAX: u64 = 5_000_000_000;

/// The log holds more than one run of a tool.
fn several_runs(count: u64) -> Warning {
    let message = Message::new(MessageId::LogSeveralRuns, [count.into()]);
    Warning::new(WarningCode::LogSeveralRuns, message)
}

/// Warnings about impossible speeds of reading and writing.
pub(crate) fn impossible_speeds(
    read_bytes_per_s: Option<u64>,
    write_bytes_per_s: Option<u64>,
) -> impl Iterator<Item = Warning> {
    let speeds = [
        (MessageId::ImpossibleReading, read_bytes_per_s),
        (MessageId::ImpossibleWriting, write_bytes_per_s),
    ];
    speeds.into_iter().filter_map(|(what, speed)| {
        let speed = speed.filter(|speed| *speed > SPEED_MAX)?;
        let speed = Argument::BytesPerS(iogram_model::float(speed));
        Some(Warning::new(WarningCode::ImpossibleSpeed, Message::new(what, [speed])))
    })
}

/// The part of the log that was read so far.
#[derive(Debug, Default)]
struct Log {
    /// Reports of f3probe and f3fix.
    probes: Probes,
    /// Runs of f3write and f3read.
    runs: Runs,
    /// Mean time of f3probe's requests.
    read_mean_ns: Option<u64>,
    write_mean_ns: Option<u64>,
}

/// A size as f3probe prints it: rounded, and an exact count of blocks whose size comes later.
#[derive(Debug, Clone, Copy)]
struct Size {
    rounded_bytes: Option<f64>,
    blocks: Option<u64>,
}

impl Log {
    fn read(&mut self, line: &str) {
        if line.starts_with("F3 probe") {
            self.probes.begins();
        }
        self.probes.has_any |= line == "Device geometry:";
        self.probes.sentence(line);
        if let Some(rest) = line.strip_prefix("Validating file ") {
            return self.runs.validated(rest);
        }
        if let Some(rest) = line.strip_prefix("Creating file ") {
            return self.runs.created(rest);
        }
        if line.starts_with("F3 write ") || is_asked(line, "f3write") {
            self.runs.writes_anew();
        }
        if line.starts_with("F3 read ")
            || line.starts_with("SECTORS ")
            || is_asked(line, "f3read")
        {
            self.runs.reads_anew();
        }
        if let Some((tool, said)) = ended_by(line) {
            self.runs.ended(tool, said);
            return;
        }
        for option in ["--last-sec=", "--last-sec ", "f3fix -l "] {
            if let Some((before, rest)) = line.split_once(option) {
                // At the end of the line digits may be missing, unless the device came before.
                let whole_line = || {
                    let is_named = before.contains("/dev/");
                    rest.trim().parse::<u64>().ok().filter(|_| is_named)
                };
                let last = count(rest).or_else(whole_line);
                if let Some(last) = last {
                    self.probes.last_sector(last);
                }
            }
        }
        let Some((name, value)) = line.split_once(':') else { return };
        let value = value.trim();
        let probe = self.probes.current();
        match name.trim().trim_matches('*').trim() {
            // Up to version 5: the real size.
            "Usable* size" | "Usable size" | "Real* size" | "Real size" => {
                self.probes.usable(size(value));
            }
            "Announced size" => probe.announced = Some(size(value)),
            "Module" => probe.module_bytes = power(value),
            "Approximate cache size" => probe.cache = Some(size(value)),
            "Physical block size" | "Block size" => probe.block_bytes = power(value),
            "Data OK" => self.runs.sum(0, in_brackets(value)),
            "Corrupted" => self.runs.sum(1, in_brackets(value)),
            "Slightly changed" => self.runs.sum(2, in_brackets(value)),
            "Overwritten" => self.runs.sum(3, in_brackets(value)),
            "Average reading speed"
            | "Average Reading speed"
            | "Average sequential read speed" => {
                self.runs.current().read_bytes_per_s = rate(value);
            }
            "Average writing speed"
            | "Average Writing speed"
            | "Writing speed"
            | "Average sequential write speed" => {
                self.runs.current().write_bytes_per_s = rate(value);
            }
            "Read" => self.read_mean_ns = mean_time(value),
            "Write" => self.write_mean_ns = mean_time(value),
            "Free space" => self.runs.free(rounded(value).and_then(whole)),
            _ => {}
        }
    }

    /// The combined evidence, the device, whether the end of the log is missing, and the number of different f3read
    /// runs.
    fn end(self) -> (F3Evidence, Option<String>, bool, u64) {
        let Self { probes, runs, read_mean_ns, write_mean_ns } = self;
        let has_probe = probes.has_any;
        let said = probes.said();
        let (run, count, errors) = runs.worst();
        let is_cut_off =
            run.lacks_sums() || has_probe && (said.verdict.is_none() || !said.has_block);
        let found = F3Evidence {
            verdict: said.verdict.map(str::to_owned),
            real_bytes: said.real_bytes,
            real_largest_bytes: said.real_largest_bytes,
            is_probe_contradicted: said.is_contradicted,
            announced_bytes: said.announced_bytes,
            module_bytes: said.module_bytes,
            cache_bytes: said.cache_bytes,
            sectors: run.sectors(),
            border_bytes: run.border_bytes(),
            first_lost_bytes: run.first_lost_bytes(),
            unread_file_count: run.unread_count,
            unwritten_file_count: run.unwritten_count(),
            is_end_unwritten: run.is_end_unwritten(),
            is_read_cut_off: run.is_cut_off(),
            free_bytes: run.free_bytes,
            read_bytes_per_s: run.read_bytes_per_s,
            write_bytes_per_s: run.write_bytes_per_s,
            read_mean_ns,
            write_mean_ns,
            errors,
        };
        (found, said.device, is_cut_off, count)
    }
}

/// Whether the line is a shell prompt with a call of this program: `$ f3write /mnt/card`, `me@host:~$ sudo ./f3read
/// /mnt`.
fn is_asked(line: &str, program: &str) -> bool {
    let Some((before, behind)) = line.split_once(program) else { return false };
    let is_path = behind.starts_with(' ')
        && behind.trim_start().starts_with(['/', '.', '-', '~', '$', '"', '\'']);
    let word = before.rsplit([' ', '\t']).next().unwrap_or_default();
    is_path && (word.is_empty() || word.ends_with(['/', '$', '#', '>']))
}

/// The message with which a program ended early: `f3write: Write to file /mnt/1.h2w failed: Input/output error`. A
/// full drive is not an error.
fn ended_by(line: &str) -> Option<(Tool, &str)> {
    let tool = match line.split_once(": ")?.0.trim_start_matches("./") {
        "f3write" => Tool::Write,
        "f3read" => Tool::Read,
        "f3probe" => Tool::Probe,
        _ => return None,
    };
    let is_full = line.contains("No space left");
    (!is_full && line.matches(": ").count() > 1).then_some((tool, line))
}

/// The program that reported an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tool {
    Write,
    Read,
    Probe,
}

impl Size {
    /// The count in blocks of `block` bytes. If the block size is cut off, the rounded size determines which power of
    /// two it is; `None` if no power fits.
    fn bytes(self, block: Option<u64>) -> Option<u64> {
        let blocks = self.blocks?;
        if blocks == 0 {
            return Some(0);
        }
        let fits = |order: u32| {
            let bytes = blocks.checked_mul(1 << order)?;
            let rounded = whole(self.rounded_bytes?)?;
            // Two decimals: the rounding error is at most half a percent.
            (bytes.abs_diff(rounded) <= rounded / 100).then_some(1_u64 << order)
        };
        // Source: f3probe accepts blocks of 2^9 to 2^20 bytes.
        let block = block.or_else(|| (9..=20).find_map(fits))?;
        blocks.checked_mul(block)
    }
}

/// Both parts of `7.86 GB (16477879 blocks)`.
fn size(text: &str) -> Size {
    Size { rounded_bytes: rounded(text), blocks: in_brackets(text) }
}

/// The count in `7.86 GB (16477879 blocks)`; `None` if it is cut off.
fn in_brackets(text: &str) -> Option<u64> {
    count(text.split_once('(')?.1)
}

/// A whole number before a blank; without the blank, its last digits may be cut off.
fn count(text: &str) -> Option<u64> {
    let (count, rest) = leading_number(text)?;
    whole(count).filter(|_| rest.starts_with(' '))
}

/// The bytes in `16.00 GB (2^34 Bytes)`.
fn power(text: &str) -> Option<u64> {
    let (_, inner) = text.split_once("(2^")?;
    1_u64.checked_shl(u32::try_from(count(inner)?).ok()?)
}

/// Bytes of `7.86 GB`, rounded.
fn rounded(text: &str) -> Option<f64> {
    let (number, unit) = leading_number(text)?;
    let unit = unit.split_whitespace().next()?;
    let shift = match unit.trim_end_matches("/s") {
        "Byte" | "Bytes" | "B" => 0,
        "KB" | "KiB" => 10,
        "MB" | "MiB" => 20,
        "GB" | "GiB" => 30,
        "TB" | "TiB" => 40,
        _ => return None,
    };
    Some(number * 2_f64.powi(shift))
}

/// Bytes per second of `2.60 MB/s`, or, from version 10 on, of `2.60 MB/s (2097152 sectors / 6'34")`.
fn rate(text: &str) -> Option<u64> {
    let text = text.split_once(" (").map_or(text, |(rate, _)| rate);
    rounded(text.strip_suffix("/s")?).and_then(whole)
}

/// The mean in `472.1ms / 4198 = 112us`; `None` if there were no requests.
fn mean_time(text: &str) -> Option<u64> {
    let (_, mean) = text.split_once('=')?;
    whole(crate::quantity::parse_time(mean.trim())?).filter(|ns| *ns > 0)
}
