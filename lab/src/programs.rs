//! The programs under test, on a drive that every machine of a run has.
//!
//! Knows a program's requirements to start. Must not know its use.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::image::Image;
use crate::host;

/// Overhead of the file system.
const ROOM_MIB: u64 = 16;

/// A drive with iogram and this program, and with their libraries in `lib`.
#[derive(Debug)]
pub(super) struct Programs {
    pub(super) drive: PathBuf,
    /// As it was built.
    pub(super) iogram: PathBuf,
}

impl Programs {
    /// Makes the drive under `cache`.
    pub(super) fn gather(image: &Image, iogram: PathBuf, cache: &Path) -> Result<Self> {
        let runner = std::env::current_exe().context("cannot find this program")?;
        let place = cache.join("programs");
        if place.exists() {
            std::fs::remove_dir_all(&place)
                .with_context(|| format!("cannot remove {}", place.display()))?;
        }
        let files = place.join("files");
        std::fs::create_dir_all(files.join("lib"))
            .with_context(|| format!("cannot make {}", files.display()))?;
        let mut size = 0;
        for (program, name) in [(&iogram, "iogram"), (&runner, "lab")] {
            // Without debugging information, which nothing there reads.
            let to = files.join(name);
            let mut strip = Command::new("strip");
            strip.arg("-o").arg(&to).arg(program);
            if host::output_of(&mut strip).is_err() {
                copy(program, &to)?;
            }
            size += size_of(&to)?;
            let libraries = host::output_of(Command::new("ldd").arg(program))?;
            for library in parse_libraries(&libraries) {
                let name = library.file_name().expect("a library has a name");
                copy(&library, &files.join("lib").join(name))?;
                size += size_of(&library)?;
            }
        }
        let drive = place.join("drive");
        image.make_drive(&files, &drive, (size >> 20) + ROOM_MIB)?;
        std::fs::remove_dir_all(&files)
            .with_context(|| format!("cannot remove {}", files.display()))?;
        Ok(Self { drive, iogram })
    }
}

fn size_of(path: &Path) -> Result<u64> {
    let metadata = std::fs::metadata(path);
    metadata.map(|it| it.len()).with_context(|| format!("cannot look at {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
        .map(drop)
}

/// The files in the output of `ldd`, with the dynamic loader.
fn parse_libraries(text: &str) -> Vec<PathBuf> {
    let file = |line: &str| {
        let line = line.split_once("=>").map_or(line, |(_, file)| file);
        line.split_whitespace().next().filter(|word| word.starts_with('/')).map(PathBuf::from)
    };
    text.lines().filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_and_the_loader_are_found() {
        let text = "\tlinux-vdso.so.1 (0x00007ffd)\n\
                    \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c)\n\
                    \t/lib64/ld-linux-x86-64.so.2 (0x00007f1d)\n\tstatically linked\n";
        let expected = ["/lib/x86_64-linux-gnu/libc.so.6", "/lib64/ld-linux-x86-64.so.2"];
        assert_eq!(parse_libraries(text), expected.map(PathBuf::from));
    }
}
