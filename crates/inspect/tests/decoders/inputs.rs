//! Unforeseen inputs for decoders: random ones, damaged ones, truncated ones.
//!
//! The same seed gives the same inputs for ever: the generator is the engine's SplitMix64 step.

use std::hint::black_box;

use iogram_inspect::decode::{
    decode_ata_identify, decode_ata_registers, decode_ata_smart, decode_ata_thresholds,
    decode_bos_speed, decode_ext_csd, decode_mmc_cid, decode_nvme_controller,
    decode_nvme_error_log, decode_nvme_firmware, decode_nvme_namespace,
    decode_nvme_ocp_written, decode_nvme_smart, decode_offers_uas, decode_sd_cid,
    decode_sd_csd, decode_sd_scr, decode_sd_status, hex_bytes, printable,
};

/// A decoder under test.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoder {
    /// Its name.
    pub(crate) name: &'static str,
    /// Bytes that it needs; with fewer it finds nothing. 0 if any number will do.
    pub(crate) length: usize,
    /// The beginning of a valid input; random ones are rarely close to one.
    pub(crate) sample: &'static [u8],
    /// Whether it finds something.
    pub(crate) finds: fn(&[u8]) -> bool,
    /// The decoded value, field by field.
    pub(crate) show: fn(&[u8]) -> String,
}

macro_rules! decoder {
    ($length:expr, $name:ident) => {
        decoder!($length, $name, b"", $name)
    };
    ($length:expr, $name:ident, $sample:expr) => {
        decoder!($length, $name, $sample, $name)
    };
    ($length:expr, $name:ident, $sample:expr, $decode:expr) => {
        Decoder {
            name: stringify!($name),
            length: $length,
            sample: $sample,
            finds: |bytes| black_box($decode(bytes)).is_some(),
            show: |bytes| format!("{:#?}", $decode(bytes)),
        }
    };
}

/// A page with the identifying number at its end.
const OCP_PAGE: [u8; 512] = {
    let guid = [
        0xc5, 0xaf, 0x10, 0x28, 0xea, 0xbf, 0xf2, 0xa4, 0x9c, 0x4f, 0x6f, 0x7c, 0xc9, 0x14,
        0xd5, 0xaf_u8,
    ];
    let mut page = [0; 512];
    let mut index = 0;
    while index < guid.len() {
        page[496 + index] = guid[index];
        index += 1;
    }
    page
};

/// Every decoder.
pub(crate) const DECODERS: &[Decoder] = &[
    decoder!(16, decode_sd_cid),
    decoder!(16, decode_sd_csd),
    decoder!(8, decode_sd_scr),
    decoder!(64, decode_sd_status),
    decoder!(16, decode_mmc_cid),
    decoder!(512, decode_ext_csd),
    decoder!(4096, decode_nvme_controller),
    decoder!(4096, decode_nvme_namespace),
    decoder!(512, decode_nvme_smart),
    decoder!(0, decode_nvme_error_log, b"", |bytes| Some(decode_nvme_error_log(bytes))
        .filter(|entries| !entries.is_empty())),
    decoder!(512, decode_nvme_ocp_written, &OCP_PAGE),
    decoder!(64, decode_nvme_firmware),
    decoder!(512, decode_ata_identify),
    decoder!(512, decode_ata_smart),
    decoder!(512, decode_ata_thresholds),
    decoder!(
        0,
        decode_ata_registers,
        b"\x72\x01\0\x1d\0\0\0\x10\x01\0\x09\x0c\0\0\0\0\0\0\0\x4f\0\xc2\0\x50"
    ),
    decoder!(
        0,
        decode_bos_speed,
        b"\x05\x0f\x16\0\x02\x0a\x10\x03\0\x0e\0\x01\x0a\x20\0\x10\x10\x0a\0\0\0\0\0\0\x11\0\0\x30\x40\x0a\0"
    ),
    decoder!(0, decode_offers_uas, b"\x09\x04\0\0\x04\x08\x06\x62\0\x07\x05\x01\x02\0\x04\0"),
    decoder!(0, printable, b"Example SSD "),
    decoder!(0, hex_bytes, b"0123456789abcdef", |bytes| hex_bytes(&String::from_utf8_lossy(bytes))),
];

