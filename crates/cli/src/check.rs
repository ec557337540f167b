//! `iogram check`: finds possible disturbances of a measurement.

use std::path::Path;
use std::process::ExitCode;

use iogram_device::{PathKind, Systemd, examine, look_at_host, observe_setup};
use iogram_findings::{DriveUse, judge_look, judge_setup};
use iogram_inspect::{
    SysRoot, find_common_facts, find_facts, find_file_system, power_sensor_names,
};
use iogram_model::{CheckReport, LookMoment, sentence, text};
use iogram_report::JsonStyle;

use crate::args::CheckArgs;
use crate::devices;
use crate::failure::Failure;
use crate::output;

/// `iogram check`.
pub(crate) fn check(arguments: &CheckArgs) -> Result<ExitCode, Failure> {
    let root = SysRoot::default();
    let device = arguments.device.as_deref().map(|text| device_of(&root, text)).transpose()?;
    let mut found = judge_setup(&observe_setup(&root, device.as_deref(), &Systemd));
    let look = look_at_host(&root, device.as_deref(), LookMoment::Before);
    found.extend(judge_look(&look, device.as_deref(), DriveUse::None));
    let sensors = power_sensor_names(&root);
    let report = CheckReport {
        format: CheckReport::FORMAT.to_owned(),
        device,
        advice: found,
        power_sensors: sensors,
    };
    let text = if arguments.json.is_some() {
        iogram_report::render_check_json(&report, JsonStyle::Pretty)
    } else {
        iogram_report::render_check(&report, &output::locale())
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The block device that a text names, or that contains a path.
pub(crate) fn device_of(root: &SysRoot, text: &str) -> Result<String, Failure> {
    let path = Path::new(text);
    let facts = match examine(path) {
        Ok(PathKind::Directory | PathKind::File { .. }) => {
            find_common_facts(root, &find_file_system(root, path)?.devices)
        }
        Ok(PathKind::BlockDevice { number }) => find_facts(root, number),
        _ => find_facts(root, devices::find_one(text)?.number),
    };
    facts.map(|facts| facts.name).ok_or_else(|| {
        Failure::usage(
            sentence!("cli-cannot-tell-block-device-lies", text),
            text!("cli-name-device-iogram-list-shows"),
        )
    })
}
