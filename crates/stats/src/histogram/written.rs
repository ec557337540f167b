//! Encodes a histogram, and decodes one from an untrusted source.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use hdrhistogram::serialization::Deserializer;

use super::buckets::place;
use super::{Histogram, LATENCY_MAX_NS, SIGNIFICANT_DIGITS};

/// The reference implementation of the encoded form.
type Hdr = hdrhistogram::Histogram<u64>;

fn new_hdr() -> Hdr {
    Hdr::new_with_bounds(1, LATENCY_MAX_NS, SIGNIFICANT_DIGITS)
        .expect("constant bounds are valid")
}

/// The reason why bytes are not a histogram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot decode a latency histogram: {reason}")]
pub struct DecodeError {
    reason: String,
}

impl Histogram {
    /// Encodes the histogram in the `HdrHistogram` V2 format with DEFLATE, with at most [`Histogram::MAX_COUNT`] for
    /// each latency. It does not hold the exact minimum, maximum and sum.
    ///
    /// # Panics
    ///
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let counts = self.encode_counts();
        let mut bytes = COMPRESSED.to_be_bytes().to_vec();
        bytes.extend([0; 4]);
        let mut stream = ZlibEncoder::new(bytes, Compression::default());
        let mut bytes = stream
            .write_all(&header(counts.len()))
            .and_then(|()| stream.write_all(&counts))
            .and_then(|()| stream.finish())
            .expect("a histogram can be written to memory");
        let length = length_word(bytes.len().saturating_sub(8));
        if let Some(place) = bytes.get_mut(4..8) {
            place.copy_from_slice(&length);
        }
        bytes
    }

    /// Encodes the counts from the first bucket to the last non-empty one; a run of zeros becomes its negative
    /// length. It reads the buckets directly: a table and two copies of the bytes would take another megabyte.
    fn encode_counts(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut next = 0_u64;
        self.visit(|bucket| {
            let place = place(bucket.from_ns) as u64;
            match place.saturating_sub(next) {
                0 => {}
                1 => bytes.push(0),
                // The zigzag of -n.
                empty => push_number(&mut bytes, empty.saturating_mul(2).saturating_sub(1)),
            }
            push_number(&mut bytes, bucket.count.min(Self::MAX_COUNT) << 1);
            next = place.saturating_add(1);
        });
        if bytes.is_empty() {
            // The first bucket of an empty histogram.
            bytes.push(0);
        }
        bytes
    }

    /// [`Histogram::encode`] in base64, the form that records keep.
    #[must_use]
    pub fn to_text(&self) -> String {
        BASE64.encode(self.encode())
    }

    /// Decodes the output of [`Histogram::to_text`], with the limits of [`Histogram::decode`].
    ///
    /// # Errors
    ///
    /// Fails if the text is not base64 or not a histogram.
    pub fn from_text(text: &str) -> Result<Self, DecodeError> {
        let bytes = BASE64
            .decode(text)
            .map_err(|error| DecodeError { reason: format!("not base64 ({error})") })?;
        Self::decode(&bytes)
    }

    /// Decodes the output of [`Histogram::encode`]. Minimum, maximum and mean then come from the buckets.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not in that format or have other bounds.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let plain = inflate(bytes)?;
        let counts: Hdr =
            Deserializer::new().deserialize(&mut &*plain).map_err(|error| DecodeError {
                reason: format!("the bytes are not in HdrHistogram's V2 format ({error})"),
            })?;
        let mut whole = new_hdr();
        whole
            .add(&counts)
            .map_err(|error| DecodeError { reason: format!("other bounds ({error})") })?;
        let mut histogram = Self::new();
        for bucket in counts.iter_recorded() {
            let (value, times) = (bucket.value_iterated_to(), bucket.count_at_value());
            histogram.count = histogram.count.saturating_add(times);
            histogram.sum = histogram.sum.saturating_add(
                u128::from(counts.median_equivalent(value)).saturating_mul(u128::from(times)),
            );
        }
        let buckets = histogram.make_many();
        for bucket in whole.iter_recorded() {
            buckets.record_many(bucket.value_iterated_to(), bucket.count_at_value());
        }
        if histogram.count > 0 {
            (histogram.min, histogram.max) = (counts.min(), counts.max());
        }
        Ok(histogram)
    }
}

/// Cookies of a compressed histogram and of its inflated contents. Source: `HdrHistogram`'s V2 encoding.
const COMPRESSED: u32 = 0x1c84_9314;
const PLAIN: u32 = 0x1c84_9313;

/// The header of this many bytes of counts. Source: `HdrHistogram`'s V2 encoding: cookie, length of the counts, index
/// offset, digits, lowest and highest value, ratio, in network order.
fn header(length: usize) -> Vec<u8> {
    let mut bytes = PLAIN.to_be_bytes().to_vec();
    bytes.extend(length_word(length));
    bytes.extend([0_u32, u32::from(SIGNIFICANT_DIGITS)].map(u32::to_be_bytes).concat());
    bytes.extend([1, LATENCY_MAX_NS].map(u64::to_be_bytes).concat());
    bytes.extend(1_f64.to_be_bytes());
    bytes
}

fn length_word(length: usize) -> [u8; 4] {
    u32::try_from(length).expect("nine bytes a bucket at most").to_be_bytes()
}

/// Encodes seven bits per byte, the lowest first, with the high bit set if more follow; the ninth byte uses all eight
/// bits. Source: `HdrHistogram`'s V2 encoding (`ZigZag` LEB128-64b9B).
fn push_number(bytes: &mut Vec<u8>, number: u64) {
    let mut rest = number;
    for _ in 0..8 {
        let [low, ..] = rest.to_le_bytes();
        rest >>= 7;
        if rest == 0 {
            bytes.push(low & 0x7f);
            return;
        }
        bytes.push(low | 0x80);
    }
    let [last, ..] = rest.to_le_bytes();
    bytes.push(last);
}

