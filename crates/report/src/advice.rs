//! Which drive for which use, as a page: places with their reasons, what the money buys, what is not known.

use iogram_model::{
    Advice, AdvisedDrive, DriveFigure, Quality, Reason, Standing, ValueForMoney, Verdict,
};

use crate::format;
use crate::head::Head;
use crate::locale::Locale;
use crate::page::Page;
use crate::sheet::{Block, Judgement, Section, Sheet, named};
use crate::table::{Heading, Table};

mod figures;

/// `advice` as a page.
#[must_use]
pub fn advice_page(advice: &Advice, locale: &Locale) -> Page {
    Page::new(sheet(advice, locale), figures::figures(advice, locale), locale)
}

fn sheet(advice: &Advice, locale: &Locale) -> Sheet {
    let mut facts = vec![
        ("why these rules", advice.reasoning.clone()),
        ("source", advice.source.clone()),
        (
            "ordered by",
            advice.order.iter().map(|it| words_of(it)).collect::<Vec<_>>().join(", then "),
        ),
    ];
    if let Some(budget) = &advice.budget {
        facts.push(("at most", budget.to_string()));
    }
    let mut sections = vec![ranking(advice)];
    sections.extend(reasons(&advice.drives));
    sections.extend(value(&advice.drives, &advice.order));
    sections.extend(missing(&advice.drives, &advice.purpose));
    sections.extend(left_out(advice));
    Sheet {
        head: advice.headline.as_ref().map(|headline| Head::new(headline, locale)),
        title: format!("iogram advise {}: {}", advice.purpose, advice.title),
        subtitle: "Known drives, compared with published rules. No figure is guessed."
            .to_owned(),
        alarm: None,
        facts: named(facts),
        sections,
    }
}

/// `random-read-4k.iops` as `IOPS of random 4 KiB read`.
fn words_of(name: &str) -> String {
    // A fact that no measurement shows.
    let Some((work, figure)) = name.split_once('.') else { return name.to_owned() };
    let work = work.parse::<Quality>().map_or(work.to_owned(), |it| it.words().to_owned());
    format!("{} of {work}", format::figure_name(figure))
}

fn figure_of(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, figure)| figure)
}

fn ranking(advice: &Advice) -> Section {
    if advice.drives.is_empty() {
        let text = "No drive of the catalogue is left to rank.";
        let blocks = vec![Block::Paragraph(text.to_owned())];
        return Section { title: "Ranking".into(), blocks };
    }
    let columns = vec![
        Heading::numbers("place"),
        Heading::words("drive"),
        Heading::name("suits"),
        Heading::numbers("decides"),
        Heading::numbers("price"),
        Heading::name("front"),
    ];
    let rows = advice
        .drives
        .iter()
        .map(|drive| {
            let first = drive.figures.first();
            let decides = first.map_or(format::UNKNOWN.to_owned(), |figure| {
                let star = if is_published(figure.evidence.as_ref()) { "*" } else { "" };
                format!("{}{star}", format::figure(figure_of(&figure.figure), figure.value))
            });
            vec![
                place(drive),
                drive.name.clone(),
                standing_word(drive.standing).to_owned(),
                decides,
                drive.price.as_ref().map_or(format::UNKNOWN.to_owned(), ToString::to_string),
                if drive.is_on_front == Some(true) { "yes" } else { "" }.to_owned(),
            ]
        })
        .collect();
    let table = Block::Table(Table { columns, rows }.without_empty_columns());
    let notes =
        ranking_notes(&advice.drives).into_iter().map(|note| Block::Paragraph(note.into()));
    Section { title: "Ranking".into(), blocks: [table].into_iter().chain(notes).collect() }
}

/// Only drives that suit have one.
fn place(drive: &AdvisedDrive) -> String {
    drive.place_index.map_or(format::UNKNOWN.to_owned(), |place| place.to_string())
}

