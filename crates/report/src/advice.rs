//! The page that recommends drives for a use: places with their reasons, value for money, and unknown figures.

use iogram_model::{
    Advice, AdvisedDrive, AdvisedFigure, DriveFigure, Quality, Reason, Standing, ValueForMoney,
    Verdict,
};

use crate::format;
use crate::format::quality_name;
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Block, Judgement, Section, SectionKind, Sheet, named};
use crate::statement::{self, said};
use crate::table::{Heading, Table};

mod figures;

/// `advice` as a page.
#[must_use]
pub fn advice_page(advice: &Advice, locale: &Locale) -> Page {
    Page::new(sheet(advice, locale), figures::figures(advice, locale), locale)
}

fn sheet(advice: &Advice, locale: &Locale) -> Sheet {
    let mut facts = vec![
        (
            "why-these-rules",
            words(advice, &format!("use-{}-why", advice.purpose), &advice.reasoning, locale),
        ),
        (
            "source",
            words(advice, &format!("use-{}-source", advice.purpose), &advice.source, locale),
        ),
        ("ordered-by", order_text(&advice.order, locale)),
    ];
    if let Some(budget) = &advice.budget {
        facts.push(("at-most", budget.to_string()));
    }
    let mut sections = vec![ranking(advice, locale)];
    sections.extend(reasons(advice, locale));
    sections.extend(value(&advice.drives, decides(advice), locale));
    sections.extend(missing(&advice.drives, &advice.purpose, locale));
    sections.extend(left_out(advice, locale));
    Sheet {
        head: advice.headline.as_ref().map(|headline| Head::new(headline, locale)),
        title: say!(
            locale,
            "title-advise",
            purpose = advice.purpose,
            title = words(advice, &format!("use-{}", advice.purpose), &advice.title, locale),
        ),
        subtitle: say!(locale, "advice-subtitle"),
        alarm: None,
        facts: named(facts, locale),
        sections,
    }
}

/// The text about the use: in this language if the use is built in.
pub(crate) fn words(advice: &Advice, key: &str, english: &str, locale: &Locale) -> String {
    if advice.is_built_in { locale.title(key, english) } else { english.to_owned() }
}

/// `random-read-4k.iops` as `IOPS of random 4 KiB read`.
pub(crate) fn words_of(name: &str, locale: &Locale) -> String {
    // A fact that no measurement gives.
    let Some((work, figure)) = name.split_once('.') else { return name.to_owned() };
    let quality = work.parse::<Quality>();
    let work = quality.map_or(work.to_owned(), |quality| quality_name(quality, locale));
    say!(locale, "figure-of-work", figure = format::figure_name(figure, locale), work = work)
}

/// The figures that order the drives, most important first.
fn order_text(order: &[String], locale: &Locale) -> String {
    let figures = order.iter().map(|it| words_of(it, locale)).enumerate();
    let figures = figures.map(|(index, figure)| match index {
        0 => figure,
        _ => say!(locale, "then-by", figure = figure),
    });
    figures.collect::<Vec<_>>().join(", ")
}

pub(crate) fn figure_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, figure)| figure)
}

/// The figure that ranks drives: the first of the order, unless the use names another.
fn decides(advice: &Advice) -> Option<&str> {
    advice.decides.as_deref().or(advice.order.first().map(String::as_str))
}

/// The deciding figure of a drive; if it lacks that one, the first figure that it has.
pub(crate) fn has_decided<'a>(
    drive: &'a AdvisedDrive,
    advice: &Advice,
) -> Option<&'a AdvisedFigure> {
    let has = |it: &&AdvisedFigure| it.value.is_some();
    let decided = decides(advice);
    let found = drive.figures.iter().filter(has).find(|it| decided == Some(it.figure.as_str()));
    found.or_else(|| drive.figures.iter().find(has))
}

/// The first drive among those that no run found defective; `None` if nothing is known of any.
pub(crate) fn first_of(advice: &Advice) -> Option<&AdvisedDrive> {
    let sound = advice.drives.iter().filter(|it| it.defects.is_empty());
    let mut known =
        sound.filter(|it| it.place_index.is_some() || has_decided(it, advice).is_some());
    known.next()
}

