//! A block device on a page: its identity, limits, health and claims.
//!
//! Unknown values are left out here, because most devices lack most of them; the end of the page lists unanswered
//! queries.

mod ata;
mod list;
mod mmc;
mod nvme;

use iogram_model::{
    Bytes, DeviceRecord, DeviceUse, ImportedEvidence, Limit, PartitionRecord, PciRecord,
    SensorRecord, UsbRecord, UseKind,
};

pub use list::render_device_list;

use crate::facts::link_text;
use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Block, Section, Sheet, named};
use crate::statement::said;
use crate::table::{Heading, Table};
use crate::text::Options;

/// Names and values.
type Facts = Vec<(&'static str, String)>;

/// `device` as text for a terminal.
#[must_use]
pub fn render_device_text(device: &DeviceRecord, options: &Options, locale: &Locale) -> String {
    crate::text::render_sheet(&sheet(device, Audience::Owner, locale), options)
}

/// `device` as Markdown, without serial numbers, because people publish it.
#[must_use]
pub fn render_device_markdown(device: &DeviceRecord, locale: &Locale) -> String {
    crate::markdown::render_sheet(&sheet(device, Audience::Public, locale))
}

fn sheet(device: &DeviceRecord, audience: Audience, locale: &Locale) -> Sheet {
    let summary = &device.summary;
    let model = summary.model.clone().unwrap_or_else(|| say!(locale, "device-model-unknown"));
    let mut sections = Vec::new();
    sections.extend(numbered("device-limits", limits(&device.limits, locale), locale));
    sections.extend(health(device, locale));
    sections.extend(partitions(&device.partitions, locale));
    sections.extend(mmc::sections(device, audience, locale));
    sections.extend(nvme::sections(device, locale));
    sections.extend(ata::sections(device, locale));
    sections.extend(connection(device, locale));
    sections.extend(facts_section("device-queue", queue(device, locale), locale));
    let statements =
        device.unanswered_statements.iter().map(Some).chain(std::iter::repeat(None));
    let unanswered = device.unanswered.iter().zip(statements);
    let unanswered = unanswered.map(|(words, statement)| said(words, statement, locale));
    sections.extend(numbered("device-unanswered", unanswered.collect(), locale));
    Sheet {
        head: None,
        title: format!("{} - {}, {model}", summary.name, summary.drive),
        subtitle: subtitle(device, locale),
        alarm: alarm(device, locale),
        facts: named(facts(device, audience, locale), locale),
        sections,
    }
}

/// Registers of a card from another tool's file, without its serial number.
pub(crate) fn imported_registers(evidence: &ImportedEvidence, locale: &Locale) -> Vec<Section> {
    let device = DeviceRecord {
        sd: evidence.sd.as_deref().cloned(),
        mmc: evidence.mmc.as_deref().cloned(),
        ..DeviceRecord::default()
    };
    mmc::sections(&device, Audience::Public, locale)
}

fn subtitle(device: &DeviceRecord, locale: &Locale) -> String {
    let summary = &device.summary;
    let flag = |flag: Option<bool>, word: String| flag.filter(|flag| *flag).map(|_| word);
    join([
        Some(capacity(summary.capacity_bytes)),
        summary.link.as_ref().map(|link| link_text(link, locale)),
        flag(summary.is_removable, say!(locale, "list-removable")),
        flag(summary.is_read_only, say!(locale, "list-read-only")),
        summary
            .partition_of
            .as_ref()
            .map(|whole| say!(locale, "device-partition-of", whole = whole)),
    ])
}

/// A warning if the drive itself predicts its failure.
fn alarm(device: &DeviceRecord, locale: &Locale) -> Option<String> {
    let nvme = device.nvme.as_ref().and_then(|nvme| nvme.smart.as_ref());
    let nvme = nvme.map(|smart| decoded_list(&smart.critical_warnings, locale));
    let ata = device.ata.as_ref().and_then(|ata| ata.is_failing);
    let ata = ata.filter(|failing| *failing).map(|_| say!(locale, "device-failing-soon"));
    let mmc = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref()?.reserve.clone());
    let mmc = mmc
        .filter(|state| state != "normal")
        .map(|state| say!(locale, "device-reserve-used", state = decoded_word(&state, locale)));
    let told = nvme.into_iter().chain(ata).chain(mmc).find(|told| !told.is_empty())?;
    Some(say!(locale, "device-alarm", what = told))
}

