//! Whether the computer, not the drive, determined the results of a cell: pauses of the whole program, other
//! processes that used the processors or the drive.

use iogram_model::disturbance::{
    BUSY_RATIO, COUNTED_OF_NS, MEMORY_RATIO, OTHERS_RATIO, STOLEN_RATIO, WAITED_OF_NS,
    WAITED_RATIO,
};
use iogram_model::{
    Argument, Bytes, CpuTime, HostPause, LatencySummary, Message, MessageId, Nanos, Operations,
    OtherActivity, SubmitterRecord, Warning, WarningCode, float,
};

/// Waits of at least this share of a percentile can explain it.
const PERCENTILE_SHARE: f64 = 0.5;
const COUNTED_OF: Nanos = Nanos(COUNTED_OF_NS);

/// The conditions under which a cell was measured.
#[derive(Debug)]
pub(crate) struct Circumstances<'a> {
    pub(crate) submitters: &'a [SubmitterRecord],
    pub(crate) operations: &'a Operations,
    pub(crate) others: Option<&'a OtherActivity>,
    /// CPU time of the process, and the number of processors.
    pub(crate) cpu: Option<(CpuTime, u32)>,
    pub(crate) elapsed: Nanos,
}

/// Warnings about conditions that could explain the figures.
pub(crate) fn warnings(of: &Circumstances<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    found.extend(waiting(of));
    if of.elapsed >= COUNTED_OF {
        found.extend(of.others.and_then(|others| busy(others, of.cpu, of.elapsed)));
        found.extend(of.others.and_then(stolen));
        found.extend(of.others.and_then(memory));
    }
    found
}

/// Submitters were ready to run and had no processor.
fn waiting(of: &Circumstances<'_>) -> Option<Warning> {
    let known = of.submitters.iter().filter(|it| it.elapsed_ns >= WAITED_OF_NS);
    let waits = known.filter_map(|it| {
        let (delay, runs) = (it.run_delay_ns?, it.run_count?);
        let ratio = float(delay) / float(it.elapsed_ns);
        Some((ratio, float(delay) / float(runs.max(1)), it.involuntary_switch_count))
    });
    let (ratio, mean_ns, switches) = waits.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let percentile = of
        .operations
        .iter()
        .find_map(|(_, record)| explained(&record.latency_ns, ratio, mean_ns));
    let what = match percentile {
        _ if ratio >= WAITED_RATIO => Message::plain(MessageId::PartlyComputers),
        Some(percentile) => Message::new(MessageId::PercentileComputers, [percentile.into()]),
        None => return None,
    };
    let (share, what) = (Argument::Ratio(ratio), what.into());
    let statement = match switches {
        None => Message::new(MessageId::WaitedForProcessor, [share, what]),
        Some(count) => {
            Message::new(MessageId::WaitedForProcessorTaken, [share, count.into(), what])
        }
    };
    Some(Warning::new(WarningCode::WaitedForProcessor, statement))
}

/// The first percentile that waits of this mean length could explain, given the share of time spent waiting.
fn explained(latency: &LatencySummary, ratio: f64, mean_ns: f64) -> Option<&'static str> {
    let shown = [("p99", 0.01, latency.p99), ("p99.9", 0.001, latency.p999)];
    shown.into_iter().find_map(|(name, beyond, value)| {
        (ratio >= beyond && mean_ns >= PERCENTILE_SHARE * float(value?)).then_some(name)
    })
}

/// No processor was idle, and iogram alone did not use them all.
fn busy(
    others: &OtherActivity,
    cpu: Option<(CpuTime, u32)>,
    elapsed: Nanos,
) -> Option<Warning> {
    let (busy, by_others) = (others.cpu_busy_ratio?, others.cpu_others_ratio?);
    if busy < BUSY_RATIO || by_others < OTHERS_RATIO {
        return None;
    }
    let shares = [Argument::Ratio(busy), Argument::Ratio(by_others)];
    let statement = match cpu {
        None => Message::new(MessageId::ProcessorsUsedByOthers, shares),
        Some((cpu, count)) => {
            let all_ns = float(elapsed.0) * f64::from(count);
            let own = Argument::Ratio(float(cpu.user_ns + cpu.system_ns) / all_ns);
            let [busy, others] = shares;
            Message::new(MessageId::ProcessorsUsedByOthersOwn, [busy, others, own])
        }
    };
    Some(Warning::new(WarningCode::ProcessorsUsedByOthers, statement))
}

