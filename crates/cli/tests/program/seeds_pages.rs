//! The pages in `docs/seeds`: every command runs, and its output, its images and the figures beside the published
//! ones match the page. `UPDATE_GOLDEN=1` writes them anew.
//!
//! A page is Markdown with three kinds of places that this test fills in:
//!
//! - a block of ```` ```console ````: each line that begins with `$ ` goes to a shell, with the lines behind it that
//!   begin with `> `; the rest up to the next one is its standard output;
//! - a picture after `<!-- picture: FILE -->`: the file that the commands above wrote;
//! - a table between `<!-- figures -->` and `<!-- end of figures -->`: the entries of the page in `figures.toml`.
//!
//! Names of runs, dates and folders are replaced, so that the pages stay the same from day to day.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use iogram_store::Store;
use regex_lite::{Captures, Regex};
use serde_json::Value;

use crate::common::{PROGRAM, Room};

/// The pages, each in English and in Korean.
const PAGES: [&str; 5] = ["s0", "s1", "s2", "s3", "s4"];

/// A language of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    Korean,
}

impl Language {
    const fn locale(self) -> &'static str {
        match self {
            Self::English => "C.UTF-8",
            Self::Korean => "ko_KR.UTF-8",
        }
    }

    /// The part before the extension of its files.
    const fn suffix(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Korean => ".ko",
        }
    }

    const fn heads(self) -> [&'static str; 4] {
        match self {
            Self::English => ["Figure", "Published", "iogram", "Deviation"],
            Self::Korean => ["수치", "발표된 값", "iogram", "차이"],
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/seeds")
}

fn read(path: &Path) -> String {
    let bytes =
        std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).unwrap()
}

/// A room in which the commands of a page run.
struct Stage {
    room: Room,
    language: Language,
    /// The names of runs in order of appearance.
    runs: Vec<String>,
    any_run: Regex,
    moments: [(Regex, &'static str); 4],
}

impl Stage {
    fn new(language: Language) -> Self {
        let room = Room::new();
        let logs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/logs/seeds");
        for name in crate::common::names(&logs) {
            std::fs::copy(logs.join(&name), room.work().join(&name)).unwrap();
        }
        let log = logs.join("../flashbench/lexar-633x-16g.txt");
        std::fs::copy(log, room.work().join("flashbench-lexar-633x-16g.txt")).unwrap();
        let pattern = |text: &str| Regex::new(text).unwrap();
        Self {
            room,
            language,
            runs: Vec::new(),
            any_run: pattern("[0-9]{8}-[0-9]{6}-[0-9a-f]{8}"),
            moments: [
                (pattern("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"), "2026-01-01T00:00:00Z"),
                (pattern("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}"), "2026-01-01 00:00"),
                // The computer's own part of a record varies in length.
                (pattern("^[0-9]+ more lines"), ".. more lines"),
                (pattern("^나머지 [0-9]+줄"), "나머지 ..줄"),
            ],
        }
    }

    /// Standard output of a shell line.
    fn output_of(&mut self, line: &str) -> String {
        let programs = Path::new(PROGRAM).parent().unwrap().to_owned();
        let mut command = Command::new("sh");
        self.room.furnish(&mut command);
        command.env("LANG", self.language.locale()).env("COLUMNS", "100");
        let typed = format!("PATH=\"{}:$PATH\"\n{line}", programs.display());
        let output = command.args(["-c", &typed]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        let expected = i32::from(line.ends_with("# ends with 1"));
        assert_eq!(output.status.code(), Some(expected), "{line}: {errors}");
        let text = String::from_utf8(output.stdout).unwrap();
        self.timeless(&text)
    }

    /// The text as it would be on the first of January, in a neutral home.
    fn timeless(&mut self, text: &str) -> String {
        let mut runs = std::mem::take(&mut self.runs);
        let text = self.any_run.replace_all(text, |found: &Captures<'_>| {
            let name = found[0].to_owned();
            let place = runs.iter().position(|it| *it == name).unwrap_or_else(|| {
                runs.push(name);
                runs.len() - 1
            });
            format!("20260101-{place:06}-{place:08}")
        });
        self.runs = runs;
        let mut text = text.replace(&self.room.path().display().to_string(), "~");
        for (moment, instead) in &self.moments {
            let lines =
                text.lines().map(|line| moment.replace_all(line, *instead).into_owned());
            text = lines.map(|line| line + "\n").collect();
        }
        // A date alone belongs to one of these commands only if a run has it.
        for run in self.room.runs().iter().filter(|run| self.any_run.is_match(run)) {
            let day = format!("{}-{}-{}", &run[..4], &run[4..6], &run[6..8]);
            text = text.replace(&day, "2026-01-01");
        }
        text
    }
}

/// The page with its present outputs, images and figures.
fn made_anew(name: &str, page: &str, stage: &mut Stage) -> String {
    let mut made = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        if line == "```console" {
            while let Some(line) = lines.next().filter(|line| *line != "```") {
                let Some(first) = line.strip_prefix("$ ") else { continue };
                let (mut command, mut shown) = (first.to_owned(), line.to_owned());
                while let Some(line) = lines.next_if(|line| line.starts_with("> ")) {
                    write!(command, "\n{}", &line[2..]).unwrap();
                    write!(shown, "\n{line}").unwrap();
                }
                let output = stage.output_of(&command);
                write!(made, "{shown}\n{output}").unwrap();
            }
            made.push_str("```\n");
        } else if let Some(file) = line.strip_prefix("<!-- picture: ") {
            let file = file.strip_suffix(" -->").unwrap();
            let link = *lines.peek().unwrap();
            let target = link.rsplit_once("](").unwrap().1.strip_suffix(')').unwrap();
            let picture = stage.timeless(&read(&stage.room.work().join(file)));
            compare_picture(&folder().join(target), &picture);
        } else if line == "<!-- figures -->" {
            lines.by_ref().find(|line| *line == "<!-- end of figures -->").unwrap();
            made.push_str(&figures(name, stage));
            made.push_str("<!-- end of figures -->\n");
        }
    }
    made
}

/// The table of a page: published figures beside those of the page's runs.
fn figures(page: &str, stage: &Stage) -> String {
    let table: toml::Table = read(&folder().join("figures.toml")).parse().unwrap();
    let [figure, published, here, deviation] = stage.language.heads();
    let mut text =
        format!("| {figure} | {published} | {here} | {deviation} |\n|---|--:|--:|--:|\n");
    let mut store = Store::open(stage.room.store()).unwrap();
    let runs: Vec<Value> = stage
        .room
        .runs()
        .iter()
        .map(|id| serde_json::to_value(store.load(id).unwrap()).unwrap())
        .collect();
    for entry in table["figure"].as_array().unwrap() {
        if entry["page"].as_str() != Some(page) {
            continue;
        }
        let number = |key: &str| {
            let value = entry.get(key)?;
            value.as_float().or_else(|| value.as_integer().map(|it| it as f64))
        };
        let (method, target) =
            (entry["method"].as_str().unwrap(), entry["target"].as_str().unwrap());
        let run = runs
            .iter()
            .find(|run| run["method"]["id"] == method && run["target"]["name"] == target)
            .unwrap_or_else(|| panic!("{page} has no run of {method} on {target}"));
        let cells = run["cells"].as_array().unwrap();
        let found = mean_of(cells, entry) * number("scale").unwrap_or(1.0);
        let said = number("published").unwrap();
        let name = match stage.language {
            Language::English => entry["name"].as_str().unwrap(),
            Language::Korean => entry["name_ko"].as_str().unwrap(),
        };
        let unit = entry["unit"].as_str().unwrap();
        let decimals = entry.get("decimals").and_then(toml::Value::as_integer);
        let decimals = decimals.map_or(1, |it| usize::try_from(it).unwrap());
        let apart = (found / said - 1.0) * 100.0;
        let most = number("at_most").unwrap_or(5.0);
        assert!(apart.abs() <= most, "{name}: {found} beside {said}: {apart:.1} %");
        writeln!(
            text,
            "| {name} | {said:.decimals$} {unit} | {found:.decimals$} {unit} | {apart:+.1} % |"
        )
        .unwrap();
    }
    text
}

/// The mean of a quantity over the counted cells.
fn mean_of(cells: &[Value], entry: &toml::Value) -> f64 {
    let (cell, pointer) = (entry["cell"].as_str().unwrap(), entry["at"].as_str().unwrap());
    let counted = cells.iter().filter(|it| it["name"] == cell && it["is_counted"] != false);
    let found: Vec<f64> = counted.filter_map(|it| it.pointer(pointer)?.as_f64()).collect();
    assert!(!found.is_empty(), "no cell \"{cell}\" has {pointer}");
    found.iter().sum::<f64>() / found.len() as f64
}

fn compare(path: &Path, made: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, made).unwrap();
    }
    let kept = read(path);
    let differs = kept.lines().zip(made.lines()).find(|(a, b)| a != b);
    assert_eq!(kept, made, "{} differs (UPDATE_GOLDEN=1): {differs:?}", path.display());
}

