//! One job of a file, with its options parsed.

mod blocks;
mod ends;
mod errors;
mod floor;
mod flow;
mod named;
mod order;
mod percents;
mod place;
mod shares;
mod sizes;
mod steady;
mod values;
mod verify;
mod zones;

use iogram_model::{Again, Flow, RateFloor, Text, text};

use self::blocks::JobBlocks;
pub(super) use self::ends::resolve as resolve_ends;
pub(super) use self::errors::Tolerated;
pub(super) use self::named::written;
use self::named::{label, unused_name};
pub(super) use self::order::Direction;
pub(super) use self::percents::Percents;
pub(super) use self::place::Home;
pub(super) use self::shares::part;
use self::shares::{amount, delay, increment};
pub(super) use self::sizes::{offset_in, rounded, share_of};
pub(super) use self::steady::UntilSteady;
pub(super) use self::verify::Verify;
use super::denied::{unsupported, wrong_value};
use super::fault::{JobFault, Wrong};
use super::forms::is_bit;
use super::options::is_ignored;
use super::text::{JobOption, Section};
use super::value::{KbBase, Size, TimeUnit, count, is_on, size, time_us, whole};
use crate::export_merge::Since;

/// A parsed job.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "one for each switch of a job")]
pub struct FioJob {
    /// Its name; no other job of the file has it.
    pub name: String,
    /// Line of its section.
    pub line: u64,
    /// Its name in fio's own results; other jobs may have it, too.
    pub(super) label: String,
    /// Its options, by fio's first names, including those of global sections, in order.
    pub options: Vec<(String, String)>,
    /// The options of its own section.
    pub(super) own_options: Vec<(String, String)>,
    /// The percentiles for fio's output.
    pub(super) percents: Percents,
    /// Prefixes of the requested logs: rates, IOPS, latencies.
    pub logs: [Option<String>; 3],
    /// Whether its log names have no number, so that other jobs may write to the same logs.
    pub(super) has_common_logs: bool,
    pub(super) home: Home,
    pub(super) direction: Direction,
    /// The order of addresses, in method syntax.
    pub(super) access: String,
    pub(super) blocks: JobBlocks,
    pub(super) depth: u64,
    /// Minimum number of completions to reap at once.
    pub(super) reaped_min: u64,
    /// Whether it can have more than one outstanding request.
    pub(super) is_deep: bool,
    pub(super) clones: u64,
    /// Bytes that it touches after its offset, of all its files together; `None`: to the end of the target.
    pub(super) size: Option<Size>,
    /// Number of files that its file stands for.
    pub(super) file_count: u64,
    /// Bytes that it moves, if different from its size.
    pub(super) moved: Option<Size>,
    pub(super) loops: u64,
    pub(super) request_count: Option<u64>,
    pub(super) offset: Size,
    /// Distance between the beginnings of consecutive clones.
    pub(super) increment: Option<Size>,
    /// An offset that is a share is rounded to a multiple of this.
    pub(super) offset_align: u64,
    /// The offset before this rounding; `None` if it is not a share, or the bytes of the share are not known yet.
    pub(super) unrounded: Option<u64>,
    pub(super) time_us: Option<u64>,
    pub(super) is_time_based: bool,
    pub(super) ramp_us: u64,
    pub(super) delay_us: u64,
    /// In method syntax.
    pub(super) caching: &'static str,
    pub(super) sync: Option<String>,
    pub(super) is_fsync: bool,
    pub(super) data: String,
    /// Its pace, in method syntax; `None` is a closed loop.
    pub(super) rate: Option<String>,
    /// Start of the latency in fio's output.
    pub(super) latencies_since: Since,
    pub(super) is_null: bool,
    pub(super) begins_group: bool,
    /// Its options about ending other jobs.
    pub(super) exit: ends::Exit,
    /// Whether its end also ends the concurrent jobs.
    pub(super) ends_others: bool,
    pub(super) is_written_before: bool,
    pub(super) is_grouped: bool,
    pub(super) target_latency: Option<TargetLatency>,
    pub(super) steady: Option<UntilSteady>,
    /// The verification of its data; `None` if it has none.
    pub(super) verify: Option<Verify>,
    /// Errors after which it continues.
    pub(super) tolerated: Tolerated,
    /// The rates that it has to keep.
    pub(super) floor: Option<RateFloor>,
    /// Its weight among the requests of concurrent jobs, for one clone.
    pub(super) flow: Option<Flow>,
    /// Further requests at the addresses of its requests.
    pub(super) again: Option<Again>,
}

