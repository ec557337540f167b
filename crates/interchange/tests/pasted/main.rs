//! Pastes: several runs in one text, lines that a mail program wrapped, missing headings. Every imported figure is
//! one that a person reads, with its drive and its work; otherwise the file is rejected.

#[path = "../importing/mod.rs"]
mod importing;

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod dd;
#[cfg(test)]
mod failing;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod fio_logs;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod fio_results;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod fio_text;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod health;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod implausible;
#[cfg(test)]
#[expect(clippy::float_cmp, reason = "figures are those of the file, digit by digit")]
mod rates;
#[cfg(test)]
mod scripts;
