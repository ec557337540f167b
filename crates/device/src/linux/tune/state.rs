//! The state file of the tuning: text, one change a line, complete before the first change.

use iogram_model::{sentence, text};
use std::fs::File;
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;

use super::Change;
use crate::error::DeviceError;
use iogram_inspect::sysfs::{SysRoot, text_if_known};

/// First line.
const FORMAT: &str = "iogram-tuned/1";

/// The file, locked by this process.
#[derive(Debug)]
pub(super) struct StateFile {
    path: PathBuf,
    /// Beside the state file, because that is replaced as a whole.
    _lock: File,
}

/// The content of a state file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TunedState {
    boot_id: String,
    pub(super) changes: Vec<Change>,
}

impl TunedState {
    pub(super) fn is_of_this_start(&self, root: &SysRoot) -> bool {
        boot_id(root) == self.boot_id
    }
}

fn boot_id(root: &SysRoot) -> String {
    text_if_known(&root.proc, "sys/kernel/random/boot_id").unwrap_or_default()
}

impl StateFile {
    /// Takes the lock; creates the folder if necessary.
    pub(super) fn lock(path: &Path) -> Result<Self, DeviceError> {
        let lock = path.with_extension("lock");
        let file = iogram_door::lock_private(&lock)?;
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(DeviceError::Failed {
                action: text!("device-cannot-tune", path, why),
                path: path.to_owned(),
                why: sentence!("device-another-iogram-set-computer-still-running"),
                hint: sentence!("device-wait-until-ended-end-puts-everything"),
            }),
            Err(errno) => {
                Err(DeviceError::system(text!("device-cannot-lock", path), &lock, errno))
            }
        }
    }

    /// The state that an earlier process left; `None` if there is none.
    pub(super) fn read(&self) -> Result<Option<TunedState>, DeviceError> {
        let Some(bytes) = iogram_door::read_private(&self.path)? else { return Ok(None) };
        let text = String::from_utf8_lossy(&bytes);
        parse(&text).map(Some).ok_or_else(|| DeviceError::Failed {
            action: text!("device-cannot-use", path, why),
            path: self.path.clone(),
            why: sentence!("device-damaged"),
            hint: sentence!("device-restart-computer-puts-everything-back-remove"),
        })
    }

    /// Writes atomically, and durably when this returns.
    pub(super) fn write(
        &mut self,
        root: &SysRoot,
        changes: &[Change],
    ) -> Result<(), DeviceError> {
        let text = render(&boot_id(root), changes);
        Ok(iogram_door::replace_private(&self.path, text.as_bytes())?)
    }

    /// Removes the file after everything is restored. A file that stays is harmless: its values are in force already.
    pub(super) fn remove(self) {
        let _gone_or_harmless = iogram_door::remove_private(&self.path);
    }
}

fn render(boot_id: &str, changes: &[Change]) -> String {
    let mut text = format!("{FORMAT}\nboot\t{boot_id}\n");
    for change in changes {
        let line = match change {
            Change::Setting { what, path, before, during } => {
                format!("set\t{what}\t{}\t{before}\t{during}\n", path.display())
            }
            Change::Unit(name) => format!("unit\t{name}\n"),
            Change::WriteCache { drive, serial, during } => {
                let during = super::on_or_off(*during);
                format!("write-cache\t{drive}\t{serial}\t{during}\n")
            }
        };
        text.push_str(&line);
    }
    text + "end\n"
}

/// `None` unless every line is understood: half a file must not be restored.
fn parse(text: &str) -> Option<TunedState> {
    let mut lines = text.lines();
    if lines.next()? != FORMAT {
        return None;
    }
    let boot_id = lines.next()?.strip_prefix("boot\t")?.to_owned();
    let mut changes = Vec::new();
    loop {
        let line = lines.next()?;
        let fields: Vec<&str> = line.split('\t').collect();
        changes.push(match fields.as_slice() {
            ["end"] => break,
            ["set", what, path, before, during] => {
                let path = PathBuf::from(path);
                let stays_below = path.is_relative()
                    && path.components().all(|part| part.as_os_str() != "..");
                Change::Setting {
                    what: super::plan::name_of(what)?,
                    path: Some(path).filter(|_| stays_below)?,
                    before: (*before).to_owned(),
                    during: (*during).to_owned(),
                }
            }
            ["unit", name] => Change::Unit((*name).to_owned()),
            ["write-cache", drive, serial, during @ ("on" | "off")] => Change::WriteCache {
                drive: (*drive).to_owned(),
                serial: (*serial).to_owned(),
                during: *during == "on",
            },
            _ => return None,
        });
    }
    Some(TunedState { boot_id, changes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_the_same_and_half_of_it_not_at_all() {
        let changes = vec![
            Change::Setting {
                what: iogram_model::text!("device-governor"),
                path: "devices/system/cpu/cpufreq/policy0/scaling_governor".into(),
                before: "powersave".to_owned(),
                during: "performance".to_owned(),
            },
            Change::Unit("fstrim.timer".to_owned()),
            Change::WriteCache {
                drive: "sda".to_owned(),
                serial: "S 1".to_owned(),
                during: false,
            },
        ];
        let text = render("1111", &changes);
        assert_eq!(parse(&text), Some(TunedState { boot_id: "1111".to_owned(), changes }));
        for length in 0..text.len() - 1 {
            assert_eq!(parse(&text[..length]), None, "{length}");
        }
    }

    #[test]
    fn a_file_that_points_out_of_sysfs_is_not_used() {
        let line =
            |path: &str| format!("{FORMAT}\nboot\t1\nset\tgovernor\t{path}\ta\tb\nend\n");
        assert!(parse(&line("devices/x")).is_some());
        assert_eq!(parse(&line("/etc/passwd")), None);
        assert_eq!(parse(&line("../etc/passwd")), None);
        assert_eq!(parse(&line("devices/x").replace("governor", "else")), None);
    }
}
