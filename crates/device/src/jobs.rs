//! Runs the jobs of one cell on real targets: a thread and a target each, a common start.

use std::fs::File;
use std::sync::{Barrier, Mutex, OnceLock};

use iogram_engine::{
    Cell, CellFacts, Collector, Control, Geometry, JobsOutcome, PathChoice, PathTaken, Shared,
    Target, assemble, run_jobs,
};
use iogram_model::{CellRecord, CpuTime, IoPath, Nanos};

use crate::clock::{self, CpuScope};
use crate::null::NullTarget;
use crate::sync_target::{DiscardCall, SyncTarget, is_nonblocking};
use crate::uring::{UringConfig, UringTarget};

/// What the jobs of a cell run on.
pub(crate) enum Ground<'a> {
    /// Nothing.
    Null,
    /// A file or block device; the function opens it once more, in the cell's mode.
    Opened {
        /// Opens it.
        open: &'a (dyn Fn() -> std::io::Result<File> + Sync),
        /// Its shape.
        geometry: Geometry,
        /// How it is discarded.
        discard: DiscardCall,
    },
}

/// Why a cell could not start.
#[derive(Debug)]
pub(crate) struct StartError {
    /// What was tried.
    pub(crate) what: &'static str,
    /// What the system answered.
    pub(crate) source: std::io::Error,
}

/// Runs `cell`; `epoch` is the beginning of the rig's time.
///
/// # Errors
///
/// Fails if the target cannot be opened or no ring, memory or thread can be had for it.
pub(crate) fn run_cell(
    cell: &Cell,
    ground: &Ground<'_>,
    control: &Control,
    epoch: Nanos,
) -> Result<CellRecord, StartError> {
    let path = choose_path(cell, ground)?;
    let jobs = cell.workload.jobs;
    let stage = Stage {
        cell,
        ground,
        control,
        path: &path,
        collector: Collector::new(jobs),
        barrier: Barrier::new(usize::try_from(jobs).expect("checked to be small")),
        start: OnceLock::new(),
        failure: Mutex::new(None),
        features: Mutex::new(Vec::new()),
    };
    control.begin_cell();
    let cpu_before = clock::cpu_time(CpuScope::Process);
    let outcomes: Vec<JobsOutcome> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs)
            .map(|job| {
                let stage = &stage;
                let thread = std::thread::Builder::new().name(format!("job {job}"));
                thread.spawn_scoped(scope, move || stage.perform(job))
            })
            .collect();
        let joined = threads.into_iter().map(|thread| match thread {
            Ok(thread) => thread.join().expect("a job reports its failures, it does not panic"),
            Err(source) => panic!("cannot start {jobs} threads: {source}"),
        });
        joined.flatten().collect()
    });
    let cpu =
        cpu_before.zip(clock::cpu_time(CpuScope::Process)).map(|(before, after)| CpuTime {
            user_ns: after.user_ns - before.user_ns,
            system_ns: after.system_ns - before.system_ns,
        });
    if let Some(error) = stage.failure.into_inner().expect("no job panicked") {
        return Err(error);
    }
    let features = stage.features.into_inner().expect("no job panicked");
    let start = *stage.start.get().expect("set before the first job began");
    let path = PathTaken { path: path.path, reason: path.reason.clone(), features };
    let facts = CellFacts { cell, start, epoch, outcomes: &outcomes, cpu, path };
    Ok(assemble(facts, stage.collector))
}

/// What the jobs of one cell share.
struct Stage<'a> {
    cell: &'a Cell,
    ground: &'a Ground<'a>,
    control: &'a Control,
    path: &'a PathTaken,
    collector: Collector,
    barrier: Barrier,
    start: OnceLock<Nanos>,
    failure: Mutex<Option<StartError>>,
    features: Mutex<Vec<String>>,
}

/// A target of one of the real kinds.
enum AnyTarget {
    Null(NullTarget),
    Uring(Box<UringTarget>),
    Sync(SyncTarget),
}

