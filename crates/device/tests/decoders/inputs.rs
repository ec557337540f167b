//! Inputs for decoders that nobody foresaw: random ones, damaged ones, cut ones.
//!
//! The same seed gives the same inputs for ever: the generator is the engine's SplitMix64 step.

use std::hint::black_box;

use iogram_device::decode::{
    decode_ata_identify, decode_ata_registers, decode_ata_smart, decode_ata_thresholds,
    decode_bos_speed, decode_ext_csd, decode_mmc_cid, decode_nvme_controller,
    decode_nvme_error_log, decode_nvme_firmware, decode_nvme_namespace, decode_nvme_smart,
    decode_offers_uas, decode_sd_cid, decode_sd_csd, decode_sd_scr, decode_sd_status,
    hex_bytes, printable,
};

/// A decoder under test.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoder {
    /// Its name.
    pub(crate) name: &'static str,
    /// Bytes that it wants; with fewer it has nothing to say. 0 where any number will do.
    pub(crate) length: usize,
    /// Whether it has something to say.
    pub(crate) finds: fn(&[u8]) -> bool,
    /// What it says, field by field.
    pub(crate) show: fn(&[u8]) -> String,
}

macro_rules! decoder {
    ($length:expr, $name:ident) => {
        decoder!($length, $name, $name)
    };
    ($length:expr, $name:ident, $decode:expr) => {
        Decoder {
            name: stringify!($name),
            length: $length,
            finds: |bytes| black_box($decode(bytes)).is_some(),
            show: |bytes| format!("{:#?}", $decode(bytes)),
        }
    };
}

/// Every decoder.
pub(crate) const DECODERS: [Decoder; 19] = [
    decoder!(16, decode_sd_cid),
    decoder!(16, decode_sd_csd),
    decoder!(8, decode_sd_scr),
    decoder!(64, decode_sd_status),
    decoder!(16, decode_mmc_cid),
    decoder!(512, decode_ext_csd),
    decoder!(4096, decode_nvme_controller),
    decoder!(4096, decode_nvme_namespace),
    decoder!(512, decode_nvme_smart),
    decoder!(0, decode_nvme_error_log, |bytes| Some(decode_nvme_error_log(bytes))
        .filter(|entries| !entries.is_empty())),
    decoder!(64, decode_nvme_firmware),
    decoder!(512, decode_ata_identify),
    decoder!(512, decode_ata_smart),
    decoder!(512, decode_ata_thresholds),
    decoder!(0, decode_ata_registers),
    decoder!(0, decode_bos_speed),
    decoder!(0, decode_offers_uas),
    decoder!(0, printable),
    decoder!(0, hex_bytes, |bytes| hex_bytes(&String::from_utf8_lossy(bytes))),
];

/// Bytes of an input for decoders that take any number.
const ANY_LENGTH: usize = 192;
/// So many inputs come from one page by damaging it further.
const FAMILY: u64 = 256;

/// What became of the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    /// Inputs given.
    pub(crate) given: u64,
    /// Of them shorter than the decoder wants.
    pub(crate) cut: u64,
    /// Inputs that were decoded to something.
    pub(crate) decoded: u64,
}

/// Gives `decoder` `count` inputs that follow from `seed`.
///
/// # Panics
///
/// If the decoder does, with the input; if it makes something of an input that is too short; if bytes
/// behind those that it wants change what it says.
pub(crate) fn try_decoder(decoder: Decoder, seed: u64, count: u64) -> Tally {
    let whole = if decoder.length == 0 { ANY_LENGTH } else { decoder.length };
    let mut random = Random(seed);
    let mut bytes = vec![0; whole + 8];
    let mut tally = Tally { given: count, ..Tally::default() };
    for index in 0..count {
        random.damage(&mut bytes, index);
        let end = if random.below(4) == 0 { random.below(whole + 1) } else { whole };
        let input = Input { name: decoder.name, seed, index, bytes: &bytes[..end] };
        let finds = (decoder.finds)(input.bytes);
        tally.decoded += u64::from(finds);
        if end < decoder.length {
            tally.cut += 1;
            assert!(!finds, "{} made something of {end} bytes", decoder.name);
        } else if decoder.length > 0 && index % FAMILY == 0 {
            let (exact, longer) = ((decoder.show)(input.bytes), (decoder.show)(&bytes));
            assert_eq!(exact, longer, "{} looked behind the end", decoder.name);
        }
    }
    tally
}

/// Says which input it was if the decoder panics on it.
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

    /// A page anew at the beginning of every family, of a kind by turns; then some bytes of it changed.
    fn damage(&mut self, bytes: &mut [u8], index: u64) {
        if index.is_multiple_of(FAMILY) {
            match index / FAMILY % 4 {
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
        for _ in 0..=self.below(8) {
            let at = self.below(bytes.len());
            let [value, kind, ..] = self.next().to_le_bytes();
            // Edges are likelier to matter than values in the middle.
            bytes[at] = match kind % 4 {
                0 => 0,
                1 => 0xff,
                2 => bytes[at] ^ 1 << (value % 8),
                _ => value,
            };
        }
    }
}