fn facts(device: &DeviceRecord, audience: Audience, locale: &Locale) -> Facts {
    let summary = &device.summary;
    let is_owner = audience == Audience::Owner;
    let blocks = join([
        device
            .logical_block_size_bytes
            .map(|size| say!(locale, "device-logical", size = Bytes(size))),
        device
            .physical_block_size_bytes
            .map(|size| say!(locale, "device-physical", size = Bytes(size))),
    ]);
    let below = device.drives.iter().filter(|name| **name != summary.name).cloned();
    known([
        ("device-serial", summary.serial.clone().filter(|_| is_owner)),
        ("device-firmware", device.firmware.clone()),
        ("device-blocks", Some(blocks)),
        ("device-drives", Some(below.collect::<Vec<_>>().join(", "))),
        ("device-in-use", Some(uses(summary.uses.as_deref(), locale))),
        ("device-holds", device.signatures.as_ref().map(|kinds| written(kinds, locale))),
        ("device-by-id", Some(device.by_id.join(", ")).filter(|_| is_owner)),
    ])
}

/// The users of a device, in words.
pub(crate) fn uses(uses: Option<&[DeviceUse]>, locale: &Locale) -> String {
    let Some(uses) = uses else { return say!(locale, "device-use-unknown") };
    if uses.is_empty() {
        return say!(locale, "no-use");
    }
    uses.iter().map(|it| use_words(it, locale)).collect::<Vec<_>>().join("; ")
}

/// One use of a device, in words.
pub(crate) fn use_words(one: &DeviceUse, locale: &Locale) -> String {
    let DeviceUse { device, by, place } = one;
    let place = place.as_deref().unwrap_or_default();
    match by {
        UseKind::Mount => say!(locale, "use-is-mount", device = device, place = place),
        UseKind::Swap => say!(locale, "use-is-swap", device = device),
        UseKind::Lvm => say!(locale, "use-is-lvm", device = device, place = place),
        UseKind::Crypt => say!(locale, "use-is-crypt", device = device, place = place),
        UseKind::Multipath => say!(locale, "use-is-multipath", device = device, place = place),
        UseKind::DeviceMapper => say!(locale, "use-is-mapping", device = device, place = place),
        UseKind::Md => say!(locale, "use-is-raid", device = device, place = place),
        UseKind::Loop => say!(locale, "use-is-loop", device = device, place = place),
        UseKind::Holder => say!(locale, "use-is-holder", device = device, place = place),
    }
}

fn written(kinds: &[String], locale: &Locale) -> String {
    match kinds {
        [] => say!(locale, "device-nothing-recognised"),
        kinds => kinds.join(", "),
    }
}

fn limits(limits: &[Limit], locale: &Locale) -> Vec<String> {
    let text = |limit: &Limit| said(&limit.message, limit.statement.as_ref(), locale);
    limits.iter().map(text).collect()
}

fn health(device: &DeviceRecord, locale: &Locale) -> Option<Section> {
    let nvme = device.nvme.as_ref().and_then(|nvme| nvme.smart.as_ref());
    let mut rows = nvme.map(|it| nvme::health(it, locale)).unwrap_or_default();
    rows.extend(device.ata.as_ref().map(|it| ata::health(it, locale)).unwrap_or_default());
    let ext_csd = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref());
    rows.extend(ext_csd.map(|it| mmc::health(it, locale)).unwrap_or_default());
    let sensors: Vec<String> =
        device.sensors.iter().filter_map(|it| sensor(it, locale)).collect();
    rows.extend(known([("device-sensors", Some(sensors.join("; ")))]));
    facts_section("device-health", rows, locale)
}

fn sensor(sensor: &SensorRecord, locale: &Locale) -> Option<String> {
    let limits = join([
        sensor.limit_celsius.map(|it| warns_at(it, locale)),
        sensor.critical_celsius.map(|it| critical_at(it, locale)),
    ]);
    let limits = if limits.is_empty() { limits } else { format!(" ({limits})") };
    Some(format!("{} {}{limits}", sensor.label, celsius(sensor.temperature_celsius?)))
}

