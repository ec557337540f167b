//! The text output of `DiskSpd`: the settings, and three tables of results.

use iogram_model::{ImportedFact, ImportedOrder, sentence, text};

use super::super::line::{Line, lines, size_bytes};
use super::super::refusal::{Reason, Refusal};
use super::command::Wish;
use super::{Asked, Measured, Part, Row, Run};

/// The columns of a table's heading; `None` if the line is not one.
pub(super) fn columns_of(text: &str) -> Option<Vec<&str>> {
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let is_head = matches!(
        columns.as_slice(),
        ["thread", "bytes", "I/Os", "MiB/s" | "MB/s", "I/O per s", .., "file"]
    );
    is_head.then_some(columns)
}

/// The context of the next lines.
#[derive(Debug, Default)]
enum State {
    #[default]
    Around,
    /// After the line of its title, before its heading.
    Titled(Part),
    Table {
        part: Part,
        columns: Vec<String>,
        head_index: u64,
    },
    /// A table of percentiles; with several files, each file has a table, too.
    Chart {
        is_of_all: bool,
    },
}

#[derive(Debug, Default)]
struct Reading {
    runs: Vec<Run>,
    state: State,
    /// Whether the next table of percentiles is that of one file.
    is_of_file: bool,
    /// Whether the last non-empty line is not `total:`, for example a file's name, in an output with a `total:` line
    /// above the tables of all files.
    is_below_name: bool,
    /// Whether the output has a separate line `total:` above a table.
    has_total: bool,
}

pub(super) fn read(text: &str) -> Result<Vec<Run>, Refusal> {
    let has_total = lines(text).any(|it| it.text.trim() == "total:");
    let mut reading = Reading { has_total, ..Reading::default() };
    let mut all = lines(text).peekable();
    while let Some(line) = all.next() {
        // At the end of the text, a number may lack its last digits.
        let is_end = all.peek().is_none();
        reading.line(&line, is_end)?;
    }
    if let State::Table { head_index, .. } = reading.state {
        let reason = Reason::CutOff { what: text!("interchange-table") };
        return Err(Refusal { line: head_index, column: 1, reason });
    }
    Ok(reading.runs)
}

impl Reading {
    fn run(&mut self) -> &mut Run {
        if self.runs.is_empty() {
            self.runs.push(Run::begin());
        }
        let last = self.runs.len().saturating_sub(1);
        &mut self.runs[last]
    }

    /// The results of the current timespan.
    fn measured(&mut self, line: &Line<'_>) -> &mut Measured {
        let index = line.index;
        let run = self.run();
        if run.measured.is_empty() {
            run.measured.push(Measured { line_index: index, ..Measured::default() });
        }
        let last = run.measured.len().saturating_sub(1);
        &mut run.measured[last]
    }

    /// Begins another run without a command line and settings if `is_another` holds for the last results.
    fn begin_if(&mut self, is_another: impl Fn(&Measured) -> bool, line: &Line<'_>) {
        if self.runs.last().and_then(|it| it.measured.last()).is_some_and(is_another) {
            let mut run = Run::begin();
            run.measured.push(Measured { line_index: line.index, ..Measured::default() });
            self.runs.push(run);
        }
    }

    fn line(&mut self, line: &Line<'_>, is_end: bool) -> Result<(), Refusal> {
        let text = line.text.trim();
        if let State::Table { part, columns, .. } = &self.state {
            if let Some(values) = text.strip_prefix("total:") {
                if is_end {
                    return Err(line.cut_off(text!("interchange-row")));
                }
                let (part, columns) = (*part, columns.clone());
                let asked = self.asked();
                let seconds = self.measured(line).elapsed_s;
                let row = row(line, values, &columns)?;
                row.agree(line, &asked, seconds)?;
                let measured = self.measured(line);
                if let Some(slot) = measured.rows.get_mut(part.index()) {
                    *slot = Some(row.row);
                }
                measured.agree(line, values)?;
                (self.state, self.is_below_name) = (State::Around, false);
            }
            return Ok(());
        }
        if let State::Chart { is_of_all } = self.state {
            if text.contains('|') {
                return if is_of_all { self.percentile(line, text, is_end) } else { Ok(()) };
            }
            if !text.is_empty() && !text.starts_with("---") {
                self.state = State::Around;
            }
        }
        let around = self.around(line, text);
        if !text.is_empty() {
            self.is_below_name = self.has_total && text != "total:";
        }
        around
    }

