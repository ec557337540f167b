//! SD status: the classes and allocation units of a card.
//!
//! Source: SD Physical Layer Simplified Specification 9.10, section 4.10.2.

use iogram_model::SdStatus;

use super::bits::Register;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Decodes the 64 bytes of an SD status; `None` if there are fewer.
#[must_use]
pub fn decode_sd_status(bytes: &[u8]) -> Option<SdStatus> {
    let status = Register::<64>::of(bytes)?;
    // PERFORMANCE_ENHANCE, for cards of an application class: bits 335:331 queue, 330 cache.
    let has_application = status.bits(339, 336) != 0;
    let queue = status.bits(335, 331);
    // ERASE_SIZE 0: the card reports no times.
    let units = status.bits(423, 408);
    let times = units != 0;
    let seconds = |count: u64| times.then_some(count * 1_000_000_000);
    Some(SdStatus {
        // DAT_BUS_WIDTH.
        bus_width: match status.bits(511, 510) {
            0 => Some("1 bit".to_owned()),
            2 => Some("4 bits".to_owned()),
            _ => None,
        },
        speed_class: speed_class(status.bits(447, 440)),
        uhs_grade: class("U", status.bits(399, 396), &[1, 3]),
        video_class: class("V", status.bits(391, 384), &[6, 10, 30, 60, 90]),
        application_class: class("A", status.bits(339, 336), &[1, 2]),
        allocation_unit_bytes: allocation_unit(status.bits(431, 428)),
        // UHS_AU_SIZE: the codes below 7 are reserved.
        uhs_allocation_unit_bytes: Some(status.bits(395, 392))
            .filter(|code| *code >= 7)
            .and_then(allocation_unit),
        // VSC_AU_SIZE, in MiB; 0 without a video class.
        video_allocation_unit_bytes: Some(status.bits(377, 368) * MIB).filter(|size| *size > 0),
        erase_unit_count: times.then_some(units),
        // ERASE_TIMEOUT and ERASE_OFFSET.
        erase_timeout_ns: seconds(status.bits(407, 402)).filter(|time| *time > 0),
        erase_offset_ns: seconds(status.bits(401, 400)),
        // The depth minus one; 0 means no queue.
        queue_depth: (has_application && queue != 0).then_some(queue + 1),
        supports_cache: has_application.then(|| status.bit(330)),
        supports_discard: Some(status.bit(313)),
        // FULE_SUPPORT.
        supports_full_erase: Some(status.bit(312)),
    })
}

/// `SPEED_CLASS`.
fn speed_class(code: u64) -> Option<String> {
    let class = match code {
        1 => "C2",
        2 => "C4",
        3 => "C6",
        4 => "C10",
        _ => return None,
    };
    Some(class.to_owned())
}

/// A class whose code is its number; `None` for 0 and for reserved ones.
fn class(letter: &str, code: u64, known: &[u64]) -> Option<String> {
    known.contains(&code).then(|| format!("{letter}{code}"))
}

/// `AU_SIZE`; the same codes for `UHS_AU_SIZE`.
fn allocation_unit(code: u64) -> Option<u64> {
    Some(match code {
        1..=9 => (16 * KIB) << (code - 1),
        10 => 8 * MIB,
        11 => 12 * MIB,
        12 => 16 * MIB,
        13 => 24 * MIB,
        14 => 32 * MIB,
        15 => 64 * MIB,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocation_units_double_and_then_do_not() {
        let sizes: Vec<_> = (0..16).filter_map(allocation_unit).collect();
        assert_eq!((sizes[0], sizes[8], sizes[9]), (16 * KIB, 4 * MIB, 8 * MIB));
        assert_eq!(sizes[10..], [12 * MIB, 16 * MIB, 24 * MIB, 32 * MIB, 64 * MIB]);
        assert_eq!(allocation_unit(16), None);
    }
}
