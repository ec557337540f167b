//! A simulated drive with everything that a cell needs: the interface between methods and the engine.

use std::sync::Arc;

use iogram_engine::{
    Cell, CellFacts, Collector, Content, Control, CpuUse, Errno, Feed, FlowShare, Geometry,
    HealthSampling, HostSample, JobsOutcome, Load, PathTaken, Pending, Probe, ProbeAccess,
    Recordings, Request, Rig, RigError, RigErrorKind, Shared, Target, TimeBase, ZoneTable,
    assemble, check_workload, health_warning, note_beside, open_recording, run_jobs, run_loads,
    run_replay, slots_per_job,
};
use iogram_model::{
    Bytes, Caching, CardRecord, CellRecord, DataPattern, IoPath, Message, MessageId, Nanos,
    OpKind, PurgeAttempt, PurgeChoice, PurgeMethod, PurgeOutcome, PurgeRecord, PurgeState,
    SdStatus, Sentence, SimulationRecord, TargetKind, TargetRecord, Workload, sentence,
};

use crate::drive::SimDrive;
use crate::health::HealthWatch;
use crate::host::PageCache;
use crate::part::Part;
use crate::probe::SimProbe;
use crate::spec::{DriveKind, MediaSpec, SimSpec};

/// Size of the requests that fill a drive before reads, and the number in flight.
const FILL_BLOCK: u64 = 1 << 20;
const FILL_DEPTH: u32 = 8;

/// The smallest logical block of a drive; a description with a smaller one is of a file system's view.
const SECTOR: Bytes = Bytes(512);

/// Size of the requests that discard a drive.
const DISCARD_BLOCK: u64 = 1 << 30;

/// Cost of a cell beside its requests, for a budget: histograms, jobs, a record.
const STEPS_PER_CELL: u64 = 2000;
/// Cost of a rest, with the sample that comes with it.
const STEPS_PER_REST: u64 = 20;

/// Runs cells on one simulated drive, with all jobs of a cell in the calling thread.
#[derive(Debug)]
pub struct SimRig {
    name: String,
    part: Part,
    health_sampling: HealthSampling,
    recordings: Option<Arc<dyn Recordings>>,
}

impl SimRig {
    /// A rig for `drive`, under the user's name for it.
    #[must_use]
    pub fn new(name: impl Into<String>, drive: SimDrive) -> Self {
        let size = drive.geometry().capacity;
        let is_file_system = drive.geometry().logical_block_size < SECTOR;
        let page_cache = (!is_file_system).then(|| PageCache::new(&drive));
        let part =
            Part { drive, size, page_cache, is_buffered: false, watch: None, compared: None };
        let health_sampling = HealthSampling::default();
        Self { name: name.into(), part, health_sampling, recordings: None }
    }

    /// Sets the source of the traces that cells replay.
    pub fn play(&mut self, recordings: Arc<dyn Recordings>) {
        self.recordings = Some(recordings);
    }

    /// Sets how often to sample the drive's health in every cell from now on.
    pub const fn sample_health(&mut self, sampling: HealthSampling) {
        self.health_sampling = sampling;
    }

    /// See [`SimDrive::is_write_cache_on`].
    #[must_use]
    pub fn is_write_cache_on(&self) -> bool {
        self.part.drive.is_write_cache_on()
    }

    /// See [`SimDrive::switch_write_cache`].
    pub fn switch_write_cache(&mut self, is_on: bool) -> bool {
        self.part.drive.switch_write_cache(is_on)
    }

    /// The drive, with its truth.
    pub const fn drive_mut(&mut self) -> &mut SimDrive {
        &mut self.part.drive
    }

