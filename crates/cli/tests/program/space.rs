//! Targets that are full, read-only or not a drive.

use iogram_model::{CellState, Run, RunState, UnstoredRecord, UnstoredTeller};

use crate::common::{Loop, MIB, Mounted, Room, is_root, names, skip};

#[test]
fn main_memory_is_not_taken_for_a_drive() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=256m") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let said = room.succeed(&["measure", mounted.text(), "--size", "16MiB", "--count", "100"]);
    assert!(said.stderr.contains("this measures memory, not a drive"), "{}", said.stderr);
    assert!(said.stdout.contains("memory-file-system"), "{}", said.stdout);
    assert!(names(&mounted.at).is_empty());
}

/// The result of reading all over a loop device over `image`.
fn read_all_over(room: &Room, image: &std::path::Path) -> Result<(String, Run), String> {
    let device = Loop::over(image)?;
    let reads = ["--access", "random", "--count", "2000", "--seed", "3"];
    let said = room.succeed(&[&["measure", device.0.as_str()], &reads[..]].concat());
    Ok((said.stdout, room.last_run()))
}

fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_u32;
    let next = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 24) as u8
    };
    (0..length).map(|_| next(&mut state)).collect()
}

#[test]
fn a_file_in_memory_behind_a_loop_device_is_said_to_be_memory() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=96m") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let image = mounted.at.join("image");
    std::fs::write(&image, noise(32 << 20)).unwrap();
    let (said, run) = match read_all_over(&room, &image) {
        Ok(read) => read,
        Err(reason) => return skip(&reason),
    };
    assert!(said.contains("NO FIGURE OF THE DRIVE"), "{said}");
    assert!(said.contains("a file of tmpfs"), "{said}");
    assert!(run.conditions.memory.is_some_and(|it| it.contains("/image")), "{said}");
}

#[test]
fn reads_of_a_drive_that_holds_nothing_are_said_to_have_returned_zeros() {
    let room = Room::new();
    if !is_root() {
        return skip("loop devices need root");
    }
    let empty = match read_all_over(&room, &room.holes("empty", 64 << 20)) {
        Ok(read) => read,
        Err(reason) => return skip(&reason),
    };
    let unstored = empty.1.cells[0].unstored;
    let contents = UnstoredRecord {
        unstored_bytes: 64 << 20,
        of_bytes: 64 << 20,
        told_by: UnstoredTeller::Contents,
    };
    assert_eq!(unstored, Some(contents), "{}", empty.0);
    assert!(empty.0.contains("NO FIGURE OF THE DRIVE"), "{}", empty.0);
    // If the folder of tests is in memory, that comes first.
    if empty.1.conditions.memory.is_none() {
        assert!(empty.0.contains("only zeros"), "{}", empty.0);
    }
    // Some regions are written, others are not.
    let mut bytes = vec![0; 64 << 20];
    bytes.chunks_mut(1 << 20).step_by(2).for_each(|region| region.fill(7));
    let half = read_all_over(&room, &room.write("half", &bytes)).unwrap();
    let unstored = half.1.cells[0].unstored.unwrap();
    assert!((24 << 20..40 << 20).contains(&unstored.unstored_bytes), "{unstored:?}");
    if half.1.conditions.memory.is_none() {
        assert!(half.0.contains("NO FIGURE OF THE DRIVE"), "{}", half.0);
        assert!(half.0.contains("of the checked places"), "{}", half.0);
    }
    let bytes = vec![7; 64 << 20];
    let full = read_all_over(&room, &room.write("full", &bytes)).unwrap();
    assert_eq!(full.1.cells[0].unstored, None, "{}", full.0);
}

#[test]
fn a_test_file_that_does_not_fit_is_made_smaller_or_refused_with_what_fits() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=96m") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let place = mounted.text();
    let said = room.succeed(&["quick", place, "--set", "time=100ms", "--set", "loops=1"]);
    assert!(said.stderr.contains("uses 32MiB instead of 1GiB"), "{}", said.stderr);
    assert!(said.stdout.contains("size-reduced"), "{}", said.stdout);
    let said = room.succeed(&["measure", place, "--count", "10"]);
    assert!(said.stderr.contains("uses 32MiB instead of 1GiB"), "{}", said.stderr);
    let refused = room.run(&["measure", place, "--size", "64MiB", "--count", "10"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("use --size with at most 32MiB"), "{refused:?}");
    std::fs::write(mounted.at.join("others"), vec![0; 25 << 20]).unwrap();
    let refused = room.run(&["quick", place]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("it needs 16MiB, and the free space allows only"));
    std::fs::write(mounted.at.join("others"), vec![0; 33 << 20]).unwrap();
    for words in [&["quick"][..], &["run", "sync"], &["good-for", "etcd"]] {
        let refused = room.run(&[words, &[place]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(
            refused.stderr.contains("63.0 MiB (66.1 MB) are free, of which"),
            "{refused:?}"
        );
        assert!(
            refused.stderr.contains("hint: free some space, or name another"),
            "{refused:?}"
        );
    }
    let refused = room.run(&["measure", place, "--size", "16MiB"]);
    assert!(refused.stderr.contains("cannot make a test file of 1.0 MiB"), "{refused:?}");
    assert!(refused.stderr.contains("hint: free some space, or name another"), "{refused:?}");
    assert_eq!(names(&mounted.at), ["others"]);
}

#[test]
fn a_directory_that_takes_no_files_is_told_as_what_it_is() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "ro,size=96m") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    for words in [&["quick"][..], &["run", "sync"], &["good-for", "etcd"]] {
        let refused = room.run(&[words, &["/proc"]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains("in /proc: proc keeps no files"), "{refused:?}");
        let refused = room.run(&[words, &[mounted.text()]].concat());
        assert_eq!(refused.code, Some(4), "{refused:?}");
        assert!(
            refused.stderr.contains("(tmpfs) is mounted read-only\nhint: mount it writable")
        );
    }
}

/// The page is larger than the raw data, which is written before it.
#[test]
fn a_page_that_does_not_fit_leaves_nothing_and_can_be_written_later() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=200k") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    room.succeed(&["measure", "sim:sd-a2", "--count", "100", "--quiet"]);
    for out in ["page.html", "new/page.html", "folder"] {
        let out = format!("{}/{out}", mounted.text());
        for _ in 0..2 {
            let said = room.run(&["report", "last", "--out", &out]);
            assert_eq!(said.code, Some(4), "{out}: {said:?}");
            assert!(said.stderr.contains("cannot write "), "{out}: {said:?}");
            assert!(said.stderr.contains("hint: free some space"), "{out}: {said:?}");
            assert!(names(&mounted.at).is_empty(), "{out}: {:?}", names(&mounted.at));
        }
    }
    crate::common::system("mount", &["-o", "remount,size=64m", mounted.text()]).unwrap();
    let out = format!("{}/page.html", mounted.text());
    room.succeed(&["report", "last", "--out", &out]);
    assert!(names(&mounted.at).contains(&"page.html".to_owned()));
}

