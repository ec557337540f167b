//! Charts as bytes: golden pictures, and the required contents of every picture.

mod golden;
mod pictures;
mod samples;
