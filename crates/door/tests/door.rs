//! Every kind of object at a path, against every way to write a path.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use iogram_door::{
    DoorError, FileName, Kind, Outlet, PrivateFile, Rules, is_private, lock_private,
    private_folder, replace_private, write_all, write_setting, write_together,
};
use tempfile::TempDir;

const REPLACES: Rules = Rules { replaces: true, makes_folders: false, keeps: Vec::new() };

fn fifo(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

/// An object's name, and how it gets there.
type Trap = (&'static str, fn(&Path, &Path));

/// A directory with one of each object that cannot be written, and the reason in the refusal.
fn zoo() -> (TempDir, Vec<(PathBuf, Kind, &'static str)>) {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("file"), "kept").unwrap();
    fs::create_dir(at("folder")).unwrap();
    fifo(&at("fifo"));
    drop(UnixListener::bind(at("socket")).unwrap());
    for (name, target) in [
        ("to-file", "file"),
        ("to-fifo", "fifo"),
        ("to-nothing", "nothing"),
        ("to-itself", "to-itself"),
        ("to-full", "/dev/full"),
        ("to-link", "to-full"),
    ] {
        symlink(target, at(name)).unwrap();
    }
    use Kind::{Io, Refused, Usage};
    let cases = [
        ("folder", Usage, "a directory"),
        ("folder/", Usage, "does not name a file"),
        ("folder/..", Usage, "does not name a file"),
        ("", Usage, "does not name a file"),
        ("nowhere/x", Usage, "directory does not exist"),
        ("to-nothing/x", Usage, "directory does not exist"),
        ("file/x", Usage, "parent is not a directory"),
        ("fifo", Refused, "a pipe"),
        ("socket", Refused, "a socket"),
        ("to-file", Refused, "a link to a file"),
        ("to-fifo", Refused, "a link to a pipe"),
        ("to-nothing", Refused, "a broken link"),
        ("to-itself", Refused, "a broken link"),
        ("to-itself/x", Io, "cannot write"),
        ("to-full", Refused, "a link to a character device"),
        ("to-link", Refused, "a link to a character device"),
    ];
    let mut cases: Vec<_> = cases.map(|(name, kind, why)| (at(name), kind, why)).into();
    cases[3].0 = PathBuf::new();
    let long = "x".repeat(256);
    cases.push((at(&long), Usage, "too long"));
    for (path, kind, why) in [
        ("/dev/full", Refused, "a character device"),
        ("/dev/null", Refused, "a character device"),
        ("/dev/stdout", Refused, "a link to"),
        ("/dev/new-file", Refused, "keeps no files"),
        ("/proc/self/comm", Refused, "it exists"),
        ("/proc/new", Refused, "keeps no files"),
        ("/sys/new", Refused, "keeps no files"),
        ("/proc/self/fd/1", Refused, "a link to"),
    ] {
        cases.push((path.into(), kind, why));
    }
    (dir, cases)
}

#[track_caller]
fn check(error: &DoorError, path: &Path, (kind, why): (Kind, &str)) {
    assert_eq!(error.kind(), kind, "{}: {error}", path.display());
    assert!(error.to_string().contains(why), "{}: {error}", path.display());
    assert!(!error.hint().is_empty(), "{}", path.display());
}

#[test]
fn a_result_goes_nowhere_but_to_a_file() {
    let (dir, cases) = zoo();
    for (path, kind, why) in &cases {
        let error = Outlet::check(path, &Rules::default()).unwrap_err();
        check(&error, path, (*kind, why));
        let also = Outlet::check(path, &REPLACES);
        assert!(also.is_err() || path.starts_with("/proc"), "{}", path.display());
    }
    let error = Outlet::check(Path::new("/proc/self/comm"), &REPLACES).unwrap_err();
    check(&error, Path::new("comm"), (Kind::Refused, "keeps no files"));
    assert_eq!(fs::read(dir.path().join("file")).unwrap(), b"kept");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 10, "nothing was made");
}

#[test]
fn a_store_is_nothing_but_a_file_of_its_own() {
    let (dir, cases) = zoo();
    let own = |head: &[u8]| head.starts_with(b"own");
    // Missing directories are made and links to files are followed: tests below cover these two.
    let other = ["/to-file", "nowhere/x", "/proc/self/comm", "folder/..", "/to-nothing/x"];
    for (path, ..) in &cases {
        if other.iter().any(|end| path.to_string_lossy().ends_with(end)) {
            continue;
        }
        assert!(PrivateFile::open(path, &[], own).is_err(), "{}", path.display());
        assert!(PrivateFile::look(path, &[], own).is_err(), "{}", path.display());
    }
    for name in ["to-file", "file"] {
        let error = PrivateFile::open(&dir.path().join(name), &[], own).unwrap_err();
        check(&error, Path::new(name), (Kind::Usage, "another program's file"));
    }
    assert_eq!(fs::read(dir.path().join("file")).unwrap(), b"kept");
}

#[test]
fn a_new_store_is_for_its_owner_alone() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("a/b/runs");
    PrivateFile::look(&path, &[], |_| false).unwrap();
    assert!(!dir.path().join("a").exists(), "looking makes nothing");
    let file = PrivateFile::open(&path, &[], |_| false).unwrap();
    assert_eq!(fs::canonicalize(&path).unwrap(), file.path());
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&dir.path().join("a")), 0o700);
    assert_eq!(mode(&dir.path().join("a/b")), 0o700);
    fs::write(&path, "own file").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let again = PrivateFile::open(&path, &[], |head| head == b"own file").unwrap();
    assert_eq!(mode(&path), 0o644, "looking changes nothing");
    again.tighten();
    assert_eq!(mode(&path), 0o600, "what was readable for all is so no longer");
    symlink(&path, dir.path().join("link")).unwrap();
    let through = PrivateFile::open(&dir.path().join("link"), &[], |_| true).unwrap();
    assert_eq!(through.path(), file.path());
}

