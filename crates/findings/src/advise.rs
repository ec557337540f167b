//! Recommends known drives for a use: checks its demands against their figures, orders the drives with reasons, and
//! compares them by price.
//!
//! There is no score: one named figure decides the place of a drive, and an unmeasured drive is neither good nor bad.

mod answer;

use std::cmp::Ordering;

use iogram_model::{
    Advice, AdvisedDrive, AdvisedFigure, Argument, Demand, DriveDefect, DriveEntry,
    DriveFigure, Figure, FigureBound, LeftOut, Message, MessageId, OrderFigure,
    PowerLossRecord, Price, PublishedFact, Purpose, Quality, Reason, Standing, TargetRecord,
    ValueForMoney, Verdict,
};

use crate::quality::{Pick, choose_figures};

/// A drive of the catalogue with its measured and published figures.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDrive {
    /// Data from its label and data sheet.
    pub entry: DriveEntry,
    /// Measured and published figures.
    pub figures: Vec<DriveFigure>,
    /// Runs that found the drive failed or fake.
    pub defects: Vec<DriveDefect>,
}

/// Checks `drives` against `purpose`. Leaves out, with a reason, those that cost more than `budget`, and those
/// without a known price in its currency.
#[must_use]
pub fn advise(purpose: &Purpose, drives: &[KnownDrive], budget: Option<&Price>) -> Advice {
    let mut left_out = Vec::new();
    let mut advised = Vec::new();
    for drive in drives {
        match over_budget(drive.entry.price.as_ref(), budget) {
            Some(reason) => left_out.push(LeftOut {
                id: drive.entry.id.clone(),
                name: drive.entry.name.clone(),
                reason: reason.english(),
                statement: Some(reason),
            }),
            None => advised.push(advise_one(purpose, drive)),
        }
    }
    leave_out_dear(purpose, &mut advised, &mut left_out);
    advised.sort_by(|one, other| order(one, other, &purpose.order));
    let places: Vec<u32> = places(&advised, &purpose.order);
    for (drive, place) in advised.iter_mut().zip(places) {
        drive.place_index = (drive.standing == Standing::Suitable).then_some(place);
    }
    let headline = answer::headline(purpose, &advised);
    let decides = deciding_index(&advised);
    mark_front(
        &mut advised,
        decides.and_then(|index| Some((index, *purpose.order.get(index)?))),
    );
    Advice {
        format: Advice::FORMAT.to_owned(),
        purpose: purpose.id.clone(),
        is_built_in: purpose.is_built_in,
        title: purpose.title.clone(),
        reasoning: purpose.reasoning.clone(),
        source: purpose.source.clone(),
        order: purpose.order.iter().map(|figure| name_of(*figure)).collect(),
        decides: decides.and_then(|index| purpose.order.get(index)).map(|it| name_of(*it)),
        headline: Some(headline),
        budget: budget.cloned(),
        drives: advised,
        left_out,
    }
}

/// `sync-write.latency_p99_ns`.
fn name_of(figure: OrderFigure) -> String {
    format!("{}.{}", figure.quality, figure.figure)
}

fn over_budget(price: Option<&Price>, budget: Option<&Price>) -> Option<Message> {
    let budget = budget?;
    let Some(price) = price else { return Some(Message::plain(MessageId::PriceUnknown)) };
    let said = || price.to_string().into();
    if price.currency != budget.currency {
        let values = [price.currency.to_string().into(), said()];
        return Some(Message::new(MessageId::PriceInOther, values));
    }
    let is_above = price.hundredths > budget.hundredths;
    is_above.then(|| Message::new(MessageId::PriceAbove, [said()]))
}

