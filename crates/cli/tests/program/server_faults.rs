//! Runs between a bench and a server with faults: in a record, a disk, a clock, or a bench that is away for a week.

use iogram_model::{Run, RunState};
use iogram_store::{RunFilter, Store};
use iogram_testing::{Postgres, conclude, postgres, postgres_apart};
use rustix::process::Signal;

use crate::common::{Mounted, Room};

const SIM: &str = "sim:s4-usb";

/// Many cells, long enough to be caught in the middle.
const LONG: [&str; 6] = ["--set", "time=2s", "--set", "size=16MiB", "--set", "loops=1"];

fn ids(address: &str) -> Vec<String> {
    let runs = Store::open(address).unwrap().list(&RunFilter::default()).unwrap();
    runs.into_iter().map(|run| run.line.id).collect()
}

/// The database in an address.
fn database(address: &str) -> &str {
    address.split(['/', '?']).nth(3).unwrap()
}

#[track_caller]
fn check_first(said: &str, expected: &str) {
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains(expected), "{said}");
}

#[test]
fn a_run_that_is_being_measured_is_left_out_in_both_ways() {
    conclude(postgres().map(|server| {
        let room = Room::new();
        let address = server.new_schema();
        let mut run = vec!["run", "quick", "."];
        run.extend(LONG);
        let mut running = room.start(&run);
        running.wait_for_cells(2);
        let kept = Store::open(room.store()).unwrap().load("last").unwrap();
        // Somebody carried it to the server, where it continued.
        let mut longer = Run { state: RunState::Completed, ..kept.clone() };
        longer.cells.truncate(2);
        longer.cells.push(kept.cells[0].clone());
        Store::open(&address).unwrap().begin(&longer).unwrap();
        let named = format!("run {} is being measured here: it is left out", kept.id);
        for way in [["pull", "--from"], ["push", "--to"]] {
            let said = room.succeed(&[&way[..], &[&address]].concat()).stderr;
            check_first(
                &said,
                "0 new, 0 renewed, 0 there before; 1 left out: 1 being measured",
            );
            assert_eq!(said.lines().nth(1), Some(named.as_str()), "{said}");
        }
        running.wait_for_cells(3);
        running.send(Signal::INT);
        running.end();
        let run = room.last_run();
        assert_eq!(run.state, RunState::Interrupted);
        assert!(run.cells.len() >= 3 && run.cells[..2] == longer.cells[..2]);
        assert_ne!(run.cells[2], longer.cells[2]);
        assert_eq!(Store::open(&address).unwrap().load("last").unwrap(), longer);
    }));
}

#[test]
fn a_damaged_run_is_named_and_the_others_travel() {
    conclude(postgres().map(|server| {
        let (room, other) = (Room::new(), Room::new());
        let address = server.new_database();
        for _ in 0..3 {
            room.succeed(&["run", "fsync", SIM, "--quiet"]);
        }
        room.succeed(&["push", "--to", &address]);
        let damaged = &room.runs()[1];
        let damage = format!("update run set record = left(record, 99) where id = '{damaged}'");
        server.query(database(&address), &damage).unwrap();
        for counted in ["2 new, 0 renewed, 0 there before", "0 new, 0 renewed, 2 there before"]
        {
            let said = other.run(&["pull", "--from", &address]);
            assert_eq!(said.code, Some(4), "{said:?}");
            check_first(&said.stderr, &format!("{counted}; 1 left out: 1 damaged"));
            let named = format!(
                "run {damaged} is left out: cannot understand the record of run {damaged}"
            );
            assert!(said.stderr.contains(&named), "{}", said.stderr);
            assert!(!other.runs().contains(damaged) && other.runs().len() == 2);
        }
        // The bench that measured it still has it.
        check_first(
            &room.succeed(&["push", "--to", &address]).stderr,
            "1 renewed, 2 there before",
        );
        other.succeed(&["pull", "--from", &address]);
        let (mut here, mut there) =
            (Store::open(room.store()).unwrap(), Store::open(other.store()).unwrap());
        assert_eq!(here.load(damaged).unwrap(), there.load(damaged).unwrap());
    }));
}

/// A small computer without a battery starts in 1970; another one was set a century wrong.
#[test]
fn runs_that_were_kept_while_the_clock_was_wrong_are_copied_by_themselves_too() {
    conclude(postgres().map(|server| {
        let room = Room::new();
        let address = server.new_schema();
        let run = || room.succeed(&["run", "fsync", SIM, "--server", &address]);
        run();
        for (id, started_at_us) in [
            ("19700101-000007-0a0a0a0a", 7_000_000),
            ("21261125-070000-0b0b0b0b", 4_951_263_600_000_000),
        ] {
            let mut store = Store::open(room.store()).unwrap();
            let kept = store.load("last").unwrap();
            store.begin(&Run { id: id.to_owned(), started_at_us, ..kept }).unwrap();
        }
        run();
        assert_eq!(ids(&address), room.runs());
        assert_eq!(room.runs().len(), 4);
        let listed = room.succeed(&["runs", "--store", &address]).stdout;
        assert!(listed.contains("1970") && listed.contains("2126"), "{listed}");
    }));
}

/// Leaves too little space for the next run.
fn fill(folder: &Mounted) -> std::path::PathBuf {
    const LEFT: u64 = 64 << 10;
    let space = rustix::fs::statvfs(&folder.at).unwrap();
    let free = usize::try_from(space.f_bavail * space.f_frsize - LEFT).unwrap();
    let filler = folder.at.join("filler");
    std::fs::write(&filler, vec![0; free]).unwrap();
    filler
}

