//! bonnie++ 1.0x, 1.9x and 2.00: its tables and its lines of comma-separated values, the latter in four layouts.
//!
//! Sources: bonnie++'s `bonnie++.cpp` (`PrintStat`, `doorstep`), `bon_csv2html.1` (order of the fields), and reports
//! of versions 1.03 to 2.00a that people published. Rates are KiB/s; from 1.98 on tables shorten them by 1024 (`728m`
//! in the table is 745124 KiB/s in the line of values). `+++++` is a test that was too quick to measure. Latencies
//! are maxima.

mod group;

use iogram_model::{
    ImportedEvidence, ImportedFact, ImportedFigures, ImportedOrder, ImportedResult, OpKind,
    sentence, text,
};

use self::group::Group;
use super::line::{Line, bare, decimal, is_rounded, lines, unit_ns};
use super::refusal::{Reason, Refusal};
use super::{Importer, Source, imported, number_names, result};
use crate::Imported;

pub(super) const IMPORTER: Importer = Importer {
    kind: "bonnie",
    title: "bonnie++, tables and comma-separated values",
    reads: "rates of all tests, seeks, files created, looked up and removed, longest latencies; its K are KiB",
    unknown: "the drive behind the folder; the block size",
    detect: |source| {
        let has = |words: &str| source.text.contains(words);
        let is_table = has("---Sequential Output---") && has("-Rewrite-")
            || has("---Sequential Create---") && has("-Create-- --Read---");
        let is_values = || lines(source.text).any(|it| Layout::of(bare(it.text)).is_some());
        if is_table || is_values() { 92 } else { 0 }
    },
    read,
};

/// The tests, in the order of both formats: name, operation, order of addresses.
const RATES: [(&str, OpKind, ImportedOrder); 6] = [
    ("sequential output per chr", OpKind::Write, ImportedOrder::Sequential),
    ("sequential output block", OpKind::Write, ImportedOrder::Sequential),
    ("rewrite", OpKind::Write, ImportedOrder::Sequential),
    ("sequential input per chr", OpKind::Read, ImportedOrder::Sequential),
    ("sequential input block", OpKind::Read, ImportedOrder::Sequential),
    ("random seeks", OpKind::Read, ImportedOrder::Random),
];
const FILES: [&str; 6] = [
    "sequential create",
    "sequential stat",
    "sequential delete",
    "random create",
    "random stat",
    "random delete",
];

/// The results of one run of bonnie++: six rates, six file operations, and the longest latency of each.
#[derive(Debug, Clone, Default)]
struct Report {
    version: Option<String>,
    host: String,
    size: Option<String>,
    files: Option<String>,
    concurrency: Option<u32>,
    line_index: u64,
    /// As printed, without tests that were too quick.
    rates: [Option<Printed>; 6],
    per_file: [Option<Printed>; 6],
    rate_latency: [Option<f64>; 6],
    file_latency: [Option<f64>; 6],
}

#[derive(Debug, Clone)]
struct Printed {
    text: String,
    value: f64,
}

fn read(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let (mut found, mut done): (Vec<Report>, Vec<Imported>) = (Vec::new(), Vec::new());
    let mut table: Option<Table> = None;
    let mut group = Group::default();
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = bare(line.text);
        let is_end = all.peek().is_none();
        if text.contains("------Sequential Output") || text.contains("------Sequential Create")
        {
            let is_files = text.contains("Create");
            if group.begin(is_files, &mut found) {
                found.push(Report { line_index: line.index, ..Report::default() });
            }
            let version =
                text.strip_prefix("Version").and_then(|it| it.split_whitespace().next());
            if let (Some(report), Some(version)) =
                (found.last_mut(), version.filter(|it| !it.starts_with('-')))
            {
                report.version = Some(version.to_owned());
            }
            table = Some(Table::begun(is_files));
        } else if let Some(layout) = Layout::of(text) {
            let values = layout.report(&line, text)?;
            if is_end && layout.is_last_a_number() {
                return Err(line.cut_off(text!("interchange-line")));
            }
            group.join(&mut found);
            match found.last_mut().filter(|it| it.host == values.host && it.is_of_table()) {
                Some(report) => report.agree(&line, values)?,
                None => found.push(values),
            }
            group.from = found.len();
            table = None;
        } else if let Some(its) = table.as_mut() {
            let is_other = its.is_of_another_machine(text, found.last());
            if is_other || its.is_another_row(text) {
                // A person put the rows of several runs below one heading.
                let above = found.last().filter(|_| !is_other);
                let version = above.and_then(|it| it.version.clone());
                found.push(Report { line_index: line.index, version, ..Report::default() });
                its.state = State::Row;
            }
            if let Some(report) = found.last_mut() {
                its.line(&line, (text, is_end), report)?;
            }
        }
        group.settle(&mut found, &mut done);
    }
    group.join(&mut found);
    done.extend(found.into_iter().filter_map(Report::end));
    if done.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-bonnie") }));
    }
    Ok(done)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    Row,
    Latency,
}

