//! The speed of the medium for a command: weak and old places, data that compresses, drift and heat.

use iogram_engine::Request;
use iogram_model::OpKind;

use super::SimDrive;
use crate::quantity::Share;
use crate::ranges::Ranges;
use crate::spec::{DriftSpec, SimSpec, WeakRangeSpec};
use crate::timing::Pace;

impl SimDrive {
    /// Sets the pace for a command that reaches the medium at `at`.
    pub(super) fn set_pace(&mut self, request: &Request, at: u64) {
        let weak = &self.spec.weak_ranges;
        let compresses = self.spec.controller.as_ref().is_some_and(|it| it.compresses);
        let is_even = self.thermal.is_none() && self.spec.drift.is_none() && weak.is_empty();
        if is_even && self.aged.is_empty() && !compresses {
            return;
        }
        let length = u64::from(request.length);
        let mut pace = Pace::FULL;
        let is_inside = |it: &&WeakRangeSpec| {
            let place = request.offset.checked_sub(it.start.bytes());
            place.is_some_and(|place| place < it.size.bytes())
        };
        for weak in weak.iter().filter(is_inside) {
            pace = pace.and(weak.speed);
        }
        if let (Some(controller), OpKind::Write) = (&self.controller, request.kind) {
            pace = controller.compression(request.data).map_or(pace, |speed| pace.and(speed));
        }
        pace = self.meet_aged(request, pace);
        if let Some(drift) = &self.spec.drift {
            let index = usize::from(request.kind == OpKind::Write);
            pace = pace.and(drift_speed(drift, index, self.moved[index]));
            if matches!(request.kind, OpKind::Read | OpKind::Write) {
                self.moved[index] += length;
            }
        }
        if let Some(thermal) = &mut self.thermal {
            let moves = matches!(request.kind, OpKind::Read | OpKind::Write);
            pace = pace.and(thermal.speed(at, if moves { length } else { 0 }));
        }
        self.media.set_pace(pace);
    }

    /// Reads of old data are slower; rewritten or discarded data is no longer old.
    fn meet_aged(&mut self, request: &Request, mut pace: Pace) -> Pace {
        for (aged, spec) in self.aged.iter_mut().zip(&self.spec.aged_ranges) {
            match request.kind {
                OpKind::Read if aged.reach(request.offset) > request.offset => {
                    pace = pace.and(spec.speed);
                }
                OpKind::Write | OpKind::Discard => {
                    let end = request.offset.saturating_add(u64::from(request.length));
                    aged.remove(request.offset..end);
                }
                OpKind::Read | OpKind::Flush => {}
            }
        }
        pace
    }
}

/// The old data at the beginning, of each aged range.
pub(super) fn aged(spec: &SimSpec) -> Vec<Ranges> {
    let whole = |it: &WeakRangeSpec| {
        let mut ranges = Ranges::new();
        ranges.insert(it.start.bytes()..it.start.bytes() + it.size.bytes());
        ranges
    };
    spec.aged_ranges.iter().map(whole).collect()
}

fn drift_speed(drift: &DriftSpec, index: usize, moved: u64) -> Share {
    let shares = if index == 0 { &drift.read } else { &drift.write };
    let periods = moved / drift.period.bytes();
    let count = shares.len() as u64;
    match periods.checked_rem(count) {
        Some(index) => shares[usize::try_from(index).expect("an index of a list")],
        None => Share::ALL,
    }
}
