//! Internal structure of a drive: probes for its flash page, its allocation unit and the number of units that it
//! keeps open. Each only collects a table of times; `findings` evaluates it.

mod boundaries;
mod fat;
mod fill;
mod first_units;
mod open_units;
mod turns;
mod unit_writes;

use iogram_engine::{Control, Errno, Probe};
use iogram_model::{Bytes, CellState, Evidence, ParseError};

use super::{ProbeResult, failed_state, unknown_setting};
use crate::field::parse_count;

pub use boundaries::Boundaries;
pub use fat::FatRegion;
pub use fill::UnitEnds;
pub use first_units::FirstUnits;
pub use open_units::OpenUnits;
pub use unit_writes::UnitWrites;

/// A probe of the geometry, with its settings.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum GeometryProbe {
    /// Times of reads across multiples of sizes.
    Boundaries(Boundaries),
    /// Number of units that can be written alternately.
    OpenUnits(OpenUnits),
    /// Ends of units, from the cost of leaving one unfinished.
    UnitEnds(UnitEnds),
    /// Whether a part at the beginning takes writes beside open units.
    FatRegion(FatRegion),
    /// Write rate of the first units.
    FirstUnits(FirstUnits),
    /// Write rate with the maximum of open units, by size of the writes.
    UnitWrites(UnitWrites),
}

impl GeometryProbe {
    /// The names of all probes.
    pub(crate) const NAMES: [&'static str; 6] = [
        Boundaries::NAME,
        OpenUnits::NAME,
        UnitEnds::NAME,
        FatRegion::NAME,
        FirstUnits::NAME,
        UnitWrites::NAME,
    ];

    /// The probe of this name with default settings; `None` if there is none of this name.
    pub(crate) fn find(name: &str) -> Option<Self> {
        Some(match name {
            Boundaries::NAME => Self::Boundaries(Boundaries::default()),
            OpenUnits::NAME => Self::OpenUnits(OpenUnits::default()),
            UnitEnds::NAME => Self::UnitEnds(UnitEnds::default()),
            FatRegion::NAME => Self::FatRegion(FatRegion::default()),
            FirstUnits::NAME => Self::FirstUnits(FirstUnits::default()),
            UnitWrites::NAME => Self::UnitWrites(UnitWrites::default()),
            _ => return None,
        })
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Boundaries(_) => Boundaries::NAME,
            Self::OpenUnits(_) => OpenUnits::NAME,
            Self::UnitEnds(_) => UnitEnds::NAME,
            Self::FatRegion(_) => FatRegion::NAME,
            Self::FirstUnits(_) => FirstUnits::NAME,
            Self::UnitWrites(_) => UnitWrites::NAME,
        }
    }

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match self {
            Self::Boundaries(probe) => probe.set(key, value),
            Self::OpenUnits(probe) => probe.set(key, value),
            Self::UnitEnds(probe) => probe.set(key, value),
            Self::FatRegion(probe) => probe.set(key, value),
            Self::FirstUnits(probe) => probe.set(key, value),
            Self::UnitWrites(probe) => probe.set(key, value),
        }
    }

    pub(crate) const fn writes(&self) -> bool {
        !matches!(self, Self::Boundaries(_))
    }

    pub(crate) fn run(
        &self,
        probe: &mut dyn Probe,
        seed: u64,
        control: &Control,
    ) -> ProbeResult {
        let mut io = Requests::new(probe, control, seed);
        let (state, evidence) = match self {
            Self::Boundaries(settings) => settings.run(&mut io, seed),
            Self::OpenUnits(settings) => settings.run(&mut io),
            Self::UnitEnds(settings) => settings.run(&mut io),
            Self::FatRegion(settings) => settings.run(&mut io),
            Self::FirstUnits(settings) => settings.run(&mut io),
            Self::UnitWrites(settings) => settings.run(&mut io),
        };
        ProbeResult {
            state,
            read_bytes: io.read_bytes,
            written_bytes: io.written_bytes,
            warnings: Vec::new(),
            evidence,
        }
    }
}

/// State and evidence of a procedure that ended with `end`.
pub(super) fn ended(end: Result<(), End>, evidence: Evidence) -> (CellState, Evidence) {
    let state = match end {
        Ok(()) => CellState::Completed,
        Err(End::Stopped) => CellState::Interrupted,
        Err(End::Failed(errno)) => failed_state(errno),
    };
    (state, evidence)
}

/// The reason why a procedure ended early.
#[derive(Debug, Clone, Copy)]
pub(crate) enum End {
    /// The user or a signal stopped it.
    Stopped,
    /// A request failed.
    Failed(Errno),
}

/// Makes and counts requests until it is stopped.
pub(crate) struct Requests<'a> {
    probe: &'a mut dyn Probe,
    control: &'a Control,
    salt: u64,
    read_bytes: u64,
    written_bytes: u64,
}

impl<'a> Requests<'a> {
    fn new(probe: &'a mut dyn Probe, control: &'a Control, salt: u64) -> Self {
        Self { probe, control, salt, read_bytes: 0, written_bytes: 0 }
    }

    pub(super) fn capacity(&self) -> u64 {
        self.probe.geometry().capacity.0
    }

    pub(super) fn logical_block(&self) -> u64 {
        self.probe.geometry().logical_block_size.0
    }

    fn go_on(&self) -> Result<(), End> {
        if self.control.is_stopped() { Err(End::Stopped) } else { Ok(()) }
    }

    /// The time of a read in nanoseconds.
    pub(super) fn read(&mut self, offset: u64, length: u64) -> Result<u64, End> {
        self.go_on()?;
        let narrow = u32::try_from(length).unwrap_or(u32::MAX);
        let time = self.probe.read(offset, narrow).map_err(End::Failed)?;
        self.read_bytes += length;
        Ok(time.0)
    }

    /// The time of a durable write in nanoseconds. Never writes the same data to a block twice.
    pub(super) fn write(&mut self, offset: u64, length: u64) -> Result<u64, End> {
        self.go_on()?;
        let narrow = u32::try_from(length).unwrap_or(u32::MAX);
        self.salt = self.salt.wrapping_add(1);
        let time = self.probe.write(offset, narrow, self.salt).map_err(End::Failed)?;
        self.written_bytes += length;
        let flushed = self.probe.flush().map_err(End::Failed)?;
        Ok(time.0 + flushed.0)
    }

    /// Writes from `start` up to but not including `end` in ascending order; returns the time in nanoseconds.
    pub(super) fn fill(&mut self, start: u64, end: u64, block: u64) -> Result<u64, End> {
        let mut time = 0;
        let mut offset = start;
        while offset < end {
            let length = block.min(end - offset);
            time += self.write(offset, length)?;
            offset += length;
        }
        Ok(time)
    }
}

/// Applies a setting of a search for the limit of open units: the bytes of a write, the most units, the largest size.
fn set_search(
    probe: &str,
    (block, most, largest): (&mut Bytes, &mut u32, &mut Bytes),
    key: &str,
    value: &str,
) -> Result<(), ParseError> {
    match key {
        "block" => *block = value.parse()?,
        "most" => *most = parse_count(value)?,
        "largest" => *largest = value.parse()?,
        _ => return Err(unknown_setting(probe, key, ["block", "most", "largest"])),
    }
    Ok(())
}
