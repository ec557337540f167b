//! Command lines of dd: several on a line, in pipes, and with shell redirections of their output.

use std::collections::VecDeque;

use iogram_model::OpKind;

use crate::quantity::whole;

/// The request of one run.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub(super) struct Command {
    input: Option<String>,
    output: Option<String>,
    pub(super) block_bytes: Option<u64>,
    is_direct_in: bool,
    is_direct_out: bool,
    pub(super) sync: Vec<String>,
    /// Whether no drive takes part in it.
    pub(super) is_of_memory: bool,
    /// Whether it prints no figures where the others print theirs.
    is_silent: bool,
    /// Whether it prints its records and no time (`status=noxfer`).
    pub(super) has_no_time: bool,
    /// Number of records to read; `None` if it reads to an end, or counts bytes.
    pub(super) count: Option<u64>,
    /// Whether it is the only one of its line, and no loop repeats it.
    pub(super) is_once: bool,
    /// Whether only its last line is shown (`| tail -1`), so that no line is the progress of another one.
    pub(super) is_last_line: bool,
}

/// Limit of runs of one line that are distinguished; nobody reads the order of more. Arbitrary.
const COMMANDS_MAX: usize = 16;

/// Operands of dd that begin a line which a mail program wrapped.
const OPERANDS: [&str; 11] =
    ["if", "of", "bs", "count", "iflag", "oflag", "conv", "status", "seek", "skip", "ibs"];

/// How a part of a command line follows the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Link {
    /// It starts after that one ended.
    Then,
    /// It reads the output of that one.
    Pipe,
    /// It runs at the same time, or only if that one failed.
    Unclear,
}

/// The runs of a command line in the order of their outputs; empty if the assignment of outputs is unknown. `None` if
/// it does not call dd.
pub(super) fn commands_of(text: &str) -> Option<VecDeque<Command>> {
    let mut asked = Asked::default();
    for (link, part) in parts_of(text) {
        if link != Link::Pipe {
            asked.end_pipe();
        }
        asked.is_unclear |= link == Link::Unclear;
        if let Some(command) = Command::find(part) {
            asked.count = asked.count.saturating_add(1);
            asked.pipe.extend((asked.count <= COMMANDS_MAX).then_some(command));
        } else if let [only] = asked.pipe.as_mut_slice() {
            only.is_last_line |= link == Link::Pipe && is_last_line(part);
        }
    }
    asked.end_pipe();
    let is_unclear = asked.is_unclear && asked.count > 1 || asked.count > COMMANDS_MAX;
    let is_once = asked.count == 1 && !is_repeated(text);
    asked.commands.iter_mut().for_each(|it| it.is_once = is_once);
    let again =
        loop_count(text).filter(|it| asked.commands.len().saturating_mul(*it) <= RUNS_MAX);
    if let Some(count) = again {
        let body = asked.commands.clone();
        asked.commands = std::iter::repeat_n(body, count).flatten().collect();
    }
    (asked.count > 0).then(|| if is_unclear { VecDeque::new() } else { asked.commands })
}

/// Limit of runs of a loop that are distinguished. Arbitrary: nobody pastes more.
const RUNS_MAX: usize = 256;

/// Whether a program shows only the last line of its input: `tail -1`, `tail -n 1`.
fn is_last_line(part: &str) -> bool {
    let mut words = part.split_whitespace();
    words.next() == Some("tail") && {
        let rest: String = words.take_while(|it| !it.starts_with('>')).collect();
        matches!(rest.as_str(), "-1" | "-n1")
    }
}

