//! The rows of a run, for comparisons and for writing them into another database.
//!
//! Knows the columns of records. Must not decode a record.

use std::collections::BTreeMap;

use super::connection::{Connection, Query, places, query, rows_of_places};
use super::figures::{self, FigureRow};
use super::value::Row;
use super::{Outcome, VALUES_MAX, column};
use crate::record::HeadText;

/// Type of a column.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Integer,
    Blob,
}

use Kind::{Blob, Integer, Text};

/// A table with the columns to copy. A database may have more, with their own values.
#[derive(Debug)]
struct Table {
    name: &'static str,
    /// The column with the run's id.
    run: &'static str,
    /// Columns that sort the rows.
    order: &'static str,
    columns: &'static [(&'static str, Kind)],
}

const RUN: Table = Table {
    name: "run",
    run: "id",
    order: "id",
    columns: &[
        ("id", Text),
        ("format", Text),
        ("state", Text),
        ("started_at_us", Integer),
        ("ended_at_us", Integer),
        ("method_id", Text),
        ("target", Text),
        ("target_kind", Text),
        ("capacity_bytes", Integer),
        ("drive", Text),
        ("drive_capacity_bytes", Integer),
        ("model", Text),
        ("serial", Text),
        ("firmware", Text),
        ("kernel", Text),
        ("tool_version", Text),
        ("record", Text),
        ("findings", Blob),
    ],
};

const CELL: Table = Table {
    name: "cell",
    run: "run_id",
    order: "position_index",
    columns: &[
        ("run_id", Text),
        ("position_index", Integer),
        ("name", Text),
        ("repeat_index", Integer),
        ("is_counted", Integer),
        ("state", Text),
        ("access", Text),
        ("block", Text),
        ("read_permille", Integer),
        ("depth_count", Integer),
        ("job_count", Integer),
        ("io_path", Text),
        ("started_ns", Integer),
        ("elapsed_ns", Integer),
        ("cpu_user_ns", Integer),
        ("cpu_system_ns", Integer),
        ("warning_count", Integer),
        ("error_count", Integer),
        ("record", Text),
        ("series", Text),
    ],
};

/// The part of a campaign.
const CAMPAIGN_RUN: Table = Table {
    name: "campaign_run",
    run: "run_id",
    order: "campaign, task_index, round_index",
    columns: &[
        ("campaign", Text),
        ("task_index", Integer),
        ("round_index", Integer),
        ("run_id", Text),
    ],
};

/// In an order for writing: later tables refer to earlier ones.
const TABLES: [&Table; 3] = [&RUN, &CELL, &CAMPAIGN_RUN];

/// The basis of comparing two stores.
const RUN_RECORD: Table = Table { columns: &[("record", Text), ("findings", Blob)], ..RUN };
const CELL_RECORD: Table = Table { columns: &[("record", Text)], ..CELL };

/// Rows of one statement. Arbitrary: far below the 32,766 values of SQLite's limit, and many rows share a network
/// round trip.
const ROWS: usize = 64;

/// The part of a run to read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// All rows for another store.
    Whole,
    /// The records of the run and its cells, without their time series.
    Records,
}

impl Part {
    const fn tables(self) -> &'static [&'static Table] {
        match self {
            Self::Whole => &TABLES,
            Self::Records => &[&RUN_RECORD, &CELL_RECORD],
        }
    }
}

#[derive(Debug)]
enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Blob(Option<Vec<u8>>),
}

/// The rows of a run, by table, without a cell that has not ended.
#[derive(Debug)]
pub(crate) struct RunRows {
    id: String,
    part: Part,
    rows: Vec<Vec<Vec<Value>>>,
    /// Present if the whole was read, and they are known.
    figures: Option<FigureRow>,
}

impl RunRows {
    /// The run's record, without its cells.
    pub(crate) fn head(&self) -> HeadText {
        let findings = self.values(RUN.name, "findings").find_map(|value| match value {
            Value::Blob(bytes) => bytes.clone(),
            _ => None,
        });
        let record = self.texts(RUN.name, "record").next().unwrap_or_default().to_owned();
        HeadText { record, findings }
    }

    /// The records of its cells in order, without their time series.
    pub(crate) fn cell_records(&self) -> impl Iterator<Item = &str> {
        self.texts(CELL.name, "record")
    }

    /// The time series of its cells in order, if they were read.
    pub(crate) fn cell_series(&self) -> impl Iterator<Item = &str> {
        self.texts(CELL.name, "series")
    }

    fn texts(&self, table: &str, column: &str) -> impl Iterator<Item = &str> {
        self.values(table, column).filter_map(|value| match value {
            Value::Text(text) => text.as_deref(),
            _ => None,
        })
    }

    fn values(&self, table: &str, column: &str) -> impl Iterator<Item = &Value> {
        let place = self.part.tables().iter().position(|it| it.name == table);
        let place = place.and_then(|place| {
            let columns = self.part.tables()[place].columns;
            Some((place, columns.iter().position(|(name, _)| *name == column)?))
        });
        place
            .into_iter()
            .flat_map(|(table, column)| self.rows[table].iter().map(move |row| &row[column]))
    }
}