impl Stage<'_> {
    /// One job, from opening to its outcome; `None` if any job could not start.
    fn perform(&self, job: u32) -> Option<JobsOutcome> {
        // A timer that ends a wait should end it in time; the default is 50 us late.
        let slack = std::num::NonZeroU64::new(1);
        let _wish = rustix::thread::set_current_timer_slack(slack);
        let target = self.make_target();
        let target = match target {
            Ok(target) => Some(target),
            Err(error) => {
                self.failure.lock().expect("no job panicked").get_or_insert(error);
                None
            }
        };
        if self.barrier.wait().is_leader() {
            self.start.get_or_init(clock::now);
        }
        self.barrier.wait();
        if self.failure.lock().expect("no job panicked").is_some() {
            return None;
        }
        match target? {
            AnyTarget::Null(mut target) => Some(self.run(&mut target, job)),
            AnyTarget::Sync(mut target) => Some(self.run(&mut target, job)),
            AnyTarget::Uring(mut target) => {
                if job == 0 {
                    let mut features = self.features.lock().expect("no job panicked");
                    *features = target.features().to_vec();
                }
                Some(self.run(&mut *target, job))
            }
        }
    }

    fn run<T: Target>(&self, target: &mut T, job: u32) -> JobsOutcome {
        let start = *self.start.get().expect("set between the barriers");
        let shared = Shared {
            cell: self.cell,
            collector: &self.collector,
            control: self.control,
            start,
        };
        run_jobs(target, job..job + 1, shared)
    }

    fn make_target(&self) -> Result<AnyTarget, StartError> {
        let Ground::Opened { open, geometry, discard } = self.ground else {
            return Ok(AnyTarget::Null(NullTarget::default()));
        };
        let workload = &self.cell.workload;
        let file = open().map_err(|source| StartError { what: "open the target", source })?;
        let block = usize::try_from(workload.block.largest().0).expect("at most 1 GiB");
        if self.path.path == IoPath::Sync {
            return SyncTarget::new(file, *geometry, workload.depth, block, *discard)
                .map(AnyTarget::Sync)
                .map_err(|source| StartError { what: "prepare memory and threads", source });
        }
        let is_nonblocking = is_nonblocking(&file, geometry.logical_block_size);
        let config = UringConfig { slots: workload.depth, block, is_nonblocking };
        UringTarget::new(file, *geometry, config)
            .map(|target| AnyTarget::Uring(Box::new(target)))
            .map_err(|source| StartError { what: "set up io_uring", source })
    }
}

/// The way that costs least for this cell on this ground.
fn choose_path(cell: &Cell, ground: &Ground<'_>) -> Result<PathTaken, StartError> {
    let taken = |path, reason: &str| PathTaken {
        path,
        reason: reason.to_owned(),
        features: Vec::new(),
    };
    let Ground::Opened { discard, .. } = ground else {
        return Ok(taken(IoPath::Null, "the null target"));
    };
    let workload = &cell.workload;
    let discards = workload.mix.discard.0 > 0 && *discard == DiscardCall::BlockDevice;
    match cell.path {
        PathChoice::Sync => return Ok(taken(IoPath::Sync, "asked for")),
        PathChoice::Auto if discards => {
            return Ok(taken(
                IoPath::Sync,
                "discards of a block device are calls of their own",
            ));
        }
        PathChoice::Auto if workload.depth == 1 => {
            return Ok(taken(IoPath::Sync, "queue depth 1: one system call per request"));
        }
        PathChoice::Auto | PathChoice::IoUring => {}
    }
    if cell.path == PathChoice::IoUring && discards {
        let source = std::io::Error::from_raw_os_error(libc::EOPNOTSUPP);
        return Err(StartError { what: "discard a block device through io_uring", source });
    }
    match io_uring::IoUring::new(2) {
        Ok(_) if cell.path == PathChoice::IoUring => Ok(taken(IoPath::IoUring, "asked for")),
        Ok(_) => Ok(taken(IoPath::IoUring, "queue depth above 1")),
        Err(source) if cell.path == PathChoice::IoUring => {
            Err(StartError { what: "set up io_uring, which was asked for", source })
        }
        Err(source) => {
            let reason = format!("io_uring is not to be had ({source}): a thread per request");
            Ok(taken(IoPath::Sync, &reason))
        }
    }
}