/// Removes the drives that cost too much more than the cheapest possible one, separately for each currency. Keeps
/// every drive if no price is known.
fn leave_out_dear(
    purpose: &Purpose,
    advised: &mut Vec<AdvisedDrive>,
    left_out: &mut Vec<LeftOut>,
) {
    let Some(ratio) = purpose.dearer_max_ratio else { return };
    let may_suit = |it: &&AdvisedDrive| it.standing != Standing::Unsuitable;
    let prices: Vec<Price> =
        advised.iter().filter(may_suit).filter_map(|it| it.price.clone()).collect();
    if prices.is_empty() {
        return;
    }
    let why = |drive: &AdvisedDrive| -> Option<Message> {
        let Some(price) = &drive.price else {
            return Some(Message::plain(MessageId::PriceUnknown));
        };
        let alike = prices.iter().filter(|it| it.currency == price.currency);
        let cheapest = alike.min_by_key(|it| it.hundredths)?;
        // Tolerates half a cent of rounding.
        let is_dear = price.amount() > cheapest.amount() * (1.0 + ratio) + 0.005;
        let values =
            [price.to_string().into(), Argument::Ratio(ratio), cheapest.to_string().into()];
        is_dear.then(|| Message::new(MessageId::PriceFarAbove, values))
    };
    advised.retain(|drive| {
        let Some(reason) = why(drive) else { return true };
        left_out.push(LeftOut {
            id: drive.id.clone(),
            name: drive.name.clone(),
            reason: reason.english(),
            statement: Some(reason),
        });
        false
    });
}

fn advise_one(purpose: &Purpose, drive: &KnownDrive) -> AdvisedDrive {
    let reasons: Vec<Reason> =
        purpose.demands.iter().map(|demand| hold(demand, &drive.figures)).collect();
    let figures: Vec<AdvisedFigure> = purpose
        .order
        .iter()
        .map(|figure| {
            let found =
                choose_figures(&drive.figures, figure.quality, figure.figure, Pick::Plain);
            AdvisedFigure {
                figure: name_of(*figure),
                value: found.and_then(|found| found.mean),
                evidence: found.cloned(),
            }
        })
        .collect();
    let needs: Vec<(&String, Option<bool>)> =
        purpose.needs.iter().map(|need| (need, fact(&drive.entry, need))).collect();
    let standing = match () {
        () if !drive.defects.is_empty()
            || reasons.iter().any(|reason| reason.verdict == Verdict::Fail)
            || needs.iter().any(|(_, has)| *has == Some(false)) =>
        {
            Standing::Unsuitable
        }
        () if needs.iter().any(|(_, has)| has.is_none())
            || reasons.iter().any(|reason| reason.verdict == Verdict::Unknown)
            || !has_deciding(purpose, &figures) =>
        {
            Standing::Unproven
        }
        () => Standing::Suitable,
    };
    let entry = &drive.entry;
    AdvisedDrive {
        id: entry.id.clone(),
        name: entry.name.clone(),
        is_of_simulation: drive.figures.iter().any(|it| it.is_of_simulation),
        place_index: None,
        standing,
        price: entry.price.clone(),
        capacity: entry.capacity,
        value: entry.price.as_ref().and_then(|price| value_for_money(price, drive)),
        is_on_front: None,
        missing: missing(&reasons, &figures, &needs),
        reasons,
        figures,
        defects: drive.defects.clone(),
    }
}

/// Whether the deciding figure is known: the first of the order. If that is about synced writes, a database's
/// transactions count too, because they consist of such writes.
fn has_deciding(purpose: &Purpose, figures: &[AdvisedFigure]) -> bool {
    let Some(first) = purpose.order.first() else { return true };
    let is_alike = |it: &OrderFigure| {
        first.quality == Quality::SyncWrite && it.quality == Quality::DatabaseTransactions
    };
    let of = purpose.order.iter().zip(figures);
    of.enumerate()
        .any(|(index, (it, figure))| (index == 0 || is_alike(it)) && figure.value.is_some())
}

