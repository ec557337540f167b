//! Whether a run qualifies as a report by the published test of its method: the unknown required fields, and the
//! deviations from the test.

use iogram_model::{
    Finding, PurgeState, ReportField, Run, Standard, StandardDifference, StandardReport,
    SteadyState,
};

/// One finding for a run whose method implements a published test; `findings` are those of the rounds.
#[must_use]
pub fn standard_report(
    standard: Option<&Standard>,
    run: &Run,
    findings: &[Finding],
) -> Option<Finding> {
    let standard = standard?;
    let mut differs = standard.differs.clone();
    let cache = write_cache(run);
    if let (Some(is_on), Some(asked)) = (cache, standard.is_write_cache_on)
        && is_on != asked
    {
        let word = |is_on: bool| if is_on { "on" } else { "off" }.to_owned();
        let what = "write-cache".to_owned();
        differs.push(StandardDifference { what, value: word(is_on), asked: word(asked) });
    }
    let (target, host) = (&run.target, &run.conditions.host);
    let platform = run.conditions.platform.as_deref();
    let drivers = platform.and_then(|it| it.drive.as_ref()).map(|it| it.drivers.len());
    let states: Vec<&SteadyState> = findings
        .iter()
        .filter_map(|finding| match finding {
            Finding::SteadyState(steady) => Some(steady),
            _ => None,
        })
        .collect();
    let has_windows = !states.is_empty()
        && states.iter().all(|it| it.rounds_count >= u64::from(it.window_count));
    let has_no_rounds = run.criteria.as_ref().is_some_and(|it| it.steady.is_empty());
    let is_purged = run.purges.iter().any(|purge| purge.state == PurgeState::Purged);
    let known = [
        (ReportField::Model, target.model.is_some()),
        (ReportField::Serial, target.serial.is_some()),
        (ReportField::Firmware, target.firmware.is_some()),
        (ReportField::Interface, target.link.is_some() || target.drive.is_some()),
        (ReportField::WriteCache, cache.is_some()),
        (ReportField::Cpu, host.cpu.is_some()),
        (ReportField::Memory, host.memory.is_some()),
        (ReportField::Os, host.os.is_some() || host.kernel.is_some()),
        (ReportField::HostAdapter, drivers.is_some_and(|count| count > 0)),
        (ReportField::Purge, is_purged),
        (ReportField::SteadyRounds, has_windows || has_no_rounds),
    ];
    let missing = known.into_iter().filter(|(_, is_known)| !is_known).map(|(field, _)| field);
    Some(Finding::StandardReport(StandardReport {
        name: standard.name.clone(),
        like: standard.like.clone(),
        missing: missing.collect(),
        differs,
    }))
}

/// Whether the drive's write cache is on; `None` is unknown.
///
/// The drive's own data, or else the kernel's: `write through` also stands for a cache that survives a power failure.
fn write_cache(run: &Run) -> Option<bool> {
    if let Some(asked) = run.conditions.write_cache {
        return Some(asked.is_on);
    }
    match run.conditions.queue.as_ref()?.write_cache.as_deref()? {
        "write back" => Some(true),
        "write through" => Some(false),
        _ => None,
    }
}
