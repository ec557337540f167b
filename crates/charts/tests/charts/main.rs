//! Charts as bytes: golden pictures, and what every picture has to hold.

mod golden;
mod pictures;
mod samples;
