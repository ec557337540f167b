//! Sheet of a memory card: the figures of card reviews for Linux, from probes and cells.
//!
//! It has two rates of random writes, because reviews quote one and users meet the other: within as many units as the
//! card keeps open, and anywhere. On a card with few open units they differ by a factor of a hundred.

use iogram_model::{
    Access, Caching, CardSheet, CellRecord, CountFinding, Evidence, Figure, FileWrites,
    Finding, OpKind, Permille, Run, SheetRate, SheetWork, SizeFinding, TargetKind, UnitOrder,
};
use iogram_stats::median;

use crate::figure::value_of;

/// Largest prime to look for. Arbitrary: a capacity of 1 TB in units of 1 MiB has none beyond it.
const PRIMES_END: u64 = 100_000;

/// The sheet of the run's drive; `None` unless the run measured alternating writes and cells. `findings` are the
/// conclusions from its probes.
pub(crate) fn card_sheet(run: &Run, findings: &[Finding]) -> Option<Finding> {
    let by_turns = unit_writes(run);
    let by_cells = cells(run);
    if by_turns.is_empty() || by_cells.is_empty() {
        return None;
    }
    let mut rates: Vec<SheetRate> = by_cells.into_iter().chain(by_turns).collect();
    rates.extend(run.file_writes.iter().flat_map(|it| &it.rates).copied());
    rates.sort_by_key(|rate| (rate.work, rate.block_bytes));
    let capacity_bytes = run.target.drive_capacity.unwrap_or(run.target.capacity).0;
    let size =
        |of: fn(&Finding) -> Option<&SizeFinding>| findings.iter().find_map(of)?.value_bytes;
    let count = |of: fn(&Finding) -> Option<&CountFinding>| findings.iter().find_map(of)?.value;
    let smallest = run.probes.iter().find_map(|probe| match &probe.evidence {
        Evidence::ReadLatency(evidence) => {
            evidence.rows.iter().min_by_key(|row| row.block_bytes)
        }
        _ => None,
    });
    let is_anywhere =
        |cell: &&CellRecord| work_of(run, cell) == Some(SheetWork::RandomWriteAnywhere);
    let region = run.cells.iter().find(is_anywhere).map(|cell| {
        let region = &cell.workload.region;
        let [start, end] =
            [region.start, region.end].map(|place| place.resolve(run.target.capacity).0);
        end.saturating_sub(start)
    });
    Some(Finding::CardSheet(Box::new(CardSheet {
        capacity_bytes,
        capacity_factors: factors(capacity_bytes),
        page_bytes: size(|it| match it {
            Finding::FlashPage(size) => Some(size),
            _ => None,
        }),
        unit_bytes: size(|it| match it {
            Finding::AllocationUnit(size) => Some(size),
            _ => None,
        }),
        open_linear_count: count(|it| match it {
            Finding::OpenAuLinear(count) => Some(count),
            _ => None,
        }),
        open_random_count: count(|it| match it {
            Finding::OpenAuRandom(count) => Some(count),
            _ => None,
        }),
        read_latency_ns: smallest.map(|row| row.median_ns),
        read_block_bytes: smallest.map(|row| row.block_bytes),
        random_region_bytes: region,
        rates,
        file_system: match &run.file_writes {
            Some(writes) => writes.file_system.clone(),
            None => run.conditions.file_system.as_ref().map(|it| it.kind.clone()),
        },
    })))
}

/// The part of `run` that the sheet of another run of the same drive needs: its sequential writes to a file. `None`
/// if it has none.
#[must_use]
pub fn file_writes(run: &Run) -> Option<FileWrites> {
    let mut rates = cells(run);
    rates.retain(|rate| {
        rate.work == SheetWork::SequentialWriteFile && rate.bytes_per_s.is_some()
    });
    let file_system = run.conditions.file_system.as_ref().map(|it| it.kind.clone());
    (!rates.is_empty()).then(|| FileWrites { run: run.id.clone(), file_system, rates })
}

/// The prime factors of `number`, in ascending order; empty for 0.
fn factors(mut number: u64) -> Vec<String> {
    let mut found = Vec::new();
    let candidates = std::iter::once(2).chain((3..PRIMES_END).step_by(2));
    for prime in candidates {
        if number < 2 {
            break;
        }
        let mut exponent = 0_u32;
        while let Some(rest) =
            number.checked_div(prime).filter(|_| number.is_multiple_of(prime))
        {
            (number, exponent) = (rest, exponent.saturating_add(1));
        }
        match exponent {
            0 => {}
            1 => found.push(prime.to_string()),
            _ => found.push(format!("{prime}^{exponent}")),
        }
    }
    if number > 1 {
        found.push(number.to_string());
    }
    found
}

