//! The progress of a running cell.

use super::connection::{Connection, query};
use super::{Outcome, count};

/// The rows of a checkpoint.
#[derive(Debug)]
pub(crate) struct CheckpointText {
    /// Everything except the intervals.
    pub(crate) record: String,
    /// The intervals, compressed, in pieces.
    pub(crate) pieces: Vec<Vec<u8>>,
}

/// Stores the new progress of a cell that has not ended, in addition to the earlier pieces or instead of them;
/// nothing if the cell has ended.
pub(crate) fn write(
    connection: &mut Connection,
    (run_id, position): (&str, usize),
    checkpoint: CheckpointText,
    is_whole: bool,
) -> Outcome<()> {
    connection.write(|connection| {
        write_rows(connection, (run_id, count(position)), checkpoint, is_whole)
    })
}

fn write_rows(
    connection: &mut Connection,
    (run_id, position): (&str, i64),
    checkpoint: CheckpointText,
    is_whole: bool,
) -> Outcome<()> {
    connection.assert_in_transaction();
    let ended: i64 =
        query("select count(*) from cell where run_id = $1 and position_index = $2")
            .bind(run_id)
            .bind(position)
            .fetch_value(connection)?;
    if ended > 0 {
        return Ok(());
    }
    if is_whole {
        delete(connection, run_id, position)?;
    }
    query(
        "insert into checkpoint (run_id, position_index, record) values ($1, $2, $3) \
         on conflict (run_id, position_index) do update set record = excluded.record",
    )
    .bind(run_id)
    .bind(position)
    .bind(checkpoint.record)
    .execute(connection)?;
    for piece in checkpoint.pieces {
        query(
            "insert into checkpoint_piece (run_id, position_index, piece_index, series) \
             select $1, $2, coalesce(max(piece_index) + 1, 0), $3 from checkpoint_piece \
             where run_id = $1 and position_index = $2",
        )
        .bind(run_id)
        .bind(position)
        .bind(piece)
        .execute(connection)?;
    }
    Ok(())
}

/// Removes the checkpoints of cells from a position on, with their pieces.
pub(crate) fn delete(connection: &mut Connection, run_id: &str, first: i64) -> Outcome<()> {
    query("delete from checkpoint where run_id = $1 and position_index >= $2")
        .bind(run_id)
        .bind(first)
        .execute(connection)
        .map(drop)
}

/// The checkpoint of the cell at a position; `None` if there is none.
pub(crate) fn read(
    connection: &mut Connection,
    run_id: &str,
    position: usize,
) -> Outcome<Option<CheckpointText>> {
    let record: Option<String> =
        query("select record from checkpoint where run_id = $1 and position_index = $2")
            .bind(run_id)
            .bind(count(position))
            .find_value(connection)?;
    let Some(record) = record else { return Ok(None) };
    let pieces = query(
        "select series from checkpoint_piece where run_id = $1 and position_index = $2 \
         order by piece_index",
    )
    .bind(run_id)
    .bind(count(position))
    .fetch_all(connection)?
    .iter()
    .map(|row| row.read("series"))
    .collect::<Outcome<_>>()?;
    Ok(Some(CheckpointText { record, pieces }))
}
