//! smartctl's text, `-i`, `-a` and `-x`, versions 5 to 7, of ATA, NVMe and SCSI drives.
//!
//! Sources: smartmontools' `ataprint.cpp`, `nvmeprint.cpp`, `scsiprint.cpp` (names and values), and reports that
//! people posted. The importer reads the drive's identity, its own verdict, its health counters and the table of
//! attributes; it does not read the logs of errors and self-tests.

mod excerpt;
mod health_log;
mod prompt;
mod section;

use std::collections::BTreeSet;

use iogram_model::{sentence, text};

use self::excerpt::{Excerpt, message};
use self::health_log::{health, health_place, is_first_of_health};
use self::prompt::{is_other_command, is_prompted, is_tool};
use self::section::Section;
use super::drive_told::{Figure, Told, capacity, figure, known};
use super::line::{Line, grouped, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "smartctl",
    title: "smartctl -i, -a, -x as text (ATA, NVMe, SCSI)",
    reads: "model, serial number, firmware, capacity, the drive's own verdict, health counters, attributes as printed",
    unknown: "what raw values of attributes count; logs of errors and self-tests",
    detect: |source| {
        let is_any =
            |it: Line<'_>| is_head(it.text) || Begun::of(&it).is_some_and(Begun::is_certain);
        if lines(source.text).any(is_any) { 95 } else { 0 }
    },
    read,
};

/// `smartctl 7.2 2020-12-30 r5155 [x86_64-linux-5.10.0] (local build)`, `smartctl version 5.38 [..]`, `smartctl
/// version 5.32 Copyright (C) 2002-4 Bruce Allen`. Mail programs wrap it before the bracket.
fn is_head(text: &str) -> bool {
    let is_dated = |it: &str| {
        it.len() == 10 && it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let is_whole = text.contains('[')
        || text.contains(" Copyright (C) ")
        || text.split_whitespace().nth(2).is_some_and(is_dated);
    version(text).is_some() && is_whole
}

fn version(text: &str) -> Option<&str> {
    let rest = text.trim().strip_prefix("smartctl ")?;
    let word = rest.strip_prefix("version ").unwrap_or(rest).split_whitespace().next()?;
    // Development versions are called `pre-7.4`.
    let mut letters = word.trim_start_matches("pre-").bytes();
    let begins = letters.next().is_some_and(|it| it.is_ascii_digit());
    (begins && word.contains('.')).then_some(word)
}

/// The part of the report that contains a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    /// After a fence: the following lines may be of another drive.
    Outside,
    Information(Section),
    /// An information section without its title: only rows whose values begin in this column.
    Rows(usize),
    Data,
    /// The table of attributes: the column in which the raw value begins.
    Attributes(usize),
    /// After an empty line in or after the table: some copies have an empty line after every line.
    BehindAttribute(usize),
    /// The health log of `NVMe`: the lowest index of its next row.
    Health(usize),
    /// After an empty line in or after the health log, and directly below the title of its section.
    BehindHealth(usize),
    ErrorCounters,
}

