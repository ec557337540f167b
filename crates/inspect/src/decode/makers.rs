//! Makers that were seen with each manufacturer number of SD cards and eMMC.
//!
//! The SD Association and JEDEC assign the numbers and publish no list. These are from cards and chips of known
//! makers; a fake card may carry any number.

/// SD cards.
pub(super) fn sd_maker(id: u64) -> Option<&'static str> {
    Some(match id {
        0x01 => "Panasonic",
        0x02 => "Toshiba or Kioxia",
        0x03 => "SanDisk or Western Digital",
        0x09 => "ATP",
        0x13 => "KingMax",
        0x1b => "Samsung",
        0x1d => "ADATA",
        0x27 => "Phison",
        0x28 => "Lexar",
        0x31 => "Silicon Power",
        0x41 => "Kingston",
        0x5d => "Swissbit",
        0x74 => "Transcend",
        0x76 => "Patriot",
        0x82 => "Sony",
        0x9c => "Angelbird or Hoodman",
        0xad => "Longsys",
        _ => return None,
    })
}

/// eMMC.
pub(super) fn mmc_maker(id: u64) -> Option<&'static str> {
    Some(match id {
        0x02 | 0x45 => "SanDisk or Western Digital",
        0x11 => "Toshiba or Kioxia",
        0x13 | 0xfe => "Micron",
        0x15 => "Samsung",
        0x70 => "Kingston",
        0x90 => "SK hynix",
        0x9b => "YMTC",
        _ => return None,
    })
}
