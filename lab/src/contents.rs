//! Compares the contents of a drive between two times.
//!
//! Knows how contents get a name. Must not know their drive, nor their expected state.

use std::collections::{BTreeMap, VecDeque};

/// The current and the previous contents of every drive.
#[derive(Debug, Default)]
pub(super) struct Contents {
    kept: BTreeMap<String, VecDeque<Seen>>,
    count: u32,
}

#[derive(Debug)]
struct Seen {
    bytes: Vec<u8>,
    name: String,
}

/// Number of kept contents of a drive: those before and after an action.
const KEPT_COUNT: usize = 2;

impl Contents {
    /// A name for `bytes`, everything on `drive`: an earlier name only if every byte is the same. Comparison is the
    /// better proof than a hash, and takes a twentieth of the time.
    pub(super) fn name(&mut self, drive: &str, bytes: Vec<u8>) -> String {
        let kept = self.kept.entry(drive.to_owned()).or_default();
        let known = kept.iter().position(|seen| seen.bytes == bytes);
        let seen = known.and_then(|index| kept.remove(index)).unwrap_or_else(|| {
            self.count += 1;
            Seen { bytes, name: format!("contents {} of {drive}", self.count) }
        });
        let name = seen.name.clone();
        // The newest goes in front, and the oldest is dropped.
        kept.truncate(KEPT_COUNT - 1);
        kept.push_front(seen);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_the_same_name_only_if_every_byte_is_the_same() {
        let mut contents = Contents::default();
        let mut look = |drive: &str, bytes: &[u8]| contents.name(drive, bytes.to_vec());
        let full = look("sata", &[7; 7000]);
        assert_eq!(look("sata", &[7; 7000]), full);
        for at in [0, 3500, 6999] {
            let mut other = vec![7; 7000];
            other[at] = 0;
            let altered = look("sata", &other);
            assert_ne!(altered, full, "{at}");
            assert_eq!(look("sata", &other), altered, "{at}");
            // Known contents return under their name.
            assert_eq!(look("sata", &[7; 7000]), full, "{at}");
        }
        assert_ne!(look("sata", &[7; 6999]), full);
        assert_ne!(look("sata", &[]), full);
        assert_ne!(look("uas", &[7; 7000]), full);
    }
}
