//! Statements about lists of runs.

use super::connection::{Connection, Query, query};
use super::value::{Failure, Row};
use super::{Outcome, column, count, owners};
use crate::error::AMBIGUOUS_SHOWN;
use crate::record::value_of;
use crate::{RunFilter, RunSummary};
use iogram_model::RunLine;

/// The text to search, as in the index `run_name`: the target's name, model and serial number, a line each.
pub(crate) const NAME: &str = "(lower(run.target) || '\n' || lower(coalesce(run.model, '')) || '\n' || lower(coalesce(run.serial, '')))";

/// Whether one of the three matches the value of this placeholder.
pub(crate) fn has_word(place: usize) -> String {
    let like = |text: &str| format!("lower({text}) like ${place} escape '\\'");
    let texts = ["run.target", "coalesce(run.model, '')", "coalesce(run.serial, '')"].map(like);
    format!("({})", texts.join(" or "))
}

/// The names that match `pattern`; `None` if there are more than `most`. Each is found after the one before, so that
/// a name with many runs costs one read.
pub(crate) fn names_with(
    connection: &mut Connection,
    pattern: &str,
    most: usize,
) -> Outcome<Option<Vec<String>>> {
    let next =
        |more: &str| format!("select {NAME} as name from run {more} order by {NAME} limit 1");
    let statement = format!(
        "with recursive known (name) as (select name from ({}) as first \
         union all select ({}) from known where known.name is not null) \
         select name from known where name like $1 escape '\\' limit $2",
        next(""),
        next(&format!("where {NAME} > known.name"))
    );
    let names: Vec<String> = query(statement)
        .bind(pattern)
        .bind(count(most.saturating_add(1)))
        .fetch_values(connection)?;
    Ok((names.len() <= most).then_some(names))
}

/// The id of the newest run.
pub(crate) fn find_last(connection: &mut Connection) -> Outcome<Option<String>> {
    query("select id from run order by started_at_us desc, id desc limit 1")
        .find_value(connection)
}

/// Whether a run with this id is visible.
pub(crate) fn is_there(connection: &mut Connection, id: &str) -> Outcome<bool> {
    let found: Option<String> =
        query("select id from run where id = $1").bind(id).find_value(connection)?;
    Ok(found.is_some())
}

/// Some of the ids that begin with `prefix`, in order, so that an equal one comes first: one more than the user sees.
/// If there is an equal one, it is the only result, because it is found at once.
pub(crate) fn find_ids(connection: &mut Connection, prefix: &str) -> Outcome<Vec<String>> {
    let equal: Vec<String> =
        query("select id from run where id = $1").bind(prefix).fetch_values(connection)?;
    if !equal.is_empty() {
        return Ok(equal);
    }
    query("select id from run where substr(id, 1, length($1)) = $1 order by id limit $2")
        .bind(prefix)
        .bind(count(AMBIGUOUS_SHOWN + 1))
        .fetch_values(connection)
}

/// The columns of a summary.
pub(super) const RUN_COLUMNS: &str = "id, state, started_at_us, ended_at_us, method_id, target, drive, model, \
     serial, (select count(*) from cell where cell.run_id = run.id) as cell_count, \
     owner.host as owner_host, owner.boot_id as owner_boot_id, \
     owner.pid_namespace as owner_pid_namespace, owner.pid as owner_pid, \
     owner.started_ticks as owner_started_ticks, owner.since_us as owner_since_us, \
     owner.heartbeat_us as owner_heartbeat_us";

/// The columns of the index `run_list`: a list never reads the rows, which contain whole records.
const LISTED: &str =
    "id, state, started_at_us, ended_at_us, method_id, target, drive, model, serial";

/// The newest ended run of each drive and method, newest first.
pub(crate) fn newest_runs(
    connection: &mut Connection,
    with_virtual: bool,
) -> Outcome<Vec<RunSummary>> {
    let statement = format!(
        "select {RUN_COLUMNS} from (select {LISTED} from (select {LISTED}, row_number() over \
         (partition by model, coalesce(serial, target), method_id \
         order by started_at_us desc, id desc) as place from run \
         where state <> 'running' and ($1 = 1 or target_kind not in ('simulated', 'null'))) \
         as ended where place = 1) as run \
         left join owner on owner.run_id = run.id order by started_at_us desc, id desc"
    );
    let rows = query(statement).bind(i64::from(with_virtual)).fetch_all(connection)?;
    rows.iter().map(summary).collect()
}