impl Part {
    /// The part below a title.
    fn of(title: &str) -> Self {
        if title.starts_with("INFORMATION") {
            Self::Information(Section::default())
        } else if title.contains("SMART DATA SECTION") {
            Self::BehindHealth(0)
        } else {
            Self::Head
        }
    }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut current: Option<(Told, Part)> = None;
    let mut device = None;
    // The parts of the current report that have begun.
    let mut seen: BTreeSet<Begun> = BTreeSet::new();
    let mut excerpt = Excerpt::default();
    let is_cut = !source.text.ends_with('\n');
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        if is_head(line.text) {
            found.extend(current.take().and_then(|(told, _)| told.end()));
            let mut told = Told::by("smartctl");
            told.evidence.version = version(line.text).map(str::to_owned);
            told.drive.device = device.take();
            current = Some((told, Part::Head));
            seen.clear();
            excerpt.clear();
            continue;
        }
        if let Some(asked) = asked_device(line.text) {
            // A report without a device may be of another drive.
            if let Some((told, _)) =
                current.take_if(|(told, _)| told.drive.device.as_ref() != Some(&asked))
            {
                found.extend(told.end());
            }
            device = Some(asked);
        }
        // Each report has one section of each kind, and one table.
        let begun = excerpt.begun(&line, current.as_mut());
        if begun.is_some_and(|it| is_new(it, current.as_ref(), (&seen, device.as_ref()))) {
            found.extend(current.take().and_then(|(told, _)| told.end()));
            let mut told = Told::by("smartctl");
            told.drive.device = device.take();
            current = Some((told, Part::Head));
            seen.clear();
            excerpt.clear();
        } else if begun.is_some() {
            // The command line belongs to the current report.
            device = None;
        }
        seen.extend(begun);
        let Some((told, part)) = &mut current else { continue };
        // A line without a line end may lack digits.
        if is_cut && all.peek().is_none() && !line.text.trim().is_empty() {
            if !matches!(part, Part::Head | Part::Outside) {
                told.evidence.note(&sentence!("interchange-last-line-no-end-cut-off"));
            }
            break;
        }
        *part = take(told, *part, &line)?;
    }
    found.extend(current.and_then(|(told, _)| told.end()));
    if found.is_empty() {
        let nothing =
            || Refusal::of_file(Reason::Nothing { what: text!("interchange-smartctl") });
        return Err(message(source.text).unwrap_or_else(nothing));
    }
    Ok(found)
}

/// Whether the part that begins belongs to another drive or another day than the current report: the report already
/// has this part; or the part is outside, without a title and without a command line that names the device.
fn is_new(
    begun: Begun,
    current: Option<&(Told, Part)>,
    (seen, asked): (&BTreeSet<Begun>, Option<&String>),
) -> bool {
    let Some((told, part)) = current else { return true };
    let is_same = asked.is_some() && asked == told.drive.device.as_ref();
    let is_unsure = *part == Part::Outside && !begun.is_title() && !is_same;
    told.says_anything() && (begun.is_repeated(seen, is_same) || is_unsure)
}

/// Parts that occur once in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Begun {
    Information,
    Family,
    Model,
    Data,
    Verdict,
    Attributes,
    Health,
    Warning,
}

impl Begun {
    fn of(line: &Line<'_>) -> Option<Self> {
        let text = line.text.trim();
        Some(match text.strip_prefix("=== START OF ") {
            Some(title) if title.starts_with("INFORMATION SECTION ===") => Self::Information,
            Some(title) if title.ends_with("SMART DATA SECTION ===") => Self::Data,
            _ if is_table(text) => Self::Attributes,
            _ if is_health(text) => Self::Health,
            _ if is_column(text, "Model Family:", ATA) => Self::Family,
            _ if is_column(text, "Device Model:", ATA) => Self::Model,
            _ if is_column(text, "Model Number:", NVME) => Self::Model,
            _ if is_verdict(text) => Self::Verdict,
            _ if is_first_of_health(line) => Self::Warning,
            _ => return None,
        })
    }

    /// Whether only smartctl prints it.
    const fn is_certain(self) -> bool {
        !matches!(self, Self::Family | Self::Model)
    }

    /// Whether it is a title, which only reports have; rows without a title are an excerpt by a person.
    const fn is_title(self) -> bool {
        matches!(self, Self::Information | Self::Data | Self::Attributes | Self::Health)
    }

    /// Whether a report that has begun all of these cannot begin this one.
    fn is_repeated(self, seen: &BTreeSet<Self>, is_same: bool) -> bool {
        // Parts that smartctl always prints after this one.
        let later: &[Self] = match self {
            Self::Information => &[Self::Family, Self::Model],
            Self::Family => &[Self::Model],
            Self::Health => &[Self::Warning],
            // For the same drive, a person may have requested parts in any order.
            Self::Data if !is_same => {
                &[Self::Verdict, Self::Attributes, Self::Health, Self::Warning]
            }
            _ => &[],
        };
        seen.contains(&self) || later.iter().any(|it| seen.contains(it))
    }
}

