//! Timers and services that start work by themselves, and whether they run.
//!
//! Queries systemd through its own command, and only if systemd runs.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
#[cfg(test)]
use std::sync::Mutex;

use iogram_inspect::sysfs::{SysRoot, list_names};
use iogram_model::Sentence;

/// Timers whose work would disturb a measurement: trimming, packages, indexes, scrubbing, backups. Timers with other
/// names are the user's own responsibility.
const TIMERS: [&str; 22] = [
    "apt-daily-upgrade.timer",
    "apt-daily.timer",
    "btrfs-balance.timer",
    "btrfs-scrub.timer",
    "dnf-automatic.timer",
    "dnf-makecache.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "fstrim.timer",
    "fwupd-refresh.timer",
    "logrotate.timer",
    "man-db.timer",
    "mdcheck_continue.timer",
    "mdcheck_start.timer",
    "mlocate-updatedb.timer",
    "motd-news.timer",
    "plocate-updatedb.timer",
    "raid-check.timer",
    "snapper-cleanup.timer",
    "snapper-timeline.timer",
    "updatedb.timer",
    "xfs_scrub_all.timer",
];

/// The daemons that run `crontab` entries, and the file that shows that each is running.
const CRONS: [(&str, &str); 3] = [
    ("cron.service", "run/crond.pid"),
    ("crond.service", "run/crond.pid"),
    ("cronie.service", "run/crond.pid"),
];

/// Starts and stops units.
pub trait UnitControl {
    /// The active units among `names`.
    fn active(&self, names: &[&str]) -> Vec<String>;

    /// Starts or stops a unit.
    ///
    /// # Errors
    ///
    /// The reason for the failure.
    fn set(&self, name: &str, is_running: bool) -> Result<(), Sentence>;
}

/// The systemd of this computer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Systemd;

impl UnitControl for Systemd {
    fn active(&self, names: &[&str]) -> Vec<String> {
        // Prints one line per name, in order; units that do not exist are "inactive".
        let asked = Command::new("systemctl")
            .arg("is-active")
            .args(names)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let Ok(answer) = asked else { return Vec::new() };
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        let pairs = names.iter().zip(text.lines());
        let active = pairs.filter(|(_, state)| *state == "active");
        active.map(|(name, _)| (*name).to_owned()).collect()
    }

    fn set(&self, name: &str, is_running: bool) -> Result<(), Sentence> {
        let verb = if is_running { "start" } else { "stop" };
        let done = Command::new("systemctl")
            .args(["--no-ask-password", verb, name])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .output();
        match done {
            Ok(answer) if answer.status.success() => Ok(()),
            Ok(answer) => Err(String::from_utf8_lossy(&answer.stderr).trim().to_owned().into()),
            Err(error) => Err(Sentence::of_system(&error)),
        }
    }
}

/// Running units that may start work. Queries systemd only about installed ones.
pub(crate) fn running_units(root: &SysRoot, units: &dyn UnitControl) -> Vec<String> {
    if !root.base.join("run/systemd/system").is_dir() {
        return Vec::new();
    }
    let enabled: BTreeSet<String> = [
        "etc/systemd/system/timers.target.wants",
        "usr/lib/systemd/system/timers.target.wants",
    ]
    .into_iter()
    .flat_map(|folder| list_names(&root.base, folder).unwrap_or_default())
    .collect();
    let timers = TIMERS.into_iter().filter(|name| enabled.contains(*name));
    let crons = CRONS.into_iter().filter(|(_, mark)| root.base.join(mark).exists());
    let names: Vec<&str> = timers.chain(crons.map(|(name, _)| name)).collect();
    if names.is_empty() { Vec::new() } else { units.active(&names) }
}

#[cfg(test)]
/// Units that exist only in a test.
#[derive(Debug, Default)]
pub(crate) struct FakeUnits(Mutex<BTreeSet<String>>);

#[cfg(test)]
impl FakeUnits {
    pub(crate) fn running(names: &[&str]) -> Self {
        Self(Mutex::new(names.iter().map(|name| (*name).to_owned()).collect()))
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.0.lock().unwrap().iter().cloned().collect()
    }
}

#[cfg(test)]
impl UnitControl for FakeUnits {
    fn active(&self, names: &[&str]) -> Vec<String> {
        let running = self.0.lock().unwrap();
        names
            .iter()
            .filter(|name| running.contains(**name))
            .map(|it| (*it).to_owned())
            .collect()
    }

    fn set(&self, name: &str, is_running: bool) -> Result<(), Sentence> {
        let mut running = self.0.lock().unwrap();
        if is_running {
            running.insert(name.to_owned())
        } else {
            running.remove(name)
        };
        Ok(())
    }
}
