//! Tracks which parts of a run its store has: a store that cannot be written does not end a run.
//!
//! All results stay in memory until the end. If the store rejects a result now, it gets the result with the next cell
//! or at the end. If it rejects everything then, too, the run becomes a file beside the store.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use iogram_door::{FileName, Outlet, Rules};
use iogram_engine::Control;
use iogram_model::{Run, sentence};
use iogram_store::{Error, Fault, Origin, Store, TaskKey};

use crate::checkpoints::{self, Checkpoints};
use crate::failure::{Failure, with_causes};
use crate::figures;
use crate::follower::{Notice, SessionFollower};
use crate::owner;

/// Attempts to write the end of a run to a store that others hold. Each attempt waits as long as the store waits:
/// half a minute together. Arbitrary: a person who looks into the store with another program is done by then.
const ATTEMPTS: u32 = 6;

/// A run and its store.
pub(crate) struct Keeping {
    /// `None` stores nothing.
    store: Option<Store>,
    /// Number of cells that the store has.
    cell_count: usize,
    /// Whether the store lacks something; the follower knows of it.
    is_behind: bool,
    /// Dropping it ends the heartbeat.
    _alive: Option<Sender<()>>,
    /// Dropping it ends the checkpoints of the running cell.
    _checkpoints: Option<Sender<()>>,
    checkpoints: Checkpoints,
    control: Arc<Control>,
    /// The part of a campaign that the run is.
    task: Option<TaskKey>,
}

impl Keeping {
    pub(crate) fn new(
        store: Option<Store>,
        checkpoints: Checkpoints,
        control: &Arc<Control>,
    ) -> Self {
        Self {
            store,
            cell_count: 0,
            is_behind: false,
            _alive: None,
            _checkpoints: None,
            checkpoints,
            control: Arc::clone(control),
            task: None,
        }
    }

    /// Makes the run this part of a campaign.
    pub(crate) fn for_task(self, task: Option<TaskKey>) -> Self {
        Self { task, ..self }
    }

    /// States which cell comes next; `None` for a cell that is not recorded.
    pub(crate) fn place_cell(&self, position: Option<usize>) {
        self.control.place_cell(position);
    }

    /// Begins a new run: a run that the store cannot hold at all is not measured.
    pub(crate) fn begin(&mut self, run: &Run, origin: &Origin) -> Result<(), Failure> {
        let Some(store) = &mut self.store else { return Ok(()) };
        assert!(self._alive.is_none(), "a run begins twice");
        assert_eq!(self.cell_count, 0, "a run begins that has kept cells already");
        // Claims the run at once: other programs treat a run without a live owner as one that a crash ended, which
        // they may resume.
        store.begin(run)?;
        store.claim(&run.id, &owner::this(), None)?;
        store.keep_origin(&run.id, origin)?;
        let kept = self.task.as_ref().map_or(Ok(()), |task| store.keep_task(&run.id, task));
        if let Err(error) = kept {
            // If two programs have the same task, the second leaves nothing behind.
            store.release(&run.id, &owner::this()).ok();
            store.remove(&run.id, None).ok();
            return Err(error.into());
        }
        self._alive = owner::keep_beating(store.path(), &run.id);
        self._checkpoints =
            checkpoints::keep(self.checkpoints, store.path(), &run.id, &self.control);
        self.cell_count = run.cells.len();
        Ok(())
    }

    /// Continues a run after its last cell; this program already owns the run.
    pub(crate) fn go_on(&mut self, run: &Run) -> Result<(), Failure> {
        let Some(store) = &mut self.store else { return Ok(()) };
        assert!(self._alive.is_none(), "a run goes on twice");
        store.truncate_cells(&run.id, run.cells.len())?;
        store.finish(run)?;
        self._alive = owner::keep_beating(store.path(), &run.id);
        self._checkpoints =
            checkpoints::keep(self.checkpoints, store.path(), &run.id, &self.control);
        self.cell_count = run.cells.len();
        Ok(())
    }

    /// Stores the cells that the store lacks.
    pub(crate) fn keep_cells(&mut self, run: &Run, follower: &mut dyn SessionFollower) {
        let Some(store) = &mut self.store else { return };
        let kept = add_cells(store, run, &mut self.cell_count);
        self.noted(kept, follower);
    }

