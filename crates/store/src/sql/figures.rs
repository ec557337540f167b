//! Statements about the few figures of each run that compare many drives.
//!
//! Must not know the meaning or the computation of a figure: a read returns exactly the written values.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::backend::Backend;
use super::connection::{Connection, Query, places, query, rows_of_places};
use super::lists::{NAME, has_word, like_pattern, names_with};
use super::value::{Failure, Row};
use super::{Outcome, VALUES_MAX, column, count, integer, read_cells, read_head};
use crate::FleetFilter;
use crate::record::HeadText;
use iogram_model::{FleetFigure, FleetRun, RunShortcoming};

/// The stored figures of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FigureRow {
    /// Version of the rules that computed them.
    pub(crate) rules: i64,
    /// Whether the target is simulated, or has no drive.
    pub(crate) is_virtual: bool,
    pub(crate) method: String,
    pub(crate) started_at_us: i64,
    /// `None` if the run does not identify its drive.
    pub(crate) found: Option<FleetRun>,
}

/// Marks the figures of a run as missing, in the transaction that changes their basis.
pub(crate) fn forget(connection: &mut Connection, run_id: &str) -> Outcome<()> {
    connection.assert_in_transaction();
    let known =
        query("delete from figures where run_id = $1").bind(run_id).execute(connection)?;
    if known > 0 {
        insert_due(connection, run_id)?;
    }
    Ok(())
}

/// Marks the figures of a new run as missing.
pub(crate) fn insert_due(connection: &mut Connection, run_id: &str) -> Outcome<()> {
    connection.assert_in_transaction();
    query("insert into figures_due (run_id) values ($1) on conflict do nothing")
        .bind(run_id)
        .execute(connection)
        .map(drop)
}

const INSERTED: [&str; 13] = [
    "run_id",
    "rules_index",
    "is_virtual",
    "method_id",
    "started_at_us",
    "drive",
    "model",
    "firmware",
    "written_bytes",
    "list_index",
    "figure_values",
    "life_used_ratio",
    "shortcoming",
];

/// Rows of one statement. Arbitrary: far below the 32,766 values that SQLite takes.
const ROWS: usize = 64;
const _: () = assert!(ROWS * INSERTED.len() <= VALUES_MAX, "SQLite takes no more values");

/// Stores the figures of a run, in the transaction that changes their basis or that locks the run.
pub(crate) fn write(connection: &mut Connection, run_id: &str, row: &FigureRow) -> Outcome<()> {
    connection.assert_in_transaction();
    for statement in
        ["delete from figures_due where run_id = $1", "delete from figures where run_id = $1"]
    {
        query(statement).bind(run_id).execute(connection)?;
    }
    insert(connection, &[(run_id, row)])
}

/// As [`write`], of runs that have none: they were added in the same transaction. Over a network the statements cost more
/// than the rows: each takes the rows of many runs, and runs with the same names of figures ask for their list once.
pub(super) fn insert(connection: &mut Connection, runs: &[(&str, &FigureRow)]) -> Outcome<()> {
    connection.assert_in_transaction();
    let mut lists = BTreeMap::new();
    for runs in runs.chunks(ROWS) {
        let mut numbers = Vec::new();
        for (_, row) in runs {
            let found = row.found.as_ref();
            let list = found.map(|it| list_of(connection, &it.figures, &mut lists));
            numbers.push(list.transpose()?);
        }
        let (names, values) = (INSERTED.join(", "), rows_of_places(runs.len(), INSERTED.len()));
        let mut statement = query(format!("insert into figures ({names}) values {values}"));
        for ((run_id, row), list) in runs.iter().zip(numbers) {
            statement = bind_row(statement, run_id, row, list)?;
        }
        statement.execute(connection)?;
    }
    Ok(())
}

