//! Copies of runs that must not be copied as they are: owned there, or damaged.

use super::conformance::{nobody, owner};
use super::*;

fn everybody(_: &Owner) -> bool {
    true
}

/// A second store with a run of three cells, of which the first store has two.
fn longer_elsewhere(store: &mut Store) -> (TempDir, Store) {
    let (directory, mut other) = new_store();
    let run = Run { cells: vec![cell(1), cell(2)], ..sample::run("run-1", 1) };
    store.begin(&run).unwrap();
    other.begin(&run).unwrap();
    other.add_cell("run-1", 2, &cell(3)).unwrap();
    (directory, other)
}

pub(super) fn what_is_being_measured_is_not_renewed(room: &Room) {
    let mut store = room.store();
    let (_directory, mut other) = longer_elsewhere(&mut store);
    store.claim("run-1", &owner(1), None).unwrap();
    for believed in [Believed::Source, Believed::Destination] {
        let copied = store.copy_run(&mut other, "run-1", believed, everybody).unwrap();
        assert_eq!(copied, Copied::Measured);
    }
    // Its owner continues undisturbed.
    store.add_cell("run-1", 2, &cell(4)).unwrap();
    store.truncate_cells("run-1", 2).unwrap();
    // It has no live owner any more: that was killed.
    let copied = store.copy_run(&mut other, "run-1", Believed::Destination, nobody).unwrap();
    assert_eq!(copied, Copied::Renewed);
    assert_eq!(store.load("run-1").unwrap().cells, [cell(1), cell(2), cell(3)]);
}

/// A truncated text, and one that decodes as something else: in a cell's record, a run's record, and a packed series.
const DAMAGES: [&str; 4] = [
    "update cell set record = substr(record, 1, 100) where run_id = 'run-1' and position_index = 1",
    "update cell set series = 'zlib:?' where run_id = 'run-1' and position_index = 0",
    "update run set record = '{}' where id = 'run-1'",
    "update cell set record = '' where run_id = 'run-1' and position_index = 0",
];

pub(super) fn a_damaged_run_is_named_where_it_is_and_does_not_travel(room: &Room) {
    for damage in DAMAGES {
        let mut store = room.store();
        let runs: Vec<Run> = (0..3)
            .map(|number| {
                let cells = vec![cell(number), cell(number + 10)];
                Run { cells, ..sample::run(&format!("run-{number}"), number) }
            })
            .collect();
        runs.iter().for_each(|run| store.begin(run).unwrap());
        store.check().unwrap();
        store.send(damage);
        let named = |outcome: Result<Copied, Error>| match outcome {
            Err(Error::Record { run_id, .. }) => assert_eq!(run_id, "run-1", "{damage}"),
            other => panic!("{damage}: {other:?}"),
        };
        named(store.check().map(|()| Copied::Same));
        let (_directory, mut other) = new_store();
        named(other.copy_run(&mut store, "run-1", Believed::Source, nobody));
        assert!(!other.has("run-1").unwrap(), "{damage}");
        // An existing copy stays unchanged.
        other.begin(&runs[1]).unwrap();
        match other.copy_run(&mut store, "run-1", Believed::Source, nobody) {
            // Series never change, so they are not compared.
            Ok(Copied::Same) if damage.contains("series") => {}
            outcome => named(outcome),
        }
        assert_eq!(other.load("run-1").unwrap(), runs[1], "{damage}");
        // Intact runs are copied.
        for id in ["run-0", "run-2"] {
            let copied = other.copy_run(&mut store, id, Believed::Source, nobody).unwrap();
            assert_eq!(copied, Copied::New, "{damage}");
        }
        runs.iter().for_each(|run| store.remove(&run.id, None).unwrap());
    }
}

