//! Reads records without building a JSON tree of their series: it checks and decodes one row after the other.
//!
//! A day's series is tens of megabytes of text, and a tree would take several times that. Anything unusual (an
//! unknown word, an error) is left to the tree, which preserves it or reports its place.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::limits;
use crate::series::{SecondsRange, Series, SeriesOp, SeriesRow};

/// A run whose cells have empty series, and the series separately; `None` if the text is unusual.
pub(super) fn run_from(text: &str) -> Option<(Value, Vec<Option<Series>>)> {
    let mut series = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let run = RunSeed { series: &mut series }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some((run, series))
}

/// A series alone; `None` if the text is unusual.
pub(super) fn series_from(text: &str) -> Option<Series> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let series = SeriesSeed.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(series)
}

/// Placeholder for a series that was taken out.
pub(super) fn stub() -> Value {
    serde_json::json!({ "interval_ns": 0, "rows": [] })
}

struct RunSeed<'a> {
    series: &'a mut Vec<Option<Series>>,
}

impl<'de> DeserializeSeed<'de> for RunSeed<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RunSeed<'_> {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a run")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut run = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let value = match key.as_str() {
                // If there are two lists, the last one counts, and so do its series.
                "cells" => {
                    self.series.clear();
                    fields.next_value_seed(CellsSeed { series: &mut *self.series })?
                }
                _ => fields.next_value()?,
            };
            run.insert(key, value);
        }
        Ok(Value::Object(run))
    }
}

struct CellsSeed<'a> {
    series: &'a mut Vec<Option<Series>>,
}

impl<'de> DeserializeSeed<'de> for CellsSeed<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for CellsSeed<'_> {
    type Value = Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("cells")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut cells = Vec::new();
        while let Some((cell, series)) = items.next_element_seed(CellSeed)? {
            cells.push(cell);
            self.series.push(series);
        }
        Ok(Value::Array(cells))
    }
}

struct CellSeed;

impl<'de> DeserializeSeed<'de> for CellSeed {
    type Value = (Value, Option<Series>);

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        from: D,
    ) -> Result<Self::Value, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for CellSeed {
    type Value = (Value, Option<Series>);

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a cell")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut cell, mut series) = (Map::new(), None);
        while let Some(key) = fields.next_key::<String>()? {
            let value = match key.as_str() {
                "series" => {
                    series = Some(fields.next_value_seed(SeriesSeed)?);
                    stub()
                }
                _ => fields.next_value()?,
            };
            cell.insert(key, value);
        }
        Ok((Value::Object(cell), series))
    }
}

struct SeriesSeed;

impl<'de> DeserializeSeed<'de> for SeriesSeed {
    type Value = Series;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Series, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SeriesSeed {
    type Value = Series;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a series")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Series, A::Error> {
        let (mut interval_ns, mut rows) = (None, None);
        while let Some(key) = fields.next_key::<String>()? {
            match key.as_str() {
                "interval_ns" => {
                    let length_ns = fields.next_value()?;
                    if !limits::is_time(length_ns) {
                        return Err(A::Error::custom("beyond its limits"));
                    }
                    interval_ns = Some(length_ns);
                }
                "rows" => rows = Some(fields.next_value_seed(RowsSeed)?),
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                    return Err(A::Error::custom("not known here"));
                }
            }
        }
        match (interval_ns, rows) {
            (Some(interval_ns), Some(rows)) => Ok(Series { interval_ns, rows }),
            _ => Err(A::Error::custom("no series")),
        }
    }
}

struct RowsSeed;

impl<'de> DeserializeSeed<'de> for RowsSeed {
    type Value = Vec<SeriesRow>;

    fn deserialize<D: serde::Deserializer<'de>>(
        self,
        from: D,
    ) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowsSeed {
    type Value = Vec<SeriesRow>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = items.next_element::<PlainRow>()? {
            let row = SeriesRow::from(row);
            if !is_within(&row) || rows.len() >= limits::ITEMS_MAX {
                return Err(A::Error::custom("beyond its limits"));
            }
            rows.push(row);
        }
        rows.shrink_to_fit();
        Ok(rows)
    }
}

/// A row without new fields. Same fields as [`SeriesRow`], which ignores unknown fields; keep both in step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainRow {
    start_ns: u64,
    length_ns: Option<u64>,
    read: Option<PlainOp>,
    write: Option<PlainOp>,
    flush: Option<PlainOp>,
    discard: Option<PlainOp>,
    seconds: Option<PlainSeconds>,
}

