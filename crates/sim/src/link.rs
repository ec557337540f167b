//! The way between host and controller: command overhead, and a rate that all transfers share.

use crate::quantity::{Rate, Time};
use crate::spec::LinkSpec;

/// The times at which the link and the controller are free again.
#[derive(Debug)]
pub(crate) struct Link {
    rate: Option<Rate>,
    is_half_duplex: bool,
    overhead_ns: u64,
    controller_ns: u64,
    controller_free: u64,
    to_drive_free: u64,
    to_host_free: u64,
    /// Bytes and time of the last transfer: requests of one load have one size.
    last: (u64, u64),
}

impl Link {
    pub(crate) fn new(spec: &LinkSpec) -> Self {
        Self {
            rate: spec.rate,
            is_half_duplex: spec.is_half_duplex,
            overhead_ns: spec.command_overhead.map_or(0, Time::ns),
            controller_ns: spec.controller_time.map_or(0, Time::ns),
            controller_free: 0,
            to_drive_free: 0,
            to_host_free: 0,
            last: (0, 0),
        }
    }

    /// Whether a read's data has to wait for the link.
    pub(crate) const fn limits_reads(&self) -> bool {
        self.rate.is_some()
    }

    /// The time at which the controller has decoded a command that arrives at `at`.
    #[inline]
    pub(crate) fn command(&mut self, at: u64) -> u64 {
        let mut at = at;
        if self.controller_ns > 0 {
            self.controller_free = self.controller_free.max(at) + self.controller_ns;
            at = self.controller_free;
        }
        at + self.overhead_ns
    }

    /// Transfer time of `bytes`; `None` if it is zero.
    #[inline]
    fn time_of(&mut self, bytes: u64) -> Option<u64> {
        let rate = self.rate?;
        if self.last.0 != bytes {
            self.last = (bytes, rate.time_of(bytes));
        }
        Some(self.last.1)
    }

    /// The time at which `bytes` that are ready at `at` have reached the drive.
    #[inline]
    pub(crate) fn transfer_in(&mut self, at: u64, bytes: u64) -> u64 {
        let Some(time) = self.time_of(bytes) else { return at };
        self.to_drive_free = self.to_drive_free.max(at) + time;
        if self.is_half_duplex {
            self.to_host_free = self.to_drive_free;
        }
        self.to_drive_free
    }

    /// The time at which `bytes` that are ready at `at` have reached the host.
    #[inline]
    pub(crate) fn transfer_out(&mut self, at: u64, bytes: u64) -> u64 {
        let Some(time) = self.time_of(bytes) else { return at };
        self.to_host_free = self.to_host_free.max(at) + time;
        if self.is_half_duplex {
            self.to_drive_free = self.to_host_free;
        }
        self.to_host_free
    }
}
