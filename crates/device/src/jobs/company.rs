//! Loads at the same time: whose turn it is, and whose end is everybody's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_engine::{Cell, FlowShare};

/// What a load has to do with those at the same time.
#[derive(Debug, Clone, Default)]
pub(super) struct Company {
    /// Its part in their requests; `None` where it waits for no others.
    pub(super) flow: Option<Arc<FlowShare>>,
    /// Whether one has come to its end that ends the others.
    is_ended: Arc<AtomicBool>,
}

impl Company {
    pub(super) fn of(cells: &[&Cell]) -> Vec<Self> {
        let is_ended = Arc::<AtomicBool>::default();
        let flows = FlowShare::of_loads(cells.iter().copied());
        flows.into_iter().map(|flow| Self { flow, is_ended: Arc::clone(&is_ended) }).collect()
    }

    /// Whether the others have ended it.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// It has come to its end.
    pub(super) fn leave(&self, cell: &Cell) {
        if let Some(flow) = &self.flow {
            flow.leave();
        }
        if cell.workload.stop.ends_others {
            self.is_ended.store(true, Ordering::Relaxed);
        }
    }
}
