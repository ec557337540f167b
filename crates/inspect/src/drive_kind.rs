//! The driver of a block device.

use std::fmt;

/// The kind of a drive, by its driver.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriveKind {
    /// NVM Express.
    Nvme,
    /// Serial or parallel ATA.
    Sata,
    /// Serial Attached SCSI.
    Sas,
    /// USB mass storage, whatever is behind the bridge.
    Usb,
    /// Secure Digital card.
    Sd,
    /// Embedded MMC or another `MultiMediaCard`.
    Emmc,
    /// Universal Flash Storage.
    Ufs,
    /// A hypervisor's paravirtual disk.
    Virtio,
    /// A file, or a part of one, presented as a device.
    Loop,
    /// Compressed memory.
    Zram,
    /// Memory.
    Ram,
    /// Device mapper: LVM, encryption, ..
    DeviceMapper,
    /// Linux software RAID.
    Md,
    /// SCSI over something else.
    Scsi,
    /// Anything else, by its kernel name without number.
    Other(String),
}

impl fmt::Display for DriveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nvme => "NVMe",
            Self::Sata => "SATA",
            Self::Sas => "SAS",
            Self::Usb => "USB",
            Self::Sd => "SD",
            Self::Emmc => "eMMC",
            Self::Ufs => "UFS",
            Self::Virtio => "virtio",
            Self::Loop => "loop",
            Self::Zram => "zram",
            Self::Ram => "ram",
            Self::DeviceMapper => "dm",
            Self::Md => "md",
            Self::Scsi => "SCSI",
            Self::Other(name) => name,
        })
    }
}
