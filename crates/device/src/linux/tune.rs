//! Setting the computer for the time of a measurement, and putting everything back.
//!
//! What will be changed is written to a state file, durably, before the first change: whatever ends the
//! program, [`restore_tuning`] finishes the job. All of it is forgotten by a restart of the computer,
//! which the state file knows by the number of the start. Never changes what was not asked for.
//!
//! Sources: the kernel's `Documentation/admin-guide/pm/{cpufreq, cpuidle, intel_pstate}.rst`,
//! `Documentation/power/pm_qos_interface.rst`.

mod plan;
mod state;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iogram_model::{Sentence, TuneChange, TuneRecord, sentence};

use crate::error::DeviceError;
use crate::linux::units::UnitControl;
use iogram_inspect::platform::chosen;
use iogram_inspect::sysfs::{SysRoot, text_if_known};
use state::StateFile;

pub use plan::{TuneRequest, plan_tuning};

/// Waking from an idle state may take so long. Arbitrary: C1 and C1E stay, so that processors neither
/// burn nor lose their turbo by polling.
const WAKING_US: i32 = 10;

/// One thing to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A setting in sysfs.
    Setting {
        /// Which setting, in words.
        what: &'static str,
        /// Below sysfs.
        path: PathBuf,
        /// Its value now, which is put back.
        before: String,
        /// What it shall be.
        during: String,
    },
    /// A unit of systemd that is stopped.
    Unit(String),
}

impl Change {
    /// What it is, for the user.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Setting { what, path, before, during } => sentence!(
                "{what}: {during} instead of {before} ({place})",
                what: *what,
                during,
                before,
                place = format!("/sys/{}", path.display())
            ),
            Self::Unit(name) => sentence!("{name}: stopped", name),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Change {
    fn record(&self) -> TuneChange {
        match self {
            Self::Setting { what, path, before, during } => TuneChange {
                what: (*what).to_owned(),
                place: format!("/sys/{}", path.display()),
                before: before.clone(),
                during: during.clone(),
            },
            Self::Unit(name) => TuneChange {
                what: name.clone(),
                place: "systemd".to_owned(),
                before: "running".to_owned(),
                during: "stopped".to_owned(),
            },
        }
    }

    /// Makes the change; says why if that did not work.
    fn apply(&self, root: &SysRoot, units: &dyn UnitControl) -> Result<(), Sentence> {
        match self {
            Self::Setting { path, during, .. } => write(root, path, during),
            Self::Unit(name) => units.set(name, false),
        }
        .map_err(|why| sentence!("{place}: {why}", place = self.name(), why: why))
    }

    /// Puts it back, unless somebody has set something else meanwhile.
    fn undo(&self, root: &SysRoot, units: &dyn UnitControl) -> Result<(), Sentence> {
        match self {
            Self::Setting { path, before, during, .. } => match read(root, path) {
                Some(now) if now == *before => Ok(()),
                Some(now) if now == *during => write(root, path, before),
                Some(now) => {
                    Err(sentence!("it is {now} by now, which somebody else has set", now))
                }
                None => Err("it is no longer there".into()),
            },
            Self::Unit(name) => units.set(name, true),
        }
        .map_err(|why| sentence!("{place}: {why}", place = self.name(), why: why))
    }

    fn name(&self) -> String {
        match self {
            Self::Setting { what, path, .. } => format!("{what} (/sys/{})", path.display()),
            Self::Unit(name) => name.clone(),
        }
    }
}

/// A choice is shown in brackets among what could be chosen.
fn read(root: &SysRoot, path: &Path) -> Option<String> {
    let path = path.to_str()?;
    chosen(&root.sys, path).or_else(|| text_if_known(&root.sys, path))
}

/// Writes a setting and reads it again: drivers may take a value and keep another.
fn write(root: &SysRoot, path: &Path, value: &str) -> Result<(), Sentence> {
    let place = root.sys.join(path);
    if !place.exists() {
        return Err("it is no longer there".into());
    }
    iogram_door::write_setting(&root.sys, path, value).map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => {
            "not permitted (root may; firmware or a container may forbid it)".into()
        }
        _ => Sentence::of_system(&error),
    })?;
    match read(root, path) {
        Some(now) if now == value => Ok(()),
        Some(now) => Err(sentence!("the kernel keeps {now}", now)),
        None => Ok(()),
    }
}

/// What is set, until it goes out of scope.
pub struct Tuning {
    root: SysRoot,
    units: Arc<dyn UnitControl>,
    done: Vec<Change>,
    failures: Vec<Sentence>,
    /// Kept open: closing it lets processors sleep again.
    latency: Option<File>,
    /// `None` once everything is put back, and for what is to stay.
    state: Option<StateFile>,
}

