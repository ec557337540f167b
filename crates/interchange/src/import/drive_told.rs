//! A drive's report through another tool: facts in the tool's own words, and the figures that every standard defines
//! in the same way.
//!
//! Knows names and units of standards. Vendor-specific raw values are kept as printed and have no meaning here. Facts
//! never contain the serial number, world wide name or namespace identifiers, because facts are published.

use std::collections::BTreeMap;

use iogram_model::{DriveWarning, ImportedEvidence, ImportedFact, ImportedHealth, Text, text};
use serde_json::Value;

use super::imported;
use super::line::{Line, grouped};
use super::refusal::{Reason, Refusal};
use crate::Imported;

/// Bytes of one data unit. Source: NVM Express Base Specification 2.0, figure 207, "Data Units Read": thousands of
/// 512 bytes.
const DATA_UNIT_BYTES: u64 = 512_000;

/// One drive, collected line by line.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) evidence: ImportedEvidence,
    pub(super) health: ImportedHealth,
    pub(super) drive: Imported,
}

impl Told {
    pub(super) fn by(tool: &str) -> Self {
        Self {
            evidence: ImportedEvidence { tool: tool.to_owned(), ..ImportedEvidence::default() },
            health: ImportedHealth::default(),
            drive: Imported::default(),
        }
    }

    /// Adds the fact of this name, unless it identifies a single drive.
    pub(super) fn fact(&mut self, name: &str, value: &str) {
        let (name, value) = (name.trim(), value.trim());
        if !name.is_empty() && !value.is_empty() && !is_identity(name) {
            self.evidence.facts.push(ImportedFact::new(name, value));
        }
    }

    /// Records that an attribute is now at or below its threshold: a warning, unless the verdict is already a
    /// failure.
    pub(super) fn attribute_fails(&mut self) {
        if self.health.is_passed != Some(false) {
            self.health.is_warning = Some(true);
        }
    }

    /// Whether anything about the drive was read.
    pub(super) fn says_anything(&self) -> bool {
        !self.evidence.facts.is_empty() || self.drive.model.is_some()
    }

    /// The drive, if anything about it was read.
    pub(super) fn end(mut self) -> Option<Imported> {
        let reserve = self.health.spare_ratio.zip(self.health.spare_threshold_ratio);
        if reserve.is_some_and(|(spare, threshold)| spare < threshold) {
            self.health.is_warning = Some(true);
            if !self.health.warns_of.contains(&DriveWarning::Spare) {
                self.health.warns_of.insert(0, DriveWarning::Spare);
            }
        }
        if self.health != ImportedHealth::default() {
            self.evidence.health = Some(Box::new(self.health));
        }
        let Imported { device, capacity_bytes, model, serial, firmware, registers, .. } =
            self.drive;
        if self.evidence.facts.is_empty() && registers.is_empty() {
            return None;
        }
        let made = imported(self.evidence.clone(), device.clone());
        // A report may consist of registers only, which another part of the program decodes.
        let probes = match made {
            Some(it) => it.probes,
            None => vec![super::probe_of(self.evidence)],
        };
        Some(Imported {
            probes,
            device,
            capacity_bytes,
            model,
            serial,
            firmware,
            registers,
            ..Imported::default()
        })
    }

    /// Adds one figure of an `NVMe` health log by its name in any tool; returns whether the name is known.
    pub(super) fn nvme_health(&mut self, name: &str, value: &Figure) -> bool {
        let health = &mut self.health;
        let count = value.number.filter(|it| *it < u128::from(u64::MAX));
        let count = count.and_then(|it| u64::try_from(it).ok());
        let units = || count.and_then(|it| it.checked_mul(DATA_UNIT_BYTES));
        match name {
            "temperature" => health.temperature_celsius = value.celsius,
            "available_spare" | "avail_spare" => health.spare_ratio = value.percent(),
            "available_spare_threshold" | "spare_thresh" => {
                health.spare_threshold_ratio = value.percent();
            }
            "percentage_used" | "percent_used" => health.life_used_ratio = value.percent(),
            "data_units_read" => health.read_bytes = units(),
            "data_units_written" => health.written_bytes = units(),
            "power_cycles" => health.power_cycle_count = count,
            "power_on_hours" => {
                health.power_on_s = count.and_then(|it| it.checked_mul(3600));
            }
            "unsafe_shutdowns" => health.unsafe_shutdown_count = count,
            "media_errors" | "media_and_data_integrity_errors" => {
                health.media_error_count = count;
            }
            "num_err_log_entries" | "error_information_log_entries" => {
                health.error_log_count = count;
            }
            "critical_warning" => {
                // Source: the same figure, "Critical Warning": bits 7:6 are reserved; any other set bit is a warning.
                let warns = value.number.map(|it| it & 0x3f != 0);
                health.is_warning = warns;
                health.warns_of = value.number.map(warnings_of).unwrap_or_default();
            }
            _ => return false,
        }
        true
    }
}

