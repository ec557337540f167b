//! The text that a user types to name a drive for destruction: its serial number, or a substitute.
//!
//! Knows how people tell drives apart. Must not decide what the typed text allows.
//!
//! If several block devices of this computer share a serial number, such as the namespaces of one NVMe controller or
//! the slots of one card reader, the namespace's id or the logical unit's number follows it; kernel names are not
//! used for that because every boot assigns them anew.

use std::fmt;
use std::path::Path;

use iogram_model::{Bytes, Text, text};

use iogram_inspect::backing::loop_file;
use iogram_inspect::drive_kind::DriveKind;
use iogram_inspect::identity::{
    DeviceFacts, capacity_of, find_facts, kind_of, name_of, whole_of,
};
use iogram_inspect::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// The required text, and its meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedName {
    /// The exact text to type.
    pub text: String,
    /// Its meaning, such as `its serial number`.
    pub what: Text,
    /// A longer text that is also accepted: for a loop device the file's whole path.
    pub full: Option<String>,
}

impl TypedName {
    /// Whether `typed` is one of these texts.
    #[must_use]
    pub fn is(&self, typed: &str) -> bool {
        typed == self.text || self.full.as_deref() == Some(typed)
    }

    /// The text, quoted for a shell.
    #[must_use]
    pub fn quoted(&self) -> String {
        iogram_model::shell_word(&self.text)
    }
}

impl fmt::Display for TypedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.text, self.what)
    }
}

/// The text for the whole device of this folder.
///
/// # Errors
///
/// Fails if the list of devices cannot be read: it is then unknown whether another one has the same serial number.
pub(crate) fn find_typed_name(
    root: &SysRoot,
    dir: &Path,
    facts: &DeviceFacts,
) -> Result<TypedName, AttributeError> {
    let name = name_of(dir);
    let bytes = capacity_of(dir).unwrap_or(Bytes(0)).0;
    let named = |text: String, what| Ok(TypedName { text, what, full: None });
    match facts.kind {
        DriveKind::Loop => return loop_name(root, &name, dir),
        DriveKind::Zram | DriveKind::Ram => return named(name, text!("device-kernel-name")),
        DriveKind::DeviceMapper => {
            let mapping = read_text(dir, "dm/name")?.unwrap_or_default();
            return named(
                format!("{name}:{mapping}"),
                text!("device-kernel-name-mapping-name"),
            );
        }
        DriveKind::Md => {
            return named(format!("{name}:{bytes}"), text!("device-kernel-name-size-bytes"));
        }
        _ => {}
    }
    if let Some(serial) = &facts.serial {
        if !is_shared(root, dir, serial)? {
            return named(serial.clone(), text!("device-serial-number-2"));
        }
        return match unit_of(dir) {
            Some((unit, what)) => named(format!("{serial}:{unit}"), what),
            None => named(
                format!("{serial}:{name}"),
                text!("device-serial-number-others-too-kernel-name"),
            ),
        };
    }
    match &facts.model {
        Some(model) => {
            named(format!("{model}:{bytes}"), text!("device-model-size-bytes-no-serial-number"))
        }
        None => named(
            format!("{name}:{bytes}"),
            text!("device-kernel-name-size-bytes-neither-serial"),
        ),
    }
}

/// The last part of the file's path, or the whole path.
fn loop_name(root: &SysRoot, name: &str, dir: &Path) -> Result<TypedName, AttributeError> {
    let path = loop_file(root, dir)?.map(|file| file.path).unwrap_or_default();
    let path = path.to_string_lossy();
    let last = path.rsplit('/').next().unwrap_or_default();
    Ok(TypedName {
        text: format!("{name}:{last}"),
        what: text!("device-kernel-name-file"),
        full: Some(format!("{name}:{path}")),
    })
}

