//! Which files and devices of the running kernel may be written; a refusal changes nothing.

use std::path::{Path, PathBuf};

use iogram_device::{
    BlockingUse, DeviceError, DriveSummary, OpenMode, ProtectedPath, Refusal, TestFile,
    find_blocking_uses, open_device_for_read, open_device_for_write, permit_device,
    permit_file,
};
use iogram_engine::{RigError, RigErrorKind};
use iogram_inspect::{SysRoot, find_file_system};
use iogram_model::Bytes;
use iogram_testing::{conclude, lacking};

use crate::common::{Elsewhere, LoopDevice, MountedAt, TempDir, ZramDevice, run};

const SIZE: u64 = 8 << 20;
const WRITE: OpenMode = OpenMode { is_writable: true, is_direct: false };
const READ: OpenMode = OpenMode { is_writable: false, is_direct: false };

/// A test on kernel objects; objects that cannot be created here are skipped with the reason.
type Outcome = Result<(), String>;

#[track_caller]
fn done(outcome: Outcome) {
    conclude(outcome);
}

fn no_drive_below() -> String {
    lacking("a block device below this folder")
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Requests a permit, expects a refusal, and compares every byte before and after.
#[track_caller]
fn refused(device: &Path, image: &Path) -> Refusal {
    let before = std::fs::read(image).unwrap();
    let error = permit_device(&SysRoot::default(), device, None, &[]).unwrap_err();
    assert!(std::fs::read(image).unwrap() == before, "bytes of {} changed", image.display());
    let DeviceError::Refused(refusal) = error else { panic!("not a refusal: {error}") };
    assert!(!refusal.hint().is_empty(), "{refusal} has no hint");
    refusal
}

#[track_caller]
fn holds(refusal: Refusal) -> Vec<BlockingUse> {
    let Refusal::Held { holds, .. } = refusal else { panic!("another refusal: {refusal}") };
    holds
}

/// The contents of a device that nothing uses any more.
///
/// Parallel tests take copies of all mounts into their own namespaces, and the kernel releases such a copy only with
/// the last of its processes: this waits for that.
#[track_caller]
#[expect(
    clippy::disallowed_methods,
    reason = "another test's namespace ends on no clock of a target"
)]
fn unconfirmed(device: &Path, image: &Path) -> DriveSummary {
    let mut attempts = 0;
    loop {
        match refused(device, image) {
            Refusal::NotConfirmed(shown) => return *shown,
            Refusal::Held { .. } if attempts < 500 => attempts += 1,
            another => panic!("another refusal: {another}"),
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn an_empty_loop_device_is_permitted_and_kept_for_oneself_and_asks_for_its_name_once_written() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let root = SysRoot::default();
        let permit = permit_device(&root, &device.path, None, &[]).unwrap();
        let opened = open_device_for_write(permit).unwrap();
        assert_eq!(opened.identity().capacity, Bytes(SIZE));
        assert_eq!(opened.logical_block_size().unwrap(), Bytes(512));
        let fd = opened.open(WRITE).unwrap();
        assert_eq!(rustix::io::pwrite(&fd, &[7; 4096], 8192).unwrap(), 4096);
        rustix::fs::fsync(&fd).unwrap();
        assert_eq!(std::fs::read(&image).unwrap()[8192..12288], [7; 4096]);
        assert_eq!(holds(refused(&device.path, &image)), [BlockingUse::Busy]);
        drop((opened, fd));
        let shown = unconfirmed(&device.path, &image);
        let told = "data that is not recognised (4.0 KiB of 8.0 MiB hold data)";
        assert_eq!(shown.contents.summary(), told);
        permit_device(&root, &device.path, Some(&shown.typed_name.text), &[]).unwrap();
        Ok(())
    })());
}

#[test]
fn a_device_opened_for_reading_cannot_be_opened_for_writing() {
    done((|| {
        let dir = TempDir::new();
        let device = LoopDevice::over(&dir.image("image", SIZE), &[])?;
        let opened = open_device_for_read(&device.path).unwrap();
        assert!(opened.open(WRITE).is_err());
        let fd = opened.open(READ).unwrap();
        assert!(rustix::io::pwrite(&fd, &[7; 512], 0).is_err());
        assert!(!opened.is_writable());
        Ok(())
    })());
}