/// Meaning of the bits of a critical warning. Source: NVM Express Base Specification 2.0, figure 207.
fn warnings_of(bits: u128) -> Vec<DriveWarning> {
    const ALL: [(u128, DriveWarning); 6] = [
        (1 << 0, DriveWarning::Spare),
        (1 << 1, DriveWarning::Temperature),
        (1 << 2, DriveWarning::Reliability),
        (1 << 3, DriveWarning::ReadOnly),
        (1 << 4, DriveWarning::Backup),
        (1 << 5, DriveWarning::PersistentMemory),
    ];
    ALL.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, it)| it).collect()
}

/// A printed value of a health log: its number and unit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Figure {
    pub(super) number: Option<u128>,
    pub(super) celsius: Option<f64>,
}

impl Figure {
    #[expect(clippy::cast_precision_loss, reason = "a share of a hundred")]
    fn percent(&self) -> Option<f64> {
        self.number.filter(|it| *it <= 255).map(|it| it as f64 / 100.0)
    }
}

/// Whether a fact of this name identifies a single drive.
fn is_identity(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let last = name.rsplit(['.', ' ']).next().unwrap_or_default();
    let whole = [
        "serial",
        "wwn",
        "nguid",
        "eui64",
        "eui-64",
        "uuid",
        "logical unit id",
        "nqn",
        "hostid",
    ];
    whole.iter().any(|it| name.contains(it))
        || matches!(last, "sn" | "fguid" | "cid" | "hostname")
}

/// The tool's name in one spelling: `Data Units Read` and `data_units_read` are the same.
pub(super) fn plain_name(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.trim().chars() {
        if letter.is_ascii_alphanumeric() {
            plain.push(letter.to_ascii_lowercase());
        } else if !plain.ends_with('_') && !plain.is_empty() {
            plain.push('_');
        }
    }
    plain.trim_end_matches('_').to_owned()
}

/// The number at the beginning of a value: with thousands separators, in percent or hexadecimal; and degrees Celsius.
pub(super) fn figure(line: &Line<'_>, value: &str) -> Result<Figure, Refusal> {
    let value = value.trim();
    if let Some(hex) = value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
        let digits = hex.split(|it: char| !it.is_ascii_hexdigit()).next().unwrap_or_default();
        let number = u128::from_str_radix(digits, 16);
        let number =
            number.ok().ok_or_else(|| line.expected(value, text!("interchange-number")))?;
        return Ok(Figure { number: Some(number), celsius: None });
    }
    if let Some(celsius) = celsius(line, value)? {
        // Zero kelvin is the standard's value for "not reported".
        return Ok(Figure { number: None, celsius: Some(celsius).filter(|it| *it > -273.0) });
    }
    let end = value.find(['[', '(', '%', '\t']).unwrap_or(value.len());
    let (number, rest) = value.split_at_checked(end).unwrap_or((value, ""));
    let number = grouped(number)
        .ok_or_else(|| line.expected(value, text!("interchange-whole-number")))?;
    agree(line, (value, number), rest, DATA_UNIT_BYTES)?;
    Ok(Figure { number: Some(number), celsius: None })
}

