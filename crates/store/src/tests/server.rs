//! The store on a server: addresses, passwords, errors.

use std::io::{Read as _, Write as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use iogram_testing::{ADMIN, PASSWORD, Postgres, conclude, postgres};

use super::conformance::nobody;
use iogram_model::Text;

use super::*;

#[track_caller]
fn check_refused(address: &str, expected: &str) {
    let error = Store::open(address).unwrap_err();
    let hint = error.hint().map_or("-".into(), Text::words);
    let shown = format!("{error}: {hint}").replace(address, "ADDRESS");
    assert_eq!(shown, expected, "cause: {:?}", std::error::Error::source(&error));
}

/// A connection that requires a password.
fn over_the_network(server: &Postgres, user: &str, database: &str) -> String {
    format!("postgres://{user}@127.0.0.1:{}/{database}", server.port())
}

const REFUSED: &str = "cannot open the store ADDRESS: look at the user in the address, and at its password in \
                       ~/.pgpass (mode 0600) or PGPASSWORD";

#[test]
fn a_server_that_is_not_there_or_lets_nobody_in_is_named_with_what_to_do() {
    conclude(postgres().map(|server| {
        // Port 1 is tcpmux's: nobody listens there.
        check_refused(
            "postgres://eva@127.0.0.1:1/runs",
            "cannot open the store ADDRESS: see whether the server runs and can be reached (pg_isready -h HOST); what is kept is not lost: try again",
        );
        check_refused(
            &server.address(ADMIN, "nowhere"),
            "cannot open the store ADDRESS: make it first: createdb -h HOST DATABASE",
        );
        check_refused(&server.address("nobody_here", "postgres"), REFUSED);
        check_refused(&over_the_network(server, ADMIN, "postgres"), REFUSED);
        check_refused(
            &format!("{}?sslmode=require", over_the_network(server, ADMIN, "postgres")),
            "cannot open the store ADDRESS: turn TLS on there (ssl = on): sslmode in the address asks for it",
        );
    }));
}

#[test]
fn a_server_that_accepts_and_says_nothing_is_not_waited_for_without_end() {
    let deaf = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("postgres://eva@{}/runs", deaf.local_addr().unwrap());
    check_refused(
        &address,
        "cannot open the store ADDRESS: its server did not answer within 15 s: see whether the server runs and can be \
         reached (pg_isready -h HOST); what is kept is not lost: try again",
    );
}

/// A socket in `folder` between the server and its client: bytes pass until `is_gagged`.
fn stand_between(server: &Postgres, folder: &Path, is_gagged: &Arc<AtomicBool>) {
    let name = format!(".s.PGSQL.{}", server.port());
    let theirs = server.folder().join(&name);
    let listener = UnixListener::bind(folder.join(&name)).unwrap();
    let is_gagged = Arc::clone(is_gagged);
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (client, server) = (client.unwrap(), UnixStream::connect(&theirs).unwrap());
            let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
            for (mut from, mut to) in [(client, server), back] {
                let is_gagged = Arc::clone(&is_gagged);
                std::thread::spawn(move || {
                    let mut bytes = [0; 4096];
                    while let Ok(count @ 1..) = from.read(&mut bytes) {
                        let is_lost = is_gagged.load(Ordering::Acquire);
                        if !is_lost && to.write_all(&bytes[..count]).is_err() {
                            break;
                        }
                    }
                });
            }
        }
    });
}

