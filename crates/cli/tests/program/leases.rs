//! A drive that belongs to one run in the whole fleet, and automatic copies of runs.

use iogram_model::{RunState, WarningCode};
use iogram_store::{RunFilter, Store};
use iogram_testing::{conclude, postgres};
use rustix::process::Signal;

use crate::common::{Room, Running, SHORT};

/// Long enough to be caught in the middle.
const LONG: [&str; 6] = ["--set", "time=5s", "--set", "size=16MiB", "--set", "loops=1"];

fn words<'a>(address: &'a str, how: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["run", "quick", ".", "--server", address, "--lease", "slot-1"];
    words.extend(how);
    words
}

#[test]
fn of_two_programs_one_has_the_drive() {
    conclude(postgres().map(|server| {
        let address = server.new_schema();
        let (room, other) = (Room::new(), Room::new());
        let mut running = room.start(&words(&address, &LONG));
        running.wait_for_cells(1);
        let refused = other.run(&words(&address, &SHORT));
        assert_eq!(refused.code, Some(3), "{refused:?}");
        for said in ["slot-1", "process ", "since ", "same serial number", "--lease NAME"] {
            assert!(refused.stderr.contains(said), "{said}: {}", refused.stderr);
        }
        assert_eq!(other.runs().len(), 0, "nothing was begun");
        // Another drive is free.
        let mut elsewhere = words(&address, &SHORT);
        elsewhere[6] = "slot-2";
        other.succeed(&elsewhere);
        running.send(Signal::KILL);
        running.end();
        // Its process is gone, which this computer can see: no wait is necessary.
        other.succeed(&words(&address, &SHORT));
        assert_eq!(Store::open(&address).unwrap().leases().unwrap().len(), 0);
    }));
}

#[test]
fn a_holder_on_another_computer_is_believed_for_the_stated_time() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        drop(Store::open(&address).unwrap());
        let room = Room::new();
        // The times of its own clock appear nowhere, so a bench a day off works as well.
        let hold = |silent_s: i32| {
            format!(
                "delete from lease; insert into lease select 'SLOT-1' || chr(31) || chr(31), 'slot-1', null, null, '/dev/sdx', \
                 'bench9', 'another boot', 'pid:[1]', 77, 5, now_us, now_us - {silent_s} * 1000000::bigint, 10000000 \
                 from (select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as now_us) as clock"
            )
        };
        server.query(&database, &hold(5)).unwrap();
        let refused = room.run(&words(&address, &SHORT));
        assert_eq!(refused.code, Some(3), "{refused:?}");
        assert!(refused.stderr.contains("process 77 on bench9 has it as /dev/sdx"), "{refused:?}");
        server.query(&database, &hold(11)).unwrap();
        room.succeed(&words(&address, &SHORT));
        // The server's clock was set back by a day since its last renewal: for this computer it has been silent for
        // the stated time.
        server.query(&database, &hold(-86_400)).unwrap();
        let mut patient = words(&address, &SHORT);
        patient.extend(["--lease-wait", "60s"]);
        room.succeed(&patient);
    }));
}

/// The run ends by itself, and reports that another one may have its drive.
#[track_caller]
fn check_lost(room: &Room, running: Running) {
    let said = running.end();
    assert_eq!(said.code, Some(4), "{said:?}");
    let run = room.last_run();
    assert_eq!(run.state, RunState::Interrupted);
    assert!(
        run.warnings.iter().any(|it| it.code == WarningCode::LeaseLost),
        "{:?}",
        run.warnings
    );
}

/// A server's clock, when somebody sets it or corrects an error of a day.
#[test]
fn a_clock_of_the_server_that_is_set_gives_no_drive_away() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        let (room, other) = (Room::new(), Room::new());
        let mut how = LONG.to_vec();
        how.extend(["--lease-time", "10s"]);
        let mut running = room.start(&words(&address, &how));
        running.wait_for_cells(1);
        for day_us in [86_400_000_000_i64, -86_400_000_000] {
            let set =
                format!("update lease set renewed_us = renewed_us - {day_us} returning 'one'");
            assert_eq!(server.query(&database, &set).unwrap(), "one");
            let refused = other.run(&words(&address, &SHORT));
            assert_eq!(refused.code, Some(3), "{refused:?}");
        }
        running.send(Signal::INT);
        running.end();
        let run = room.last_run();
        assert!(
            run.warnings.iter().all(|it| it.code != WarningCode::LeaseLost),
            "{:?}",
            run.warnings
        );
        assert_eq!(Store::open(&address).unwrap().leases().unwrap().len(), 0, "it was let go");
    }));
}

