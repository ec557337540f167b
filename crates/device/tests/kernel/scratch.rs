//! Which loop and zram devices count as empty, so that they may be written without a typed name.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use iogram_device::{DeviceError, Refusal, open_device_for_write, permit_device};
use iogram_inspect::SysRoot;
use iogram_testing::conclude;
use rustix::fs::FallocateFlags;

use crate::common::{Elsewhere, LoopDevice, MountedAt, TempDir, ZramDevice, run};

const SIZE: u64 = 8 << 20;

type Outcome = Result<(), String>;

#[track_caller]
fn done(outcome: Outcome) {
    conclude(outcome);
}

/// The contents of the device according to a refusal; `None` if it is permitted without a typed name.
#[track_caller]
fn on(device: &Path) -> Option<String> {
    match permit_device(&SysRoot::default(), device, None, &[]) {
        Ok(_) => None,
        Err(DeviceError::Refused(Refusal::NotConfirmed(shown))) => {
            Some(shown.contents.summary())
        }
        Err(other) => panic!("{}: {other}", device.display()),
    }
}

fn to_write(path: &Path) -> File {
    let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC;
    File::from(rustix::fs::open(path, flags, rustix::fs::Mode::empty()).unwrap())
}

fn put(image: &Path, offset: u64, bytes: &[u8]) {
    to_write(image).write_all_at(bytes, offset).unwrap();
}

/// Unrecognised bytes: a plain dm-crypt device looks like this.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(size);
    while bytes.len() < size {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        bytes.push((state >> 56) as u8);
    }
    bytes
}

const NOISE: &str = "data that is not recognised (4.0 KiB of 8.0 MiB hold data)";

/// Writes to an image, reads it through a loop device, and compares every byte.
#[track_caller]
fn check(prepare: impl FnOnce(&Path) -> Outcome, expected: Option<&str>) {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        prepare(&image)?;
        let device = LoopDevice::over(&image, &[])?;
        let before = std::fs::read(&image).unwrap();
        assert_eq!(on(&device.path).as_deref(), expected);
        assert!(std::fs::read(&image).unwrap() == before, "bytes changed");
        Ok(())
    })());
}

#[test]
fn a_loop_device_over_a_hole_is_empty() {
    check(|_| Ok(()), None);
}

#[test]
fn a_loop_device_over_zeros_and_over_room_that_is_only_reserved_is_empty() {
    check(
        |image| {
            put(image, 0, &vec![0; 1 << 20]);
            let file = to_write(image);
            let reserved =
                rustix::fs::fallocate(file, FallocateFlags::empty(), 2 << 20, 1 << 20);
            reserved.map_err(|errno| format!("cannot reserve room: {errno}"))
        },
        None,
    );
}

#[test]
fn random_bytes_at_the_beginning_in_the_middle_and_at_the_end_are_data() {
    for offset in [0, SIZE / 2, SIZE - 4096] {
        check(
            |image| {
                put(image, offset, &noise(4096));
                Ok(())
            },
            Some(NOISE),
        );
    }
}

#[test]
fn one_byte_behind_a_mebibyte_of_zeros_is_data() {
    let told = "data that is not recognised (1.0 MiB of 8.0 MiB hold data)";
    check(
        |image| {
            let mut bytes = vec![0; 1 << 20];
            bytes[(1 << 20) - 1] = 1;
            put(image, 3 << 20, &bytes);
            Ok(())
        },
        Some(told),
    );
}

#[test]
fn archives_and_databases_are_told_by_name() {
    check(
        |image| {
            let mut tar = vec![0; 512];
            tar[257..263].copy_from_slice(b"ustar\0");
            put(image, 0, &tar);
            Ok(())
        },
        Some("tar archive"),
    );
    check(
        |image| {
            put(image, 0, b"SQLite format 3\0");
            Ok(())
        },
        Some("SQLite database"),
    );
}

#[test]
fn a_file_system_without_its_first_superblock_or_its_partition_table_is_data() {
    check(
        |image| {
            run("mkfs.ext4", &["-q", image.to_str().unwrap()])?;
            put(image, 0, &[0; 8192]);
            Ok(())
        },
        // A copy on a larger device may reveal it.
        on_ext4_without_superblock().as_deref(),
    );
    check(
        |image| {
            run("mkfs.ext4", &["-q", "-E", "offset=1048576", image.to_str().unwrap(), "6M"])
                .map(|_| ())
        },
        Some("ext4"),
    );
}