#[test]
fn a_server_that_falls_silent_after_it_let_somebody_in_is_not_waited_for_without_end() {
    conclude(postgres().map(|server| {
        let is_gagged = Arc::new(AtomicBool::new(false));
        let folder = tempfile::tempdir().unwrap();
        stand_between(server, folder.path(), &is_gagged);
        let direct = server.new_database();
        let address = direct.replace(
            &server.folder().display().to_string(),
            &folder.path().display().to_string(),
        );
        assert_ne!(address, direct);
        let mut store = Store::open(address).unwrap();
        store.begin(&sample::run("run-1", 1)).unwrap();
        store.connection.set_patience(Duration::from_secs(1));
        is_gagged.store(true, Ordering::Release);
        let silent = |outcome: Result<(), Error>| match outcome {
            Err(error @ Error::Silent { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        };
        let said = silent(store.list(&RunFilter::default()).map(drop));
        assert!(said.contains("did not answer within 1 s"), "{said}");
        // It may send again: a late answer must not be taken for that of the next statement.
        is_gagged.store(false, Ordering::Release);
        silent(store.begin(&sample::run("run-2", 2)));
        silent(store.load("run-1").map(drop));
        assert!(Store::open(direct).unwrap().load("run-1").is_ok());
    }));
}

#[test]
fn a_password_is_taken_from_the_environment_and_from_a_file_and_never_shown() {
    conclude(postgres().map(|server| {
        let address = over_the_network(server, ADMIN, "postgres");
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("pgpass");
        let line = format!("127.0.0.1:{}:*:{ADMIN}:{PASSWORD}\n", server.port());
        fs::write(&file, line).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(&file, mode).unwrap();
        let ask = |name: &str, value: &str| {
            // The environment belongs to the whole process, so a separate process connects.
            let mut ask = std::process::Command::new(std::env::current_exe().unwrap());
            ask.args(["--exact", "--nocapture", "tests::server::child_opens_the_store"]);
            ask.env_remove("PGPASSWORD").env_remove("PGPASSFILE");
            let told =
                ask.env(name, value).env("IOGRAM_TEST_ADDRESS", &address).output().unwrap();
            let text = String::from_utf8_lossy(&told.stdout).into_owned()
                + &String::from_utf8_lossy(&told.stderr);
            assert!(!text.contains(PASSWORD), "{text}");
            text
        };
        let search = "opened as ";
        assert!(ask("PGPASSWORD", PASSWORD).contains(search));
        assert!(ask("PGPASSFILE", file.to_str().unwrap()).contains(search));
        assert!(!ask("PGPASSWORD", "wrong").contains(search));
    }));
}

/// Reports whether the store can be opened; not a test by itself.
#[test]
#[expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "how a child is asked, and answers"
)]
fn child_opens_the_store() {
    let Ok(address) = std::env::var("IOGRAM_TEST_ADDRESS") else { return };
    match Store::open(&address) {
        Ok(store) => println!("opened as {}", store.path().display()),
        Err(error) => println!("{error} {error:?}"),
    }
}

#[test]
fn a_database_of_another_program_or_of_a_newer_iogram_is_left_alone() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        server.query(&database, "create table run (id text)").unwrap();
        check_refused(
            &address,
            "cannot open the store ADDRESS: it is a database of another program: name another file; a new one is made if \
             it does not exist",
        );
        assert_eq!(server.query(&database, "select count(*) from pg_tables where schemaname = 'public'").unwrap(), "1");
        let address = server.new_database();
        drop(Store::open(&address).unwrap());
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        let newer = "insert into _sqlx_migrations select 99, description, installed_on, success, checksum, \
                     execution_time from _sqlx_migrations where version = 1";
        server.query(&database, newer).unwrap();
        let latest = SCHEMA.last().unwrap().0;
        let expected = format!(
            "cannot open the store ADDRESS: its schema has version 99, this iogram knows versions up to {latest}: update \
             iogram, or name another store"
        );
        check_refused(&address, &expected);
    }));
}

#[test]
fn programs_that_open_a_new_store_at_once_make_it_once() {
    conclude(postgres().map(|server| {
        for _ in 0..5 {
            let address = server.new_schema();
            std::thread::scope(|scope| {
                for number in 0..6 {
                    let address = &address;
                    scope.spawn(move || {
                        let mut store = Store::open(address).unwrap();
                        store.begin(&run_without_cells(&format!("run-{number}"))).unwrap();
                    });
                }
            });
            let mut store = Store::open(&address).unwrap();
            assert_eq!(store.list(&RunFilter::default()).unwrap().len(), 6);
        }
    }));
}

/// Of many concurrent claims, one succeeds.
#[test]
fn a_run_is_claimed_by_one_of_many() {
    conclude(postgres().map(|server| {
        let address = server.new_schema();
        Store::open(&address).unwrap().begin(&run_without_cells("run-1")).unwrap();
        for _ in 0..10 {
            let claimed: Vec<bool> = std::thread::scope(|scope| {
                let claims = (0..6).map(|number| {
                    let address = &address;
                    scope.spawn(move || {
                        let mut store = Store::open(address).unwrap();
                        match store.claim("run-1", &conformance::owner(number), None) {
                            Ok(()) => true,
                            Err(Error::Owned { .. }) => false,
                            Err(other) => panic!("{other:?}"),
                        }
                    })
                });
                let claims: Vec<_> = claims.collect();
                claims.into_iter().map(|claim| claim.join().unwrap()).collect()
            });
            assert_eq!(claimed.iter().filter(|it| **it).count(), 1, "{claimed:?}");
            let mut store = Store::open(&address).unwrap();
            let holder = store.owner("run-1").unwrap().unwrap();
            store.release("run-1", &holder).unwrap();
        }
    }));
}

