//! Which of the known drives for which use: demands held against figures, an order with its reasons, and
//! what the money buys.
//!
//! There is no score: a drive stands where it stands because of one named figure, and a drive that was not
//! measured is neither good nor bad.

use std::cmp::Ordering;

use iogram_model::{
    Advice, AdvisedDrive, AdvisedFigure, Demand, DriveEntry, DriveFigure, Figure, LeftOut,
    OrderFigure, Price, Purpose, Quality, Reason, Standing, ValueForMoney, Verdict,
};

use crate::quality::{Pick, choose_figures};

/// A drive of the catalogue with all that was measured and published of it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDrive {
    /// What is known without measuring.
    pub entry: DriveEntry,
    /// What was measured and published.
    pub figures: Vec<DriveFigure>,
}

/// Holds `purpose` against `drives`; those that cost more than `budget`, or whose price is not known in
/// its currency, are left out with the reason.
#[must_use]
pub fn advise(purpose: &Purpose, drives: &[KnownDrive], budget: Option<&Price>) -> Advice {
    let mut left_out = Vec::new();
    let mut advised = Vec::new();
    for drive in drives {
        match over_budget(drive.entry.price.as_ref(), budget) {
            Some(reason) => left_out.push(LeftOut {
                id: drive.entry.id.clone(),
                name: drive.entry.name.clone(),
                reason,
            }),
            None => advised.push(advise_one(purpose, drive)),
        }
    }
    advised.sort_by(|one, other| order(one, other, &purpose.order));
    let places: Vec<u32> = places(&advised, &purpose.order);
    for (drive, place) in advised.iter_mut().zip(places) {
        drive.place_index = place;
    }
    mark_front(&mut advised, purpose.order.first().copied());
    Advice {
        format: Advice::FORMAT.to_owned(),
        purpose: purpose.id.clone(),
        title: purpose.title.clone(),
        reasoning: purpose.reasoning.clone(),
        source: purpose.source.clone(),
        order: purpose.order.iter().map(|figure| name_of(*figure)).collect(),
        budget: budget.cloned(),
        drives: advised,
        left_out,
    }
}

/// `sync-write.latency_p99_ns`.
fn name_of(figure: OrderFigure) -> String {
    format!("{}.{}", figure.quality, figure.figure)
}

fn over_budget(price: Option<&Price>, budget: Option<&Price>) -> Option<String> {
    let budget = budget?;
    let Some(price) = price else { return Some("its price is not known".to_owned()) };
    if price.currency != budget.currency {
        return Some(format!(
            "its price is known in {} only ({price}); currencies are not converted",
            price.currency
        ));
    }
    (price.hundredths > budget.hundredths).then(|| format!("it costs {price}"))
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
    let standing = match () {
        () if reasons.iter().any(|reason| reason.verdict == Verdict::Fail) => {
            Standing::Unsuitable
        }
        () if reasons.iter().any(|reason| reason.verdict == Verdict::Unknown)
            || figures.first().is_some_and(|figure| figure.value.is_none()) =>
        {
            Standing::Unproven
        }
        () => Standing::Suitable,
    };
    let entry = &drive.entry;
    AdvisedDrive {
        id: entry.id.clone(),
        name: entry.name.clone(),
        place_index: 0,
        standing,
        price: entry.price.clone(),
        capacity: entry.capacity,
        value: entry.price.as_ref().and_then(|price| value_for_money(price, drive)),
        is_on_front: None,
        missing: missing(&reasons, &figures),
        reasons,
        figures,
    }
}

/// The worst counted run decides, as with every published rule.
fn hold(demand: &Demand, figures: &[DriveFigure]) -> Reason {
    let found = choose_figures(figures, demand.of.quality, demand.of.figure, Pick::Plain);
    let worse = |one: f64, other: f64| {
        if demand.is_upper_limit { one.max(other) } else { one.min(other) }
    };
    let measured = found.and_then(|figure| {
        let counted = figure.runs.iter().filter(|run| run.excluded.is_none());
        counted.filter_map(|run| run.value).reduce(worse).or(figure.mean)
    });
    let verdict = match measured {
        None => Verdict::Unknown,
        Some(value) if demand.is_upper_limit && value < demand.limit => Verdict::Pass,
        Some(value) if !demand.is_upper_limit && value >= demand.limit => Verdict::Pass,
        Some(_) => Verdict::Fail,
    };
    Reason {
        demand: demand.id.clone(),
        title: demand.title.clone(),
        verdict,
        figure: name_of(demand.of),
        limit: demand.limit,
        is_upper_limit: demand.is_upper_limit,
        measured,
        evidence: found.cloned(),
        source: demand.source.clone(),
    }
}

/// Figures that nothing is known of, each once.
fn missing(reasons: &[Reason], figures: &[AdvisedFigure]) -> Vec<String> {
    let open = reasons.iter().filter(|reason| reason.measured.is_none()).map(|it| &it.figure);
    let empty = figures.iter().filter(|figure| figure.value.is_none()).map(|it| &it.figure);
    let mut missing: Vec<String> = Vec::new();
    for figure in open.chain(empty) {
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

/// Suitable before unproven before unsuitable; then the first figure that tells them apart; then by name,
/// so that the same input gives the same page.
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

/// Drives that stand alike and whose intervals of the first figure overlap share a place: their order is
/// no finding.
fn places(drives: &[AdvisedDrive], by: &[OrderFigure]) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::new();
    for (index, drive) in drives.iter().enumerate() {
        let next = u32::try_from(index.saturating_add(1)).unwrap_or(u32::MAX);
        let place = match index.checked_sub(1).map(|before| (&drives[before], places[before])) {
            Some((before, place)) if are_alike(before, drive, by) => place,
            _ => next,
        };
        places.push(place);
    }
    places
}

fn are_alike(one: &AdvisedDrive, other: &AdvisedDrive, by: &[OrderFigure]) -> bool {
    if one.standing != other.standing {
        return false;
    }
    let interval = |drive: &AdvisedDrive| {
        drive.figures.first().and_then(|figure| figure.evidence.as_ref()?.interval)
    };
    match (interval(one), interval(other)) {
        (Some(one), Some(other)) => one.low <= other.high && other.low <= one.high,
        _ => by_figures(one, other, by) == Ordering::Equal,
    }
}

/// Marks the drives that no other one beats in price and the first figure at once. Prices in different
/// currencies do not beat each other.
fn mark_front(drives: &mut [AdvisedDrive], by: Option<OrderFigure>) {
    let Some(by) = by else { return };
    let points: Vec<Option<(String, u64, f64)>> = drives
        .iter()
        .map(|drive| {
            let value = drive.figures.first()?.value?;
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
