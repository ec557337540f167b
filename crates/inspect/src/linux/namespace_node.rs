//! The block device of the same namespace as a character device that passes commands on.
//!
//! Source: the kernel's `drivers/nvme/host/core.c` and `multipath.c`: `ngXnY` has the parent and the numbers of
//! `nvmeXnY`, below a controller or, for a namespace with several, below its subsystem.

use crate::device_number::DeviceNumber;
use crate::linux::sysfs::SysRoot;

/// The kernel name of the block device for this character device's namespace (`ng0n1`); `None` for every other
/// character device.
#[must_use]
pub fn namespace_of(root: &SysRoot, number: DeviceNumber) -> Option<String> {
    let node = std::fs::canonicalize(root.sys.join(format!("dev/char/{number}"))).ok()?;
    let numbers = node.file_name()?.to_str()?.strip_prefix("ng")?;
    let name = format!("nvme{numbers}");
    let device = root.block_dir(root.block_number(&name)?)?;
    (device.parent() == node.parent() && device.file_name()?.to_str()? == name).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::tests_support::TempDir;

    #[test]
    fn a_namespace_is_found_beside_its_character_device_and_nowhere_else() {
        let dir = TempDir::new("namespace");
        let root = SysRoot::below(dir.path());
        let controller = "sys/devices/pci0/nvme/nvme0";
        dir.write(&format!("{controller}/nvme0n1/dev"), "259:1\n");
        dir.write(&format!("{controller}/ng0n1/dev"), "240:0\n");
        dir.write(&format!("{controller}/ng0n2/dev"), "240:1\n");
        dir.write("sys/devices/virtual/mem/null/dev", "1:3\n");
        dir.write("sys/devices/pci1/nvme/nvme1/nvme0n2/dev", "259:2\n");
        for folder in ["sys/dev/char", "sys/dev/block", "sys/class/block"] {
            std::fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        let links = [
            ("sys/dev/char/240:0", format!("{controller}/ng0n1")),
            ("sys/dev/char/240:1", format!("{controller}/ng0n2")),
            ("sys/dev/char/1:3", "sys/devices/virtual/mem/null".to_owned()),
            ("sys/dev/block/259:1", format!("{controller}/nvme0n1")),
            ("sys/class/block/nvme0n1", format!("{controller}/nvme0n1")),
            ("sys/dev/block/259:2", "sys/devices/pci1/nvme/nvme1/nvme0n2".to_owned()),
            ("sys/class/block/nvme0n2", "sys/devices/pci1/nvme/nvme1/nvme0n2".to_owned()),
        ];
        for (link, place) in links {
            symlink(dir.path().join(place), dir.path().join(link)).unwrap();
        }
        let found = |number: &str| namespace_of(&root, number.parse().unwrap());
        assert_eq!(found("240:0").as_deref(), Some("nvme0n1"));
        // A namespace of that name on another controller, and a device that is not a namespace.
        assert_eq!((found("240:1"), found("1:3"), found("240:9")), (None, None, None));
    }
}
