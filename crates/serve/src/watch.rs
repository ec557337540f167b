//! Reports the requests to a served drive and their completions.

use iogram_engine::Request;
use iogram_model::Nanos;

/// An event at a served drive, on the drive's own monotonic clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happened {
    /// The drive received a request; no other outstanding request has its slot.
    Issued {
        /// Time of the event.
        at: Nanos,
        /// The request.
        request: Request,
    },
    /// The drive completed a request.
    Completed {
        /// Time of the event.
        at: Nanos,
        /// The slot of the request.
        slot: u32,
    },
}

/// Receives every event, in the thread that serves the drive: it must not take long.
pub type Watcher = Box<dyn FnMut(Happened) + Send>;
