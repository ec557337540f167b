//! Faults and their times: a drive that can vanish, stall, lose power or refuse writes.
//!
//! The harsher the better: real drives do all of this, and a method has to end with a named state.

use std::ops::Range;

use iogram_engine::{Errno, Request};
use iogram_model::OpKind;

use crate::rng::{Draws, Stream};
use crate::spec::{Defect, FaultEvent, FaultSpec, SimSpec, StallSpec, Trigger};
use crate::store::range_of;

/// An invalid request. Source: Linux answers so to a request beyond the end of a device or not aligned to its logical
/// blocks.
pub(crate) const EINVAL: Errno = Errno(22);

/// An event that the drive itself has to handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DriveEvent {
    /// Everything in flight and in the volatile cache is lost.
    PowerLoss,
    /// Another drive takes its place from now on; the text is its serial number.
    Replace(String),
}

#[derive(Debug)]
struct Bad {
    range: Range<u64>,
    kind: OpKind,
    retry_ns: u64,
}

/// The state of the faults.
#[derive(Debug)]
pub(crate) struct Faults {
    planned: Vec<FaultSpec>,
    stalls: Vec<StallSpec>,
    bad: Vec<Bad>,
    slow: Vec<Bad>,
    draws: Draws,
    commands: u64,
    written: u64,
    gone_until: u64,
    /// The serial number with which it returns.
    returns_as: Option<String>,
    stalled_until: u64,
    /// Start and duration of each stall.
    stall_list: Vec<(u64, u64)>,
    /// Commands that failed at a bad range.
    media_errors: u64,
    pub(crate) is_read_only: bool,
}

impl Faults {
    pub(crate) fn new(spec: &SimSpec, seed: u64) -> Self {
        let bad = spec.bad_ranges.iter().filter_map(|bad| {
            let kind = match bad.defect {
                Defect::Unreadable => OpKind::Read,
                Defect::Unwritable => OpKind::Write,
                Defect::Rot | Defect::Slow => return None,
            };
            let retry_ns = bad.retry_time.map_or(0, crate::quantity::Time::ns);
            Some(Bad { range: range_of(bad), kind, retry_ns })
        });
        let slow = spec.bad_ranges.iter().filter(|bad| bad.defect == Defect::Slow);
        let slow = slow.map(|bad| Bad {
            range: range_of(bad),
            kind: OpKind::Read,
            retry_ns: bad.retry_time.map_or(0, crate::quantity::Time::ns),
        });
        Self {
            planned: spec.faults.clone(),
            stalls: spec.stalls.clone(),
            bad: bad.collect(),
            slow: slow.collect(),
            draws: Draws::new(seed, Stream::Stall),
            commands: 0,
            written: 0,
            gone_until: 0,
            returns_as: None,
            stalled_until: 0,
            stall_list: Vec::new(),
            media_errors: 0,
            is_read_only: false,
        }
    }

    /// Stalls so far: start and duration of each.
    pub(crate) fn stalls(&self) -> &[(u64, u64)] {
        &self.stall_list
    }

    /// Commands that failed at a bad range so far.
    pub(crate) const fn media_errors(&self) -> u64 {
        self.media_errors
    }

    /// Handles the arrival of a command: returns the event of the drive that comes before it.
    pub(crate) fn meet(&mut self, request: &Request, at: u64) -> Option<DriveEvent> {
        self.commands += 1;
        if request.kind == OpKind::Write {
            self.written += u64::from(request.length);
        }
        if self.returns_as.is_some() && at >= self.gone_until {
            return self.returns_as.take().map(DriveEvent::Replace);
        }
        let due = self.planned.iter().position(|fault| match fault.after {
            Trigger::Time(time) => at >= time.ns(),
            Trigger::Written(size) => self.written > size.bytes(),
            Trigger::Commands(count) => self.commands > count,
        })?;
        match self.planned.remove(due).event {
            FaultEvent::Vanish => self.gone_until = u64::MAX,
            FaultEvent::ReturnAsAnother { after, serial } => {
                self.gone_until = at + after.ns();
                self.returns_as = Some(serial);
            }
            FaultEvent::Stall(time) => {
                self.stalled_until = at + time.ns();
                self.stall_list.push((at, time.ns()));
            }
            FaultEvent::ReadOnly => self.is_read_only = true,
            FaultEvent::PowerLoss(time) => {
                self.gone_until = at + time.ns();
                return Some(DriveEvent::PowerLoss);
            }
        }
        None
    }

    /// The reason to refuse the command; `None` if the drive accepts it.
    pub(crate) const fn refusal(&self, request: &Request, at: u64) -> Option<Errno> {
        let is_write = matches!(request.kind, OpKind::Write | OpKind::Discard);
        if at < self.gone_until {
            Some(Errno::ENODEV)
        } else if self.is_read_only && is_write {
            Some(Errno::EROFS)
        } else {
            None
        }
    }

    /// The time at which the drive starts a command that arrives at `at`.
    pub(crate) fn wait(&mut self, request: &Request, at: u64) -> u64 {
        for stall in &self.stalls {
            let is_met = stall.kinds.contains(&request.kind)
                && stall.size_max.is_none_or(|max| u64::from(request.length) <= max.bytes());
            if is_met && self.draws.is_one_in(stall.one_in) {
                let time = self.draws.between(stall.min.ns(), stall.max.ns());
                let begin = self.stalled_until.max(at);
                self.stalled_until = begin + time;
                self.stall_list.push((begin, time));
            }
        }
        self.stalled_until.max(at)
    }

    /// Extra time of a command that touches a slow range.
    pub(crate) fn delay(&self, request: &Request) -> u64 {
        let end = request.offset + u64::from(request.length);
        let meets = |slow: &&Bad| {
            slow.kind == request.kind
                && slow.range.start < end
                && request.offset < slow.range.end
        };
        self.slow.iter().filter(meets).map(|slow| slow.retry_ns).max().unwrap_or(0)
    }

    /// Duration of the drive's retries before the command fails, if it touches a bad range.
    pub(crate) fn failure(&mut self, request: &Request) -> Option<u64> {
        let end = request.offset + u64::from(request.length);
        let meets = |bad: &&Bad| {
            bad.kind == request.kind && bad.range.start < end && request.offset < bad.range.end
        };
        let retry_ns = self.bad.iter().find(meets)?.retry_ns;
        self.media_errors += 1;
        Some(retry_ns)
    }
}
