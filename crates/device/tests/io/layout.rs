//! The promises of a lay-out: data at the places of later reads, a new file if requested, no space kept without need,
//! and no file that does not fit.

use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use iogram_device::DriveRig;
use iogram_engine::{Content, Control, Rig, RigError, RigErrorKind};
use iogram_model::{Bytes, CellState};
use rustix::fs::SeekFrom;

use crate::common::{MountedAt, TempDir, skip};
use crate::ground::{
    BLOCK, Ground, OLD, READ, WRITE, all, on_each_device, open, open_files, open_plain,
    open_to_read, run, totals,
};

const SIZE: Bytes = Bytes(2 << 20);

/// The only test file below `directory`: its length and its allocated bytes.
#[track_caller]
fn test_file(directory: &Path) -> (PathBuf, u64, u64) {
    let files = open_files(directory);
    let inodes: std::collections::BTreeSet<_> =
        files.iter().map(|file| std::fs::metadata(file).unwrap().ino()).collect();
    assert_eq!(inodes.len(), 1, "{files:?}");
    let metadata = std::fs::metadata(&files[0]).unwrap();
    (files[0].clone(), metadata.len(), metadata.blocks() * 512)
}

fn lay_out(rig: &mut DriveRig, size: Bytes, content: Content) -> Result<Bytes, RigError> {
    rig.lay_out(size, content, &Control::default())
}

/// The first hole; the end of a file counts as one.
fn first_hole(path: &Path) -> u64 {
    rustix::fs::seek(open_plain(path).as_fd(), SeekFrom::Hole(0)).unwrap()
}

#[track_caller]
fn check_no_hole(path: &Path, size: Bytes) {
    assert!(first_hole(path) >= size.0, "a hole at {}", first_hole(path));
    let bytes = std::fs::read(path).unwrap();
    assert!(bytes.len() as u64 >= size.0, "{} bytes", bytes.len());
    let sectors =
        bytes.as_chunks::<512>().0.iter().take(usize::try_from(size.0 / 512).unwrap());
    assert!(sectors.clone().all(|sector| *sector != [0; 512]), "zeros");
}

#[test]
fn after_a_lay_out_with_data_reads_meet_no_hole() {
    let dir = TempDir::new();
    for size in [Bytes(4096), Bytes(2300), Bytes(1_000_000), SIZE] {
        let mut rig = open(dir.path()).unwrap();
        lay_out(&mut rig, size, Content::Written).unwrap();
        assert_eq!((rig.geometry().capacity, rig.target().capacity), (size, size));
        check_no_hole(&test_file(dir.path()).0, size);
    }
}

#[test]
fn what_is_laid_out_is_what_a_cell_reads() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    lay_out(&mut rig, SIZE, Content::Written).unwrap();
    let record = run(&mut rig, &all(READ, 2 * SIZE.0));
    assert_eq!(record.state, CellState::Completed);
    assert_eq!(totals(record.operations.read.as_ref()), (2 * SIZE.0 / BLOCK, 2 * SIZE.0));
}

#[test]
fn an_empty_lay_out_is_a_new_file_without_data() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    lay_out(&mut rig, SIZE, Content::Written).unwrap();
    let before = std::fs::metadata(test_file(dir.path()).0).unwrap().ino();
    lay_out(&mut rig, SIZE, Content::Empty).unwrap();
    let (path, length, occupied) = test_file(dir.path());
    assert_eq!((length, occupied), (0, 0));
    assert_eq!(rig.geometry().capacity, SIZE);
    // The inode's number may have been reused, but then it has no data.
    let _reused = std::fs::metadata(&path).unwrap().ino() == before;
    let record = run(&mut rig, &all(WRITE, SIZE.0));
    assert_eq!(totals(record.operations.write.as_ref()), (SIZE.0 / BLOCK, SIZE.0));
    check_no_hole(&path, SIZE);
}

#[test]
fn lay_outs_one_after_the_other_keep_one_file_and_its_space() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    for round in 1..=4 {
        let content = if round % 2 == 0 { Content::Empty } else { Content::Written };
        let size = Bytes(round * SIZE.0);
        lay_out(&mut rig, size, content).unwrap();
        if content == Content::Empty {
            run(&mut rig, &all(WRITE, size.0));
        }
        let (_, length, occupied) = test_file(dir.path());
        assert_eq!(length, size.0, "round {round}");
        assert!(occupied.abs_diff(size.0) <= 64 << 10, "round {round}: {occupied}");
    }
    drop(rig);
    assert!(open_files(dir.path()).is_empty());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn data_that_is_there_is_written_anew_as_on_a_device() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    lay_out(&mut rig, SIZE, Content::Written).unwrap();
    let before = std::fs::read(test_file(dir.path()).0).unwrap();
    let half = Bytes(SIZE.0 / 2);
    lay_out(&mut rig, half, Content::Written).unwrap();
    assert_eq!(rig.geometry().capacity, half);
    let after = std::fs::read(test_file(dir.path()).0).unwrap();
    assert_eq!(after.len() as u64, half.0);
    assert!(!before.starts_with(&after[..512]), "the same data");
    check_no_hole(&test_file(dir.path()).0, half);
}