fn stolen(others: &OtherActivity) -> Option<Warning> {
    let ratio = others.cpu_stolen_ratio.filter(|ratio| *ratio >= STOLEN_RATIO)?;
    let statement = Message::new(MessageId::StolenProcessors, [Argument::Ratio(ratio)]);
    Some(Warning::new(WarningCode::StolenProcessors, statement))
}

fn memory(others: &OtherActivity) -> Option<Warning> {
    let ratio = others.memory_wait_ratio.filter(|ratio| *ratio >= MEMORY_RATIO)?;
    let statement = Message::new(MessageId::MemoryPressure, [Argument::Ratio(ratio)]);
    Some(Warning::new(WarningCode::MemoryPressure, statement))
}

/// The warning that the computer did not let iogram run, with the effect on the figures; `set_aside` is the number of
/// requests excluded because of it. `None` without a pause.
#[must_use]
pub fn pause_warning(pauses: &[HostPause], set_aside: u64) -> Option<Warning> {
    let longest = pauses.iter().max_by_key(|pause| pause.length_ns)?;
    let sum =
        |length: fn(&HostPause) -> u64| pauses.iter().map(length).fold(0, u64::saturating_add);
    let slept = sum(|pause| pause.slept_ns.unwrap_or(0));
    let start = Nanos(longest.start_ns).into();
    let when = match pauses.len() {
        1 => Message::new(MessageId::HostPausedOnce, [start]),
        count => Message::new(MessageId::HostPausedTimes, [count.into(), start]),
    };
    let length = Nanos(sum(|pause| pause.length_ns));
    let values = [length.into(), when.into(), longest.reason.statement().into()];
    let asleep = Message::new(MessageId::HostPausedAsleep, [Nanos(slept).into()]);
    let requests = Message::new(MessageId::HostPausedRequests, [set_aside.into()]);
    let parts = [
        Some(Message::new(MessageId::HostPaused, values)),
        (slept > 0).then_some(asleep),
        (set_aside > 0).then_some(requests),
    ];
    Some(Warning::new(WarningCode::HostPaused, Message::joined(parts.into_iter().flatten())?))
}

/// I/O of other processes, too much to be the file system's own.
#[derive(Debug, Clone, Copy)]
pub struct DriveOthers {
    /// Bytes read beyond the cell's own and the usual overhead.
    pub read: Bytes,
    /// Bytes written beyond the cell's own and the usual overhead.
    pub written: Bytes,
}

