//! What a fast drive needs of the computer: which processors submit, how completions are waited for, and which
//! clock stamps them.
//!
//! Knows what can be asked for and what the record says of it. Must not know how any of it is done.

use iogram_model::{ClockRecord, Message, MessageId, Nanos, Warning, WarningCode};

/// What the user asks for; the default is what costs least without asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Where submitting threads run.
    pub cpus: CpuChoice,
    /// Whether completions are to be polled for instead of waited for.
    pub is_polled: bool,
    /// So many completions are waited for before any is taken; 1 or more.
    pub wait_batch: u32,
    /// The clock that stamps them.
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

/// Where submitting threads run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CpuChoice {
    /// Wherever the kernel lets them.
    #[default]
    Any,
    /// Each on a processor near the drive.
    Near,
    /// Each on one of these, in turn.
    Listed(Vec<u32>),
}

/// The clock that stamps requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClockChoice {
    /// The processor's counter where the kernel itself takes its time from it, or else the kernel's clock.
    #[default]
    Auto,
    /// The kernel's clock.
    Kernel,
}

/// What a target says of its clock when a cell is over.
#[derive(Debug, Clone, PartialEq)]
pub struct ClockCheck {
    /// `TSC` or `CLOCK_MONOTONIC`, as the record names it.
    pub name: &'static str,
    /// Why not the processor's counter.
    pub reason: Option<String>,
    /// Steps of the counter, as measured with the kernel's clock.
    pub ticks_per_s: Option<f64>,
    /// Comparisons with the kernel's clock.
    pub check_count: u64,
    /// The largest difference that one of them found.
    pub difference_max_ns: u64,
    /// Whether the two were so far apart that the kernel's clock was taken from then on.
    pub has_disagreed: bool,
}

/// Of all submitters together: the one that says most, with the largest difference of any.
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

/// What the reader has to know of the clock.
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
