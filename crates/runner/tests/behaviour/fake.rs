//! A rig in virtual time: every request moves at a constant rate, and a log keeps the actions.

use iogram_engine::{
    Cell, Content, Control, Errno, Found, Geometry, HostSample, Probe, ProbeAccess, Rig,
    RigError, RigErrorKind, TimeBase,
};
use iogram_model::{
    Bytes, CellRecord, CellState, EngineRecord, HostPause, HostPauseReason, IoPath,
    LatencySummary, Nanos, OpKind, OpRecord, Operations, PurgeChoice, PurgeRecord, PurgeState,
    Sentence, TargetKind, TargetRecord,
};
use iogram_testing::records;

/// Bytes per second of the fake drive.
pub(crate) const RATE: u64 = 100_000_000;

/// A drive of constant speed.
#[derive(Debug, Default)]
pub(crate) struct FakeRig {
    now: u64,
    size: u64,
    cells: usize,
    rests: usize,
    faults: Faults,
    /// Degrees above 30 at time 0.
    heat: u64,
    has_sensor: bool,
    /// The actions, one line each.
    pub(crate) log: Vec<String>,
}

/// Faults and their times.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Faults {
    /// The cell with this index ends in this state.
    pub(crate) state_at: Option<(usize, CellState)>,
    /// The cell with this index cannot be started.
    pub(crate) error_at: Option<usize>,
    /// The user stops during the cell with this index.
    pub(crate) stop_at: Option<usize>,
    /// The computer pauses during the cell with this index.
    pub(crate) pause_at: Option<usize>,
    /// The user stops during the rest with this index.
    pub(crate) stop_at_rest: Option<usize>,
}

impl FakeRig {
    pub(crate) fn with(faults: Faults) -> Self {
        Self { faults, ..Self::default() }
    }
}

impl FakeRig {
    /// With a sensor that shows this many degrees above 30 at the beginning.
    pub(crate) fn with_heat(heat: u64) -> Self {
        Self { heat, has_sensor: true, ..Self::default() }
    }
}

impl Rig for FakeRig {
    fn target(&self) -> TargetRecord {
        TargetRecord::unknown(
            "fake".to_owned(),
            TargetKind::BlockDevice,
            Bytes(self.size),
            Bytes(512),
        )
    }

    fn geometry(&self) -> Geometry {
        let (capacity, logical_block_size) = (Bytes(self.size), Bytes(512));
        Geometry { capacity, logical_block_size, physical_block_size: None }
    }

    fn time_base(&self) -> TimeBase {
        TimeBase::Virtual
    }

    fn now(&self) -> Nanos {
        Nanos(self.now)
    }

    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        _control: &Control,
    ) -> Result<Bytes, RigError> {
        self.size = size.0;
        let written = if content == Content::Written { size } else { Bytes(0) };
        self.now += time_for(written.0);
        self.log.push(format!("lay out {size} {content:?}"));
        Ok(written)
    }

    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError> {
        let index = self.cells;
        self.cells += 1;
        if self.faults.error_at == Some(index) {
            return Err(RigError {
                kind: RigErrorKind::Io,
                message: Sentence::verbatim("cannot open fake"),
                hint: Sentence::default(),
            });
        }
        let mut state = CellState::Completed;
        if let Some((_, other)) = self.faults.state_at.filter(|&(at, _)| at == index) {
            state = other;
        }
        if self.faults.stop_at == Some(index) {
            control.stop();
            state = CellState::Interrupted;
        }
        let mut record = self.record(cell, state);
        if self.faults.pause_at == Some(index) {
            record.host_pauses.push(HostPause {
                start_ns: 1000,
                length_ns: 2000,
                slept_ns: None,
                reason: HostPauseReason::Stopped,
            });
        }
        self.now += record.elapsed_ns;
        self.log.push(format!("{} #{}", cell.name, cell.repeat));
        Ok(record)
    }

    fn purge(
        &mut self,
        choice: PurgeChoice,
        _control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        self.log.push(format!("purge {choice}"));
        let state = PurgeState::Purged;
        Ok(PurgeRecord { cells_before_count: 0, state, attempts: Vec::new(), elapsed_ns: 0 })
    }

    fn discard(
        &mut self,
        start: Bytes,
        end: Bytes,
        _control: &Control,
    ) -> Result<(), RigError> {
        self.log.push(format!("discard {start}..{end}"));
        Ok(())
    }

    fn sample_host(&mut self) -> HostSample {
        // One degree less every ten seconds, down to 30.
        let warmer = Bytes(self.heat.saturating_sub(self.now / 10_000_000_000)).as_f64();
        HostSample {
            temperature_celsius: self.has_sensor.then_some(30.0 + warmer),
            ..HostSample::default()
        }
    }

    fn probe(&mut self, _access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        Ok(Box::new(FakeProbe { now: &mut self.now }))
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        if self.faults.stop_at_rest == Some(self.rests) {
            control.stop();
        }
        self.rests += 1;
        self.now += duration.0;
        self.log.push(format!("rest {duration}"));
    }
}

