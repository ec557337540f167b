//! Tunes the computer for a measurement and restores everything.
//!
//! A state file lists all changes, durably, before the first one: if the program ends in any way, [`restore_tuning`]
//! finishes the restoration. A restart of the computer undoes all changes; the state file recognises one by the
//! boot's number. Never changes a setting that was not requested.
//!
//! Sources: the kernel's `Documentation/admin-guide/pm/{cpufreq, cpuidle, intel_pstate}.rst`,
//! `Documentation/power/pm_qos_interface.rst`.

mod plan;
mod state;

use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use iogram_model::{Sentence, Text, TuneChange, TuneRecord, sentence, text};

use crate::error::DeviceError;
use crate::linux::units::UnitControl;
use crate::linux::write_cache::{CacheOf, whole_drive};
use iogram_inspect::platform::chosen;
use iogram_inspect::sysfs::{SysRoot, list_names, text_if_known};
use state::StateFile;

pub use plan::{TuneRequest, plan_tuning};

/// Maximum time to wake from an idle state. Arbitrary: C1 and C1E stay, so that processors neither burn power nor
/// lose their turbo by polling.
const WAKING_US: i32 = 10;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A setting in sysfs.
    Setting {
        /// The setting, in words.
        what: Text,
        /// Below sysfs.
        path: PathBuf,
        /// Its current value, which is restored later.
        before: String,
        /// Its new value.
        during: String,
    },
    /// A systemd unit that is stopped.
    Unit(String),
    /// The volatile write cache of a drive.
    WriteCache {
        /// Its kernel name.
        drive: String,
        /// Its serial number: after a restart, another drive may have its name.
        serial: String,
        /// Whether it will be on; it is the opposite now.
        during: bool,
    },
}

impl Change {
    /// Its description for the user.
    #[must_use]
    pub fn sentence(&self) -> Sentence {
        match self {
            Self::Setting { what, path, before, during } => sentence!(
                "device-instead-what-during",
                what: *what,
                during,
                before,
                place = format!("/sys/{}", path.display())
            ),
            Self::Unit(name) => sentence!("device-stopped", name),
            Self::WriteCache { drive, during: true, .. } => {
                sentence!("device-write-cache-instead-off", drive)
            }
            Self::WriteCache { drive, during: false, .. } => {
                sentence!("device-write-cache-off-instead", drive)
            }
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
                what: what.to_string(),
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
            Self::WriteCache { drive, during, .. } => TuneChange {
                what: "write cache".to_owned(),
                place: drive.clone(),
                before: on_or_off(!during).to_owned(),
                during: on_or_off(*during).to_owned(),
            },
        }
    }

    /// Makes the change; returns the reason if that fails.
    fn apply(&self, root: &SysRoot, units: &dyn UnitControl) -> Result<(), Sentence> {
        match self {
            Self::Setting { path, during, .. } => write(root, path, during),
            Self::Unit(name) => units.set(name, false),
            Self::WriteCache { drive, serial, during } => {
                switch_cache(root, drive, serial, *during)
            }
        }
        .map_err(|why| sentence!("device-place-why", place = self.name(), why: why))
    }

    /// Undoes the change, unless somebody has set another value meanwhile.
    fn undo(&self, root: &SysRoot, units: &dyn UnitControl) -> Result<(), Sentence> {
        match self {
            Self::Setting { path, before, during, .. } => match read(root, path) {
                Some(now) if now == *before => Ok(()),
                Some(now) if now == *during => write(root, path, before),
                Some(now) => Err(sentence!("device-now-somebody-else-set", now)),
                None => Err(sentence!("device-no-longer")),
            },
            Self::Unit(name) => units.set(name, true),
            Self::WriteCache { drive, serial, during } => {
                switch_cache(root, drive, serial, !during)
            }
        }
        .map_err(|why| sentence!("device-place-why", place = self.name(), why: why))
    }

    fn name(&self) -> String {
        match self {
            Self::Setting { what, path, .. } => format!("{what} (/sys/{})", path.display()),
            Self::Unit(name) => name.clone(),
            Self::WriteCache { drive, .. } => format!("write cache of {drive}"),
        }
    }

    /// Whether the change survives a restart of the computer: a drive may keep its settings.
    const fn outlives_restart(&self) -> bool {
        matches!(self, Self::WriteCache { .. })
    }
}

const fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

