//! Tests of several drives side by side, in the form of reviews: a table for each record size, times of a database
//! and of boots, prices, and the best drive for each use.
//!
//! Must not know the computation of a figure, nor the ranking of drives: callers pass both in.

use iogram_model::{Advice, AdvisedDrive, Bytes, DriveSheet, DriveTest, TestGroup};

use crate::advice::{first_of, has_decided, words, words_of};
use crate::format;
use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::table::{Heading, Table};

mod charts;

pub(crate) use charts::figures;

/// A drive with its name in tables, and its tests.
pub(crate) struct Tested<'a> {
    pub(crate) name: String,
    pub(crate) tests: &'a [DriveTest],
}

/// The tested record sizes, smallest first; other tests have separate charts behind them.
pub(crate) fn sizes(drives: &[Tested<'_>]) -> Vec<Bytes> {
    let tests = drives.iter().flat_map(|it| it.tests);
    let mut sizes: Vec<Bytes> =
        tests.filter(|it| it.group == TestGroup::Records).filter_map(|it| it.block).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Tests in the chart of a size: those of that record size, and with the largest one also the image, which is written
/// in large blocks.
pub(crate) fn is_of_size(test: &DriveTest, size: Bytes, sizes: &[Bytes]) -> bool {
    match test.group {
        TestGroup::Records => test.block == Some(size),
        TestGroup::Image => sizes.last() == Some(&size),
        _ => false,
    }
}

/// The names of the tests that `is_meant` selects, in the order of the first drive that has them.
pub(crate) fn names<'a>(
    drives: &'a [Tested<'_>],
    is_meant: impl Fn(&DriveTest) -> bool,
) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for test in drives.iter().flat_map(|it| it.tests).filter(|it| is_meant(it)) {
        if !names.contains(&test.test.as_str()) {
            names.push(&test.test);
        }
    }
    names
}

/// The tables of all tests.
pub(crate) fn sections(drives: &[Tested<'_>], locale: &Locale) -> Vec<Section> {
    let sizes = sizes(drives);
    let mut sections: Vec<Section> =
        sizes.iter().map(|size| of_size(drives, *size, &sizes, locale)).collect();
    if sizes.is_empty() {
        sections.extend(rates_of_image(drives, locale));
    }
    for group in [TestGroup::Database, TestGroup::Boot] {
        for name in names(drives, |it| it.group == group) {
            sections.extend(times(drives, (group, name), locale));
        }
    }
    sections
}

fn of_size(drives: &[Tested<'_>], size: Bytes, sizes: &[Bytes], locale: &Locale) -> Section {
    let is_meant = |it: &DriveTest| is_of_size(it, size, sizes);
    let (size, unit) = (size.to_string(), locale.rates().small_symbol());
    let title = say!(locale, "tests-of-records", size = size, unit = unit);
    Section::named(title, rates(drives, &is_meant, locale))
}

fn rates_of_image(drives: &[Tested<'_>], locale: &Locale) -> Option<Section> {
    let is_meant = |it: &DriveTest| it.group == TestGroup::Image;
    let has_any = drives.iter().any(|it| it.tests.iter().any(is_meant));
    let unit = locale.rates().small_symbol();
    let title = say!(locale, "tests-of-image", unit = unit);
    has_any.then(|| Section::named(title, rates(drives, &is_meant, locale)))
}

/// A row for each drive, a column for each test.
fn rates(
    drives: &[Tested<'_>],
    is_meant: &dyn Fn(&DriveTest) -> bool,
    locale: &Locale,
) -> Vec<Block> {
    let names = names(drives, is_meant);
    let mut columns = vec![Heading::words(say!(locale, "product"))];
    columns.extend(names.iter().map(|name| Heading::numbers(*name)));
    let found = |drive: &Tested<'_>, name: &&str| {
        let mut tests = drive.tests.iter();
        let test = tests.find(|it| is_meant(it) && it.test == *name);
        let value = test.and_then(|it| it.mean);
        value.map_or(format::UNKNOWN.to_owned(), |value| {
            format!("{:.0}", locale.rates().small_count(value))
        })
    };
    let has_any = |drive: &&Tested<'_>| drive.tests.iter().any(is_meant);
    let rows = drives.iter().filter(has_any).map(|drive| {
        let values = names.iter().map(|name| found(drive, name));
        std::iter::once(drive.name.clone()).chain(values).collect()
    });
    let mut blocks = vec![Block::Table(Table { columns, rows: rows.collect() })];
    blocks.extend(unlike_settings(drives, is_meant, locale).map(Block::Paragraph));
    blocks
}

/// Each run in seconds, the mean, and the range of the times.
fn times(
    drives: &[Tested<'_>],
    (group, name): (TestGroup, &str),
    locale: &Locale,
) -> Option<Section> {
    let is_meant = |it: &DriveTest| it.group == group && it.test == name;
    let columns = vec![
        Heading::words(say!(locale, "product")),
        Heading::words(say!(locale, "runs-2")),
        Heading::numbers(say!(locale, "mean")),
        Heading::numbers(say!(locale, "fastest")),
        Heading::numbers(say!(locale, "slowest")),
    ];
    let found: Vec<(&str, &DriveTest)> = drives
        .iter()
        .filter_map(|it| Some((it.name.as_str(), it.tests.iter().find(|it| is_meant(it))?)))
        .collect();
    let rows = found.iter().map(|(drive, test)| {
        let runs = test.runs.iter().map(|run| match run.excluded {
            Some(_) => format!("({})", format::seconds(run.value)),
            None => format::seconds(run.value),
        });
        vec![
            (*drive).to_owned(),
            runs.collect::<Vec<_>>().join(" "),
            format::seconds(test.mean),
            format::seconds(test.min),
            format::seconds(test.max),
        ]
    });
    let mut blocks = vec![Block::Table(Table { columns, rows: rows.collect() })];
    let apart = found.iter().filter_map(|(drive, test)| {
        let times = format!("{:.1}", test.apart_ratio?);
        Some(say!(locale, "tests-apart", drive = drive, times = times))
    });
    blocks.extend(apart.map(Block::Paragraph));
    if found.iter().any(|(_, test)| test.is_replayed) {
        blocks.push(Block::Paragraph(say!(locale, "tests-replayed")));
    }
    blocks.extend(unlike_settings(drives, &is_meant, locale).map(Block::Paragraph));
    let title = match group {
        TestGroup::Boot => say!(locale, "tests-of-boot"),
        _ => say!(locale, "tests-of-database", test = name),
    };
    (!found.is_empty()).then(|| Section::named(title, blocks))
}

/// States it if the tests had different settings, with the settings of each drive.
fn unlike_settings(
    drives: &[Tested<'_>],
    is_meant: &dyn Fn(&DriveTest) -> bool,
    locale: &Locale,
) -> std::option::IntoIter<String> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for drive in drives {
        for test in drive.tests.iter().filter(|it| is_meant(it) && it.group != TestGroup::Image)
        {
            let told = (drive.name.as_str(), test.settings.as_str());
            if !found.contains(&told) {
                found.push(told);
            }
        }
    }
    let is_unlike = found.iter().any(|(_, settings)| *settings != found[0].1);
    let list: Vec<String> =
        found.iter().map(|(drive, settings)| format!("{drive}: {settings}")).collect();
    is_unlike.then(|| say!(locale, "tests-unlike", settings = list.join("; "))).into_iter()
}

/// Prices of the drives, with their dates.
pub(crate) fn prices(
    sheets: &[DriveSheet],
    name: impl Fn(&DriveSheet) -> String,
    locale: &Locale,
) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "product")),
        Heading::numbers(say!(locale, "price")),
        Heading::name(say!(locale, "day")),
        Heading::words(say!(locale, "shop")),
    ];
    let rows: Vec<Vec<String>> = sheets
        .iter()
        .filter_map(|sheet| {
            let drive = &sheet.drive;
            let price = drive.price.as_ref()?.to_string();
            let said =
                |text: &Option<String>| text.clone().unwrap_or(format::UNKNOWN.to_owned());
            Some(vec![name(sheet), price, said(&drive.priced_on), said(&drive.shop)])
        })
        .collect();
    let table = Table { columns, rows };
    (!table.rows.is_empty()).then(|| {
        let blocks = vec![Block::Table(table.without_unknown_columns())];
        Section::new(SectionKind::Prices, locale, blocks)
    })
}

