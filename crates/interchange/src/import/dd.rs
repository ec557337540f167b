//! dd: GNU coreutils in every language, busybox, toybox, BSD and macOS; several runs and command lines in one text.
//!
//! Sources: coreutils' `dd.c` (`print_xfer_stats`: bytes, time and a rate in powers of 1000; since 8.25 sizes in
//! both), busybox' `dd.c` (sizes in powers of 1024 that it calls kB, MB, GB), FreeBSD's `dd/misc.c` (`bytes
//! transferred in .. secs`). Translations keep the order of the fields; full-width marks come from Chinese and
//! Japanese ones. Bytes and seconds are exact: the rate is computed from them and has to agree with the printed one.
//! `status=progress` prints whole seconds: there the printed rate counts unless it follows from bytes and seconds.
//! Solaris, AIX, `ESXi` and old busybox print records without a time: such a run has no rate. A shell's time differs.

mod asked;
mod states;
mod summary;
mod words;

use std::collections::VecDeque;

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    Text, sentence, text,
};

use self::asked::{
    Command, begins_with_operand, commands_of, is_without_prompt, mentions_dd, times_sync,
};
use self::states::{Progress, State, is_signal, is_time_of_shell, seconds_of_real};
use self::summary::Summary;
use self::words::{
    DRIVE_ERRORS, is_of_dd_alone, is_truncation, records_of, unmarked, words_of_dd,
};
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "dd",
    title: "dd of GNU (any language), busybox, toybox, BSD and macOS",
    reads: "bytes, time and rate of every run in the text; block size, caching and direction of command lines",
    unknown: "direction and caching where no command line stands there; single latencies; the rate where dd tells no time (Solaris, ESXi)",
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
            // People often omit the lines of records; no other tool prints such a summary.
            (false, true) if is_sure => 88,
            (true, false) | (false, true) => 75,
            (false, false) => 0,
        }
    },
    read,
};

/// The records of a run; its summary has to follow.
#[derive(Debug)]
struct Records {
    /// Whole and partial records that were read.
    input: (u64, u64),
    /// Whole and partial records that were written.
    output: Option<(u64, u64)>,
    /// Their last line.
    line_index: u64,
    /// Whether a line below begins like a summary and is invalid.
    is_damaged: bool,
}

impl Records {
    /// Number of requests, if all records were whole and as many written as read.
    fn request_count(&self) -> Option<u64> {
        let is_same = self.output.is_none_or(|it| it == self.input);
        (is_same && self.input.1 == 0).then_some(self.input.0).filter(|it| *it > 0)
    }

    const fn cut_off(&self, what: Text) -> Refusal {
        Refusal { line: self.line_index, column: 1, reason: Reason::CutOff { what } }
    }

    /// The records of a run without a time, as a fact; with the bytes if a command line contains the block size.
    fn fact(&self, command: &Command) -> ImportedFact {
        let shown = |it: (u64, u64)| format!("{}+{}", it.0, it.1);
        let mut value = format!("{} records in", shown(self.input));
        if let Some(output) = self.output {
            value = format!("{value}, {} out", shown(output));
        }
        let bytes = self.request_count().zip(command.block_bytes);
        if let Some(bytes) = bytes.and_then(|(count, block)| count.checked_mul(block)) {
            value = format!("{value}, {bytes} bytes");
        }
        ImportedFact::new(format!("run without a time (line {})", self.line_index), value)
    }
}

/// Limit of runs without a rate that are listed; further ones are counted. Arbitrary: nobody reads more.
const TOLD_MAX: u64 = 64;

/// A command line, which may continue in the next line.
#[derive(Debug)]
struct Shell {
    text: String,
    line_index: u64,
    line_count: usize,
    /// Whether the outputs below may be those of any of several commands.
    is_of_script: bool,
}

/// No command has more lines. Arbitrary.
const COMMAND_LINES_MAX: usize = 16;

