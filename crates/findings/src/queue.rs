//! Latencies with more requests than the kernel's queue holds: the excess waits outside.
//!
//! If the workers of io_uring wait there, other requests overtake them again and again: most requests look faster,
//! and a few far slower, than if all waited in order, with the same mean and the same rate. The spread comes from the
//! I/O path, not from the drive.

use iogram_model::{CellRecord, IoPath, Message, MessageId, Run, Warning, WarningCode, float};

/// One warning for each cell with more requests outstanding than the drive's queues hold.
///
/// A submitter uses the queue of its processor: with a single submitter, the other queues stay empty. If the number
/// of queues is unknown, assumes one for each submitter.
pub(crate) fn above_queue(run: &Run) -> Vec<Warning> {
    let queue = run.conditions.queue.as_ref();
    let Some(each) = queue.and_then(|queue| queue.nr_requests).filter(|&room| room > 0) else {
        return Vec::new();
    };
    let platform = run.conditions.platform.as_ref();
    let drive = platform.and_then(|platform| platform.drive.as_ref());
    let queue_count = drive.and_then(|drive| drive.hardware_queue_count).filter(|&it| it > 0);
    let mut warnings = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for cell in &run.cells {
        let jobs = u64::from(cell.workload.jobs);
        let queues = queue_count.map_or(jobs, |count| count.min(jobs)).max(1);
        let room = each.saturating_mul(queues);
        if names.contains(&cell.name.as_str()) || !is_above(cell, room) {
            continue;
        }
        names.push(&cell.name);
        let out = cell.engine.depth_asked.into();
        let values = [cell.name.as_str().into(), out, room.into()];
        let statement = Message::new(MessageId::AboveQueue, values);
        warnings.push(Warning::new(WarningCode::AboveTheQueue, statement));
    }
    warnings
}

fn is_above(cell: &CellRecord, room: u64) -> bool {
    // The reached depth counts: an open loop may never come close to its maximum.
    cell.engine.path == IoPath::IoUring && cell.engine.depth_reached > float(room)
}