/// Number of repetitions, if the line is a single loop around all commands and lists its words: `for i in 1 2 3; do`,
/// `{1..3}`, `$(seq 3)`. `None` otherwise, and if the command depends on the word.
fn loop_count(text: &str) -> Option<usize> {
    let is_word = |it: &&str| it.trim_matches([';', '(', '{']) == "for";
    if text.split_whitespace().filter(is_word).count() != 1 {
        return None;
    }
    let (before, rest) = text.split_once("for ")?;
    let (head, body) = rest.split_once(" do ").or_else(|| rest.split_once(";do "))?;
    let behind = body.rsplit_once("done").map_or("", |it| it.1);
    let is_variable = |it: &str| it.contains('$') && begins_with_operand(it);
    if mentions_dd(before) || mentions_dd(behind) || body.split_whitespace().any(is_variable) {
        return None;
    }
    let words = head.split_once(" in ")?.1.trim().trim_end_matches(';').trim();
    let inner = |open: &str, close: &str| words.strip_prefix(open)?.strip_suffix(close);
    if let Some((first, last)) = inner("{", "}").and_then(|it| it.split_once("..")) {
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        return last.checked_sub(first)?.checked_add(1);
    }
    if let Some(last) = inner("$(seq ", ")").or_else(|| inner("`seq ", "`")) {
        let mut numbers = last.split_whitespace();
        let (one, other) = (numbers.next()?.parse::<usize>().ok()?, numbers.next());
        return match other {
            None => Some(one),
            Some(last) => last.parse::<usize>().ok()?.checked_sub(one)?.checked_add(1),
        };
    }
    let is_plain = !words.contains(['$', '`', '*', '?', '{', '[']);
    Some(words.split_whitespace().count()).filter(|it| is_plain && *it > 0)
}

/// Whether the last command of a line is a timed flush of all written data.
pub(super) fn times_sync(text: &str) -> bool {
    let last = text.rsplit([';', '&', '$', '#']).next().unwrap_or_default();
    let words: Vec<&str> = last.split_whitespace().filter(|it| *it != "sudo").collect();
    words == ["time", "sync"]
}

/// Words of shell loops and of programs that repeat a command.
const REPEATING: [&str; 9] =
    ["for", "while", "until", "do", "repeat", "watch", "xargs", "parallel", "hyperfine"];

/// Whether the command may run more than once, or with changing values.
fn is_repeated(text: &str) -> bool {
    let is_loop = |it: &str| REPEATING.contains(&it.trim_matches([';', '(', '{']));
    let is_variable = |it: &str| it.contains('$') && begins_with_operand(it);
    text.split_whitespace().any(|it| is_loop(it) || is_variable(it))
}

/// Whether the line calls dd.
pub(super) fn mentions_dd(text: &str) -> bool {
    text.split_whitespace().any(is_dd)
}

/// Whether the line begins with an operand: the rest of a wrapped command.
pub(super) fn begins_with_operand(text: &str) -> bool {
    let name = text.split_whitespace().next().and_then(|it| it.split_once('='));
    name.is_some_and(|(name, _)| OPERANDS.contains(&name) || name == "obs")
}

/// Whether no prompt precedes the command, as in a line of a script.
pub(super) fn is_without_prompt(text: &str) -> bool {
    let mut words = text.split_whitespace().skip_while(|it| matches!(*it, "sudo" | "time"));
    words.next().is_some_and(|it| matches!(it, "dd" | "gdd"))
}

#[derive(Debug, Default)]
struct Asked {
    commands: VecDeque<Command>,
    /// The commands of the current pipe.
    pipe: Vec<Command>,
    count: usize,
    is_unclear: bool,
}

impl Asked {
    fn end_pipe(&mut self) {
        let pipe = std::mem::take(&mut self.pipe);
        if let [_, _, ..] = pipe.as_slice() {
            // They end at the same time, in any order.
            let is_made = pipe.first().is_some_and(Command::is_made);
            let is_of_memory = is_made && pipe.iter().all(Command::needs_no_drive);
            let unknown = || Command { is_of_memory, ..Command::default() };
            let heard = pipe.iter().filter(|it| !it.is_silent);
            self.commands.extend(heard.map(|_| unknown()));
        } else {
            self.commands.extend(pipe.into_iter().filter(|it| !it.is_silent));
        }
    }
}

