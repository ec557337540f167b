//! SMART / Health Information log page of `NVMe` drives.
//!
//! Source: NVM Express Base Specification 2.0, section 5.16.1.3 (log page 02h).

use iogram_model::{NvmeSensor, NvmeSmart};

use super::bits::{Page, celsius};

/// Bytes per data unit: thousands of 512 bytes, rounded up, whatever the block size. Each of two readings is accurate
/// to one unit.
const DATA_UNIT: u64 = 1000 * 512;
const MINUTE: u64 = 60;
const HOUR: u64 = 3600;

/// Decodes the 512 bytes of the log page; `None` if there are fewer.
#[must_use]
pub fn decode_nvme_smart(bytes: &[u8]) -> Option<NvmeSmart> {
    let page = Page(bytes.get(..512)?);
    let times = |offset, unit: u64| page.u128(offset).and_then(|count| count.checked_mul(unit));
    let seconds = |offset, unit: u64| page.u32(offset).map(|count| u64::from(count) * unit);
    let ratio = |offset| page.u8(offset).map(|percent| f64::from(percent) / 100.0);
    Some(NvmeSmart {
        critical_warnings: warnings(page.u8(0)?),
        temperature_celsius: page.u16(1).and_then(celsius),
        // Temperature Sensor 1 to 8.
        sensors: (1..=8).filter_map(|number: u8| sensor(page, number)).collect(),
        spare_ratio: ratio(3)?,
        spare_threshold_ratio: ratio(4)?,
        // Percentage Used; 255 means 255 % or more.
        life_used_ratio: ratio(5)?,
        // Data Units Read, Data Units Written.
        read_bytes: times(32, DATA_UNIT),
        written_bytes: times(48, DATA_UNIT),
        read_command_count: page.u128(64),
        write_command_count: page.u128(80),
        // Controller Busy Time.
        busy_s: times(96, MINUTE),
        power_cycle_count: page.u128(112),
        power_on_s: times(128, HOUR),
        unsafe_shutdown_count: page.u128(144),
        media_error_count: page.u128(160),
        error_log_count: page.u128(176),
        warning_temperature_s: seconds(192, MINUTE)?,
        critical_temperature_s: seconds(196, MINUTE)?,
        // Thermal Management Temperature 1 and 2: transitions, then seconds.
        throttle_light_count: seconds(216, 1)?,
        throttle_heavy_count: seconds(220, 1)?,
        throttle_light_s: seconds(224, 1)?,
        throttle_heavy_s: seconds(228, 1)?,
    })
}

/// Critical Warning.
fn warnings(bits: u8) -> Vec<String> {
    const NAMES: [&str; 6] = [
        "spare below its threshold",
        "temperature beyond a threshold",
        "reliability degraded",
        "media read-only",
        "backup of volatile memory failed",
        "persistent memory read-only",
    ];
    let set = NAMES.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
    set.map(|(_, name)| (*name).to_owned()).collect()
}

fn sensor(page: Page<'_>, number: u8) -> Option<NvmeSensor> {
    let kelvin = page.u16(198 + 2 * usize::from(number))?;
    Some(NvmeSensor { sensor_index: u64::from(number), temperature_celsius: celsius(kelvin)? })
}
