//! The behaviour of every store, whatever its database.

use super::*;

pub(super) fn a_run_written_cell_by_cell_reads_back_the_same(room: &Room) {
    let mut store = room.store();
    for seed in 0..60 {
        let id = format!("run-{seed:04}");
        let run = sample::run(&id, seed);
        let begun = Run { cells: Vec::new(), findings: Vec::new(), ..sample::run(&id, !seed) };
        store.begin(&begun).unwrap();
        for (position, cell) in run.cells.iter().enumerate() {
            store.add_cell(&id, position, cell).unwrap();
        }
        store.finish(&run).unwrap();
        assert_same(&store.load(&id).unwrap(), &run, seed);
    }
}

/// `cell` with the rows from `first` up to `end`.
fn part(cell: &CellRecord, first: usize, end: usize) -> CellRecord {
    let mut part = cell.clone();
    part.series.rows = cell.series.rows[first..end].to_vec();
    part
}

pub(super) fn a_cell_under_way_is_read_back_as_far_as_it_was_kept_and_goes_when_it_has_ended(
    room: &Room,
) {
    let mut store = room.store();
    store.begin(&run_without_cells("run-1")).unwrap();
    store.add_cell("run-1", 0, &cell(1)).unwrap();
    let seeds = (2..).map(|seed| sample::cell(&mut Dice(seed), 40));
    let long = seeds.into_iter().find(|cell| cell.series.rows.len() >= 20).unwrap();
    let kept = |store: &mut Store| store.load("run-1").unwrap().cells;
    store.keep_checkpoint("run-1", 1, &part(&long, 0, 10), true).unwrap();
    assert_eq!(kept(&mut store), [cell(1), part(&long, 0, 10)]);
    // Later pieces are added to the earlier ones, until those are obsolete.
    store.keep_checkpoint("run-1", 1, &part(&long, 10, 14), false).unwrap();
    store.keep_checkpoint("run-1", 1, &part(&long, 14, 20), false).unwrap();
    assert_eq!(kept(&mut store), [cell(1), part(&long, 0, 20)]);
    store.keep_checkpoint("run-1", 1, &part(&long, 0, 5), true).unwrap();
    assert_eq!(kept(&mut store), [cell(1), part(&long, 0, 5)]);
    assert_eq!(store.list(&RunFilter::default()).unwrap()[0].line.cell_count, 1);
    // The ended cell replaces the checkpoint, and a late checkpoint is ignored.
    store.add_cell("run-1", 1, &cell(3)).unwrap();
    store.keep_checkpoint("run-1", 1, &part(&long, 5, 9), false).unwrap();
    assert_eq!(kept(&mut store), [cell(1), cell(3)]);
    assert_eq!(store.number("select count(*) from checkpoint_piece"), 0);
    // A repeated cell starts anew.
    store.keep_checkpoint("run-1", 2, &part(&long, 0, 5), true).unwrap();
    store.truncate_cells("run-1", 1).unwrap();
    assert_eq!(kept(&mut store), [cell(1)]);
    let unknown = store.keep_checkpoint("run-9", 0, &cell(1), true);
    assert!(matches!(unknown, Err(Error::UnknownRun { .. })), "{unknown:?}");
    store.keep_checkpoint("run-1", 1, &part(&long, 0, 5), true).unwrap();
    store.remove("run-1", None).unwrap();
    assert_eq!(store.number("select count(*) from checkpoint_piece"), 0);
}

/// The cell of a day: many similar rows.
fn long_cell() -> CellRecord {
    let seeds = (2..).map(|seed| sample::cell(&mut Dice(seed), 40));
    let mut long = seeds.into_iter().find(|cell| cell.series.rows.len() >= 20).unwrap();
    let last = long.series.rows.last().unwrap();
    let span_ns = last.start_ns + last.length_ns.unwrap_or(long.series.interval_ns);
    let later = |row: &SeriesRow, times: u64| SeriesRow {
        start_ns: row.start_ns + times * span_ns,
        ..row.clone()
    };
    let rows = &long.series.rows;
    let times = (3 << 19) / serde_json::to_string(rows).unwrap().len() + 1;
    let times = 0..u64::try_from(times).unwrap();
    let rows = times.flat_map(|times| rows.iter().map(move |row| later(row, times))).collect();
    long.series.rows = rows;
    long
}