impl Shell {
    fn is_open(&self) -> bool {
        let text = self.text.trim();
        // A line that begins with `|` is a row of a table.
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

/// The part of the text that was read so far.
#[derive(Debug, Default)]
struct Reading<'a> {
    evidence: ImportedEvidence,
    devices: Vec<Option<String>>,
    /// Runs that a command line requested and whose outputs are still to come.
    asked: VecDeque<Command>,
    shell: Option<Shell>,
    records: Option<Records>,
    /// Summaries without records directly before them.
    progress: Option<Progress>,
    /// A summary that continues in the next line.
    begun: Option<Line<'a>>,
    /// The state of a run that may continue, if the last line was its summary or a sign of its continuation.
    state: Option<State>,
    /// Whether a signal requested the next summary.
    is_asked_for: bool,
    /// Number of runs with records only, and the line of the first one.
    untimed_count: u64,
    untimed_index: u64,
    /// Number of runs that moved nothing.
    empty_count: u64,
    /// Whether the next time that a shell prints is that of a flush of the last run's data.
    is_sync_timed: bool,
    /// The reason for an import without figures.
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

/// The parts of a line that a terminal showed one over another, each with its position: dd prints progress this way.
fn pieces(line: Line<'_>) -> impl Iterator<Item = (usize, Line<'_>)> {
    let mut at = 0_usize;
    line.text.split('\r').map(move |text| {
        let place = at;
        at = at.saturating_add(text.len()).saturating_add(1);
        (place, Line { index: line.index, text })
    })
}

/// Converts the column of a refusal in a part to the column in the whole line.
fn moved(refusal: Refusal, line: &Line<'_>, at: usize) -> Refusal {
    if refusal.line != line.index {
        return refusal;
    }
    let letters = line.text.get(..at).map_or(0, |it| it.chars().count() as u64);
    Refusal { column: refusal.column.saturating_add(letters), ..refusal }
}

impl<'a> Reading<'a> {
    fn line(&mut self, source: &Source<'_>, line: Line<'a>) -> Result<(), Refusal> {
        // The interrupt key may be printed in front of the summary.
        let is_blank = matches!(line.text.trim(), "" | "^C");
        if is_blank
            || is_truncation(line.text)
            || self.is_end_of_begun(source, &line)?
            || self.is_message(&line)
        {
            return Ok(());
        }
        let is_time = is_time_of_shell(line.text);
        if let Some(sync_s) = seconds_of_real(line.text).filter(|_| self.is_sync_timed) {
            self.is_sync_timed = false;
            self.add_sync(sync_s);
            return Ok(());
        }
        if times_sync(line.text) && !mentions_dd(line.text) {
            self.is_sync_timed = true;
            return Ok(());
        }
        if !is_time && self.is_command(&line)? {
            return Ok(());
        }
        if is_signal(line.text) {
            self.is_asked_for = true;
            return Ok(());
        }
        if !is_output(&line) {
            self.is_asked_for = false;
            // A line in between may begin another run.
            self.state = None;
        }
        if is_time && self.records.is_some() {
            self.end_untimed(text!("interchange-run-dd"))?;
            self.evidence.note(&sentence!("interchange-time-shell-tells-whole-command-no"));
        } else if let Some(count) = records_of(&line) {
            self.count(count, &line)?;
        } else if let Some(summary) = Summary::find(&line, self.records.is_some())? {
            self.summary(source, &line, &summary)?;
        } else if Summary::is_sure(line.text)
            || self.records.is_some() && Summary::is_begun(line.text)
        {
            self.begun = Some(line);
        } else if self.progress.take().is_some() {
            // The next output may be of the same run or of another one.
            self.asked.clear();
        }
        Ok(())
    }

    /// Whether the line is an error message of dd.
    fn is_message(&mut self, line: &Line<'a>) -> bool {
        let Some(words) = words_of_dd(line.text) else { return false };
        if DRIVE_ERRORS.iter().any(|error| words.contains(error)) {
            let said = unmarked(line.text).to_owned();
            self.failed.get_or_insert(*line);
            // With `conv=noerror`, dd prints the message for every block.
            if self.evidence.errors.last() != Some(&said) {
                self.evidence.errors.push(said);
            }
        }
        // A run that could not begin prints no figures, so the next figures may be those of any later run.
        if self.asked.len() > 1 {
            self.asked.clear();
        }
        true
    }

    /// Whether the line is the rest of a wrapped summary.
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
            return Err(begun.cut_off(text!("interchange-line")));
        }
        if let Some(records) = &mut self.records {
            records.is_damaged = true;
        }
        Ok(false)
    }