/// Restored from a backup, or replaced by a standby that lagged behind.
#[test]
fn a_server_that_lost_its_leases_ends_the_runs_of_their_holders() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        let room = Room::new();
        let mut how = LONG.to_vec();
        how.extend(["--lease-time", "10s"]);
        let mut running = room.start(&words(&address, &how));
        running.wait_for_cells(1);
        assert_eq!(
            server.query(&database, "delete from lease returning serial").unwrap(),
            "slot-1"
        );
        check_lost(&room, running);
    }));
}

/// A suspended computer, or a stopped process: it exists, but has been silent.
#[test]
fn who_was_suspended_finds_its_drive_taken_and_stops() {
    conclude(postgres().map(|server| {
        let address = server.new_schema();
        let (room, other) = (Room::new(), Room::new());
        let mut how = LONG.to_vec();
        how.extend(["--lease-time", "2s"]);
        let mut running = room.start(&words(&address, &how));
        running.wait_for_cells(1);
        running.send(Signal::STOP);
        let mut patient = words(&address, &SHORT);
        patient.extend(["--lease-wait", "60s"]);
        other.succeed(&patient);
        running.send(Signal::CONT);
        check_lost(&room, running);
    }));
}

/// Both networks: one that returns in time, and one that does not.
#[test]
fn who_cannot_renew_a_lease_stops_by_itself_and_goes_on_later() {
    conclude(postgres().map(|server| {
        let address = server.new_schema();
        let query = |sql: &str| server.query("postgres", sql).unwrap();
        query("create role bench_lost login superuser");
        let own = address.replace("lab@", "bench_lost@");
        let room = Room::new();
        let mut how = LONG.to_vec();
        how.extend(["--lease-time", "4s"]);
        let mut running = room.start(&words(&own, &how));
        running.wait_for_cells(1);
        let end = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'bench_lost'";
        // A broken connection is replaced by a new one.
        query(end);
        running.wait_for_cells(2);
        query("alter role bench_lost nologin");
        query(end);
        let said = running.end();
        assert_eq!(said.code, Some(4), "{said:?}");
        let run = room.last_run();
        assert_eq!(run.state, RunState::Interrupted);
        assert!(run.warnings.iter().any(|it| it.code == WarningCode::LeaseLost), "{:?}", run.warnings);
        let before = run.cells.len();
        assert!(before >= 2, "{before}");
        assert!(said.stderr.contains("iogram push"), "{}", said.stderr);
        // Without the server nobody knows who has the drive.
        let resume = ["resume", "--server", &own, "--lease", "slot-1", "--quiet"];
        let unknown = room.run(&resume);
        assert_eq!(unknown.code, Some(4), "{unknown:?}");
        assert!(unknown.stderr.contains("--lease off"), "{}", unknown.stderr);
        query("alter role bench_lost login");
        room.succeed(&resume);
        let run = room.last_run();
        assert_eq!((run.state, run.resumes.len()), (RunState::Completed, 1));
        // It is there automatically, once and complete.
        let mut there = Store::open(&address).unwrap();
        assert_eq!(there.load("last").unwrap(), run);
        assert_eq!(there.list(&RunFilter::default()).unwrap().len(), 1);
    }));
}

#[test]
fn a_run_is_copied_at_its_end_with_those_that_could_not_be() {
    conclude(postgres().map(|server| {
        let address = server.new_schema();
        let room = Room::new();
        let run = |server: Option<&str>| {
            let mut words = vec!["run", "fsync", "sim:s4-usb"];
            words.extend(server.into_iter().flat_map(|server| ["--server", server]));
            room.succeed(&words)
        };
        run(None);
        let away = run(Some("postgres://eva@127.0.0.1:1/runs"));
        assert!(away.stderr.contains("the run is kept here"), "{}", away.stderr);
        assert!(run(Some(&address)).stderr.contains("copied to"));
        let ids = |store: &mut Store| {
            let runs = store.list(&RunFilter::default()).unwrap();
            runs.into_iter().map(|run| run.line.id).collect::<Vec<_>>()
        };
        let mut there = Store::open(&address).unwrap();
        assert_eq!(ids(&mut there), room.runs());
        assert_eq!(room.runs().len(), 3);
        run(Some(&address));
        assert_eq!(ids(&mut there), room.runs());
    }));
}
