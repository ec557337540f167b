//! Jobs whose data are read back and verified.
//!
//! For this, fio writes headers with checksums; here the data follow from their address, or are the pattern itself.
//! So only fio can verify data that fio wrote, and a job that only reads is compared with the data of an earlier job.

use iogram_model::{Again, DataPattern, FewBytes, Text, text};

use super::super::fault::JobFault;
use super::super::value::Size;
use super::{Direction, FioJob, Options, unsupported, wrong_value};

/// Verification of a job's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Verify {
    /// The name of the seed of the data.
    pub(in super::super) seed: String,
    /// Whether it writes the data and reads them back afterwards. Otherwise it only writes, or only reads.
    pub(in super::super) reads_back: bool,
    /// Whether it only reads the data that it would have written.
    pub(in super::super) reads_alone: bool,
    /// Reads of written data between the writes, if any.
    pub(in super::super) backlog: Option<Again>,
    /// Whether another run wrote the data, or verifies them.
    pub(in super::super) outlives_run: bool,
}

/// Methods that put a header into every block; here the expected data follow from their address.
const SUMS: [&str; 18] = [
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
    "pattern_hdr",
];

const METHODS: Text = text!("interchange-checksum-crc32c-md5-meta-pattern-verify");
const PATTERNS: Text = text!("interchange-1-2-4-8-bytes-0xdeadbeef");

/// The verification method of the job; `None` for none.
pub(super) fn method<'a>(options: &Options<'a>) -> Result<Option<&'a str>, JobFault> {
    let Some(option) = options.find("verify") else {
        // As in fio, a pattern without a method is verified.
        return Ok(options.find("verify_pattern").map(|_| "pattern_hdr"));
    };
    match option.value.as_str() {
        "0" | "null" | "none" => Ok(None),
        known if SUMS.contains(&known) => Ok(Some(known)),
        _ => Err(unsupported(option, METHODS)),
    }
}

/// The data that the job writes or expects, in method syntax, if an option sets them.
pub(super) fn data(
    options: &Options<'_>,
    direction: &Direction,
) -> Result<Option<String>, JobFault> {
    let verify = method(options)?;
    let pattern = |key: &str, make: fn(FewBytes) -> DataPattern| {
        options.find(key).map_or(Ok(None), |option| match bytes(&option.value) {
            None => Err(wrong_value(option, PATTERNS)),
            Some(bytes) => match FewBytes::new(&bytes) {
                None => Err(unsupported(option, PATTERNS)),
                Some(few) => Ok(Some(make(few).to_string())),
            },
        })
    };
    let written = pattern("buffer_pattern", DataPattern::Repeated)?;
    match verify {
        None => {
            let takes = text!("interchange-no-buffer-pattern-beside-decides-written");
            options
                .only("dedupe_percentage", takes, |text| written.is_none() || is_off(text))?;
            Ok(written.filter(|_| direction.write_percent() > 0))
        }
        Some(method) => {
            let takes = text!("interchange-no-verify-beside-decides-written");
            let others = [
                "buffer_pattern",
                "zero_buffers",
                "buffer_compress_percentage",
                "dedupe_percentage",
            ];
            for key in others {
                options.only(key, takes, |text| key != "buffer_pattern" && is_off(text))?;
            }
            // With a checksum, fio puts its headers before the pattern.
            let make = match method {
                "pattern" => DataPattern::Repeated,
                _ => DataPattern::Headed,
            };
            let expected = pattern("verify_pattern", make)?;
            if method == "pattern" && expected.is_none() {
                let takes = text!("interchange-verify-pattern-beside-verify-pattern");
                options.only("verify", takes, |_| false)?;
            }
            Ok(Some(expected.unwrap_or_else(|| DataPattern::Placed.to_string())))
        }
    }
}

/// Whether an option with this value is off.
fn is_off(text: &str) -> bool {
    super::count(text) == Some(0)
}

/// Bytes of a pattern in fio's syntax: a number, in hexadecimal with its first byte first, or a text in quotation
/// marks.
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

