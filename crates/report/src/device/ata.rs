//! Pages of ATA drives.

use iogram_model::{
    AtaIdentify, AtaRecord, AtaSecurity, AtaSmart, AtaSmartAttribute, DeviceRecord,
};

use super::{
    Facts, bits_per_s, capacity, celsius, decoded_list, decoded_word, join, known, seconds,
    yes_no,
};
use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, named};
use crate::table::{Heading, Table};

pub(super) fn sections(device: &DeviceRecord, locale: &Locale) -> Vec<Section> {
    let Some(ata) = &device.ata else { return Vec::new() };
    let mut sections = Vec::new();
    if let Some(page) = &ata.identify {
        let blocks = vec![Block::Facts(named(identify(page, locale), locale))];
        sections.push(Section::named(say!(locale, "ata-drive"), blocks));
    }
    if let Some(smart) = ata.smart.as_ref().filter(|smart| !smart.attributes.is_empty()) {
        let blocks = vec![Block::Table(attributes(smart, locale))];
        sections.push(Section::named(say!(locale, "ata-attributes"), blocks));
    }
    sections
}

fn identify(page: &AtaIdentify, locale: &Locale) -> Facts {
    let turns = match (page.is_solid_state, page.rotation_rpm) {
        (Some(true), _) => Some(say!(locale, "ata-solid-state")),
        (_, Some(rpm)) => Some(say!(locale, "ata-turns", rpm = rpm)),
        _ => None,
    };
    let speed = join([
        page.speed_bits_per_s.map(bits_per_s),
        page.speed_possible_bits_per_s
            .map(|it| say!(locale, "device-size-up-to", size = bits_per_s(it))),
    ]);
    let cache = match (page.has_write_cache, page.is_write_cache_on) {
        (Some(false), _) => Some(say!(locale, "health-none")),
        (Some(true), Some(true)) => Some(say!(locale, "device-on")),
        (Some(true), Some(false)) => Some(say!(locale, "device-off")),
        _ => None,
    };
    let trim = page.supports_trim.map(|it| match &page.trimmed_reads {
        Some(reads) => {
            say!(locale, "ata-trimmed-reads", value = decoded_word(reads, locale))
        }
        None => yes_no(it, locale),
    });
    let checksum =
        page.is_checksum_right.filter(|it| !it).map(|_| say!(locale, "device-wrong"));
    known([
        ("ata-model", page.model.clone()),
        ("capacity", page.capacity_bytes.map(|it| capacity(Some(it)))),
        (
            "ata-form",
            Some(join([page.form_factor.as_ref().map(|it| decoded_word(it, locale)), turns])),
        ),
        ("ata-version", page.version.clone()),
        ("ata-speed", Some(speed)),
        ("nvme-queue", page.queue_depth.map(|it| say!(locale, "ata-commands", count = it))),
        ("ata-cache", cache),
        ("ata-fua", page.supports_fua.map(|it| yes_no(it, locale))),
        ("ata-trim", trim),
        ("nvme-sanitize", Some(decoded_list(&page.sanitize, locale))),
        ("ata-security", page.security.map(|it| security(it, locale))),
        ("ata-wwn", page.wwn.clone()),
        ("device-checksum", checksum),
    ])
}

fn security(security: AtaSecurity, locale: &Locale) -> String {
    let state = match (security.is_locked, security.is_frozen, security.is_enabled) {
        (true, _, _) => say!(locale, "ata-locked"),
        (_, true, _) => say!(locale, "ata-frozen"),
        (_, _, true) => say!(locale, "ata-password-set"),
        _ => say!(locale, "device-off"),
    };
    join([
        Some(state),
        security.erase_s.map(|it| say!(locale, "ata-erase-in", time = seconds(it))),
        security.enhanced_erase_s.map(|it| say!(locale, "ata-enhanced-in", time = seconds(it))),
    ])
}

pub(super) fn health(ata: &AtaRecord, locale: &Locale) -> Facts {
    let smart = ata.smart.as_ref();
    let verdict = ata.is_failing.map(|failing| match failing {
        true => say!(locale, "ata-failing"),
        false => say!(locale, "ata-passed"),
    });
    known([
        ("ata-smart", verdict),
        ("nvme-temperature", smart.and_then(|it| it.temperature_celsius).map(celsius)),
        ("health-powered-on", smart.and_then(|it| it.power_on_s).map(seconds)),
    ])
}

fn attributes(smart: &AtaSmart, locale: &Locale) -> Table {
    let columns = vec![
        Heading::numbers(say!(locale, "ata-number")),
        Heading::words(say!(locale, "ata-meaning")),
        Heading::numbers(say!(locale, "ata-value")),
        Heading::numbers(say!(locale, "ata-worst")),
        Heading::numbers(say!(locale, "ata-limit")),
        Heading::numbers(say!(locale, "ata-raw")),
        Heading::words(say!(locale, "ata-state")),
    ];
    let number =
        |value: Option<u64>| value.map_or(format::UNKNOWN.to_owned(), |it| it.to_string());
    let rows = smart.attributes.iter().map(|attribute| {
        vec![
            attribute.attribute_index.to_string(),
            attribute
                .name
                .as_ref()
                .map_or(format::UNKNOWN.to_owned(), |it| decoded_word(it, locale)),
            number(attribute.value_index),
            number(attribute.worst_index),
            number(attribute.threshold_index),
            attribute.raw_count.to_string(),
            state(attribute, locale),
        ]
    });
    Table { columns, rows: rows.collect() }
}

/// A threshold of 0 cannot be reached.
fn state(attribute: &AtaSmartAttribute, locale: &Locale) -> String {
    let limit = attribute.threshold_index.filter(|limit| *limit > 0);
    let is_at =
        |value: Option<u64>| value.zip(limit).is_some_and(|(value, limit)| value <= limit);
    match (is_at(attribute.value_index), is_at(attribute.worst_index)) {
        (true, _) if attribute.is_prefail => say!(locale, "ata-failing"),
        (true, _) => say!(locale, "ata-worn-out"),
        (false, true) => say!(locale, "ata-was-at-limit"),
        _ if limit.is_none() => String::new(),
        _ => say!(locale, "ata-ok"),
    }
}
