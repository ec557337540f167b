//! Repetitions have one value everywhere: in the answer, the tables, a comparison, the catalogue, a fleet.

use std::collections::BTreeMap;

use crate::common::{histogram, run, with};
use iogram_findings::{analyse, compare, figures_of_run, fleet_run};
use iogram_model::{
    Access, Argument, Blocks, Bytes, CellRecord, Criteria, Finding, OpKind, OpMix, Run,
};

/// Random reads of 4 KiB one at a time: pairs of the rate per second, and the time in microseconds of 12 among a
/// thousand of them.
fn reads(repetitions: &[(f64, u64)]) -> Vec<CellRecord> {
    let cells = repetitions.iter().map(|&(iops, slow_us)| {
        let mut cell = with(crate::common::cell("random read"), OpKind::Read, 1000, 4_096_000);
        cell.workload.mix = OpMix::default();
        cell.workload.access = Access::Random;
        cell.workload.block = Blocks::one(Bytes(4096));
        cell.workload.depth = 1;
        let read = cell.operations.read.as_mut().unwrap();
        (read.iops, read.bytes_per_s) = (iops, iops * 4096.0);
        read.latency_ns.p99 = Some(slow_us * 1000);
        (read.latency_ns.min, read.latency_ns.max) = (100_000, slow_us * 1000);
        read.histogram = histogram(&[(988, 100_000), (12, slow_us * 1000)]);
        cell
    });
    cells.collect()
}

/// The value of a figure of the only cell in each place.
fn said(cells: Vec<CellRecord>, figure: &str) -> BTreeMap<&'static str, f64> {
    let run = Run { criteria: Some(Criteria::default()), ..run("S1", cells) };
    let analysis = analyse(&run);
    let mut said = BTreeMap::new();
    for finding in &analysis.findings {
        if let Finding::RepeatSummary(it) = finding
            && it.figure == figure
            && it.operation == Some(OpKind::Read)
        {
            said.extend(it.shown().map(|value| ("table", value)));
        }
    }
    for value in analysis.headline.answer.arguments.values() {
        if let Argument::Iops(value) = value
            && figure == "iops"
        {
            said.insert("answer", *value);
        }
    }
    let figures = figures_of_run(&run, None);
    let of_catalogue = figures.iter().find(|it| it.figure == figure).and_then(|it| it.mean);
    said.extend(of_catalogue.map(|value| ("catalogue", value)));
    let of_fleet = fleet_run(&run).unwrap();
    let of_fleet = of_fleet.figures.iter().find(|(of, _)| of.figure == figure);
    said.extend(of_fleet.map(|(_, value)| ("fleet", *value)));
    let comparison = compare(&[(run.clone(), "A".to_owned()), (run, "B".to_owned())]);
    let row = comparison.rows.iter().find(|row| row.figure == figure).unwrap();
    said.extend(row.values[0].as_ref().map(|it| ("comparison", it.value)));
    said
}

#[test]
fn rates_are_the_mean_of_the_repetitions_everywhere() {
    let mut cells = reads(&[(1000.0, 500), (1010.0, 500), (1500.0, 500), (9.0, 500)]);
    cells[3].is_counted = false;
    let said = said(cells, "iops");
    assert_eq!(said.len(), 5, "{said:?}");
    assert!(said.values().all(|it| (it - 1170.0).abs() < 0.01), "{said:?}");
}

#[test]
fn percentiles_are_of_the_requests_of_all_repetitions_everywhere() {
    // The 30 slowest of 3,000 are the 24 of the last two and 6 of the first.
    let said = said(reads(&[(1000.0, 500), (1000.0, 600), (1000.0, 900)]), "latency_p99_ns");
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(said.values().all(|it| (it - 500_000.0).abs() < 1000.0), "{said:?}");
}

#[test]
fn requests_of_repetitions_that_were_too_few_alone_may_be_enough_together() {
    let mut cells = reads(&[(1000.0, 500), (1000.0, 500)]);
    for cell in &mut cells {
        let read = cell.operations.read.as_mut().unwrap();
        (read.count, read.latency_ns.p99) = (600, None);
        read.histogram = histogram(&[(590, 100_000), (10, 500_000)]);
    }
    let found = analyse(&Run { criteria: Some(Criteria::default()), ..run("S1", cells) });
    let of_all = found.findings.iter().find_map(|finding| match finding {
        Finding::RepeatSummary(it) if it.figure == "latency_p99_ns" => Some(it),
        _ => None,
    });
    let of_all = of_all.unwrap();
    assert_eq!((of_all.runs.as_slice(), of_all.median), ([None, None].as_slice(), None));
    assert!((of_all.shown().unwrap() - 500_000.0).abs() < 1000.0, "{of_all:?}");
}

#[test]
fn no_percentile_of_all_repetitions_lies_beyond_the_slowest_of_their_requests() {
    let mut cells = reads(&[(1000.0, 500), (1000.0, 500)]);
    for cell in &mut cells {
        let read = cell.operations.read.as_mut().unwrap();
        read.histogram = histogram(&[(1000, 43_943_040)]);
        (read.latency_ns.min, read.latency_ns.max) = (43_943_040, 43_943_040);
        (read.latency_ns.p50, read.latency_ns.p99) = (Some(43_943_040), Some(43_943_040));
    }
    for figure in ["latency_p50_ns", "latency_p99_ns"] {
        let said = said(cells.clone(), figure);
        assert!(!said.is_empty());
        assert!(said.values().all(|it| it.to_bits() == 43_943_040_f64.to_bits()), "{said:?}");
    }
}