/// A search for the largest queue depth whose latency stays below a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TargetLatency {
    pub(super) limit_us: u64,
    /// Measuring time of each depth.
    pub(super) window_us: u64,
    /// The limited figure, in method syntax.
    pub(super) figure: &'static str,
}

impl FioJob {
    /// Whether every clone visits its addresses in order, from the first.
    pub(super) fn goes_in_order(&self) -> bool {
        ["seq", "strided=", "stretches="].iter().any(|it| self.access.starts_with(it))
    }

    /// Whether it uses no target at all: fio's engine `null`.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        self.is_null
    }

    /// Whether the data that it writes, or would write, are verified.
    pub(super) const fn compares_writes(&self) -> bool {
        self.verify.is_some() && self.direction.read_percent < 100
    }

    /// Whether it begins one of fio's reporting groups: with `stonewall` or `new_group`.
    pub(super) const fn begins_report(&self) -> bool {
        self.exit.begins_group()
    }

    /// Whether it writes or discards.
    #[must_use]
    pub const fn writes(&self) -> bool {
        self.direction.read_percent < 100 && !self.reads_alone()
    }

    /// Whether it only reads the data that it would write.
    pub(super) const fn reads_alone(&self) -> bool {
        matches!(&self.verify, Some(verify) if verify.reads_alone)
    }
}

/// The options of one section.
pub(super) struct Options<'a> {
    pub(super) section: &'a Section,
    pub(super) ignored: &'a [String],
    pub(super) base: KbBase,
}

const SIZES: Text = text!("interchange-size-4k-1g");
const TIMES: Text = text!("interchange-time-60-5m");
const COUNTS: Text = text!("interchange-whole-number");
const SWITCHES: Text = text!("interchange-0-1");

/// Switches that fio restricts to 0 and 1. Source: `FIO_OPT_BOOL` in fio's `options.c` (3.33).
const BOOLEANS: [&str; 11] = [
    "buffered",
    "direct",
    "do_verify",
    "end_fsync",
    "fsync_on_close",
    "ignore_zone_limits",
    "invalidate",
    "latency_run",
    "overwrite",
    "read_beyond_wp",
    "sprandom",
];