/// The table that is being read.
#[derive(Debug)]
struct Table {
    is_files: bool,
    state: State,
    /// Figures of the row: six, or four with `-f`.
    width: usize,
    /// Whether its heading has a column for the size and none for the name of the machine.
    is_nameless: bool,
    /// Whether the words before the figures of its last row cannot be figures: a row without such words is then
    /// complete.
    is_plain: bool,
}

impl Table {
    const fn begun(is_files: bool) -> Self {
        Self { is_files, state: State::Head, width: 0, is_nameless: false, is_plain: false }
    }

    fn line(
        &mut self,
        line: &Line<'_>,
        (text, is_end): (&str, bool),
        report: &mut Report,
    ) -> Result<(), Refusal> {
        match self.state {
            State::Head => {
                if let Some(number) = text.strip_prefix("Concurrency") {
                    let number = number.split_whitespace().next().unwrap_or_default();
                    report.concurrency = number.parse().ok();
                }
                if text.contains("%CP") {
                    self.is_nameless = text.starts_with("Size ");
                    self.state = State::Row;
                }
            }
            State::Row if text.is_empty() => {}
            State::Row => {
                self.row(line, text, report)?;
                if is_end {
                    return Err(line.cut_off(text!("interchange-row")));
                }
                self.state = State::Latency;
            }
            State::Latency => {
                if let Some(values) = text.strip_prefix("Latency") {
                    let latencies = latencies(line, values, self.width)?;
                    // The last latency may be truncated.
                    let slots = if self.is_files {
                        &mut report.file_latency
                    } else {
                        &mut report.rate_latency
                    };
                    place(latencies, slots);
                }
                if !text.is_empty() {
                    self.state = State::Head;
                }
            }
        }
        Ok(())
    }

    /// Whether the line looks like a further row: values and shares, after name, size, both or neither.
    fn is_another_row(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        let heads = words.iter().take_while(|it| !is_value(it)).count();
        let values = words.get(heads..).unwrap_or_default();
        let is_enough = heads > 0 || values.len() > 8 || self.width == 4;
        self.state == State::Latency
            && heads <= 2
            && (8..=14).contains(&values.len())
            && is_enough
            && values.iter().all(|it| is_value(it))
    }

    /// Whether the first row of files names another machine than the rates above.
    fn is_of_another_machine(&self, text: &str, above: Option<&Report>) -> bool {
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = words.first().filter(|_| words.len() == 14).copied().unwrap_or_default();
        let is_row = self.is_files && self.state == State::Row;
        is_row && above.is_some_and(|it| !is_same_name(&it.host, name))
    }

    /// Number of words before the figures of a row, and whether `-f` omitted some figures.
    fn heads(&self, words: &[&str]) -> Option<(usize, bool)> {
        let whole = words.len().checked_sub(12);
        let fast = words.len().checked_sub(8).filter(|_| !self.is_files);
        match (whole, fast) {
            (Some(whole @ 1..=2), _) => Some((whole, false)),
            (_, Some(fast @ 1..=2)) if self.width != 6 => Some((fast, true)),
            // A row directly below one with the same number of figures, without name and size.
            (Some(0), _) if self.is_plain && self.width == 6 => Some((0, false)),
            (_, Some(0)) if self.is_plain && self.width == 4 => Some((0, true)),
            _ => None,
        }
    }

