//! Swap space of the kernel.

use std::path::{Path, PathBuf};

use crate::device_number::DeviceNumber;
use crate::linux::backing::outside;
use crate::linux::filesystem::{device_of_source, number_of_node, unescape_path};
use crate::linux::sysfs::{AttributeError, SysRoot, read_bytes};

/// Devices and files with swap space. The first line is the heading; spaces and other letters that would end the path
/// are written in octal.
///
/// Source: the kernel's `mm/swapfile.c`, `swap_show`.
///
/// # Errors
///
/// Fails if a table exists but cannot be read.
pub fn swap_paths(root: &SysRoot) -> Result<Vec<PathBuf>, AttributeError> {
    let text = read_bytes(&root.proc, "swaps")?.unwrap_or_default();
    let lines = text.split(|letter| *letter == b'\n').skip(1);
    let first = |line: &[u8]| {
        let words = line.split(u8::is_ascii_whitespace);
        words.map(unescape_path).find(|path| !path.as_os_str().is_empty())
    };
    Ok(lines.filter_map(first).collect())
}

/// The swap device at this path, wherever its node lies.
pub fn swap_device(root: &SysRoot, path: &Path) -> Option<DeviceNumber> {
    device_of_source(root, &path.to_string_lossy())
        .or_else(|| number_of_node(&outside(root, path)))
}
