//! `iogram list`, and `iogram show` of a device.

use std::process::ExitCode;

use iogram_device::KernelDrive;
use iogram_inspect::{
    Candidate, ListScope, Named, SysRoot, describe_device, find_named, list_devices,
};
use iogram_model::{DeviceRecord, sentence, text};
use iogram_report::JsonStyle;

use crate::args::{Format, ListArgs};
use crate::failure::{Failure, with_causes};
use crate::output;

/// `iogram list`.
pub(crate) fn list(arguments: &ListArgs) -> Result<ExitCode, Failure> {
    let scope = if arguments.all { ListScope::All } else { ListScope::InUse };
    let list = list_devices(&SysRoot::default(), scope).map_err(|error| unreadable(&error))?;
    let text = if arguments.json.is_some() {
        iogram_report::render_device_list_json(&list, JsonStyle::Pretty)
    } else {
        iogram_report::render_device_list(&list, &output::layout(), &output::locale())
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The device that `text` names unambiguously: by path or kernel name.
pub(crate) fn find_exactly(text: &str) -> Result<Option<Candidate>, Failure> {
    match find(text)? {
        Named::Exactly(device) => Ok(Some(device)),
        Named::Loosely(_) => Ok(None),
    }
}

/// The devices that `text` may mean.
pub(crate) fn find_all(text: &str) -> Result<Vec<Candidate>, Failure> {
    Ok(match find(text)? {
        Named::Exactly(device) => vec![device],
        Named::Loosely(devices) => devices,
    })
}

fn find(text: &str) -> Result<Named, Failure> {
    find_named(&SysRoot::default(), text).map_err(|error| unreadable(&error))
}

/// The one device that `text` means.
pub(crate) fn find_one(text: &str) -> Result<Candidate, Failure> {
    let mut found = find_all(text)?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(Failure::usage(
            sentence!("cli-cannot-find-device", text),
            text!("cli-iogram-list-shows-devices-name-path"),
        )),
        _ => Err(Failure::usage(
            sentence!("cli-cannot-tell-device", text, names = names(&found)),
            text!("cli-type-more-serial-number-kernel-name"),
        )),
    }
}

/// `sda (Example SSD, serial S1), sdb (..)`.
pub(crate) fn names(devices: &[Candidate]) -> String {
    let name = |device: &Candidate| {
        let serial = device.serial.as_ref().map(|serial| format!("serial {serial}"));
        let known: Vec<String> = device.model.clone().into_iter().chain(serial).collect();
        if known.is_empty() {
            device.name.clone()
        } else {
            format!("{} ({})", device.name, known.join(", "))
        }
    };
    devices.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// `iogram show` of a device.
pub(crate) fn show(device: &Candidate, format: Format) -> Result<ExitCode, Failure> {
    let mut record =
        describe_device(&SysRoot::default(), device.number, &KernelDrive::open_boxed)
            .ok_or_else(|| {
                Failure::environment(
                    sentence!("cli-no-longer", device = device.name),
                    text!("cli-plug-again"),
                )
            })?;
    record.limits = iogram_findings::find_limits(&record);
    show_record(&record, &device.name, format)
}

/// Shows the facts about a device, from any source.
pub(crate) fn show_record(
    record: &DeviceRecord,
    name: &str,
    format: Format,
) -> Result<ExitCode, Failure> {
    let text = match format {
        Format::Text => {
            iogram_report::render_device_text(record, &output::layout(), &output::locale())
        }
        Format::Markdown => iogram_report::render_device_markdown(record, &output::locale()),
        Format::Json => iogram_report::render_device_json(record, JsonStyle::Pretty),
        Format::Csv => {
            return Err(Failure::usage(
                sentence!("cli-device-cannot-shown-csv", device = name),
                text!("cli-use-format-text-markdown-json"),
            ));
        }
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn unreadable(error: &iogram_inspect::AttributeError) -> Failure {
    Failure::environment(
        sentence!("cli-cannot-list-block-devices", why: with_causes(error)),
        text!("cli-sysfs-mounted-sys"),
    )
}

#[cfg(test)]
mod tests;