/// Columns in which values begin. Source: `ataprint.cpp`, `nvmeprint.cpp`, `scsiprint.cpp`.
const ATA: usize = 18;
const NVME: usize = 36;
const SCSI: usize = 22;

/// Whether this is the row of that name with its value in smartctl's column: other tools have such rows, too.
fn is_column(text: &str, name: &str, width: usize) -> bool {
    let Some(rest) = text.strip_prefix(name) else { return false };
    let value = rest.trim_start();
    let before = text.len().saturating_sub(value.len());
    !value.is_empty() && before == width
}

/// Whether the line is the drive's complete verdict in smartctl's words.
fn is_verdict(text: &str) -> bool {
    if let Some(value) = text.strip_prefix("SMART Health Status:") {
        return value.trim() == "OK" || value.contains("[asc=");
    }
    let value = text.strip_prefix("SMART overall-health self-assessment test result:");
    let is_word =
        |it: &str| ["PASSED", "FAILED", "UNKNOWN"].iter().any(|word| it.starts_with(word));
    value.is_some_and(|it| is_word(it.trim()))
}

/// Heading of the table of attributes.
fn is_table(text: &str) -> bool {
    text.starts_with("ID# ATTRIBUTE_NAME ") && text.ends_with("RAW_VALUE")
}

/// Heading of the health log of `NVMe`.
fn is_health(text: &str) -> bool {
    text.starts_with("SMART/Health Information (NVMe Log 0x02")
}

/// The device of a command line that was copied with its output.
pub(super) fn command_device(text: &str) -> Option<String> {
    let is_prompt = is_prompted(text);
    let mut words = text.split_whitespace().skip_while(|it| !is_tool(it));
    words.next().filter(|_| is_prompt)?;
    words.find(|it| it.starts_with("/dev/")).map(str::to_owned)
}

/// The same without a prompt: `smartctl -H /dev/sda`, but not a sentence that begins with the tool's name.
fn asked_device(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().skip_while(|it| *it == "sudo");
    let is_option = |it: &str| it.starts_with('-') || it.starts_with("/dev/");
    let is_command =
        words.next() == Some("smartctl") && words.clone().next().is_some_and(is_option);
    let device = || words.find(|it| it.starts_with("/dev/")).map(str::to_owned);
    command_device(text).or_else(|| is_command.then(device).flatten())
}

/// The part that a line begins or ends in any context.
fn marked(text: &str, part: Part) -> Option<Part> {
    // The fence of a Markdown page ends the report, and so does another command.
    if text.starts_with("```") || is_other_command(text) {
        return Some(Part::Outside);
    }
    if text.starts_with('#') {
        return Some(part);
    }
    if let Some(title) = text.strip_prefix("=== START OF ") {
        return Some(Part::of(title));
    }
    if is_table(text) {
        let columns = text.split_whitespace().count();
        return Some(Part::Attributes(columns.saturating_sub(1)));
    }
    is_health(text).then_some(Part::Health(0))
}

