//! fio's usual output, `--output-format=normal`, versions 2 and 3; several jobs and runs in one text.
//!
//! Sources: fio's `stat.c` (`show_thread_status_normal`, `show_ddir_status`, `show_clat_percentiles`) and HOWTO, section "Interpreting the
//! output". Version 3 prints each rate twice, in powers of 1024 and of 1000; the KB and MB of version 2 are KiB and MiB. Counts and
//! times are shortened by powers of 1000. People post lines of rates without the job's head: they are jobs whose names nobody knows.

mod asked;
mod rates;

use std::collections::BTreeMap;

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedResult, OpKind, sentence};

use self::asked::{Asked, Command, Head, options_of};
use self::rates::{Rates, Shortened, is_rate, is_whole};
use super::fio_json::percentile_name;
use super::fio_words::drive_error;
use super::line::{Line, Wrapped, bare, lines, unit_ns};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio-text",
    title: "fio's usual output, versions 2 and 3",
    reads: "every job: rates, IOPS, completion latencies with percentiles, block size, order, depth, number of jobs",
    unknown: "the drive behind the file; caching where no command line stands there",
    detect: |source| {
        // Beside its JSON it says nothing that is not there.
        if source.text.contains("\"fio version\"") {
            return 0;
        }
        let mut all = lines(source.text).map(|it| plain(it.text));
        let mut has_rates = false;
        let has_head = all.any(|it| {
            has_rates |= is_whole(it);
            Head::of(it).is_some()
        });
        match (has_head, has_rates) {
            (true, _) => 91,
            (false, true) => 90,
            (false, false) => 0,
        }
    },
    read,
};

/// Without the marks of quotes, and without what Avocado's log sets before what a test prints.
fn plain(text: &str) -> &str {
    const MARK: &str = "[stdout]";
    // Arbitrary: longer than a time and a level.
    let at = text.find(MARK).filter(|at| *at < 40);
    let rest = at.and_then(|at| text.get(at.saturating_add(MARK.len())..));
    bare(rest.unwrap_or(text))
}

/// The job that is read.
#[derive(Debug)]
struct Job {
    name: String,
    asked: Asked,
    jobs: Option<u32>,
    is_direct: Option<bool>,
    limits: Vec<String>,
    /// Its results begin here.
    first_index: usize,
    /// Requests a second of which a whole one may be lost, by the place of their results.
    shortened: Vec<(usize, Shortened)>,
    /// Whether what stands behind all of its rates was seen: another rate is another job's.
    is_over: bool,
}

/// What is known of a job without a head: by the command line and fio's first lines since the run before it.
#[derive(Debug, Clone, Default)]
struct Headless {
    command: Command,
    /// Names that fio's first lines have; of several nobody knows which it is.
    names: usize,
    asked: Asked,
}

#[derive(Debug, Default)]
struct Reading {
    evidence: ImportedEvidence,
    asked: BTreeMap<String, Asked>,
    command: Command,
    wrapped: Wrapped,
    headless: Headless,
    job: Option<Job>,
    /// Unit of the percentiles that follow, ns; `None` in those of other latencies.
    percentiles: Option<f64>,
    /// Line of the first job that an error ended, and what fio says of it.
    failed: Option<(u64, String)>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut reading = Reading::default();
    reading.evidence.tool = "fio".to_owned();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        reading.line(&line, plain(line.text), all.peek().is_none())?;
    }
    number_names(&mut reading.evidence.results);
    if reading.evidence.results.is_empty() {
        return Err(match reading.failed {
            Some((line, message)) => {
                let reason = Reason::Said { tool: "fio", message };
                Refusal { line, column: 1, reason }
            }
            None => Refusal::of_file(Reason::Nothing { what: "fio's usual output" }),
        });
    }
    Ok(imported(reading.evidence, None).into_iter().collect())
}

impl Reading {
    fn line(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        if self.wrapped.is_begun() {
            self.command_part(text);
        } else if let Some(head) = Head::of(text) {
            self.head(line, &head);
        } else if let Some((name, asked)) = Asked::find(text) {
            self.job = None;
            self.headless.names = self.headless.names.saturating_add(1);
            self.headless.command.name = Some(name.to_owned());
            self.headless.asked = asked.clone();
            self.asked.insert(name.to_owned(), asked);
        } else if let Some(options) = options_of(text) {
            self.job = None;
            self.command_part(options);
        } else if let Some(version) = text.strip_prefix("fio-").filter(|it| is_version(it)) {
            self.evidence.version = Some(version.to_owned());
        } else if text.starts_with("Run status") || text.starts_with("Disk stats") {
            self.job = None;
            self.headless = Headless::default();
        } else {
            self.figures(line, text, is_end)?;
        }
        Ok(())
    }

