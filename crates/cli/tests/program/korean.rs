//! Every method on drives of the zoo in Korean, and the messages about mistakes: no English sentence is left.

use iogram_model::Run;

use crate::common::Room;

/// Every built-in method, as short as possible, each on another drive.
const RUNS: [(&str, &str, &[&str]); 20] = [
    ("quick", "fake-limbo", &["time=100ms", "size=16MiB", "loops=1"]),
    ("quick", "s4-ssd", &["time=100ms", "size=16MiB", "loops=1"]),
    ("cdm", "nvme-tlc-dynamic", &["time=1s", "size=16MiB", "loops=1", "interval=0s"]),
    ("dd-read", "usb-stick-2au", &["size=16MiB"]),
    ("dd-write", "s3-lexar-633x-16g", &["size=16MiB"]),
    ("iozone", "sd-a2", &["size=16MiB"]),
    ("fsync", "s4-ssd", &["size=230kB"]),
    ("image-write", "usb-stick-2au", &["size=16MiB"]),
    ("latency", "sd-a2", &["requests=10000", "at_most=10s"]),
    ("sync", "s3-lexar-633x-16g", &["scale=1/16", "amount=16MiB"]),
    ("low-qd", "s4-ssd", &["scale=1/16", "sequential=16MiB", "random=4MiB"]),
    ("soak", "usb-stick-2au", &["size=16MiB", "time=5s"]),
    ("geometry", "s3-lexar-633x-16g", &[]),
    ("verify", "fake-wraparound", &[]),
    ("verify", "sd-a2", &[]),
    ("sd-class", "sd-a2", &[]),
    ("sd-app", "sd-a2", &["size=16MiB", "time=1s"]),
    ("sd-pi", "s3-lexar-633x-16g", &["size=16MiB"]),
    ("purge", "nvme-tlc-dynamic", &[]),
    ("slc-recovery", "s4-ssd", &["state=empty", "part=10%"]),
];

/// Two or more consecutive English words that are not names, units or commands.
fn english_left(page: &str) -> Vec<String> {
    let mut left = Vec::new();
    for line in page.lines().filter(|line| !is_quoted(line)) {
        let mut row: Vec<&str> = Vec::new();
        for word in line.split([' ', '|']).chain([""]) {
            let bare = word.trim_matches(|it: char| it.is_ascii_punctuation());
            let is_command = COMMANDS.contains(&bare) || row.is_empty() && bare.contains('.');
            let is_english = bare.len() > 1 && bare.chars().all(|it| it.is_ascii_lowercase());
            if is_command {
                // The rest belongs to the command.
                break;
            }
            if is_english && !UNITS.contains(&bare) {
                row.push(word);
            } else {
                if row.len() > 1 {
                    left.push(row.join(" "));
                }
                row.clear();
            }
        }
    }
    left
}

const UNITS: [&str; 10] =
    ["ms", "us", "ns", "min", "dd", "mkfs", "flash", "sim", "haltpoll", "idle"];

const COMMANDS: [&str; 3] = ["iogram", "parted", "mkpart"];

/// Sources are cited as published.
fn is_quoted(line: &str) -> bool {
    ["출처", "공개", "메모", "mkfs."].iter().any(|name| line.contains(name))
}

/// Names of a run's parts, which are the same in every language.
fn names(run: &Run) -> Vec<String> {
    let cells = run.cells.iter().map(|cell| cell.name.clone());
    let parts = run.cells.iter().filter_map(|cell| cell.block.clone());
    let probes = run.probes.iter().map(|probe| probe.name.clone());
    // A table has the operations of a size side by side.
    let operations =
        run.cells.iter().filter_map(|cell| Some(cell.name.split_once(' ')?.1.to_owned()));
    let drive = run.target.simulation.iter().map(|it| it.drive.clone());
    let drive = drive.chain(run.target.simulation.iter().map(|it| it.title.clone()));
    let mut names: Vec<String> =
        cells.chain(operations).chain(parts).chain(probes).chain(drive).collect();
    // The longest first: one may be a part of another.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    names
}

#[test]
fn no_english_sentence_is_left_on_a_korean_page_of_any_method() {
    let room = Room::new();
    let mut left: Vec<String> = Vec::new();
    for (method, drive, settings) in RUNS {
        let target = format!("sim:{drive}");
        let mut all = vec!["run", method, target.as_str(), "--seed", "7", "-q", "--lang", "ko"];
        all.extend(settings.iter().flat_map(|&setting| ["--set", setting]));
        let said = room.run(&all);
        // A drive that fails its test has a page, too, and so has an unknown answer; an unsupported setting has none.
        assert!(matches!(said.code, Some(0 | 1 | 6)), "{method}: {said:?}");
        let short = said.stdout;
        let run = room.last_run();
        let markdown =
            room.succeed(&["show", &run.id, "--format", "markdown", "--lang", "ko"]).stdout;
        for page in [short, markdown] {
            let page =
                names(&run).iter().fold(page, |page, name| page.replace(name.as_str(), "~"));
            left.extend(english_left(&page).into_iter().map(|it| format!("{method}: {it}")));
        }
    }
    left.sort();
    left.dedup();
    assert!(left.is_empty(), "{left:#?}");
}

