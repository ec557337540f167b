//! smartctl's JSON (`-j`), version 7.
//!
//! Source: smartmontools' `smartctl.cpp`, `nvmeprint.cpp`, `ataprint.cpp`, `scsiprint.cpp`: names of fields.

use iogram_model::{sentence, text};
use serde_json::{Map, Value};

use super::drive_told::{Figure, Told, flatten, known, number_of, objects, wrong};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "smartctl-json",
    title: "smartctl -j, all protocols",
    reads: "the same as of the text; every number, word and flag outside of lists under its path",
    unknown: "the same; lists but the one of attributes",
    detect: json_sureness,
    read,
};

pub(super) fn json_sureness(source: &Source<'_>) -> u8 {
    let has = |words: &str| source.text.contains(words);
    let is_drive = has("\"info_name\"") && has("\"protocol\"");
    // A person may have removed the heading, but the drive's fields are present.
    let has_report =
        || ["smart_status", "smart_support", "user_capacity"].iter().any(|it| has(it));
    if has("\"smartctl\"") && has("\"json_format_version\"") {
        96
    } else if is_drive && has_report() {
        90
    } else {
        0
    }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut unopened = Vec::new();
    for (line, object) in objects(source.text, text!("interchange-smartctl"))? {
        match failure(&object) {
            Some(message) => unopened.push((line, message)),
            None if is_report(&object) => found.push(drive(line, &object)?),
            None => {}
        }
    }
    // If other drives could be opened, the unopened ones become a note; otherwise their message is the error.
    if let Some(first) = found.first_mut() {
        for (_, message) in &unopened {
            first.evidence.note(&sentence!("interchange-smartctl-says", message));
        }
    }
    let found: Vec<Imported> = found.into_iter().filter_map(Told::end).collect();
    if found.is_empty() {
        if let Some((line, message)) = unopened.into_iter().next() {
            let reason = Reason::Said { tool: "smartctl", message };
            return Err(Refusal { line, column: 1, reason });
        }
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-smartctl") }));
    }
    Ok(found)
}

fn is_report(object: &Map<String, Value>) -> bool {
    object.contains_key("smartctl") || at(object, &["device", "info_name"]).is_some()
}

/// smartctl's own message if it could not open the drive, or could not parse its command line.
///
/// Source: smartctl(8), exit status: bit 0 is a command line that did not parse, bit 1 a device that could not be
/// opened.
fn failure(object: &Map<String, Value>) -> Option<String> {
    let status = at(object, &["smartctl", "exit_status"]).and_then(Value::as_u64)?;
    if status & 0b11 == 0 {
        return None;
    }
    let messages = at(object, &["smartctl", "messages"]).and_then(Value::as_array)?;
    let is_error = |it: &&Value| it.get("severity").and_then(Value::as_str) == Some("error");
    let words = |it: &Value| it.get("string").and_then(Value::as_str).map(str::to_owned);
    messages.iter().find(is_error).or_else(|| messages.first()).and_then(words)
}

fn at<'a>(object: &'a Map<String, Value>, path: &[&str]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(object.get(*first)?, |value, name| value.get(*name))
}

