//! elbencho: its CSV file, and its text output; several phases and runs in one text.
//!
//! Source: breuner/elbencho, `docs/first-last-done.md` and `Statistics.cpp` (`printPhaseResultsToStream`,
//! `printPhaseResultsToStringVec`); outputs of versions 1.9 to 3.1 that people published. The output has each figure
//! twice: until the first thread was done and until the last one was. The importer takes the last, which is the whole
//! phase. MiB are 2^20 bytes.

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    text,
};

use super::line::{Line, bare, decimal, lines, unit_ns};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "elbencho",
    title: "elbencho, CSV and console",
    reads: "every phase until its last thread was done: rates, IOPS, entries, latencies, block size, threads, depth, options",
    unknown: "the drive; percentiles",
    detect: |source| {
        let is_head = |line: Line<'_>| {
            let text = bare(line.text);
            let is_csv = text.starts_with("ISO date,") && text.contains(",operation,");
            is_csv || text.starts_with("OPERATION ") && text.contains("RESULT TYPE")
        };
        if lines(source.text).any(is_head) { 94 } else { 0 }
    },
    read,
};

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut evidence =
        ImportedEvidence { tool: "elbencho".to_owned(), ..ImportedEvidence::default() };
    let mut columns: Vec<String> = Vec::new();
    let mut console: Option<Console> = None;
    let mut command: Option<Command> = None;
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = bare(line.text);
        // At the end of the text, a number may lack its last digits.
        let is_open = all.peek().is_none() && text.ends_with(|it: char| it.is_ascii_digit());
        if is_open && (console.is_some() || !columns.is_empty()) {
            return Err(line.cut_off(text!("interchange-line")));
        }
        if text.starts_with("ISO date,") {
            columns = fields_of(text);
        } else if !columns.is_empty() && text.contains(',') {
            row(&line, (text, &columns), &mut evidence)?;
        } else if text.contains("RESULT TYPE") && text.contains("LAST DONE") {
            finish(&mut console, &mut evidence);
            console = Some(Console { command: command.clone(), ..Console::default() });
        } else if let Some(found) = Command::find(text) {
            finish(&mut console, &mut evidence);
            command = Some(found);
        } else if let Some(when) = text.strip_prefix("ISO DATE") {
            finish(&mut console, &mut evidence);
            if let Some((_, when)) = when.split_once(": ") {
                evidence.measured_at.get_or_insert_with(|| when.trim().to_owned());
            }
        } else if let Some(console) = console.as_mut() {
            console.line(&line, text, &mut evidence)?;
        }
    }
    finish(&mut console, &mut evidence);
    number_names(&mut evidence.results);
    if evidence.results.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-elbencho") }));
    }
    Ok(imported(evidence, None).into_iter().collect())
}

fn finish(console: &mut Option<Console>, evidence: &mut ImportedEvidence) {
    if let Some(mut console) = console.take() {
        console.end_phase(evidence);
    }
}

/// Comma-separated fields; a field in quotes may contain commas. Source: RFC 4180.
fn fields_of(text: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let (mut is_quoted, mut letters) = (false, text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                fields.last_mut().into_iter().for_each(|it| it.push('"'));
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            letter => fields.last_mut().into_iter().for_each(|it| it.push(letter)),
        }
    }
    fields
}

const fn operation_of(phase: &str) -> Option<OpKind> {
    match phase.as_bytes() {
        b"WRITE" => Some(OpKind::Write),
        b"READ" => Some(OpKind::Read),
        b"SYNC" => Some(OpKind::Flush),
        _ => None,
    }
}