#[test]
fn what_lies_beside_a_store_or_takes_its_name_is_noticed() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("runs");
    let file = PrivateFile::open(&path, &["-journal"], |_| true).unwrap();
    file.check().unwrap();
    symlink("/dev/full", dir.path().join("runs-journal")).unwrap();
    check(&file.check().unwrap_err(), &path, (Kind::Refused, "runs-journal: it is not a file"));
    assert!(PrivateFile::open(&path, &["-journal"], |_| true).is_err());
    fs::remove_file(dir.path().join("runs-journal")).unwrap();
    fs::rename(&path, dir.path().join("moved")).unwrap();
    fs::write(&path, "").unwrap();
    check(&file.check().unwrap_err(), &path, (Kind::Refused, "another file"));
    fs::remove_file(&path).unwrap();
    symlink("moved", &path).unwrap();
    check(&file.check().unwrap_err(), &path, (Kind::Refused, "another file"));
}

/// A starting process briefly inherits all files of this one, including those open for writing.
static BEGINS: Mutex<()> = Mutex::new(());

fn while_none_begins() -> MutexGuard<'static, ()> {
    BEGINS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn a_file_that_exists_is_replaced_only_on_request_and_as_a_whole() {
    let _alone = while_none_begins();
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("result");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(&path, dir.path().join("other-name")).unwrap();
    let error = Outlet::check(&path, &Rules::default()).unwrap_err();
    check(&error, &path, (Kind::Refused, "it exists"));
    assert!(error.hint().to_string().contains("--overwrite"), "{}", error.hint());
    Outlet::check(&path, &REPLACES).unwrap().write(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
    let other = fs::read(dir.path().join("other-name")).unwrap();
    assert_eq!(other, b"old", "the file itself was never opened for writing");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn what_is_read_is_never_replaced() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("method.toml");
    fs::write(&path, "x").unwrap();
    fs::hard_link(&path, dir.path().join("same")).unwrap();
    let keeps = vec![(iogram_texts::text!("cli-method-file-2"), path.clone())];
    let rules = Rules { keeps, ..REPLACES };
    for name in ["method.toml", "same"] {
        let error = Outlet::check(&dir.path().join(name), &rules).unwrap_err();
        check(&error, &path, (Kind::Refused, "it is the method file"));
    }
}

#[test]
fn a_file_that_another_process_writes_is_not_replaced() {
    let _alone = while_none_begins();
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("disk.img");
    fs::write(&path, "disk").unwrap();
    let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC;
    let held = rustix::fs::open(&path, flags, rustix::fs::Mode::empty()).unwrap();
    let mut machine =
        std::process::Command::new("sleep").arg("600").stdout(held).spawn().unwrap();
    let found = Outlet::check(&path, &REPLACES);
    machine.kill().unwrap();
    machine.wait().unwrap();
    check(&found.unwrap_err(), &path, (Kind::Refused, "has it open for writing"));
    Outlet::check(&path, &REPLACES).unwrap();
}

#[test]
fn what_comes_between_looking_and_writing_is_left_alone() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("result");
    let precious = dir.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let comes: [Trap; 4] = [
        ("a link", |path, precious| symlink(precious, path).unwrap()),
        ("a link to a device", |path, _| symlink("/dev/full", path).unwrap()),
        ("a file", |path, precious| assert_eq!(fs::copy(precious, path).unwrap(), 8)),
        ("a pipe", |path, _| fifo(path)),
    ];
    for (what, come) in comes {
        for is_there in [false, true] {
            if is_there {
                fs::write(&path, "old").unwrap();
            }
            let outlet = Outlet::check(&path, &REPLACES).unwrap();
            if is_there {
                fs::rename(&path, dir.path().join("away")).unwrap();
            }
            come(&path, &precious);
            let before = fs::symlink_metadata(&path).unwrap();
            let error = outlet.write(b"new").unwrap_err();
            check(&error, &path, (Kind::Io, "appeared meanwhile"));
            let DoorError::Appeared { kept, .. } = error else { panic!("{what}: {error}") };
            assert_eq!(fs::read(&kept).unwrap(), b"new", "{what}: the result is not lost");
            let after = fs::symlink_metadata(&path).unwrap();
            assert_eq!((before.ino(), before.mtime()), (after.ino(), after.mtime()), "{what}");
            assert_eq!(fs::read(&precious).unwrap(), b"precious", "{what}");
            fs::remove_file(kept).unwrap();
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn a_folder_with_traps_is_refused_before_anything_is_written() {
    let dir = TempDir::new().unwrap();
    let elsewhere = dir.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("report.md"), "kept").unwrap();
    let name = FileName::from_text;
    let files = [
        (vec![name("index.html")], b"page".to_vec()),
        (vec![name("data"), name("run.json")], b"run".to_vec()),
        (vec![name("report.md")], b"text".to_vec()),
    ];
    let traps: [Trap; 6] = [
        ("link", |rep, to| symlink(to.join("report.md"), rep.join("report.md")).unwrap()),
        ("device", |rep, _| symlink("/dev/full", rep.join("report.md")).unwrap()),
        ("dangling", |rep, to| symlink(to.join("new"), rep.join("report.md")).unwrap()),
        ("linked folder", |rep, to| symlink(to, rep.join("data")).unwrap()),
        ("file as folder", |rep, _| fs::write(rep.join("data"), "").unwrap()),
        ("folder as file", |rep, _| fs::create_dir(rep.join("report.md")).unwrap()),
    ];
    for (what, set) in traps {
        let rep = dir.path().join("rep");
        fs::create_dir(&rep).unwrap();
        set(&rep, &elsewhere);
        for rules in [Rules::default(), REPLACES] {
            assert!(write_all(&rep, &files, &rules).is_err(), "{what}");
        }
        assert_eq!(fs::read_dir(&rep).unwrap().count(), 1, "{what}: nothing was written");
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1, "{what}");
        assert_eq!(fs::read(elsewhere.join("report.md")).unwrap(), b"kept", "{what}");
        fs::remove_dir_all(&rep).unwrap();
    }
    let rep = dir.path().join("deep/er/rep");
    write_all(&rep, &files, &Rules::default()).unwrap();
    assert_eq!(fs::read(rep.join("data/run.json")).unwrap(), b"run");
    assert!(write_all(&rep, &files, &Rules::default()).is_err());
    write_all(&rep, &files, &REPLACES).unwrap();
}

/// A change to a directory.
type Come = fn(&Path);

/// Writes a group of four files, of which the second exists. `come` changes the directory after all were checked and
/// makes one of them impossible.
fn write_four(come: Come, last: &str) -> (TempDir, DoorError) {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("goes")).unwrap();
    fs::write(at("old"), "old").unwrap();
    fs::write(at("other"), "other").unwrap();
    let rules = Rules { makes_folders: true, ..REPLACES };
    let names = ["new", "old", "made/below/new", last];
    let outlets = names.map(|name| Outlet::check(&at(name), &rules).unwrap());
    come(dir.path());
    let files = outlets.into_iter().map(|outlet| (outlet, &b"mine"[..])).collect();
    let error = write_together(files).unwrap_err();
    (dir, error)
}

