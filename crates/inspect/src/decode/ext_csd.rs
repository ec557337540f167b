//! CID and extended CSD of eMMC.
//!
//! Source: JEDEC JESD84-B51 (eMMC 5.1), sections 7.2 (CID) and 7.4 (extended CSD, bytes by number).

use iogram_model::{ExtCsd, MmcCid};

use super::bits::{Page, Register, hex, printable, reported};
use super::makers::mmc_maker;

const KIB: u64 = 1 << 10;

/// Decodes the 16 bytes of an eMMC's CID; `None` if there are fewer.
#[must_use]
pub fn decode_mmc_cid(bytes: &[u8]) -> Option<MmcCid> {
    let cid = Register::<16>::of(bytes)?;
    let manufacturer = cid.bits(127, 120);
    // MDT: bits 15:12 the month, 11:8 the year. With EXT_CSD_REV above 4 the codes 0 to 12 mean 2013 to 2025; before
    // that they meant 1997 to 2009, and 13 to 15 always mean 2010 to 2012.
    let (month, year) = (cid.bits(15, 12), cid.bits(11, 8));
    let years = if year > 12 {
        format!("{}-{month:02}", 1997 + year)
    } else {
        format!("{}-{month:02} or {}-{month:02}", 1997 + year, 2013 + year)
    };
    Some(MmcCid {
        manufacturer_id: hex(manufacturer, 2),
        manufacturer: mmc_maker(manufacturer).map(str::to_owned),
        // CBX.
        package: match cid.bits(113, 112) {
            0 => Some("card"),
            1 => Some("BGA"),
            2 => Some("package on package"),
            _ => None,
        }
        .map(str::to_owned),
        // PNM.
        product: printable(&cid.bytes(103, 56)),
        // PRV, two digits.
        revision: format!("{}.{}", cid.bits(55, 52), cid.bits(51, 48)),
        // PSN.
        serial: hex(cid.bits(47, 16), 8),
        manufactured: (1..=12).contains(&month).then_some(years),
    })
}

/// Decodes the 512 bytes of an extended CSD; `None` if there are fewer.
#[must_use]
pub fn decode_ext_csd(bytes: &[u8]) -> Option<ExtCsd> {
    let page = Page(bytes.get(..512)?);
    // Revision 6 is 4.5; newer bytes read as 0 on older devices, which is not a value.
    let revision = page.u8(192)?;
    let since = |first: u8, offset: usize| page.u8(offset).filter(|_| revision >= first);
    let times = |value: Option<u8>, unit: u64| reported(u64::from(value?)).map(|it| it * unit);
    let erase_group = times(page.u8(224), 512 * KIB);
    // CMDQ_SUPPORT.
    let command_queue = since(8, 308).is_some_and(|bits| bits & 1 == 1);
    Some(ExtCsd {
        version: version(revision),
        // SEC_COUNT.
        capacity_bytes: reported(u64::from(page.u32(212)?)).map(|sectors| sectors * 512),
        modes: modes(page.u8(196)?),
        timing: timing(page.u8(185)?, page.u8(183)?),
        // CACHE_SIZE counts 1024 bits.
        cache_bytes: page.u32(249).filter(|_| revision >= 6).map(|size| u64::from(size) * 128),
        is_cache_on: since(6, 33).map(|control| control & 1 == 1),
        // CMDQ_DEPTH, the depth minus one.
        queue_depth: page.u8(307).filter(|_| command_queue).map(|it| u64::from(it & 31) + 1),
        is_queue_on: page.u8(15).filter(|_| command_queue).map(|mode| mode & 1 == 1),
        life_used_a_ratio: since(7, 268).and_then(life_used),
        life_used_b_ratio: since(7, 269).and_then(life_used),
        reserve: since(7, 267).and_then(reserve),
        erase_group_bytes: erase_group,
        optimal_trim_bytes: since(6, 264).and_then(trim_unit),
        // OPTIMAL_WRITE_SIZE and OPTIMAL_READ_SIZE.
        optimal_write_bytes: times(since(6, 265), 4 * KIB),
        optimal_read_bytes: times(since(6, 266), 4 * KIB),
        // SEC_FEATURE_SUPPORT.
        supports_trim: since(5, 231).map(|bits| bits >> 4 & 1 == 1),
        supports_sanitize: since(6, 231).map(|bits| bits >> 6 & 1 == 1),
        erased_bits: page.u8(181).filter(|it| *it <= 1).map(|bits| bits.to_string()),
        boot_partition_bytes: page.u8(226).map(|it| u64::from(it) * 128 * KIB),
        rpmb_bytes: page.u8(168).map(|it| u64::from(it) * 128 * KIB),
        housekeeping: since(5, 163).filter(|_| page.u8(502) == Some(1)).and_then(housekeeping),
        housekeeping_due: since(5, 246).and_then(housekeeping_due),
        firmware: since(7, 254).and_then(|_| firmware(bytes.get(254..262)?)),
    })
}

