//! CSV: one row per cell, accompanying load and kind of operation, for spreadsheets and data frames.
//!
//! RFC 4180 with line feeds. A cell in which no operation completed has one row without an operation, so that it is
//! not lost. An unknown value is an empty field. Texts come from drives, files and people: none of them acts as a
//! formula in a spreadsheet, or affects a terminal.

use iogram_model::Total as _;
use iogram_model::{
    CellRecord, CellState, LoadRecord, Loop, OpKind, OpRecord, Run, Warning, Workload,
};

use crate::format;

/// A column of the CSV.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name; that of a numeric column ends in its unit.
    pub name: &'static str,
    /// The contents of the column, with the unit.
    pub meaning: &'static str,
    value: fn(&Row<'_>) -> Field,
}

/// Kinds of CSV by reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CsvStyle {
    /// A program: RFC 4180, with commas between fields and a decimal point.
    #[default]
    Plain,
    /// A spreadsheet of a country with a decimal point: as [`Self::Plain`], after a byte order mark, without which
    /// Excel assumes an older encoding.
    Point,
    /// A spreadsheet of a country with a decimal comma: semicolons between fields, and a byte order mark.
    Comma,
}

impl CsvStyle {
    /// The text before the heading.
    pub(crate) const fn beginning(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Point | Self::Comma => "\u{feff}",
        }
    }

    /// Joins finished fields to a line.
    pub(crate) fn joined(self, fields: impl Iterator<Item = String>) -> String {
        let separator = match self {
            Self::Plain | Self::Point => ",",
            Self::Comma => ";",
        };
        fields.collect::<Vec<_>>().join(separator) + "\n"
    }

    pub(crate) fn number(self, value: f64) -> String {
        let text = value.to_string();
        if self == Self::Comma { text.replace('.', ",") } else { text }
    }
}

/// The sources of a row's values.
struct Row<'a> {
    run: &'a Run,
    cell: &'a CellRecord,
    /// The accompanying load of the row; `None` for the cell's own load.
    load: Option<&'a LoadRecord>,
    op: Option<(OpKind, &'a OpRecord)>,
}

enum Field {
    Text(String),
    Unsigned(u64),
    Float(f64),
    Unknown,
}

impl From<&str> for Field {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Field {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Field {
    fn from(value: u64) -> Self {
        Self::Unsigned(value)
    }
}

impl From<u32> for Field {
    fn from(value: u32) -> Self {
        Self::Unsigned(value.into())
    }
}

impl From<f64> for Field {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Float(value) } else { Self::Unknown }
    }
}

impl<T: Into<Self>> From<Option<T>> for Field {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unknown, Into::into)
    }
}

macro_rules! columns {
    ($($name:literal, $meaning:literal, $value:expr;)*) => {
        &[$(Column { name: $name, meaning: $meaning, value: |row| Field::from($value(row)) }),*]
    };
}