/// The values of a row in the order of [`INSERTED`].
fn bind_row<'q>(
    statement: Query<'q>,
    run_id: &'q str,
    row: &FigureRow,
    list: Option<i64>,
) -> Outcome<Query<'q>> {
    let found = row.found.as_ref();
    let packed = found.map(|it| {
        it.figures.iter().flat_map(|(_, value)| value.to_le_bytes()).collect::<Vec<u8>>()
    });
    let shortcoming = found.and_then(|it| it.shortcoming.as_ref());
    let shortcoming = shortcoming.map(serde_json::to_string).transpose()?;
    let written = |text: &str| column::write(text);
    Ok(statement
        .bind(run_id)
        .bind(row.rules)
        .bind(i64::from(row.is_virtual))
        .bind(written(&row.method))
        .bind(row.started_at_us)
        .bind(found.map(|it| written(&it.drive)))
        .bind(found.map(|it| written(&it.model)))
        .bind(found.and_then(|it| it.firmware.as_deref()).map(written))
        .bind(found.and_then(|it| it.written_bytes).map(integer))
        .bind(list)
        .bind(packed)
        .bind(found.and_then(|it| it.life_used_ratio))
        .bind(shortcoming.as_deref().map(written)))
}

/// The number of the list that names these figures, which is kept if it was not; `lists` holds those that were found.
fn list_of(
    connection: &mut Connection,
    figures: &[(Arc<FleetFigure>, f64)],
    lists: &mut BTreeMap<String, i64>,
) -> Outcome<i64> {
    let names: Vec<&FleetFigure> = figures.iter().map(|it| it.0.as_ref()).collect();
    let names = serde_json::to_string(&names)?;
    if let Some(index) = lists.get(&names) {
        return Ok(*index);
    }
    let index = find_or_keep(connection, &names)?;
    lists.insert(names, index);
    Ok(index)
}

/// The number of the list of these names, which is kept if it was not.
fn find_or_keep(connection: &mut Connection, names: &str) -> Outcome<i64> {
    let mut index = number_of(names);
    loop {
        let kept: Option<String> = query("select names from figure_list where list_index = $1")
            .bind(index)
            .find_value(connection)?;
        match kept {
            Some(kept) if kept == names => return Ok(index),
            // Another list has the same number, once in 2^63.
            Some(_) => index = index.wrapping_add(1) & i64::MAX,
            // If another program adds it meanwhile, look once more.
            None => {
                query(
                    "insert into figure_list (list_index, names) values ($1, $2) \
                     on conflict do nothing",
                )
                .bind(index)
                .bind(names)
                .execute(connection)?;
            }
        }
    }
}

/// The same number for the same text, in every program.
///
/// Source: FNV-1a of 64 bits, <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
fn number_of(text: &str) -> i64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    integer(hash >> 1)
}

/// The columns of [`run_of`], by position: looking up names in a million rows would take long.
const COLUMNS: &str = "figures.run_id, figures.started_at_us, figures.drive, figures.firmware, life_used_ratio, \
     written_bytes, list_index, figure_values, shortcoming";

/// The lists read so far, so that runs share the names of their figures.
pub(crate) type Lists = BTreeMap<i64, Vec<Arc<FleetFigure>>>;

/// What is kept of the figures of these runs, by their ids; a run whose figures have to be found is not among them.
pub(crate) fn read(
    connection: &mut Connection,
    run_ids: &[String],
) -> Outcome<BTreeMap<String, FigureRow>> {
    let statement = format!(
        "select {COLUMNS}, rules_index, is_virtual, method_id, model from figures where run_id in ({})",
        places(run_ids.len())
    );
    let rows = run_ids.iter().fold(query(statement), Query::bind).fetch_all(connection)?;
    let (mut lists, mut all) = (Lists::new(), BTreeMap::new());
    for row in rows {
        let found = match row.read::<Option<&str>>("model")?.map(column::read_name) {
            Some(model) => Some(run_of(connection, &row, &model, &mut lists)?),
            None => None,
        };
        let figures = FigureRow {
            rules: row.read("rules_index")?,
            is_virtual: row.read::<i64>("is_virtual")? != 0,
            method: column::read_name(row.read("method_id")?),
            started_at_us: row.read("started_at_us")?,
            found,
        };
        all.insert(row.read::<String>("run_id")?, figures);
    }
    Ok(all)
}

