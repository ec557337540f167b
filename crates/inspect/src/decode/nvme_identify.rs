//! Identify pages of `NVMe` controllers and namespaces.
//!
//! Source: NVM Express Base Specification 2.0, section 5.17.2.1 (Identify Controller, CNS 01h) with the
//! power state descriptor; NVM Express NVM Command Set Specification 1.0, section 4.1.5.1 (Identify
//! Namespace, CNS 00h). The names in comments are those of the fields there.

use iogram_model::{NvmeController, NvmeFormat, NvmeNamespace, NvmePowerState};

use super::bits::{Page, celsius, hex, reported};

/// Bytes of an identify page.
const PAGE: usize = 4096;
/// CAP.MPSMIN cannot be read from here; 4 KiB is its minimum, and the value of real drives.
const MEMORY_PAGE: u64 = 4096;

/// Decodes an Identify Controller page; `None` if it is shorter than 4096 bytes.
#[must_use]
pub fn decode_nvme_controller(bytes: &[u8]) -> Option<NvmeController> {
    let page = Page(bytes.get(..PAGE)?);
    // HCTMA, bit 0: the host may set throttling thresholds between MNTMT and MXTMT.
    let can_throttle = page.bit(322, 0)?;
    let throttle = |offset| page.u16(offset).filter(|_| can_throttle).and_then(celsius);
    // MDTS, a power of two of memory pages; 0 means no limit.
    let transfer = page.u8(77).filter(|power| (1..=40).contains(power));
    Some(NvmeController {
        // VID.
        vendor_id: hex(u64::from(page.u16(0)?), 4),
        // SN, MN, FR.
        serial: page.text(4..24),
        model: page.text(24..64),
        firmware: page.text(64..72),
        ieee_oui: oui(bytes.get(73..76)?),
        version: version(page.u32(80)?),
        transfer_max_bytes: transfer.map(|power| MEMORY_PAGE << power),
        // NN.
        namespace_count: page.u32(516).map(u64::from),
        // TNVMCAP, UNVMCAP.
        total_bytes: page.u128(280).and_then(reported),
        unallocated_bytes: page.u128(296).filter(|_| page.u128(280) != Some(0)),
        // VWC, bit 0.
        has_write_cache: page.bit(525, 0),
        // HMPRE, in units of 4 KiB.
        host_memory_preferred_bytes: page.u32(272).map(|pages| u64::from(pages) * 4096),
        // WCTEMP, CCTEMP.
        warning_celsius: page.u16(266).and_then(celsius),
        critical_celsius: page.u16(268).and_then(celsius),
        throttle_min_celsius: throttle(324),
        throttle_max_celsius: throttle(326),
        features: features(page.u16(256)?, page.u16(520)?),
        sanitize: sanitize(page.u32(328)?),
        power_states: power_states(page),
    })
}

/// IEEE: low byte first.
fn oui(bytes: &[u8]) -> Option<String> {
    let is_some = bytes.iter().any(|byte| *byte != 0);
    let pairs: Vec<String> = bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
    is_some.then(|| pairs.join("-"))
}

/// VER: major, minor and tertiary number; 0 before 1.2.
fn version(code: u32) -> Option<String> {
    let [tertiary, minor, major_low, major_high] = code.to_le_bytes();
    let major = u16::from_le_bytes([major_low, major_high]);
    (code != 0).then(|| format!("{major}.{minor}.{tertiary}"))
}

/// OACS and ONCS.
fn features(admin: u16, nvm: u16) -> Vec<String> {
    let admin_names = [
        (0, "security send and receive"),
        (1, "format"),
        (2, "firmware update"),
        (3, "namespace management"),
        (4, "self-test"),
    ];
    let nvm_names = [
        (0, "compare"),
        (1, "write uncorrectable"),
        (2, "discard"),
        (3, "write zeroes"),
        (5, "reservations"),
        (6, "timestamp"),
        (7, "verify"),
        (8, "copy"),
    ];
    let admin_names = admin_names.iter().filter(|(bit, _)| admin >> bit & 1 == 1);
    let nvm_names = nvm_names.iter().filter(|(bit, _)| nvm >> bit & 1 == 1);
    admin_names.chain(nvm_names).map(|(_, name)| (*name).to_owned()).collect()
}

/// SANICAP.
fn sanitize(bits: u32) -> Vec<String> {
    let names = [(1, "block erase"), (2, "overwrite"), (0, "crypto erase")];
    let offered = names.iter().filter(|(bit, _)| bits >> bit & 1 == 1);
    offered.map(|(_, name)| (*name).to_owned()).collect()
}

