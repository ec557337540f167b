//! Pages of NVMe drives.

use iogram_model::{
    Bytes, DeviceRecord, Nanos, NvmeController, NvmeErrorEntry, NvmeFirmware, NvmeNamespace,
    NvmeSmart,
};

use super::{
    Facts, capacity, celsius, critical_at, decoded_list, decoded_word, facts_section, join,
    join_with, known, percent, seconds, warns_at, yes_no,
};
use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, named};
use crate::table::{Heading, Table};

pub(super) fn sections(device: &DeviceRecord, locale: &Locale) -> Vec<Section> {
    let Some(nvme) = &device.nvme else { return Vec::new() };
    let mut rows =
        nvme.controller.as_ref().map(|it| controller(it, locale)).unwrap_or_default();
    rows.extend(nvme.firmware.as_ref().map(|it| firmware(it, locale)).unwrap_or_default());
    let mut sections = Vec::new();
    let states = nvme.controller.as_ref().and_then(|it| power_states(it, locale));
    if !rows.is_empty() {
        let blocks =
            std::iter::once(Block::Facts(named(rows, locale))).chain(states.map(Block::Table));
        sections.push(Section::named(say!(locale, "nvme-controller"), blocks.collect()));
    }
    let id = nvme.namespace_id.as_ref().map(|id| say!(locale, "nvme-id", id = id));
    if let Some(page) = &nvme.namespace {
        let mut rows = known([("nvme-space", id)]);
        rows.extend(namespace(page, locale));
        let blocks =
            vec![Block::Facts(named(rows, locale)), Block::Table(formats(page, locale))];
        sections.push(Section::named(say!(locale, "nvme-namespace"), blocks));
    } else {
        let rows = known([("nvme-space", id)]);
        sections.extend(facts_section("nvme-namespace", rows, locale));
    }
    sections.extend(nvme.errors.as_deref().and_then(|it| errors(it, locale)));
    sections
}

fn controller(page: &NvmeController, locale: &Locale) -> Facts {
    let size = |size: Option<u64>| size.map(|size| Bytes(size).binary());
    let thresholds = join([
        page.warning_celsius.map(|it| warns_at(it, locale)),
        page.critical_celsius.map(|it| critical_at(it, locale)),
    ]);
    let throttle = page.throttle_min_celsius.zip(page.throttle_max_celsius);
    let throttle = throttle.map(|(low, high)| {
        say!(locale, "nvme-settable", low = celsius(low), high = celsius(high))
    });
    known([
        ("nvme-version", page.version.clone()),
        ("nvme-vendor", Some(page.vendor_id.clone())),
        ("nvme-oui", page.ieee_oui.clone()),
        ("nvme-transfer-max", size(page.transfer_max_bytes)),
        ("device-write-cache", page.has_write_cache.map(|it| yes_no(it, locale))),
        ("nvme-host-memory", size(page.host_memory_preferred_bytes.filter(|it| *it > 0))),
        ("nvme-flash", page.total_bytes.map(|it| capacity(Some(it)))),
        (
            "nvme-namespaces",
            page.namespace_count.map(|count| say!(locale, "nvme-up-to", count = count)),
        ),
        ("nvme-temperature", Some(thresholds)),
        ("nvme-throttling", throttle),
        ("nvme-commands", Some(decoded_list(&page.features, locale))),
        ("nvme-sanitize", Some(decoded_list(&page.sanitize, locale))),
    ])
}

fn firmware(page: &NvmeFirmware, locale: &Locale) -> Facts {
    let slots = page.slots.iter().enumerate().filter_map(|(index, revision)| {
        let number = index.saturating_add(1);
        let is = |slot: Option<u64>| slot == u64::try_from(number).ok();
        let marks = [
            is(page.active_slot_index).then(|| say!(locale, "nvme-slot-runs")),
            is(page.next_slot_index).then(|| say!(locale, "nvme-slot-next")),
        ];
        let revision = Some(format!("{number}: {}", revision.as_ref()?));
        Some(join_with(" ", [revision].into_iter().chain(marks)))
    });
    known([("nvme-slots", Some(slots.collect::<Vec<_>>().join(", ")))])
}

fn power_states(page: &NvmeController, locale: &Locale) -> Option<Table> {
    if page.power_states.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::numbers(say!(locale, "nvme-power-state")),
        Heading::numbers(say!(locale, "nvme-power-most")),
        Heading::words(say!(locale, "nvme-power-works")),
        Heading::numbers(say!(locale, "nvme-power-enter")),
        Heading::numbers(say!(locale, "nvme-power-leave")),
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
            yes_no(state.is_operational, locale),
            time(state.entry_latency_ns),
            time(state.exit_latency_ns),
        ]
    });
    Some(Table { columns, rows: rows.collect() })
}

