//! Files below a directory that an untrusted list names, and files that a record names.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use iogram_door::{Kind, is_of_kernel, open_below, open_found, remove_below};
use tempfile::TempDir;

fn fifo(path: &Path) {
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, path, kind, mode, 0).unwrap();
}

/// A directory `top` that was handed over, and a precious file beside it.
fn handed_over() -> TempDir {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir_all(at("top/deep/er")).unwrap();
    fs::create_dir(at("away")).unwrap();
    fs::write(at("away/thesis"), "thesis").unwrap();
    fs::write(at("top/deep/er/page"), "page").unwrap();
    symlink("../away", at("top/up")).unwrap();
    symlink("../../away", at("top/deep/up")).unwrap();
    symlink("../away/thesis", at("top/link")).unwrap();
    symlink("/dev/zero", at("top/zero")).unwrap();
    fifo(&at("top/pipe"));
    drop(UnixListener::bind(at("top/socket")).unwrap());
    dir
}

const NONE: [&str; 13] = [
    "up/thesis",
    "deep/up/thesis",
    "link",
    "zero",
    "pipe",
    "socket",
    "deep",
    "nothing",
    "nothing/below",
    "link/below",
    "../away/thesis",
    "deep/../../away/thesis",
    "",
];

#[test]
fn nothing_is_read_or_removed_but_plain_files_below_the_folder() {
    let dir = handed_over();
    let top = dir.path().join("top");
    for name in NONE {
        assert!(open_below(&top, Path::new(name)).unwrap().is_none(), "{name}");
        assert!(!remove_below(&top, Path::new(name), |_| true).unwrap(), "{name}");
    }
    let absolute = dir.path().join("away/thesis");
    assert!(open_below(&top, &absolute).unwrap().is_none());
    assert!(!remove_below(&top, &absolute, |_| true).unwrap());
    assert_eq!(fs::read(dir.path().join("away/thesis")).unwrap(), b"thesis");
    assert_eq!(fs::read_dir(&top).unwrap().count(), 6, "nothing else is gone, or came");
    assert!(!remove_below(&dir.path().join("none"), Path::new("x"), |_| true).unwrap());
    // The user named the directory itself.
    symlink("top", dir.path().join("to-top")).unwrap();
    let page = Path::new("deep/er/page");
    let mut text = String::new();
    let file = open_below(&dir.path().join("to-top"), page).unwrap();
    file.unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "page");
    assert!(!remove_below(&top, page, |_| false).unwrap());
    assert!(top.join(page).exists());
    assert!(remove_below(&top, page, |_| true).unwrap());
    assert!(!top.join(page).exists());
    assert_eq!(fs::read_dir(top.join("deep/er")).unwrap().count(), 0);
}

#[test]
fn a_file_that_takes_the_name_meanwhile_stays() {
    let dir = handed_over();
    let top = dir.path().join("top");
    let page = top.join("deep/er/page");
    let exchange = |_: &fs::File| {
        fs::remove_file(&page).unwrap();
        fs::write(&page, "another's").unwrap();
        true
    };
    // An open descriptor keeps the inode number from being reused.
    let _held = open_below(&top, Path::new("deep/er/page")).unwrap();
    assert!(!remove_below(&top, Path::new("deep/er/page"), exchange).unwrap());
    assert_eq!(fs::read(&page).unwrap(), b"another's");
    let link = |_: &fs::File| {
        fs::remove_file(&page).unwrap();
        symlink("../../../away/thesis", &page).unwrap();
        true
    };
    assert!(!remove_below(&top, Path::new("deep/er/page"), link).unwrap());
    assert!(page.is_symlink() && dir.path().join("away/thesis").exists());
    // A directory of the path becomes a link: the open directory still counts.
    let dir = handed_over();
    let top = dir.path().join("top");
    fs::write(dir.path().join("away/page"), "precious").unwrap();
    let swap = |_: &fs::File| {
        fs::rename(top.join("deep/er"), top.join("deep/old")).unwrap();
        symlink("../../away", top.join("deep/er")).unwrap();
        true
    };
    assert!(remove_below(&top, Path::new("deep/er/page"), swap).unwrap());
    assert_eq!(fs::read(dir.path().join("away/page")).unwrap(), b"precious");
    assert!(!top.join("deep/old/page").exists());
}

#[test]
fn what_something_else_named_is_a_plain_file_or_is_not_waited_for() {
    let dir = handed_over();
    let top = dir.path().join("top");
    for (name, why) in [
        ("pipe", "it is a pipe"),
        ("socket", "it is a socket"),
        ("zero", "it is a device"),
        ("deep", "it is a directory"),
    ] {
        let error = open_found(&top.join(name)).unwrap_err();
        assert_eq!(error.kind(), Kind::Usage, "{name}: {error}");
        assert!(error.to_string().contains(why), "{name}: {error}");
    }
    symlink("pipe", top.join("to-pipe")).unwrap();
    assert!(open_found(&top.join("to-pipe")).is_err());
    assert!(open_found(Path::new("/proc/self/status")).is_err());
    assert!(open_found(&top.join("nothing")).is_err());
    // A link to a regular file counts as one.
    open_found(&top.join("link")).unwrap();
    assert!(is_of_kernel(Path::new("/proc")) && is_of_kernel(Path::new("/sys/class")));
    assert!(!is_of_kernel(&top) && !is_of_kernel(&top.join("nothing")));
}
