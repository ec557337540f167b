//! The workload of a result, so that the same work can be found in another tool's file under any name.
//!
//! Must not know figures. Two results have the same work only if all of it is known: an omitted setting can have any
//! value.

use std::collections::BTreeMap;

use super::{ImportedEvidence, ImportedOrder, ImportedResult};
use crate::units::Permille;
use crate::workload::{Access, Caching, OpKind, Workload};

/// Tools that measure reads and writes one after the other under one name. In other tools, reads and writes of one
/// name ran concurrently.
const ONE_AFTER_THE_OTHER: [&str; 3] = ["CrystalDiskMark", "KDiskMark", "AS SSD Benchmark"];

/// Work of a single operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlainWork {
    /// The operation.
    pub operation: OpKind,
    /// Whether addresses are random; otherwise they are sequential.
    pub is_random: bool,
    /// Block size.
    pub block_bytes: u64,
    /// Outstanding requests of each job.
    pub depth: u32,
    /// Number of jobs.
    pub job_count: u32,
}

impl PlainWork {
    /// `None` if a result mixes operations, is not a figure of a drive, or does not state all of its work.
    fn of_result(result: &ImportedResult, mix: ToldMix) -> Option<Self> {
        let operation = result.operation.filter(|it| mix == ToldMix::of(Some(*it)))?;
        let is_random = match result.order? {
            ImportedOrder::Sequential => false,
            ImportedOrder::Random => true,
            ImportedOrder::Unknown => return None,
        };
        let work = Self {
            operation,
            is_random,
            block_bytes: result.block_bytes?,
            depth: result.depth?,
            job_count: result.job_count?,
        };
        result.is_of_drive.then_some(work)
    }

    /// `None` if a workload has settings that other tools' results cannot state.
    #[must_use]
    pub fn of_workload(workload: &Workload) -> Option<Self> {
        let asked = workload.clone();
        let plain = Workload {
            access: asked.access,
            mix: asked.mix,
            block: asked.block,
            depth: asked.depth,
            jobs: asked.jobs,
            layout: asked.layout,
            region: asked.region,
            stop: asked.stop,
            ramp: asked.ramp,
            sync_call: asked.sync_call,
            caching: asked.caching,
            data: asked.data,
            seed: asked.seed,
            ..Workload::default()
        };
        let is_random = match workload.access {
            Access::Sequential => false,
            Access::Random => true,
            _ => return None,
        };
        let operation = match (workload.mix.read, workload.mix.write()) {
            (Permille::ALL, _) => OpKind::Read,
            (_, Permille::ALL) => OpKind::Write,
            _ => return None,
        };
        let &[(block, _)] = workload.block.of(operation) else { return None };
        let work = Self {
            operation,
            is_random,
            block_bytes: block.0,
            depth: workload.depth,
            job_count: workload.jobs,
        };
        (plain == *workload).then_some(work)
    }

    /// The work as a result that states all of it, without figures.
    #[must_use]
    pub fn as_result(self, name: &str, caching: Caching) -> ImportedResult {
        let order =
            if self.is_random { ImportedOrder::Random } else { ImportedOrder::Sequential };
        ImportedResult {
            name: name.to_owned(),
            operation: Some(self.operation),
            order: Some(order),
            block_bytes: Some(self.block_bytes),
            depth: Some(self.depth),
            job_count: Some(self.job_count),
            is_direct: Some(caching == Caching::Direct),
            is_of_drive: true,
            ..ImportedResult::default()
        }
    }
}

/// The operations that ran under one name; none means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ToldMix {
    is_reading: bool,
    is_writing: bool,
    is_discarding: bool,
}

impl ToldMix {
    /// Flushes belong to the writes before them.
    #[must_use]
    pub fn of(operation: Option<OpKind>) -> Self {
        Self {
            is_reading: operation == Some(OpKind::Read),
            is_writing: operation == Some(OpKind::Write),
            is_discarding: operation == Some(OpKind::Discard),
        }
    }

    const fn and(self, other: Self) -> Self {
        Self {
            is_reading: self.is_reading || other.is_reading,
            is_writing: self.is_writing || other.is_writing,
            is_discarding: self.is_discarding || other.is_discarding,
        }
    }

    /// The operations as text, such as `read+write`; `None` if unknown.
    #[must_use]
    pub fn words(self) -> Option<String> {
        let kinds = [
            (self.is_reading, OpKind::Read),
            (self.is_writing, OpKind::Write),
            (self.is_discarding, OpKind::Discard),
        ];
        let names: Vec<&str> =
            kinds.iter().filter(|(is_done, _)| *is_done).map(|(_, kind)| kind.name()).collect();
        (!names.is_empty()).then(|| names.join("+"))
    }
}

/// A result, with the context from its file.
#[derive(Debug, Clone, Copy)]
pub struct ToldResult<'a> {
    /// The tool's name.
    pub tool: &'a str,
    /// The result itself.
    pub result: &'a ImportedResult,
    /// The operations that ran under its name.
    pub mix: ToldMix,
}

impl ToldResult<'_> {
    /// Its work; `None` unless the file states all of it, and it was a single operation on a drive.
    #[must_use]
    pub fn work(&self) -> Option<PlainWork> {
        PlainWork::of_result(self.result, self.mix)
    }

    /// Whether other operations ran concurrently.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        self.mix != ToldMix::of(self.result.operation)
    }
}

impl ImportedEvidence {
    /// Its results, each with the context from its file.
    pub fn told(&self) -> impl Iterator<Item = ToldResult<'_>> {
        let mut mixes: BTreeMap<&str, (ToldMix, bool)> = BTreeMap::new();
        for it in &self.results {
            let (mix, is_whole) = mixes.entry(it.name.as_str()).or_default();
            *mix = mix.and(ToldMix::of(it.operation));
            *is_whole = *is_whole || it.operation.is_none();
        }
        let is_apart = ONE_AFTER_THE_OTHER.contains(&self.tool.as_str());
        self.results.iter().map(move |result| {
            let (all, is_whole) = mixes.get(result.name.as_str()).copied().unwrap_or_default();
            let mix = match is_apart {
                true => ToldMix::of(result.operation),
                // Besides the total of several operations, the file names only this one: the others are unknown.
                false if is_whole && all == ToldMix::of(result.operation) => ToldMix::default(),
                false => all,
            };
            ToldResult { tool: &self.tool, result, mix }
        })
    }
}
