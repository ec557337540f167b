//! A block device on a page: what it is, what limits it, how healthy it is, what it says of itself.
//!
//! What is unknown is left out here, because most devices have most of it not; what was asked and not
//! answered is listed at the end.

mod ata;
mod list;
mod mmc;
mod nvme;

use iogram_model::{
    Bytes, DeviceRecord, DeviceUse, Limit, PartitionRecord, PciRecord, SensorRecord, UsbRecord,
    UseKind,
};

pub use list::render_device_list;

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Audience, Block, Fact, Section, Sheet};
use crate::table::{Heading, Table};
use crate::text::Options;

/// Names and values.
type Facts = Vec<(&'static str, String)>;

/// `device` as text for a terminal.
#[must_use]
pub fn render_device_text(device: &DeviceRecord, options: &Options) -> String {
    crate::text::render_sheet(&sheet(device, Audience::Owner), options)
}

/// `device` as Markdown. Serial numbers are left out: it is made to be published.
#[must_use]
pub fn render_device_markdown(device: &DeviceRecord) -> String {
    crate::markdown::render_sheet(&sheet(device, Audience::Public))
}

fn sheet(device: &DeviceRecord, audience: Audience) -> Sheet {
    let summary = &device.summary;
    let model = summary.model.clone().unwrap_or_else(|| "unknown model".to_owned());
    let mut sections = Vec::new();
    sections.extend(numbered("What limits a measurement", limits(&device.limits)));
    sections.extend(health(device));
    sections.extend(partitions(&device.partitions));
    sections.extend(mmc::sections(device, audience));
    sections.extend(nvme::sections(device));
    sections.extend(ata::sections(device));
    sections.extend(connection(device));
    sections.extend(facts_section("Queue", queue(device)));
    let unanswered = device.unanswered.clone();
    sections.extend(numbered("Asked and not answered", unanswered));
    Sheet {
        head: None,
        title: format!("{} - {}, {model}", summary.name, summary.drive),
        subtitle: subtitle(device),
        alarm: alarm(device),
        facts: facts_of(facts(device, audience)),
        sections,
    }
}

fn subtitle(device: &DeviceRecord) -> String {
    let summary = &device.summary;
    let flag =
        |flag: Option<bool>, word: &str| flag.filter(|flag| *flag).map(|_| word.to_owned());
    join([
        Some(capacity(summary.capacity_bytes)),
        summary.link.clone(),
        flag(summary.is_removable, "removable"),
        flag(summary.is_read_only, "read-only"),
        summary.partition_of.as_ref().map(|whole| format!("partition of {whole}")),
    ])
}

/// A drive that says itself that it is failing.
fn alarm(device: &DeviceRecord) -> Option<String> {
    let nvme = device.nvme.as_ref().and_then(|nvme| nvme.smart.as_ref());
    let nvme = nvme.map(|smart| smart.critical_warnings.join(", "));
    let ata = device.ata.as_ref().and_then(|ata| ata.is_failing);
    let ata = ata.filter(|failing| *failing).map(|_| "it expects to fail soon".to_owned());
    let mmc = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref()?.reserve.clone());
    let mmc = mmc
        .filter(|state| state != "normal")
        .map(|state| format!("reserved blocks are almost used up ({state})"));
    let told = nvme.into_iter().chain(ata).chain(mmc).find(|told| !told.is_empty())?;
    Some(format!("THE DRIVE WARNS: {told}"))
}

fn facts(device: &DeviceRecord, audience: Audience) -> Facts {
    let summary = &device.summary;
    let is_owner = audience == Audience::Owner;
    let blocks = join([
        device.logical_block_size_bytes.map(|size| format!("{} logical", Bytes(size))),
        device.physical_block_size_bytes.map(|size| format!("{} physical", Bytes(size))),
    ]);
    let below = device.drives.iter().filter(|name| **name != summary.name).cloned();
    known([
        ("serial", summary.serial.clone().filter(|_| is_owner)),
        ("firmware", device.firmware.clone()),
        ("blocks", Some(blocks)),
        ("drives", Some(below.collect::<Vec<_>>().join(", "))),
        ("in use", Some(uses(summary.uses.as_deref()))),
        ("written", device.signatures.as_ref().map(|kinds| written(kinds))),
        ("by id", Some(device.by_id.join(", ")).filter(|_| is_owner)),
    ])
}

/// What uses a device, in words.
pub(crate) fn uses(uses: Option<&[DeviceUse]>) -> String {
    let Some(uses) = uses else { return format!("{} (not known)", format::UNKNOWN) };
    if uses.is_empty() {
        return "no".to_owned();
    }
    uses.iter().map(|it| use_words(it, &Locale::english())).collect::<Vec<_>>().join("; ")
}

/// What one use is, in words.
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

fn written(kinds: &[String]) -> String {
    if kinds.is_empty() { "nothing recognised".to_owned() } else { kinds.join(", ") }
}

fn limits(limits: &[Limit]) -> Vec<String> {
    limits.iter().map(|limit| limit.message.clone()).collect()
}

fn health(device: &DeviceRecord) -> Option<Section> {
    let nvme = device.nvme.as_ref().and_then(|nvme| nvme.smart.as_ref());
    let mut rows = nvme.map(nvme::health).unwrap_or_default();
    rows.extend(device.ata.as_ref().map(ata::health).unwrap_or_default());
    let ext_csd = device.mmc.as_ref().and_then(|mmc| mmc.ext_csd.as_ref());
    rows.extend(ext_csd.map(mmc::health).unwrap_or_default());
    let sensors: Vec<String> = device.sensors.iter().filter_map(sensor).collect();
    rows.extend(known([("sensors", Some(sensors.join("; ")))]));
    facts_section("Health", rows)
}