impl From<PlainRow> for SeriesRow {
    fn from(row: PlainRow) -> Self {
        Self {
            start_ns: row.start_ns,
            length_ns: row.length_ns,
            read: row.read.map(SeriesOp::from),
            write: row.write.map(SeriesOp::from),
            flush: row.flush.map(SeriesOp::from),
            discard: row.discard.map(SeriesOp::from),
            seconds: row.seconds.map(SecondsRange::from),
        }
    }
}

/// Same fields as [`SeriesOp`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainOp {
    count: u64,
    bytes: u64,
    p50_ns: Option<u64>,
    p99_ns: Option<u64>,
    max_ns: u64,
}

impl From<PlainOp> for SeriesOp {
    fn from(op: PlainOp) -> Self {
        let PlainOp { count, bytes, p50_ns, p99_ns, max_ns } = op;
        Self { count, bytes, p50_ns, p99_ns, max_ns }
    }
}

/// Same fields as [`SecondsRange`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainSeconds {
    min_bytes: u64,
    max_bytes: u64,
}

impl From<PlainSeconds> for SecondsRange {
    fn from(seconds: PlainSeconds) -> Self {
        Self { min_bytes: seconds.min_bytes, max_bytes: seconds.max_bytes }
    }
}

/// Whether all of its numbers are within their limits.
fn is_within(row: &SeriesRow) -> bool {
    let ops = [row.read, row.write, row.flush, row.discard];
    let ops_are = ops.into_iter().flatten().all(|op| {
        [Some(op.max_ns), op.p50_ns, op.p99_ns].into_iter().flatten().all(limits::is_time)
            && [op.count, op.bytes].into_iter().all(limits::is_count)
    });
    let seconds_are = row
        .seconds
        .is_none_or(|it| limits::is_count(it.min_bytes) && limits::is_count(it.max_bytes));
    [Some(row.start_ns), row.length_ns].into_iter().flatten().all(limits::is_time)
        && ops_are
        && seconds_are
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadError, read_cell};

    const RECORD: &str = include_str!("../../../../testdata/records/everything.json");
    const ROW: &str = r#"{"start_ns":0,"read":{"count":1,"bytes":512,"p50_ns":null,"p99_ns":null,"max_ns":7}}"#;

    fn cell() -> Value {
        let run: Value = serde_json::from_str(RECORD).unwrap();
        run["cells"][0].clone()
    }

    fn series(rows: &[&str]) -> String {
        format!(r#"{{"interval_ns":100000000,"rows":[{}]}}"#, rows.join(","))
    }

    /// Results of reading a cell in pieces, and of reading it as one tree.
    #[track_caller]
    fn check(pieces: &[String], whole: &str) -> Result<crate::CellRecord, ReadError> {
        let mut record = cell();
        record["series"] = serde_json::from_str(whole).unwrap();
        let tree = serde_json::from_value::<crate::CellRecord>(record);
        let read = read_cell(&cell().to_string(), pieces);
        assert_eq!(read.is_ok(), tree.is_ok(), "{read:?} {tree:?}");
        if let (Ok(read), Ok(tree)) = (&read, &tree) {
            assert_eq!(read, tree);
        }
        read
    }

    #[test]
    fn rows_read_one_by_one_are_those_of_the_tree() {
        let later = ROW.replace(r#""start_ns":0"#, r#""start_ns":100000000"#);
        let whole = series(&[ROW, &later]);
        assert!(series_from(&whole).is_some(), "nothing in it is new");
        let read = check(std::slice::from_ref(&whole), &whole).unwrap();
        assert_eq!(read.series.rows.len(), 2);
        let read = check(&[series(&[ROW]), series(&[&later])], &whole).unwrap();
        assert_eq!(read.series.rows.len(), 2);
        // Both ways keep new parts and reject errors.
        let newer = later.replace(r#""max_ns""#, r#""mode_ns":3,"max_ns""#);
        let whole = series(&[ROW, &newer]);
        assert!(series_from(&whole).is_none());
        let read = check(&[series(&[ROW]), series(&[&newer])], &whole).unwrap();
        assert!(serde_json::to_string(&read).unwrap().contains("mode_ns"));
        let endless = later.replace("100000000", "9000000000000000000");
        let whole = series(&[ROW, &endless]);
        assert!(check(std::slice::from_ref(&whole), &whole).is_err());
        let back = series(&[&later, ROW]);
        assert!(check(std::slice::from_ref(&back), &back).is_err(), "not in order");
    }

    #[test]
    fn a_run_without_the_trees_of_its_series_is_the_same_run() {
        let (value, series) = run_from(RECORD).unwrap();
        let read = crate::read_run(RECORD).unwrap();
        assert_eq!(value["cells"].as_array().unwrap().len(), series.len());
        let tree: crate::Run = serde_json::from_str(RECORD).unwrap();
        assert_eq!(read, tree);
        assert!(read.cells.iter().any(|cell| !cell.series.rows.is_empty()));
    }

    /// Every place of a value with a change to make there.
    fn changes(value: &Value, at: String, all: &mut Vec<(String, Value)>) {
        match value {
            Value::Object(fields) => {
                all.push((format!("{at}/newer"), Value::from(1)));
                for (key, field) in fields {
                    changes(field, format!("{at}/{key}"), all);
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    changes(item, format!("{at}/{index}"), all);
                }
            }
            _ => {
                all.push((at.clone(), Value::from(u64::MAX)));
                all.push((at.clone(), Value::from(-1)));
                all.push((at.clone(), Value::from(1e300)));
                all.push((at.clone(), Value::from("newer")));
                all.push((at.clone(), Value::from("x".repeat(70 << 10))));
                all.push((at, Value::Null));
            }
        }
    }

    #[test]
    fn a_cell_that_is_read_without_a_tree_is_the_cell_of_its_tree_whatever_changes() {
        let run: Value = serde_json::from_str(RECORD).unwrap();
        let (mut quick, mut slow) = (0, 0);
        // Test each place once, in the first cell or item that has it.
        let mut seen = std::collections::BTreeSet::new();
        for cell in run["cells"].as_array().unwrap() {
            let known: crate::CellRecord = serde_json::from_value(cell.clone()).unwrap();
            let whole = serde_json::to_value(&known).unwrap();
            let series = whole["series"].to_string();
            let mut head = whole.clone();
            head["series"] = stub();
            let pieces = [series.as_str()];
            let read = super::super::cell_as_written(&head.to_string(), &pieces);
            assert_eq!(read.as_ref(), known.unknown.is_empty().then_some(&known));
            let mut all = Vec::new();
            changes(&head, String::new(), &mut all);
            let name = |at: &str| at.replace(|it: char| it.is_ascii_digit(), "");
            all.retain(|(at, value)| seen.insert((name(at), value.to_string().len())));
            for (place, value) in all {
                let mut head = head.clone();
                let (parent, key) = place.rsplit_once('/').unwrap();
                match head.pointer_mut(parent).unwrap() {
                    Value::Object(fields) => drop(fields.insert(key.to_owned(), value)),
                    Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
                    other => unreachable!("{other} holds nothing"),
                }
                let text = head.to_string();
                let is_plain = super::super::cell_as_written(&text, &pieces).is_some();
                (quick, slow) = (quick + usize::from(is_plain), slow + usize::from(!is_plain));
                let read = read_cell(&text, &pieces);
                head["series"] = whole["series"].clone();
                let tree = serde_json::from_value::<crate::CellRecord>(head);
                assert_eq!(read.is_ok(), tree.is_ok(), "{place}: {read:?} {tree:?}");
                if let (Ok(read), Ok(tree)) = (read, tree) {
                    assert_eq!(read, tree, "{place}");
                }
            }
        }
        assert!(quick > 0 && slow > 0, "{quick} and {slow} ways");
    }

    #[test]
    fn a_row_beyond_its_limits_is_none() {
        let wide = format!(r#""length_ns":{0},"read""#, 4_000_000_000_000_000_000_u64);
        let seconds = r#""seconds":{"min_bytes":1,"max_bytes":9300000000000000000},"read""#;
        for beyond in [wide.as_str(), seconds] {
            assert!(series_from(&series(&[&ROW.replace(r#""read""#, beyond)])).is_none());
        }
        for number in [r#""count":1"#, r#""bytes":512"#, r#""max_ns":7"#] {
            let name = number.split_once(':').unwrap().0;
            let beyond = format!("{name}:{}", u64::MAX);
            assert!(series_from(&series(&[&ROW.replace(number, &beyond)])).is_none());
        }
        assert!(series_from(&series(&[ROW])).is_some());
    }

    #[test]
    fn a_cell_may_last_for_years_with_hardly_a_request() {
        let later = ROW.replace(r#""start_ns":0"#, r#""start_ns":300000000000000000"#);
        let whole = series(&[ROW, &later]);
        let read = check(std::slice::from_ref(&whole), &whole).unwrap().series;
        let steps = read.last_end_ns() / read.step_ns();
        assert!(steps <= Series::STEPS_MAX && read.step_ns().is_multiple_of(read.interval_ns));
    }
}
