//! A cell whose requests are operations of a program: its folder, and the cleaning up.

use std::sync::Arc;

use iogram_applications::{ProgramError, Seat};
use iogram_engine::{Cell, Control, RigError, RigErrorKind};
use iogram_model::{Application, Bytes, CellRecord, sentence, text};

use super::DriveRig;
use super::place::{Origin, TestPlace};
use crate::folder::WorkFolder;
use crate::jobs::{IoBackend, StartProgram};

impl DriveRig {
    /// Runs a program in a new folder, which is removed afterwards with all its contents.
    pub(super) fn run_application(
        &self,
        application: &Application,
        cell: &Cell,
        control: &Control,
    ) -> Result<CellRecord, RigError> {
        let TestPlace::File(_, Origin::Directory(directory)) = &*self.place else {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!(
                    "device-cannot-run-needs-file-system",
                    application = application.name(),
                    name = self.record.name
                ),
                hint: text!("device-name-directory-drive-let-made-set").into(),
            });
        };
        directory.check_space(self.geometry.capacity)?;
        let folder = directory.make_folder()?;
        // The threads of a cell outlive it if they hang: the last of them removes the folder.
        let folder = Arc::new(folder);
        let backend = IoBackend::Application {
            start: starter(*application, &folder, cell),
            geometry: self.geometry,
            health: self.health.clone(),
        };
        drop(folder);
        self.watched(cell, &backend, control)
    }
}

/// Prepares the program in `folder`, once per job.
fn starter(application: Application, folder: &Arc<WorkFolder>, cell: &Cell) -> StartProgram {
    let sizes: Vec<Bytes> = cell.workload.block.sizes().iter().map(|&(size, _)| size).collect();
    let (seed, folder) = (cell.workload.seed, Arc::clone(folder));
    Arc::new(move |job| {
        let mut sizes = sizes.clone();
        sizes.sort_unstable();
        // The calling thread belongs to the job, and its program works in its current folder from here on.
        folder.enter()?;
        let seat = Seat { job, sizes, seed: iogram_engine::mix(seed ^ u64::from(job)) };
        iogram_applications::start(&application, folder.path(), &seat).map_err(told)
    })
}

/// The system's error, with the program's own message.
fn told(error: ProgramError) -> std::io::Error {
    let kind = std::io::Error::from_raw_os_error(error.errno.0).kind();
    std::io::Error::new(kind, error)
}
