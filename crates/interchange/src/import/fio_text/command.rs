//! A command line of fio: the options of each of its jobs.
//!
//! Source: fio's `init.c` (`parse_cmd_line`): options before the first `--name`, and those after `--name=global`,
//! apply to all following jobs; those after another name apply to that job only.

use std::collections::BTreeMap;

use iogram_model::ImportedOrder;

use super::super::fio_words::{LIMITING, is_waiting, limit, size};
use super::super::memory::{is_memory_engine, is_memory_place};
use super::asked::{Asked, order_of};

/// The options of a command line for one job.
#[derive(Debug, Clone, Default)]
pub(super) struct Wish {
    pub(super) asked: Asked,
    pub(super) jobs: Option<u32>,
    /// `None` if it is not set.
    pub(super) is_direct: Option<bool>,
    /// Options that make the job slower than the drive, as written.
    pub(super) limits: Vec<String>,
}

/// A command line of fio.
#[derive(Debug, Clone, Default)]
pub(super) struct Command {
    /// Options of all jobs, including those of a job file, whose names are unknown here.
    global: Wish,
    named: BTreeMap<String, Wish>,
    /// Options that all named jobs have in common.
    all: Option<Wish>,
}

/// Options that are read; for the last group, only their presence matters.
const KNOWN: [&str; 20] = [
    "rw",
    "readwrite",
    "bs",
    "blocksize",
    "iodepth",
    "numjobs",
    "ioengine",
    "direct",
    "buffered",
    "percentage_random",
    "zonesize",
    "random_distribution",
    "file_service_type",
    "bssplit",
    "bsrange",
    "blocksize_range",
    "bs_unaligned",
    "kb_base",
    "filename",
    "directory",
];

/// Limit of jobs in one command line, which is fio's own (`REAL_MAX_JOBS` in `fio.h`).
const NAMES_MAX: usize = 4096;

/// Limit of the length of an option's value. Arbitrary: longer than any number or word.
const VALUE_MAX: usize = 100;

type Options<'a> = BTreeMap<&'a str, &'a str>;

impl Command {
    /// Parses everything after the program's name, on any number of lines.
    pub(super) fn parse(text: &str) -> Self {
        let mut command = Self::default();
        let (mut global, mut own, mut name) = (Options::new(), Options::new(), None);
        let words = words_of(text);
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-') else { continue };
            let option = option.trim_start_matches('-').trim_end_matches(['`', '\'', '"']);
            let (key, value) = match option.split_once('=') {
                Some(both) => both,
                // An option without a value is a switch.
                None => {
                    let value = words.peek().filter(|it| !it.starts_with('-'));
                    (option, value.copied().unwrap_or_default())
                }
            };
            let value = value.trim_matches(['\'', '"']);
            if key == "name" {
                command.add(name.take(), &own);
                if command.named.len() > NAMES_MAX {
                    return Self::default();
                }
                name = Some(value).filter(|it| *it != "global");
                own = global.clone();
            } else if KNOWN.contains(&key) || LIMITING.contains(&key) {
                let options = if name.is_some() { &mut own } else { &mut global };
                options.insert(key, value.get(..VALUE_MAX).unwrap_or(value));
            }
        }
        command.add(name, &own);
        command.global = Wish::of(&global);
        command
    }

    fn add(&mut self, name: Option<&str>, options: &Options<'_>) {
        let Some(name) = name else { return };
        let wish = Wish::of(options);
        match &mut self.all {
            Some(all) => all.agree(&wish),
            None => self.all = Some(wish.clone()),
        }
        match self.named.get_mut(name) {
            Some(known) => known.agree(&wish),
            None => _ = self.named.insert(name.to_owned(), wish),
        }
    }

    /// The name of its only job; `None` if it names several or none.
    pub(super) fn name(&self) -> Option<&str> {
        let mut names = self.named.keys();
        names.next().filter(|_| names.next().is_none()).map(String::as_str)
    }

    /// Whether a result with this number of copies can only belong to the job of this name.
    pub(super) fn is_alone(&self, name: &str, jobs: Option<u32>) -> bool {
        jobs.is_none_or(|it| it <= 1)
            || self.find(name).is_some_and(|it| it.jobs.or(Some(1)) == jobs)
    }

    /// The options for a result with this name and this number of jobs.
    pub(super) fn of(&self, name: &str, jobs: Option<u32>) -> Option<Wish> {
        if self.named.is_empty() {
            // The job file contains the rest.
            return Some(Wish { asked: Asked::default(), jobs: None, ..self.global.clone() });
        }
        let own = self.find(name)?;
        if self.named.len() == 1 || self.is_alone(name, jobs) {
            return Some(own.clone());
        }
        self.all.clone()
    }

    fn find(&self, name: &str) -> Option<&Wish> {
        // The value of a shell's variable is unknown.
        let is_any = |it: &&str| it.contains('$');
        self.named.get(name).or_else(|| self.named.get(self.name().filter(is_any)?))
    }
}