    /// A line of a command line.
    fn command_part(&mut self, text: &str) {
        let Some(command) = self.wrapped.add(text) else { return };
        self.command = Command::parse(&command);
        self.headless = Headless {
            asked: self.command.asked.clone(),
            command: self.command.clone(),
            names: 0,
        };
    }

    fn head(&mut self, line: &Line<'_>, head: &Head<'_>) {
        let is_its = self.command.name.as_deref() == Some(head.name);
        let asked = self.asked.get(head.name).cloned();
        let asked = asked.or_else(|| is_its.then(|| self.command.asked.clone()));
        self.job = Some(Job {
            name: head.name.to_owned(),
            asked: asked.unwrap_or_default(),
            jobs: head.jobs.parse().ok(),
            is_direct: self.command.is_direct,
            limits: if is_its { self.command.limits.clone() } else { Vec::new() },
            first_index: self.evidence.results.len(),
            shortened: Vec::new(),
            is_over: false,
        });
        self.evidence.measured_at =
            head.when.map(str::to_owned).or(self.evidence.measured_at.take());
        self.percentiles = None;
        self.headless = Headless::default();
        if let Some((number, words)) = head.error {
            let words = words.map(|it| format!(" ({it})")).unwrap_or_default();
            let (name, error) = (head.name, format!("{number}{words}"));
            let said = sentence!("job {name} ended with error {error}", name, error);
            let (evidence, words) = (&mut self.evidence, said.to_string());
            // Copies of one job, each with its head, say the same.
            match drive_error(i64::from(number)) {
                Some(_) if evidence.errors.last() == Some(&words) => {}
                Some(_) => evidence.errors.push(words.clone()),
                None => evidence.note(&said),
            }
            self.failed.get_or_insert((line.index, words));
        }
    }

    /// The job of a rate of this kind: the one that is read, or else one that nobody knows the name of.
    fn job_of(&mut self, operation: Option<OpKind>) -> &mut Job {
        let results = &self.evidence.results;
        let has_it = |job: &Job| {
            let its = results.get(job.first_index..).unwrap_or_default();
            its.iter().any(|it| it.operation == operation)
        };
        // One job has one rate of each kind.
        let job = self.job.take().filter(|it| !it.is_over && !has_it(it));
        let headless = &mut self.headless;
        let first_index = results.len();
        self.job.insert(job.unwrap_or_else(|| {
            // What is known of one is not known of the next.
            let known = std::mem::take(headless);
            let is_one = known.names <= 1;
            let name = known.command.name.filter(|_| is_one);
            Job {
                name: name.unwrap_or_else(|| "fio".to_owned()),
                asked: if is_one { known.asked } else { Asked::default() },
                jobs: known.command.jobs.filter(|_| is_one),
                is_direct: known.command.is_direct,
                limits: known.command.limits,
                first_index,
                shortened: Vec::new(),
                is_over: false,
            }
        }))
    }

    fn figures(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        let rates = text.split_once(':').map(|(name, rest)| (name.trim(), rest.trim()));
        let kind = match rates {
            Some(("read", rest)) if is_rate(rest) => Some((Some(OpKind::Read), 0)),
            Some(("write", rest)) if is_rate(rest) => Some((Some(OpKind::Write), 1)),
            Some(("trim", rest)) if is_rate(rest) => Some((Some(OpKind::Discard), 2)),
            Some(("mixed", rest)) if is_rate(rest) => Some((None, 0)),
            _ => None,
        };
        if kind.is_some() && self.job.is_none() && !is_whole(text) {
            // Outside of a job it is what somebody wrote of one, or its beginning.
            self.evidence.note(&sentence!(
                "line {line}: a rate without its amount and time is left out",
                line = line.index
            ));
            return Ok(());
        }
        if let (Some(kind), Some((_, rest))) = (kind, rates) {
            self.percentiles = None;
            return self.rates(line, kind, rest);
        }
        let Some(job) = &mut self.job else { return Ok(()) };
        if let Some(("cpu" | "IO depths", _)) = rates {
            job.is_over = true;
        } else if let Some((_, totals)) =
            text.strip_prefix("issued").and_then(|it| it.split_once("total="))
        {
            job.is_over = true;
            if !is_end {
                issued(job, &mut self.evidence.results, totals);
            }
        } else {
            self.latency(line, text, is_end)?;
        }
        Ok(())
    }