/// The best drive for each use, with the deciding figure, and the reason for that figure.
pub(crate) fn uses(advices: &[Advice], locale: &Locale) -> Option<Section> {
    let columns = vec![
        Heading::words(say!(locale, "use")),
        Heading::words(say!(locale, "drive")),
        Heading::words(say!(locale, "because")),
        Heading::numbers(say!(locale, "price")),
        Heading::name(say!(locale, "suits")),
    ];
    let rows = advices.iter().map(|advice| use_row(advice, locale)).collect();
    let reasons = advices.iter().map(|advice| {
        let why =
            words(advice, &format!("use-{}-why", advice.purpose), &advice.reasoning, locale);
        format!("{}: {why}", use_title(advice, locale))
    });
    let mut blocks =
        vec![Block::Table(Table { columns, rows }), Block::Numbered(reasons.collect())];
    let is_open = |drive: &AdvisedDrive| drive.place_index.is_none();
    if advices.iter().filter_map(first_of).any(is_open) {
        blocks.push(Block::Paragraph(say!(locale, "uses-open-note")));
    }
    (!advices.is_empty()).then(|| Section::new(SectionKind::Uses, locale, blocks))
}

fn use_title(advice: &Advice, locale: &Locale) -> String {
    words(advice, &format!("use-{}", advice.purpose), &advice.title, locale)
}

fn use_row(advice: &Advice, locale: &Locale) -> Vec<String> {
    let unknown = || format::UNKNOWN.to_owned();
    let title = use_title(advice, locale);
    let Some(first) = first_of(advice) else {
        return vec![title, unknown(), unknown(), unknown(), unknown()];
    };
    let because = has_decided(first, advice).map_or_else(unknown, |figure| {
        let value =
            |value| format::figure(crate::advice::figure_of(&figure.figure), value, locale);
        let next = advice.drives.iter().filter(|it| it.id != first.id && it.defects.is_empty());
        let next = next.filter_map(|it| {
            let its = it.figures.iter().find(|it| it.figure == figure.figure)?;
            Some((crate::advice::shown_name(it, locale), its.value?))
        });
        let what = words_of(&figure.figure, locale);
        let own = value(figure.value);
        match next.into_iter().next() {
            Some((name, its)) => {
                let its = value(Some(its));
                say!(
                    locale,
                    "use-because-next",
                    figure = what,
                    value = own,
                    next = name,
                    other = its
                )
            }
            None => say!(locale, "use-because", figure = what, value = own),
        }
    });
    vec![
        title,
        crate::advice::shown_name(first, locale),
        because,
        first.price.as_ref().map_or_else(unknown, ToString::to_string),
        crate::advice::standing_word(first.standing, locale),
    ]
}