/// The verification of the job's data, if any.
pub(super) fn read(
    options: &Options<'_>,
    (job, before): (&FioJob, &[FioJob]),
) -> Result<Option<Verify>, JobFault> {
    let reads_alone = options.switch("verify_only")?.unwrap_or(false);
    let backlog = backlog(options)?;
    if method(options)?.is_none() {
        let takes = text!("interchange-verify-says-compared");
        options.only("verify_only", takes, |_| !reads_alone)?;
        options.only("verify_backlog", takes, |_| backlog.is_none())?;
        return Ok(None);
    }
    let does = options.switch("do_verify")?.unwrap_or(true);
    refuse(options, job, (reads_alone, backlog))?;
    if job.direction.read_percent == 100 {
        return if does { of_reads(options, (job, before)) } else { Ok(None) };
    }
    // As in fio, a job that does not verify does not read between its writes either.
    let verify = Verify {
        seed: job.seed_of_loop(1),
        reads_back: does && backlog.is_none(),
        reads_alone: false,
        backlog: backlog.filter(|_| does),
        outlives_run: !does,
    };
    if !reads_alone {
        return Ok(Some(verify));
    }
    options.only(
        "do_verify",
        text!("interchange-1-beside-verify-only-nothing-else"),
        |_| does,
    )?;
    let of_another = Verify { reads_alone, reads_back: false, backlog: None, ..verify };
    let outlives = Verify { outlives_run: true, ..of_another.clone() };
    match writer_of(job, before) {
        None => Ok(Some(outlives)),
        Some((writer, true)) if writer.wrote_all_of(job) || writer.writes_what(job) => {
            Ok(Some(Verify { seed: writer.seed_of_loop(writer.loops), ..of_another }))
        }
        Some(_) => {
            let takes = text!("interchange-data-job-before-writes-same-verify");
            options.only("verify_only", takes, |_| false)?;
            Ok(None)
        }
    }
}

/// Number of writes that are verified at a time, and after how many.
pub(super) fn backlog(options: &Options<'_>) -> Result<Option<Again>, JobFault> {
    let takes = text!("interchange-whole-number-32-bits");
    let number = |key| {
        options.read(key, takes, |text| {
            super::whole(text, options.base).and_then(|it| u32::try_from(it).ok())
        })
    };
    let after = number("verify_backlog")?.filter(|&count| count > 0);
    // Without a backlog, fio ignores the option.
    let at_a_time = number("verify_backlog_batch")?.filter(|&count| count > 0);
    Ok(after.map(|after_count| Again::Read {
        count: at_a_time.unwrap_or(after_count),
        after_count,
    }))
}

/// Limit of loops, because each is one cell or two. Arbitrary.
const LOOPS_MAX: u64 = 1000;

/// Rejects jobs that cannot be verified.
fn refuse(
    options: &Options<'_>,
    job: &FioJob,
    (reads_alone, backlog): (bool, Option<Again>),
) -> Result<(), JobFault> {
    options.only("rw", text!("interchange-no-trims-where-data-compared-verify"), |_| {
        !job.direction.is_trim
    })?;
    let is_timed = job.time_us.is_some() || job.is_time_based;
    if job.direction.read_percent == 100 {
        let takes = text!("interchange-no-runtime-where-reads-compared-verify");
        for key in ["runtime", "time_based"] {
            options.only(key, takes, |_| !is_timed)?;
        }
    }
    let is_pass = ["seq", "permutation"].contains(&job.access.as_str());
    options.only("time_based", text!("interchange-0-beside-verify-only"), |_| {
        !(reads_alone && job.is_time_based)
    })?;
    options.only(
        "time_based",
        text!("interchange-blocks-size-each-come-once-beside"),
        |_| !job.is_time_based || is_pass || backlog.is_some(),
    )?;
    options.only(
        "numjobs",
        text!("interchange-1-beside-verify-runtime-verify-backlog"),
        |_| !is_timed || job.clones == 1 || backlog.is_some(),
    )?;
    options.only("loops", text!("interchange-1-where-read-alone-compared-verify"), |_| {
        let writes = job.direction.read_percent < 100 && !reads_alone;
        job.loops == 1 || writes && job.loops <= LOOPS_MAX
    })?;
    for key in ["write_bw_log", "write_iops_log", "write_lat_log"] {
        let takes = text!("interchange-loop-where-data-compared-verify-each");
        options.only(key, takes, |_| job.loops == 1)?;
    }
    options
        .only("steadystate", text!("interchange-no-verify-beside"), |_| job.steady.is_none())?;
    options.only("latency_target", text!("interchange-no-verify-beside"), |_| {
        job.target_latency.is_none()
    })?;
    let is_null = text!("interchange-engine-keeps-written-where-compared-verify");
    options.only("ioengine", is_null, |_| !job.is_null)
}

