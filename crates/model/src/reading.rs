//! Reads records. It checks them against limits that every record keeps, and preserves the parts that a newer version
//! wrote.
//!
//! This module is the only way to read runs and cells, from a file or a store: both types have no other deserialiser.
//! Knows JSON. Must not know files, and must not repair anything: it rejects an error with its place.
//!
//! A *new* part is not an error. Unknown fields are kept and written again in their place. An unknown word, such as a
//! new kind of finding, removes the smallest optional part around it: a field or an item of a list.

mod limits;
mod rows;
mod tracked;

use crate::{Sentence, Text, sentence, text};
use std::fmt::Write as _;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use self::tracked::{Track, Tracked};
use crate::catalogue::DriveEntry;
use crate::cell::CellRecord;
use crate::finding::Finding;
use crate::probe::ProbeRecord;
use crate::run::Run;
use crate::series::{Series, SeriesRow};
use crate::unknown::{Step, Unknown, put_back, take_out};

/// The reason why a record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{message}", .path, if .path.is_empty() { "" } else { ": " })]
pub struct ReadError {
    /// The place, such as `cells[3].workload.ramp_ns`; empty if it concerns the whole record.
    pub path: String,
    /// The error.
    pub message: String,
    /// The remedy.
    pub hint: Sentence,
}

const RUN_HINT: Text = text!("model-name-file-written-json-run-iogram");

impl ReadError {
    fn new(path: String, message: impl Into<String>) -> Self {
        Self { path, message: message.into(), hint: RUN_HINT.into() }
    }
}

/// Reads a run in the format `iogram-run/1`.
///
/// # Errors
///
/// Fails if the text is not JSON or has another format, or if anything in it is missing, of the wrong type or out of
/// range. New fields and words are not errors.
pub fn read_run(text: &str) -> Result<Run, ReadError> {
    if text.len() > limits::RECORD_BYTES_MAX {
        let most = limits::RECORD_BYTES_MAX >> 20;
        return Err(ReadError::new(String::new(), format!("it is longer than {most} MiB")));
    }
    if let Some((value, series)) = rows::run_from(text) {
        return run_with(value, series);
    }
    run_from(tree(text)?)
}

/// Reads a cell that is stored as two texts: the cell without its series, and the series, in one or more pieces.
///
/// # Errors
///
/// As [`read_run`] for a cell, and if the parts of a newer version leave nothing to read.
pub fn read_cell(record: &str, pieces: &[impl AsRef<str>]) -> Result<CellRecord, ReadError> {
    let pieces: Vec<&str> = pieces.iter().map(AsRef::as_ref).collect();
    read_cell_of(record, &pieces)
}

/// The same for `&str` only, so that it is compiled just once, in this crate.
fn read_cell_of(record: &str, pieces: &[&str]) -> Result<CellRecord, ReadError> {
    if let Some(cell) = cell_as_written(record, pieces) {
        return Ok(cell);
    }
    let mut record = tree(record)?;
    let Value::Object(fields) = &mut record else {
        return Err(ReadError::new(String::new(), "it is no cell"));
    };
    let plain: Option<Vec<Series>> = pieces.iter().map(|it| rows::series_from(it)).collect();
    let trees = || pieces.iter().map(|it| tree(it)).reduce(joined);
    let written = match plain {
        Some(_) => rows::stub(),
        None => trees().transpose()?.unwrap_or_else(rows::stub),
    };
    // Last, as in a record.
    fields.shift_remove("series");
    fields.insert("series".to_owned(), written);
    limits::check(&record)?;
    let intervals = &mut Intervals::default();
    let read = match plain {
        Some(plain) => cell_with(record, whole_of(plain), Unknown::default(), intervals)?,
        None => cell_from(record, intervals)?,
    };
    match read {
        Read::Known(cell) => Ok(*cell),
        Read::New(_) => Err(ReadError::new(String::new(), "a newer iogram wrote it")),
    }
}