#[test]
fn a_file_of_ones_own_is_filled_anew_however_full_it_is() {
    let ground = Ground::file(SIZE.0);
    ground.make_old(SIZE.0);
    let mut rig = ground.rig();
    lay_out(&mut rig, Bytes(SIZE.0 / 2), Content::Written).unwrap();
    let bytes = ground.bytes();
    let (filled, _) = bytes.split_at(bytes.len() / 2);
    assert!(filled.as_chunks::<512>().0.iter().all(|sector| *sector != [OLD; 512]));
}

#[test]
fn an_allocated_lay_out_is_a_new_file_with_its_space_and_no_data() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    lay_out(&mut rig, SIZE, Content::Written).unwrap();
    lay_out(&mut rig, SIZE, Content::Allocated).unwrap();
    let (path, length, occupied) = test_file(dir.path());
    assert_eq!(length, SIZE.0);
    assert!(occupied >= SIZE.0, "{occupied}");
    assert!(std::fs::read(path).unwrap().iter().all(|&byte| byte == 0));
}

#[test]
fn a_file_that_does_not_exist_is_no_target_and_none_is_made() {
    let dir = TempDir::new();
    let error = open(&dir.path().join("named")).unwrap_err();
    assert_eq!(error.kind, RigErrorKind::Usage);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn a_file_of_holes_is_filled_before_it_is_read() {
    let ground = Ground::file(SIZE.0);
    let mut rig = ground.rig();
    lay_out(&mut rig, SIZE, Content::Written).unwrap();
    check_no_hole(&ground.path, SIZE);
}

#[test]
fn a_device_is_filled_as_far_as_asked_and_not_further() {
    on_each_device(SIZE.0, |ground| {
        ground.make_old(SIZE.0);
        let mut rig = ground.rig();
        lay_out(&mut rig, Bytes(SIZE.0 / 2), Content::Written).unwrap();
        assert_eq!(rig.geometry().capacity, Bytes(SIZE.0 / 2));
        let bytes = ground.bytes();
        let (filled, kept) = bytes.split_at(bytes.len() / 2);
        let name = ground.name;
        assert!(filled.as_chunks::<512>().0.iter().all(|s| *s != [OLD; 512]), "{name}");
        assert!(kept.iter().all(|&byte| byte == OLD), "{name}");
        // Cells see the part that was laid out.
        run(&mut rig, &all(WRITE, SIZE.0));
        assert!(
            ground.bytes().iter().rev().take(kept.len()).all(|&byte| byte == OLD),
            "{name}"
        );
    });
}

#[test]
fn a_target_that_is_only_read_is_laid_out_without_a_write() {
    let ground = Ground::file(SIZE.0);
    ground.make_old(SIZE.0);
    let mut rig = open_to_read(&ground.path).unwrap();
    lay_out(&mut rig, Bytes(SIZE.0 / 2), Content::Written).unwrap();
    assert_eq!(rig.geometry().capacity, Bytes(SIZE.0 / 2));
    assert!(ground.bytes().iter().all(|&byte| byte == OLD));
}

#[track_caller]
fn check_too_large(rig: &mut DriveRig, size: Bytes, content: Content, words: &[&str]) {
    let before = rig.geometry();
    let error = lay_out(rig, size, content).unwrap_err();
    assert_eq!(error.kind, RigErrorKind::Usage, "{error}");
    for word in words {
        assert!(error.message.to_string().contains(word), "{error}: no {word:?}");
    }
    assert!(!error.hint.is_empty(), "{error}");
    assert_eq!(rig.geometry(), before, "{error}");
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_what_would_fit() {
    let more = Bytes(SIZE.0 + BLOCK);
    on_each_device(SIZE.0, |ground| {
        let mut rig = ground.rig();
        for content in [Content::Empty, Content::Written] {
            check_too_large(&mut rig, more, content, &["the device has only 2.0 MiB"]);
        }
    });
    let ground = Ground::file(SIZE.0);
    let mut rig = open_to_read(&ground.path).unwrap();
    check_too_large(&mut rig, more, Content::Written, &["the file has only 2.0 MiB"]);
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    for content in [Content::Empty, Content::Written] {
        check_too_large(&mut rig, Bytes(1 << 60), content, &["are free"]);
    }
    assert_eq!(test_file(dir.path()).2, 0);
}

#[test]
fn a_file_system_without_room_for_the_margin_is_refused() {
    let dir = TempDir::new();
    let at = dir.path().join("memory");
    let _mount = match MountedAt::new(&["-t", "tmpfs", "-o", "size=16m", "tmpfs"], &at) {
        Ok(mount) => mount,
        Err(reason) => return skip(&reason),
    };
    let mut rig = open(&at).unwrap();
    let error = lay_out(&mut rig, SIZE, Content::Written).unwrap_err();
    assert_eq!(error.kind, RigErrorKind::Usage);
    assert_eq!(error.hint, "free some space, or name another directory");
}

#[test]
fn a_stop_during_a_lay_out_says_so() {
    let dir = TempDir::new();
    let mut rig = open(dir.path()).unwrap();
    let control = Control::default();
    control.stop();
    let error = rig.lay_out(Bytes(64 << 20), Content::Written, &control).unwrap_err();
    assert!(error.message.to_string().contains("it was interrupted"), "{error}");
}
