//! Every command of README and the docs, as a user would type it.
//!
//! `documented.toml` contains stand-ins for drives, directories and sizes, and the commands that are not run, with
//! the reasons.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rustix::process::Signal;

use crate::common::{Room, Said};

/// A drive on which whole methods take no time.
const SMALL: &str = "name = \"small\"\ntitle = \"A small SSD\"\nsource = \"made up\"\ndrive = \"nvme\"\n\
                     capacity = \"256MiB\"\n[identity]\nmodel = \"Small SSD\"\n[media.latency]\n\
                     read = \"100us\"\nwrite = \"50us\"\nflush = \"1ms\"\n";

/// Eight tasks on simulated drives of this computer.
const CAMPAIGN: &str = "[campaign]\nname = \"incoming\"\n[[method]]\nid = \"fsync\"\n\
                        [[drive]]\ntarget = \"sim:s4-usb\"\nseeds = \"1-8\"\n";

/// A command of a page, without comment and sudo.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Documented {
    page: String,
    line: String,
}

/// The test of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
enum How {
    /// It runs, in these words, and ends with 0 or with this code.
    Run(String, i32),
    /// In these words it names a missing drive: its arguments are valid.
    Parsed(String),
    /// It is not a command of iogram, or must not run.
    Elsewhere,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: impl AsRef<Path>) -> String {
    String::from_utf8(std::fs::read(path).unwrap()).unwrap()
}

/// README and the docs with their texts; journals describe the past.
fn pages() -> Vec<(String, String)> {
    let root = repository();
    let mut pages = vec!["README.md".to_owned()];
    for folder in ["docs", "docs/methods", "docs/schema"] {
        let names = crate::common::names(&root.join(folder));
        let names = names.into_iter().filter(|name| name.ends_with(".md"));
        pages.extend(names.map(|name| format!("{folder}/{name}")));
    }
    pages.into_iter().map(|page| (page.clone(), read(root.join(page)))).collect()
}

/// Commands in blocks of shell lines, and indented ones that begin with iogram.
fn commands_of(page: &str, text: &str) -> Vec<Documented> {
    let mut commands = Vec::new();
    let mut is_shell = false;
    let mut whole = String::new();
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            is_shell = language == "sh";
            continue;
        }
        let indented = line.strip_prefix("    ").filter(|it| whole_command(it).is_some());
        let Some(part) = indented.or((is_shell || !whole.is_empty()).then_some(line)) else {
            continue;
        };
        whole.push_str(part.trim_start());
        if let Some(begun) = whole.strip_suffix('\\') {
            whole = begun.trim_end().to_owned() + " ";
            continue;
        }
        let line = without_comment(&std::mem::take(&mut whole));
        if !line.is_empty() {
            commands.push(Documented { page: page.to_owned(), line });
        }
    }
    commands
}

fn whole_command(line: &str) -> Option<&str> {
    let line = line.strip_prefix("sudo ").unwrap_or(line);
    (line.starts_with("iogram ") || line.contains(" | iogram ")).then_some(line)
}

/// Without sudo and the comment after ` #` or three blanks.
fn without_comment(line: &str) -> String {
    let end = [" #", "   "].iter().filter_map(|mark| line.find(mark)).min();
    let line = line[..end.unwrap_or(line.len())].trim();
    line.strip_prefix("sudo ").unwrap_or(line).to_owned()
}

