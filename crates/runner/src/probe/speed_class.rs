//! Records data as in the class test of SD cards: recording units (RUs) into allocation units (AUs), in order, with
//! updates of the file table in between.
//!
//! Does not contain the requirements of the classes. Source of the pattern: SD Physical Layer Simplified
//! Specification 4.10, sections 4.13.1 to 4.13.3, read in a copy. A host cannot send CMD20, nor set the bus to the
//! clock of the test. Numbers that this project chose itself are marked.

use iogram_engine::{Control, Errno, Probe, Rng, mix};
use iogram_model::{
    AuSource, Bytes, CardRecord, CellState, Evidence, ParseError, RecordingManner,
    RecordingPass, RecordingReads, RecordingWindow, SpeedClassEvidence, sentence, text,
};

use super::{ProbeResult, failed_state, unknown_setting};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Larger AUs are divided into windows of this size.
const WINDOW_MAX: u64 = 4 * MIB;
/// RU of C10, of the UHS grades and, this project's own, of the video classes.
const RU_LARGE: u64 = 512 * KIB;
/// RU of C6.
const RU_MIDDLE: u64 = 64 * KIB;
/// Number of RUs that it reads at random.
const READS: u64 = 256;
/// Bytes recorded between two updates of the file table. This project's own.
const FAT_INTERVAL: u64 = MIB;
/// The writes of one update: part of a table, of a bitmap or second table, and one block of a directory. The write of
/// a table may have up to 16 KiB; the 4 KiB are this project's own.
const FAT_WRITES: [(u64, u64); 3] = [(0, 4 * KIB), (64 * KIB, 4 * KIB), (128 * KIB, 512)];
/// The fewest AUs for a meaningful result. This project's own.
const AUS_MIN: u64 = 4;
/// Alternating streams: the most that a video class allows, from a secondary source.
const STREAMS: u32 = 8;

/// Settings of the speed class test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeedClass {
    /// Allocation unit; `None` takes it from the card's registers, or else from its capacity.
    pub au: Option<Bytes>,
    /// Source of `au`.
    pub au_source: AuSource,
    /// Bytes that the first pass writes in order in large RUs; at least four AUs.
    pub size: Bytes,
    /// Bytes of each further pass; at least four AUs.
    pub size_short: Bytes,
}

impl Default for SpeedClass {
    /// Sizes: arbitrary; a minute or two at 10 MB/s, beyond the caches of most cards.
    fn default() -> Self {
        Self {
            au: None,
            au_source: AuSource::Capacity,
            size: Bytes(1 << 30),
            size_short: Bytes(64 * MIB),
        }
    }
}

