//! The emulated drives: the agreement of host and guest.
//!
//! Every drive has a unique size. By it the guest tells the drives apart without trusting the program under test, or
//! names, whose order changes from boot to boot.

/// One emulated drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Emulated {
    pub(super) name: &'static str,
    pub(super) size_mib: u64,
    /// The serial number on the drive's label.
    pub(super) serial: &'static str,
    /// QEMU's device, without the drive itself.
    pub(super) device: &'static str,
    /// Devices that have to be there first.
    pub(super) needs: &'static [&'static str],
}

/// Small, because hashing under emulation is slow. An SD card has a power of two; its serial number is
/// fixed in QEMU.
pub(super) const DRIVES: [Emulated; 9] = [
    Emulated {
        name: "nvme-1",
        size_mib: 17,
        serial: "NVME0001",
        device: "nvme-ns,bus=nvme0,nsid=1,logical_block_size=512,physical_block_size=4096",
        // A port of its own, so that it can be pulled out.
        needs: &[
            "pcie-root-port,id=port0,chassis=1",
            "nvme,id=nvme0,bus=port0,serial=NVME0001",
        ],
    },
    Emulated {
        name: "nvme-2",
        size_mib: 15,
        serial: "NVME0001",
        device: "nvme-ns,bus=nvme0,nsid=2,logical_block_size=4096,physical_block_size=4096",
        needs: &[],
    },
    Emulated {
        name: "sd",
        size_mib: 8,
        serial: "0xdeadbeef",
        device: "sd-card",
        needs: &["sdhci-pci"],
    },
    Emulated {
        name: "usb-stick",
        size_mib: 13,
        serial: "STICK0001",
        device: "usb-storage,bus=xhci.0,serial=STICK0001,removable=on",
        needs: &["qemu-xhci,id=xhci"],
    },
    Emulated {
        name: "uas",
        size_mib: 18,
        serial: "UAS0001",
        device: "scsi-hd,bus=uas0.0,serial=UAS0001,vendor=BENCH,product=UAS-SSD",
        needs: &["usb-uas,bus=xhci.0,id=uas0,serial=UAS0001"],
    },
    Emulated {
        name: "sata",
        size_mib: 19,
        serial: "SATA0001",
        device: "ide-hd,bus=ide.0,serial=SATA0001,model=BENCH-SATA-SSD,rotation_rate=1",
        needs: &[],
    },
    Emulated {
        name: "virtio",
        size_mib: 20,
        serial: "VIRTIO0001",
        device: "virtio-blk-pci,bus=port1,serial=VIRTIO0001",
        needs: &["pcie-root-port,id=port1,chassis=2"],
    },
    Emulated {
        name: "ufs",
        size_mib: 14,
        serial: "UFS0001",
        device: "ufs-lu,bus=ufs0,lun=0",
        needs: &["ufs,id=ufs0,serial=UFS0001"],
    },
    Emulated {
        name: "scsi",
        size_mib: 21,
        serial: "SCSI0001",
        device: "scsi-hd,bus=scsi0.0,serial=SCSI0001,vendor=BENCH,product=SAS-SSD",
        needs: &["virtio-scsi-pci,id=scsi0"],
    },
];

/// Drives with one unreadable sector, on a machine with faults.
pub(super) const WITH_BAD_SECTOR: [&str; 3] = ["nvme-1", "sata", "uas"];

/// The sector, in units of 512 bytes: in the middle, far from any signature.
pub(super) const BAD_SECTOR: u64 = 20_000;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn drives_differ_in_size_and_name() {
        let sizes: BTreeSet<u64> = DRIVES.iter().map(|drive| drive.size_mib).collect();
        let names: BTreeSet<&str> = DRIVES.iter().map(|drive| drive.name).collect();
        assert_eq!((sizes.len(), names.len()), (DRIVES.len(), DRIVES.len()));
    }

    #[test]
    fn the_bad_sector_lies_on_the_drives_that_have_it() {
        for name in WITH_BAD_SECTOR {
            let drive = DRIVES.iter().find(|drive| drive.name == name).unwrap();
            assert!(BAD_SECTOR * 512 < drive.size_mib << 20, "{name}");
        }
    }
}
