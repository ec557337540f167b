//! Simulated drives from outside: as a target of the engine, with known truth.

#![expect(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod anchors;
mod answers;
mod behaviour;
mod bootbench;
mod contents;
mod demand;
mod dirty;
mod early;
mod endings;
mod golden;
mod health;
mod market;
mod marks;
mod methods;
mod origin;
mod page_cache;
mod parts;
mod records;
mod recovery;
mod replay;
mod rig;
mod rounds;
mod runs;
mod seeds;
mod support;
mod unusual;
mod zones;