impl SpeedClass {
    /// Its name in method files.
    pub(crate) const NAME: &'static str = "speed-class";

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match key {
            "au" if value.trim() == "auto" => self.au = None,
            "au" => {
                let size: Bytes = value.parse()?;
                if size.0 < 16 * KIB || !size.0.is_multiple_of(16 * KIB) {
                    let hint = text!("runner-card-multiple-16kib-4mib");
                    let message = sentence!("runner-cannot-allocation-unit", size);
                    return Err(ParseError::new(message, hint));
                }
                (self.au, self.au_source) = (Some(size), AuSource::Asked);
            }
            "size" => self.size = value.parse()?,
            "size_short" => self.size_short = value.parse()?,
            _ => {
                let known = ["au", "size", "size_short"];
                return Err(unknown_setting(Self::NAME, key, known));
            }
        }
        Ok(())
    }

    /// Unless a setting gives the AU, takes it from the registers: that of the highest class.
    pub(crate) fn inform(&mut self, card: Option<&CardRecord>) {
        let Some(status) = card.and_then(|card| card.status.as_ref()) else { return };
        let claimed = status
            .video_allocation_unit_bytes
            .or(status.uhs_allocation_unit_bytes)
            .or(status.allocation_unit_bytes);
        if let (None, Some(bytes)) = (self.au, claimed) {
            (self.au, self.au_source) = (Some(Bytes(bytes)), AuSource::Registers);
        }
    }

    pub(crate) fn run(
        &self,
        probe: &mut dyn Probe,
        seed: u64,
        control: &Control,
    ) -> ProbeResult {
        let capacity = probe.geometry().capacity.0;
        let au = self.au.map_or_else(|| largest_au(capacity), |au| au.0);
        let mut recorder = Recorder {
            probe,
            control,
            random: Rng::new(seed, 0),
            salt: mix(seed),
            capacity,
            au,
            read_bytes: 0,
            written_bytes: 0,
        };
        let small = if capacity <= 1 << 30 { 16 * KIB } else { 32 * KIB };
        let (long, short) = (self.size.0, self.size_short.0);
        let plan = [
            (RecordingManner::Sequential, RU_LARGE, long),
            (RecordingManner::Sequential, RU_MIDDLE, short),
            (RecordingManner::Sequential, small, short),
            (RecordingManner::Fragmented, RU_LARGE, short),
            (RecordingManner::Interleaved, RU_LARGE, short),
        ];
        let mut state = CellState::Completed;
        let mut passes = Vec::new();
        for (manner, ru, size) in plan {
            let Some(mut pass) = recorder.begin(manner, ru) else { continue };
            let done = recorder.record(&mut pass, size);
            passes.push(pass);
            if let Err(errno) = done {
                state = failed_state(errno);
                break;
            }
            if control.is_stopped() {
                break;
            }
        }
        ProbeResult {
            state,
            read_bytes: recorder.read_bytes,
            written_bytes: recorder.written_bytes,
            warnings: Vec::new(),
            evidence: Evidence::SpeedClass(SpeedClassEvidence {
                au_bytes: au,
                au_source: self.au_source,
                passes,
            }),
        }
    }
}

/// The largest AU that a card of this capacity may have.
///
/// Source: the specification's table of maximum AU sizes. Its MB and GB are taken as powers of two.
const fn largest_au(capacity: u64) -> u64 {
    match capacity.div_ceil(MIB) {
        0..=64 => 512 * KIB,
        65..=256 => MIB,
        257..=512 => 2 * MIB,
        513..=32_768 => 4 * MIB,
        _ => 64 * MIB,
    }
}

struct Recorder<'a> {
    probe: &'a mut dyn Probe,
    control: &'a Control,
    random: Rng,
    salt: u64,
    capacity: u64,
    au: u64,
    read_bytes: u64,
    written_bytes: u64,
}