    /// Machine and size in the words before the figures of a row.
    fn host_and_size<'a>(&self, head: &[&'a str]) -> (&'a str, Option<&'a str>) {
        match head {
            [host, size] => (host, Some(size)),
            [one] => match one.split_once(':') {
                Some((size, _)) if is_size(size) => ("", Some(size)),
                Some((host, rest)) => {
                    (host, rest.split(':').next().filter(|it| !it.is_empty()))
                }
                None if self.is_nameless || is_size(one) => ("", Some(one)),
                None => (one, None),
            },
            _ => ("", None),
        }
    }

    fn row(&mut self, line: &Line<'_>, text: &str, report: &mut Report) -> Result<(), Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // Figures come in pairs with the CPU share, after name, size or number of files.
        let (from, is_fast) =
            self.heads(&words).ok_or_else(|| line.cut_off(text!("interchange-row")))?;
        let values = words.get(from..).unwrap_or_default();
        if values.len() != if is_fast { 8 } else { 12 } {
            return Err(line.cut_off(text!("interchange-row")));
        }
        let mut printed = Vec::new();
        for pair in values.chunks(2) {
            let [value, share] = pair else {
                return Err(line.cut_off(text!("interchange-row")));
            };
            if !is_value(value) {
                return Err(line.expected(value, text!("interchange-rate")));
            }
            let is_share = share.starts_with("++") || decimal(share).is_some();
            if !is_share {
                return Err(line.expected(share, text!("interchange-share-processor")));
            }
            printed.push(Self::printed(line, value)?);
        }
        self.width = printed.len();
        let head = words.get(..from).unwrap_or_default();
        self.is_plain = !self.is_files && head.iter().all(|it| decimal(it).is_none());
        if self.is_files {
            report.files = head.last().map(|it| (*it).to_owned());
            if let ([host, _], true) = (head, report.host.is_empty()) {
                (*host).clone_into(&mut report.host);
            }
            place(printed, &mut report.per_file);
        } else {
            let (host, size) = self.host_and_size(head);
            report.host = host.to_owned();
            report.size = size.map(str::to_owned);
            place(printed, &mut report.rates);
        }
        Ok(())
    }

    fn printed(line: &Line<'_>, text: &str) -> Result<Option<Printed>, Refusal> {
        if text.starts_with("++") {
            return Ok(None);
        }
        let (number, scale) =
            split_scale(text).ok_or_else(|| line.expected(text, text!("interchange-rate")))?;
        let value = line.number(number)?;
        // Tables before 1.98 count KiB, later ones have a letter after each rate; seeks and files have no letter in
        // both.
        let factor = match scale {
            "" | "k" => 1.0,
            "m" => 1024.0,
            "g" => 1024.0 * 1024.0,
            _ => return Err(line.expected(text, text!("interchange-rate"))),
        };
        Ok(Some(Printed { text: number.to_owned(), value: value * factor }))
    }
}

/// A rate in a table, or the marks of a test that was too quick.
fn is_value(text: &str) -> bool {
    text.starts_with("++") || split_scale(text).is_some()
}

/// A size with its letter: `16G`, `7624M`. Rates never have a capital letter.
fn is_size(text: &str) -> bool {
    let digits = text.strip_suffix(['K', 'M', 'G', 'T']);
    digits.is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

/// Whether two rows can be of one machine: a row may lack the name, or shorten it to make room for later columns.
fn is_same_name(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    // Arbitrary: shorter names are not shortened.
    short == long || short.is_empty() || short.len() >= 8 && long.starts_with(short)
}

/// Number and letter of `728m`.
fn split_scale(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, scale) = text.split_at_checked(end)?;
    decimal(number).map(|_| (number, scale))
}

/// Puts six values into their slots, or four values of `-f`, which omits the tests of single characters.
fn place<T>(values: Vec<Option<T>>, slots: &mut [Option<T>; 6]) {
    let which: &[usize] = if values.len() == 4 { &[1, 2, 4, 5] } else { &[0, 1, 2, 3, 4, 5] };
    for (value, index) in values.into_iter().zip(which) {
        if let Some(slot) = slots.get_mut(*index) {
            *slot = value;
        }
    }
}