    fn around(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        let titled = match text {
            "Total IO" => Some(Part::Total),
            "Read IO" => Some(Part::Read),
            "Write IO" => Some(Part::Write),
            _ => None,
        };
        if let Some(part) = titled {
            self.begin_if(|it| it.row(part).is_some(), line);
            self.state = State::Titled(part);
        } else if let Some(columns) = columns_of(text) {
            let part = match self.state {
                State::Titled(part) => part,
                _ => Part::Total,
            };
            self.begin_if(|it| it.row(part).is_some(), line);
            if columns.contains(&"MB/s") {
                self.run()
                    .evidence
                    .note(&sentence!("interchange-diskspd-counts-mib-calls-mb-rates"));
            }
            let columns = columns.into_iter().map(str::to_owned).collect();
            self.state = State::Table { part, columns, head_index: line.index };
        } else if text.starts_with("%-ile") {
            let is_of_one = std::mem::take(&mut self.is_of_file) || self.is_below_name;
            let is_of_all = !is_of_one;
            // Percentiles of another run, whose tables are missing.
            let has_any = |it: &Measured| it.percentiles.iter().any(|of| !of.is_empty());
            if is_of_all && self.measured(line).has_rows() && has_any(self.measured(line)) {
                return Err(line.expected(text, text!("interchange-table-reads-writes")));
            }
            self.state = State::Chart { is_of_all };
        } else if text.starts_with("Latency distribution:") {
            self.is_of_file = true;
        } else if text.starts_with("The test was interrupted before the measurements began") {
            let reason = Reason::Said { tool: "DiskSpd", message: text.to_owned() };
            return Err(Refusal { line: line.index, column: 1, reason });
        } else {
            self.asked_for(line, text)?;
        }
        Ok(())
    }

    /// The settings of the current timespan.
    fn asked(&mut self) -> Asked {
        let run = self.run();
        run.asked_in(run.measured.len().saturating_sub(1))
    }

    /// Adds a command line at a prompt. With several above one output, the assignment is unknown.
    fn command(&mut self, wish: Wish) {
        if self.run().measured.iter().any(Measured::has_rows) {
            self.runs.push(Run::begin());
        }
        let run = self.run();
        run.command_count = run.command_count.saturating_add(1);
        run.wish = Some(wish).filter(|_| run.command_count == 1);
    }

    fn asked_for(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        if let Some(command) = text.strip_prefix("Command Line:") {
            let mut run = Run::begin();
            run.evidence.facts.push(ImportedFact::new("command line", command.trim()));
            run.wish = Some(Wish::of_printed(command));
            self.runs.push(run);
        } else if text == "Input parameters:" {
            if self.run().measured.iter().any(Measured::has_rows) {
                self.runs.push(Run::begin());
            }
        } else if text.starts_with("timespan:") {
            self.run().asked.push(Asked::default());
        } else if text.starts_with("Results for timespan") {
            if text == "Results for timespan 1:"
                && self.run().measured.iter().any(Measured::has_rows)
            {
                self.runs.push(Run::begin());
            }
            let measured = Measured { line_index: line.index, ..Measured::default() };
            self.run().measured.push(measured);
        } else if let Some(time) = text.strip_prefix("actual test time:") {
            let number = time.trim().trim_end_matches('s');
            let seconds = line.number(number)?;
            if seconds <= 0.0 {
                return Err(line.expected(number, text!("interchange-time-not-zero")));
            }
            self.begin_if(Measured::has_rows, line);
            self.measured(line).elapsed_s = Some(seconds);
        } else if let Some(count) = text.strip_prefix("thread count:") {
            let count = line.count(count)?;
            self.begin_if(Measured::has_rows, line);
            self.measured(line).thread_count = u32::try_from(count).ok();
        } else if let Some(time) = text.strip_prefix("start time:") {
            self.run().evidence.measured_at = Some(time.trim().to_owned());
        } else if let Some((name @ ("duration" | "warm up time" | "cool down time"), value)) =
            text.split_once(':')
        {
            self.run().evidence.facts.push(ImportedFact::new(name, value.trim()));
        } else if let Some(wish) = Wish::find(text) {
            self.command(wish);
        } else {
            let run = self.run();
            if let Some(asked) = run.asked.last_mut() {
                asked.line(line, text)?;
                if let Some(wish) = &run.wish {
                    wish.agree(line, text, asked)?;
                }
            }
        }
        Ok(())
    }

