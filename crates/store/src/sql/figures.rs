//! Statements about the few figures of each run that many drives are compared by.
//!
//! Must not know what a figure means, nor how it is found: what is read back equals what was written.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use iogram_model::{FleetFigure, FleetRun, RunShortcoming};
use sqlx::any::{Any, AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{AnyConnection, AssertSqlSafe, Row, query, query_scalar};

use super::lists::{NAME, has_word, like_pattern, names_with};
use super::{Backend, Outcome, column, count, integer, read_cells, read_head};
use crate::FleetFilter;
use crate::record::HeadText;

/// What is kept of a run's figures.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FigureRow {
    /// Version of the rules that found them.
    pub(crate) rules: i64,
    /// Whether the drive is none that can be touched.
    pub(crate) is_virtual: bool,
    pub(crate) method: String,
    pub(crate) started_at_us: i64,
    /// `None`: the run does not say of which drive it is.
    pub(crate) found: Option<FleetRun>,
}

/// Says that the figures of a run have to be found anew, in the transaction that changes what they are found in.
pub(crate) async fn forget(connection: &mut AnyConnection, run_id: &str) -> Outcome<()> {
    let known = query("delete from figures where run_id = $1")
        .bind(run_id.to_owned())
        .execute(&mut *connection)
        .await?
        .rows_affected();
    if known > 0 {
        insert_due(connection, run_id).await?;
    }
    Ok(())
}

/// Says that the figures of a new run have to be found.
pub(crate) async fn insert_due(connection: &mut AnyConnection, run_id: &str) -> Outcome<()> {
    query("insert into figures_due (run_id) values ($1) on conflict do nothing")
        .bind(run_id.to_owned())
        .execute(connection)
        .await
        .map(drop)
}

/// The driver (sqlx 0.9.0) does not tell PostgreSQL the type of a number that is absent: then the second is sent.
const INSERT: [&str; 2] = [
    "insert into figures (run_id, rules_index, is_virtual, method_id, started_at_us, drive, model, firmware, \
     written_bytes, list_index, figure_values, shortcoming, life_used_ratio) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    "insert into figures (run_id, rules_index, is_virtual, method_id, started_at_us, drive, model, firmware, \
     written_bytes, list_index, figure_values, shortcoming) \
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
];

/// Keeps the figures of a run, in the transaction that changes what they were found in or that holds the run.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    run_id: &str,
    row: &FigureRow,
) -> Outcome<()> {
    for statement in
        ["delete from figures_due where run_id = $1", "delete from figures where run_id = $1"]
    {
        query(statement).bind(run_id.to_owned()).execute(&mut *connection).await?;
    }
    let list = match &row.found {
        Some(found) => Some(list_of(connection, &found.figures).await?),
        None => None,
    };
    let found = row.found.as_ref();
    let packed = found.map(|it| {
        it.figures.iter().flat_map(|(_, value)| value.to_le_bytes()).collect::<Vec<u8>>()
    });
    let shortcoming = found.and_then(|it| it.shortcoming.as_ref());
    let shortcoming = shortcoming.map(serde_json::to_string).transpose();
    let shortcoming = shortcoming.map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    let life = found.and_then(|it| it.life_used_ratio);
    let bound = query(INSERT[usize::from(life.is_none())])
        .bind(run_id.to_owned())
        .bind(row.rules)
        .bind(i64::from(row.is_virtual))
        .bind(column::write(&row.method))
        .bind(row.started_at_us)
        .bind(found.map(|it| column::write(&it.drive)))
        .bind(found.map(|it| column::write(&it.model)))
        .bind(found.and_then(|it| it.firmware.as_deref()).map(column::write))
        .bind(found.and_then(|it| it.written_bytes).map(integer))
        .bind(list)
        .bind(packed)
        .bind(shortcoming.as_deref().map(column::write));
    let bound = match life {
        Some(life) => bound.bind(life),
        None => bound,
    };
    bound.execute(connection).await.map(drop)
}

