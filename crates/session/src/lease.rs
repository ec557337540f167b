//! Leases: in the whole fleet, only one run at a time measures a drive. A run takes the lease before it opens the
//! drive, renews it during the measurement, and releases it at the end.
//!
//! A run that could not renew its lease for three quarters of the term stops by itself: at the end of the term none
//! of its requests is on the way to the drive. It measures that time with its own clock, which also counts while the
//! computer sleeps; the server decides when a lease began. No two clocks are compared: a run that wants to take over
//! a drive from a silent holder observes the silence itself, because somebody may set the server's clock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::Duration;

use iogram_engine::Control;
use iogram_inspect::process;
use iogram_model::{
    Message, MessageId, Run, Sentence, Text, Warning, WarningCode, sentence, text,
};
use iogram_store::{Lease, LeasedDrive, Store, Taking};

use crate::clock::timestamp;
use crate::failure::{Failure, FailureKind};
use crate::job::PlannedRun;
use crate::owner;

/// The lease server and its settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseOptions {
    /// The store that the whole fleet shares.
    pub server: PathBuf,
    /// The drive's name in the fleet; `None` uses its serial number.
    pub name: Option<String>,
    /// Duration of the lease without a renewal.
    pub term: Duration,
    /// How long to wait for another holder to end.
    pub wait: Duration,
}

/// Interval between attempts to get a drive that another run holds.
const TRY: Duration = Duration::from_secs(1);

/// Interval between renewals: at least ten in a term.
fn beat(term: Duration) -> Duration {
    (term / 10).min(Duration::from_secs(20))
}

/// A run gives up its drive after this long without a renewal, before another run may take it.
fn lost_after(term: Duration) -> Duration {
    term / 4 * 3
}

/// A holder as it was first seen, and the local time of that.
struct Watch {
    lease: Lease,
    since: Duration,
}

impl Watch {
    /// How long the present holder has been silent, by the local clock.
    fn look(watch: &mut Option<Self>, holder: &Lease) -> Duration {
        let now = process::uptime();
        match watch {
            Some(watch) if holder.is_as_before(&watch.lease) => now.saturating_sub(watch.since),
            _ => {
                *watch = Some(Self { lease: holder.clone(), since: now });
                Duration::ZERO
            }
        }
    }
}

/// Whether a holder that has been silent for `quiet` has lost the drive. If the server says that its term is over,
/// the run still waits for two renewal intervals: a live holder would have renewed.
fn is_over(holder: &Lease, quiet: Duration) -> bool {
    let is_missed = holder.is_over() && quiet > 2 * beat(holder.term) + TRY;
    is_missed || quiet > holder.term || owner::is_gone(&holder.holder)
}

/// A drive that this run holds.
pub(crate) struct Held {
    drive: LeasedDrive,
    server: PathBuf,
    taken: i64,
    term: Duration,
    shared: Arc<Shared>,
    /// Dropping it ends both threads.
    alive: Option<(Sender<()>, Sender<()>)>,
}

/// State that the threads share.
#[derive(Debug, Default)]
struct Shared {
    /// When the last granted renewal was requested, in milliseconds since the computer started.
    renewed_ms: AtomicU64,
    is_lost: AtomicBool,
}

/// The drive's identifier in the fleet; `None` if it has no serial number and no name.
fn drive_of(job: &PlannedRun, options: &LeaseOptions, is_task: bool) -> Option<LeasedDrive> {
    let place = job.target.spec.to_string();
    if let Some(name) = &options.name {
        return Some(LeasedDrive {
            serial: name.clone(),
            model: None,
            capacity_bytes: None,
            place,
        });
    }
    if let Some(identity) = job.target.simulated_identity() {
        // Each user has an own copy of a simulated drive. In a campaign it is one of many, and has a serial number.
        let (serial, model) = identity;
        let serial = serial.filter(|_| is_task)?;
        return Some(LeasedDrive { serial, model, capacity_bytes: None, place });
    }
    let facts = job.target.device_facts(&job.root)?;
    let serial = facts.serial.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty())?;
    let capacity_bytes = facts.drive_capacity.map(|capacity| capacity.0);
    Some(LeasedDrive { serial, model: facts.model, capacity_bytes, place })
}