/// Fast path without a JSON tree: a cell whose text this version would write identically, so it has nothing new. Most
/// cells are like this. `None` for any other, which needs the slow path.
fn cell_as_written(record: &str, pieces: &[&str]) -> Option<CellRecord> {
    let mut reader = serde_json::Deserializer::from_str(record);
    let mut cell = CellRecord::plain_from(&mut reader).ok()?;
    reader.end().ok()?;
    let mut rest = Expected(record.as_bytes());
    cell.plain_to(&mut serde_json::Serializer::new(&mut rest)).ok()?;
    if !rest.0.is_empty() {
        return None;
    }
    limits::check(&mut serde_json::Deserializer::from_str(record)).ok()?;
    let pieces = pieces.iter().map(|it| rows::series_from(it));
    cell.series = whole_of(pieces.collect::<Option<_>>()?).unwrap_or_default();
    Intervals::default().add(&cell.series).ok()?;
    Some(cell)
}

/// A writer that compares: the bytes that must still follow; any other byte is an error.
struct Expected<'a>(&'a [u8]);

impl std::io::Write for Expected<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(std::io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Joins the pieces of a series; `None` if there are none.
fn whole_of(pieces: Vec<Series>) -> Option<Series> {
    pieces.into_iter().reduce(|mut whole, piece| {
        whole.rows.extend(piece.rows);
        Series { interval_ns: piece.interval_ns, ..whole }
    })
}

fn tree(text: &str) -> Result<Value, ReadError> {
    serde_json::from_str(text)
        .map_err(|error| ReadError::new(String::new(), format!("it is no JSON: {error}")))
}

/// Appends the rows of the next piece to a series.
fn joined(
    whole: Result<Value, ReadError>,
    piece: Result<Value, ReadError>,
) -> Result<Value, ReadError> {
    let (mut whole, mut piece) = (whole?, piece?);
    if let (Some(Value::Array(first)), Some(Value::Array(next))) =
        (whole.get_mut("rows"), piece.get_mut("rows"))
    {
        first.append(next);
        *next = std::mem::take(first);
    }
    Ok(piece)
}

/// Whether a text can be a run's id: letters, digits, `-`, `_` and `.`, at most 64 characters, beginning with a
/// letter or a digit. File names contain it.
#[must_use]
pub fn is_run_id(text: &str) -> bool {
    let is_allowed = |it: u8| it.is_ascii_alphanumeric() || b"-_.".contains(&it);
    text.len() <= 64
        && text.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
        && text.bytes().all(is_allowed)
        && !text.contains("..")
}

fn run_from(value: Value) -> Result<Run, ReadError> {
    run_with(value, Vec::new())
}

/// Decodes the run in `value`; `series` holds the series that were taken out of its cells.
fn run_with(mut value: Value, series: Vec<Option<Series>>) -> Result<Run, ReadError> {
    check_format(&value)?;
    limits::check(&value)?;
    if let Some(id) = value.get("id").and_then(Value::as_str)
        && !is_run_id(id)
    {
        let message = format!(
            "\"{}\" is no run's id: letters, digits, -, _ and ., at most 64",
            crate::shown(&id.chars().take(80).collect::<String>())
        );
        return Err(ReadError::new("id".to_owned(), message));
    }
    let cells = match value.get_mut("cells") {
        Some(cells @ Value::Array(_)) => std::mem::replace(cells, Value::Array(Vec::new())),
        _ => Value::Array(Vec::new()),
    };
    let Value::Array(cells) = cells else { unreachable!("taken as one above") };
    let mut unknown = Unknown::default();
    leave_out_items::<Finding>(&mut value, "findings", &mut unknown);
    leave_out_items::<ProbeRecord>(&mut value, "probes", &mut unknown);
    let mut run: Run = part_from(value, &mut unknown)?;
    let mut intervals = Intervals::default();
    let mut series = series.into_iter();
    for (index, cell) in cells.into_iter().enumerate() {
        let series = series.next().flatten();
        let named = |error: ReadError| ReadError {
            path: format!("cells[{index}]{}{}", dot(&error.path), error.path),
            ..error
        };
        let read = match series {
            Some(series) => cell_with(cell, Some(series), Unknown::default(), &mut intervals),
            None => cell_from(cell, &mut intervals),
        };
        match read.map_err(named)? {
            Read::Known(cell) => run.cells.push(*cell),
            Read::New(value) => {
                let place = vec![Step::Key("cells".to_owned()), Step::Index(run.cells.len())];
                unknown.leave_out(place, value);
            }
        }
    }
    run.unknown = unknown;
    Ok(run)
}

fn dot(path: &str) -> &'static str {
    if path.is_empty() || path.starts_with('[') { "" } else { "." }
}