/// The columns in order. New columns go to the end; none is ever removed.
pub const COLUMNS: &[Column] = columns![
    "run_id", "the run", |row: &Row<'_>| row.run.id.clone();
    "started_at", "start of the run, ISO 8601 in UTC",
        |row: &Row<'_>| format::timestamp(row.run.started_at_us);
    "method", "the method's id", |row: &Row<'_>| row.run.method.id.clone();
    "target", "the target as the user named it", |row: &Row<'_>| row.run.target.name.clone();
    "model", "vendor and model of the drive", |row: &Row<'_>| row.run.target.model.clone();
    "cell", "the cell's name; repetitions have the same",
        |row: &Row<'_>| row.cell.name.clone();
    "repeat_index", "which repetition, counted from 0", |row: &Row<'_>| row.cell.repeat;
    "is_counted", "whether the repetition counts: false where the method or a person left it out",
        |row: &Row<'_>| (row.cell.is_counted && row.cell.excluded.is_none()).to_string();
    "state", "how the cell ended", |row: &Row<'_>| {
        state_name(row.load.map_or(row.cell.state, |load| load.state))
    };
    "operation", "read, write, flush or discard; empty if none completed",
        |row: &Row<'_>| row.op.map(|(kind, _)| kind.name());
    "access", "order of addresses",
        |row: &Row<'_>| row.asked().map(|it| it.access.to_string());
    "block", "block size, or sizes with weights",
        |row: &Row<'_>| row.asked().map(|it| it.block.to_string());
    "read_ratio", "share of reads asked for",
        |row: &Row<'_>| row.asked().map(|it| f64::from(it.mix.read.0) / 1000.0);
    "queue_depth_count", "requests kept outstanding by each job",
        |row: &Row<'_>| row.asked().map(|it| it.depth);
    "jobs_count", "jobs", |row: &Row<'_>| row.asked().map(|it| it.jobs);
    "region", "the part of the target that is touched",
        |row: &Row<'_>| row.asked().map(|it| it.region.to_string());
    "sync", "when written data is made durable",
        |row: &Row<'_>| row.asked().map(|it| it.sync.to_string());
    "loop", "closed: latency from issue; open: latency from the intended start",
        |row: &Row<'_>| row.own().map(|cell| loop_name(cell.engine.pacing));
    "path", "how requests reached the target",
        |row: &Row<'_>| row.own().map(|cell| cell.engine.path.name());
    "depth_reached_count", "mean number of outstanding requests",
        |row: &Row<'_>| row.own().map(|cell| cell.engine.depth_reached);
    "elapsed_ns", "time of the cell, a flush at its end included",
        |row: &Row<'_>| row.load.map_or(row.cell.elapsed_ns, |load| load.elapsed_ns);
    "requests_count", "completed operations", |row: &Row<'_>| row.record(|op| op.count);
    "moved_bytes", "bytes moved by them", |row: &Row<'_>| row.record(|op| op.bytes);
    "iops", "completions per second of the cell's time",
        |row: &Row<'_>| row.record(|op| op.iops);
    "bytes_per_s", "bytes per second of the cell's time",
        |row: &Row<'_>| row.record(|op| op.bytes_per_s);
    "latency_min_ns", "smallest latency", |row: &Row<'_>| row.record(|op| op.latency_ns.min);
    "latency_mean_ns", "mean latency", |row: &Row<'_>| row.record(|op| op.latency_ns.mean);
    "latency_p50_ns", "median latency; empty if there are too few requests, as for all percentiles",
        |row: &Row<'_>| row.percentile(|op| op.latency_ns.p50);
    "latency_p90_ns", "90th percentile", |row: &Row<'_>| row.percentile(|op| op.latency_ns.p90);
    "latency_p99_ns", "99th percentile", |row: &Row<'_>| row.percentile(|op| op.latency_ns.p99);
    "latency_p999_ns", "99.9th percentile",
        |row: &Row<'_>| row.percentile(|op| op.latency_ns.p999);
    "latency_p9999_ns", "99.99th percentile",
        |row: &Row<'_>| row.percentile(|op| op.latency_ns.p9999);
    "latency_p99999_ns", "99.999th percentile",
        |row: &Row<'_>| row.percentile(|op| op.latency_ns.p99999);
    "latency_max_ns", "largest latency", |row: &Row<'_>| row.record(|op| op.latency_ns.max);
    "cpu_user_ns", "user-mode CPU time of the whole cell",
        |row: &Row<'_>| row.own().and_then(|cell| cell.cpu_user_ns);
    "cpu_system_ns", "kernel CPU time of the whole cell",
        |row: &Row<'_>| row.own().and_then(|cell| cell.cpu_system_ns);
    "submit_cpu_ratio", "largest share of a core that a submitter used",
        |row: &Row<'_>| row.own().and_then(|cell| cell.engine.submit_cpu_ratio);
    "failed_count", "failed requests of the whole cell",
        |row: &Row<'_>| {
            let errors = row.load.map_or(&row.cell.errors, |load| &load.errors);
            errors.iter().map(|error| error.count).total()
        };
    "warnings", "codes of the cell's warnings, separated by spaces",
        |row: &Row<'_>| match row.load {
            None => warning_codes(row.cell.all_warnings().map(|(_, warning)| warning)),
            Some(load) => warning_codes(load.warnings.iter()),
        };
    "load", "name of the load beside the cell that the row is of; empty is the cell's own",
        |row: &Row<'_>| row.load.map(|load| load.name.clone());
];

impl<'a> Row<'a> {
    /// The cell, unless the row is about an accompanying load.
    fn own(&self) -> Option<&'a CellRecord> {
        self.load.is_none().then_some(self.cell)
    }

    /// The workload of the cell, or of the accompanying load.
    fn asked(&self) -> Option<&'a Workload> {
        let workload = &self.cell.workload;
        let Some(load) = self.load else { return Some(workload) };
        workload.beside.iter().find(|it| it.name == load.name).map(|it| &it.workload)
    }

    fn record<T>(&self, value: impl FnOnce(&OpRecord) -> T) -> Option<T> {
        self.op.map(|(_, op)| value(op))
    }

    fn percentile(&self, value: impl FnOnce(&OpRecord) -> Option<u64>) -> Option<u64> {
        self.op.and_then(|(_, op)| value(op))
    }
}

/// The cells of `run` as CSV with a heading.
#[must_use]
pub fn render_csv(run: &Run, style: CsvStyle) -> String {
    let names = COLUMNS.iter().map(|column| column.name.to_owned());
    let mut text = style.beginning().to_owned() + &style.joined(names);
    for cell in &run.cells {
        let loads = cell.beside.iter().map(|load| (Some(load), &load.operations));
        for (load, operations) in std::iter::once((None, &cell.operations)).chain(loads) {
            let mut ops: Vec<_> = operations.iter().map(Some).collect();
            if ops.is_empty() {
                ops.push(None);
            }
            for op in ops {
                let row = Row { run, cell, load, op };
                let fields = COLUMNS.iter().map(|column| (column.value)(&row).render(style));
                text += &style.joined(fields);
            }
        }
    }
    text
}

