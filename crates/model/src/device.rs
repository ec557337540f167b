//! What a block device says of itself, decoded, and what uses it.
//!
//! The serialised forms of [`DeviceRecord`] and [`DeviceList`] are published. `None` is unknown: the
//! device, its driver or the permissions of the user did not tell. Identifiers that standards write in
//! hexadecimal are texts such as `0x1b36`, because they are names and not quantities.

mod ata;
mod mmc;
mod nvme;
mod sd;

use crate::JsonSchema;
use serde::{Deserialize, Serialize};

pub use ata::{AtaIdentify, AtaRecord, AtaSecurity, AtaSmart, AtaSmartAttribute};
pub use mmc::{ExtCsd, MmcCid, MmcRecord};
pub use nvme::{
    NvmeController, NvmeErrorEntry, NvmeFirmware, NvmeFormat, NvmeNamespace, NvmePowerState,
    NvmeRecord, NvmeSensor, NvmeSmart,
};
pub use sd::{SdCid, SdCsd, SdRecord, SdScr, SdStatus};

use crate::code::codes;
use crate::conditions::QueueRecord;
use crate::message::Message;

/// Everything known about one block device.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DeviceRecord {
    /// Always [`DeviceRecord::FORMAT`].
    pub format: String,
    /// What a list says of it.
    #[serde(flatten)]
    pub summary: DeviceSummary,
    /// Links in `/dev/disk/by-id` that name it, without the folder.
    pub by_id: Vec<String>,
    /// Kernel names of the drives at the bottom of every mapping; the device itself without a mapping.
    pub drives: Vec<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Smallest addressable unit.
    pub logical_block_size_bytes: Option<u64>,
    /// Smallest unit written without read-modify-write.
    pub physical_block_size_bytes: Option<u64>,
    /// Whatever keeps a measurement below what the drive could do. Never empty because of unknowns: a
    /// limit that is not known is not listed.
    pub limits: Vec<Limit>,
    /// The block queue's settings.
    pub queue: QueueRecord,
    /// More about the queue.
    pub discard: DiscardRecord,
    /// Partitions in the order of the kernel.
    pub partitions: Vec<PartitionRecord>,
    /// What is written at the device's own beginning and end, such as `ext4` or `GPT`; `None` if it
    /// could not be read.
    pub signatures: Option<Vec<String>>,
    /// Temperature sensors that the kernel reads.
    pub sensors: Vec<SensorRecord>,
    /// The USB device that the drive is behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usb: Option<UsbRecord>,
    /// The PCI function that drives it, or the controller that it is attached to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pci: Option<PciRecord>,
    /// Registers of an SD card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd: Option<SdRecord>,
    /// Registers of an eMMC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mmc: Option<MmcRecord>,
    /// Pages of an `NVMe` controller and namespace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nvme: Option<NvmeRecord>,
    /// Pages of an ATA drive, also behind a bridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ata: Option<AtaRecord>,
    /// Its zones; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<ZonesRecord>,
    /// What was asked of the device and not answered, each with the reason.
    pub unanswered: Vec<String>,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unanswered_statements: Vec<Message>,
}

impl DeviceRecord {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-device/1";
}

/// Block devices, in the order of their names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DeviceList {
    /// Always [`DeviceList::FORMAT`].
    pub format: String,
    /// The devices.
    pub devices: Vec<DeviceSummary>,
    /// How many devices were left out because nothing is set up on them.
    pub hidden_count: u64,
}

impl DeviceList {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-devices/1";
}

/// What a list says of one device.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DeviceSummary {
    /// Kernel name, such as `nvme0n1`.
    pub name: String,
    /// The kernel's number, such as `259:0`.
    pub number: String,
    /// Kernel name of the whole device; absent if it is one itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_of: Option<String>,
    /// Kind by the way it is driven: `NVMe`, `SATA`, `SAS`, `USB`, `SD`, `eMMC`, `UFS`, `virtio`,
    /// `loop`, `zram`, `dm`, `md`, ..
    pub kind: String,
    /// The kind with what is below: `dm on NVMe`.
    pub drive: String,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Bytes that can be addressed.
    pub capacity_bytes: Option<u64>,
    /// How it is connected, such as `PCIe 3.0 x2 (of 4.0 x4)`.
    pub link: Option<String>,
    /// Whether its medium can be taken out.
    pub is_removable: Option<bool>,
    /// Whether the kernel refuses writes.
    pub is_read_only: Option<bool>,
    /// Whether it is written in zones: `host-managed` or `host-aware`; absent if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<String>,
    /// What uses it, any partition of it, or anything built on it; `None` if that could not be found
    /// out, and never taken for "nothing".
    pub uses: Option<Vec<DeviceUse>>,
}

/// One use of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceUse {
    /// Kernel name of what is used: the device, a partition, or something built on it.
    pub device: String,
    /// By what it is used.
    pub by: UseKind,
    /// A mount point, or the kernel name of what is built on it.
    pub place: Option<String>,
}

/// What uses a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UseKind {
    /// A mounted file system.
    Mount,
    /// Swap space.
    Swap,
    /// Logical volumes.
    Lvm,
    /// Encryption.
    Crypt,
    /// Several paths to one drive.
    Multipath,
    /// Another device-mapper target.
    DeviceMapper,
    /// Software RAID.
    Md,
    /// A loop device, as its file.
    Loop,
    /// Something else is built on it.
    Holder,
}

