//! Decodes registers and log pages of drives.
//!
//! Pure functions over bytes. Total: any input of any length gives a value or `None`, never a panic; reserved values
//! are unknown. Must not read anything. Every module names the standard and section of its offsets.

mod ata_identify;
mod ata_smart;
mod ata_wear;
mod bits;
mod ext_csd;
mod makers;
mod nvme_error_log;
mod nvme_firmware;
mod nvme_identify;
mod nvme_ocp;
mod nvme_smart;
mod sat;
mod sd_cid;
mod sd_csd;
mod sd_scr;
mod sd_ssr;
mod usb;

pub use ata_identify::{decode_ata_identify, with_ata_checksum};
pub use ata_smart::{SmartThreshold, decode_ata_smart, decode_ata_thresholds, with_thresholds};
pub use ata_wear::{AtaWritten, ata_written};
pub use bits::{hex_bytes, printable};
pub use ext_csd::{decode_ext_csd, decode_mmc_cid};
pub use nvme_error_log::decode_nvme_error_log;
pub use nvme_firmware::decode_nvme_firmware;
pub use nvme_identify::{decode_nvme_controller, decode_nvme_namespace};
pub use nvme_ocp::decode_nvme_ocp_written;
pub use nvme_smart::decode_nvme_smart;
pub use sat::{AtaCommand, AtaRegisters, decode_ata_registers, encode_ata_pass_through};
pub use sd_cid::{decode_sd_cid, with_cid_checksum};
pub use sd_csd::decode_sd_csd;
pub use sd_scr::decode_sd_scr;
pub use sd_ssr::decode_sd_status;
pub use usb::{decode_bos_speed, decode_offers_uas};
