//! The extra fields of a file in a ZIP archive, which other programs read.
//!
//! Source: PKWARE APPNOTE.TXT 6.3.10, 4.5; Info-ZIP, `proginfo/extrafld.txt` of Zip 3.0.

/// Whether `extra` holds only times and owners of a file: 0x5455, 0x7875, 0x5855, and the times of NTFS, 0x000a. Any
/// other field can change the file for another program: 0x7075 gives it another name, 0x0001 another size.
pub(crate) fn is_harmless(extra: &[u8]) -> bool {
    let mut seen = Vec::new();
    let mut rest = extra;
    while !rest.is_empty() {
        let Some((head, behind)) = rest.split_first_chunk::<4>() else { return false };
        let [kind_low, kind_high, size_low, size_high] = *head;
        let kind = u16::from_le_bytes([kind_low, kind_high]);
        let size = usize::from(u16::from_le_bytes([size_low, size_high]));
        let Some((data, next)) = behind.split_at_checked(size) else { return false };
        if seen.contains(&kind) || !is_known(kind, data) {
            return false;
        }
        seen.push(kind);
        rest = next;
    }
    true
}

/// Whether a field has the exact form of its kind, with no room for other data.
fn is_known(kind: u16, data: &[u8]) -> bool {
    match (kind, data) {
        // Flags for three times, then those times; the central directory has only the first.
        (0x5455, [flags, times @ ..]) => {
            let all = usize::try_from(flags.count_ones()).unwrap_or(usize::MAX);
            *flags <= 7
                && (times.len() == all.saturating_mul(4)
                    || flags & 1 == 1 && times.len() == 4
                    || times.is_empty())
        }
        // A version, then the user and group ids, each with its length.
        (0x7875, [1, 4, _, _, _, _, 4, _, _, _, _]) => true,
        // Two times; the local header adds the user and group ids.
        (0x5855, times) => matches!(times.len(), 8 | 12),
        // Reserved bytes, then one list of three times.
        (0x000a, [0, 0, 0, 0, 1, 0, 24, 0, times @ ..]) => times.len() == 24,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(kind: u16, data: &[u8]) -> Vec<u8> {
        let size = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes()[..], &size.to_le_bytes(), data].concat()
    }

    #[test]
    fn times_and_owners_are_harmless_and_nothing_else_is() {
        let (time, owner) = (field(0x5455, &[3; 9]), [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0]);
        let ntfs = [&[0, 0, 0, 0, 1, 0, 24, 0][..], &[7; 24]].concat();
        for fine in [
            Vec::new(),
            time.clone(),
            field(0x5455, &[3; 5]),
            [time.clone(), field(0x7875, &owner)].concat(),
            field(0x000a, &ntfs),
            field(0x5855, &[1; 12]),
        ] {
            assert!(is_harmless(&fine), "{fine:x?}");
        }
        let words = b"Nobody sees this.";
        for bad in [
            field(0x7075, words),
            field(0x6375, words),
            field(0x0001, &[0; 16]),
            field(0x9901, &[0; 7]),
            field(0xcafe, words),
            field(0x5455, words),
            field(0x7875, words),
            field(0x7875, &[&owner[..], b"x"].concat()),
            field(0x000a, &[&ntfs[..], b"x"].concat()),
            field(0x5855, words),
            [time.clone(), time.clone()].concat(),
            [time.clone(), vec![0]].concat(),
            time[..8].to_vec(),
            words.to_vec(),
        ] {
            assert!(!is_harmless(&bad), "{bad:x?}");
        }
    }
}
