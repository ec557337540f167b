//! Pages of ATA drives.

use iogram_model::{
    AtaIdentify, AtaRecord, AtaSecurity, AtaSmart, AtaSmartAttribute, DeviceRecord,
};

use super::{Facts, bits_per_s, capacity, celsius, facts_of, join, known, seconds, yes_no};
use crate::format;
use crate::sheet::{Block, Section};
use crate::table::{Heading, Table};

pub(super) fn sections(device: &DeviceRecord) -> Vec<Section> {
    let Some(ata) = &device.ata else { return Vec::new() };
    let mut sections = Vec::new();
    if let Some(page) = &ata.identify {
        let blocks = vec![Block::Facts(facts_of(identify(page)))];
        sections.push(Section::named("ATA drive".to_owned(), blocks));
    }
    if let Some(smart) = ata.smart.as_ref().filter(|smart| !smart.attributes.is_empty()) {
        let blocks = vec![Block::Table(attributes(smart))];
        sections.push(Section::named("SMART attributes".to_owned(), blocks));
    }
    sections
}

fn identify(page: &AtaIdentify) -> Facts {
    let turns = match (page.is_solid_state, page.rotation_rpm) {
        (Some(true), _) => Some("solid state".to_owned()),
        (_, Some(rpm)) => Some(format!("{rpm} turns per minute")),
        _ => None,
    };
    let speed = join([
        page.speed_bits_per_s.map(bits_per_s),
        page.speed_possible_bits_per_s.map(|it| format!("up to {}", bits_per_s(it))),
    ]);
    let cache = match (page.has_write_cache, page.is_write_cache_on) {
        (Some(false), _) => Some("none"),
        (Some(true), Some(true)) => Some("on"),
        (Some(true), Some(false)) => Some("off"),
        _ => None,
    };
    let trim = page.supports_trim.map(|it| match &page.trimmed_reads {
        Some(reads) => format!("yes, trimmed blocks read as {reads}"),
        None => yes_no(it),
    });
    let checksum = page.is_checksum_right.filter(|it| !it).map(|_| "WRONG".to_owned());
    known([
        ("drive's model", page.model.clone()),
        ("capacity", page.capacity_bytes.map(|it| capacity(Some(it)))),
        ("form", Some(join([page.form_factor.clone(), turns]))),
        ("ATA version", page.version.clone()),
        ("SATA speed", Some(speed)),
        ("queue", page.queue_depth.map(|depth| format!("{depth} commands"))),
        ("drive's cache", cache.map(str::to_owned)),
        ("drive's FUA", page.supports_fua.map(yes_no)),
        ("TRIM", trim),
        ("sanitize", Some(page.sanitize.join(", "))),
        ("security", page.security.map(security)),
        ("WWN", page.wwn.clone()),
        ("checksum", checksum),
    ])
}

fn security(security: AtaSecurity) -> String {
    let state = match (security.is_locked, security.is_frozen, security.is_enabled) {
        (true, _, _) => "locked",
        (_, true, _) => "frozen until the next power cycle",
        (_, _, true) => "password set",
        _ => "off",
    };
    let erase =
        |time: Option<u64>, what: &str| time.map(|it| format!("{what} in {}", seconds(it)));
    join([
        Some(state.to_owned()),
        erase(security.erase_s, "erase"),
        erase(security.enhanced_erase_s, "enhanced erase"),
    ])
}

pub(super) fn health(ata: &AtaRecord) -> Facts {
    let smart = ata.smart.as_ref();
    let verdict = ata.is_failing.map(|failing| if failing { "FAILING" } else { "passed" });
    known([
        ("SMART", verdict.map(str::to_owned)),
        ("temperature", smart.and_then(|it| it.temperature_celsius).map(celsius)),
        ("powered on", smart.and_then(|it| it.power_on_s).map(seconds)),
    ])
}

fn attributes(smart: &AtaSmart) -> Table {
    let columns = vec![
        Heading::numbers("number"),
        Heading::words("usual meaning"),
        Heading::numbers("value"),
        Heading::numbers("worst"),
        Heading::numbers("limit"),
        Heading::numbers("raw"),
        Heading::words("state"),
    ];
    let number =
        |value: Option<u64>| value.map_or(format::UNKNOWN.to_owned(), |it| it.to_string());
    let rows = smart.attributes.iter().map(|attribute| {
        vec![
            attribute.attribute_index.to_string(),
            attribute.name.clone().unwrap_or(format::UNKNOWN.to_owned()),
            number(attribute.value_index),
            number(attribute.worst_index),
            number(attribute.threshold_index),
            attribute.raw_count.to_string(),
            state(attribute).to_owned(),
        ]
    });
    Table { columns, rows: rows.collect() }
}

/// A limit of 0 cannot be reached.
fn state(attribute: &AtaSmartAttribute) -> &'static str {
    let limit = attribute.threshold_index.filter(|limit| *limit > 0);
    let is_at =
        |value: Option<u64>| value.zip(limit).is_some_and(|(value, limit)| value <= limit);
    match (is_at(attribute.value_index), is_at(attribute.worst_index)) {
        (true, _) if attribute.is_prefail => "FAILING",
        (true, _) => "worn out",
        (false, true) => "was at its limit",
        _ if limit.is_none() => "",
        _ => "ok",
    }
}
