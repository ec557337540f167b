//! Keeps several requests of a sweep outstanding: each of N threads makes every Nth of them, and the caller's thread
//! takes the answers in ascending order.
//!
//! A thread that is ahead waits for the others, so a hanging request soon stops them all; if it never completes, no
//! thread waits for its thread. Knows neither permits nor conclusions.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, JoinHandle};

use iogram_engine::{Errno, Found, Sweep, SweepKind, SweepSample};
use iogram_model::Nanos;
use rustix::io::Errno as SystemErrno;

use crate::buffer::SlotBuffers;
use crate::mark::{fill_marks_keyed, look_at_blocks_keyed};
use crate::payload::DataKey;
use crate::probe_thread::{Failed, KeptPlace, WaitError, Watch};
use crate::whole::{read_whole, write_whole};
use iogram_inspect::clock;

/// The answer to one request.
struct Answer {
    offset: u64,
    length: u32,
    issued: Nanos,
    at: Nanos,
    result: Result<(), SystemErrno>,
    found: Vec<Found>,
}

/// The destination and the settings of a sweep.
pub(crate) struct SweepBackend {
    pub(crate) fd: Arc<OwnedFd>,
    /// In use until every request has completed.
    pub(crate) place: KeptPlace,
    /// Bytes of a logical block.
    pub(crate) block: usize,
    /// Outstanding requests.
    pub(crate) outstanding: NonZeroUsize,
    /// The key of the marks that are written and recognised.
    pub(crate) key: DataKey,
}

/// Performs `sweep`; `told` translates a failure. Returns whether every request completed.
pub(crate) fn sweep_many(
    backend: &SweepBackend,
    sweep: &Sweep,
    watch: &Watch,
    told: &dyn Fn(Failed) -> Errno,
    each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
) -> bool {
    let is_over = Arc::<AtomicBool>::default();
    let (mut threads, mut lanes) = (Vec::new(), Vec::new());
    for lane in 0..backend.outstanding.get() {
        // One answer may wait: a thread is at most one request ahead of the answers taken from it, so the drive never
        // has more requests of a sweep than `outstanding`.
        let (sender, receiver) = sync_channel(1);
        lanes.push(receiver);
        match Lane::new(lane, backend, *sweep, &is_over).start(sender) {
            Ok(thread) => threads.push(thread),
            // The channel closes with its sender: the sweep ends at its first missing request.
            Err(_) => break,
        }
    }
    let answers_all = take_in_order(&lanes, sweep, watch, told, each);
    is_over.store(true, Ordering::Relaxed);
    // Threads that wait to send an answer end.
    drop(lanes);
    if answers_all {
        for thread in threads {
            // If it panicked, its channel has reported that.
            let _ended = thread.join();
        }
    }
    answers_all
}

/// Takes the answers in ascending order; returns whether one of them never came.
fn take_in_order(
    lanes: &[Receiver<Answer>],
    sweep: &Sweep,
    watch: &Watch,
    told: &dyn Fn(Failed) -> Errno,
    each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
) -> bool {
    let (mut busy_until, mut next) = (Nanos(0), sweep.start);
    for receiver in lanes.iter().cycle() {
        let answer = match watch.wait(receiver) {
            Ok(answer) => answer,
            Err(WaitError::Nobody) => return true,
            Err(WaitError::NoAnswer) => {
                let length = sweep.length_at(next).unwrap_or(sweep.step);
                let (at, result) = (clock::now(), Err(told(Failed::NoAnswer)));
                // The callback's reaction makes no difference now.
                let _any = each(&SweepSample { offset: next, length, at, result, found: &[] });
                return false;
            }
        };
        next = answer.offset + u64::from(answer.length);
        // Requests overlap: each one's time counts only after the earlier ones ended, and the sum is the time of the
        // sweep.
        let begin = answer.issued.max(busy_until);
        busy_until = busy_until.max(answer.at);
        let paused = watch.paused_between(begin, answer.at);
        let took = answer.at.saturating_sub(begin).saturating_sub(paused);
        let sample = SweepSample {
            offset: answer.offset,
            length: answer.length,
            at: answer.at,
            result: answer.result.map(|()| took).map_err(|errno| told(Failed::System(errno))),
            found: &answer.found,
        };
        if each(&sample).is_break() {
            return true;
        }
    }
    true
}

/// The requests of one thread.
struct Lane {
    index: usize,
    count: usize,
    fd: Arc<OwnedFd>,
    _place: KeptPlace,
    block: usize,
    key: DataKey,
    sweep: Sweep,
    is_over: Arc<AtomicBool>,
}

impl Lane {
    fn new(
        index: usize,
        backend: &SweepBackend,
        sweep: Sweep,
        is_over: &Arc<AtomicBool>,
    ) -> Self {
        Self {
            index,
            count: backend.outstanding.get(),
            fd: Arc::clone(&backend.fd),
            _place: Arc::clone(&backend.place),
            block: backend.block,
            key: backend.key,
            sweep,
            is_over: Arc::clone(is_over),
        }
    }

    fn start(self, sender: SyncSender<Answer>) -> std::io::Result<JoinHandle<()>> {
        let thread = Builder::new().name(format!("sweep-{}", self.index));
        thread.spawn(move || self.run(&sender))
    }

