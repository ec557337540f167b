//! Simulated drives from outside: as an engine's target, with known truth.

mod anchors;
mod behaviour;
mod contents;
mod golden;
mod rig;
mod seeds;
mod support;