    /// Stores everything: a crash later on must not lose it.
    pub(crate) fn keep(&mut self, run: &Run, follower: &mut dyn SessionFollower) {
        let Some(store) = &mut self.store else { return };
        let kept = add_cells(store, run, &mut self.cell_count).and_then(|()| store.finish(run));
        self.noted(kept, follower);
    }

    /// Reports once that the store lacks something, and once that it has everything again.
    fn noted(&mut self, kept: Result<(), Error>, follower: &mut dyn SessionFollower) {
        let is_behind = kept.is_err();
        if is_behind == self.is_behind {
            return;
        }
        self.is_behind = is_behind;
        // The next measurement must not wait for the store each time.
        if let Some(store) = &mut self.store {
            store.be_patient(!is_behind).ok();
        }
        match kept {
            Ok(()) => follower.noticed(Notice::StoreCaughtUp),
            Err(error) => follower.noticed(Notice::StoreBehind(&error)),
        }
    }

    /// Stores the end of the run and returns its location. The run has no owner afterwards.
    pub(crate) fn end(
        mut self,
        run: &Run,
        follower: &mut dyn SessionFollower,
    ) -> Result<Option<PathBuf>, Failure> {
        let Some(mut store) = self.store.take() else { return Ok(None) };
        // The checkpoint thread could hold the store while the end of the run is written.
        self._checkpoints = None;
        // A broken connection stays broken. Nothing waits now, so try once to connect to the server again.
        if self.is_behind && Store::is_on_server(store.path()) {
            let again = figures::open_store(store.path());
            store = again.map_err(|error| keep_beside(run, store.path(), &error))?;
        }
        store.be_patient(true).ok();
        let mut last = None;
        for attempt in 0..ATTEMPTS {
            let added = add_cells(&mut store, run, &mut self.cell_count);
            match added.and_then(|()| store.finish(run)) {
                Ok(()) => {
                    let is_whole = self.cell_count == run.cells.len();
                    assert!(is_whole, "a run ends before all its cells are kept");
                    store.release(&run.id, &owner::this()).ok();
                    return Ok(Some(store.path().to_owned()));
                }
                Err(error) => {
                    let is_locked = fault_of(&error) == Some(Fault::Locked);
                    if is_locked && attempt == 0 {
                        follower.noticed(Notice::StoreHeld);
                    }
                    last = Some(error);
                    if !is_locked {
                        break;
                    }
                }
            }
        }
        match last {
            Some(error) => Err(keep_beside(run, store.path(), &error)),
            None => Ok(None),
        }
    }
}

fn fault_of(error: &Error) -> Option<Fault> {
    match error {
        Error::Database { fault, .. } => Some(*fault),
        _ => None,
    }
}

/// Gives the store the cells that it lacks; it has `count`. A run that was removed meanwhile is stored anew.
fn add_cells(store: &mut Store, run: &Run, count: &mut usize) -> Result<(), Error> {
    assert!(*count <= run.cells.len(), "the store has cells that the run has not");
    for (position, cell) in run.cells.iter().enumerate().skip(*count) {
        match store.add_cell(&run.id, position, cell) {
            Err(Error::UnknownRun { .. }) => {
                store.begin(run)?;
                *count = run.cells.len();
                return store.claim(&run.id, &owner::this(), None);
            }
            other => other?,
        }
        *count = position + 1;
    }
    assert_eq!(*count, run.cells.len(), "a cell of the run was passed over");
    Ok(())
}

/// Writes the run to a separate file, because the store rejected it, and reports the path.
fn keep_beside(run: &Run, store: &Path, error: &Error) -> Failure {
    let message = with_causes(error);
    let name = FileName::with_ending(&format!("iogram-run-{}", run.id), ".json");
    let text = serde_json::to_string_pretty(run).expect("a run is plain JSON") + "\n";
    let text = iogram_model::plain_json(text);
    let beside = store.parent().filter(|_| !Store::is_on_server(store)).map(Path::to_owned);
    let places = beside.into_iter().chain([PathBuf::from("."), std::env::temp_dir()]);
    for place in places {
        let path = place.join(name.as_str());
        let written = Outlet::check(&path, &Rules::default())
            .and_then(|outlet| outlet.write(text.as_bytes()));
        if let Ok(path) = written {
            let path = path.display();
            return Failure::environment(
                sentence!("session-whole-run-instead", message: message, path),
                sentence!("session-when-store-written-again-iogram-import", path),
            );
        }
    }
    let hint = error.hint().unwrap_or_default();
    Failure::environment(sentence!("session-nor-file-beside", message: message), hint)
}
