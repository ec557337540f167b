//! What would disturb a run: looked at before one that matters, and around every one.

use iogram_device::{Systemd, look_at_host, observe_setup};
use iogram_findings::{DriveUse, judge_look, judge_setup};
use iogram_inspect::SysRoot;
use iogram_model::{CheckAdvice, LookMoment, Nanos, Run, Warning};
use iogram_runner::{AssumedRange, Plan};

use iogram_engine::TimeBase;

use crate::conditions::PlatformOptions;
use crate::opened::Opened;

/// A run that takes so long is worth a fifth of a second of looking. Arbitrary.
const LONG: Nanos = Nanos(600 * Nanos::SECOND.0);

/// Looks before a run, if it was asked for or the run is long. Time on a simulated drive is not this
/// computer's.
pub(crate) fn before_run(
    root: &SysRoot,
    opened: &Opened,
    plan: &Plan,
    options: &PlatformOptions,
) -> Vec<Warning> {
    let (fast, _) = plan.cost(&AssumedRange::default()).time();
    if opened.time_base() == TimeBase::Virtual || !(options.is_checked || fast >= LONG) {
        return Vec::new();
    }
    let device = opened.rig.as_dyn().target().device;
    let setup = observe_setup(root, device.as_deref(), &Systemd);
    judge_setup(&setup).into_iter().map(warning).collect()
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
    if opened.time_base() == TimeBase::Virtual {
        return;
    }
    let device = opened.rig.as_dyn().target().device;
    let mut look = look_at_host(root, device.as_deref(), moment);
    look.advice = judge_look(&look, device.as_deref(), DriveUse::Little);
    let (when, end) = match moment {
        LookMoment::Before => ("before the run", ""),
        LookMoment::After => ("after the run", "-after"),
    };
    if has_written {
        look.advice.retain(|advice| advice.code != "busy-drive");
    }
    run.warnings.extend(look.advice.iter().map(|advice| Warning {
        code: format!("{}{end}", advice.code),
        message: format!("{when}: {} (fix: {})", advice.message, advice.mend),
    }));
    run.looks.push(look);
}

fn warning(advice: CheckAdvice) -> Warning {
    let CheckAdvice { code, message, mend } = advice;
    Warning { code, message: format!("{message} (fix: {mend})") }
}