fn sensor(sensor: &SensorRecord) -> Option<String> {
    let limits = join([
        sensor.limit_celsius.map(|limit| format!("warns at {}", celsius(limit))),
        sensor.critical_celsius.map(|limit| format!("critical at {}", celsius(limit))),
    ]);
    let limits = if limits.is_empty() { limits } else { format!(" ({limits})") };
    Some(format!("{} {}{limits}", sensor.label, celsius(sensor.temperature_celsius?)))
}

fn partitions(partitions: &[PartitionRecord]) -> Option<Section> {
    if partitions.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::name("name"),
        Heading::numbers("begins at"),
        Heading::numbers("size"),
        Heading::words("written"),
    ];
    let row = |partition: &PartitionRecord| {
        vec![
            partition.name.clone(),
            partition.start_bytes.map_or(format::UNKNOWN.to_owned(), |at| Bytes(at).binary()),
            capacity(partition.size_bytes),
            partition.signatures.as_ref().map_or(format::UNKNOWN.to_owned(), |it| written(it)),
        ]
    };
    let table = Table { columns, rows: partitions.iter().map(row).collect() };
    Some(Section::named("Partitions".to_owned(), vec![Block::Table(table)]))
}

fn connection(device: &DeviceRecord) -> Option<Section> {
    let mut rows = device.usb.as_ref().map(usb).unwrap_or_default();
    rows.extend(device.pci.as_ref().map(pci).unwrap_or_default());
    facts_section("Connection", rows)
}

fn usb(usb: &UsbRecord) -> Facts {
    let numbers = join_with(" ", [usb.vendor_id.clone(), usb.product_id.clone()]);
    let listed = join([usb.vendor.clone(), usb.product.clone()]);
    let own = join([usb.manufacturer_text.clone(), usb.product_text.clone()]);
    let speed = usb.speed_bits_per_s.map(bits_per_s);
    let possible =
        usb.speed_possible_bits_per_s.map(|it| format!("device up to {}", bits_per_s(it)));
    let bus = usb.speed_bus_bits_per_s.map(|it| format!("bus up to {}", bits_per_s(it)));
    let uas = usb.offers_uas.map(|it| if it { "offers UAS" } else { "bulk-only" }.to_owned());
    known([
        ("USB device", Some(join([Some(own), Some(listed)].map(non_empty)))),
        ("USB numbers", Some(numbers)),
        ("USB speed", Some(join([speed, possible, bus]))),
        (
            "USB protocol",
            Some(join([
                usb.driver.as_ref().map(|driver| format!("driver {driver}")),
                uas,
                usb.version.as_ref().map(|version| format!("made by USB {version}")),
            ])),
        ),
    ])
}

fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn pci(pci: &PciRecord) -> Facts {
    let name = join([pci.vendor.clone(), pci.device.clone()]);
    let numbers = join_with(" ", [pci.vendor_id.clone(), pci.device_id.clone()]);
    let link = join([
        pci.link.as_ref().map(|link| format!("PCIe {link}")),
        pci.link_possible.as_ref().map(|link| format!("function up to {link}")),
        pci.link_port.as_ref().map(|link| format!("port up to {link}")),
    ]);
    known([
        (
            "PCI function",
            Some(join([Some(pci.address.clone()), Some(name), Some(numbers)].map(non_empty))),
        ),
        ("PCI driver", pci.driver.clone()),
        ("PCI link", Some(link)),
    ])
}

fn queue(device: &DeviceRecord) -> Facts {
    let (queue, discard) = (&device.queue, &device.discard);
    // Many drivers say one block less than a power of two: exact bytes say nothing to a reader.
    let supported = |size: Option<Bytes>| {
        let size = size?;
        Some(if size == Bytes(0) { "no".to_owned() } else { format!("up to {}", size.both()) })
    };
    let granularity = discard.granularity_bytes.filter(|size| *size > 0);
    known([
        ("scheduler", queue.scheduler.clone()),
        ("write cache", queue.write_cache.clone()),
        ("FUA", queue.fua.map(yes_no)),
        ("rotational", queue.rotational.map(yes_no)),
        ("requests", queue.nr_requests.map(|count| count.to_string())),
        ("largest request", queue.request_max.map(|size| size.to_string())),
        ("read-ahead", queue.read_ahead.map(|size| size.to_string())),
        (
            "discard",
            Some(join([
                supported(queue.discard_max),
                granularity.map(|size| format!("in units of {}", Bytes(size))),
            ])),
        ),
        ("write zeroes", supported(discard.write_zeroes_max_bytes.map(Bytes))),
        ("zones", discard.zones.clone().filter(|zones| zones != "none")),
    ])
}

/// Names and values as facts of a page.
fn facts_of(facts: Facts) -> Vec<Fact> {
    let fact =
        |(name, value): (&'static str, String)| Fact { id: name, name: name.to_owned(), value };
    facts.into_iter().map(fact).collect()
}

/// Those that are known and not empty.
fn known<const N: usize>(rows: [(&'static str, Option<String>); N]) -> Facts {
    let rows = rows.into_iter();
    rows.filter_map(|(name, value)| Some((name, value.filter(|it| !it.is_empty())?))).collect()
}

fn facts_section(title: &'static str, rows: Facts) -> Option<Section> {
    (!rows.is_empty())
        .then(|| Section::named(title.to_owned(), vec![Block::Facts(facts_of(rows))]))
}

fn numbered(title: &'static str, texts: Vec<String>) -> Option<Section> {
    (!texts.is_empty()).then(|| Section::named(title.to_owned(), vec![Block::Numbered(texts)]))
}

fn join<const N: usize>(parts: [Option<String>; N]) -> String {
    join_with(", ", parts)
}

fn join_with<const N: usize>(between: &str, parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(between)
}

fn yes_no(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
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
