//! The store as a file: created, migrated, full, locked, damaged.

use std::os::unix::fs::PermissionsExt as _;

use super::*;

#[test]
fn a_store_is_made_with_its_directories_whatever_its_name() {
    let directory = tempfile::tempdir().unwrap();
    for name in [
        "a/b/runs.sqlite",
        "50% of #1?mode=ro",
        "50% a?b#c/ü.sqlite",
        "ü &x=y.db",
        ":memory:",
        "file:x?mode=memory",
    ] {
        let path = directory.path().join(name);
        let mut store = Store::open(&path).unwrap();
        store.begin(&run_without_cells("run-1")).unwrap();
        assert!(fs::metadata(&path).unwrap().len() > 0, "{name}");
        assert_eq!(store.path(), fs::canonicalize(&path).unwrap());
    }
}

#[test]
fn a_commit_is_durable_without_a_second_file() {
    let (_directory, mut store) = new_store();
    assert_eq!(store.number("pragma synchronous"), 3, "extra");
    assert_eq!(store.number("pragma busy_timeout"), 5000);
    let mode: String = query("pragma journal_mode").fetch_value(&mut store.connection).unwrap();
    assert_eq!(mode, "delete");
}

#[test]
fn a_location_that_cannot_be_a_store_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let check = |location: PathBuf, expected: &str| {
        check_error(Store::open(location), &directory, expected);
    };
    check(
        "postgres://user:secret@host/runs".into(),
        "cannot open the store postgres://..: a password stands in its address, where others can read it: leave it out, \
         and put it into ~/.pgpass (HOST:PORT:DATABASE:USER:PASSWORD, mode 0600) or PGPASSWORD",
    );
    check(
        "https://host/runs".into(),
        "cannot open the store https://..: only a file or a PostgreSQL database can be a store: name a file, such as \
         runs.sqlite, or postgres://USER@HOST/DATABASE",
    );
    check(
        fs::canonicalize(directory.path()).unwrap(),
        "cannot open the store DIR: it is a directory: name a file in it, such as \
         DIRECTORY/runs.sqlite",
    );
    fs::write(path("notes.txt"), "not a database, but long enough to be looked at ".repeat(40))
        .unwrap();
    check(
        path("notes.txt"),
        "cannot open the store DIR/notes.txt: name another file, in a directory that you may write \
         to; a new one is made if it does not exist",
    );
    make_other_database(&path("other.db"));
    let open_to_all = fs::Permissions::from_mode(0o644);
    fs::set_permissions(path("other.db"), open_to_all).unwrap();
    let before = fs::read(path("other.db")).unwrap();
    check(
        path("other.db"),
        "cannot open the store DIR/other.db: it is a database of another program: name another \
         file; a new one is made if it does not exist",
    );
    assert_eq!(fs::read(path("other.db")).unwrap(), before, "it is left as it was");
    let mode = fs::metadata(path("other.db")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "its rights, too");
    let in_file = fs::canonicalize(directory.path()).unwrap().join("notes.txt/runs.sqlite");
    check(
        in_file,
        "cannot open the store DIR/notes.txt/runs.sqlite: name another file, in a directory that \
         you may write to; a new one is made if it does not exist",
    );
}

/// Makes an intact database that is not a store.
fn make_other_database(path: &Path) {
    const OTHER: Schema = &[(1, "bookmarks", "create table bookmark (url text)")];
    Store::open_with(path, OTHER).unwrap().send("insert into bookmark values ('x')");
}

/// The schema with one more migration.
fn next_schema(name: &'static str, sql: &'static str) -> Schema {
    let latest = SCHEMA.last().unwrap().0;
    let all = SCHEMA.iter().copied().chain([(latest + 1, name, sql)]);
    all.collect::<Vec<_>>().leak()
}

