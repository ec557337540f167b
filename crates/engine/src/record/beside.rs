//! Loads beside a cell's own load: the reasons why they cannot run with it, and their part of its record.

use iogram_model::{CellRecord, EndReason, LoadCourse, LoadRecord, Workload, sentence, text};

use super::{Misfit, find_misfit, gravest};
use crate::target::Geometry;

/// The first reason why the loads beside `workload` cannot run with it on a target of this shape.
pub(super) fn misfit(workload: &Workload, geometry: Geometry) -> Option<Misfit> {
    if workload.beside.is_empty() {
        return None;
    }
    workload.beside.iter().enumerate().find_map(|(index, load)| {
        let name = &load.name;
        if workload.beside[..index].iter().any(|other| other.name == *name) {
            let message = sentence!("engine-two-loads-beside-called", name);
            return Some(Misfit { message, hint: text!("engine-give-each-name-own") });
        }
        if !load.workload.beside.is_empty() {
            let message = sentence!("engine-something-runs-beside-runs-beside", name);
            return Some(Misfit { message, hint: text!("engine-put-all-beside-cell") });
        }
        if load.workload.caching != workload.caching {
            let message = sentence!("engine-runs-beside-not-both-direct-i", name);
            return Some(Misfit {
                message,
                hint: text!("engine-use-direct-i-o-everything-same"),
            });
        }
        if workload.application.is_some() || load.workload.application.is_some() {
            let message = sentence!("engine-runs-beside-both-program", name);
            return Some(Misfit { message, hint: text!("engine-leave-out-application") });
        }
        if load.workload.ramp != workload.ramp {
            let message = sentence!("engine-beside-ramp-own", name);
            return Some(Misfit { message, hint: text!("engine-leave-out-ramp-2") });
        }
        if load.delay.0 > 0 && load.workload.flow.is_some() {
            let message = sentence!("engine-beside-begins-later-requests-keep-share", name);
            return Some(Misfit { message, hint: text!("engine-leave-out-delay-flow") });
        }
        let inner = find_misfit(&load.workload, geometry)?;
        let message = sentence!("engine-beside", name, why: inner.message);
        Some(Misfit { message, hint: inner.hint })
    })
}

/// Puts the results of the loads beside a cell into its record. The cell takes the worst end state of all of them.
pub fn note_beside(record: &mut CellRecord, loads: Vec<CellRecord>) {
    let states = std::iter::once(record.state).chain(loads.iter().map(|load| load.state));
    record.state = gravest(states);
    let ramp_ns = record.workload.ramp.0;
    let taken = record.workload.beside.iter().zip(loads).map(|(asked, load)| {
        // Uses the requested length: the last completion comes a little before the end of the last second. A load
        // that ends by itself has its own length.
        let stop = asked.workload.stop;
        let is_early =
            load.ending.as_ref().is_some_and(|ending| ending.reason != EndReason::Limit);
        let is_timed = stop.amount.is_none() && stop.count.is_none() && !is_early;
        let length_ns = stop.time.filter(|_| is_timed).map_or(load.elapsed_ns, |time| time.0);
        let end_ns = ramp_ns.saturating_add(length_ns);
        let mut warnings = load.warnings;
        // Warnings about the whole computer belong to the cell.
        warnings.retain(|warning| !record.warnings.contains(warning));
        LoadRecord {
            name: asked.name.clone(),
            state: load.state,
            elapsed_ns: load.elapsed_ns,
            operations: load.operations,
            errors: load.errors,
            warnings,
            ending: load.ending,
            course: Some(LoadCourse::of(&load.series, ramp_ns, end_ns)),
        }
    });
    record.beside = taken.collect();
}