/// The repository's roles, on a store of their own.
#[test]
fn a_reader_changes_nothing_and_a_bench_only_what_it_added() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        drop(Store::open(&address).unwrap());
        let roles = include_str!("../../../../deploy/postgres/roles.sql");
        for _twice in 0..2 {
            server.query(&database, roles).unwrap();
        }
        for (user, role) in
            [("anna", "reader"), ("bench1", "bench"), ("bench2", "bench"), ("boss", "admin")]
        {
            let name = format!("{user}_{database}");
            server
                .query(&database, &format!("create role {name} login in role iogram_{role}"))
                .unwrap();
        }
        let open = |user: &str| {
            Store::open(server.address(&format!("{user}_{database}"), &database)).unwrap()
        };
        let (mut reader, mut first, mut second) =
            (open("anna"), open("bench1"), open("bench2"));
        let run = Run { cells: vec![cell(1)], ..sample::run("run-1", 1) };
        let forbidden = |outcome: Result<(), Error>| match outcome {
            Err(Error::Database { fault: Fault::ServerForbids, .. }) => {}
            other => panic!("{other:?}"),
        };
        forbidden(reader.begin(&run));
        first.begin(&run).unwrap();
        for other in [&mut reader, &mut second] {
            assert_same(&other.load("run-1").unwrap(), &run, 1);
            forbidden(other.add_cell("run-1", 1, &cell(2)));
            forbidden(other.annotate_cell("run-1", 0, &cell(2)));
            forbidden(other.finish(&sample::run("run-1", 2)));
            forbidden(other.remove("run-1", None));
            other.truncate_cells("run-1", 0).ok();
        }
        assert_same(&first.load("run-1").unwrap(), &run, 1);
        first.claim("run-1", &conformance::owner(1), None).unwrap();
        first.add_cell("run-1", 1, &cell(2)).unwrap();
        first.keep_checkpoint("run-1", 2, &cell(3), true).unwrap();
        first.release("run-1", &conformance::owner(1)).unwrap();
        first.finish(&Run { state: RunState::Completed, ..run.clone() }).unwrap();
        figures_are_found_by_whom_the_run_belongs_to([reader, second, first]);
        let (mut first, mut second) = (open("bench1"), open("bench2"));
        first.remove("run-1", None).unwrap();
        second.begin(&run).unwrap();
        open("boss").remove("run-1", None).unwrap();
    }));
}

/// Everybody sees the figures; a user without write permission computes them each time.
fn figures_are_found_by_whom_the_run_belongs_to(stores: [Store; 3]) {
    for (store, is_owner) in stores.into_iter().zip([false, false, true]) {
        let mut store = store.with_figures(figures::RULES);
        assert_eq!(store.count_due_figures().unwrap(), 1);
        store.fill_figures(&mut |_| {}).unwrap();
        assert_eq!(store.count_due_figures().unwrap(), u64::from(!is_owner));
        for is_virtual in [false, true] {
            let filter = FleetFilter { is_virtual, ..FleetFilter::default() };
            figures::check_fleet(&mut store, &filter, "by whoever asks");
        }
    }
}

/// The connection breaks during copies, again and again: in the end every run is there once and complete.
#[test]
fn what_breaks_off_in_the_middle_is_there_once_in_the_end() {
    conclude(postgres().map(|server| {
        let address = server.new_database();
        let database = address.split(['/', '?']).nth(3).unwrap().to_owned();
        drop(Store::open(&address).unwrap());
        let directory = tempfile::tempdir().unwrap();
        let mut bench = Store::open(directory.path().join("bench.sqlite")).unwrap();
        let runs: Vec<Run> = (0..30).map(|seed| sample::run(&format!("run-{seed}"), seed)).collect();
        runs.iter().for_each(|run| bench.begin(run).unwrap());
        let ended = AtomicBool::new(false);
        let broken = std::thread::scope(|scope| {
            scope.spawn(|| {
                let kill = format!(
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '{database}' \
                     and application_name = 'iogram'"
                );
                while !ended.load(Ordering::Relaxed) {
                    server.query("postgres", &kill).unwrap();
                }
            });
            let mut broken = 0;
            for run in &runs {
                // The killer misses one of many attempts.
                for attempt in 0.. {
                    assert!(attempt < 10_000, "run {}", run.id);
                    let copied = Store::open(&address)
                        .and_then(|mut it| it.copy_run(&mut bench, &run.id, Believed::Source, nobody));
                    match copied {
                        Ok(_) => break,
                        Err(_) => broken += 1,
                    }
                }
            }
            ended.store(true, Ordering::Relaxed);
            broken
        });
        assert!(broken > 0, "nothing was broken off");
        let mut store = Store::open(&address).unwrap();
        assert_eq!(store.list(&RunFilter::default()).unwrap().len(), runs.len());
        for (seed, run) in runs.iter().enumerate() {
            assert_same(&store.load(&run.id).unwrap(), run, seed as u64);
        }
    }));
}
