//! Adjacent files of blktrace: `NAME.blktrace.0`, `NAME.blktrace.1`, .., one for each processor.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::outlets;
use crate::places;

/// The part of their names between the recording's name and the processor's number.
const INFIX: &str = ".blktrace.";

/// The files of the other processors in the recording of `path`; empty if it is not part of one.
pub(super) fn open_others(path: &Path) -> Result<Vec<File>, Failure> {
    let others = others_of(path);
    others.iter().map(|other| places::open_file(other, outlets::TRACE_HINT)).collect()
}

fn others_of(path: &Path) -> Vec<PathBuf> {
    let Some((name, number)) = path.file_name().and_then(|name| split(name.to_str()?)) else {
        return Vec::new();
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Files in a folder that cannot be listed may still be readable.
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut others: Vec<(u32, PathBuf)> = entries
        .filter_map(|entry| {
            let found = entry.file_name();
            let (of, at) = split(found.to_str()?)?;
            (of == name && at != number).then(|| (at, entry.path()))
        })
        .collect();
    others.sort();
    others.into_iter().map(|(_, path)| path).collect()
}

/// The recording's name and the processor's number.
fn split(name: &str) -> Option<(&str, u32)> {
    let (name, number) = name.rsplit_once(INFIX)?;
    let is_plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((name, number.parse().ok().filter(|_| is_plain)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_same_recording_belong_together() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "sdb.blktrace.0",
            "sdb.blktrace.10",
            "sdb.blktrace.2",
            "sdc.blktrace.0",
            "sdb.blktrace.x",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let names = |name: &str| -> Vec<String> {
            let others = others_of(&folder.path().join(name));
            let name = |it: &PathBuf| it.file_name().unwrap().to_string_lossy().into_owned();
            others.iter().map(name).collect()
        };
        assert_eq!(names("sdb.blktrace.2"), ["sdb.blktrace.0", "sdb.blktrace.10"]);
        for alone in ["sdc.blktrace.0", "sdb.blktrace.x", "sdb.blktrace.+2", "merged"] {
            assert!(names(alone).is_empty(), "{alone}");
        }
    }
}
