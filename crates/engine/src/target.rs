//! The interface between the engine and anything that can be measured.

use iogram_model::{Bytes, CpuTime, DataPattern, Nanos, OpKind};

use crate::reach::ClockCheck;

/// Shape of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Bytes that can be addressed.
    pub capacity: Bytes,
    /// Smallest addressable unit; every offset and length of a direct request is a multiple.
    pub logical_block_size: Bytes,
    /// Smallest unit written without read-modify-write; `None` means unknown.
    pub physical_block_size: Option<Bytes>,
}

/// A positive system error number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Errno(pub i32);

/// One request, as the engine submits it to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The target's slot that it occupies until it completes; less than the queue depth.
    pub slot: u32,
    /// Bytes to move; 0 for a flush.
    pub length: u32,
    /// First byte on the target.
    pub offset: u64,
    /// Together with `data` and the offset, it determines every written byte. It differs for every request of a run:
    /// nothing that iogram writes repeats.
    pub salt: u64,
    /// The data pattern of a write; has no meaning for other requests.
    pub data: DataPattern,
    /// Read, write, flush or discard.
    pub kind: OpKind,
    /// For a write: force unit access, durable when it completes.
    pub is_fua: bool,
    /// For a flush: metadata too (`fsync`), not only the parts needed to read the data back (`fdatasync`).
    pub is_full_sync: bool,
}

/// One finished request, as a target returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Completion {
    /// The slot of the request, which is free again now.
    pub slot: u32,
    /// Completion time, on the target's clock.
    pub at: Nanos,
    /// Bytes moved, fewer than requested in a short transfer; or the error.
    pub result: Result<u32, Errno>,
}

/// The target itself can no longer be used. Failures of single requests are [`Completion`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TargetError {
    /// The system's error.
    pub errno: Errno,
    /// The call that failed, such as `io_uring_enter`.
    pub call: &'static str,
}

/// How a thread was scheduled since a fixed moment in the past. `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scheduling {
    /// Time ready to run without a processor.
    pub run_delay_ns: Option<u64>,
    /// Number of times it got a processor.
    pub run_count: Option<u64>,
    /// Number of times it lost its processor involuntarily.
    pub involuntary_switch_count: Option<u64>,
    /// Time spent polling for completions instead of sleeping; a part of its CPU time. `None` if it never polls.
    pub looked_ns: Option<u64>,
}

impl Scheduling {
    /// The difference since `before`.
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
    /// Current capacity and block sizes.
    fn geometry(&self) -> Geometry;

    /// Time now, from an arbitrary origin. Never goes backwards.
    fn now(&self) -> Nanos;

    /// CPU time that the calling thread has used; `None` in virtual time.
    fn cpu_time(&self) -> Option<CpuTime>;

    /// How the calling thread was scheduled; unknown in virtual time.
    fn scheduling(&self) -> Scheduling {
        Scheduling::default()
    }

    /// The source of [`Target::now`], and its largest difference from the kernel's clock; `None` in virtual time.
    fn clock_check(&self) -> Option<ClockCheck> {
        None
    }

    /// Number of completions that end a wait, or all outstanding ones if fewer.
    fn wait_batch(&self) -> u32 {
        1
    }

    /// The end of the last time after `from` in which the computer did not let this program run; `None` if there was
    /// none, as in virtual time. Called only after a long time without a completion.
    fn paused_until(&self, from: Nanos) -> Option<Nanos> {
        let _ = from;
        None
    }

    /// Prepares the data of the requests. Latencies exclude this: the engine reads the clock after it.
    fn prepare(&mut self, batch: &[Request]);

    /// Issues every request of `batch`, which was prepared immediately before.
    ///
    /// # Errors
    ///
    /// Fails if no request can be issued any more.
    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError>;

    /// Waits until at least one request has completed or `until` has passed, then appends all available completions.
    /// May return early without any.
    ///
    /// # Errors
    ///
    /// Fails if completions can no longer be reaped.
    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError>;

    /// Idles until `at`: real sleep, or a jump of virtual time.
    fn rest_until(&mut self, at: Nanos);
}
