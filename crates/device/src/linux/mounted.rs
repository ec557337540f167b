//! A new file system on a drive whose destruction was permitted, mounted in a namespace that only the threads of this
//! process enter.
//!
//! Only a descriptor of this process holds the mount namespace: no other program sees the mount, and if this process
//! ends in any way, the kernel unmounts it. The program that makes the file system and the mount both claim the drive
//! themselves, so the permit's own claim is released first; a second check in between confirms that the same drive is
//! still there. An open descriptor keeps the kernel from reusing its number. A lock on the descriptor keeps udev from
//! reading the new contents, and so desktops from mounting them.
//!
//! Must not know the use of the file system.
//!
//! Sources: the manual pages `mount_namespaces(7)`, `unshare(2)`, `mke2fs(8)`, `ext4(5)`; systemd's "Locking Block
//! Device Access".

use std::ffi::CStr;
use std::fs::File;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use iogram_inspect::clock;
use iogram_inspect::filesystem::number_of_node;
use iogram_model::{Bytes, FileSystemKind, Nanos, Sentence, sentence, text};
use rustix::fs::{CWD, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{
    FsOpenFlags, MountFlags, MountPropagationFlags, UnmountFlags, fsopen, mount, mount_change,
    unmount,
};
use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use crate::contents::Contents;
use crate::device_identity::DeviceIdentity;
use crate::error::DeviceError;
use crate::linux::block_calls::reread_partitions;
use crate::open_mode::{OpenMode, reopen};
use crate::permit::DestructionPermit;
use crate::refusal::Refusal;

/// Bytes that are overwritten before a file system is made: every signature that a program would ask about, or
/// mistake for the new one's, lies this near to the beginning or to the end.
const HEAD: u64 = 4 << 20;
const TAIL: u64 = 1 << 20;

/// How long another process may hold the lock. Arbitrary: udev reads a few blocks.
const LOCK_TRIES: u32 = 100;
const LOCK_PAUSE: Nanos = Nanos(100 * Nanos::MILLISECOND.0);

/// Directories that exist on every Linux and hold nothing that a measurement needs.
const MOUNT_POINTS: [&str; 4] = ["/mnt", "/media", "/srv", "/tmp"];

/// A file system on a drive, mounted. Dropping this unmounts it.
pub(crate) struct Mounted {
    namespace: OwnedFd,
    mount_point: PathBuf,
    /// Holds the drive's number and its lock.
    device: OwnedFd,
    contents: Contents,
    made_by: String,
}

/// How to make and mount a file system.
struct Recipe {
    program: &'static str,
    /// The Debian package with the program.
    package: &'static str,
    arguments: &'static [&'static str],
    /// Argument that prints the version; `None` if the first line of output contains it.
    version: Option<&'static str>,
    options: Option<&'static CStr>,
}

fn recipe(kind: FileSystemKind) -> Recipe {
    let plain = |program, package, arguments: &'static [&'static str]| Recipe {
        program,
        package,
        arguments,
        version: Some("-V"),
        options: None,
    };
    match kind {
        // The kernel would initialise a table during the first minutes of the measurement; the mount option prevents
        // that. Old contents of that table are not part of the new file system.
        FileSystemKind::Ext4 => Recipe {
            options: Some(c"noinit_itable"),
            ..plain(
                "mkfs.ext4",
                "e2fsprogs",
                &["-q", "-F", "-E", "lazy_itable_init=1,lazy_journal_init=0"],
            )
        },
        FileSystemKind::F2fs => plain("mkfs.f2fs", "f2fs-tools", &["-q"]),
        FileSystemKind::Btrfs => plain("mkfs.btrfs", "btrfs-progs", &["-q"]),
        FileSystemKind::Xfs => plain("mkfs.xfs", "xfsprogs", &["-q"]),
        FileSystemKind::Exfat => plain("mkfs.exfat", "exfatprogs", &[]),
        // The whole drive, without a partition table.
        FileSystemKind::Vfat => {
            Recipe { version: None, ..plain("mkfs.vfat", "dosfstools", &["-I"]) }
        }
    }
}

/// The smallest drive that the program accepts without losing features; the others accept any drive that is large
/// enough at all.
///
/// Source: the messages of `mkfs.btrfs` 6.2 and `mkfs.xfs` 5.19.
const fn smallest_drive(kind: FileSystemKind) -> Bytes {
    match kind {
        FileSystemKind::Btrfs => Bytes(109 << 20),
        FileSystemKind::Xfs => Bytes(300 << 20),
        FileSystemKind::F2fs
        | FileSystemKind::Ext4
        | FileSystemKind::Exfat
        | FileSystemKind::Vfat => Bytes(0),
    }
}

