//! dd: GNU coreutils in every language, busybox, toybox, BSD and macOS; several in one text, with the command lines between them.
//!
//! Sources: coreutils' `dd.c` (`print_xfer_stats`: bytes, time and a rate in powers of 1000; since 8.25 sizes in both),
//! busybox' `dd.c` (sizes in powers of 1024 that it calls kB, MB, GB), FreeBSD's `dd/misc.c` (`bytes transferred in .. secs`).
//! Translations change the words and keep the order; full-width marks come from Chinese and Japanese ones. Bytes and seconds
//! are exact, so the rate is computed from them, and it has to agree with the rate that is printed.

use iogram_model::{
    ImportedEvidence, ImportedFigures, ImportedOrder, ImportedResult, OpKind, sentence,
};

use super::line::{Line, decimal, is_rounded, lines, unit_bytes};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;
use crate::quantity::whole;

pub(super) const IMPORTER: Importer = Importer {
    kind: "dd",
    title: "dd of GNU (any language), busybox, toybox, BSD and macOS",
    reads: "bytes, time and rate of every run in the text; block size, caching and direction of command lines",
    unknown: "direction and caching where no command line stands there; single latencies",
    detect: |source| {
        let (mut has_records, mut has_summary, mut is_sure) = (false, false, false);
        for line in lines(source.text) {
            if records_of(&line).is_some() {
                has_records = true;
            } else if matches!(Summary::find(&line), Ok(Some(_))) {
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

/// What stands before a summary and belongs to it.
#[derive(Debug, Default)]
struct Before {
    command: Option<Command>,
    /// Whole and partial records that were read.
    records: Option<(u64, u64)>,
    /// Line of the records: one without a summary is cut off.
    records_line: Option<u64>,
    /// Summaries without records right before them.
    progress: Option<Progress>,
}

/// What `status=progress` printed before a run ended: each line says more than the one before it.
#[derive(Debug, Clone)]
struct Progress {
    /// Its results begin here.
    first_index: usize,
    bytes: u64,
    seconds: f64,
    command: Option<Command>,
}

impl Before {
    /// With `summary`, which no records stand before, as how far a run may have come; its result is the next one.
    fn after(self, summary: &Summary, next_index: usize) -> Self {
        let earlier = self.progress.filter(|it| it.is_before(summary));
        let (first_index, command) =
            earlier.map_or((next_index, self.command), |it| (it.first_index, it.command));
        let (bytes, seconds) = (summary.bytes, summary.seconds);
        Self {
            progress: Some(Progress { first_index, bytes, seconds, command }),
            ..Self::default()
        }
    }
}

impl Progress {
    const fn is_before(&self, summary: &Summary) -> bool {
        self.bytes <= summary.bytes && self.seconds <= summary.seconds
    }
}

/// What a command line asks for.
#[derive(Debug, Default, Clone)]
struct Command {
    input: Option<String>,
    output: Option<String>,
    block_bytes: Option<u64>,
    is_direct_in: bool,
    is_direct_out: bool,
    sync: Vec<String>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "dd".to_owned(), ..ImportedEvidence::default() };
    let mut before = Before::default();
    let mut devices: Vec<Option<String>> = Vec::new();
    let (mut nothing, mut failed) = (None, None);
    for line in lines(source.text) {
        if is_drive_error(line.text) {
            let said = unmarked(line.text).to_owned();
            failed.get_or_insert(line);
            // With `conv=noerror` it says so of every block.
            if evidence.errors.last() != Some(&said) {
                evidence.errors.push(said);
            }
        } else if let Some(command) = Command::find(line.text) {
            before = Before { command: Some(command), ..Before::default() };
        } else if let Some(count) = records_of(&line) {
            // Two such lines stand there; what was read comes first.
            if before.records.is_none() || before.records_line.is_none() {
                before.records = Some(count);
            }
            before.records_line = Some(line.index);
        } else if let Some(summary) = Summary::find(&line)? {
            if summary.bytes == 0 {
                nothing.get_or_insert_with(|| moved_nothing(source, &line));
                evidence.note(&sentence!("line {line}: dd moved nothing", line = line.index));
                before = Before::default();
                continue;
            }
            if before.records.is_some()
                && let Some(Progress { first_index, command, .. }) =
                    before.progress.take_if(|it| it.is_before(&summary))
            {
                evidence.results.truncate(first_index);
                devices.truncate(first_index);
                before.command = before.command.or(command);
            }
            let (found, device) = summary.result(&line, &before)?;
            if summary.is_binary {
                evidence.note(&sentence!(
                    "this dd prints MB for MiB: rates are from its bytes and seconds"
                ));
            }
            // A command line is about one run; progress is printed again and again before it ends.
            before = match before.records {
                Some(_) => Before::default(),
                None => before.after(&summary, evidence.results.len()),
            };
            evidence.results.push(found);
            devices.push(device);
        } else if !line.text.trim().is_empty() {
            before.progress = None;
        }
    }
    if let Some(line) = before.records_line {
        let reason = Reason::CutOff { what: "the last run of dd" };
        return Err(Refusal { line, column: 1, reason });
    }
    number_names(&mut evidence.results);
    let device = devices
        .first()
        .cloned()
        .flatten()
        .filter(|first| devices.iter().all(|it| it.as_ref() == Some(first)));
    let found: Vec<Imported> = imported(evidence, device).into_iter().collect();
    if found.is_empty() {
        return Err(nothing
            .or_else(|| failed.as_ref().map(said))
            .unwrap_or_else(nothing_at_all));
    }
    Ok(found)
}

/// That dd ended before it had moved anything, in its own words where they stand above.
fn moved_nothing(source: &Source<'_>, line: &Line<'_>) -> Refusal {
    let is_above = |it: &Line<'_>| it.index < line.index && it.text.trim().starts_with("dd: ");
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

/// Whether dd says that the drive failed a request: `dd: error reading '/dev/sdb': Input/output error`.
fn is_drive_error(text: &str) -> bool {
    let text = unmarked(text);
    // French sets a space before the colon.
    let rest = ["dd", "gdd"].into_iter().find_map(|it| text.strip_prefix(it));
    let words = rest.and_then(|it| it.trim_start().strip_prefix([':', '\u{ff1a}']));
    words.is_some_and(|it| DRIVE_ERRORS.iter().any(|error| it.contains(error)))
}

/// Without the marks that notes and scripts set before what was printed.
fn unmarked(text: &str) -> &str {
    text.trim().trim_start_matches(['#', ' ', '\t'])
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

/// The line with bytes, time and rate.
#[derive(Debug)]
struct Summary {
    bytes: u64,
    seconds: f64,
    is_binary: bool,
}

impl Summary {
    /// `None` where the line is none; an error where it is one and does not fit together.
    fn find(line: &Line<'_>) -> Result<Option<Self>, Refusal> {
        let text = line.text.replace(['\u{ff0c}', '\u{3001}'], ", ");
        let text = text.replace('\u{ff08}', " (").replace('\u{ff09}', ") ");
        let text = behind_the_verb(unmarked(&text));
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let Some((bytes, rest)) = text.split_at_checked(digits) else { return Ok(None) };
        if digits == 0 || !rest.starts_with(|it: char| it == ' ' || !it.is_ascii()) {
            return Ok(None);
        }
        if let Some((_, after)) = rest.split_once(" transferred in ") {
            return Self::of_bsd(line, bytes, after).map(Some);
        }
        // Sizes in parentheses have commas of their own.
        let rest = match (rest.find('('), rest.rfind(')')) {
            (Some(from), Some(to)) if from < to => {
                rest.get(to.saturating_add(1)..).unwrap_or_default()
            }
            (None, None) => rest,
            _ => return Ok(None),
        };
        let mut parts = rest.rsplit(", ");
        let (Some(rate), Some(time)) = (parts.next(), parts.next()) else { return Ok(None) };
        let Some((number, unit)) = rate_of(rate) else { return Ok(None) };
        let mut words = time.split_whitespace();
        let (Some(seconds), Some(word), None) = (words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        let Some(value) = decimal(seconds) else { return Ok(None) };
        if word.chars().any(|it| it.is_ascii_digit()) {
            return Ok(None);
        }
        let bytes = line.count(bytes)?;
        let found = Self { bytes, seconds: value, is_binary: false };
        found.checked(line, (number, unit, 0.0), rate).map(Some)
    }

    fn of_bsd(line: &Line<'_>, bytes: &str, after: &str) -> Result<Self, Refusal> {
        let seconds = after.split_whitespace().next().unwrap_or_default();
        let value = line.number(seconds)?;
        let rate = after.split_once('(').and_then(|(_, rate)| rate.split_once(" bytes/sec"));
        let (rate, _) = rate.ok_or_else(|| line.cut_off("the line"))?;
        let found = Self { bytes: line.count(bytes)?, seconds: value, is_binary: false };
        // It prints whole bytes a second, cut off. OpenBSD's seconds have three decimals.
        let decimals = seconds.split_once(['.', ',']).map_or(0, |it| it.1.len());
        let half_s = 0.5 * 0.1_f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX));
        found.checked(line, (rate.trim(), 1.0, half_s), rate)
    }

    /// With the knowledge of which unit the rate is in; an error if it is in none. Its time was within `half_s` of what is printed.
    fn checked(
        self,
        line: &Line<'_>,
        (number, unit, half_s): (&str, f64, f64),
        printed: &str,
    ) -> Result<Self, Refusal> {
        if decimal(number).is_none() {
            return Err(line.expected(number, "a number"));
        }
        if self.seconds <= 0.0 {
            return Err(line.expected(printed, "a time that is not zero"));
        }
        let rate = self.bytes as f64 / self.seconds;
        // The time is rounded, too: to six digits or to microseconds, which is much of a short one.
        let slack = (half_s.max(0.000_001) / self.seconds).min(1.0);
        let agrees = |unit: f64| {
            let value = rate / unit;
            let between = value * (1.0 - slack)..=value * (1.0 + slack);
            decimal(number).is_some_and(|it| between.contains(&it))
                || is_rounded(number, value)
                || is_rounded(number, value * (1.0 + slack))
                || is_rounded(number, value * (1.0 - slack))
        };
        let binary = match unit {
            1e3 => 1024.0,
            1e6 => 1_048_576.0,
            1e9 => 1_073_741_824.0,
            other => other,
        };
        match (agrees(unit), agrees(binary)) {
            (true, _) => Ok(self),
            (false, true) => Ok(Self { is_binary: true, ..self }),
            (false, false) => {
                let follows = format!("{:.4} MB/s", rate / 1e6);
                Err(line.contradiction(printed.trim(), follows))
            }
        }
    }

    fn result(
        &self,
        line: &Line<'_>,
        before: &Before,
    ) -> Result<(ImportedResult, Option<String>), Refusal> {
        let figures = ImportedFigures::from([
            ("bytes_per_s", self.bytes as f64 / self.seconds),
            ("elapsed_ns", self.seconds * 1e9),
        ]);
        let command = before.command.clone().unwrap_or_default();
        let is_made = |name: &Option<String>| {
            name.as_deref()
                .is_some_and(|it| matches!(it, "/dev/zero" | "/dev/urandom" | "/dev/random"))
        };
        let is_thrown = command.output.as_deref() == Some("/dev/null");
        let (operation, device, is_direct) = match (is_made(&command.input), is_thrown) {
            (true, false) => {
                (Some(OpKind::Write), command.output.clone(), command.is_direct_out)
            }
            (false, true) => (Some(OpKind::Read), command.input.clone(), command.is_direct_in),
            _ => (None, None, false),
        };
        let from_records = match before.records {
            Some((whole_count @ 1.., 0)) if self.bytes.is_multiple_of(whole_count) => {
                self.bytes.checked_div(whole_count)
            }
            _ => None,
        };
        if let (Some(asked), Some(counted)) = (command.block_bytes, from_records)
            && asked != counted
        {
            let follows = format!("a block of {counted} bytes");
            return Err(line.contradiction(&self.bytes.to_string(), follows));
        }
        let name = match (operation, command.sync.as_slice()) {
            (Some(kind), []) => format!("dd {}", kind.name()),
            (Some(kind), sync) => format!("dd {} {}", kind.name(), sync.join(" ")),
            (None, _) => "dd".to_owned(),
        };
        let is_memory = is_made(&command.input) && is_thrown;
        let found = ImportedResult {
            operation,
            // It reads and writes from the beginning to the end.
            order: Some(ImportedOrder::Sequential),
            block_bytes: command.block_bytes.or(from_records),
            depth: Some(1),
            job_count: Some(1),
            is_direct: operation.is_some().then_some(is_direct),
            is_of_drive: !is_memory,
            figures,
            request_count: before
                .records
                .filter(|it| it.1 == 0)
                .map(|it| it.0)
                .filter(|it| *it > 0),
            moved_bytes: Some(self.bytes),
            ..result(name, line.index)
        };
        Ok((found, device))
    }
}

/// From the bytes on. Before coreutils 8.25 translations with another order of words began with the verb: Russian, Ukrainian,
/// Bulgarian, Czech, Polish and Taiwan's Chinese.
fn behind_the_verb(text: &str) -> &str {
    let Some(at) = text.find(|it: char| it.is_ascii_digit()) else { return text };
    let (verb, rest) = text.split_at(at);
    let verb = verb.trim_end();
    let is_verb = verb == "skopiowane"
        || verb.starts_with(|it: char| !it.is_ascii()) && verb.chars().all(is_of_a_word)
        || verb == "zkop\u{ed}rov\u{e1}no";
    if is_verb { rest } else { text }
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphabetic() || letter == ' '
}

/// Number and bytes of the unit of `2.1 GB/s`, in Cyrillic letters, too.
fn rate_of(text: &str) -> Option<(&str, f64)> {
    let text = text.trim();
    let at = text.find(|it: char| !it.is_ascii_digit() && it != '.' && it != ',')?;
    let (number, unit) = text.split_at_checked(at)?;
    let unit = unit.trim();
    let unit = unit
        .strip_suffix("/s")
        .or_else(|| unit.strip_suffix("/\u{441}"))
        .or_else(|| unit.strip_suffix("/c"))
        // Chinese and Japanese before coreutils 8.25 translate the second, too.
        .or_else(|| unit.strip_suffix("/\u{79d2}"))
        // And Korean.
        .or_else(|| unit.strip_suffix("/\u{cd08}"))?;
    let unit = match unit {
        "\u{43a}B" | "\u{43a}\u{411}" => "kB",
        "MB" | "\u{41c}B" | "\u{41c}\u{411}" => "MB",
        "GB" | "\u{413}B" | "\u{413}\u{411}" => "GB",
        // French octets, and toybox (Android), which names no bytes.
        "ko" | "k" | "K" => "kB",
        "Mo" | "M" => "MB",
        "Go" | "G" => "GB",
        other => other,
    };
    Some((number, unit_bytes(unit)?))
}

impl Command {
    /// The command line in `text`, with a prompt before it or none.
    fn find(text: &str) -> Option<Self> {
        let mut words =
            text.split_whitespace().skip_while(|it| !matches!(*it, "dd" | "/bin/dd" | "gdd"));
        words.next()?;
        let mut command = Self::default();
        let mut has_any = false;
        for word in words {
            let Some((name, value)) = word.split_once('=') else { continue };
            let value = value.trim_matches(['\'', '"', ';']);
            let flags = || value.split(',');
            has_any |= matches!(name, "if" | "of" | "bs" | "count");
            match name {
                "if" => command.input = Some(value.to_owned()),
                "of" => command.output = Some(value.to_owned()),
                "bs" => command.block_bytes = size_of(value),
                "iflag" => command.is_direct_in = flags().any(|it| it == "direct"),
                "oflag" => {
                    command.is_direct_out = flags().any(|it| it == "direct");
                    let sync = flags().filter(|it| matches!(*it, "dsync" | "sync"));
                    command.sync.extend(sync.map(str::to_owned));
                }
                "conv" => {
                    let sync = flags().filter(|it| matches!(*it, "fdatasync" | "fsync"));
                    command.sync.extend(sync.map(str::to_owned));
                }
                _ => {}
            }
        }
        has_any.then_some(command)
    }
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
