//! A store on a PostgreSQL server, as its user meets it.

use iogram_model::RunState;
use iogram_store::{RunFilter, Store};
use iogram_testing::{PASSWORD, conclude, postgres};
use rustix::process::{Pid, Signal, kill_process};

use crate::common::{Room, SHORT};
use crate::metrics::committed;

const SIM: &str = "sim:s4-usb";

#[test]
fn every_command_that_looks_at_runs_takes_a_server() {
    conclude(postgres().map(|server| {
        let room = Room::new();
        let address = server.new_schema();
        let at =
            |arguments: &[&str]| room.succeed(&[arguments, &["--store", &address]].concat());
        for seed in ["1", "2"] {
            at(&["run", "quick", SIM, "--seed", seed, "--quiet"]);
        }
        assert!(!room.store().exists(), "nothing beside the server");
        let runs = at(&["runs"]).stdout;
        assert_eq!(runs.matches(SIM).count(), 2, "{runs}");
        let ids: Vec<&str> = runs
            .lines()
            .filter(|it| it.contains(SIM))
            .filter_map(|it| it.split(' ').next())
            .collect();
        at(&["show", "last"]);
        at(&["show", "last", "--full"]);
        at(&["analyse", "last"]);
        at(&["compare", ids[0], ids[1]]);
        at(&["report", "last", "--out", "page.html"]);
        at(&["bundle", "last", "--yes", "--out", "bundle.zip"]);
        at(&["export", "last", "--format", "tidy"]);
        at(&["fleet", "--simulated"]);
        at(&["metrics", "--no-devices", "--simulated"]);
        at(&["drive", "add", "Stick", "--run", "last"]);
        at(&["drive", "list"]);
        at(&["drive", "show", "Stick"]);
        at(&["advise", "--for", "camera"]);
        at(&["exclude", "last", "SEQ1M Q8T1 read#1", "--reason", "a try"]);
        at(&["include", "last", "SEQ1M Q8T1 read#1"]);
        at(&["delete", ids[1]]);
        assert_eq!(at(&["runs"]).stdout.matches(SIM).count(), 1);
    }));
}

#[test]
fn runs_are_pushed_once_and_pulled_elsewhere() {
    conclude(postgres().map(|server| {
        let (room, other) = (Room::new(), Room::new());
        let address = server.new_schema();
        let push = |said: &str| {
            let told = room.succeed(&["push", "--to", &address]).stderr;
            assert!(told.contains(said), "{told}");
        };
        room.succeed(&["run", "quick", SIM, "--quiet"]);
        room.succeed(&["run", "fsync", SIM, "--quiet"]);
        push("2 runs are in postgres://");
        push("0 new, 0 renewed, 2 there before");
        room.succeed(&["exclude", "last", "durable write", "--reason", "a try"]);
        push("0 new, 1 renewed, 1 there before");
        let pull = ["pull", "--from", &address];
        other.succeed(&[&pull[..], &["--method", "fsync"]].concat());
        assert_eq!(other.runs().len(), 1);
        other.succeed(&pull);
        let (mut here, mut there) =
            (Store::open(room.store()).unwrap(), Store::open(other.store()).unwrap());
        for id in room.runs() {
            assert_eq!(here.load(&id).unwrap(), there.load(&id).unwrap(), "{id}");
        }
        // Without a server there is no destination.
        let nowhere = room.run(&["push"]);
        assert_eq!(nowhere.code, Some(2), "{nowhere:?}");
        let itself = room.run(&["push", "--to", room.store().to_str().unwrap()]);
        assert_eq!(itself.code, Some(2), "{itself:?}");
    }));
}