impl fmt::Debug for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tuning").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Tuning {
    /// Sets what can be set. What an earlier run left changed is put back first.
    ///
    /// # Errors
    ///
    /// Fails, with nothing changed, if the state file cannot be written, or if another process holds it.
    pub fn begin(
        root: &SysRoot,
        place: &Path,
        request: &TuneRequest,
        units: Arc<dyn UnitControl>,
    ) -> Result<Self, DeviceError> {
        let mut state = StateFile::lock(place)?;
        let mut failures = put_back(root, units.as_ref(), &state)?;
        let planned = plan_tuning(root, request, units.as_ref());
        state.write(root, &planned)?;
        let mut done = Vec::new();
        for change in planned {
            match change.apply(root, units.as_ref()) {
                Ok(()) => done.push(change),
                Err(why) => failures.push(why),
            }
        }
        let mut tuning = Self {
            root: root.clone(),
            units,
            done,
            failures,
            latency: None,
            state: Some(state),
        };
        if !request.stays {
            tuning.hold_latency();
        }
        Ok(tuning)
    }

    /// As long as the file is open, idle processors wake within the time that was written to it.
    fn hold_latency(&mut self) {
        let path = self.root.dev.join("cpu_dma_latency");
        let held = iogram_door::open_control(&path).and_then(|file| {
            rustix::io::write(&file, &WAKING_US.to_ne_bytes())?;
            Ok(file)
        });
        match held {
            Ok(file) => self.latency = Some(file),
            Err(error) => {
                let place = format!("idle states ({})", path.display());
                let why = Sentence::of_system(&error);
                self.failures.push(sentence!("{place}: {why}", place, why: why));
            }
        }
    }

    /// What was changed and what could not be.
    #[must_use]
    pub fn record(&self) -> TuneRecord {
        let mut changes: Vec<TuneChange> = self.done.iter().map(Change::record).collect();
        if self.latency.is_some() {
            changes.push(TuneChange {
                what: "idle states".to_owned(),
                place: "/dev/cpu_dma_latency".to_owned(),
                before: "any time to wake".to_owned(),
                during: format!("at most {WAKING_US} us to wake"),
            });
        }
        let failures = self.failures.iter().map(ToString::to_string).collect();
        TuneRecord { changes, failures }
    }

    /// What could not be set, with the values still apart from the words.
    #[must_use]
    pub fn failures(&self) -> &[Sentence] {
        &self.failures
    }

    /// Leaves everything as it is set, for [`restore_tuning`] to put back.
    pub fn keep(mut self) {
        self.state = None;
    }

    /// Puts everything back; returns what could not be.
    #[must_use]
    pub fn restore(mut self) -> Vec<Sentence> {
        self.put_back()
    }

    fn put_back(&mut self) -> Vec<Sentence> {
        self.latency = None;
        let Some(state) = self.state.take() else { return Vec::new() };
        let failures = undo_all(&self.root, self.units.as_ref(), &self.done);
        state.remove();
        failures
    }
}

impl Drop for Tuning {
    fn drop(&mut self) {
        let _nobody_to_tell = self.put_back();
    }
}

/// The governor comes before the preference, as it was set: `intel_pstate` takes no other preference
/// under the governor `performance`.
fn undo_all(root: &SysRoot, units: &dyn UnitControl, changes: &[Change]) -> Vec<Sentence> {
    changes.iter().filter_map(|change| change.undo(root, units).err()).collect()
}

/// Puts back what a state file tells; returns what could not be.
fn put_back(
    root: &SysRoot,
    units: &dyn UnitControl,
    state: &StateFile,
) -> Result<Vec<Sentence>, DeviceError> {
    // A restart has put everything back already.
    let changes = state.read()?.filter(|found| found.is_of_this_start(root));
    Ok(changes.map(|found| undo_all(root, units, &found.changes)).unwrap_or_default())
}

/// Puts back what a run or a [`Tuning::keep`] left changed. Returns what could not be put back; `None` if
/// nothing was changed.
///
/// # Errors
///
/// Fails if the state file cannot be read or is damaged, or if the process that tunes is still at it.
pub fn restore_tuning(
    root: &SysRoot,
    place: &Path,
    units: &dyn UnitControl,
) -> Result<Option<Vec<Sentence>>, DeviceError> {
    if !place.exists() {
        return Ok(None);
    }
    let state = StateFile::lock(place)?;
    let failures = put_back(root, units, &state)?;
    state.remove();
    Ok(Some(failures))
}

#[cfg(test)]
mod tests;
