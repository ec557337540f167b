//! The short help: the first commands to try, and all others by name, in groups.
//!
//! Which commands exist is known to the parser alone; a test holds the groups against it.

use clap::Command;
use iogram_model::{Text, text};
use iogram_report::Locale;
use unicode_width::UnicodeWidthStr;

/// Command lines for a beginner, and their effects.
const FIRST: [(&str, Text); 3] = [
    ("iogram quick", text!("cli-overview-quick")),
    ("iogram good-for camera", text!("cli-overview-good-for")),
    ("iogram verify /dev/sdb", text!("cli-overview-verify")),
];

/// Each command once, in the order in which a reader needs them.
const GROUPS: [(Text, &[&str]); 6] = [
    (
        text!("cli-overview-measure"),
        &[
            "quick", "diagnose", "good-for", "run", "measure", "verify", "geometry", "boot",
            "fio", "trace", "methods", "plan", "resume",
        ],
    ),
    (
        text!("cli-overview-judge"),
        &["analyse", "compare", "advise", "fleet", "exclude", "include"],
    ),
    (
        text!("cli-overview-keep"),
        &["runs", "show", "report", "export", "import", "metrics", "delete"],
    ),
    (text!("cli-overview-share"), &["bundle", "open", "site", "push", "pull", "campaign"]),
    (
        text!("cli-overview-drives"),
        &["list", "catalogue", "check", "tune", "capture", "purge", "restore"],
    ),
    (text!("cli-overview-lab"), &["sim", "self-test", "schema"]),
];

/// The short help of a command whose own help is in the language.
pub(super) fn overview(command: &Command, locale: &Locale) -> String {
    let word = |text: Text| locale.sentence(&text.into());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let first = FIRST.map(|(line, effect)| (line.to_owned(), word(effect)));
    let groups = GROUPS.map(|(title, names)| (word(title), names.join(" ")));
    let heading = |english: &'static str| super::translated::word_of_parser(locale, english);
    let mut lines =
        vec![about, String::new(), format!("{}: iogram [OPTIONS] COMMAND", heading("Usage"))];
    lines.extend(columns(&first));
    lines.extend([String::new(), format!("{}:", heading("Commands"))]);
    lines.extend(columns(&groups));
    lines.extend([
        String::new(),
        word(text!("cli-overview-targets")),
        format!(
            "{}: --lang en|ko, --units MB|MiB, -h, --help, -V, --version",
            heading("Options")
        ),
        word(text!("cli-overview-more")),
    ]);
    lines.join("\n") + "\n"
}

/// Columns of a page.
const WIDTH: usize = 80;

/// Two columns, indented; the second one wraps.
fn columns(rows: &[(String, String)]) -> Vec<String> {
    let width = rows.iter().map(|(left, _)| left.width()).max().unwrap_or_default();
    let mut lines = Vec::new();
    for (left, right) in rows {
        let mut line = format!("  {left}{} ", " ".repeat(width.saturating_sub(left.width())));
        for word in right.split(' ') {
            if line.width() + 1 + word.width() > WIDTH {
                lines.push(std::mem::replace(&mut line, " ".repeat(width + 3)));
            }
            line.push(' ');
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn every_command_stands_in_one_group() {
        let command = Arguments::command();
        let shown = command.get_subcommands().filter(|it| !it.is_hide_set());
        let shown: BTreeSet<&str> = shown.map(Command::get_name).collect();
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), shown);
        assert_eq!(grouped.len(), shown.len(), "a command stands twice");
    }

    #[test]
    fn the_short_help_has_twenty_lines_of_eighty_columns_in_every_language() {
        for tag in ["en", "ko"] {
            let locale = Locale::find(tag).unwrap();
            let text = overview(&crate::args::command_in(&locale), &locale);
            assert!(text.lines().count() <= 20, "{text}");
            let wide: Vec<&str> = text.lines().filter(|line| line.width() > WIDTH).collect();
            assert!(wide.is_empty(), "{wide:#?}");
        }
    }

    #[test]
    fn every_first_command_line_is_understood() {
        for (line, _) in FIRST {
            let words = line.split(' ').map(Into::into).collect::<Vec<_>>();
            assert!(crate::args::parse(&words, &Locale::english()).is_ok(), "{line}");
        }
    }
}
