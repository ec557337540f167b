//! From records to conclusions: summaries of repetitions, and published rules.
//!
//! Everything here is a pure function of the record, so an old run can be judged again. Nothing here measures, reads
//! a file or formats a page.
//!
//! Two rules hold everywhere. A repetition that did not complete has no value: it is `None` in the list and excluded
//! from every mean. And percentiles are never averaged: a [`RepeatSummary`] of `latency_p99_ns` lists one 99th
//! percentile per repetition; the one for all of them comes from their merged histogram ([`overall`]).
//!
//! [`RepeatSummary`]: iogram_model::RepeatSummary

// Numbers from records, logs and files are among the operands: no operation on them may panic.
#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects))]

mod advise;
mod analyse;
mod beyond_reader;
mod cache;
mod capacity;
mod card_sheet;
mod changes;
mod coherent;
mod compare;
mod computer;
mod conditions;
mod defect;
mod demand;
mod drive_class;
mod drive_state;
mod drive_tests;
mod durability;
mod endurance;
mod figure;
mod fleet;
mod geometry;
mod headline;
mod host;
mod key_figures;
mod limits;
mod many;
mod marks;
mod mixes;
mod origin;
mod plausible;
mod promises;
mod proof;
mod quality;
mod queue;
mod recovery;
mod repeats;
mod rules;
mod same_work;
mod scores;
mod search;
mod segments;
mod slow;
mod sources;
mod spare;
mod stalls;
mod standard;
mod steady;
mod steps;
mod sustained;
mod tail_latency;
mod throttle;
mod told_sync;

pub use advise::{KnownDrive, advise, power_loss};
pub use analyse::{adopt, analyse, analysed};
pub use cache::caches;
pub use capacity::{capacities, capacity};
pub use card_sheet::file_writes;
pub use changes::changes;
pub use coherent::{Disagreement, Expected, disagreements};
pub use compare::{Side, compare, compare_sides};
pub use conditions::{judge_beside, judge_conditions};
pub use defect::defect;
pub use demand::{choices, demands};
pub use drive_class::{CLASS_YEARS, ClassBasis, DriveClass, KnownOfDrive, propose_class};
pub use drive_state::drive_state;
pub use drive_tests::{add_tests, tests_of};
pub use endurance::{Endurance, EnduranceSource, NoEstimate, estimate_endurance};
pub use figure::{overall, value_of};
pub use fleet::{FLEET_RUN_VERSION, FleetBuilder, FleetGroup, fleet, fleet_run};
pub use geometry::geometry;
pub use host::{DriveUse, judge_look, judge_setup};
pub use limits::find_limits;
pub use many::{Many, lead, shortcoming, worst};
pub use marks::class_tests;
pub use mixes::mix_curves;
pub use promises::check_promises;
pub use quality::{Pick, choose_figures, figures_of_entry, figures_of_run};
pub use recovery::recoveries;
pub use repeats::{outliers, summarise};
pub use rules::judge;
pub use search::searches;
pub use slow::slow_stretches;
pub use sources::most_said;
pub use spare::over_provisionings;
pub use stalls::stalls;
pub use standard::standard_report;
pub use steady::steady_states;
pub use tail_latency::tail_latency;
pub use throttle::throttling;
pub use told_sync::rules_for_told;

use iogram_model::{Criteria, Finding, Run};

/// Maps a run and the conclusions so far to the findings of one kind.
type Conclusion = fn(&Run, &Criteria, &[Finding]) -> Vec<Finding>;

/// All conclusions about a run, in the order of the record.
const CONCLUSIONS: [Conclusion; 19] = [
    |run, _, _| summarise(&run.cells),
    |run, criteria, _| rules::judge_in(run, &criteria.rules),
    |run, _, _| mix_curves(&run.cells),
    |run, criteria, _| tail_latency(&criteria.nines, &run.cells),
    |run, criteria, _| steady_states(&criteria.steady, run),
    |run, criteria, known| {
        standard_report(criteria.standard.as_ref(), run, known).into_iter().collect()
    },
    |run, criteria, known| recoveries(&criteria.recovery, run, known),
    |run, criteria, _| over_provisionings(&criteria.steady, run),
    |run, criteria, _| demands(&criteria.demand, &criteria.steady, run),
    |run, criteria, _| choices(&criteria.choices, &criteria.steady, run),
    |run, criteria, _| searches(&criteria.searches, run),
    |run, criteria, _| scores::scores(run, criteria.reference.as_ref()),
    |run, _, _| capacities(&run.probes),
    |run, _, _| geometry(&run.probes, claimed_unit(run)),
    |run, _, known| card_sheet::card_sheet(run, known).into_iter().collect(),
    |run, criteria, _| class_tests(run, &criteria.marks),
    |run, _, _| courses(run),
    |run, _, known| key_figures::key_figures(run, known),
    |run, criteria, known| headline::diagnosis(run, criteria, known).into_iter().collect(),
];

/// Findings from the time series of the run's cells: stalls, slow stretches, and the cache of a drive that was
/// filled.
#[must_use]
pub fn courses(run: &Run) -> Vec<Finding> {
    let mut findings = stalls(run.target.drive.as_deref(), &run.cells);
    findings.extend(slow_stretches(&run.cells, &findings));
    findings.extend(caches(&run.cells));
    findings
}

/// The allocation unit in the registers of the probed SD card; `None` for any other drive.
fn claimed_unit(run: &Run) -> Option<u64> {
    run.target.card.as_ref()?.status.as_ref()?.allocation_unit_bytes
}
