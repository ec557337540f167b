//! A diagnosis that found a slow card: its verdict, a line for each question, those that were not reached, and what comes next.

use std::collections::BTreeMap;

use iogram_model::{
    Access, Blocks, Bytes, CapacityEvidence, CellState, Criteria, DiagnosisAccess,
    DiagnosisQuestion, DiagnosisRule, Evidence, Figure, Message, MessageId, Nanos, OpKind,
    OpMix, Permille, ProbeRecord, Quality, QuestionRule, Rule, Run, Stop, UseRule, Warning,
    WarningCode, Workload,
};

use crate::common::{card, cell, latency, operation, run};

const CELLS: [(&str, Access, u16, u64, u64); 5] = [
    ("sequential-read", Access::Sequential, 1000, 1 << 20, 22_000_000),
    ("random-read-4k", Access::Random, 1000, 4 << 10, 4_000_000),
    ("sequential-write", Access::Sequential, 0, 1 << 20, 6_000_000),
    ("random-write-4k", Access::Random, 0, 4 << 10, 300_000),
    ("small blocks for long", Access::Random, 500, 4 << 10, 600_000),
];

/// Measurements of a card that takes 6 MB/s, in a time that did not suffice for its cache and its open units.
pub(crate) fn diagnosis() -> Run {
    let cells = CELLS.map(|(name, access, share, block, bytes_per_s)| {
        let workload = Workload {
            access,
            mix: OpMix { read: Permille(share), ..OpMix::default() },
            block: Blocks::one(Bytes(block)),
            stop: Stop { time: Some(Nanos(5 * Nanos::SECOND.0)), ..Stop::default() },
            ..Workload::default()
        };
        let kind = if share == 0 { OpKind::Write } else { OpKind::Read };
        let mut cell = cell(name, 0, workload);
        cell.elapsed_ns = 5_000_000_000;
        let count = bytes_per_s * 5 / block;
        operation(&mut cell, kind, count, block, latency(5_000_000_000 / count));
        cell
    });
    let mut run = run("diagnose", "Is it any good, and for what?", cells.into());
    run.target = card();
    run.method.params = BTreeMap::from([
        ("max_time".to_owned(), "1m".to_owned()),
        ("scope".to_owned(), "all".to_owned()),
    ]);
    run.criteria = Some(Criteria { diagnosis: Some(rule()), ..Criteria::default() });
    run.probes = vec![capacity(run.target.capacity.0)];
    run.warnings = [("sustained-write", 9), ("open units", 40)]
        .map(|(step, seconds)| {
            let lacks = Nanos(seconds * Nanos::SECOND.0);
            let said = Message::new(MessageId::LeftOutForTime, [step.into(), lacks.into()]);
            Warning::new(WarningCode::LeftOutForTime, said)
        })
        .into();
    run
}

fn capacity(announced: u64) -> ProbeRecord {
    ProbeRecord {
        name: "capacity".to_owned(),
        what: "capacity".to_owned(),
        state: CellState::Completed,
        started_ns: 0,
        elapsed_ns: 15_000_000_000,
        read_bytes: 0,
        written_bytes: 8 << 30,
        warnings: Vec::new(),
        evidence: Evidence::Capacity(CapacityEvidence {
            announced_bytes: announced,
            is_complete: true,
            cache_ruled_out_bytes: Some(8 << 30),
            mark_count: 300,
            ..CapacityEvidence::default()
        }),
    }
}

/// The questions of the method file, and the use whose limit tells a slow drive.
fn rule() -> DiagnosisRule {
    use DiagnosisAccess as To;
    use DiagnosisQuestion as Is;
    let question = |question, steps: &[&str], access, seconds| QuestionRule {
        question,
        steps: steps.iter().map(|step| (*step).to_owned()).collect(),
        needs_ns: seconds * Nanos::SECOND.0,
        access,
    };
    let class_10 = Rule {
        id: "class-10".to_owned(),
        title: "Class 10".to_owned(),
        cell: "sequential-write".to_owned(),
        operation: OpKind::Write,
        figure: Figure::BytesPerS,
        limit: 10e6,
        is_upper_limit: false,
        work: Some(Quality::SequentialWrite),
        source: "SD Physical Layer Simplified Specification".to_owned(),
    };
    DiagnosisRule {
        questions: vec![
            question(Is::Capacity, &["capacity"], To::Borrow, 10),
            question(Is::Rates, &["sequential-read", "sequential-write"], To::Read, 5),
            question(Is::SmallBlocks, &["random-read-4k", "random-write-4k"], To::Read, 5),
            question(Is::Cache, &["sustained-write"], To::Destroy, 15),
            question(Is::Stalls, &["small blocks for long"], To::Read, 10),
            question(Is::OpenUnits, &["open units"], To::Destroy, 45),
            question(Is::Heat, &[], To::Read, 0),
            question(Is::Link, &[], To::Read, 0),
            question(Is::Health, &[], To::Read, 0),
        ],
        uses: vec![UseRule {
            id: "general".to_owned(),
            title: "a card for general use".to_owned(),
            rules: vec![class_10],
        }],
    }
}
