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

mod figure;
mod marks;
mod repeats;
mod rules;
mod stalls;

pub use figure::value_of;
pub use marks::class_tests;
pub use repeats::{outliers, summarise};
pub use rules::judge;
pub use stalls::stalls;

use iogram_model::{Finding, Run};

/// What the course of the run's cells says: stalls.
#[must_use]
pub fn courses(run: &Run) -> Vec<Finding> {
    stalls(run.target.drive.as_deref(), &run.cells)
}