/// Makes a file system on the permitted drive and mounts it. Reports missing parts of this computer before it changes
/// anything.
///
/// # Errors
///
/// [`DeviceError::Refused`] if it is no longer the permitted drive, or if somebody uses it; fails if the program or
/// the kernel module is missing, if this user may not mount, or if either step fails.
pub(crate) fn make_file_system(
    permit: DestructionPermit,
    kind: FileSystemKind,
) -> Result<Mounted, DeviceError> {
    let recipe = recipe(kind);
    let path = permit.path().to_owned();
    let failed = |why, hint| cannot_make(&path, why, hint);
    let Means { program, version, namespace, mount_point } =
        find_means(&permit, kind, &recipe).map_err(|(why, hint)| failed(why, hint))?;
    let (identity, contents, device) = take_over(permit)?;
    // The user's name may be a link, which may lead to another drive later.
    let node = std::fs::canonicalize(&path).map_err(|source| {
        DeviceError::system(text!("device-cannot-find", path), &path, source)
    })?;
    check_same(&identity, &device, &node)?;
    // Some of these programs take the same lock, and would wait for it for ever.
    rustix::fs::flock(&device, FlockOperation::Unlock).map_err(|errno| {
        DeviceError::system(text!("device-cannot-unlock", path), &path, errno)
    })?;
    let output = Command::new(&program)
        .args(recipe.arguments)
        .arg(&node)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|source| {
            DeviceError::system(text!("device-cannot-start", path), &program, source)
        })?;
    if !output.status.success() {
        let why = last_words(&output).unwrap_or_else(|| output.status.to_string());
        let said = sentence!("device-program-why", program = recipe.program, why);
        let lost = text!("device-drive-gone-choose-another-file-system");
        return Err(failed(said, lost.into()));
    }
    lock(&device).map_err(|errno| not_locked(&path, errno))?;
    check_same(&identity, &device, &node)?;
    let version = version.or_else(|| first_words(&output));
    let version = version.map(|it| format!("({it})"));
    let words = std::iter::once(recipe.program).chain(recipe.arguments.iter().copied());
    let made_by: Vec<&str> = words.chain(version.as_deref()).collect();
    let made_by = made_by.join(" ");
    let mounted = Mounted { namespace, mount_point, device, contents, made_by };
    let done = mounted.inside(|| {
        let flags = MountFlags::NODEV | MountFlags::NOSUID | MountFlags::NOEXEC;
        mount(&node, &mounted.mount_point, kind.name(), flags, recipe.options)
    })?;
    done.map_err(|errno| {
        let why = Sentence::of_system(&std::io::Error::from(errno));
        let why = sentence!("device-new-cannot-mounted", kind, why: why);
        failed(why, Sentence::default())
    })?;
    Ok(mounted)
}

fn cannot_make(path: &Path, why: Sentence, hint: Sentence) -> DeviceError {
    DeviceError::Failed {
        action: text!("device-cannot-make-file-system", path, why),
        path: path.to_owned(),
        why,
        hint,
    }
}

/// The tools of this computer for making and mounting a file system.
struct Means {
    program: PathBuf,
    /// The program's version; `None` if it prints it only while it works.
    version: Option<String>,
    namespace: OwnedFd,
    mount_point: PathBuf,
}

/// Looks for all required tools, and changes nothing.
///
/// # Errors
///
/// The missing part, and the remedy for the user.
fn find_means(
    permit: &DestructionPermit,
    kind: FileSystemKind,
    recipe: &Recipe,
) -> Result<Means, (Sentence, Sentence)> {
    let program = find_program(recipe.program).ok_or_else(|| {
        let (program, package) = (recipe.program, recipe.package);
        (
            sentence!("device-not-installed", program),
            sentence!("device-install-apt-get-install", package),
        )
    })?;
    check_kernel(kind)?;
    let (size, needed) = (permit.capacity(), smallest_drive(kind));
    if size < needed {
        let (size, needed) = (size.both(), needed.both());
        let why = sentence!("device-takes-least", size, kind, needed);
        return Err((why, sentence!("device-choose-another-file-system-larger-drive")));
    }
    let namespace = private_namespace().map_err(|errno| {
        let why = Sentence::of_system(&std::io::Error::from(errno));
        (
            sentence!("device-no-mount-own", why: why),
            sentence!("device-mounting-root-mount-yourself-name-directory"),
        )
    })?;
    let mount_point = MOUNT_POINTS.into_iter().map(Path::new).find(|it| it.is_dir());
    let mount_point = mount_point
        .ok_or_else(|| (sentence!("device-no-mnt"), sentence!("device-make-directory-mnt")))?;
    let version = recipe.version.and_then(|flag| version_of(&program, flag));
    Ok(Means { program, version, namespace, mount_point: mount_point.to_owned() })
}