/// Checks the format first, so that another format is rejected by name.
fn check_format(value: &Value) -> Result<(), ReadError> {
    let expected = Run::FORMAT;
    let error = |message: String| Err(ReadError::new(String::new(), message));
    let Value::Object(fields) = value else {
        return error(format!("it is no record; expected {expected}"));
    };
    match fields.get("format") {
        Some(Value::String(format)) if format == expected => Ok(()),
        Some(Value::String(format)) => {
            let format: String = format.chars().take(80).collect();
            let message = format!("its format is {}, not {expected}", crate::shown(&format));
            let mut refused = ReadError::new(String::new(), message);
            if format.starts_with("iogram-run/") {
                refused.hint = sentence!("model-another-version-iogram-wrote-read");
            }
            Err(refused)
        }
        _ => error(format!("it does not say its format; expected {expected}")),
    }
}

/// The result of reading an item of a list.
enum Read<T> {
    Known(Box<T>),
    /// An item of a kind that this version does not know.
    New(Value),
}

/// Counts the steps of all series of a run, including empty ones: an analysis loops over them.
#[derive(Default)]
struct Intervals(u64);

impl Intervals {
    /// Arbitrary: two hundred cells of any length. An analysis of a series loops over its steps.
    const MOST: u64 = 200 * Series::STEPS_MAX;
    /// Arbitrary: a tenth of the recorded interval. An analysis of a second loops over its intervals.
    const SHORTEST_NS: u64 = 10_000_000;

    fn add(&mut self, series: &Series) -> Result<(), ReadError> {
        let wrong = |message: String| Err(ReadError::new("series".to_owned(), message));
        let rows = &series.rows;
        if series.interval_ns < Self::SHORTEST_NS && !rows.is_empty() {
            return wrong(format!("intervals of {} ns", series.interval_ns));
        }
        let is_short = |row: &SeriesRow| series.length_ns(row) < series.interval_ns;
        if rows.iter().any(is_short) {
            return wrong("one of several intervals that is shorter than one".to_owned());
        }
        // Each row begins after the end of the previous one.
        let is_behind = |one: &SeriesRow, next: &SeriesRow| {
            one.start_ns < next.start_ns
                && (one.length_ns.is_none() || series.end_ns(one) <= next.start_ns)
        };
        if !rows.is_sorted_by(is_behind) {
            return wrong("the intervals are not in order".to_owned());
        }
        let steps = series.last_end_ns().checked_div(series.step_ns()).unwrap_or(0);
        self.0 = self.0.saturating_add(steps);
        if self.0 > Self::MOST {
            return wrong(format!("more than {} intervals in all cells", Self::MOST));
        }
        Ok(())
    }
}

fn cell_from(
    mut value: Value,
    intervals: &mut Intervals,
) -> Result<Read<CellRecord>, ReadError> {
    let mut unknown = Unknown::default();
    // By far the largest part, and it has no words that could be new.
    let series = value.get_mut("series").map(|series| std::mem::replace(series, rows::stub()));
    let series = series.map(|series| series_from(&series, &mut unknown)).transpose()?;
    cell_with(value, series, unknown, intervals)
}

/// Decodes the cell in `value`, whose series was taken out.
fn cell_with(
    value: Value,
    series: Option<Series>,
    mut unknown: Unknown,
    intervals: &mut Intervals,
) -> Result<Read<CellRecord>, ReadError> {
    if let Some(series) = &series {
        intervals.add(series)?;
    }
    let whole = value.clone();
    match part_from::<CellRecord>(value, &mut unknown) {
        Ok(mut cell) => {
            cell.series = series.unwrap_or_default();
            cell.unknown = unknown;
            Ok(Read::Known(Box::new(cell)))
        }
        Err(fault) if fault.is_new => {
            let mut whole = whole;
            if let (Some(place), Some(series)) = (whole.get_mut("series"), series) {
                *place = serde_json::to_value(series)
                    .map_err(|error| ReadError::new("series".to_owned(), error.to_string()))?;
            }
            Ok(Read::New(whole))
        }
        Err(fault) => Err(fault.into()),
    }
}