/// Takes the drive of `job`. `None` if the drive cannot be told from others; the run's warnings state that.
///
/// # Errors
///
/// If another program holds it, or the server does not answer: then nobody knows whether one holds it.
pub(crate) fn take(
    job: &mut PlannedRun,
    options: &LeaseOptions,
    control: &Arc<Control>,
    is_task: bool,
) -> Result<Option<Held>, Failure> {
    let Some(drive) = drive_of(job, options, is_task) else {
        if job.target.spec.path().is_some() {
            let statement = Message::new(MessageId::NotLeased, []);
            job.warnings.push(Warning::new(WarningCode::NotLeased, statement));
        }
        return Ok(None);
    };
    take_drive(drive, options, control).map(Some)
}

fn take_drive(
    drive: LeasedDrive,
    options: &LeaseOptions,
    control: &Arc<Control>,
) -> Result<Held, Failure> {
    let mut store = Store::open(&options.server).map_err(|error| unasked(&drive, error))?;
    let (_never, pause) = mpsc::channel::<()>();
    let (mut gone, mut watch) = (None, None);
    let mut left = options.wait;
    loop {
        let asked_ms = uptime_ms();
        let taking = store.take_lease(&drive, &owner::this(), options.term, gone.as_ref());
        let holder = match taking.map_err(|error| unasked(&drive, error))? {
            Taking::Taken(taken) => {
                drop(store);
                return Ok(hold(drive, options, taken, (control, asked_ms)));
            }
            Taking::Held(holder) => *holder,
        };
        if is_over(&holder, Watch::look(&mut watch, &holder)) {
            gone = Some(holder);
            continue;
        }
        let is_watched = holder.is_over();
        if control.is_stopped() || left.is_zero() && !is_watched {
            return Err(refused(&drive, &holder));
        }
        // No message ever comes: the timeout is a pause.
        let step = if is_watched { TRY } else { TRY.min(left) };
        if pause.recv_timeout(step) == Err(RecvTimeoutError::Timeout) {
            left = left.saturating_sub(step);
        }
    }
}

/// Does `work` on a drive while no run of the fleet can have it: it puts back the blocks of an ended run.
///
/// # Errors
///
/// If another program holds it, or the server does not answer; otherwise those of `work`.
pub fn with_lease<T, E: From<Failure>>(
    mut drive: LeasedDrive,
    options: &LeaseOptions,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    if let Some(name) = &options.name {
        drive =
            LeasedDrive { serial: name.clone(), model: None, capacity_bytes: None, ..drive };
    }
    let held = take_drive(drive, options, &Arc::new(Control::default()))?;
    let done = work();
    held.end(true);
    done
}

fn unasked(drive: &LeasedDrive, error: iogram_store::Error) -> Failure {
    let failure = Failure::from(error);
    let hint = sentence!(
        "session-go-all-same-where-nobody-else",
        hint: failure.hint
    );
    let message = sentence!(
        "session-cannot-tell-whether-another-computer-drive",
        serial = iogram_model::shown(&drive.serial),
        why: failure.message
    );
    Failure { message, hint, ..Failure::environment(Text::NONE, Text::NONE) }
}

fn refused(drive: &LeasedDrive, lease: &Lease) -> Failure {
    let holder = &lease.holder;
    let message = sentence!(
        "session-refused-touch-drive-process-since-heard",
        serial = iogram_model::shown(&drive.serial),
        pid = holder.pid,
        host = holder.host,
        place = lease.drive.place,
        since = timestamp(holder.since_us),
        silent = holder.silent.as_secs()
    );
    let hint =
        sentence!("session-wait-end-program-gone-drive-free", term = lease.term.as_secs());
    Failure::new(FailureKind::Refused, message, hint)
}

/// Milliseconds since the computer started, including sleep.
fn uptime_ms() -> u64 {
    u64::try_from(process::uptime().as_millis()).unwrap_or(u64::MAX)
}

fn hold(
    drive: LeasedDrive,
    options: &LeaseOptions,
    taken: i64,
    (control, asked_ms): (&Arc<Control>, u64),
) -> Held {
    let (beat, most) = (beat(options.term), lost_after(options.term));
    assert!(beat * 2 < most, "a drive is lost before it is renewed a second time");
    let shared = Arc::new(Shared::default());
    shared.renewed_ms.store(asked_ms, Ordering::Release);
    let (renews, until) = mpsc::channel();
    let (watches, ended) = mpsc::channel();
    let (server, term) = (options.server.clone(), options.term);
    let (state, stop, leased) = (Arc::clone(&shared), Arc::clone(control), drive.clone());
    let renewing = move || renew(&leased, (&server, taken, term), (&state, &stop), &until);
    let (state, stop) = (Arc::clone(&shared), Arc::clone(control));
    let watching = move || watch(term, (&state, &stop), &ended);
    // The second thread is separate, because the first can wait for the network without limit.
    for (name, work) in [
        ("lease", Box::new(renewing) as Box<dyn FnOnce() + Send>),
        ("lease-watch", Box::new(watching)),
    ] {
        let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
        if started.is_err() {
            // Nothing would renew the lease, or nothing would notice its end.
            lose(&shared, control);
        }
    }
    let server = options.server.clone();
    Held { drive, server, taken, term, shared, alive: Some((renews, watches)) }
}

