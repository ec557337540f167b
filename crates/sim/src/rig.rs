//! A simulated drive with everything that a cell needs: the engine's seam for methods.

use iogram_engine::{
    Cell, CellFacts, Collector, Completion, Content, Control, CpuUse, Errno, Geometry,
    HealthSampling, HostSample, PathTaken, Pending, Probe, ProbeAccess, Request, Rig, RigError,
    RigErrorKind, Shared, Target, TargetError, assemble, check_workload, health_warning,
    run_jobs,
};
use iogram_model::{
    Bytes, Caching, CardRecord, CellRecord, CpuTime, DataPattern, IoPath, Nanos, OpKind,
    PurgeAttempt, PurgeChoice, PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState, SdStatus,
    SimulationRecord, TargetKind, TargetRecord,
};

use crate::drive::SimDrive;
use crate::health::HealthWatch;
use crate::probe::SimProbe;
use crate::spec::{DriveKind, MediaSpec, SimSpec};

/// Size of the requests that fill a drive before reads, and how many are in flight.
const FILL_BLOCK: u64 = 1 << 20;
const FILL_DEPTH: u32 = 8;

/// Size of the requests that discard a drive.
const DISCARD_BLOCK: u64 = 1 << 30;

/// What a cell costs beside its requests, for a budget: histograms, jobs, a record.
const STEPS_PER_CELL: u64 = 2000;
/// What a rest costs, and the look that comes with it.
const STEPS_PER_REST: u64 = 20;

/// Runs cells on one simulated drive, all jobs of a cell in the calling thread.
#[derive(Debug)]
pub struct SimRig {
    name: String,
    part: Part,
    /// Everything below was filled by [`Rig::lay_out`].
    filled: u64,
    health_sampling: HealthSampling,
}

/// The beginning of a drive as a target of its own.
#[derive(Debug)]
struct Part {
    drive: SimDrive,
    size: Bytes,
    /// Whether requests go through a page cache. There is none here; what is left of it is that a request
    /// need not be aligned, because the kernel moves whole blocks.
    is_buffered: bool,
    widened: Vec<Request>,
    /// Bytes asked for, by slot.
    lengths: Vec<u32>,
    /// While a cell runs, if the drive tells anything of itself.
    watch: Option<HealthWatch>,
}

impl Part {
    /// Asks the drive how it fares, if it is time to.
    #[inline]
    fn look(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.look_when_due(&self.drive);
        }
    }

    /// `request` as whole blocks.
    fn widen(&mut self, request: Request) -> Request {
        let slot = request.slot as usize;
        if self.lengths.len() <= slot {
            self.lengths.resize(slot + 1, 0);
        }
        self.lengths[slot] = request.length;
        let block = self.drive.geometry().logical_block_size.0;
        let offset = request.offset / block * block;
        let end = (request.offset + u64::from(request.length)).next_multiple_of(block);
        let length = if request.length == 0 { 0 } else { end - offset };
        let length = u32::try_from(length).expect("a request and less than two blocks");
        Request { offset, length, ..request }
    }
}

impl Target for Part {
    fn geometry(&self) -> Geometry {
        Geometry { capacity: self.size, ..self.drive.geometry() }
    }
    fn now(&self) -> Nanos {
        self.drive.now()
    }
    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }
    fn prepare(&mut self, batch: &[Request]) {
        self.drive.prepare(batch);
    }
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        if !self.is_buffered {
            return self.drive.submit(batch);
        }
        let mut widened = std::mem::take(&mut self.widened);
        widened.clear();
        widened.extend(batch.iter().map(|&request| self.widen(request)));
        self.widened = widened;
        self.drive.submit(&self.widened)
    }
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        let first = done.len();
        self.drive.reap(done, until)?;
        self.look();
        if self.is_buffered {
            for completion in &mut done[first..] {
                let asked = self.lengths[completion.slot as usize];
                completion.result = completion.result.map(|moved| moved.min(asked));
            }
        }
        Ok(())
    }
    fn rest_until(&mut self, at: Nanos) {
        self.drive.rest_until(at);
        self.look();
    }
}