/// The run of a row that begins with [`COLUMNS`].
fn run_of(
    connection: &mut Connection,
    row: &Row,
    model: &str,
    lists: &mut Lists,
) -> Outcome<FleetRun> {
    let list: i64 = row.read_at(6)?;
    let names = match lists.entry(list) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => {
            let names: String = query("select names from figure_list where list_index = $1")
                .bind(list)
                .fetch_value(connection)?;
            let names: Vec<FleetFigure> =
                serde_json::from_str(&names).map_err(Failure::column)?;
            place.insert(names.into_iter().map(Arc::new).collect())
        }
    };
    let packed: &[u8] = row.read_at(7)?;
    let (values, _) = packed.as_chunks::<8>();
    let values = values.iter().map(|bytes| f64::from_le_bytes(*bytes));
    Ok(FleetRun {
        model: model.to_owned(),
        drive: column::read_name(row.read_at(2)?),
        firmware: row.read_at::<Option<&str>>(3)?.map(column::read_name),
        started_at_us: row.read_at(1)?,
        life_used_ratio: row.read_at(4)?,
        written_bytes: row.read_at::<Option<i64>>(5)?.map(i64::unsigned_abs),
        figures: names.iter().map(Arc::clone).zip(values).collect(),
        shortcoming: shortcoming_of(row.read_at(8)?)?,
    })
}

fn shortcoming_of(text: Option<&str>) -> Outcome<Option<RunShortcoming>> {
    let read = |text: &str| serde_json::from_str(&column::read(text));
    text.map(read).transpose().map_err(Failure::column)
}

/// Runs with missing figures, in the order of their ids, after the id `$2`. Runs that are still being measured are
/// not included; figures of newer rules than `$1` are better ones.
const DUE: &str = "(select due.run_id from figures_due due join run on run.id = due.run_id \
     where run.state <> 'running' and due.run_id > $2 \
     union all select stale.run_id from figures stale where stale.rules_index < $1 \
     and stale.run_id > $2)";

/// Number of runs with missing figures.
pub(crate) fn count_due(connection: &mut Connection, rules: i64) -> Outcome<i64> {
    query(format!("select count(*) from {DUE} due"))
        .bind(rules)
        .bind(String::new())
        .fetch_value(connection)
}

/// The first `most` of them after the id `after`.
pub(crate) fn due_after(
    connection: &mut Connection,
    rules: i64,
    after: &str,
    most: usize,
) -> Outcome<Vec<String>> {
    query(format!("select run_id from {DUE} due order by run_id limit $3"))
        .bind(rules)
        .bind(after)
        .bind(count(most))
        .fetch_values(connection)
}

/// Blocks other writers of a run until the end of this transaction; returns whether this user may change the run, and
/// nobody else does at the moment.
pub(crate) fn may_change(connection: &mut Connection, run_id: &str) -> Outcome<bool> {
    if connection.backend() == Backend::Sqlite {
        return Ok(true);
    }
    let found: Option<String> =
        query("select id from run where id = $1 for update skip locked")
            .bind(run_id)
            .find_value(connection)?;
    Ok(found.is_some())
}

/// The records of a run and of its cells, without their time series; `None` if the run is gone.
pub(crate) fn records(
    connection: &mut Connection,
    run_id: &str,
) -> Outcome<Option<(HeadText, Vec<String>)>> {
    let Some(head) = read_head(connection, run_id)? else { return Ok(None) };
    Ok(Some((head, read_cells(connection, run_id)?)))
}

/// The runs that match `filter` and whose figures are missing.
pub(crate) fn due_with(
    connection: &mut Connection,
    rules: i64,
    filter: &FleetFilter,
) -> Outcome<Vec<String>> {
    let statement = format!(
        "select run.id from run join {DUE} due on due.run_id = run.id \
         where (case when target_kind in ('simulated', 'null') then 1 else 0 end) = $3 \
         and (cast($4 as text) is null or method_id = $4) \
         and (cast($5 as text) is null or {}) order by run.id",
        has_word(5)
    );
    query(statement)
        .bind(rules)
        .bind(String::new())
        .bind(i64::from(filter.is_virtual))
        .bind(filter.method.as_deref().map(column::write))
        .bind(filter.target.as_deref().map(|part| like_pattern(&column::write(part))))
        .fetch_values(connection)
}

