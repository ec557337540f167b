//! The drive's health: temperature and throttling of each repetition.

use iogram_model::{HealthCounters, HealthSeries, Nanos};

use crate::device::celsius;
use crate::format;
use crate::group::{Group, rows_by_source};
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

/// `None` if the drive reported nothing in any cell.
pub(crate) fn section(groups: &[Group<'_>], locale: &Locale) -> Option<Section> {
    let (sources, mut rows) = rows_by_source(groups, locale, |who, cell| {
        let health = cell.health.as_ref()?;
        Some((health.source.as_str(), row(who, health)))
    });
    if rows.is_empty() {
        return None;
    }
    let mut columns = vec![
        Heading::name(say!(locale, "cell")),
        Heading::numbers(say!(locale, "temperature")).of(say!(locale, "lowest")),
        Heading::numbers(say!(locale, "temperature")).of(say!(locale, "highest")),
        Heading::numbers(say!(locale, "throttled")).of(say!(locale, "times")),
        Heading::numbers(say!(locale, "throttled")).of(say!(locale, "time")),
        Heading::numbers(say!(locale, "media-errors")).of(say!(locale, "new")),
        Heading::numbers(say!(locale, "writes")).of(say!(locale, "amplified")),
        Heading::numbers(say!(locale, "life")).of(say!(locale, "used")),
    ];
    // Drives differ much in the values they report.
    for index in (1..columns.len()).rev() {
        if rows.iter().all(|row| row[index] == format::UNKNOWN) {
            columns.remove(index);
            for row in &mut rows {
                row.remove(index);
            }
        }
    }
    let limit = groups.iter().flat_map(|group| &group.cells);
    let limit = limit.filter_map(|cell| cell.health.as_ref()?.warning_celsius).reduce(f64::min);
    let limit = limit.map(|limit| {
        format!("; {}", say!(locale, "warning-threshold", value = celsius(limit)))
    });
    let from = say!(locale, "from-sources", sources = sources.join(", "));
    let told = format!("{from}{}", limit.unwrap_or_default());
    let blocks = vec![Block::Table(Table { columns, rows }), Block::Paragraph(told)];
    Some(Section::new(SectionKind::TheDriveSHealth, locale, blocks))
}

fn row(who: String, health: &HealthSeries) -> Vec<String> {
    let unknown = || format::UNKNOWN.to_owned();
    let degrees = |value: Option<f64>| value.map_or_else(unknown, celsius);
    let counted = health.counted.as_ref();
    let begun =
        counted.and_then(|it| it.throttle_light_count?.checked_add(it.throttle_heavy_count?));
    let count = |value: Option<u64>| value.map_or_else(unknown, |value| value.to_string());
    let amplification = counted.and_then(HealthCounters::write_amplification);
    vec![
        who,
        degrees(health.temperature_min_celsius),
        degrees(health.temperature_max_celsius),
        count(begun),
        counted.and_then(|it| it.throttle_ns).map_or_else(unknown, time),
        count(counted.and_then(|it| it.media_error_count)),
        amplification.map_or_else(unknown, |ratio| format!("{ratio:.2}")),
        life_used(health).map_or_else(unknown, |ratio| format!("{:.0} %", ratio * 100.0)),
    ]
}

/// At the end of the cell.
fn life_used(health: &HealthSeries) -> Option<f64> {
    health.samples.iter().rev().find_map(|sample| sample.counters.as_ref()?.life_used_ratio)
}

/// Drives count throttling in seconds.
fn time(ns: u64) -> String {
    if ns == 0 { "0 s".to_owned() } else { Nanos(ns).to_string() }
}
