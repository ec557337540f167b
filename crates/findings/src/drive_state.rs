//! In which state of its flash a drive was measured, as far as the run itself shows it.

use iogram_model::Total as _;
use iogram_model::{
    Bytes, CellRecord, DriveState, DriveStateRecord, Message, MessageId, PurgeState, Run,
    TargetKind, TargetRecord,
};

/// The state before the first cell that counts, and what says so. What happened to the drive before the run is not
/// known to anybody here.
#[must_use]
pub fn drive_state(run: &Run) -> DriveStateRecord {
    let first = run.cells.iter().position(|cell| cell.is_counted).unwrap_or(run.cells.len());
    let before = &run.cells[..first];
    let written = before.iter().filter_map(|cell: &CellRecord| cell.operations.write.as_ref());
    let written = written.map(|write| write.bytes).total();
    let purged = run.purges.iter().rfind(|purge| {
        purge.state == PurgeState::Purged && purge.cells_before_count <= first as u64
    });
    let method = purged
        .and_then(iogram_model::PurgeRecord::method)
        .map(|it| Message::new(MessageId::StatePurgedBy, [it.to_string().into()]));
    let filled =
        (written > 0).then(|| Message::new(MessageId::StateWritten, [Bytes(written).into()]));
    let is_said = run.method.params.get("prepare").is_some_and(|value| value == "done");
    let said = is_said.then(|| Message::plain(MessageId::StateUserSays));
    let begins_fresh = run.target.kind == TargetKind::Simulated;
    let (state, otherwise) = match (purged, written > 0 || is_said, begins_fresh) {
        (_, true, _) => (DriveState::Written, MessageId::StateUserSays),
        (Some(_), false, _) => (DriveState::Purged, MessageId::StatePurged),
        (None, false, true) => (DriveState::Fresh, MessageId::StateSimulated),
        (None, false, false) => (DriveState::Unknown, MessageId::FlashStateUnknown),
    };
    let known = Message::listed([method, filled, said].into_iter().flatten());
    let basis = known.unwrap_or_else(|| Message::plain(otherwise));
    DriveStateRecord {
        state,
        basis: basis.english(),
        statement: Some(basis),
        written_bytes: (written > 0).then_some(written),
        written_ratio: share_of(&run.target, written),
    }
}

/// `None` where nothing was written, or where the capacity is that of a file.
fn share_of(target: &TargetRecord, written: u64) -> Option<f64> {
    let is_whole = matches!(target.kind, TargetKind::BlockDevice | TargetKind::Simulated);
    let capacity = target.capacity.as_f64();
    (is_whole && written > 0 && capacity > 0.0).then(|| Bytes(written).as_f64() / capacity)
}
