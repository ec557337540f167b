//! The results of runs by their work, to find the same work in another tool's file under any name.
//!
//! Must not depend on figures.

use std::collections::BTreeMap;

use iogram_model::{ImportedEvidence, OpKind, PlainWork, Run, ToldResult};

/// The results of a run by their names and by their work.
pub(super) struct Results<'a> {
    told: Vec<ToldResult<'a>>,
    named: BTreeMap<(&'a str, Option<OpKind>), usize>,
    /// `None` if several results have the same work: the match would be ambiguous.
    works: BTreeMap<PlainWork, Option<usize>>,
}

impl<'a> Results<'a> {
    pub(super) fn of(run: &'a Run) -> Self {
        let told: Vec<ToldResult<'_>> = run
            .imports()
            .flat_map(ImportedEvidence::told)
            .filter(|it| it.result.excluded.is_none())
            .collect();
        let (mut named, mut works) = (BTreeMap::new(), BTreeMap::new());
        for (index, it) in told.iter().enumerate() {
            named.entry((it.result.name.as_str(), it.result.operation)).or_insert(index);
            if let Some(work) = it.work() {
                works.entry(work).and_modify(|it| *it = None).or_insert(Some(index));
            }
        }
        Self { told, named, works }
    }

    pub(super) fn told(&self) -> &[ToldResult<'a>] {
        &self.told
    }

    /// The only result of this work.
    pub(super) fn find_work(&self, work: PlainWork) -> Option<usize> {
        self.works.get(&work).copied().flatten()
    }

    /// The work of a result, if no other result of this run has the same.
    pub(super) fn work_of(&self, index: usize) -> Option<PlainWork> {
        let it = self.told.get(index)?;
        it.work().filter(|work| self.find_work(*work) == Some(index))
    }

    /// The result of the same tool that has the same name.
    pub(super) fn find_name(&self, of: &ToldResult<'_>) -> Option<usize> {
        let index = *self.named.get(&(of.result.name.as_str(), of.result.operation))?;
        self.told.get(index).filter(|it| it.tool == of.tool).map(|_| index)
    }
}

/// Work of cells that no other cell of the runs does under another name.
pub(super) fn works_of_cells<'a>(runs: &[&'a Run]) -> BTreeMap<PlainWork, Option<&'a str>> {
    let mut works: BTreeMap<PlainWork, Option<&str>> = BTreeMap::new();
    let counted = runs.iter().flat_map(|run| &run.cells).filter(|cell| cell.is_counted);
    for cell in counted {
        let Some(work) = PlainWork::of_workload(&cell.workload) else { continue };
        let name = cell.name.as_str();
        works
            .entry(work)
            .and_modify(|known| *known = known.filter(|known| *known == name))
            .or_insert(Some(name));
    }
    works
}