/// Words as a shell splits them.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars() {
        match (letter, quote) {
            (_, Some(mark)) if letter == mark => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The table beside this file.
struct Table {
    value: toml::Table,
    used: BTreeSet<String>,
}

impl Table {
    fn read() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/documented.toml");
        Self { value: read(path).parse().unwrap(), used: BTreeSet::new() }
    }

    fn entries(&self) -> impl Iterator<Item = &toml::Value> {
        self.value["command"].as_array().unwrap().iter()
    }

    fn setup(&self, page: &str) -> Vec<String> {
        let lines = self.value["setup"].get(page).and_then(toml::Value::as_array);
        let lines = lines.into_iter().flatten().filter_map(toml::Value::as_str);
        lines.map(ToOwned::to_owned).collect()
    }

    fn how(&mut self, line: &str) -> How {
        let entry = self.entries().find(|it| it["line"].as_str() == Some(line)).cloned();
        let text = |key: &str| entry.as_ref()?.get(key)?.as_str().map(ToOwned::to_owned);
        if entry.is_some() {
            self.used.insert(line.to_owned());
        }
        if let Some(reason) = text("elsewhere").or_else(|| text("parsed")) {
            assert!(reason.len() > 10, "{line}: {reason} is no reason");
        }
        match (text("as"), text("elsewhere"), text("parsed")) {
            (None, Some(_), _) => How::Elsewhere,
            (Some(other), None, Some(_)) => How::Parsed(other),
            (other, None, None) => {
                let code = entry.as_ref().and_then(|it| it.get("code")?.as_integer());
                let code = code.map_or(0, |it| i32::try_from(it).unwrap());
                How::Run(other.unwrap_or_else(|| self.in_own_words(line)), code)
            }
            _ => panic!("{line}: `elsewhere` alone, `parsed` with `as`, or `as` with `code`"),
        }
    }

    /// The line with stand-ins for the page's names.
    fn in_own_words(&self, line: &str) -> String {
        let words = self.value["words"].as_table().unwrap();
        let own = |word: &str| words.get(word).and_then(toml::Value::as_str).map(str::to_owned);
        let line = line.split(' ').map(|word| own(word).unwrap_or_else(|| word.to_owned()));
        line.collect::<Vec<_>>().join(" ")
    }

    /// Entries that no page uses.
    fn unused(&self) -> Vec<&str> {
        let lines = self.entries().map(|it| it["line"].as_str().unwrap());
        lines.filter(|line| !self.used.contains(*line)).collect()
    }
}

/// A room with a directory, two runs, an interrupted run, a log and other files.
struct Visit {
    room: Room,
    first: String,
    last: String,
    broken: String,
}

impl Visit {
    fn new() -> Self {
        let room = Room::new();
        std::fs::create_dir(room.work().join("card")).unwrap();
        let log = repository().join("testdata/logs/flashbench/lexar-633x-16g.txt");
        std::fs::copy(log, room.work().join("log.txt")).unwrap();
        std::fs::create_dir(room.work().join("results")).unwrap();
        for (log, name) in [
            ("fio/json-3.33-group.json", "a.json"),
            ("cdm/cdm-5.2.1-sata.txt", "b.txt"),
            ("dd/gnu-several.txt", "paste.txt"),
            ("ioping/device.txt", "results/ioping.txt"),
        ] {
            let log = repository().join("testdata/logs").join(log);
            std::fs::copy(log, room.work().join(name)).unwrap();
        }
        room.write("small.toml", SMALL.as_bytes());
        let method = room.succeed(&["methods", "quick", "--toml"]).stdout;
        room.write("method.toml", method.as_bytes());
        room.write("job.fio", b"[job]\nfilename=job.dat\nrw=randrw\nsize=1m\n");
        room.write("incoming.toml", CAMPAIGN.as_bytes());
        room.write("day.csv", b"issued_ns,kind,offset_bytes,length_bytes\n0,write,0,4096\n");
        let short = ["--set", "time=100ms", "--set", "size=16MiB", "--set", "loops=2"];
        let mut broken = room.start(&[&["quick", "card"], &short[..]].concat());
        broken.wait_for_cells(1);
        broken.send(Signal::INT);
        broken.end();
        let broken = room.runs().remove(0);
        room.succeed(&[&["quick", "sim:s4-usb", "--json", "run.json"], &short[..]].concat());
        let first = room.runs().remove(0);
        room.succeed(&[&["quick", "sim:usb-stick-2au"], &short[..]].concat());
        let last = room.runs().remove(0);
        Self { room, first, last, broken }
    }