impl Recorder<'_> {
    /// An empty pass; `None` if a recording unit does not fit into an allocation unit, or if the drive is too small
    /// for the required number of AUs.
    fn begin(&self, manner: RecordingManner, ru: u64) -> Option<RecordingPass> {
        let streams =
            if manner == RecordingManner::Interleaved { u64::from(STREAMS) } else { 1 };
        // AU 0 belongs to the file system; the next one prepares the card.
        let needed = 2 + AUS_MIN.max(streams);
        let fits = self.au.is_multiple_of(ru) && self.capacity / self.au >= needed;
        let can_fragment = manner != RecordingManner::Fragmented || self.au >= 2 * ru;
        (fits && can_fragment).then(|| RecordingPass {
            manner,
            ru_bytes: ru,
            stream_count: if streams == 1 { 1 } else { STREAMS },
            preparation_ns: None,
            windows: Vec::new(),
            ru_max_ns: None,
            fat_update_ns: Vec::new(),
            reads: None,
        })
    }

    /// Records until `size` bytes of allocation units are done, the drive ends, or the test is stopped.
    fn record(&mut self, pass: &mut RecordingPass, size: u64) -> Result<(), Errno> {
        let streams = u64::from(pass.stream_count);
        let first = 2;
        let wanted = size.div_ceil(self.au).max(AUS_MIN).next_multiple_of(streams);
        let there = (self.capacity / self.au - first) / streams * streams;
        let count = wanted.min(there);
        // The update of the file table and the preparation of the card are not judged.
        self.update_fat()?;
        let prepared = self.write((first - 1) * self.au, pass.ru_bytes)?;
        pass.preparation_ns = Some(prepared);
        for offset in (pass.ru_bytes..self.au).step_by(step(pass.ru_bytes)) {
            self.write((first - 1) * self.au + offset, pass.ru_bytes)?;
        }
        if pass.manner == RecordingManner::Fragmented {
            self.use_in_order(first, count)?;
        }
        let mut open = Open::default();
        for group in (0..count).step_by(step(streams)) {
            let base = (first + group) * self.au;
            let skip = u64::from(pass.manner == RecordingManner::Fragmented);
            for ru in (skip..self.au / pass.ru_bytes).step_by(step(1 + skip)) {
                for stream in 0..streams {
                    if self.control.is_stopped() {
                        return Ok(());
                    }
                    let place = base + stream * self.au + ru * pass.ru_bytes;
                    self.record_one(pass, &mut open, place)?;
                }
            }
        }
        if pass.manner == RecordingManner::Sequential {
            pass.reads = Some(self.read_units(first * self.au, count, pass.ru_bytes)?);
        }
        Ok(())
    }

    fn record_one(
        &mut self,
        pass: &mut RecordingPass,
        open: &mut Open,
        place: u64,
    ) -> Result<(), Errno> {
        let time = self.write(place, pass.ru_bytes)?;
        pass.ru_max_ns = pass.ru_max_ns.max(Some(time));
        open.bytes += pass.ru_bytes;
        open.elapsed_ns += time;
        open.since_fat += pass.ru_bytes;
        // A window is the written part of an AU, or of 4 MiB of it. Of a fragmented AU, that is half.
        let share = if pass.manner == RecordingManner::Fragmented { 2 } else { 1 };
        let window =
            self.au / self.au.div_ceil(WINDOW_MAX) * u64::from(pass.stream_count) / share;
        if open.bytes >= window.max(pass.ru_bytes) {
            let done = RecordingWindow { bytes: open.bytes, elapsed_ns: open.elapsed_ns };
            pass.windows.push(done);
            (open.bytes, open.elapsed_ns) = (0, 0);
        }
        if open.since_fat >= FAT_INTERVAL {
            open.since_fat = 0;
            pass.fat_update_ns.push(self.update_fat()?);
        }
        Ok(())
    }

    /// Fills AUs completely, so that they hold data.
    fn use_in_order(&mut self, first: u64, count: u64) -> Result<(), Errno> {
        for place in (first * self.au..(first + count) * self.au).step_by(step(RU_LARGE)) {
            if self.control.is_stopped() {
                return Ok(());
            }
            self.write(place, RU_LARGE)?;
        }
        Ok(())
    }

    /// Makes the three writes of an update, in the middle of AU 0; returns their time in nanoseconds.
    fn update_fat(&mut self) -> Result<u64, Errno> {
        let unit = self.probe.geometry().logical_block_size.0;
        let table = self.au / 2 / unit * unit;
        let mut time = 0;
        for (offset, length) in FAT_WRITES {
            let offset = offset.min(self.au / 4).next_multiple_of(unit);
            time += self.write(table + offset, length.next_multiple_of(unit))?;
        }
        Ok(time)
    }

    fn read_units(&mut self, start: u64, aus: u64, ru: u64) -> Result<RecordingReads, Errno> {
        let units = aus * self.au / ru;
        let mut reads = RecordingReads { count: 0, bytes: 0, elapsed_ns: 0 };
        for _ in 0..READS {
            if self.control.is_stopped() {
                break;
            }
            let place = start + self.random.below(units) * ru;
            let time = self.probe.read(place, length(ru))?;
            reads.count += 1;
            reads.bytes += ru;
            reads.elapsed_ns += time.0;
        }
        self.read_bytes += reads.bytes;
        Ok(reads)
    }

    fn write(&mut self, place: u64, bytes: u64) -> Result<u64, Errno> {
        self.salt = mix(self.salt ^ place);
        let time = self.probe.write(place, length(bytes), self.salt)?;
        self.written_bytes += bytes;
        Ok(time.0)
    }
}

/// The current window.
#[derive(Default)]
struct Open {
    bytes: u64,
    elapsed_ns: u64,
    since_fat: u64,
}

fn length(bytes: u64) -> u32 {
    u32::try_from(bytes).expect("a recording unit is at most 512 KiB")
}

fn step(bytes: u64) -> usize {
    usize::try_from(bytes).expect("a recording unit or a number of streams")
}
