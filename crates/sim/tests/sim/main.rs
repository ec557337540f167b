//! Simulated drives from outside: as a target of the engine, with known truth.

#![expect(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod anchors;
mod behaviour;
mod contents;
mod golden;
mod health;
mod market;
mod page_cache;
mod parts;
mod replay;
mod rig;
mod seeds;
mod support;
mod unusual;
mod zones;
