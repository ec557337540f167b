//! Leases of drives, on either database.

use std::time::Duration;

use super::conformance::{nobody, owner};
use super::*;

const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(1);

fn drive(serial: &str, model: &str) -> LeasedDrive {
    LeasedDrive {
        serial: serial.to_owned(),
        model: Some(model.to_owned()),
        capacity_bytes: Some(64_000_000_000),
        place: "/dev/sdx".to_owned(),
    }
}

#[track_caller]
fn taken(taking: Taking) -> i64 {
    match taking {
        Taking::Taken(taken) => taken,
        Taking::Held(lease) => panic!("{lease:?}"),
    }
}

#[track_caller]
fn held(taking: Taking) -> Lease {
    match taking {
        Taking::Held(lease) => *lease,
        Taking::Taken(taken) => panic!("taken at {taken}"),
    }
}

pub(super) fn a_drive_is_one_programs_until_it_lets_it_go(room: &Room) {
    let (mut first, mut second) = (room.store(), room.store());
    let stick = drive("0001", "Cheap Stick");
    let mine = taken(first.take_lease(&stick, &owner(1), LONG, None).unwrap());
    let lease = held(second.take_lease(&stick, &owner(2), LONG, None).unwrap());
    assert!(lease.holder.is_same(&owner(1)), "{lease:?}");
    assert_eq!((lease.holder.since_us, lease.is_over(), lease.term), (mine, false, LONG));
    // The same serial number with another model is another drive.
    taken(second.take_lease(&drive("0001", "Other Stick"), &owner(2), LONG, None).unwrap());
    assert_eq!(second.leases().unwrap().len(), 2);
    // Only the holder can release or renew it.
    second.release_lease(&stick, mine + 1).unwrap();
    assert!(!second.renew_lease(&stick, mine + 1, LONG).unwrap());
    assert!(first.renew_lease(&stick, mine, LONG).unwrap());
    first.release_lease(&stick, mine).unwrap();
    taken(second.take_lease(&stick, &owner(2), LONG, None).unwrap());
    assert!(!first.renew_lease(&stick, mine, LONG).unwrap());
}

pub(super) fn who_was_not_heard_of_since_it_was_looked_at_loses_the_drive(room: &Room) {
    let (mut first, mut second) = (room.store(), room.store());
    let stick = drive("0001", "Cheap Stick");
    let mine = taken(first.take_lease(&stick, &owner(1), SHORT, None).unwrap());
    let mut ask =
        |seen: Option<&Lease>| second.take_lease(&stick, &owner(2), LONG, seen).unwrap();
    // An end of the term by the store's clock is not enough, because somebody may set that clock.
    let seen = loop {
        let lease = held(ask(None));
        if lease.is_over() {
            break lease;
        }
    };
    assert!(first.renew_lease(&stick, mine, LONG).unwrap());
    let again = held(ask(Some(&seen)));
    assert!(!again.is_as_before(&seen), "{again:?}");
    let theirs = taken(ask(Some(&again)));
    assert!(theirs > mine);
    assert!(!first.renew_lease(&stick, mine, LONG).unwrap());
    first.release_lease(&stick, mine).unwrap();
    assert!(second.renew_lease(&stick, theirs, LONG).unwrap());
}

/// Two paths to a drive may spell its name in two ways.
pub(super) fn a_drive_is_one_however_its_name_is_written(room: &Room) {
    let mut store = room.store();
    taken(store.take_lease(&drive(" S4 x1", "CHEAP  Stick"), &owner(1), LONG, None).unwrap());
    for (serial, model) in
        [("S4 X1", "Cheap Stick"), ("s4 x1\0", "Cheap Stick "), ("S4\u{a0}X1", "cheap stick")]
    {
        let lease =
            held(store.take_lease(&drive(serial, model), &owner(2), LONG, None).unwrap());
        assert_eq!(lease.drive.serial, " S4 x1");
        assert!(lease.drive.has_serial(serial), "{serial:?}");
    }
    let other = drive("S4X1", "Cheap Stick");
    taken(store.take_lease(&other, &owner(2), LONG, None).unwrap());
    assert!(!other.has_serial("S4 X1"));
    // A character that PostgreSQL's texts cannot contain.
    taken(store.take_lease(&drive("a\0b", "c\0"), &owner(2), LONG, None).unwrap());
    assert!(store.leases().unwrap().iter().any(|it| it.drive == drive("a\0b", "c\0")));
}

pub(super) fn a_holder_that_is_gone_is_followed_by_one(room: &Room) {
    let stick = drive("0001", "Cheap Stick");
    taken(room.store().take_lease(&stick, &owner(1), LONG, None).unwrap());
    let gone = held(room.store().take_lease(&stick, &owner(2), LONG, None).unwrap());
    taken(room.store().take_lease(&stick, &owner(2), LONG, Some(&gone)).unwrap());
    let lease = held(room.store().take_lease(&stick, &owner(3), LONG, Some(&gone)).unwrap());
    assert!(lease.holder.is_same(&owner(2)), "{lease:?}");
}

pub(super) fn a_part_of_a_campaign_is_one_run(room: &Room) {
    let mut store = room.store();
    let key = |round_index| TaskKey { campaign: "c-1".to_owned(), task_index: 3, round_index };
    for (id, round) in [("run-1", 0), ("run-2", 1)] {
        store.begin(&run_without_cells(id)).unwrap();
        store.keep_task(id, &key(round)).unwrap();
    }
    store.begin(&run_without_cells("run-3")).unwrap();
    let again = store.keep_task("run-3", &key(0));
    assert!(matches!(again, Err(Error::TaskTaken { task_index: 3, .. })), "{again:?}");
    assert_eq!(store.task_run(&key(1)).unwrap().unwrap().run_id, "run-2");
    assert_eq!(store.task_of("run-1").unwrap(), Some(key(0)));
    // It is removed and copied with its run.
    let directory = tempfile::tempdir().unwrap();
    let mut other = Store::open(directory.path().join("other.sqlite")).unwrap();
    assert_eq!(
        other.copy_run(&mut store, "run-1", Believed::Source, nobody).unwrap(),
        Copied::New
    );
    assert_eq!(other.task_of("run-1").unwrap(), Some(key(0)));
    store.remove("run-1", None).unwrap();
    assert_eq!(store.task_runs("c-1").unwrap().len(), 1);
    // Another run for the same part is not copied beside it.
    store.keep_task("run-3", &key(0)).unwrap();
    let second = other.copy_run(&mut store, "run-3", Believed::Source, nobody).unwrap();
    assert_eq!(second, Copied::Superseded);
    assert!(!other.has("run-3").unwrap());
}