/// Power-loss protection of this drive by its data sheet; looks it up by serial number, else by model.
#[must_use]
pub fn power_loss(drives: &[DriveEntry], target: &TargetRecord) -> Option<PowerLossRecord> {
    let has_serial = |it: &&DriveEntry| {
        target.serial.as_ref().is_some_and(|serial| it.serials.contains(serial))
    };
    let is_model = |it: &&DriveEntry| {
        target.model.as_ref().is_some_and(|model| it.name.eq_ignore_ascii_case(model.trim()))
    };
    let found = drives.iter().filter(has_serial).chain(drives.iter().filter(is_model));
    found.into_iter().find_map(|entry| {
        let source = entry.facts.iter().find(|fact| is_named(fact, POWER_LOSS))?;
        let is_protected = fact(entry, POWER_LOSS)?;
        Some(PowerLossRecord { is_protected, source: source.source.clone() })
    })
}

/// The fact of a data sheet about it; uses name their requirements the same way.
const POWER_LOSS: &str = "power-loss protection";

fn is_named(fact: &PublishedFact, name: &str) -> bool {
    fact.name.eq_ignore_ascii_case(name)
}

/// The published value of fact `name`; `None` if there is none, or if it is neither yes nor no.
fn fact(entry: &DriveEntry, name: &str) -> Option<bool> {
    let fact = entry.facts.iter().find(|fact| is_named(fact, name))?;
    match fact.value.trim().to_lowercase().split([' ', ',', ';', '(']).next() {
        Some("yes" | "true" | "full") => Some(true),
        Some("no" | "none" | "false") => Some(false),
        _ => None,
    }
}

/// Checks the measured figures against a demand, and returns the deciding value.
///
/// With one or two runs the worst decides, as with published rules. With more, the bound that the next run keeps to
/// with 95 % confidence decides: another run tightens it, so that more measurements are no disadvantage. If the mean
/// and the bound lie on different sides of the limit, the demand stays open. The answer shows the mean, as
/// everywhere, and the deciding value beside it.
fn hold(demand: &Demand, figures: &[DriveFigure]) -> Reason {
    let found = choose_figures(figures, demand.of.quality, demand.of.figure, Pick::Plain);
    let values: Vec<f64> = found.map(counted).unwrap_or_default();
    let is_met = |value: f64| {
        if demand.is_upper_limit { value < demand.limit } else { value >= demand.limit }
    };
    let worse = |one: f64, other: f64| {
        if demand.is_upper_limit { one.max(other) } else { one.min(other) }
    };
    let mean = found.and_then(|it| it.mean);
    let worst = values.iter().copied().reduce(worse).or(mean);
    let next_run = next_run(&values, demand.is_upper_limit);
    let verdict = match (next_run, worst) {
        (Some(bound), _) if is_met(bound) => Verdict::Pass,
        (Some(_), _) if mean.is_some_and(|mean| !is_met(mean)) => Verdict::Fail,
        (Some(_), _) => Verdict::Unknown,
        (None, Some(worst)) if is_met(worst) => Verdict::Pass,
        (None, Some(_)) => Verdict::Fail,
        (None, None) => Verdict::Unknown,
    };
    let is_of_runs = next_run.is_none() && values.len() > 1;
    let reason = Reason {
        demand: demand.id.clone(),
        title: demand.title.clone(),
        verdict,
        figure: name_of(demand.of),
        limit: demand.limit,
        is_upper_limit: demand.is_upper_limit,
        measured: mean.or(worst),
        bound: None,
        worst: worst.filter(|_| is_of_runs),
        next_run,
        evidence: found.cloned(),
        source: demand.source.clone(),
    };
    match proven_beyond(demand, figures) {
        Some((least, evidence)) if found.is_none() => Reason {
            verdict: Verdict::Fail,
            measured: Some(least),
            bound: Some(FigureBound::AtLeast),
            evidence: Some(evidence.clone()),
            ..reason
        },
        _ => reason,
    }
}

/// The proof that an unmeasured percentile is beyond the limit, from the slowest requests.
fn proven_beyond<'a>(
    demand: &Demand,
    figures: &'a [DriveFigure],
) -> Option<(f64, &'a DriveFigure)> {
    let is_meant = |it: &&DriveFigure| {
        it.quality == demand.of.quality && it.figure == demand.of.figure.name()
    };
    let proven = figures.iter().filter(is_meant).filter_map(|it| Some((it.proven_least?, it)));
    let beyond = proven.filter(|(least, _)| demand.is_upper_limit && *least >= demand.limit);
    beyond.max_by(|(one, _), (other, _)| one.total_cmp(other))
}