/// Latencies of ` 16366us   5650us`, in ns.
fn latencies(line: &Line<'_>, text: &str, width: usize) -> Result<Vec<Option<f64>>, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != width {
        return Err(line.cut_off(text!("interchange-latencies")));
    }
    words.iter().map(|it| latency(line, it)).collect()
}

fn latency(line: &Line<'_>, text: &str) -> Result<Option<f64>, Refusal> {
    if text.is_empty() || text.starts_with("++") {
        return Ok(None);
    }
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end).unwrap_or((text, ""));
    let found = decimal(number).zip(unit_ns(unit));
    found
        .map(|(number, unit)| Some(number * unit))
        .ok_or_else(|| line.expected(text, text!("interchange-time-unit")))
}

/// Positions of the fields in a line of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// Fields: before the rates, and before the number of files; 0 latencies in the old layout.
    host: usize,
    rates: usize,
    files: usize,
    per_file: usize,
    latencies: Option<usize>,
    count: usize,
}

/// `host,size,..`. Source: `bon_csv2html.1` of 1.03.
const OLD: Layout =
    Layout { host: 0, rates: 2, files: 14, per_file: 15, latencies: None, count: 27 };
/// The same with largest and smallest size and number of folders.
const OLD_SIZES: Layout = Layout { files: 14, per_file: 18, count: 30, ..OLD };
/// `1.96,1.96,host,concurrency,time,size,chunk,..`.
const NEW: Layout =
    Layout { host: 2, rates: 7, files: 19, per_file: 24, latencies: Some(36), count: 48 };
/// `1.98,2.00,..`: the number of seekers after the chunk, as its published lines show.
const NEWER: Layout =
    Layout { host: 2, rates: 9, files: 21, per_file: 26, latencies: Some(38), count: 50 };

impl Layout {
    fn of(text: &str) -> Option<Self> {
        let count = text.split(',').count();
        let first = text.split(',').next()?;
        let is_versioned = first.starts_with("1.9") || first.starts_with("2.0");
        let layout = match (count, is_versioned) {
            (27, false) => OLD,
            (30, false) => OLD_SIZES,
            (48, true) => NEW,
            (50, true) => NEWER,
            _ => return None,
        };
        // Requires numbers, or their marks, at the positions of figures.
        let fields: Vec<&str> = text.split(',').collect();
        let is_field = |index: usize| {
            fields.get(index).is_some_and(|it| {
                let it = it.trim();
                it.is_empty() || it.starts_with("++") || decimal(it).is_some()
            })
        };
        // The old layout, which has no version: a size such as 2G.
        let size = fields.get(1).copied().unwrap_or_default();
        let is_size = size.ends_with(['K', 'M', 'G', 'T']) || size.contains(':');
        let is_size = is_size && size.starts_with(|it: char| it.is_ascii_digit());
        if !is_versioned && !is_size {
            return None;
        }
        let seeks = layout.rates.saturating_add(12);
        (layout.rates..seeks).all(is_field).then_some(layout)
    }

    const fn is_last_a_number(self) -> bool {
        self.latencies.is_none()
    }

    fn report(self, line: &Line<'_>, text: &str) -> Result<Report, Refusal> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        let numbers = |from: usize| -> Result<Vec<Option<Printed>>, Refusal> {
            let pairs =
                (0..6_usize).map(|index| field(from.saturating_add(index.saturating_mul(2))));
            pairs
                .map(|text| match text {
                    "" => Ok(None),
                    text if text.starts_with("++") => Ok(None),
                    text => {
                        Ok(Some(Printed { text: text.to_owned(), value: line.number(text)? }))
                    }
                })
                .collect()
        };
        let mut report = Report {
            host: field(self.host).to_owned(),
            line_index: line.index,
            ..Report::default()
        };
        let size = if self.host == 0 { field(1) } else { field(5) };
        report.size = Some(size.to_owned()).filter(|it| !it.is_empty());
        report.files = Some(field(self.files).to_owned()).filter(|it| !it.is_empty());
        if self.host > 0 {
            report.version = Some(field(1).to_owned());
            report.concurrency = field(3).parse().ok();
        }
        place(numbers(self.rates)?, &mut report.rates);
        place(numbers(self.per_file)?, &mut report.per_file);
        if let Some(from) = self.latencies {
            let of = |from: usize| -> Result<Vec<Option<f64>>, Refusal> {
                let words = (0..6_usize).map(|index| field(from.saturating_add(index)));
                words.map(|it| latency(line, it)).collect()
            };
            place(of(from)?, &mut report.rate_latency);
            place(of(from.saturating_add(6))?, &mut report.file_latency);
        }
        Ok(report)
    }
}

