//! State of the flash at the beginning of a measurement, as far as the run itself shows it.

use iogram_model::Total as _;
use iogram_model::{
    Argument, Bytes, CellRecord, Criteria, DriveState, DriveStateRecord, Message, MessageId,
    PurgeState, Run, TargetKind, TargetRecord, Warning, WarningCode,
};

/// The state before the first counted cell, and its evidence. The history of the drive before the run is unknown
/// here.
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
    let is_set = |name: &str, value: &str| {
        run.method.params.get(name).is_some_and(|it| it.as_str() == value)
    };
    let is_said = is_set("prepare", "done");
    let said = is_said.then(|| Message::plain(MessageId::StateUserSays));
    let erased = match (is_set("fresh", "done"), is_set("fresh", "discard")) {
        (true, _) => Some(MessageId::StateUserPurged),
        (_, true) => Some(MessageId::StateDiscarded),
        _ => None,
    };
    let begins_fresh = run.target.kind == TargetKind::Simulated;
    let (state, otherwise) = match (purged, erased, begins_fresh) {
        _ if written > 0 || is_said => (DriveState::Written, MessageId::StateUserSays),
        (Some(_), _, _) => (DriveState::Purged, MessageId::StatePurged),
        (None, Some(erased), _) => (DriveState::Purged, erased),
        (None, None, true) => (DriveState::Fresh, MessageId::StateSimulated),
        (None, None, false) => (DriveState::Unknown, MessageId::FlashStateUnknown),
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

/// A warning that the flash was not in the state that the method requires, with the command that makes it. A run
/// without measurements has no state.
pub(crate) fn unwanted_state(run: &Run, criteria: &Criteria) -> Option<Warning> {
    let wanted = criteria.wants_state.as_ref()?;
    let is_measured = run.cells.iter().any(|cell| cell.is_counted);
    let found = drive_state(run);
    if !is_measured || wanted.is_met_by(&found) {
        return None;
    }
    let state = match (found.state, found.written_ratio) {
        (DriveState::Fresh, _) => Message::plain(MessageId::FoundFresh),
        (DriveState::Purged, _) => Message::plain(MessageId::StatePurged),
        (DriveState::Written, Some(ratio)) => {
            Message::new(MessageId::FoundWrittenTo, [Argument::Ratio(ratio)])
        }
        (DriveState::Written, None) => Message::plain(MessageId::FoundWrittenInPart),
        (DriveState::Unknown, _) => Message::plain(MessageId::FoundUnknown),
    };
    let basis = found.statement.map_or(Argument::Sentence(found.basis), Argument::from);
    let values = [
        state.into(),
        basis,
        run.method.id.clone().into(),
        wanted.statement().into(),
        wanted.made_by.clone().into(),
    ];
    Some(Warning::new(WarningCode::DriveState, Message::new(MessageId::StateUnwanted, values)))
}

/// `None` if nothing was written, or if the capacity is that of a file.
fn share_of(target: &TargetRecord, written: u64) -> Option<f64> {
    let is_whole = matches!(target.kind, TargetKind::BlockDevice | TargetKind::Simulated);
    let capacity = target.capacity.as_f64();
    (is_whole && written > 0 && capacity > 0.0).then(|| Bytes(written).as_f64() / capacity)
}