    fn latency(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        let Some(last) = self.evidence.results.last_mut() else { return Ok(()) };
        for word in ["clat", "lat"] {
            let Some(rest) = text.strip_prefix(word).and_then(|it| it.strip_prefix(" ("))
            else {
                continue;
            };
            let Some((unit, values)) = rest.split_once("):") else { continue };
            // Shares of all latencies have the same beginning.
            if !values.contains("min=") || word == "lat" && last.latency_of.is_some() {
                return Ok(());
            }
            let unit = unit_ns(unit).ok_or_else(|| line.expected(unit, "a unit of time"))?;
            if is_end {
                return Err(line.cut_off("the line"));
            }
            latencies(line, (values, unit), last)?;
            last.latency_of = Some(word.to_owned());
            return Ok(());
        }
        if let Some((word, unit)) = text.split_once(" percentiles (") {
            let unit = unit.split(')').next().unwrap_or_default();
            let is_its = last.latency_of.as_deref() == Some(word.trim());
            self.percentiles = unit_ns(unit).filter(|_| is_its);
        } else if let Some(unit) = self.percentiles.filter(|_| text.contains("th=[")) {
            for part in
                text.split(']').filter(|it| !it.trim_matches([',', ' ', '|']).is_empty())
            {
                let (share, value) =
                    part.split_once("th=[").ok_or_else(|| line.cut_off("the line"))?;
                let share = share.trim_start_matches([',', ' ', '|']);
                if let Some(name) = percentile_name(share) {
                    let closed = format!("[{value}]");
                    if !text.contains(&closed) {
                        return Err(line.cut_off("the line"));
                    }
                    let value = line.number(value.trim().trim_start_matches('>'))? * unit;
                    last.figures.insert(format!("latency_{name}_ns"), value);
                }
            }
        }
        Ok(())
    }

    fn rates(
        &mut self,
        line: &Line<'_>,
        (operation, which): (Option<OpKind>, usize),
        text: &str,
    ) -> Result<(), Refusal> {
        let rates = Rates::parse(line, text)?;
        let index = self.evidence.results.len();
        let job = self.job_of(operation);
        let block_bytes = job.asked.blocks.get(which).copied().flatten();
        let follows = block_bytes.map(|it| rates.bytes_per_s / it as f64);
        let requests = rates.requests_per_s;
        job.shortened.push((index, requests));
        let figures = ImportedFigures::from([
            ("bytes_per_s", rates.bytes_per_s),
            ("iops", follows.map_or(requests.printed(), |it| requests.by(it))),
            ("elapsed_ns", rates.elapsed_ms * 1e6),
        ]);
        let found = ImportedResult {
            operation,
            order: job.asked.order,
            block_bytes,
            depth: job.asked.depth,
            job_count: job.jobs,
            is_direct: job.is_direct,
            limits: job.limits.clone(),
            figures,
            ..result(job.name.clone(), line.index)
        };
        self.evidence.results.push(found);
        Ok(())
    }
}

/// `total=127647,128353,0,0 short=..`, before version 3 `total=r=262144/w=0/d=0, short=..`: by them and the time it is known which
/// numbers of requests a second lost a whole one.
fn issued(job: &Job, results: &mut [ImportedResult], totals: &str) {
    let Some((totals, _)) = totals.split_once("short=") else { return };
    let counts: Vec<Option<u64>> = totals
        .trim()
        .trim_end_matches(',')
        .split([',', '/'])
        .map(|it| it.rsplit('=').next().unwrap_or_default().trim().parse().ok())
        .collect();
    for (index, requests) in &job.shortened {
        let Some(found) = results.get_mut(*index) else { continue };
        let which = match found.operation {
            Some(OpKind::Read) => 0,
            Some(OpKind::Write) => 1,
            Some(OpKind::Discard) => 2,
            _ => continue,
        };
        let count = counts.get(which).copied().flatten().filter(|it| *it > 0);
        let elapsed_ns = found.figures.get("elapsed_ns").copied().filter(|it| *it > 0.0);
        if let (Some(count), Some(elapsed_ns)) = (count, elapsed_ns) {
            let follows = count as f64 * 1e9 / elapsed_ns;
            found.figures.insert("iops", requests.by(follows));
        }
    }
}

fn is_version(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit()) && !text.contains(' ')
}

/// ` min=12, max=220209, avg=272.13, stdev=2233.24`.
fn latencies(
    line: &Line<'_>,
    (text, unit): (&str, f64),
    found: &mut ImportedResult,
) -> Result<(), Refusal> {
    for (word, name) in
        [("min=", "min"), ("max=", "max"), ("avg=", "mean"), ("stdev=", "stddev")]
    {
        let rest = text.split_once(word).ok_or_else(|| line.cut_off("the line"))?.1;
        let value = rest.split(',').next().unwrap_or_default();
        found.figures.insert(
            format!("latency_{name}_ns"),
            Shortened::count(line, value)?.printed() * unit,
        );
    }
    Ok(())
}
