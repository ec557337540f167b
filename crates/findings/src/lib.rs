//! From records to conclusions: repetitions side by side, and published rules held against them.
//!
//! Everything here is a pure function of what was recorded, so an old run can be judged anew. Nothing
//! here measures, reads a file or formats a page.
//!
//! Two rules run through it. A repetition that did not complete gives no value: it stands as `None`
//! in the list and is in no mean. And percentiles are never averaged: what a [`RepeatSummary`] of
//! `latency_p99_ns` holds is one 99th percentile per repetition, its median being the middle one of
//! them. The percentile of all requests together needs the merged histogram and is another figure.
//!
//! [`RepeatSummary`]: iogram_model::RepeatSummary

// Numbers of records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod advise;
mod analyse;
mod cache;
mod capacity;
mod card_sheet;
mod changes;
mod compare;
mod drive_state;
mod figure;
mod geometry;
mod headline;
mod host;
mod marks;
mod mixes;
mod plausible;
mod promises;
mod quality;
mod repeats;
mod rules;
mod segments;
mod slow;
mod stalls;
mod steady;
mod tails;
mod throttle;

pub use advise::{KnownDrive, advise};
pub use analyse::{adopt, analyse, analysed, is_failure};
pub use cache::caches;
pub use capacity::{capacities, capacity};
pub use changes::changes;
pub use compare::{Side, compare, compare_sides};
pub use drive_state::drive_state;
pub use figure::value_of;
pub use geometry::geometry;
pub use host::{DriveUse, judge_look, judge_setup};
pub use marks::class_tests;
pub use mixes::mix_curves;
pub use promises::check_promises;
pub use quality::{Pick, choose_figures, figures_of_entry, figures_of_run};
pub use repeats::{outliers, summarise};
pub use rules::judge;
pub use slow::slow_stretches;
pub use stalls::stalls;
pub use steady::steady_states;
pub use tails::tail_latencies;
pub use throttle::throttling;

use iogram_model::{Finding, Run};

/// What the course of the run's cells says: stalls, slow stretches, and the cache of a drive that was filled.
#[must_use]
pub fn courses(run: &Run) -> Vec<Finding> {
    let mut findings = stalls(run.target.drive.as_deref(), &run.cells);
    findings.extend(slow_stretches(&run.cells, &findings));
    findings.extend(caches(&run.cells));
    findings
}
