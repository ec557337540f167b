//! sysbench's test `fileio`, versions 0.4, 0.5, 1.0 and 1.1; several runs in one text.
//!
//! Sources: sysbench's `sb_fileio.c` (`file_print_stats`, `print_file_test`, `file_report_cumulative`) of these
//! versions, and reports that people published. The Mb of 0.4 and 0.5 are 2^20 bytes: 10000 requests of 16 KiB are
//! 156.25 of them. Latencies are of all events, whatever their kind; from 1.0 on calls of `fsync` are events, too.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedOrder, ImportedResult, OpKind, text,
};

use super::line::{self, Line, Wrapped, lines, split_unit};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;
use crate::quantity::whole;

pub(super) const IMPORTER: Importer = Importer {
    kind: "sysbench",
    title: "sysbench fileio 0.4, 0.5 and 1.x",
    reads: "rates and requests of reads, writes and fsyncs, latencies of all events with the 95th percentile, block size, threads, mode",
    unknown: "the drive behind the files; latencies of reads and writes by themselves",
    detect: |source| if lines(source.text).any(|it| is_figure(bare(it.text))) { 92 } else { 0 },
    read,
};

/// The line without the marks of quotes, of code, and of comments in notes and scripts.
fn bare(text: &str) -> &str {
    line::bare(text).trim_start_matches(['#', ' ', '\t', '`'])
}

/// The refusal if its files could not be read or written, with its own message.
fn failure(text: &str) -> Option<Refusal> {
    let line = lines(text).find(|it| bare(it.text).starts_with("FATAL: "))?;
    let reason = Reason::Said { tool: "sysbench", message: bare(line.text).to_owned() };
    Some(Refusal { line: line.index, column: 1, reason })
}

/// Whether a line is a figure that only this test prints.
fn is_figure(text: &str) -> bool {
    if text.starts_with("Read ") && text.contains("Total transferred ") {
        return text.ends_with("/sec)");
    }
    // fio prints `write: IOPS=633, BW=1422KiB/s`.
    if text.starts_with("write: IOPS=") {
        return text.contains(" MiB/s (") && text.ends_with("MB/s)");
    }
    let names = ["reads/s:", "writes/s:", "read, MiB/s:", "written, MiB/s:"];
    let value = names.into_iter().find_map(|it| text.strip_prefix(it));
    value.is_some_and(|it| it.trim_start().starts_with(|it: char| it.is_ascii_digit()))
}

/// The words after the program's name in a line that contains it as a word.
fn arguments(text: &str) -> Option<impl Iterator<Item = &str>> {
    let mut words = text.split_whitespace().skip_while(|it| {
        let word = it.trim_start_matches(['$', '#', '`', '>']);
        word.rsplit('/').next() != Some("sysbench")
    });
    words.next()?;
    Some(words)
}

/// The conditions that are printed before the figures of a run.
#[derive(Debug, Clone, Default)]
struct Conditions {
    threads: Option<u32>,
    block_bytes: Option<u64>,
    is_direct: Option<bool>,
    is_synchronous: bool,
    /// `random r/w`, as printed.
    mode: Option<String>,
}

impl Conditions {
    /// The conditions in the command line of a run, `sysbench --test=fileio --file-test-mode=rndrd .. run`; absent
    /// options are unknown.
    fn of_command(text: &str) -> Option<Self> {
        let words: Vec<&str> =
            arguments(text)?.map(|it| it.trim_matches(['`', ';', '&'])).collect();
        let is_files = words.iter().any(|it| matches!(*it, "fileio" | "--test=fileio"));
        if !is_files || !words.contains(&"run") {
            return None;
        }
        let of = |name: &str| {
            let value = |it: &&str| it.strip_prefix(name).map(|it| it.starts_with('='));
            let word = words.iter().find(|it| value(it) == Some(true))?;
            word.get(name.len().saturating_add(1)..)
        };
        let mode = of("--file-test-mode").and_then(|it| {
            Some(match it {
                "seqwr" => "sequential write (creation)",
                "seqrewr" => "sequential rewrite",
                "seqrd" => "sequential read",
                "rndrd" => "random read",
                "rndwr" => "random write",
                "rndrw" => "random r/w",
                _ => return None,
            })
        });
        let block = of("--file-block-size").map(|it| match it.bytes().last() {
            Some(b'K' | b'M' | b'G') => format!("{it}b"),
            _ => format!("{it}B"),
        });
        Some(Self {
            threads: of("--num-threads")
                .or_else(|| of("--threads"))
                .and_then(|it| it.parse().ok()),
            block_bytes: block.and_then(|it| size_of(&it)).and_then(whole),
            is_direct: of("--file-extra-flags")
                .filter(|it| it.contains("direct"))
                .map(|_| true),
            is_synchronous: false,
            mode: mode.map(str::to_owned),
        })
    }

