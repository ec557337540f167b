//! fio's default output, `--output-format=normal`, versions 2 and 3; several jobs and runs in one text.
//!
//! Sources: fio's `stat.c` (`show_thread_status_normal`, `show_ddir_status`, `show_clat_percentiles`) and HOWTO,
//! section "Interpreting the output". Version 3 prints each rate twice, in powers of 1024 and of 1000; the KB and MB
//! of version 2 are KiB and MiB. Counts and times are shortened by powers of 1000. People post lines of rates without
//! the job's heading: these are jobs with unknown names. If the text has no jobs, the importer reads the groups.

mod asked;
pub(super) mod beside;
mod command;
mod groups;
mod latency;
mod rates;
mod run;
mod states;
pub(super) mod told;

use std::borrow::Cow;
use std::collections::BTreeMap;

use iogram_model::{ImportedEvidence, ImportedFigures, ImportedResult, OpKind, sentence, text};

use self::asked::{Asked, Head, Section, is_sum};
use self::beside::{disk_stats, flushed_each, is_doubled, keep_last_shares};
use self::command::{Command, goes_on, options_of};
use self::latency::Below;
use self::rates::{Rates, Shortened, is_rate, is_whole};
use self::run::{Known, Run, process_of};
use self::states::{State, States};
use self::told::{Told, has_json, told_beside};
use super::fio_words::drive_error;
use super::line::{Line, Wrapped, bare, lines};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "fio-text",
    title: "fio's usual output, versions 2 and 3",
    reads: "every job: rates, IOPS, completion latencies with percentiles, block size, order, depth, number of jobs",
    unknown: "the drive behind the file; caching where no command line stands there",
    detect: |source| {
        // Beside JSON, this output adds nothing.
        if has_json(source.text) && told_beside(source.text).is_none() {
            return 0;
        }
        let mut has_rates = false;
        let has_head = lines(source.text).any(|it| {
            let text = unmarked(it.text);
            let text = plain(&text);
            has_rates |= is_whole(text);
            Head::of(text).is_some()
        });
        match (has_head, has_rates) {
            (true, _) => 91,
            (false, true) => 90,
            (false, false) if !has_json(source.text) && groups::has_any(source.text) => 86,
            (false, false) => 0,
        }
    },
    read,
};

/// The line without marks of quotes, and without the prefix of Avocado's log before a test's output.
fn plain(text: &str) -> &str {
    const MARK: &str = "[stdout]";
    // Arbitrary: longer than a time and a level.
    let at = text.find(MARK).filter(|at| *at < 40);
    let rest = at.and_then(|at| text.get(at.saturating_add(MARK.len())..));
    behind_progress(bare(rest.unwrap_or(text)))
}

/// The text after a line of progress without an end: a terminal shows it in the same line.
fn behind_progress(text: &str) -> &str {
    let last = text.rsplit('\r').map(str::trim).find(|it| !it.is_empty()).unwrap_or(text);
    let behind = last.rsplit_once("[eta ").filter(|_| last.starts_with("Jobs: "));
    let behind = behind.and_then(|it| it.1.split_once(']')).map(|it| it.1.trim());
    behind.filter(|it| !it.is_empty()).unwrap_or(last)
}

