//! One cell as the plan requests it.

use iogram_model::{Caching, Nanos, Workload};

use crate::tolerated::Tolerated;

/// One cell to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Its name; all repetitions share it.
    pub name: String,
    /// The part of a composed method that the cell belongs to; the cell's name begins with it.
    pub block: Option<String>,
    /// Number of the repetition, counted from 0.
    pub repeat: u32,
    /// Whether summaries include the cell.
    pub is_counted: bool,
    /// The requests, their order and the end of the cell.
    pub workload: Workload,
    /// How requests reach the target.
    pub path: PathChoice,
    /// A request that takes longer ends the cell as stalled, if either nothing else completes or its queue has turned
    /// over twice since.
    pub io_timeout: Nanos,
    /// The cell ends after this many failed requests.
    pub errors_max: u64,
    /// Failures that do not count towards `errors_max`.
    pub tolerated: Tolerated,
    /// Whether the cell may end early, if its workload allows it.
    pub early_end: EarlyEnd,
    /// How long after the first load this cell begins.
    pub delay: Nanos,
}

impl Cell {
    /// A request may be outstanding for ten minutes: cards collect garbage for minutes at a time and recover, so a
    /// stall does not end a cell. The kernel gives up a command after 30 s and its retries, so if a drive is gone,
    /// its error arrives first. Source: a review of a card for Linux that stalled for minutes; its author kept using
    /// the card.
    pub const IO_TIMEOUT: Nanos = Nanos(600 * Nanos::SECOND.0);
    /// Arbitrary: enough to see a pattern in the offsets, few enough to end soon when each takes 30 s.
    pub const ERRORS_MAX: u64 = 20;

    /// The rate at which a flush through the page cache is assumed to write back earlier data. Arbitrary: half of the
    /// sequential write rate of the slowest card in the catalogue.
    const WRITE_BACK_BYTES_PER_S: u64 = 1_000_000;
    /// Assumed dirty pages, if the cell has no byte limit. Arbitrary: a computer with 16 GiB of memory.
    const DIRTY_MAX: u64 = 3 << 30;

    /// The I/O timeout for `workload`: through the page cache, one flush writes everything that waited there.
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

    /// A counted cell with the default limits.
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

    /// The loads of this cell, each as a separate cell: first the cell's own load without the others, then the
    /// others.
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

/// The rule for a cell whose workload allows an end once its rate is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyEnd {
    /// It ends early.
    Allowed,
    /// It runs to its other limits and records the error that an early end would have caused.
    Rehearsed,
    /// It runs to its other limits.
    Forbidden,
}

/// How requests reach the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathChoice {
    /// The cheapest way for this target at this depth.
    Auto,
    /// `io_uring`, or an error.
    IoUring,
    /// `preadv2`/`pwritev2`.
    Sync,
}
