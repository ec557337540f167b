//! nvme-cli's JSON (`-o json`): `smart-log`, `id-ctrl`, `id-ns`, `error-log`, `list`, versions 1 and 2.
//!
//! Source: nvme-cli's `nvme-print-json.c`. Temperatures are kelvin, data units are the drive's own.

use iogram_model::text;
use serde_json::{Map, Value};

use super::drive_told::{Figure, Told, flatten, known, number_of, objects, wrong};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "nvme-json",
    title: "nvme-cli -o json: smart-log, id-ctrl, id-ns, error-log, list",
    reads: "the same as of the text",
    unknown: "the same; the drive behind a smart-log, which does not name it",
    detect: json_sureness,
    read,
};

pub(super) fn json_sureness(source: &Source<'_>) -> u8 {
    let has = |words: &str| source.text.contains(words);
    let all = |words: &[&str]| words.iter().all(|it| has(it));
    let is_one =
        all(&["\"data_units_read\"", "\"critical_warning\"", "\"num_err_log_entries\""])
            || all(&["\"vid\"", "\"sn\"", "\"mn\"", "\"fr\""])
            || all(&["\"nsze\"", "\"ncap\"", "\"lbafs\""])
            || all(&["\"errors\"", "\"error_count\"", "\"status_field\""])
            || (has("\"Devices\"") && (has("\"DevicePath\"") || has("\"Subsystems\"")));
    if is_one && !has("\"smartctl\"") { 90 } else { 0 }
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    for (line, object) in objects(source.text, text!("interchange-nvme-cli"))? {
        one(line, &object, &mut found)?;
    }
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-nvme-cli") }));
    }
    Ok(found)
}

fn one(
    line: u64,
    object: &Map<String, Value>,
    found: &mut Vec<Imported>,
) -> Result<(), Refusal> {
    let has = |name: &str| object.contains_key(name);
    if has("data_units_read") {
        found.extend(smart(line, object)?.end());
    } else if has("mn") && has("sn") {
        found.extend(controller(line, object)?.end());
    } else if has("nsze") {
        found.extend(namespace(line, object)?.end());
    } else if let Some(Value::Array(entries)) = object.get("errors") {
        found.extend(errors(entries).end());
    } else if let Some(Value::Array(devices)) = object.get("Devices") {
        for device in devices {
            listed(device, found);
        }
    }
    Ok(())
}

fn smart(line: u64, object: &Map<String, Value>) -> Result<Told, Refusal> {
    let mut told = Told::by("nvme-cli");
    for (name, value) in object {
        let mut figure = Figure { number: number_of(value), celsius: None };
        if name == "temperature" {
            let kelvin = value.as_f64().filter(|it| (0.0..=1000.0).contains(it));
            let kelvin =
                kelvin.ok_or_else(|| wrong(line, name, value, text!("interchange-kelvin")))?;
            // Zero means "not reported".
            figure.celsius = (kelvin > 0.0).then_some(kelvin - 273.0);
            told.health.temperature_celsius = figure.celsius;
            continue;
        }
        if told.nvme_health(name, &figure) && figure.number.is_none() {
            return Err(wrong(line, name, value, text!("interchange-number")));
        }
    }
    flatten(&mut told, "", object);
    Ok(told)
}

fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    object.get(name).and_then(Value::as_str).and_then(known)
}

fn controller(line: u64, object: &Map<String, Value>) -> Result<Told, Refusal> {
    let mut told = Told::by("nvme-cli");
    told.drive.model = text(object, "mn");
    told.drive.serial = text(object, "sn");
    told.drive.firmware = text(object, "fr");
    if let Some(value) = object.get("tnvmcap") {
        let bytes = number_of(value).and_then(|it| u64::try_from(it).ok());
        let bytes = bytes
            .ok_or_else(|| wrong(line, "tnvmcap", value, text!("interchange-number-bytes")))?;
        told.drive.capacity_bytes = Some(bytes).filter(|it| *it > 0);
    }
    let mut rest = object.clone();
    for name in ["mn", "sn", "fr"] {
        rest.remove(name);
    }
    flatten(&mut told, "", &rest);
    Ok(told)
}