#[test]
fn a_mounted_device_is_refused_and_says_how_to_unmount() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        run("mkfs.ext4", &["-q", text(&image)])?;
        let device = LoopDevice::over(&image, &[])?;
        let at = dir.path().join("at");
        let mount = MountedAt::new(&["-o", "ro,noload", device.text()], &at)?;
        let refusal = refused(&device.path, &image);
        assert_eq!(refusal.hint(), format!("umount {}", at.display()));
        let error = RigError::from(DeviceError::Refused(refusal));
        assert_eq!(error.kind, RigErrorKind::Refused);
        let name = device.name();
        let told = format!("refused to write to {name}: {name} is mounted at {}", at.display());
        assert_eq!(error.message, told);
        drop(mount);
        let shown = unconfirmed(&device.path, &image);
        assert_eq!(shown.contents.summary(), "ext4");
        Ok(())
    })());
}

#[test]
fn a_device_that_only_another_namespace_has_mounted_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        run("mkfs.ext4", &["-q", text(&image)])?;
        let device = LoopDevice::over(&image, &[])?;
        let at = dir.path().join("at");
        std::fs::create_dir(&at).unwrap();
        let mount = format!("mount -o ro,noload {} {}", device.text(), at.display());
        let _elsewhere = Elsewhere::running(&mount)?;
        let holds = holds(refused(&device.path, &image));
        let is_told = matches!(&holds[..], [BlockingUse::Mounted { process: Some(_), .. }]);
        assert!(is_told, "{holds:?}");
        Ok(())
    })());
}

#[test]
fn swap_is_refused_in_use_and_out_of_use() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        run("mkswap", &["-q", text(&image)])?;
        let device = LoopDevice::over(&image, &[])?;
        run("swapon", &[device.text()])?;
        let refusal = std::panic::catch_unwind(|| refused(&device.path, &image));
        run("swapoff", &[device.text()])?;
        let refusal = refusal.unwrap();
        assert_eq!(refusal.hint(), format!("swapoff {}", device.text()));
        let shown = unconfirmed(&device.path, &image);
        assert_eq!(shown.contents.summary(), "swap");
        Ok(())
    })());
}

#[test]
fn a_device_below_or_beside_another_loop_device_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let above = LoopDevice::over(&device.path, &[])?;
        let user = above.name().to_owned();
        let device_name = device.name().to_owned();
        let below = holds(refused(&device.path, &image));
        assert_eq!(below, [BlockingUse::Backs { device: device_name, user }]);
        let upper = holds(refused(&above.path, &image));
        assert_eq!(upper, [BlockingUse::BackedBy { drive: device.path.clone() }]);
        drop(above);
        let beside = LoopDevice::over(&image, &[])?;
        let shares = holds(refused(&device.path, &image));
        assert_eq!(
            shares,
            [BlockingUse::SharesFile { other: beside.name().to_owned(), file: image }]
        );
        Ok(())
    })());
}

#[test]
fn a_read_only_device_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &["--read-only"])?;
        assert_eq!(holds(refused(&device.path, &image)), [BlockingUse::ReadOnly]);
        Ok(())
    })());
}

#[test]
fn partitions_are_shown_and_a_partition_itself_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &["--partscan"])?;
        // Announced to the kernel only, so that no partition table is found instead.
        run("addpart", &[device.text(), "1", "2048", "4096"])?;
        let partition = format!("{}p1", device.text());
        run("mkswap", &["-q", &partition])?;
        let shown = unconfirmed(&device.path, &image);
        let name = device.name();
        assert_eq!(shown.contents.lines(), [format!("{name}p1: 2.0 MiB (2.1 MB), swap")]);
        let part = holds(refused(Path::new(&partition), &image));
        assert_eq!(part, [BlockingUse::IsPartition { whole: name.to_owned() }]);
        run("swapon", &[&partition])?;
        let refusal = std::panic::catch_unwind(|| refused(&device.path, &image));
        run("swapoff", &[&partition])?;
        assert_eq!(refusal.unwrap().hint(), format!("swapoff {partition}"));
        Ok(())
    })());
}

