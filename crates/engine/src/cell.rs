//! One cell as it is asked for.

use iogram_model::{Caching, Nanos, Workload};

use crate::tolerated::Tolerated;

/// One cell to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Its name; repetitions have the same.
    pub name: String,
    /// The part of a composed method that it belongs to; its name begins with it.
    pub block: Option<String>,
    /// Which repetition, counted from 0.
    pub repeat: u32,
    /// Whether it counts in summaries.
    pub is_counted: bool,
    /// What requests are made, in which order, until when.
    pub workload: Workload,
    /// Which way requests take.
    pub path: PathChoice,
    /// A request that takes longer ends the cell as stalled, if nothing else completes either or the queue that it was
    /// in has come back twice since.
    pub io_timeout: Nanos,
    /// Failed requests after which the cell ends.
    pub errors_max: u64,
    /// Failures that do not count among them.
    pub tolerated: Tolerated,
    /// Whether it ends early, if its workload lets it.
    pub early_end: EarlyEnd,
    /// How long after the loads that it runs with it begins.
    pub delay: Nanos,
}

impl Cell {
    /// A request that is out for ten minutes: cards collect garbage for minutes at a time and come back, so that a stall is
    /// no end. The kernel gives up a command after 30 s and its retries, so that its error arrives first where a drive is gone.
    /// Source: a review of a card for Linux that stood still for minutes, which its author went on using.
    pub const IO_TIMEOUT: Nanos = Nanos(600 * Nanos::SECOND.0);
    /// Arbitrary: enough to see a pattern in the offsets, few enough to end soon when each takes 30 s.
    pub const ERRORS_MAX: u64 = 20;

    /// What a flush through the page cache may write of what came before it. Arbitrary: half of what the slowest
    /// card of the catalogue writes in order.
    const WRITE_BACK_BYTES_PER_S: u64 = 1_000_000;
    /// Pages that may be dirty, where the amount of a cell does not say. Arbitrary: a computer of 16 GiB.
    const DIRTY_MAX: u64 = 3 << 30;

    /// How long a request of `workload` may take: through the page cache, a flush writes all that waited there.
    #[must_use]
    pub fn io_timeout_of(workload: &Workload) -> Nanos {
        if workload.caching == Caching::Direct || !workload.writes() {
            return Self::IO_TIMEOUT;
        }
        let most = workload
            .stop
            .amount
            .map_or(Self::DIRTY_MAX, |amount| amount.0.min(Self::DIRTY_MAX));
        let seconds = most / Self::WRITE_BACK_BYTES_PER_S;
        Nanos(Self::IO_TIMEOUT.0.saturating_add(seconds.saturating_mul(Nanos::SECOND.0)))
    }

    /// A counted cell with the usual limits.
    #[must_use]
    pub fn new(name: impl Into<String>, workload: Workload) -> Self {
        Self {
            name: name.into(),
            block: None,
            repeat: 0,
            is_counted: true,
            io_timeout: Self::io_timeout_of(&workload),
            workload,
            path: PathChoice::Auto,
            errors_max: Self::ERRORS_MAX,
            tolerated: Tolerated::default(),
            early_end: EarlyEnd::Allowed,
            delay: Nanos(0),
        }
    }

    /// The loads of this cell, each as a cell of its own: its own one without the others first, then those beside it.
    #[must_use]
    pub fn loads(&self) -> Vec<Self> {
        let own = Workload { beside: Vec::new(), ..self.workload.clone() };
        let own = Self { workload: own, ..self.clone() };
        let beside = self.workload.beside.iter().map(|load| Self {
            name: format!("{}: {}", self.name, load.name),
            io_timeout: self.io_timeout.max(Self::io_timeout_of(&load.workload)),
            workload: load.workload.clone(),
            delay: load.delay,
            ..self.clone()
        });
        std::iter::once(own).chain(beside).collect()
    }
}

/// What becomes of a cell whose workload lets it end once its rate is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyEnd {
    /// It ends then.
    Allowed,
    /// It goes on to its other limits, and tells how wrong it would have been to end then.
    Rehearsed,
    /// It goes on to its other limits.
    Forbidden,
}

/// Which way requests take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathChoice {
    /// The one that costs least on this target at this depth.
    Auto,
    /// `io_uring` or an error.
    IoUring,
    /// `preadv2`/`pwritev2`.
    Sync,
}
