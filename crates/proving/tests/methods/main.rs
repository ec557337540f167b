//! Methods on simulated drives, from the plan to the conclusions.

#![expect(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod answers;
mod bootbench;
mod demand;
mod dirty;
mod early;
mod endings;
mod health;
mod marks;
mod methods;
mod origin;
mod records;
mod recovery;
mod resuming;
mod rounds;
mod runs;
