//! Repetitions among the results of another tool.

use iogram_model::ImportedResult;

/// Whether a tool repeated the same work: it numbers consecutive results of one name.
pub(crate) fn are_repeats(first: &ImportedResult, other: &ImportedResult) -> bool {
    fn plain(it: &ImportedResult) -> &str {
        match it.name.rsplit_once(" #") {
            Some((name, number)) if number.parse::<u64>().is_ok() => name,
            _ => &it.name,
        }
    }
    let work = |it: &ImportedResult| {
        (it.operation, it.order, it.block_bytes, it.depth, it.job_count, it.is_direct)
    };
    plain(first) == plain(other) && work(first) == work(other)
}