/// A partition as the kernel has it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PartitionRecord {
    /// Kernel name.
    pub name: String,
    /// Where it begins.
    pub start_bytes: Option<u64>,
    /// Its size.
    pub size_bytes: Option<u64>,
    /// What is written in it, such as `ext4`; `None` if it could not be read.
    pub signatures: Option<Vec<String>>,
}

/// How the device takes discards. 0 is not supported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiscardRecord {
    /// Smallest unit that a discard frees.
    pub granularity_bytes: Option<u64>,
    /// Largest discard that the device takes at once.
    pub hardware_max_bytes: Option<u64>,
    /// Largest request to write zeros without sending them.
    pub write_zeroes_max_bytes: Option<u64>,
    /// `none`, `host-aware` or `host-managed`.
    pub zones: Option<String>,
}

/// The zones of a drive that is written in zones.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ZonesRecord {
    /// `host-managed`, written at write pointers alone, or `host-aware`, written anywhere.
    pub model: String,
    /// From the beginning of a zone to that of the next.
    pub size_bytes: Option<u64>,
    /// All zones.
    pub count: Option<u64>,
    /// Zones that are written anywhere; `None` if the drive was not asked.
    pub conventional_count: Option<u64>,
    /// Zones that can be open at a time; 0 is no limit.
    pub open_max_count: Option<u64>,
    /// Zones that can be open or closed; 0 is no limit.
    pub active_max_count: Option<u64>,
}

impl ZonesRecord {
    /// What the kernel calls drives that take writes at write pointers alone.
    pub const HOST_MANAGED: &'static str = "host-managed";
}

codes! {
    /// What keeps a measurement below what the drive could do: a short stable name.
    LimitCode;

    /// The rate of the USB link.
    UsbLink "usb-link";
    /// USB without a queue: one command at a time.
    UsbBulkOnly "usb-bulk-only";
    /// Lanes and generation of the link on PCI Express.
    PcieLink "pcie-link";
    /// The rate of the SATA link.
    SataLink "sata-link";
    /// Rate and lanes of the SAS link.
    SasLink "sas-link";
    /// Gear and lanes of the UFS link.
    UfsLink "ufs-link";
    /// Clock, lines and mode of an SD or eMMC bus.
    MmcBus "mmc-bus";
    /// The drive's write cache is off.
    WriteCacheOff "write-cache-off";
    /// The drive is at the end of its life.
    Worn "worn";
}

/// Something that keeps a measurement below what the drive could do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// Short stable name, such as `pcie-link`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: LimitCode,
    /// One sentence with the figures.
    pub message: String,
    /// The same for every language; absent in records of versions that kept the words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// The most that passes, payload after line code and packets; `None` if no figure is known.
    pub payload_bytes_per_s: Option<u64>,
}

/// A temperature sensor of the drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SensorRecord {
    /// The driver's label, or its name and number.
    pub label: String,
    /// Its temperature when it was asked; `None` if it did not answer.
    pub temperature_celsius: Option<f64>,
    /// From here on the driver or drive speaks of too hot.
    pub limit_celsius: Option<f64>,
    /// From here on it speaks of danger.
    pub critical_celsius: Option<f64>,
}

/// A USB device: what it is, how fast it is connected, which driver has it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct UsbRecord {
    /// Vendor number, such as `0x0781`.
    pub vendor_id: Option<String>,
    /// Product number.
    pub product_id: Option<String>,
    /// Who has the vendor number, by the list of USB numbers.
    pub vendor: Option<String>,
    /// What has the product number, by the same list.
    pub product: Option<String>,
    /// What the device calls its maker.
    pub manufacturer_text: Option<String>,
    /// What the device calls itself.
    pub product_text: Option<String>,
    /// Version of the USB specification that the device was made by, such as `3.20`.
    pub version: Option<String>,
    /// Speed of the connection.
    pub speed_bits_per_s: Option<u64>,
    /// The fastest that the device offers, by its descriptors; `None` where they do not say.
    pub speed_possible_bits_per_s: Option<u64>,
    /// The fastest that the port's bus offers.
    pub speed_bus_bits_per_s: Option<u64>,
    /// Driver, `uas` or `usb-storage`.
    pub driver: Option<String>,
    /// Whether the device offers USB Attached SCSI; `None` is unknown.
    pub offers_uas: Option<bool>,
}

/// A PCI function: what it is, and its link.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PciRecord {
    /// Its address, such as `0000:01:00.0`.
    pub address: String,
    /// Vendor number, such as `0x144d`.
    pub vendor_id: Option<String>,
    /// Device number.
    pub device_id: Option<String>,
    /// Who has the vendor number, by the list of PCI numbers.
    pub vendor: Option<String>,
    /// What has the device number, by the same list.
    pub device: Option<String>,
    /// The kernel's driver.
    pub driver: Option<String>,
    /// What runs, such as `3.0 x2`.
    pub link: Option<String>,
    /// What the function could do.
    pub link_possible: Option<String>,
    /// What the port above it could do.
    pub link_port: Option<String>,
}
