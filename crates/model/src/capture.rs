//! What a drive tells, as one file: for whoever wants to show it, and as a test of the decoders.

use std::collections::BTreeMap;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::device::DeviceRecord;

/// The kernel's files about one drive, what it answered, and what was read out of both. Serial numbers and everything else
/// that names this one drive are replaced by others of the same form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct CaptureRecord {
    /// Always [`CaptureRecord::FORMAT`].
    pub format: String,
    /// Version of iogram that made it.
    pub version: String,
    /// The kernel's number of the device, such as `259:0`: its place in `sys/dev/block`.
    pub number: String,
    /// Texts of files by their paths below the root, such as `sys/devices/..`.
    pub files: BTreeMap<String, String>,
    /// Files that are no text, in hexadecimal.
    pub pages: BTreeMap<String, String>,
    /// Links by their paths, with what they point to, as the kernel made them.
    pub links: BTreeMap<String, String>,
    /// What the drive answered, in hexadecimal, by the question.
    pub answers: BTreeMap<String, String>,
    /// How many different names of this one drive were replaced.
    pub replaced_count: u64,
    /// What follows from all this, except for what is written on the drive and who uses it, which is not in the file.
    pub device: DeviceRecord,
}

impl CaptureRecord {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-capture/1";
}
