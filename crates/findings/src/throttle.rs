//! Throttling by the drive's own report.

use iogram_model::{Argument, CellRecord, Message, MessageId, Nanos, Warning, WarningCode};

/// One warning for every cell in which the drive throttled, by its own counters.
#[must_use]
pub fn throttling(cells: &[CellRecord]) -> Vec<Warning> {
    let warn = |cell: &CellRecord| {
        let values = [place(cell), throttled(cell)?.into()];
        Some(Warning::new(
            WarningCode::Throttled,
            Message::new(MessageId::CellThrottled, values),
        ))
    };
    cells.iter().filter_map(warn).collect()
}

/// The drive's report on throttling in `cell`; `None` if it did not throttle or does not report it.
///
/// Only the drive's counters count as evidence. A temperature above its warning threshold proves nothing: some drives
/// warn long before they slow down, and some slow down before they warn.
pub(crate) fn throttled(cell: &CellRecord) -> Option<Message> {
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
        (count > 0).then(|| Message::new(MessageId::ThrottledTimes, [count.into()])),
        time.map(|ns| Message::new(MessageId::ThrottledFor, [Nanos(ns).into()])),
        hottest.map(|it| Message::new(MessageId::ThrottledAt, [Argument::Celsius(it)])),
    ];
    Message::listed(details.into_iter().flatten())
}

fn place(cell: &CellRecord) -> Argument {
    let name = cell.name.as_str().into();
    match cell.repeat {
        0 => name,
        repeat => {
            let number = repeat.saturating_add(1).into();
            Message::new(MessageId::RunOfCell, [name, number]).into()
        }
    }
}