#[test]
fn a_run_on_a_server_that_was_killed_goes_on() {
    conclude(postgres().map(|server| {
        let room = Room::new();
        let address = server.new_schema();
        let mut run = vec!["run", "quick", ".", "--store", &address];
        run.extend(SHORT);
        let mut running = room.start(&run);
        running.wait_for_cells(2);
        let refused = room.run(&["resume", "--store", &address]);
        assert_eq!(refused.code, Some(3), "it is being measured: {refused:?}");
        kill(running.id());
        running.end();
        room.succeed(&["resume", "--store", &address, "--quiet"]);
        let run = Store::open(&address).unwrap().load("last").unwrap();
        assert_eq!((run.state, run.resumes.len()), (RunState::Completed, 1));
        assert!(run.cells.len() > 2);
    }));
}

#[test]
fn the_unit_that_ships_pushes() {
    conclude(postgres().map(|server| {
        let room = Room::new();
        room.succeed(&["run", "quick", SIM, "--quiet"]);
        let unit = committed("deploy/systemd/iogram-push.service");
        let line = unit.lines().find_map(|it| it.strip_prefix("ExecStart=")).unwrap();
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        let server = server.new_schema();
        let told = room.command(&words).env("IOGRAM_SERVER", &server).output().unwrap();
        assert!(told.status.success(), "{told:?}");
        assert_eq!(Store::open(&server).unwrap().list(&RunFilter::default()).unwrap().len(), 1);
        let set: Vec<&str> =
            unit.lines().filter_map(|it| it.strip_prefix("Environment=")).collect();
        for name in ["IOGRAM_STORE", "IOGRAM_SERVER", "PGPASSFILE"] {
            assert!(set.iter().any(|it| it.starts_with(name)), "{name}: {set:?}");
        }
    }));
}

fn kill(process: u32) {
    kill_process(Pid::from_raw(i32::try_from(process).unwrap()).unwrap(), Signal::KILL)
        .unwrap();
}

/// Runs during which the server rejects its user; for one of two it accepts the user again at the end.
#[test]
fn a_run_outlives_its_server() {
    conclude(postgres().map(|server| {
        for (user, is_back) in [("gone", false), ("back", true)] {
            let room = Room::new();
            let schema = server.new_schema();
            let query = |sql: &str| server.query("postgres", sql).unwrap();
            query(&format!("create role {user} login superuser"));
            let address = schema.replace("lab@", &format!("{user}@"));
            let mut run = vec!["run", "quick", ".", "--store", &address];
            run.extend(SHORT);
            let mut running = room.start(&run);
            running.wait_for_cells(1);
            query(&format!("alter role {user} nologin"));
            query(&format!("select pg_terminate_backend(pid) from pg_stat_activity where usename = '{user}'"));
            running.wait_for_cells(4);
            if is_back {
                query(&format!("alter role {user} login"));
            }
            let said = running.end();
            let runs = Store::open(&schema).unwrap().load("last").unwrap();
            let beside = crate::common::names(&room.work());
            if is_back {
                assert_eq!(said.code, Some(0), "{said:?}");
                assert_eq!((runs.state, beside.len()), (RunState::Completed, 0), "{beside:?}");
            } else {
                assert_eq!(said.code, Some(4), "{said:?}");
                assert_eq!(beside, [format!("iogram-run-{}.json", runs.id)]);
                room.succeed(&["import", "run", &beside[0], "--store", &schema]);
                let whole = Store::open(&schema).unwrap().load("last").unwrap();
                assert!(whole.cells.len() > runs.cells.len());
            }
        }
    }));
}

#[test]
fn an_address_with_a_password_is_refused_and_shown_nowhere() {
    let room = Room::new();
    let address = format!("postgres://eva:{PASSWORD}@lab/iogram");
    for command in [
        &["runs", "--store", &address][..],
        &["run", "quick", SIM, "--store", &address],
        &["push", "--to", &address],
        &["pull", "--from", &address],
    ] {
        room.succeed(&["run", "quick", SIM, "--quiet"]);
        let said = room.run(command);
        assert_eq!(said.code, Some(2), "{command:?}: {said:?}");
        assert!(!format!("{said:?}").contains(PASSWORD), "{said:?}");
        assert!(said.stderr.contains("pgpass"), "{said:?}");
    }
}
