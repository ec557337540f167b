//! What is memory, whatever a tool was asked for: engines that move nothing of a drive, and places that are none.

/// Engines of fio's whose requests a drive does not see: they ask nobody, use the page cache whatever `direct` says, move data
/// over a network, or make files without any. Source: fio's HOWTO, `ioengine`.
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

/// Whether an engine of fio's is one of them.
pub(super) fn is_memory_engine(engine: &str) -> bool {
    ENGINES.contains(&engine.trim())
}

/// Places that are memory on every Linux, by how they begin. What is mounted elsewhere nobody knows. Source: the kernel's
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