/// Names of an `NVMe` health log in both tools that only become facts; a sensor's name ends with its number.
const OTHER_HEALTH_NAMES: [&str; 17] = [
    "available_spare_threshold",
    "controller_busy_time",
    "critical_comp_temperature_time",
    "critical_composite_temperature_time",
    "endurance_group_critical_warning_summary",
    "host_read_commands",
    "host_write_commands",
    "thermal_management_t1_total_time",
    "thermal_management_t1_trans_count",
    "thermal_management_t2_total_time",
    "thermal_management_t2_trans_count",
    "thermal_temp_1_total_time",
    "thermal_temp_1_transition_count",
    "thermal_temp_2_total_time",
    "thermal_temp_2_transition_count",
    "warning_comp_temperature_time",
    "warning_temperature_time",
];

/// Whether a row of an `NVMe` health log can have this name, in its uniform spelling.
pub(super) fn is_health_name(plain: &str) -> bool {
    let sensor = plain.strip_prefix("temperature_sensor_");
    HEALTH_NAMES.contains(&plain)
        || OTHER_HEALTH_NAMES.contains(&plain)
        || sensor.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
}

/// Names of an `NVMe` health log that `Told::nvme_health` reads.
const HEALTH_NAMES: [&str; 15] = [
    "temperature",
    "available_spare",
    "avail_spare",
    "percentage_used",
    "percent_used",
    "data_units_read",
    "data_units_written",
    "power_cycles",
    "power_on_hours",
    "unsafe_shutdowns",
    "media_errors",
    "media_and_data_integrity_errors",
    "num_err_log_entries",
    "error_information_log_entries",
    "critical_warning",
];

/// A line of an `NVMe` health log by smartctl or nvme-cli: name, value and figure. `None` if it is not one, which
/// ends the log: neither tool prints an empty line at the end, so a prompt or a person's text follows directly.
///
/// # Errors
///
/// Fails if the name or the columns mark the line as one of a log, but its value is invalid.
pub(super) fn health_row<'a>(
    line: &Line<'a>,
) -> Result<Option<(&'a str, &'a str, Figure)>, Refusal> {
    let plain = plain_name(line.text);
    let begins = |name: &&str| plain.strip_prefix(*name).is_some_and(|it| it.starts_with('_'));
    let Some((name, value)) = line.text.split_once(':') else {
        return match HEALTH_NAMES.iter().any(begins) && !line.text.contains(". ") {
            true => Err(line.expected(line.text.trim(), text!("interchange-name-value"))),
            false => Ok(None),
        };
    };
    let is_known = HEALTH_NAMES.contains(&plain_name(name).as_str());
    let is_name = name.chars().all(|it| {
        it.is_ascii_alphanumeric() || matches!(it, ' ' | '\t' | '_' | '.' | '/' | '-' | '#')
    });
    if !is_known && !is_name {
        return Ok(None);
    }
    if known(value).is_none() {
        // A name without a value does not end the log, but a person's heading ends with a colon, too.
        let is_row = is_health_name(&plain_name(name));
        return Ok(is_row.then(|| (name, value, Figure::default())));
    }
    // Columns are separated by several spaces.
    let is_column = name.ends_with("  ") || value.starts_with("  ");
    match figure(line, value) {
        Ok(found) => Ok(Some((name, value, found))),
        Err(refusal) if is_health_name(&plain_name(name)) || is_column => Err(refusal),
        Err(_) => Ok(None),
    }
}

/// Checks data units and capacities, which are printed twice: in `17,586,666 [9.00 TB]` both have to agree.
fn agree(
    line: &Line<'_>,
    (value, number): (&str, u128),
    rest: &str,
    one_bytes: u64,
) -> Result<(), Refusal> {
    let inner = rest.trim().trim_matches(['[', ']', '(', ')']);
    let Some((printed, unit)) =
        inner.split_once(' ').map(|(one, two)| (one.trim(), two.trim()))
    else {
        return Ok(());
    };
    let (Some(printed_value), Some(unit_bytes)) =
        (super::line::decimal(printed), super::line::unit_bytes(unit))
    else {
        return Ok(());
    };
    #[expect(clippy::cast_precision_loss, reason = "compared with three digits")]
    let follows = number as f64 * one_bytes as f64 / unit_bytes;
    // smartctl prints three digits and truncates the rest, nvme-cli prints two decimals.
    if (follows - printed_value).abs() <= printed_value.abs() * 0.011 + 0.011 {
        return Ok(());
    }
    Err(line.contradiction(value, format!("{follows:.2} {unit}")))
}

