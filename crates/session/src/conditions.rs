//! The circumstances of a run: the computer, and iogram measured by itself.

use std::fmt;
use std::panic::RefUnwindSafe;
use std::sync::Arc;

use iogram_device::{DriveRig, TuneRequest, Tuning};
use iogram_engine::{Cell, ClockChoice, Control, HealthSampling, Reach, Rig, TimeBase};
use iogram_inspect::{
    PowerMeter, SysRoot, TickClock, find_memory_below, measure_clock, read_host, read_platform,
};
use iogram_model::{
    BesideRecord, Conditions, Message, MessageId, Nanos, Run, Sentence, Stop, ToolRecord,
    Warning, WarningCode, Workload, WriteCacheRecord, text,
};

use iogram_store::TaskKey;

use crate::checkpoints::Checkpoints;
use crate::failure::Failure;
use crate::follower::{Notice, SessionFollower};
use crate::lease::LeaseOptions;
use crate::opened::Opened;
use crate::power::{self, PowerSource};
use crate::{tuning, write_cache};

/// How long the engine runs against nothing. Arbitrary: some hundred thousand requests, not felt by
/// the user.
const FLOOR_TIME: Nanos = Nanos(4 * Nanos::MILLISECOND.0);
/// The best of so many says what the engine costs; noise only adds.
const FLOOR_ROUNDS: u32 = 3;

/// What has to be so before a drive is opened, looked at once it is this run's alone: what was so before somebody else had it
/// says nothing.
#[derive(Clone, Default)]
pub struct Ready(Option<Arc<Look>>);

/// It may be left in the middle by a panic: nothing of it is looked at afterwards.
type Look = dyn Fn(&Control) -> Result<(), Failure> + Send + Sync + RefUnwindSafe;

impl Ready {
    /// Nothing is begun where `look` fails; it may wait, until it is told to stop.
    pub fn once(
        look: impl Fn(&Control) -> Result<(), Failure> + Send + Sync + RefUnwindSafe + 'static,
    ) -> Self {
        Self(Some(Arc::new(look)))
    }

    /// Looks.
    ///
    /// # Errors
    ///
    /// As what it was made of.
    pub(crate) fn look(&self, control: &Control) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |look| look(control))
    }
}

impl fmt::Debug for Ready {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.0.is_some() { "Ready(..)" } else { "Ready" };
        formatter.write_str(what)
    }
}

/// What the user wants of the computer around the drive.
#[derive(Debug, Clone, Default)]
pub struct PlatformOptions {
    /// Remarks that are kept with the run.
    pub notes: Vec<(String, String)>,
    /// Whether is looked first for what would disturb, however short the run is.
    pub is_checked: bool,
    /// Whether the computer is set for the run and put back afterwards.
    pub is_tuned: bool,
    /// Whether the drive's volatile write cache is to be on during the run, and put back afterwards; `None` leaves it
    /// as it is.
    pub write_cache: Option<bool>,
    /// How often the drive is asked how it fares while a cell runs.
    pub health: HealthSampling,
    /// A request of a probe that takes longer is one that never comes back; [`Cell::IO_TIMEOUT`] if nobody
    /// says so.
    pub probe_timeout: Option<Nanos>,
    /// How requests reach the drive.
    pub reach: Reach,
    /// How often what a cell has so far is kept.
    pub checkpoints: Checkpoints,
    /// Where the drive is leased; `None` leases none.
    pub lease: Option<LeaseOptions>,
    /// What has to be so before the drive is opened.
    pub ready: Ready,
    /// Which part of a campaign the run is; `None` if it is none.
    pub task: Option<TaskKey>,
    /// What tells the power that the drive draws.
    pub power: Option<PowerSource>,
    /// What is measured at the same time.
    pub beside: Vec<BesideRecord>,
    /// This program, measured before, because while others run it cannot be; `None` measures it now.
    pub tool: Option<ToolRecord>,
}

/// Everything about the circumstances, for the record.
pub(crate) fn find(
    opened: &Opened,
    root: &SysRoot,
    options: &PlatformOptions,
) -> Result<Conditions, Failure> {
    // The way to a simulated drive is not this computer's.
    let device = match opened.time_base() {
        TimeBase::Host => opened.rig.as_dyn().target().device,
        TimeBase::Virtual => None,
    };
    Ok(Conditions {
        host: read_host(root),
        tool: match opened.time_base() {
            TimeBase::Host => match &options.tool {
                Some(measured) => measured.clone(),
                None => measure_tool(options.reach.clock)?,
            },
            TimeBase::Virtual => unmeasured_tool(),
        },
        queue: opened.queue.clone(),
        file_system: opened.file_system.clone(),
        memory: device
            .as_deref()
            .and_then(|name| find_memory_below(root, root.block_number(name)?)),
        platform: Some(Box::new(read_platform(root, device.as_deref()))),
        drive_state: None,
        tuned: None,
        write_cache: None,
        power_loss: None,
        beside: options.beside.clone(),
        notes: options.notes.iter().cloned().collect(),
    })
}

