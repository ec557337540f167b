//! Runs side by side as a page.

use iogram_model::{Comparison, Obstacle, ObstacleWeight, Run};

use crate::figures::{Figure, figures_of, kinds_of};
use crate::head::Head;
use crate::locale::{Locale, say};
use crate::page::Page;
use crate::sheet::{Section, Sheet};
use crate::side_by_side::{Columns, difference_sections, key_section, obstacles, runs};

mod figures;

/// Obstacles that the short text lists.
const OBSTACLES_MAX: usize = 4;

/// `comparison` as a page.
#[must_use]
pub fn comparison_page(comparison: &Comparison, locale: &Locale) -> Page {
    let page =
        Page::new(sheet(comparison, locale), figures::figures(comparison, locale), locale);
    page.with_brief(brief_sheet(comparison, locale))
}

/// The charts of `runs`, the runs of `comparison`: the deciding ones first, sorted, then those that the runs share.
#[must_use]
pub fn compared_figures(runs: &[Run], comparison: &Comparison, locale: &Locale) -> Vec<Figure> {
    let mut kinds = vec![(4, figures::key_bars(comparison, locale))];
    kinds.extend(kinds_of(runs, locale));
    kinds.push((1, figures::largest_differences(comparison, locale)));
    if comparison.runs.len() > comparison.sides.len() {
        kinds.push((0, figures::of_sides(comparison, locale)));
    }
    figures_of(kinds, locale)
}

fn sheet(comparison: &Comparison, locale: &Locale) -> Sheet {
    let mut sections: Vec<Section> =
        key_section(comparison, Columns::Drives, locale).into_iter().collect();
    sections.extend(obstacles(&comparison.obstacles, usize::MAX, locale));
    sections.extend(difference_sections(comparison, locale));
    sections.push(runs(&comparison.runs, locale));
    page_of(comparison, sections, locale)
}

/// The short form for a terminal: the few deciding figures, the obstacles, and the names of the runs.
fn brief_sheet(comparison: &Comparison, locale: &Locale) -> Option<Sheet> {
    let mut sections = vec![key_section(comparison, Columns::Letters, locale)?];
    sections.extend(obstacles(&comparison.obstacles, OBSTACLES_MAX, locale));
    sections.push(runs(&comparison.runs, locale));
    Some(page_of(comparison, sections, locale))
}

fn page_of(comparison: &Comparison, sections: Vec<Section>, locale: &Locale) -> Sheet {
    let forbids = |it: &&Obstacle| it.weight == ObstacleWeight::Forbids;
    let count = comparison.obstacles.iter().filter(forbids).count();
    let alarm = (count > 0).then(|| say!(locale, "alarm-not-comparable"));
    Sheet {
        head: comparison.headline.as_ref().map(|headline| Head::new(headline, locale)),
        title: say!(locale, "title-compare"),
        subtitle: subtitle(comparison, locale),
        alarm,
        facts: Vec::new(),
        sections,
    }
}

/// Number of runs, and whether they measured hardware.
fn subtitle(comparison: &Comparison, locale: &Locale) -> String {
    let count = comparison.runs.len();
    let simulated = comparison.runs.iter().filter(|run| run.is_virtual).count();
    match simulated {
        0 => say!(locale, "compared-runs", count = count),
        all if all == count => say!(locale, "compared-simulated", count = count),
        some => say!(locale, "compared-some-simulated", count = count, simulated = some),
    }
}