impl Wish {
    fn of(options: &Options<'_>) -> Self {
        let get = |names: &[&str]| names.iter().find_map(|it| options.get(it)).copied();
        let number = |name: &str| get(&[name]).and_then(|it| it.parse::<u32>().ok());
        let engine = get(&["ioengine"]).unwrap_or_default();
        let order = get(&["rw", "readwrite"]).map(order_of);
        let is_odd = get(&[
            "percentage_random",
            "zonemode",
            "zonesize",
            "random_distribution",
            "file_service_type",
        ])
        .is_some();
        let has_sizes = get(&["bssplit", "bsrange", "blocksize_range", "bs_unaligned"]);
        let is_plain = has_sizes.is_none() && get(&["kb_base"]).is_none_or(|it| it == "1024");
        let blocks = get(&["bs", "blocksize"]).filter(|_| is_plain).map(sizes_of);
        let asked = Asked {
            order: if is_odd { order.map(|_| ImportedOrder::Unknown) } else { order },
            blocks: blocks.unwrap_or_default(),
            depth: if is_waiting(engine) { Some(1) } else { number("iodepth") },
            is_null: is_memory_engine(engine)
                || get(&["filename", "directory"]).is_some_and(is_memory_place),
            is_mixed: false,
        };
        let is_direct = match (get(&["direct"]), get(&["buffered"])) {
            (Some("1"), None) | (None, Some("0")) => Some(true),
            (Some("0"), None) | (None, Some("1")) => Some(false),
            _ => None,
        };
        let limits = LIMITING.iter().filter_map(|it| limit(it, options.get(it)?)).collect();
        Self { asked, jobs: number("numjobs"), is_direct, limits }
    }

    /// Combines the options with those of `other`; a limit of one of them limits both together.
    fn agree(&mut self, other: &Self) {
        self.asked.agree(&other.asked);
        self.jobs = None;
        self.is_direct = self.is_direct.filter(|it| other.is_direct == Some(*it));
        for limit in &other.limits {
            if !self.limits.contains(limit) {
                self.limits.push(limit.clone());
            }
        }
    }
}

/// The words of a command line: quotes and command substitutions keep spaces together.
fn words_of(text: &str) -> Vec<&str> {
    let (mut words, mut begin, mut depth) = (Vec::new(), 0_usize, 0_u32);
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if quote == Some(letter) => quote = None,
            _ if quote.is_some() => {}
            '\'' | '"' => quote = Some(letter),
            '(' => depth = depth.saturating_add(1),
            ')' => depth = depth.saturating_sub(1),
            it if it.is_whitespace() && depth == 0 => {
                words.extend(text.get(begin..at));
                begin = at.saturating_add(it.len_utf8());
            }
            _ => {}
        }
    }
    if quote.is_some() || depth > 0 {
        // The marks belong to a sentence around the command line.
        return text.split_whitespace().collect();
    }
    words.extend(text.get(begin..));
    words
}

/// Bytes of `4k`, for reads, writes and trims; in `4k,8k`, the last size applies to kinds without one.
fn sizes_of(text: &str) -> [Option<u64>; 3] {
    let parts: Vec<&str> = text.split(',').collect();
    [0, 1, 2].map(|which| parts.get(which).or(parts.last()).and_then(|it| size(it)))
}

/// The options in a line with a command line of fio, which has options or a job file; any text may precede it.
pub(super) fn options_of(text: &str) -> Option<&str> {
    let mut from = 0_usize;
    while let Some(at) = text.get(from..)?.find("fio").map(|it| it.saturating_add(from)) {
        from = at.saturating_add("fio".len());
        let before = text.get(..at).unwrap_or_default();
        let is_word = before.is_empty() || before.ends_with([' ', '/', '$', '#', '`', '>']);
        let options = text.get(from..).unwrap_or_default();
        if is_word && options.starts_with(' ') {
            let is_prompt = before.trim_end().ends_with('$');
            // The options after the first occurrence are checked once.
            let is_its = has_option(options) || has_job_file(options, is_prompt);
            return is_its.then_some(options);
        }
    }
    None
}

