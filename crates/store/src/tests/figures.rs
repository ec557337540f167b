//! The stored figures of runs match their records, whatever happened to the runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use iogram_model::{
    Bytes, FleetFigure, FleetRun, Quality, RunShortcoming, Shortcoming, TargetKind,
};

use super::*;

/// The values mean nothing; they cover every part of a record that real figures use.
fn find(run: &Run) -> Option<FleetRun> {
    let figure = |cell: &CellRecord, name: &str| FleetFigure {
        model: "M".to_owned(),
        method: run.method.id.clone(),
        quality: Quality::RandomRead,
        block: cell.is_counted.then_some(Bytes(4096)),
        depth: Some(cell.repeat),
        figure: name.to_owned(),
    };
    let figures = run.cells.iter().zip(["iops", "bytes_per_s", "latency_p99_ns"]);
    Some(FleetRun {
        model: run.target.model.clone().unwrap_or_default(),
        drive: run.target.serial.clone()?,
        firmware: run.target.firmware.clone(),
        started_at_us: run.started_at_us,
        life_used_ratio: Some(run.cells.len() as f64 / 3.0),
        written_bytes: run.ended_at_us.map(i64::unsigned_abs),
        figures: figures
            .map(|(cell, name)| (Arc::new(figure(cell, name)), cell.elapsed_ns as f64 / 7.0))
            .collect(),
        shortcoming: run.outcome.as_ref().map(|outcome| RunShortcoming {
            kind: Shortcoming::Stalls,
            reason: outcome.reason.clone(),
        }),
    })
}

pub(super) const RULES: FigureRules = FigureRules { version: 1, find };

/// The fleet computed from the records: by model, newest run first, and the number of runs that name no drive.
fn by_records(
    store: &mut Store,
    filter: &FleetFilter,
) -> (BTreeMap<String, Vec<FleetRun>>, u64) {
    let (mut models, mut nameless) = (BTreeMap::<String, Vec<FleetRun>>::new(), 0);
    let runs = RunFilter {
        method: filter.method.clone(),
        target: filter.target.clone(),
        ..RunFilter::default()
    };
    let mut ids: Vec<(i64, String)> = store
        .list(&runs)
        .unwrap()
        .into_iter()
        .filter(|it| it.line.state != RunState::Running)
        .map(|it| (it.line.started_at_us, it.line.id))
        .collect();
    ids.sort_by(|a, b| b.cmp(a));
    for (_, id) in ids {
        let run = store.load(&id).unwrap();
        let kind = run.target.kind;
        if matches!(kind, TargetKind::Simulated | TargetKind::Null) != filter.is_virtual {
            continue;
        }
        match find(&run) {
            Some(found) => models.entry(found.model.clone()).or_default().push(found),
            None => nameless += 1,
        }
    }
    (models, nameless)
}

#[track_caller]
pub(super) fn check_fleet(store: &mut Store, filter: &FleetFilter, what: &str) {
    let expected = by_records(store, filter);
    let mut models = Vec::new();
    let nameless = store.read_fleet(filter, &mut |model, runs| {
        models.push((model.to_owned(), runs.into_iter().map(|it| it.1).collect()));
    });
    let nameless = nameless.unwrap();
    assert!(models.is_sorted_by(|a, b| a.0 < b.0), "{what}: models in order, each once");
    assert_eq!((models.into_iter().collect(), nameless), expected, "{what}");
}

/// Checks that every run has figures or is marked as lacking them, and that the figures match the records.
#[track_caller]
fn check_all(store: &mut Store, what: &str) {
    let runs = store.number("select count(*) from run");
    let kept = store.number("select count(*) from figures");
    let due = store.number("select count(*) from figures_due");
    assert_eq!(kept + due, runs, "{what}");
    let both = "select count(*) from figures join figures_due using (run_id)";
    assert_eq!(store.number(both), 0, "{what}");
    for is_virtual in [false, true] {
        check_fleet(store, &FleetFilter { is_virtual, ..FleetFilter::default() }, what);
    }
}

/// A run whose drive is one of a few.
fn run_of(seed: u64) -> Run {
    let mut run = sample::run(&format!("run-{seed}"), seed);
    let written = |ended: i64| ended.checked_abs().unwrap_or(0);
    run.ended_at_us = run.ended_at_us.map(written);
    run.target.model = [Some("Fast 1"), Some("Slow\0 2"), None]
        [usize::try_from(seed % 3).unwrap()]
    .map(str::to_owned);
    run.target.serial = (!seed.is_multiple_of(5)).then(|| format!("S{}", seed % 4));
    run
}