#[test]
fn a_device_with_something_on_it_is_permitted_to_who_types_its_name() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("my card", SIZE);
        run("mkfs.ext4", &["-q", text(&image)])?;
        let device = LoopDevice::over(&image, &[])?;
        let root = SysRoot::default();
        let shown = unconfirmed(&device.path, &image);
        let name = format!("{}:my card", device.name());
        assert_eq!(shown.typed_name.text, name);
        assert_eq!(shown.capacity, Bytes(SIZE));
        for other in ["", "my card", device.name(), &name.to_uppercase()] {
            let error = permit_device(&root, &device.path, Some(other), &[]).unwrap_err();
            let is_told =
                matches!(&error, DeviceError::Refused(Refusal::OtherConfirmed { .. }));
            assert!(is_told, "{other:?}: {error}");
        }
        let permit = permit_device(&root, &device.path, Some(&name), &[]).unwrap();
        assert_eq!(permit.contents(), Some(&shown.contents));
        let opened = open_device_for_write(permit).unwrap();
        rustix::io::pwrite(opened.open(WRITE).unwrap(), &[7; 512], 0).unwrap();
        Ok(())
    })());
}

#[test]
fn a_device_that_another_process_has_open_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let writer = Elsewhere::running(&format!("exec 3<>{}", device.text()))?;
        let held = holds(refused(&device.path, &image));
        let is_told =
            matches!(&held[..], [BlockingUse::OpenForWriting { command: Some(_), .. }]);
        assert!(is_told, "{held:?}");
        drop(writer);
        let _reader = Elsewhere::running(&format!("exec 3<{}", device.text()))?;
        permit_device(&SysRoot::default(), &device.path, None, &[]).unwrap();
        Ok(())
    })());
}

#[test]
fn both_devices_of_one_btrfs_are_refused_mounted_and_unmounted() {
    done((|| {
        let dir = TempDir::new();
        let images = ["one", "two"].map(|name| dir.image(name, 128 << 20));
        let one = LoopDevice::over(&images[0], &[])?;
        let two = LoopDevice::over(&images[1], &[])?;
        run("mkfs.btrfs", &["-q", "-f", one.text(), two.text()])?;
        run("btrfs", &["device", "scan", one.text(), two.text()])?;
        for (device, image) in [(&one, &images[0]), (&two, &images[1])] {
            let found = holds(refused(&device.path, image));
            let is_told = matches!(&found[..], [BlockingUse::Member { mark, .. }]
                if mark.kind == "btrfs of several devices");
            assert!(is_told, "{found:?}");
        }
        let at = dir.path().join("at");
        let _mount = MountedAt::new(&["-o", "ro", one.text()], &at)?;
        for (device, image) in [(&one, &images[0]), (&two, &images[1])] {
            let refusal = refused(&device.path, image);
            assert_eq!(refusal.hint(), format!("umount {}", at.display()));
        }
        Ok(())
    })());
}

#[test]
fn a_part_of_a_volume_group_is_refused_though_nothing_uses_it() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let mut bytes = std::fs::read(&image).unwrap();
        bytes[512..520].copy_from_slice(b"LABELONE");
        bytes[536..544].copy_from_slice(b"LVM2 001");
        std::fs::write(&image, bytes).unwrap();
        let device = LoopDevice::over(&image, &[])?;
        let refusal = refused(&device.path, &image);
        let hint = "vgreduce and pvremove";
        assert!(refusal.hint().to_string().starts_with(hint), "{}", refusal.hint());
        assert!(matches!(&holds(refusal)[..], [BlockingUse::Member { .. }]));
        Ok(())
    })());
}

#[test]
fn what_the_run_needs_is_not_destroyed() {
    done((|| {
        let root = SysRoot::default();
        let here = find_file_system(&root, Path::new(".")).unwrap();
        let number = here.devices.first().ok_or_else(no_drive_below)?;
        let dir = std::fs::canonicalize(format!("/sys/dev/block/{number}")).unwrap();
        let needed =
            [ProtectedPath::new(iogram_model::text!("cli-store"), "new/folder/runs.sqlite")];
        let free = find_blocking_uses(&root, &dir, &[]).unwrap();
        let held = find_blocking_uses(&root, &dir, &needed).unwrap();
        let is_mounted = free.iter().any(|hold| matches!(hold, BlockingUse::Mounted { .. }));
        let is_needed = held.iter().any(|hold| matches!(hold, BlockingUse::ProtectedPath(_)));
        assert!(is_mounted || is_needed, "{held:?}");
        Ok(())
    })());
}