pub(super) fn a_long_series_is_packed_and_reads_back_the_same(room: &Room) {
    let mut store = room.store();
    store.begin(&run_without_cells("run-1")).unwrap();
    let (long, short) = (long_cell(), cell(2));
    store.add_cell("run-1", 0, &long).unwrap();
    store.add_cell("run-1", 1, &short).unwrap();
    let kept = store.load("run-1").unwrap().cells;
    assert!(kept[0] == long && kept[1] == short);
    let length = "select length(series) from cell where position_index = ";
    let plain = serde_json::to_string(&long.series).unwrap().len();
    let packed = store.number(format!("{length} 0").leak());
    assert!(packed > 0 && packed < i64::try_from(plain / 4).unwrap(), "{packed} of {plain}");
    let shown = store.number(format!("{length} 1").leak());
    let plain = serde_json::to_string(&short.series).unwrap().len();
    assert_eq!(shown, i64::try_from(plain).unwrap(), "a short one is plain text");
    // A truncated series must not read as a cell without one.
    for damage in ["substr(series, 1, 200)", "'zlib:?'"] {
        let damaged =
            format!("update cell set series = {damage} where position_index = 0").leak();
        store.send(damaged);
        assert!(matches!(store.load("run-1"), Err(Error::Record { .. })), "{damage}");
        store.truncate_cells("run-1", 0).unwrap();
        store.add_cell("run-1", 0, &long).unwrap();
    }
}

pub(super) fn a_run_written_at_once_reads_back_the_same(room: &Room) {
    let mut store = room.store();
    for seed in 1000..1200 {
        let run = sample::run(&format!("run-{seed}"), seed);
        store.begin(&run).unwrap();
        assert_same(&store.load(&run.id).unwrap(), &run, seed);
    }
}

pub(super) fn a_run_is_there_after_the_store_was_closed(room: &Room) {
    let mut store = room.store();
    let run = sample::run("run-1", 3);
    store.begin(&run).unwrap();
    let path = store.path().to_owned();
    drop(store);
    assert_same(&Store::open(path).unwrap().load(LAST).unwrap(), &run, 3);
}