    fn run(&self, line: &str) -> Said {
        let places =
            [("{first}", &self.first), ("{last}", &self.last), ("{broken}", &self.broken)];
        let line = places.into_iter().fold(line.to_owned(), |it, (a, b)| it.replace(a, b));
        let (line, file) = match line.split_once(" > ") {
            Some((line, file)) => (line.to_owned(), Some(file.to_owned())),
            None => (line, None),
        };
        let words = words_of(&line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(words.first(), Some(&"iogram"), "{line}");
        let said = self.room.run(&words[1..]);
        if let Some(file) = file {
            self.room.write(&file, said.stdout.as_bytes());
        }
        said
    }

    /// The problem with this command.
    fn problem(&self, how: &How) -> Option<String> {
        match how {
            How::Elsewhere => None,
            How::Run(line, code) => {
                let said = self.run(line);
                let told = || said.stderr.lines().rev().take(4).collect::<Vec<_>>().join(" | ");
                (![Some(0), Some(*code)].contains(&said.code))
                    .then(|| format!("{line}: {:?}: {}", said.code, told()))
            }
            How::Parsed(line) => {
                let said = self.run(line);
                let is_right = matches!(said.code, Some(2..=4))
                    && said.stderr.contains("absent")
                    && !said.stderr.contains("Usage:");
                (!is_right).then(|| format!("{line}: {said:?}"))
            }
        }
    }
}

/// Runs the commands of a page in order; returns the problems.
fn try_page(table: &mut Table, page: &str, text: &str) -> Vec<String> {
    let commands = commands_of(page, text);
    if commands.is_empty() {
        return Vec::new();
    }
    let visit = Visit::new();
    let mut problems = Vec::new();
    for line in table.setup(page) {
        problems.extend(visit.problem(&How::Run(line, 0)));
    }
    for command in commands {
        let how = table.how(&command.line);
        problems
            .extend(visit.problem(&how).map(|it| format!("{page}: `{}`: {it}", command.line)));
    }
    problems
}

#[test]
fn every_command_of_readme_and_docs_does_what_it_says() {
    let mut table = Table::read();
    let mut problems = Vec::new();
    for (page, text) in pages() {
        problems.extend(try_page(&mut table, &page, &text));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(table.unused().is_empty(), "no page has {:#?}", table.unused());
}

/// A method on a page must be runnable.
#[test]
fn the_whole_method_of_the_page_runs_on_a_directory() {
    let page = read(repository().join("docs/methods/README.md"));
    let block = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let room = Room::new();
    room.write("depths.toml", block.as_bytes());
    room.succeed(&["run", "--method-file", "depths.toml", ".", "--set", "time=10ms"]);
    room.succeed(&["run", "--method-file", "depths.toml", "sim:s4-ssd"]);
}

/// Commands within sentences, up to their placeholders.
fn mentioned(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let commands = spans.filter_map(whole_command).filter(|it| it.starts_with("iogram "));
    commands.filter(|it| !it.contains('\n')).map(ToOwned::to_owned).collect()
}

/// The words before any optional, repeated or open part.
fn certain_words(command: &str) -> Vec<String> {
    let command = command.replace("\\|", "|");
    let end = [" [", "..", "...", " > "].iter().filter_map(|mark| command.find(mark)).min();
    let words = words_of(&command[..end.unwrap_or(command.len())]);
    let first = |word: String| word.split('|').next().unwrap_or_default().to_owned();
    words.into_iter().skip(1).map(first).collect()
}

/// The words with an option that makes the program do nothing else; after `--` there are no options.
fn with_help(words: &[String]) -> Vec<&str> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (options, rest) = words.split_at(end);
    let options = options.iter().map(String::as_str).chain(["--help"]);
    options.chain(rest.iter().map(String::as_str)).collect()
}

#[test]
fn every_command_that_a_page_mentions_exists_with_its_options() {
    let room = Room::new();
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for (page, text) in pages() {
        for command in mentioned(&text).into_iter().filter(|it| seen.insert(it.clone())) {
            let words = certain_words(&command);
            let said = room.run(&with_help(&words));
            if said.code != Some(0) {
                problems.push(format!("{page}: `{command}`: {}", said.stderr));
            }
        }
    }
    assert!(seen.len() > 30, "only {seen:?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Names of the commands below `path`, from its help.
fn commands_below(help: &str) -> Vec<String> {
    let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(ToOwned::to_owned).collect()
}

#[test]
fn every_command_that_a_help_mentions_exists() {
    let room = Room::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut helps = 0;
    while let Some(path) = open.pop() {
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = room.succeed(&words).stdout;
        helps += 1;
        for name in commands_below(&help) {
            open.push(path.iter().cloned().chain([name]).collect());
        }
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for quoted in help.split('"').skip(1).step_by(2).filter(|it| it.starts_with("iogram "))
        {
            let words = certain_words(quoted);
            assert_eq!(room.run(&with_help(&words)).code, Some(0), "{path:?}: {quoted}");
        }
    }
    assert!(helps > 30, "{helps}");
}

#[test]
fn a_wrong_command_on_a_page_is_found() {
    let text = "Text\n\n```sh\nsudo iogram quick --nonsense  # a comment\n```\n\n    iogram runs \\\n        \
                --limit 1      the newest\n";
    let commands = commands_of("page.md", text);
    let lines: Vec<&str> = commands.iter().map(|it| it.line.as_str()).collect();
    assert_eq!(lines, ["iogram quick --nonsense", "iogram runs --limit 1"]);
    let problems = try_page(&mut Table::read(), "page.md", text);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("--nonsense"), "{problems:?}");
    assert_eq!(words_of("a \"b c\" d='e f' \"\""), ["a", "b c", "d=e f", ""]);
}