impl FakeRig {
    fn record(&self, cell: &Cell, state: CellState) -> CellRecord {
        let workload = &cell.workload;
        let by_time = workload.stop.time.map(|time| time.0 / 1_000 * RATE / 1_000_000);
        let block = workload.block.largest().0;
        let by_amount = workload.stop.amount.map(|amount| amount.0);
        let by_count = workload.stop.count.map(|count| count * block);
        let bytes = [by_time, by_amount, by_count].into_iter().flatten().min().unwrap_or(0);
        let elapsed_ns = time_for(bytes);
        let mut operations = Operations::default();
        let kind = if workload.writes() { OpKind::Write } else { OpKind::Read };
        *operations.slot(kind) = Some(op_record(bytes, block, elapsed_ns));
        let engine = EngineRecord {
            path: IoPath::Null,
            path_reason: "a fake".to_owned(),
            ..records::engine(workload.depth * workload.jobs)
        };
        CellRecord {
            block: cell.block.clone(),
            repeat: cell.repeat,
            is_counted: cell.is_counted,
            state,
            started_ns: self.now,
            elapsed_ns,
            engine,
            operations,
            ..records::cell(&cell.name, workload.clone())
        }
    }
}

/// 1 GiB of blank blocks at the rig's rate.
struct FakeProbe<'a> {
    now: &'a mut u64,
}

impl FakeProbe<'_> {
    fn pass(&mut self, time: u64) -> Result<Nanos, Errno> {
        *self.now += time;
        Ok(Nanos(time))
    }
}

impl Probe for FakeProbe<'_> {
    fn geometry(&self) -> Geometry {
        let (capacity, logical_block_size) = (Bytes::GIB, Bytes(512));
        Geometry { capacity, logical_block_size, physical_block_size: None }
    }

    fn now(&self) -> Nanos {
        Nanos(*self.now)
    }

    fn read(&mut self, _offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.pass(time_for(u64::from(length)))
    }

    fn write(&mut self, _offset: u64, length: u32, _salt: u64) -> Result<Nanos, Errno> {
        self.pass(time_for(u64::from(length)))
    }

    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno> {
        found.clear();
        found.resize(length as usize / 512, Found::Blank);
        self.read(offset, length)
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        self.pass(0)
    }

    fn rest(&mut self, duration: Nanos, _control: &Control) {
        *self.now += duration.0;
    }
}

fn time_for(bytes: u64) -> u64 {
    bytes * (1_000_000_000 / RATE)
}

fn op_record(bytes: u64, block: u64, elapsed_ns: u64) -> OpRecord {
    let count = (bytes / block).max(1);
    let latency = elapsed_ns / count;
    let mean = Bytes(latency).as_f64();
    let latency =
        LatencySummary { p50: Some(latency), ..records::latency(latency, mean, latency) };
    records::operation((count, bytes), Nanos(elapsed_ns), latency)
}
