//! Keeps what the cell under way has so far, now and then, on a thread of its own: neither what measures nor what
//! carries out the plan waits for the store.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use iogram_engine::Control;
use iogram_model::Nanos;
use iogram_store::Store;

/// How often what a cell has so far is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checkpoints {
    /// Not before it has ended.
    Off,
    /// So often by the computer's clock.
    Every(Nanos),
}

impl Default for Checkpoints {
    /// What may be lost of a day without anybody being sorry. Arbitrary.
    fn default() -> Self {
        Self::Every(Nanos(60 * Nanos::SECOND.0))
    }
}

impl Checkpoints {
    /// Shorter times are refused. Arbitrary: a store on a hard disk needs as much for one.
    pub const TIME_MIN: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
}

/// A cell tells what it has at its next interval, 100 ms away at most; one that does not has just ended, or is a
/// model that takes its time. Arbitrary.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Until what is returned is dropped; `None` if it is not to be done or cannot be.
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
        // A connection of its own: the session's may be waiting for a lock at that moment.
        let Ok(mut store) = Store::open(&store) else { return };
        // Of what could not be kept the next one has everything.
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
