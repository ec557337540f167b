//! Probes: steps of a method that examine the structure of a drive. Each is a procedure over the engine's [`Probe`]
//! and records its evidence; other crates draw the conclusions.

mod capacity;
mod counted;
mod geometry;
mod read_latency;
mod speed_class;

use std::ops::ControlFlow;
use std::str::FromStr;

use iogram_engine::{Control, Errno, Probe, ProbeAccess, pause_warning};
use iogram_model::{
    CellState, Evidence, Nanos, ParseError, ProbeRecord, TargetRecord, Warning, sentence, text,
};

use crate::source::suggest;

pub use capacity::Capacity;
pub use geometry::{
    Boundaries, FatRegion, FirstUnits, GeometryProbe, OpenUnits, UnitEnds, UnitWrites,
};
pub use read_latency::ReadLatency;
pub use speed_class::SpeedClass;

/// A step that runs a probe.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeStep {
    /// Its name in the record.
    pub name: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// The kind of probe.
    pub kind: ProbeKind,
}

/// A kind of probe, with its settings.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ProbeKind {
    /// Latency of single random reads, by size.
    ReadLatency(ReadLatency),
    /// Whether the drive holds its announced capacity.
    Capacity(Capacity),
    /// Internal structure of the drive: pages, erase blocks, allocation units.
    Geometry(GeometryProbe),
    /// Recording speed, as in the class test of SD cards.
    SpeedClass(SpeedClass),
}

impl FromStr for ProbeKind {
    type Err = ParseError;

    /// A probe by name, with default settings.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            ReadLatency::NAME => Ok(Self::ReadLatency(ReadLatency::default())),
            SpeedClass::NAME => Ok(Self::SpeedClass(SpeedClass::default())),
            Capacity::NAME => Ok(Self::Capacity(Capacity::default())),
            other => match GeometryProbe::find(other) {
                Some(probe) => Ok(Self::Geometry(probe)),
                None => Err(ParseError::new(
                    sentence!("runner-not-probe", other),
                    suggest(
                        other,
                        text!("runner-probes"),
                        GeometryProbe::NAMES.into_iter().chain([
                            ReadLatency::NAME,
                            Capacity::NAME,
                            SpeedClass::NAME,
                        ]),
                    ),
                )),
            },
        }
    }
}

impl ProbeKind {
    /// Its name in method files and records.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ReadLatency(_) => ReadLatency::NAME,
            Self::Capacity(_) => Capacity::NAME,
            Self::Geometry(probe) => probe.name(),
            Self::SpeedClass(_) => SpeedClass::NAME,
        }
    }

    /// Changes a setting.
    ///
    /// # Errors
    ///
    /// Fails if the probe has no such setting or does not accept the value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        match self {
            Self::ReadLatency(probe) => probe.set(key, value),
            Self::Capacity(probe) => probe.set(key, value),
            Self::Geometry(probe) => probe.set(key, value),
            Self::SpeedClass(probe) => probe.set(key, value),
        }
    }

    /// Whether it writes to the drive.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self {
            Self::ReadLatency(_) => false,
            Self::Capacity(_) => true,
            Self::Geometry(probe) => probe.writes(),
            Self::SpeedClass(_) => true,
        }
    }

    /// The access that it needs.
    #[must_use]
    pub const fn access(&self) -> ProbeAccess {
        if self.writes() { ProbeAccess::Write } else { ProbeAccess::Read }
    }
}

impl ProbeStep {
    /// Fills in the settings that depend on the drive's own data.
    pub(crate) fn informed(&self, target: &TargetRecord) -> Self {
        let mut step = self.clone();
        if let ProbeKind::SpeedClass(settings) = &mut step.kind {
            settings.inform(target.card.as_ref());
        }
        step
    }

    /// Runs the probe. The record's state tells failures of the drive.
    pub fn run(&self, probe: &mut dyn Probe, control: &Control) -> ProbeRecord {
        self.run_from(probe, control, None, &mut |_| ControlFlow::Continue(()))
    }