/// What the ranking's words and signs mean, those that occur.
fn ranking_notes(drives: &[AdvisedDrive]) -> Vec<&'static str> {
    let has = |is: &dyn Fn(&AdvisedDrive) -> bool| drives.iter().any(is);
    let shares = |drive: &AdvisedDrive| {
        let is_tied = |it: &AdvisedDrive| it.id != drive.id && place(it) == place(drive);
        place(drive) != format::UNKNOWN && drives.iter().any(is_tied)
    };
    let is_cited = |drive: &AdvisedDrive| {
        drive.figures.first().is_some_and(|it| is_published(it.evidence.as_ref()))
    };
    [
        (has(&shares), "Drives that share a place cannot be told apart by their runs."),
        (
            has(&|it| place(it) == format::UNKNOWN),
            "place -: it does not suit, or that is open.",
        ),
        (
            has(&|it| it.standing == Standing::Unproven),
            "unproven: it breaks no rule, but something was not measured.",
        ),
        (
            has(&|it| it.is_on_front == Some(true)),
            "front: no other drive is both cheaper and better (the Pareto front).",
        ),
        (has(&is_cited), "*: published elsewhere, not measured here."),
    ]
    .into_iter()
    .filter_map(|(is_said, note)| is_said.then_some(note))
    .collect()
}

fn is_published(evidence: Option<&DriveFigure>) -> bool {
    evidence.is_some_and(|figure| !figure.is_measured)
}

fn standing_word(standing: Standing) -> &'static str {
    match standing {
        Standing::Suitable => "yes",
        Standing::Unproven => "unproven",
        Standing::Unsuitable => "no",
    }
}

/// Why each drive stands where it does; those of which nothing is known are named further below.
fn reasons(drives: &[AdvisedDrive]) -> Option<Section> {
    let blocks: Vec<Block> = drives.iter().flat_map(reasons_of).collect();
    (!blocks.is_empty()).then_some(Section { title: "Reasons".into(), blocks })
}

/// Every demand and every deciding figure of one drive.
fn reasons_of(drive: &AdvisedDrive) -> Vec<Block> {
    let mut blocks: Vec<Block> = drive.reasons.iter().map(reason).collect();
    let known: Vec<String> = drive
        .figures
        .iter()
        .filter_map(|figure| {
            let value = format::figure(figure_of(&figure.figure), Some(figure.value?));
            let by = figure.evidence.as_ref().map(origin).unwrap_or_default();
            Some(format!("{}: {value} ({by})", words_of(&figure.figure)))
        })
        .collect();
    let is_judged = drive.reasons.iter().any(|reason| reason.verdict != Verdict::Unknown);
    if !is_judged && known.is_empty() {
        return Vec::new();
    }
    let head = match drive.place_index {
        Some(place) => format!("place {place}: {}", drive.name),
        None => format!("{}: {}", drive.name, standing_word(drive.standing)),
    };
    blocks.insert(0, Block::Paragraph(head));
    blocks.extend(known.into_iter().map(Block::Paragraph));
    blocks
}

fn reason(reason: &Reason) -> Block {
    let figure = figure_of(&reason.figure);
    let relation = if reason.is_upper_limit { "below" } else { "at least" };
    let limit = format::figure(figure, Some(reason.limit));
    let measured = match reason.measured {
        Some(value) => format::figure(figure, Some(value)),
        None => "not measured".to_owned(),
    };
    let mut details =
        vec![format!("{}: {measured}; asked is {relation} {limit}", words_of(&reason.figure))];
    details.extend(reason.evidence.as_ref().map(|it| format!("from {}", origin(it))));
    details.push(format!("source: {}", reason.source));
    let title = match reason.verdict {
        Verdict::Pass => format!("{}: {}", reason.demand, reason.title),
        Verdict::Fail => format!("{}: not so: {}", reason.demand, reason.title),
        Verdict::Unknown => format!("{}: not known: {}", reason.demand, reason.title),
    };
    Block::Judgement(Judgement::new(reason.verdict, title, details))
}

fn origin(figure: &DriveFigure) -> String {
    if figure.is_measured {
        figure.source.clone()
    } else {
        format!("published, not measured here: {}", figure.source)
    }
}

