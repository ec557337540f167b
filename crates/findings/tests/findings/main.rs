//! Conclusions from records built by hand.

mod common;
mod repeats;
mod rules;
mod simulated;
mod stalls;
