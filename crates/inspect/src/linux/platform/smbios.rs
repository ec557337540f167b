//! The memory modules from the firmware's table.
//!
//! Pure and total. Source: DMTF DSP0134, System Management BIOS 3.7, sections 6.1 (structures), 7.18 (Memory Device,
//! type 17).

use std::collections::BTreeSet;

use iogram_model::MemoryRecord;

const MEMORY_DEVICE: u8 = 17;
const END: u8 = 127;

/// The modules in a table of structures; `None` if it contains none.
pub(super) fn decode_memory(table: &[u8]) -> Option<MemoryRecord> {
    let mut record = MemoryRecord::default();
    let mut kinds = BTreeSet::new();
    let mut rest = table;
    while let Some((structure, after)) = next(rest) {
        rest = after;
        match structure[0] {
            END => break,
            MEMORY_DEVICE => {}
            _ => continue,
        }
        let word = |at: usize| {
            let bytes = structure.get(at..at + 2)?;
            Some(u16::from_le_bytes([bytes[0], bytes[1]]))
        };
        // Size 0 means an empty socket.
        if word(0x0c).is_none_or(|size| size == 0) {
            continue;
        }
        record.module_count += 1;
        kinds.extend(structure.get(0x12).copied().and_then(kind));
        // The configured speed, otherwise the module's maximum. 0 means unknown, FFFFh means that a later field holds
        // it.
        let speeds = [word(0x20), word(0x15)];
        let speed = speeds.into_iter().flatten().find(|speed| (1..0xffff).contains(speed));
        let transfers = speed.map(|speed| u64::from(speed) * 1_000_000);
        record.transfers_per_s = match (record.transfers_per_s, transfers) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
    let kinds: Vec<&str> = kinds.into_iter().collect();
    record.kind = (!kinds.is_empty()).then(|| kinds.join(", "));
    (record.module_count > 0).then_some(record)
}

/// The formatted part of the first structure, and the bytes after its strings, which end with two zeros.
fn next(table: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = usize::from(*table.get(1)?);
    if length < 4 {
        return None;
    }
    let structure = table.get(..length)?;
    let strings = table.get(length..)?;
    let end = strings.windows(2).position(|pair| pair == [0, 0])?;
    Some((structure, strings.get(end + 2..)?))
}

fn kind(code: u8) -> Option<&'static str> {
    Some(match code {
        0x13 => "DDR2",
        0x18 => "DDR3",
        0x1a => "DDR4",
        0x1b => "LPDDR",
        0x1c => "LPDDR2",
        0x1d => "LPDDR3",
        0x1e => "LPDDR4",
        0x20 => "HBM",
        0x21 => "HBM2",
        0x22 => "DDR5",
        0x23 => "LPDDR5",
        0x24 => "HBM3",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(size: u16, kind: u8, speed: u16, configured: u16) -> Vec<u8> {
        let mut bytes = vec![0; 0x28];
        (bytes[0], bytes[1]) = (17, 0x28);
        bytes[0x0c..0x0e].copy_from_slice(&size.to_le_bytes());
        bytes[0x12] = kind;
        bytes[0x15..0x17].copy_from_slice(&speed.to_le_bytes());
        bytes[0x20..0x22].copy_from_slice(&configured.to_le_bytes());
        bytes.extend(b"DIMM 0\0Bank\0\0");
        bytes
    }

    #[test]
    fn modules_are_counted_and_the_slowest_speed_is_what_runs() {
        let other = [0, 4, 0, 0, 0, 0];
        let end = [127, 4, 0, 0, 0, 0];
        let table = [
            &other[..],
            &module(16384, 0x22, 5600, 4800),
            &module(0, 0x22, 0, 0),
            &module(16384, 0x22, 5600, 0),
            &end,
            &module(8192, 0x1a, 3200, 3200),
        ]
        .concat();
        let record = decode_memory(&table).unwrap();
        assert_eq!(record.module_count, 2);
        assert_eq!(record.kind.as_deref(), Some("DDR5"));
        assert_eq!(record.transfers_per_s, Some(4_800_000_000));
    }

    #[test]
    fn a_damaged_table_gives_what_stands_before_the_damage() {
        let whole = [module(1, 0x1a, 2666, 2400), module(1, 0x1a, 2666, 2400)].concat();
        for length in 0..whole.len() {
            let counted = decode_memory(&whole[..length]).map_or(0, |it| it.module_count);
            assert!(counted <= 1, "{length}");
        }
        assert_eq!(decode_memory(&whole).unwrap().module_count, 2);
        assert_eq!(decode_memory(&[17, 0, 0, 0, 0, 0]), None);
    }
}