/// `EXT_CSD_REV`.
fn version(revision: u8) -> Option<String> {
    let version = match revision {
        0 => "4.0",
        1 => "4.1",
        2 => "4.2",
        3 => "4.3",
        5 => "4.41",
        6 => "4.5",
        7 => "5.0",
        8 => "5.1",
        _ => return None,
    };
    Some(version.to_owned())
}

/// `DEVICE_TYPE`.
fn modes(bits: u8) -> Vec<String> {
    const MODES: [&str; 8] = [
        "26 MHz",
        "52 MHz",
        "52 MHz DDR 1.8 V or 3 V",
        "52 MHz DDR 1.2 V",
        "HS200 1.8 V",
        "HS200 1.2 V",
        "HS400 1.8 V",
        "HS400 1.2 V",
    ];
    let offered = MODES.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
    offered.map(|(_, mode)| (*mode).to_owned()).collect()
}

/// `HS_TIMING` (low half) and `BUS_WIDTH`.
fn timing(timing: u8, width: u8) -> Option<String> {
    let timing = match timing & 15 {
        0 => "backward compatible",
        1 => "high speed",
        2 => "HS200",
        3 => "HS400",
        _ => return None,
    };
    let width = match width & 15 {
        0 => "1 bit",
        1 => "4 bits",
        2 => "8 bits",
        5 => "4 bits DDR",
        6 => "8 bits DDR",
        _ => return Some(timing.to_owned()),
    };
    Some(format!("{timing}, {width}"))
}

/// `DEVICE_LIFE_TIME_EST`: n means up to n times 10 %, 11 means more than 100 %.
fn life_used(code: u8) -> Option<f64> {
    (1..=11).contains(&code).then(|| f64::from(code) / 10.0)
}

/// `PRE_EOL_INFO`.
fn reserve(code: u8) -> Option<String> {
    let state = match code {
        1 => "normal",
        2 => "warning",
        3 => "urgent",
        _ => return None,
    };
    Some(state.to_owned())
}

/// `OPTIMAL_TRIM_UNIT_SIZE`: 4 KiB doubled n - 1 times, up to 4 GiB; 0 means not reported.
fn trim_unit(code: u8) -> Option<u64> {
    (1..=21).contains(&code).then(|| (4 * KIB) << (code - 1))
}

/// `BKOPS_EN`.
fn housekeeping(bits: u8) -> Option<String> {
    let how = match bits & 3 {
        0 => "none",
        1 => "manual",
        _ => "auto",
    };
    Some(how.to_owned())
}

/// `BKOPS_STATUS`.
fn housekeeping_due(code: u8) -> Option<String> {
    let due = match code & 3 {
        0 => "none",
        1 => "not critical",
        2 => "performance impacted",
        _ => "critical",
    };
    Some(due.to_owned())
}

/// `FIRMWARE_VERSION`: makers write a text or a number.
fn firmware(bytes: &[u8]) -> Option<String> {
    let is_some = bytes.iter().any(|byte| *byte != 0);
    let digits = || bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    is_some.then(|| printable(bytes).unwrap_or_else(digits))
}
