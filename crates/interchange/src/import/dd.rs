//! dd: GNU coreutils in every language, busybox, toybox, BSD and macOS; several in one text, with the command lines between them.
//!
//! Sources: coreutils' `dd.c` (`print_xfer_stats`: bytes, time and a rate in powers of 1000; since 8.25 sizes in both),
//! busybox' `dd.c` (sizes in powers of 1024 that it calls kB, MB, GB), FreeBSD's `dd/misc.c` (`bytes transferred in .. secs`).
//! Translations change the words and keep the order; full-width marks come from Chinese and Japanese ones. Bytes and seconds
//! are exact, so the rate is computed from them, and it has to agree with the rate that is printed; `status=progress` prints whole
//! seconds, and there the rate is the printed one unless it follows from them.

mod asked;
mod summary;

use std::collections::VecDeque;

use iogram_model::{
    ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult, sentence,
};

use self::asked::{Command, begins_with_operand, commands_of, is_without_prompt, mentions_dd};
use self::summary::Summary;
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "dd",
    title: "dd of GNU (any language), busybox, toybox, BSD and macOS",
    reads: "bytes, time and rate of every run in the text; block size, caching and direction of command lines",
    unknown: "direction and caching where no command line stands there; single latencies",
    detect: |source| {
        let (mut has_records, mut has_summary, mut is_sure) = (false, false, false);
        for line in lines(source.text).flat_map(pieces).map(|(_, line)| line) {
            if records_of(&line).is_some() {
                has_records = true;
            } else if matches!(Summary::find(&line, false), Ok(Some(_))) {
                has_summary = true;
                is_sure |= is_of_dd_alone(line.text);
            }
            if has_records && has_summary {
                break;
            }
        }
        match (has_records, has_summary) {
            (true, true) => 92,
            // People cut the records off; no other tool prints such a line.
            (false, true) if is_sure => 88,
            (true, false) | (false, true) => 75,
            (false, false) => 0,
        }
    },
    read,
};

/// Whether a summary has dd's own words or its sizes in parentheses.
fn is_of_dd_alone(text: &str) -> bool {
    let has_sizes = text.contains("B) ") || text.contains("B, ") && text.contains("iB)");
    has_sizes || text.contains(" copied, ") || text.contains(" bytes transferred in ")
}

/// The records of a run that its summary has to follow.
#[derive(Debug)]
struct Records {
    /// Whole and partial ones that were read.
    input: (u64, u64),
    /// And written.
    output: Option<(u64, u64)>,
    /// The last line of them.
    line_index: u64,
}

impl Records {
    /// How many requests it were, if all were whole and as many written as read.
    fn request_count(&self) -> Option<u64> {
        let is_same = self.output.is_none_or(|it| it == self.input);
        (is_same && self.input.1 == 0).then_some(self.input.0).filter(|it| *it > 0)
    }

    const fn cut_off(&self, what: &'static str) -> Refusal {
        Refusal { line: self.line_index, column: 1, reason: Reason::CutOff { what } }
    }
}

/// What `status=progress` printed before a run ended: each line says more than the one before it.
#[derive(Debug)]
struct Progress {
    /// Its results begin here.
    first_index: usize,
    /// Of the last one.
    line_index: u64,
    bytes: u64,
    seconds: f64,
    /// Whether all of its times are in whole seconds.
    is_whole: bool,
    command: Option<Command>,
}

impl Progress {
    fn is_before(&self, summary: &Summary) -> bool {
        // 9.6 s are printed as 10 s.
        let half_s = if self.is_whole { 0.5 } else { 0.0 };
        self.bytes <= summary.bytes && self.seconds - half_s <= summary.seconds
    }

    /// Whether `summary` says the same with the exact time.
    fn is_end(&self, summary: &Summary) -> bool {
        let is_near = (self.seconds - summary.seconds).abs() <= 0.5;
        self.is_whole && !summary.is_progress && self.bytes == summary.bytes && is_near
    }
}