fn namespace(line: u64, object: &Map<String, Value>) -> Result<Told, Refusal> {
    let mut told = Told::by("nvme-cli");
    let number = |name: &str| {
        let value = object.get(name).unwrap_or(&Value::Null);
        let number = number_of(value).and_then(|it| u64::try_from(it).ok());
        number.ok_or_else(|| wrong(line, name, value, text!("interchange-whole-number")))
    };
    let (blocks, format) = (number("nsze")?, number("flbas")?);
    // Source: NVM Express NVM Command Set Specification 1.0, "FLBAS": bits 3:0, and 6:5 above them.
    let index = (format & 0xf) | (format >> 1 & 0x30);
    let formats = object.get("lbafs").and_then(Value::as_array);
    let format = formats.and_then(|it| it.get(usize::try_from(index).ok()?));
    // `ds` since 1.13; some versions print its exponent as `lbads`.
    let shift =
        format.and_then(|it| it.get("ds").or_else(|| it.get("lbads"))).and_then(Value::as_u64);
    let bytes = shift.filter(|it| *it < 64).and_then(|it| blocks.checked_mul(1_u64 << it));
    told.drive.capacity_bytes = bytes;
    flatten(&mut told, "", object);
    Ok(told)
}

fn errors(entries: &[Value]) -> Told {
    let mut told = Told::by("nvme-cli");
    told.fact("entries", &entries.len().to_string());
    for (index, entry) in entries.iter().enumerate() {
        let count = entry.get("error_count").and_then(number_of);
        // Entries that were never written have the number 0.
        if let (Value::Object(fields), true) = (entry, count != Some(0)) {
            flatten(&mut told, &format!("entry {index}"), fields);
        }
    }
    told
}

/// A drive of a list: flat in version 1, below its subsystem and controller in later versions.
fn listed(device: &Value, found: &mut Vec<Imported>) {
    let Value::Object(fields) = device else { return };
    if fields.contains_key("DevicePath") {
        let mut told = Told::by("nvme-cli");
        told.drive.device = text(fields, "DevicePath");
        take_row(&mut told, fields, fields);
        found.extend(told.end());
        return;
    }
    let list = |of: &Map<String, Value>, name: &str| -> Vec<Map<String, Value>> {
        let all = of.get(name).and_then(Value::as_array).into_iter().flatten();
        all.filter_map(|it| it.as_object().cloned()).collect()
    };
    for subsystem in list(fields, "Subsystems") {
        let controllers = list(&subsystem, "Controllers");
        for controller in &controllers {
            // With native multipath, namespaces belong to the subsystem.
            let own = list(controller, "Namespaces");
            let shared = if controllers.len() == 1 {
                list(&subsystem, "Namespaces")
            } else {
                Vec::new()
            };
            for namespace in own.iter().chain(&shared) {
                let mut told = Told::by("nvme-cli");
                let name = text(namespace, "NameSpace");
                told.drive.device = name.map(|name| format!("/dev/{name}"));
                take_row(&mut told, controller, namespace);
                found.extend(told.end());
            }
        }
    }
}

fn take_row(told: &mut Told, controller: &Map<String, Value>, namespace: &Map<String, Value>) {
    told.drive.model = text(controller, "ModelNumber");
    told.drive.serial = text(controller, "SerialNumber");
    told.drive.firmware = text(controller, "Firmware");
    let size = namespace.get("PhysicalSize").and_then(number_of);
    told.drive.capacity_bytes = size.and_then(|it| u64::try_from(it).ok()).filter(|it| *it > 0);
    for name in ["UsedBytes", "MaximumLBA", "PhysicalSize", "SectorSize", "NSID"] {
        if let Some(number) = namespace.get(name).and_then(number_of) {
            told.fact(name, &number.to_string());
        }
    }
}
