//! A drive's answers in one file: to show them to others, and as a test of the decoders.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::device::DeviceRecord;

/// The kernel's files about one drive, the drive's answers, and the decoded result. Serial numbers and all other
/// identifiers of this drive are replaced by others of the same form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CaptureRecord {
    /// Always [`CaptureRecord::FORMAT`].
    pub format: String,
    /// Version of iogram that made the capture.
    pub version: String,
    /// The kernel's number of the device, such as `259:0`: its place in `sys/dev/block`.
    pub number: String,
    /// Texts of files by their paths below the root, such as `sys/devices/..`.
    pub files: BTreeMap<String, String>,
    /// Binary files by their paths, in hexadecimal.
    pub pages: BTreeMap<String, String>,
    /// Links by their paths, with their targets, as the kernel made them.
    pub links: BTreeMap<String, String>,
    /// The drive's answers in hexadecimal, by command.
    pub answers: BTreeMap<String, String>,
    /// Number of different identifiers that were replaced.
    pub replaced_count: u64,
    /// The decoded result, except the drive's contents and its users, which are not in the file.
    pub device: DeviceRecord,
}

impl CaptureRecord {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-capture/1";
}
