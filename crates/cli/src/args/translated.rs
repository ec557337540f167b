//! Translates the help of the command line.
//!
//! The English help is the doc comment of each option, for clap. Another language finds it by its place:
//! `help-run-about` for a command, `help-run-seed` for an option, `help-seed` for an option that is the same in every
//! command. A missing text stays English. This module does not know the options.

use clap::builder::{Arg, PossibleValue, StyledStr};
use clap::{ArgAction, Command};
use iogram_report::Locale;

/// clap's own headings.
const OPTIONS: &str = "Options";
const ARGUMENTS: &str = "Arguments";
const COMMANDS: &str = "Commands";
/// clap's words for a line of usage, a default, and the possible values of an option.
const USAGE: &str = "Usage";
const DEFAULT: &str = "default";
const VALUES: &str = "possible values";

/// The same commands with their help in another language.
pub(super) fn translated(mut command: Command, locale: &Locale) -> Command {
    // Adds clap's own `--help` and `help`, so that they are translated too.
    command.build();
    let said = Said { locale, path: Vec::new() };
    said.command(command)
}

/// A heading or label of clap, in a language.
pub(super) fn word_of_parser(locale: &Locale, english: &'static str) -> &'static str {
    Said { locale, path: Vec::new() }.word(english)
}

/// A part of a key: lowercase, with one hyphen for each run of other characters.
fn word(text: &str) -> String {
    let parts = text.split(|it: char| !it.is_ascii_alphanumeric());
    parts.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("-").to_lowercase()
}

/// The key of a text: of one command, or, without a path, of all of them.
fn key(path: &[String], parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| word(part));
    std::iter::once("help".to_owned())
        .chain(path.iter().cloned())
        .chain(parts)
        .collect::<Vec<_>>()
        .join("-")
}

/// The texts of a language for the command at a path of names.
struct Said<'a> {
    locale: &'a Locale,
    path: Vec<String>,
}