    /// `3-nines |      1.608 |      8.378 |      7.432`.
    fn percentile(&mut self, line: &Line<'_>, text: &str, is_end: bool) -> Result<(), Refusal> {
        let cells: Vec<&str> = text.split('|').map(str::trim).collect();
        let [name, values @ ..] = cells.as_slice() else { return Ok(()) };
        if is_end {
            let note = sentence!("interchange-last-line-cut-off-left-out");
            self.run().evidence.note(&note);
            return Ok(());
        }
        // Percentiles of other names are not imported.
        let Some(name) = percentile_name(name) else { return Ok(()) };
        if values.len() != 3 {
            return Err(line.cut_off(text!("interchange-row")));
        }
        for (part, value) in [Part::Read, Part::Write, Part::Total].into_iter().zip(values) {
            if *value == "N/A" {
                continue;
            }
            let ns = line.number(value)? * 1e6;
            if let Some(of_part) = self.measured(line).percentiles.get_mut(part.index()) {
                of_part.insert(format!("latency_{name}_ns"), ns);
            }
        }
        Ok(())
    }
}

/// The name of the figure for a percentile.
pub(super) fn percentile_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "min" => "min",
        "50th" => "p50",
        "90th" => "p90",
        "95th" => "p95",
        "99th" => "p99",
        "3-nines" => "p999",
        "4-nines" => "p9999",
        "5-nines" => "p99999",
        "max" => "max",
        _ => return None,
    })
}

impl Measured {
    /// Checks that the total is the sum of reads and writes. `values` is the last row.
    fn agree(&self, line: &Line<'_>, values: &str) -> Result<(), Refusal> {
        let all = (self.row(Part::Total), self.row(Part::Read), self.row(Part::Write));
        let (Some(total), reads, writes) = all else { return Ok(()) };
        let sum = |of: fn(&Row) -> u64| {
            [reads, writes].into_iter().flatten().map(of).fold(0, u64::saturating_add)
        };
        let has_both = reads.is_some() && writes.is_some();
        let is_more = sum(|it| it.bytes) > total.bytes || sum(|it| it.count) > total.count;
        let is_less = sum(|it| it.bytes) < total.bytes || sum(|it| it.count) < total.count;
        if is_more || (has_both && is_less) {
            let printed = values.split('|').next().unwrap_or_default().trim();
            return Err(line.contradiction(printed, format!("a total of {}", total.bytes)));
        }
        Ok(())
    }
}

impl Asked {
    /// Reads one line of a target's settings.
    fn line(&mut self, line: &Line<'_>, text: &str) -> Result<(), Refusal> {
        if let Some(path) = text.strip_prefix("path:") {
            self.path.say(path.trim().trim_matches('\'').to_owned());
        } else if let Some(size) = text.strip_prefix("block size:") {
            let size = size.trim();
            let bytes = size_bytes(size).or_else(|| size.parse().ok()).filter(|it| *it > 0);
            self.block_bytes
                .say(bytes.ok_or_else(|| line.expected(size, text!("interchange-size")))?);
        } else if text.starts_with("using mixed random/sequential I/O") {
            self.order.say(ImportedOrder::Unknown);
        } else if text.starts_with("using random I/O") {
            self.order.say(ImportedOrder::Random);
        } else if text.contains("sequential I/O (stride") {
            self.order.say(ImportedOrder::Sequential);
        } else if let Some((_, count)) = text
            .strip_prefix("number of outstanding I/O operations")
            .and_then(|it| it.split_once(':'))
        {
            self.depth.say(u32::try_from(line.count(count)?).unwrap_or(u32::MAX));
        } else if text == "performing read test" {
            self.write_percent.say(0);
        } else if text == "performing write test" {
            self.write_percent.say(100);
        } else if let Some(ratio) = text.strip_prefix("performing mix test (read/write ratio:")
        {
            let (_, writes) =
                ratio.split_once('/').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
            let writes = line.count(writes.trim().trim_end_matches(')'))?;
            self.write_percent.say(u32::try_from(writes).unwrap_or(u32::MAX));
        } else if let Some(ratio) = text.strip_prefix("performing mix test (write/read ratio:")
        {
            // Versions before 2.0.12: the second number is always 100.
            let (writes, _) =
                ratio.split_once('/').ok_or_else(|| line.cut_off(text!("interchange-line")))?;
            self.write_percent.say(u32::try_from(line.count(writes)?).unwrap_or(u32::MAX));
        } else if text == "using software cache" || text.starts_with("memory mapped I/O") {
            self.is_direct.say(false);
        } else if text.starts_with("software cache disabled")
            || text.starts_with("software and hardware")
            || text.starts_with("hardware and software")
        {
            self.is_direct.say(true);
        }
        Ok(())
    }
}

