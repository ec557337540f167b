//! Several programs that store their runs in one store at the same time.

use crate::common::Room;
use iogram_store::Store;

const PROGRAMS: usize = 4;
const RUNS: usize = 10;

/// Each program checks the file of the store several times while it writes there.
#[test]
fn programs_at_the_same_time_keep_all_their_runs_in_a_sound_store() {
    let room = Room::new();
    std::thread::scope(|scope| {
        for program in 0..PROGRAMS {
            let room = &room;
            scope.spawn(move || {
                for run in 0..RUNS {
                    let target = format!("sim:s4-usb@{}", program * RUNS + run);
                    room.succeed(&["run", "fsync", &target, "-q"]);
                }
            });
        }
    });
    assert_eq!(room.runs().len(), PROGRAMS * RUNS);
    Store::open(room.store()).unwrap().check().unwrap();
}
