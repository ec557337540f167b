//! Records without the tree of their series: each row is looked at and becomes what it is, one after another.
//!
//! A day's series is tens of megabytes of text and would be several times that as a tree. Whatever is not plain
//! here (a word that is not known, anything wrong) is left to the way through the tree, which keeps it or says
//! where it stands.

use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{has_known_fields_row, limits};
use crate::series::{Series, SeriesRow};

/// A run with an empty series in each cell, and the series beside it; `None` if it is not plain.
pub(super) fn run_from(text: &str) -> Option<(Value, Vec<Option<Series>>)> {
    let mut series = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let run = RunSeed { series: &mut series }.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some((run, series))
}

/// A series alone; `None` if it is not plain.
pub(super) fn series_from(text: &str) -> Option<Series> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let series = SeriesSeed.deserialize(&mut reader).ok()?;
    reader.end().ok()?;
    Some(series)
}

/// What stands for a series that was taken out.
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
                // Of two lists the last one counts, and so do its series.
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
                    let value: Value = fields.next_value()?;
                    limits::check_field(&key, &value).map_err(A::Error::custom)?;
                    interval_ns = value.as_u64();
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
        while let Some(row) = items.next_element::<Value>()? {
            limits::check(&row).map_err(A::Error::custom)?;
            if !has_known_fields_row(&row) || rows.len() >= limits::ITEMS_MAX {
                return Err(A::Error::custom("not known here"));
            }
            rows.push(serde_json::from_value(row).map_err(A::Error::custom)?);
        }
        rows.shrink_to_fit();
        Ok(rows)
    }
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

    /// What comes of a cell in pieces, and of the same as one tree.
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
        // What is new is kept, what is wrong refused, either way.
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

    #[test]
    fn a_cell_may_last_for_years_with_hardly_a_request() {
        let later = ROW.replace(r#""start_ns":0"#, r#""start_ns":300000000000000000"#);
        let whole = series(&[ROW, &later]);
        let read = check(std::slice::from_ref(&whole), &whole).unwrap().series;
        let steps = read.last_end_ns() / read.step_ns();
        assert!(steps <= Series::STEPS_MAX && read.step_ns().is_multiple_of(read.interval_ns));
    }
}
