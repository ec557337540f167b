//! What people paste: several runs in one text, lines that a mail program broke, heads that are missing. Every figure that is taken
//! is one that a person reads, of the drive and the work that it is of; else the file is refused.

#[path = "../importing/mod.rs"]
mod importing;

mod dd;
mod fio_logs;
mod fio_results;
mod fio_text;
mod health;
mod rates;