/// A command line, which may go on in the next line.
#[derive(Debug)]
struct Shell {
    text: String,
    line_index: u64,
    line_count: usize,
    /// Whether nobody knows which of several commands the outputs below are of.
    is_of_script: bool,
}

/// No command has more lines. Arbitrary.
const COMMAND_LINES_MAX: usize = 16;

impl Shell {
    fn is_open(&self) -> bool {
        let text = self.text.trim();
        // What begins with such a mark is a row of a table.
        text.ends_with('\\') || text.ends_with('|') && !text.starts_with('|')
    }

    fn goes_on_in(&self, line: &Line<'_>) -> bool {
        let is_next = line.index == self.line_index.saturating_add(1);
        let is_part = self.is_open() || begins_with_operand(line.text);
        is_next && is_part && !is_output(line)
    }

    fn with(self, line: &Line<'_>) -> Self {
        let text = self.text.trim_end().trim_end_matches('\\');
        Self {
            text: format!("{text} {}", line.text),
            line_index: line.index,
            line_count: self.line_count.saturating_add(1),
            is_of_script: self.is_of_script,
        }
    }
}

/// Whether dd printed the line at the end of a run.
fn is_output(line: &Line<'_>) -> bool {
    records_of(line).is_some() || !matches!(Summary::find(line, false), Ok(None))
}

/// What was read so far.
#[derive(Debug, Default)]
struct Reading<'a> {
    evidence: ImportedEvidence,
    devices: Vec<Option<String>>,
    /// Runs that a command line asked for, whose outputs are still to come.
    asked: VecDeque<Command>,
    shell: Option<Shell>,
    records: Option<Records>,
    /// Summaries without records right before them.
    progress: Option<Progress>,
    /// A summary that goes on in the next line.
    begun: Option<Line<'a>>,
    /// Why there is no figure if there is none.
    nothing: Option<Refusal>,
    failed: Option<Line<'a>>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut reading = Reading::default();
    reading.evidence.tool = "dd".to_owned();
    for whole in lines(source.text) {
        for (at, line) in pieces(whole) {
            reading.line(source, line).map_err(|refusal| moved(refusal, &whole, at))?;
        }
    }
    reading.end()
}

/// The parts of a line that a terminal showed one over the other, each with its place: progress is printed so.
fn pieces(line: Line<'_>) -> impl Iterator<Item = (usize, Line<'_>)> {
    let mut at = 0_usize;
    line.text.split('\r').map(move |text| {
        let place = at;
        at = at.saturating_add(text.len()).saturating_add(1);
        (place, Line { index: line.index, text })
    })
}

/// The refusal of what stands at a place of the line, with the column in the whole line.
fn moved(refusal: Refusal, line: &Line<'_>, at: usize) -> Refusal {
    if refusal.line != line.index {
        return refusal;
    }
    let letters = line.text.get(..at).map_or(0, |it| it.chars().count() as u64);
    Refusal { column: refusal.column.saturating_add(letters), ..refusal }
}

impl<'a> Reading<'a> {
    fn line(&mut self, source: &Source<'_>, line: Line<'a>) -> Result<(), Refusal> {
        // The key that ends a run stands where it was pressed.
        let is_blank = matches!(line.text.trim(), "" | "^C");
        if is_blank || self.is_end_of_begun(source, &line)? || self.is_message(&line) {
            return Ok(());
        }
        if self.is_command(&line)? {
            return Ok(());
        }
        if let Some(count) = records_of(&line) {
            self.count(count, &line)?;
        } else if let Some(summary) = Summary::find(&line, self.records.is_some())? {
            self.summary(source, &line, &summary)?;
        } else if Summary::is_sure(line.text)
            || self.records.is_some() && Summary::is_begun(line.text)
        {
            self.begun = Some(line);
        } else if self.progress.take().is_some() {
            // What comes next may be the same run or another one.
            self.asked.clear();
        }
        Ok(())
    }

