//! Hashes of files, and salted hashes that replace private data.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// SHA-256, hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The key that makes the hashes of serial numbers differ between users: without it, nobody can find a serial number
/// by trying all of them. It stays on the computer where it was made.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt([u8; 32]);

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

/// Block size of SHA-256 in bytes. Source: RFC 2104, RFC 6234.
const BLOCK_BYTES: usize = 64;

impl Salt {
    /// Makes a salt of random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Parses the output of [`Self::to_text`]; `None` if the text is anything else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.trim();
        if digits.len() != 64 || !digits.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0_usize..).step_by(2)) {
            *byte = u8::from_str_radix(digits.get(at..at.saturating_add(2))?, 16).ok()?;
        }
        Some(Self(bytes))
    }

    /// Hexadecimal, with a line break.
    #[must_use]
    pub fn to_text(&self) -> String {
        hex(&self.0) + "\n"
    }

    /// The replacement for `text`: the first 12 hexadecimal digits of its HMAC-SHA-256 (RFC 2104). With a million
    /// drives, the probability that two share one is 1 in 500.
    #[must_use]
    pub fn of(&self, text: &str) -> String {
        let mut inner = [0x36_u8; BLOCK_BYTES];
        let mut outer = [0x5c_u8; BLOCK_BYTES];
        for (place, byte) in self.0.iter().enumerate() {
            inner[place] ^= byte;
            outer[place] ^= byte;
        }
        let inside = Sha256::new().chain_update(inner).chain_update(text.as_bytes()).finalize();
        let hash = Sha256::new().chain_update(outer).chain_update(inside).finalize();
        hex(hash.get(..6).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected value from `openssl dgst -sha256 -mac HMAC -macopt hexkey:0000..00`.
    #[test]
    fn a_serial_number_is_hidden_behind_an_hmac() {
        let salt = Salt::new([0; 32]);
        assert_eq!(salt.of(""), "b613679a0814");
        assert_ne!(salt.of("S4EWNX0R"), Salt::new([1; 32]).of("S4EWNX0R"));
        assert_eq!(Salt::from_text(&salt.to_text()), Some(salt.clone()));
        assert_eq!(Salt::from_text("00"), None);
        assert_eq!(Salt::from_text(&"é".repeat(32)), None);
        assert_eq!(format!("{salt:?}"), "Salt(..)", "a salt is in no log");
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
    }
}
