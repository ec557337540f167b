//! Answers in place of the flash, and the time that iogram waits for a card.

use iogram_engine::{Cell, Content, Control, Rig};
use iogram_findings::analyse;
use iogram_model::{
    Access, Blocks, Bytes, CellState, Criteria, MessageId, MethodRecord, OpMix, Permille, Run,
    RunState, Severity, Stop, UnstoredRecord, UnstoredTeller, Workload,
};
use iogram_sim::{SimDrive, SimRig, SimSpec};

use crate::runs::measured;

const MIB: u64 = 1 << 20;

fn ssd() -> SimRig {
    let spec = SimSpec::from_zoo("nvme-tlc-dynamic").unwrap().unwrap();
    SimRig::new("sim:nvme-tlc-dynamic".to_owned(), SimDrive::new(spec, 1).unwrap())
}

/// The part of random 4 KiB reads for which the drive held no data, and their rate.
fn read(rig: &mut SimRig) -> (Option<UnstoredRecord>, f64) {
    let workload = Workload {
        access: Access::Random,
        mix: OpMix { read: Permille(1000), ..OpMix::default() },
        block: Blocks::one(Bytes(4096)),
        depth: 32,
        stop: Stop { count: Some(20_000), ..Stop::default() },
        ..Workload::default()
    };
    let record = rig.run(&Cell::new("reads", workload), &Control::default()).unwrap();
    let said = record.unstored;
    let rate = record.operations.read.as_ref().unwrap().iops;
    let method = MethodRecord::new("measure", "");
    let run = Run {
        cells: vec![record],
        criteria: Some(Criteria::default()),
        ..Run::new("1".to_owned(), (RunState::Completed, 0), method, rig.target())
    };
    let answer = analyse(&run).headline.answer.id;
    assert_eq!(answer == MessageId::OfNoDrive, said.is_some(), "{said:?}: {answer:?}");
    (said, rate)
}

#[test]
fn a_fresh_drive_says_that_nothing_was_read_of_its_flash() {
    let control = Control::default();
    let mut rig = ssd();
    rig.lay_out(Bytes(256 * MIB), Content::Kept, &control).unwrap();
    let (fresh, fast) = read(&mut rig);
    let all = 20_000 * 4096;
    let told_by = UnstoredTeller::Drive;
    let nothing = UnstoredRecord { unstored_bytes: all, of_bytes: all, told_by };
    assert_eq!(fresh, Some(nothing));
    rig.lay_out(Bytes(256 * MIB), Content::Written, &control).unwrap();
    let (written, slow) = read(&mut rig);
    assert_eq!(written, None);
    assert!(fast > slow, "{fast} {slow}");
    rig.discard(Bytes(0), Bytes(128 * MIB), &control).unwrap();
    let (half, _) = read(&mut rig);
    let half = half.unwrap();
    assert!(half.unstored_bytes.abs_diff(all / 2) < all / 50, "{half:?}");
}

/// The card of seed 003, which stalls for up to three minutes during small writes; here more often, so that a short
/// run contains it.
const STALLING: &str =
    "[[stalls]]\none_in = 3000\nsize_max = \"64KiB\"\nmin = \"60s\"\nmax = \"9m\"\n";

#[test]
fn a_card_that_stands_still_for_minutes_ends_with_its_whole_sheet() {
    let text = iogram_sim::zoo_text("s3-lexar-633x-16g").unwrap();
    let (before, after) = text.split_once("[[stalls]]").unwrap();
    let (_, after) = after.split_once("[media.block]").unwrap();
    let spec = SimSpec::parse(&format!("{before}{STALLING}\n[media.block]{after}")).unwrap();
    let set = [("size", "256MiB"), ("amount", "8MiB"), ("geometry", "off")];
    let mut stalled = 0;
    for seed in 0..31 {
        let run = measured(&spec, seed, "card", &set);
        assert_eq!(run.state, RunState::Completed, "seed {seed}");
        let ended: Vec<&str> = run
            .cells
            .iter()
            .filter(|cell| cell.state != CellState::Completed)
            .map(|cell| cell.name.as_str())
            .collect();
        assert!(ended.is_empty(), "seed {seed}: {ended:?}");
        let headline = run.headline.as_ref().unwrap();
        assert_ne!(headline.severity, Severity::Failed, "seed {seed}: {headline:?}");
        let said = std::iter::once(&headline.answer).chain(&headline.details);
        stalled += u32::from(said.into_iter().any(|it| it.id == MessageId::StandsStill));
    }
    assert!(stalled > 20, "{stalled} of 31 told that the card stands still");
}