/// Common mistakes.
const MISTAKES: [&[&str]; 34] = [
    &["quick", "/nonexistent"],
    &["quick", "sim:samsung"],
    &["quick", "sim:s4-ssd", "--time", "10"],
    &["quick", "sim:s4-ssd", "--set", "time=10"],
    &["quick", "sim:s4-ssd", "--set", "nothing=1"],
    &["quick", "sim:s4-ssd", "--set", "time"],
    &["quick", "--bs", "4k"],
    &["measure", "sim:s4-ssd", "--block", "4k"],
    &["measure", "sim:s4-ssd", "--read", "70"],
    &["measure", "sim:s4-ssd", "--depth", "100000"],
    &["measure", "sim:s4-ssd", "--depth", "0"],
    &["measure", "sim:s4-ssd", "--rw", "randread"],
    &["measure", "sim:s4-ssd", "--time", "10"],
    &["measure", "sim:s4-ssd", "--block", "1000B"],
    &["run", "crystaldiskmark", "sim:s4-ssd"],
    &["run", "quick"],
    &["run", "sim:s4-ssd", "quick"],
    &["show", "20990101"],
    &["show", "--device", "nothing-like-it"],
    &["resume"],
    &["compare", "last"],
    &["compare", "last", "last"],
    &["advise"],
    &["advise", "--for", "cameras"],
    &["good-for"],
    &["good-for", "pi", "/nonexistent"],
    &["drive", "show", "nothing"],
    &["drive", "add", "A card", "--promise", "read=fast"],
    &["import", "f3", "/nonexistent"],
    &["export", "--format", "word"],
    &["verify", "."],
    &["qick", "."],
    &["sim", "show", "nothing-like-it"],
    &["plan", "card", "sim:s4-usb", "--set", "size=16MiB"],
];

#[test]
fn methods_plans_and_settings_are_explained_in_korean() {
    let room = Room::new();
    let asked =
        |arguments: &[&str]| room.succeed(&[arguments, &["--lang", "ko"]].concat()).stdout;
    let list = asked(&["methods"]);
    let ids: Vec<&str> =
        list.lines().filter_map(|line| line.split_once("  ")).map(|it| it.0).collect();
    assert!(ids.len() > 20, "{list}");
    let methods = ids.iter().map(|id| asked(&["methods", id]));
    let others = [
        asked(&["tune"]),
        asked(&["plan", "quick", "sim:s4-usb", "--seed", "7"]),
        asked(&["plan", "fsync", "."]),
    ];
    let pages: Vec<String> = methods.chain(others).chain([list.clone()]).collect();
    // A rule's source is cited as published; kinds of media and typed values are names.
    let is_quoted = |line: &&str| ["판정:", "매체:"].iter().any(|name| line.contains(name));
    let lines = pages.iter().flat_map(|page| page.lines()).filter(|line| !is_quoted(line));
    let left = lines.flat_map(english_left);
    let left: Vec<String> = left.filter(|it| !it.contains([',', ']', ':'])).collect();
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn mistakes_are_explained_in_korean() {
    let room = Room::new();
    let mut left = Vec::new();
    for arguments in MISTAKES {
        let asked: Vec<&str> = arguments.iter().copied().chain(["--lang", "ko"]).collect();
        let said = room.run(&asked);
        assert_ne!(said.code, Some(0), "{arguments:?}");
        let words: Vec<String> = said.stderr.lines().map(ToOwned::to_owned).collect();
        let typed = |line: &str| {
            arguments.iter().fold(line.to_owned(), |line, word| line.replace(word, "~"))
        };
        assert!(
            words.first().is_some_and(|it| it.starts_with("오류: ")),
            "{arguments:?} {words:?}"
        );
        // Names in a list, in quotes, or after an option are not words of a sentence.
        let english = words.iter().flat_map(|line| english_left(&typed(line)));
        let english = english.filter(|it| !it.contains([',', '"', '(', ')']));
        left.extend(english.map(|it| format!("{arguments:?}: {it}")));
    }
    assert!(left.is_empty(), "{left:#?}");
}

#[test]
fn help_is_in_korean_where_that_is_asked_for() {
    let room = Room::new();
    for arguments in [&["--help"][..], &["quick", "-h"], &["run", "--help"], &["help", "drive"]]
    {
        let asked: Vec<&str> = ["--lang", "ko"].iter().chain(arguments).copied().collect();
        let help = room.succeed(&asked).stdout;
        assert!(help.contains("사용법: ") && help.contains("옵션:"), "{help}");
        for word in
            ["Usage", "Options", "Arguments", "Commands", "default", "possible", "Print"]
        {
            assert!(!help.contains(word), "{word}: {help}");
        }
    }
}
