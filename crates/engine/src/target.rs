//! What the engine asks of anything that can be measured.

use iogram_model::{Bytes, CpuTime, DataPattern, Nanos, OpKind};

use crate::reach::ClockCheck;

/// Shape of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Bytes that can be addressed.
    pub capacity: Bytes,
    /// Smallest addressable unit; every offset and length of a direct request is a multiple.
    pub logical_block_size: Bytes,
    /// Smallest unit written without read-modify-write, where it is known.
    pub physical_block_size: Option<Bytes>,
}

/// A system error number, positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Errno(pub i32);

/// One request, as the engine hands it to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// Which of the target's slots it occupies until it completes; less than the queue depth.
    pub slot: u32,
    /// Bytes to move; 0 for a flush.
    pub length: u32,
    /// First byte on the target.
    pub offset: u64,
    /// With `data` and the offset, decides every byte that is written, and is different for every
    /// request of a run: nothing that iogram writes repeats.
    pub salt: u64,
    /// The pattern of what a write carries; of no meaning for other requests.
    pub data: DataPattern,
    /// Read, write, flush or discard.
    pub kind: OpKind,
    /// For a write: force unit access, durable when it completes.
    pub is_fua: bool,
    /// For a flush: metadata too (`fsync`), not only what is needed to read the data back (`fdatasync`).
    pub is_full_sync: bool,
}

/// One finished request, as a target hands it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// The slot that the request occupied, free again from now on.
    pub slot: u32,
    /// When it completed, on the target's clock.
    pub at: Nanos,
    /// Bytes moved, fewer than asked for a short transfer; or why it failed.
    pub result: Result<u32, Errno>,
}

/// The target itself can no longer be used. Failures of single requests are [`Completion`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetError {
    /// What the system answered.
    pub errno: Errno,
    /// The call that the system refused, such as `io_uring_enter`.
    pub call: &'static str,
}

/// How a thread was scheduled, since some moment in the past that does not change. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scheduling {
    /// How long it was ready to run and had no processor.
    pub run_delay_ns: Option<u64>,
    /// How often it got a processor.
    pub run_count: Option<u64>,
    /// How often a processor was taken away from it.
    pub involuntary_switch_count: Option<u64>,
    /// How long it looked for completions that were not there yet, instead of sleeping; a part of its CPU time.
    /// `None` if it never looks.
    pub looked_ns: Option<u64>,
}

impl Scheduling {
    /// What came since `before`.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        let since =
            |after: Option<u64>, before: Option<u64>| Some(after?.saturating_sub(before?));
        Self {
            run_delay_ns: since(self.run_delay_ns, before.run_delay_ns),
            run_count: since(self.run_count, before.run_count),
            involuntary_switch_count: since(
                self.involuntary_switch_count,
                before.involuntary_switch_count,
            ),
            looked_ns: since(self.looked_ns, before.looked_ns),
        }
    }
}

/// Anything that can be measured: a block device, a file, nothing, a simulated card.
///
/// A target owns its clock. Simulated targets return virtual time, and no other clock exists for
/// code that measures. A target is used by one thread.
pub trait Target {
    /// Capacity and block sizes, as they are now.
    fn geometry(&self) -> Geometry;

    /// Time now, from an arbitrary origin. Never goes backwards.
    fn now(&self) -> Nanos;

    /// CPU time that the calling thread has used; `None` where time is virtual.
    fn cpu_time(&self) -> Option<CpuTime>;

    /// How the calling thread was scheduled; nothing is known where time is virtual.
    fn scheduling(&self) -> Scheduling {
        Scheduling::default()
    }

    /// What [`Target::now`] is read from, and how far it was from the kernel's clock; `None` where time is
    /// virtual.
    fn clock_check(&self) -> Option<ClockCheck> {
        None
    }

    /// So many completions end a wait, or as many as are out if fewer are.
    fn wait_batch(&self) -> u32 {
        1
    }

    /// The end of the last time after `from` in which the computer did not let this program run; `None` if
    /// there was none, as in virtual time. Asked only after a long time without a completion.
    fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        let _ = from;
        None
    }

    /// Makes the requests' data ready. Not part of any latency: the engine reads the clock after it.
    fn prepare(&mut self, batch: &[Request]);

    /// Issues every request of `batch`, which was prepared just before.
    ///
    /// # Errors
    ///
    /// Fails if no request can be issued any more.
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError>;

    /// Waits until at least one request has completed or `until` has come, then appends every
    /// completion that is there. May return early and empty.
    ///
    /// # Errors
    ///
    /// Fails if completions can no longer be had.
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError>;

    /// Idles until `at`: real sleep, or a jump of virtual time.
    fn rest_until(&mut self, at: Nanos);
}