/// A file with more holes than the file system has space for.
#[test]
fn a_disk_that_runs_full_ends_the_run_with_what_was_measured() {
    let room = Room::new();
    let mounted = match Mounted::ext4(&room, "24M") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let holes = room.holes("holes", 0);
    std::fs::rename(&holes, mounted.at.join("holes")).unwrap_or_else(|_| {
        std::fs::copy(&holes, mounted.at.join("holes")).unwrap();
    });
    let size = ["--size", "200M", &format!("{}/holes", mounted.text())].map(str::to_owned);
    crate::common::system("truncate", &size.each_ref().map(String::as_str)).unwrap();
    let file = format!("{}/holes", mounted.text());
    let write = ["--read", "0%", "--access", "seq", "--block", "1MiB", "--amount", "200MiB"];
    let said = room.run(&[&["measure", &file] as &[&str], &write].concat());
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("there is no space left"), "{said:?}");
    let run = room.last_run();
    assert_eq!((run.state, run.cells[0].state), (RunState::Failed, CellState::Full));
    let written = run.cells[0].operations.write.as_ref().unwrap().bytes;
    assert!((8 * MIB..24 * MIB).contains(&written), "{written}");
    let error = &run.cells[0].errors[0];
    assert_eq!(error.errno, Some(rustix::io::Errno::NOSPC.raw_os_error()));
    assert_eq!(error.first_offset_bytes, written, "the first request that failed");
}

#[test]
fn read_only_places_are_said() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=1m,ro") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let said = room.run(&["quick", mounted.text(), "--no-store"]);
    assert!(matches!(said.code, Some(2 | 4)), "{said:?}");
    assert!(said.stderr.contains(mounted.text()) && said.stderr.contains("hint: "), "{said:?}");
    let measured = ["measure", "null:", "--count", "10", "--store"];
    let inside = format!("{}/runs.sqlite", mounted.text());
    let said = room.run(&[&measured as &[&str], &[&inside]].concat());
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains(&inside) && said.stderr.contains("\nhint: "), "{said:?}");
    let deeper = format!("{}/a/runs.sqlite", mounted.text());
    let said = room.run(&[&measured as &[&str], &[&deeper]].concat());
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("cannot open the store"), "{said:?}");
}

#[test]
fn a_directory_is_no_store() {
    let room = Room::new();
    let said = room.run(&["measure", "null:", "--count", "10", "--store", "."]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("cannot open the store .: it is a directory"), "{said:?}");
    assert!(said.stderr.contains("hint: name a file in it"), "{said:?}");
    assert!(names(&room.work()).is_empty());
}

#[test]
fn what_cannot_be_kept_is_shown_all_the_same() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=256k") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let store = format!("{}/runs.sqlite", mounted.text());
    let long = ["measure", "null:", "--count", "5000", "--repeat", "1000", "--store", &store];
    let said = room.run(&long);
    assert_eq!(said.code, Some(4), "{said:?}");
    let rest = &said.stderr[said.stderr.len().saturating_sub(2000)..];
    assert!(rest.contains("the whole run is in "), "{rest}");
    assert!(rest.contains("iogram import run "), "{rest}");
    assert!(said.stdout.contains("Conditions: "), "{said:?}");
}

/// A store that cannot be created leaves no file: neither does a push to one.
#[test]
fn a_store_that_has_no_room_is_not_there() {
    let room = Room::new();
    let mounted = match Mounted::memory(&room, "size=16k") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let said = room.run(&["run", "fsync", "sim:s4-ssd", "--quiet"]);
    assert!(said.code.is_some(), "{said:?}");
    let store = mounted.at.join("pushed.sqlite");
    let said = room.run(&["push", "--to", store.to_str().unwrap()]);
    assert_ne!(said.code, Some(0), "{said:?}");
    assert!(said.stderr.contains("full"), "{said:?}");
    assert!(names(&mounted.at).is_empty(), "{:?}", names(&mounted.at));
}
