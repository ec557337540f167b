//! What several modules' tests need: folders that go away, captured trees.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::sysfs::SysRoot;

/// A folder that is removed at the end of the test.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new(purpose: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("iogram-test-{purpose}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        // The tests compare canonical paths.
        Self(path.canonicalize().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
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

/// The captured or constructed computer of this name in `testdata/sysfs`.
pub(crate) fn computer(name: &str) -> SysRoot {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/sysfs").join(name);
    let root =
        root.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    SysRoot::below(&root)
}