/// The number of the list that names these figures, which is kept if it was not.
async fn list_of(
    connection: &mut AnyConnection,
    figures: &[(Arc<FleetFigure>, f64)],
) -> Outcome<i64> {
    let names: Vec<&FleetFigure> = figures.iter().map(|it| it.0.as_ref()).collect();
    let names =
        serde_json::to_string(&names).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    let mut index = number_of(&names);
    loop {
        let kept: Option<String> =
            query_scalar("select names from figure_list where list_index = $1")
                .bind(index)
                .fetch_optional(&mut *connection)
                .await?;
        match kept {
            Some(kept) if kept == names => return Ok(index),
            // Another list has the same number, once in 2^63.
            Some(_) => index = index.wrapping_add(1) & i64::MAX,
            // If another program writes it meanwhile, it is looked at once more.
            None => {
                query(
                    "insert into figure_list (list_index, names) values ($1, $2) \
                     on conflict do nothing",
                )
                .bind(index)
                .bind(names.clone())
                .execute(&mut *connection)
                .await?;
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

/// What [`run_of`] takes, at its places: of a million rows each name would be looked up.
const COLUMNS: &str = "figures.run_id, figures.started_at_us, figures.drive, figures.firmware, life_used_ratio, \
     written_bytes, list_index, figure_values, shortcoming";

/// The lists that were read, so that runs share the names of their figures.
pub(crate) type Lists = BTreeMap<i64, Vec<Arc<FleetFigure>>>;

/// What is kept of a run's figures; `None` if they have to be found.
pub(crate) async fn read(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<FigureRow>> {
    let statement = format!(
        "select {COLUMNS}, rules_index, is_virtual, method_id, model from figures where run_id = $1"
    );
    let row = query(AssertSqlSafe(statement))
        .bind(run_id.to_owned())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let found = match row.try_get::<Option<&str>, _>("model")?.map(column::read) {
        Some(model) => Some(run_of(connection, &row, &model, &mut Lists::new()).await?),
        None => None,
    };
    Ok(Some(FigureRow {
        rules: row.try_get("rules_index")?,
        is_virtual: row.try_get::<i64, _>("is_virtual")? != 0,
        method: column::read(row.try_get("method_id")?),
        started_at_us: row.try_get("started_at_us")?,
        found,
    }))
}

/// The run of a row that begins with [`COLUMNS`].
async fn run_of(
    connection: &mut AnyConnection,
    row: &AnyRow,
    model: &str,
    lists: &mut Lists,
) -> Outcome<FleetRun> {
    let list: i64 = row.try_get(6)?;
    let names = match lists.entry(list) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => {
            let names: String =
                query_scalar("select names from figure_list where list_index = $1")
                    .bind(list)
                    .fetch_one(connection)
                    .await?;
            let names: Vec<FleetFigure> = serde_json::from_str(&names)
                .map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
            place.insert(names.into_iter().map(Arc::new).collect())
        }
    };
    let packed: &[u8] = row.try_get(7)?;
    let (values, _) = packed.as_chunks::<8>();
    let values = values.iter().map(|bytes| f64::from_le_bytes(*bytes));
    Ok(FleetRun {
        model: model.to_owned(),
        drive: column::read(row.try_get(2)?),
        firmware: row.try_get::<Option<&str>, _>(3)?.map(column::read),
        started_at_us: row.try_get(1)?,
        life_used_ratio: row.try_get(4)?,
        written_bytes: row.try_get::<Option<i64>, _>(5)?.map(i64::unsigned_abs),
        figures: names.iter().map(Arc::clone).zip(values).collect(),
        shortcoming: shortcoming_of(row.try_get(8)?)?,
    })
}

fn shortcoming_of(text: Option<&str>) -> Outcome<Option<RunShortcoming>> {
    let read = |text: &str| serde_json::from_str(&column::read(text));
    text.map(read).transpose().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Whose figures have to be found, in the order of their ids, after the id `$2`. Of a run that is measured nothing is
/// asked yet; newer rules than `$1` are better ones.
const DUE: &str = "(select due.run_id from figures_due due join run on run.id = due.run_id \
     where run.state <> 'running' and due.run_id > $2 \
     union all select stale.run_id from figures stale where stale.rules_index < $1 \
     and stale.run_id > $2)";

/// How many runs' figures have to be found.
pub(crate) async fn count_due(connection: &mut AnyConnection, rules: i64) -> Outcome<i64> {
    query_scalar(AssertSqlSafe(format!("select count(*) from {DUE} due")))
        .bind(rules)
        .bind(String::new())
        .fetch_one(connection)
        .await
}

/// The first `most` of them after the id `after`.
pub(crate) async fn due_after(
    connection: &mut AnyConnection,
    rules: i64,
    after: &str,
    most: usize,
) -> Outcome<Vec<String>> {
    query_scalar(AssertSqlSafe(format!(
        "select run_id from {DUE} due order by run_id limit $3"
    )))
    .bind(rules)
    .bind(after.to_owned())
    .bind(count(most))
    .fetch_all(connection)
    .await
}

/// Makes others who would change a run wait for the end of this transaction; whether this user may change it, and
/// nobody else does at the moment.
pub(crate) async fn may_change(
    backend: Backend,
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<bool> {
    if backend == Backend::Sqlite {
        return Ok(true);
    }
    let found: Option<String> =
        query_scalar("select id from run where id = $1 for update skip locked")
            .bind(run_id.to_owned())
            .fetch_optional(connection)
            .await?;
    Ok(found.is_some())
}

/// The records of a run and of its cells, without their courses; `None` if it is gone.
pub(crate) async fn records(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<(HeadText, Vec<String>)>> {
    let Some(head) = read_head(connection, run_id).await? else { return Ok(None) };
    Ok(Some((head, read_cells(connection, run_id).await?)))
}

/// The runs that pass `filter` and whose figures have to be found.
pub(crate) async fn due_with(
    connection: &mut AnyConnection,
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
    query_scalar(AssertSqlSafe(statement))
        .bind(rules)
        .bind(String::new())
        .bind(i64::from(filter.is_virtual))
        .bind(filter.method.as_deref().map(column::write))
        .bind(filter.target.as_deref().map(|part| like_pattern(&column::write(part))))
        .fetch_all(connection)
        .await
}

/// The condition on rows of `figures` with the values that it names from `$3` on, to be bound by [`bind`]; `$1` is the
/// version of the rules, `$2` whether drives are simulated.
#[derive(Debug)]
pub(crate) struct Narrowed {
    rules: i64,
    is_virtual: bool,
    method: Option<String>,
    pattern: Option<String>,
    /// Few names have the word: their runs are found at once.
    names: Option<Vec<String>>,
}

/// More names are looked for one run after the other. Arbitrary: far below the values that one statement may have.
const NAMES_MAX: usize = 1000;

impl Narrowed {
    pub(crate) async fn new(
        connection: &mut AnyConnection,
        rules: i64,
        filter: &FleetFilter,
    ) -> Outcome<Self> {
        let pattern = filter.target.as_deref().map(|part| like_pattern(&column::write(part)));
        let names = match &pattern {
            Some(pattern) => names_with(connection, pattern, NAMES_MAX).await?,
            None => None,
        };
        let method = filter.method.as_deref().map(column::write);
        Ok(Self { rules, is_virtual: filter.is_virtual, method, pattern, names })
    }

    /// Which rows it is about; joins `run` where a word is looked for.
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
            // No name at all has the word: no run has.
            let places = if places.is_empty() { "null".to_owned() } else { places.join(", ") };
            conditions.push(format!("{NAME} in ({places})"));
        }
        let run = match self.pattern {
            Some(_) => "join run on run.id = figures.run_id",
            None => "",
        };
        format!("from figures {run} where {}", conditions.join(" and "))
    }

    /// The first place that is free.
    fn next(&self) -> usize {
        let names = self.names.as_ref().map_or(0, Vec::len);
        3 + usize::from(self.method.is_some()) + usize::from(self.pattern.is_some()) + names
    }

    fn bind<'q>(&self, query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        let texts = self.method.iter().chain(&self.pattern);
        let texts = texts.chain(self.names.iter().flatten());
        let query = query.bind(self.rules).bind(i64::from(self.is_virtual));
        texts.fold(query, |query, text| query.bind(text.clone()))
    }

    /// The models, in no order.
    pub(crate) async fn models(&self, connection: &mut AnyConnection) -> Outcome<Vec<String>> {
        let statement = format!(
            "select distinct figures.model as model {} and figures.model is not null",
            self.rows()
        );
        let rows = self.bind(query(AssertSqlSafe(statement))).fetch_all(connection).await?;
        rows.iter().map(|row| Ok(column::read(row.try_get("model")?))).collect()
    }

    /// How many runs do not say of which drive they are.
    pub(crate) async fn unidentified(&self, connection: &mut AnyConnection) -> Outcome<i64> {
        let statement =
            format!("select count(*) as runs {} and figures.model is null", self.rows());
        let row = self.bind(query(AssertSqlSafe(statement))).fetch_one(connection).await?;
        row.try_get("runs")
    }

    /// The runs of a model, each with its id, in no order.
    pub(crate) async fn runs(
        &self,
        connection: &mut AnyConnection,
        model: &str,
        lists: &mut Lists,
    ) -> Outcome<Vec<(String, FleetRun)>> {
        let statement =
            format!("select {COLUMNS} {} and figures.model = ${}", self.rows(), self.next());
        let rows = self
            .bind(query(AssertSqlSafe(statement)))
            .bind(column::write(model))
            .fetch_all(&mut *connection)
            .await?;
        let mut runs = Vec::with_capacity(rows.len());
        for row in &rows {
            runs.push((row.try_get(0)?, run_of(connection, row, model, lists).await?));
        }
        Ok(runs)
    }
}
