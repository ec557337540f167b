//! Heat as the drive itself tells of it: cells in which it throttled.

use iogram_model::{CellRecord, Nanos, Warning};

/// One warning for every cell in which the drive throttled, by its own counters.
#[must_use]
pub fn throttling(cells: &[CellRecord]) -> Vec<Warning> {
    let warn = |cell: &CellRecord| {
        let message = format!("{}: {}", place(cell), throttled(cell)?);
        Some(Warning { code: "throttled".to_owned(), message })
    };
    cells.iter().filter_map(warn).collect()
}

/// What the drive says about throttling in `cell`; `None` if it did not throttle or does not tell.
///
/// Only the drive's counters are believed. A temperature above its warning threshold is no proof: some
/// drives warn long before they slow down, and some slow down before they warn.
pub(crate) fn throttled(cell: &CellRecord) -> Option<String> {
    let health = cell.health.as_ref()?;
    let counted = health.counted.as_ref()?;
    let begun = |count: Option<u64>| count.unwrap_or(0);
    let count =
        begun(counted.throttle_light_count).saturating_add(begun(counted.throttle_heavy_count));
    let time = counted.throttle_ns.filter(|ns| *ns > 0);
    if count == 0 && time.is_none() {
        return None;
    }
    let hottest = health.temperature_max_celsius;
    let details = [
        (count > 0).then(|| format!("{count} times")),
        time.map(|ns| format!("for {} by its own count", Nanos(ns))),
        hottest.map(|celsius| format!("at up to {celsius:.0} °C")),
    ];
    let details: Vec<String> = details.into_iter().flatten().collect();
    Some(format!(
        "the drive throttled {}: its figures are those of a hot drive",
        details.join(", ")
    ))
}

fn place(cell: &CellRecord) -> String {
    if cell.repeat == 0 {
        cell.name.clone()
    } else {
        format!("{} run {}", cell.name, cell.repeat.saturating_add(1))
    }
}
