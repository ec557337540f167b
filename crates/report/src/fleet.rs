//! Many drives at once: the outliers among them, and the distribution of figures.

use iogram_model::{
    DriftAlong, Fleet, FleetDistribution, FleetFigure, FleetMember, FleetModel, Oddity,
    OddityKind, Total as _,
};

mod page;

use crate::format;
use crate::layout::wrap;
use crate::locale::{Locale, say};
use crate::statement;
use crate::table::{Heading, Table};
use crate::text::Options;
use iogram_model::wording;

pub use page::fleet_page;

/// The answer: the outliers, farthest first, and the models with enough drives to judge.
#[must_use]
pub fn render_fleet(fleet: &Fleet, options: &Options, locale: &Locale) -> String {
    let mut paragraphs = vec![answer(fleet, locale)];
    paragraphs.extend(fleet.is_of_simulation.then(|| say!(locale, "alarm-simulated")));
    paragraphs.extend(beside(fleet, locale));
    paragraphs.extend(members(fleet, locale));
    paragraphs.extend(fleet.oddities.iter().map(|oddity| sentence(oddity, locale)));
    let notes = notes(fleet, locale);
    let lines = |paragraph: &String| wrap(paragraph, options.width).join("\n");
    let text: Vec<String> = paragraphs.iter().map(lines).collect();
    let mut text = text.join("\n\n") + "\n";
    if !fleet.models.is_empty() {
        text += "\n";
        text += &models(&fleet.models, locale).render_text(options.width);
        text += "\n";
        text += &notes.iter().map(lines).collect::<Vec<String>>().join("\n");
        text += "\n";
    }
    text
}

/// Number of comparisons, and the excluded parts.
fn notes(fleet: &Fleet, locale: &Locale) -> Vec<String> {
    let mut notes = vec![say!(locale, "fleet-questions", count = fleet.question_count)];
    notes.extend(uncompared(fleet, locale));
    if fleet.unidentified_run_count > 0 {
        notes.push(say!(locale, "fleet-unidentified", count = fleet.unidentified_run_count));
    }
    notes
}

/// The headline: the worst problem of any drive, or the result of comparing them.
fn answer(fleet: &Fleet, locale: &Locale) -> String {
    match fleet.lead.first() {
        Some(worst) => statement::say(worst, locale),
        None => compared(fleet, locale),
    }
}

/// Other problems of drives, and the result of comparing them, unless it is the headline.
fn beside(fleet: &Fleet, locale: &Locale) -> Vec<String> {
    let Some((_, others)) = fleet.lead.split_first() else { return Vec::new() };
    let mut lines: Vec<String> = others.iter().map(|it| statement::say(it, locale)).collect();
    lines.push(compared(fleet, locale));
    lines
}

/// Number of drives with a line of their own; the JSON has all. Arbitrary.
const MEMBERS_MAX: usize = 12;

/// A line for each drive with a problem, the worst first.
fn members(fleet: &Fleet, locale: &Locale) -> Vec<String> {
    let line = |member: &FleetMember| {
        say!(
            locale,
            "fleet-member",
            drive = member.drive,
            model = named(&member.model),
            reason = statement::say(&member.told.reason, locale),
            said = member.said_run_count,
            runs = member.run_count,
        )
    };
    let mut lines: Vec<String> = fleet.members.iter().take(MEMBERS_MAX).map(line).collect();
    let more = fleet.members.len().saturating_sub(MEMBERS_MAX);
    if more > 0 {
        lines.push(say!(locale, "fleet-members-more", count = more));
    }
    lines
}

/// Number of drives with too few siblings for a comparison; `None` if those are all or none of them.
fn uncompared(fleet: &Fleet, locale: &Locale) -> Option<String> {
    let seen = fleet.models.iter().filter(|it| it.visible_ratio.is_some());
    let seen = seen.map(|it| it.drive_count).total();
    let count = fleet.drive_count.saturating_sub(seen);
    let is_some = count > 0 && seen > 0;
    is_some.then(|| say!(locale, "fleet-uncompared", count = count, all = fleet.drive_count))
}

fn compared(fleet: &Fleet, locale: &Locale) -> String {
    let seen: Vec<&FleetModel> =
        fleet.models.iter().filter(|it| it.visible_ratio.is_some()).collect();
    match (fleet.oddities.len(), seen.len()) {
        _ if fleet.drive_count == 0 => say!(locale, "fleet-nothing"),
        (0, 0) => say!(locale, "fleet-too-few", drives = fleet.drive_count),
        (0, count) => {
            let drives = seen.iter().map(|it| it.drive_count).total();
            match fleet.lead.is_empty() {
                true => say!(locale, "fleet-none", drives = drives, models = count),
                false => say!(locale, "fleet-none-beside", drives = drives, models = count),
            }
        }
        (count, _) => say!(
            locale,
            "fleet-odd",
            count = count,
            drives = fleet.drive_count,
            models = fleet.models.len(),
        ),
    }
}

