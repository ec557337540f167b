//! The rows of a run as they are, for comparing and for writing them into another database.
//!
//! Knows where records stand in them. Must not understand a record.

use sqlx::any::{Any, AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{AnyConnection, AssertSqlSafe, Row, query};

use super::{Backend, Outcome, column, end_transaction};

/// What a column holds.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Integer,
    Real,
}

use Kind::{Integer, Real, Text};

/// A table with the columns that are copied. A database may have more, with values of their own.
#[derive(Debug)]
struct Table {
    name: &'static str,
    /// The column with the run's id.
    run: &'static str,
    /// Columns whose order is that of the rows.
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

const OPERATION: Table = Table {
    name: "operation",
    run: "run_id",
    order: "position_index, kind",
    columns: &[
        ("run_id", Text),
        ("position_index", Integer),
        ("kind", Text),
        ("count", Integer),
        ("bytes", Integer),
        ("iops", Real),
        ("bytes_per_s", Real),
        ("latency_min_ns", Integer),
        ("latency_mean_ns", Real),
        ("latency_p50_ns", Integer),
        ("latency_p90_ns", Integer),
        ("latency_p99_ns", Integer),
        ("latency_p999_ns", Integer),
        ("latency_p9999_ns", Integer),
        ("latency_p99999_ns", Integer),
        ("latency_max_ns", Integer),
    ],
};

/// Which part of a campaign it is.
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

/// In the order in which they can be written: later ones name earlier ones.
const TABLES: [&Table; 4] = [&RUN, &CELL, &OPERATION, &CAMPAIGN_RUN];

/// What two stores are compared by.
const RECORD: &[(&str, Kind)] = &[("record", Text)];
const RUN_RECORD: Table = Table { columns: RECORD, ..RUN };
const CELL_RECORD: Table = Table { columns: RECORD, ..CELL };

/// Rows of one statement. Arbitrary: far below the 32,766 values that SQLite takes, and a round trip of a network is
/// shared by many.
const ROWS: usize = 64;

/// What is read of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// All rows that another store takes.
    Whole,
    /// The records of the run and its cells, without their courses.
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
    Real(Option<f64>),
}

/// The rows of a run, by table; nothing of a cell that has not ended.
#[derive(Debug)]
pub(crate) struct RunRows {
    part: Part,
    rows: Vec<Vec<Vec<Value>>>,
}

impl RunRows {
    /// The run's record, without its cells.
    pub(crate) fn record(&self) -> &str {
        self.texts(RUN.name, "record").next().unwrap_or_default()
    }

    /// The records of its cells in their order, without their courses.
    pub(crate) fn cell_records(&self) -> impl Iterator<Item = &str> {
        self.texts(CELL.name, "record")
    }

    /// The courses of its cells in their order, if they were read.
    pub(crate) fn cell_series(&self) -> impl Iterator<Item = &str> {
        self.texts(CELL.name, "series")
    }

    fn texts(&self, table: &str, column: &str) -> impl Iterator<Item = &str> {
        let place = self.part.tables().iter().position(|it| it.name == table);
        let place = place.and_then(|place| {
            let columns = self.part.tables()[place].columns;
            Some((place, columns.iter().position(|(name, _)| *name == column)?))
        });
        place.into_iter().flat_map(|(table, column)| {
            self.rows[table].iter().filter_map(move |row| match &row[column] {
                Value::Text(text) => text.as_deref(),
                _ => None,
            })
        })
    }
}

/// The rows of a run from one moment; `None` if there is no such run.
pub(crate) async fn read(
    backend: Backend,
    connection: &mut AnyConnection,
    id: &str,
    part: Part,
) -> Outcome<Option<RunRows>> {
    query(backend.begin_read()).execute(&mut *connection).await?;
    let outcome = read_tables(connection, id, part).await;
    end_transaction(connection, outcome).await
}

async fn read_tables(
    connection: &mut AnyConnection,
    id: &str,
    part: Part,
) -> Outcome<Option<RunRows>> {
    let mut rows = Vec::new();
    for table in part.tables() {
        let (names, Table { name, run, order, .. }) = (names(table), *table);
        let statement = format!("select {names} from {name} where {run} = $1 order by {order}");
        let found = query(AssertSqlSafe(statement))
            .bind(id.to_owned())
            .fetch_all(&mut *connection)
            .await?;
        if found.is_empty() && rows.is_empty() {
            return Ok(None);
        }
        rows.push(found.iter().map(|row| values(table, row)).collect::<Outcome<_>>()?);
    }
    Ok(Some(RunRows { part, rows }))
}

fn names(table: &Table) -> String {
    table.columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

fn values(table: &Table, row: &AnyRow) -> Outcome<Vec<Value>> {
    let value = |&(name, kind): &(&str, Kind)| {
        Ok(match kind {
            Text => Value::Text(row.try_get(name)?),
            Integer => Value::Integer(row.try_get(name)?),
            Real => Value::Real(row.try_get(name)?),
        })
    };
    table.columns.iter().map(value).collect()
}

/// Adds a run as it is elsewhere; all of it or nothing.
pub(crate) async fn insert(
    backend: Backend,
    connection: &mut AnyConnection,
    rows: RunRows,
) -> Outcome<()> {
    query(backend.begin_write()).execute(&mut *connection).await?;
    let outcome = insert_tables(connection, rows).await;
    end_transaction(connection, outcome).await
}

async fn insert_tables(connection: &mut AnyConnection, rows: RunRows) -> Outcome<()> {
    for (table, rows) in rows.part.tables().iter().zip(rows.rows) {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let some: Vec<Vec<Value>> = rows.by_ref().take(ROWS).collect();
            let statement = insertion(table, some.len());
            let bound = some.into_iter().flatten().fold(query(AssertSqlSafe(statement)), bind);
            bound.execute(&mut *connection).await?;
        }
    }
    Ok(())
}

fn insertion(table: &Table, rows: usize) -> String {
    let width = table.columns.len();
    let row = |row: usize| {
        let places = (0..width).map(|index| format!("${}", row * width + index + 1));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    let rows = (0..rows).map(row).collect::<Vec<_>>().join(", ");
    format!("insert into {} ({}) values {rows}", table.name, names(table))
}

fn bind<'q>(query: Query<'q, Any, AnyArguments>, value: Value) -> Query<'q, Any, AnyArguments> {
    match value {
        // A store of an older version may have what newer ones write as an escape.
        Value::Text(Some(text)) if text.contains('\0') => query.bind(column::write(&text)),
        Value::Text(text) => query.bind(text),
        Value::Integer(integer) => query.bind(integer),
        Value::Real(real) => query.bind(real),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sql::campaigns::INSERT_CAMPAIGN_RUN;
    use crate::sql::{INSERT_CELL, INSERT_OPERATION, INSERT_RUN};

    /// What is copied is what is written.
    #[test]
    fn every_column_is_copied() {
        let statements = [INSERT_RUN, INSERT_CELL, INSERT_OPERATION, INSERT_CAMPAIGN_RUN];
        for (table, statement) in TABLES.into_iter().zip(statements) {
            assert_eq!(insertion(table, 1), statement, "{}", table.name);
        }
        let two = insertion(&OPERATION, 2);
        assert!(two.ends_with("$15, $16), ($17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32)"));
    }
}