/// Takes the drive and releases the claim, because the program that makes the file system and the mount claim it
/// themselves. First overwrites the recognised contents.
fn take_over(
    permit: DestructionPermit,
) -> Result<(DeviceIdentity, Contents, OwnedFd), DeviceError> {
    let path = permit.path().to_owned();
    let failed = |action, errno: Errno| DeviceError::system(action, &path, errno);
    let held = permit.claim_fd()?;
    let device = reopen(held, OpenMode { is_writable: false, is_direct: false })
        .map_err(|errno| failed(text!("device-cannot-open", path), errno))?;
    lock(&device).map_err(|errno| not_locked(&path, errno))?;
    let writable = reopen(held, OpenMode { is_writable: true, is_direct: false })
        .map_err(|errno| failed(text!("device-cannot-open-writing", path), errno))?;
    let identity = permit.check_device(&writable)?;
    let contents = permit.contents().cloned().unwrap_or_default();
    wipe(File::from(writable), identity.capacity.0).map_err(|source| {
        DeviceError::system(text!("device-cannot-write", path), &path, source)
    })?;
    // A drive without partitions, or one that never has any, returns an error.
    let _old_partitions_go = reread_partitions(&device);
    Ok((identity, contents, device))
}

fn not_locked(path: &Path, errno: Errno) -> DeviceError {
    if errno != Errno::WOULDBLOCK {
        return DeviceError::system(text!("device-cannot-lock", path), path, errno);
    }
    let what = sentence!("device-another-program-holds-lock");
    Refusal::Changed { path: path.to_owned(), what }.into()
}

/// The lock that programs take to work on a whole drive: udev reads the drive after its release.
fn lock(device: &OwnedFd) -> rustix::io::Result<()> {
    let mut tries = 0;
    loop {
        match rustix::fs::flock(device, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if tries < LOCK_TRIES => {
                tries += 1;
                clock::rest_until(clock::now() + LOCK_PAUSE);
            }
            other => return other,
        }
    }
}

fn wipe(device: File, capacity: u64) -> std::io::Result<()> {
    let zeros = vec![0_u8; 1 << 20];
    let head = 0..HEAD.min(capacity);
    let tail = capacity.saturating_sub(TAIL).max(head.end)..capacity;
    for part in [head, tail] {
        let mut at = part.start;
        while at < part.end {
            let length = (part.end - at).min(zeros.len() as u64);
            device.write_all_at(&zeros[..usize::try_from(length).unwrap_or(0)], at)?;
            at += length;
        }
    }
    device.sync_all()
}

/// Refuses if the name or the descriptor leads to another drive by now.
fn check_same(
    identity: &DeviceIdentity,
    device: &OwnedFd,
    node: &Path,
) -> Result<(), DeviceError> {
    let changed = |what| Refusal::Changed { path: node.to_owned(), what };
    if number_of_node(node) != Some(identity.number) {
        return Err(changed(sentence!("device-path-leads-elsewhere")).into());
    }
    let found = DeviceIdentity::read(device, node)?;
    if found != *identity {
        return Err(changed(sentence!("device-instead", found, identity)).into());
    }
    Ok(())
}

/// Asks the kernel for a file system, which loads its module, and creates nothing.
fn check_kernel(kind: FileSystemKind) -> Result<(), (Sentence, Sentence)> {
    match fsopen(kind.name(), FsOpenFlags::FSOPEN_CLOEXEC) {
        Err(Errno::NODEV) => Err((
            sentence!("device-kernel-no", kind),
            sentence!("device-choose-another-file-system-kernel"),
        )),
        Err(Errno::PERM | Errno::ACCESS) => Err((
            sentence!("device-user-not-mount"),
            sentence!("device-run-root-mount-yourself-name-directory"),
        )),
        // Kernels before 5.2 do not know this call: the mount will show it.
        _ => Ok(()),
    }
}

fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let of_root = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let mut places =
        std::env::split_paths(&path).chain(of_root).map(|folder| folder.join(name));
    places.find(|file| file.is_file())
}

fn version_of(program: &Path, flag: &str) -> Option<String> {
    let mut asked = Command::new(program);
    let answer = asked.arg(flag).env("LC_ALL", "C").stdin(Stdio::null()).output();
    first_words(&answer.ok()?)
}

/// The first line of a program's output, on either stream.
fn first_words(output: &Output) -> Option<String> {
    lines(output).next()
}

/// The last line of a program's output, errors first.
fn last_words(output: &Output) -> Option<String> {
    let errors = Output { stdout: Vec::new(), ..output.clone() };
    lines(&errors).last().or_else(|| lines(output).last())
}

