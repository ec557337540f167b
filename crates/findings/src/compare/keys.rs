//! The key figures of all sides, and the best side for each.

use iogram_model::{ComparedKey, Finding, KeyFigure, KeyKind, Run};

use super::ALIKE_RATIO;

/// One for each kind that any side has.
pub(super) fn keys(sides: &[Vec<&Run>], forbidden: &[bool]) -> Vec<ComparedKey> {
    KeyKind::ALL.into_iter().filter_map(|key| compared(key, sides, forbidden)).collect()
}

/// The number of `keys` for which each side is the best.
pub(super) fn best_count(keys: &[ComparedKey], sides: usize) -> Vec<u32> {
    let count = |side: usize| {
        let is_best = |key: &&ComparedKey| {
            key.best.iter().any(|it| usize::try_from(*it).is_ok_and(|it| it == side))
        };
        u32::try_from(keys.iter().filter(is_best).count()).unwrap_or(u32::MAX)
    };
    if keys.is_empty() { Vec::new() } else { (0..sides).map(count).collect() }
}

fn figures_of<'r>(side: &[&'r Run], key: KeyKind) -> Vec<&'r KeyFigure> {
    let of_run = |run: &&'r Run| {
        run.findings.iter().find_map(|finding| match finding {
            Finding::KeyFigure(it) if it.key == key => Some(it),
            _ => None,
        })
    };
    side.iter().filter_map(of_run).collect()
}

fn compared(key: KeyKind, sides: &[Vec<&Run>], forbidden: &[bool]) -> Option<ComparedKey> {
    let found: Vec<Vec<&KeyFigure>> = sides.iter().map(|side| figures_of(side, key)).collect();
    let values: Vec<Option<f64>> =
        found.iter().zip(sides).map(|(known, side)| together(known, side.len())).collect();
    if values.iter().all(Option::is_none) {
        return None;
    }
    let mut cells: Vec<&str> = found.iter().flatten().map(|it| it.cell.as_str()).collect();
    cells.sort_unstable();
    cells.dedup();
    // The size of a cache is a property of the drive, whatever filled it; a larger one is not better by itself.
    let is_size = key == KeyKind::CacheSize;
    let is_of_different_cells = cells.len() > 1;
    let is_forbidden = forbidden.iter().any(|it| *it);
    let best = match is_of_different_cells || is_forbidden || is_size {
        true => Vec::new(),
        false => best_of(&values, key.is_less_better()),
    };
    let figure = key.figure().to_owned();
    Some(ComparedKey { key, figure, values, best, is_of_different_cells })
}

/// The geometric mean over several runs; `None` if one of them lacks the figure.
fn together(known: &[&KeyFigure], runs: usize) -> Option<f64> {
    let values: Vec<f64> = known.iter().filter_map(|it| it.value()).collect();
    if values.len() < runs {
        return None;
    }
    match values.as_slice() {
        [one] => Some(*one),
        several if several.iter().all(|value| *value > 0.0) => {
            let logarithms: Vec<f64> = several.iter().map(|value| value.ln()).collect();
            iogram_stats::mean(&logarithms).map(f64::exp)
        }
        several => iogram_stats::mean(several),
    }
}

/// The best sides, including ties; none if only one side has a value, or if all are equal.
fn best_of(values: &[Option<f64>], is_less_better: bool) -> Vec<u32> {
    let known = || values.iter().copied().flatten();
    let best = if is_less_better { known().reduce(f64::min) } else { known().reduce(f64::max) };
    let Some(best) = best.filter(|_| known().count() > 1) else { return Vec::new() };
    let is_alike = |value: f64| match is_less_better {
        true => value <= best * (1.0 + ALIKE_RATIO),
        false => value >= best * (1.0 - ALIKE_RATIO),
    };
    let is_best = |value: &Option<f64>| value.is_some_and(is_alike);
    if values.iter().flatten().all(|value| is_alike(*value)) {
        return Vec::new();
    }
    let places = values.iter().zip(0_u32..).filter(|(value, _)| is_best(value));
    places.map(|(_, place)| place).collect()
}