/// Whether another device of this computer reports the same serial number. The paths of an NVMe
/// multipath namespace are hidden and are the same device.
fn is_shared(root: &SysRoot, dir: &Path, serial: &str) -> Result<bool, AttributeError> {
    for name in list_names(&root.sys, "block")? {
        let other = root.sys.join("block").join(&name);
        let is_itself = name == name_of(dir).replace('/', "!");
        if is_itself || text_if_known(&other, "hidden").as_deref() == Some("1") {
            continue;
        }
        let number = text_if_known(&other, "dev").and_then(|number| number.parse().ok());
        let facts = number.and_then(|number| find_facts(root, number));
        // A device stacked on a drive reports the drive's serial number.
        let is_drive =
            facts.as_ref().is_some_and(|facts| facts.drives == [facts.whole.as_str()]);
        if is_drive && facts.and_then(|facts| facts.serial).as_deref() == Some(serial) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The number within the device that reports the serial number.
fn unit_of(dir: &Path) -> Option<(String, Text)> {
    let whole = whole_of(dir);
    if kind_of(&whole) == DriveKind::Nvme {
        let id = text_if_known(&whole, "nsid")?;
        return Some((id, text!("device-serial-number-namespace-id")));
    }
    // The folder of a SCSI device is named `host:channel:target:lun`.
    let device = std::fs::canonicalize(whole.join("device")).ok()?;
    let address = device.file_name()?.to_str()?.to_owned();
    let parts: Vec<&str> = address.split(':').collect();
    let [_, _, _, lun] = parts.as_slice() else { return None };
    Some(((*lun).to_owned(), text!("device-serial-number-logical-unit-number")))
}

/// World-wide name, EUI-64, NGUID or a card's CID: unique names that the drive itself reports. `None` means unknown.
///
/// Source: the kernel's `drivers/nvme/host/sysfs.c` (`wwid`), `drivers/scsi/scsi_sysfs.c` (`wwid`),
/// `drivers/mmc/core/{sd,mmc}.c` (`cid`).
pub(crate) fn find_world_wide_name(whole_dir: &Path) -> Option<String> {
    ["wwid", "device/wwid", "device/cid"]
        .into_iter()
        .find_map(|attribute| text_if_known(whole_dir, attribute))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::{TempDir, computer};

    #[track_caller]
    fn check(root: &SysRoot, name: &str, expected: &str) {
        let number = root.block_number(name).unwrap();
        let dir = root.block_dir(number).unwrap();
        let facts = find_facts(root, number).unwrap();
        let found = find_typed_name(root, &dir, &facts).unwrap();
        assert_eq!(found.to_string(), expected, "{name}");
    }

    /// Kernel name, number, attributes.
    type Made<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

    fn computer_with(devices: &[Made<'_>]) -> TempDir {
        let dir = TempDir::new("typed");
        for (name, number, attributes) in devices {
            let base = format!("sys/devices/virtual/block/{name}");
            dir.write(&format!("{base}/dev"), number);
            dir.write(&format!("{base}/size"), "2048");
            for (attribute, text) in *attributes {
                dir.write(&format!("{base}/{attribute}"), text);
            }
            let target = dir.path().join(&base);
            for link in [
                format!("sys/block/{name}"),
                format!("sys/class/block/{name}"),
                format!("sys/dev/block/{number}"),
            ] {
                let link = dir.path().join(link);
                std::fs::create_dir_all(link.parent().unwrap()).unwrap();
                std::os::unix::fs::symlink(&target, link).unwrap();
            }
        }
        dir
    }

    #[test]
    fn a_drive_is_named_by_its_serial_number() {
        let root = computer("sata");
        let number = root.block_number("sda").unwrap();
        let serial = find_facts(&root, number).unwrap().serial.unwrap();
        check(&root, "sda", &format!("{serial} (its serial number)"));
    }

    #[test]
    fn what_has_no_serial_number_is_named_by_what_tells_it_apart() {
        let dir = computer_with(&[
            ("loop3", "7:3", &[("loop/backing_file", "/images/my card.img")]),
            ("zram1", "254:1", &[]),
            ("dm-0", "253:0", &[("dm/name", "scratch")]),
            ("md127", "9:127", &[]),
            ("vda", "254:16", &[]),
            ("sda", "8:0", &[("device/model", "Flash Disk"), ("device/vendor", "Generic")]),
        ]);
        let root = SysRoot::below(dir.path());
        check(&root, "loop3", "loop3:my card.img (its kernel name and its file)");
        check(&root, "zram1", "zram1 (its kernel name)");
        check(&root, "dm-0", "dm-0:scratch (its kernel name and its mapping's name)");
        check(&root, "md127", "md127:1048576 (its kernel name and its size in bytes)");
        check(
            &root,
            "vda",
            "vda:1048576 (its kernel name and its size in bytes, for it has neither serial number \
             nor model)",
        );
        check(
            &root,
            "sda",
            "Generic Flash Disk:1048576 (its model and its size in bytes, for it has no serial \
             number)",
        );
    }

    #[test]
    fn a_loop_devices_file_may_be_named_by_its_whole_path() {
        let dir = computer_with(&[("loop0", "7:0", &[("loop/backing_file", "/a/b/x")])]);
        let root = SysRoot::below(dir.path());
        let folder = root.block_dir("7:0".parse().unwrap()).unwrap();
        let name = loop_name(&root, "loop0", &folder).unwrap();
        assert!(name.is("loop0:x") && name.is("loop0:/a/b/x"));
        assert!(!name.is("loop0:b/x") && !name.is("loop0:/c/x") && !name.is("loop1:x"));
    }

    #[test]
    fn a_serial_number_that_two_namespaces_share_is_not_enough() {
        let namespace = |id| -> Vec<(&str, &str)> {
            vec![("device/serial", "S1"), ("device/model", "M"), ("nsid", id)]
        };
        let (one, two) = (namespace("1"), namespace("2"));
        let hidden: Vec<_> = [("hidden", "1"), ("device/serial", "S2")].to_vec();
        let alone: Vec<_> = [("device/serial", "S2"), ("nsid", "1")].to_vec();
        let dir = computer_with(&[
            ("nvme0n1", "259:0", &one),
            ("nvme0n2", "259:1", &two),
            ("nvme1n1", "259:2", &alone),
            ("nvme1c0n1", "259:3", &hidden),
        ]);
        let root = SysRoot::below(dir.path());
        check(&root, "nvme0n2", "S1:2 (its serial number and its namespace's id)");
        check(&root, "nvme1n1", "S2 (its serial number)");
    }

    #[test]
    fn the_text_is_quoted_for_a_shell() {
        let quoted = |text: &str| {
            TypedName { text: text.to_owned(), what: Text::NONE, full: None }.quoted()
        };
        assert_eq!(quoted("S3Z8-1.a"), "S3Z8-1.a");
        assert_eq!(quoted("Flash Disk:512"), "'Flash Disk:512'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted("loop0:a\nhint: b"), r"$'loop0:a\nhint: b'");
    }
}