pub(super) fn whatever_changes_a_run_its_figures_are_those_of_its_records(room: &Room) {
    let mut store = room.store().with_figures(RULES);
    let directory = tempfile::tempdir().unwrap();
    let mut bench =
        Store::open(directory.path().join("bench.sqlite")).unwrap().with_figures(RULES);
    let mut dice = Dice(7);
    for step in 0..150 {
        let seed = dice.number() % 12;
        let run = run_of(seed);
        let has = store.has(&run.id).unwrap();
        let what = match dice.number() % 8 {
            0 | 1 if !has => {
                store.begin(&run).unwrap();
                "begun"
            }
            2 if !has => {
                // Copied from another store, with or without its figures.
                if !bench.has(&run.id).unwrap() {
                    bench.begin(&run).unwrap();
                }
                if dice.number().is_multiple_of(2) {
                    bench.send("insert into figures_due select run_id from figures");
                    bench.send("delete from figures");
                }
                store.copy_run(&mut bench, &run.id, Believed::Source, |_| false).unwrap();
                "copied"
            }
            3 if has => {
                let count = store.load_rates(&run.id).unwrap().len();
                store.add_cell(&run.id, count, &cell(dice.number() % 50)).unwrap();
                "one more cell"
            }
            4 if has => {
                let mut cells = store.load(&run.id).unwrap().cells;
                if let Some(cell) = cells.first_mut() {
                    cell.is_counted = !cell.is_counted;
                    store.annotate_cell(&run.id, 0, cell).unwrap();
                }
                "annotated"
            }
            5 if has => {
                store.truncate_cells(&run.id, 1).unwrap();
                "truncated"
            }
            6 if has => {
                let state = [RunState::Running, RunState::Completed];
                let state = *dice.pick(&state);
                let kept = store.load(&run.id).unwrap();
                store.finish(&Run { state, ..kept }).unwrap();
                "finished"
            }
            7 if has && dice.number().is_multiple_of(3) => {
                store.remove(&run.id, None).unwrap();
                "removed"
            }
            _ => {
                store.fill_figures(&mut |_| {}).unwrap();
                assert_eq!(store.count_due_figures().unwrap(), 0);
                "filled"
            }
        };
        check_all(&mut store, &format!("step {step}, {what} {}", run.id));
    }
    assert!(store.number("select count(*) from figures where drive is not null") > 0);
}

/// Undoes the sixth migration.
const BACK: [&str; 9] = [
    "drop table figures",
    "drop table figures_due",
    "drop table figure_list",
    "drop view operation",
    "create table operation (run_id text)",
    "drop index run_name",
    "drop index run_method",
    "alter table run drop column findings",
    "delete from _sqlx_migrations where version >= 6",
];

pub(super) fn what_an_older_version_kept_has_figures_when_they_are_asked_for(room: &Room) {
    let mut store = room.store();
    let before = |seed: u64| Run { findings: Vec::new(), ..run_of(seed) };
    (0..80).for_each(|seed| store.begin(&before(seed)).unwrap());
    BACK.into_iter().for_each(|statement| store.send(statement));
    drop(store);
    let mut store = room.store().with_figures(RULES);
    let ended = "select count(*) from run where state <> 'running'";
    let ended = u64::try_from(store.number(ended)).unwrap();
    assert!(ended > 20, "{ended}");
    assert_eq!(store.count_due_figures().unwrap(), ended);
    check_all(&mut store, "before");
    let mut told = Vec::new();
    store.fill_figures(&mut |count| told.push(count)).unwrap();
    assert!(told.len() > 1 && told.last() == Some(&ended), "some at a time: {told:?}");
    assert_eq!(store.count_due_figures().unwrap(), 0);
    check_all(&mut store, "after");
}

pub(super) fn figures_of_older_rules_are_found_anew(room: &Room) {
    let mut store = room.store().with_figures(RULES);
    (0..40).for_each(|seed| store.begin(&run_of(seed)).unwrap());
    assert_eq!(store.count_due_figures().unwrap(), 0);
    store.send("update figures set figure_values = null, list_index = null, drive = null, model = null");
    drop(store);
    let mut store = room.store().with_figures(FigureRules { version: 2, ..RULES });
    assert_eq!(
        i64::try_from(store.count_due_figures().unwrap()).unwrap(),
        store.number("select count(*) from figures")
    );
    check_all(&mut store, "read from records");
    store.fill_figures(&mut |_| {}).unwrap();
    check_all(&mut store, "found anew");
    // An older program accepts them unchanged.
    let mut older = room.store().with_figures(RULES);
    assert_eq!(older.count_due_figures().unwrap(), 0);
    check_all(&mut older, "of newer rules");
}

