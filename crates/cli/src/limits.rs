//! Limits of this process that could end it without a message or in the middle of its work: checked before anything
//! begins.

use iogram_inspect::SysRoot;
use iogram_inspect::limits::{self, MemoryKind};
use iogram_model::{Bytes, sentence, text};

use crate::failure::{BUG, Failure};

/// The most stack that the first thread may use. Experiment of 2026-11-28: debug builds end between 512 KiB and 1 MiB
/// on `runs` and `quick`; this is twice that.
const STACK: Bytes = Bytes(2 << 20);

/// The most files that are open at once. Experiment of 2026-11-28: `quick` on a directory ends at 16 and passes at
/// 20; this leaves room for one more job.
const FILES: u64 = 24;

/// The least memory that a command requests. Experiment of 2026-11-28: `quick` on a simulated drive ends with 4 MiB
/// left and passes with 8; threads have stacks of 2 MiB each.
const MEMORY: Bytes = Bytes(32 << 20);

/// The fewest threads that a command starts at once: signals, a clock, a store, the measurement. Arbitrary.
const THREADS: usize = 6;

/// With this limit for a user no thread is ever missing. Arbitrary.
const THREADS_PLENTY: u64 = 4096;

/// Does `work` with enough stack: in a new thread if the first one has too little.
pub(crate) fn with_stack(work: impl FnOnce() -> u8 + Send) -> u8 {
    if limits::first_stack(STACK).is_none_or(|most| most >= STACK) {
        return work();
    }
    let size = usize::try_from(STACK.0.saturating_mul(4)).unwrap_or(usize::MAX);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("main".to_owned()).stack_size(size);
        // A process behind another one has only this thread, and nobody waits for it.
        match thread.spawn_scoped(scope, || leave(work())) {
            Ok(thread) => thread.join().unwrap_or(BUG),
            Err(_) => BUG,
        }
    })
}

#[expect(clippy::exit, reason = "what waits for this thread may be in another process")]
fn leave(code: u8) -> u8 {
    std::process::exit(i32::from(code))
}

/// Checks the limits.
///
/// # Errors
///
/// Names the limit that is too low, and the required value.
pub(crate) fn check() -> Result<(), Failure> {
    if let Some(limit) = limits::open_files(FILES).filter(|limit| *limit < FILES) {
        return Err(Failure::environment(
            sentence!("cli-cannot-work-open-files-limit-process", limit, needed = FILES),
            text!("cli-raise-limit-ulimit-n-1024"),
        ));
    }
    let root = SysRoot::default();
    for kind in MemoryKind::ALL {
        if let Some(found) =
            limits::memory_left(&root, kind).filter(|found| found.left < MEMORY)
        {
            return Err(Failure::environment(
                sentence!(
                    "cli-cannot-work-memory-limit-process-leaves",
                    left = found.left.both(),
                    command = kind.command(),
                    limit = found.limit.both(),
                    needed = MEMORY.both()
                ),
                sentence!("cli-raise-limit-unlimited", command = kind.command()),
            ));
        }
    }
    check_threads()
}

/// The kernel does not state how many threads a user has, so try to start some.
fn check_threads() -> Result<(), Failure> {
    let Some(limit) = limits::threads().filter(|limit| *limit < THREADS_PLENTY) else {
        return Ok(());
    };
    let (begin, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let started = std::thread::scope(|scope| {
        let mut started = 0_usize;
        for _ in 0..THREADS {
            let thread = std::thread::Builder::new().name("limits".to_owned());
            let waiting = || drop(wait.lock().map(|wait| wait.recv()));
            started = started
                .saturating_add(usize::from(thread.spawn_scoped(scope, waiting).is_ok()));
        }
        drop(begin);
        started
    });
    if started == THREADS {
        return Ok(());
    }
    Err(Failure::environment(
        sentence!("cli-cannot-start-threads-user-processes-threads", count = THREADS, limit),
        text!("cli-end-some-raise-limit-ulimit-u"),
    ))
}