/// Reads one line; returns the part of the next one.
fn take(told: &mut Told, part: Part, line: &Line<'_>) -> Result<Part, Refusal> {
    let text = line.text.trim();
    if let Some(part) = marked(text, part) {
        return Ok(part);
    }
    let begun = Begun::of(line);
    match part {
        _ if begun == Some(Begun::Warning) => return health(told, line, 0),
        Part::Head | Part::Outside | Part::Information(_) | Part::Rows(_)
            if begun == Some(Begun::Verdict) =>
        {
            data(told, line)?;
            return Ok(Part::BehindHealth(0));
        }
        Part::Head if is_scsi(text) => {
            return take(told, Part::Information(Section::default()), line);
        }
        Part::Information(section) => {
            let next = section.with(line.text).map(Part::Information);
            return match next {
                Some(next) if information(told, line)? => Ok(next),
                _ => Ok(Part::Outside),
            };
        }
        _ if matches!(begun, Some(Begun::Family | Begun::Model)) => {
            if !information(told, line)? {
                return Ok(Part::Outside);
            }
            let width = if text.starts_with("Model N") { NVME } else { ATA };
            return Ok(Part::Rows(width));
        }
        Part::Head | Part::Outside => {}
        Part::Rows(_) if text.is_empty() => {}
        Part::Rows(width) if !is_row_of(text, width) => return Ok(Part::Outside),
        Part::Rows(_) => {
            if !information(told, line)? {
                return Ok(Part::Outside);
            }
        }
        Part::Data if text.starts_with("Error counter log") => return Ok(Part::ErrorCounters),
        Part::Data => data(told, line)?,
        Part::Attributes(raw_at) | Part::BehindAttribute(raw_at) if text.is_empty() => {
            return Ok(Part::BehindAttribute(raw_at));
        }
        Part::BehindAttribute(raw_at) if begins_attribute(text) => {
            attribute(told, line, raw_at)?;
            return Ok(Part::Attributes(raw_at));
        }
        Part::BehindAttribute(_) => return take(told, Part::Data, line),
        // The table may end without an empty line: with a legend of flags, a prompt, or ordinary text.
        Part::Attributes(_) if !is_row(text) => return take(told, Part::Data, line),
        Part::Attributes(raw_at) => attribute(told, line, raw_at)?,
        Part::Health(next) | Part::BehindHealth(next) if text.is_empty() => {
            return Ok(Part::BehindHealth(next));
        }
        Part::Health(next) => return health(told, line, next),
        // Rows out of order belong to another drive.
        Part::BehindHealth(next) if health_place(text).is_some_and(|it| it >= next) => {
            return health(told, line, next);
        }
        Part::BehindHealth(_) if begun == Some(Begun::Verdict) => data(told, line)?,
        Part::BehindHealth(_) => return take(told, Part::Data, line),
        Part::ErrorCounters if text.is_empty() => return Ok(Part::Data),
        Part::ErrorCounters => error_counters(told, line)?,
    }
    Ok(part)
}

/// Whether the line is a row of any name with its value in that column.
fn is_row_of(text: &str, column: usize) -> bool {
    let name = text.find(':').and_then(|at| text.get(..=at));
    name.is_some_and(|it| is_column(text, it, column))
}

/// Whether the line identifies a SCSI drive; versions before 5.42 print no title for these.
fn is_scsi(text: &str) -> bool {
    let is_old = text.starts_with("Device: ") && text.contains(" Version: ");
    is_old || is_column(text, "Vendor:", SCSI) || is_column(text, "Product:", SCSI)
}

/// `Device Model:     Samsung SSD 860 EVO 500GB`; returns whether the line is still about this drive. Tables of power
/// states and formats have no colon.
fn information(told: &mut Told, line: &Line<'_>) -> Result<bool, Refusal> {
    let Some((name, value)) = line.text.split_once(':') else { return Ok(true) };
    let (name, value) = (name.trim(), value.trim());
    let drive = &mut told.drive;
    // Each of these occurs once per drive: a second, different one belongs to another device.
    let before = match name {
        "Device Model" | "Model Number" => drive.model.as_ref(),
        "Serial Number" | "Serial number" => drive.serial.as_ref(),
        "Firmware Version" => drive.firmware.as_ref(),
        _ => None,
    };
    if before.is_some_and(|it| known(value).is_some_and(|value| value != *it)) {
        return Ok(false);
    }
    match name {
        // SCSI before 5.41: `Device: SEAGATE  ST3300657SS      Version: 0008`.
        "Device" if value.contains(" Version: ") => {
            let (model, version) = value.split_once(" Version: ").unwrap_or((value, ""));
            let words: Vec<&str> = model.split_whitespace().collect();
            drive.model = known(&words.join(" "));
            drive.firmware = known(version);
        }
        "Device Model" | "Model Number" | "Device" => drive.model = known(value),
        "Vendor" => drive.model = known(value),
        "Product" => {
            let words = drive.model.take().into_iter().chain(known(value));
            drive.model = Some(words.collect::<Vec<_>>().join(" ")).filter(|it| !it.is_empty());
        }
        "Serial Number" | "Serial number" => drive.serial = known(value),
        "Firmware Version" | "Revision" => drive.firmware = known(value),
        "User Capacity" | "Total NVM Capacity" => {
            drive.capacity_bytes = Some(capacity(line, value)?);
            told.fact(name, value);
        }
        "Namespace 1 Size/Capacity" => {
            let size_bytes = capacity(line, value)?;
            // With several namespaces, one of them is only a part of the drive.
            drive.capacity_bytes = drive.capacity_bytes.or(Some(size_bytes));
            told.fact(name, value);
        }
        "Local Time is" => told.evidence.measured_at = known(value),
        _ => told.fact(name, value),
    }
    Ok(true)
}