fn ranking(advice: &Advice, locale: &Locale) -> Section {
    if advice.drives.is_empty() {
        let blocks = vec![Block::Paragraph(say!(locale, "no-drive-to-rank"))];
        return Section::new(SectionKind::Ranking, locale, blocks);
    }
    let columns = vec![
        Heading::numbers(say!(locale, "place")),
        Heading::words(say!(locale, "drive")),
        Heading::name(say!(locale, "suits")),
        Heading::numbers(say!(locale, "decides")),
        Heading::numbers(say!(locale, "price")),
        Heading::name(say!(locale, "front")),
    ];
    let rows = advice
        .drives
        .iter()
        .map(|drive| {
            let first = has_decided(drive, advice);
            let decides = first.map_or(format::UNKNOWN.to_owned(), |figure| {
                let star = if is_published(figure.evidence.as_ref()) { "*" } else { "" };
                format!(
                    "{}{star}",
                    format::figure(figure_of(&figure.figure), figure.value, locale)
                )
            });
            vec![
                place(drive),
                shown_name(drive, locale),
                standing_word(drive.standing, locale),
                decides,
                drive.price.as_ref().map_or(format::UNKNOWN.to_owned(), ToString::to_string),
                match drive.is_on_front {
                    Some(true) => say!(locale, "yes"),
                    _ => String::new(),
                },
            ]
        })
        .collect();
    let table = Block::Table(Table { columns, rows }.without_empty_columns());
    let notes = ranking_notes(advice);
    let notes = notes.into_iter().map(|id| Block::Paragraph(locale.text(id)));
    Section::new(SectionKind::Ranking, locale, [table].into_iter().chain(notes).collect())
}

/// Only suitable drives have one.
fn place(drive: &AdvisedDrive) -> String {
    drive.place_index.map_or(format::UNKNOWN.to_owned(), |place| place.to_string())
}

/// The ids of the texts that explain the ranking's words and signs, if they occur.
fn ranking_notes(advice: &Advice) -> Vec<&'static str> {
    let drives = &advice.drives;
    let has = |is: &dyn Fn(&AdvisedDrive) -> bool| drives.iter().any(is);
    let shares = |drive: &AdvisedDrive| {
        let is_tied = |it: &AdvisedDrive| it.id != drive.id && place(it) == place(drive);
        place(drive) != format::UNKNOWN && drives.iter().any(is_tied)
    };
    let is_cited = |drive: &AdvisedDrive| {
        has_decided(drive, advice).is_some_and(|it| is_published(it.evidence.as_ref()))
    };
    [
        (has(&shares), "rank-shared-place"),
        (has(&|it| place(it) == format::UNKNOWN), "rank-no-place"),
        (has(&|it| it.standing == Standing::Unproven), "rank-unproven"),
        (has(&|it| it.is_on_front == Some(true)), "rank-front"),
        (has(&is_cited), "rank-cited"),
    ]
    .into_iter()
    .filter_map(|(is_said, note)| is_said.then_some(note))
    .collect()
}

/// The name, with a note for a simulated drive.
pub(crate) fn shown_name(drive: &AdvisedDrive, locale: &Locale) -> String {
    match drive.is_of_simulation {
        true => say!(locale, "simulated", name = drive.name),
        false => drive.name.clone(),
    }
}

fn is_published(evidence: Option<&DriveFigure>) -> bool {
    evidence.is_some_and(|figure| !figure.is_measured)
}

pub(crate) fn standing_word(standing: Standing, locale: &Locale) -> String {
    match standing {
        Standing::Suitable => say!(locale, "yes"),
        Standing::Unproven => say!(locale, "unproven"),
        Standing::Unsuitable => say!(locale, "no"),
    }
}

/// The reasons for each drive's place; drives without any data are listed further below.
fn reasons(advice: &Advice, locale: &Locale) -> Option<Section> {
    let of_drive = |drive| reasons_of(drive, advice.is_built_in, locale);
    let blocks: Vec<Block> = advice.drives.iter().flat_map(of_drive).collect();
    (!blocks.is_empty()).then_some(Section::new(SectionKind::Reasons, locale, blocks))
}