/// A row with its printed numbers, because a comparison must consider their rounding.
struct Printed<'a> {
    row: Row,
    bytes: &'a str,
    rate: (&'a str, f64),
    iops: (&'a str, f64),
}

fn row<'a>(
    line: &Line<'_>,
    values: &'a str,
    columns: &[String],
) -> Result<Printed<'a>, Refusal> {
    let cells: Vec<&str> = values.split('|').map(str::trim).collect();
    // Without the columns of the thread and the file.
    let names = columns.get(1..columns.len().saturating_sub(1)).unwrap_or_default();
    if names.len() != cells.len() {
        return Err(line.cut_off(text!("interchange-row")));
    }
    let [bytes, count, rate, iops, rest @ ..] = cells.as_slice() else {
        return Err(line.cut_off(text!("interchange-row")));
    };
    let (mib, per_s) = (line.number(rate)?, line.number(iops)?);
    let mut row = Row {
        bytes: line.count(bytes)?,
        count: line.count(count)?,
        bytes_per_s: mib * 1_048_576.0,
        iops: per_s,
        ..Row::default()
    };
    for (name, value) in names.iter().skip(4).zip(rest).filter(|(_, value)| **value != "N/A") {
        let figure = match name.as_str() {
            "AvgLat" => "latency_mean_ns",
            "LatStdDev" => "latency_stddev_ns",
            _ => continue,
        };
        row.more.insert(figure.to_owned(), line.number(value)? * 1e6);
    }
    if row.count == 0 {
        row.more.clear();
    }
    Ok(Printed { row, bytes, rate: (rate, mib), iops: (iops, per_s) })
}

impl Printed<'_> {
    /// Checks that bytes, requests, time, rates and block size agree; they are redundant.
    #[expect(clippy::cast_precision_loss, reason = "compared with five digits")]
    fn agree(
        &self,
        line: &Line<'_>,
        asked: &Asked,
        seconds: Option<f64>,
    ) -> Result<(), Refusal> {
        let (bytes, count) = (self.row.bytes, self.row.count);
        if let Some(block) = asked.block_bytes.known()
            && count.checked_mul(block) != Some(bytes)
        {
            let follows = format!("{count} requests of {block} bytes");
            return Err(line.contradiction(self.bytes, follows));
        }
        let (rate_text, rate) = self.rate;
        let (iops_text, iops) = self.iops;
        let mib = bytes as f64 / 1_048_576.0;
        // Both rates have the same time, and are rounded to hundredths.
        let (one, other) = (rate * count as f64, iops * mib);
        if (one - other).abs() > 0.0051 * (count as f64 + mib) + one * 1e-6 {
            let follows = format!("{:.2} MiB/s", iops * mib / (count as f64).max(1.0));
            return Err(line.contradiction(rate_text, follows));
        }
        let Some(seconds) = seconds else { return Ok(()) };
        // The time is printed in hundredths of seconds, and in posted outputs it differs from the time of the rates
        // by up to 0.3 %.
        let slack = 0.006 / seconds + 0.003;
        let agrees =
            |printed: f64, follows: f64| (printed - follows).abs() <= follows * slack + 0.0051;
        let rate_follows = mib / seconds;
        if !agrees(rate, rate_follows) {
            return Err(line.contradiction(rate_text, format!("{rate_follows:.2} MiB/s")));
        }
        let iops_follows = count as f64 / seconds;
        if !agrees(iops, iops_follows) {
            return Err(line.contradiction(iops_text, format!("{iops_follows:.2} a second")));
        }
        Ok(())
    }
}