/// One outlier in words.
fn sentence(oddity: &Oddity, locale: &Locale) -> String {
    let of = &oddity.of;
    let work = format::quality_name(of.quality, locale);
    let figure = format::figure_name(&of.figure, locale);
    let value = |value: f64| format::figure(&of.figure, Some(value), locale);
    let change = change(oddity.ratio, locale);
    let mut text = match &oddity.kind {
        OddityKind::Drive { drive, value: own, usual, sibling_count } => say!(
            locale,
            "fleet-drive",
            drive = drive,
            model = of.model,
            work = work,
            figure = figure,
            change = change,
            value = value(*own),
            usual = value(*usual),
            siblings = sibling_count,
        ),
        OddityKind::Firmware { base, other, base_count, other_count, low, high } => say!(
            locale,
            "fleet-firmware",
            other = other,
            model = of.model,
            work = work,
            figure = figure,
            change = change,
            base = base,
            low = signed(*low),
            high = signed(*high),
            base_count = base_count,
            other_count = other_count,
        ),
        OddityKind::Batch { first, before_count, behind_count } => say!(
            locale,
            "fleet-batch",
            first = first,
            model = of.model,
            work = work,
            figure = figure,
            change = change,
            before = before_count,
            behind = behind_count,
        ),
        OddityKind::Drift { drive, along, from, to, run_count } => say!(
            locale,
            "fleet-drift",
            drive = drive,
            model = of.model,
            work = work,
            figure = figure,
            change = change,
            life = life(*along, *from, *to, locale),
            runs = run_count,
        ),
    };
    if oddity.more_count > 0 {
        text += " ";
        text += &say!(locale, "fleet-more", count = oddity.more_count);
    }
    text
}

/// `18 % lower`, `3.2 times as high`.
fn change(ratio: f64, locale: &Locale) -> String {
    if ratio >= 2.0 {
        say!(locale, "fleet-times", ratio = format!("{ratio:.1}"))
    } else if ratio > 1.0 {
        say!(locale, "fleet-higher", share = wording::percent(ratio - 1.0))
    } else {
        say!(locale, "fleet-lower", share = wording::percent(1.0 - ratio))
    }
}

/// `-18 %`.
fn signed(ratio: f64) -> String {
    let sign = if ratio < 1.0 { "-" } else { "+" };
    format!("{sign}{}", wording::percent((ratio - 1.0).abs()))
}

fn life(along: DriftAlong, from: f64, to: f64, locale: &Locale) -> String {
    match along {
        DriftAlong::LifeUsed => say!(
            locale,
            "fleet-life-used",
            from = wording::percent(from),
            to = wording::percent(to),
        ),
        DriftAlong::Written => {
            let tera = |bytes: f64| format!("{:.1} TB", bytes / 1e12);
            say!(locale, "fleet-life-written", from = tera(from), to = tera(to))
        }
        DriftAlong::Days => {
            say!(locale, "fleet-life-days", days = format!("{:.0}", (to - from).max(0.0)))
        }
    }
}

fn models(models: &[FleetModel], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "fleet-model")),
        Heading::numbers(say!(locale, "fleet-drives")),
        Heading::numbers(say!(locale, "fleet-runs")),
        Heading::words(say!(locale, "fleet-firmwares")),
        Heading::words(say!(locale, "fleet-visible")),
    ];
    let row = |model: &FleetModel| {
        let visible = match model.visible_ratio {
            Some(ratio) => say!(locale, "fleet-visible-from", share = wording::percent(ratio)),
            None => say!(locale, "fleet-not-visible"),
        };
        vec![
            named(&model.model),
            model.drive_count.to_string(),
            model.run_count.to_string(),
            named(&model.firmwares.join(", ")),
            visible,
        ]
    };
    let rows = models.iter().map(row).collect();
    Table { columns, rows }
}

fn named(text: &str) -> String {
    if text.is_empty() { format::UNKNOWN.to_owned() } else { text.to_owned() }
}

/// The distribution of figures, with a row for each model and figure.
#[must_use]
pub fn render_fleet_distributions(
    distributions: &[FleetDistribution],
    options: &Options,
    locale: &Locale,
) -> String {
    distribution(distributions, locale).render_text(options.width)
}

fn distribution(distributions: &[FleetDistribution], locale: &Locale) -> Table {
    let columns = vec![
        Heading::words(say!(locale, "fleet-model")),
        Heading::words(say!(locale, "fleet-group")),
        Heading::words(say!(locale, "fleet-figure")),
        Heading::numbers(say!(locale, "fleet-drives")),
        Heading::numbers(say!(locale, "fleet-runs")).spare(),
        Heading::numbers(say!(locale, "fleet-least")),
        Heading::numbers(say!(locale, "fleet-quarter")).spare(),
        Heading::numbers(say!(locale, "fleet-median")),
        Heading::numbers(say!(locale, "fleet-three-quarters")).spare(),
        Heading::numbers(say!(locale, "fleet-most")),
    ];
    let row = |it: &FleetDistribution| {
        let value = |value: f64| format::figure(&it.of.figure, Some(value), locale);
        vec![
            named(&it.of.model),
            it.group.clone().unwrap_or_default(),
            full_name(&it.of, locale),
            it.drive_count.to_string(),
            it.run_count.to_string(),
            value(it.min),
            value(it.p25),
            value(it.median),
            value(it.p75),
            value(it.max),
        ]
    };
    let rows = distributions.iter().map(row).collect();
    Table { columns, rows }.without_empty_columns()
}

/// `quick: random 4 KiB reads, p99 latency, 32 outstanding`.
fn full_name(of: &FleetFigure, locale: &Locale) -> String {
    let mut parts =
        vec![format::quality_name(of.quality, locale), format::figure_name(&of.figure, locale)];
    parts.extend(of.block.map(|block| block.to_string()));
    parts.extend(of.depth.map(|depth| format!("QD {depth}")));
    format!("{}: {}", of.method, parts.join(", "))
}
