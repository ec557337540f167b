//! The pages of the methods: each page lists every parameter, and the effect of an interruption. `UPDATE_GOLDEN=1`
//! rewrites the part between the two marks.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use iogram_runner::{Param, ParamKind, builtin_methods};
use toml::Value;

const BEGIN: &str = "<!-- from the method file -->\n";
const END: &str = "<!-- end -->\n";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn range_of(param: &Param) -> String {
    let any = match param.kind {
        ParamKind::Size => "any size",
        ParamKind::Time => "any time",
        ParamKind::Count => "any number",
        ParamKind::Share => "any share",
        ParamKind::Ratio => "any factor",
        ParamKind::Choice | ParamKind::FileSystem | ParamKind::Text => "any text",
    };
    if !param.choices.is_empty() {
        let choices: Vec<String> = param.choices.iter().map(|it| format!("`{it}`")).collect();
        return choices.join(", ");
    }
    match (&param.min, &param.max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => any.to_owned(),
    }
}

/// The default, with other defaults under conditions.
fn default_of(param: &Param, file: &Value) -> String {
    let mut text = format!("`{}`", param.default);
    let others = file["params"][&param.name].get("default_when").and_then(Value::as_array);
    for other in others.into_iter().flatten() {
        let conditions: Vec<String> = other["when"]
            .as_table()
            .unwrap()
            .iter()
            .map(|(name, values)| {
                let values = values.as_array().unwrap().iter().filter_map(Value::as_str);
                format!("`{name}={}`", values.collect::<Vec<_>>().join("|"))
            })
            .collect();
        let default = &other["default"];
        let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
        write!(text, ", `{default}` with {}", conditions.join(" and ")).unwrap();
    }
    text.replace('|', "\\|")
}

fn section_of(params: &[Param], file: &Value) -> String {
    let mut text = String::new();
    if params.is_empty() {
        text.push_str("**Parameters.** None.\n");
    } else {
        text.push_str("**Parameters** (`--set NAME=VALUE`):\n\n");
        text.push_str("| name | default | range | meaning |\n|---|---|---|---|\n");
    }
    for param in params {
        let (default, range) = (default_of(param, file), range_of(param));
        let help = param.help.replace('|', "\\|");
        writeln!(text, "| `{}` | {default} | {range} | {help} |", param.name).unwrap();
    }
    let resume = file["method"].get("resume").and_then(Value::as_str).unwrap_or("cell");
    let meaning = match resume {
        "block" => "begins it anew, because every cell builds on those before it",
        "round" => {
            "goes on with the round that was broken off; outside of rounds with the purge and what follows it, or \
             where the rounds ended"
        }
        _ => "goes on with the first cell that is not finished",
    };
    writeln!(
        text,
        "\n**After an interruption** (`resume = \"{resume}\"`) `iogram resume` {meaning}."
    )
    .unwrap();
    text
}

#[test]
fn every_parameter_and_what_an_interruption_means_stand_on_the_page_of_the_method() {
    let mut problems = Vec::new();
    for method in builtin_methods() {
        let file = repository().join(format!("methods/{}.toml", method.id));
        let file: Value =
            toml::from_str(&String::from_utf8(std::fs::read(file).unwrap()).unwrap()).unwrap();
        let path = repository().join(format!("docs/methods/{}.md", method.id));
        let page = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        let expected = section_of(&method.params, &file);
        let parts = page.split_once(BEGIN).and_then(|(before, rest)| {
            rest.split_once(END).map(|(section, after)| (before, section, after))
        });
        match parts {
            Some((_, section, _)) if section == expected => {}
            Some((before, _, after)) if std::env::var_os("UPDATE_GOLDEN").is_some() => {
                let page = [before, BEGIN, &expected, END, after].concat();
                std::fs::write(&path, page).unwrap();
            }
            _ => problems.push(format!("{} lacks:\n{BEGIN}{expected}{END}", path.display())),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
