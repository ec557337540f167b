//! Selects the sensor or meter that a run reads.

use std::path::PathBuf;
use std::sync::Arc;

use iogram_inspect::{PowerMeter, PowerSensor, SysRoot};
use iogram_model::{Warning, WarningCode, sentence, text};

use crate::failure::Failure;
use crate::opened::AnyRig;

/// The source of readings of the drive's power.
#[derive(Debug, Clone)]
pub enum PowerSource {
    /// A sensor of this computer, by its name.
    Sensor(String),
    /// CSV output of a power meter: a file that grows, a named pipe, or `-` for standard input.
    Csv(PathBuf),
}

/// Starts the source that the options name and gives its readings to the drive's cells; `None` if they name no
/// source.
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

/// The meter's failure.
pub(crate) fn fault(meter: Option<&Arc<PowerMeter>>) -> Option<Warning> {
    Some(Warning::of_error(WarningCode::PowerMeter, &meter?.fault()?))
}