fn lines(output: &Output) -> impl Iterator<Item = String> {
    let all =
        [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    let lines: Vec<String> = all.iter().flat_map(|text| text.lines()).map(one_line).collect();
    lines.into_iter().filter(|line| !line.is_empty())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A mount namespace without threads. Its mounts are visible in no other namespace; mounts of other namespaces are
/// visible in it.
fn private_namespace() -> rustix::io::Result<OwnedFd> {
    let made = std::thread::scope(|scope| {
        scope
            .spawn(|| {
                leave(UnshareFlags::NEWNS)?;
                let of_all = MountPropagationFlags::DOWNSTREAM | MountPropagationFlags::REC;
                mount_change("/", of_all)?;
                let flags = OFlags::RDONLY | OFlags::CLOEXEC;
                rustix::fs::openat(CWD, "/proc/thread-self/ns/mnt", flags, Mode::empty())
            })
            .join()
    });
    made.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Stops sharing the named resources between the calling thread and the others.
#[expect(
    unsafe_code,
    reason = "a thread can be parted from its descriptors, which is not done here"
)]
fn leave(what: UnshareFlags) -> rustix::io::Result<()> {
    assert!(!what.contains(UnshareFlags::FILES), "descriptors stay shared");
    // SAFETY: descriptors stay shared.
    unsafe { rustix::thread::unshare_unsafe(what) }
}

impl Mounted {
    /// The mount point, for threads in the namespace.
    pub(crate) fn mount_point(&self) -> &Path {
        &self.mount_point
    }

    /// The contents that the drive had before.
    pub(crate) fn destroyed_contents(&self) -> &Contents {
        &self.contents
    }

    /// The command that made it, and the version of the program.
    pub(crate) fn made_by(&self) -> &str {
        &self.made_by
    }

    /// Moves the calling thread to the namespace of the mount, for good.
    pub(crate) fn enter(&self) -> rustix::io::Result<()> {
        leave(UnshareFlags::FS)?;
        move_into_link_name_space(self.namespace.as_fd(), Some(LinkNameSpaceType::Mount))
    }

    /// Runs `work` in a thread that sees the mount.
    ///
    /// # Errors
    ///
    /// Fails if no thread can be started, or if it cannot enter the namespace.
    pub(crate) fn inside<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, DeviceError> {
        let failed = |source| {
            DeviceError::system(
                text!("device-cannot-go-mount", path),
                &self.mount_point,
                source,
            )
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("mount".to_owned());
            let started = thread.spawn_scoped(scope, || {
                self.enter()?;
                Ok(work())
            });
            let ended = started.map_err(failed)?.join();
            let done: std::io::Result<T> =
                ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            done.map_err(failed)
        })
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        // A thread that hangs keeps it busy; the kernel unmounts it when that thread ends.
        let _with_the_process = self.inside(|| {
            unmount(&self.mount_point, UnmountFlags::empty())
                .or_else(|_busy| unmount(&self.mount_point, UnmountFlags::DETACH))
        });
    }
}

impl std::fmt::Debug for Mounted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mounted")
            .field("mount_point", &self.mount_point)
            .field("device", &self.device)
            .field("made_by", &self.made_by)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::ExitStatus;

    use super::*;
    use crate::tests_support::TempDir;

    fn said(stdout: &str, stderr: &str) -> Output {
        let [stdout, stderr] = [stdout, stderr].map(|it| it.as_bytes().to_vec());
        Output { status: ExitStatus::from_raw(256), stdout, stderr }
    }

    #[test]
    fn of_what_a_program_says_errors_come_before_all_else() {
        let output = said("mkfs.fat 4.2\n\nusage\n", "warning: a\n  mkfs:  too\tsmall \n\n");
        assert_eq!(first_words(&output).as_deref(), Some("mkfs.fat 4.2"));
        assert_eq!(last_words(&output).as_deref(), Some("mkfs: too small"));
        assert_eq!(last_words(&said("at last\n", "")).as_deref(), Some("at last"));
        assert_eq!(last_words(&said("", "\n")), None);
    }

    #[test]
    fn what_may_be_recognised_is_written_over_on_drives_of_any_size() {
        for size in [0_u64, 512, 1 << 20, 5 << 20, 9 << 20] {
            let dir = TempDir::new("wipe");
            let path = dir.write("drive", "");
            std::fs::write(&path, vec![7; usize::try_from(size).unwrap()]).unwrap();
            let flags = OFlags::RDWR | OFlags::CLOEXEC;
            let file = rustix::fs::open(&path, flags, Mode::empty()).unwrap();
            wipe(File::from(file), size).unwrap();
            let found = std::fs::read(&path).unwrap();
            assert_eq!(found.len() as u64, size);
            let kept = found.iter().filter(|byte| **byte != 0).count() as u64;
            assert_eq!(kept, size.saturating_sub(HEAD + TAIL));
        }
    }
}
