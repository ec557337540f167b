//! Logs of flashbench: `-a` (reads across boundaries), `-O` (open units), `-f` (first units), `-s` (reads by
//! address), `-i` (reads by size).
//!
//! Sources of the formats: the output of flashbench 62 (Debian), its README, and logs in mailing lists and blogs; one
//! fork prints `Aligned @ 4096 Delay: 650218ns` instead of `align 4096 pre .. diff ..`. flashbench cuts every time
//! after seven bytes, so a negative difference can lack its unit.

use std::collections::BTreeMap;
use std::rc::Rc;

use iogram_model::Total as _;
use iogram_model::{
    BoundaryEvidence, BoundaryRow, BoundaryTable, Evidence, FirstUnitsEvidence, FirstUnitsRow,
    Message, MessageId, OpenUnitEvidence, OpenUnitRow, ReadLatencyEvidence, ReadLatencyRow,
    ScatterEvidence, ScatterRow, UnitOrder, Warning, WarningCode,
};

use crate::command::Command;
use crate::quantity::{
    leading_number, parse_binary_size, parse_rate, parse_time, signed, whole,
};
use crate::text::plain;
use crate::{ImportError, Imported, probe};

/// Reads a log of flashbench about one drive.
///
/// # Errors
///
/// Fails if no line of it is one of flashbench, and if it has tables of several drives.
pub fn read_flashbench(text: &str) -> Result<Imported, ImportError> {
    let mut drives = read_drives(text)?;
    let one = drives.pop().ok_or(ImportError::NothingFound { tool: "flashbench" })?;
    match drives.is_empty() {
        true => Ok(one),
        false => Err(ImportError::SeveralDrives { tool: "flashbench" }),
    }
}

/// Reads a log of flashbench: the results of each drive that its command lines name.
///
/// # Errors
///
/// Fails if no line of it is one of flashbench.
pub(crate) fn read_drives(text: &str) -> Result<Vec<Imported>, ImportError> {
    let mut reader = Reader::default();
    let mut others: BTreeMap<String, Reader> = BTreeMap::new();
    for line in lines_of(&plain(text)) {
        reader.line(&line);
        if let Some((mine, asked)) = reader.other_asked() {
            let command = reader.command.take();
            let known = others.remove(&asked);
            let other = known.unwrap_or_else(|| Reader::of(asked));
            others.insert(mine, std::mem::replace(&mut reader, other));
            reader.begin(command);
        }
    }
    // Unreadable lines may belong to a drive without tables.
    let (mut all, nothing): (Vec<Reader>, Vec<Reader>) =
        others.into_values().chain([reader]).partition(Reader::has_tables);
    all.sort_by(|one, other| one.device.cmp(&other.device));
    let lost_count = nothing.iter().map(|it| it.unreadable_count).total();
    if let Some(first) = all.first_mut() {
        first.unreadable_count = first.unreadable_count.saturating_add(lost_count);
    }
    let found: Vec<Imported> = all.into_iter().filter_map(Reader::finish).collect();
    if found.is_empty() {
        return Err(ImportError::NothingFound { tool: "flashbench" });
    }
    Ok(found)
}

/// Lines as flashbench or a shell printed them: joins wrapped command lines, and splits rows that a web page has
/// joined.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_broken = false;
    for raw in text.lines() {
        let line = raw.trim_end().trim_start_matches(['>', ' ', '\t']);
        let line = line.replace('|', " ");
        let goes_on = line.ends_with('\\');
        let own = line.trim_end_matches('\\').to_owned();
        match lines.last_mut() {
            Some(last) if is_broken => {
                last.push(' ');
                last.push_str(&own);
            }
            _ => lines.push(own),
        }
        is_broken = goes_on;
    }
    if lines.iter().all(|line| starts_of_rows(line).len() < 2) {
        return lines;
    }
    lines.iter().flat_map(|line| parted(line)).collect()
}

/// The positions in a line at which rows of `-a` begin.
fn starts_of_rows(line: &str) -> Vec<usize> {
    let mut starts: Vec<usize> = ["align ", "Aligned @"]
        .iter()
        .flat_map(|word| line.match_indices(word).map(|(at, _)| at))
        .collect();
    starts.sort_unstable();
    starts
}

/// The rows of `-a` in a line that has several.
fn parted(line: &str) -> Vec<String> {
    let mut starts = starts_of_rows(line);
    if starts.len() < 2 {
        return vec![line.to_owned()];
    }
    starts.insert(0, 0);
    starts.push(line.len());
    starts.windows(2).map(|pair| line[pair[0]..pair[1]].to_owned()).collect()
}

