//! What is on a drive, so that two looks at it can be compared.
//!
//! Knows how contents get a name. Must not know whose they are, nor what they should be.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::Path;

use anyhow::{Context as _, Result};

/// The contents of each drive when it was last looked at.
#[derive(Debug, Default)]
pub(super) struct Contents(BTreeMap<String, Seen>);

#[derive(Debug)]
struct Seen {
    bytes: Vec<u8>,
    name: String,
}

impl Contents {
    /// A name for what the file `path` of the drive `drive` contains: the same as at the last look only if every byte is
    /// the same. They are compared and not hashed, which is the better proof and a twentieth of the time.
    pub(super) fn name(&mut self, drive: &str, path: &Path) -> Result<String> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(seen) = self.0.get(drive).filter(|seen| seen.bytes == bytes) {
            return Ok(seen.name.clone());
        }
        let name = name_of(&bytes);
        self.0.insert(drive.to_owned(), Seen { bytes, name: name.clone() });
        Ok(name)
    }
}

fn name_of(bytes: &[u8]) -> String {
    let mut namer = Namer::default();
    namer.add(bytes);
    namer.finish()
}

/// Names contents piece by piece. The name has 128 bits, so that contents which come back are known again; nobody makes
/// them collide on purpose. `SipHash`, because the standard library brings it optimised.
#[derive(Debug)]
pub(super) struct Namer([DefaultHasher; 2]);

impl Default for Namer {
    fn default() -> Self {
        Self([1, 2].map(|seed| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(seed);
            hasher
        }))
    }
}

impl Namer {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.iter_mut().for_each(|it| it.write(bytes));
    }

    pub(super) fn finish(&self) -> String {
        self.0.iter().map(|it| format!("{:016x}", it.finish())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_have_the_same_name_only_if_every_byte_is_the_same() {
        let path = std::env::temp_dir().join(format!("contents-{}", std::process::id()));
        let mut contents = Contents::default();
        let mut look = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            contents.name("sata", &path).unwrap()
        };
        let full = look(&[7; 70_000]);
        assert_eq!(look(&[7; 70_000]), full);
        for at in [0, 35_000, 69_999] {
            let mut other = vec![7; 70_000];
            other[at] = 0;
            let altered = look(&other);
            assert_ne!(altered, full, "{at}");
            assert_eq!(look(&other), altered, "{at}");
            // It comes back, and is known again.
            assert_eq!(look(&[7; 70_000]), full, "{at}");
        }
        let mut namer = Namer::default();
        [[7; 35_000]; 2].iter().for_each(|half| namer.add(half));
        assert_eq!(namer.finish(), full);
        assert_ne!(look(&[7; 69_999]), full);
        assert_ne!(look(&[]), full);
        std::fs::remove_file(&path).unwrap();
    }
}