impl SimRig {
    /// Over `drive`, which the user called `name`.
    #[must_use]
    pub fn new(name: impl Into<String>, drive: SimDrive) -> Self {
        let size = drive.geometry().capacity;
        let part = Part {
            drive,
            size,
            is_buffered: false,
            widened: Vec::new(),
            lengths: Vec::new(),
            watch: None,
        };
        Self { name: name.into(), part, filled: 0, health_sampling: HealthSampling::default() }
    }

    /// How often the drive is asked how it fares in every cell from now on.
    pub const fn sample_health(&mut self, sampling: HealthSampling) {
        self.health_sampling = sampling;
    }

    /// The drive, with its truth.
    pub const fn drive_mut(&mut self) -> &mut SimDrive {
        &mut self.part.drive
    }

    /// Sends one request after the other over the bytes from `start` up to `end`, some at a time.
    /// Returns how far it came: less than `end` if it was stopped.
    fn sweep(
        &mut self,
        place: (u64, u64),
        what: (OpKind, DataPattern, u64),
        control: &Control,
    ) -> Result<u64, Errno> {
        let swept = self.try_sweep(place, what, control);
        if swept.is_err() {
            // What else was out when one failed belongs to nobody.
            self.forget_outstanding();
        }
        swept
    }

    fn try_sweep(
        &mut self,
        (start, end): (u64, u64),
        (kind, data, block): (OpKind, DataPattern, u64),
        control: &Control,
    ) -> Result<u64, Errno> {
        let mut free: Vec<u32> = (0..FILL_DEPTH).collect();
        let (mut batch, mut done) = (Vec::new(), Vec::new());
        let mut next = start;
        loop {
            batch.clear();
            while next < end
                && !control.is_stopped()
                && let Some(slot) = free.pop()
            {
                let length = block.min(end - next);
                batch.push(sweep_request(slot, (next, length), kind, data));
                next += length;
            }
            if batch.is_empty() && free.len() == FILL_DEPTH as usize {
                return Ok(next);
            }
            self.part
                .submit(&batch)
                .and_then(|()| self.part.reap(&mut done, Nanos(u64::MAX)))
                .map_err(|error| error.errno)?;
            for completion in done.drain(..) {
                completion.result?;
                free.push(completion.slot);
            }
        }
    }

    /// Writes everything up to `end` that was not filled before, in order.
    fn fill(&mut self, end: u64, control: &Control) -> Result<(), RigError> {
        if self.filled < end {
            let place = (self.filled, end);
            let what = (OpKind::Write, DataPattern::Random, FILL_BLOCK);
            self.filled =
                self.sweep(place, what, control).map_err(|errno| self.fill_error(errno))?;
        }
        Ok(())
    }

    fn spent(&self) -> RigError {
        RigError {
            kind: RigErrorKind::Usage,
            message: format!("simulating {} further would take too long", self.name),
            hint: String::new(),
        }
    }

    fn fill_error(&self, errno: Errno) -> RigError {
        RigError {
            kind: RigErrorKind::Io,
            message: format!("cannot fill {} with data: {}", self.name, errno.describe()),
            hint: String::new(),
        }
    }
}

/// What a card's registers claim; the host uses whatever there is.
fn card(spec: &SimSpec) -> CardRecord {
    let marks = &spec.identity.marks;
    let of_kind = |kind: char| marks.iter().find(|mark| mark.starts_with(kind)).cloned();
    let has_queue = spec.link.in_flight > 1;
    CardRecord {
        status: (!marks.is_empty()).then(|| SdStatus {
            speed_class: of_kind('C'),
            uhs_grade: of_kind('U'),
            video_class: of_kind('V'),
            application_class: of_kind('A'),
            allocation_unit_bytes: match &spec.media {
                MediaSpec::Block(media) => Some(media.au_size.bytes()),
                _ => None,
            },
            queue_depth: has_queue.then_some(u64::from(spec.link.in_flight)),
            supports_cache: Some(spec.cache.is_some()),
            ..SdStatus::default()
        }),
        is_queue_used: Some(has_queue),
        is_cache_used: Some(spec.cache.is_some()),
    }
}