/// One table of rates by block size.
#[derive(Debug, Default)]
struct RateTable {
    command: Option<Rc<Command>>,
    rows: Vec<(u64, Vec<Option<u64>>)>,
}

impl RateTable {
    /// Whether it ends before the smallest requested block.
    fn is_cut_off(&self) -> bool {
        let asked = self.command.as_ref().and_then(|it| it.block_bytes);
        let smallest = self.rows.iter().map(|(block, _)| *block).min();
        smallest.zip(asked).is_some_and(|(smallest, asked)| smallest > asked)
    }

    /// Whether it is a table of `-f`: it has a rate for each unit, or the command line has `-f`.
    fn is_of_first_units(&self) -> bool {
        let is_asked = self.command.as_ref().is_some_and(|command| command.asks_for('f'));
        is_asked || self.rows.iter().any(|(_, rates)| rates.len() > 1)
    }
}

#[derive(Debug, Default)]
struct Reader {
    command: Option<Rc<Command>>,
    aligns: Vec<BoundaryTable>,
    rates: Vec<RateTable>,
    scatter: Vec<(f64, f64)>,
    intervals: Vec<ReadLatencyRow>,
    unreadable_count: usize,
    device: Option<String>,
    /// The last line belonged to the table of the same kind.
    is_in_rates: bool,
    is_in_aligns: bool,
}

impl Reader {
    fn of(device: String) -> Self {
        Self { device: Some(device), ..Self::default() }
    }

    /// Begins the output of a command line.
    fn begin(&mut self, command: Option<Rc<Command>>) {
        self.command = command;
        (self.is_in_rates, self.is_in_aligns) = (false, false);
    }

    /// The names of this reader's drive and of another drive that the command line names; `None` if they are the
    /// same. The first drive that a command line names becomes this reader's.
    fn other_asked(&mut self) -> Option<(String, String)> {
        let asked = self.command.as_ref()?.device.as_ref()?;
        let mine = self.device.get_or_insert_with(|| asked.clone());
        (mine != asked).then(|| (mine.clone(), asked.clone()))
    }

    fn has_tables(&self) -> bool {
        let is_plot = self.scatter.len() >= SCATTER_MIN;
        is_plot
            || !(self.aligns.is_empty() && self.rates.is_empty() && self.intervals.is_empty())
    }

    fn line(&mut self, line: &str) {
        let trimmed = line.trim();
        if let Some(command) = Command::find(trimmed) {
            self.begin(Some(Rc::new(command)));
            return;
        }
        if trimmed.starts_with('-') && trimmed[1..].starts_with(|c: char| !c.is_ascii_digit()) {
            // The rest of a command line that was wrapped without a backslash.
            if let Some(command) = &mut self.command {
                Rc::make_mut(command).read(trimmed);
            }
            return;
        }
        if let Some(rest) = after(trimmed, "align ").or_else(|| after(trimmed, "Aligned @")) {
            self.align(rest);
            self.is_in_rates = false;
            return;
        }
        self.is_in_rates = self.rate_row(trimmed) || (self.is_in_rates && trimmed.is_empty());
        if self.is_in_rates {
            return;
        }
        if let Some(row) = interval_row(trimmed) {
            self.intervals.push(row);
        } else if let Some(point) = scatter_row(trimmed) {
            self.scatter.push(point);
        }
    }

    fn align(&mut self, rest: &str) {
        let Some((row, is_spoilt)) = align_row(rest.trim()) else {
            self.unreadable_count = self.unreadable_count.saturating_add(1);
            return;
        };
        if is_spoilt {
            self.unreadable_count = self.unreadable_count.saturating_add(1);
        }
        if !self.is_in_aligns {
            let command = self.command.as_ref().filter(|command| command.asks_for('a'));
            self.aligns.push(BoundaryTable {
                read_bytes: command.and_then(|command| command.block_bytes),
                pass_count: command.and_then(|command| command.passes),
                rows: Vec::new(),
            });
            self.is_in_aligns = true;
        }
        let table = self.aligns.last_mut().expect("one was just made");
        table.rows.push(row);
    }

    /// Whether the line is a row of rates.
    fn rate_row(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let Some(block) = words.next().and_then(parse_binary_size) else { return false };
        let mut rates: Vec<Option<u64>> = words.map(parse_rate).collect();
        rates.shrink_to_fit();
        if rates.iter().flatten().count() == 0 {
            return false;
        }
        if rates.contains(&None) {
            self.unreadable_count = self.unreadable_count.saturating_add(1);
        }
        let last = self.rates.last().and_then(|table| table.rows.last());
        // Sizes descend inside a table.
        let goes_on = self.is_in_rates && last.is_some_and(|(size, _)| block < *size);
        if !goes_on {
            self.rates.push(RateTable { command: self.command.clone(), rows: Vec::new() });
        }
        let table = self.rates.last_mut().expect("one was just made");
        table.rows.push((block, rates));
        true
    }

