//! Drives and their runs; and lists do not read records.

use iogram_model::{Bytes, DriveEntry, Promises, TargetKind};

use super::*;

fn drive(id: &str, serials: &[&str]) -> DriveEntry {
    DriveEntry {
        id: id.to_owned(),
        name: format!("Drive {id}"),
        capacity: Some(Bytes(256_000_000_000)),
        serials: serials.iter().map(|&serial| serial.to_owned()).collect(),
        promises: Promises { read_bytes_per_s: Some(190e6), ..Promises::default() },
        price: Some("19.90 EUR".parse().unwrap()),
        ..DriveEntry::default()
    }
}

fn run_of(id: &str, serial: Option<&str>) -> Run {
    let mut run = run_without_cells(id);
    run.target.serial = serial.map(str::to_owned);
    run
}

fn ids(store: &mut Store, drive_id: &str) -> Vec<String> {
    let mut ids: Vec<String> =
        store.runs_of_drive(drive_id).unwrap().into_iter().map(|run| run.line.id).collect();
    ids.sort();
    ids
}

pub(super) fn a_drive_comes_back_as_it_was_and_is_replaced_as_a_whole(room: &Room) {
    let mut store = room.store();
    store.put_drive(&drive("b", &["S1", "S2"])).unwrap();
    store.put_drive(&drive("a", &[])).unwrap();
    assert_eq!(store.drives().unwrap(), [drive("a", &[]), drive("b", &["S1", "S2"])]);
    store.put_drive(&drive("b", &["S2"])).unwrap();
    store.put_drive(&drive("a", &["S1"])).unwrap();
    store.remove_drive("b").unwrap();
    assert_eq!(store.drives().unwrap(), [drive("a", &["S1"])]);
    assert_eq!(store.number("select count(*) from drive_serial"), 1);
}

pub(super) fn a_run_is_of_the_drive_with_its_serial_number_unless_somebody_says_otherwise(
    room: &Room,
) {
    let mut store = room.store();
    store.put_drive(&drive("card", &[])).unwrap();
    store.put_drive(&drive("stick", &["S1"])).unwrap();
    for (id, serial) in
        [("r1", Some("S1")), ("r2", Some("S1")), ("r3", None), ("r4", Some("S9"))]
    {
        store.begin(&run_of(id, serial)).unwrap();
    }
    assert_eq!(ids(&mut store, "stick"), ["r1", "r2"]);
    store.attach_run("card", "r2").unwrap();
    store.attach_run("card", "r3").unwrap();
    assert_eq!(ids(&mut store, "stick"), ["r1"]);
    assert_eq!(ids(&mut store, "card"), ["r2", "r3"]);
    let mut drive_of = |run: &str| store.drive_of_run(run).unwrap();
    assert_eq!(drive_of("r1").as_deref(), Some("stick"));
    assert_eq!(drive_of("r2").as_deref(), Some("card"));
    assert_eq!(drive_of("r4"), None);
    assert!(store.detach_run("card", "r2").unwrap());
    assert!(!store.detach_run("card", "r2").unwrap());
    assert_eq!(ids(&mut store, "stick"), ["r1", "r2"]);
    store.remove("r3", None).unwrap();
    assert!(ids(&mut store, "card").is_empty());
    store.attach_run("card", "r4").unwrap();
    store.put_drive(&drive("card", &[])).unwrap();
    assert_eq!(ids(&mut store, "card"), ["r4"], "an edited drive keeps its runs");
    store.remove_drive("card").unwrap();
    assert_eq!(store.list(&RunFilter::default()).unwrap().len(), 3, "runs outlive a drive");
}

/// Sticks of two makers, and one with another capacity.
pub(super) fn runs_of_another_model_with_the_same_serial_number_are_not_a_drives(room: &Room) {
    let mut store = room.store();
    let begin = |store: &mut Store, id: &str, model: &str, giga: u64| {
        let mut run = run_of(id, Some("0001"));
        run.target.model = Some(model.to_owned());
        run.target.drive_capacity = Some(Bytes(giga * 1_000_000_000));
        store.begin(&run).unwrap();
    };
    begin(&mut store, "r1", "Cheap", 64);
    begin(&mut store, "r2", "Other", 64);
    begin(&mut store, "r3", "Cheap", 32);
    begin(&mut store, "r4", "Cheap", 64);
    store.put_drive(&drive("stick", &["0001"])).unwrap();
    assert_eq!(ids(&mut store, "stick"), ["r1", "r2", "r3", "r4"], "nothing says which it is");
    store.attach_run("stick", "r1").unwrap();
    assert_eq!(ids(&mut store, "stick"), ["r1", "r4"]);
    let drive_of = |store: &mut Store, run: &str| store.drive_of_run(run).unwrap();
    assert_eq!(drive_of(&mut store, "r4").as_deref(), Some("stick"));
    assert_eq!(drive_of(&mut store, "r2"), None);
    // An attached run belongs to the drive whatever its model is, and so do runs like it.
    store.attach_run("stick", "r3").unwrap();
    assert_eq!(ids(&mut store, "stick"), ["r1", "r3", "r4"]);
    store.put_drive(&drive("other", &[])).unwrap();
    store.attach_run("other", "r2").unwrap();
    assert_eq!(ids(&mut store, "other"), ["r2"]);
}

