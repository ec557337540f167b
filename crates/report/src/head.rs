//! The head of every page: the answer in words, in the reader's language.
//!
//! Knows the order of its statements. Must not know which statement is right: that is `findings`.

use iogram_model::{Headline, Severity};

use crate::layout::wrap;
use crate::locale::Locale;
use crate::statement::say;

/// The answer, ready to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) severity: Severity,
    /// One sentence.
    pub(crate) answer: String,
    /// Further sentences; then the confidence and the evidence; then the next step.
    pub(crate) lines: Vec<String>,
}

impl Head {
    pub(crate) fn new(headline: &Headline, locale: &Locale) -> Self {
        let mut lines: Vec<String> = Vec::new();
        let sentences = details(headline, locale);
        lines.extend((!sentences.is_empty()).then(|| sentences.join(" ")));
        lines.extend(rests_on(headline, locale));
        lines.extend(next_step(headline, locale));
        Self { severity: headline.severity, answer: say(&headline.answer, locale), lines }
    }

    /// The same in at most `lines_max` lines of `width` columns: the last sentences are dropped first, then the
    /// evidence. The answer and the next step stay.
    pub(crate) fn within(
        headline: &Headline,
        locale: &Locale,
        (width, lines_max): (usize, usize),
    ) -> Self {
        let height = |text: &String| wrap(text, width).len();
        let answer = say(&headline.answer, locale);
        let next = next_step(headline, locale);
        let must = height(&answer).saturating_add(next.as_ref().map_or(0, height));
        let room = lines_max.saturating_sub(must);
        let basis = rests_on(headline, locale).filter(|basis| height(basis) <= room);
        let room = room.saturating_sub(basis.as_ref().map_or(0, height));
        let sentences = details(headline, locale);
        let said = (1..=sentences.len())
            .rev()
            .filter_map(|count| Some(sentences.get(..count)?.join(" ")))
            .find(|text| height(text) <= room);
        let lines = said.into_iter().chain(basis).chain(next).collect();
        Self { severity: headline.severity, answer, lines }
    }
}

fn details(headline: &Headline, locale: &Locale) -> Vec<String> {
    headline.details.iter().map(|message| say(message, locale)).collect()
}

fn next_step(headline: &Headline, locale: &Locale) -> Option<String> {
    let next = say(headline.next.as_ref()?, locale);
    Some(locale.with("head-next", &[("next", &next)]))
}

fn rests_on(headline: &Headline, locale: &Locale) -> Option<String> {
    let confidence = headline.confidence_ratio.map(confidence);
    let basis = headline.basis.as_ref().map(|basis| say(basis, locale));
    let (id, values) = match (&confidence, &basis) {
        (Some(sure), Some(basis)) => {
            ("head-sure-based-on", vec![("confidence", sure.as_str()), ("basis", basis)])
        }
        (Some(sure), None) => ("head-sure", vec![("confidence", sure.as_str())]),
        (None, Some(basis)) => ("head-based-on", vec![("basis", basis.as_str())]),
        (None, None) => return None,
    };
    Some(locale.with(id, &values))
}

/// Rounded down: 99.97 % must not become certainty.
pub(crate) fn confidence(ratio: f64) -> String {
    let percent = (ratio.clamp(0.0, 1.0) * 100.0).floor();
    if ratio < 1.0 && percent >= 99.0 { "> 99 %".to_owned() } else { format!("{percent:.0} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn almost_certain_is_not_certain() {
        assert_eq!(confidence(0.998), "> 99 %");
        assert_eq!(confidence(1.0), "100 %");
        assert_eq!(confidence(0.949), "94 %");
    }
}
