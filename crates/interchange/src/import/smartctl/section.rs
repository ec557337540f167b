//! Finds the end of the information section, which identifies the drive: lines below it may be of another device.
//!
//! Sources: smartmontools' `ataprint.cpp`, `nvmeprint.cpp`, `scsiprint.cpp`: model, serial number, firmware and
//! capacity come first; the time of day and the supported features follow. Other programs (`dmidecode`, `hdparm -I`,
//! `lshw`) print a serial number under the same name.

use super::{ATA, NVME, SCSI, is_row_of};

/// The part of the section that was read so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Section {
    /// Indentation of its first row.
    indent: Option<usize>,
    is_behind_blank: bool,
    /// Whether all rows with the drive's identity are complete.
    is_told: bool,
}

/// Names of its rows, or their beginnings if the name contains a number.
const NAMES: [&str; 47] = [
    "AAM feature is",
    "AAM level is",
    "APM feature is",
    "APM level is",
    "ATA Security is",
    "ATA Standard is",
    "ATA Version is",
    "Add. Product Id",
    "Compliance",
    "Controller ID",
    "Critical Comp. Temp. Threshold",
    "DSN feature is",
    "Device Model",
    "Device is",
    "Device type",
    "Firmware Updates",
    "Firmware Version",
    "Form Factor",
    "IEEE OUI Identifier",
    "LB provisioning type",
    "LU WWN Device Id",
    "Local Time is",
    "Log Page Attributes",
    "Logical Unit id",
    "Logical block size",
    "Maximum Data Transfer Size",
    "Model Family",
    "Namespace ",
    "NVMe Version",
    "Number of Namespaces",
    "Optional ",
    "PCI Vendor/Subsystem ID",
    "Power mode",
    "Rd look-ahead is",
    "Rotation Rate",
    "SATA Version is",
    "SMART support is",
    "Sector Size",
    "TRIM Command",
    "Temperature Warning",
    "Total NVM Capacity",
    "Transport protocol",
    "Unallocated NVM Capacity",
    "Warning  Comp. Temp. Threshold",
    "Write cache is",
    "Wt Cache Reorder",
    "Zoned Device",
];

/// Names of the rows that identify the drive.
const IDENTITY: [&str; 11] = [
    "Device",
    "Device Model",
    "Firmware Version",
    "Model Number",
    "Namespace 1 Size/Capacity",
    "Product",
    "Revision",
    "Serial Number",
    "Serial number",
    "Total NVM Capacity",
    "User Capacity",
];

impl Section {
    /// The section after this line; `None` if the line does not belong to it. `line` is the text with its
    /// indentation.
    pub(super) fn with(self, line: &str) -> Option<Self> {
        let text = line.trim();
        if text.is_empty() {
            return Some(Self { is_behind_blank: true, ..self });
        }
        let name = text.split_once(':').map(|(name, _)| name.trim());
        let is_identity = name.is_some_and(|it| IDENTITY.contains(&it));
        let indent = line.len().saturating_sub(line.trim_start().len());
        let is_inner = self.indent.is_some_and(|first| indent > first);
        if is_identity && (self.is_told || is_inner) {
            return None;
        }
        if (self.is_behind_blank || self.is_told) && !is_identity && !is_own(text, name) {
            return None;
        }
        let is_last = matches!(name, Some("Local Time is" | "SMART support is"));
        Some(Self {
            indent: self.indent.or(name.map(|_| indent)),
            is_behind_blank: false,
            is_told: self.is_told || is_last,
        })
    }
}

/// Whether smartctl prints such a line in this section: a row with a known name or a value in its columns, a table of
/// `NVMe`, a warning of its database.
fn is_own(text: &str, name: Option<&str>) -> bool {
    const BEGINNINGS: [&str; 8] =
        ["==> ", ">> ", "LU is ", "St Op ", "Supported ", "Id Fmt ", "http", "see "];
    let begins = |it: &&str| text.starts_with(*it);
    let is_of_table = text.starts_with(|it: char| it.is_ascii_digit());
    name.is_some_and(|name| NAMES.iter().any(|it| name.starts_with(it)))
        || [ATA, NVME, SCSI].into_iter().any(|it| is_row_of(text, it))
        || is_of_table
        || BEGINNINGS.iter().any(begins)
}
