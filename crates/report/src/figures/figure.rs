//! A chart of a page.

use std::borrow::Cow;

use iogram_charts::ChartSpec;

use crate::locale::Locale;
use crate::rates::RateUnit;

/// A chart with a name that files can have.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its subject, in letters, digits and hyphens; unique in a report.
    pub name: String,
    /// The part of a composed method that it belongs to.
    pub part: Option<String>,
    /// Whether it is one of the few at the beginning of a page.
    pub is_key: bool,
    /// Its contents: data, axes with their units, words in the page's language.
    pub spec: ChartSpec,
}

impl Figure {
    /// Names in a chart come from drives, files and people, so control characters are written out. Rates are in the
    /// reader's unit.
    pub(crate) fn new(name: String, mut spec: ChartSpec, locale: &Locale) -> Self {
        if locale.rates() == RateUnit::Binary {
            spec.change_rates_to_mib();
        }
        spec.change_texts(|text| {
            if let Cow::Owned(shown) = iogram_model::shown(text) {
                *text = shown;
            }
        });
        Self { name, part: None, is_key: true, spec }
    }
}
