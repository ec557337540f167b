//! Which sensor or meter a run listens to.

use std::path::PathBuf;
use std::sync::Arc;

use iogram_inspect::{PowerMeter, PowerSensor, SysRoot};
use iogram_model::{Warning, WarningCode, sentence, text};

use crate::failure::Failure;
use crate::opened::AnyRig;

/// What tells the power that a drive draws.
#[derive(Debug, Clone)]
pub enum PowerSource {
    /// A sensor of this computer, by its name.
    Sensor(String),
    /// What a power meter writes as CSV: a file that grows, a named pipe, or `-` for standard input.
    Csv(PathBuf),
}

/// Starts what the options name and lets the drive's cells tell it; `None` if they name nothing.
pub(crate) fn start(
    source: Option<&PowerSource>,
    rig: &mut AnyRig,
    root: &SysRoot,
    unix_now_us: i64,
) -> Result<Option<Arc<PowerMeter>>, Failure> {
    let meter = match source {
        Some(PowerSource::Sensor(name)) => {
            let sensor = PowerSensor::find(root, name).map_err(|which| {
                Failure::usage(sentence!("session-cannot-tell-power-sensor", name), which)
            })?;
            PowerMeter::sensor(sensor)
        }
        Some(PowerSource::Csv(path)) => PowerMeter::csv(path, unix_now_us)?,
        None => return Ok(None),
    };
    let Some(drive) = rig.drive() else {
        return Err(Failure::usage(
            text!("session-simulated-drive-draws-no-power"),
            text!("session-leave-power-sensor-power-csv-out"),
        ));
    };
    let meter = Arc::new(meter);
    drive.measure_power(Arc::clone(&meter));
    Ok(Some(meter))
}

/// What was wrong with the meter.
pub(crate) fn fault(meter: Option<&Arc<PowerMeter>>) -> Option<Warning> {
    Some(Warning::of_error(WarningCode::PowerMeter, &meter?.fault()?))
}