/// PSD0 to PSD31; NPSS + 1 of them exist.
fn power_states(page: Page<'_>) -> Vec<NvmePowerState> {
    let last = page.u8(263).unwrap_or(0).min(31);
    (0..=last).filter_map(|index| power_state(page, index)).collect()
}

fn power_state(page: Page<'_>, index: u8) -> Option<NvmePowerState> {
    let at = 2048 + 32 * usize::from(index);
    // MP, in units of 0.01 W, or of 0.0001 W with MXPS.
    let power = page.u16(at).filter(|power| *power != 0);
    let unit = if page.bit(at + 3, 0)? { 0.0001 } else { 0.01 };
    // ENLAT, EXLAT, in microseconds.
    let latency = |offset| Some(reported(u64::from(page.u32(offset)?))? * 1000);
    Some(NvmePowerState {
        state_index: u64::from(index),
        power_max_watts: power.map(|power| f64::from(power) * unit),
        // NOPS.
        is_operational: !page.bit(at + 3, 1)?,
        entry_latency_ns: latency(at + 4),
        exit_latency_ns: latency(at + 8),
    })
}

/// Decodes an Identify Namespace page; `None` if it is shorter than 4096 bytes or of an inactive namespace, which is
/// all zeros.
#[must_use]
pub fn decode_nvme_namespace(bytes: &[u8]) -> Option<NvmeNamespace> {
    let page = Page(bytes.get(..PAGE)?);
    // NSZE.
    let size = reported(page.u64(0)?)?;
    // NLBAF, the number of formats minus one.
    let last_format = page.u8(25)?.min(63);
    let formats = formats(page, last_format);
    // FLBAS: bits 3:0, and with more than 16 formats bits 6:5 above them.
    let flbas = page.u8(26)?;
    let high = if last_format > 15 { flbas >> 5 & 3 } else { 0 };
    let format_index = u64::from(high << 4 | flbas & 15);
    let in_use = formats.iter().find(|format| format.format_index == format_index);
    let block = in_use.map(|format| format.block_size_bytes);
    // NSFEAT, bit 4: the next five fields are valid. NPWG, NPWA, NPDG are the number of blocks minus one.
    let has_optimal = page.bit(24, 4)?;
    let blocks = |offset| {
        let count = u64::from(page.u16(offset).filter(|_| has_optimal)?) + 1;
        Some(count * block?)
    };
    Some(NvmeNamespace {
        size_blocks_count: size,
        // NCAP, NUSE.
        capacity_blocks_count: page.u64(8)?,
        used_blocks_count: page.u64(16)?,
        format_index,
        is_thin: page.bit(24, 0)?,
        // DLFEAT, bits 2:0.
        discarded_reads: match page.u8(33)? & 7 {
            1 => Some("0x00".to_owned()),
            2 => Some("0xff".to_owned()),
            _ => None,
        },
        optimal_write_bytes: blocks(64),
        optimal_write_alignment_bytes: blocks(66),
        optimal_discard_bytes: blocks(68),
        // NOIOB.
        optimal_boundary_bytes: page
            .u16(46)
            .and_then(|count| Some(reported(u64::from(count))? * block?)),
        // NGUID, EUI64, high byte first.
        nguid: identifier(bytes.get(104..120)?),
        eui64: identifier(bytes.get(120..128)?),
        formats,
    })
}

/// LBAF0 and so on, without unavailable ones.
fn formats(page: Page<'_>, last: u8) -> Vec<NvmeFormat> {
    let format = |index: u8| {
        let at = 128 + 4 * usize::from(index);
        // LBADS, a power of two; below 9 the format is not available. No real block exceeds 24.
        let power = page.u8(at + 2).filter(|power| (9..=24).contains(power))?;
        let performance = match page.u8(at + 3)? & 3 {
            0 => "best",
            1 => "better",
            2 => "good",
            _ => "degraded",
        };
        Some(NvmeFormat {
            format_index: u64::from(index),
            block_size_bytes: 1 << power,
            // MS.
            metadata_bytes: u64::from(page.u16(at)?),
            performance: performance.to_owned(),
        })
    };
    (0..=last).filter_map(format).collect()
}

fn identifier(bytes: &[u8]) -> Option<String> {
    let is_some = bytes.iter().any(|byte| *byte != 0);
    is_some.then(|| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
