//! What is on a drive, so that two looks at it can be compared.
//!
//! Knows how contents get a name. Must not know whose they are, nor what they should be.

use std::collections::{BTreeMap, VecDeque};

/// What every drive contained when it was looked at last, and the time before.
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

/// How many contents of a drive are kept: those before and after something was done to it.
const KEPT_COUNT: usize = 2;

impl Contents {
    /// A name for `bytes`, everything on `drive`: a name that was given before only if every byte is the same. They are
    /// compared and not hashed, which is the better proof and a twentieth of the time.
    pub(super) fn name(&mut self, drive: &str, bytes: Vec<u8>) -> String {
        let kept = self.kept.entry(drive.to_owned()).or_default();
        let known = kept.iter().position(|seen| seen.bytes == bytes);
        let seen = known.and_then(|index| kept.remove(index)).unwrap_or_else(|| {
            self.count += 1;
            Seen { bytes, name: format!("contents {} of {drive}", self.count) }
        });
        let name = seen.name.clone();
        // The last that was seen in front, and what was seen longest ago goes.
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
            // It comes back, and is known again.
            assert_eq!(look("sata", &[7; 7000]), full, "{at}");
        }
        assert_ne!(look("sata", &[7; 6999]), full);
        assert_ne!(look("sata", &[]), full);
        assert_ne!(look("uas", &[7; 7000]), full);
    }
}
