//! Rings in a graph.

use std::collections::BTreeSet;

/// The shortest way from each knot's first node back to itself; nodes without a way back are in none.
///
/// A knot is a set of nodes each of which leads to each other. Two rings of the same knot share nodes, so one of them
/// is enough to begin with.
pub(super) fn rings(arrows: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut rings: Vec<Vec<usize>> = Vec::new();
    let mut known = BTreeSet::new();
    for start in 0..arrows.len() {
        if known.contains(&start) {
            continue;
        }
        if let Some(ring) = ring_from(arrows, start) {
            let reached = reach(arrows, start);
            known.extend(reached.into_iter().filter(|it| reach(arrows, *it).contains(&start)));
            rings.push(ring);
        }
    }
    rings
}

fn reach(arrows: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut next = vec![start];
    while let Some(node) = next.pop() {
        next.extend(arrows[node].iter().copied().filter(|to| reached.insert(*to)));
    }
    reached
}

/// The shortest way from `start` back to itself.
fn ring_from(arrows: &[BTreeSet<usize>], start: usize) -> Option<Vec<usize>> {
    let mut before: Vec<Option<usize>> = vec![None; arrows.len()];
    let mut now = vec![start];
    while !now.is_empty() {
        let mut next = Vec::new();
        for &node in &now {
            for &to in &arrows[node] {
                if to == start {
                    let mut way = vec![node];
                    while let Some(earlier) = way.last().and_then(|last| before[*last]) {
                        way.push(earlier);
                    }
                    way.reverse();
                    return Some(way);
                }
                if before[to].is_none() {
                    before[to] = Some(node);
                    next.push(to);
                }
            }
        }
        now = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_knot_is_told_once_by_its_shortest_way() {
        let arrows = [vec![1], vec![2, 0], vec![0], vec![0, 4], vec![3], vec![0]];
        let arrows: Vec<BTreeSet<usize>> =
            arrows.map(|to| to.into_iter().collect()).into_iter().collect();
        assert_eq!(rings(&arrows), [vec![0, 1], vec![3, 4]]);
    }
}
