//! Who looks on: what is asked of a served drive, and when it is answered.

use std::collections::BTreeSet;

use iogram_engine::Request;
use iogram_model::Nanos;

/// What happened at a served drive, on its own clock, which never goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// The drive was given a request, whose slot tells it from all others that are out.
    Issued {
        /// When.
        at: Nanos,
        /// What it is.
        request: Request,
    },
    /// The drive has finished with it.
    Completed {
        /// When.
        at: Nanos,
        /// The slot of the request.
        slot: u32,
    },
}

/// Is told of everything, in the thread that serves the drive: it must not take long.
pub type Watcher = Box<dyn FnMut(Happened) + Send>;

/// The one who looks on, if there is one.
#[derive(Default)]
pub(crate) struct Watch {
    watcher: Option<Watcher>,
    out: BTreeSet<u32>,
}

impl Watch {
    pub(crate) fn new(watcher: Option<Watcher>) -> Self {
        Self { watcher, out: BTreeSet::new() }
    }

    pub(crate) fn issued(&mut self, at: Nanos, request: Request) {
        if let Some(watcher) = &mut self.watcher {
            self.out.insert(request.slot);
            watcher(Happened::Issued { at, request });
        }
    }

    pub(crate) fn completed(&mut self, at: Nanos, slot: u32) {
        if let Some(watcher) = &mut self.watcher
            && self.out.remove(&slot)
        {
            watcher(Happened::Completed { at, slot });
        }
    }
}