/// Switches the write cache of the drive with this serial number, whatever its current name; does nothing if it is
/// switched already.
fn switch_cache(
    root: &SysRoot,
    drive: &str,
    serial: &str,
    is_on: bool,
) -> Result<(), Sentence> {
    let has_serial = |name: &str| {
        whole_drive(root, name).is_some_and(|(_, found)| found.as_deref() == Some(serial))
    };
    let name = if has_serial(drive) {
        Some(drive.to_owned())
    } else {
        let names = list_names(&root.sys, "block").unwrap_or_default();
        names.into_iter().find(|name| has_serial(name))
    };
    let name = name.ok_or_else(|| sentence!("device-drive-no-longer"))?;
    let cache =
        CacheOf::find(root, &name).ok_or_else(|| sentence!("device-drive-not-say-whether"))?;
    if cache.is_on() == Some(is_on) { Ok(()) } else { cache.switch(is_on) }
}

/// The file shows the current choice in brackets among the alternatives.
fn read(root: &SysRoot, path: &Path) -> Option<String> {
    let path = path.to_str()?;
    chosen(&root.sys, path).or_else(|| text_if_known(&root.sys, path))
}

/// Writes a setting and reads it back: drivers may accept a value and keep another.
fn write(root: &SysRoot, path: &Path, value: &str) -> Result<(), Sentence> {
    let place = root.sys.join(path);
    if !place.exists() {
        return Err(sentence!("device-no-longer"));
    }
    iogram_door::write_setting(&root.sys, path, value).map_err(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => {
            sentence!("device-not-permitted-root-firmware-container-forbid")
        }
        _ => Sentence::of_system(&error),
    })?;
    match read(root, path) {
        Some(now) if now == value => Ok(()),
        Some(now) => Err(sentence!("device-kernel-keeps", now)),
        None => Ok(()),
    }
}

/// The changes that are in force until this is dropped.
pub struct Tuning {
    root: SysRoot,
    units: Arc<dyn UnitControl>,
    done: Vec<Change>,
    failures: Vec<Sentence>,
    /// Kept open: closing it lets processors sleep deeply again.
    latency: Option<File>,
    /// `None` once everything is restored, and if the changes are to stay.
    state: Option<StateFile>,
}

impl fmt::Debug for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tuning").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Tuning {
    /// Makes all possible changes. First restores the changes that an earlier run left.
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

    /// Switches the volatile write cache of the drive behind `device`; returns `None` if it is switched already.
    /// First restores a cache that an earlier run left switched.
    ///
    /// # Errors
    ///
    /// Fails, with the cache unchanged, if its state is unknown, if the drive refuses, if it could not be found again
    /// for the restoration, or if the state file cannot be written.
    pub fn of_write_cache(
        root: &SysRoot,
        places: &Path,
        device: &str,
        is_on: bool,
    ) -> Result<Option<Self>, DeviceError> {
        let failed = |why: Sentence| DeviceError::Failed {
            action: if is_on {
                text!("device-switch-write-cache")
            } else {
                text!("device-switch-off-write-cache")
            },
            path: root.dev.join(device),
            why,
            hint: sentence!("device-leave-write-cache-out-stays"),
        };
        let (drive, serial) = whole_drive(root, device)
            .ok_or_else(|| failed(sentence!("device-no-drive-but-lies-others")))?;
        let serial = serial
            .filter(|serial| !serial.is_empty() && !serial.contains(char::is_control))
            .ok_or_else(|| failed(sentence!("device-tells-no-serial-number-found-again")))?;
        let mut state = StateFile::lock(&write_cache_file(places, &serial))?;
        if let Some(why) = put_back(root, &NoUnits, &state)?.into_iter().next() {
            return Err(failed(why));
        }
        let now = CacheOf::find(root, &drive).and_then(|cache| cache.is_on());
        match now {
            None => {
                return Err(failed(sentence!("device-neither-drive-nor-kernel-says-whether")));
            }
            Some(now) if now == is_on => {
                state.remove();
                return Ok(None);
            }
            Some(_) => {}
        }
        let change = Change::WriteCache { drive, serial, during: is_on };
        state.write(root, std::slice::from_ref(&change))?;
        if let Err(why) = change.apply(root, &NoUnits) {
            // A drive that reported an error may have switched all the same.
            if change.undo(root, &NoUnits).is_ok() {
                state.remove();
            }
            return Err(failed(why));
        }
        Ok(Some(Self {
            root: root.clone(),
            units: Arc::new(NoUnits),
            done: vec![change],
            failures: Vec::new(),
            latency: None,
            state: Some(state),
        }))
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
                self.failures.push(sentence!("device-place-why", place, why: why));
            }
        }
    }

    /// The changes made, and those that failed.
    #[must_use]
    pub fn record(&self) -> TuneRecord {
        let mut changes: Vec<TuneChange> = self.done.iter().map(Change::record).collect();
        if self.latency.is_some() {
            changes.push(TuneChange {
                what: text!("device-idle-states").to_string(),
                place: "/dev/cpu_dma_latency".to_owned(),
                before: "any time to wake".to_owned(),
                during: format!("at most {WAKING_US} us to wake"),
            });
        }
        let failures = self.failures.iter().map(ToString::to_string).collect();
        TuneRecord { changes, failures }
    }

    /// The changes that failed, with values separate from the words.
    #[must_use]
    pub fn failures(&self) -> &[Sentence] {
        &self.failures
    }

    /// Keeps everything as it is now; [`restore_tuning`] restores it later.
    pub fn keep(mut self) {
        self.state = None;
    }

    /// Restores everything; returns the failures.
    #[must_use]
    pub fn restore(mut self) -> Vec<Sentence> {
        self.put_back()
    }

    fn put_back(&mut self) -> Vec<Sentence> {
        self.latency = None;
        let Some(state) = self.state.take() else { return Vec::new() };
        let failures = undo_all(&self.root, self.units.as_ref(), &self.done);
        forget(state, &self.done, &failures);
        failures
    }
}