/// The parts between a shell's separators. Quotes are ignored, because commands for another computer are inside
/// quotes.
fn parts_of(text: &str) -> impl Iterator<Item = (Link, &str)> {
    let mut rest = Some(text);
    let mut link = Link::Then;
    std::iter::from_fn(move || {
        let text = rest?;
        let Some((at, length, next)) = mark_of(text) else {
            rest = None;
            return Some((link, text));
        };
        let found = (link, text.get(..at).unwrap_or_default());
        rest = text.get(at.saturating_add(length)..);
        link = next;
        Some(found)
    })
}

/// The first separator: its position, its length, and how the part after it follows.
fn mark_of(text: &str) -> Option<(usize, usize, Link)> {
    let bytes = text.as_bytes();
    let at_place = |at: usize| bytes.get(at).copied();
    text.bytes().enumerate().find_map(|(at, byte)| {
        let next = at_place(at.saturating_add(1));
        let last = at.checked_sub(1).and_then(at_place);
        match (byte, next) {
            (b';', _) => Some((at, 1, Link::Then)),
            (b'&', Some(b'&')) => Some((at, 2, Link::Then)),
            (b'|', Some(b'|')) => Some((at, 2, Link::Unclear)),
            (b'|', Some(b'&')) => Some((at, 2, Link::Pipe)),
            (b'|', _) => Some((at, 1, Link::Pipe)),
            // In `2>&1` and `&>log`, the `&` is part of a redirection.
            (b'&', Some(b'>')) => None,
            (b'&', _) if last != Some(b'>') => Some((at, 1, Link::Unclear)),
            _ => None,
        }
    })
}

/// The stream of a redirection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stream {
    Input,
    Output,
    Messages,
}

/// The stream and the file of `>file`, `2>/dev/null`; the file is empty if it is the next word.
fn redirected(word: &str) -> Option<(Stream, &str)> {
    let marks = [
        ("&>>", Stream::Messages),
        ("&>", Stream::Messages),
        ("2>>", Stream::Messages),
        ("2>", Stream::Messages),
        ("1>", Stream::Output),
        (">>", Stream::Output),
        (">", Stream::Output),
        ("<", Stream::Input),
    ];
    let found =
        marks.into_iter().find_map(|(mark, stream)| Some((stream, word.strip_prefix(mark)?)));
    found.filter(|(_, file)| !file.starts_with(['&', '(', '<']))
}

/// Whether a word calls dd, after characters that may open a part of a line.
fn is_dd(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '`', '$', '\'', '"', '{', '#']);
    matches!(word, "dd" | "gdd" | "/bin/dd" | "/usr/bin/dd")
}

/// Minimum of numbers before a command that mark a row of a process table of `ps` or `iotop`. Arbitrary.
const COLUMNS_MIN: usize = 4;

/// Whether the words before a command show that it already runs or has ended: a row of a process table, or a shell's
/// notice of a job.
fn is_of_table<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let Some(first) = words.next() else { return false };
    let job = first.strip_prefix('[').and_then(|it| it.strip_suffix(['+', '-']));
    let is_number = |it: &&str| it.starts_with(|letter: char| letter.is_ascii_digit());
    let numbers = std::iter::once(first).chain(words).filter(is_number).count();
    job.is_some_and(|it| it.ends_with(']')) || numbers >= COLUMNS_MIN
}

impl Command {
    /// The command in a part of a line, with or without a prompt before it.
    fn find(part: &str) -> Option<Self> {
        let mut words = part.split_whitespace().skip_while(|it| !is_dd(it));
        words.next()?;
        if is_of_table(part.split_whitespace().take_while(|it| !is_dd(it))) {
            return None;
        }
        let mut command = Self::default();
        let (mut has_any, mut stream) = (false, None);
        for word in words {
            if let Some(stream) = stream.take() {
                command.redirect(stream, word);
            } else if let Some((found, file)) = redirected(word) {
                if file.is_empty() {
                    stream = Some(found);
                } else {
                    command.redirect(found, file);
                }
            } else if let Some((name, value)) = word.split_once('=') {
                has_any |= matches!(name, "if" | "of" | "bs" | "count");
                command.operand(name, bare_value(value));
            }
        }
        let is_shared_memory =
            |it: &Option<String>| it.as_deref().is_some_and(|it| it.starts_with("/dev/shm/"));
        command.is_of_memory = command.is_made() && command.needs_no_drive()
            || is_shared_memory(&command.input)
            || is_shared_memory(&command.output);
        has_any.then_some(command)
    }

