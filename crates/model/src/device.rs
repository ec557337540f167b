//! A block device's description of itself, decoded, and its uses.
//!
//! The serialised forms of [`DeviceRecord`] and [`DeviceList`] are published. `None` means unknown: the device, its
//! driver or the user's permissions did not reveal it. Identifiers that standards write in hexadecimal are texts such
//! as `0x1b36`, because they are names and not quantities.

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
    /// The facts that a list shows.
    #[serde(flatten)]
    pub summary: DeviceSummary,
    /// Names of its links in `/dev/disk/by-id`.
    pub by_id: Vec<String>,
    /// Kernel names of the drives at the bottom of all mappings; the device itself if there is no mapping.
    pub drives: Vec<String>,
    /// Firmware revision.
    pub firmware: Option<String>,
    /// Smallest addressable unit.
    pub logical_block_size_bytes: Option<u64>,
    /// Smallest unit written without read-modify-write.
    pub physical_block_size_bytes: Option<u64>,
    /// Known factors that keep a measurement below the drive's ability. An unknown limit is not listed.
    pub limits: Vec<Limit>,
    /// The block queue's settings.
    pub queue: QueueRecord,
    /// Discard limits of the queue.
    pub discard: DiscardRecord,
    /// Partitions in the order of the kernel.
    pub partitions: Vec<PartitionRecord>,
    /// Signatures at the device's own beginning and end, such as `ext4` or `GPT`; `None` if it could not be read.
    pub signatures: Option<Vec<String>>,
    /// Temperature sensors that the kernel reads.
    pub sensors: Vec<SensorRecord>,
    /// The USB device that contains the drive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usb: Option<UsbRecord>,
    /// The drive's PCI function, or its controller's.
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
    /// Pages of an ATA drive, possibly behind a bridge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ata: Option<AtaRecord>,
    /// Its zones; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<ZonesRecord>,
    /// Queries that the device did not answer, each with the reason.
    pub unanswered: Vec<String>,
    /// The unanswered queries for every language; absent in records of versions that kept only the words.
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
    /// Number of devices left out because they are not set up.
    pub hidden_count: u64,
}

impl DeviceList {
    /// Name and version of the published format.
    pub const FORMAT: &'static str = "iogram-devices/1";
}

/// The facts about a device that a list shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DeviceSummary {
    /// Kernel name, such as `nvme0n1`.
    pub name: String,
    /// The kernel's number, such as `259:0`.
    pub number: String,
    /// Kernel name of the whole device; absent if this is the whole device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition_of: Option<String>,
    /// Kind by its driver or bus: `NVMe`, `SATA`, `SAS`, `USB`, `SD`, `eMMC`, `UFS`, `virtio`, `loop`, `zram`, `dm`,
    /// `md`, ..
    pub kind: String,
    /// The kind, and the kind of the drive below: `dm on NVMe`.
    pub drive: String,
    /// Vendor and model.
    pub model: Option<String>,
    /// Serial number.
    pub serial: Option<String>,
    /// Addressable bytes.
    pub capacity_bytes: Option<u64>,
    /// Its connection, such as `PCIe 3.0 x2 (of 4.0 x4)`.
    pub link: Option<String>,
    /// Whether its medium is removable.
    pub is_removable: Option<bool>,
    /// Whether the kernel rejects writes.
    pub is_read_only: Option<bool>,
    /// Zone model: `host-managed` or `host-aware`; absent if the device has no zones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<String>,
    /// All uses of the device, of its partitions, and of anything built on it; `None` if they could not be
    /// determined, which never counts as "unused".
    pub uses: Option<Vec<DeviceUse>>,
}

/// One use of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeviceUse {
    /// Kernel name of the used object: the device, a partition, or something built on it.
    pub device: String,
    /// The kind of use.
    pub by: UseKind,
    /// A mount point, or the kernel name of the object built on it.
    pub place: Option<String>,
}

/// A kind of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UseKind {
    /// A mounted file system.
    Mount,
    /// Swap space.
    Swap,
    /// An LVM logical volume.
    Lvm,
    /// An encrypted mapping.
    Crypt,
    /// A multipath mapping.
    Multipath,
    /// Another device-mapper target.
    DeviceMapper,
    /// Software RAID.
    Md,
    /// A loop device that is backed by it.
    Loop,
    /// Something else built on it.
    Holder,
}

/// A partition, as the kernel lists it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PartitionRecord {
    /// Kernel name.
    pub name: String,
    /// Offset of its first byte.
    pub start_bytes: Option<u64>,
    /// Its size.
    pub size_bytes: Option<u64>,
    /// Signatures in it, such as `ext4`; `None` if it could not be read.
    pub signatures: Option<Vec<String>>,
}

