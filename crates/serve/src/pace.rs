//! Real time for a drive: no request is answered before as much time has passed as the drive took.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use iogram_model::Nanos;
use iogram_sim::SimDrive;

use crate::station::{FileRequest, Station};

/// Time before an event at which the loop stops sleeping and polls the clock. Arbitrary: about Linux's wake-up delay
/// (its timer slack is 50 us).
const SPIN: Duration = Duration::from_micros(80);
/// Length of a sleep without a pending event.
const IDLE: Duration = Duration::from_secs(3600);

/// Time since the service began, on the drive's clock.
#[derive(Debug, Clone, Copy)]
struct Clock {
    origin: Instant,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "here simulated time meets the wall clock")]
    fn start() -> Self {
        Self { origin: Instant::now() }
    }

    fn now(self) -> Nanos {
        Nanos(u64::try_from(self.origin.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }
}

/// Serves jobs until all senders are gone.
pub(crate) fn serve(mut station: Station, jobs: &Receiver<FileRequest>) -> SimDrive {
    let clock = Clock::start();
    loop {
        station.advance(clock.now());
        let due = station.next_event();
        let left = due.map(|due| Duration::from_nanos(due.0.saturating_sub(clock.now().0)));
        let sleep = left.map_or(IDLE, |left| left.saturating_sub(SPIN));
        let job = if sleep.is_zero() {
            std::hint::spin_loop();
            jobs.try_recv().map_err(|error| match error {
                std::sync::mpsc::TryRecvError::Empty => RecvTimeoutError::Timeout,
                std::sync::mpsc::TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            })
        } else {
            jobs.recv_timeout(sleep)
        };
        match job {
            Ok(job) => {
                station.advance(clock.now());
                station.accept(job);
                for job in jobs.try_iter() {
                    station.accept(job);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return station.into_drive(),
        }
    }
}