fn warns_at(limit: f64, locale: &Locale) -> String {
    say!(locale, "device-warns-at", celsius = celsius(limit))
}

fn critical_at(limit: f64, locale: &Locale) -> String {
    say!(locale, "device-critical-at", celsius = celsius(limit))
}

fn partitions(partitions: &[PartitionRecord], locale: &Locale) -> Option<Section> {
    if partitions.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name(say!(locale, "device-column-name")),
        Heading::numbers(say!(locale, "device-column-begins")),
        Heading::numbers(say!(locale, "device-column-size")),
        Heading::words(say!(locale, "device-holds")),
    ];
    let row = |partition: &PartitionRecord| {
        vec![
            partition.name.clone(),
            partition.start_bytes.map_or(format::UNKNOWN.to_owned(), |at| Bytes(at).binary()),
            capacity(partition.size_bytes),
            partition
                .signatures
                .as_ref()
                .map_or(format::UNKNOWN.to_owned(), |it| written(it, locale)),
        ]
    };
    let table = Table { columns, rows: partitions.iter().map(row).collect() };
    Some(Section::named(say!(locale, "device-partitions"), vec![Block::Table(table)]))
}

fn connection(device: &DeviceRecord, locale: &Locale) -> Option<Section> {
    let mut rows = device.usb.as_ref().map(|it| usb(it, locale)).unwrap_or_default();
    rows.extend(device.pci.as_ref().map(|it| pci(it, locale)).unwrap_or_default());
    facts_section("device-connection", rows, locale)
}

fn usb(usb: &UsbRecord, locale: &Locale) -> Facts {
    let numbers = join_with(" ", [usb.vendor_id.clone(), usb.product_id.clone()]);
    let listed = join([usb.vendor.clone(), usb.product.clone()]);
    let own = join([usb.manufacturer_text.clone(), usb.product_text.clone()]);
    let speed = usb.speed_bits_per_s.map(bits_per_s);
    let possible = usb
        .speed_possible_bits_per_s
        .map(|it| say!(locale, "device-up-to", speed = bits_per_s(it)));
    let bus = usb
        .speed_bus_bits_per_s
        .map(|it| say!(locale, "device-bus-up-to", speed = bits_per_s(it)));
    let uas = usb.offers_uas.map(|it| match it {
        true => say!(locale, "device-offers-uas"),
        false => say!(locale, "device-bulk-only"),
    });
    known([
        ("device-usb", Some(join([Some(own), Some(listed)].map(non_empty)))),
        ("device-usb-numbers", Some(numbers)),
        ("device-usb-speed", Some(join([speed, possible, bus]))),
        (
            "device-usb-protocol",
            Some(join([
                usb.driver.as_ref().map(|it| say!(locale, "device-driver", name = it)),
                uas,
                usb.version.as_ref().map(|it| say!(locale, "device-made-by-usb", version = it)),
            ])),
        ),
    ])
}

fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn pci(pci: &PciRecord, locale: &Locale) -> Facts {
    let name = join([pci.vendor.clone(), pci.device.clone()]);
    let numbers = join_with(" ", [pci.vendor_id.clone(), pci.device_id.clone()]);
    let link = join([
        pci.link.as_ref().map(|link| say!(locale, "device-pcie", link = link)),
        pci.link_possible
            .as_ref()
            .map(|link| say!(locale, "device-function-up-to", link = link)),
        pci.link_port.as_ref().map(|link| say!(locale, "device-port-up-to", link = link)),
    ]);
    known([
        (
            "device-pci",
            Some(join([Some(pci.address.clone()), Some(name), Some(numbers)].map(non_empty))),
        ),
        ("device-pci-driver", pci.driver.clone()),
        ("device-pci-link", Some(link)),
    ])
}

