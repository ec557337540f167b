//! The questions about one figure of one model, each with its probability by chance alone.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use iogram_model::{DriftAlong, FleetFigure, OddityKind, float};
use iogram_stats::{
    TREND_OF_MIN, TwoGroups, compare_groups, find_distribution_changes, find_outliers,
    find_trend, median, trend_chance, visible_distance,
};

use super::{CHANCE_MAX, OfFigure, RATIO_MIN, Value, of_drive};

/// Fewer drives on a side are no evidence about a firmware or a batch: of two, both can be the odd ones.
const SIDE_MIN: usize = 3;

/// Fewer drives in order show no batch.
const BATCH_OF_MIN: usize = 10;

/// Further changes in a row with one are reported up to this probability by chance.
const NEXT_CHANGE: f64 = 0.01;

/// A question, and its possible answers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Question {
    pub(super) of: Arc<FleetFigure>,
    /// Probability of such an answer by chance alone, 0 to 1.
    pub(super) p: f64,
    /// The answers to report, each with the ratio of the odd value to the usual one. May be empty if chance alone
    /// gives such answers too often.
    pub(super) answers: Vec<(OddityKind, f64)>,
    /// The smallest difference of a drive that would have been visible.
    pub(super) visible_ratio: Option<f64>,
}

/// All questions of one figure.
pub(super) fn ask(figure: &Arc<FleetFigure>, drives: &OfFigure<'_>) -> Vec<Question> {
    let question = |(p, answers): (f64, Vec<(OddityKind, f64)>)| Question {
        of: Arc::clone(figure),
        p,
        answers,
        visible_ratio: None,
    };
    let values: Vec<(&str, f64)> =
        drives.iter().filter_map(|(drive, values)| Some((*drive, of_drive(values)?))).collect();
    let mut questions: Vec<Question> = odd_drives(figure, &values).into_iter().collect();
    questions.extend(firmwares(drives).into_iter().map(question));
    questions.extend(batches(&values).map(question));
    questions.extend(drives.iter().filter_map(|(drive, all)| drift(drive, all)).map(question));
    questions
}

fn logarithms(values: &[(&str, f64)]) -> Vec<f64> {
    values.iter().map(|(_, value)| value.ln()).collect()
}

fn odd_drives(figure: &Arc<FleetFigure>, values: &[(&str, f64)]) -> Option<Question> {
    let all = logarithms(values);
    let found = find_outliers(&all)?;
    let usual = |without: &str| {
        let others = values.iter().filter(|(drive, _)| *drive != without);
        median(&others.map(|it| it.1).collect::<Vec<f64>>())
    };
    let answers = found.indexes.iter().filter_map(|index| {
        let (drive, value) = *values.get(*index)?;
        let usual = usual(drive)?;
        let sibling_count = values.len().saturating_sub(1) as u64;
        let drive = drive.to_owned();
        Some((OddityKind::Drive { drive, value, usual, sibling_count }, value / usual))
    });
    let belonging: Vec<f64> = all
        .iter()
        .enumerate()
        .filter(|(index, _)| !found.indexes.contains(index))
        .map(|it| *it.1)
        .collect();
    Some(Question {
        of: Arc::clone(figure),
        p: found.p,
        answers: answers.collect(),
        visible_ratio: visible_distance(&belonging).map(|it| it.exp_m1().max(RATIO_MIN - 1.0)),
    })
}

/// Compares every other firmware with that of most drives.
fn firmwares(drives: &OfFigure<'_>) -> Vec<(f64, Vec<(OddityKind, f64)>)> {
    let mut of_firmware: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (_, values) in drives {
        let mut parts: BTreeMap<&str, Vec<Value<'_>>> = BTreeMap::new();
        for value in values {
            if let Some(firmware) = value.run.firmware.as_deref() {
                parts.entry(firmware).or_default().push(*value);
            }
        }
        for (firmware, values) in parts {
            of_firmware.entry(firmware).or_default().extend(of_drive(&values));
        }
    }
    of_firmware.retain(|_, values| values.len() >= SIDE_MIN);
    let Some((base, base_values)) =
        of_firmware.iter().max_by(|a, b| a.1.len().cmp(&b.1.len()).then_with(|| b.0.cmp(a.0)))
    else {
        return Vec::new();
    };
    let others = of_firmware.iter().filter(|(other, _)| *other != base);
    others
        .filter_map(|(other, values)| {
            let groups = TwoGroups { base: base_values, other: values };
            let difference = (*compare_groups(&[groups]).first()?)?;
            let kind = OddityKind::Firmware {
                base: (*base).to_owned(),
                other: (*other).to_owned(),
                base_count: base_values.len() as u64,
                other_count: values.len() as u64,
                low: difference.interval.low,
                high: difference.interval.high,
            };
            Some((difference.p, vec![(kind, difference.ratio)]))
        })
        .collect()
}