    /// Ends the run whose records were read and that printed no time.
    fn end_untimed(&mut self, what: Text) -> Result<(), Refusal> {
        let Some(records) = self.records.take() else { return Ok(()) };
        // A run that printed its time as progress also prints it at its end.
        if records.is_damaged || self.progress.is_some() {
            return Err(records.cut_off(what));
        }
        let command = self.asked.pop_front().unwrap_or_default();
        if self.untimed_count == 0 {
            self.untimed_index = records.line_index;
        }
        self.untimed_count = self.untimed_count.saturating_add(1);
        if self.untimed_count <= TOLD_MAX {
            self.evidence.facts.push(records.fact(&command));
        }
        (self.state, self.is_asked_for) = (None, false);
        Ok(())
    }

    /// Whether the line is a command line or continues one.
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
        self.end_untimed(text!("interchange-run-dd"))?;
        let found = found.unwrap_or_default();
        // Lines of a script, with the outputs below the last one.
        if !is_rest && is_next && is_without_prompt(line.text) && found != self.asked {
            shell.is_of_script = true;
        }
        self.is_sync_timed = times_sync(&shell.text);
        let is_short = shell.line_count < COMMAND_LINES_MAX;
        let is_known = is_short && !shell.is_of_script;
        self.asked = if is_known { found } else { VecDeque::new() };
        (self.progress, self.state, self.is_asked_for) = (None, None, false);
        self.shell = is_short.then_some(shell);
        Ok(true)
    }

    /// Reads a line of records; the first line counts the records read, the second the records written.
    fn count(&mut self, count: (u64, u64), line: &Line<'_>) -> Result<(), Refusal> {
        if let Some(records) = self.records.as_mut().filter(|it| it.output.is_none()) {
            records.output = Some(count);
            records.line_index = line.index;
            return Ok(());
        }
        self.end_untimed(text!("interchange-run-dd"))?;
        let line_index = line.index;
        let begun = Records { input: count, output: None, line_index, is_damaged: false };
        self.records = Some(begun);
        Ok(())
    }

    fn summary(
        &mut self,
        source: &Source<'_>,
        line: &Line<'_>,
        summary: &Summary,
    ) -> Result<(), Refusal> {
        if self.asked.front().is_some_and(|it| it.is_last_line) {
            (self.progress, self.state) = (None, None);
        }
        let records = self.records.take();
        let is_asked_for = std::mem::take(&mut self.is_asked_for);
        let mut earlier = self.progress.take().filter(|it| it.is_before(summary));
        let is_before = |it: &State| it.is_before(records.as_ref(), summary);
        let mut state = self.state.take().filter(|it| earlier.is_none() && is_before(it));
        let goes_on = records.is_none() && state.is_some();
        if goes_on {
            earlier = state.take().map(|it| Progress::of(it, line, summary));
        }
        let was_whole = earlier.as_ref().is_none_or(|it| it.is_whole);
        let shown = match (goes_on, &state) {
            (true, _) => Shown::Over,
            (false, Some(_)) => Shown::End,
            (false, None) => Shown::of(earlier.as_ref(), line, (summary, records.is_some())),
        };
        if summary.bytes == 0 {
            self.moved_nothing(source, line);
            return Ok(());
        }
        if summary.is_binary {
            self.evidence.note(&sentence!("interchange-dd-prints-mb-mib-rates-bytes"));
        }
        if goes_on || state.is_some() {
            self.evidence.note(&sentence!("interchange-dd-told-run-before-end-left"));
        }
        let last_index = self.evidence.results.len();
        let (first_index, asked) = match (earlier, state) {
            (Some(it), _) => (it.first_index, it.command),
            (None, Some(it)) => (it.index, it.command),
            (None, None) => (last_index, self.next_asked()),
        };
        // A command line belongs to one run, whose progress is printed repeatedly before it ends.
        let from_index = match shown {
            Shown::End => first_index,
            Shown::Over => last_index.saturating_sub(1).max(first_index),
            Shown::Next => last_index,
        };
        self.evidence.results.truncate(from_index);
        self.devices.truncate(from_index);
        let command = asked.clone().filter(|_| from_index == first_index).unwrap_or_default();
        let (found, device) = result_of(summary, line, &command, records.as_ref())?;
        self.evidence.results.push(found);
        self.devices.push(device);
        self.state = records.as_ref().and_then(|records| {
            State::new((from_index, asked.clone()), records, summary, is_asked_for)
        });
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

    /// Adds the time of a flush directly below a run that wrote: it put the run's data on the drive.
    fn add_sync(&mut self, sync_s: f64) {
        let Some(last) = self.evidence.results.last_mut() else { return };
        let times = (last.moved_bytes, last.figures.get("elapsed_ns").copied());
        let ((Some(bytes), Some(write_ns)), Some(OpKind::Write)) = (times, last.operation)
        else {
            return;
        };
        let elapsed_ns = sync_s.mul_add(1e9, write_ns);
        if let Some(before) = last.figures.get("bytes_per_s").copied() {
            last.figures.insert("bytes_per_s_before_flush", before);
        }
        last.figures.insert("bytes_per_s", bytes as f64 * 1e9 / elapsed_ns);
        last.figures.insert("elapsed_ns", elapsed_ns);
        last.name.push_str(" + sync");
        self.evidence.note(&sentence!("interchange-where-sync-timed-below-run-wrote"));
    }

    /// Records that dd ended before it moved any data.
    fn moved_nothing(&mut self, source: &Source<'_>, line: &Line<'_>) {
        self.nothing.get_or_insert_with(|| moved_nothing(source, line));
        self.asked.pop_front();
        self.empty_count = self.empty_count.saturating_add(1);
        if self.empty_count <= TOLD_MAX {
            self.evidence
                .note(&sentence!("interchange-line-dd-moved-nothing", line = line.index));
        }
    }

    /// The command whose figures come next. Skips commands that print no time.
    fn next_asked(&mut self) -> Option<Command> {
        while self.asked.front().is_some_and(|it| it.has_no_time) {
            self.asked.pop_front();
        }
        self.asked.pop_front()
    }

    fn end(mut self) -> Result<Vec<Imported>, Refusal> {
        if let Some(begun) = self.begun.filter(|it| Summary::is_sure(it.text)) {
            return Err(begun.cut_off(text!("interchange-line")));
        }
        self.end_untimed(text!("interchange-last-run-dd"))?;
        if self.untimed_count > 0 {
            let count = self.untimed_count;
            if self.evidence.results.is_empty() {
                let failed = self.failed.as_ref().map(said);
                let reason = Reason::NoTime { tool: "dd" };
                let untimed = Refusal { line: self.untimed_index, column: 1, reason };
                return Err(self.nothing.or(failed).unwrap_or(untimed));
            }
            self.evidence.note(&sentence!("interchange-runs-dd-told-records-no-time", count));
        }
        if self.empty_count > TOLD_MAX {
            let count = self.empty_count;
            self.evidence.note(&sentence!("interchange-runs-dd-moved-nothing", count));
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
            return Err(self.nothing.or(failed).unwrap_or_else(|| {
                Refusal::of_file(Reason::Nothing { what: text!("interchange-dd") })
            }));
        }
        Ok(found)
    }
}

/// Relation of a summary to the progress above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// The end of that run.
    End,
    /// Its next progress, which a terminal shows over the one before it.
    Over,
    /// Its next progress or another run.
    Next,
}

impl Shown {
    fn of(
        earlier: Option<&Progress>,
        line: &Line<'_>,
        (summary, has_records): (&Summary, bool),
    ) -> Self {
        match earlier {
            Some(_) if has_records => Self::End,
            Some(it) if it.is_end(summary) => Self::End,
            Some(it) if it.line_index == line.index => Self::Over,
            _ => Self::Next,
        }
    }
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
        // dd reads and writes from the beginning to the end.
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

/// The refusal that dd ended before it moved any data, with dd's own message if one is above.
fn moved_nothing(source: &Source<'_>, line: &Line<'_>) -> Refusal {
    let is_above = |it: &Line<'_>| it.index < line.index && words_of_dd(it.text).is_some();
    said(&lines(source.text).filter(is_above).last().unwrap_or(*line))
}

/// The refusal that contains only dd's message in this line.
fn said(line: &Line<'_>) -> Refusal {
    let message = line.text.trim().to_owned();
    Refusal { line: line.index, column: 1, reason: Reason::Said { tool: "dd", message } }
}
