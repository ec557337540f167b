//! Fields of registers and pages: big-endian bit ranges, little-endian numbers, padded texts.

use std::ops::Range;

/// A register of `N` bytes, its bits numbered as SD and MMC do: 0 is the lowest bit of the last byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Register<const N: usize>([u8; N]);

impl<const N: usize> Register<N> {
    /// The first `N` bytes; `None` if there are fewer.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.first_chunk()?.to_owned()))
    }

    /// Bits `high` to `low`, both included. Bits outside the register read as 0.
    pub(crate) fn bits(&self, high: usize, low: usize) -> u64 {
        let bit = |number: usize| {
            let byte = N.checked_sub(1 + number / 8).and_then(|index| self.0.get(index));
            byte.map_or(0, |byte| u64::from(byte >> (number % 8) & 1))
        };
        (low..=high).rev().fold(0, |value, number| value << 1 | bit(number))
    }

    pub(crate) fn bit(&self, number: usize) -> bool {
        self.bits(number, number) == 1
    }

    /// Bits as whole bytes.
    pub(super) fn bytes(&self, high: usize, low: usize) -> Vec<u8> {
        let first = N.saturating_sub(high / 8 + 1);
        let end = N.saturating_sub(low / 8);
        self.0.get(first..end).unwrap_or_default().to_vec()
    }
}

/// A page of little-endian numbers. Fields beyond its end are `None`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page<'a>(pub &'a [u8]);

impl Page<'_> {
    fn array<const N: usize>(&self, offset: usize) -> Option<[u8; N]> {
        self.0.get(offset..)?.first_chunk().copied()
    }

    pub(crate) fn u8(&self, offset: usize) -> Option<u8> {
        self.0.get(offset).copied()
    }

    pub(crate) fn u16(&self, offset: usize) -> Option<u16> {
        self.array(offset).map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&self, offset: usize) -> Option<u32> {
        self.array(offset).map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&self, offset: usize) -> Option<u64> {
        self.array(offset).map(u64::from_le_bytes)
    }

    /// A number of 16 bytes; `None` also above 64 bits, which no counter of a drive reaches.
    pub(crate) fn u128(&self, offset: usize) -> Option<u64> {
        u64::try_from(u128::from_le_bytes(self.array(offset)?)).ok()
    }

    pub(crate) fn bit(&self, offset: usize, bit: u32) -> Option<bool> {
        self.u8(offset).map(|byte| byte >> bit & 1 == 1)
    }

    /// A text padded with spaces or zeros.
    pub(super) fn text(&self, range: Range<usize>) -> Option<String> {
        printable(self.0.get(range)?)
    }
}

/// A padded text; `None` if it is empty or has unprintable letters.
#[must_use]
pub fn printable(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_matches(|letter: char| letter == '\0' || letter.is_whitespace());
    let is_text = !text.is_empty()
        && text
            .chars()
            .all(|letter| !letter.is_control() && letter != char::REPLACEMENT_CHARACTER);
    is_text.then(|| text.to_owned())
}

/// The bytes of a text of hexadecimal digits, as sysfs shows registers; `None` if it is not one.
#[must_use]
pub fn hex_bytes(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim().as_bytes();
    let digit =
        |letter: u8| char::from(letter).to_digit(16).and_then(|it| u8::try_from(it).ok());
    if digits.is_empty() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let pairs = digits.chunks_exact(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

/// A number in the usual form of identifiers: `0x1b36`.
pub(crate) fn hex(value: u64, digits: usize) -> String {
    format!("0x{value:0digits$x}")
}

/// Kelvin as Celsius, one decimal; `None` for 0, which means "not reported".
pub(crate) fn celsius(kelvin: u16) -> Option<f64> {
    // Whole kelvins: the conventional offset of 273 gives whole degrees, as in every other tool.
    (kelvin != 0).then(|| f64::from(kelvin) - 273.0)
}

/// `None` for 0, if 0 means "not reported" in a standard.
pub(crate) fn reported(value: u64) -> Option<u64> {
    (value != 0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_counted_from_the_last_byte() {
        let register = Register::<2>::of(&[0b1010_0000, 0b0000_0011, 0xff]).unwrap();
        assert_eq!((register.bits(15, 13), register.bits(1, 0)), (0b101, 0b11));
        assert_eq!((register.bits(8, 1), register.bits(20, 16)), (1, 0));
        assert_eq!(register.bytes(15, 8), [0b1010_0000]);
        assert!(Register::<4>::of(&[0; 3]).is_none());
    }

    #[test]
    fn texts_that_cannot_be_printed_are_unknown() {
        assert_eq!(printable(b"  QEMU \0\0").as_deref(), Some("QEMU"));
        assert_eq!(printable(b"\0\0"), None);
        assert_eq!(printable(b"a\x01b"), None);
        assert_eq!(printable(b"a\xffb"), None);
    }

    #[test]
    fn hexadecimal_texts_are_read_or_refused() {
        assert_eq!(hex_bytes("0aFF\n"), Some(vec![0x0a, 0xff]));
        assert_eq!(hex_bytes("0af"), None);
        assert_eq!(hex_bytes("0x0a"), None);
        assert_eq!(hex_bytes(""), None);
    }
}
