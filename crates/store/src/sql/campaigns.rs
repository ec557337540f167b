//! Statements about the parts of campaigns.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row, query, query_scalar};

use crate::campaign::{TaskKey, TaskRun};
use crate::record::value_of;
use crate::sql::{Outcome, column, integer};

pub(crate) const INSERT_CAMPAIGN_RUN: &str = "insert into campaign_run (campaign, task_index, \
     round_index, run_id) values ($1, $2, $3, $4)";

pub(crate) async fn insert(
    connection: &mut AnyConnection,
    run_id: &str,
    key: &TaskKey,
) -> Outcome<()> {
    query(INSERT_CAMPAIGN_RUN)
        .bind(column::write(&key.campaign))
        .bind(integer(key.task_index))
        .bind(integer(key.round_index))
        .bind(run_id.to_owned())
        .execute(connection)
        .await
        .map(drop)
}

pub(crate) async fn read(
    connection: &mut AnyConnection,
    campaign: &str,
) -> Outcome<Vec<TaskRun>> {
    let rows = query(
        "select campaign, task_index, round_index, run_id, state from campaign_run \
         join run on run.id = run_id where campaign = $1 order by task_index, round_index",
    )
    .bind(column::write(campaign))
    .fetch_all(connection)
    .await?;
    let run = |row: &AnyRow| {
        let state: String = row.try_get("state")?;
        Ok(TaskRun {
            key: key_of(row)?,
            run_id: row.try_get("run_id")?,
            state: value_of(state).map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
        })
    };
    rows.iter().map(run).collect()
}

pub(crate) async fn read_key(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<TaskKey>> {
    let row =
        query("select campaign, task_index, round_index from campaign_run where run_id = $1")
            .bind(run_id.to_owned())
            .fetch_optional(connection)
            .await?;
    row.as_ref().map(key_of).transpose()
}

/// The id of a run if it is kept.
pub(crate) async fn read_id(
    connection: &mut AnyConnection,
    run_id: &str,
) -> Outcome<Option<String>> {
    query_scalar("select id from run where id = $1")
        .bind(run_id.to_owned())
        .fetch_optional(connection)
        .await
}

fn key_of(row: &AnyRow) -> Outcome<TaskKey> {
    let campaign: String = row.try_get("campaign")?;
    let number = |name: &str| Outcome::Ok(row.try_get::<i64, _>(name)?.unsigned_abs());
    Ok(TaskKey {
        campaign: column::read(&campaign),
        task_index: number("task_index")?,
        round_index: number("round_index")?,
    })
}
