//! Several requests of a sweep outstanding: each of some threads makes every so manieth of them, and the
//! caller's thread takes the answers in ascending order.
//!
//! A thread that is ahead waits for the others, so that a request that does not come back soon stops them
//! all. Knows neither permits nor what is concluded.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use iogram_engine::{Errno, Found, Sweep, SweepKind, SweepSample};
use iogram_model::Nanos;
use rustix::io::Errno as SystemErrno;

use crate::buffer::SlotBuffers;
use crate::mark::{fill_marks_keyed, look_at_blocks_keyed};
use crate::payload::DataKey;
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

/// Where a sweep goes and how.
pub(crate) struct SweepBackend<'a> {
    pub(crate) fd: BorrowedFd<'a>,
    /// Bytes of a logical block.
    pub(crate) block: usize,
    /// Requests at a time.
    pub(crate) outstanding: NonZeroUsize,
    /// Whose marks are written and recognised.
    pub(crate) key: DataKey,
    /// What an error means.
    pub(crate) told: &'a dyn Fn(SystemErrno) -> Errno,
}

/// Carries out `sweep`.
pub(crate) fn sweep_many(
    backend: &SweepBackend<'_>,
    sweep: &Sweep,
    each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
) {
    let &SweepBackend { fd, block, outstanding, key, told } = backend;
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut lanes: Vec<Receiver<Answer>> = Vec::new();
        for lane in 0..outstanding.get() {
            let (sender, receiver) = sync_channel(1);
            lanes.push(receiver);
            let count = outstanding.get();
            let part = Lane { index: lane, count, block, key, is_over: &is_over };
            let thread = std::thread::Builder::new().name(format!("sweep-{lane}"));
            let started = thread.spawn_scoped(scope, move || part.run(fd, sweep, &sender));
            if started.is_err() {
                // The channel is closed with its sender: the sweep ends where its first request would be.
                break;
            }
        }
        let mut busy_until = Nanos(0);
        for receiver in lanes.iter().cycle() {
            let Ok(answer) = receiver.recv() else { break };
            let begin = answer.issued.max(busy_until);
            busy_until = busy_until.max(answer.at);
            let sample = SweepSample {
                offset: answer.offset,
                length: answer.length,
                at: answer.at,
                result: answer.result.map(|()| answer.at.saturating_sub(begin)).map_err(told),
                found: &answer.found,
            };
            if each(&sample).is_break() {
                break;
            }
        }
        is_over.store(true, Ordering::Relaxed);
        // Whoever waits to be heard is not.
        drop(lanes);
    });
}

/// The requests of one thread.
struct Lane<'a> {
    index: usize,
    count: usize,
    block: usize,
    key: DataKey,
    is_over: &'a AtomicBool,
}

impl Lane<'_> {
    fn run(&self, fd: BorrowedFd<'_>, sweep: &Sweep, sender: &SyncSender<Answer>) {
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
                    self.request(fd, sweep, offset, data)
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

    fn request(
        &self,
        fd: BorrowedFd<'_>,
        sweep: &Sweep,
        offset: u64,
        data: &mut [u8],
    ) -> Answer {
        let mut found = Vec::new();
        if sweep.kind == SweepKind::Write {
            fill_marks_keyed(data, offset, sweep.salt, self.key);
        }
        let issued = clock::now();
        let result = match sweep.kind {
            SweepKind::Write => write_whole(fd, offset, data),
            SweepKind::Check => read_whole(fd, offset, data),
        };
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
    use std::os::fd::AsFd;

    use super::*;

    const STEP: u32 = 64 << 10;
    /// Not whole requests.
    const END: u64 = 21 * STEP as u64 + 4096;

    fn file() -> std::fs::File {
        let flags = rustix::fs::MemfdFlags::CLOEXEC;
        std::fs::File::from(rustix::fs::memfd_create("sweep", flags).unwrap())
    }

    fn sweep(kind: SweepKind) -> Sweep {
        Sweep { kind, start: 0, end: END, step: STEP, salt: 7 }
    }

    /// Offsets, lengths and how many blocks were found, until `count` requests.
    fn told(file: &std::fs::File, kind: SweepKind, count: usize) -> Vec<(u64, u32, usize)> {
        let mut seen = Vec::new();
        let four = NonZeroUsize::new(4).unwrap();
        let errno = |errno: SystemErrno| Errno(errno.raw_os_error());
        let (fd, key) = (file.as_fd(), DataKey::COMMON);
        let backend = SweepBackend { fd, block: 512, outstanding: four, key, told: &errno };
        sweep_many(&backend, &sweep(kind), &mut |sample| {
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
        assert_eq!(told(&file, SweepKind::Write, usize::MAX), expected(false));
        assert_eq!(file.metadata().unwrap().len(), END);
        assert_eq!(told(&file, SweepKind::Check, usize::MAX), expected(true));
    }

    #[test]
    fn a_break_ends_it_at_any_request() {
        let file = file();
        told(&file, SweepKind::Write, usize::MAX);
        for count in 1..=22 {
            assert_eq!(told(&file, SweepKind::Check, count), expected(true)[..count]);
        }
    }

    #[test]
    fn failures_are_told_in_their_place() {
        let file = file();
        rustix::fs::ftruncate(&file, 8 * u64::from(STEP)).unwrap();
        let mut failed = Vec::new();
        let four = NonZeroUsize::new(4).unwrap();
        let errno = |errno: SystemErrno| Errno(errno.raw_os_error());
        let sweep = sweep(SweepKind::Check);
        let (fd, key) = (file.as_fd(), DataKey::COMMON);
        let backend = SweepBackend { fd, block: 512, outstanding: four, key, told: &errno };
        sweep_many(&backend, &sweep, &mut |sample| {
            failed.extend(sample.result.is_err().then_some(sample.offset / u64::from(STEP)));
            ControlFlow::Continue(())
        });
        assert_eq!(failed, (8..=21).collect::<Vec<_>>());
    }
}