impl<'a> Options<'a> {
    pub(super) fn find(&self, key: &str) -> Option<&'a JobOption> {
        let is_there = !is_ignored(self.ignored, key);
        self.section.find(key).filter(|_| is_there)
    }

    /// The value, parsed by `read`.
    pub(super) fn read<T>(
        &self,
        key: &str,
        takes: Text,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, JobFault> {
        let Some(option) = self.find(key) else { return Ok(None) };
        read(&option.value).map(Some).ok_or_else(|| wrong_value(option, takes))
    }

    /// The base of the suffix `k`.
    fn kb_base(&self) -> Result<KbBase, JobFault> {
        let base = self.read("kb_base", text!("interchange-1000-1024"), |text| match text {
            "1000" => Some(KbBase::Decimal),
            "1024" => Some(KbBase::Binary),
            _ => None,
        })?;
        Ok(base.unwrap_or(KbBase::Binary))
    }

    fn size(&self, key: &str) -> Result<Option<Size>, JobFault> {
        let zones = self.in_zones(key).map(Size::Bytes);
        self.read(key, SIZES, |text| zones.or_else(|| size(text, self.base)))
    }

    pub(super) fn bytes(&self, key: &str) -> Result<Option<u64>, JobFault> {
        let zones = self.in_zones(key);
        self.read(key, SIZES, |text| zones.or_else(|| size(text, self.base)?.bytes()))
    }

    /// The bytes of a value in zones of `zonesize`, such as `8z`; `None` for any other value.
    fn in_zones(&self, key: &str) -> Option<u64> {
        let number = self.find(key)?.value.strip_suffix(['z', 'Z'])?;
        let zone = match self.find("zonesize") {
            Some(option) => size(&option.value, self.base)?.bytes()?,
            // The variable of `zonesize` is not set: any number of zones may be valid.
            None if self.section.said.is_cut => 1,
            None => return None,
        };
        count(number)?.checked_mul(zone)
    }

    fn time(&self, key: &str, unit: TimeUnit) -> Result<Option<u64>, JobFault> {
        self.read(key, TIMES, |text| time_us(text, unit))
    }

    pub(super) fn count(&self, key: &str) -> Result<Option<u64>, JobFault> {
        self.read(key, COUNTS, |text| whole(text, self.base))
    }

    fn positive(&self, key: &str) -> Result<Option<u64>, JobFault> {
        self.read(key, COUNTS, |text| whole(text, self.base).filter(|&number| number > 0))
    }

    pub(super) fn switch(&self, key: &str) -> Result<Option<bool>, JobFault> {
        let is_fine = |text: &str| !BOOLEANS.contains(&key) || is_bit(text);
        self.read(key, SWITCHES, |text| is_on(text).filter(|_| is_fine(text)))
    }

    /// Rejects the option unless `is_fine` holds for its value.
    pub(super) fn only(
        &self,
        key: &str,
        takes: Text,
        is_fine: impl FnOnce(&str) -> bool,
    ) -> Result<(), JobFault> {
        match self.find(key) {
            Some(option) if !is_fine(&option.value) => Err(unsupported(option, takes)),
            _ => Ok(()),
        }
    }
}

/// The fault that a job cannot run with the ones before it.
pub(super) fn together(job: &FioJob, why: Text) -> JobFault {
    JobFault { line: job.line, wrong: Wrong::Together { job: job.name.clone(), why } }
}

/// Reads a section; `before` are the jobs in front of it.
pub(super) fn read(
    section: &Section,
    ignored: &[String],
    before: &[FioJob],
) -> Result<FioJob, JobFault> {
    let binary = Options { section, ignored, base: KbBase::Binary };
    let options = Options { base: binary.kb_base()?, ..binary };
    refuse_values(&options)?;
    let direction = order::direction(&options)?;
    let blocks = blocks::read(&options, &direction.kinds())?;
    let engine = engine(&options)?;
    let depth = options.positive("iodepth")?.unwrap_or(1);
    let sizes = sizes::read(&options, &blocks)?;
    let access = order::access(&options, &direction, (&blocks, sizes.file_count))?;
    let said_files = options.positive("nrfiles")?.unwrap_or(1);
    let access = zones::in_zones(&options, access, (&blocks, said_files))?;
    let (sync, is_fsync) = sync(&options, &direction)?;
    let label = label(&options).to_owned();
    let name = unused_name(&label, before);
    let time_us = options.time("runtime", TimeUnit::Seconds)?.filter(|&time| time > 0);
    let mut job = FioJob {
        line: section.line,
        options: written(&section.said.options, ignored),
        own_options: written(section.own(), ignored),
        percents: percents::read(&options)?,
        logs: logs(&options, &name),
        has_common_logs: options.switch("per_job_logs")? == Some(false),
        home: place::of_job(&options, before)?,
        access,
        depth: if engine == Engine::OneByOne { 1 } else { depth },
        is_deep: engine != Engine::OneByOne,
        clones: options.positive("numjobs")?.unwrap_or(1),
        size: sizes.size,
        file_count: sizes.file_count,
        moved: sizes.amount,
        // fio treats zero as one.
        loops: options.count("loops")?.unwrap_or(1).max(1),
        request_count: options.positive("number_ios")?,
        offset: sizes.offset,
        increment: increment(&options)?,
        offset_align: sizes::offset_align(&options, &blocks)?,
        unrounded: None,
        time_us,
        // Without a time limit, fio ignores the option.
        is_time_based: time_us.is_some() && options.switch("time_based")?.unwrap_or(false),
        reaped_min: reaped_min(&options, depth)?,
        ramp_us: options.time("ramp_time", TimeUnit::Seconds)?.unwrap_or(0),
        delay_us: delay(&options)?.unwrap_or(0),
        caching: caching(&options)?,
        sync,
        is_fsync,
        data: data(&options, &direction)?,
        rate: order::pace(&options, &direction, &blocks)?,
        latencies_since: latencies_since(&options)?,
        is_null: engine == Engine::Null,
        begins_group: options.switch("stonewall")?.unwrap_or(false) || waits(&options, before)?,
        exit: ends::read(&options)?,
        ends_others: false,
        is_written_before: options.switch("overwrite")?.unwrap_or(false),
        is_grouped: options.switch("group_reporting")?.unwrap_or(false),
        target_latency: target_latency(&options)?,
        steady: steady::read(&options)?,
        tolerated: Tolerated::Nothing,
        floor: floor::read(&options, &direction)?,
        flow: flow::read(&options)?,
        verify: None,
        again: direction.writes_trimmed.then_some(Again::Write),
        name,
        label,
        direction,
        blocks,
    };
    job.verify = verify::read(&options, (&job, before))?;
    job.tolerated = errors::read(&options, &job)?;
    let backlog = job.verify.as_ref().and_then(|verify| verify.backlog);
    job.again = backlog.or(job.again);
    Ok(job)
}

