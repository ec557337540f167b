//! `iogram check`, and the same looks before a run that matters: what would disturb it.

use std::path::Path;
use std::process::ExitCode;

use iogram_device::{
    Advice, PathKind, SysRoot, Systemd, check_platform, check_standing, examine,
    find_common_facts, find_facts, find_file_system, look_at_host, power_sensor_names,
};
use iogram_model::{CheckAdvice, CheckReport, LookMoment, Nanos, Run, Warning};
use iogram_report::JsonStyle;
use iogram_runner::{AssumedRange, Plan};

use crate::args::{CheckArgs, PlatformArgs};
use crate::devices;
use crate::failure::Failure;
use crate::opened::{Clock, Opened};
use crate::output;

/// A run that takes so long is worth a fifth of a second of looking. Arbitrary.
const LONG: Nanos = Nanos(600 * Nanos::SECOND.0);

/// `iogram check`.
pub(crate) fn check(arguments: &CheckArgs) -> Result<ExitCode, Failure> {
    let root = SysRoot::default();
    let device = arguments.device.as_deref().map(|text| device_of(&root, text)).transpose()?;
    let found = check_platform(&root, device.as_deref(), &Systemd);
    let sensors = power_sensor_names(&root);
    let text = if arguments.json.is_some() {
        let report = CheckReport {
            format: CheckReport::FORMAT.to_owned(),
            device,
            advice: found.into_iter().map(record).collect(),
            power_sensors: sensors,
        };
        iogram_report::render_check_json(&report, JsonStyle::Pretty)
    } else {
        render(&found, &sensors)
    };
    output::data(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn record(advice: Advice) -> CheckAdvice {
    let Advice { code, message, mend } = advice;
    CheckAdvice { code: code.to_owned(), message, mend }
}

fn render(found: &[Advice], sensors: &[String]) -> String {
    let line = |advice: &Advice| {
        format!("{}: {}\n  mend: {}\n", advice.code, advice.message, advice.mend)
    };
    let nothing = "nothing was found that would disturb a measurement\n".to_owned();
    let advice = if found.is_empty() { nothing } else { found.iter().map(line).collect() };
    if sensors.is_empty() {
        return advice;
    }
    format!("{advice}power sensors: {}\n", sensors.join(", "))
}

/// The block device that a text names, or on which a place lies.
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
            format!("cannot tell which block device {text} lies on"),
            "name a device; \"iogram list\" shows them",
        )
    })
}

/// Looks before a run, if it was asked for or the run is long. Time on a simulated drive is not this
/// computer's.
pub(crate) fn before_run(
    root: &SysRoot,
    opened: &Opened,
    plan: &Plan,
    arguments: &PlatformArgs,
) -> Vec<Warning> {
    let (fast, _) = plan.cost(&AssumedRange::default()).time();
    if opened.clock == Clock::Virtual || !(arguments.check || fast >= LONG) {
        return Vec::new();
    }
    let device = opened.rig.as_dyn().target().device;
    let found = check_standing(root, device.as_deref(), &Systemd);
    found.into_iter().map(warning).collect()
}

/// A look at how busy others keep computer and drive, into the record, with a warning for each thing that could
/// explain a difference. What a run leaves to be written is its own: after one that wrote, the drive's part is
/// only kept.
pub(crate) fn look(
    root: &SysRoot,
    opened: &Opened,
    moment: LookMoment,
    (run, has_written): (&mut Run, bool),
) {
    if opened.clock == Clock::Virtual {
        return;
    }
    let device = opened.rig.as_dyn().target().device;
    let mut look = look_at_host(root, device.as_deref(), moment);
    let (when, end) = match moment {
        LookMoment::Before => ("before the run", ""),
        LookMoment::After => ("after the run", "-after"),
    };
    if has_written {
        look.advice.retain(|advice| advice.code != "busy-drive");
    }
    run.warnings.extend(look.advice.iter().map(|advice| Warning {
        code: format!("{}{end}", advice.code),
        message: format!("{when}: {} (mend: {})", advice.message, advice.mend),
    }));
    run.looks.push(look);
}

fn warning(advice: Advice) -> Warning {
    let Advice { code, message, mend } = advice;
    Warning { code: code.to_owned(), message: format!("{message} (mend: {mend})") }
}
