//! The facts that Linux reports about drives and the computer: its tables (sysfs, procfs), its clocks.
//!
//! Everything in this crate that another system would have to provide differently. Callers see records and facts, and
//! pass the [`sysfs::SysRoot`] on without reading it.

pub mod activity;
pub mod backing;
pub mod bus;
pub(crate) mod capture;
mod card;
pub mod clock;
pub(crate) mod describe;
pub mod filesystem;
pub mod health;
pub mod host;
pub mod host_sample;
pub mod identity;
pub(crate) mod in_memory;
pub mod inventory;
pub mod limits;
pub(crate) mod link;
pub mod memory_limit;
pub(crate) mod namespace_node;
pub(crate) mod near;
pub mod platform;
pub mod power;
pub mod process;
mod quota;
mod sensors;
pub mod swap;
pub mod sysfs;
pub mod tick_clock;
mod uses;
pub(crate) mod ways;
pub(crate) mod zones;
