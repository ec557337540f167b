//! The sheet of a memory card: one block on every kind of page.

use iogram_findings::analysed;
use iogram_model::{
    Access, Blocks, Bytes, Caching, Criteria, Evidence, OpKind, OpMix, Permille, ProbeRecord,
    ReadLatencyEvidence, ReadLatencyRow, Run, Stop, UnitOrder, UnitWritesEvidence,
    UnitWritesRow, Workload,
};
use iogram_report::{Locale, render_html};

use crate::common::{card, cell, latency, operation, run};

/// Measurements of a card with five open units.
pub(crate) fn card_sheet() -> Run {
    let cells = [
        ("sequential read", Access::Sequential, 1000, 1 << 20, Caching::Direct, 1_000_000_000),
        (
            "sequential write 4KiB",
            Access::Sequential,
            0,
            4 << 10,
            Caching::Direct,
            10_000_000_000,
        ),
        (
            "sequential write 4MiB",
            Access::Sequential,
            0,
            4 << 20,
            Caching::Direct,
            1_800_000_000,
        ),
        (
            "sequential write cached",
            Access::Sequential,
            0,
            4 << 20,
            Caching::Buffered,
            1_900_000_000,
        ),
        (
            "random write anywhere 4KiB",
            Access::Random,
            0,
            4 << 10,
            Caching::Direct,
            90_000_000_000,
        ),
    ];
    let cells = cells.map(|(name, access, share, block, caching, elapsed_ns)| {
        let workload = Workload {
            access,
            mix: OpMix { read: Permille(share), ..OpMix::default() },
            block: Blocks::one(Bytes(block)),
            stop: Stop { amount: Some(Bytes(20 << 20)), ..Stop::default() },
            caching,
            ..Workload::default()
        };
        let kind = if share == 0 { OpKind::Write } else { OpKind::Read };
        let mut cell = cell(name, 0, workload);
        cell.elapsed_ns = elapsed_ns;
        operation(&mut cell, kind, (20 << 20) / block, block, latency(90_000));
        cell
    });
    let mut run =
        run("card", "Card: geometry, sequential and random writes, reads", cells.into());
    run.target = card();
    run.criteria = Some(Criteria::default());
    let unit_writes = unit_writes();
    let row = ReadLatencyRow {
        block_bytes: 512,
        sample_count: 500,
        min_ns: 99_000,
        median_ns: 100_000,
    };
    run.probes = vec![
        probe("read-latency", Evidence::ReadLatency(ReadLatencyEvidence { rows: vec![row] })),
        probe("unit-writes", Evidence::UnitWrites(unit_writes)),
    ];
    run
}

fn unit_writes() -> UnitWritesEvidence {
    let rows = [
        (UnitOrder::Linear, 5, true, 4 << 20, 11_000_000, None),
        (UnitOrder::Linear, 5, true, 4 << 10, 1_450_000, Some(17_000_000)),
        (UnitOrder::Linear, 6, false, 1 << 20, 1_730_000, Some(2_700_000_000)),
        (UnitOrder::Random, 5, true, 4 << 10, 1_200_000, Some(17_000_000)),
    ];
    let rows =
        rows.map(|(order, open_count, is_within, block_bytes, bytes_per_s, opening_ns)| {
            UnitWritesRow {
                order,
                open_count,
                is_within,
                block_bytes,
                written_bytes: 20 << 20,
                elapsed_ns: (20_u64 << 20) * 1_000_000_000 / bytes_per_s,
                bytes_per_s,
                slowest_ns: 2_070_000_000,
                opening_ns,
                is_cut_short: !is_within,
            }
        });
    UnitWritesEvidence { unit_bytes: 4 << 20, spacing_bytes: 192 << 20, rows: rows.into() }
}

fn probe(what: &str, evidence: Evidence) -> ProbeRecord {
    ProbeRecord {
        name: what.to_owned(),
        what: what.to_owned(),
        state: iogram_model::CellState::Completed,
        started_ns: 0,
        elapsed_ns: 1_000_000_000,
        read_bytes: 0,
        written_bytes: 0,
        warnings: Vec::new(),
        evidence,
    }
}

/// The golden files cover the other pages.
#[test]
fn a_page_shows_a_cards_sheet_in_one_open_block() {
    let page = render_html(&[analysed(card_sheet())], &[], &[], &[], &Locale::english());
    let block = page.split("Card sheet").nth(1).unwrap();
    let block = block.split("</details>").next().unwrap();
    for text in [
        "B = 2^",
        "sequential write, cached",
        "1.20",
        "0.233",
        "in 5 units",
        "in 6 units",
        "anywhere",
    ] {
        assert!(block.contains(text), "{text}: {block}");
    }
    assert!(!page.contains("Card sheet</summary></details>"));
}