pub(super) fn the_columns_say_what_the_record_says(room: &Room) {
    let mut store = room.store();
    let mut compared = 0;
    for seed in 0..20 {
        let run = sample::run(&format!("run-{seed}"), seed);
        store.begin(&run).unwrap();
        for (position, cell) in run.cells.iter().enumerate() {
            for (kind, operation) in cell.operations.iter() {
                let columns = operation_columns(&mut store, &run.id, position, kind);
                let integer = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
                let rate = columns.3;
                let expected = (
                    cell.name.clone(),
                    integer(cell.elapsed_ns),
                    integer(operation.count),
                    rate,
                    operation.latency_ns.p99.map(integer),
                    integer(operation.latency_ns.max),
                );
                assert_eq!(columns, expected, "seed {seed}, cell {position}, {}", kind.name());
                // SQLite reads a number out of JSON to fifteen digits.
                let off = (rate - operation.bytes_per_s).abs();
                assert!(off <= 1e-15 * operation.bytes_per_s.abs(), "{rate}, seed {seed}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared} operations");
}

type OperationColumns = (String, i64, i64, f64, Option<i64>, i64);

fn operation_columns(
    store: &mut Store,
    run_id: &str,
    position: usize,
    kind: OpKind,
) -> OperationColumns {
    let statement = "select name, elapsed_ns, count, bytes_per_s, latency_p99_ns, latency_max_ns \
        from operation join cell using (run_id, position_index) \
        where run_id = $1 and position_index = $2 and kind = $3";
    let row = query(statement)
        .bind(run_id)
        .bind(i64::try_from(position).unwrap())
        .bind(kind.name())
        .fetch_one(&mut store.connection)
        .unwrap();
    (
        sql::column::read(row.read("name").unwrap()),
        row.read("elapsed_ns").unwrap(),
        row.read("count").unwrap(),
        row.read("bytes_per_s").unwrap(),
        row.read("latency_p99_ns").unwrap(),
        row.read("latency_max_ns").unwrap(),
    )
}

pub(super) fn a_figure_that_json_cannot_hold_is_refused_and_nothing_is_kept(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    store.begin(&run_without_cells("run-1")).unwrap();
    for figure in [f64::NAN, f64::INFINITY] {
        let mut bad = cell(1);
        bad.engine.depth_reached = figure;
        let hint = "it holds a figure that is not a finite number, or a text that reads back as \
                    another; this is a defect of iogram, please report it";
        let outcome = store.add_cell("run-1", 0, &bad);
        let expected = format!("cannot keep cell 0 of run run-1 exactly: {hint}");
        check_kept(outcome, &place, &expected);
    }
    assert_eq!(store.load("run-1").unwrap().cells, []);
}

pub(super) fn a_run_is_found_by_the_beginning_of_its_id(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    let list = "list the runs of the store with `iogram runs`";
    check_kept(
        store.find(LAST),
        &place,
        "cannot find the last run: the store STORE holds none: measure something first, \
         or name another store",
    );
    // The newest is neither the first nor the last by id.
    for (id, started_at_us) in [("20261121-a", 1), ("20261121-ab", 3), ("20261122-z", 2)] {
        store.begin(&Run { started_at_us, ..run_without_cells(id) }).unwrap();
    }
    assert_eq!(store.find("20261122").unwrap(), "20261122-z");
    assert_eq!(store.find("20261121-a").unwrap(), "20261121-a", "a whole id is no beginning");
    assert_eq!(store.find(LAST).unwrap(), "20261121-ab");
    assert_eq!(store.load(LAST).unwrap().id, "20261121-ab");
    // A run with a live owner is not the last one, if so requested.
    store.claim("20261121-ab", &owner(7), None).unwrap();
    assert_eq!(store.find(LAST).unwrap(), "20261121-ab");
    store.pass_over(|owner| owner.pid == 7);
    assert_eq!(store.find(LAST).unwrap(), "20261122-z");
    assert_eq!(store.find("20261121-ab").unwrap(), "20261121-ab", "it was named");
    store.pass_over(|owner| owner.pid == 8);
    assert_eq!(store.find(LAST).unwrap(), "20261121-ab");
    let ambiguous = "cannot tell which run \"20261121\" is: 20261121-a, 20261121-ab: type more of \
                     the id";
    check_kept(store.find("20261121"), &place, ambiguous);
    for unknown in ["2027", "", "2026112_", "20261121-A", "20261121-abc"] {
        let expected = format!("cannot find a run \"{unknown}\": {list}");
        check_kept(store.load(unknown), &place, &expected);
    }
}

pub(super) fn an_ambiguous_id_shows_some_of_the_runs_it_could_be(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    for number in 0..9 {
        store.begin(&run_without_cells(&format!("r{number}"))).unwrap();
    }
    let expected = "cannot tell which run \"r\" is: r0, r1, r2, r3, ..: type more of the id";
    check_kept(store.find("r"), &place, expected);
}

pub(super) fn runs_are_listed_newest_first(room: &Room) {
    let mut store = room.store();
    for number in 0..4 {
        let mut run = sample::run(&format!("run-{number}"), number);
        run.started_at_us = i64::try_from(number).unwrap();
        run.method.id = if number == 2 { "quick" } else { "cdm" }.to_owned();
        run.target.name = format!("/dev/sd{number}");
        run.target.model = (number != 0).then(|| "Samsung 100%".to_owned());
        run.target.serial = None;
        store.begin(&run).unwrap();
    }
    let mut check = |filter: RunFilter, expected: &[&str]| {
        let listed = store.list(&filter).unwrap();
        let ids = listed.iter().map(|run| run.line.id.as_str()).collect::<Vec<_>>();
        assert_eq!(ids, expected, "{filter:?}");
    };
    let all = RunFilter::default();
    let target =
        |text: &str| RunFilter { target: Some(text.to_owned()), ..RunFilter::default() };
    check(all.clone(), &["run-3", "run-2", "run-1", "run-0"]);
    check(RunFilter { limit: Some(2), ..all.clone() }, &["run-3", "run-2"]);
    check(RunFilter { method: Some("quick".to_owned()), ..all.clone() }, &["run-2"]);
    check(target("SAMSUNG"), &["run-3", "run-2", "run-1"]);
    check(target("/dev/sd0"), &["run-0"]);
    check(target("0%"), &["run-3", "run-2", "run-1"]);
    check(target("d_v"), &[]);
    check(RunFilter { method: Some("quick".to_owned()), ..target("sd1") }, &[]);
}

pub(super) fn rates_are_read_without_the_courses_of_their_cells(room: &Room) {
    let mut store = room.store();
    for seed in 0..20 {
        let run = sample::run(&format!("run-{seed}"), seed);
        store.begin(&run).unwrap();
        let read = store.load_rates(&run.id).unwrap();
        assert!(read.iter().all(|cell| cell.series.rows.is_empty()), "seed {seed}");
        // With its time series, each equals the stored cell.
        let whole = read.into_iter().zip(&run.cells);
        let cells =
            whole.map(|(cell, kept)| CellRecord { series: kept.series.clone(), ..cell });
        let cells = cells.collect();
        assert_same(&Run { cells, ..run.clone() }, &run, seed);
    }
    assert_eq!(store.load_rates("run-99").unwrap(), []);
}

pub(super) fn a_summary_says_what_the_run_says(room: &Room) {
    let mut store = room.store();
    for seed in 0..20 {
        let run = sample::run(&format!("run-{seed}"), seed);
        store.begin(&run).unwrap();
        let summary = RunSummary {
            line: RunLine {
                id: run.id.clone(),
                state: run.state,
                started_at_us: run.started_at_us,
                ended_at_us: run.ended_at_us,
                method: run.method.id,
                target: run.target.name,
                drive: run.target.drive,
                model: run.target.model,
                cell_count: run.cells.len() as u64,
            },
            serial: run.target.serial,
            owner: None,
        };
        let listed = store.list(&RunFilter::default()).unwrap();
        assert!(listed.contains(&summary), "seed {seed}: {listed:#?}");
    }
}

pub(super) fn owner(pid: u32) -> Owner {
    Owner {
        host: "bench".to_owned(),
        boot_id: "b00t".to_owned(),
        pid_namespace: "pid:[1]".to_owned(),
        pid,
        started_ticks: 77,
        since_us: 1,
        heartbeat_us: 2,
        silent: Duration::ZERO,
    }
}

pub(super) fn of_two_programs_that_want_a_run_one_has_it(room: &Room) {
    let mut store = room.store();
    let run = sample::run("run-1", 11);
    store.begin(&run).unwrap();
    let mut other = Store::open(store.path()).unwrap();
    store.claim("run-1", &owner(7), None).unwrap();
    let is_sevens = |outcome: Result<(), Error>| match outcome {
        Err(Error::Owned { owner: found, .. }) => assert!(found.is_same(&owner(7))),
        other => panic!("{other:?}"),
    };
    is_sevens(other.claim("run-1", &owner(8), None));
    is_sevens(other.claim("run-1", &owner(8), Some(&owner(9))));
    is_sevens(other.remove("run-1", None));
    let is_of = |found: Option<&Owner>, pid| found.is_some_and(|it| it.is_same(&owner(pid)));
    assert!(is_of(other.list(&RunFilter::default()).unwrap()[0].owner.as_ref(), 7));
    assert!(store.beat("run-1", &owner(7)).unwrap());
    // A program that saw the dead owner can claim it; one that looked a moment later is too late.
    other.claim("run-1", &owner(8), Some(&owner(7))).unwrap();
    assert!(!store.beat("run-1", &owner(7)).unwrap());
    store.release("run-1", &owner(7)).unwrap();
    assert!(is_of(store.owner("run-1").unwrap().as_ref(), 8));
    other.release("run-1", &owner(8)).unwrap();
    assert_eq!(store.owner("run-1").unwrap(), None);
    let unknown = store.claim("run-2", &owner(7), None);
    assert!(matches!(unknown, Err(Error::UnknownRun { .. })), "{unknown:?}");
    store.remove("run-1", None).unwrap();
}

pub(super) fn a_removed_run_leaves_nothing_behind(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    store.begin(&sample::run("run-1", 11)).unwrap();
    store.begin(&Run { cells: vec![cell(2)], ..sample::run("run-2", 12) }).unwrap();
    let operations = store.number("select count(*) from operation where run_id = 'run-2'");
    store.remove("run-1", None).unwrap();
    assert_eq!(store.number("select count(*) from cell"), 1);
    assert_eq!(store.number("select count(*) from operation"), operations);
    let expected = "cannot find a run \"run\": list the runs of the store with `iogram runs`";
    check_kept(store.remove("run", None), &place, expected);
}

pub(super) fn what_is_kept_is_never_replaced(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    let run = Run { cells: vec![cell(1)], ..sample::run("run-1", 1) };
    store.begin(&run).unwrap();
    let hint = "what is kept is never replaced; remove the run first";
    check_kept(
        store.begin(&sample::run("run-1", 2)),
        &place,
        &format!("cannot begin run run-1: the store holds a run with this id: {hint}"),
    );
    check_kept(
        store.add_cell("run-1", 0, &cell(2)),
        &place,
        &format!("cannot add cell 0 to run run-1: the store holds a cell there: {hint}"),
    );
    let unknown = "cannot find a run \"run-9\": list the runs of the store with `iogram runs`";
    check_kept(store.add_cell("run-9", 0, &cell(2)), &place, unknown);
    check_kept(store.finish(&sample::run("run-9", 2)), &place, unknown);
    assert_same(&store.load("run-1").unwrap(), &run, 1);
}

pub(super) fn two_open_stores_see_what_the_other_wrote(room: &Room) {
    let mut first = room.store();
    let mut second = Store::open(first.path()).unwrap();
    first.begin(&run_without_cells("run-1")).unwrap();
    second.begin(&run_without_cells("run-2")).unwrap();
    for position in 0..5 {
        first.add_cell("run-1", position, &cell(1)).unwrap();
        second.add_cell("run-2", position, &cell(2)).unwrap();
    }
    assert_eq!(second.load("run-1").unwrap().cells, vec![cell(1); 5]);
    assert_eq!(first.load("run-2").unwrap().cells, vec![cell(2); 5]);
}

pub(super) fn an_unfinished_run_is_running_and_holds_the_cells_so_far(room: &Room) {
    let mut store = room.store();
    store.begin(&Run { state: RunState::Running, ..run_without_cells("run-1") }).unwrap();
    store.add_cell("run-1", 0, &cell(1)).unwrap();
    let path = store.path().to_owned();
    drop(store);
    let run = Store::open(path).unwrap().load(LAST).unwrap();
    assert_eq!((run.state, run.cells), (RunState::Running, vec![cell(1)]));
}

/// Every owner is dead.
pub(super) fn nobody(_: &Owner) -> bool {
    false
}

/// A second store, from which runs are copied.
fn bench() -> (TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(directory.path().join("bench.sqlite")).unwrap();
    (directory, store)
}

pub(super) fn a_run_is_copied_once_whatever_is_copied_again(room: &Room) {
    let (mut store, (_directory, mut bench)) = (room.store(), bench());
    for seed in 0..20 {
        let run = sample::run(&format!("run-{seed}"), seed);
        bench.begin(&run).unwrap();
        let mut copy =
            || store.copy_run(&mut bench, &run.id, Believed::Source, nobody).unwrap();
        assert_eq!((copy(), copy()), (Copied::New, Copied::Same), "seed {seed}");
        assert_same(&store.load(&run.id).unwrap(), &run, seed);
    }
    let unknown = store.copy_run(&mut bench, "run-99", Believed::Source, nobody);
    assert!(matches!(unknown, Err(Error::UnknownRun { .. })), "{unknown:?}");
}

pub(super) fn a_run_that_went_on_is_renewed_and_a_shorter_one_replaces_nothing(room: &Room) {
    let (mut store, (_directory, mut bench)) = (room.store(), bench());
    let begun = Run { state: RunState::Interrupted, ..run_without_cells("run-1") };
    bench.begin(&begun).unwrap();
    bench.add_cell("run-1", 0, &cell(1)).unwrap();
    store.copy_run(&mut bench, "run-1", Believed::Destination, nobody).unwrap();
    bench.add_cell("run-1", 1, &cell(2)).unwrap();
    let ended = Run { state: RunState::Completed, ..begun.clone() };
    bench.finish(&ended).unwrap();
    let copied = store.copy_run(&mut bench, "run-1", Believed::Destination, nobody).unwrap();
    assert_eq!(copied, Copied::Renewed);
    let whole = Run { cells: vec![cell(1), cell(2)], ..ended };
    assert_same(&store.load("run-1").unwrap(), &whole, 1);
    let operations = cell(1).operations.iter().count() + cell(2).operations.iter().count();
    let kept = store.number("select count(*) from operation where run_id = 'run-1'");
    assert_eq!(kept, i64::try_from(operations).unwrap(), "those of the first cell once");
    // An older copy of the bench's file returns.
    bench.truncate_cells("run-1", 1).unwrap();
    for believed in [Believed::Source, Believed::Destination] {
        assert_eq!(
            store.copy_run(&mut bench, "run-1", believed, nobody).unwrap(),
            Copied::NewerThere
        );
    }
    // Another run with this id is another run.
    bench.truncate_cells("run-1", 0).unwrap();
    bench.add_cell("run-1", 0, &cell(9)).unwrap();
    for believed in [Believed::Source, Believed::Destination] {
        assert_eq!(
            store.copy_run(&mut bench, "run-1", believed, nobody).unwrap(),
            Copied::Another
        );
    }
    assert_same(&store.load("run-1").unwrap(), &whole, 1);
}

pub(super) fn what_was_said_of_a_run_goes_with_it_where_its_bench_is_believed(room: &Room) {
    let (mut store, (_directory, mut bench)) = (room.store(), bench());
    let run = Run { cells: vec![cell(1)], ..sample::run("run-1", 1) };
    bench.begin(&run).unwrap();
    store.begin(&run).unwrap();
    let excluded = CellRecord { is_counted: !cell(1).is_counted, ..cell(1) };
    bench.annotate_cell("run-1", 0, &excluded).unwrap();
    let mut copy = |believed| store.copy_run(&mut bench, "run-1", believed, nobody).unwrap();
    assert_eq!(copy(Believed::Destination), Copied::NewerThere);
    assert_eq!(copy(Believed::Source), Copied::Renewed);
    assert_eq!(store.load("run-1").unwrap().cells, [excluded]);
}