fn namespace(page: &NvmeNamespace, locale: &Locale) -> Facts {
    let block = page.formats.iter().find(|it| it.format_index == page.format_index);
    let block = block.map(|it| it.block_size_bytes);
    let size = |blocks: u64| Some(capacity(Some(blocks.checked_mul(block?)?)));
    known([
        ("nvme-size", size(page.size_blocks_count)),
        ("device-in-use", size(page.used_blocks_count)),
        ("nvme-thin", Some(yes_no(page.is_thin, locale))),
        ("nvme-discarded-reads", page.discarded_reads.clone()),
        (
            "nvme-best-sizes",
            Some(join([
                page.optimal_write_bytes
                    .map(|it| say!(locale, "nvme-best-write", size = Bytes(it))),
                page.optimal_discard_bytes
                    .map(|it| say!(locale, "nvme-best-discard", size = Bytes(it))),
                page.optimal_boundary_bytes
                    .map(|it| say!(locale, "nvme-best-boundary", size = Bytes(it))),
            ])),
        ),
        ("nvme-nguid", page.nguid.clone()),
        ("nvme-eui64", page.eui64.clone()),
    ])
}

fn formats(page: &NvmeNamespace, locale: &Locale) -> Table {
    let columns = vec![
        Heading::numbers(say!(locale, "nvme-format")),
        Heading::numbers(say!(locale, "nvme-block")),
        Heading::numbers(say!(locale, "nvme-metadata")),
        Heading::words(say!(locale, "nvme-performance")),
        Heading::words(say!(locale, "device-in-use")),
    ];
    let rows = page.formats.iter().map(|format| {
        vec![
            format.format_index.to_string(),
            Bytes(format.block_size_bytes).to_string(),
            Bytes(format.metadata_bytes).to_string(),
            decoded_word(&format.performance, locale),
            match format.format_index == page.format_index {
                true => say!(locale, "yes"),
                false => String::new(),
            },
        ]
    });
    Table { columns, rows: rows.collect() }
}

pub(super) fn health(page: &NvmeSmart, locale: &Locale) -> Facts {
    let warnings = match page.critical_warnings.as_slice() {
        [] => say!(locale, "health-none"),
        warnings => decoded_list(warnings, locale),
    };
    let count = |count: Option<u64>| count.map(|count| count.to_string());
    let sensors = page.sensors.iter();
    let sensors =
        sensors.map(|it| format!("{}: {}", it.sensor_index, celsius(it.temperature_celsius)));
    let sensors = sensors.collect::<Vec<_>>().join(", ");
    let sensors = match sensors.as_str() {
        "" => sensors,
        values => format!(" ({})", say!(locale, "nvme-sensors", values = values)),
    };
    let throttle = |count: u64, time: u64| {
        say!(locale, "health-times", count = count, time = seconds(time))
    };
    known([
        ("health-warnings", Some(warnings)),
        ("nvme-temperature", page.temperature_celsius.map(|it| celsius(it) + &sensors)),
        ("health-life-used", Some(percent(page.life_used_ratio))),
        (
            "health-spare",
            Some(say!(
                locale,
                "health-spare-of",
                share = percent(page.spare_ratio),
                limit = percent(page.spare_threshold_ratio)
            )),
        ),
        ("health-written", page.written_bytes.map(|it| Bytes(it).decimal())),
        ("health-read", page.read_bytes.map(|it| Bytes(it).decimal())),
        ("health-powered-on", page.power_on_s.map(seconds)),
        ("health-power-cycles", count(page.power_cycle_count)),
        ("health-sudden-offs", count(page.unsafe_shutdown_count)),
        ("health-media-errors", count(page.media_error_count)),
        ("health-logged-errors", count(page.error_log_count)),
        (
            "health-too-hot",
            Some(say!(
                locale,
                "health-too-hot-for",
                warning = seconds(page.warning_temperature_s),
                critical = seconds(page.critical_temperature_s)
            )),
        ),
        (
            "health-throttled-lightly",
            Some(throttle(page.throttle_light_count, page.throttle_light_s)),
        ),
        (
            "health-throttled-heavily",
            Some(throttle(page.throttle_heavy_count, page.throttle_heavy_s)),
        ),
    ])
}

/// The most entries to show; a log may have more.
const ERRORS_MAX: usize = 8;

fn errors(entries: &[NvmeErrorEntry], locale: &Locale) -> Option<Section> {
    if entries.is_empty() {
        return None;
    }
    let columns = vec![
        Heading::numbers(say!(locale, "nvme-error")),
        Heading::words(say!(locale, "nvme-status")),
        Heading::numbers(say!(locale, "nvme-queue")),
        Heading::numbers(say!(locale, "nvme-first-block")),
    ];
    let or_none = |text: Option<String>| text.unwrap_or(format::UNKNOWN.to_owned());
    let rows = entries.iter().take(ERRORS_MAX).map(|entry| {
        vec![
            entry.error_count.to_string(),
            decoded_word(&entry.status, locale),
            or_none(entry.queue_id.clone()),
            or_none(entry.first_block_index.map(|block| block.to_string())),
        ]
    });
    let table = Table { columns, rows: rows.collect() };
    Some(Section::named(say!(locale, "nvme-error-log"), vec![Block::Table(table)]))
}