#[test]
fn an_older_store_is_brought_up_to_date_and_a_newer_one_is_refused() {
    let (directory, mut store) = new_store();
    let run = sample::run("run-1", 5);
    store.begin(&run).unwrap();
    let path = store.path().to_owned();
    drop(store);
    let note = "alter table run add column note text; update run set note = 'n'";
    let mut newer = Store::open_with(&path, next_schema("note", note)).unwrap();
    assert_eq!(newer.number("select count(*) from run where note = 'n'"), 1);
    assert_same(&newer.load("run-1").unwrap(), &run, 5);
    drop(newer);
    let latest = SCHEMA.last().unwrap().0;
    let expected = format!(
        "cannot open the store DIR/runs.sqlite: its schema has version {}, this iogram knows versions up to {latest}: \
         update iogram, or name another store",
        latest + 1
    );
    check_error(Store::open(&path), &directory, &expected);
}

#[test]
fn a_migration_that_fails_leaves_the_store_as_it_was() {
    let broken = next_schema("half", "create table half (x text); select nonsense");
    let (_directory, store) = new_store();
    let path = store.path().to_owned();
    drop(store);
    assert!(Store::open_with(&path, broken).is_err());
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.number("select count(*) from sqlite_master where name = 'half'"), 0);
}

#[test]
fn a_full_disk_costs_one_cell_and_the_store_goes_on_when_there_is_room() {
    let (directory, mut store) = new_store();
    store.begin(&run_without_cells("run-1")).unwrap();
    store.add_cell("run-1", 0, &cell(1)).unwrap();
    // SQLite treats its page limit like a full disk.
    store.send("pragma max_page_count = 1");
    let large = sample::cell(&mut Dice(4), 5000);
    let expected = "cannot write cell 1 of run run-1 to the store DIR/runs.sqlite: free space on \
                    the file system that holds the store";
    check_error(store.add_cell("run-1", 1, &large), &directory, expected);
    store.send("pragma max_page_count = 100000");
    store.add_cell("run-1", 1, &large).unwrap();
    store.check().unwrap();
    assert_eq!(store.load("run-1").unwrap().cells, [cell(1), large]);
}

#[test]
fn a_store_that_cannot_be_written_can_be_read() {
    let (directory, mut store) = new_store();
    let run = sample::run("run-1", 5);
    store.begin(&run).unwrap();
    // SQLite's error for a file that the system protects from writes.
    store.send("pragma query_only = 1");
    assert_same(&store.load("run-1").unwrap(), &run, 5);
    let expected = "cannot write cell 9 of run run-1 to the store DIR/runs.sqlite: make the \
                    store's file and its directory writable, or name another store";
    check_error(store.add_cell("run-1", 9, &cell(1)), &directory, expected);
}

#[test]
fn a_store_that_another_program_holds_is_said_to_be_in_use() {
    let (directory, mut holder) = new_store();
    let mut store = Store::open(holder.path()).unwrap();
    store.begin(&run_without_cells("run-1")).unwrap();
    store.send("pragma busy_timeout = 1");
    holder.send("begin immediate");
    let expected = "cannot write cell 0 of run run-1 to the store DIR/runs.sqlite: another program \
                    is using the store; end it and try again";
    check_error(store.add_cell("run-1", 0, &cell(1)), &directory, expected);
    holder.send("rollback");
    store.add_cell("run-1", 0, &cell(1)).unwrap();
    assert_eq!(store.load("run-1").unwrap().cells, [cell(1)]);
}

#[test]
fn a_damaged_store_is_found_out() {
    let (_directory, mut store) = new_store();
    for number in 0..40 {
        store.begin(&sample::run(&format!("run-{number}"), number)).unwrap();
    }
    store.check().unwrap();
    let path = store.path().to_owned();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0xa5);
    fs::write(&path, bytes).unwrap();
    let error = Store::open(&path).and_then(|mut store| store.check()).unwrap_err();
    assert!(error.hint().is_some_and(|hint| hint.words().contains(".recover")), "{error:?}");
}
