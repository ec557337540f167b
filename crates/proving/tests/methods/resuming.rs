//! A run that a drive's stall ended goes on behind it.

use iogram_engine::{Control, Rig};
use iogram_model::{CellRecord, CellState, RunState};
use iogram_runner::{Holding, Method, TargetFacts, plan, resume, run_from, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

use crate::records::Records;

/// A drive that stands still for longer than a request is waited for, and is there again afterwards.
fn standing_still(commands: u64) -> SimRig {
    let text = iogram_sim::zoo_text("s4-usb").expect("it is in the zoo");
    let fault = format!(
        "[[faults]]\nafter = {{ commands = {commands} }}\nevent = {{ stall = \"15min\" }}\n"
    );
    let spec = SimSpec::parse(&format!("{text}\n{fault}")).expect("a sound description");
    SimRig::new("sim:still", SimDrive::new(spec, 5).expect("a sound description"))
}

#[test]
fn a_run_that_a_stall_ended_goes_on_behind_it_with_the_cell_that_met_it() {
    let head = "[method]\nid = \"mine\"\ntitle = \"Mine\"\nquestion = \"q\"\nsource = \"own\"\n\
                media = [\"ssd\"]\nwrites = \"device\"\n";
    let step = |name: &str| {
        format!(
            "[[step]]\nkind = \"measure\"\nname = \"{name}\"\naccess = \"random\"\nread = \"50%\"\n\
             block = \"4KiB\"\ndepth = 4\ncount = 1000\nregion = \"0..8MiB\"\n"
        )
    };
    let text = [head.to_owned(), ["one", "two", "three", "four"].map(step).concat()].concat();
    let method = Method::parse("mine", &text).expect("a sound method");
    let control = Control::default();
    // Within the third cell, and between two requests of the second.
    for (commands, whole) in [(2_500, 2), (1_001, 1)] {
        let mut rig = standing_still(commands);
        let facts = TargetFacts::device(rig.geometry());
        let plan = plan(&method, &[], &facts, 1).unwrap();
        let mut records = Records::default();
        let ended = run_method(&plan, &mut rig, &control, &mut records);
        assert_eq!(ended.state, RunState::Failed, "{commands}");
        let states: Vec<CellState> = records.cells.iter().map(|cell| cell.state).collect();
        assert_eq!(states.len(), whole + 1, "{commands}");
        assert_eq!(states.last(), Some(&CellState::Stalled), "{commands}");
        let stalled_ns = rig.now();
        let resumption = resume(&plan, records.kept(), Holding::Everything).unwrap();
        assert_eq!(resumption.beginning.cells, records.cells[..whole], "{commands}");
        // The user looked after the drive meanwhile; what it was asked before is no more under way.
        let mut again =
            Records { cells: resumption.beginning.cells.clone(), ..Records::default() };
        let ended = run_from(&plan, resumption.beginning, &mut rig, &control, &mut again);
        let names: Vec<&str> = again.cells.iter().map(|cell| cell.name.as_str()).collect();
        assert_eq!(names, ["one", "two", "three", "four"], "{commands}: {ended:?}");
        assert_eq!(ended.state, RunState::Completed, "{commands}");
        let is_whole = |cell: &CellRecord| cell.state == CellState::Completed;
        assert!(again.cells.iter().all(is_whole), "{commands}");
        assert!(rig.now() > stalled_ns, "{commands}");
    }
}
