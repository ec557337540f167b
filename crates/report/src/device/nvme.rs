//! Pages of NVMe drives.

use iogram_model::{
    Bytes, DeviceRecord, Nanos, NvmeController, NvmeErrorEntry, NvmeFirmware, NvmeNamespace,
    NvmeSmart,
};

use super::{
    Facts, capacity, celsius, facts_of, facts_section, join, known, percent, seconds, yes_no,
};
use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

pub(super) fn sections(device: &DeviceRecord) -> Vec<Section> {
    let Some(nvme) = &device.nvme else { return Vec::new() };
    let mut rows = nvme.controller.as_ref().map(controller).unwrap_or_default();
    rows.extend(nvme.firmware.as_ref().map(firmware).unwrap_or_default());
    let mut sections = Vec::new();
    let states = nvme.controller.as_ref().and_then(power_states);
    if !rows.is_empty() {
        let blocks =
            std::iter::once(Block::Facts(facts_of(rows))).chain(states.map(Block::Table));
        sections.push(Section::named("NVMe controller".to_owned(), blocks.collect()));
    }
    if let Some(page) = &nvme.namespace {
        let mut rows =
            known([("namespace", nvme.namespace_id.as_ref().map(|id| format!("id {id}")))]);
        rows.extend(namespace(page));
        let blocks = vec![Block::Facts(facts_of(rows)), Block::Table(formats(page))];
        sections.push(Section::named("NVMe namespace".to_owned(), blocks));
    } else {
        let id = nvme.namespace_id.as_ref().map(|id| format!("id {id}"));
        sections.extend(facts_section("NVMe namespace", known([("namespace", id)])));
    }
    sections.extend(nvme.errors.as_deref().and_then(errors));
    sections
}

fn controller(page: &NvmeController) -> Facts {
    let size = |size: Option<u64>| size.map(|size| Bytes(size).binary());
    let thresholds = join([
        page.warning_celsius.map(|it| format!("warns at {}", celsius(it))),
        page.critical_celsius.map(|it| format!("critical at {}", celsius(it))),
    ]);
    let throttle = page.throttle_min_celsius.zip(page.throttle_max_celsius);
    let throttle = throttle
        .map(|(low, high)| format!("settable from {} to {}", celsius(low), celsius(high)));
    known([
        ("NVMe version", page.version.clone()),
        ("vendor", Some(page.vendor_id.clone())),
        ("OUI", page.ieee_oui.clone()),
        ("largest transfer", size(page.transfer_max_bytes)),
        ("write cache", page.has_write_cache.map(yes_no)),
        ("host memory", size(page.host_memory_preferred_bytes.filter(|it| *it > 0))),
        ("flash", page.total_bytes.map(|it| capacity(Some(it)))),
        ("namespaces", page.namespace_count.map(|count| format!("up to {count}"))),
        ("temperature", Some(thresholds)),
        ("throttling", throttle),
        ("commands", Some(page.features.join(", "))),
        ("sanitize", Some(page.sanitize.join(", "))),
    ])
}

fn firmware(page: &NvmeFirmware) -> Facts {
    let slots = page.slots.iter().enumerate().filter_map(|(index, revision)| {
        let number = index.saturating_add(1);
        let is = |slot: Option<u64>| slot == u64::try_from(number).ok();
        let now = if is(page.active_slot_index) { " (runs)" } else { "" };
        let next = if is(page.next_slot_index) { " (next)" } else { "" };
        Some(format!("{number}: {}{now}{next}", revision.as_ref()?))
    });
    known([("firmware slots", Some(slots.collect::<Vec<_>>().join(", ")))])
}

fn power_states(page: &NvmeController) -> Option<Table> {
    if page.power_states.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::numbers("power state"),
        Heading::numbers("at most"),
        Heading::words("works"),
        Heading::numbers("to enter"),
        Heading::numbers("to leave"),
    ];
    let time =
        |ns: Option<u64>| ns.map_or(format::UNKNOWN.to_owned(), |ns| Nanos(ns).to_string());
    let rows = page.power_states.iter().map(|state| {
        let power = state.power_max_watts;
        let digits = if power.is_some_and(|it| it < 1.0) { 4 } else { 2 };
        let power = power.map_or(format::UNKNOWN.to_owned(), |it| format!("{it:.digits$} W"));
        vec![
            state.state_index.to_string(),
            power,
            yes_no(state.is_operational),
            time(state.entry_latency_ns),
            time(state.exit_latency_ns),
        ]
    });
    Some(Table { columns, rows: rows.collect() })
}

