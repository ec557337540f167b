//! Stored figures are computed again if the version of their rules changes. A change of the rules without a new
//! version would mix old figures with new ones unnoticed.

use std::fmt::Write as _;
use std::path::Path;

use iogram_findings::{FLEET_RUN_VERSION, fleet_run};
use iogram_model::Run;

/// Records of simulated drives that do not change: repetitions, percentiles, syncs, programs' traces.
const RECORDS: [&str; 4] = [
    "testdata/records/everything.json",
    "crates/interchange/tests/data/quick.json",
    "crates/interchange/tests/data/fsync.json",
    "crates/catalogue/references/s4-ssd.json",
];

/// The version of the rules, and a digest of their results for the records.
const KEPT: (u32, u64) = (4, 0xd24f_5c19_e44c_3bbc);

/// All results for the records; the last digits of a number depend on the computer.
fn told() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut told = String::new();
    for path in RECORDS {
        let text = String::from_utf8(std::fs::read(root.join(path)).unwrap()).unwrap();
        let run: Run = serde_json::from_str(&text).unwrap();
        let found = fleet_run(&run).unwrap();
        assert!(!found.figures.is_empty(), "{path} has figures");
        let about = (
            &found.model,
            &found.drive,
            &found.firmware,
            found.started_at_us,
            found.written_bytes,
        );
        let life = found.life_used_ratio.map(|life| format!("{life:.9e}"));
        writeln!(told, "{about:?} {life:?}").unwrap();
        for (of, value) in &found.figures {
            let (method, quality) = (&of.method, of.quality.name());
            let load = (of.block.map(|block| block.0), of.depth);
            writeln!(told, "  {method} {quality} {load:?} {} {value:.9e}", of.figure).unwrap();
        }
    }
    told
}

/// Source: FNV-1a of 64 bits, <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[test]
fn figures_that_change_have_another_version() {
    let told = told();
    let found = (FLEET_RUN_VERSION, digest(&told));
    assert_eq!(
        found,
        KEPT,
        "the figures of the same records are others than version {} told. If that is meant: raise FLEET_RUN_VERSION \
         (crates/findings/src/fleet.rs), so that bases find theirs anew, say so in CHANGELOG.md (Results change), and keep \
         ({}, {:#018x}) as KEPT. If only a file of RECORDS changed, keep the digest alone. They are:\n{told}",
        KEPT.0,
        if FLEET_RUN_VERSION == KEPT.0 { KEPT.0 + 1 } else { FLEET_RUN_VERSION },
        found.1
    );
}