impl Report {
    fn has_files(&self) -> bool {
        self.files.is_some() || self.per_file.iter().any(Option::is_some)
    }

    fn is_of_table(&self) -> bool {
        self.rates.iter().chain(&self.per_file).any(Option::is_some)
    }

    /// Checks that the line of values agrees with the table, and takes its additional digits.
    fn agree(&mut self, line: &Line<'_>, values: Self) -> Result<(), Refusal> {
        let pairs = self.rates.iter().zip(&values.rates);
        for (one, other) in pairs.filter_map(|(one, other)| one.as_ref().zip(other.as_ref())) {
            let factor = if one.value > 0.0 {
                decimal(&one.text).map_or(1.0, |printed| one.value / printed)
            } else {
                1.0
            };
            if !is_rounded(&one.text, other.value / factor)
                && !is_rounded(&other.text, one.value)
            {
                return Err(line.contradiction(&other.text, format!("{} KiB/s", one.value)));
            }
        }
        let version = self.version.take().or(values.version.clone());
        let per_file = if values.per_file.iter().any(Option::is_some) {
            values.per_file
        } else {
            self.per_file.clone()
        };
        *self = Self { version, per_file, line_index: self.line_index, ..values };
        Ok(())
    }

    fn end(self) -> Option<Imported> {
        let mut evidence = ImportedEvidence {
            tool: "bonnie++".to_owned(),
            version: self.version.clone(),
            ..ImportedEvidence::default()
        };
        evidence.note(&sentence!("interchange-bonnie-s-k-1024-bytes-rates"));
        let facts = [
            ("machine", Some(self.host.clone()).filter(|it| !it.is_empty())),
            ("size", self.size.clone()),
            ("files", self.files.clone()),
        ];
        let facts =
            facts.into_iter().filter_map(|(name, value)| Some(ImportedFact::new(name, value?)));
        evidence.facts.extend(facts);
        // Reserves exactly, because a file may contain very many runs.
        let count = self.rates.iter().chain(&self.per_file).flatten().count();
        evidence.results.reserve_exact(count);
        for (index, (name, operation, order)) in RATES.into_iter().enumerate() {
            let Some(Some(printed)) = self.rates.get(index) else { continue };
            let is_seeks = index == 5;
            let (figure, factor) =
                if is_seeks { ("operations_per_s", 1.0) } else { ("bytes_per_s", 1024.0) };
            let latency = self.rate_latency.get(index).copied().flatten();
            let mut found = self.one(name, (figure, printed.value * factor), latency);
            // A tenth of the seeks also write, so they have no single operation.
            found.operation = (!is_seeks).then_some(operation);
            found.order = Some(order);
            evidence.results.push(found);
        }
        for (index, name) in FILES.into_iter().enumerate() {
            let Some(Some(printed)) = self.per_file.get(index) else { continue };
            let latency = self.file_latency.get(index).copied().flatten();
            evidence.results.push(self.one(name, ("operations_per_s", printed.value), latency));
        }
        if evidence.results.is_empty() {
            return None;
        }
        number_names(&mut evidence.results);
        imported(evidence, None)
    }

    fn one(
        &self,
        name: &str,
        (figure, value): (&str, f64),
        latency: Option<f64>,
    ) -> ImportedResult {
        let mut figures = ImportedFigures::from([(figure.to_owned(), value)]);
        if let Some(latency) = latency {
            figures.insert("latency_max_ns", latency);
        }
        ImportedResult {
            figures,
            latency_of: latency.map(|_| "operation".to_owned()),
            job_count: self.concurrency,
            ..result(name, self.line_index)
        }
    }
}