fn namespace(page: &NvmeNamespace) -> Facts {
    let block = page.formats.iter().find(|it| it.format_index == page.format_index);
    let block = block.map(|it| it.block_size_bytes);
    let size = |blocks: u64| Some(capacity(Some(blocks.checked_mul(block?)?)));
    let best = |size: Option<u64>, of: &str| size.map(|it| format!("{of} {}", Bytes(it)));
    known([
        ("size", size(page.size_blocks_count)),
        ("in use", size(page.used_blocks_count)),
        ("thin", Some(yes_no(page.is_thin))),
        ("discarded reads", page.discarded_reads.clone()),
        (
            "best sizes",
            Some(join([
                best(page.optimal_write_bytes, "write"),
                best(page.optimal_discard_bytes, "discard"),
                best(page.optimal_boundary_bytes, "boundary"),
            ])),
        ),
        ("NGUID", page.nguid.clone()),
        ("EUI-64", page.eui64.clone()),
    ])
}

fn formats(page: &NvmeNamespace) -> Table {
    let columns = vec![
        Heading::numbers("format"),
        Heading::numbers("block"),
        Heading::numbers("metadata"),
        Heading::words("performance"),
        Heading::words("in use"),
    ];
    let rows = page.formats.iter().map(|format| {
        vec![
            format.format_index.to_string(),
            Bytes(format.block_size_bytes).to_string(),
            Bytes(format.metadata_bytes).to_string(),
            format.performance.clone(),
            if format.format_index == page.format_index { "yes" } else { "" }.to_owned(),
        ]
    });
    Table { columns, rows: rows.collect() }
}

pub(super) fn health(page: &NvmeSmart) -> Facts {
    let warnings = page.critical_warnings.join(", ");
    let count = |count: Option<u64>| count.map(|count| count.to_string());
    let sensors = page.sensors.iter();
    let sensors =
        sensors.map(|it| format!("{}: {}", it.sensor_index, celsius(it.temperature_celsius)));
    let sensors = sensors.collect::<Vec<_>>().join(", ");
    let sensors = if sensors.is_empty() { sensors } else { format!(" (sensors {sensors})") };
    let throttle = |count: u64, time: u64| format!("{count} times, {}", seconds(time));
    known([
        ("warnings", Some(if warnings.is_empty() { "none".to_owned() } else { warnings })),
        ("temperature", page.temperature_celsius.map(|it| celsius(it) + &sensors)),
        ("life used", Some(percent(page.life_used_ratio))),
        (
            "spare",
            Some(format!(
                "{} (warns below {})",
                percent(page.spare_ratio),
                percent(page.spare_threshold_ratio)
            )),
        ),
        ("written", page.written_bytes.map(|it| Bytes(it).decimal())),
        ("read", page.read_bytes.map(|it| Bytes(it).decimal())),
        ("powered on", page.power_on_s.map(seconds)),
        ("power cycles", count(page.power_cycle_count)),
        ("sudden power-offs", count(page.unsafe_shutdown_count)),
        ("media errors", count(page.media_error_count)),
        ("logged errors", count(page.error_log_count)),
        (
            "too hot",
            Some(format!(
                "{} warning, {} critical",
                seconds(page.warning_temperature_s),
                seconds(page.critical_temperature_s)
            )),
        ),
        ("throttled lightly", Some(throttle(page.throttle_light_count, page.throttle_light_s))),
        ("throttled heavily", Some(throttle(page.throttle_heavy_count, page.throttle_heavy_s))),
    ])
}

/// Entries that are told; a log may have more.
const ERRORS_MAX: usize = 8;

fn errors(entries: &[NvmeErrorEntry]) -> Option<Section> {
    if entries.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::numbers("error"),
        Heading::words("status"),
        Heading::numbers("queue"),
        Heading::numbers("first block"),
    ];
    let or_none = |text: Option<String>| text.unwrap_or(format::UNKNOWN.to_owned());
    let rows = entries.iter().take(ERRORS_MAX).map(|entry| {
        vec![
            entry.error_count.to_string(),
            entry.status.clone(),
            or_none(entry.queue_id.clone()),
            or_none(entry.first_block_index.map(|block| block.to_string())),
        ]
    });
    let table = Table { columns, rows: rows.collect() };
    Some(Section::named("NVMe error log".to_owned(), vec![Block::Table(table)]))
}
