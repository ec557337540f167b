//! Slow stretches are found on no drive that has none. Those that are there are found in records built by hand, in
//! `crates/findings/tests`.

use iogram_findings::{slow_stretches, stalls};
use iogram_model::{
    Access, Blocks, Bytes, CellRecord, Finding, Nanos, OpMix, Permille, SlowStretch, Stop,
    Workload,
};
use iogram_sim::{RandomKind, SimSpec};

use crate::simulated::{rig, run};

const SECOND: u64 = 1_000_000_000;

fn found(cell: &CellRecord) -> Vec<SlowStretch> {
    let stalls = stalls(None, std::slice::from_ref(cell));
    slow_stretches(std::slice::from_ref(cell), &stalls)
        .into_iter()
        .map(|finding| match finding {
            Finding::SlowStretch(stretch) => stretch,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// Drives that do not stall, nor change their rate: nothing is slow for long.
#[test]
fn nothing_is_invented_on_steady_drives() {
    for kind in [RandomKind::Sd, RandomKind::Usb] {
        for seed in 0..100 {
            let mut spec = SimSpec::random(kind, seed);
            spec.stalls.clear();
            spec.drift = None;
            let block = [4096, 65_536, 1 << 20][usize::try_from(seed % 3).unwrap()];
            let access = if seed % 2 == 0 { Access::Sequential } else { Access::Random };
            let workload = Workload {
                access,
                mix: OpMix { read: Permille(0), ..OpMix::default() },
                block: Blocks::one(Bytes(block)),
                depth: 1,
                stop: Stop { time: Some(Nanos(120 * SECOND)), ..Stop::default() },
                ..Workload::default()
            };
            let record = run(&mut rig(spec, seed), workload);
            let what = format!("iogram sim random --kind {} --seed {seed}", kind.name());
            assert_eq!(found(&record), [], "{what}, {block} B");
        }
    }
}