    fn run(&self, sender: &SyncSender<Answer>) {
        let sweep = &self.sweep;
        let step = u64::from(sweep.step);
        let stride = step * self.count as u64;
        let mut buffers = SlotBuffers::new(1, sweep.step as usize);
        let mut offset = sweep.start + step * self.index as u64;
        while let Some(length) = sweep.length_at(offset) {
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let answer = match &mut buffers {
                Ok(buffers) => {
                    let data = &mut buffers.slot(0)[..length as usize];
                    self.request(offset, data)
                }
                Err(errno) => {
                    let at = clock::now();
                    let (result, found) = (Err(*errno), Vec::new());
                    Answer { offset, length, issued: at, at, result, found }
                }
            };
            if sender.send(answer).is_err() {
                return;
            }
            offset += stride;
        }
    }

    fn request(&self, offset: u64, data: &mut [u8]) -> Answer {
        let (fd, sweep) = (self.fd.as_fd(), &self.sweep);
        let mut found = Vec::new();
        if sweep.kind == SweepKind::Write {
            fill_marks_keyed(data, offset, sweep.salt, self.key);
        }
        let issued = clock::now();
        let result = match sweep.kind {
            SweepKind::Write => write_whole(fd, offset, data),
            SweepKind::Check => read_whole(fd, offset, data),
        };
        // After the timestamp: checking the data takes longer than reading it from a fast drive.
        let at = clock::now();
        if sweep.kind == SweepKind::Check && result.is_ok() {
            look_at_blocks_keyed(data, self.block, self.key, &mut found);
        }
        let length = u32::try_from(data.len()).expect("a request of a sweep");
        Answer { offset, length, issued, at, result, found }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::probe_thread::KeepBefore;

    const STEP: u32 = 64 << 10;
    /// Not a whole number of requests.
    const END: u64 = 21 * STEP as u64 + 4096;

    fn file() -> std::fs::File {
        let flags = rustix::fs::MemfdFlags::CLOEXEC;
        std::fs::File::from(rustix::fs::memfd_create("sweep", flags).unwrap())
    }

    fn sweep(kind: SweepKind) -> Sweep {
        Sweep { kind, start: 0, end: END, step: STEP, salt: 7 }
    }

    /// Saves nothing.
    struct Anywhere;

    impl KeepBefore for Anywhere {
        fn keep(&self, _offset: u64, _length: u64) -> Result<(), Errno> {
            Ok(())
        }
    }

    fn backend(file: &std::fs::File) -> SweepBackend {
        SweepBackend {
            fd: Arc::new(file.try_clone().unwrap().into()),
            place: Arc::new(Anywhere),
            block: 512,
            outstanding: NonZeroUsize::new(4).unwrap(),
            key: DataKey::COMMON,
        }
    }

    fn errno(failed: Failed) -> Errno {
        match failed {
            Failed::System(errno) => Errno(errno.raw_os_error()),
            other => panic!("{other:?}"),
        }
    }

    fn patient() -> Watch {
        Watch::start(Nanos(60 * Nanos::SECOND.0))
    }

    /// Offsets, lengths and numbers of blocks found, up to `count` requests.
    fn sweep_marks(
        file: &std::fs::File,
        kind: SweepKind,
        count: usize,
    ) -> Vec<(u64, u32, usize)> {
        let mut seen = Vec::new();
        let (backend, watch) = (backend(file), patient());
        let answers_all = sweep_many(&backend, &sweep(kind), &watch, &errno, &mut |sample| {
            sample.result.unwrap();
            assert!(
                sample.found.iter().enumerate().all(|(index, found)| {
                    let offset = sample.offset + index as u64 * 512;
                    *found == Found::Mark { salt: 7, offset }
                }),
                "{sample:?}"
            );
            seen.push((sample.offset, sample.length, sample.found.len()));
            if seen.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(answers_all);
        seen
    }

    fn expected(is_check: bool) -> Vec<(u64, u32, usize)> {
        let all = sweep(SweepKind::Write);
        (0..=21_u64)
            .map(|index| {
                let offset = index * u64::from(STEP);
                let length = all.length_at(offset).unwrap();
                (offset, length, if is_check { length as usize / 512 } else { 0 })
            })
            .collect()
    }

    #[test]
    fn everything_is_written_and_checked_once_and_told_in_order() {
        let file = file();
        assert_eq!(sweep_marks(&file, SweepKind::Write, usize::MAX), expected(false));
        assert_eq!(file.metadata().unwrap().len(), END);
        assert_eq!(sweep_marks(&file, SweepKind::Check, usize::MAX), expected(true));
    }

    #[test]
    fn a_break_ends_it_at_any_request() {
        let file = file();
        sweep_marks(&file, SweepKind::Write, usize::MAX);
        for count in 1..=22 {
            assert_eq!(sweep_marks(&file, SweepKind::Check, count), expected(true)[..count]);
        }
    }

    #[test]
    fn failures_are_told_in_their_place() {
        let file = file();
        rustix::fs::ftruncate(&file, 8 * u64::from(STEP)).unwrap();
        let mut failed = Vec::new();
        let (backend, sweep) = (backend(&file), sweep(SweepKind::Check));
        let answers_all = sweep_many(&backend, &sweep, &patient(), &errno, &mut |sample| {
            failed.extend(sample.result.is_err().then_some(sample.offset / u64::from(STEP)));
            ControlFlow::Continue(())
        });
        assert_eq!(failed, (8..=21).collect::<Vec<_>>());
        assert!(answers_all, "they failed, but came back");
    }

    #[test]
    fn who_waits_for_an_answer_that_never_comes_waits_no_longer_than_asked() {
        let watch = Watch::start(Nanos(100 * Nanos::MILLISECOND.0));
        let (sender, receiver) = channel::<()>();
        assert_eq!(watch.wait(&receiver), Err(WaitError::NoAnswer));
        drop(sender);
        assert_eq!(watch.wait(&receiver), Err(WaitError::Nobody));
    }
}
