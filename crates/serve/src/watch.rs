//! Who looks on: what is asked of a served drive, and when it is answered.

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
