//! The I/O backend of a cell's jobs.

use iogram_model::Text;
use std::fs::File;
use std::sync::Arc;

use iogram_applications::Program;
use iogram_engine::{Geometry, ZoneTable};
use iogram_inspect::health::HealthProbe;

use crate::linux::namespace::Namespace;
use crate::linux::sync_target::DiscardCall;
use crate::payload::Payload;

/// Opens the target again, in the cell's mode.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<File> + Send + Sync>;

/// Prepares a program for a job, given the job's number.
pub(crate) type StartProgram =
    Arc<dyn Fn(u32) -> std::io::Result<Box<dyn Program>> + Send + Sync>;

/// The I/O backend of a cell's jobs.
#[derive(Clone)]
pub(crate) enum IoBackend {
    /// No drive: requests complete at once, and only the engine's cost is left.
    Null,
    /// A file or block device.
    Opened {
        /// Opens it.
        open: Open,
        /// Capacity and block sizes of the opened target.
        geometry: Geometry,
        /// The namespace that takes commands instead; `None` if requests go to the block device or file.
        namespace: Option<Arc<Namespace>>,
        /// The way to discard.
        discard: DiscardCall,
        /// The zones of its requests; `None` if they do not use write pointers.
        zones: Option<Arc<ZoneTable>>,
        /// The data written to it.
        payload: Payload,
        /// Memory of direct requests has to be a multiple of this.
        alignment: usize,
        /// Reads the drive's health; `None` if it cannot be read.
        health: Option<Arc<HealthProbe>>,
    },
    /// A program on a file system.
    Application {
        /// Prepares the program.
        start: StartProgram,
        /// The shape that its requests have to fit into.
        geometry: Geometry,
        /// Reads the health of the drive below.
        health: Option<Arc<HealthProbe>>,
    },
}

impl IoBackend {
    /// The zones of the requests.
    pub(super) fn zones(&self) -> Option<&ZoneTable> {
        match self {
            Self::Opened { zones, .. } => zones.as_deref(),
            Self::Null | Self::Application { .. } => None,
        }
    }

    /// The drive's temperature at the last reading.
    pub(super) fn temperature_celsius(&self) -> Option<f64> {
        match self {
            Self::Null => None,
            Self::Opened { health, .. } | Self::Application { health, .. } => {
                health.as_ref()?.last_temperature()
            }
        }
    }
}

/// Why a cell could not start.
#[derive(Debug)]
pub(crate) struct StartError {
    /// What could not be done; it takes the name of the cell and what the system answered.
    pub(crate) what: Text,
    /// The system's error.
    pub(crate) source: std::io::Error,
}
