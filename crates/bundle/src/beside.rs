//! What a ZIP archive says of a file beside its name, sizes and data, where other programs read it.
//!
//! Source: PKWARE APPNOTE.TXT 6.3.10, 4.5; Info-ZIP, `proginfo/extrafld.txt` of Zip 3.0.

/// Fields that say when a file was changed, and whose it is: 0x5455, 0x7875, 0x5855, and times of NTFS, 0x000a. Every other one
/// may change what a program makes of the file: 0x7075 gives it another name, 0x0001 another size.
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

/// Whether a field has the form of its kind, so that nothing else is in it.
fn is_known(kind: u16, data: &[u8]) -> bool {
    match (kind, data) {
        // Flags for each of three times, and those times; the directory has the first alone.
        (0x5455, [flags, times @ ..]) => {
            let all = usize::try_from(flags.count_ones()).unwrap_or(usize::MAX);
            *flags <= 7
                && (times.len() == all.saturating_mul(4)
                    || flags & 1 == 1 && times.len() == 4
                    || times.is_empty())
        }
        // A version, and the numbers of user and group, each with its length.
        (0x7875, [1, 4, _, _, _, _, 4, _, _, _, _]) => true,
        // Two times; before the data the numbers of user and group, too.
        (0x5855, times) => matches!(times.len(), 8 | 12),
        // Nothing, and one list of three times.
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
