//! A drive written piece by piece: cells of one name, each on the part after the one before.

use iogram_model::{Access, CellRecord, CellState, FillProfile, Permille, float};

/// Fewer pieces are separate tests. Arbitrary.
const PIECES_MIN: usize = 4;

/// Groups of cells with one name that each write a part of the drive, one after the other, in the order of execution.
pub(crate) fn stepped(cells: &[CellRecord]) -> Vec<Vec<&CellRecord>> {
    let mut groups: Vec<Vec<&CellRecord>> = Vec::new();
    for cell in cells.iter().filter(|cell| is_piece(cell)) {
        let known = groups.iter_mut().find(|group| group[0].name == cell.name);
        match known {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    let follow =
        |pair: &[&CellRecord]| pair[0].workload.region.end == pair[1].workload.region.start;
    groups.retain(|group| group.len() >= PIECES_MIN && group.windows(2).all(follow));
    groups
}

/// The names of these cells: they are neither repetitions of each other, nor passes over a drive.
pub(crate) fn stepped_names(cells: &[CellRecord]) -> Vec<&str> {
    stepped(cells).into_iter().map(|group| group[0].name.as_str()).collect()
}

fn is_piece(cell: &CellRecord) -> bool {
    let load = &cell.workload;
    load.access == Access::Sequential && load.mix.write() == Permille::ALL
}

/// Evenness of the pieces, each with its mean.
pub(crate) fn profile_of(group: &[&CellRecord]) -> Option<FillProfile> {
    let completed = group.iter().filter(|cell| cell.state == CellState::Completed);
    let written: Vec<(f64, f64)> = completed
        .filter_map(|cell| {
            let bytes = cell.operations.write.as_ref()?.bytes;
            Some((float(bytes), float(cell.elapsed_ns.max(1))))
        })
        .collect();
    let bytes = written.iter().map(|(bytes, _)| *bytes).sum::<f64>();
    let time_ns = written.iter().map(|(_, ns)| *ns).sum::<f64>();
    (bytes > 0.0).then(|| FillProfile {
        cell: group[0].name.clone(),
        repeat: group[0].repeat,
        mean_bytes_per_s: bytes / time_ns * 1e9,
        worst_second_bytes_per_s: None,
        worst_second_ns: None,
        below_half_mean_ratio: below_half(&written),
    })
}

/// A byte is slow below this share of the usual rate; the finding's field is named after it.
const SLOW_RATIO: f64 = 0.5;

/// The share of the bytes written below half of the mean rate per byte; `written` has bytes and their times. The slow
/// part of a pass dominates a mean over time, so nothing is far below that.
pub(crate) fn below_half(written: &[(f64, f64)]) -> f64 {
    let whole: f64 = written.iter().map(|(bytes, _)| bytes).sum::<f64>();
    let mean =
        written.iter().map(|(bytes, ns)| bytes * bytes / ns).sum::<f64>() / whole.max(1.0);
    let slow = written.iter().filter(|(bytes, ns)| *bytes / ns < mean * SLOW_RATIO);
    // The sum of no floats is minus zero, and so would be the share.
    slow.fold(0.0, |all, (bytes, _)| all + bytes) / whole.max(1.0)
}
