//! The written form of a histogram, and reading it from outside.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::read::ZlibDecoder;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};

use super::{Histogram, LATENCY_MAX_NS, SIGNIFICANT_DIGITS};

/// The form that is written and read.
type Hdr = hdrhistogram::Histogram<u64>;

fn new_hdr() -> Hdr {
    Hdr::new_with_bounds(1, LATENCY_MAX_NS, SIGNIFICANT_DIGITS)
        .expect("constant bounds are valid")
}

/// Why bytes are not a histogram.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot decode a latency histogram: {reason}")]
pub struct DecodeError {
    reason: String,
}

impl Histogram {
    /// In the `HdrHistogram` V2 format with DEFLATE, with at most [`Histogram::MAX_COUNT`] of a latency. The exact minimum, maximum and sum are not in it.
    ///
    /// # Panics
    ///
    /// Never: writing to memory does not fail.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.to_hdr(), &mut bytes)
            .expect("a histogram of 270 kB can be written to memory");
        bytes
    }

    fn to_hdr(&self) -> Hdr {
        let mut counts = new_hdr();
        for bucket in self.buckets() {
            counts.saturating_record_n(bucket.from_ns, bucket.count.min(Self::MAX_COUNT));
        }
        counts
    }

    /// [`Histogram::encode`] in base64, the form that records keep.
    #[must_use]
    pub fn to_text(&self) -> String {
        BASE64.encode(self.encode())
    }

    /// Reads what [`Histogram::to_text`] wrote, with the limits of [`Histogram::decode`].
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

    /// Reads what [`Histogram::encode`] wrote. Minimum, maximum and mean are then those of the buckets.
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

/// Most bytes of an inflated histogram. Arbitrary: three times what all buckets take within the bounds of
/// this type, each counted in the longest form.
const INFLATED_MAX: u64 = 1 << 20;

/// The plain form of an encoded histogram. It says itself how much memory it needs, and how much comes out of
/// it when it is inflated: a few bytes could ask for gigabytes, so both are looked at before.
/// Source: HdrHistogram's V2 encoding: cookie and length, then as zlib stream or plainly cookie, length of the
/// counts, index offset, digits, lowest and highest value, ratio, 40 bytes together, in network order.
fn inflate(bytes: &[u8]) -> Result<Vec<u8>, DecodeError> {
    const COMPRESSED: u32 = 0x1c84_9314;
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
    use super::super::LATENCY_MAX_NS;
    use super::super::tests::{of, values};
    use super::*;

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
    fn header(length: u32, digits: u32, zeros: usize) -> Vec<u8> {
        let mut bytes = 0x1c84_9313_u32.to_be_bytes().to_vec();
        bytes.extend([length.to_be_bytes(), [0; 4], digits.to_be_bytes()].concat());
        bytes.extend(1_u64.to_be_bytes());
        bytes.extend(LATENCY_MAX_NS.to_be_bytes());
        bytes.extend(1_f64.to_be_bytes());
        bytes.resize(bytes.len() + zeros, 0);
        bytes
    }

    fn deflated(plain: &[u8]) -> Vec<u8> {
        let mut bytes = 0x1c84_9314_u32.to_be_bytes().to_vec();
        let mut stream = flate2::read::ZlibEncoder::new(plain, flate2::Compression::best());
        bytes.extend([0xff; 4]);
        stream.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_header_that_asks_for_gigabytes_gets_none() {
        let (asks, bomb) = (header(u32::MAX, 3, 8), header(50 << 20, 3, 50 << 20));
        let fine = header(8, 9, 8);
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
        let (whole, cut) = (header(8, 3, 8), header(8, 3, 7));
        assert_eq!(Histogram::decode(&deflated(&whole)), Ok(Histogram::new()));
        assert!(Histogram::decode(&deflated(&cut)).is_err());
    }
}