    /// The results; `None` if there are none.
    fn finish(self) -> Option<Imported> {
        let mut imported = Imported { device: self.device, ..Imported::default() };
        if !self.aligns.is_empty() {
            let evidence = BoundaryEvidence { tables: self.aligns };
            let evidence = Evidence::Boundaries(evidence);
            imported.probes.push(probe("reads across boundaries", "boundaries", evidence));
        }
        let is_cut_off = self.rates.iter().any(RateTable::is_cut_off);
        let unknown_count = add_rates(&mut imported, self.rates);
        if !self.intervals.is_empty() {
            let evidence = ReadLatencyEvidence { rows: self.intervals };
            let evidence = Evidence::ReadLatency(evidence);
            imported.probes.push(probe("reads by size", "read-latency", evidence));
        }
        add_scatter(&mut imported, &self.scatter);
        if imported.probes.is_empty() {
            return None;
        }
        if self.unreadable_count > 0 {
            let count = self.unreadable_count.into();
            let statement = Message::new(MessageId::UnreadableLines, [count]);
            imported.warnings.push(Warning::new(WarningCode::UnreadableLines, statement));
        }
        if is_cut_off {
            let statement = Message::plain(MessageId::LogCutOff);
            imported.warnings.push(Warning::new(WarningCode::LogCutOff, statement));
        }
        if unknown_count > 0 {
            let statement = Message::new(MessageId::UnknownTables, [unknown_count.into()]);
            imported.warnings.push(Warning::new(WarningCode::UnknownTables, statement));
        }
        Some(imported)
    }
}

/// Adds tables of open units and of first units; returns the number of tables that could be either.
fn add_rates(imported: &mut Imported, tables: Vec<RateTable>) -> usize {
    let mut open: Vec<OpenUnitEvidence> = Vec::new();
    let mut unknown_count = 0_usize;
    // Reserves exactly, because a list that grows by doubling holds three times its contents, and a record is longer
    // than the text of a short table.
    let first_count = tables.iter().filter(|table| table.is_of_first_units()).count();
    imported.probes.reserve_exact(first_count);
    for table in tables {
        let unit_bytes = table.rows.iter().map(|(block, _)| *block).max().unwrap_or(0);
        let command = table.command.clone().unwrap_or_default();
        let order = if command.is_random { UnitOrder::Random } else { UnitOrder::Linear };
        if table.is_of_first_units() {
            let rows = table.rows.into_iter().map(|(block_bytes, units_bytes_per_s)| {
                FirstUnitsRow { start_bytes: 0, block_bytes, units_bytes_per_s }
            });
            let evidence = FirstUnitsEvidence { unit_bytes, order, rows: rows.collect() };
            let evidence = Evidence::FirstUnits(evidence);
            imported.probes.push(probe("first units", "first-units", evidence));
            continue;
        }
        // flashbench's default is two.
        let open_count = match (command.asks_for('O'), command.open_count) {
            (_, Some(count)) => count,
            (true, None) => 2,
            (false, None) => {
                unknown_count = unknown_count.saturating_add(1);
                continue;
            }
        };
        let rows = table.rows.iter().filter_map(|(block_bytes, rates)| {
            Some(OpenUnitRow {
                order,
                open_count,
                block_bytes: *block_bytes,
                bytes_per_s: (*rates.first()?)?,
                rounds: Vec::new(),
            })
        });
        match open.iter_mut().find(|known| known.unit_bytes == unit_bytes) {
            Some(known) => known.rows.extend(rows),
            None => open.push(OpenUnitEvidence {
                unit_bytes,
                // Twelve units apart, as in flashbench.
                spacing_bytes: unit_bytes.checked_mul(12),
                rows: rows.collect(),
            }),
        }
    }
    for evidence in open {
        let evidence = Evidence::OpenUnits(evidence);
        imported.probes.push(probe("open units", "open-units", evidence));
    }
    unknown_count
}

/// Two numbers in a line can be anything; a plot has at least this number of lines. Arbitrary.
pub(crate) const SCATTER_MIN: usize = 16;

