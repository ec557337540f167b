//! Temperature sensors that the kernel reads for a drive: the hwmon devices of NVMe and of `drivetemp`.
//!
//! Source: the kernel's `Documentation/hwmon/sysfs-interface.rst`: temperatures in thousandths of a degree Celsius.

use std::path::{Path, PathBuf};

use iogram_model::SensorRecord;

use crate::linux::sysfs::{list_names, text_if_known};

/// One sensor, and its place for later readings.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sensor {
    dir: PathBuf,
    /// `temp1`.
    prefix: String,
    label: String,
}

impl Sensor {
    /// The current reading; `None` if it does not answer.
    pub(crate) fn temperature(&self) -> Option<f64> {
        self.read("input")
    }

    pub(crate) fn label(&self) -> &str {
        &self.label
    }

    pub(crate) fn record(&self) -> SensorRecord {
        SensorRecord {
            label: self.label.clone(),
            temperature_celsius: self.temperature(),
            limit_celsius: self.read("max"),
            critical_celsius: self.read("crit"),
        }
    }

    fn read(&self, what: &str) -> Option<f64> {
        let text = text_if_known(&self.dir, &format!("{}_{what}", self.prefix))?;
        let thousandths: i32 = text.parse().ok()?;
        // Drives without a limit report the ends of the scale.
        let celsius = f64::from(thousandths) / 1000.0;
        (-100.0..200.0).contains(&celsius).then_some(celsius)
    }
}

/// The sensors of a drive. NVMe's belong to the controller, those of `drivetemp` to the SCSI device.
pub(crate) fn find_sensors(whole_dir: &Path, controller: Option<&Path>) -> Vec<Sensor> {
    let above = controller.map_or_else(|| whole_dir.join("device"), Path::to_owned);
    let names = list_names(&above, ".").unwrap_or_default();
    let direct = names.iter().filter(|name| is_hwmon(name)).map(|name| above.join(name));
    let nested = list_names(&above, "hwmon").unwrap_or_default();
    let nested = nested.iter().filter(|name| is_hwmon(name));
    let nested = nested.map(|name| above.join("hwmon").join(name));
    let dirs: Vec<PathBuf> = direct.chain(nested).collect();
    dirs.iter().flat_map(|dir| sensors_of(dir)).collect()
}

/// `hwmon3`, but not the folder `hwmon`.
fn is_hwmon(name: &str) -> bool {
    let number = name.strip_prefix("hwmon").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|letter| letter.is_ascii_digit())
}

fn sensors_of(dir: &Path) -> Vec<Sensor> {
    let driver = text_if_known(dir, "name").unwrap_or_else(|| "hwmon".to_owned());
    let names = list_names(dir, ".").unwrap_or_default();
    let prefixes = names.iter().filter_map(|name| {
        name.strip_suffix("_input").filter(|prefix| prefix.starts_with("temp"))
    });
    let sensor = |prefix: &str| {
        let label = text_if_known(dir, &format!("{prefix}_label"));
        let label = label.unwrap_or_else(|| prefix.to_owned());
        Sensor {
            dir: dir.to_owned(),
            prefix: prefix.to_owned(),
            label: format!("{driver} {label}"),
        }
    };
    prefixes.map(sensor).collect()
}