/// Discard limits of the device. 0 means unsupported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct DiscardRecord {
    /// Smallest unit that a discard frees.
    pub granularity_bytes: Option<u64>,
    /// Largest discard that the device accepts at once.
    pub hardware_max_bytes: Option<u64>,
    /// Largest request that writes zeros without transferring them.
    pub write_zeroes_max_bytes: Option<u64>,
    /// Zone model: `none`, `host-aware` or `host-managed`.
    pub zones: Option<String>,
}

/// The zones of a zoned drive.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ZonesRecord {
    /// `host-managed`: accepts writes only at write pointers. `host-aware`: accepts writes anywhere.
    pub model: String,
    /// Distance between the beginnings of consecutive zones.
    pub size_bytes: Option<u64>,
    /// Number of zones.
    pub count: Option<u64>,
    /// Number of zones that accept writes anywhere; `None` if the drive was not queried.
    pub conventional_count: Option<u64>,
    /// Most zones that can be open at a time; 0 means no limit.
    pub open_max_count: Option<u64>,
    /// Most zones that can be active (open or closed); 0 means no limit.
    pub active_max_count: Option<u64>,
}

impl ZonesRecord {
    /// The kernel's word for drives that accept writes only at write pointers.
    pub const HOST_MANAGED: &'static str = "host-managed";
}

codes! {
    /// A factor that keeps a measurement below the drive's ability: a short stable name.
    LimitCode;

    /// The rate of the USB link.
    UsbLink "usb-link";
    /// USB without command queueing: one command at a time.
    UsbBulkOnly "usb-bulk-only";
    /// Lanes and generation of the PCI Express link.
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
    /// The drive has reached the end of its life.
    Worn "worn";
}

/// A factor that keeps a measurement below the drive's ability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Limit {
    /// Short stable name, such as `pcie-link`. Newer versions have more of them.
    #[schemars(with = "String")]
    pub code: LimitCode,
    /// One sentence with the figures.
    pub message: String,
    /// The message for every language; absent in records of versions that kept only the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Message>,
    /// Highest payload rate, after line code and packet overhead; `None` is unknown.
    pub payload_bytes_per_s: Option<u64>,
}

/// A temperature sensor of the drive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SensorRecord {
    /// The driver's label, or its name and number.
    pub label: String,
    /// Temperature when it was read; `None` if the sensor did not answer.
    pub temperature_celsius: Option<f64>,
    /// Temperature that the driver or drive considers too hot.
    pub limit_celsius: Option<f64>,
    /// Temperature that the driver or drive considers critical.
    pub critical_celsius: Option<f64>,
}

/// A USB device: its identity, connection speed and driver.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct UsbRecord {
    /// Vendor number, such as `0x0781`.
    pub vendor_id: Option<String>,
    /// Product number.
    pub product_id: Option<String>,
    /// Vendor, from the list of USB ids.
    pub vendor: Option<String>,
    /// Product, from the list of USB ids.
    pub product: Option<String>,
    /// The manufacturer's name, as the device reports it.
    pub manufacturer_text: Option<String>,
    /// The product's name, as the device reports it.
    pub product_text: Option<String>,
    /// Version of the USB specification that the device follows, such as `3.20`.
    pub version: Option<String>,
    /// Speed of the connection.
    pub speed_bits_per_s: Option<u64>,
    /// Highest speed of the device according to its descriptors; `None` if they do not state it.
    pub speed_possible_bits_per_s: Option<u64>,
    /// Highest speed of the port's bus.
    pub speed_bus_bits_per_s: Option<u64>,
    /// Driver, `uas` or `usb-storage`.
    pub driver: Option<String>,
    /// Whether the device offers USB Attached SCSI; `None` is unknown.
    pub offers_uas: Option<bool>,
}

/// A PCI function: its identity and its link.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct PciRecord {
    /// Its address, such as `0000:01:00.0`.
    pub address: String,
    /// Vendor number, such as `0x144d`.
    pub vendor_id: Option<String>,
    /// Device number.
    pub device_id: Option<String>,
    /// Vendor, from the list of PCI ids.
    pub vendor: Option<String>,
    /// Device, from the list of PCI ids.
    pub device: Option<String>,
    /// The kernel's driver.
    pub driver: Option<String>,
    /// The current link, such as `3.0 x2`.
    pub link: Option<String>,
    /// The best link of the function.
    pub link_possible: Option<String>,
    /// The best link of the port above it.
    pub link_port: Option<String>,
}