    fn redirect(&mut self, stream: Stream, file: &str) {
        let file = || Some(bare_value(file).to_owned());
        match stream {
            Stream::Input => self.input = self.input.take().or_else(file),
            Stream::Output => self.output = self.output.take().or_else(file),
            Stream::Messages => self.is_silent = true,
        }
    }

    fn operand(&mut self, name: &str, value: &str) {
        let flags = || value.split(',');
        match name {
            "if" => self.input = Some(value.to_owned()),
            "of" if !is_standard_output(value) => self.output = Some(value.to_owned()),
            "bs" => self.block_bytes = size_of(value),
            "iflag" => self.is_direct_in = flags().any(|it| it == "direct"),
            "oflag" => {
                self.is_direct_out = flags().any(|it| it == "direct");
                let sync = flags().filter(|it| matches!(*it, "dsync" | "sync"));
                self.sync.extend(sync.map(str::to_owned));
            }
            "conv" => {
                let sync = flags().filter(|it| matches!(*it, "fdatasync" | "fsync"));
                self.sync.extend(sync.map(str::to_owned));
            }
            "count" => self.count = value.parse().ok(),
            "status" => {
                self.is_silent |= value == "none";
                self.has_no_time = value == "noxfer";
            }
            _ => {}
        }
    }

    fn is_made(&self) -> bool {
        let input = self.input.as_deref();
        matches!(input, Some("/dev/zero" | "/dev/urandom" | "/dev/random"))
    }

    fn is_thrown(&self) -> bool {
        self.output.as_deref() == Some("/dev/null")
    }

    /// Whether none of its files is on a drive; without an output file it writes into a pipe.
    fn needs_no_drive(&self) -> bool {
        (self.input.is_none() || self.is_made()) && (self.output.is_none() || self.is_thrown())
    }

    /// Its direction, the file or drive, and whether it bypasses the page cache; `None` if that is not certain.
    pub(super) fn work(&self) -> Option<(OpKind, String, bool)> {
        match (self.is_made(), self.is_thrown()) {
            (true, false) => Some((OpKind::Write, self.output.clone()?, self.is_direct_out)),
            (false, true) => Some((OpKind::Read, self.input.clone()?, self.is_direct_in)),
            _ => None,
        }
    }
}

/// Whether a file is the standard output on any system.
fn is_standard_output(file: &str) -> bool {
    matches!(file, "/dev/stdout" | "/dev/fd/1") || file.ends_with("/self/fd/1")
}

/// A value without surrounding marks of a shell or a text.
fn bare_value(value: &str) -> &str {
    let value = value.trim_matches(['\'', '"', '`']);
    let value = if value.contains('(') { value } else { value.trim_end_matches(')') };
    value.trim_matches(['\'', '"', '`'])
}

/// Bytes of `1M`, `64k`, `1MB`, `4096`: without a B powers of 1024 (coreutils' manual, "Block size").
fn size_of(text: &str) -> Option<u64> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let factor: f64 = match unit {
        "" | "c" => 1.0,
        "w" => 2.0,
        "b" => 512.0,
        "k" | "K" | "KiB" => 1024.0,
        "m" | "M" | "MiB" => 1_048_576.0,
        "g" | "G" | "GiB" => 1_073_741_824.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    whole(number.parse::<u64>().ok()? as f64 * factor).filter(|it| *it > 0)
}