/// Reads single lines of the health section.
fn data(told: &mut Told, line: &Line<'_>) -> Result<(), Refusal> {
    let text = line.text.trim();
    let after = |name: &str| text.strip_prefix(name).map(str::trim);
    if let Some(value) = after("SMART overall-health self-assessment test result:") {
        told.health.is_passed = match value {
            "PASSED" => Some(true),
            value if value.starts_with("FAILED") => Some(false),
            value if value.starts_with("UNKNOWN") => None,
            value => return Err(line.expected(value, text!("interchange-passed-failed"))),
        };
        told.fact("SMART overall-health self-assessment test result", value);
    } else if let Some(value) = after("SMART Health Status:") {
        told.health.is_passed = (!value.is_empty()).then_some(value == "OK");
        told.fact("SMART Health Status", value);
    } else if let Some(value) = after("Current Drive Temperature:") {
        let read = match value {
            "<not available>" => Figure::default(),
            value => figure(line, value)?,
        };
        told.health.temperature_celsius = read.celsius;
        told.fact("Current Drive Temperature", value);
    } else if let Some(value) = after("Drive Trip Temperature:") {
        // A bridge that knows neither prints 0 for both.
        let is_none = value.split_whitespace().next() == Some("0");
        told.health.temperature_celsius.take_if(|it| is_none && *it == 0.0);
        told.fact("Drive Trip Temperature", value);
    } else if let Some(value) = after("Percentage used endurance indicator:") {
        let _is_known = told.nvme_health("percentage_used", &figure(line, value)?);
        told.fact("Percentage used endurance indicator", value);
    } else if let Some(value) = after("Accumulated power on time, hours:minutes") {
        told.health.power_on_s = Some(hours_minutes(line, value)?);
        told.fact("Accumulated power on time, hours:minutes", value);
    } else {
        const PLAIN: [&str; 5] = [
            "Elements in grown defect list",
            "Non-medium error count",
            "Specified cycle count over device lifetime",
            "Accumulated start-stop cycles",
            "Accumulated load-unload cycles",
        ];
        if let Some((name, value)) = text.split_once(':').filter(|it| PLAIN.contains(&it.0)) {
            told.fact(name, value);
        }
    }
    Ok(())
}

/// Seconds of `2517:49 [151069 minutes]`.
fn hours_minutes(line: &Line<'_>, value: &str) -> Result<u64, Refusal> {
    let time = value.split_whitespace().next().unwrap_or_default();
    let parts = time.split_once(':');
    let (Some(hours), Some(minutes)) = (
        parts.and_then(|it| it.0.parse::<u64>().ok()),
        parts.and_then(|it| it.1.parse::<u64>().ok()).filter(|it| *it < 60),
    ) else {
        return Err(line.expected(value, text!("interchange-hours-minutes")));
    };
    let minutes = hours.checked_mul(60).and_then(|it| it.checked_add(minutes));
    minutes
        .and_then(|it| it.checked_mul(60))
        .ok_or_else(|| line.expected(value, text!("interchange-hours-minutes")))
}

/// Whether a line after an empty one still belongs to the table: a number, a name, flags, and a level.
fn begins_attribute(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [number, _, flags, level, ..] = words.as_slice() else { return false };
    let is_level = level.parse::<u8>().is_ok() || *level == "---";
    let is_flags = flags.starts_with("0x")
        || flags.len() >= 6 && flags.bytes().all(|it| it == b'-' || it.is_ascii_uppercase());
    number.parse::<u8>().is_ok() && is_flags && is_level
}