/// Every invalid value of a section that cannot be read; [`read`] returns only the first fault.
pub(super) fn find_wrong_values(section: &Section, ignored: &[String]) -> Vec<JobFault> {
    let mut faults = wrong_values(section, ignored);
    // Each parser of several options stops at its first fault; without the faulty option it reaches the next one. In
    // later rounds only invalid values count, because a fault between two options may be caused by the one that was
    // left out.
    let mut left_out = ignored.to_vec();
    loop {
        let told = faults.iter().filter_map(JobFault::about);
        let new: Vec<String> =
            told.map(str::to_owned).filter(|it| !left_out.contains(it)).collect();
        if new.is_empty() {
            return faults;
        }
        left_out.extend(new);
        let more = wrong_values(section, &left_out).into_iter();
        faults.extend(more.filter(|it| matches!(it.wrong, Wrong::Value { .. })));
    }
}

/// The faults of values in a section with missing parts, limited to those that no missing part could change.
pub(super) fn find_values_alone(section: &Section, ignored: &[String]) -> Vec<JobFault> {
    let mut faults = find_wrong_values(section, ignored);
    faults.retain(|fault| matches!(fault.wrong, Wrong::Value { .. }));
    let options = Options { section, ignored, base: KbBase::Binary };
    faults.extend(engine(&options).err());
    faults.extend(order::word(&options).err());
    faults
}

/// The first invalid value of each parser of options.
fn wrong_values(section: &Section, ignored: &[String]) -> Vec<JobFault> {
    let binary = Options { section, ignored, base: KbBase::Binary };
    match binary.kb_base() {
        Ok(base) => values::find_wrong(&Options { base, ..binary }),
        Err(fault) => {
            let mut faults = values::find_wrong(&binary);
            faults.push(fault);
            faults
        }
    }
}

/// Measuring time of each depth if the file does not set one. Arbitrary.
const WINDOW_USUAL_US: u64 = 5_000_000;

