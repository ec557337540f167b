//! Purges: attempts to return the drive to the state of a new one, and their results.

use iogram_model::{
    Nanos, PurgeAttempt, PurgeCheck, PurgeOutcome, PurgeRecord, PurgeState, PurgeValue, Run,
};

use crate::locale::{Locale, say};
use crate::sheet::{Block, Section, SectionKind};
use crate::statement::said;

/// A paragraph for each purge and each attempt; `None` without purges.
pub(crate) fn section(run: &Run, locale: &Locale) -> Option<Section> {
    let blocks: Vec<Block> = run
        .purges
        .iter()
        .flat_map(|purge| {
            let attempts = purge.attempts.iter().map(|it| attempt(it, locale));
            std::iter::once(headline(purge, locale)).chain(attempts).map(Block::Paragraph)
        })
        .collect();
    (!blocks.is_empty()).then_some(Section::new(SectionKind::Purge, locale, blocks))
}

fn headline(purge: &PurgeRecord, locale: &Locale) -> String {
    let time = Nanos(purge.elapsed_ns);
    let what = match (purge.state, purge.method()) {
        (PurgeState::Purged, Some(method)) => {
            say!(locale, "purge-done-by", method = method, time = time)
        }
        (PurgeState::Purged, None) => say!(locale, "purge-done", time = time),
        (PurgeState::NotPurged, _) if purge.attempts.is_empty() => {
            return say!(locale, "purge-no-drive");
        }
        (PurgeState::NotPurged, _) => say!(locale, "purge-nothing-worked", time = time),
        (PurgeState::Interrupted, _) => say!(locale, "purge-interrupted", time = time),
    };
    match purge.cells_before_count {
        0 => what,
        1 => format!("{what}, {}", say!(locale, "after-one-cell")),
        count => format!("{what}, {}", say!(locale, "after-cells", count = count)),
    }
}

fn attempt(attempt: &PurgeAttempt, locale: &Locale) -> String {
    let id = match attempt.outcome {
        PurgeOutcome::Done => "attempt-done",
        PurgeOutcome::Unsupported => "attempt-unsupported",
        PurgeOutcome::Skipped => "attempt-skipped",
        PurgeOutcome::Failed => "attempt-failed",
        PurgeOutcome::NotVerified => "attempt-not-verified",
        PurgeOutcome::Interrupted => "attempt-interrupted",
    };
    let outcome = locale.with(id, &[("time", &Nanos(attempt.elapsed_ns).to_string())]);
    let why = attempt
        .message
        .as_ref()
        .map(|why| format!(": {}", said(why, attempt.statement.as_ref(), locale)));
    let check = attempt.check.map(|check| format!("; {}", samples(check, locale)));
    let (why, check) = (why.unwrap_or_default(), check.unwrap_or_default());
    format!("{}: {outcome}{why}{check}", attempt.method)
}

fn samples(check: PurgeCheck, locale: &Locale) -> String {
    let due = match check.promised {
        Some(PurgeValue::Zeros) => say!(locale, "due-zeros"),
        Some(PurgeValue::Ones) => say!(locale, "due-ones"),
        None => say!(locale, "due-unknown"),
    };
    say!(
        locale,
        "purge-samples",
        count = check.sample_count,
        zeros = check.zeros_count,
        ones = check.ones_count,
        unchanged = check.unchanged_count,
        due = due,
    )
}