/// The meanings of the columns of [`render_csv`], as Markdown.
#[must_use]
pub fn render_csv_columns() -> String {
    let rows =
        COLUMNS.iter().map(|column| format!("| `{}` | {} |\n", column.name, column.meaning));
    let intro = "# Columns of the CSV\n\nOne row per cell, load beside it and kind of operation. An empty field is \
                 unknown. Columns are only ever added, at the end.\n\nTexts come from drives, files \
                 and people. One that begins with `=`, `+`, `-` or `@` has an apostrophe before it, \
                 so that no spreadsheet takes it for a formula; columns of numbers have none. \
                 Control characters, line breaks and marks of direction are written out, such as \
                 `\\x1b`, `\\n` or `\\u{202e}`.\n\nFor a spreadsheet: `iogram export RUN --format csv --spreadsheet point` \
                 writes a byte order mark before the same text; `comma` also writes semicolons between fields and a \
                 decimal comma, as spreadsheets of many countries expect.\n\n";
    format!("{intro}| column | meaning |\n| :--- | :--- |\n{}", rows.collect::<String>())
}

impl Field {
    fn render(self, style: CsvStyle) -> String {
        match self {
            Self::Text(text) => quoted(text),
            Self::Unsigned(value) => value.to_string(),
            Self::Float(value) => style.number(value),
            Self::Unknown => String::new(),
        }
    }
}

/// A text as a field. Numeric columns do not pass here, so a negative number stays a number.
pub(crate) fn quoted(text: String) -> String {
    // A spreadsheet treats a text with these first characters as a formula; an apostrophe before it makes it a text,
    // and the spreadsheet does not show the apostrophe. Source: OWASP, CSV Injection.
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let mut text = iogram_model::shown(&text).into_owned();
    if text.trim_start().starts_with(FORMULA) {
        text.insert(0, '\'');
    }
    // A semicolon separates fields in countries with a decimal comma.
    let is_special = |character| matches!(character, ',' | ';' | '"');
    let is_padded = text.trim().len() != text.len();
    if text.contains(is_special) || is_padded {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// As in the published record.
pub(crate) fn state_name(state: CellState) -> &'static str {
    match state {
        CellState::Completed => "completed",
        CellState::Interrupted => "interrupted",
        CellState::IoErrors => "io-errors",
        CellState::Full => "full",
        CellState::Vanished => "vanished",
        CellState::ReadOnly => "read-only",
        CellState::Stalled => "stalled",
        CellState::Unsupported => "unsupported",
        CellState::Unknown => "unknown",
    }
}

fn loop_name(pacing: Loop) -> &'static str {
    match pacing {
        Loop::Closed => "closed",
        Loop::Open => "open",
    }
}

fn warning_codes<'a>(warnings: impl Iterator<Item = &'a Warning>) -> String {
    let mut codes: Vec<&str> = warnings.map(|it| it.code.as_str()).collect();
    codes.dedup();
    codes.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(quoted(text.to_owned()), expected);
    }

    #[test]
    fn fields_with_separators_are_quoted() {
        check("seq-1m", "seq-1m");
        check("4KiB:70,64KiB:30", "\"4KiB:70,64KiB:30\"");
        check("3.5\" drive", "\"3.5\"\" drive\"");
        check("1,5;2,5", "\"1,5;2,5\"");
        check("two\nlines", "two\\nlines");
        check(" padded", "\" padded\"");
    }

    #[test]
    fn a_spreadsheet_with_a_decimal_comma_has_semicolons_between_fields() {
        let line = |style: CsvStyle| {
            let fields = [Field::from("a;b"), Field::from(1.5), Field::from(7_u64)];
            style.beginning().to_owned()
                + &style.joined(fields.into_iter().map(|field| field.render(style)))
        };
        assert_eq!(line(CsvStyle::Plain), "\"a;b\",1.5,7\n");
        assert_eq!(line(CsvStyle::Point), "\u{feff}\"a;b\",1.5,7\n");
        assert_eq!(line(CsvStyle::Comma), "\u{feff}\"a;b\";1,5;7\n");
    }

    #[test]
    fn no_text_is_a_formula_and_every_number_stays_one() {
        check("=1+1", "'=1+1");
        check("@SUM(A1,A2)", "\"'@SUM(A1,A2)\"");
        check("-1", "'-1");
        check(" +1", "' +1");
        check("＝1", "'＝1");
        check("\t=1", "\\t=1");
        check("a=1", "a=1");
        assert_eq!(Field::from(-1.5).render(CsvStyle::Plain), "-1.5");
    }
}
