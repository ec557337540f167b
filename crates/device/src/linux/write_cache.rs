//! A drive's own volatile write cache: its state, and switching it.
//!
//! Must not decide whether it may be switched, or when it is restored: [`super::tune`] does.
//!
//! Sources: NVM Express Base Specification 2.0c, Identify Controller (byte 525, VWC) and Volatile Write Cache
//! (5.27.1.4); the kernel's `Documentation/scsi/sd-parameters.rst` and `drivers/scsi/sd.c` (`cache_type`).

use std::path::{Path, PathBuf};

use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{find_facts, kind_of};
use iogram_inspect::inventory::drive_dir;
use iogram_inspect::sysfs::{SysRoot, list_names, text_if_known};
use iogram_inspect::{AskDrive as _, Question};
use iogram_model::{Sentence, sentence};

use crate::linux::ioctl_nvme::{AdminCommand, get_feature, submit};
use crate::linux::kernel_drive::KernelDrive;

const SET_FEATURES: u8 = 0x09;
/// Volatile Write Cache.
const WRITE_CACHE: u32 = 0x06;
/// Arbitrary: switching off first has to write the cache's contents.
const TIMEOUT_MS: u32 = 60_000;

const NVME_ON: u32 = 1;
const SCSI_ON: &str = "write back";
const SCSI_OFF: &str = "write through";

/// A drive whose write cache can be queried.
pub(crate) struct CacheOf<'a> {
    root: &'a SysRoot,
    way: Way,
}

/// The interface to a drive's cache setting.
enum Way {
    /// Commands of the drive.
    Nvme {
        drive: KernelDrive,
        /// Whether there is a volatile cache.
        has_one: bool,
    },
    /// A file in sysfs, for which the kernel queries the drive.
    Scsi(PathBuf),
}

/// Whether the volatile write cache of this drive is on; `None` if neither the drive nor the kernel reports it. For a
/// drive without one it is off.
#[must_use]
pub fn is_write_cache_on(root: &SysRoot, device: &str) -> Option<bool> {
    CacheOf::find(root, whole_drive(root, device)?.0.as_str())?.is_on()
}

/// Kernel name and serial number of the drive behind `device`, or behind its partition; `None` for a stacked device.
pub(crate) fn whole_drive(root: &SysRoot, device: &str) -> Option<(String, Option<String>)> {
    let facts = find_facts(root, root.block_number(device)?)?;
    let is_one = facts.drives == [facts.whole.clone()];
    is_one.then_some((facts.whole, facts.serial))
}

impl<'a> CacheOf<'a> {
    /// `None` for a drive whose cache state cannot be read.
    pub(crate) fn find(root: &'a SysRoot, drive: &str) -> Option<Self> {
        let dir = drive_dir(root, drive)?;
        let way = match kind_of(&dir) {
            DriveKind::Nvme => {
                let drive = KernelDrive::open(&root.dev.join(drive)).ok()?;
                let controller = drive.ask(Question::NvmeController).ok()?;
                Way::Nvme { drive, has_one: controller.get(525)? & 1 == 1 }
            }
            _ => Way::Scsi(cache_type_file(root, &dir)?),
        };
        Some(Self { root, way })
    }

    pub(crate) fn is_on(&self) -> Option<bool> {
        match &self.way {
            Way::Nvme { has_one: false, .. } => Some(false),
            Way::Nvme { drive, has_one: true } => {
                Some(get_feature(drive.file(), WRITE_CACHE).ok()? & NVME_ON == NVME_ON)
            }
            Way::Scsi(path) => match text_if_known(&self.root.sys, path.to_str()?)?.as_str() {
                SCSI_OFF | "none" => Some(false),
                // Also with reads that bypass the cache.
                text => text.starts_with(SCSI_ON).then_some(true),
            },
        }
    }

    /// Switches it, then queries the drive for success.
    pub(crate) fn switch(&self, is_on: bool) -> Result<(), Sentence> {
        match &self.way {
            Way::Nvme { has_one: false, .. } if is_on => {
                return Err(sentence!("device-drive-no-volatile-write-cache"));
            }
            Way::Nvme { has_one: false, .. } => {}
            Way::Nvme { drive, has_one: true } => switch_nvme(drive, is_on)?,
            Way::Scsi(path) => {
                let value = if is_on { SCSI_ON } else { SCSI_OFF };
                iogram_door::write_setting(&self.root.sys, path, value).map_err(|error| {
                    match error.kind() {
                        std::io::ErrorKind::PermissionDenied => {
                            sentence!("device-not-permitted-root")
                        }
                        std::io::ErrorKind::InvalidInput => {
                            sentence!("device-drive-refuses-no-setting")
                        }
                        _ => Sentence::of_system(&error),
                    }
                })?;
            }
        }
        match self.is_on() {
            Some(now) if now == is_on => Ok(()),
            Some(_) => Err(sentence!("device-drive-keeps")),
            None => Err(sentence!("device-drive-no-longer-says-whether")),
        }
    }
}

fn switch_nvme(drive: &KernelDrive, is_on: bool) -> Result<(), Sentence> {
    let value = if is_on { NVME_ON } else { 0 };
    let command =
        AdminCommand::new(SET_FEATURES, 0, WRITE_CACHE, TIMEOUT_MS).with_word_11(value);
    match submit(drive.file(), command, &mut []) {
        Ok(0) => Ok(()),
        Ok(status) => {
            Err(sentence!("device-drive-refuses-status", status = format!("{status:#x}")))
        }
        Err(errno) => Err(Sentence::of_system(&std::io::Error::from(errno))),
    }
}

/// The kernel's file in sysfs with the cache type of a SCSI or ATA drive.
fn cache_type_file(root: &SysRoot, dir: &Path) -> Option<PathBuf> {
    let disks = dir.join("device/scsi_disk");
    let address = list_names(&disks, "").ok()?.into_iter().next()?;
    let file = std::fs::canonicalize(disks.join(address).join("cache_type")).ok()?;
    let sys = std::fs::canonicalize(&root.sys).ok()?;
    file.strip_prefix(sys).ok().map(Path::to_owned)
}
