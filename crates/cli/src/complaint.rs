//! Reports failures to the user: words on standard error, and the exit code.

use std::process::ExitCode;

use iogram_model::{Sentence, sentence};
use iogram_session::FailureKind;

use crate::failure::{ENVIRONMENT, Failure, REFUSED, USAGE};
use crate::{output, screen};

/// Prints it on standard error, and returns the exit code.
pub(crate) fn report(failure: &Failure) -> ExitCode {
    say(failure);
    ExitCode::from(code_of_kind(failure.kind))
}

/// The exit code of a failure of this kind.
pub(crate) const fn code_of_kind(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Usage => USAGE,
        FailureKind::Refused => REFUSED,
        FailureKind::Environment => ENVIRONMENT,
    }
}

/// Prints it on standard error.
pub(crate) fn say(failure: &Failure) {
    let locale = output::locale();
    let say = |sentence: Sentence| screen::say(&locale.sentence(&sentence));
    say(sentence!("cli-error", what: failure.message.clone()));
    failure.excerpt.lines().for_each(screen::say);
    if !failure.hint.is_empty() {
        say(sentence!("cli-hint", hint: failure.hint.clone()));
    }
}