/// `44 Celsius`, `48 C (321 Kelvin)`, `33°C (306 Kelvin)`, `311 K (38 C)`; `None` if it is not a temperature.
fn celsius(line: &Line<'_>, value: &str) -> Result<Option<f64>, Refusal> {
    let words = value.replace(['\u{b0}', '\u{ba}', '(', ')', ',', '\u{fffd}', '\u{c2}'], " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut celsius = None;
    let mut kelvin = None;
    let mut previous: Option<f64> = None;
    for word in words {
        // Some versions print `33C` and `306K` without a space.
        let (number, unit) = match word.strip_suffix(['C', 'K']) {
            Some(number) if number.parse::<f64>().is_ok() => {
                (number.parse().ok(), word.get(number.len()..).unwrap_or_default())
            }
            _ => (previous, word),
        };
        match unit {
            "C" | "Celsius" if celsius.is_none() => celsius = number,
            "K" | "Kelvin" if kelvin.is_none() => kelvin = number,
            _ => {}
        }
        previous = word.parse::<f64>().ok();
    }
    let (Some(celsius), kelvin) = (celsius, kelvin) else { return Ok(None) };
    if let Some(kelvin) = kelvin.filter(|it| (it - 273.0 - celsius).abs() > 1.0) {
        return Err(line.contradiction(value, format!("{} C", kelvin - 273.0)));
    }
    Ok(Some(celsius))
}

/// Bytes of `500,107,862,016 bytes [500 GB]`, or of a bare number.
pub(super) fn capacity(line: &Line<'_>, value: &str) -> Result<u64, Refusal> {
    let end = value.find(['[', '(']).unwrap_or(value.len());
    let (number, rest) = value.split_at_checked(end).unwrap_or((value, ""));
    // A minus is the thousands separator of some systems (Cygwin's Russian one); capacities are never negative.
    let number = number.trim().trim_end_matches("bytes").trim().replace('-', ",");
    let bytes = grouped(&number)
        .and_then(|it| u64::try_from(it).ok())
        .ok_or_else(|| line.expected(value.trim(), text!("interchange-number-bytes")))?;
    agree(line, (value.trim(), u128::from(bytes)), rest, 1)?;
    Ok(bytes)
}

/// The text unless it is empty or a word for "none".
pub(super) fn known(value: &str) -> Option<String> {
    let value = value.trim();
    let is_nothing = value.is_empty()
        || matches!(value, "--" | "-" | "[No Information Found]" | "n/a" | "N/A" | "none");
    (!is_nothing).then(|| value.to_owned())
}

/// Whether a person masked the model or firmware: marks only, or one repeated letter. A single letter may be a
/// revision (`1`).
pub(super) fn is_covered(name: &str) -> bool {
    const WORDS: [&str; 6] =
        ["anonymized", "censored", "hidden", "masked", "redacted", "removed"];
    let inner = name.trim_matches(|it: char| !it.is_alphanumeric()).to_ascii_lowercase();
    let is_marked = inner.chars().all(|it| it == 'x') && name.chars().count() >= 3;
    is_marked || inner.is_empty() || WORDS.contains(&inner.as_str())
}

/// Whether a person masked the serial number, or it never was one: otherwise all drives of a model would be one
/// drive.
pub(super) fn is_blanked(serial: &str) -> bool {
    const WORDS: [&str; 12] = [
        "anonymised",
        "anonymized",
        "censored",
        "deleted",
        "hidden",
        "masked",
        "omitted",
        "private",
        "redacted",
        "removed",
        "serial",
        "serial number",
    ];
    let inner = serial.trim_matches(|it: char| !it.is_alphanumeric()).to_ascii_lowercase();
    let letters: Vec<char> = inner.chars().collect();
    let is_one_letter = letters.windows(2).all(|it| matches!(it, [one, other] if one == other));
    // A number with a masked middle or end may belong to several drives.
    let is_covered = serial.contains(['*', '#', '?', '\u{2022}', '\u{2588}', '\u{2026}'])
        || serial.contains("...")
        || inner.contains("xxxx");
    is_one_letter || is_covered || WORDS.contains(&inner.as_str())
}

/// A JSON object, and the line in which it begins.
pub(super) type Object = (u64, serde_json::Map<String, Value>);

/// Every JSON object of a text that begins a line, with its line.
pub(super) fn objects(text: &str, what: Text) -> Result<Vec<Object>, Refusal> {
    let mut found = Vec::new();
    let (mut at, mut line_index) = (0_usize, 1_u64);
    while let Some(begin) = super::fio_json::next_object(text, at) {
        let rest = text.get(begin..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        line_index = line_index.saturating_add(super::fio_json::line_count(text, at, begin));
        match stream.next() {
            Some(Ok(Value::Object(object))) => found.push((line_index, object)),
            Some(Ok(_)) | None => {}
            Some(Err(error)) => return Err(super::fio_json::refused(text, begin, &error)),
        }
        at = begin.saturating_add(stream.byte_offset().max(1));
        line_index = line_index.saturating_add(super::fio_json::line_count(text, begin, at));
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what }));
    }
    Ok(found)
}

