//! Behaviour of the runner's public interface.

// The condition always holds here; it tells the lints that these modules are tests, helpers included.
#[cfg(test)]
mod budgets;
#[cfg(test)]
mod common;
#[cfg(test)]
mod composing;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod method_files;
#[cfg(test)]
mod pages;
#[cfg(test)]
mod plans;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod recordings;
mod records;
#[cfg(test)]
mod resuming;
#[cfg(test)]
mod running;