fn row(
    line: &Line<'_>,
    (text, columns): (&str, &[String]),
    evidence: &mut ImportedEvidence,
) -> Result<(), Refusal> {
    let fields = fields_of(text);
    if fields.len() != columns.len() {
        return Err(line.cut_off(text!("interchange-row")));
    }
    let field = |name: &str| -> Option<&str> {
        let at = columns.iter().position(|it| it.trim() == name)?;
        fields.get(at).map(|it| it.trim()).filter(|it| !it.is_empty())
    };
    let number = |name: &str| field(name).map(|it| line.number(it)).transpose();
    let phase = field("operation").ok_or_else(|| line.cut_off(text!("interchange-row")))?;
    let mut figures = ImportedFigures::default();
    let wanted = [
        ("IOPS [last]", "iops", 1.0),
        ("MiB/s [last]", "bytes_per_s", 1_048_576.0),
        ("entries/s [last]", "operations_per_s", 1.0),
        ("time ms [last]", "elapsed_ns", 1e6),
        ("IO lat us [min]", "latency_min_ns", 1e3),
        ("IO lat us [avg]", "latency_mean_ns", 1e3),
        ("IO lat us [max]", "latency_max_ns", 1e3),
    ];
    for (column, name, factor) in wanted {
        if let Some(value) = number(column)? {
            figures.insert(name.to_owned(), value * factor);
        }
    }
    let is_io = figures.contains_key("iops");
    if is_io {
        figures.remove("operations_per_s");
    } else {
        for (column, name) in
            [("min", "latency_min_ns"), ("avg", "latency_mean_ns"), ("max", "latency_max_ns")]
        {
            if let Some(value) = number(&format!("Ent lat us [{column}]"))? {
                figures.insert(name.to_owned(), value * 1e3);
            }
        }
    }
    let count = |name: &str| number(name).map(|it| it.and_then(crate::quantity::whole));
    let threads = count("threads")?.zip(Some(count("hosts")?.unwrap_or(1).max(1)));
    let is_set = |name: &str| field(name).map(|it| it == "1");
    evidence.version = field("version").map(str::to_owned).or(evidence.version.take());
    evidence.measured_at =
        evidence.measured_at.take().or_else(|| field("ISO date").map(str::to_owned));
    let has_latency = figures.contains_key("latency_mean_ns");
    evidence.results.push(ImportedResult {
        operation: operation_of(phase),
        order: is_set("random").filter(|_| is_io).map(order_of),
        block_bytes: count("block size")?.filter(|it| is_io && *it > 0),
        depth: count("IO depth")?.and_then(|it| u32::try_from(it).ok()).filter(|_| is_io),
        job_count: threads
            .and_then(|(one, hosts)| u32::try_from(one.saturating_mul(hosts)).ok()),
        is_direct: is_set("direct IO").filter(|_| is_io),
        latency_of: has_latency.then(|| if is_io { "IO" } else { "entry" }.to_owned()),
        figures,
        ..result(name_of(phase, field("label")), line.index)
    });
    Ok(())
}

const fn order_of(is_random: bool) -> ImportedOrder {
    if is_random { ImportedOrder::Random } else { ImportedOrder::Sequential }
}

fn name_of(phase: &str, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{} ({label})", phase.to_lowercase()),
        None => phase.to_lowercase(),
    }
}

/// Settings of a command line.
#[derive(Debug, Default, Clone)]
struct Command {
    block_bytes: Option<u64>,
    threads: Option<u32>,
    depth: Option<u32>,
    is_direct: bool,
    is_random: bool,
    has_hosts: bool,
}

impl Command {
    /// The settings of `COMMAND LINE: "elbencho" "-w" ..`, or of a command at a prompt.
    fn find(text: &str) -> Option<Self> {
        let text = text.replace('"', "");
        let at = text.find("elbencho ")?;
        let words: Vec<&str> = text.get(at..)?.split_whitespace().skip(1).collect();
        if !words.first()?.starts_with('-') {
            return None;
        }
        let mut command = Self::default();
        for (index, word) in words.iter().enumerate() {
            let value = words.get(index.saturating_add(1)).copied().unwrap_or_default();
            match *word {
                "-b" | "--block" => command.block_bytes = size_of(value),
                "-t" | "--threads" => command.threads = value.parse().ok(),
                "--iodepth" => command.depth = value.parse().ok(),
                "--direct" => command.is_direct = true,
                "--rand" => command.is_random = true,
                "--hosts" | "--hostsfile" => command.has_hosts = true,
                _ => {}
            }
        }
        // The kernel writes mapped memory back at any time.
        command.is_direct &= !words.contains(&"--mmap");
        Some(command)
    }
}

/// Bytes of `1m`, `128k`, `4096`: powers of 1024 (elbencho's help, "--block").
fn size_of(text: &str) -> Option<u64> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kib" => 10,
        "m" | "mib" => 20,
        "g" | "gib" => 30,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(1 << shift).filter(|it| *it > 0)
}

/// The table that is printed after a run.
#[derive(Debug, Default)]
struct Console {
    /// `None` without a command line before it.
    command: Option<Command>,
    phase: Option<ImportedResult>,
}