fn lose(shared: &Shared, control: &Control) {
    shared.is_lost.store(true, Ordering::Release);
    control.stop();
}

/// Renews the lease at intervals.
fn renew(
    drive: &LeasedDrive,
    (server, taken, term): (&PathBuf, i64, Duration),
    (shared, control): (&Shared, &Control),
    until: &Receiver<()>,
) {
    let beat = beat(term);
    let mut store = None;
    while until.recv_timeout(beat) == Err(RecvTimeoutError::Timeout) {
        let asked_ms = uptime_ms();
        let open = store.take().map_or_else(|| Store::open(server), Ok);
        let Ok(mut open) = open else { continue };
        match open.renew_lease(drive, taken, beat.max(Duration::from_secs(1))) {
            Ok(true) => {
                let before_ms = shared.renewed_ms.swap(asked_ms, Ordering::AcqRel);
                assert!(before_ms <= asked_ms, "the time since the start goes back");
                store = Some(open);
            }
            // This run released it meanwhile.
            Ok(false) if until.try_recv() == Err(TryRecvError::Disconnected) => return,
            // Another run has it, or the server lost it and another run may have it soon.
            Ok(false) => return lose(shared, control),
            // A broken connection stays broken: the next attempt opens a new one.
            Err(_) => {}
        }
    }
}

/// Stops the run before another run can take the drive.
fn watch(term: Duration, (shared, control): (&Shared, &Control), ended: &Receiver<()>) {
    let most_ms = u64::try_from(lost_after(term).as_millis()).unwrap_or(u64::MAX);
    let look = (term / 40).clamp(Duration::from_millis(20), Duration::from_secs(2));
    while ended.recv_timeout(look) == Err(RecvTimeoutError::Timeout) {
        let renewed_ms = shared.renewed_ms.load(Ordering::Acquire);
        if uptime_ms().saturating_sub(renewed_ms) > most_ms {
            return lose(shared, control);
        }
    }
}

impl Held {
    /// Whether another run may have the drive by now: then this run must not write to it.
    pub(crate) fn is_lost(&self) -> bool {
        self.shared.is_lost.load(Ordering::Acquire)
    }

    /// Refuses a drive other than the leased one: somebody may have swapped it between the request and the opening.
    pub(crate) fn check(&self, serial: Option<&str>, is_named: bool) -> Result<(), Failure> {
        let is_same = serial.is_none_or(|serial| self.drive.has_serial(serial));
        if is_same || is_named {
            return Ok(());
        }
        Err(Failure::new(
            FailureKind::Refused,
            text!("session-refused-measure-another-drive-taken-moment"),
            text!("session-leave-drives-plugged-try-again"),
        ))
    }

    /// Records that the run lost the drive.
    pub(crate) fn note(&self, run: &mut Run) {
        if self.is_lost() {
            let seconds = self.term.as_secs().to_string();
            let statement = Message::new(MessageId::LeaseLost, [seconds.into()]);
            run.warnings.push(Warning::new(WarningCode::LeaseLost, statement));
        }
    }

    /// Releases the drive. A drive with requests that may still be running is released by the end of its term.
    pub(crate) fn end(mut self, is_closed: bool) {
        assert!(self.alive.is_some(), "a drive is let go twice");
        self.alive = None;
        if !is_closed || self.is_lost() {
            return;
        }
        // If the server is away, the end of the term releases the drive.
        if let Ok(mut store) = Store::open(&self.server) {
            store.release_lease(&self.drive, self.taken).ok();
        }
    }
}

/// The failure if the borrowed blocks cannot be put back, because another run may have the drive.
pub(crate) fn not_put_back(journal: Option<String>) -> Failure {
    let hint: Sentence = match journal {
        Some(journal) => sentence!("session-blocks-kept-when-nobody-else-drive", journal),
        None => sentence!("session-when-nobody-else-drive-iogram-restore"),
    };
    Failure::environment(text!("session-borrowed-not-put-back-drive-another"), hint)
}
