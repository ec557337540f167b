//! The identity of a block device.

use std::fmt;

use iogram_model::Bytes;

use iogram_inspect::device_number::DeviceNumber;

/// The identity of a block device, read through an open descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceIdentity {
    /// The kernel's number, which the kernel reuses.
    pub number: DeviceNumber,
    /// Addressable bytes.
    pub capacity: Bytes,
    /// The kernel's count of disks, never reused (Linux 5.15); `None` on older kernels and for partitions of some
    /// drivers.
    pub sequence: Option<u64>,
    /// Vendor and model of the drive; `None` means unknown.
    pub model: Option<String>,
    /// Serial number of the drive; `None` means unknown.
    pub serial: Option<String>,
    /// World-wide name, EUI-64, NGUID or CID; `None` means unknown.
    pub world_wide_name: Option<String>,
    /// The object behind a device that is not a physical drive: a loop device's file, a mapping, an array (see
    /// [`iogram_inspect::backing::find_backing_mark`]); `None` for drives, and if the kernel does not report it.
    pub backing: Option<String>,
}

impl fmt::Display for DeviceIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "device {} with {}", self.number, self.capacity)?;
        let texts = [("model", &self.model), ("serial number", &self.serial)];
        for (what, text) in texts {
            if let Some(text) = text {
                write!(f, ", {what} {text}")?;
            }
        }
        if let Some(name) = &self.world_wide_name {
            write!(f, ", {name}")?;
        }
        if let Some(backing) = &self.backing {
            write!(f, ", {backing}")?;
        }
        match self.sequence {
            Some(sequence) => write!(f, ", disk {sequence}"),
            None => Ok(()),
        }
    }
}
