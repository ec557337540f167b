//! Whether something uses a file that is about to be replaced: swap, loop devices, open files of other processes.
//! Users that the system hides are not found.

use iogram_texts::{Sentence, sentence};
use std::path::Path;

use rustix::fs::{OFlags, Stat};

/// Identifies a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inode {
    pub(crate) device: u64,
    pub(crate) number: u64,
}

impl Inode {
    pub(crate) fn of(stat: &Stat) -> Self {
        Self { device: stat.st_dev, number: stat.st_ino }
    }

    /// The file at a path, through links.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        rustix::fs::stat(path).ok().map(|stat| Self::of(&stat))
    }
}

/// The user of the file; `None` if none was found.
pub(crate) fn holder(inode: Inode) -> Option<Sentence> {
    swap(inode).or_else(|| loop_device(inode)).or_else(|| process(inode))
}

fn swap(inode: Inode) -> Option<Sentence> {
    let table = std::fs::read("/proc/swaps").ok()?;
    let mut lines = table.split(|byte| *byte == b'\n').skip(1);
    let is_swap = |line: &[u8]| {
        let path = line.split(|byte| *byte == b' ').next().unwrap_or_default();
        let path = String::from_utf8(unescape(path)).ok();
        path.is_some_and(|path| Inode::at(Path::new(&path)) == Some(inode))
    };
    lines.any(is_swap).then(|| sentence!("door-used-swap"))
}

/// Source: proc(5): blanks and backslashes in names are written as `\` and three octal digits.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        let octal = tail.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match (first, code) {
            (b'\\', Some(code)) => {
                plain.push(code);
                rest = &tail[3..];
            }
            _ => {
                plain.push(*first);
                rest = tail;
            }
        }
    }
    plain
}

fn loop_device(inode: Inode) -> Option<Sentence> {
    let devices = std::fs::read_dir("/sys/block").ok()?;
    let mut devices = devices.filter_map(Result::ok);
    let found = devices.find(|device| {
        let file = std::fs::read(device.path().join("loop/backing_file")).ok();
        let file = file.and_then(|bytes| String::from_utf8(bytes).ok());
        file.is_some_and(|path| {
            Inode::at(Path::new(path.trim_end_matches('\n'))) == Some(inode)
        })
    })?;
    Some(sentence!("door-file-of", device = found.file_name().to_string_lossy()))
}

/// Another process that has the file open for writing, such as a virtual machine with this disk image.
fn process(inode: Inode) -> Option<Sentence> {
    let own = std::process::id();
    let processes = std::fs::read_dir("/proc").ok()?.filter_map(Result::ok);
    for process in processes {
        let id: Option<u32> = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(id) = id.filter(|id| *id != own) else { continue };
        let Ok(files) = std::fs::read_dir(process.path().join("fd")) else { continue };
        for file in files.filter_map(Result::ok) {
            let is_it = || Inode::at(&file.path()) == Some(inode);
            if is_it() && is_open_for_writing(&process.path(), &file.file_name()) {
                let name = std::fs::read(process.path().join("comm")).unwrap_or_default();
                let name = String::from_utf8_lossy(&name).trim().to_owned();
                return Some(sentence!(
                    "door-process-writes",
                    id,
                    name = format_args!("{name:?}")
                ));
            }
        }
    }
    None
}

/// Source: proc(5), `fdinfo`: the flags of open(2) in octal. Unreadable flags count as writing.
fn is_open_for_writing(process: &Path, file: &std::ffi::OsStr) -> bool {
    let info = std::fs::read(process.join("fdinfo").join(file)).unwrap_or_default();
    let info = String::from_utf8_lossy(&info).into_owned();
    let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_none_or(|flags| OFlags::from_bits_retain(flags).intersects(OFlags::ACCMODE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_in_the_names_of_swap_files_are_read() {
        assert_eq!(unescape(br"/swap\040file\134x"), b"/swap file\\x");
        assert_eq!(unescape(br"/a\9\04"), br"/a\9\04");
    }
}
