//! Selects the charts at the beginning of a page, and their names.
//!
//! Knows their number for each kind and their weights. Must not know their contents.

use std::collections::BTreeSet;

use iogram_charts::ChartSpec;

use super::{Figure, slug};
use crate::locale::Locale;

/// Readers look at this many charts; all others are folded. Source: the reviewers' pages that show eight to twelve.
const KEY_MAX: usize = 10;
/// Fewer would leave out measurements of a short method.
const KEY_MIN: usize = 5;

/// A chart without its place on a page.
#[derive(Debug)]
pub(crate) struct Draft {
    /// Its subject, which becomes the file name.
    pub(crate) name: String,
    /// The part of a composed method that it belongs to.
    pub(crate) part: Option<String>,
    /// How informative it is among those of its kind: the page begins with the highest weights; charts without
    /// information of their own (0) only if there are few charts.
    pub(crate) weight: u32,
    pub(crate) spec: ChartSpec,
}

impl Draft {
    pub(crate) fn new(name: impl Into<String>, spec: ChartSpec) -> Self {
        Self { name: name.into(), part: None, weight: 1, spec }
    }

    pub(crate) fn of_part(self, part: Option<&str>) -> Self {
        Self { part: part.map(str::to_owned), ..self }
    }

    pub(crate) fn weighing(self, weight: u32) -> Self {
        Self { weight, ..self }
    }
}

/// The charts of all kinds, with those for the beginning of the page marked; the numbers limit those of each kind.
pub(crate) fn figures_of(kinds: Vec<(usize, Vec<Draft>)>, locale: &Locale) -> Vec<Figure> {
    let keys = keys(&kinds);
    let mut taken = BTreeSet::new();
    let mut figures = Vec::new();
    for (kind, (_, drafts)) in kinds.into_iter().enumerate() {
        for (place, draft) in drafts.into_iter().enumerate() {
            let figure = Figure::new(unlike(slug(&draft.name), &mut taken), draft.spec, locale);
            let is_key = keys.contains(&(kind, place));
            figures.push(Figure { part: draft.part, is_key, ..figure });
        }
    }
    figures
}

/// Kind and index of the most informative charts: the best of each kind first, then the second best.
fn keys(kinds: &[(usize, Vec<Draft>)]) -> BTreeSet<(usize, usize)> {
    let ranked: Vec<Vec<usize>> = kinds
        .iter()
        .map(|(_, drafts)| {
            let mut places: Vec<usize> = (0..drafts.len()).collect();
            // The sort is stable: earlier measurements come first.
            places.sort_by_key(|place| std::cmp::Reverse(drafts[*place].weight));
            places
        })
        .collect();
    let longest = ranked.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = || {
        let of_rank = |rank: usize| {
            let kinds = ranked.iter().zip(kinds).enumerate();
            kinds.filter_map(move |(kind, (places, (most, drafts)))| {
                let place = *places.get(rank)?;
                let says = drafts.get(place).is_some_and(|draft| draft.weight > 0);
                Some((rank < *most && says, (kind, place)))
            })
        };
        (0..longest).flat_map(of_rank)
    };
    let best = in_turn().filter(|(is_wanted, _)| *is_wanted).take(KEY_MAX);
    let mut keys: BTreeSet<(usize, usize)> = best.map(|(_, place)| place).collect();
    for (_, place) in in_turn() {
        if keys.len() >= KEY_MIN {
            break;
        }
        keys.insert(place);
    }
    keys
}

/// `name`, with a number if it is taken.
pub(crate) fn unlike(name: String, taken: &mut BTreeSet<String>) -> String {
    let name = if name.is_empty() { "chart".to_owned() } else { name };
    let numbered = |number: u32| match number {
        1 => name.clone(),
        _ => format!("{name}-{number}"),
    };
    (1..).map(numbered).find(|it| taken.insert(it.clone())).expect("numbers do not end")
}
