//! Tests of a run in the form of drive comparisons: the matrix of record sizes, an image, a database, a boot.
//!
//! Recognises a test by the work of its cells. Must not depend on the presentation, nor decide which drive is better.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Application, Bytes, Caching, CellRecord, DriveTest, Figure, OpKind, Permille,
    Quality, Run, SyncPolicy, TestGroup,
};

use crate::figure::value_of;
use crate::headline::APART_RATIO;
use crate::quality::{counted, is_of, is_of_simulation, values_of};

/// A matrix has at least this many record sizes, and this many tests of each: fewer are shown as a curve over the
/// size, or together.
const MATRIX_MIN: usize = 3;
/// An image is written in large pieces, whatever the size of the calls.
const IMAGE_MIN: Bytes = Bytes(128 << 10);
/// Fewer runs are not a sample.
const RUNS_MIN: usize = 3;
/// Settings that do not change the test: the number of runs, and how a serial line was read.
const NOT_THE_TEST: [&str; 3] = ["runs", "baud", "file"];

/// Adds the tests of `run` to `tests`; they replace older ones of the same kind. Runs come oldest first.
pub fn add_tests(tests: &mut Vec<DriveTest>, run: &Run) {
    let key = |it: &DriveTest| (it.group, it.block, it.test.clone());
    for test in tests_of(run) {
        match tests.iter_mut().find(|known| key(known) == key(&test)) {
            Some(known) => *known = test,
            None => tests.push(test),
        }
    }
}

/// The tests of a run, in the order of its cells; none from another tool.
#[must_use]
pub fn tests_of(run: &Run) -> Vec<DriveTest> {
    let mut groups: Vec<Vec<&CellRecord>> = Vec::new();
    for cell in &run.cells {
        match groups.iter_mut().find(|group| group[0].name == cell.name) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    let has_matrix = is_matrix(&groups);
    let is_alone =
        groups.iter().filter(|group| group.iter().any(|it| it.is_counted)).count() == 1;
    groups.iter().filter_map(|group| test_of(run, group, (has_matrix, is_alone))).collect()
}

fn test_of(
    run: &Run,
    group: &[&CellRecord],
    (has_matrix, is_alone): (bool, bool),
) -> Option<DriveTest> {
    let first = group.first()?;
    let name = first.name.as_str();
    let is_boot = first.workload.application == Some(Application::Boot);
    if is_boot || is_of(run, name, Quality::DatabaseTransactions) {
        let group_of = if is_boot { TestGroup::Boot } else { TestGroup::Database };
        return test(run, group, (group_of, None, name), (Figure::Elapsed, None));
    }
    let operation = match (first.workload.mix.read, first.workload.mix.write()) {
        (Permille(1000), _) => OpKind::Read,
        (_, Permille(1000)) => OpKind::Write,
        _ => return None,
    };
    let figure = (Figure::BytesPerS, Some(operation));
    let size = size_of(group)?;
    if has_matrix {
        let of_size = name.strip_prefix(&size.to_string()).unwrap_or(name).trim();
        return test(run, group, (TestGroup::Records, Some(size), of_size), figure);
    }
    let is_image = is_alone
        && operation == OpKind::Write
        && first.workload.access == Access::Sequential
        && first.workload.caching == Caching::Buffered
        && first.workload.sync == SyncPolicy::End
        && size >= IMAGE_MIN;
    is_image.then(|| test(run, group, (TestGroup::Image, None, name), figure)).flatten()
}

fn test(
    run: &Run,
    group: &[&CellRecord],
    (group_of, block, name): (TestGroup, Option<Bytes>, &str),
    (figure, operation): (Figure, Option<OpKind>),
) -> Option<DriveTest> {
    let runs = values_of(run, group, |cell| value_of(figure, cell, operation));
    let known = counted(&runs);
    let min = known.iter().copied().reduce(f64::min);
    let max = known.iter().copied().reduce(f64::max);
    let apart = min.zip(max).filter(|(min, _)| *min > 0.0).map(|(min, max)| max / min);
    let is_sample = known.len() >= RUNS_MIN && figure == Figure::Elapsed;
    let replay = group.first()?.workload.replay.as_ref();
    (!known.is_empty()).then(|| DriveTest {
        group: group_of,
        block,
        test: name.to_owned(),
        figure: figure.name().to_owned(),
        mean: iogram_stats::mean(&known),
        min,
        max,
        apart_ratio: apart.filter(|ratio| is_sample && *ratio >= APART_RATIO),
        runs,
        settings: settings(run),
        is_replayed: replay.is_some_and(|it| it.program.is_some()),
        is_of_simulation: is_of_simulation(run),
        run: run.id.clone(),
    })
}

/// The settings, and the file system.
fn settings(run: &Run) -> String {
    let params: BTreeMap<String, String> = run.method.published_params();
    let said = params.iter().filter(|(name, _)| !NOT_THE_TEST.contains(&name.as_str()));
    let said = said.map(|(name, value)| format!("{name}={value}"));
    let file_system = run.conditions.file_system.as_ref().map(|it| it.kind.clone());
    said.chain(file_system).collect::<Vec<_>>().join(", ")
}

fn size_of(group: &[&CellRecord]) -> Option<Bytes> {
    match group.first()?.workload.block.sizes() {
        [(size, _)] => Some(*size),
        _ => None,
    }
}

/// Whether the same tests ran with several record sizes.
fn is_matrix(groups: &[Vec<&CellRecord>]) -> bool {
    let mut counts: BTreeMap<Bytes, usize> = BTreeMap::new();
    for size in groups.iter().map(|group| size_of(group)) {
        let Some(size) = size else { return false };
        let count = counts.entry(size).or_default();
        *count = count.saturating_add(1);
    }
    let mut each = counts.values();
    let first = each.next().copied().unwrap_or(0);
    counts.len() >= MATRIX_MIN && first >= MATRIX_MIN && each.all(|count| *count == first)
}
