//! Probes: what finds out how a drive is made, as steps of a method. Each is a procedure over the
//! engine's [`Probe`] and gives its evidence; conclusions are drawn elsewhere.

mod capacity;
mod counted;
mod geometry;
mod read_latency;
mod speed_class;

use std::ops::ControlFlow;
use std::str::FromStr;

use iogram_engine::{Control, Errno, Probe, ProbeAccess, pause_warning};
use iogram_model::{
    CellState, Evidence, Nanos, ParseError, ProbeRecord, TargetRecord, Warning, sentence,
};

use crate::source::suggest;

pub use capacity::Capacity;
pub use geometry::{
    Boundaries, FatRegion, FirstUnits, GeometryProbe, OpenUnits, UnitEnds, UnitWrites,
};
pub use read_latency::ReadLatency;
pub use speed_class::SpeedClass;

/// A probe to run.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeStep {
    /// What it is called in the record.
    pub name: String,
    /// Decides its random choices.
    pub seed: u64,
    /// What is found out.
    pub kind: ProbeKind,
}

/// What is found out, with its settings.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ProbeKind {
    /// How long a single random read takes, by its size.
    ReadLatency(ReadLatency),
    /// Whether the drive holds what it says.
    Capacity(Capacity),
    /// What the drive is made of.
    Geometry(GeometryProbe),
    /// How fast it records as the class test of SD cards does it.
    SpeedClass(SpeedClass),
}

impl FromStr for ProbeKind {
    type Err = ParseError;

    /// A probe by its name, with its usual settings.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            ReadLatency::NAME => Ok(Self::ReadLatency(ReadLatency::default())),
            SpeedClass::NAME => Ok(Self::SpeedClass(SpeedClass::default())),
            Capacity::NAME => Ok(Self::Capacity(Capacity::default())),
            other => match GeometryProbe::find(other) {
                Some(probe) => Ok(Self::Geometry(probe)),
                None => Err(ParseError::new(
                    sentence!("\"{other}\" is not a probe", other),
                    suggest(
                        other,
                        "probes",
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

    /// What it may do to the drive.
    #[must_use]
    pub const fn access(&self) -> ProbeAccess {
        if self.writes() { ProbeAccess::Write } else { ProbeAccess::Read }
    }
}

impl ProbeStep {
    /// The same, with what the drive says about itself where a setting was left to it.
    pub(crate) fn informed(&self, target: &TargetRecord) -> Self {
        let mut step = self.clone();
        if let ProbeKind::SpeedClass(settings) = &mut step.kind {
            settings.inform(target.card.as_ref());
        }
        step
    }

    /// Runs it. Failures of the drive are states of the record.
    pub fn run(&self, probe: &mut dyn Probe, control: &Control) -> ProbeRecord {
        self.run_from(probe, control, None, &mut |_| ControlFlow::Continue(()))
    }

    /// The same, on from where the same probe was broken off before, if it can go on there. `keep` is told
    /// from time to time what would be left of it if it were broken off then; `Break` breaks it off.
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

    /// Whether `record` is one of this probe.
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

/// Is told what would be left of a probe that is broken off now, and when that is.
pub(crate) type KeepResult<'a> = dyn FnMut(ProbeResult, Nanos) -> ControlFlow<()> + 'a;

/// What came of a probe's procedure.
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
    let message = sentence!("the probe {probe} has no setting \"{key}\"", probe, key);
    ParseError::new(message, suggest(key, "settings", known))
}

/// The state of a probe whose request failed so.
pub(crate) fn failed_state(errno: Errno) -> CellState {
    errno.consequence()
}

/// The middle of `times`, which become sorted; `None` of none.
pub(crate) fn median(times: &mut [Nanos]) -> Option<Nanos> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}