pub(super) fn runs_are_added_together_or_none_of_them(room: &Room) {
    let mut store = room.store();
    let (_directory, mut other) = new_store();
    let runs: Vec<Run> = (0..5)
        .map(|number| {
            let cells = (0..number).map(cell).collect();
            Run { cells, ..sample::run(&format!("run-{number}"), number) }
        })
        .collect();
    runs.iter().for_each(|run| other.begin(run).unwrap());
    let ids = |numbers: &[u64]| -> Vec<String> {
        numbers.iter().map(|number| format!("run-{number}")).collect()
    };
    assert!(store.add_runs(&mut other, &ids(&[0, 1, 2])));
    for run in &runs[..3] {
        assert_eq!(&store.load(&run.id).unwrap(), run);
    }
    store.check().unwrap();
    // One that is there, one that is nowhere, and one that is damaged: each keeps the others out.
    assert!(!store.add_runs(&mut other, &ids(&[3, 1])));
    assert!(!store.add_runs(&mut other, &ids(&[3, 9])));
    other.send("update run set record = '{}' where id = 'run-4'");
    assert!(!store.add_runs(&mut other, &ids(&[3, 4])));
    assert!(!store.has("run-3").unwrap());
    let copied = store.add_run(&mut other, "run-3").unwrap();
    assert_eq!(copied, Some(Copied::New));
    assert_eq!(store.load("run-3").unwrap(), runs[3]);
}

pub(super) fn runs_that_are_the_same_in_both_are_found_together(room: &Room) {
    let mut store = room.store();
    let (_directory, mut other) = new_store();
    let ids: Vec<String> = (0..5).map(|number| format!("run-{number}")).collect();
    for (number, id) in (0..4).zip(&ids) {
        let run = Run { cells: vec![cell(number), cell(9)], ..sample::run(id, number) };
        other.begin(&run).unwrap();
        store.begin(&run).unwrap();
    }
    let same = |store: &mut Store, other: &mut Store| -> Vec<String> {
        store.same_runs(other, &ids).into_iter().collect()
    };
    // The fifth is nowhere.
    assert_eq!(same(&mut store, &mut other), ids[..4]);
    // A cell more, another cell, another record, cells of two runs exchanged.
    other.add_cell("run-1", 2, &cell(3)).unwrap();
    other.send("update cell set record = '{}' where run_id = 'run-2' and position_index = 1");
    other.send("update run set record = '{}' where id = 'run-3'");
    assert_eq!(same(&mut store, &mut other), ids[..1]);
    store.remove("run-0", None).unwrap();
    assert!(same(&mut store, &mut other).is_empty());
    assert!(store.same_runs(&mut other, &[]).is_empty());
}

pub(super) fn what_is_lacking_is_found_among_many(room: &Room) {
    let mut store = room.store();
    for number in [1, 1500, 2999] {
        store.begin(&run_without_cells(&format!("run-{number}"))).unwrap();
    }
    let ids: Vec<String> = (0..3000).map(|number| format!("run-{number}")).collect();
    let lacking = store.lacking(&ids).unwrap();
    assert_eq!(lacking.len(), 2997);
    assert!(lacking.is_sorted_by_key(|id| id[4..].parse::<u32>().unwrap()));
    assert!(!lacking.contains(&"run-1500".to_owned()));
    assert!(store.lacking(&[]).unwrap().is_empty());
}

/// Heartbeats use the clock of the store: the owner's own may be a day off.
pub(super) fn an_owner_is_heard_of_by_the_clock_of_the_store(room: &Room) {
    let mut store = room.store();
    store.begin(&run_without_cells("run-1")).unwrap();
    let mistaken = Owner { since_us: -86_400_000_000, heartbeat_us: 7, ..owner(1) };
    store.claim("run-1", &mistaken, None).unwrap();
    let hour = Duration::from_secs(3600);
    let silent = |store: &mut Store| {
        let listed = store.list(&RunFilter::default()).unwrap().remove(0).owner.unwrap();
        let read = store.owner("run-1").unwrap().unwrap();
        assert!(listed.is_same(&read) && read.since_us == mistaken.since_us);
        (listed.silent, read.silent)
    };
    let (listed, read) = silent(&mut store);
    assert!(listed < hour && read < hour, "{listed:?} {read:?}");
    store.send("update owner set heartbeat_us = heartbeat_us - 7200000000");
    let (listed, read) = silent(&mut store);
    assert!(listed > hour && read > hour, "{listed:?} {read:?}");
    assert!(store.beat("run-1", &mistaken).unwrap());
    assert!(silent(&mut store).0 < hour);
}