/// The refusal of an unexpected value in a JSON object.
pub(super) fn wrong(line: u64, name: &str, value: &Value, expected: Text) -> Refusal {
    let found = format!("{name}: {value}");
    Refusal { line, column: 1, reason: Reason::Expected { expected, found } }
}

/// The number of a JSON value; some versions print 128-bit numbers as text.
pub(super) fn number_of(value: &Value) -> Option<u128> {
    match value {
        Value::Number(number) => match number.as_u64() {
            Some(whole) => Some(u128::from(whole)),
            None => number.as_f64().and_then(crate::quantity::whole).map(u128::from),
        },
        Value::String(text) => grouped(text),
        Value::Object(fields) => fields.get("value").and_then(number_of),
        _ => None,
    }
}

/// Adds numbers, words and flags of an object as facts, with the names of the enclosing objects. Lists are separate
/// tables, which other functions read.
pub(super) fn flatten(told: &mut Told, prefix: &str, fields: &serde_json::Map<String, Value>) {
    // Sorted by name, because the order of a file's fields has no meaning.
    let sorted: BTreeMap<&String, &Value> = fields.iter().collect();
    for (name, value) in sorted {
        let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        // Arbitrary: deeper than any tool nests, and bounds the length of names.
        if name.len() > 200 {
            continue;
        }
        match value {
            Value::Object(inner) => flatten(told, &name, inner),
            Value::String(text) => told.fact(&name, text),
            Value::Number(number) => told.fact(&name, &number.to_string()),
            Value::Bool(flag) => told.fact(&name, &flag.to_string()),
            Value::Null | Value::Array(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_marked_as_every_country_does_it() {
        for (text, expected) in [
            ("17,586,666", Some(17_586_666)),
            ("17.586.666", Some(17_586_666)),
            ("17 586 666", Some(17_586_666)),
            ("17\u{202f}586\u{202f}666", Some(17_586_666)),
            ("17'586'666", Some(17_586_666)),
            ("17586666", Some(17_586_666)),
            ("0", Some(0)),
            ("1,5", None),
            ("1,75,86,666", None),
            ("17,586.666", None),
            ("0,123", None),
            ("", None),
            ("-1", None),
            ("12x", None),
        ] {
            assert_eq!(grouped(text), expected, "{text:?}");
        }
    }

    #[test]
    fn temperatures_say_it_twice_and_agree() {
        let read = |text: &str| figure(&Line { index: 1, text }, text).map(|it| it.celsius);
        for text in [
            "44 Celsius",
            "44 C",
            "44 C (317 Kelvin)",
            "44\u{b0}C (317 Kelvin)",
            "44 \u{b0}C (317 K, 111 \u{b0}F)",
            "317 K (44 C)",
        ] {
            assert_eq!(read(text), Ok(Some(44.0)), "{text}");
        }
        assert!(read("44 C (300 Kelvin)").is_err());
    }

    #[test]
    fn data_units_agree_with_the_bytes_beside_them() {
        let read = |text: &str| figure(&Line { index: 1, text }, text).map(|it| it.number);
        assert_eq!(read("17,586,666 [9.00 TB]"), Ok(Some(17_586_666)));
        assert_eq!(read("7,871 (4.03 GB)"), Ok(Some(7871)));
        assert!(read("17,586,666 [9.90 TB]").is_err());
        assert!(read("17,58,666").is_err());
    }
}
