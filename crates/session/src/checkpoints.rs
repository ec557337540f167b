//! Saves the progress of the running cell at intervals, on a separate thread: neither the measurement nor the plan
//! waits for the store.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use iogram_engine::Control;
use iogram_model::Nanos;
use iogram_store::Store;

/// How often the store gets the progress of the running cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checkpoints {
    /// Not before the cell has ended.
    Off,
    /// At this interval of the computer's clock.
    Every(Nanos),
}

impl Default for Checkpoints {
    /// A loss of this size in a run of a day is acceptable. Arbitrary.
    fn default() -> Self {
        Self::Every(Nanos(60 * Nanos::SECOND.0))
    }
}

impl Checkpoints {
    /// Shorter intervals are refused. Arbitrary: a store on a hard disk needs this long for one write.
    pub const TIME_MIN: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
}

/// A cell reports its progress at its next interval, within 100 ms. A cell that does not has just ended, or is a slow
/// model. Arbitrary.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Saves until the caller drops the returned sender; `None` if checkpoints are off or cannot start.
pub(crate) fn keep(
    how: Checkpoints,
    store: &Path,
    run_id: &str,
    control: &Arc<Control>,
) -> Option<Sender<()>> {
    let Checkpoints::Every(time) = how else { return None };
    let (alive, ended) = mpsc::channel::<()>();
    let (sender, told) = mpsc::channel();
    control.send_checkpoints(sender);
    let (store, run_id, control) = (store.to_owned(), run_id.to_owned(), Arc::clone(control));
    let keeping = move || {
        // This thread has its own connection: the session's may be waiting for a lock.
        let Ok(mut store) = Store::open(&store) else { return };
        // A failed save loses nothing: the next one contains everything.
        let mut is_behind = false;
        while ended.recv_timeout(Duration::from_nanos(time.0)) == Err(RecvTimeoutError::Timeout)
        {
            control.ask_checkpoint(is_behind);
            let first = told.recv_timeout(ANSWER_MAX).ok();
            for it in first.into_iter().chain(told.try_iter()) {
                let whole = it.is_whole;
                let kept = store.keep_checkpoint(&run_id, it.position, &it.record, whole);
                is_behind = kept.is_err();
            }
        }
    };
    std::thread::Builder::new().name("checkpoints".to_owned()).spawn(keeping).ok()?;
    Some(alive)
}
