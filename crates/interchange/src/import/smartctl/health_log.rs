//! The health log of `NVMe` as smartctl prints it, row by row.

use super::super::drive_told::{Told, figure, health_row, plain_name};
use super::super::line::Line;
use super::super::refusal::Refusal;
use super::{NVME, Part, is_column};

/// The first row of a health log of `NVMe`, for logs whose heading was omitted.
pub(super) fn is_first_of_health(line: &Line<'_>) -> bool {
    let value = line.text.trim().strip_prefix("Critical Warning:").map(str::trim);
    value.is_some_and(|it| it.starts_with("0x") && figure(line, it).is_ok())
}

/// Rows of a health log of `NVMe`, in order. Source: `nvmeprint.cpp`, `print_smart_log`.
const HEALTH_ROWS: [&str; 29] = [
    "Critical Warning:",
    "Temperature:",
    "Available Spare:",
    "Available Spare Threshold:",
    "Percentage Used:",
    "Data Units Read:",
    "Data Units Written:",
    "Host Read Commands:",
    "Host Write Commands:",
    "Controller Busy Time:",
    "Power Cycles:",
    "Power On Hours:",
    "Unsafe Shutdowns:",
    "Media and Data Integrity Errors:",
    "Error Information Log Entries:",
    "Warning  Comp. Temperature Time:",
    "Critical Comp. Temperature Time:",
    "Temperature Sensor 1:",
    "Temperature Sensor 2:",
    "Temperature Sensor 3:",
    "Temperature Sensor 4:",
    "Temperature Sensor 5:",
    "Temperature Sensor 6:",
    "Temperature Sensor 7:",
    "Temperature Sensor 8:",
    "Thermal Temp. 1 Transition Count:",
    "Thermal Temp. 2 Transition Count:",
    "Thermal Temp. 1 Total Time:",
    "Thermal Temp. 2 Total Time:",
];

/// The index of a row of the health log of `NVMe`.
pub(super) fn health_place(text: &str) -> Option<usize> {
    HEALTH_ROWS.iter().position(|it| is_column(text, it, NVME))
}

/// Reads one line of the health log of `NVMe`; `from` is the lowest index of the next row.
pub(super) fn health(told: &mut Told, line: &Line<'_>, from: usize) -> Result<Part, Refusal> {
    let Some((name, value, read)) = health_row(line)? else { return Ok(Part::Data) };
    // Unknown rows are counters of minutes, hours and events, and temperatures of sensors.
    let _is_known = told.nvme_health(&plain_name(name), &read);
    told.fact(name, value);
    let place = health_place(line.text.trim());
    Ok(Part::Health(place.map_or(from, |it| it.saturating_add(1))))
}
