//! Helpers for the tests of several modules.

use crate::linux::sysfs::SysRoot;

pub(crate) use iogram_testing::TempDir;

/// The captured or constructed computer of this name in `testdata/sysfs`.
pub(crate) fn computer(name: &str) -> SysRoot {
    SysRoot::below(&iogram_testing::captured(&format!("sysfs/{name}")))
}