#[test]
fn a_device_mapping_on_it_is_refused() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let mapping = format!("iogram-test-{}", std::process::id());
        let table = format!("0 1024 linear {} 0", device.text());
        run("dmsetup", &["create", &mapping, "--table", &table])?;
        let refusal = std::panic::catch_unwind(|| refused(&device.path, &image));
        run("dmsetup", &["remove", &mapping])?;
        let holds = holds(refusal.unwrap());
        assert!(matches!(&holds[..], [BlockingUse::Mapped { .. }]), "{holds:?}");
        Ok(())
    })());
}

#[test]
fn a_device_that_was_exchanged_after_the_permit_is_not_opened() {
    done((|| {
        let dir = TempDir::new();
        let device = LoopDevice::over(&dir.image("image", SIZE), &[])?;
        let other = dir.image("other", SIZE);
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&device.path, &link).unwrap();
        let permit = permit_device(&SysRoot::default(), &link, None, &[]).unwrap();
        // As long as the permit lives, nothing can take the same device number ..
        let loop_settings = ["--offset", "512", device.text(), text(&other)];
        assert!(run("losetup", &loop_settings).is_err());
        // .. but the path can lead to another device.
        let another = LoopDevice::over(&other, &[])?;
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&another.path, &link).unwrap();
        let error = open_device_for_write(permit).unwrap_err();
        assert!(matches!(error, DeviceError::Refused(Refusal::Changed { .. })), "{error}");
        let seen = permit_device(&SysRoot::default(), &device.path, None, &[]).unwrap().mark();
        let permit = permit_device(&SysRoot::default(), &link, None, &[]).unwrap();
        let error = permit.check_seen(Some(&seen)).unwrap_err();
        assert!(matches!(error, DeviceError::Refused(Refusal::Changed { .. })), "{error}");
        permit.check_seen(Some(&permit.mark())).unwrap();
        Ok(())
    })());
}

#[test]
fn nobody_takes_a_device_between_its_permit_and_the_end_of_its_use() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        run("mkfs.ext4", &["-q", text(&image)])?;
        let device = LoopDevice::over(&image, &[])?;
        let name = format!("{}:image", device.name());
        let at = dir.path().join("at");
        let mount = || MountedAt::new(&["-o", "ro,noload", device.text()], &at);
        let permit =
            permit_device(&SysRoot::default(), &device.path, Some(&name), &[]).unwrap();
        assert!(mount().is_err());
        let opened = open_device_for_write(permit).unwrap();
        assert!(mount().is_err());
        let fd = opened.open(WRITE).unwrap();
        assert!(mount().is_err());
        drop((fd, opened));
        mount().map(drop)
    })());
}

/// Set for the process that maps a file and waits for the end of its input.
const MAPPED: &str = "IOGRAM_TEST_MAPPED";

/// The process of the next test; does nothing when it runs as an ordinary test.
#[test]
#[expect(unsafe_code, reason = "a mapping of a process that does nothing else")]
fn a_process_that_keeps_a_file_in_its_memory_only() {
    use rustix::mm::{MapFlags, ProtFlags, mmap};
    let Some(path) = std::env::var_os(MAPPED) else { return };
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
    let fd = rustix::fs::open(path, flags, rustix::fs::Mode::empty()).unwrap();
    // Not writable yet: the first store makes it so. SAFETY: a new mapping at an address of the kernel's choice,
    // which nothing uses.
    let mapped =
        unsafe { mmap(std::ptr::null_mut(), 4096, ProtFlags::READ, MapFlags::SHARED, fd, 0) };
    assert!(mapped.is_ok());
    std::io::Write::write_all(&mut std::io::stderr(), b"mapped\n").unwrap();
    std::io::Read::read(&mut std::io::stdin(), &mut [0]).unwrap();
}

/// A process that maps `path` and has no descriptor of it; ends when it is dropped.
struct Mapped(std::process::Child);

impl Mapped {
    fn new(path: &Path) -> Self {
        let test = "permits::a_process_that_keeps_a_file_in_its_memory_only";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(MAPPED, path)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = std::io::BufReader::new(child.stderr.take().unwrap());
        std::io::BufRead::read_line(&mut output, &mut line).unwrap();
        assert_eq!(line, "mapped\n");
        Self(child)
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}

#[test]
fn what_a_process_has_in_its_memory_is_refused_though_no_descriptor_is_open() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let is_told = |device: &Path| {
            let told = holds(refused(device, &image));
            let [BlockingUse::OpenForWriting { access, .. }] = &told[..] else { return false };
            *access == iogram_device::Access::Mapped
        };
        let mapped = Mapped::new(&device.path);
        assert!(is_told(&device.path));
        drop(mapped);
        permit_device(&SysRoot::default(), &device.path, None, &[]).unwrap();
        // The file behind it.
        let mapped = Mapped::new(&image);
        assert!(is_told(&device.path));
        drop(mapped);
        drop(device);
        let mapped = Mapped::new(&image);
        let error = permit_file(&SysRoot::default(), &image, None).unwrap_err().to_string();
        assert!(error.contains("mapped into its memory for writing"), "{error}");
        drop(mapped);
        permit_file(&SysRoot::default(), &image, None).unwrap();
        Ok(())
    })());
}