/// Most bytes of an inflated histogram. Arbitrary: three times the size of all buckets within the bounds of this
/// type, each with the longest count.
const INFLATED_MAX: u64 = 1 << 20;

/// Inflates an encoded histogram. Its header states how much memory it needs and how large it inflates, so a few
/// bytes could demand gigabytes; both are checked first. Source: HdrHistogram's V2 encoding: cookie and length, then
/// as zlib stream or plainly cookie, length of the counts, index offset, digits, lowest and highest value, ratio, 40
/// bytes together, in network order.
fn inflate(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    const HEADER: usize = 40;
    let reason = |reason: String| DecodeError { reason };
    let word = |bytes: &[u8], at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
    };
    let mut plain = Vec::new();
    if word(bytes, 0) == Some(COMPRESSED) {
        let stream = bytes.get(8..).unwrap_or_default();
        ZlibDecoder::new(stream)
            .take(INFLATED_MAX)
            .read_to_end(&mut plain)
            .map_err(|error| reason(format!("it cannot be inflated ({error})")))?;
    } else {
        plain.extend_from_slice(bytes);
    }
    let header = plain.len().checked_sub(HEADER).zip(word(&plain, 4)).zip(word(&plain, 12));
    let Some(((counts, length), digits)) = header else {
        return Err(reason("it is shorter than a header".to_owned()));
    };
    if usize::try_from(length) != Ok(counts) {
        return Err(reason(format!("{counts} bytes of counts where its header says {length}")));
    }
    if digits > u32::from(SIGNIFICANT_DIGITS) {
        return Err(reason(format!("{digits} digits, more than {SIGNIFICANT_DIGITS}")));
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::{Serializer as _, V2DeflateSerializer};

    use super::super::tests::{of, values};
    use super::*;

    /// The reference implementation's encoding of the same counts.
    fn as_the_reference(histogram: &Histogram) -> Vec<u8> {
        let mut counts = new_hdr();
        for bucket in histogram.buckets() {
            counts.saturating_record_n(bucket.from_ns, bucket.count.min(Histogram::MAX_COUNT));
        }
        let mut bytes = Vec::new();
        V2DeflateSerializer::new().serialize(&counts, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_what_the_reference_writes() {
        let mut all: Vec<Histogram> =
            [0, 1, 2, 255, 256, 5_000, 300_000].map(|count| of(&values(8, count))).into();
        // Gaps of one and of many buckets, and counts of every length up to the largest.
        for bits in 0..64 {
            let mut histogram = of(&[1, 3, 4, 7]);
            histogram.record_many(1 << (bits / 2), 1 << bits);
            histogram.record_many(LATENCY_MAX_NS, (1 << bits) - 1);
            all.push(histogram);
        }
        all.push(of(&[0, u64::MAX]));
        for histogram in &all {
            assert!(histogram.encode() == as_the_reference(histogram), "{}", histogram.count());
        }
    }

    #[test]
    fn more_than_the_written_form_holds_is_written_as_the_most_of_it() {
        let mut histogram = Histogram::new();
        histogram.record_many(1_000, u64::MAX);
        let read = Histogram::from_text(&histogram.to_text()).unwrap();
        assert_eq!(read.count(), Histogram::MAX_COUNT);
    }

    #[test]
    fn an_encoded_histogram_comes_back_with_the_same_quantiles() {
        let histogram = of(&values(5, 200_000));
        let decoded = Histogram::decode(&histogram.encode()).unwrap();
        assert_eq!(decoded.quantiles().p99, histogram.quantiles().p99);
        assert_eq!(decoded.count(), histogram.count());
        assert_eq!(Histogram::from_text(&histogram.to_text()), Ok(decoded));
        assert!(Histogram::decode(b"not a histogram").is_err());
    }

    /// The header of a histogram with counts of `length` bytes, and zeros in their place.
    fn forged(length: u32, digits: u32, zeros: usize) -> Vec<u8> {
        let mut bytes = PLAIN.to_be_bytes().to_vec();
        bytes.extend([length.to_be_bytes(), [0; 4], digits.to_be_bytes()].concat());
        bytes.extend(1_u64.to_be_bytes());
        bytes.extend(LATENCY_MAX_NS.to_be_bytes());
        bytes.extend(1_f64.to_be_bytes());
        bytes.resize(bytes.len() + zeros, 0);
        bytes
    }

    fn deflated(plain: &[u8]) -> Vec<u8> {
        let mut bytes = COMPRESSED.to_be_bytes().to_vec();
        let mut stream = flate2::read::ZlibEncoder::new(plain, Compression::best());
        bytes.extend([0xff; 4]);
        stream.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_header_that_asks_for_gigabytes_gets_none() {
        let (asks, bomb) = (forged(u32::MAX, 3, 8), forged(50 << 20, 3, 50 << 20));
        let fine = forged(8, 9, 8);
        for (bytes, expected) in [
            (&asks, "8 bytes of counts where its header says 4294967295"),
            (&deflated(&asks), "8 bytes of counts where its header says 4294967295"),
            (&deflated(&bomb), "where its header says 52428800"),
            (&fine, "9 digits, more than 3"),
            (&fine[..20].to_vec(), "shorter than a header"),
        ] {
            let error = Histogram::decode(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let (whole, cut) = (forged(8, 3, 8), forged(8, 3, 7));
        assert_eq!(Histogram::decode(&deflated(&whole)), Ok(Histogram::new()));
        assert!(Histogram::decode(&deflated(&cut)).is_err());
    }
}
