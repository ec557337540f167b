//! The list of block devices.

use iogram_model::{DeviceList, DeviceSummary, DeviceUse};

use super::{capacity, use_words};
use crate::format;
use crate::locale::{Locale, say};
use crate::table::{Heading, Table};
use crate::text::Options;

/// The most uses of a device to list; if there are more, also their number.
const USES_MAX: usize = 2;

/// A table of devices, with the number of omitted ones.
#[must_use]
pub fn render_device_list(list: &DeviceList, options: &Options, locale: &Locale) -> String {
    let columns = vec![
        Heading::name(say!(locale, "device")),
        Heading::words(say!(locale, "kind")),
        Heading::numbers(say!(locale, "capacity")),
        Heading::words(say!(locale, "list-model")),
        Heading::name(say!(locale, "list-serial")),
        Heading::words(say!(locale, "link")),
        Heading::words(say!(locale, "list-in-use")),
    ];
    let row = |device: &DeviceSummary| {
        let or_unknown =
            |text: &Option<String>| text.clone().unwrap_or(format::UNKNOWN.to_owned());
        vec![
            device.name.clone(),
            kind(device, locale),
            capacity(device.capacity_bytes),
            or_unknown(&device.model),
            or_unknown(&device.serial),
            or_unknown(&device.link),
            in_use(device.uses.as_deref(), locale),
        ]
    };
    let table = Table { columns, rows: list.devices.iter().map(row).collect() };
    let mut text = if list.devices.is_empty() {
        format!("{}\n", say!(locale, "list-empty"))
    } else {
        table.render_text(options.width)
    };
    if list.hidden_count > 0 {
        let count = list.hidden_count;
        let hidden = match count {
            1 => say!(locale, "list-hidden-one"),
            _ => say!(locale, "list-hidden", count = count),
        };
        text = format!(
            "{text}{hidden}
"
        );
    }
    text
}

fn kind(device: &DeviceSummary, locale: &Locale) -> String {
    let flags = [
        (device.is_removable, say!(locale, "list-removable")),
        (device.is_read_only, say!(locale, "list-read-only")),
    ];
    let flags = flags.into_iter().filter(|(flag, _)| *flag == Some(true)).map(|(_, word)| word);
    let zones = device.zones.as_ref().map(|model| say!(locale, "list-zones", model = model));
    std::iter::once(device.drive.as_str().to_owned())
        .chain(zones)
        .chain(flags)
        .collect::<Vec<_>>()
        .join(", ")
}

fn in_use(uses: Option<&[DeviceUse]>, locale: &Locale) -> String {
    let Some(uses) = uses else { return format::UNKNOWN.to_owned() };
    if uses.is_empty() {
        return say!(locale, "no-use");
    }
    let told: Vec<String> =
        uses.iter().take(USES_MAX).map(|it| use_words(it, locale)).collect();
    let more = uses.len().saturating_sub(USES_MAX);
    let more = if more == 0 {
        String::new()
    } else {
        format!("; {}", say!(locale, "list-more", count = more))
    };
    told.join("; ") + &more
}
