//! The sheet of a memory card, in one block, as reviews for Linux print it.

use iogram_model::{Bytes, CardSheet, Finding, Nanos, Run, SheetRate, SheetWork, TargetKind};

use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind, named};
use crate::table::{Heading, Table};

/// The figures that reviews print about a card; `None` for a run about something else.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let sheet = find(run)?;
    let mut section = brief_section(run, locale)?;
    section.blocks.extend(explanation(sheet, locale).map(Block::Paragraph));
    Some(section)
}

/// The same without its explanation.
pub(crate) fn brief_section(run: &Run, locale: &Locale) -> Option<Section> {
    let sheet = find(run)?;
    let mut blocks = vec![
        Block::Facts(named(facts(run, sheet, locale), locale)),
        Block::Table(by_size(sheet, locale)),
    ];
    blocks.extend(ended(sheet, locale).map(Block::Paragraph));
    Some(Section::new(SectionKind::CardSheet, locale, blocks))
}

fn find(run: &Run) -> Option<&CardSheet> {
    run.findings.iter().find_map(|finding| match finding {
        Finding::CardSheet(sheet) => Some(sheet.as_ref()),
        _ => None,
    })
}

fn facts(run: &Run, sheet: &CardSheet, locale: &Locale) -> Vec<(&'static str, String)> {
    let size = |bytes: Option<u64>| {
        bytes.map_or(format::UNKNOWN.to_owned(), |it| Bytes(it).to_string())
    };
    let count =
        |count: Option<u32>| count.map_or(format::UNKNOWN.to_owned(), |it| it.to_string());
    let latency = sheet
        .read_latency_ns
        .zip(sheet.read_block_bytes)
        .map_or(format::UNKNOWN.to_owned(), |(ns, block)| {
            say!(locale, "time-for-size", time = Nanos(ns), size = Bytes(block))
        });
    let rate = |work: SheetWork| {
        let largest = of(sheet, work).max_by_key(|rate| rate.block_bytes);
        largest.map(|rate| {
            let (rate, size) = (locale.throughput(rate.bytes_per_s), Bytes(rate.block_bytes));
            say!(locale, "rate-for-size", rate = rate, size = size)
        })
    };
    let known = |work| rate(work).unwrap_or_else(|| format::UNKNOWN.to_owned());
    let file = rate(SheetWork::SequentialWriteFile).map(|rate| {
        let here = run.conditions.file_system.as_ref().map(|it| it.kind.as_str());
        let kind = sheet.file_system.as_deref().or(here);
        kind.map_or(rate.clone(), |kind| say!(locale, "rate-on", rate = rate, name = kind))
    });
    let is_file = run.target.kind == TargetKind::File;
    let not_here = if is_file {
        say!(locale, "measure-on-device")
    } else {
        say!(locale, "measure-in-directory")
    };
    let direct = rate(SheetWork::SequentialWriteDirect);
    vec![
        (
            "capacity",
            format!("{} B = {}", sheet.capacity_bytes, sheet.capacity_factors.join(" x ")),
        ),
        ("name-flash-page", size(sheet.page_bytes)),
        ("name-allocation-unit", size(sheet.unit_bytes)),
        (
            "name-open-units",
            say!(
                locale,
                "open-units-by-order",
                linear = count(sheet.open_linear_count),
                random = count(sheet.open_random_count),
            ),
        ),
        ("read-latency", latency),
        ("sequential-read", known(SheetWork::SequentialRead)),
        ("sequential-write-cached", known(SheetWork::SequentialWriteCached)),
        ("sequential-write-direct", direct.unwrap_or_else(|| not_here.clone())),
        ("sequential-write-file", file.unwrap_or(not_here)),
    ]
}

fn of(sheet: &CardSheet, work: SheetWork) -> impl Iterator<Item = &SheetRate> {
    sheet.rates.iter().filter(move |rate| rate.work == work)
}

/// Number of open units in this kind of work.
fn open_count(sheet: &CardSheet, work: SheetWork) -> Option<u32> {
    of(sheet, work).find_map(|rate| rate.open_count)
}

/// Write rates, with a row for each size.
fn by_size(sheet: &CardSheet, locale: &Locale) -> Table {
    const COLUMNS: [SheetWork; 7] = [
        SheetWork::SequentialWriteDirect,
        SheetWork::SequentialWriteFile,
        SheetWork::TurnsWithinUnits,
        SheetWork::TurnsBeyondUnits,
        SheetWork::RandomWriteWithinUnits,
        SheetWork::RandomWriteBeyondUnits,
        SheetWork::RandomWriteAnywhere,
    ];
    let mut columns = vec![Heading::words(say!(locale, "block"))];
    columns.extend(COLUMNS.map(|work| {
        let units = || say!(locale, "in-units", count = open_count(sheet, work).unwrap_or(0));
        let sequential = say!(locale, "mb-s-sequential");
        let turns = say!(locale, "mb-s-by-turns");
        let random = say!(locale, "mb-s-random");
        match work {
            SheetWork::SequentialWriteFile => {
                Heading::numbers(sequential).of(say!(locale, "of-file"))
            }
            SheetWork::TurnsWithinUnits => Heading::numbers(turns).of(units()),
            SheetWork::TurnsBeyondUnits => Heading::numbers(turns).of(units()).spare(),
            SheetWork::RandomWriteWithinUnits => Heading::numbers(random).of(units()),
            SheetWork::RandomWriteBeyondUnits => Heading::numbers(random).of(units()).spare(),
            SheetWork::RandomWriteAnywhere => {
                Heading::numbers(random).of(say!(locale, "anywhere"))
            }
            _ => Heading::numbers(sequential).of(say!(locale, "direct")),
        }
    }));
    let is_shown = |rate: &&SheetRate| COLUMNS.contains(&rate.work);
    let mut sizes: Vec<u64> =
        sheet.rates.iter().filter(is_shown).map(|rate| rate.block_bytes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let row = |size: u64| {
        let rate = |work| of(sheet, work).find(|rate| rate.block_bytes == size);
        let shown = |work| rate(work).map(|rate| locale.rate(rate.bytes_per_s));
        let mut row = vec![Bytes(size).to_string()];
        row.extend(COLUMNS.map(|work| shown(work).unwrap_or_default()));
        row
    };
    let rows = sizes.into_iter().map(row).collect();
    Table { columns, rows }.without_empty_columns()
}

/// The writes that ended by time before they had written their amount; `None` if none did.
fn ended(sheet: &CardSheet, locale: &Locale) -> Option<String> {
    let ended = sheet.rates.iter().filter_map(|rate| {
        let (size, bytes) = (Bytes(rate.block_bytes), Bytes(rate.ended_at_bytes?).decimal());
        Some(say!(locale, "card-sheet-ended-one", size = size, bytes = bytes))
    });
    let ended: Vec<String> = ended.collect();
    let list = ended.join("; ");
    (!ended.is_empty()).then(|| say!(locale, "card-sheet-ended", list = list))
}

/// Explains the two kinds of random writes.
fn explanation(sheet: &CardSheet, locale: &Locale) -> Option<String> {
    let count = open_count(sheet, SheetWork::RandomWriteWithinUnits)?;
    let region = sheet.random_region_bytes.map(Bytes)?;
    Some(say!(locale, "card-sheet-note", count = count, size = region))
}
