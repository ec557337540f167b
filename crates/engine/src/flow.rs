//! Keeps the requests of concurrent loads in proportion.
//!
//! Follows fio's `flow` (its `flow.c`): each load counts its own requests and those of all loads; one that is ahead
//! of its share issues nothing until the others have caught up.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cell::Cell;

/// Requests issued by the loads of a group that have not ended.
#[derive(Debug, Default)]
struct Group {
    request_count: AtomicU64,
    weight: AtomicU64,
}

/// One load's share in its group. Its submitters share it.
#[derive(Debug)]
pub struct FlowShare {
    group: Arc<Group>,
    weight: u64,
    request_count: AtomicU64,
}

impl FlowShare {
    /// The shares of the loads of a cell, in order; `None` for loads that wait for no other.
    #[must_use]
    pub fn of_loads<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Vec<Option<Arc<Self>>> {
        let mut groups: Vec<(u32, Arc<Group>)> = Vec::new();
        let mut share = |cell: &Cell| {
            let flow = cell.workload.flow?;
            let known = groups.iter().find(|(number, _)| *number == flow.group);
            let group = match known {
                Some((_, group)) => Arc::clone(group),
                None => {
                    let group = Arc::<Group>::default();
                    groups.push((flow.group, Arc::clone(&group)));
                    group
                }
            };
            let weight = u64::from(flow.weight);
            group.weight.fetch_add(weight, Ordering::Relaxed);
            Some(Arc::new(Self { group, weight, request_count: AtomicU64::new(0) }))
        };
        cells.into_iter().map(&mut share).collect()
    }

    /// Whether the load has issued at most its share of the group's requests.
    pub(crate) fn is_due(&self) -> bool {
        let of = |count: &AtomicU64| u128::from(count.load(Ordering::Relaxed));
        of(&self.request_count) * of(&self.group.weight)
            <= u128::from(self.weight) * of(&self.group.request_count)
    }

    /// Counts one more request.
    pub(crate) fn note(&self) {
        self.request_count.fetch_add(1, Ordering::Relaxed);
        self.group.request_count.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the load: the others no longer wait for it. Nothing may follow.
    pub fn leave(&self) {
        let own = self.request_count.swap(0, Ordering::Relaxed);
        self.group.request_count.fetch_sub(own, Ordering::Relaxed);
        self.group.weight.fetch_sub(self.weight, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use iogram_model::{Flow, Workload};

    use super::*;

    fn shares(flows: &[Option<&str>]) -> Vec<Option<Arc<FlowShare>>> {
        let cell = |flow: &Option<&str>| {
            let flow: Option<Flow> = flow.map(|text| text.parse().unwrap());
            Cell::new("test", Workload { flow, ..Workload::default() })
        };
        let cells: Vec<Cell> = flows.iter().map(cell).collect();
        FlowShare::of_loads(&cells)
    }

    /// The number of requests of each load if all of them are polled in turn.
    fn issue(shares: &[&FlowShare], turns: u64) -> Vec<u64> {
        let mut counts = vec![0; shares.len()];
        for _ in 0..turns {
            for (share, count) in shares.iter().zip(&mut counts) {
                if share.is_due() {
                    share.note();
                    *count += 1;
                }
            }
        }
        counts
    }

    #[test]
    fn requests_keep_to_the_weights() {
        let all = shares(&[Some("1"), None, Some("8")]);
        assert!(all[1].is_none());
        let (one, eight) = (all[0].as_deref().unwrap(), all[2].as_deref().unwrap());
        let counts = issue(&[one, eight], 8000);
        assert!(counts[0].abs_diff(1000) <= 1 && counts[1] == 8000, "{counts:?}");
    }

    #[test]
    fn groups_wait_for_none_of_another() {
        let all = shares(&[Some("1 in 1"), Some("8 in 2")]);
        let all: Vec<&FlowShare> = all.iter().map(|it| it.as_deref().unwrap()).collect();
        assert_eq!(issue(&all, 50), [50, 50]);
    }

    #[test]
    fn nobody_waits_for_one_that_has_ended() {
        let all = shares(&[Some("1"), Some("1"), Some("2")]);
        let all: Vec<&FlowShare> = all.iter().map(|it| it.as_deref().unwrap()).collect();
        let counts = issue(&all, 100);
        assert_eq!(counts[2], 100);
        assert!(issue(&all[..1], 10_000)[0] <= 2, "it waits");
        all[1].leave();
        all[2].leave();
        assert_eq!(issue(&all[..1], 500), [500]);
    }
}