/// In virtual time iogram costs nothing: neither its clock nor its floor is part of any latency.
fn unmeasured_tool() -> ToolRecord {
    ToolRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: "virtual".to_owned(),
        ..ToolRecord::default()
    }
}

/// Clock and engine floor.
///
/// # Errors
///
/// If the engine does not run against nothing.
pub fn measure_tool(choice: ClockChoice) -> Result<ToolRecord, Failure> {
    let source = TickClock::start(choice);
    let clock = measure_clock(|| source.now());
    Ok(ToolRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: source.check().name.to_owned(),
        clock_cost_ns: Some(clock.cost_ns),
        clock_precision_ns: Some(clock.precision_ns),
        floor_ns: measure_floor(32)?,
    })
}

/// Nanoseconds per request against the null target at this queue depth.
///
/// # Errors
///
/// If the engine does not run.
pub fn measure_floor(depth: u32) -> Result<Option<f64>, Failure> {
    let stop = Stop { time: Some(FLOOR_TIME), ..Stop::default() };
    let workload = Workload { depth, stop, ..Workload::default() };
    let mut best: Option<f64> = None;
    for _ in 0..FLOOR_ROUNDS {
        let cell = Cell::new("engine floor", workload.clone());
        let record = DriveRig::null().run(&cell, &Control::default())?;
        let cost = record.operations.read.filter(|read| read.iops > 0.0).map(|r| 1e9 / r.iops);
        best = best.into_iter().chain(cost).reduce(f64::min);
    }
    Ok(best)
}

/// What is set and read around the drive while a plan runs. Going out of scope puts back what is set.
pub(crate) struct RunEnvironment {
    tuning: Option<Tuning>,
    /// What puts the drive's write cache back.
    switched: Option<Tuning>,
    write_cache: Option<WriteCacheRecord>,
    meter: Option<Arc<PowerMeter>>,
}

impl RunEnvironment {
    /// Sets and starts what the options ask for; the write cache is as the run wants it, which may write or not.
    pub(crate) fn begin(
        root: &SysRoot,
        opened: &mut Opened,
        options: &PlatformOptions,
        (write_cache, is_written): (Option<bool>, bool),
        unix_now_us: i64,
    ) -> Result<Self, Failure> {
        if options.is_tuned && opened.time_base() == TimeBase::Virtual {
            return Err(Failure::usage(
                text!("session-simulated-drive-no-computer-could-tuned"),
                text!("session-leave-tune-out"),
            ));
        }
        opened.rig.sample_health(options.health);
        if let (Some(timeout), Some(drive)) = (options.probe_timeout, opened.rig.drive()) {
            drive.limit_probes(timeout);
        }
        opened.rig.reach(root, &options.reach)?;
        let meter = power::start(options.power.as_ref(), &mut opened.rig, root, unix_now_us)?;
        let device = opened.rig.as_dyn().target().device;
        let request = TuneRequest { device, ..TuneRequest::default() };
        let tuning = options.is_tuned.then(|| tuning::begin(root, &request)).transpose()?;
        // Last: nothing after it can fail and leave it switched for nothing.
        let (switched, write_cache) =
            write_cache::begin(root, opened, write_cache, is_written)?;
        Ok(Self { tuning, switched, write_cache, meter })
    }

    /// Says in the record what was set.
    pub(crate) fn record(&self, run: &mut Run) {
        run.conditions.write_cache = self.write_cache;
        let Some(tuning) = &self.tuning else { return };
        let record = tuning.record();
        for why in tuning.failures() {
            let statement = Message::new(MessageId::NotTuned, [why.into()]);
            run.warnings.push(Warning::new(WarningCode::NotTuned, statement));
        }
        run.conditions.tuned = Some(record);
    }

    /// Puts everything back, and says in the record what went wrong.
    pub(crate) fn end(self, run: &mut Run, follower: &mut dyn SessionFollower) {
        run.warnings.extend(power::fault(self.meter.as_ref()));
        let left: Vec<Sentence> =
            self.switched.into_iter().chain(self.tuning).flat_map(Tuning::restore).collect();
        for why in left {
            let statement = Message::new(MessageId::StillTuned, [(&why).into()]);
            let warning = Warning::new(WarningCode::StillTuned, statement);
            follower.noticed(Notice::Warning(&warning));
            run.warnings.push(warning);
        }
    }
}
