//! The USB device and the PCI function above a drive, with their names and speeds.
//!
//! Numbers come from sysfs, names from the compiled-in public lists of USB and PCI numbers.
//!
//! Sources: the kernel's `Documentation/ABI/testing/sysfs-bus-usb` and `sysfs-bus-pci`.

use std::path::{Path, PathBuf};

use iogram_model::{PciRecord, UsbRecord};
use pci_ids::FromId as _;
use usb_ids::FromId as _;

use crate::decode::{decode_bos_speed, decode_offers_uas};
use crate::linux::link::{pcie_version, usb_device};
use crate::linux::sysfs::{list_names, read_bytes, text_if_known};

const MEGABIT: u64 = 1_000_000;

/// The USB device above a whole device; `None` if there is none.
pub(crate) fn find_usb(whole_dir: &Path) -> Option<UsbRecord> {
    let dir = usb_device(whole_dir)?;
    let vendor = number(&dir, "idVendor");
    let product = number(&dir, "idProduct");
    let raw = |attribute| read_bytes(&dir, attribute).ok().flatten();
    let interface = whole_dir.ancestors().find(|above| above.parent() == Some(dir.as_path()));
    let device_names = vendor.zip(product);
    Some(UsbRecord {
        vendor_id: vendor.map(|id| format!("{id:#06x}")),
        product_id: product.map(|id| format!("{id:#06x}")),
        vendor: vendor.and_then(usb_ids::Vendor::from_id).map(|it| it.name().to_owned()),
        product: device_names
            .and_then(|(vendor, product)| usb_ids::Device::from_vid_pid(vendor, product))
            .map(|it| it.name().to_owned()),
        manufacturer_text: text_if_known(&dir, "manufacturer"),
        product_text: text_if_known(&dir, "product"),
        version: text_if_known(&dir, "version"),
        speed_bits_per_s: speed(&dir),
        // Linux 6.10; older kernels report only the current speed.
        speed_possible_bits_per_s: raw("bos_descriptors")
            .and_then(|bytes| decode_bos_speed(&bytes)),
        speed_bus_bits_per_s: bus_speed(&dir),
        driver: interface.and_then(driver),
        offers_uas: raw("descriptors").and_then(|bytes| decode_offers_uas(&bytes)),
    })
}

/// `speed` counts Mb/s, with `1.5` for low speed.
fn speed(dir: &Path) -> Option<u64> {
    let text = text_if_known(dir, "speed")?;
    if text == "1.5" {
        return Some(1_500_000);
    }
    text.parse::<u64>().ok()?.checked_mul(MEGABIT)
}

/// The root hub is the topmost USB device above; USB 2.0 and USB 3 have one each, even if they share the ports.
fn bus_speed(dir: &Path) -> Option<u64> {
    let hubs = dir.ancestors().skip(1).filter(|above| above.join("bcdDevice").exists());
    speed(hubs.last()?)
}

fn number(dir: &Path, attribute: &str) -> Option<u16> {
    let text = text_if_known(dir, attribute)?;
    u16::from_str_radix(text.trim_start_matches("0x"), 16).ok()
}

fn driver(dir: &Path) -> Option<String> {
    let link = std::fs::read_link(dir.join("driver")).ok()?;
    Some(link.file_name()?.to_string_lossy().into_owned())
}

/// The PCI function of a whole device: an NVMe drive itself, or the controller above.
pub(crate) fn find_pci(whole_dir: &Path, controller: Option<&Path>) -> Option<PciRecord> {
    let dir = match controller {
        Some(controller) => controller.join("device").canonicalize().ok()?,
        None => whole_dir.ancestors().find(|above| is_pci_function(above))?.to_owned(),
    };
    let vendor = number(&dir, "vendor");
    let device = number(&dir, "device");
    let ids = vendor.zip(device);
    Some(PciRecord {
        address: dir.file_name()?.to_string_lossy().into_owned(),
        vendor_id: vendor.map(|id| format!("{id:#06x}")),
        device_id: device.map(|id| format!("{id:#06x}")),
        vendor: vendor.and_then(pci_ids::Vendor::from_id).map(|it| it.name().to_owned()),
        device: ids
            .and_then(|(vendor, device)| pci_ids::Device::from_vid_pid(vendor, device))
            .map(|it| it.name().to_owned()),
        driver: driver(&dir),
        link: PcieLink::current(&dir).map(PcieLink::text),
        link_possible: PcieLink::most(&dir).map(PcieLink::text),
        link_port: port_above(&dir).as_deref().and_then(PcieLink::most).map(PcieLink::text),
    })
}

pub(crate) fn is_pci_function(dir: &Path) -> bool {
    let name = dir.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    // 0000:01:00.0
    name.len() >= 12 && name.matches(':').count() == 2 && dir.join("class").exists()
}

fn port_above(dir: &Path) -> Option<PathBuf> {
    let above = dir.parent()?;
    is_pci_function(above).then(|| above.to_owned())
}

/// A PCI Express link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PcieLink {
    version: &'static str,
    lanes: u64,
}

impl PcieLink {
    /// The current speed and width of a function's own link.
    pub(crate) fn current(dir: &Path) -> Option<Self> {
        Self::read(dir, "current_link_speed", "current_link_width")
    }

    /// The maximum of a function.
    pub(crate) fn most(dir: &Path) -> Option<Self> {
        Self::read(dir, "max_link_speed", "max_link_width")
    }

    fn read(dir: &Path, speed: &str, width: &str) -> Option<Self> {
        let version = pcie_version(&text_if_known(dir, speed)?)?;
        // The kernel reports 255 for unknown.
        let lanes = text_if_known(dir, width)?.parse().ok()?;
        (1..=32).contains(&lanes).then_some(Self { version, lanes })
    }

    fn text(self) -> String {
        format!("{} x{}", self.version, self.lanes)
    }
}

/// The only controller of a whole NVMe device: directly above it, or in the subsystem above it.
pub fn nvme_controller(whole_dir: &Path) -> Option<PathBuf> {
    let above = whole_dir.join("device");
    if above.join("transport").exists() {
        return Some(above);
    }
    let is_controller = |name: &String| above.join(name).join("transport").exists();
    let names = list_names(&above, ".").ok()?;
    let mut controllers = names.into_iter().filter(is_controller);
    let only = controllers.next()?;
    controllers.next().is_none().then(|| above.join(only))
}