impl Console {
    fn line(
        &mut self,
        line: &Line<'_>,
        text: &str,
        evidence: &mut ImportedEvidence,
    ) -> Result<(), Refusal> {
        let Some((what, values)) = text.split_once(':') else { return Ok(()) };
        let (what, values) = (what.trim(), values.trim());
        let what = match what.split_once(char::is_whitespace) {
            Some((phase, rest)) if is_phase(phase) => {
                self.end_phase(evidence);
                self.phase = Some(result(name_of(phase, None), line.index));
                self.conditions(phase);
                rest.trim()
            }
            _ => what,
        };
        let Some(phase) = self.phase.as_mut() else { return Ok(()) };
        let last = || {
            let words: Vec<&str> = values.split_whitespace().collect();
            match words.as_slice() {
                [_, last] => Ok(*last),
                _ => Err(line.cut_off(text!("interchange-line"))),
            }
        };
        let (figure, value) = match what {
            "Elapsed time" => ("elapsed_ns", time_of(line, last()?)?),
            "Elapsed ms" => ("elapsed_ns", line.number(last()?)? * 1e6),
            "IOPS" => ("iops", line.number(last()?)?),
            "Throughput MiB/s" => ("bytes_per_s", line.number(last()?)? * 1_048_576.0),
            "Total MiB" => {
                let total = line.number(last()?)?;
                phase.moved_bytes = crate::quantity::whole(total * 1_048_576.0);
                return Ok(());
            }
            _ if what.ends_with("/s") => {
                let value = line.number(last()?)?;
                evidence.facts.push(ImportedFact::new(
                    format!("{} {what}", phase.name),
                    format!("{value}"),
                ));
                phase.figures.insert_if_absent("operations_per_s", value);
                return Ok(());
            }
            "IO latency" | "IO lat" | "IO latency us" | "IO lat us" => {
                return latencies(line, (values, what.ends_with("us")), phase);
            }
            _ => return Ok(()),
        };
        phase.figures.insert(figure.to_owned(), value);
        Ok(())
    }

    fn conditions(&mut self, phase: &str) {
        let Some(found) = self.phase.as_mut() else { return };
        found.operation = operation_of(phase);
        let Some(command) = self.command.as_ref().filter(|_| found.operation.is_some()) else {
            return;
        };
        found.block_bytes = command.block_bytes;
        found.order = Some(order_of(command.is_random));
        found.is_direct = Some(command.is_direct);
        // Threads are those of one host (elbencho's help, "--threads").
        if !command.has_hosts {
            found.job_count = Some(command.threads.unwrap_or(1));
        }
        found.depth = Some(command.depth.unwrap_or(1));
    }

    fn end_phase(&mut self, evidence: &mut ImportedEvidence) {
        if let Some(mut phase) = self.phase.take().filter(|it| it.figures.len() > 1) {
            if phase.figures.contains_key("iops") {
                phase.figures.remove("operations_per_s");
            }
            evidence.results.push(phase);
        }
    }
}

/// Whether a word is the name of a phase: capital letters only.
fn is_phase(word: &str) -> bool {
    word.len() > 2
        && word != "IOPS"
        && word.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
}

/// `[ min=108us avg=469us max=14.5ms ]`, or numbers without a unit, which are microseconds.
fn latencies(
    line: &Line<'_>,
    (text, is_us): (&str, bool),
    phase: &mut ImportedResult,
) -> Result<(), Refusal> {
    let inside = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let inside = inside.ok_or_else(|| line.cut_off(text!("interchange-line")))?;
    for word in inside.split_whitespace() {
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| line.expected(word, text!("interchange-name-time")))?;
        let figure = match name {
            "min" => "latency_min_ns",
            "avg" => "latency_mean_ns",
            "max" => "latency_max_ns",
            _ => continue,
        };
        let value = if is_us { line.number(value)? * 1e3 } else { time_of(line, value)? };
        phase.figures.insert(figure.to_owned(), value);
        phase.latency_of = Some("IO".to_owned());
    }
    Ok(())
}

/// Nanoseconds of `2m5.755s`, `588ms`, `1h2m3s`, `14.5ms`.
fn time_of(line: &Line<'_>, text: &str) -> Result<f64, Refusal> {
    let expected = || line.expected(text, text!("interchange-time-unit"));
    let (mut rest, mut all) = (text, 0.0);
    while !rest.is_empty() {
        let at =
            rest.find(|it: char| !it.is_ascii_digit() && it != '.').ok_or_else(expected)?;
        let (number, after) = rest.split_at_checked(at).ok_or_else(expected)?;
        let end = after.find(|it: char| it.is_ascii_digit()).unwrap_or(after.len());
        let (unit, next) = after.split_at_checked(end).ok_or_else(expected)?;
        let unit = if unit == "m" { Some(60e9) } else { unit_ns(unit) };
        all += decimal(number)
            .zip(unit)
            .map(|(number, unit)| number * unit)
            .ok_or_else(expected)?;
        rest = next;
    }
    Ok(all)
}