fn target_latency(options: &Options<'_>) -> Result<Option<TargetLatency>, JobFault> {
    let window_us = options.time("latency_window", TimeUnit::Micros)?;
    let limit_us = options.time("latency_target", TimeUnit::Micros)?;
    options.only("latency_run", text!("interchange-0"), |text| is_on(text) == Some(false))?;
    let figure = match options.find("latency_percentile") {
        None => "latency_max_ns",
        Some(option) => match option.value.trim_end_matches('0').trim_end_matches('.') {
            "1" | "" => "latency_max_ns",
            "99" => "latency_p99_ns",
            "99.9" => "latency_p999_ns",
            "99.99" => "latency_p9999_ns",
            "99.999" => "latency_p99999_ns",
            _ => return Err(unsupported(option, text!("interchange-99-99-9-99-99-99"))),
        },
    };
    Ok(limit_us.filter(|&limit| limit > 0).map(|limit_us| TargetLatency {
        limit_us,
        // Shorter windows would have no samples.
        window_us: window_us.filter(|&time| time > 0).unwrap_or(WINDOW_USUAL_US).max(10_000),
        figure,
    }))
}

/// Rejects values that request unsupported features.
fn refuse_values(options: &Options<'_>) -> Result<(), JobFault> {
    let depth = options.find("iodepth").map_or("1", |option| option.value.as_str());
    options.only("iodepth_low", text!("interchange-most-value-iodepth"), |text| {
        let fits = |low: u64| whole(depth, options.base).is_none_or(|depth| low <= depth);
        whole(text, options.base).is_some_and(fits)
    })
}

/// Number of completions to reap before further submissions: with `iodepth_low`, the queue is filled again once no
/// more than that are outstanding.
fn reaped_min(options: &Options<'_>, depth: u64) -> Result<u64, JobFault> {
    let asked = options.count("iodepth_batch_complete_min")?.unwrap_or(1).max(1);
    let low = options.count("iodepth_low")?.filter(|&low| low > 0);
    Ok(low.map_or(asked, |low| asked.max(depth.saturating_sub(low))))
}

/// Whether it waits for a job. This equals a `stonewall` if that job is the only one that runs before it.
fn waits(options: &Options<'_>, before: &[FioJob]) -> Result<bool, JobFault> {
    let Some(option) = options.find("wait_for") else { return Ok(false) };
    let begun = before.iter().rposition(|job| job.begins_group).unwrap_or(0);
    let last = before.get(begun..).unwrap_or_default();
    match last {
        [only] if only.name == option.value => Ok(true),
        _ => Err(unsupported(option, text!("interchange-job-runs-before"))),
    }
}

/// Number of outstanding requests that an I/O engine supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Engine {
    OneByOne,
    Many,
    Null,
}

fn engine(options: &Options<'_>) -> Result<Engine, JobFault> {
    let Some(option) = options.find("ioengine") else {
        // fio's own default on Linux.
        return Ok(Engine::OneByOne);
    };
    Ok(match option.value.as_str() {
        "sync" | "psync" | "vsync" | "pvsync" | "pvsync2" => Engine::OneByOne,
        "libaio" | "io_uring" | "posixaio" => Engine::Many,
        "null" => Engine::Null,
        _ => {
            let takes = text!("interchange-sync-psync-pvsync-pvsync2-libaio-posixaio");
            return Err(unsupported(option, takes));
        }
    })
}