/// The last earlier job that writes to the same blocks, and whether it ends before this one begins.
fn writer_of<'a>(job: &FioJob, before: &'a [FioJob]) -> Option<(&'a FioJob, bool)> {
    let began = if job.begins_group {
        before.len()
    } else {
        before.iter().rposition(|it| it.begins_group).unwrap_or(0)
    };
    let mut writers = before.iter().enumerate().filter(|(_, it)| {
        it.writes() && it.home.is_shared_with(&job.home) && !it.is_apart_from(job)
    });
    writers.next_back().map(|(at, writer)| (writer, at < began))
}

/// The verification of a job that reads the data of an earlier job.
fn of_reads(
    options: &Options<'_>,
    (job, before): (&FioJob, &[FioJob]),
) -> Result<Option<Verify>, JobFault> {
    match writer_of(job, before) {
        Some((writer, true)) if writer.wrote_all_of(job) => Ok(Some(Verify {
            seed: writer.seed_of_loop(writer.loops),
            reads_back: false,
            reads_alone: false,
            backlog: None,
            outlives_run: false,
        })),
        _ => {
            let takes = text!("interchange-job-before-file-writes-whole-verify");
            options.only("verify", takes, |_| false)?;
            Ok(None)
        }
    }
}

impl FioJob {
    /// The name of the seed of each loop, from 1: each loop writes data different from those that the previous loop
    /// left.
    pub(in super::super) fn seed_of_loop(&self, number: u64) -> String {
        match number {
            1 => self.name.clone(),
            _ => format!("{}, loop {number}", self.name),
        }
    }

    /// Whether it wrote the data that `reader` would have written.
    fn writes_what(&self, reader: &Self) -> bool {
        let shape = |job: &Self| {
            (job.direction, job.access.clone(), job.blocks.clone(), job.data.clone())
        };
        let extent = |job: &Self| {
            (job.size, job.offset, job.increment, job.file_count, job.moved, job.request_count)
        };
        let is_same = shape(self) == shape(reader) && extent(self) == extent(reader);
        is_same && self.is_compared() && self.clones == 1 && reader.clones == 1
    }

    /// Whether it leaves exactly the data of its seed, complete.
    fn is_compared(&self) -> bool {
        self.verify.as_ref().is_some_and(|it| !it.reads_alone) && self.time_us.is_none()
    }

    /// Whether it wrote every block that `reader` can read, and nothing else there.
    fn wrote_all_of(&self, reader: &Self) -> bool {
        if self.direction.read_percent > 0 || !self.is_compared() {
            return false;
        }
        let is_whole = match self.size {
            Some(Size::Bytes(size)) => {
                self.moved.is_none_or(|it| it.bytes().is_some_and(|bytes| bytes >= size))
            }
            _ => self.moved.is_none(),
        };
        let meets_all = ["seq", "permutation"].contains(&self.access.as_str());
        let is_alone = self.clones == 1 && reader.clones == 1 && self.file_count == 1;
        let place = |job: &Self| (job.size, job.offset, job.increment, job.file_count);
        // If the size is not a multiple of the block, the part of a block at its end is not written.
        let fits = self.blocks == reader.blocks.as_writes()
            || matches!((self.size, self.blocks.single()), (Some(Size::Bytes(size)), Some(block))
                if size.checked_rem(block) == Some(0));
        let is_same = place(self) == place(reader) && self.data == reader.data;
        is_whole && meets_all && is_alone && is_same && fits && self.request_count.is_none()
    }
}
