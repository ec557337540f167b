//! Recognises memory behind a tool's settings: engines that move no data of a drive, and paths that are not on a
//! drive.

/// Engines of fio whose requests do not reach a drive: they do nothing, use the page cache whatever `direct` is, move
/// data over a network, or create files without data. Source: fio's HOWTO, `ioengine`.
const ENGINES: [&str; 15] = [
    "null",
    "mmap",
    "cpuio",
    "net",
    "netsplice",
    "rdma",
    "falloc",
    "ftruncate",
    "filecreate",
    "filestat",
    "filedelete",
    "dircreate",
    "dirstat",
    "dirdelete",
    "exec",
];

/// Whether an engine of fio is one of them.
pub(super) fn is_memory_engine(engine: &str) -> bool {
    ENGINES.contains(&engine.trim())
}

/// Prefixes of paths that are memory on every Linux. Other mount points are unknown. Source: the kernel's
/// `Documentation/admin-guide/devices.txt`; FHS 3.0, `/run`.
const FOLDERS: [&str; 3] = ["/dev/shm", "/run/shm", "/run/user"];
const DEVICES: [&str; 6] =
    ["/dev/ram", "/dev/zram", "/dev/nullb", "/dev/null", "/dev/zero", "/dev/rd"];

/// Whether a file or device is memory.
pub(super) fn is_memory_place(path: &str) -> bool {
    let path = path.trim().trim_matches(['"', '\'']);
    let is_below = |folder: &str| {
        path.strip_prefix(folder).is_some_and(|it| it.is_empty() || it.starts_with('/'))
    };
    let is_numbered = |device: &str| {
        let rest = path.strip_prefix(device);
        rest.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
    };
    FOLDERS.iter().any(|it| is_below(it)) || DEVICES.iter().any(|it| is_numbered(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_known_by_its_place_and_drives_are_not_taken_for_it() {
        for path in
            ["/dev/shm/f", "/dev/shm", "/run/shm/x", "/dev/ram0", "/dev/zram1", "/dev/zero"]
        {
            assert!(is_memory_place(path), "{path}");
        }
        for path in
            ["/dev/sda", "/dev/shmem", "/mnt/ram/f", "/dev/rdisk2", "/run/media/me/card/f"]
        {
            assert!(!is_memory_place(path), "{path}");
        }
        assert!(is_memory_engine("mmap") && !is_memory_engine("libaio"));
    }
}