/// The durability of written data, in method syntax, and whether it is fsync.
fn sync(
    options: &Options<'_>,
    direction: &Direction,
) -> Result<(Option<String>, bool), JobFault> {
    let dsync =
        options.read("sync", text!("interchange-0-1-none-sync-dsync"), |text| match text {
            "0" | "none" => Some(false),
            "1" | "" | "sync" | "dsync" => Some(true),
            _ => None,
        })?;
    if direction.write_percent() == 0 {
        return Ok((None, false));
    }
    let every = |count: u64| match count {
        1 => "each".to_owned(),
        more => format!("every={more}"),
    };
    let fsync = options.count("fsync")?.filter(|&count| count > 0);
    let fdatasync = options.count("fdatasync")?.filter(|&count| count > 0);
    let mut ends = options.switch("end_fsync")?.unwrap_or(false);
    ends |= options.switch("fsync_on_close")?.unwrap_or(false);
    for (key, asked) in [("fsync", fsync), ("fdatasync", fdatasync)] {
        let takes = text!("interchange-0-1-trimwrite");
        options.only(key, takes, |_| {
            !direction.writes_trimmed || asked.is_none_or(|it| it == 1)
        })?;
    }
    let asked = [fsync.is_some(), fdatasync.is_some(), ends, dsync == Some(true)];
    if asked.into_iter().filter(|&is| is).count() > 1 {
        let keys = ["sync", "end_fsync", "fsync_on_close", "fdatasync", "fsync"];
        if let Some(option) = keys.iter().find_map(|key| options.find(key)) {
            return Err(unsupported(
                option,
                text!("interchange-no-other-option-makes-data-durable"),
            ));
        }
    }
    Ok(match (fsync, fdatasync) {
        (Some(count), _) => (Some(every(count)), true),
        (None, Some(count)) => (Some(every(count)), false),
        (None, None) if dsync == Some(true) => (Some("dsync".to_owned()), false),
        (None, None) if ends => (Some("end".to_owned()), true),
        (None, None) => (None, false),
    })
}

fn caching(options: &Options<'_>) -> Result<&'static str, JobFault> {
    let direct = options.switch("direct")?;
    let buffered = options.switch("buffered")?;
    let is_cold = options.switch("invalidate")?.unwrap_or(true);
    Ok(match (direct, buffered) {
        (Some(true), _) | (None, Some(false)) => "direct",
        _ if is_cold => "buffered-cold",
        _ => "buffered",
    })
}

/// fio counts latencies from issue even with a rate, unless separate threads submit the requests.
fn latencies_since(options: &Options<'_>) -> Result<Since, JobFault> {
    let said =
        options.read(
            "io_submit_mode",
            text!("interchange-inline-offload"),
            |text| match text {
                "inline" => Some(Since::Issue),
                "offload" => Some(Since::Due),
                _ => None,
            },
        );
    Ok(said?.unwrap_or(Since::Issue))
}

fn data(options: &Options<'_>, direction: &Direction) -> Result<String, JobFault> {
    if let Some(data) = verify::data(options, direction)? {
        return Ok(data);
    }
    if options.switch("zero_buffers")? == Some(true) {
        dedupe(options, direction)?;
        return Ok("zeros".to_owned());
    }
    let takes = text!("interchange-0-100");
    let percent = options.read("buffer_compress_percentage", takes, |text| {
        count(text).filter(|&percent| percent <= 100)
    })?;
    if let Some(share) = dedupe(options, direction)? {
        return Ok(format!("dedupe={share}%"));
    }
    Ok(match percent {
        None | Some(0) => "random".to_owned(),
        Some(100) => "zeros".to_owned(),
        Some(percent) => format!("compress={percent}%"),
    })
}

/// Share of the writes, in percent, that repeat the data of the previous one; `None` for none.
fn dedupe(options: &Options<'_>, direction: &Direction) -> Result<Option<u64>, JobFault> {
    let share = options.read("dedupe_percentage", text!("interchange-0-100"), |text| {
        count(text).filter(|&percent| percent <= 100)
    })?;
    options.only("dedupe_mode", text!("interchange-repeat"), |text| text == "repeat")?;
    let share = share.filter(|&share| share > 0 && direction.write_percent() > 0);
    let takes = text!("interchange-no-dedupe-percentage-beside");
    for key in ["zero_buffers", "buffer_compress_percentage"] {
        options.only(key, takes, |text| share.is_none() || text == "0")?;
    }
    // fio repeats parts of the smallest size.
    for key in ["bssplit", "bsrange"] {
        options.only(key, takes, |_| share.is_none())?;
    }
    Ok(share)
}

fn logs(options: &Options<'_>, name: &str) -> [Option<String>; 3] {
    ["write_bw_log", "write_iops_log", "write_lat_log"].map(|key| {
        let option = options.find(key)?;
        Some(if option.value.is_empty() { name.to_owned() } else { option.value.clone() })
    })
}