/// The rows of those of these runs that are there, by their ids, all from one moment. Each table is asked once for all of
/// them: over a network the statements cost more than the rows.
pub(crate) fn read(
    connection: &mut Connection,
    ids: &[String],
    part: Part,
) -> Outcome<BTreeMap<String, RunRows>> {
    assert!(ids.len() <= VALUES_MAX, "SQLite takes no more values in a statement");
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    connection.read(|connection| read_tables(connection, ids, part))
}

fn read_tables(
    connection: &mut Connection,
    ids: &[String],
    part: Part,
) -> Outcome<BTreeMap<String, RunRows>> {
    connection.assert_in_transaction();
    let tables = part.tables();
    let mut runs = BTreeMap::new();
    for (index, table) in tables.iter().enumerate() {
        let (names, Table { name, run, order, .. }) = (names(table), *table);
        let places = places(ids.len());
        let statement = format!(
            "select {run} as of_run, {names} from {name} where {run} in ({places}) order by {order}"
        );
        for row in ids.iter().fold(query(statement), Query::bind).fetch_all(connection)? {
            let id: &str = row.read("of_run")?;
            if index == 0 {
                let rows = tables.iter().map(|_| Vec::new()).collect();
                let run = RunRows { id: id.to_owned(), part, rows, figures: None };
                runs.insert(id.to_owned(), run);
            }
            // No cell is without its run: the statements are of one moment.
            if let Some(run) = runs.get_mut(id) {
                run.rows[index].push(values(table, &row)?);
            }
        }
    }
    if matches!(part, Part::Whole) {
        for (id, figures) in figures::read(connection, ids)? {
            if let Some(run) = runs.get_mut(&id) {
                run.figures = Some(figures);
            }
        }
    }
    Ok(runs)
}

fn names(table: &Table) -> String {
    table.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn values(table: &Table, row: &Row) -> Outcome<Vec<Value>> {
    let value = |&(name, kind): &(&str, Kind)| {
        Ok(match kind {
            Text => Value::Text(row.read(name)?),
            Integer => Value::Integer(row.read(name)?),
            Blob => Value::Blob(row.read(name)?),
        })
    };
    table.columns.iter().map(value).collect()
}

/// Adds runs from another store; all of them or nothing. Each table gets the rows of all runs together: over a
/// network the statements cost more than the rows.
pub(crate) fn insert(connection: &mut Connection, runs: Vec<RunRows>) -> Outcome<()> {
    connection.write(|connection| insert_tables(connection, runs))
}

fn insert_tables(connection: &mut Connection, runs: Vec<RunRows>) -> Outcome<()> {
    connection.assert_in_transaction();
    let mut all: [Vec<Vec<Value>>; TABLES.len()] = Default::default();
    let mut figures = Vec::new();
    for run in runs {
        let is_whole = matches!(run.part, Part::Whole);
        assert!(is_whole, "a run would be copied without the courses of its cells");
        assert_eq!(run.rows.len(), TABLES.len(), "a table of a run is not copied");
        for (all, rows) in all.iter_mut().zip(run.rows) {
            all.extend(rows);
        }
        figures.push((run.id, run.figures));
    }
    for (table, rows) in TABLES.into_iter().zip(all) {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let some: Vec<Vec<Value>> = rows.by_ref().take(ROWS).collect();
            let statement = insertion(table, some.len());
            let bound = some.into_iter().flatten().fold(query(statement), bind);
            bound.execute(connection)?;
        }
    }
    let (known, due): (Vec<_>, Vec<_>) = figures.iter().partition(|(_, it)| it.is_some());
    let known: Vec<(&str, &FigureRow)> =
        known.into_iter().filter_map(|(id, it)| Some((id.as_str(), it.as_ref()?))).collect();
    figures::insert(connection, &known)?;
    due.into_iter().try_for_each(|(id, _)| figures::insert_due(connection, id))
}

fn insertion(table: &Table, rows: usize) -> String {
    let width = table.columns.len();
    assert!(rows * width <= VALUES_MAX, "SQLite takes no more values in a statement");
    assert!(rows > 0, "nothing is to be written");
    let values = rows_of_places(rows, width);
    format!("insert into {} ({}) values {values}", table.name, names(table))
}

fn bind<'q>(query: Query<'q>, value: Value) -> Query<'q> {
    match value {
        // A store of an older version may contain unescaped characters that newer ones escape.
        Value::Text(Some(text)) if text.contains('\0') => query.bind(column::write(&text)),
        Value::Text(text) => query.bind(text),
        Value::Integer(integer) => query.bind(integer),
        Value::Blob(bytes) => query.bind(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::campaigns::INSERT_CAMPAIGN_RUN;
    use crate::sql::{INSERT_CELL, INSERT_RUN};

    /// The copy covers exactly the written columns.
    #[test]
    fn every_column_is_copied() {
        let statements = [INSERT_RUN, INSERT_CELL, INSERT_CAMPAIGN_RUN];
        for (table, statement) in TABLES.into_iter().zip(statements) {
            assert_eq!(insertion(table, 1), statement, "{}", table.name);
        }
        let two = insertion(&CAMPAIGN_RUN, 2);
        assert!(two.ends_with("($1, $2, $3, $4), ($5, $6, $7, $8)"), "{two}");
    }
}