/// The effect of a full file system at each of these steps.
#[test]
fn of_files_that_belong_together_none_stays_when_one_cannot_be_written() {
    let long = format!("made/{}", "x".repeat(256));
    let cases: [(&str, Come, &str); 3] = [
        // The last draft cannot be created: its directory was removed.
        ("contents", |dir| fs::remove_dir(dir.join("goes")).unwrap(), "goes/last"),
        // All drafts are complete, but the last name is too long; its directory did not exist, so nobody could check.
        ("name", |_| {}, &long),
        // A directory cannot be made.
        ("folder", |dir| fs::write(dir.join("goes/it"), "").unwrap(), "goes/it/last"),
    ];
    for (what, come, last) in cases {
        let (dir, error) = write_four(come, last);
        assert_eq!(fs::read(dir.path().join("old")).unwrap(), b"old", "{what}: {error}");
        assert_eq!(fs::read(dir.path().join("other")).unwrap(), b"other", "{what}: {error}");
        assert!(error.to_string().contains(last), "{what}: {error}");
        let mut left: Vec<_> = fs::read_dir(dir.path())
            .unwrap()
            .map(|it| it.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "goes")
            .collect();
        left.sort();
        assert_eq!(left, ["old", "other"], "{what}: {error}");
    }
}

#[test]
fn what_another_put_among_files_that_belong_together_is_left_alone() {
    // It takes the place of the last file, and puts a file into a directory made for another.
    let come = |dir: &Path| {
        fs::create_dir(dir.join("made")).unwrap();
        fs::write(dir.join("made/theirs"), "theirs").unwrap();
        fs::write(dir.join("goes/last"), "theirs").unwrap();
    };
    let (dir, error) = write_four(come, "goes/last");
    let at = |name: &str| dir.path().join(name);
    check(&error, &at("goes/last"), (Kind::Io, "appeared meanwhile"));
    for (name, expected) in
        [("made/theirs", "theirs"), ("goes/last", "theirs"), ("old", "old"), ("other", "other")]
    {
        assert_eq!(fs::read(at(name)).unwrap(), expected.as_bytes(), "{name}");
    }
    assert!(!at("new").exists() && !at("made/below").exists());
    let DoorError::Appeared { kept, .. } = error else { panic!("{error}") };
    assert_eq!(fs::read(kept).unwrap(), b"mine", "and what was to come there is not lost");
}