pub(super) fn a_serial_number_is_of_one_drive(room: &Room) {
    let mut store = room.store();
    let place = store.path().to_owned();
    store.put_drive(&drive("a", &["S1"])).unwrap();
    let expected = "cannot give serial number S1 to a second drive: it is drive a's: remove it there \
                    with `iogram drive detach`";
    check_kept(store.put_drive(&drive("b", &["S0", "S1"])), &place, expected);
    assert_eq!(store.drives().unwrap(), [drive("a", &["S1"])]);
    let unknown = "cannot find a drive \"b\": list the drives with `iogram drive list`";
    check_kept(store.remove_drive("b"), &place, unknown);
}

#[test]
fn a_list_of_runs_reads_an_index_and_no_records() {
    let room = &Room::file();
    let mut store = room.store();
    let word = RunFilter { target: Some("sd".to_owned()), ..RunFilter::default() };
    for (filter, behind) in [
        (RunFilter::default(), None),
        (RunFilter::default(), Some((7, "run-7".to_owned()))),
        (word, None),
    ] {
        let list = sql::ListQuery::new(&filter, None, behind);
        let plan = format!("explain query plan {}", list.statement);
        let rows = list.bind(query(plan), Some(10));
        let rows = rows.fetch_all(&mut store.connection).unwrap();
        let steps: Vec<String> = rows.iter().map(|row| row.read("detail").unwrap()).collect();
        let of_runs: Vec<&String> = steps.iter().filter(|step| step.contains("run_")).collect();
        assert!(!of_runs.is_empty(), "{steps:?}");
        assert!(
            of_runs.iter().any(|step| step.contains("COVERING INDEX run_list")),
            "{steps:?}"
        );
    }
}

pub(super) fn the_newest_run_of_each_drive_and_method_is_the_one_of_the_list(room: &Room) {
    let mut store = room.store();
    for seed in 0..200_u64 {
        let mut run = run_without_cells(&format!("run-{seed:04}"));
        // Few drives and times, so that runs share them; one serial number of two models, and drives without one.
        let dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let of = |count: u64, shift: u32| usize::try_from((dice >> shift) % count).unwrap();
        run.started_at_us = i64::try_from(seed * 31 % 17).unwrap();
        run.method.id = ["quick", "fsync"][of(2, 20)].to_owned();
        run.target.model = [None, Some("A"), Some("B\0")][of(3, 26)].map(str::to_owned);
        run.target.serial = [None, Some("S1"), Some("")][of(3, 32)].map(str::to_owned);
        run.target.name = ["/dev/sda", "/dev/sdb"][of(2, 40)].to_owned();
        run.target.kind =
            [TargetKind::BlockDevice, TargetKind::Simulated, TargetKind::Null][of(3, 46)];
        run.state = [RunState::Completed, RunState::Running, RunState::Failed][of(3, 52)];
        store.begin(&run).unwrap();
    }
    for with_virtual in [false, true] {
        let (mut seen, mut expected) = (Vec::new(), Vec::new());
        for summary in store.list(&RunFilter::default()).unwrap() {
            let line = &summary.line;
            let name = summary.serial.clone().unwrap_or_else(|| line.target.clone());
            let key = (line.model.clone(), name, line.method.clone());
            let kind = store.load(&line.id).unwrap().target.kind;
            let is_virtual = matches!(kind, TargetKind::Simulated | TargetKind::Null);
            if line.state != RunState::Running
                && (with_virtual || !is_virtual)
                && !seen.contains(&key)
            {
                seen.push(key);
                expected.push(line.id.clone());
            }
        }
        let newest = store.newest_runs(with_virtual).unwrap();
        let found: Vec<String> = newest.into_iter().map(|it| it.line.id).collect();
        assert!(expected.len() > 10, "{expected:?}");
        assert_eq!(found, expected);
    }
}

pub(super) fn a_run_without_courses_is_the_whole_run_but_for_them(room: &Room) {
    let mut store = room.store();
    let mut run = sample::run("run-1", 11);
    store.begin(&run_without_cells("run-1")).unwrap();
    run.cells = (1..5).map(cell).collect();
    for (position, cell) in run.cells.iter().enumerate() {
        store.add_cell("run-1", position, cell).unwrap();
    }
    store.finish(&run).unwrap();
    let whole = store.load("run-1").unwrap();
    assert!(whole.cells.iter().any(|cell| !cell.series.rows.is_empty()));
    let mut found = store.load_without_courses("run-1").unwrap();
    for (cell, whole) in found.cells.iter_mut().zip(&whole.cells) {
        assert!(cell.series.rows.is_empty());
        // With its time series, each equals the stored cell.
        cell.series = whole.series.clone();
    }
    assert_same(&found, &whole, 11);
    let unknown = store.load_without_courses("run-9");
    assert!(matches!(unknown, Err(Error::UnknownRun { .. })), "{unknown:?}");
}
