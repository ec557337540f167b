//! Finds other writers to a device, or to the file behind it: open descriptors, mappings, locks.
//!
//! Reads the processes that the kernel shows here; [`crate::linux::unseen`] handles those that it hides. Must not
//! decide anything.
//!
//! Sources: the manual pages `proc_pid_fdinfo(5)`, `proc_pid_maps(5)`, `proc_pid_map_files(5)`, `proc_pid_smaps(5)`,
//! `proc_locks(5)`.

use std::path::{Path, PathBuf};

use rustix::fs::{FileType, Stat};

use super::hold::{Access, BlockingUse};
use iogram_inspect::backing::{Below, FileKey};
use iogram_inspect::device_number::DeviceNumber;
use iogram_inspect::sysfs::{AttributeError, SysRoot, list_names, read_text, text_if_known};

/// The objects that others must not write to meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    devices: Vec<(DeviceNumber, String)>,
    files: Vec<(FileKey, PathBuf)>,
}

impl Watched {
    pub(crate) fn add_device(&mut self, number: DeviceNumber, name: &str) {
        self.devices.push((number, name.to_owned()));
    }

    pub(crate) fn add_file(&mut self, key: FileKey, path: &Path) {
        self.files.push((key, path.to_owned()));
    }

    pub(crate) fn add_below(&mut self, below: Below) {
        self.devices.extend(below.devices);
        let files = below.files.into_iter();
        self.files.extend(files.filter_map(|file| Some((file.key?, file.path))));
    }

    /// The name of the object, if it is one of these.
    pub(super) fn name(&self, stat: &Stat) -> Option<String> {
        let kind = FileType::from_raw_mode(stat.st_mode);
        if kind.is_block_device() {
            let number = DeviceNumber::from_raw(stat.st_rdev);
            let found = self.devices.iter().find(|(one, _)| *one == number);
            return found.map(|(_, name)| name.clone());
        }
        let key = FileKey::of(stat);
        let found = self.files.iter().find(|(one, _)| *one == key);
        found.filter(|_| kind.is_file()).map(|(_, path)| path.display().to_string())
    }
}

/// Processes that can write to the watched objects without a claim: a virtual machine's disk is usually open like
/// that. Reports one object per process.
pub(crate) fn find_writers(
    root: &SysRoot,
    watched: &Watched,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let myself = std::process::id().to_string();
    for process in list_names(&root.proc, ".")? {
        let is_process = process.bytes().all(|letter| letter.is_ascii_digit());
        if !is_process || process == myself {
            continue;
        }
        let dir = root.proc.join(&process);
        let found = opened(&dir, watched)
            .map(|name| (name, Access::Open))
            .or_else(|| mapped(&dir, watched).map(|name| (name, Access::Mapped)));
        if let Some((device, access)) = found {
            let command = text_if_known(&dir, "comm");
            holds.push(BlockingUse::OpenForWriting { device, process, command, access });
        }
    }
    find_locks(root, watched, holds)
}

/// The folders of a process's threads, its own first: each may have separate descriptors, and the first thread may
/// have ended before the others.
fn threads(dir: &Path) -> Vec<PathBuf> {
    let tasks = list_names(dir, "task").unwrap_or_default();
    let own = dir.file_name().map(|name| name.to_string_lossy().into_owned());
    let others = tasks.into_iter().filter(|task| Some(task) != own.as_ref());
    [dir.to_owned()].into_iter().chain(others.map(|task| dir.join("task").join(task))).collect()
}

/// The watched object that the process has open for writing.
fn opened(dir: &Path, watched: &Watched) -> Option<String> {
    threads(dir).iter().find_map(|thread| {
        // The process may have ended.
        let files = list_names(thread, "fd").ok()?;
        files.iter().find_map(|file| {
            let stat = rustix::fs::stat(thread.join("fd").join(file)).ok()?;
            watched.name(&stat).filter(|_| is_open_for_writing(thread, file))
        })
    })
}

/// The access mode is the last octal digit of the flags: 0 means read only.
fn is_open_for_writing(thread: &Path, file: &str) -> bool {
    let info = text_if_known(&thread.join("fdinfo"), file).unwrap_or_default();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    flags.is_some_and(|flags| {
        matches!(flags.trim().chars().last(), Some('1' | '2' | '3' | '5' | '6' | '7'))
    })
}

/// The watched object that the process has mapped so that its stores reach it, or can be made to: such a mapping
/// outlives its descriptor.
fn mapped(dir: &Path, watched: &Watched) -> Option<String> {
    let (thread, maps) = threads(dir)
        .into_iter()
        .find_map(|thread| Some((text_if_known(&thread, "maps")?, thread)))
        .map(|(maps, thread)| (thread, maps))?;
    maps.lines().filter_map(Mapping::parse).filter(|one| one.is_shared).find_map(|one| {
        let name = one.name(dir, watched)?;
        (one.is_writable || may_become_writable(&thread, one.range)).then_some(name)
    })
}

/// One line of `maps`.
struct Mapping<'a> {
    range: &'a str,
    is_shared: bool,
    is_writable: bool,
    /// The file system, and the file's number there.
    key: FileKey,
    path: &'a str,
}

