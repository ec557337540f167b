//! The order of drives in lists and tables.

use std::cmp::{Ordering, Reverse};

use iogram_model::{DriveEntry, DriveSheet};

use crate::drives::DriveLine;

/// Sort keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveOrder {
    /// The newest measurement first; drives without a date last.
    Newest,
    /// By name.
    Name,
    /// The cheapest first, separately for each currency; drives without a price last.
    Price,
}

/// Sorts `sheets` by this key; equal ones keep their order.
pub fn sort_sheets(sheets: &mut [DriveSheet], order: DriveOrder) {
    let key = |sheet: &DriveSheet| {
        let days = sheet.figures.iter().filter_map(|it| it.measured_on.clone());
        days.max()
    };
    sheets.sort_by(|one, other| match order {
        DriveOrder::Newest => by_day(key(one), key(other)),
        _ => by_entry(&one.drive, &other.drive, order),
    });
}

/// The same for the lines of a list.
pub fn sort_lines(lines: &mut [DriveLine], order: DriveOrder) {
    lines.sort_by(|one, other| match order {
        DriveOrder::Newest => by_day(one.measured_on.clone(), other.measured_on.clone()),
        _ => by_entry(&one.drive, &other.drive, order),
    });
}

/// Dates are written so that they sort by time.
fn by_day(one: Option<String>, other: Option<String>) -> Ordering {
    Reverse(one).cmp(&Reverse(other))
}

fn by_entry(one: &DriveEntry, other: &DriveEntry, order: DriveOrder) -> Ordering {
    let price = |drive: &DriveEntry| {
        let price = drive.price.as_ref();
        (price.is_none(), price.map(|it| (it.currency.clone(), it.hundredths)))
    };
    match order {
        DriveOrder::Price => price(one).cmp(&price(other)),
        _ => one.name.to_lowercase().cmp(&other.name.to_lowercase()),
    }
}