    /// Whether dd complains in the line.
    fn is_message(&mut self, line: &Line<'a>) -> bool {
        let Some(words) = words_of_dd(line.text) else { return false };
        if DRIVE_ERRORS.iter().any(|error| words.contains(error)) {
            let said = unmarked(line.text).to_owned();
            self.failed.get_or_insert(*line);
            // With `conv=noerror` it says so of every block.
            if self.evidence.errors.last() != Some(&said) {
                self.evidence.errors.push(said);
            }
        }
        // A run that could not begin prints no figures: the next ones may be those of any other.
        if self.asked.len() > 1 {
            self.asked.clear();
        }
        true
    }

    /// Whether the line is the rest of a summary that was broken.
    fn is_end_of_begun(
        &mut self,
        source: &Source<'_>,
        line: &Line<'_>,
    ) -> Result<bool, Refusal> {
        let Some(begun) = self.begun.take() else { return Ok(false) };
        if !is_output(line) {
            let text = format!("{} {}", begun.text.trim_end(), line.text.trim());
            let whole = Line { index: begun.index, text: &text };
            if let Some(summary) = Summary::find(&whole, self.records.is_some())? {
                self.summary(source, &whole, &summary)?;
                return Ok(true);
            }
        }
        if Summary::is_sure(begun.text) {
            return Err(begun.cut_off("the line"));
        }
        Ok(false)
    }

    /// Whether the line is a command line or goes on with one.
    fn is_command(&mut self, line: &Line<'_>) -> Result<bool, Refusal> {
        let before = self.shell.take();
        let is_next =
            before.as_ref().is_some_and(|it| it.line_index.saturating_add(1) == line.index);
        let (mut shell, is_rest) = match before {
            Some(before) if before.goes_on_in(line) => (before.with(line), true),
            _ if mentions_dd(line.text) => {
                let (text, line_index) = (line.text.to_owned(), line.index);
                (Shell { text, line_index, line_count: 1, is_of_script: false }, false)
            }
            _ => return Ok(false),
        };
        let found = commands_of(&shell.text);
        if found.is_none() && !is_rest && !shell.is_open() {
            return Ok(false);
        }
        if let Some(records) = self.records.take() {
            return Err(records.cut_off("a run of dd"));
        }
        let found = found.unwrap_or_default();
        // Lines of a script, whose outputs stand below the last one.
        if !is_rest && is_next && is_without_prompt(line.text) && found != self.asked {
            shell.is_of_script = true;
        }
        let is_short = shell.line_count < COMMAND_LINES_MAX;
        let is_known = is_short && !shell.is_of_script;
        self.asked = if is_known { found } else { VecDeque::new() };
        self.progress = None;
        self.shell = is_short.then_some(shell);
        Ok(true)
    }

    /// Two such lines stand there; what was read comes first.
    fn count(&mut self, count: (u64, u64), line: &Line<'_>) -> Result<(), Refusal> {
        match &mut self.records {
            None => {
                self.records =
                    Some(Records { input: count, output: None, line_index: line.index });
            }
            Some(records) if records.output.is_none() => {
                records.output = Some(count);
                records.line_index = line.index;
            }
            Some(records) => return Err(records.cut_off("a run of dd")),
        }
        Ok(())
    }