fn counted(figure: &DriveFigure) -> Vec<f64> {
    let runs = figure.runs.iter().filter(|run| run.excluded.is_none());
    runs.filter_map(|run| run.value).collect()
}

/// An interval of fewer runs is useless: with two, Student's interval extends 12.7 standard errors to each side.
const RUNS_MIN: usize = 3;

/// The bound that the next run keeps to with 95 % confidence, by Student's prediction interval; `None` with fewer
/// than three runs, because the interval would be useless.
#[expect(clippy::cast_precision_loss, reason = "nobody measures 2^53 times")]
fn next_run(values: &[f64], is_upper: bool) -> Option<f64> {
    if values.len() < RUNS_MIN {
        return None;
    }
    let mean = iogram_stats::mean_interval(values)?;
    let half = (mean.high - mean.low) / 2.0 * (values.len() as f64 + 1.0).sqrt();
    let middle = f64::midpoint(mean.low, mean.high);
    Some(if is_upper { middle + half } else { (middle - half).max(0.0) })
}

/// The unknown figures and facts, each once.
fn missing(
    reasons: &[Reason],
    figures: &[AdvisedFigure],
    needs: &[(&String, Option<bool>)],
) -> Vec<String> {
    let open = reasons.iter().filter(|reason| reason.measured.is_none()).map(|it| &it.figure);
    let empty = figures.iter().filter(|figure| figure.value.is_none()).map(|it| &it.figure);
    let mut missing: Vec<String> = Vec::new();
    let unknown = needs.iter().filter(|(_, has)| has.is_none()).map(|(need, _)| *need);
    for figure in open.chain(empty).chain(unknown) {
        if !missing.contains(figure) {
            missing.push(figure.clone());
        }
    }
    missing
}

fn value_for_money(price: &Price, drive: &KnownDrive) -> Option<ValueForMoney> {
    if price.hundredths == 0 {
        return None;
    }
    let amount = price.amount();
    let per_unit = |quality, figure| {
        let found = choose_figures(&drive.figures, quality, figure, Pick::Plain);
        found.and_then(|found| found.mean).map(|mean| mean / amount)
    };
    Some(ValueForMoney {
        currency: price.currency.clone(),
        per_unit_bytes: drive.entry.capacity.map(|capacity| capacity.as_f64() / amount),
        read_per_unit_bytes_per_s: per_unit(Quality::SequentialRead, Figure::BytesPerS),
        write_per_unit_bytes_per_s: per_unit(Quality::SequentialWrite, Figure::BytesPerS),
        sync_per_unit_iops: per_unit(Quality::SyncWrite, Figure::Iops),
    })
}

/// Suitable before unproven before unsuitable; then by the first figure that distinguishes them; then by name, so
/// that the same input gives the same page.
fn order(one: &AdvisedDrive, other: &AdvisedDrive, by: &[OrderFigure]) -> Ordering {
    one.standing
        .cmp(&other.standing)
        .then_with(|| by_figures(one, other, by))
        .then_with(|| one.name.cmp(&other.name))
        .then_with(|| one.id.cmp(&other.id))
}

fn by_figures(one: &AdvisedDrive, other: &AdvisedDrive, by: &[OrderFigure]) -> Ordering {
    for (index, figure) in by.iter().enumerate() {
        let value = |drive: &AdvisedDrive| drive.figures[index].value;
        let ordering = match (value(one), value(other)) {
            (Some(one), Some(other)) if figure.is_less_better() => one.total_cmp(&other),
            (Some(one), Some(other)) => other.total_cmp(&one),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        };
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    Ordering::Equal
}

/// Drives with the same standing share a place if they cannot be distinguished from the first of their group. The
/// comparison is with the first one, because steps from neighbour to neighbour could bridge any distance.
fn places(drives: &[AdvisedDrive], by: &[OrderFigure]) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::new();
    let mut first = 0;
    for (index, drive) in drives.iter().enumerate() {
        if index > 0 && are_alike(&drives[first], drive, by) {
            places.push(places[first]);
            continue;
        }
        first = index;
        places.push(u32::try_from(index.saturating_add(1)).unwrap_or(u32::MAX));
    }
    places
}