fn has_option(text: &str) -> bool {
    text.split_whitespace().any(is_option)
}

fn has_job_file(text: &str, is_prompt: bool) -> bool {
    const ENDS: [&str; 5] = [".fio", ".ini", ".job", ".cfg", ".conf"];
    let mut words = text.split_whitespace().map(|it| it.trim_end_matches(['`', '\'', '"']));
    let is_file = |it: &str| ENDS.iter().any(|end| it.ends_with(end));
    let is_one = is_prompt && words.clone().nth(1).is_none();
    is_one && words.clone().next().is_some() || words.any(is_file)
}

fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len() && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether a line continues the options of the command line above it, which a mail program wrapped.
pub(super) fn goes_on(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(is_option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_has_one_dash_or_two_and_stands_behind_anything() {
        for text in [
            "fio -direct=1 -rw=randread -bs=4k -iodepth 8 -numjobs=3 -ioengine=libaio -name=a",
            "me@host:~$ sudo /usr/bin/fio --direct=1 --readwrite=randread --bs=4k --iodepth=8 --numjobs=3 --name=a",
            "`fio --name=a --direct=1 --rw=randread --bs=4096 --numjobs=3 --iodepth=8`",
        ] {
            let command = Command::parse(options_of(text).unwrap_or_default());
            let it = command.of("a", Some(3)).unwrap();
            assert_eq!((command.name(), it.is_direct), (Some("a"), Some(true)), "{text}");
            assert_eq!((it.asked.depth, it.jobs), (Some(8), Some(3)), "{text}");
            assert_eq!(it.asked.blocks, [Some(4096); 3], "{text}");
            assert_eq!(it.asked.order, Some(ImportedOrder::Random), "{text}");
        }
        let limits = |text: &str| Command::parse(text).of("a", None).unwrap().limits;
        let limited = limits("--name=a --rate_iops=89 --sync=0 -thinktime 5");
        assert_eq!(limited, ["rate_iops=89", "thinktime=5"]);
        let easy = "--name=a --zero_buffers --size=1g -dedupe_percentage 30 --buffer_compress_percentage=0";
        assert_eq!(limits(easy), ["dedupe_percentage=30", "zero_buffers"]);
        assert_eq!(limits("--zero_buffers=0 --name=a"), [""; 0]);
        for text in ["fio-3.16", "as fio says -- so", "profio -direct=1", "a fio job", "fio"] {
            assert_eq!(options_of(text), None, "{text}");
        }
        for text in ["# fio my.fio", "$ fio jobs", "sudo fio a.ini"] {
            assert!(options_of(text).is_some(), "{text}");
        }
    }

    #[test]
    fn options_before_the_first_name_are_of_all_jobs_and_others_of_their_own() {
        let text = "--direct=1 --name=a --bs=4k --name=b --direct=0 --bs=8k --numjobs=2";
        let command = Command::parse(text);
        let of = |name: &str, jobs: u32| {
            command.of(name, Some(jobs)).map(|it| (it.is_direct, it.asked.blocks[0]))
        };
        assert_eq!(command.name(), None);
        assert_eq!(of("a", 1), Some((Some(true), Some(4096))));
        assert_eq!(of("b", 2), Some((Some(false), Some(8192))));
        // Of both together.
        assert_eq!(of("a", 3), Some((None, None)));
        assert_eq!(of("c", 1), None);
        let global = Command::parse("--name=global --bs=4k --name=a --rw=read --name=b");
        assert_eq!(global.of("b", Some(1)).unwrap().asked.blocks, [Some(4096); 3]);
        assert_eq!(global.of("b", Some(1)).unwrap().asked.order, None);
    }

    #[test]
    fn sizes_of_options_are_those_that_fio_takes_them_for() {
        for (text, expected) in [
            ("4k", Some(4096)),
            ("4ki", Some(4096)),
            ("4KB", Some(4096)),
            ("4KiB", Some(4000)),
            ("1MiB", Some(1_000_000)),
            ("$((4*1024))", None),
            ("4x", None),
        ] {
            assert_eq!(size(text), expected, "{text}");
        }
        assert_eq!(sizes_of("4k,8k"), [Some(4096), Some(8192), Some(8192)]);
    }
}
