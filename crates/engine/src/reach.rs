//! The demands of a fast drive on the computer: the processors that submit, the way to wait for completions, and the
//! clock that timestamps them.
//!
//! Knows the options and their form in the record. Must not know how any of it is done.

use iogram_model::{ClockRecord, Message, MessageId, Nanos, Warning, WarningCode};

/// The user's options; the default is the cheapest choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The processors of submitting threads.
    pub cpus: CpuChoice,
    /// Whether to poll for completions instead of waiting for interrupts.
    pub is_polled: bool,
    /// A wait ends after this many completions; 1 or more.
    pub wait_batch: u32,
    /// The clock that timestamps completions.
    pub clock: ClockChoice,
}

impl Default for Reach {
    fn default() -> Self {
        Self {
            cpus: CpuChoice::Any,
            is_polled: false,
            wait_batch: 1,
            clock: ClockChoice::default(),
        }
    }
}

/// The processors of submitting threads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CpuChoice {
    /// Any processor that the kernel allows.
    #[default]
    Any,
    /// Each thread on a processor near the drive.
    Near,
    /// Each thread on one of these, in turn.
    Listed(Vec<u32>),
}

/// The clock that timestamps requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClockChoice {
    /// The processor's counter if the kernel itself uses it as its clock source, otherwise the kernel's clock.
    #[default]
    Auto,
    /// The kernel's clock.
    Kernel,
}

/// A target's report on its clock at the end of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ClockCheck {
    /// `TSC` or `CLOCK_MONOTONIC`, the name in the record.
    pub name: &'static str,
    /// The reason for not using the processor's counter.
    pub reason: Option<String>,
    /// Rate of the counter, measured with the kernel's clock.
    pub ticks_per_s: Option<f64>,
    /// Number of comparisons with the kernel's clock.
    pub check_count: u64,
    /// The largest difference in any comparison.
    pub difference_max_ns: u64,
    /// Whether the two clocks differed so much that the kernel's clock replaced the counter.
    pub has_disagreed: bool,
}

/// Summary over all submitters: the most informative check, with the largest difference of any.
pub(crate) fn clock_record<'a>(
    checks: impl Iterator<Item = &'a ClockCheck> + Clone,
) -> Option<ClockRecord> {
    let teller = checks.clone().max_by_key(|check| check.has_disagreed)?;
    let was_counter = checks.clone().any(|check| check.check_count > 0);
    Some(ClockRecord {
        name: teller.name.to_owned(),
        reason: teller.reason.clone(),
        ticks_per_s: teller.ticks_per_s,
        check_count: was_counter.then(|| checks.clone().map(|check| check.check_count).sum()),
        difference_max_ns: checks
            .filter(|check| check.check_count > 0)
            .map(|check| check.difference_max_ns)
            .max(),
    })
}

/// The warning about the clock for the reader.
pub(crate) fn clock_warning<'a>(
    mut checks: impl Iterator<Item = &'a ClockCheck>,
) -> Option<Warning> {
    let check = checks.find(|check| check.has_disagreed)?;
    let difference = Nanos(check.difference_max_ns).into();
    let statement = Message::new(MessageId::ClockDisagreed, [difference]);
    Some(Warning::new(WarningCode::ClockDisagreed, statement))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(difference_max_ns: u64, has_disagreed: bool) -> ClockCheck {
        ClockCheck {
            name: if has_disagreed { "CLOCK_MONOTONIC" } else { "TSC" },
            reason: has_disagreed.then(|| "they disagreed".to_owned()),
            ticks_per_s: Some(3e9),
            check_count: 5,
            difference_max_ns,
            has_disagreed,
        }
    }

    #[test]
    fn the_record_has_the_largest_difference_and_the_clock_that_was_left() {
        let checks = [counter(40, false), counter(2_000_000, true), counter(90, false)];
        let record = clock_record(checks.iter()).unwrap();
        assert_eq!((record.name.as_str(), record.check_count), ("CLOCK_MONOTONIC", Some(15)));
        assert_eq!(record.difference_max_ns, Some(2_000_000));
        let warning = clock_warning(checks.iter()).unwrap();
        assert!(warning.message.contains("2.00 ms apart"), "{}", warning.message);
        assert_eq!(clock_warning(checks[..1].iter()), None);
    }

    #[test]
    fn a_clock_that_was_never_compared_has_no_difference() {
        let kernel =
            ClockCheck { check_count: 0, name: "CLOCK_MONOTONIC", ..counter(0, false) };
        let record = clock_record(std::iter::once(&kernel)).unwrap();
        assert_eq!((record.check_count, record.difference_max_ns), (None, None));
        assert_eq!(clock_record([].iter()), None);
    }
}