fn series_from(value: &Value, unknown: &mut Unknown) -> Result<Series, ReadError> {
    let series: Series = attempt(value).map_err(|fault| {
        let error = ReadError::from(fault);
        ReadError { path: format!("series{}{}", dot(&error.path), error.path), ..error }
    })?;
    if !has_known_fields(value) {
        let again = serde_json::to_value(&series)
            .map_err(|error| ReadError::new("series".to_owned(), error.to_string()))?;
        unknown.compare_at("series", value, &again);
    }
    Ok(series)
}

/// Fields of a row of a series, and of its parts.
const ROW_FIELDS: [&str; 7] =
    ["start_ns", "length_ns", "read", "write", "flush", "discard", "seconds"];
const PART_FIELDS: [&str; 7] =
    ["count", "bytes", "p50_ns", "p99_ns", "max_ns", "min_bytes", "max_bytes"];

/// Whether a series has only the fields of this version. A test compares the list with the type.
fn has_known_fields(series: &Value) -> bool {
    only(series, &["interval_ns", "rows"])
        && series["rows"].as_array().is_none_or(|rows| rows.iter().all(has_known_fields_row))
}

/// The same for one row.
fn has_known_fields_row(row: &Value) -> bool {
    only(row, &ROW_FIELDS)
        && row.as_object().is_none_or(|row| row.values().all(|part| only(part, &PART_FIELDS)))
}

fn only(value: &Value, known: &[&str]) -> bool {
    value.as_object().is_none_or(|it| it.keys().all(|key| known.contains(&key.as_str())))
}

/// A value that could not be decoded.
struct Fault {
    place: Vec<Step>,
    message: String,
    /// Whether it is well-formed but unknown to this version.
    is_new: bool,
}

impl From<Fault> for ReadError {
    fn from(fault: Fault) -> Self {
        let mut path = Path::default();
        for step in &fault.place {
            match step {
                Step::Key(key) => path.enter_key(key),
                Step::Index(index) => path.enter_index(*index),
            }
        }
        path.error(fault.message)
    }
}

/// Most new parts within one part. Each costs another pass over the whole part.
const LEFT_OUT_MAX: usize = 32;

/// Decodes the known parts of a value, and moves the new ones to `unknown`.
fn part_from<T: Part>(mut value: Value, unknown: &mut Unknown) -> Result<T, Fault> {
    let mut count = 0;
    let part = loop {
        match attempt_part::<T>(&value) {
            Ok(part) => break part,
            Err(fault) if fault.is_new && count < LEFT_OUT_MAX => {
                leave_out_smallest::<T>(&mut value, fault, unknown)?;
                count = count.saturating_add(1);
            }
            Err(fault) => return Err(fault),
        }
    };
    if let Ok(again) = part.plain_to(serde_json::value::Serializer) {
        unknown.compare(&value, &again);
    }
    Ok(part)
}

/// Removes the smallest part around `fault` that lets decoding succeed, or at least reach another fault.
fn leave_out_smallest<T: Part>(
    value: &mut Value,
    fault: Fault,
    unknown: &mut Unknown,
) -> Result<(), Fault> {
    for length in (1..=fault.place.len()).rev() {
        let place = fault.place[..length].to_vec();
        let Some(part) = take_out(value, &place) else { continue };
        unknown.leave_out(place, part);
        match attempt_part::<T>(value) {
            // This part is mandatory: its parent must go.
            Err(next) if next.place.len() < length && fault.place.starts_with(&next.place) => {
                if let Some((place, part)) = unknown.last_left_out() {
                    put_back(value, &place, part);
                }
            }
            _ => return Ok(()),
        }
    }
    Err(fault)
}

