//! What the jobs of a cell run on.

use iogram_model::Text;
use std::fs::File;
use std::sync::Arc;

use iogram_applications::Program;
use iogram_engine::{Geometry, ZoneTable};
use iogram_inspect::health::HealthProbe;

use crate::linux::namespace::Namespace;
use crate::linux::sync_target::DiscardCall;
use crate::payload::Payload;

/// Opens the target once more, in the cell's mode.
pub(crate) type Open = Arc<dyn Fn() -> std::io::Result<File> + Send + Sync>;

/// Makes a program ready for a job, by its number.
pub(crate) type StartProgram =
    Arc<dyn Fn(u32) -> std::io::Result<Box<dyn Program>> + Send + Sync>;

/// What the jobs of a cell run on.
#[derive(Clone)]
pub(crate) enum IoBackend {
    /// No drive: requests complete at once, and what is left is the cost of the engine.
    Null,
    /// A file or block device.
    Opened {
        /// Opens it.
        open: Open,
        /// Capacity and block sizes of what is opened.
        geometry: Geometry,
        /// What takes commands in its place; `None` where requests go to the block device or file.
        namespace: Option<Arc<Namespace>>,
        /// How it is discarded.
        discard: DiscardCall,
        /// The zones that its requests go through; `None` where they do not go by write pointers.
        zones: Option<Arc<ZoneTable>>,
        /// What is written to it.
        payload: Payload,
        /// What the memory of a direct request has to be a multiple of.
        alignment: usize,
        /// What asks the drive how it fares; `None` where nothing can be asked.
        health: Option<Arc<HealthProbe>>,
    },
    /// A program on a file system.
    Application {
        /// Makes it ready.
        start: StartProgram,
        /// What its requests are to fit into.
        geometry: Geometry,
        /// What asks the drive below how it fares.
        health: Option<Arc<HealthProbe>>,
    },
}

impl IoBackend {
    /// The zones that requests go through.
    pub(super) fn zones(&self) -> Option<&ZoneTable> {
        match self {
            Self::Opened { zones, .. } => zones.as_deref(),
            Self::Null | Self::Application { .. } => None,
        }
    }

    /// How warm the drive was when it was asked last.
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
    /// What the system answered.
    pub(crate) source: std::io::Error,
}
