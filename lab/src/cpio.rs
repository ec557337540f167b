//! The archive format that the kernel unpacks as its first file system.
//!
//! Knows the "newc" layout, but not the contents. Source: the kernel's
//! Documentation/driver-api/early-userspace/buffer-format.rst.

/// A file system in memory, as an archive.
#[derive(Debug, Default)]
pub(super) struct Archive {
    bytes: Vec<u8>,
    entry_count: u32,
}

const DIRECTORY: u32 = 0o040_755;
const PROGRAM: u32 = 0o100_755;

impl Archive {
    /// Adds a directory; its parents must exist.
    pub(super) fn add_directory(&mut self, path: &str) {
        self.add(path, DIRECTORY, &[]);
    }

    /// Adds a file that everybody may read and execute.
    pub(super) fn add_file(&mut self, path: &str, contents: &[u8]) {
        self.add(path, PROGRAM, contents);
    }

    /// The finished archive.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.entry_count = 0;
        self.add("TRAILER!!!", 0, &[]);
        self.bytes
    }

    fn add(&mut self, path: &str, mode: u32, contents: &[u8]) {
        self.entry_count += 1;
        let link_count = if mode == DIRECTORY { 2 } else { 1 };
        let size = u32::try_from(contents.len()).expect("no file here has 4 GiB");
        let name_size = u32::try_from(path.len() + 1).expect("no name here has 4 GiB");
        // inode, mode, user, group, links, time, size, device and its two parts, name, checksum
        let fields =
            [self.entry_count, mode, 0, 0, link_count, 0, size, 0, 0, 0, 0, name_size, 0];
        self.bytes.extend_from_slice(b"070701");
        for field in fields {
            self.bytes.extend_from_slice(format!("{field:08X}").as_bytes());
        }
        self.bytes.extend_from_slice(path.as_bytes());
        self.bytes.push(0);
        self.pad();
        self.bytes.extend_from_slice(contents);
        self.pad();
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_headers_names_and_contents_on_multiples_of_four() {
        let mut archive = Archive::default();
        archive.add_directory("bin");
        archive.add_file("bin/sh", b"hello");
        archive.add_file("init", b"bin/sh");
        let bytes = archive.finish();
        let text = String::from_utf8(bytes).unwrap();
        let header = |inode: u32, mode: u32, links: u32, size: u32, name: u32| {
            let zeros = "00000000";
            format!(
                "070701{inode:08X}{mode:08X}{zeros}{zeros}{links:08X}{zeros}{size:08X}\
                 {zeros}{zeros}{zeros}{zeros}{name:08X}{zeros}"
            )
        };
        let expected = [
            header(1, 0o040_755, 2, 0, 4),
            "bin\0\0\0".to_owned(),
            header(2, 0o100_755, 1, 5, 7),
            "bin/sh\0\0\0\0hello\0\0\0".to_owned(),
            header(3, 0o100_755, 1, 6, 5),
            "init\0\0bin/sh\0\0".to_owned(),
            header(1, 0, 1, 0, 11),
            "TRAILER!!!\0\0\0\0".to_owned(),
        ];
        assert_eq!(text, expected.concat());
        assert_eq!(text.len() % 4, 0);
    }
}