/// The condition on rows of `figures`, with its values from `$3` on, to be bound by [`bind`]; `$1` is the version of
/// the rules, `$2` whether drives are simulated.
#[derive(Debug)]
pub(crate) struct Narrowed {
    rules: i64,
    is_virtual: bool,
    method: Option<String>,
    pattern: Option<String>,
    /// The matching names, if they are few: their runs are found at once.
    names: Option<Vec<String>>,
}

/// With more names, every run is checked. Arbitrary: far below the limit of values in one statement.
const NAMES_MAX: usize = 1000;

impl Narrowed {
    pub(crate) fn new(
        connection: &mut Connection,
        rules: i64,
        filter: &FleetFilter,
    ) -> Outcome<Self> {
        let pattern = filter.target.as_deref().map(|part| like_pattern(&column::write(part)));
        let names = match &pattern {
            Some(pattern) => names_with(connection, pattern, NAMES_MAX)?,
            None => None,
        };
        let method = filter.method.as_deref().map(column::write);
        Ok(Self { rules, is_virtual: filter.is_virtual, method, pattern, names })
    }

    /// The selected rows; joins `run` for a text search.
    fn rows(&self) -> String {
        let mut next = 3..;
        let mut place = move || next.next().unwrap_or_default();
        let mut conditions =
            vec!["figures.rules_index >= $1 and figures.is_virtual = $2".to_owned()];
        if self.method.is_some() {
            conditions.push(format!("figures.method_id = ${}", place()));
        }
        if self.pattern.is_some() {
            conditions.push(has_word(place()));
        }
        if let Some(names) = &self.names {
            let places: Vec<String> = names.iter().map(|_| format!("${}", place())).collect();
            // No name matches, so no run does.
            let places = if places.is_empty() { "null".to_owned() } else { places.join(", ") };
            conditions.push(format!("{NAME} in ({places})"));
        }
        let run = match self.pattern {
            Some(_) => "join run on run.id = figures.run_id",
            None => "",
        };
        format!("from figures {run} where {}", conditions.join(" and "))
    }

    /// The next free placeholder.
    fn next(&self) -> usize {
        let names = self.names.as_ref().map_or(0, Vec::len);
        3 + usize::from(self.method.is_some()) + usize::from(self.pattern.is_some()) + names
    }

    fn bind<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        let texts = self.method.iter().chain(&self.pattern);
        let texts = texts.chain(self.names.iter().flatten());
        let query = query.bind(self.rules).bind(i64::from(self.is_virtual));
        texts.fold(query, Query::bind)
    }

    /// The models, in no order.
    pub(crate) fn models(&self, connection: &mut Connection) -> Outcome<Vec<String>> {
        let statement = format!(
            "select distinct figures.model as model {} and figures.model is not null",
            self.rows()
        );
        let rows = self.bind(query(statement)).fetch_all(connection)?;
        rows.iter().map(|row| Ok(column::read(row.read("model")?))).collect()
    }

    /// Number of runs that do not identify their drive.
    pub(crate) fn unidentified(&self, connection: &mut Connection) -> Outcome<i64> {
        let statement =
            format!("select count(*) as runs {} and figures.model is null", self.rows());
        let row = self.bind(query(statement)).fetch_one(connection)?;
        row.read("runs")
    }

    /// The runs of a model, each with its id, in no order.
    pub(crate) fn runs(
        &self,
        connection: &mut Connection,
        model: &str,
        lists: &mut Lists,
    ) -> Outcome<Vec<(String, FleetRun)>> {
        let statement =
            format!("select {COLUMNS} {} and figures.model = ${}", self.rows(), self.next());
        let rows =
            self.bind(query(statement)).bind(column::write(model)).fetch_all(connection)?;
        let mut runs = Vec::with_capacity(rows.len());
        for row in &rows {
            runs.push((row.read_at(0)?, run_of(connection, row, model, lists)?));
        }
        Ok(runs)
    }
}
