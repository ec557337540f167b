//! Pages of runs built by hand, compared with files byte by byte.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]

mod browser;
mod cards;
mod catalogue;
mod common;
mod compared;
mod devices;
mod diagnosed;
mod figures;
mod fleet;
mod golden;
mod html;
mod imported_figures;
mod korean;
mod marks;
mod newer;
mod outside;
mod published;
mod reviewers_figures;
mod truth;
mod units;
