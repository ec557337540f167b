//! The program as its user meets it: input, output, and the files that it leaves.
//!
//! Every test has its own directory with its own store and home. Nothing here depends on the speed of the machine;
//! figures are checked only if they are exact by construction.

#![expect(clippy::unwrap_used, reason = "a test's own preparation, outside the test functions")]
#![expect(clippy::print_stderr, reason = "a skipped test says why")]

mod at_once;
mod boot;
mod campaigns;
mod capture;
mod card;
mod cards;
mod catalogue;
mod catalogue_site;
mod common;
mod default_build;
mod devices;
mod documented;
mod doors;
mod engine;
mod exclude;
mod finding_out;
mod fio;
mod fio_at_once;
mod fio_compared;
mod fio_mended;
mod fleet;
mod good_for;
mod guard;
mod host;
mod image;
mod import_files;
mod interruption;
mod json;
mod korean;
#[cfg(feature = "server")]
mod leases;
mod limits;
#[cfg(feature = "server")]
mod many_benches;
mod measure;
mod methods;
mod metrics;
mod mistakes;
mod one_analysis;
mod output;
mod outputs;
mod outside;
mod page_cache;
mod page_places;
mod pages;
mod platform;
mod programs;
mod quick;
mod reach;
mod readers;
mod reference;
mod resuming;
mod reviewed;
mod rounds;
mod seeds_imports;
mod seeds_pages;
mod served;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod server_faults;
mod sharing;
mod sharing_edits;
mod sharing_imports;
mod side_by_side;
mod sim;
mod space;
mod standards;
mod states;
mod terminal;
mod trace;
mod units;
mod zones;