/// `per EUR`; where there are several currencies, each drive's own.
fn per_what(drives: &[AdvisedDrive]) -> String {
    let mut currencies =
        drives.iter().filter_map(|drive| Some(&drive.price.as_ref()?.currency));
    match currencies.next() {
        Some(first) if currencies.all(|other| other == first) => format!("per {first}"),
        _ => "per unit of its currency".to_owned(),
    }
}

/// What a unit of the currency buys, and performance against cost.
fn value(drives: &[AdvisedDrive], order: &[String]) -> Option<Section> {
    let per = per_what(drives);
    let columns = vec![
        Heading::words("drive"),
        Heading::numbers("price"),
        Heading::numbers("GB").of(per.clone()),
        Heading::numbers("read MB/s").of(per.clone()),
        Heading::numbers("write MB/s").of(per.clone()),
        Heading::numbers("sync IOPS").of(per),
        Heading::name("front"),
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
                Some(true) => "yes",
                Some(false) => "",
                None => format::UNKNOWN,
            };
            Some(vec![
                drive.name.clone(),
                drive.price.as_ref().map(ToString::to_string)?,
                gigabytes,
                format::mb_per_s(*read_per_unit_bytes_per_s),
                format::mb_per_s(*write_per_unit_bytes_per_s),
                format::iops(*sync_per_unit_iops),
                front.to_owned(),
            ])
        })
        .collect();
    if rows.is_empty() {
        return None;
    }
    let first = order.first().map(|it| words_of(it)).unwrap_or_default();
    let table = Table { columns, rows }.without_unknown_columns();
    let mut blocks = vec![Block::Table(table)];
    if drives.iter().any(|drive| drive.is_on_front == Some(true)) {
        blocks.push(Block::Paragraph(format!(
            "front: no other drive of that currency is both cheaper and better in {first}."
        )));
    }
    Some(Section { title: "Performance for money".into(), blocks })
}

fn missing(drives: &[AdvisedDrive], purpose: &str) -> Option<Section> {
    // Drives of which the same is missing stand together.
    let mut by_missing: Vec<(&[String], Vec<&str>)> = Vec::new();
    for drive in drives.iter().filter(|drive| !drive.missing.is_empty()) {
        match by_missing.iter_mut().find(|(missing, _)| *missing == drive.missing) {
            Some((_, names)) => names.push(&drive.name),
            None => by_missing.push((&drive.missing, vec![&drive.name])),
        }
    }
    let texts: Vec<String> = by_missing
        .into_iter()
        .map(|(missing, names)| {
            let what: Vec<String> = missing.iter().map(|it| words_of(it)).collect();
            format!("{}: {}. {}", names.join("; "), what.join(", "), how_to(missing, purpose))
        })
        .collect();
    let blocks = vec![Block::Numbered(texts)];
    let is_any = drives.iter().any(|drive| !drive.missing.is_empty());
    is_any.then_some(Section { title: "Not measured".into(), blocks })
}

/// What would tell.
fn how_to(missing: &[String], purpose: &str) -> String {
    let is_figure = |name: &String| name.contains('.');
    let measure = missing
        .iter()
        .any(is_figure)
        .then(|| format!("iogram good-for {purpose} TARGET measures it."));
    let read = (!missing.iter().all(is_figure)).then(|| {
        "What no measurement shows stands in the data sheet and is kept with iogram drive edit."
            .to_owned()
    });
    measure.into_iter().chain(read).collect::<Vec<_>>().join(" ")
}

/// The drives of each reason together.
fn left_out(advice: &Advice) -> Option<Section> {
    let mut by_reason: Vec<(&str, Vec<&str>)> = Vec::new();
    for drive in &advice.left_out {
        match by_reason.iter_mut().find(|(reason, _)| *reason == drive.reason) {
            Some((_, names)) => names.push(&drive.name),
            None => by_reason.push((&drive.reason, vec![&drive.name])),
        }
    }
    let texts = by_reason
        .into_iter()
        .map(|(reason, names)| format!("{reason}: {}.", names.join("; ")))
        .collect();
    let blocks = vec![Block::Numbered(texts)];
    (!advice.left_out.is_empty()).then_some(Section { title: "Left out".into(), blocks })
}