/// Every demand and every deciding figure of one drive.
fn reasons_of(drive: &AdvisedDrive, is_built_in: bool, locale: &Locale) -> Vec<Block> {
    let reasons = drive.reasons.iter().map(|it| reason(it, is_built_in, locale));
    let mut blocks: Vec<Block> = reasons.collect();
    let known: Vec<String> = drive
        .figures
        .iter()
        .filter_map(|figure| {
            let value = format::figure(figure_of(&figure.figure), Some(figure.value?), locale);
            let by = figure.evidence.as_ref().map(|it| origin(it, locale)).unwrap_or_default();
            Some(format!("{}: {value} ({by})", words_of(&figure.figure, locale)))
        })
        .collect();
    let is_judged = drive.reasons.iter().any(|reason| reason.verdict != Verdict::Unknown);
    if !is_judged && known.is_empty() && drive.defects.is_empty() {
        return Vec::new();
    }
    let name = shown_name(drive, locale);
    let head = match (drive.place_index, drive.standing) {
        (Some(place), _) => say!(locale, "at-place", number = place, drive = name),
        (None, Standing::Unsuitable) => say!(locale, "drive-unsuitable", drive = name),
        (None, _) => say!(locale, "drive-unproven", drive = name),
    };
    let defects =
        drive.defects.iter().map(|it| Block::Paragraph(statement::defect(it, locale)));
    blocks.splice(0..0, std::iter::once(Block::Paragraph(head)).chain(defects));
    blocks.extend(known.into_iter().map(Block::Paragraph));
    blocks
}

fn reason(reason: &Reason, is_built_in: bool, locale: &Locale) -> Block {
    let figure = figure_of(&reason.figure);
    let limit = format::figure(figure, Some(reason.limit), locale);
    let measured = match reason.measured {
        Some(value) => {
            let value = format::figure(figure, Some(value), locale);
            format::bounded(value, reason.bound, locale)
        }
        None => say!(locale, "not-measured"),
    };
    let what = words_of(&reason.figure, locale);
    let asked = match reason.is_upper_limit {
        true => say!(locale, "asked-below", figure = what, measured = measured, limit = limit),
        false => say!(locale, "asked-least", figure = what, measured = measured, limit = limit),
    };
    let from =
        |figure: &DriveFigure| say!(locale, "from-evidence", evidence = origin(figure, locale));
    let mut details = vec![asked];
    details.extend(decided_by(reason, figure, locale));
    details.extend(reason.evidence.as_ref().map(from));
    let demand = &reason.demand;
    let (title, source) = if is_built_in {
        (
            locale.title(&format!("demand-{demand}"), &reason.title),
            locale.title(&format!("demand-{demand}-source"), &reason.source),
        )
    } else {
        (reason.title.clone(), reason.source.clone())
    };
    details.push(say!(locale, "detail-source", source = source));
    let title = match reason.verdict {
        Verdict::Pass => format!("{demand}: {title}"),
        Verdict::Fail => say!(locale, "demand-failed", demand = demand, title = title),
        Verdict::Unknown => say!(locale, "demand-unknown", demand = demand, title = title),
    };
    Block::Judgement(Judgement::new(reason.verdict, title, details, locale))
}

/// The deciding value, if it differs from the value shown elsewhere; and for a rate that should be sustained, the
/// amount over which it was measured.
fn decided_by(reason: &Reason, figure: &str, locale: &Locale) -> Vec<String> {
    let value = |value: f64| format::figure(figure, Some(value), locale);
    let next_run = reason.next_run.map(|bound| match bound > 0.0 || reason.is_upper_limit {
        true => say!(locale, "asked-next-run", value = value(bound)),
        false => say!(locale, "asked-next-run-any"),
    });
    let worst = reason.worst.map(|worst| say!(locale, "asked-worst", value = value(worst)));
    let evidence = reason.evidence.as_ref().filter(|_| reason.verdict != Verdict::Fail);
    let seen = evidence.and_then(|it| it.up_to_bytes).map(|bytes| {
        let size = iogram_model::wording::size(bytes);
        say!(locale, "seen-up-to", size = size)
    });
    [next_run, worst, seen].into_iter().flatten().collect()
}

fn origin(figure: &DriveFigure, locale: &Locale) -> String {
    if figure.is_measured {
        figure.source.clone()
    } else {
        say!(locale, "published-not-measured", source = figure.source)
    }
}

/// `per EUR`; with several currencies, each drive's own.
fn per_what(drives: &[AdvisedDrive], locale: &Locale) -> String {
    let mut currencies =
        drives.iter().filter_map(|drive| Some(&drive.price.as_ref()?.currency));
    match currencies.next() {
        Some(first) if currencies.all(|other| other == first) => {
            say!(locale, "per-currency", currency = first)
        }
        _ => say!(locale, "per-unit-of-its-currency"),
    }
}

