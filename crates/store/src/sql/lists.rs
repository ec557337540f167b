//! Statements about which runs there are.

use iogram_model::RunLine;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query, query_scalar};

use super::{Outcome, column, count, owners};
use crate::error::AMBIGUOUS_SHOWN;
use crate::record::value_of;
use crate::{RunFilter, RunSummary};

/// The id of the newest run.
pub(crate) async fn find_last(connection: &mut AnyConnection) -> Outcome<Option<String>> {
    query_scalar("select id from run order by started_at_us desc, id desc limit 1")
        .fetch_optional(connection)
        .await
}

/// Some of the ids that begin with `prefix`, in their order, so that the equal one comes first: one
/// more than are shown to the user.
pub(crate) async fn find_ids(
    connection: &mut AnyConnection,
    prefix: &str,
) -> Outcome<Vec<String>> {
    query_scalar("select id from run where substr(id, 1, length($1)) = $1 order by id limit $2")
        .bind(prefix.to_owned())
        .bind(count(AMBIGUOUS_SHOWN + 1))
        .fetch_all(connection)
        .await
}

/// What a summary is made of.
pub(super) const RUN_COLUMNS: &str = "id, state, started_at_us, ended_at_us, method_id, target, drive, model, \
     serial, (select count(*) from cell where cell.run_id = run.id) as cell_count, \
     owner.host as owner_host, owner.boot_id as owner_boot_id, \
     owner.pid_namespace as owner_pid_namespace, owner.pid as owner_pid, \
     owner.started_ticks as owner_started_ticks, owner.since_us as owner_since_us, \
     owner.heartbeat_us as owner_heartbeat_us";

pub(crate) const LIST_RUNS: &str = "select id, state, started_at_us, ended_at_us, method_id, \
     target, drive, model, serial, \
     (select count(*) from cell where cell.run_id = run.id) as cell_count, \
     owner.host as owner_host, owner.boot_id as owner_boot_id, \
     owner.pid_namespace as owner_pid_namespace, owner.pid as owner_pid, \
     owner.started_ticks as owner_started_ticks, owner.since_us as owner_since_us, \
     owner.heartbeat_us as owner_heartbeat_us \
     from run left join owner on owner.run_id = run.id \
     where (cast($1 as text) is null or method_id = $1) \
     and (cast($2 as text) is null or lower(target) like $2 escape '\\' \
     or lower(coalesce(model, '')) like $2 escape '\\' \
     or lower(coalesce(serial, '')) like $2 escape '\\') \
     order by started_at_us desc, id desc limit $3";

/// The runs that pass `filter`, newest first.
pub(crate) async fn list_runs(
    connection: &mut AnyConnection,
    filter: &RunFilter,
) -> Outcome<Vec<RunSummary>> {
    query(LIST_RUNS)
        .bind(filter.method.as_deref().map(column::write))
        .bind(filter.target.as_deref().map(|part| like_pattern(&column::write(part))))
        .bind(filter.limit.map_or(i64::MAX, i64::from))
        .fetch_all(connection)
        .await?
        .iter()
        .map(summary)
        .collect()
}

pub(super) fn summary(row: &AnyRow) -> Outcome<RunSummary> {
    let state = value_of(row.try_get("state")?);
    let text = |name| Ok::<_, sqlx::Error>(column::read(row.try_get(name)?));
    let maybe =
        |name| Ok::<_, sqlx::Error>(row.try_get::<Option<&str>, _>(name)?.map(column::read));
    let cell_count: i64 = row.try_get("cell_count")?;
    Ok(RunSummary {
        line: RunLine {
            id: row.try_get("id")?,
            state: state.map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
            started_at_us: row.try_get("started_at_us")?,
            ended_at_us: row.try_get("ended_at_us")?,
            method: text("method_id")?,
            target: text("target")?,
            model: maybe("model")?,
            cell_count: cell_count.unsigned_abs(),
        },
        drive: maybe("drive")?,
        serial: maybe("serial")?,
        owner: owners::owner_of(row)?,
    })
}

/// A `like` pattern for texts that contain `part`.
fn like_pattern(part: &str) -> String {
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