impl<'a> Mapping<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let (range, access) = (words.next()?, words.next()?);
        let (_offset, number, inode) = (words.next()?, words.next()?, words.next()?);
        let path = line.find('/').map_or("", |start| &line[start..]);
        let file_system = hexadecimal(number)?;
        let inode = inode.parse().ok().filter(|inode| *inode != 0)?;
        Some(Self {
            range,
            is_shared: access.ends_with('s'),
            is_writable: access.contains('w'),
            key: FileKey { file_system, inode },
            path,
        })
    }

    /// The name of the mapped object, if it is watched. The link is the file itself; without the right to follow it
    /// (`CAP_SYS_ADMIN`, in another user namespace) only the numbers and the path are left.
    fn name(&self, dir: &Path, watched: &Watched) -> Option<String> {
        if let Ok(stat) = rustix::fs::stat(dir.join("map_files").join(self.range)) {
            return watched.name(&stat);
        }
        let by_path = rustix::fs::stat(self.path).ok().and_then(|stat| watched.name(&stat));
        let by_number = watched.files.iter().find(|(key, _)| *key == self.key);
        by_path.or_else(|| by_number.map(|(_, path)| path.display().to_string()))
    }
}

/// `08:02` is major and minor number.
fn hexadecimal(text: &str) -> Option<DeviceNumber> {
    let (major, minor) = text.split_once(':')?;
    let part = |text| u32::from_str_radix(text, 16).ok();
    Some(DeviceNumber { major: part(major)?, minor: part(minor)? })
}

/// `mprotect` makes a shared mapping writable if the file was opened for that (`mw`).
fn may_become_writable(thread: &Path, range: &str) -> bool {
    let text = text_if_known(thread, "smaps").unwrap_or_default();
    let mut lines = text.lines().skip_while(|line| !line.starts_with(range)).skip(1);
    let flags = lines.find_map(|line| line.strip_prefix("VmFlags:"));
    // Without an answer, as on kernels without the file, assume that it may.
    flags.is_none_or(|flags| flags.split_ascii_whitespace().any(|flag| flag == "mw"))
}

/// Locks on watched files: QEMU and databases lock the files that they use.
fn find_locks(
    root: &SysRoot,
    watched: &Watched,
    holds: &mut Vec<BlockingUse>,
) -> Result<(), AttributeError> {
    let text = read_text(&root.proc, "locks")?.unwrap_or_default();
    let myself = std::process::id();
    for (process, key) in text.lines().filter_map(parse_lock) {
        let found = watched.files.iter().find(|(one, _)| *one == key);
        let Some((_, path)) = found.filter(|_| process != Some(myself)) else { continue };
        let process = process.map(|process| process.to_string());
        let is_told = holds.iter().any(|hold| match hold {
            BlockingUse::OpenForWriting { process: one, device, .. } => {
                process.as_ref().is_none_or(|process| process == one)
                    && *device == path.display().to_string()
            }
            BlockingUse::Locked { file, .. } => file == path,
            _ => false,
        });
        if !is_told {
            holds.push(BlockingUse::Locked { file: path.clone(), process });
        }
    }
    Ok(())
}

/// `1: POSIX  ADVISORY  WRITE 4711 08:02:1234 0 EOF`; waiting locks have `->` before the kind, and locks of open
/// files (OFD) have no process.
fn parse_lock(line: &str) -> Option<(Option<u32>, FileKey)> {
    let mut words = line.split_ascii_whitespace().skip(1).filter(|word| *word != "->");
    let kind = words.next()?;
    if !matches!(kind, "POSIX" | "OFDLCK" | "FLOCK") {
        return None;
    }
    let (_advisory, _mode) = (words.next()?, words.next()?);
    let process = words.next()?.parse().ok();
    let (number, inode) = words.next()?.rsplit_once(':')?;
    let key = FileKey { file_system: hexadecimal(number)?, inode: inode.parse().ok()? };
    Some((process, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_maps_are_read_with_spaces_in_the_path() {
        let line =
            "7f3c1000-7f3c2000 rw-s 00000000 fe:01 4711      /mnt/my card/disk.img (deleted)";
        let found = Mapping::parse(line).unwrap();
        assert!(found.is_shared && found.is_writable);
        assert_eq!(found.key.to_string(), "file 4711 on 254:1");
        assert_eq!(found.path, "/mnt/my card/disk.img (deleted)");
        assert!(Mapping::parse("7f3c1000-7f3c2000 rw-p 00000000 00:00 0 [heap]").is_none());
        let private = Mapping::parse("1000-2000 rw-p 00000000 fe:01 4711 /x").unwrap();
        assert!(!private.is_shared);
    }

    #[test]
    fn locks_name_their_file_and_their_process_if_they_have_one() {
        let found = |line| parse_lock(line).map(|(process, key)| (process, key.to_string()));
        let posix = "1: POSIX  ADVISORY  WRITE 4711 fe:01:99 0 EOF";
        assert_eq!(found(posix), Some((Some(4711), "file 99 on 254:1".to_owned())));
        let open_file = "2: OFDLCK ADVISORY  READ -1 fe:01:99 100 101";
        assert_eq!(found(open_file), Some((None, "file 99 on 254:1".to_owned())));
        let waiting = "2: -> FLOCK  ADVISORY  WRITE 7 fe:01:99 0 EOF";
        assert_eq!(found(waiting), Some((Some(7), "file 99 on 254:1".to_owned())));
        assert_eq!(found("3: LEASE  ACTIVE    READ  12 fe:01:99 0 EOF"), None);
        assert_eq!(found("nonsense"), None);
    }
}
