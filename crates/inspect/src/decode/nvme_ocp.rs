//! Counters of data centre `NVMe` drives beyond the standard.
//!
//! Source: Open Compute Project, Datacenter NVMe SSD Specification 2.0, SMART / Health Information Extended (log page
//! C0h). Other makers use this page for other data: the number at its end shows the difference.

use super::bits::Page;

/// Log Page GUID, bytes 496 to 511.
const GUID: [u8; 16] = [
    0xc5, 0xaf, 0x10, 0x28, 0xea, 0xbf, 0xf2, 0xa4, 0x9c, 0x4f, 0x6f, 0x7c, 0xc9, 0x14, 0xd5,
    0xaf,
];

/// Bytes written to the flash over the drive's life; `None` if the 512 bytes are not such a page.
#[must_use]
pub fn decode_nvme_ocp_written(bytes: &[u8]) -> Option<u64> {
    let bytes = bytes.get(..512)?;
    // Physical Media Units Written, in bytes.
    (bytes.get(496..)? == GUID).then(|| Page(bytes).u128(0)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_with_the_right_number_at_its_end_counts() {
        let mut page = vec![0; 512];
        page[..8].copy_from_slice(&7_000_000_000_u64.to_le_bytes());
        assert_eq!(decode_nvme_ocp_written(&page), None);
        page[496..].copy_from_slice(&GUID);
        assert_eq!(decode_nvme_ocp_written(&page), Some(7_000_000_000));
        assert_eq!(decode_nvme_ocp_written(&page[..511]), None);
    }
}
