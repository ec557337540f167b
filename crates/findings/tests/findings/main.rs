//! Conclusions from records built by hand.

mod advise;
mod common;
mod compare;
mod quality;
mod repeats;
mod rules;