/// Removes new items from a list.
fn leave_out_items<T: DeserializeOwned>(value: &mut Value, key: &str, unknown: &mut Unknown) {
    let Some(Value::Array(items)) = value.get_mut(key) else { return };
    let mut index = 0;
    let mut known = Vec::with_capacity(items.len());
    for item in std::mem::take(items) {
        match attempt::<T>(&item) {
            Err(fault) if fault.is_new => {
                let place = vec![Step::Key(key.to_owned()), Step::Index(index)];
                unknown.leave_out(place, item);
            }
            _ => {
                known.push(item);
                index = index.saturating_add(1);
            }
        }
    }
    *items = known;
}

/// A type whose plain serde form is private to this module.
trait Part: Sized {
    fn plain_from<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
    fn plain_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    fn unknown(&self) -> &Unknown;

    /// Serialises it together with its unknown parts.
    fn whole_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.unknown().is_empty() {
            return self.plain_to(serializer);
        }
        let mut value = self
            .plain_to(serde_json::value::Serializer)
            .map_err(<S::Error as serde::ser::Error>::custom)?;
        self.unknown().put_back(&mut value);
        value.serialize(serializer)
    }
}

macro_rules! part {
    ($type:ty, $from:expr) => {
        impl Part for $type {
            fn plain_from<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <$type>::deserialize(from)
            }
            fn plain_to<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, to)
            }
            fn unknown(&self) -> &Unknown {
                &self.unknown
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.whole_to(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = Value::deserialize(deserializer)?;
                let from: fn(Value) -> Result<$type, ReadError> = $from;
                from(value).map_err(D::Error::custom)
            }
        }
    };
}

part!(Run, run_from);
part!(CellRecord, |value| {
    limits::check(&value)?;
    match cell_from(value, &mut Intervals::default())? {
        Read::Known(cell) => Ok(*cell),
        Read::New(_) => Err(ReadError::new(String::new(), "a newer iogram wrote it")),
    }
});
part!(DriveEntry, |value| {
    limits::check(&value)?;
    let mut unknown = Unknown::default();
    let mut entry: DriveEntry = part_from(value, &mut unknown)?;
    entry.unknown = unknown;
    Ok(entry)
});

fn attempt<T: DeserializeOwned>(value: &Value) -> Result<T, Fault> {
    attempt_with(value, |it| T::deserialize(it))
}

fn attempt_part<T: Part>(value: &Value) -> Result<T, Fault> {
    attempt_with(value, |it| T::plain_from(it))
}

fn attempt_with<T>(
    value: &Value,
    read: impl FnOnce(Tracked<'_, '_>) -> Result<T, serde_json::Error>,
) -> Result<T, Fault> {
    let track = Track::default();
    read(Tracked::new(value, &track)).map_err(|error| {
        let message = error.to_string();
        Fault { place: track.into_steps(), is_new: is_new(&message), message }
    })
}

/// Whether an error means a value that this version does not know, of the right type. No version ever wrote a value
/// that is missing or of the wrong type.
///
/// Source: the messages of serde's `de::Error`, which does not expose its kinds (serde 1.0).
fn is_new(message: &str) -> bool {
    let wrong = [
        "invalid type",
        "invalid value",
        "invalid length",
        "missing field",
        "duplicate field",
        "number out of range",
    ];
    !wrong.iter().any(|start| message.starts_with(start))
}

/// A place in a record, in readable form.
#[derive(Debug, Default)]
struct Path {
    text: String,
    lengths: Vec<usize>,
}

impl Path {
    fn enter_key(&mut self, key: &str) {
        self.lengths.push(self.text.len());
        if !self.text.is_empty() {
            self.text.push('.');
        }
        self.text.extend(key.chars().take(64));
    }

    fn enter_index(&mut self, index: usize) {
        self.lengths.push(self.text.len());
        write!(self.text, "[{index}]").expect("memory takes all text");
    }

    fn leave(&mut self) {
        self.text.truncate(self.lengths.pop().unwrap_or(0));
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(self.text.clone(), message)
    }
}
