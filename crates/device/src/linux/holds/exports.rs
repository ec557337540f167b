//! Devices and files that the kernel itself exports: NVMe and SCSI targets, USB gadgets. No process has them open,
//! and not all of these exports claim them.
//!
//! Reads the settings in configfs. Must not change them.
//!
//! Sources: the kernel's `drivers/nvme/target/configfs.c`, `drivers/target/target_core_configfs.c`,
//! Documentation/ABI/testing/configfs-usb-gadget-mass-storage.

use std::path::{Path, PathBuf};

use super::hold::BlockingUse;
use super::writers::Watched;
use iogram_inspect::sysfs::{AttributeError, SysRoot, list_names, text_if_known};

/// Settings with exported paths: folders, with a star for any name, and the attribute.
const PLACES: [(&str, &str); 3] = [
    ("nvmet/subsystems/*/namespaces/*", "device_path"),
    // A text for people that contains the path.
    ("target/core/*/*", "info"),
    ("usb_gadget/*/functions/*/*", "file"),
];

pub(crate) fn find_exports(
    root: &SysRoot,
    watched: &Watched,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let settings = root.sys.join("kernel/config");
    for (place, attribute) in PLACES {
        for folder in matching(&settings, place)? {
            let text = text_if_known(&folder, attribute).unwrap_or_default();
            let paths = text.split_ascii_whitespace().filter(|word| word.starts_with('/'));
            // If the attribute is a path, a path with spaces is the whole text.
            let paths = paths.chain([text.as_str()]);
            let served = paths.filter_map(|path| rustix::fs::stat(path).ok());
            if let Some(device) = served.filter_map(|stat| watched.name(&stat)).next() {
                holds.push(BlockingUse::Exported { device, by: folder });
            }
        }
    }
    Ok(())
}

fn matching(base: &Path, place: &str) -> Result<Vec<PathBuf>, AttributeError> {
    let mut folders = vec![base.to_owned()];
    for part in place.split('/') {
        let mut below = Vec::new();
        for folder in folders {
            match part {
                "*" => below.extend(list_names(&folder, ".")?.iter().map(|it| folder.join(it))),
                name => below.push(folder.join(name)),
            }
        }
        below.retain(|folder| folder.is_dir());
        folders = below;
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::TempDir;
    use iogram_inspect::backing::FileKey;

    #[test]
    fn what_the_kernel_serves_is_found_in_its_settings() {
        let dir = TempDir::new("exports");
        let image = dir.write("disk.img", "data");
        let other = dir.write("other.img", "data");
        let root = SysRoot::below(dir.path());
        let mut watched = Watched::default();
        watched.add_file(FileKey::of(&rustix::fs::stat(&image).unwrap()), &image);
        let found = || {
            let mut holds = Vec::new();
            find_exports(&root, &watched, &mut holds).unwrap();
            holds.len()
        };
        assert_eq!(found(), 0);
        let config = "sys/kernel/config";
        let space = format!("{config}/nvmet/subsystems/one/namespaces/1/device_path");
        dir.write(&space, other.to_str().unwrap());
        assert_eq!(found(), 0);
        dir.write(&space, image.to_str().unwrap());
        assert_eq!(found(), 1);
        let info = format!("TCM FILEIO ID: 0        File: {}  Size: 4", image.display());
        dir.write(&format!("{config}/target/core/fileio_0/one/info"), info);
        let lun = format!("{config}/usb_gadget/g/functions/mass_storage.0/lun.0/file");
        dir.write(&lun, format!("{}\n", image.display()));
        assert_eq!(found(), 3);
    }
}
