//! The program's own files, with links, directories and files of another user in the way.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, lchown, symlink};
use std::path::{Path, PathBuf};

use iogram_door::{
    DoorError, Kind, PrivateFile, check_own_folder, lock_private, own_folder, private_folder,
    read_private, remove_private, replace_private,
};
use tempfile::TempDir;

/// A user id that nobody has.
const OTHER: u32 = 65_533;

/// A directory of another user, with a private directory outside it; `None` without the right to change owners
/// (root).
struct Scene {
    dir: TempDir,
    others: PathBuf,
    precious: PathBuf,
}

impl Scene {
    fn set() -> Option<Self> {
        let dir = TempDir::new().unwrap();
        let (others, precious) = (dir.path().join("others"), dir.path().join("etc"));
        for folder in [&others, &precious] {
            fs::create_dir(folder).unwrap();
            fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        }
        fs::write(precious.join("empty"), "").unwrap();
        fs::write(precious.join("kept"), "kept").unwrap();
        chown(&others, Some(OTHER), None).is_ok().then_some(Self { dir, others, precious })
    }

    fn link(&self, name: &str, target: &Path) -> PathBuf {
        let link = self.others.join(name);
        symlink(target, &link).unwrap();
        lchown(&link, Some(OTHER), None).unwrap();
        link
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.others.join(name);
        fs::write(&file, text).unwrap();
        chown(&file, Some(OTHER), None).unwrap();
        file
    }

    /// Asserts that the private directory is unchanged.
    #[track_caller]
    fn check_untouched(&self) {
        assert_eq!(fs::metadata(&self.precious).unwrap().mode() & 0o777, 0o755);
        let mut names: Vec<_> =
            fs::read_dir(&self.precious).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["empty", "kept"]);
        assert_eq!(fs::read(self.precious.join("empty")).unwrap(), b"");
        assert_eq!(fs::read(self.precious.join("kept")).unwrap(), b"kept");
    }
}

fn open(path: &Path) -> Result<PrivateFile, DoorError> {
    PrivateFile::open(path, &[], |head| head == b"own")
}

#[track_caller]
fn check_refused<T>(result: Result<T, DoorError>, why: &str) {
    let error = result.err().expect(why);
    assert_eq!(error.kind(), Kind::Refused, "{error}");
    assert!(error.to_string().contains(why), "{error}");
    assert!(!error.hint().is_empty());
}

#[test]
fn a_link_of_another_user_leads_nowhere() {
    let Some(scene) = Scene::set() else { return };
    let folder = scene.link("iogram", &scene.precious);
    let inner = scene.link("up", Path::new("iogram"));
    for folder in [folder, inner] {
        let new = folder.join("new");
        check_refused(own_folder(&folder), "a link on the way");
        check_refused(check_own_folder(&folder), "a link on the way");
        check_refused(private_folder(&folder), "a link on the way");
        check_refused(private_folder(&new), "a link on the way");
        check_refused(open(&new), "a link on the way");
        check_refused(PrivateFile::look(&new, &[], |_| true), "a link on the way");
        check_refused(replace_private(&folder.join("kept"), b"lost"), "a link on the way");
        check_refused(lock_private(&new), "a link on the way");
        check_refused(read_private(&folder.join("kept")), "a link on the way");
        check_refused(remove_private(&folder.join("kept")), "a link on the way");
        scene.check_untouched();
    }
    // The link is the file itself.
    for target in ["empty", "kept"] {
        let link = scene.link(target, &scene.precious.join(target));
        check_refused(open(&link), "a link on the way");
        check_refused(read_private(&link), "a link to a file");
    }
    // The user's own link to another user's link is refused, too.
    symlink(scene.others.join("empty"), scene.dir.path().join("own")).unwrap();
    check_refused(open(&scene.dir.path().join("own")), "a link on the way");
    scene.check_untouched();
}

#[test]
fn ones_own_links_are_followed_as_before() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("real")).unwrap();
    symlink("real", at("link")).unwrap();
    symlink("../link/../link", at("real/round")).unwrap();
    let path = at("link/round/a/runs");
    own_folder(path.parent().unwrap()).unwrap();
    open(&path).unwrap();
    assert_eq!(fs::metadata(at("real/a")).unwrap().mode() & 0o777, 0o700);
    symlink("real/a/runs", at("runs")).unwrap();
    symlink("runs", at("again")).unwrap();
    let real = fs::canonicalize(at("real/a/runs")).unwrap();
    assert_eq!(open(&at("again")).unwrap().path(), real);
    replace_private(&at("link/salt"), b"salt").unwrap();
    assert_eq!(read_private(&at("real/salt")).unwrap().unwrap(), b"salt");
    assert_eq!(read_private(&at("link/none")).unwrap(), None);
    assert_eq!(read_private(&at("none/none")).unwrap(), None);
    remove_private(&at("link/salt")).unwrap();
    remove_private(&at("link/salt")).unwrap();
    assert!(!at("real/salt").exists());
    symlink("nowhere", at("dangling")).unwrap();
    assert!(own_folder(&at("dangling")).is_err() && own_folder(&at("dangling/x")).is_err());
    assert!(own_folder(&at("none/../x")).is_err());
    symlink("to-itself", at("to-itself")).unwrap();
    assert!(own_folder(&at("to-itself/x")).is_err() && open(&at("to-itself")).is_err());
}

#[test]
fn a_folder_that_was_there_keeps_its_rights() {
    let dir = TempDir::new().unwrap();
    for mode in [0o755, 0o775, 0o700, 0o1777, 0o555] {
        let folder = dir.path().join(format!("{mode:o}"));
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        let done = own_folder(&folder);
        assert_eq!(done.is_err(), mode & 0o002 != 0, "{mode:o}");
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o7777, mode, "{mode:o}");
    }
}

#[test]
fn what_is_another_users_is_none_of_ones_own() {
    let Some(scene) = Scene::set() else { return };
    check_refused(own_folder(&scene.others), "the directory is another user's");
    check_refused(check_own_folder(&scene.others), "the directory is another user's");
    check_refused(private_folder(&scene.others), "the directory is another user's");
    let empty = scene.file("empty", "");
    check_refused(open(&empty), "an empty file of another user");
    check_refused(PrivateFile::look(&empty, &[], |_| true), "an empty file of another user");
    check_refused(read_private(&empty), "it is another user's");
    // An existing file of another user can be read, but is never initialised.
    assert!(open(&scene.file("own", "own")).unwrap().is_anothers());
    assert_eq!(fs::metadata(&empty).unwrap().len(), 0);
    let open_for_all = scene.dir.path().join("salt");
    fs::write(&open_for_all, "salt").unwrap();
    fs::set_permissions(&open_for_all, fs::Permissions::from_mode(0o666)).unwrap();
    check_refused(read_private(&open_for_all), "others may write to it");
}

#[test]
fn an_empty_file_of_ones_own_is_filled_unless_it_is_something_elses_too() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("runs");
    fs::write(&path, "").unwrap();
    assert!(!open(&path).unwrap().is_anothers());
    fs::hard_link(&path, dir.path().join("fstab")).unwrap();
    check_refused(open(&path), "has another name, too");
}