fn add_scatter(imported: &mut Imported, points: &[(f64, f64)]) {
    if points.len() < SCATTER_MIN {
        return;
    }
    let rows: Vec<ScatterRow> = points
        .iter()
        .filter_map(|(mib, ms)| {
            Some(ScatterRow {
                offset_bytes: whole(mib * 1_048_576.0)?,
                read_ns: whole(ms * 1e6)?,
            })
        })
        .collect();
    let step_bytes = match rows.as_slice() {
        [first, second, ..] => second.offset_bytes.checked_sub(first.offset_bytes),
        _ => None,
    };
    let evidence = Evidence::Scatter(ScatterEvidence { step_bytes, rows });
    imported.probes.push(probe("reads by place", "scatter", evidence));
}

/// The text after `word` in `line`, at any position.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let at = line.find(word)?;
    let rest = line[at.saturating_add(word.len())..].trim_start();
    rest.starts_with(|c: char| c.is_ascii_digit()).then_some(rest)
}

/// Parses a row without its first word; also returns whether any of its times is unreadable. Columns may be missing,
/// and the last one cut off.
fn align_row(rest: &str) -> Option<(BoundaryRow, bool)> {
    let (size, columns) = leading_number(rest)?;
    let boundary_bytes = whole(size).filter(|size| *size > 0)?;
    let words: Vec<&str> = columns.split_whitespace().collect();
    let mut row = BoundaryRow {
        boundary_bytes,
        place_count: None,
        pre_ns: None,
        on_ns: None,
        post_ns: None,
        diff_ns: 0,
        spread_ns: None,
    };
    let (mut diff, mut is_spoilt) = (None, false);
    for (index, name) in words.iter().enumerate() {
        let Some(value) = words.get(index.saturating_add(1)) else { continue };
        // The number and its unit with a space between them.
        let apart = words.get(index.saturating_add(2)).map(|unit| format!("{value}{unit}"));
        let time = || {
            parse_time(value).or_else(|| {
                leading_number(value).filter(|(_, unit)| unit.is_empty())?;
                apart.as_deref().and_then(parse_time)
            })
        };
        match name.trim_end_matches(':').to_ascii_lowercase().as_str() {
            "pre" => row.pre_ns = time().and_then(whole),
            "on" => row.on_ns = time().and_then(whole),
            "post" => row.post_ns = time().and_then(whole),
            "diff" | "delay" => {
                diff = time().or_else(|| cut_difference(value));
                continue;
            }
            _ => continue,
        }
        let is_last = words.len() <= index.saturating_add(2);
        is_spoilt = is_spoilt || time().is_none() && !is_last;
    }
    let computed = match (row.pre_ns, row.on_ns, row.post_ns) {
        (Some(pre), Some(on), Some(post)) => {
            let [pre, on, post] =
                [pre, on, post].map(|ns| i64::try_from(ns).unwrap_or(i64::MAX));
            Some(on.saturating_sub(i64::midpoint(pre, post)))
        }
        _ => None,
    };
    let written = diff.and_then(signed);
    row.diff_ns = match (written, computed) {
        // Seven bytes can be the beginning of a longer number.
        (Some(written), Some(computed))
            if is_cut(&words) && written.abs() < computed.abs() / 2 =>
        {
            computed
        }
        (Some(written), _) => written,
        (None, computed) => computed?,
    };
    Some((row, is_spoilt))
}

/// A negative difference is always printed in nanoseconds, and the cut removes its unit first.
fn cut_difference(text: &str) -> Option<f64> {
    let (number, unit) = leading_number(text)?;
    (number < 0.0 && matches!(unit, "" | "n")).then_some(number)
}

fn is_cut(words: &[&str]) -> bool {
    words.last().is_some_and(|last| last.len() >= 7 && cut_difference(last).is_some())
}

/// `512 bytes: min 376us avg 408us max 502us: 1.36 MB/s`.
fn interval_row(line: &str) -> Option<ReadLatencyRow> {
    let (block, rest) = line.split_once(" bytes:")?;
    let block_bytes = block.trim().parse().ok()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let of = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        parse_time(words.get(at.saturating_add(1))?.trim_end_matches(':')).and_then(whole)
    };
    let min_ns = of("min")?;
    // flashbench does not print the median; the mean is the nearest figure.
    let median_ns = of("avg").unwrap_or(min_ns);
    Some(ReadLatencyRow { block_bytes, sample_count: 1, min_ns, median_ns })
}

/// `0.062500<tab>3.407234`: MiB and milliseconds.
pub(crate) fn scatter_row(line: &str) -> Option<(f64, f64)> {
    let (place, time) = line.split_once(['\t', ' '])?;
    let has_point = |text: &str| text.contains('.');
    let (place, time) = (place.trim(), time.trim());
    if !has_point(place) || !has_point(time) {
        return None;
    }
    Some((place.parse().ok()?, time.parse().ok()?))
}
