//! The facts that iogram finds about file systems that the running kernel has mounted.

use iogram_device::{OpenMode, TestFile};
use iogram_inspect::{SysRoot, find_facts, find_file_system};

use crate::common::{LoopDevice, MountedAt, TempDir, run, skip};

/// Makes a file system in a file, mounts it and examines it.
fn with_mounted(
    program: &[&str],
    size: u64,
    options: &str,
    look: impl FnOnce(&std::path::Path, &LoopDevice),
) {
    let attempt = || {
        let dir = TempDir::new();
        let image = dir.image("image", size);
        run(program[0], &[&program[1..], &[image.to_str().unwrap()]].concat())?;
        let device = LoopDevice::over(&image, &[])?;
        let at = dir.path().join("with space");
        let mounted = MountedAt::new(&["-o", options, device.text()], &at)?;
        look(&at, &device);
        drop(mounted);
        Ok::<(), String>(())
    };
    if let Err(reason) = attempt() {
        skip(&reason);
    }
}

#[test]
fn btrfs_copies_on_write_unless_it_is_switched_off_for_the_test_file() {
    with_mounted(&["mkfs.btrfs", "-q"], 128 << 20, "compress=lzo", |at, device| {
        let root = SysRoot::default();
        let mut found = find_file_system(&root, at).unwrap();
        assert_eq!(found.record.kind, "btrfs");
        assert_eq!(found.record.mount_point, at.display().to_string());
        assert_eq!(found.record.is_copy_on_write, Some(true));
        assert_eq!(found.record.is_compressing, Some(true));
        let facts = find_facts(&root, found.devices[0]).unwrap();
        assert_eq!((facts.name.as_str(), facts.drive.as_str()), (device.name(), "loop"));
        let file = TestFile::create_in(at).unwrap();
        found.note_direct(file.supports_direct());
        if file.is_nocow() {
            found.note_nocow();
        }
        assert_eq!(found.record.is_copy_on_write, Some(false));
        assert_eq!(found.record.is_compressing, Some(false));
        assert_eq!(found.record.supports_direct, Some(true));
    });
}

#[test]
fn a_file_system_without_unnamed_files_keeps_no_test_file() {
    with_mounted(&["mkfs.vfat", "-F", "16"], 16 << 20, "rw", |at, _| {
        let found = find_file_system(&SysRoot::default(), at).unwrap();
        assert_eq!(found.record.kind, "vfat");
        assert_eq!(found.record.is_copy_on_write, Some(false));
        let file = TestFile::create_in(at).unwrap();
        assert_eq!(std::fs::read_dir(at).unwrap().count(), 0);
        let fd = file.open(OpenMode { is_writable: true, is_direct: false }).unwrap();
        assert_eq!(rustix::io::pwrite(fd, b"data", 0).unwrap(), 4);
    });
}

#[test]
fn a_read_only_mount_is_told_and_refuses_a_test_file() {
    with_mounted(&["mkfs.ext4", "-q"], 8 << 20, "ro", |at, _| {
        let found = find_file_system(&SysRoot::default(), at).unwrap();
        assert!(found.is_read_only);
        let error = TestFile::create_in(at).unwrap_err();
        assert_eq!(error.hint(), "name a place on a file system that may be written");
    });
}

#[test]
fn a_file_system_in_memory_is_told() {
    let dir = TempDir::new();
    let at = dir.path().join("memory");
    match MountedAt::new(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"], &at) {
        Ok(_mounted) => {
            let found = find_file_system(&SysRoot::default(), &at).unwrap();
            assert!(found.record.is_memory);
            assert!(found.devices.is_empty());
            assert_eq!(found.record.free.0, 1 << 20);
        }
        Err(reason) => skip(&reason),
    }
}

#[test]
fn an_overlay_is_judged_by_its_upper_layer() {
    let dir = TempDir::new();
    let at = dir.path().join("memory");
    let attempt = || {
        let _memory = MountedAt::new(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"], &at)?;
        for name in ["lower", "upper", "work"] {
            std::fs::create_dir(at.join(name)).unwrap();
        }
        let merged = dir.path().join("merged");
        let part = |name| at.join(name).display().to_string();
        let (lower, upper, work) = (part("lower"), part("upper"), part("work"));
        let options = format!("lowerdir={lower},upperdir={upper},workdir={work}");
        let _overlay = MountedAt::new(&["-t", "overlay", "-o", &options, "overlay"], &merged)?;
        let found = find_file_system(&SysRoot::default(), &merged).unwrap();
        assert_eq!(found.record.kind, "overlay");
        assert!(found.record.is_memory);
        Ok::<(), String>(())
    };
    if let Err(reason) = attempt() {
        skip(&reason);
    }
}
