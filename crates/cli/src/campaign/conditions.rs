//! Conditions before a run of a campaign: a drive that was idle, and is cool.

use std::sync::mpsc;
use std::time::Duration;

use iogram_campaign::{Plan, PlanDrive};
use iogram_device::KernelDrive;
use iogram_engine::Control;
use iogram_inspect::{SysRoot, describe_device};
use iogram_model::{Nanos, OutcomeKind, sentence, text};
use iogram_session::Ready;
use iogram_store::{Store, TaskRun};

use super::standing::{is_done, outcome_of};
use crate::devices;
use crate::failure::Failure;
use crate::signals;

/// Interval between two checks.
const LOOK: Duration = Duration::from_secs(1);

/// The conditions of the plan, which the run waits for once the drive belongs to the task alone. A simulated drive is
/// new each time, so there is nothing to wait for.
pub(super) fn ready(plan: &Plan, target: &str) -> Ready {
    if target.starts_with("sim:") || target == "null:" {
        return Ready::default();
    }
    let idle = Duration::from_nanos(plan.idle_ns.unwrap_or(0));
    let warm = plan.temperature_max_celsius.map(|most| (most, plan.wait_max_ns));
    let target = target.to_owned();
    Ready::once(move |control| wait(&target, (idle, warm), control))
}

fn wait(
    target: &str,
    (idle, warm): (Duration, Option<(u32, u64)>),
    control: &Control,
) -> Result<(), Failure> {
    rest(idle, control)?;
    let Some((most, wait_max_ns)) = warm else { return Ok(()) };
    let mut left = Duration::from_nanos(wait_max_ns);
    loop {
        // Unknown is not cool: a condition that cannot be checked is not met.
        let Some(celsius) = temperature(target)? else {
            return Err(Failure::environment(
                sentence!("cli-cannot-tell-how-warm-campaign-begins", target, most),
                text!("cli-leave-temperature-max-celsius-out-drives"),
            ));
        };
        if celsius <= f64::from(most) {
            return Ok(());
        }
        if left.is_zero() {
            let waited = Nanos(wait_max_ns);
            return Err(Failure::environment(
                sentence!("cli-c-after-campaign-begins-c-most", target, celsius, waited, most),
                text!("cli-cool-raise-wait-max-temperature-max"),
            ));
        }
        let step = (LOOK * 5).min(left);
        rest(step, control)?;
        left = left.saturating_sub(step);
    }
}

/// Waits for this time, unless the user ends the program.
fn rest(time: Duration, control: &Control) -> Result<(), Failure> {
    let (_nobody, pause) = mpsc::channel::<()>();
    let mut left = time;
    while !left.is_zero() {
        let step = LOOK.min(left);
        if pause.recv_timeout(step) == Err(mpsc::RecvTimeoutError::Timeout) {
            left = left.saturating_sub(step);
        }
        if control.is_stopped() || signals::has_input_ended() {
            return Err(Failure::environment(
                text!("cli-interrupted"),
                text!("cli-same-command-goes"),
            ));
        }
    }
    Ok(())
}

/// The warmest sensor of the drive; `None` if it reports nothing.
fn temperature(target: &str) -> Result<Option<f64>, Failure> {
    let root = SysRoot::default();
    let Some(device) = devices::find_exactly(target)? else { return Ok(None) };
    let record = describe_device(&root, device.number, &KernelDrive::open_boxed);
    let sensors = record.into_iter().flat_map(|record| record.sensors);
    Ok(sensors.filter_map(|sensor| sensor.temperature_celsius).reduce(f64::max))
}

/// Whether a drive failed an earlier method of the campaign, so that it gets no other.
pub(super) fn is_dropped(
    plan: &Plan,
    drive: &PlanDrive,
    store: &mut Store,
) -> Result<bool, Failure> {
    if !plan.is_drive_dropped {
        return Ok(false);
    }
    let is_its = |run: &TaskRun| {
        let index = usize::try_from(run.key.task_index).ok();
        index.and_then(|index| plan.task(index)).is_some_and(|(_, _, it)| it == drive)
    };
    for run in store.task_runs(&plan.id)?.into_iter().filter(is_its) {
        if is_done(&run, store)? && outcome_of(&run, store)?.kind == OutcomeKind::Failed {
            return Ok(true);
        }
    }
    Ok(false)
}