impl Drop for Tuning {
    fn drop(&mut self) {
        let _nobody_to_tell = self.put_back();
    }
}

/// Restores the governor before the preference, in the order of the changes: `intel_pstate` accepts no other
/// preference under the governor `performance`.
fn undo_all(root: &SysRoot, units: &dyn UnitControl, changes: &[Change]) -> Vec<Sentence> {
    changes.iter().filter_map(|change| change.undo(root, units).err()).collect()
}

/// Restores the changes of a state file; returns the failures.
fn put_back(
    root: &SysRoot,
    units: &dyn UnitControl,
    state: &StateFile,
) -> Result<Vec<Sentence>, DeviceError> {
    // A restart has already restored the computer.
    let Some(mut found) = state.read()? else { return Ok(Vec::new()) };
    if !found.is_of_this_start(root) {
        found.changes.retain(Change::outlives_restart);
    }
    Ok(undo_all(root, units, &found.changes))
}

/// Restores the changes that a run or a [`Tuning::keep`] left. Returns the failures; `None` if nothing was changed.
///
/// # Errors
///
/// Fails if the state file cannot be read or is damaged, or if the tuning process is still running.
pub fn restore_tuning(
    root: &SysRoot,
    place: &Path,
    units: &dyn UnitControl,
) -> Result<Option<Vec<Sentence>>, DeviceError> {
    if !place.exists() {
        return Ok(None);
    }
    let state = StateFile::lock(place)?;
    let changes = state.read()?.map(|found| found.changes).unwrap_or_default();
    let failures = put_back(root, units, &state)?;
    forget(state, &changes, &failures);
    Ok(Some(failures))
}

/// Removes the state file of `changes`, unless a drive among them still has to be restored.
fn forget(state: StateFile, changes: &[Change], failures: &[Sentence]) {
    if failures.is_empty() || !changes.iter().any(Change::outlives_restart) {
        state.remove();
    }
}

/// The state file for the write cache of the drive with this serial number.
fn write_cache_file(places: &Path, serial: &str) -> PathBuf {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '.' | '_');
    let plain: String = serial.chars().map(|it| if is_plain(it) { it } else { '_' }).collect();
    let sum = crate::checksum::checksum(serial.as_bytes());
    places.join(format!("{WRITE_CACHE_FILE}{plain}-{sum:016x}"))
}

const WRITE_CACHE_FILE: &str = "write-cache-";

/// The state files of write caches that are switched, or were when a program ended; of one drive, or of all.
#[must_use]
pub fn switched_write_caches(places: &Path, serial: Option<&str>) -> Vec<PathBuf> {
    if let Some(serial) = serial {
        return Some(write_cache_file(places, serial))
            .into_iter()
            .filter(|it| it.exists())
            .collect();
    }
    let names = list_names(places, "").unwrap_or_default();
    let is_one = |name: &String| name.starts_with(WRITE_CACHE_FILE) && !name.ends_with(".lock");
    names.into_iter().filter(is_one).map(|name| places.join(name)).collect()
}

/// For changes without units.
#[derive(Debug)]
struct NoUnits;

impl UnitControl for NoUnits {
    fn active(&self, _names: &[&str]) -> Vec<String> {
        Vec::new()
    }
    fn set(&self, _name: &str, _is_running: bool) -> Result<(), Sentence> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
