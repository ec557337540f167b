//! The barrier at which threads start together, or not at all.

use std::sync::{Condvar, Mutex};

/// For a fixed number of threads.
#[derive(Debug)]
pub(crate) struct StartBarrier {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    missing: usize,
    is_open: Option<bool>,
}

impl StartBarrier {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            state: Mutex::new(State { missing: count, is_open: None }),
            changed: Condvar::new(),
        }
    }

    /// Waits for the others; the last one calls `begin` before any continues. `false` if the barrier was closed
    /// because one of them will never come.
    pub(crate) fn pass(&self, begin: impl FnOnce()) -> bool {
        let mut state = self.state.lock().expect("no thread panics at the barrier");
        assert!(
            state.missing > 0 || state.is_open == Some(false),
            "each comes to the barrier once"
        );
        state.missing = state.missing.saturating_sub(1);
        if state.missing == 0 && state.is_open.is_none() {
            begin();
            state.is_open = Some(true);
            self.changed.notify_all();
        }
        let waits = |state: &mut State| state.is_open.is_none();
        let state =
            self.changed.wait_while(state, waits).expect("no thread panics at the barrier");
        state.is_open == Some(true)
    }

    /// Releases all current and future waiters without a start.
    pub(crate) fn close(&self) {
        let mut state = self.state.lock().expect("no thread panics at the barrier");
        state.is_open.get_or_insert(false);
        self.changed.notify_all();
    }
}
