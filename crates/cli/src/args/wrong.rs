//! What is wrong with a command line, in another language than the parser's own.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use iogram_model::{Sentence, sentence};
use iogram_report::Locale;

use super::{Arguments, meant};

/// The lines that are said.
pub(super) fn lines(error: &clap::Error, words: &[String], locale: &Locale) -> Vec<String> {
    let mut lines = vec![sentence!("cli-error", what: what(error))];
    let values = match error.kind() {
        ErrorKind::InvalidValue => text(error, ContextKind::ValidValue),
        ErrorKind::MissingSubcommand => text(error, ContextKind::ValidSubcommand),
        _ => String::new(),
    };
    if !values.is_empty() {
        lines.push(sentence!("cli-possible-values-values", values));
    }
    lines.push(Sentence::default());
    let tip = tip(error, words);
    if let Some(tip) = tip {
        lines.extend([sentence!("cli-tip", tip: tip), Sentence::default()]);
    }
    if let Some(usage) = usage(words) {
        lines.extend([sentence!("cli-usage", usage), Sentence::default()]);
    }
    lines.push(sentence!("cli-more-information-try-help"));
    let text = lines.iter().map(|line| locale.sentence(line)).collect::<Vec<_>>().join("\n");
    text.lines().map(ToOwned::to_owned).collect()
}

/// A thing that the parser names; several with commas.
fn text(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(several)) => several.join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// What is wrong.
fn what(error: &clap::Error) -> Sentence {
    let argument = text(error, ContextKind::InvalidArg);
    let value = text(error, ContextKind::InvalidValue);
    let count = text(error, ContextKind::ActualNumValues);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            sentence!("cli-unexpected-argument-found", argument)
        }
        ErrorKind::InvalidSubcommand => {
            let command = text(error, ContextKind::InvalidSubcommand);
            sentence!("cli-unrecognized-subcommand", command)
        }
        ErrorKind::MissingSubcommand => {
            let command = text(error, ContextKind::InvalidSubcommand);
            sentence!("cli-requires-subcommand-but-not-provided", command)
        }
        ErrorKind::MissingRequiredArgument => {
            sentence!("cli-following-required-arguments-not-provided", argument)
        }
        ErrorKind::ArgumentConflict => {
            let prior = text(error, ContextKind::PriorArg);
            if prior == argument || prior.is_empty() {
                sentence!("cli-argument-cannot-used-multiple-times", argument)
            } else {
                sentence!("cli-argument-cannot-used", argument, prior)
            }
        }
        ErrorKind::NoEquals => {
            sentence!("cli-equal-sign-needed-when-assigning-values", argument)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            sentence!("cli-value-required-but-none-supplied", argument)
        }
        ErrorKind::TooManyValues => {
            sentence!("cli-unexpected-value-found", value, argument)
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            sentence!("cli-wrong-number-values", argument, count)
        }
        ErrorKind::InvalidUtf8 => sentence!("cli-invalid-utf-8-detected-argument"),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            let why = std::error::Error::source(error);
            let why = why.map(|why| match why.downcast_ref::<Sentence>() {
                Some(sentence) => sentence.clone(),
                None => Sentence::from(why.to_string()),
            });
            let wrong = sentence!("cli-invalid-value", value, argument);
            match why {
                Some(why) => sentence!("cli-wrong-why", wrong: wrong, why: why),
                None => wrong,
            }
        }
        _ => Sentence::from(error.kind().to_string()),
    }
}

/// What was probably meant.
fn tip(error: &clap::Error, words: &[String]) -> Option<Sentence> {
    meant::tip(error, words).or_else(|| {
        let kinds = [
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedArg,
            ContextKind::SuggestedValue,
        ];
        let similar: Vec<String> = kinds.into_iter().map(|kind| text(error, kind)).collect();
        let similar = similar.into_iter().find(|it| !it.is_empty())?;
        Some(sentence!("cli-something-similar", similar))
    })
}

/// How the command is used that was typed.
fn usage(words: &[String]) -> Option<String> {
    fn of(command: &mut Command, words: &[String]) -> String {
        let next = words.iter().position(|word| command.find_subcommand(word).is_some());
        match next.and_then(|at| Some((at, command.find_subcommand_mut(words.get(at)?)?))) {
            Some((at, inner)) => of(inner, words.get(at + 1..).unwrap_or_default()),
            None => command.clone().help_template("{usage}").render_help().to_string(),
        }
    }
    let mut all = Arguments::command();
    all.build();
    let usage = of(&mut all, words);
    (!usage.trim().is_empty()).then(|| usage.trim().to_owned())
}