    /// Runs the probe; continues from an interrupted run of the same probe if possible. Calls `keep` from time to
    /// time with the result so far; `Break` interrupts the probe.
    pub fn run_from(
        &self,
        probe: &mut dyn Probe,
        control: &Control,
        before: Option<&ProbeRecord>,
        keep: &mut dyn FnMut(ProbeRecord) -> ControlFlow<()>,
    ) -> ProbeRecord {
        let counted = counted::Counted::new(probe, control);
        self.run_counted(counted, control, before, keep)
    }

    /// The same for no longer than `most` and the requests under way; `None` if that was too short, so that what it found out
    /// says nothing.
    pub(crate) fn run_within(
        &self,
        probe: &mut dyn Probe,
        control: &Control,
        most: Nanos,
    ) -> Option<ProbeRecord> {
        let own = Control::default();
        let end = Nanos(probe.now().0.saturating_add(most.0));
        let counted = counted::Counted::new(probe, control).until(end, &own);
        let record = self.run_counted(counted, &own, None, &mut |_| ControlFlow::Continue(()));
        (!own.is_stopped() || control.is_stopped()).then_some(record)
    }

    fn run_counted(
        &self,
        mut counted: counted::Counted<'_>,
        control: &Control,
        before: Option<&ProbeRecord>,
        keep: &mut dyn FnMut(ProbeRecord) -> ControlFlow<()>,
    ) -> ProbeRecord {
        let probe: &mut dyn Probe = &mut counted;
        let started = probe.now();
        let mut keep_result =
            |found: ProbeResult, now: Nanos| keep(self.record(found, (started, now), before));
        let mut found = match &self.kind {
            ProbeKind::ReadLatency(settings) => settings.run(probe, self.seed, control),
            ProbeKind::Capacity(settings) => {
                settings.run(probe, self.seed, control, (before, &mut keep_result))
            }
            ProbeKind::Geometry(settings) => settings.run(probe, self.seed, control),
            ProbeKind::SpeedClass(settings) => settings.run(probe, self.seed, control),
        };
        if control.is_stopped() && found.state == CellState::Completed {
            found.state = CellState::Interrupted;
        }
        found.warnings.extend(pause_warning(&probe.pauses(), 0));
        self.record(found, (started, probe.now()), before)
    }

    /// Whether `record` belongs to this probe.
    pub(crate) fn is_of(&self, record: &ProbeRecord) -> bool {
        self.name == record.name && self.kind.name() == record.what
    }

    fn record(
        &self,
        found: ProbeResult,
        (started, now): (Nanos, Nanos),
        before: Option<&ProbeRecord>,
    ) -> ProbeRecord {
        ProbeRecord {
            name: self.name.clone(),
            what: self.kind.name().to_owned(),
            state: found.state,
            started_ns: before.map_or(started.0, |before| before.started_ns),
            elapsed_ns: before.map_or(0, |before| before.elapsed_ns) + (now - started).0,
            read_bytes: found.read_bytes,
            written_bytes: found.written_bytes,
            warnings: found.warnings,
            evidence: found.evidence,
        }
    }
}

/// Receives the result so far and its time, for the case of an interruption.
pub(crate) type KeepResult<'a> = dyn FnMut(ProbeResult, Nanos) -> ControlFlow<()> + 'a;

/// The result of a probe's procedure.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ProbeResult {
    pub(crate) state: CellState,
    pub(crate) read_bytes: u64,
    pub(crate) written_bytes: u64,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) evidence: Evidence,
}

/// The error for a setting that a probe does not have.
pub(crate) fn unknown_setting<'a>(
    probe: &str,
    key: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> ParseError {
    let message = sentence!("runner-probe-no-setting", probe, key);
    ParseError::new(message, suggest(key, text!("runner-settings"), known))
}

/// The state of a probe after a request failed with this error.
pub(crate) fn failed_state(errno: Errno) -> CellState {
    errno.consequence()
}

/// The median of `times`; sorts them. `None` if there are none.
pub(crate) fn median(times: &mut [Nanos]) -> Option<Nanos> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}