#[test]
fn a_device_that_was_filled_after_the_permit_is_not_opened() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let permit = permit_device(&SysRoot::default(), &device.path, None, &[]).unwrap();
        // A process that does not claim the device is not kept out.
        let file_system = dir.image("ext4", SIZE);
        run("mkfs.ext4", &["-q", text(&file_system)])?;
        std::fs::write(&device.path, std::fs::read(&file_system).unwrap()).unwrap();
        let error = open_device_for_write(permit).unwrap_err().to_string();
        assert!(error.ends_with("(on it: ext4; before: nothing recognised)"), "{error}");
        Ok(())
    })());
}

#[test]
fn a_free_zram_device_is_permitted_and_a_used_one_refused() {
    done((|| {
        let device = ZramDevice::new(SIZE)?;
        let root = SysRoot::default();
        let permit = permit_device(&root, &device.path, None, &[]).unwrap();
        let opened = open_device_for_write(permit).unwrap();
        let fd = opened.open(WRITE).unwrap();
        assert_eq!(rustix::io::pwrite(&fd, &[7; 4096], 4096).unwrap(), 4096);
        drop((fd, opened));
        let error = permit_device(&root, &device.path, None, &[]).unwrap_err().to_string();
        assert!(
            error.ends_with("(on it: data that is not recognised (from byte 4096 on))"),
            "{error}"
        );
        run("mkswap", &["-q", text(&device.path)])?;
        let error = permit_device(&root, &device.path, None, &[]).unwrap_err().to_string();
        assert!(error.ends_with("(on it: swap)"), "{error}");
        let name = device.path.file_name().unwrap().to_str().unwrap();
        permit_device(&root, &device.path, Some(name), &[]).unwrap();
        Ok(())
    })());
}

#[test]
fn the_drive_below_this_folder_is_refused_without_being_opened() {
    done((|| {
        let root = SysRoot::default();
        let found = find_file_system(&root, Path::new(".")).unwrap();
        let number = found.devices.first().ok_or_else(no_drive_below)?;
        let facts = iogram_inspect::find_facts(&root, *number).ok_or("unknown device")?;
        let path = PathBuf::from(format!("/dev/{}", facts.name));
        if !path.exists() {
            return Err(lacking(text(&path)));
        }
        let error =
            permit_device(&root, &path, None, &ProtectedPath::always(&root)).unwrap_err();
        assert!(matches!(error, DeviceError::Refused(_)), "{error}");
        Ok(())
    })());
}

#[test]
fn a_file_is_permitted_without_data_or_by_its_name() {
    let dir = TempDir::new();
    let root = SysRoot::default();
    let hole = dir.image("hole", SIZE);
    permit_file(&root, &hole, None).unwrap();
    let path = dir.path().join("full");
    std::fs::write(&path, "keep").unwrap();
    let error = RigError::from(permit_file(&root, &path, None).unwrap_err());
    assert_eq!(error.kind, RigErrorKind::Refused);
    assert_eq!(error.hint, "to destroy what it holds: --destroy full");
    let error = permit_file(&root, &path, Some("other")).unwrap_err().to_string();
    assert!(error.ends_with("the name typed to allow it was \"other\""), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"keep");
    permit_file(&root, &path, path.to_str()).unwrap();
    let permit = permit_file(&root, &path, Some("full")).unwrap();
    let file = TestFile::open_for_write(permit).unwrap();
    rustix::io::pwrite(file.open(WRITE).unwrap(), b"done", 0).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"done");
}

#[test]
fn a_file_that_a_loop_device_shows_is_refused_even_by_its_name() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let refusal = permit_file(&SysRoot::default(), &image, Some("image")).unwrap_err();
        assert_eq!(refusal.hint(), format!("losetup -d {}", device.text()));
        Ok(())
    })());
}
