//! Device numbers of the kernel.

use std::fmt;
use std::str::FromStr;

/// The kernel's number of a block device or partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceNumber {
    /// The driver's number, as in `/proc/devices`.
    pub major: u32,
    /// The number of the device or partition among the driver's own.
    pub minor: u32,
}

impl DeviceNumber {
    /// From `st_dev` or `st_rdev`.
    #[must_use]
    pub fn from_raw(dev: rustix::fs::Dev) -> Self {
        Self { major: rustix::fs::major(dev), minor: rustix::fs::minor(dev) }
    }
}

impl fmt::Display for DeviceNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.major, self.minor)
    }
}

/// The text is not of the form `8:0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a device number such as 8:0")]
pub struct NotADeviceNumber;

impl FromStr for DeviceNumber {
    type Err = NotADeviceNumber;

    fn from_str(text: &str) -> Result<Self, NotADeviceNumber> {
        let (major, minor) = text.split_once(':').ok_or(NotADeviceNumber)?;
        let part = |text: &str| text.parse().map_err(|_not_a_number| NotADeviceNumber);
        Ok(Self { major: part(major)?, minor: part(minor)? })
    }
}
