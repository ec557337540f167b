//! Jobs whose data are read back and compared.
//!
//! What fio writes for that has heads with sums; here it follows from its place, or is the pattern itself. So data that fio
//! wrote are compared by fio alone, and a job that only reads is compared with what a job before it wrote.

use iogram_model::{DataPattern, FewBytes};

use super::super::fault::JobFault;
use super::super::value::Size;
use super::{Direction, FioJob, Options, unsupported, wrong_value};

/// How a job's data are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Verify {
    /// The name of the seed that decides them.
    pub(in super::super) seed: String,
    /// Whether it writes them, and what it wrote is read back afterwards. Otherwise it only writes, or only reads.
    pub(in super::super) reads_back: bool,
}

/// Methods that put a head into every block: what is compared here follows from its place.
const SUMS: [&str; 17] = [
    "md5",
    "crc64",
    "crc32c",
    "crc32c-intel",
    "crc32",
    "crc16",
    "crc7",
    "xxhash",
    "sha512",
    "sha256",
    "sha1",
    "sha3-224",
    "sha3-256",
    "sha3-384",
    "sha3-512",
    "meta",
    "pattern",
];

const METHODS: &str =
    "a checksum such as crc32c or md5, meta, or pattern with a verify_pattern";
const PATTERNS: &str = "1, 2, 4 or 8 bytes such as 0xdeadbeef";

/// The method that the job asks for; `None` for none.
fn method<'a>(options: &Options<'a>) -> Result<Option<&'a str>, JobFault> {
    let Some(option) = options.find("verify") else { return Ok(None) };
    match option.value.as_str() {
        "0" | "null" | "none" => Ok(None),
        known if SUMS.contains(&known) => Ok(Some(known)),
        _ => Err(unsupported(option, METHODS)),
    }
}

/// What the job writes or expects, in the method's words, if an option says so.
pub(super) fn data(
    options: &Options<'_>,
    direction: &Direction,
) -> Result<Option<String>, JobFault> {
    let verify = method(options)?;
    let takes = match verify {
        Some("pattern") => PATTERNS,
        _ => "verify=pattern beside it: other data follow from their place",
    };
    if let Some(option) = options.find("verify_pattern").filter(|_| verify != Some("pattern")) {
        return Err(unsupported(option, takes));
    }
    let pattern = |key: &str| {
        options.find(key).map_or(Ok(None), |option| match bytes(&option.value) {
            None => Err(wrong_value(option, PATTERNS)),
            Some(bytes) => match FewBytes::new(&bytes) {
                None => Err(unsupported(option, PATTERNS)),
                Some(few) => Ok(Some(DataPattern::Repeated(few).to_string())),
            },
        })
    };
    let written = pattern("buffer_pattern")?;
    match verify {
        None => Ok(written.filter(|_| direction.write_percent() > 0)),
        Some(method) => {
            let takes = "no verify beside it, which decides what is written";
            for key in ["buffer_pattern", "zero_buffers", "buffer_compress_percentage"] {
                options.only(key, takes, |_| false)?;
            }
            let expected = pattern("verify_pattern")?;
            if method == "pattern" && expected.is_none() {
                let takes = "verify_pattern beside verify=pattern";
                options.only("verify", takes, |_| false)?;
            }
            Ok(Some(expected.unwrap_or_else(|| DataPattern::Placed.to_string())))
        }
    }
}

/// Bytes as fio's patterns say them: a number, in hexadecimal with its first byte first, or a text in quotation marks.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if let Some(text) = text.strip_prefix('"') {
        return Some(text.strip_suffix('"')?.as_bytes().to_vec()).filter(|it| !it.is_empty());
    }
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let padded =
            if digits.len() % 2 == 0 { digits.to_owned() } else { format!("0{digits}") };
        let pairs = padded.as_bytes().chunks(2);
        let read = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        return pairs.map(read).collect::<Option<Vec<u8>>>().filter(|it| !it.is_empty());
    }
    // A decimal number begins with its lowest byte (3.33, observed).
    let number: u32 = text.parse().ok()?;
    let all = number.to_le_bytes();
    let used = all.iter().rposition(|&byte| byte != 0).unwrap_or(0);
    all.get(..=used).map(<[u8]>::to_vec)
}

/// Whether and how the job's data are compared.
pub(super) fn read(
    options: &Options<'_>,
    (job, before): (&FioJob, &[FioJob]),
) -> Result<Option<Verify>, JobFault> {
    if method(options)?.is_none() {
        return Ok(None);
    }
    let does = options.switch("do_verify")?.unwrap_or(true);
    options.only(
        "rw",
        "writes alone or reads alone where they are compared (verify)",
        |_| !job.direction.is_trim && [0, 100].contains(&job.direction.read_percent),
    )?;
    let takes = "no runtime beside verify: as much is read back as is written";
    for key in ["runtime", "time_based"] {
        options.only(key, takes, |_| job.time_us.is_none() && !job.is_time_based)?;
    }
    options.only("loops", "1 where data are compared (verify)", |text| text == "1")?;
    options.only("steadystate", "no verify beside it", |_| job.steady.is_none())?;
    options.only("latency_target", "no verify beside it", |_| job.target_latency.is_none())?;
    let is_null = "an engine that keeps what is written, where that is compared (verify)";
    options.only("ioengine", is_null, |_| !job.is_null)?;
    if job.direction.read_percent == 0 {
        return Ok(Some(Verify { seed: job.name.clone(), reads_back: does }));
    }
    if !does {
        return Ok(None);
    }
    let writer =
        before.iter().enumerate().rev().find(|(_, it)| it.writes() && it.home == job.home);
    let began = if job.begins_group {
        before.len()
    } else {
        before.iter().rposition(|it| it.begins_group).unwrap_or(0)
    };
    let written = writer.filter(|(at, it)| *at < began && it.wrote_all_of(job));
    match written.and_then(|(_, writer)| writer.verify.as_ref()) {
        Some(verify) => Ok(Some(Verify { reads_back: false, ..verify.clone() })),
        None => {
            let takes = "what a job before it in the file writes whole, with verify; data of another \
                         run, or of fio, are not compared";
            options.only("verify", takes, |_| false)?;
            Ok(None)
        }
    }
}

impl FioJob {
    /// Whether it wrote every block that `reader` can read, and those data alone.
    fn wrote_all_of(&self, reader: &Self) -> bool {
        let is_whole = match self.size {
            Some(Size::Bytes(size)) => self.io_bytes.is_none_or(|bytes| bytes >= size),
            _ => self.io_bytes.is_none(),
        };
        let meets_all = ["seq", "permutation"].contains(&self.access.as_str());
        let is_alone = self.clones == 1 && reader.clones == 1 && self.file_count == 1;
        let place = |job: &Self| (job.size, job.offset, job.increment, job.file_count);
        // At the end of a size that is no multiple of it, less than a block is left out.
        let fits = self.blocks == reader.blocks.as_writes()
            || matches!((self.size, self.blocks.single()), (Some(Size::Bytes(size)), Some(block))
                if size.checked_rem(block) == Some(0));
        let is_same = place(self) == place(reader) && self.data == reader.data;
        is_whole && meets_all && is_alone && is_same && fits && self.request_count.is_none()
    }
}
