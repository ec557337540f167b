//! The shared part of the paths from drives to the computer: drives that are measured at once may slow one another
//! there.
//!
//! Sources: the kernel's `Documentation/ABI/testing/sysfs-bus-usb` and `sysfs-bus-pci`. A sysfs folder lies in that
//! of its parent device, so two drives share the folders above both.

use std::path::{Path, PathBuf};

use iogram_model::SharedWayRecord;

use crate::device_number::DeviceNumber;
use crate::drive_kind::DriveKind;
use crate::linux::bus::{is_pci_function, nvme_controller};
use crate::linux::filesystem::find_file_system;
use crate::linux::identity::{drives_of, kind_of, name_of};
use crate::linux::link::{pcie, usb_words};
use crate::linux::sysfs::SysRoot;

/// Kernel names of the whole drives below everything at `path`: below the block device, or below the file system of
/// the file or directory. Sorted, each once; empty if there is none, or if the kernel does not report it.
#[must_use]
pub fn drives_below(root: &SysRoot, path: &Path) -> Vec<String> {
    let numbers = match rustix::fs::stat(path) {
        Ok(stat)
            if rustix::fs::FileType::from_raw_mode(stat.st_mode)
                == rustix::fs::FileType::BlockDevice =>
        {
            vec![DeviceNumber::from_raw(stat.st_rdev)]
        }
        _ => find_file_system(root, path).map(|it| it.devices).unwrap_or_default(),
    };
    let dirs = numbers.into_iter().filter_map(|number| root.block_dir(number));
    let mut names: Vec<String> =
        dirs.flat_map(|dir| drives_of(root, &dir)).map(|dir| name_of(&dir)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The nearest shared device of the drives with these kernel names, with the rate that the kernel reports for it;
/// `None` if they share nothing but the computer itself, or if it is unknown.
#[must_use]
pub fn shared_way(root: &SysRoot, one: &str, other: &str) -> Option<SharedWayRecord> {
    let (one, other) = (way_of(root, one)?, way_of(root, other)?);
    let is_above_both = |dir: &&Path| other.starts_with(dir);
    one.ancestors().filter(is_above_both).find_map(known_way)
}

/// The folder of a drive, below all its parent devices.
fn way_of(root: &SysRoot, name: &str) -> Option<PathBuf> {
    let dir = root.block_dir(root.block_number(name)?)?;
    // With native multipath the namespace's own folder shows no path.
    let controller =
        (kind_of(&dir) == DriveKind::Nvme).then(|| nvme_controller(&dir)).flatten();
    match controller {
        Some(controller) => controller.join("device").canonicalize().ok(),
        None => dir.canonicalize().ok(),
    }
}

/// A folder as a shared device, if it is one: a USB device with others behind it, or a PCI function.
fn known_way(dir: &Path) -> Option<SharedWayRecord> {
    let name = dir.file_name()?.to_string_lossy().into_owned();
    // The root hub stands for the controller above it: each of its ports has a separate link.
    if dir.join("bcdDevice").exists() && !name.starts_with("usb") {
        return Some(SharedWayRecord { name: format!("USB {name}"), link: usb_words(dir) });
    }
    is_pci_function(dir)
        .then(|| SharedWayRecord { name: format!("PCI {name}"), link: pcie(dir) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;

    const PORT: &str = "sys/devices/pci0000:00/0000:00:1c.0";
    const HOST: &str = "sys/devices/pci0000:00/0000:00:14.0";

    /// Two SSDs behind one `PCIe` switch, two sticks behind one hub, and one stick beside them.
    fn computer() -> (TempDir, SysRoot) {
        let dir = TempDir::new("ways");
        for function in [PORT, &format!("{PORT}/0000:02:00.0"), HOST] {
            dir.write(&format!("{function}/class"), "0x060400");
        }
        dir.write(&format!("{PORT}/current_link_speed"), "8.0 GT/s PCIe");
        dir.write(&format!("{PORT}/current_link_width"), "2");
        for (hub, speed) in [("usb2", "10000"), ("usb2/2-1", "5000")] {
            dir.write(&format!("{HOST}/{hub}/bcdDevice"), "0510");
            dir.write(&format!("{HOST}/{hub}/speed"), speed);
        }
        let sata = |port: u32| format!("{PORT}/0000:0{port}:00.0/ata{port}/block");
        let drives = [
            ("sda", "8:0", sata(3)),
            ("sdb", "8:16", sata(4)),
            ("sdc", "8:32", format!("{HOST}/usb2/2-1/2-1.1/2-1.1:1.0/block")),
            ("sdd", "8:48", format!("{HOST}/usb2/2-1/2-1.2/2-1.2:1.0/block")),
            ("sde", "8:64", format!("{HOST}/usb2/2-2/2-2:1.0/block")),
        ];
        for (name, number, place) in drives {
            dir.write(&format!("{place}/{name}/dev"), number);
            dir.write(&format!("sys/class/block/{name}/dev"), number);
            let link = dir.path().join(format!("sys/dev/block/{number}"));
            std::fs::create_dir_all(link.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(dir.path().join(place).join(name), link).unwrap();
        }
        let root = SysRoot::below(dir.path());
        (dir, root)
    }

    #[track_caller]
    fn check(one: &str, other: &str, expected: Option<(&str, Option<&str>)>) {
        let (_dir, root) = computer();
        let found = shared_way(&root, one, other);
        let found = found.as_ref().map(|it| (it.name.as_str(), it.link.as_deref()));
        assert_eq!(found, expected, "{one}, {other}");
    }

    #[test]
    fn drives_share_the_nearest_hub_or_function_above_both() {
        check("sda", "sdb", Some(("PCI 0000:00:1c.0", Some("PCIe 3.0 x2"))));
        check("sdc", "sdd", Some(("USB 2-1", Some("USB 5000 Mb/s (USB 3.2 Gen 1)"))));
        // Ports of a root hub: the controller, whose rate is unknown.
        check("sdc", "sde", Some(("PCI 0000:00:14.0", None)));
    }

    #[test]
    fn the_computer_itself_is_no_shared_way() {
        check("sda", "sdc", None);
        check("sda", "nosuch", None);
    }
}