/// Compares the texts of an image: the width of a run's name affects positions.
fn compare_picture(path: &Path, made: &str) {
    let texts = |picture: &str| {
        let parts = picture.split("</text>").filter_map(|it| it.rsplit_once('>'));
        parts.map(|(_, text)| text.to_owned()).collect::<Vec<_>>().join(" ")
    };
    let is_update = std::env::var_os("UPDATE_GOLDEN").is_some();
    if is_update && (!path.exists() || texts(&read(path)) != texts(made)) {
        compare(path, made);
    }
    assert_eq!(texts(&read(path)), texts(made), "{} differs", path.display());
}

fn check(name: &str, language: Language) {
    check_file(name, &folder().join(format!("{name}{}.md", language.suffix())), language);
}

fn check_file(name: &str, path: &Path, language: Language) {
    let made = made_anew(name, &read(path), &mut Stage::new(language));
    compare(path, &made);
}

/// Commands of a page in order.
fn commands(name: &str, language: Language) -> Vec<String> {
    let page = read(&folder().join(format!("{name}{}.md", language.suffix())));
    let is_typed = |line: &&str| line.starts_with("$ ") || line.starts_with("> ");
    page.lines().filter(is_typed).map(ToOwned::to_owned).collect()
}

#[test]
fn pages_of_the_seeds_are_what_their_commands_print() {
    for page in PAGES {
        check(page, Language::English);
    }
}

#[test]
fn what_the_readme_shows_is_what_its_command_prints() {
    check_file("README", &folder().join("../../README.md"), Language::English);
}

#[test]
fn korean_pages_of_the_seeds_are_what_their_commands_print() {
    for page in PAGES {
        check(page, Language::Korean);
        assert_eq!(
            commands(page, Language::English),
            commands(page, Language::Korean),
            "{page}"
        );
    }
}
