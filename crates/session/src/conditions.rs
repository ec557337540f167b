//! The conditions of a run: the computer, and iogram's own overhead.

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

/// Duration of one run of the engine against the null target. Arbitrary: some hundred thousand requests, too short
/// for the user to notice.
const FLOOR_TIME: Nanos = Nanos(4 * Nanos::MILLISECOND.0);
/// The minimum of this many rounds is the engine's cost, because noise only adds.
const FLOOR_ROUNDS: u32 = 3;

/// A check before a drive is opened. It runs once the drive belongs to this run: a result from before another run had
/// the drive proves nothing.
#[derive(Clone, Default)]
pub struct Ready(Option<Arc<Look>>);

/// A panic may leave it half done: nothing reads its state afterwards.
type Look = dyn Fn(&Control) -> Result<(), Failure> + Send + Sync + RefUnwindSafe;

impl Ready {
    /// The run does not begin if `look` fails. `look` may wait until the control stops it.
    pub fn once(
        look: impl Fn(&Control) -> Result<(), Failure> + Send + Sync + RefUnwindSafe + 'static,
    ) -> Self {
        Self(Some(Arc::new(look)))
    }

    /// Runs the check.
    ///
    /// # Errors
    ///
    /// Those of the closure.
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

/// The user's settings for the computer around the drive.
#[derive(Debug, Clone, Default)]
pub struct PlatformOptions {
    /// Notes that the run's record keeps.
    pub notes: Vec<(String, String)>,
    /// Whether to check for disturbances first, however short the run is.
    pub is_checked: bool,
    /// Whether to tune the computer for the run and restore it afterwards.
    pub is_tuned: bool,
    /// State of the drive's volatile write cache during the run, restored afterwards; `None` leaves it as it is.
    pub write_cache: Option<bool>,
    /// How often to read the drive's health while a cell runs.
    pub health: HealthSampling,
    /// A request of a probe that takes longer counts as lost; [`Cell::IO_TIMEOUT`] if `None`.
    pub probe_timeout: Option<Nanos>,
    /// How requests reach the drive.
    pub reach: Reach,
    /// How often the store gets the progress of a cell.
    pub checkpoints: Checkpoints,
    /// The server that leases the drive; `None` leases none.
    pub lease: Option<LeaseOptions>,
    /// The check that has to pass before the drive is opened.
    pub ready: Ready,
    /// The part of a campaign that this run is; `None` outside campaigns.
    pub task: Option<TaskKey>,
    /// The source of the drive's power readings.
    pub power: Option<PowerSource>,
    /// The drives that are measured at the same time.
    pub beside: Vec<BesideRecord>,
    /// The overhead of this program, measured earlier, because other runs would disturb the measurement; `None`
    /// measures it now.
    pub tool: Option<ToolRecord>,
}

/// Collects all conditions for the record.
pub(crate) fn find(
    opened: &Opened,
    root: &SysRoot,
    options: &PlatformOptions,
) -> Result<Conditions, Failure> {
    // A simulated drive is not attached to this computer.
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

/// In virtual time iogram costs nothing: neither its clock nor its floor is part of a latency.
fn unmeasured_tool() -> ToolRecord {
    ToolRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        clock: "virtual".to_owned(),
        ..ToolRecord::default()
    }
}

/// Measures the clock and the engine floor.
///
/// # Errors
///
/// If the engine does not run against the null target.
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

/// Settings and readings around the drive while a plan runs. Dropping it restores the settings.
pub(crate) struct RunEnvironment {
    tuning: Option<Tuning>,
    /// Restores the drive's write cache.
    switched: Option<Tuning>,
    write_cache: Option<WriteCacheRecord>,
    meter: Option<Arc<PowerMeter>>,
}

impl RunEnvironment {
    /// Applies the settings and starts the readings that the options ask for. The write cache is already set for the
    /// run, which may or may not write.
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
        // The write cache comes last: no later step can fail and leave it switched for nothing.
        let (switched, write_cache) =
            write_cache::begin(root, opened, write_cache, is_written)?;
        Ok(Self { tuning, switched, write_cache, meter })
    }

    /// Notes the settings in the record.
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

    /// Restores everything, and notes each failure in the record.
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