impl DriveOthers {
    /// The warning that another process used the drive, with the remedy; `None` if none did.
    #[must_use]
    pub fn warning(self, device: &str) -> Option<Warning> {
        let parts = [(self.read, MessageId::SizeRead), (self.written, MessageId::SizeWritten)];
        let parts = parts.into_iter().filter(|(bytes, _)| *bytes > Bytes(0));
        let what = Message::listed(parts.map(|(bytes, id)| Message::new(id, [bytes.into()])))?;
        let statement =
            Message::new(MessageId::DriveUsedByOthers, [device.into(), what.into()]);
        Some(Warning::new(WarningCode::DriveUsedByOthers, statement))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iogram_model::{HostPauseReason, LatencySummary};
    use iogram_testing::records;

    const SECOND: u64 = Nanos::SECOND.0;

    fn submitter(run_delay_ns: u64, run_count: u64) -> SubmitterRecord {
        SubmitterRecord {
            cpu: None,
            elapsed_ns: 10 * SECOND,
            run_delay_ns: Some(run_delay_ns),
            run_count: Some(run_count),
            involuntary_switch_count: Some(3),
            looked_ns: None,
            cpu_index: None,
        }
    }

    fn reads(p99: u64, p999: u64) -> Operations {
        let latency_ns = LatencySummary {
            p99: Some(p99),
            p999: Some(p999),
            ..records::latency(1, 100e3, p999)
        };
        let record = records::operation((100_000, 0), Nanos(SECOND), latency_ns);
        Operations { read: Some(record), ..Operations::default() }
    }

    #[track_caller]
    fn check(
        submitters: &[SubmitterRecord],
        operations: &Operations,
        others: Option<&OtherActivity>,
        expected: &[&str],
    ) -> Vec<Warning> {
        let elapsed = Nanos(10 * SECOND);
        let of = Circumstances { submitters, operations, others, cpu: None, elapsed };
        let found = warnings(&of);
        let codes: Vec<&str> = found.iter().map(|warning| warning.code.as_str()).collect();
        assert_eq!(codes, expected, "{found:?}");
        found
    }

    #[test]
    fn a_submitter_that_waits_for_its_processor_is_told_of() {
        let waited = ["waited-for-processor"];
        // 62 % of a core doubled the cost of a request.
        let found = check(&[submitter(38 * SECOND / 10, 900)], &reads(400, 900), None, &waited);
        assert!(found[0].message.contains("38 % of the time"), "{found:?}");
        assert!(found[0].message.contains("lost it 3 times"), "{found:?}");
        // Half a percent of the time in waits of 5 ms: it explains p99.9, not the rate.
        let few = [submitter(SECOND / 20, 10)];
        let found = check(&few, &reads(100_000, 6_000_000), None, &waited);
        assert!(found[0].message.contains("p99.9 may be the computer's"), "{found:?}");
        check(&few, &reads(100_000, 60_000_000), None, &[]);
    }

    #[test]
    fn wake_ups_of_a_quiet_machine_are_nothing_to_tell() {
        // 2 us for each of 100,000 wake-ups.
        check(&[submitter(SECOND / 5, 100_000)], &reads(110_000, 150_000), None, &[]);
        check(
            &[SubmitterRecord { run_delay_ns: None, ..submitter(0, 0) }],
            &reads(1, 1),
            None,
            &[],
        );
    }

    #[test]
    fn others_count_where_no_processor_is_left() {
        let all = OtherActivity {
            cpu_busy_ratio: Some(0.99),
            cpu_others_ratio: Some(0.6),
            ..OtherActivity::default()
        };
        check(&[], &reads(1, 1), Some(&all), &["processors-used-by-others"]);
        let own = OtherActivity { cpu_others_ratio: Some(0.01), ..all };
        check(&[], &reads(1, 1), Some(&own), &[]);
        let room = OtherActivity { cpu_busy_ratio: Some(0.7), ..all };
        check(&[], &reads(1, 1), Some(&room), &[]);
        let stolen = OtherActivity { cpu_stolen_ratio: Some(0.2), ..OtherActivity::default() };
        check(&[], &reads(1, 1), Some(&stolen), &["stolen-processors"]);
        let memory = OtherActivity { memory_wait_ratio: Some(0.2), ..OtherActivity::default() };
        check(&[], &reads(1, 1), Some(&memory), &["memory-pressure"]);
    }

    #[test]
    fn a_pause_of_the_computer_says_what_it_did_to_the_numbers() {
        let pause = HostPause {
            start_ns: SECOND,
            length_ns: 2 * SECOND,
            slept_ns: None,
            reason: HostPauseReason::Stopped,
        };
        let told = pause_warning(&[pause], 32).unwrap().message;
        assert!(
            told.starts_with("iogram did not run for 2.00 s, from 1.00 s on: it was stopped"),
            "{told}"
        );
        assert!(
            told.ends_with(
                "requests that were outstanding then, excluded from all figures: 32"
            ),
            "{told}"
        );
        assert_eq!(pause_warning(&[], 0), None);
    }
}
