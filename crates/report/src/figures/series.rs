//! Parts of a method that repeat the same work, such as `steady 1` to `steady 5`: only a few of their similar charts
//! are drawn.
//!
//! Knows parts by their numbered names. Must not know the contents of a chart. Tables and data contain everything.

use std::collections::BTreeMap;

use super::{ChartContext, Draft};

/// With fewer parts, each has its charts. Arbitrary: nine hours of 18 parts made a page of 6 MB.
const PARTS_MIN: usize = 4;

/// Keeps the most informative of the charts that parts of a series share.
pub(super) fn leave_out_alike(context: &ChartContext<'_>, drafts: &mut Vec<Draft>) {
    let mut alike: BTreeMap<(String, usize), Vec<usize>> = BTreeMap::new();
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for (place, draft) in drafts.iter().enumerate() {
        let Some((part, stem)) =
            draft.part.as_deref().and_then(|part| Some((part, stem(part)?)))
        else {
            continue;
        };
        let name = draft.name.replacen(part, stem, 1);
        // A part may have several of one name.
        let nth = seen.entry((part.to_owned(), name.clone())).or_insert(0);
        alike.entry((format!("{stem} {name}"), *nth)).or_default().push(place);
        *nth = nth.saturating_add(1);
    }
    let mut is_drawn = vec![true; drafts.len()];
    for places in alike.values().filter(|it| it.len() >= PARTS_MIN) {
        // The last of equally informative ones.
        let Some(striking) = places.iter().max_by_key(|place| drafts[**place].weight) else {
            continue;
        };
        for place in places {
            is_drawn[*place] = place == striking;
        }
        let count = places.len().to_string();
        let note = context.with("figure-of-series", &[("count", &count)]);
        let subtitle = &mut drafts[*striking].spec.subtitle;
        *subtitle = format!("{subtitle}; {note}");
    }
    let mut is_drawn = is_drawn.into_iter();
    drafts.retain(|_| is_drawn.next().unwrap_or(true));
}

/// The part of a numbered name before its number; `None` without a number.
fn stem(part: &str) -> Option<&str> {
    let stem = part.trim_end_matches(|it: char| it.is_ascii_digit());
    (stem.len() < part.len() && !stem.trim().is_empty()).then(|| stem.trim_end())
}

#[cfg(test)]
mod tests {
    use iogram_charts::{Body, ChartSpec, Palette};

    use super::*;
    use crate::locale::Locale;

    fn names(parts: &[(&str, u32)]) -> Vec<String> {
        let locale = Locale::english();
        let context = ChartContext { locale: &locale, runs: &[], palette: Palette::new([]) };
        let spec = || ChartSpec {
            subtitle: "drive".to_owned(),
            ..context.spec(String::new(), String::new(), body())
        };
        let draft = |(part, weight): &(&str, u32)| {
            Draft::new(format!("rate of {part}"), spec()).of_part(Some(part)).weighing(*weight)
        };
        let mut drafts: Vec<Draft> = parts.iter().map(draft).collect();
        leave_out_alike(&context, &mut drafts);
        drafts.into_iter().map(|it| it.name).collect()
    }

    fn body() -> Body {
        Body::Xy {
            x: context_axis(),
            panels: Vec::new(),
            series: Vec::new(),
            marks: Vec::new(),
        }
    }

    fn context_axis() -> iogram_charts::Axis {
        iogram_charts::Axis::linear(String::new(), iogram_charts::Unit::SECONDS)
    }

    #[test]
    fn of_parts_that_are_alike_the_most_striking_is_drawn() {
        let five = [
            ("steady 1", 5),
            ("steady 2", 5),
            ("steady 3", 9),
            ("steady 4", 7),
            ("steady 5", 4),
        ];
        assert_eq!(names(&five), ["rate of steady 3"]);
        let even = five.map(|(part, _)| (part, 1));
        assert_eq!(names(&even), ["rate of steady 5"]);
        // Fewer parts are all drawn, and so are parts that are not a series.
        assert_eq!(names(&five[..3]).len(), 3);
        let others =
            [("fresh", 1), ("used", 1), ("full", 1), ("mixed", 1), ("qd 1", 1), ("16", 1)];
        assert_eq!(names(&others).len(), 6);
    }
}