    /// Sends requests in sequence over the bytes from `start` up to `end`, several in flight. Returns the end of the
    /// completed part: less than `end` if stopped.
    fn sweep(
        &mut self,
        place: (u64, u64),
        what: (OpKind, DataPattern, u64),
        control: &Control,
    ) -> Result<u64, Errno> {
        let swept = self.try_sweep(place, what, control);
        if swept.is_err() {
            // When one fails, the other requests in flight have no owner.
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

    /// Writes everything up to `end`, in order: a new file, whatever was there before.
    fn fill(&mut self, end: u64, control: &Control) -> Result<Bytes, RigError> {
        let what = (OpKind::Write, DataPattern::Random, FILL_BLOCK);
        let filled = self.sweep((0, end), what, control);
        filled.map(Bytes).map_err(|errno| self.fill_error(errno))
    }

    /// Empties the page cache before requests bypass it.
    fn settle(&mut self) -> Result<(), RigError> {
        self.part.settle().map_err(|error| self.fill_error(error.errno))
    }

    fn spent(&self) -> RigError {
        RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("sim-simulating-further-take-too-long", name = self.name),
            hint: Sentence::default(),
        }
    }

    fn fill_error(&self, errno: Errno) -> RigError {
        RigError {
            kind: RigErrorKind::Io,
            message: sentence!(
                "sim-cannot-fill-data",
                name = self.name,
                why = errno.describe()
            ),
            hint: Sentence::default(),
        }
    }
}

/// The values in a card's registers; the host uses any value that is present.
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
    Request {
        slot,
        length,
        offset,
        salt: offset,
        data,
        kind,
        is_fua: false,
        is_full_sync: false,
    }
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
                page_cache: self.part.page_cache.as_ref().map(|_| PageCache::record()),
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

    fn time_base(&self) -> TimeBase {
        TimeBase::Virtual
    }

    fn now(&self) -> Nanos {
        self.part.now()
    }