fn fill_up_and_push(server: &Postgres) -> Result<(), String> {
    let small = Mounted::new(
        &["-t", "tmpfs", "-o", "size=32m", "tmpfs"],
        server.folder().join("small"),
    )?;
    server.give(&small.at)?;
    server
        .query("postgres", &format!("create tablespace small location '{}'", small.text()))?;
    server.query("postgres", "create database runs tablespace small")?;
    let address = server.address("lab", "runs");
    let room = Room::new();
    for seed in ["1", "2", "3"] {
        room.succeed(&["run", "quick", SIM, "--seed", seed, "--quiet"]);
    }
    assert_eq!(ids(&address).len(), 0);
    let filler = fill(&small);
    let push = || room.run(&["push", "--to", &address]);
    let full = push();
    assert_eq!(full.code, Some(4), "{full:?}");
    assert!(full.stderr.contains("free space or memory on the server"), "{}", full.stderr);
    assert!(
        full.stderr.contains("the same command goes on with the others"),
        "{}",
        full.stderr
    );
    let equal = || {
        let (mut here, mut there) =
            (Store::open(room.store()).unwrap(), Store::open(&address).unwrap());
        let there_ids = ids(&address);
        for id in &there_ids {
            assert_eq!(here.load(id).unwrap(), there.load(id).unwrap(), "{id}");
        }
        there_ids.len()
    };
    assert!(equal() < 3, "everything fitted");
    // A run that is measured meanwhile stays here, and reports that it is not on the server.
    let own = room.run(&["run", "quick", SIM, "--seed", "4", "--server", &address]);
    assert_eq!(own.code, Some(0), "{own:?}");
    assert!(own.stderr.contains("the run is kept here"), "{}", own.stderr);
    std::fs::remove_file(filler).unwrap();
    assert_eq!(push().code, Some(0));
    assert_eq!(equal(), 4);
    Ok(())
}

#[test]
fn a_full_disk_of_the_server_takes_no_run_by_halves_and_the_rest_comes_later() {
    conclude(postgres_apart().and_then(|server| fill_up_and_push(&server)));
}

/// Killed in the middle of a task, away for a week, and back after another bench has done it.
#[test]
fn a_bench_that_comes_back_after_a_week_doubles_nothing_and_loses_nothing() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let (away, other) = (Room::new(), Room::new());
        let campaign = format!(
            "[campaign]\nname = \"week\"\nserver = \"{address}\"\n[[method]]\nid = \"quick\"\n\
             set = {{ time = \"300ms\", size = \"16MiB\", loops = 1 }}\n[[drive]]\ntarget = \".\"\n"
        );
        away.write("c.toml", campaign.as_bytes());
        let plan = away.succeed(&["campaign", "plan", "c.toml", "--format", "json"]).stdout;
        for room in [&away, &other] {
            room.write("plan.json", plan.as_bytes());
        }
        let task = ["campaign", "task", "plan.json", "0", "--lease", "slot-9"];
        let mut running = away.start(&task);
        running.wait_for_cells(2);
        running.send(Signal::KILL);
        running.end();
        let half = away.last_run();
        let week = "update lease set host = 'away', boot_id = 'another', term_us = 5000000, taken_us = taken_us - week_us, \
                    renewed_us = renewed_us - week_us from (select 604800000000 as week_us) as week returning serial";
        assert_eq!(server.query(database(&address), week).unwrap(), "slot-9");
        other.succeed(&task);
        let done = other.last_run();
        assert_eq!(ids(&address), std::slice::from_ref(&done.id));
        // It returns, with its timer, its scheduler and a user who looks.
        let said = away.succeed(&["push", "--to", &address]).stderr;
        check_first(&said, "1 left out: 1 broken off in a campaign");
        assert!(said.contains(&half.id) && said.contains("name it to copy it"), "{said}");
        let said = away.succeed(&task).stderr;
        assert!(said.contains(&format!("round 0 is done: run {}", done.id)), "{said}");
        let said = away.succeed(&["push", &half.id, "--to", &address]).stderr;
        check_first(&said, "1 left out: 1 done by another run");
        assert_eq!(ids(&address), std::slice::from_ref(&done.id));
        assert_eq!(away.last_run(), half, "what it had measured is still here");
        assert_eq!(Store::open(&address).unwrap().leases().unwrap().len(), 0);
    }));
}

/// Cheap sticks do that.
#[test]
fn two_models_with_one_serial_number_are_two_drives_on_every_page() {
    let room = Room::new();
    room.succeed(&["run", "quick", "sim:s4-usb@17", "--quiet", "--json", "one.json"]);
    let one = room.last_run();
    let mut other = Run { id: "20261125-000000-0a0a0a0a".to_owned(), ..one.clone() };
    other.target.model = Some("Other Stick".to_owned());
    room.write("other.json", serde_json::to_string(&other).unwrap().as_bytes());
    room.succeed(&["import", "run", "other.json"]);
    let fleet = room.succeed(&["fleet", "--simulated", "--format", "json"]).stdout;
    let fleet: serde_json::Value = serde_json::from_str(&fleet).unwrap();
    assert_eq!(fleet["drive_count"].as_u64(), Some(2), "{fleet:#}");
    room.succeed(&["drive", "add", "Mine", "--run", &one.id]);
    let page = room.succeed(&["drive", "show", "Mine"]).stdout;
    assert!(page.contains(&one.id) && !page.contains(&other.id), "{page}");
    // If nobody stated the drive, that is reported.
    room.succeed(&["drive", "detach", "mine", &one.id]);
    let serial = one.target.serial.unwrap();
    let said = room.succeed(&["drive", "attach", "mine", "--serial", &serial]).stderr;
    assert!(said.contains("2 runs") && said.contains("Other Stick"), "{said}");
}