/// Value for money: performance per unit of the currency, and performance against cost.
fn value(drives: &[AdvisedDrive], decides: Option<&str>, locale: &Locale) -> Option<Section> {
    let per = per_what(drives, locale);
    let columns = vec![
        Heading::words(say!(locale, "drive")),
        Heading::numbers(say!(locale, "price")),
        Heading::numbers("GB").of(per.clone()),
        Heading::numbers(say!(locale, "read-mb-s")).of(per.clone()),
        Heading::numbers(say!(locale, "write-mb-s")).of(per.clone()),
        Heading::numbers(say!(locale, "sync-iops")).of(per),
        Heading::name(say!(locale, "front")),
    ];
    let rows: Vec<Vec<String>> = drives
        .iter()
        .filter_map(|drive| {
            let ValueForMoney {
                per_unit_bytes,
                read_per_unit_bytes_per_s,
                write_per_unit_bytes_per_s,
                sync_per_unit_iops,
                ..
            } = drive.value.as_ref()?;
            let gigabytes = per_unit_bytes
                .map_or(format::UNKNOWN.to_owned(), |bytes| format!("{:.2}", bytes / 1e9));
            let front = match drive.is_on_front {
                Some(true) => say!(locale, "yes"),
                Some(false) => String::new(),
                None => format::UNKNOWN.to_owned(),
            };
            Some(vec![
                shown_name(drive, locale),
                drive.price.as_ref().map(ToString::to_string)?,
                gigabytes,
                locale.rate(*read_per_unit_bytes_per_s),
                locale.rate(*write_per_unit_bytes_per_s),
                format::iops(*sync_per_unit_iops),
                front,
            ])
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let first = decides.map(|it| words_of(it, locale)).unwrap_or_default();
    let table = Table { columns, rows }.without_unknown_columns();
    let mut blocks = vec![Block::Table(table)];
    if drives.iter().any(|drive| drive.is_on_front == Some(true)) {
        blocks.push(Block::Paragraph(say!(locale, "front-note", figure = first)));
    }
    Some(Section::new(SectionKind::PerformanceForMoney, locale, blocks))
}

fn missing(drives: &[AdvisedDrive], purpose: &str, locale: &Locale) -> Option<Section> {
    // Groups drives with the same missing figures.
    let mut by_missing: Vec<(&[String], Vec<String>)> = Vec::new();
    for drive in drives.iter().filter(|drive| !drive.missing.is_empty()) {
        match by_missing.iter_mut().find(|(missing, _)| *missing == drive.missing) {
            Some((_, names)) => names.push(shown_name(drive, locale)),
            None => by_missing.push((&drive.missing, vec![shown_name(drive, locale)])),
        }
    }
    let texts: Vec<String> = by_missing
        .into_iter()
        .map(|(missing, names)| {
            let what: Vec<String> = missing.iter().map(|it| words_of(it, locale)).collect();
            format!(
                "{}: {}. {}",
                names.join("; "),
                what.join(", "),
                how_to(missing, purpose, locale)
            )
        })
        .collect();
    let blocks = vec![Block::Numbered(texts)];
    let is_any = drives.iter().any(|drive| !drive.missing.is_empty());
    is_any.then_some(Section::new(SectionKind::NotMeasured, locale, blocks))
}

/// The way to measure the missing figures.
fn how_to(missing: &[String], purpose: &str, locale: &Locale) -> String {
    let is_figure = |name: &String| name.contains('.');
    let is_recorded = |name: &String| {
        let work = name.split('.').next().and_then(|it| it.parse::<Quality>().ok());
        work.is_some_and(|it| it.trace().is_some())
    };
    let measure = missing
        .iter()
        .any(|name| is_figure(name) && !is_recorded(name))
        .then(|| say!(locale, "how-to-measure", purpose = purpose));
    let replay = missing.iter().any(is_recorded).then(|| say!(locale, "how-to-replay"));
    let read = (!missing.iter().all(is_figure)).then(|| say!(locale, "how-to-look-up"));
    measure.into_iter().chain(replay).chain(read).collect::<Vec<_>>().join(" ")
}

/// The excluded drives, by reason.
fn left_out(advice: &Advice, locale: &Locale) -> Option<Section> {
    let mut by_reason: Vec<(String, Vec<&str>)> = Vec::new();
    for drive in &advice.left_out {
        let reason = said(&drive.reason, drive.statement.as_ref(), locale);
        match by_reason.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(&drive.name),
            None => by_reason.push((reason, vec![&drive.name])),
        }
    }
    let texts = by_reason
        .into_iter()
        .map(|(reason, names)| format!("{reason}: {}.", names.join("; ")))
        .collect();
    let blocks = vec![Block::Numbered(texts)];
    (!advice.left_out.is_empty()).then_some(Section::new(SectionKind::LeftOut, locale, blocks))
}
