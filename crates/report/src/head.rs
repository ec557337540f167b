//! The head of every page: the answer in words, in the reader's language.
//!
//! Knows how values of statements are written. Must not know which statement is right: that is `findings`.

use iogram_model::{Argument, Bytes, Headline, Message, MessageId, Nanos, Severity};

use crate::format;
use crate::layout::wrap;
use crate::locale::Locale;

/// The answer, ready to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) severity: Severity,
    /// One sentence.
    pub(crate) answer: String,
    /// Further sentences; then how sure it is and what it rests on; then what to do next.
    pub(crate) lines: Vec<String>,
}

/// What is told in binary units: blocks and units of flash. Everything else is told as drives are sold.
fn size_text(size: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    const GIB: u64 = 1 << 30;
    match size {
        MIB..GIB if size.is_multiple_of(MIB) => format!("{} MiB", size / MIB),
        KIB..MIB if size.is_multiple_of(KIB) => format!("{} KiB", size / KIB),
        _ => Bytes(size).decimal(),
    }
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

    /// The same in at most `lines_max` lines of `width` columns: the last sentences go first, then what it rests
    /// on. The answer and the next step stay.
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
fn confidence(ratio: f64) -> String {
    let percent = (ratio.clamp(0.0, 1.0) * 100.0).floor();
    if ratio < 1.0 && percent >= 99.0 { "> 99 %".to_owned() } else { format!("{percent:.0} %") }
}

/// A statement in words. One that this version does not know is left out.
pub(crate) fn say(message: &Message, locale: &Locale) -> String {
    if message.id == MessageId::Unknown {
        return String::new();
    }
    let values: Vec<(&str, String)> = message
        .arguments
        .iter()
        .map(|(name, value)| (name.as_str(), value_text(value, locale)))
        .collect();
    let values: Vec<(&str, &str)> =
        values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    locale.with(message.id.name(), &values)
}

fn value_text(value: &Argument, locale: &Locale) -> String {
    match value {
        Argument::Bytes(size) => size_text(*size),
        Argument::BytesPerS(rate) => locale.throughput(Some(*rate)),
        Argument::Ns(time) => Nanos(*time).to_string(),
        Argument::Iops(rate) => format!("{} IOPS", format::iops(Some(*rate))),
        Argument::Ratio(share) => format::percent(Some(*share)),
        Argument::Count(count) => count.to_string(),
        Argument::Figure { name, value } => {
            let figure = format::figure_name(name, locale);
            match name.as_str() {
                // Its unit is its name.
                "iops" => format::figure(name, Some(*value), locale),
                _ => format!("{figure} {}", format::figure(name, Some(*value), locale)),
            }
        }
        Argument::Name(name) => locale.figure_title(name),
        Argument::Sentence(text) => locale.sentence(text).trim_end_matches('.').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of each kind in turn.
    fn samples() -> Vec<Argument> {
        vec![
            Argument::Bytes(64_000_000_000),
            Argument::BytesPerS(85.3e6),
            Argument::Ns(2_800_000_000),
            Argument::Name("4K random".to_owned()),
        ]
    }

    #[test]
    fn every_statement_has_words_in_every_language_and_shows_each_of_its_values() {
        for tag in ["en", "ko"] {
            let locale = Locale::find(tag).unwrap();
            for &id in MessageId::ALL {
                let names = id.arguments().iter().map(|name| (*name).to_owned());
                let arguments = names.zip(samples().into_iter().cycle()).collect();
                let message = Message { id, arguments };
                let text = say(&message, &locale);
                assert_ne!(text, id.name(), "{tag} has no words for it");
                for (name, value) in &message.arguments {
                    let shown = value_text(value, &locale);
                    assert!(
                        text.contains(&shown),
                        "{tag} {}: ${name} is lost: {text}",
                        id.name()
                    );
                }
                assert!(!text.contains('$') && !text.contains('{'), "{tag}: {text}");
            }
        }
    }

    #[test]
    fn almost_certain_is_not_certain() {
        assert_eq!(confidence(0.998), "> 99 %");
        assert_eq!(confidence(1.0), "100 %");
        assert_eq!(confidence(0.949), "94 %");
    }
}
