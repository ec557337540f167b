//! Pages of runs built by hand, compared with files byte by byte.

mod common;
mod devices;
mod golden;
mod published;
mod units;