/// Whether a line directly below other rows of the table is a row, even if damaged: it has a number and a name, or
/// flags, or levels at their positions.
fn is_row(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_flags = |it: &&&str| {
        it.len() == 6
            && (it.starts_with("0x")
                || it.bytes().all(|it| it == b'-' || it.is_ascii_uppercase()))
    };
    let is_level = |it: &&&str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_digit());
    let has_number = words.first().is_some_and(|it| it.parse::<u8>().is_ok());
    let has_name = words.get(1).is_some_and(|it| it.contains('_'));
    has_number && has_name
        || words.get(1..4).unwrap_or_default().iter().any(|it| is_flags(&it))
        || words.get(2..7).unwrap_or_default().iter().filter(is_level).count() >= 2
}

/// `  5 Reallocated_Sector_Ct   0x0033   100   100   010    Pre-fail  Always       -       0`, or `-x`'s `  5
/// Reallocated_Sector_Ct   PO--CK   100   100   010    -    0`.
fn attribute(told: &mut Told, line: &Line<'_>, raw_at: usize) -> Result<(), Refusal> {
    // The end of a web page's markup may directly follow the last row.
    let text = line.text.split("</").next().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = words.first().copied().unwrap_or_default();
    if number.parse::<u8>().is_err() {
        return Err(
            line.expected(line.text.trim(), text!("interchange-attribute-begins-number"))
        );
    }
    let (Some(name), Some(value), Some(worst), Some(threshold), Some(failed)) = (
        words.get(1),
        words.get(3),
        words.get(4),
        words.get(5),
        raw_at.checked_sub(1).and_then(|it| words.get(it)),
    ) else {
        return Err(line.cut_off(text!("interchange-line")));
    };
    for value in [value, worst, threshold] {
        let is_level = value.parse::<u8>().is_ok() || *value == "---";
        if !is_level {
            return Err(line.expected(value, text!("interchange-number-up-255")));
        }
    }
    let raw = words.get(raw_at..).filter(|it| !it.is_empty());
    let raw = raw.ok_or_else(|| line.cut_off(text!("interchange-line")))?.join(" ");
    // The verdict is above the table.
    if matches!(*failed, "FAILING_NOW" | "NOW") {
        told.attribute_fails();
    }
    let failed = if *failed == "-" { String::new() } else { format!(", {failed}") };
    let text = format!("{value} (worst {worst}, threshold {threshold}){failed}; raw {raw}");
    told.fact(&format!("{number} {name}"), &text);
    Ok(())
}

/// `read:   123456  7  0  123463  7  18342.101  0`: the columns of SCSI's error counters.
fn error_counters(told: &mut Told, line: &Line<'_>) -> Result<(), Refusal> {
    let text = line.text.trim();
    let Some((kind, values)) = text.split_once(':') else { return Ok(()) };
    if !matches!(kind, "read" | "write" | "verify") {
        return Ok(());
    }
    let words: Vec<&str> = values.split_whitespace().collect();
    let [_, _, _, corrected, _, gigabytes, uncorrected] = words.as_slice() else {
        return Err(line.expected(values.trim(), text!("interchange-seven-columns")));
    };
    for count in [corrected, uncorrected] {
        grouped(count)
            .ok_or_else(|| line.expected(count, text!("interchange-whole-number")))?;
    }
    let moved = crate::quantity::whole(line.number(gigabytes)? * 1e9);
    match kind {
        "read" => told.health.read_bytes = moved,
        "write" => told.health.written_bytes = moved,
        _ => {}
    }
    told.fact(&format!("{kind}: total errors corrected"), corrected);
    told.fact(&format!("{kind}: gigabytes processed [10^9 bytes]"), gigabytes);
    told.fact(&format!("{kind}: total uncorrected errors"), uncorrected);
    Ok(())
}
