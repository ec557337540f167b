//! A lab's benches that push to its server at once, each a separate program with a separate store; `cargo xtask push`
//! prints the runs per second.

#![expect(clippy::disallowed_methods, reason = "how many there are is asked for from outside")]
#![expect(clippy::print_stderr, reason = "a development command prints")]

use std::collections::BTreeSet;
use std::time::Instant;

use iogram_store::{RunFilter, Store};
use iogram_testing::{conclude, postgres};

use crate::common::{Room, Running};

/// Benches, and runs of each.
const USUAL: (usize, usize) = (12, 3);
/// The number of pushes of each store: the first time everything is new, then nothing is.
const TIMES: usize = 2;
/// Threads that make the runs to push.
const MAKERS: [usize; 4] = [0, 1, 2, 3];

/// `IOGRAM_PUSH=200x10`: 200 benches with 10 runs each.
fn asked() -> (usize, usize) {
    let asked = std::env::var("IOGRAM_PUSH").ok();
    let asked = asked.as_deref().and_then(|it| it.split_once('x'));
    asked.map_or(USUAL, |(benches, runs)| (benches.parse().unwrap(), runs.parse().unwrap()))
}

#[test]
fn benches_that_push_at_once_lose_and_double_nothing() {
    conclude(postgres().map(|server| {
        let (benches, runs) = asked();
        let rooms = std::thread::scope(|scope| {
            let parts = MAKERS.map(|maker| {
                let own = (maker..benches).step_by(MAKERS.len());
                scope.spawn(move || own.map(|it| measured(it, runs)).collect::<Vec<Room>>())
            });
            parts.into_iter().flat_map(|it| it.join().unwrap()).collect::<Vec<Room>>()
        });
        let address = server.new_database();
        Store::open(&address).unwrap();
        for time in 0..TIMES {
            let begun = Instant::now();
            let pushing: Vec<_> =
                rooms.iter().map(|room| room.start(&["push", "--to", &address])).collect();
            let told: Vec<_> = pushing.into_iter().map(Running::end).collect();
            let seconds = begun.elapsed().as_secs_f64();
            let count = u32::try_from(benches * runs).unwrap();
            let rate = f64::from(count) / seconds;
            eprintln!(
                "{benches} programs at once, {runs} runs each, push {}: {seconds:.2} s, {rate:.0} runs/s",
                time + 1
            );
            let new = if time == 0 { runs } else { 0 };
            for said in told {
                assert_eq!(said.code, Some(0), "{said:?}");
                let expected = format!("{new} new, 0 renewed, {} there before", runs - new);
                assert!(said.stderr.contains(&expected), "{said:?}");
            }
        }
        let mut there = Store::open(&address).unwrap();
        let list = there.list(&RunFilter::default()).unwrap();
        let ids: Vec<&str> = list.iter().map(|run| run.line.id.as_str()).collect();
        let own: BTreeSet<String> = rooms.iter().flat_map(Room::runs).collect();
        assert_eq!((ids.len(), own.len()), (benches * runs, benches * runs));
        assert!(ids.iter().all(|id| own.contains(*id)));
        // Each equals its bench's run.
        for room in rooms.iter().take(3) {
            let mut here = Store::open(room.store()).unwrap();
            for id in room.runs() {
                assert_eq!(here.load(&id).unwrap(), there.load(&id).unwrap(), "{id}");
            }
        }
    }));
}

/// A bench that has measured this many runs.
fn measured(bench: usize, runs: usize) -> Room {
    let room = Room::new();
    for run in 0..runs {
        let seed = (bench * runs + run).to_string();
        room.succeed(&["run", "quick", "sim:s4-usb", "--seed", &seed, "--quiet"]);
    }
    room
}
