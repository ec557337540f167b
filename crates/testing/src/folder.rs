//! A folder for a test.

#![expect(clippy::unwrap_used, reason = "a test whose folder cannot be made ends")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that the end of the test removes.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// An empty folder; `purpose` is in its name.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn new(purpose: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-test-{purpose}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        // The tests compare canonical paths.
        Self(path.canonicalize().unwrap())
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Creates a file in it, with its parent folders.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The captured or constructed item of this name in `testdata`, such as `sysfs/laptop`.
///
/// # Panics
///
/// If it does not exist.
#[must_use]
pub fn captured(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name);
    path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A captured or constructed page of registers by its name in `testdata/registers`, without `.hex`: its length in the
/// first line, then rows of an offset and bytes, both in hexadecimal; bytes without a row are zero. `None` if it does
/// not exist.
///
/// # Panics
///
/// If it does not have this form.
#[must_use]
pub fn captured_page(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/registers");
    let text = std::fs::read(folder.join(format!("{name}.hex"))).ok()?;
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    let mut bytes = vec![0; lines.next().unwrap().parse().unwrap()];
    let number = |digits: &str| usize::from_str_radix(digits, 16).unwrap();
    for line in lines {
        let (offset, digits) = line.split_once(' ').unwrap();
        let row = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
        for (place, byte) in (number(offset)..).zip(row) {
            bytes[place] = u8::try_from(number(byte)).unwrap();
        }
    }
    Some(bytes)
}