    fn summary(
        &mut self,
        source: &Source<'_>,
        line: &Line<'_>,
        summary: &Summary,
    ) -> Result<(), Refusal> {
        let records = self.records.take();
        let earlier = self.progress.take().filter(|it| it.is_before(summary));
        let was_whole = earlier.as_ref().is_none_or(|it| it.is_whole);
        let shown = match &earlier {
            Some(_) if records.is_some() => Shown::End,
            Some(it) if it.is_end(summary) => Shown::End,
            Some(it) if it.line_index == line.index => Shown::Over,
            _ => Shown::Next,
        };
        if summary.bytes == 0 {
            self.nothing.get_or_insert_with(|| moved_nothing(source, line));
            self.evidence.note(&sentence!("line {line}: dd moved nothing", line = line.index));
            self.asked.pop_front();
            return Ok(());
        }
        let last_index = self.evidence.results.len();
        let (first_index, asked) = match earlier {
            Some(it) => (it.first_index, it.command),
            None => (last_index, self.asked.pop_front()),
        };
        // A command line is about one run; progress is printed again and again before it ends.
        let from_index = match shown {
            Shown::End => first_index,
            Shown::Over => last_index.saturating_sub(1).max(first_index),
            Shown::Next => last_index,
        };
        self.evidence.results.truncate(from_index);
        self.devices.truncate(from_index);
        let command = asked.clone().filter(|_| from_index == first_index).unwrap_or_default();
        let (found, device) = result_of(summary, line, &command, records.as_ref())?;
        if summary.is_binary {
            self.evidence.note(&sentence!(
                "this dd prints MB for MiB: rates are from its bytes and seconds"
            ));
        }
        self.evidence.results.push(found);
        self.devices.push(device);
        if records.is_none() && shown != Shown::End {
            self.progress = Some(Progress {
                first_index,
                line_index: line.index,
                bytes: summary.bytes,
                seconds: summary.seconds,
                is_whole: summary.is_progress && was_whole,
                command: asked,
            });
        }
        Ok(())
    }

    fn end(mut self) -> Result<Vec<Imported>, Refusal> {
        if let Some(begun) = self.begun.filter(|it| Summary::is_sure(it.text)) {
            return Err(begun.cut_off("the line"));
        }
        if let Some(records) = self.records {
            return Err(records.cut_off("the last run of dd"));
        }
        number_names(&mut self.evidence.results);
        let devices = self.devices;
        let device = devices
            .first()
            .cloned()
            .flatten()
            .filter(|first| devices.iter().all(|it| it.as_ref() == Some(first)));
        let found: Vec<Imported> = imported(self.evidence, device).into_iter().collect();
        if found.is_empty() {
            let failed = self.failed.as_ref().map(said);
            return Err(self.nothing.or(failed).unwrap_or_else(nothing_at_all));
        }
        Ok(found)
    }
}

/// What a summary is to the progress above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The end of that run.
    End,
    /// Its next progress, which a terminal shows over the one before it.
    Over,
    /// Its next progress or another run.
    Next,
}

fn result_of(
    summary: &Summary,
    line: &Line<'_>,
    command: &Command,
    records: Option<&Records>,
) -> Result<(ImportedResult, Option<String>), Refusal> {
    let figures = ImportedFigures::from([
        ("bytes_per_s", summary.bytes_per_s),
        ("elapsed_ns", summary.seconds * 1e9),
    ]);
    let request_count = records.and_then(Records::request_count);
    let from_records = request_count
        .filter(|it| summary.bytes.is_multiple_of(*it))
        .and_then(|it| summary.bytes.checked_div(it));
    if let (Some(asked), Some(counted)) = (command.block_bytes, from_records)
        && asked != counted
    {
        let follows = format!("a block of {counted} bytes");
        return Err(line.contradiction(&summary.bytes.to_string(), follows));
    }
    let (operation, device, is_direct) = match command.work() {
        Some((kind, device, is_direct)) => (Some(kind), Some(device), Some(is_direct)),
        None => (None, None, None),
    };
    let name = match (operation, command.sync.as_slice()) {
        (Some(kind), []) => format!("dd {}", kind.name()),
        (Some(kind), sync) => format!("dd {} {}", kind.name(), sync.join(" ")),
        (None, _) => "dd".to_owned(),
    };
    let found = ImportedResult {
        operation,
        // It reads and writes from the beginning to the end.
        order: Some(ImportedOrder::Sequential),
        block_bytes: command.block_bytes.or(from_records),
        depth: Some(1),
        job_count: Some(1),
        is_direct,
        is_of_drive: !command.is_of_memory,
        figures,
        request_count,
        moved_bytes: Some(summary.bytes),
        ..result(name, line.index)
    };
    Ok((found, device))
}