fn drive(line: u64, object: &Map<String, Value>) -> Result<Told, Refusal> {
    let mut told = Told::by("smartctl");
    let text = |path: &[&str]| at(object, path).and_then(Value::as_str).and_then(known);
    let version = at(object, &["smartctl", "version"]).and_then(Value::as_array);
    told.evidence.version =
        version.map(|parts| parts.iter().map(Value::to_string).collect::<Vec<_>>().join("."));
    told.evidence.measured_at = text(&["local_time", "asctime"]);
    told.drive.device = text(&["device", "name"]);
    let product = || {
        let words = text(&["scsi_vendor"]).into_iter().chain(text(&["scsi_product"]));
        Some(words.collect::<Vec<_>>().join(" ")).filter(|it| !it.is_empty())
    };
    told.drive.model =
        text(&["model_name"]).or_else(|| text(&["scsi_model_name"])).or_else(product);
    told.drive.serial = text(&["serial_number"]);
    // The field for SCSI had a shorter name before 7.0.
    let firmware = [["firmware_version"], ["scsi_revision"], ["revision"]];
    told.drive.firmware = firmware.iter().find_map(|it| text(it));
    let number = |path: &[&str], most: u64| match at(object, path) {
        None => Ok(None),
        Some(value) => {
            let number = number_of(value).and_then(|it| u64::try_from(it).ok());
            let number = number.filter(|it| *it <= most);
            number.map(Some).ok_or_else(|| {
                wrong(line, &path.join("."), value, text!("interchange-whole-number"))
            })
        }
    };
    // On a drive with several namespaces, `user_capacity` is that of the first.
    let total_bytes = number(&["nvme_total_capacity"], u64::MAX)?.filter(|it| *it > 0);
    told.drive.capacity_bytes = total_bytes.or(number(&["user_capacity", "bytes"], u64::MAX)?);
    told.health.is_passed = at(object, &["smart_status", "passed"]).and_then(Value::as_bool);
    if let Some(Value::Object(log)) = object.get("nvme_smart_health_information_log") {
        for (name, value) in log {
            // This value is in degrees Celsius here; lists are sensors.
            let figure = if name == "temperature" {
                Figure { number: None, celsius: value.as_f64() }
            } else {
                Figure { number: number_of(value), celsius: None }
            };
            if told.nvme_health(name, &figure) && figure == Figure::default() {
                return Err(wrong(line, name, value, text!("interchange-number")));
            }
        }
    }
    // smartctl's own summary of attributes and pages. A volume behind a controller has two zeros: a trip point of 0
    // degrees is invalid, and then the temperature is, too.
    let is_told =
        at(object, &["temperature", "drive_trip"]).and_then(Value::as_f64) != Some(0.0);
    let degrees = at(object, &["temperature", "current"]).and_then(Value::as_f64);
    let degrees = degrees.filter(|it| is_told || *it != 0.0);
    told.health.temperature_celsius = degrees.or(told.health.temperature_celsius);
    // Arbitrary: a thousand years of hours.
    let hours = number(&["power_on_time", "hours"], 8_766_000)?;
    let minutes = number(&["power_on_time", "minutes"], 59)?.unwrap_or(0);
    let seconds = |it: u64| it.saturating_mul(60).saturating_add(minutes).saturating_mul(60);
    told.health.power_on_s = hours.map(seconds).or(told.health.power_on_s);
    let cycles = number(&["power_cycle_count"], u64::MAX)?;
    told.health.power_cycle_count = cycles.or(told.health.power_cycle_count);
    if let Some(used) = number(&["scsi_percentage_used_endurance_indicator"], 255)? {
        let figure = Figure { number: Some(u128::from(used)), celsius: None };
        let _is_known = told.nvme_health("percentage_used", &figure);
    }
    // Removes the command line and all that the record has elsewhere.
    let mut rest = object.clone();
    for name in ["smartctl", "local_time", "device", "model_name", "firmware_version"] {
        rest.remove(name);
    }
    flatten(&mut told, "", &rest);
    let table = at(object, &["ata_smart_attributes", "table"]).and_then(Value::as_array);
    for attribute in table.into_iter().flatten() {
        self::attribute(&mut told, line, attribute)?;
    }
    Ok(told)
}

fn attribute(told: &mut Told, line: u64, attribute: &Value) -> Result<(), Refusal> {
    let field = |name: &str| attribute.get(name);
    let number = |name: &str| {
        let number = field(name).and_then(number_of).filter(|it| *it <= 255);
        number.ok_or_else(|| wrong(line, name, attribute, text!("interchange-attribute")))
    };
    let name = field("name").and_then(Value::as_str).unwrap_or("Unknown_Attribute");
    let raw = attribute.pointer("/raw/string").and_then(Value::as_str);
    let raw =
        raw.ok_or_else(|| wrong(line, "raw", attribute, text!("interchange-attribute")))?;
    let levels = [number("value")?, number("worst")?];
    // Drives without a table of thresholds have none here either.
    let threshold = field("thresh").and_then(number_of).map(|it| it.to_string());
    let failed = field("when_failed").and_then(Value::as_str).filter(|it| !it.is_empty());
    if failed == Some("now") {
        told.attribute_fails();
    }
    let failed = failed.map(|it| format!(", {it}")).unwrap_or_default();
    let [value, worst] = levels;
    let threshold = threshold.unwrap_or_else(|| "---".to_owned());
    let text = format!("{value} (worst {worst}, threshold {threshold}){failed}; raw {raw}");
    told.fact(&format!("{} {name}", number("id")?), &text);
    Ok(())
}