fn sweep_request(
    slot: u32,
    (offset, length): (u64, u64),
    kind: OpKind,
    data: DataPattern,
) -> Request {
    let length = u32::try_from(length).expect("at most the block of a sweep");
    Request { slot, length, offset, salt: offset, data, kind, is_strong: false }
}

impl Rig for SimRig {
    fn target(&self) -> TargetRecord {
        let drive = &self.part.drive;
        let (spec, geometry) = (drive.spec(), self.part.geometry());
        TargetRecord {
            physical_block_size: geometry.physical_block_size,
            drive: Some(spec.drive.name().to_owned()),
            model: spec.identity.model.clone(),
            serial: drive.serial().map(str::to_owned),
            firmware: spec.identity.firmware.clone(),
            drive_capacity: Some(spec.capacity.0),
            link: spec.link.rate.map(|rate| format!("{rate}")),
            simulation: Some(SimulationRecord {
                drive: spec.name.clone(),
                title: spec.title.clone(),
                seed: drive.seed(),
            }),
            card: (spec.drive == DriveKind::Sd).then(|| card(spec)),
            ..TargetRecord::unknown(
                self.name.clone(),
                TargetKind::Simulated,
                geometry.capacity,
                geometry.logical_block_size,
            )
        }
    }

    fn geometry(&self) -> Geometry {
        self.part.geometry()
    }

    fn now(&self) -> Nanos {
        self.part.now()
    }

    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        control: &Control,
    ) -> Result<(), RigError> {
        let capacity = self.part.drive.geometry().capacity;
        if size > capacity {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: format!(
                    "cannot use {} of {}: it has {}",
                    size.both(),
                    self.name,
                    capacity.both()
                ),
                hint: "choose a smaller size".to_owned(),
            });
        }
        self.part.size = size;
        match content {
            Content::Empty | Content::Kept => Ok(()),
            Content::Written => self.fill(size.0, control),
        }
    }

    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError> {
        check_workload(&cell.workload, self.part.geometry())?;
        let outstanding = u64::from(cell.workload.depth) * u64::from(cell.workload.jobs);
        self.part.drive.spend(STEPS_PER_CELL + outstanding);
        if self.part.drive.is_work_spent() {
            return Err(self.spent());
        }
        self.part.is_buffered = cell.workload.caching != Caching::Direct;
        let start = self.part.now();
        self.part.watch = HealthWatch::begin(&self.part.drive, self.health_sampling);
        let collector = Collector::new(cell.workload.jobs);
        let shared = Shared { cell, collector: &collector, control, start };
        control.tell_temperature(self.part.drive.health().temperature_celsius);
        let outcome =
            run_jobs(&mut self.part, 0..cell.workload.jobs, shared, &Pending::default());
        self.part.is_buffered = false;
        self.forget_outstanding();
        let facts = CellFacts {
            cell,
            start,
            epoch: Nanos(0),
            outcomes: &[outcome],
            cpu: None,
            cpu_count: None,
            path: PathTaken {
                path: IoPath::Sim,
                reason: "simulated drive in virtual time".to_owned(),
                features: Vec::new(),
            },
            host_pauses: Vec::new(),
            others: None,
        };
        let mut record = assemble(facts, &collector);
        let watch = self.part.watch.take();
        record.health = watch.map(|watch| watch.finish(&self.part.drive));
        record.warnings.extend(record.health.as_ref().and_then(health_warning));
        Ok(record)
    }

    fn purge(
        &mut self,
        choice: PurgeChoice,
        control: &Control,
    ) -> Result<PurgeRecord, RigError> {
        let start = self.part.now();
        let methods = match choice {
            PurgeChoice::Only(method) => vec![method],
            PurgeChoice::Auto if self.part.drive.spec().drive == DriveKind::Nvme => {
                vec![PurgeMethod::NvmeFormat]
            }
            PurgeChoice::Auto => vec![PurgeMethod::Discard, PurgeMethod::ZeroFill],
        };
        let mut attempts: Vec<PurgeAttempt> = Vec::new();
        for method in methods {
            attempts.push(self.try_purge(method, control));
            let last = attempts.last().map(|attempt| attempt.outcome);
            if matches!(last, Some(PurgeOutcome::Done | PurgeOutcome::Interrupted)) {
                break;
            }
        }
        self.filled = 0;
        let state = match attempts.last().map(|attempt| attempt.outcome) {
            Some(PurgeOutcome::Done) => PurgeState::Purged,
            Some(PurgeOutcome::Interrupted) => PurgeState::Interrupted,
            _ => PurgeState::NotPurged,
        };
        let elapsed_ns = self.part.now().saturating_sub(start).0;
        Ok(PurgeRecord { cells_before_count: 0, state, attempts, elapsed_ns })
    }

    fn discard(&mut self, start: Bytes, end: Bytes, control: &Control) -> Result<(), RigError> {
        let block = self.part.geometry().logical_block_size.0;
        let (start, end) = (start.0.next_multiple_of(block), end.0 / block * block);
        self.filled = self.filled.min(start);
        let what = (OpKind::Discard, DataPattern::Zeros, DISCARD_BLOCK);
        let discarded = self.sweep((start, end.max(start)), what, control);
        discarded.map(drop).map_err(|errno| RigError {
            kind: RigErrorKind::Io,
            message: format!(
                "cannot discard {} to {} of {}: {}",
                Bytes(start),
                Bytes(end),
                self.name,
                errno.describe()
            ),
            hint: String::new(),
        })
    }

    fn sample_host(&mut self) -> HostSample {
        let now = self.part.now();
        HostSample {
            temperature_celsius: self.part.drive.health().temperature_celsius,
            // Nobody else lives in the drive's time.
            cpu: Some(CpuUse { busy_count: 0, total_count: now.0 }),
            drive_request_count: Some(0),
        }
    }

    fn probe(&mut self, _access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        Ok(Box::new(SimProbe::new(&mut self.part.drive)))
    }

    fn rest(&mut self, duration: Nanos, _control: &Control) {
        // Takes no real time, so that there is nothing to interrupt.
        self.part.drive.spend(STEPS_PER_REST);
        let at = Nanos(self.part.now().0.saturating_add(duration.0));
        self.part.rest_until(at);
    }
}