/// The line without the marks of bold text in a post.
fn unmarked(text: &str) -> Cow<'_, str> {
    if text.contains("**") && text.contains('=') {
        Cow::Owned(text.replace("**", ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// The job that is being read.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "what was seen of it, each by itself")]
struct Job {
    name: String,
    /// Whether fio or its command line contains the name.
    is_named: bool,
    asked: Asked,
    /// Whether fio itself printed the options.
    is_printed: bool,
    jobs: Option<u32>,
    is_direct: Option<bool>,
    limits: Vec<String>,
    /// Index of its first result.
    first_index: usize,
    /// Its requests per second, by the index of their results.
    requests: Vec<(usize, Requests)>,
    /// Index of the result of its flushes.
    flushes: Option<usize>,
    /// Index of its state.
    state: Option<usize>,
    /// Whether a line after all of its rates was read: a further rate belongs to another job.
    is_over: bool,
    /// Whether its line of issued requests was read.
    is_counted: bool,
    /// Whether JSON in the same text contains it, too.
    is_told: bool,
    /// Index of its latency shares.
    shares: Option<usize>,
}

/// Requests per second that rounding may have made too low by one unit, and the refusal if they are impossible.
#[derive(Debug)]
struct Requests {
    printed: Shortened,
    refusal: Refusal,
}

#[derive(Debug, Default)]
struct Reading {
    evidence: ImportedEvidence,
    /// A command line that may continue.
    command: Option<String>,
    wrapped: Wrapped,
    run: Run,
    runs: u64,
    job: Option<Job>,
    below: Below,
    states: States,
    /// Jobs that the JSON contains.
    told: Told,
    /// Whether the following lines are a sum of those above.
    is_sum: bool,
    /// Results whose rates, requests and block size contradict each other.
    apart: BTreeMap<usize, Refusal>,
    /// Line of the first job that an error ended, and fio's message.
    failed: Option<(u64, String)>,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut reading = Reading::default();
    reading.evidence.tool = "fio".to_owned();
    reading.told = told_beside(source.text).unwrap_or_default();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = unmarked(line.text);
        reading.line(&line, plain(&text), all.peek().is_none())?;
    }
    if let Some((_, refusal)) = reading.apart.pop_first() {
        return Err(refusal);
    }
    let told_count = reading.evidence.results.len();
    reading.states.keep_last(&mut reading.evidence);
    if reading.evidence.results.len() < told_count {
        keep_last_shares(&mut reading.evidence.latency_shares);
    }
    let has_nothing = reading.evidence.results.is_empty() && reading.failed.is_none();
    if has_nothing && !has_json(source.text) {
        groups::read(source.text, &mut reading.evidence)?;
    }
    number_names(&mut reading.evidence.results);
    if reading.evidence.results.is_empty() {
        return Err(match reading.failed {
            Some((line, message)) => {
                let reason = Reason::Said { tool: "fio", message };
                Refusal { line, column: 1, reason }
            }
            None => Refusal::of_file(Reason::Nothing {
                what: text!("interchange-fio-usual-output"),
            }),
        });
    }
    Ok(imported(reading.evidence, None).into_iter().collect())
}

impl Reading {
    fn line(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        if self.wrapped.is_begun() || self.command.is_some() && goes_on(text) {
            self.command_part(text);
            return Ok(());
        }
        if let Some(command) = self.command.take() {
            self.begin_run(Command::parse(&command));
        }
        if let Some(head) = Head::of(text) {
            self.head(line, &head);
        } else if let Some(section) = Section::of(text) {
            self.begin_other_run();
            self.run.section(section);
        } else if let Some(options) = options_of(text) {
            self.end_job();
            self.command_part(options);
        } else if let Some(version) = text.strip_prefix("fio-").filter(|it| is_version(it)) {
            self.begin_other_run();
            self.evidence.version = Some(version.to_owned());
        } else if is_start(text) {
            self.begin_other_run();
        } else if text.starts_with("Jobs: ") {
            self.run.progress(text);
        } else if text.starts_with("Run status") || text.starts_with("Disk stats") {
            self.end_job();
            if text.starts_with("Run") {
                self.run.end();
            }
        } else if let Some(fact) = disk_stats(text) {
            self.evidence.facts.push(fact);
        } else {
            self.figures(line, text, is_end)?;
        }
        Ok(())
    }

    /// Adds a line of a command line.
    fn command_part(&mut self, text: &str) {
        if let Some(part) = self.wrapped.add(text) {
            self.command.get_or_insert_default().push_str(&part);
        }
    }

    fn begin_run(&mut self, command: Command) {
        self.end_job();
        self.run = Run::of(command);
        self.runs = self.runs.saturating_add(1);
    }

    /// Called at lines that fio prints before all figures of a run: after figures, they begin another run with an
    /// unknown command line.
    fn begin_other_run(&mut self) {
        self.end_job();
        if self.run.is_begun() {
            self.begin_run(Command::default());
        }
    }

    fn end_job(&mut self) {
        self.job = None;
        self.is_sum = false;
        self.below = Below::default();
    }

    fn head(&mut self, line: &Line<'_>, head: &Head<'_>) {
        self.end_job();
        if is_sum(head) {
            self.is_sum = true;
            self.evidence.note(&sentence!("interchange-sum-all-clients-left-out-parts"));
            return;
        }
        if self.run.is_over_for(head) {
            self.begin_run(Command::default());
        }
        let state = process_of(head).map(|process| {
            let told = (self.run.states, head.when.map(str::to_owned));
            self.states.begin(State { of: (self.runs, process), told })
        });
        let known = self.run.begin(head);
        self.job = Some(Job { state, ..Job::of(known, self.evidence.results.len()) });
        self.evidence.measured_at =
            head.when.map(str::to_owned).or(self.evidence.measured_at.take());
        if let Some((number, words)) = head.error {
            let words = words.map(|it| format!(" ({it})")).unwrap_or_default();
            let (name, error) = (head.name, format!("{number}{words}"));
            let said = sentence!("interchange-job-ended-error", name, error);
            let (evidence, words) = (&mut self.evidence, said.to_string());
            // Copies of one job, each with its heading, repeat the error.
            match drive_error(i64::from(number)) {
                Some(_) if evidence.errors.last() == Some(&words) => {}
                Some(_) => evidence.errors.push(words.clone()),
                None => evidence.note(&said),
            }
            self.failed.get_or_insert((line.index, words));
        }
    }

    /// The job of a rate of this kind: the current one, or else a new one without a name.
    fn job_of(&mut self, operation: Option<OpKind>) -> &mut Job {
        let results = &self.evidence.results;
        let has_it = |job: &Job| {
            let its = results.get(job.first_index..).unwrap_or_default();
            its.iter().any(|it| it.operation == operation)
        };
        // One job has one rate of each kind.
        let job = self.job.take().filter(|it| !it.is_over && !has_it(it));
        let (run, first_index) = (&mut self.run, results.len());
        // Facts about one job do not apply to the next.
        self.job.insert(job.unwrap_or_else(|| Job::of(run.headless(), first_index)))
    }

    fn figures(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        if self.is_sum {
            return Ok(());
        }
        let rates = text.split_once(':').map(|(name, rest)| (name.trim(), rest.trim()));
        let kind = match rates {
            Some(("read", rest)) if is_rate(rest) => Some((Some(OpKind::Read), 0)),
            Some(("write", rest)) if is_rate(rest) => Some((Some(OpKind::Write), 1)),
            Some(("trim", rest)) if is_rate(rest) => Some((Some(OpKind::Discard), 2)),
            Some(("mixed", rest)) if is_rate(rest) => Some((None, 0)),
            _ => None,
        };
        if kind.is_some() && self.job.is_none() && !is_whole(text) {
            // Outside of a job, this is a person's remark, or the beginning of a line.
            self.evidence.note(&sentence!(
                "interchange-line-rate-without-amount-time-left",
                line = line.index
            ));
            return Ok(());
        }
        if let (Some(kind), Some((_, rest))) = (kind, rates) {
            self.below = Below::default();
            if kind.0.is_none() && self.has_parts() {
                // `unified_rw_reporting=both`.
                self.evidence.note(&sentence!("interchange-sum-reads-writes-left-out-parts"));
                return Ok(());
            }
            return self.rates(line, kind, rest);
        }
        let Some(job) = &mut self.job else { return Ok(()) };
        if let Some((name @ ("cpu" | "IO depths"), shares)) = rates {
            job.is_over = true;
            if let Some(flushes) = job.flushes.filter(|_| name != "cpu" && is_doubled(shares)) {
                flushed_each(&mut self.evidence.results, (job.first_index, flushes));
            }
        } else if let Some((_, totals)) =
            text.strip_prefix("issued").and_then(|it| it.split_once("total="))
        {
            job.is_over = true;
            if !is_end && !std::mem::replace(&mut job.is_counted, true) {
                return self.issued(totals);
            }
        } else {
            self.latency(line, text, is_end)?;
        }
        Ok(())
    }

    /// Whether the current job has a rate.
    fn has_parts(&self) -> bool {
        let job = self.job.as_ref().filter(|it| !it.is_over);
        job.is_some_and(|it| !it.requests.is_empty() || it.is_told)
    }

    fn rates(
        &mut self,
        line: &Line<'_>,
        (operation, which): (Option<OpKind>, usize),
        text: &str,
    ) -> Result<(), Refusal> {
        let rates = Rates::parse(line, text)?;
        let index = self.evidence.results.len();
        self.job_of(operation);
        let Some(job) = &mut self.job else { return Ok(()) };
        if self.told.has(job.is_named.then_some(job.name.as_str()), rates.elapsed_ms) {
            job.is_told = true;
            return Ok(());
        }
        let block_bytes = job.asked.block(which);
        let fits = block_bytes.is_none_or(|it| job.fits(&rates, it));
        let block_bytes = block_bytes.filter(|_| fits);
        let follows = block_bytes.map(|it| rates.bytes_per_s / it as f64);
        let printed = rates.requests_per_s;
        let requests = line.contradiction(rates.requests, String::new());
        // For several jobs together, an absent line may have had the other requests.
        let is_one = job.is_printed && job.jobs.is_none_or(|it| it <= 1);
        if let Some(other) = job.asked.block(which).filter(|_| is_one && !fits) {
            let follows = format!("{:.0} IOPS", rates.bytes_per_s / other as f64);
            self.apart.insert(index, line.contradiction(rates.requests, follows));
        }
        job.requests.push((index, Requests { printed, refusal: requests }));
        let figures = ImportedFigures::from([
            ("bytes_per_s", rates.bytes_per_s),
            ("iops", follows.map_or(printed.printed(), |it| printed.by(it))),
            ("elapsed_ns", rates.elapsed_ms as f64 * 1e6),
        ]);
        let found = ImportedResult {
            operation,
            order: job.asked.order.filter(|_| fits),
            block_bytes,
            depth: job.asked.depth.filter(|_| fits),
            job_count: job.jobs,
            is_direct: job.is_direct,
            is_of_drive: !job.asked.is_null,
            limits: job.limits.clone(),
            figures,
            ..result(job.name.clone(), line.index)
        };
        self.states.add(job.state);
        self.below = Below::of(Some(index));
        self.evidence.results.push(found);
        Ok(())
    }

    /// `total=127647,128353,0,0 short=..`, before version 3 `total=r=262144/w=0/d=0, short=..`: these counts and the
    /// time show which requests per second are too low by one unit, and which are impossible.
    fn issued(&mut self, totals: &str) -> Result<(), Refusal> {
        let Some((totals, _)) = totals.split_once("short=") else { return Ok(()) };
        let Some(job) = &mut self.job else { return Ok(()) };
        let counts: Vec<Option<u64>> = totals
            .trim()
            .trim_end_matches(',')
            .split([',', '/'])
            .map(|it| it.rsplit('=').next().unwrap_or_default().trim().parse().ok())
            .collect();
        let count_of = |which: usize| counts.get(which).copied().flatten().filter(|it| *it > 0);
        for (index, requests) in std::mem::take(&mut job.requests) {
            let Some(found) = self.evidence.results.get_mut(index) else { continue };
            let which = match found.operation {
                Some(OpKind::Read) => 0,
                Some(OpKind::Write) => 1,
                Some(OpKind::Discard) => 2,
                _ => continue,
            };
            let elapsed_ns = found.figures.get("elapsed_ns").copied().filter(|it| *it > 0.0);
            if let (Some(count), Some(elapsed_ns)) = (count_of(which), elapsed_ns) {
                let follows = count as f64 * 1e9 / elapsed_ns;
                // fio divides the count by the time, and truncates the decimals.
                if !requests.printed.can_be(follows, 1.0, 0.01) {
                    return Err(requests.refused(format!("{follows:.0} IOPS")));
                }
                self.apart.remove(&index);
                found.figures.insert("iops", requests.printed.by(follows));
            }
        }
        let results = &mut self.evidence.results;
        if let (Some(flushes), Some(count)) = (job.flushes, count_of(3)) {
            if count_of(1).is_some_and(|writes| writes.abs_diff(count) <= 1) {
                flushed_each(results, (job.first_index, flushes));
            }
            if let Some(flushes) = results.get_mut(flushes) {
                flushes.request_count = Some(count);
            }
        }
        Ok(())
    }
}

impl Requests {
    fn refused(self, follows: String) -> Refusal {
        let Refusal { line, column, reason } = self.refusal;
        let reason = match reason {
            Reason::Contradiction { one, .. } => Reason::Contradiction { one, other: follows },
            other => other,
        };
        Refusal { line, column, reason }
    }
}

impl Job {
    fn of(known: Known, first_index: usize) -> Self {
        Self {
            is_named: known.name.is_some(),
            name: known.name.unwrap_or_else(|| "fio".to_owned()),
            // For several jobs with different options, the number of each kind is unknown.
            jobs: known.jobs.filter(|_| !known.asked.is_mixed),
            asked: known.asked,
            is_printed: known.is_printed,
            is_direct: known.is_direct,
            limits: known.limits,
            first_index,
            ..Self::default()
        }
    }

    /// Whether rate and requests can be of blocks of this size.
    fn fits(&self, rates: &Rates<'_>, block_bytes: u64) -> bool {
        let follows = rates.bytes_per_s / block_bytes as f64;
        // Outstanding requests at the end are counted, but their bytes are not.
        let out = f64::from(self.asked.depth.unwrap_or(1)) * f64::from(self.jobs.unwrap_or(1));
        let unsure = 1.0 + (1.0 + out) * 1000.0 / (rates.elapsed_ms as f64).max(1.0);
        // Arbitrary: both were rounded, and the last request of a file may be short.
        rates.requests_per_s.can_be(follows, unsure, 0.03)
    }
}

/// `Starting 4 processes`, which a client prefixes with a computer's name.
fn is_start(text: &str) -> bool {
    let text = text.split_once("> ").map_or(text, |it| it.1);
    text.starts_with("Starting ") && (text.contains("process") || text.contains("thread"))
}

fn is_version(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit()) && !text.contains(' ')
}