    /// Takes unknown conditions from `other`.
    fn or(self, other: Self) -> Self {
        Self {
            threads: self.threads.or(other.threads),
            block_bytes: self.block_bytes.or(other.block_bytes),
            is_direct: self.is_direct.or(other.is_direct),
            is_synchronous: self.is_synchronous,
            mode: self.mode.or(other.mode),
        }
    }
}

#[derive(Debug, Default)]
struct Reading {
    evidence: ImportedEvidence,
    versions: BTreeSet<String>,
    conditions: Conditions,
    /// The command lines since the last run: with several, the assignment to the following figures is unknown.
    commands: Vec<Conditions>,
    wrapped: Wrapped,
    /// Results of the run that is being read.
    of_run: Vec<ImportedResult>,
    /// Whether the lines belong to a run of fileio.
    is_inside: bool,
    line_index: u64,
    latencies: BTreeMap<String, f64>,
    elapsed_ns: Option<f64>,
    /// Bytes read and written in an old report.
    moved: Option<f64>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut reading = Reading::default();
    reading.evidence.tool = "sysbench".to_owned();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let is_end = all.peek().is_none();
        reading.line(&line, (bare(line.text), is_end))?;
    }
    reading.end_run(source.text)?;
    // With several versions, the assignment is unknown.
    let mut versions = std::mem::take(&mut reading.versions);
    reading.evidence.version = versions.pop_first().filter(|_| versions.is_empty());
    number_names(&mut reading.evidence.results);
    if reading.evidence.results.is_empty() {
        return Err(failure(source.text).unwrap_or_else(|| {
            Refusal::of_file(Reason::Nothing { what: text!("interchange-sysbench-fileio") })
        }));
    }
    Ok(imported(reading.evidence, None).into_iter().collect())
}