/// The amount in the refusal depends on the file system.
fn on_ext4_without_superblock() -> Option<String> {
    let dir = TempDir::new();
    let image = dir.image("image", SIZE);
    run("mkfs.ext4", &["-q", image.to_str().unwrap()]).ok()?;
    put(&image, 0, &[0; 8192]);
    let device = LoopDevice::over(&image, &[]).ok()?;
    on(&device.path).inspect(|told| {
        assert!(told.starts_with("data that is not recognised"), "{told}");
    })
}

#[test]
fn only_the_part_that_the_loop_device_shows_counts() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        put(&image, 0, &noise(4096));
        put(&image, SIZE - 4096, &noise(4096));
        let part = ["--offset", "1048576", "--sizelimit", "4194304"];
        let device = LoopDevice::over(&image, &part)?;
        assert_eq!(on(&device.path), None);
        put(&image, 5 << 20, &noise(4096));
        assert_eq!(on(&device.path), None);
        put(&image, (5 << 20) - 4096, &noise(4096));
        let told = "data that is not recognised (4.0 KiB of 4.0 MiB hold data)";
        assert_eq!(on(&device.path).as_deref(), Some(told));
        Ok(())
    })());
}

#[test]
fn a_file_on_a_file_system_in_memory_is_looked_into_as_well() {
    done((|| {
        let dir = TempDir::new();
        let _mount = MountedAt::new(&["-t", "tmpfs", "tmpfs"], &dir.path().join("at"))?;
        for (bytes, expected) in [(vec![0; 4096], None), (noise(4096), Some(NOISE))] {
            let image = dir.image("at/image", SIZE);
            let device = LoopDevice::over(&image, &[])?;
            assert_eq!(on(&device.path), None);
            put(&image, 1 << 20, &bytes);
            assert_eq!(on(&device.path).as_deref(), expected);
        }
        Ok(())
    })());
}

/// The kernel's path leads nowhere, or to another file: the device itself is read.
#[test]
fn a_file_that_was_removed_or_replaced_does_not_hide_the_data() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        put(&image, 1 << 20, &noise(4096));
        let device = LoopDevice::over(&image, &[])?;
        std::fs::remove_file(&image).unwrap();
        let told = "data that is not recognised (from byte 1048576 on)";
        assert_eq!(on(&device.path).as_deref(), Some(told));
        dir.image("image", SIZE);
        assert_eq!(on(&device.path).as_deref(), Some(told));
        Ok(())
    })());
}

#[test]
fn a_removed_file_of_zeros_is_still_empty() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        std::fs::remove_file(&image).unwrap();
        assert_eq!(on(&device.path), None);
        Ok(())
    })());
}

#[test]
fn what_was_written_to_the_device_and_is_not_in_the_file_yet_is_data() {
    done((|| {
        let dir = TempDir::new();
        let device = LoopDevice::over(&dir.image("image", SIZE), &[])?;
        // An open descriptor prevents the last close from writing it to the file.
        let _reader = Elsewhere::running(&format!("exec 3<{}", device.text()))?;
        let file = to_write(&device.path);
        file.write_all_at(&noise(4096), 2 << 20).unwrap();
        drop(file);
        assert_eq!(on(&device.path).as_deref(), Some(NOISE));
        Ok(())
    })());
}

#[test]
fn a_device_that_got_data_after_the_permit_is_not_opened() {
    done((|| {
        let dir = TempDir::new();
        let image = dir.image("image", SIZE);
        let device = LoopDevice::over(&image, &[])?;
        let permit = permit_device(&SysRoot::default(), &device.path, None, &[]).unwrap();
        put(&image, 4 << 20, &noise(4096));
        let error = open_device_for_write(permit).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("(on it: {NOISE}; before: nothing recognised)")),
            "{error}"
        );
        Ok(())
    })());
}

#[test]
fn a_zram_device_is_empty_if_all_of_it_reads_zero() {
    done((|| {
        let device = ZramDevice::new(SIZE)?;
        assert_eq!(on(&device.path), None);
        put(&device.path, 0, &vec![0; 1 << 20]);
        assert_eq!(on(&device.path), None);
        put(&device.path, SIZE - 4096, &noise(4096));
        let told = format!("data that is not recognised (from byte {} on)", SIZE - 4096);
        assert_eq!(on(&device.path).as_deref(), Some(told.as_str()));
        Ok(())
    })());
}