    fn lay_out(
        &mut self,
        size: Bytes,
        content: Content,
        control: &Control,
    ) -> Result<Bytes, RigError> {
        let capacity = self.part.drive.geometry().capacity;
        if size > capacity {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!(
                    "sim-cannot-use",
                    size = size.both(),
                    name = self.name,
                    capacity = capacity.both()
                ),
                hint: sentence!("sim-choose-smaller-size"),
            });
        }
        self.part.size = size;
        match content {
            Content::Kept => Ok(Bytes(0)),
            Content::Empty | Content::Allocated => {
                if let Some(page_cache) = &mut self.part.page_cache {
                    page_cache.set_empty(size);
                }
                Ok(Bytes(0))
            }
            Content::Written => {
                self.settle()?;
                if let Some(page_cache) = &mut self.part.page_cache {
                    page_cache.set_stored();
                }
                self.fill(size.0, control)
            }
        }
    }

    fn run(&mut self, cell: &Cell, control: &Control) -> Result<CellRecord, RigError> {
        if let Some(application) = cell.workload.application {
            return Err(RigError {
                kind: RigErrorKind::Usage,
                message: sentence!(
                    "sim-cannot-run-simulated-drive-no-file",
                    application = application.name(),
                    name = self.target().name
                ),
                hint: sentence!("sim-name-directory-iogram-sim-serve-makes"),
            });
        }
        check_workload(&cell.workload, self.part.geometry())?;
        let recordings = self.recordings.as_deref();
        let feed = open_recording(recordings, &cell.workload, self.part.geometry())?;
        let loads = cell.loads();
        let outstanding: u64 = loads.iter().map(|load| load.workload.outstanding_count()).sum();
        self.part.drive.spend(STEPS_PER_CELL + outstanding);
        if self.part.drive.is_work_spent() {
            return Err(self.spent());
        }
        let zones = self.zones_of(&loads[0].workload)?;
        for load in &loads[1..] {
            self.zones_of(&load.workload)?;
        }
        for load in &loads {
            self.begin_comparing(&load.workload);
        }
        self.begin_caching(&cell.workload)?;
        let start = self.part.now();
        let read_before = self.part.read_tally();
        self.part.watch = HealthWatch::begin(&self.part.drive, self.health_sampling);
        control.tell_temperature(self.part.drive.health().temperature_celsius);
        let mut records = self.run_loads((&loads, feed, zones), control, start).into_iter();
        let mut record = records.next().expect("a cell has a load of its own");
        self.end_caching();
        self.part.compared = None;
        record.workload.clone_from(&cell.workload);
        let reads = record.operations.read.is_some();
        record.unstored = self.part.read_tally().since(read_before).filter(|_| reads);
        if !cell.workload.beside.is_empty() {
            note_beside(&mut record, records.collect());
        }
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
        self.settle()?;
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
        let state = match attempts.last().map(|attempt| attempt.outcome) {
            Some(PurgeOutcome::Done) => PurgeState::Purged,
            Some(PurgeOutcome::Interrupted) => PurgeState::Interrupted,
            _ => PurgeState::NotPurged,
        };
        let elapsed_ns = self.part.now().saturating_sub(start).0;
        Ok(PurgeRecord { cells_before_count: 0, state, attempts, elapsed_ns })
    }

    fn discard(&mut self, start: Bytes, end: Bytes, control: &Control) -> Result<(), RigError> {
        let zone = self.part.drive.spec().zone_shape().map(|zones| zones.size.0);
        let block = zone.unwrap_or(self.part.geometry().logical_block_size.0);
        let (start, end) = (start.0.next_multiple_of(block), end.0 / block * block);
        self.settle()?;
        let what = (OpKind::Discard, DataPattern::Zeros, zone.unwrap_or(DISCARD_BLOCK));
        let discarded = self.sweep((start, end.max(start)), what, control);
        discarded.map(drop).map_err(|errno| RigError {
            kind: RigErrorKind::Io,
            message: sentence!(
                "sim-cannot-discard",
                start = Bytes(start),
                end = Bytes(end),
                name = self.name,
                why = errno.describe()
            ),
            hint: Sentence::default(),
        })
    }

    fn sample_host(&mut self) -> HostSample {
        let now = self.part.now();
        HostSample {
            temperature_celsius: self.part.drive.health().temperature_celsius,
            // Nobody else uses the processor in the drive's time.
            cpu: Some(CpuUse { busy_count: 0, total_count: now.0 }),
            drive_request_count: Some(0),
        }
    }

    fn probe(&mut self, _access: ProbeAccess) -> Result<Box<dyn Probe + '_>, RigError> {
        self.settle()?;
        Ok(Box::new(SimProbe::new(&mut self.part.drive)))
    }

    fn rest(&mut self, duration: Nanos, _control: &Control) {
        // It takes no real time, so there is nothing to interrupt.
        self.part.drive.spend(STEPS_PER_REST);
        let at = Nanos(self.part.now().0.saturating_add(duration.0));
        self.part.rest_until(at);
    }
}

impl SimRig {
    /// Keeps the contents of writes from here on, if later cells compare them.
    fn begin_comparing(&mut self, workload: &Workload) {
        if !workload.data.is_known_by_place() {
            return;
        }
        self.part.drive.keep_contents();
        if let Some(page_cache) = &mut self.part.page_cache {
            page_cache.keep_contents();
        }
        if workload.compares() {
            self.part.compared = Some(Vec::new());
        }
    }