impl SimRig {
    /// Requests that a stalled cell gave up belong to no later one, whose slots have the same numbers.
    fn forget_outstanding(&mut self) {
        self.part.drive.abort_all();
    }

    /// One way to purge.
    fn try_purge(&mut self, method: PurgeMethod, control: &Control) -> PurgeAttempt {
        let start = self.part.now();
        let capacity = self.part.drive.geometry().capacity.0;
        let size = std::mem::replace(&mut self.part.size, Bytes(capacity));
        let all = (0, capacity);
        let reached = match method {
            PurgeMethod::NvmeFormat if self.part.drive.spec().drive == DriveKind::Nvme => {
                self.part.drive.format();
                Ok(capacity)
            }
            PurgeMethod::Discard => {
                let what = (OpKind::Discard, DataPattern::Zeros, DISCARD_BLOCK);
                self.sweep(all, what, control)
            }
            PurgeMethod::ZeroFill => {
                self.sweep(all, (OpKind::Write, DataPattern::Zeros, FILL_BLOCK), control)
            }
            _ => Err(Errno::EOPNOTSUPP),
        };
        self.part.size = size;
        let (outcome, message) = match reached {
            Ok(end) if end < capacity => (PurgeOutcome::Interrupted, None),
            Ok(_) => (PurgeOutcome::Done, None),
            Err(Errno::EOPNOTSUPP) => {
                (PurgeOutcome::Unsupported, Some("the drive has no such command".to_owned()))
            }
            Err(errno) => (PurgeOutcome::Failed, Some(errno.describe().to_owned())),
        };
        let elapsed_ns = self.part.now().saturating_sub(start).0;
        PurgeAttempt { method, outcome, message, elapsed_ns, check: None }
    }
}