/// The first figure of the order that both have; `None` if only one of them has an earlier figure, or neither has
/// any.
fn telling_index(one: &AdvisedDrive, other: &AdvisedDrive) -> Option<usize> {
    let both = one.figures.iter().zip(&other.figures);
    let known = both.map(|(one, other)| (one.value.is_some(), other.value.is_some()));
    let told = known.enumerate().find(|(_, known)| *known != (false, false))?;
    (told.1 == (true, true)).then_some(told.0)
}

/// The first figure of the order that at least two drives have; if there is none, the first that any drive has.
fn deciding_index(drives: &[AdvisedDrive]) -> Option<usize> {
    let count = drives.iter().map(|it| it.figures.len()).max().unwrap_or(0);
    let has = |index: usize| {
        let known = drives
            .iter()
            .filter(|it| it.figures.get(index).is_some_and(|it| it.value.is_some()));
        known.take(2).count() == 2
    };
    (0..count).find(|index| has(*index)).or_else(|| {
        let first = |it: &AdvisedDrive| it.figures.iter().position(|it| it.value.is_some());
        drives.iter().filter_map(first).min()
    })
}

/// With three runs each, the interval of their ratio decides. With fewer, an interval would be wide enough for
/// anything, so their ranges must overlap.
fn are_alike(one: &AdvisedDrive, other: &AdvisedDrive, by: &[OrderFigure]) -> bool {
    if one.standing != other.standing {
        return false;
    }
    let Some(index) = telling_index(one, other) else {
        return by_figures(one, other, by) == Ordering::Equal;
    };
    let runs = |drive: &AdvisedDrive| {
        let evidence = drive.figures.get(index).and_then(|it| it.evidence.as_ref());
        evidence.map(counted).unwrap_or_default()
    };
    let (one_runs, other_runs) = (runs(one), runs(other));
    if one_runs.len() >= RUNS_MIN
        && other_runs.len() >= RUNS_MIN
        && let Some(ratio) = iogram_stats::ratio_interval(&one_runs, &other_runs)
    {
        return ratio.low <= 1.0 && 1.0 <= ratio.high;
    }
    let range = |values: &[f64]| {
        let low = values.iter().copied().reduce(f64::min)?;
        Some((low, values.iter().copied().reduce(f64::max)?))
    };
    match (range(&one_runs), range(&other_runs)) {
        (Some(one), Some(other)) => one.0 <= other.1 && other.0 <= one.1,
        _ => by_figures(one, other, by) == Ordering::Equal,
    }
}

/// Marks the drives that no other one beats in price and the deciding figure at once. Prices in different currencies
/// are not compared.
fn mark_front(drives: &mut [AdvisedDrive], by: Option<(usize, OrderFigure)>) {
    let Some((index, by)) = by else { return };
    let points: Vec<Option<(String, u64, f64)>> = drives
        .iter()
        .map(|drive| {
            // Every drive beats a failed or fake one.
            let is_sound = drive.defects.is_empty();
            let value = drive.figures.get(index).filter(|_| is_sound)?.value?;
            let price = drive.price.as_ref()?;
            let goodness = if by.is_less_better() { -value } else { value };
            Some((price.currency.clone(), price.hundredths, goodness))
        })
        .collect();
    for (index, drive) in drives.iter_mut().enumerate() {
        drive.is_on_front = points[index].as_ref().map(|mine| {
            !points.iter().flatten().any(|other| {
                other.0 == mine.0
                    && other.1 <= mine.1
                    && other.2 >= mine.2
                    && (other.1 < mine.1 || other.2 > mine.2)
            })
        });
    }
}