/// With more names, runs are checked one after the other, which soon fills a page. Arbitrary: far below the limit of
/// values in one statement.
const NAMES_MAX: usize = 1000;

/// The statement of a list, with its values in the order of their placeholders, except the last one: the most runs.
pub(crate) struct ListQuery {
    pub(crate) statement: String,
    texts: Vec<String>,
    behind: Option<(i64, String)>,
}

impl ListQuery {
    /// `names` are the matching names, if they are few.
    pub(crate) fn new(
        filter: &RunFilter,
        names: Option<&[String]>,
        behind: Option<(i64, String)>,
    ) -> Self {
        let mut conditions = Vec::new();
        let mut texts = Vec::new();
        if let Some(method) = &filter.method {
            texts.push(column::write(method));
            conditions.push(format!("method_id = ${}", texts.len()));
        }
        if let Some(part) = &filter.target {
            texts.push(like_pattern(&column::write(part)));
            conditions.push(has_word(texts.len()));
        }
        if let Some(names) = names {
            let first = texts.len().saturating_add(1);
            let places: Vec<String> =
                (first..).take(names.len()).map(|place| format!("${place}")).collect();
            texts.extend(names.iter().cloned());
            // No name matches: the list is empty.
            let places = if places.is_empty() { "null".to_owned() } else { places.join(", ") };
            conditions.push(format!("{NAME} in ({places})"));
        }
        let mut next = texts.len().saturating_add(1);
        if behind.is_some() {
            let (at, id) = (next, next.saturating_add(1));
            conditions.push(format!("(started_at_us, id) < (${at}, ${id})"));
            next = next.saturating_add(2);
        }
        let conditions = match conditions.is_empty() {
            true => String::new(),
            false => format!("where {}", conditions.join(" and ")),
        };
        // Select the page first, so that the further look-ups happen only for its runs.
        let statement = format!(
            "select {RUN_COLUMNS} from (select {LISTED} from run {conditions} \
             order by started_at_us desc, id desc limit ${next}) as run \
             left join owner on owner.run_id = run.id order by started_at_us desc, id desc"
        );
        Self { statement, texts, behind }
    }

    pub(crate) fn bind<'q>(self, mut query: Query<'q>, limit: Option<u32>) -> Query<'q> {
        for text in self.texts {
            query = query.bind(text);
        }
        if let Some((started_at_us, id)) = self.behind {
            query = query.bind(started_at_us).bind(id);
        }
        query.bind(limit.map_or(i64::MAX, i64::from))
    }
}

/// The runs that match `filter`, newest first.
pub(crate) fn list_runs(
    connection: &mut Connection,
    filter: &RunFilter,
) -> Outcome<Vec<RunSummary>> {
    let pattern = filter.target.as_deref().map(|part| like_pattern(&column::write(part)));
    let names = match &pattern {
        Some(pattern) => names_with(connection, pattern, NAMES_MAX)?,
        None => None,
    };
    let behind = match &filter.behind {
        Some(id) => {
            let started: Option<i64> = query("select started_at_us from run where id = $1")
                .bind(id)
                .find_value(connection)?;
            Some((started.ok_or(Failure::NoRow)?, id.clone()))
        }
        None => None,
    };
    let list = ListQuery::new(filter, names.as_deref(), behind);
    let statement = list.statement.clone();
    list.bind(query(statement), filter.limit)
        .fetch_all(connection)?
        .iter()
        .map(summary)
        .collect()
}

pub(super) fn summary(row: &Row) -> Outcome<RunSummary> {
    let state = value_of(row.read("state")?);
    let text = |name| Outcome::Ok(column::read_name(row.read(name)?));
    let maybe = |name| Outcome::Ok(row.read::<Option<&str>>(name)?.map(column::read_name));
    let cell_count: i64 = row.read("cell_count")?;
    Ok(RunSummary {
        line: RunLine {
            id: row.read("id")?,
            state: state.map_err(Failure::column)?,
            started_at_us: row.read("started_at_us")?,
            ended_at_us: row.read("ended_at_us")?,
            method: text("method_id")?,
            target: text("target")?,
            drive: maybe("drive")?,
            model: maybe("model")?,
            cell_count: cell_count.unsigned_abs(),
        },
        serial: maybe("serial")?,
        owner: owners::owner_of(row)?,
    })
}

/// A `like` pattern for texts that contain `part`.
pub(crate) fn like_pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for letter in part.to_ascii_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}
