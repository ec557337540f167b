//! Loads at the same time: their shares of requests, and their common end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_engine::{Cell, FlowShare};

/// A load's relation to the loads at the same time.
#[derive(Debug, Clone, Default)]
pub(super) struct Company {
    /// Its share of the group's requests; `None` if it waits for no other.
    pub(super) flow: Option<Arc<FlowShare>>,
    /// Whether a load that ends the others has ended.
    is_ended: Arc<AtomicBool>,
}

impl Company {
    pub(super) fn of(cells: &[&Cell]) -> Vec<Self> {
        let is_ended = Arc::<AtomicBool>::default();
        let flows = FlowShare::of_loads(cells.iter().copied());
        flows.into_iter().map(|flow| Self { flow, is_ended: Arc::clone(&is_ended) }).collect()
    }

    /// Whether another load has ended this one.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Notes that the load has ended.
    pub(super) fn leave(&self, cell: &Cell) {
        if let Some(flow) = &self.flow {
            flow.leave();
        }
        if cell.workload.stop.ends_others {
            self.is_ended.store(true, Ordering::Relaxed);
        }
    }
}