#[test]
fn a_folder_for_secrets_is_nobody_elses() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("state/borrowed");
    private_folder(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
    private_folder(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
    let error = private_folder(&path).unwrap_err();
    check(&error, &path, (Kind::Refused, "other users may write"));
    fs::write(dir.path().join("file"), "").unwrap();
    assert!(private_folder(&dir.path().join("file")).is_err());
    assert!(private_folder(Path::new("/dev/borrowed")).is_err());
}

#[test]
fn small_files_of_the_program_are_replaced_and_links_are_not_followed() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("run/tuned");
    replace_private(&path, b"one").unwrap();
    replace_private(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    symlink(&path, dir.path().join("link")).unwrap();
    assert!(replace_private(&dir.path().join("link"), b"three").is_err());
    assert!(lock_private(&dir.path().join("link")).is_err());
    drop((lock_private(&path).unwrap(), lock_private(&dir.path().join("lock")).unwrap()));
    assert_eq!(fs::read(&path).unwrap(), b"two");
}

#[test]
fn a_setting_is_written_below_its_root_alone() {
    let dir = TempDir::new().unwrap();
    let root = dir.path().join("sys");
    fs::create_dir_all(root.join("devices/sda")).unwrap();
    fs::write(root.join("devices/sda/scheduler"), "none").unwrap();
    fs::write(dir.path().join("outside"), "kept").unwrap();
    symlink("devices", root.join("block")).unwrap();
    symlink("../outside", root.join("trap")).unwrap();
    symlink("/dev/full", root.join("device")).unwrap();
    let write = |place: &str| write_setting(&root, Path::new(place), "mq");
    write("block/sda/scheduler").unwrap();
    assert_eq!(fs::read(root.join("devices/sda/scheduler")).unwrap(), b"mq");
    for place in ["trap", "../outside", "device", "devices", "new", "/dev/full"] {
        assert!(write(place).is_err(), "{place}");
    }
    assert_eq!(fs::read(dir.path().join("outside")).unwrap(), b"kept");
}

/// POSIX locks of this process on the file, from `/proc/locks`.
fn locks_on(path: &Path) -> usize {
    let inode = fs::metadata(path).unwrap().ino().to_string();
    let own = std::process::id().to_string();
    let table = String::from_utf8(fs::read("/proc/locks").unwrap()).unwrap();
    let is_its = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_own = words.contains(&"POSIX") && words.contains(&own.as_str());
        is_own && words.iter().any(|it| it.rsplit(':').next() == Some(inode.as_str()))
    };
    table.lines().filter(is_its).count()
}

/// The locks belong to another library: without them, two writers corrupt its database.
#[test]
fn opening_a_private_file_once_more_leaves_the_locks_on_it() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("runs.sqlite");
    let open = || PrivateFile::open(&path, &[], |head| head.starts_with(b"own")).unwrap();
    drop(open());
    fs::write(&path, "own").unwrap();
    let flags = rustix::fs::OFlags::RDWR;
    let other = rustix::fs::open(&path, flags, rustix::fs::Mode::empty()).unwrap();
    rustix::fs::fcntl_lock(&other, rustix::fs::FlockOperation::LockExclusive).unwrap();
    assert_eq!(locks_on(&path), 1);
    for _ in 0..3 {
        drop(open());
        PrivateFile::look(&path, &[], |head| head.starts_with(b"own")).unwrap();
    }
    assert_eq!(locks_on(&path), 1, "a descriptor of it was closed");
    assert!(is_private(&path), "and nothing else should close one");
    // A deleted file is released, and a new file of that name is a different one.
    fs::remove_file(&path).unwrap();
    assert!(!is_private(&path));
    drop(open());
    assert!(is_private(&path));
}