/// Bytes of an input for decoders that accept any number.
const ANY_LENGTH: usize = 192;
/// Number of inputs from one page by cumulative damage; fewer if little damage makes a page invalid.
const FAMILY: u64 = 256;
const SHORT_FAMILY: u64 = 8;

/// Counts of the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    /// Inputs given.
    pub(crate) given: u64,
    /// Inputs shorter than the decoder needs.
    pub(crate) cut: u64,
    /// Inputs that were decoded to something.
    pub(crate) decoded: u64,
}

/// Gives `decoder` `count` inputs that follow from `seed`.
///
/// # Panics
///
/// If the decoder does, with the input; if it finds something in an input that is too short; if bytes beyond the
/// needed ones change the result.
pub(crate) fn try_decoder(decoder: Decoder, seed: u64, count: u64) -> Tally {
    let whole = if decoder.length == 0 { ANY_LENGTH } else { decoder.length };
    let family = if decoder.length == 0 { SHORT_FAMILY } else { FAMILY };
    let mut random = Random(seed);
    let mut bytes = vec![0; whole + 8];
    let mut tally = Tally { given: count, ..Tally::default() };
    for index in 0..count {
        if index.is_multiple_of(family) {
            random.renew(&mut bytes, decoder.sample, index / family);
        }
        random.damage(&mut bytes);
        let end = if random.below(4) == 0 { random.below(whole + 1) } else { whole };
        let input = Input { name: decoder.name, seed, index, bytes: &bytes[..end] };
        let finds = (decoder.finds)(input.bytes);
        tally.decoded += u64::from(finds);
        if end < decoder.length {
            tally.cut += 1;
            assert!(!finds, "{} made something of {end} bytes", decoder.name);
        } else if decoder.length > 0 && index.is_multiple_of(family) {
            let (exact, longer) = ((decoder.show)(input.bytes), (decoder.show)(&bytes));
            assert_eq!(exact, longer, "{} looked behind the end", decoder.name);
        }
    }
    tally
}

/// Prints the input if the decoder panics on it.
struct Input<'a> {
    name: &'static str,
    seed: u64,
    index: u64,
    bytes: &'a [u8],
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Self { name, seed, index, bytes } = self;
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            #[expect(clippy::print_stderr, reason = "the input is what a reader needs")]
            {
                eprintln!("{name}, seed {seed}, input {index}: {digits}");
            }
        }
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        iogram_engine::mix(self.0)
    }

    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        usize::try_from(self.next() % end.max(1)).unwrap_or(0)
    }

    /// Creates a new page, of alternating kinds.
    fn renew(&mut self, bytes: &mut [u8], sample: &[u8], turn: u64) {
        match turn % 5 {
            // Repeated, so that lists have many entries.
            4 if !sample.is_empty() => {
                let over_and_over = sample.iter().cycle();
                bytes.iter_mut().zip(over_and_over).for_each(|(byte, it)| *byte = *it);
            }
            0 => bytes.fill(0),
            1 => bytes.fill(0xff),
            2 => bytes.fill_with(|| b' ' + u8::try_from(self.next() % 95).unwrap_or(0)),
            _ => {
                for chunk in bytes.chunks_mut(8) {
                    chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
                }
            }
        }
    }

    /// Changes up to eight bytes. Extreme values are likelier to matter than those in the middle.
    fn damage(&mut self, bytes: &mut [u8]) {
        for _ in 0..=self.below(8) {
            let at = self.below(bytes.len());
            let [value, kind, ..] = self.next().to_le_bytes();
            bytes[at] = match kind % 4 {
                0 => 0,
                1 => 0xff,
                2 => bytes[at] ^ 1 << (value % 8),
                _ => value,
            };
        }
    }
}
