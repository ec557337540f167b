//! Statements about the parts of campaigns.

use super::connection::{Connection, query};
use super::value::{Failure, Row};
use crate::campaign::{TaskKey, TaskRun};
use crate::record::value_of;
use crate::sql::{Outcome, column, integer};

pub(crate) const INSERT_CAMPAIGN_RUN: &str = "insert into campaign_run (campaign, task_index, \
     round_index, run_id) values ($1, $2, $3, $4)";

pub(crate) fn insert(connection: &mut Connection, run_id: &str, key: &TaskKey) -> Outcome<()> {
    query(INSERT_CAMPAIGN_RUN)
        .bind(column::write(&key.campaign))
        .bind(integer(key.task_index))
        .bind(integer(key.round_index))
        .bind(run_id)
        .execute(connection)
        .map(drop)
}

pub(crate) fn read(connection: &mut Connection, campaign: &str) -> Outcome<Vec<TaskRun>> {
    let rows = query(
        "select campaign, task_index, round_index, run_id, state from campaign_run \
         join run on run.id = run_id where campaign = $1 order by task_index, round_index",
    )
    .bind(column::write(campaign))
    .fetch_all(connection)?;
    let run = |row: &Row| {
        let state: String = row.read("state")?;
        Ok(TaskRun {
            key: key_of(row)?,
            run_id: row.read("run_id")?,
            state: value_of(state).map_err(Failure::column)?,
        })
    };
    rows.iter().map(run).collect()
}

pub(crate) fn read_key(connection: &mut Connection, run_id: &str) -> Outcome<Option<TaskKey>> {
    let row =
        query("select campaign, task_index, round_index from campaign_run where run_id = $1")
            .bind(run_id)
            .fetch_optional(connection)?;
    row.as_ref().map(key_of).transpose()
}

/// The complete id of a run if the store has it.
pub(crate) fn read_id(connection: &mut Connection, run_id: &str) -> Outcome<Option<String>> {
    query("select id from run where id = $1").bind(run_id).find_value(connection)
}

fn key_of(row: &Row) -> Outcome<TaskKey> {
    let campaign: String = row.read("campaign")?;
    let number = |name: &str| Outcome::Ok(row.read::<i64>(name)?.unsigned_abs());
    Ok(TaskKey {
        campaign: column::read(&campaign),
        task_index: number("task_index")?,
        round_index: number("round_index")?,
    })
}
