//! The command line's help in other languages.
//!
//! What an option is for is written with it in English; here that is exchanged for the other language's text, and
//! the words that the parser adds of its own are, too. Which options there are is not known here.

use iogram_model::{text, Text};
use clap::builder::{Arg, PossibleValue, StyledStr};
use clap::{ArgAction, Command};

use crate::translation::Translation;

/// The parser's own headings.
const OPTIONS: &str = "Options";
const ARGUMENTS: &str = "Arguments";
const COMMANDS: &str = "Commands";
/// What it calls a line of usage, a default, and the values that an option can have.
const USAGE: &str = "Usage";
const DEFAULT: &str = "default";
const VALUES: Text = text!("cli-possible-values");

/// The same commands with their help in another language.
pub(super) fn translated(mut command: Command, texts: &'static Translation) -> Command {
    // What the parser adds itself (`--help`, `help`) is there afterwards.
    command.build();
    of_command(command, texts)
}

fn of_command(mut command: Command, texts: &'static Translation) -> Command {
    let said = |text: Option<&StyledStr>| text.map(|it| texts.text(&it.to_string()).to_owned());
    let (about, long) = (said(command.get_about()), said(command.get_long_about()));
    let (after, commands) = (said(command.get_after_help()), texts.text(COMMANDS));
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{}: {{usage}}\n\n{{all-args}}{{after-help}}",
            texts.text(USAGE)
        ))
        .subcommand_help_heading(commands)
        .mut_args(|argument| of_argument(argument, texts))
        .mut_subcommands(|command| of_command(command, texts))
}

fn of_argument(argument: Arg, texts: &'static Translation) -> Arg {
    let own = if argument.is_positional() { ARGUMENTS } else { OPTIONS };
    let heading = texts.find(argument.get_help_heading().unwrap_or(own)).unwrap_or(own);
    let mut help = argument.get_help().map_or_else(String::new, ToString::to_string);
    help = texts.text(&help).to_owned();
    let long = argument.get_long_help().map(|it| texts.text(&it.to_string()).to_owned());
    for part in notes(&argument, texts) {
        help.push_str(&part);
    }
    let values = argument.get_possible_values();
    let values = values.iter().filter(|value| !value.is_hide_set());
    let explained: Vec<String> = values.filter_map(|value| explained(value, texts)).collect();
    let argument =
        argument.help(help.clone()).hide_default_value(true).hide_possible_values(true);
    let argument = match (long, explained.as_slice()) {
        (None, []) => argument,
        (Some(long), []) => argument.long_help(long),
        (long, explained) => {
            let list = explained.join("\n");
            argument.long_help(format!("{}\n\n{list}", long.unwrap_or(help)))
        }
    };
    argument.help_heading(heading)
}

/// What the parser says behind an option's text: its default, and what else it takes.
fn notes(argument: &Arg, texts: &'static Translation) -> Vec<String> {
    if !matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) {
        return Vec::new();
    }
    let listed = |values: Vec<String>, what: &str| {
        (!values.is_empty()).then(|| format!(" [{}: {}]", texts.text(what), values.join(", ")))
    };
    let defaults = argument.get_default_values().iter();
    let defaults = defaults.map(|value| value.to_string_lossy().into_owned()).collect();
    let values = argument.get_possible_values();
    let values = values.iter().filter(|value| !value.is_hide_set());
    let values = values.map(|value| value.get_name().to_owned()).collect();
    let is_shown = |is_hidden: bool, note: Option<String>| note.filter(|_| !is_hidden);
    let default = is_shown(argument.is_hide_default_value_set(), listed(defaults, DEFAULT));
    let values = is_shown(argument.is_hide_possible_values_set(), listed(values, VALUES));
    default.into_iter().chain(values).collect()
}

fn explained(value: &PossibleValue, texts: &'static Translation) -> Option<String> {
    Some(format!("- {}: {}", value.get_name(), texts.text(&value.get_help()?.to_string())))
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    fn texts_of(command: &Command, all: &mut BTreeSet<String>) {
        let said = [command.get_about(), command.get_long_about(), command.get_after_help()];
        all.extend(said.into_iter().flatten().map(ToString::to_string));
        for argument in command.get_arguments() {
            let said = [argument.get_help(), argument.get_long_help()];
            all.extend(said.into_iter().flatten().map(ToString::to_string));
            all.extend(argument.get_help_heading().map(ToOwned::to_owned));
            let values = argument.get_possible_values();
            all.extend(values.iter().filter_map(|it| it.get_help()).map(ToString::to_string));
        }
        command.get_subcommands().for_each(|it| texts_of(it, all));
    }

    /// Every text of help in English.
    pub(crate) fn help_texts() -> BTreeSet<String> {
        let mut command = Arguments::command();
        command.build();
        let mut all: BTreeSet<String> =
            [OPTIONS, ARGUMENTS, COMMANDS, USAGE, DEFAULT, VALUES].map(str::to_owned).into();
        texts_of(&command, &mut all);
        all.remove("");
        all
    }

    #[test]
    fn every_text_of_help_is_there_in_korean() {
        let korean = Translation::into_language("ko").unwrap();
        let all = help_texts();
        let missing: Vec<&String> = all.iter().filter(|it| korean.find(it).is_none()).collect();
        assert!(missing.is_empty(), "{} of {}: {missing:#?}", missing.len(), all.len());
    }
}