    /// Runs all loads of a cell at the same time, in the calling thread; returns a record of each.
    fn run_loads(
        &mut self,
        (cells, feed, zones): (&[Cell], Option<Box<dyn Feed>>, Option<ZoneTable>),
        control: &Control,
        start: Nanos,
    ) -> Vec<CellRecord> {
        let collector = |cell: &Cell| Collector::new(cell.workload.jobs).watching(cell);
        let collectors: Vec<Collector> = cells.iter().map(collector).collect();
        let pending: Vec<Pending> = cells.iter().map(|_| Pending::default()).collect();
        // Only the cell's own load reports progress.
        let beside = Control::default();
        let controls = std::iter::once(control).chain(std::iter::repeat(&beside));
        let flows = FlowShare::of_loads(cells);
        let with = cells.iter().zip(controls).zip(collectors.iter().zip(&pending)).zip(&flows);
        let loads: Vec<Load<'_>> = with
            .map(|(((cell, control), (collector, pending)), flow)| {
                let flow = flow.as_deref();
                // A load beside another one has no zones.
                let is_zoned = cell.workload.access.follows_write_pointers();
                let zones = zones.as_ref().filter(|_| is_zoned);
                let start = start + cell.delay;
                let shared = Shared { cell, collector, control, start, zones, flow };
                Load { shared, pending }
            })
            .collect();
        let outcomes = match (loads.as_slice(), feed) {
            ([Load { shared, pending }], Some(feed)) => {
                vec![run_replay(&mut self.part, feed, *shared, pending)]
            }
            ([Load { shared, pending }], None) => {
                vec![run_jobs(&mut self.part, 0..shared.cell.workload.jobs, *shared, pending)]
            }
            (several, _) => run_loads(&mut self.part, several),
        };
        let record = |((cell, outcome), collector): ((&Cell, &JobsOutcome), &Collector)| {
            let facts = CellFacts {
                cell,
                start: start + cell.delay,
                epoch: Nanos(0),
                outcomes: std::slice::from_ref(outcome),
                cpu: None,
                cpu_count: None,
                path: PathTaken {
                    path: IoPath::Sim,
                    reason: Message::plain(MessageId::PathSimulated),
                    features: Vec::new(),
                },
                host_pauses: Vec::new(),
                others: None,
            };
            assemble(facts, collector)
        };
        cells.iter().zip(&outcomes).zip(&collectors).map(record).collect()
    }

    /// The zones of a load, if it follows their write pointers.
    fn zones_of(&self, workload: &Workload) -> Result<Option<ZoneTable>, RigError> {
        let drive = self.part.drive.zones();
        ZoneTable::of_load(workload, drive.as_ref(), self.part.geometry().capacity)
    }

    /// Forgets the requests that a stalled cell gave up: later cells reuse their slot numbers.
    fn forget_outstanding(&mut self) {
        self.part.drive.abort_all();
    }

    /// Sends the requests of `workload` through the page cache or past it.
    fn begin_caching(&mut self, workload: &Workload) -> Result<(), RigError> {
        if workload.caching != Caching::Buffered {
            self.settle()?;
        }
        self.part.is_buffered = workload.caching != Caching::Direct;
        match &mut self.part.page_cache {
            Some(page_cache) if self.part.is_buffered => {
                page_cache.begin_cell(slots_per_job(workload));
            }
            Some(page_cache) if workload.writes() => page_cache.set_stored(),
            _ => {}
        }
        Ok(())
    }

    /// Ends a cell: dirty pages are written later, and abandoned calls have no owner.
    fn end_caching(&mut self) {
        match self.part.buffered() {
            Some((page_cache, _)) => page_cache.forget_calls(),
            None => self.forget_outstanding(),
        }
        self.part.is_buffered = false;
    }

    /// Tries one purge method.
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
                let zone = self.part.drive.spec().zone_shape().map(|zones| zones.size.0);
                let block = zone.unwrap_or(DISCARD_BLOCK);
                self.sweep(all, (OpKind::Discard, DataPattern::Zeros, block), control)
            }
            PurgeMethod::ZeroFill => {
                self.sweep(all, (OpKind::Write, DataPattern::Zeros, FILL_BLOCK), control)
            }
            _ => Err(Errno::EOPNOTSUPP),
        };
        self.part.size = size;
        let missing = Message::plain(MessageId::PurgeNoCommand);
        let (outcome, message, statement) = match reached {
            Ok(end) if end < capacity => (PurgeOutcome::Interrupted, None, None),
            Ok(_) => (PurgeOutcome::Done, None, None),
            Err(Errno::EOPNOTSUPP) => {
                (PurgeOutcome::Unsupported, Some(missing.english()), Some(missing))
            }
            Err(errno) => {
                (PurgeOutcome::Failed, Some(errno.describe()), Some(errno.statement()))
            }
        };
        let elapsed_ns = self.part.now().saturating_sub(start).0;
        PurgeAttempt { method, outcome, message, statement, elapsed_ns, check: None }
    }
}
