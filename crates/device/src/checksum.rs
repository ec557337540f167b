//! XXH64: detects damaged blocks among saved ones. It does not protect against deliberate changes.
//!
//! Source: xxHash fast digest algorithm, version 0.1.1 (the format document), section "XXH64".

const PRIMES: [u64; 5] = [
    0x9e37_79b1_85eb_ca87,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x85eb_ca77_c2b2_ae63,
    0x27d4_eb2f_1656_67c5,
];

/// The digest of `bytes` with seed 0.
#[must_use]
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let [p1, p2, p3, p4, p5] = PRIMES;
    let (stripes, rest) = bytes.as_chunks::<32>();
    let mut sum = if stripes.is_empty() {
        p5
    } else {
        let mut lanes = [p1.wrapping_add(p2), p2, 0, 0_u64.wrapping_sub(p1)];
        for stripe in stripes {
            let (words, _) = stripe.as_chunks::<8>();
            for (lane, word) in lanes.iter_mut().zip(words) {
                *lane = round(*lane, u64::from_le_bytes(*word));
            }
        }
        let turns = [1, 7, 12, 18];
        let start = lanes
            .iter()
            .zip(turns)
            .fold(0_u64, |sum, (lane, turn)| sum.wrapping_add(lane.rotate_left(turn)));
        lanes
            .iter()
            .fold(start, |sum, lane| (sum ^ round(0, *lane)).wrapping_mul(p1).wrapping_add(p4))
    };
    sum = sum.wrapping_add(bytes.len() as u64);
    let (words, rest) = rest.as_chunks::<8>();
    for word in words {
        sum ^= round(0, u64::from_le_bytes(*word));
        sum = sum.rotate_left(27).wrapping_mul(p1).wrapping_add(p4);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for half in halves {
        sum ^= u64::from(u32::from_le_bytes(*half)).wrapping_mul(p1);
        sum = sum.rotate_left(23).wrapping_mul(p2).wrapping_add(p3);
    }
    for byte in rest {
        sum ^= u64::from(*byte).wrapping_mul(p5);
        sum = sum.rotate_left(11).wrapping_mul(p1);
    }
    sum = (sum ^ sum >> 33).wrapping_mul(p2);
    sum = (sum ^ sum >> 29).wrapping_mul(p3);
    sum ^ sum >> 32
}

fn round(lane: u64, word: u64) -> u64 {
    let [p1, p2, ..] = PRIMES;
    lane.wrapping_add(word.wrapping_mul(p2)).rotate_left(31).wrapping_mul(p1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_published_one() {
        // The examples of the reference implementation and of its Python binding.
        assert_eq!(checksum(b""), 0xef46_db37_51d8_e999);
        assert_eq!(checksum(b"a"), 0xd24e_c4f1_a98c_6e5b);
        assert_eq!(checksum(b"abc"), 0x44bc_2cf5_ad77_0999);
        let long = b"Nobody inspects the spammish repetition";
        assert_eq!(checksum(long), 0xfbce_a83c_8a37_8bf1);
    }

    #[test]
    fn every_bit_counts() {
        let bytes = [7_u8; 77];
        let good = checksum(&bytes);
        for index in 0..bytes.len() * 8 {
            let mut other = bytes;
            other[index / 8] ^= 1 << (index % 8);
            assert_ne!(checksum(&other), good, "bit {index}");
        }
        assert_ne!(checksum(&bytes[..76]), good);
    }
}