fn unit_writes(run: &Run) -> Vec<SheetRate> {
    let tables = run.probes.iter().filter_map(|probe| match &probe.evidence {
        Evidence::UnitWrites(evidence) => Some(&evidence.rows),
        _ => None,
    });
    let rows = tables.flatten().filter(|row| row.elapsed_ns > 0);
    rows.map(|row| SheetRate {
        work: match (row.order, row.is_within) {
            (UnitOrder::Linear, true) => SheetWork::TurnsWithinUnits,
            (UnitOrder::Linear, false) => SheetWork::TurnsBeyondUnits,
            (UnitOrder::Random, true) => SheetWork::RandomWriteWithinUnits,
            (UnitOrder::Random, false) => SheetWork::RandomWriteBeyondUnits,
        },
        block_bytes: row.block_bytes,
        open_count: Some(row.open_count),
        bytes_per_s: Some(iogram_model::float(row.bytes_per_s)),
        ended_at_bytes: None,
    })
    .collect()
}

/// One line for each kind of work and size.
fn cells(run: &Run) -> Vec<SheetRate> {
    let mut groups: Vec<(SheetWork, u64, Vec<f64>)> = Vec::new();
    let mut ended: Vec<(SheetWork, u64, u64)> = Vec::new();
    for cell in run.cells.iter().filter(|cell| cell.is_counted) {
        let Some(work) = work_of(run, cell) else { continue };
        let block = cell.workload.block.largest().0;
        let kind = if work == SheetWork::SequentialRead { OpKind::Read } else { OpKind::Write };
        let value = value_of(Figure::BytesPerS, cell, Some(kind));
        ended.extend(ended_at(cell, kind).map(|bytes| (work, block, bytes)));
        match groups.iter_mut().find(|(of, size, _)| (*of, *size) == (work, block)) {
            Some((_, _, values)) => values.extend(value),
            None => groups.push((work, block, value.into_iter().collect())),
        }
    }
    let rate = |(work, block_bytes, mut values): (SheetWork, u64, Vec<f64>)| {
        values.sort_by(f64::total_cmp);
        let of_rate = ended.iter().filter(|(of, size, _)| (*of, *size) == (work, block_bytes));
        SheetRate {
            work,
            block_bytes,
            open_count: None,
            bytes_per_s: median(&values),
            ended_at_bytes: of_rate.map(|(.., bytes)| *bytes).min(),
        }
    };
    groups.into_iter().map(rate).collect()
}

/// Bytes that a cell had moved when its time limit ended it before its amount; `None` if it moved nothing.
fn ended_at(cell: &CellRecord, kind: OpKind) -> Option<u64> {
    let asked = cell.workload.stop.amount?;
    let moved = cell.operations.of(kind)?.bytes;
    (cell.workload.stop.time.is_some() && moved < asked.0).then_some(moved)
}

/// The kind of work of a cell on the sheet; `None` if the sheet does not show it.
fn work_of(run: &Run, cell: &CellRecord) -> Option<SheetWork> {
    let workload = &cell.workload;
    let is_single =
        workload.depth == 1 && workload.jobs == 1 && workload.block.sizes().len() == 1;
    let is_read = workload.mix.read == Permille::ALL;
    if !workload.is_synthetic()
        || !is_single
        || !(is_read || workload.mix.write() == Permille::ALL)
    {
        return None;
    }
    let is_file = run.target.kind == TargetKind::File;
    match (&workload.access, is_read, workload.caching) {
        (Access::Sequential, true, Caching::Direct) => Some(SheetWork::SequentialRead),
        (Access::Sequential, false, Caching::Buffered) => {
            Some(SheetWork::SequentialWriteCached)
        }
        (Access::Sequential, false, Caching::Direct) if is_file => {
            Some(SheetWork::SequentialWriteFile)
        }
        (Access::Sequential, false, Caching::Direct) => Some(SheetWork::SequentialWriteDirect),
        (Access::Random | Access::Permutation, false, Caching::Direct) => {
            Some(SheetWork::RandomWriteAnywhere)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(number: u64, expected: &str) {
        assert_eq!(factors(number).join(" x "), expected, "{number}");
    }

    #[test]
    fn a_capacity_is_taken_apart_as_the_review_does_it() {
        check(16_012_804_096, "2^20 x 15271");
        check(64_021_856_256, "2^27 x 3^2 x 53");
        check(0, "");
        check(1, "");
        check(1 << 40, "2^40");
        // A forged record must not cause a long wait.
        check(u64::MAX - 58, "18446744073709551557");
    }
}