fn queue(device: &DeviceRecord, locale: &Locale) -> Facts {
    let (queue, discard) = (&device.queue, &device.discard);
    // Many drivers report one block less than a power of two, so exact bytes would not help a reader.
    let supported = |size: Option<Bytes>| {
        let size = size?;
        Some(match size {
            Bytes(0) => say!(locale, "no"),
            size => say!(locale, "device-size-up-to", size = size.both()),
        })
    };
    let granularity = discard.granularity_bytes.filter(|size| *size > 0);
    known([
        ("device-scheduler", queue.scheduler.clone()),
        ("device-write-cache", queue.write_cache.clone()),
        ("device-fua", queue.fua.map(|it| yes_no(it, locale))),
        ("device-rotational", queue.rotational.map(|it| yes_no(it, locale))),
        ("device-requests", queue.nr_requests.map(|count| count.to_string())),
        ("device-request-max", queue.request_max.map(|size| size.to_string())),
        ("device-read-ahead", queue.read_ahead.map(|size| size.to_string())),
        (
            "device-discard",
            Some(join([
                supported(queue.discard_max),
                granularity.map(|size| say!(locale, "device-in-units-of", size = Bytes(size))),
            ])),
        ),
        ("device-write-zeroes", supported(discard.write_zeroes_max_bytes.map(Bytes))),
        ("device-zones", zones(device, locale)),
    ])
}

/// The kind of its zones, their number and the limit of open ones.
fn zones(device: &DeviceRecord, locale: &Locale) -> Option<String> {
    let Some(zones) = &device.zones else {
        // The form of earlier records.
        return device.discard.zones.clone().filter(|zones| zones != "none");
    };
    let limit = |count: Option<u64>| count.filter(|&count| count > 0);
    let size = zones.size_bytes.map(Bytes);
    Some(join([
        Some(zones.model.clone()),
        zones
            .count
            .zip(size)
            .map(|(count, size)| say!(locale, "device-zones-of", count = count, size = size)),
        limit(zones.conventional_count)
            .map(|count| say!(locale, "device-zones-conventional", count = count)),
        limit(zones.open_max_count)
            .map(|count| say!(locale, "device-zones-open", count = count)),
        limit(zones.active_max_count)
            .map(|count| say!(locale, "device-zones-active", count = count)),
    ]))
}

/// The known rows that are not empty.
fn known<const N: usize>(rows: [(&'static str, Option<String>); N]) -> Facts {
    let rows = rows.into_iter();
    rows.filter_map(|(name, value)| Some((name, value.filter(|it| !it.is_empty())?))).collect()
}

fn facts_section(title: &'static str, rows: Facts, locale: &Locale) -> Option<Section> {
    (!rows.is_empty())
        .then(|| Section::named(locale.text(title), vec![Block::Facts(named(rows, locale))]))
}

fn numbered(title: &'static str, texts: Vec<String>, locale: &Locale) -> Option<Section> {
    (!texts.is_empty())
        .then(|| Section::named(locale.text(title), vec![Block::Numbered(texts)]))
}

fn join<const N: usize>(parts: [Option<String>; N]) -> String {
    join_with(", ", parts)
}

fn join_with(between: &str, parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(between)
}

fn yes_no(flag: bool, locale: &Locale) -> String {
    match flag {
        true => say!(locale, "yes"),
        false => say!(locale, "no"),
    }
}

/// A decoder's word for a number in a register, such as `block erase`; words without a translation stay unchanged.
#[must_use]
pub fn decoded_word(word: &str, locale: &Locale) -> String {
    let id: String = word
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it.to_ascii_lowercase() } else { '-' })
        .collect();
    let id = format!("decoded-{}", id.trim_matches('-'));
    if locale.has(&id) { locale.text(&id) } else { word.to_owned() }
}

fn decoded_list(words: &[String], locale: &Locale) -> String {
    let words: Vec<String> = words.iter().map(|word| decoded_word(word, locale)).collect();
    words.join(", ")
}

pub(crate) fn capacity(bytes: Option<u64>) -> String {
    bytes.map_or(format::UNKNOWN.to_owned(), |bytes| Bytes(bytes).both())
}

/// `49.9 C`, `50 C`.
pub(crate) fn celsius(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0} C") } else { format!("{tenths:.1} C") }
}

fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}

fn seconds(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..3600 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

fn bits_per_s(bits: u64) -> String {
    if bits >= 1_000_000_000 {
        let text = format!("{}.{}", bits / 1_000_000_000, bits / 100_000_000 % 10);
        format!("{} Gb/s", text.trim_end_matches(".0"))
    } else {
        let text = format!("{}.{}", bits / 1_000_000, bits / 100_000 % 10);
        format!("{} Mb/s", text.trim_end_matches(".0"))
    }
}
