//! Looks for disturbances: before a run that matters, and around every run.

use iogram_device::{Systemd, look_at_host, observe_setup};
use iogram_findings::{DriveUse, judge_look, judge_setup};
use iogram_inspect::SysRoot;
use iogram_model::{
    Argument, CheckAdvice, LookMoment, Message, MessageId, Nanos, Run, Warning, WarningCode,
};
use iogram_runner::{AssumedRange, Plan};

use iogram_engine::TimeBase;

use crate::conditions::PlatformOptions;
use crate::opened::Opened;

/// A run of this length justifies a check of a fifth of a second. Arbitrary.
const LONG: Nanos = Nanos(600 * Nanos::SECOND.0);

/// Checks before a run, if the user asked for it or the run is long. Load on this computer does not affect the
/// virtual time of a simulated drive.
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
    judge_setup(&setup)
        .iter()
        .map(|it| warning(MessageId::Disturbs, it, it.code.clone()))
        .collect()
}

/// Records how busy other programs keep the computer and the drive, with a warning for each disturbance that could
/// explain a difference. The writeback that a run leaves is its own: after a run that wrote, the drive's part gets no
/// warning.
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
    let id = match moment {
        LookMoment::Before => MessageId::LookedBefore,
        LookMoment::After => MessageId::LookedAfter,
    };
    if has_written {
        look.advice.retain(|advice| advice.code != WarningCode::BusyDrive);
    }
    let code = |advice: &CheckAdvice| match moment {
        LookMoment::Before => None,
        LookMoment::After => advice.code.after_run(),
    };
    run.warnings.extend(look.advice.iter().map(|advice| {
        warning(id, advice, code(advice).unwrap_or_else(|| advice.code.clone()))
    }));
    run.looks.push(look);
}

fn warning(id: MessageId, advice: &CheckAdvice, code: WarningCode) -> Warning {
    let said = |statement: &Option<Message>, english: &str| {
        statement.clone().map_or_else(|| english.into(), Argument::from)
    };
    let values = [said(&advice.statement, &advice.message), said(&advice.remedy, &advice.mend)];
    Warning::new(code, Message::new(id, values))
}