impl Said<'_> {
    /// This command's text, else the one of all commands.
    fn find(&self, parts: &[&str]) -> Option<String> {
        let own = self.locale.overlay(&key(&self.path, parts));
        own.or_else(|| self.locale.overlay(&key(&[], parts)))
    }

    fn text(&self, parts: &[&str], english: &str) -> String {
        self.find(parts).unwrap_or_else(|| english.to_owned())
    }

    fn word(&self, english: &'static str) -> &'static str {
        self.heading(english).unwrap_or(english)
    }

    fn heading(&self, english: &str) -> Option<&'static str> {
        self.locale.word(&key(&[], &["word", english]))
    }

    /// The texts of a subcommand. clap's `help` repeats other commands and has no texts of its own.
    fn below(&self, name: &str) -> Self {
        if self.path == ["catalogue"] && name == "build" {
            // The old name of `site build`, which has its texts.
            return Self { locale: self.locale, path: vec!["site".to_owned(), word(name)] };
        }
        let mut path = self.path.clone();
        if path.first().is_none_or(|first| first != "help") || path.len() > 1 {
            path.push(word(name));
        } else {
            path = vec![word(name)];
        }
        Self { locale: self.locale, path }
    }

    fn command(&self, mut command: Command) -> Command {
        let said = |part: &str, text: Option<&StyledStr>| {
            text.map(|it| self.own(part).unwrap_or_else(|| it.to_string()))
        };
        let (about, long) =
            (said("about", command.get_about()), said("long", command.get_long_about()));
        let after = said("after", command.get_after_help());
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
                self.word(USAGE)
            ))
            .subcommand_help_heading(self.word(COMMANDS))
            .mut_args(|argument| self.argument(argument))
            .mut_subcommands(|command| self.below(command.get_name()).command(command))
    }

    /// The text of this command alone, as for `about`.
    fn own(&self, part: &str) -> Option<String> {
        self.locale.overlay(&key(&self.path, &[part]))
    }

    fn argument(&self, argument: Arg) -> Arg {
        let own = if argument.is_positional() { ARGUMENTS } else { OPTIONS };
        let heading = argument.get_help_heading().unwrap_or(own).to_owned();
        let id = argument.get_id().to_string();
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let mut help = if help.is_empty() { help } else { self.text(&[&id], &help) };
        let long = argument.get_long_help();
        let long = long.map(|it| self.text(&[&id, "long"], &it.to_string()));
        for part in self.notes(&argument) {
            help.push_str(&part);
        }
        let values = argument.get_possible_values();
        let values = values.iter().filter(|value| !value.is_hide_set());
        let explained: Vec<String> =
            values.filter_map(|value| self.explained(&id, value)).collect();
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
        match self.heading(&heading) {
            Some(heading) => argument.help_heading(heading),
            None => argument,
        }
    }

    /// clap's notes after an option's text: its default and its possible values.
    fn notes(&self, argument: &Arg) -> Vec<String> {
        if !matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) {
            return Vec::new();
        }
        let listed = |values: Vec<String>, what: &'static str| {
            let what = self.word(what);
            (!values.is_empty()).then(|| format!(" [{what}: {}]", values.join(", ")))
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

    fn explained(&self, id: &str, value: &PossibleValue) -> Option<String> {
        let (name, help) = (value.get_name(), value.get_help()?.to_string());
        Some(format!("- {name}: {}", self.text(&[id, "is", name], &help)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    /// A text of help: its own key, the one that all commands share, and its English.
    type Text = (String, Option<String>, String);

    fn texts_of(path: &[String], command: &Command, all: &mut Vec<Text>) {
        let mut add = |own: String, shared: Option<String>, text: Option<String>| {
            all.extend(text.filter(|it| !it.is_empty()).map(|text| (own, shared, text)));
        };
        let text = |it: Option<&StyledStr>| it.map(ToString::to_string);
        add(key(path, &["about"]), None, text(command.get_about()));
        add(key(path, &["long"]), None, text(command.get_long_about()));
        add(key(path, &["after"]), None, text(command.get_after_help()));
        for argument in command.get_arguments() {
            let id = argument.get_id().to_string();
            let mut of_argument = |parts: &[&str], text| {
                add(key(path, parts), Some(key(&[], parts)), text);
            };
            of_argument(&[&id], text(argument.get_help()));
            of_argument(&[&id, "long"], text(argument.get_long_help()));
            for value in argument.get_possible_values() {
                of_argument(&[&id, "is", value.get_name()], text(value.get_help()));
            }
            let heading = argument.get_help_heading().map(ToOwned::to_owned);
            heading.into_iter().for_each(|it| add(key(&[], &["word", &it]), None, Some(it)));
        }
        for command in command.get_subcommands() {
            let is_help = path.is_empty() && command.get_name() == "help";
            let path = path.iter().cloned().chain([word(command.get_name())]);
            let path: Vec<String> = path.collect();
            match is_help {
                // clap's `help` repeats the texts of the others.
                true => all.extend(
                    text(command.get_about()).map(|it| (key(&path, &["about"]), None, it)),
                ),
                false => texts_of(&path, command, all),
            }
        }
    }

    fn english() -> Vec<Text> {
        let mut command = Arguments::command();
        command.build();
        let words = [OPTIONS, ARGUMENTS, COMMANDS, USAGE, DEFAULT, VALUES];
        let words = words.map(|it| (key(&[], &["word", it]), None, it.to_owned()));
        let mut all: Vec<Text> = words.into();
        texts_of(&[], &command, &mut all);
        all
    }

    /// The keys that another language may have.
    pub(crate) fn help_keys() -> BTreeSet<String> {
        let keys = english().into_iter();
        keys.flat_map(|(own, shared, _)| std::iter::once(own).chain(shared)).collect()
    }

    /// For translators: `--nocapture` prints each key, the one that all commands share, and the English.
    #[test]
    #[expect(clippy::print_stdout, reason = "for translators")]
    fn each_key_of_help_has_one_english_text() {
        let mut known = std::collections::BTreeMap::new();
        for (own, shared, text) in english() {
            println!("{own}\t{}\t{text:?}", shared.unwrap_or_default());
            let before = known.insert(own.clone(), text.clone());
            assert!(before.is_none_or(|it| it == text), "{own} has two texts");
        }
    }
}