pub(super) fn pages_of_a_list_are_the_list(room: &Room) {
    let mut store = room.store();
    for seed in 0..40 {
        // Several start at the same time.
        store
            .begin(&Run { started_at_us: i64::try_from(seed).unwrap() / 4, ..run_of(seed) })
            .unwrap();
    }
    let whole = store.list(&RunFilter::default()).unwrap();
    assert_eq!(whole.len(), 40);
    let mut pages = Vec::new();
    let mut behind = None;
    loop {
        let filter =
            RunFilter { limit: Some(7), behind: behind.clone(), ..RunFilter::default() };
        let page = store.list(&filter).unwrap();
        let Some(last) = page.last() else { break };
        behind = Some(last.line.id.clone());
        pages.extend(page);
    }
    assert_eq!(pages, whole);
}

pub(super) fn a_word_is_found_in_names_models_and_serial_numbers(room: &Room) {
    let mut store = room.store().with_figures(RULES);
    for seed in 0..60 {
        let mut run = run_of(seed);
        run.target.name = format!("/dev/sd{}", seed % 9);
        run.state = RunState::Completed;
        store.begin(&run).unwrap();
    }
    let all = store.list(&RunFilter::default()).unwrap();
    for word in ["s1", "S1", "fast", "/dev/sd3", "2", "t 1", "nothing", "%", "_", "sd8\n", ""] {
        let filter = RunFilter { target: Some(word.to_owned()), ..RunFilter::default() };
        let contains =
            |text: &str| text.to_ascii_lowercase().contains(&word.to_ascii_lowercase());
        let expected: Vec<&RunSummary> = all
            .iter()
            .filter(|it| {
                let model = it.line.model.as_deref().unwrap_or_default();
                let serial = it.serial.as_deref().unwrap_or_default();
                [it.line.target.as_str(), model, serial].into_iter().any(contains)
            })
            .collect();
        let found = store.list(&filter).unwrap();
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{word:?}");
        let fleet = FleetFilter { target: Some(word.to_owned()), ..FleetFilter::default() };
        check_fleet(&mut store, &fleet, word);
        let method = Some(run_of(4).method.id);
        check_fleet(&mut store, &FleetFilter { method, ..fleet }, word);
    }
}

/// One program computes figures while another changes runs.
#[cfg(feature = "server")]
#[test]
fn figures_that_are_found_while_runs_change_are_of_the_runs_as_they_are() {
    iogram_testing::conclude(Room::server().map(|room| {
        let mut store = room.store();
        let runs: Vec<Run> = (0..8)
            .map(|seed| Run {
                cells: vec![cell(seed)],
                state: RunState::Completed,
                ..run_of(seed)
            })
            .collect();
        runs.iter().for_each(|run| store.begin(run).unwrap());
        let ended = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut filler = room.store().with_figures(RULES);
                while !ended.load(std::sync::atomic::Ordering::Relaxed) {
                    filler.fill_figures(&mut |_| {}).unwrap();
                }
            });
            for round in 0..60_u64 {
                for run in &runs {
                    let changed =
                        CellRecord { is_counted: round % 2 == 0, ..run.cells[0].clone() };
                    store.annotate_cell(&run.id, 0, &changed).unwrap();
                }
            }
            ended.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        let mut store = store.with_figures(RULES);
        assert!(store.number("select count(*) from figures") > 0, "some were found");
        check_all(&mut store, "afterwards");
    }));
}

pub(super) fn findings_are_read_from_where_older_versions_kept_them(room: &Room) {
    let mut store = room.store();
    let mut had = 0;
    for seed in 0..20 {
        let run = sample::run(&format!("run-{seed}"), seed);
        store.begin(&run).unwrap();
        had += usize::from(!run.findings.is_empty());
        let whole = serde_json::to_string(&Run { cells: Vec::new(), ..run.clone() }).unwrap();
        let older = query("update run set record = $1, findings = null where id = $2");
        older.bind(whole).bind(&run.id).execute(&mut store.connection).unwrap();
        assert_same(&store.load(&run.id).unwrap(), &run, seed);
        store.finish(&run).unwrap();
        assert_same(&store.load(&run.id).unwrap(), &run, seed);
    }
    assert!(had > 5, "{had} runs had findings");
    let apart = "select count(*) from run where findings is not null";
    assert_eq!(store.number(apart), i64::try_from(had).unwrap());
}
