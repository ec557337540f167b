//! The list of block devices.

use iogram_model::{DeviceList, DeviceSummary, DeviceUse};

use super::{capacity, one_use};
use crate::format;
use crate::table::{Heading, Table};
use crate::text::Options;

/// Uses of one device that are told; of more the number.
const USES_MAX: usize = 2;

/// A table of devices; says how many were left out.
#[must_use]
pub fn render_device_list(list: &DeviceList, options: &Options) -> String {
    let columns = vec![
        Heading::name("device"),
        Heading::words("kind"),
        Heading::numbers("capacity"),
        Heading::words("model"),
        Heading::name("serial"),
        Heading::words("link"),
        Heading::words("in use"),
    ];
    let row = |device: &DeviceSummary| {
        let or_unknown =
            |text: &Option<String>| text.clone().unwrap_or(format::UNKNOWN.to_owned());
        vec![
            device.name.clone(),
            kind(device),
            capacity(device.capacity_bytes),
            or_unknown(&device.model),
            or_unknown(&device.serial),
            or_unknown(&device.link),
            in_use(device.uses.as_deref()),
        ]
    };
    let table = Table { columns, rows: list.devices.iter().map(row).collect() };
    let mut text = if list.devices.is_empty() {
        "no block devices\n".to_owned()
    } else {
        table.render_text(options.width)
    };
    if list.hidden_count > 0 {
        let count = list.hidden_count;
        let devices = if count == 1 { "device" } else { "devices" };
        let hint = "not shown (--all shows them)";
        text = format!("{text}{count} unused loop, ram or zram {devices} {hint}\n");
    }
    text
}

fn kind(device: &DeviceSummary) -> String {
    let flags = [(device.is_removable, "removable"), (device.is_read_only, "read-only")];
    let flags = flags.into_iter().filter(|(flag, _)| *flag == Some(true)).map(|(_, word)| word);
    std::iter::once(device.drive.as_str()).chain(flags).collect::<Vec<_>>().join(", ")
}

fn in_use(uses: Option<&[DeviceUse]>) -> String {
    let Some(uses) = uses else { return format::UNKNOWN.to_owned() };
    if uses.is_empty() {
        return "no".to_owned();
    }
    let told: Vec<String> = uses.iter().take(USES_MAX).map(one_use).collect();
    let more = uses.len().saturating_sub(USES_MAX);
    let more = if more == 0 { String::new() } else { format!("; {more} more") };
    told.join("; ") + &more
}
