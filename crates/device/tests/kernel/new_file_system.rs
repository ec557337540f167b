//! File systems that iogram makes on a device and mounts for this process alone.

use std::path::Path;

use iogram_device::{DriveRig, TargetSpec, WritePolicy};
use iogram_engine::{Content, Control, Rig as _, RigError, RigErrorKind};
use iogram_inspect::SysRoot;
use iogram_model::{Bytes, FileSystemKind, TargetKind};
use iogram_testing::conclude;

use crate::common::{LoopDevice, TempDir, run};

const MIB: u64 = 1 << 20;

/// Opens a rig in a new file system on an empty device.
fn make(device: &Path, kind: FileSystemKind) -> Result<DriveRig, RigError> {
    let policy =
        WritePolicy { is_written: true, file_system: Some(kind), ..WritePolicy::default() };
    DriveRig::open(&TargetSpec::Path(device.to_owned()), policy, &SysRoot::default())
}

fn mounts_of(device: &LoopDevice) -> Vec<String> {
    let table = String::from_utf8(std::fs::read("/proc/self/mountinfo").unwrap()).unwrap();
    table.lines().filter(|line| line.contains(device.name())).map(ToOwned::to_owned).collect()
}

#[test]
fn a_new_file_system_is_seen_by_nobody_else_and_stays_when_it_is_left() {
    conclude((|| {
        let dir = TempDir::new();
        let device = LoopDevice::over(&dir.image("image", 128 * MIB), &[])?;
        run("mkfs.ext4", &["-V"])?;
        let mut rig = make(&device.path, FileSystemKind::Ext4).unwrap();
        let record = rig.file_system().unwrap().clone();
        assert_eq!(record.kind, "ext4");
        let made_by = record.made_by.unwrap();
        assert!(made_by.contains("mkfs.ext4") && made_by.contains("mke2fs 1."), "{made_by}");
        assert!(record.free > Bytes(64 * MIB), "{}", record.free);
        let target = rig.target();
        assert_eq!((target.kind, target.name.as_str()), (TargetKind::File, device.text()));
        assert_eq!(target.drive_capacity, Some(Bytes(128 * MIB)), "what lies below is known");
        assert_eq!(
            mounts_of(&device),
            Vec::<String>::new(),
            "not in the table of this process"
        );
        let written = rig.lay_out(Bytes(MIB), Content::Written, &Control::default()).unwrap();
        assert_eq!(written, Bytes(MIB));
        // Others are refused, as for any mounted device.
        let other = make(&device.path, FileSystemKind::Ext4).unwrap_err();
        assert_eq!(other.kind, RigErrorKind::Refused, "{}", other.message);
        let too_large = rig.lay_out(Bytes(1 << 30), Content::Empty, &Control::default());
        assert!(too_large.unwrap_err().message.to_string().contains("are free"));
        drop(rig);
        run("e2fsck", &["-f", "-n", device.text()])?;
        // It holds somebody's data now, and it is free again.
        let again = make(&device.path, FileSystemKind::Ext4).unwrap_err();
        let said = again.message.to_string();
        assert!(said.contains("(on it: ext4)"), "{said}");
        Ok(())
    })());
}

#[test]
fn each_kind_is_made_or_what_it_lacks_is_said_and_nothing_is_altered() {
    conclude((|| {
        let dir = TempDir::new();
        let mut made = 0;
        for kind in FileSystemKind::ALL {
            let image = dir.image(kind.name(), 400 * MIB);
            let device = LoopDevice::over(&image, &[])?;
            match make(&device.path, kind) {
                Ok(rig) => {
                    let found = &rig.file_system().unwrap().kind;
                    assert_eq!(found, kind.name());
                    made += 1;
                }
                Err(error) => {
                    let said = error.message.to_string();
                    let is_lacking = said.contains("is not installed")
                        || said.contains("this kernel does not support")
                        || said.contains("may not mount");
                    assert!(is_lacking, "{kind}: {said}");
                    assert!(!error.hint.is_empty(), "{said}");
                    let is_zero = std::fs::read(&image).unwrap().iter().all(|byte| *byte == 0);
                    assert!(is_zero, "{kind}: bytes changed");
                }
            }
            drop(device);
            std::fs::remove_file(image).unwrap();
        }
        if made == 0 {
            return Err("no file system can be made here".to_owned());
        }
        Ok(())
    })());
}

#[test]
fn too_small_a_drive_is_refused_before_anything_is_altered() {
    conclude((|| {
        run("mkfs.btrfs", &["-V"])?;
        let dir = TempDir::new();
        let image = dir.image("small", 8 * MIB);
        let device = LoopDevice::over(&image, &[])?;
        let error = make(&device.path, FileSystemKind::Btrfs).unwrap_err();
        let said = error.message.to_string();
        if said.contains("this kernel does not support") {
            return Err(said);
        }
        assert!(said.contains("btrfs requires at least 109 MiB (114 MB)"), "{said}");
        assert!(std::fs::read(&image).unwrap().iter().all(|byte| *byte == 0), "bytes changed");
        Ok(())
    })());
}

#[test]
fn a_device_with_data_is_refused_and_stays_as_it_is() {
    conclude((|| {
        let dir = TempDir::new();
        let image = dir.image("image", 16 * MIB);
        let data: Vec<u8> = (0..16 * MIB).map(|at| (at % 251) as u8).collect();
        std::fs::write(&image, &data).unwrap();
        let device = LoopDevice::over(&image, &[])?;
        let error = make(&device.path, FileSystemKind::Ext4).unwrap_err();
        assert_eq!(error.kind, RigErrorKind::Refused, "{}", error.message);
        assert!(std::fs::read(&image).unwrap() == data, "bytes changed");
        Ok(())
    })());
}
