//! Power sensors of the kernel: `power1_input`, or a voltage and a current with the same number.
//!
//! Source: the kernel's Documentation/hwmon/sysfs-interface.rst: power in microwatts, voltage in millivolts, current
//! in milliamperes; Documentation/hwmon/{ina2xx,ina3221}.rst.

use std::path::PathBuf;

use iogram_model::{Sentence, sentence};

use crate::linux::sysfs::{SysRoot, list_names, text_if_known};

/// A sensor, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerSensor {
    name: String,
    /// `hwmon5`.
    folder: String,
    dir: PathBuf,
    reading: Reading,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reading {
    /// The attribute.
    Power(String),
    /// The channel of both.
    Product(u32),
}

impl PowerSensor {
    /// The sensor with this name (`ina226 M.2 slot`, `ina226` or `hwmon5`), if the name is unique.
    ///
    /// # Errors
    ///
    /// Lists the existing ones.
    pub fn find(root: &SysRoot, wanted: &str) -> Result<Self, Sentence> {
        let all = find_sensors(root);
        let by_name: Vec<&Self> = all.iter().filter(|sensor| sensor.name == wanted).collect();
        let is_meant = |sensor: &&Self| {
            sensor.folder == wanted || sensor.name.split(' ').next() == Some(wanted)
        };
        let meant: Vec<&Self> =
            if by_name.is_empty() { all.iter().filter(is_meant).collect() } else { by_name };
        if let [only] = meant.as_slice() {
            return Ok((*only).clone());
        }
        let names: Vec<&str> = all.iter().map(|sensor| sensor.name.as_str()).collect();
        let names = names.join(", ");
        Err(match (all.is_empty(), meant.is_empty()) {
            (true, _) => sentence!("inspect-computer-no-power-sensor-kernel-knows"),
            (false, true) => sentence!("inspect-power-sensors-here", names),
            (false, false) => {
                sentence!("inspect-several-meant-whole-names", names)
            }
        })
    }

    /// Driver and label, or channel.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The current reading; `None` if it does not answer.
    pub(crate) fn watts(&self) -> Option<f64> {
        let read = |attribute: &str| text_if_known(&self.dir, attribute)?.parse::<f64>().ok();
        match &self.reading {
            Reading::Power(attribute) => read(attribute).map(|microwatts| microwatts / 1e6),
            Reading::Product(channel) => {
                let millivolts = read(&format!("in{channel}_input"))?;
                let milliamperes = read(&format!("curr{channel}_input"))?;
                Some(millivolts * milliamperes / 1e6)
            }
        }
    }
}

/// Every power sensor, in the order of the kernel's names.
pub(crate) fn find_sensors(root: &SysRoot) -> Vec<PowerSensor> {
    let above = root.sys.join("class/hwmon");
    let mut found: Vec<PowerSensor> = Vec::new();
    for folder in list_names(&above, ".").unwrap_or_default() {
        let dir = above.join(&folder);
        let driver = text_if_known(&dir, "name").unwrap_or_else(|| folder.clone());
        let names = list_names(&dir, ".").unwrap_or_default();
        let channel = |name: &str, prefix: &str, suffix: &str| {
            name.strip_prefix(prefix)?.strip_suffix(suffix)?.parse::<u32>().ok()
        };
        let mut add = |reading: Reading, label: Option<String>, channel: u32| {
            let label = label.unwrap_or_else(|| format!("channel {channel}"));
            let mut name = format!("{driver} {label}");
            if found.iter().any(|other| other.name == name) {
                name = format!("{name} ({folder})");
            }
            found.push(PowerSensor { name, folder: folder.clone(), dir: dir.clone(), reading });
        };
        let power: Vec<(u32, &String)> = names
            .iter()
            .filter_map(|name| {
                let number = channel(name, "power", "_input")
                    .or_else(|| channel(name, "power", "_average"))?;
                Some((number, name))
            })
            .collect();
        // A sensor may have both; the first in the order of names is the average.
        for (number, attribute) in &power {
            let is_first =
                power.iter().find(|(other, _)| other == number) == Some(&(*number, *attribute));
            if is_first {
                let label = text_if_known(&dir, &format!("power{number}_label"));
                add(Reading::Power((*attribute).clone()), label, *number);
            }
        }
        let currents = names.iter().filter_map(|name| channel(name, "curr", "_input"));
        for number in currents {
            let has_power = power.iter().any(|(other, _)| *other == number);
            if !has_power && names.contains(&format!("in{number}_input")) {
                let label = text_if_known(&dir, &format!("in{number}_label"));
                add(Reading::Product(number), label, number);
            }
        }
    }
    found
}