impl Reading {
    fn line(&mut self, line: &Line<'_>, (text, is_end): (&str, bool)) -> Result<(), Refusal> {
        let begins = text.ends_with('\\') && arguments(text).is_some();
        let command = match begins || self.wrapped.is_begun() {
            true => match self.wrapped.add(text) {
                Some(whole) => Conditions::of_command(&whole),
                None => return Ok(()),
            },
            false => Conditions::of_command(text),
        };
        if let Some(command) = command {
            self.finish(line)?;
            self.conditions = Conditions::default();
            self.commands.truncate(1);
            self.commands.push(command);
        } else if let Some(version) = text
            .strip_prefix("sysbench ")
            .filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))
        {
            self.finish(line)?;
            self.conditions = Conditions::default();
            let version = version.split([' ', ':']).next().unwrap_or_default();
            self.versions.insert(version.to_owned());
        } else if text.starts_with("Running the test with") {
            self.finish(line)?;
            self.conditions = Conditions::default();
        } else if text.starts_with("Threads fairness") {
            self.finish(line)?;
        } else if text.starts_with("Operations performed:")
            || text.starts_with("File operations:")
        {
            self.finish(line)?;
            self.begin(line);
        } else if text.starts_with("Read ") && text.contains("Total transferred") {
            self.old(line, text)?;
        } else if self.condition(text) || self.value(line, (text, is_end))? {
        }
        Ok(())
    }

    fn begin(&mut self, line: &Line<'_>) {
        (self.is_inside, self.line_index) = (true, line.index);
    }

    /// Reads a condition of the run; returns whether the line is one.
    fn condition(&mut self, text: &str) -> bool {
        let conditions = &mut self.conditions;
        if let Some(number) = text.strip_prefix("Number of threads:") {
            conditions.threads = number.trim().parse().ok();
        } else if let Some(size) = text.strip_prefix("Block size ") {
            conditions.block_bytes = size_of(size).and_then(whole);
        } else if let Some(flags) = text.strip_prefix("Extra file open flags:") {
            conditions.is_direct = match flags.trim() {
                "0" | "(none)" => Some(false),
                // O_DIRECT is 0x4000 on most computers.
                flags if flags == "16384" || flags.contains("direct") => Some(true),
                _ => None,
            };
        } else if text == "Using synchronous I/O mode" {
            conditions.is_synchronous = true;
        } else if text.ends_with("mmap I/O mode") {
            // The kernel writes mapped memory back at any time, whatever the file's flags.
            conditions.is_direct = Some(false);
        } else if let Some(mode) =
            text.strip_prefix("Doing ").and_then(|it| it.strip_suffix(" test"))
        {
            conditions.mode = Some(mode.to_owned());
        } else {
            return false;
        }
        true
    }

    /// Reads a figure; returns whether the line is one.
    fn value(
        &mut self,
        line: &Line<'_>,
        (text, is_end): (&str, bool),
    ) -> Result<bool, Refusal> {
        if text.starts_with("Throughput:") {
            if self.of_run.iter().any(|it| it.figures.contains_key("bytes_per_s")) {
                self.finish(line)?;
            }
            if !self.is_inside {
                self.begin(line);
            }
            return Ok(true);
        }
        if !self.is_inside {
            return Ok(false);
        }
        if let Some(number) = text.strip_suffix("Requests/sec executed") {
            let value = line.number(number)?;
            self.figure(line, ("total", None), ("iops", value))?;
            return Ok(true);
        }
        let Some((name, value)) = text.split_once(':') else { return Ok(false) };
        let value = value.trim();
        if value.is_empty() {
            return Ok(false);
        }
        let number = |unit: &str| {
            let text = value.strip_suffix(unit).unwrap_or(value);
            let found = line.number(text);
            // Without its unit or a line end, a number may be truncated.
            let is_whole = !is_end || !unit.is_empty() && value.ends_with(unit);
            found.and_then(|it| {
                if is_whole { Ok(it) } else { Err(line.cut_off(text!("interchange-line"))) }
            })
        };
        let (read, write, flush) = (
            ("read", Some(OpKind::Read)),
            ("write", Some(OpKind::Write)),
            ("fsync", Some(OpKind::Flush)),
        );
        match name.trim() {
            "reads/s" => self.figure(line, read, ("iops", number("")?))?,
            "writes/s" => self.figure(line, write, ("iops", number("")?))?,
            "fsyncs/s" => self.figure(line, flush, ("iops", number("")?))?,
            "read, MiB/s" => {
                self.figure(line, read, ("bytes_per_s", number("")? * 1_048_576.0))?;
            }
            "written, MiB/s" => {
                self.figure(line, write, ("bytes_per_s", number("")? * 1_048_576.0))?;
            }
            "read" if value.starts_with("IOPS=") => self.newest(line, read, (value, is_end))?,
            "write" if value.starts_with("IOPS=") => {
                self.newest(line, write, (value, is_end))?;
            }
            "fsync" if value.starts_with("IOPS=") => {
                self.newest(line, flush, (value, is_end))?;
            }
            "total time" => self.elapsed(line, number("s")? * 1e9)?,
            "min" => self.latency(line, ("min", number("ms")?))?,
            "avg" => self.latency(line, ("mean", number("ms")?))?,
            "max" => self.latency(line, ("max", number("ms")?))?,
            "approx.  95 percentile" | "approx. 95 percentile" | "95th percentile" => {
                self.latency(line, ("p95", number("ms")?))?;
            }
            "approx.  99 percentile" | "99th percentile" => {
                self.latency(line, ("p99", number("ms")?))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A repeated latency belongs to a run without figures of files, such as one of the CPU test.
    fn latency(
        &mut self,
        line: &Line<'_>,
        (name, value_ms): (&str, f64),
    ) -> Result<(), Refusal> {
        let name = format!("latency_{name}_ns");
        if self.latencies.contains_key(&name) {
            return self.finish(line);
        }
        self.latencies.insert(name, value_ms * 1e6);
        Ok(())
    }

    /// The same for the elapsed time.
    fn elapsed(&mut self, line: &Line<'_>, value_ns: f64) -> Result<(), Refusal> {
        if self.elapsed_ns.is_some() {
            return self.finish(line);
        }
        self.elapsed_ns = Some(value_ns);
        Ok(())
    }

    /// A repeated figure belongs to the next run.
    fn figure(
        &mut self,
        line: &Line<'_>,
        (name, operation): (&str, Option<OpKind>),
        figure: (&str, f64),
    ) -> Result<(), Refusal> {
        let is_told =
            |it: &ImportedResult| it.name == name && it.figures.contains_key(figure.0);
        if self.of_run.iter().any(is_told) {
            self.finish(line)?;
            self.begin(line);
        }
        let line_index = self.line_index;
        let at = self.of_run.iter().position(|it| it.name == name);
        let index = at.unwrap_or_else(|| {
            let found = ImportedResult { operation, ..result(name, line_index) };
            self.of_run.push(found);
            self.of_run.len().saturating_sub(1)
        });
        if let Some(found) = self.of_run.get_mut(index) {
            found.figures.insert(figure.0.to_owned(), figure.1);
        }
        Ok(())
    }

    /// `IOPS=5959.93 93.12 MiB/s (97.65 MB/s)`.
    fn newest(
        &mut self,
        line: &Line<'_>,
        of: (&'static str, Option<OpKind>),
        (value, is_end): (&str, bool),
    ) -> Result<(), Refusal> {
        let words: Vec<&str> = value.split_whitespace().collect();
        let requests =
            words.first().and_then(|it| it.strip_prefix("IOPS=")).unwrap_or_default();
        self.figure(line, of, ("iops", line.number(requests)?))?;
        match words.as_slice() {
            [_, rate, "MiB/s", _, "MB/s)"] => {
                self.figure(line, of, ("bytes_per_s", line.number(rate)? * 1_048_576.0))
            }
            [_] if of.1 == Some(OpKind::Flush) && !is_end => Ok(()),
            _ => Err(line.cut_off(text!("interchange-line"))),
        }
    }

    /// `Read 93.875Mb  Written 62.453Mb  Total transferred 156.33Mb  (2.9644Mb/sec)`.
    fn old(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        if !self.is_inside || !self.of_run.is_empty() {
            self.finish(line)?;
            self.begin(line);
        }
        let after = |words: &str| {
            let found = text.split_once(words).and_then(|it| it.1.split_whitespace().next());
            found.ok_or_else(|| line.cut_off(text!("interchange-line")))
        };
        let size = |text: &str| {
            size_of(text).ok_or_else(|| line.expected(text, text!("interchange-amount-unit")))
        };
        let (read, written, total) =
            (after("Read ")?, after("Written ")?, after("Total transferred ")?);
        let (read, written, total_bytes) = (size(read)?, size(written)?, size(total)?);
        if (read + written - total_bytes).abs() > total_bytes * 0.001 + 1.0 {
            return Err(
                line.contradiction(total, format!("{:.2} MiB", (read + written) / 1_048_576.0))
            );
        }
        let rate = text.split_once('(').and_then(|(_, it)| it.split_once("/sec"));
        let (rate, _) = rate.ok_or_else(|| line.cut_off(text!("interchange-line")))?;
        let bytes_per_s = size(rate.trim())?;
        let operation = match (read > 0.0, written > 0.0) {
            (true, false) => Some(OpKind::Read),
            (false, true) => Some(OpKind::Write),
            _ => None,
        };
        self.figure(line, ("total", operation), ("bytes_per_s", bytes_per_s))?;
        self.moved = Some(total_bytes);
        if operation.is_none() {
            let name = |what: &str| {
                format!("{what} ({})", self.conditions.mode.as_deref().unwrap_or("run"))
            };
            let facts = [(name("read"), read), (name("written"), written)];
            let fact = |(name, bytes): (String, f64)| {
                ImportedFact::new(name, format!("{:.2} MiB", bytes / 1_048_576.0))
            };
            self.evidence.facts.extend(facts.into_iter().map(fact));
        }
        Ok(())
    }

    fn finish(&mut self, line: &Line<'_>) -> Result<(), Refusal> {
        if let (Some(moved), Some(elapsed_ns), Some(found)) =
            (self.moved, self.elapsed_ns, self.of_run.first())
        {
            let follows = moved / elapsed_ns * 1e9;
            let rate = found.figures.get("bytes_per_s").copied().unwrap_or(follows);
            // Arbitrary: the amount has five digits, and the time ends with the last thread.
            if (rate - follows).abs() > follows * 0.02 {
                let one = format!("{:.3} MiB/s", rate / 1_048_576.0);
                return Err(
                    line.contradiction(&one, format!("{:.3} MiB/s", follows / 1_048_576.0))
                );
            }
        }
        self.take_run();
        Ok(())
    }

    fn end_run(&mut self, text: &str) -> Result<(), Refusal> {
        let index = text.matches('\n').count() as u64;
        self.finish(&Line { index: index.saturating_add(1), text: "" })
    }

    fn take_run(&mut self) {
        let mut run = std::mem::take(&mut self.of_run);
        let latencies = std::mem::take(&mut self.latencies);
        let elapsed_ns = self.elapsed_ns.take();
        (self.is_inside, self.moved) = (false, None);
        if run.is_empty() {
            return;
        }
        // Conditions apply to one run only: the next run has its own before its figures, or unknown ones.
        let mut conditions = std::mem::take(&mut self.conditions);
        if let [command] = std::mem::take(&mut self.commands).as_slice() {
            conditions = conditions.or(command.clone());
        }
        run.retain(|it| it.figures.values().any(|value| *value > 0.0));
        if run.is_empty() {
            return;
        }
        if !latencies.is_empty() {
            match run.as_mut_slice() {
                [only] => only.figures.extend(latencies),
                _ => run.push(ImportedResult {
                    figures: latencies.into_iter().collect(),
                    ..result("all events", self.line_index)
                }),
            }
            if let Some(last) = run.last_mut() {
                last.latency_of = Some("event".to_owned());
            }
        }
        let mode = conditions.mode.clone();
        for mut it in run {
            if it.name == "total" {
                it.name = mode.clone().unwrap_or_else(|| "fileio".to_owned());
            } else if let Some(mode) = &mode {
                it.name = format!("{mode}: {}", it.name);
            }
            if let Some(elapsed_ns) = elapsed_ns {
                it.figures.insert("elapsed_ns", elapsed_ns);
            }
            it.order =
                mode.as_deref().filter(|_| it.operation != Some(OpKind::Flush)).map(order_of);
            it.block_bytes =
                conditions.block_bytes.filter(|_| it.operation != Some(OpKind::Flush));
            it.job_count = conditions.threads;
            it.depth = conditions.is_synchronous.then_some(1);
            it.is_direct = conditions.is_direct;
            self.evidence.results.push(it);
        }
    }
}

fn order_of(mode: &str) -> ImportedOrder {
    match mode {
        mode if mode.starts_with("random") => ImportedOrder::Random,
        mode if mode.starts_with("sequential") => ImportedOrder::Sequential,
        _ => ImportedOrder::Unknown,
    }
}

/// Bytes of `93.875Mb`, `16Kb`, `16KiB`, `0b`: powers of 1024 for all spellings.
fn size_of(text: &str) -> Option<f64> {
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "b" | "B" => 1.0,
        "Kb" | "KB" | "KiB" => 1024.0,
        "Mb" | "MB" | "MiB" => 1_048_576.0,
        "Gb" | "GB" | "GiB" => 1_073_741_824.0,
        "Tb" | "TB" | "TiB" => 1_099_511_627_776.0,
        _ => return None,
    };
    Some(line::decimal(number)? * factor)
}