/// That dd ended before it had moved anything, in its own words where they stand above.
fn moved_nothing(source: &Source<'_>, line: &Line<'_>) -> Refusal {
    let is_above = |it: &Line<'_>| it.index < line.index && words_of_dd(it.text).is_some();
    said(&lines(source.text).filter(is_above).last().unwrap_or(*line))
}

/// That there is nothing but what dd says in this line.
fn said(line: &Line<'_>) -> Refusal {
    let message = line.text.trim().to_owned();
    Refusal { line: line.index, column: 1, reason: Reason::Said { tool: "dd", message } }
}

fn nothing_at_all() -> Refusal {
    Refusal::of_file(Reason::Nothing { what: "dd" })
}

/// The system's words for EIO and EREMOTEIO, as glibc's translations and other C libraries have them.
const DRIVE_ERRORS: [&str; 14] = [
    "Input/output error",
    "I/O error",
    "Erreur d'entr\u{e9}e/sortie",
    "Erreur d\u{2019}entr\u{e9}e/sortie",
    "Eingabe-/Ausgabefehler",
    "Error de entrada/salida",
    "Errore di input/output",
    "\u{41e}\u{448}\u{438}\u{431}\u{43a}\u{430} \u{432}\u{432}\u{43e}\u{434}\u{430}/\u{432}\u{44b}\u{432}\u{43e}\u{434}\u{430}",
    "\u{5165}\u{529b}/\u{51fa}\u{529b}\u{30a8}\u{30e9}\u{30fc}",
    "\u{8f93}\u{5165}/\u{8f93}\u{51fa}\u{9519}\u{8bef}",
    "Erro de entrada/sa\u{ed}da",
    "B\u{142}\u{105}d wej\u{15b}cia/wyj\u{15b}cia",
    "\u{8f38}\u{5165}/\u{8f38}\u{51fa}\u{932f}\u{8aa4}",
    "\u{c785}\u{b825}/\u{cd9c}\u{b825} \u{c624}\u{b958}",
];

/// What dd says of itself, such as `error reading '/dev/sdb': Input/output error` behind its name and a colon.
fn words_of_dd(text: &str) -> Option<&str> {
    let text = unmarked(text);
    let names = ["/usr/bin/dd", "/bin/dd", "gdd", "dd"];
    let rest = names.into_iter().find_map(|it| text.strip_prefix(it))?;
    // French sets a space before the colon.
    rest.trim_start().strip_prefix([':', '\u{ff1a}'])
}

/// Without the marks that notes and scripts set around what was printed, and the key that ended it.
fn unmarked(text: &str) -> &str {
    let text = text.trim().trim_start_matches(['#', ' ', '\t', '`']);
    let text = text.strip_prefix("^C").unwrap_or(text);
    let text = text.trim_end_matches(['`', '\\', ' ']);
    text.strip_suffix("^C").unwrap_or(text)
}

/// Whole and partial records of `1024+0 records in`, in any language.
fn records_of(line: &Line<'_>) -> Option<(u64, u64)> {
    let text = unmarked(line.text);
    let at = text.find('+')?;
    let (before, after) = (text.get(..at)?, text.get(at.saturating_add(1)..)?);
    let start = before.rfind(|it: char| !it.is_ascii_digit()).map_or(0, |it| {
        it.saturating_add(
            before.get(it..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
        )
    });
    let end = after.find(|it: char| !it.is_ascii_digit()).unwrap_or(after.len());
    let rest = after.get(end..)?;
    // In Chinese the count stands behind two letters; elsewhere it begins the line and a word follows.
    let is_line =
        start == 0 && rest.starts_with(' ') || start > 0 && start < 16 && !before.is_ascii();
    let words = rest.split_whitespace().count();
    if !is_line || words > 6 || rest.contains(['=', '+']) {
        return None;
    }
    Some((before.get(start..)?.parse().ok()?, after.get(..end)?.parse().ok()?))
}
