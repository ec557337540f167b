//! A search of a plan in words.

use iogram_model::{SearchRule, Sentence, Varied, sentence};

/// The varied setting, and the number of limits; the limits themselves are in the method.
pub(crate) fn name(rule: &SearchRule) -> Sentence {
    let varied: Sentence = match rule.varied {
        Varied::Jobs | Varied::Unknown => sentence!("cli-jobs"),
        Varied::Depth => sentence!("cli-depth-2"),
    };
    sentence!(
        "cli-search-most-within-limits",
        name = rule.name,
        varied: varied,
        from = rule.from_count,
        to = rule.to_count,
        count = rule.limits.len()
    )
}