/// The order of serial numbers stands for the order of production.
fn batches(values: &[(&str, f64)]) -> Option<(f64, Vec<(OddityKind, f64)>)> {
    if values.len() < BATCH_OF_MIN {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| in_order(a.0, b.0));
    let all = logarithms(&sorted);
    let (p, changes) = find_distribution_changes(&all, SIDE_MIN, NEXT_CHANGE);
    let mut borders: Vec<usize> = changes.iter().map(|it| it.index).collect();
    borders.insert(0, 0);
    borders.push(sorted.len());
    let middle = |from: usize, to: usize| {
        let part = sorted.get(from..to)?;
        median(&part.iter().map(|it| it.1).collect::<Vec<f64>>())
    };
    let answers = borders.array_windows().filter_map(|[before, border, behind]| {
        let kind = OddityKind::Batch {
            first: sorted.get(*border)?.0.to_owned(),
            before_count: border.saturating_sub(*before) as u64,
            behind_count: behind.saturating_sub(*border) as u64,
        };
        Some((kind, middle(*border, *behind)? / middle(*before, *border)?))
    });
    Some((p, answers.collect()))
}

/// Numbers within serial numbers count as numbers: `A9` comes before `A10`.
fn in_order(a: &str, b: &str) -> Ordering {
    let parts = |text: &str| {
        let mut parts: Vec<(String, bool)> = Vec::new();
        for letter in text.chars() {
            let is_digit = letter.is_ascii_digit();
            match parts.last_mut() {
                Some((part, is)) if *is == is_digit => part.push(letter),
                _ => parts.push((letter.to_string(), is_digit)),
            }
        }
        parts
    };
    let number = |digits: &str| digits.trim_start_matches('0').to_owned();
    let (left, right) = (parts(a), parts(b));
    for ((one, is_number), (other, is_other)) in left.iter().zip(&right) {
        let order = if *is_number && *is_other {
            let (one, other) = (number(one), number(other));
            one.len().cmp(&other.len()).then_with(|| one.cmp(&other))
        } else {
            one.cmp(other)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// The fewest different points of a drive's life that show a change.
const PLACES_MIN: usize = 3;

fn drift(drive: &str, values: &[Value<'_>]) -> Option<(f64, Vec<(OddityKind, f64)>)> {
    if values.len() < TREND_OF_MIN {
        return None;
    }
    let along = |of: &dyn Fn(&Value<'_>) -> Option<f64>| -> Option<Vec<f64>> {
        let places: Vec<f64> = values.iter().map(of).collect::<Option<_>>()?;
        let mut different = places.clone();
        different.sort_by(f64::total_cmp);
        different.dedup();
        (different.len() >= PLACES_MIN).then_some(places)
    };
    #[expect(clippy::cast_precision_loss, reason = "a number of days")]
    let days = |it: &Value<'_>| Some(it.run.started_at_us as f64 / 86_400e6);
    let (places, along) = along(&|it| it.run.life_used_ratio)
        .map(|places| (places, DriftAlong::LifeUsed))
        .or_else(|| {
            along(&|it| it.run.written_bytes.map(float))
                .map(|places| (places, DriftAlong::Written))
        })
        .or_else(|| along(&days).map(|places| (places, DriftAlong::Days)))?;
    let logarithms: Vec<f64> = values.iter().map(|it| it.value.ln()).collect();
    let p = trend_chance(&places, &logarithms)?;
    if p > CHANCE_MAX {
        return Some((p, Vec::new()));
    }
    let trend = find_trend(&places, &logarithms)?;
    let from = places.iter().copied().fold(f64::INFINITY, f64::min);
    let to = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let kind = OddityKind::Drift {
        drive: drive.to_owned(),
        along,
        from,
        to,
        run_count: values.len() as u64,
    };
    Some((trend.p, vec![(kind, (trend.slope * (to - from)).exp())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_serial_numbers_count_as_numbers() {
        let mut serials = ["S10", "S9", "S010A", "A2", "S9B", "10", "9"];
        serials.sort_by(|a, b| in_order(a, b));
        assert_eq!(serials, ["9", "10", "A2", "S9", "S9B", "S10", "S010A"]);
    }
}
