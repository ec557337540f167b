//! Upper limits of confidence: how often other conclusions from the same source were right.
//!
//! A source is a conclusion and the way to it. No confidence exceeds [`BEYOND`] without a line in [`LINES`] of enough
//! cases, drawn after the rule was final. Whatever states its own confidence passes it through [`Source::hold`]. Must
//! not depend on how conclusions are reached.

use iogram_model::CapacityVerdict;

/// Pages show "> 99 %" from here on.
const BEYOND: f64 = 0.99;
/// The required number of cases, and of right ones in a hundred.
const CASES_MIN: u32 = 1_000;
const RIGHT_OF_HUNDRED: u32 = 99;
/// The highest confidence of an unproven source.
pub(crate) const UNPROVEN: f64 = 0.989;
/// Possible wrong cases of a source without any: the upper end of the 95 % interval.
const UNSEEN: f64 = 3.0;

/// A conclusion and the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// A unit from reads alone.
    UnitByReads,
    /// A unit from reads and from unfinished units.
    UnitByBoth,
    /// A page below a known unit.
    PageBelowUnit,
    /// A page of a drive with an unknown unit.
    PageAlone,
    /// A number of open units, or no limit.
    OpenUnits,
    /// A cliff in a pass: size and type of a cache.
    Cache,
    /// A pass without a cliff.
    NoCache,
    /// Repeating addresses, by few marks.
    Wraparound,
    /// Repeating addresses with a lost part in each period, by few marks.
    Chain,
    /// A loss of everything above a border, by few marks.
    Limbo,
    /// A drive that stops storing data after a number of bytes, by few marks.
    Stopped,
    /// Wrong data in places or everywhere, or no writes at all; by few marks.
    Damage,
    /// Failed requests.
    Failing,
    /// A genuine capacity, by few marks.
    Genuine,
    /// Any counterfeit, damage or refusal, by writing and reading every block.
    FoundInAll,
    /// A genuine capacity, by writing and reading every block.
    GenuineInAll,
}

/// A source with its name, the number of fresh cases with the highest confidence, and the number of right ones, in
/// kind and size: docs/conclusions.md, "Sources". Without a case: not measured, or never that confident.
type Line = (Source, &'static str, u32, u32);

const LINES: [Line; 16] = [
    (Source::UnitByReads, "unit, reads", 1_281, 1_279),
    (Source::UnitByBoth, "unit, reads and writes", 520, 520),
    (Source::PageBelowUnit, "page below a unit", 1_640, 1_638),
    (Source::PageAlone, "page without a unit", 39, 38),
    (Source::OpenUnits, "open units", 0, 0),
    (Source::Cache, "cache", 0, 0),
    (Source::NoCache, "no cache", 463, 462),
    (Source::Wraparound, "wraparound, few marks", 1_853, 1_843),
    (Source::Chain, "chain, few marks", 1_493, 1_492),
    (Source::Limbo, "limbo, few marks", 1_847, 1_829),
    (Source::Stopped, "keeps nothing any more, few marks", 131, 131),
    (Source::Damage, "damage, few marks", 0, 0),
    (Source::Failing, "failing requests", 0, 0),
    (Source::Genuine, "genuine, few marks", 0, 0),
    (Source::FoundInAll, "lost or wrong, every block", 0, 0),
    (Source::GenuineInAll, "genuine, every block", 0, 0),
];

/// The highest confidence of a source by its name; `None` if there is no such source.
#[must_use]
pub fn most_said(source: &str) -> Option<f64> {
    LINES.iter().find(|(_, name, ..)| *name == source).map(|(it, ..)| it.most())
}

impl Source {
    /// The source of a conclusion about a drive's capacity, from few marks or from every block.
    pub(crate) const fn of_capacity(
        verdict: CapacityVerdict,
        (has_stopped, is_full): (bool, bool),
    ) -> Self {
        use CapacityVerdict as Is;
        match (verdict, is_full) {
            (Is::Dying, _) => Self::Failing,
            (Is::Good, true) => Self::GenuineInAll,
            (_, true) => Self::FoundInAll,
            (Is::Good, false) => Self::Genuine,
            (Is::Wraparound, _) => Self::Wraparound,
            (Is::Chain, _) => Self::Chain,
            (Is::Limbo, _) => Self::Limbo,
            (Is::Damaged, _) if has_stopped => Self::Stopped,
            (Is::Damaged | Is::ReadOnly, _) => Self::Damage,
        }
    }

    /// The highest confidence of this source.
    pub(crate) fn most(self) -> f64 {
        let line = LINES.iter().find(|(source, ..)| *source == self);
        line.map_or(UNPROVEN, |(_, _, cases, right)| most_of(*cases, *right))
    }

    /// The confidence, limited to the proven one of this source.
    pub(crate) fn hold(self, confidence: f64) -> f64 {
        confidence.min(self.most())
    }
}

/// The highest confidence that this many right cases allow.
fn most_of(cases: u32, right: u32) -> f64 {
    let hundred = u64::from(right).saturating_mul(100);
    let asked = u64::from(cases).saturating_mul(u64::from(RIGHT_OF_HUNDRED));
    let is_proven = cases >= CASES_MIN && hundred >= asked;
    if !is_proven {
        return UNPROVEN;
    }
    let wrong = f64::from(cases.saturating_sub(right));
    (1.0 - (wrong + UNSEEN) / f64::from(cases)).max(BEYOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_beyond_99_percent_is_said_without_a_thousand_cases_of_which_so_many_were_right()
    {
        for (cases, right, most) in [
            (999, 999, UNPROVEN),
            (1_000, 989, UNPROVEN),
            (1_000, 990, BEYOND),
            (3_000, 3_000, 0.999),
            (0, 0, UNPROVEN),
        ] {
            assert!((most_of(cases, right) - most).abs() < 1e-9, "{cases} {right}");
        }
    }

    #[test]
    fn every_line_has_no_more_right_ones_than_cases_and_stands_once() {
        for (index, (source, _, cases, right)) in LINES.iter().enumerate() {
            assert!(right <= cases, "{source:?}");
            assert!(source.most() <= most_of(*cases, *right), "{source:?}");
            assert!(source.hold(1.0) <= source.most(), "{source:?}");
            assert!(LINES[..index].iter().all(|(other, ..)| other != source), "{source:?}");
        }
    }
}
