//! Many drives in one store.

use iogram_findings::{FleetGroup, fleet, fleet_run};
use iogram_model::{Fleet, FleetRun, RunState};
use iogram_store::{RunFilter, Store};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;

use crate::common::Room;

#[test]
fn simulated_drives_of_one_model_are_a_fleet_and_their_figures_are_distributed() {
    let room = Room::new();
    for seed in 1..=8 {
        room.succeed(&["run", "quick", "sim:s4-usb", "--seed", &seed.to_string()]);
    }
    room.succeed(&["run", "quick", "sim:s4-usb", "--seed", "1"]);
    room.succeed(&["run", "quick", "sim:sd-a2", "--seed", "1"]);
    let json = room.succeed(&["fleet", "--simulated", "--format", "json"]).stdout;
    let fleet: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&fleet["drive_count"], &fleet["run_count"]), (&9.into(), &10.into()));
    assert_eq!(fleet["models"][0]["drive_count"], 8);
    assert!(fleet["models"][0]["visible_ratio"].is_number(), "{json}");
    assert!(fleet["models"][1]["visible_ratio"].is_null(), "one drive tells nothing");
    assert_eq!(fleet["oddities"], serde_json::json!([]), "drives of one description are alike");
    let text = room.succeed(&["fleet", "--simulated"]).stdout;
    assert!(text.starts_with("Nothing odd was found (drives: 8, models: 1)."), "{text}");
    assert!(text.contains("not yet: 7 drives are needed"), "{text}");
    let rows = room.succeed(&["fleet", "sequential-read.bytes", "--simulated"]).stdout;
    assert!(rows.contains("sequential reads,") && !rows.contains("IOPS"), "{rows}");
    let each = room.succeed(&[
        "fleet",
        "random-read-4k.iops",
        "--by",
        "drive",
        "--drives",
        "s4-usb",
        "--simulated",
        "--format",
        "json",
    ]);
    let each: serde_json::Value = serde_json::from_str(&each.stdout).unwrap();
    let all = each["distributions"].as_array().unwrap();
    assert_eq!(all.len(), 8, "{all:?}");
    assert!(all.iter().any(|it| it["run_count"] == 2), "the drive that was measured twice");
}

#[test]
fn without_runs_a_fleet_says_so_and_an_unknown_figure_names_the_known() {
    let room = Room::new();
    let empty = room.succeed(&["fleet"]);
    assert!(empty.stdout.starts_with("Nothing is known about a fleet yet"), "{empty:?}");
    assert_eq!(room.succeed(&["fleet", "all", "--by", "drive"]).stdout, empty.stdout);
    room.succeed(&["run", "quick", "sim:s4-usb", "--seed", "1"]);
    let real = room.succeed(&["fleet"]);
    assert!(
        real.stdout.starts_with("Nothing is known"),
        "simulated drives are asked for: {real:?}"
    );
    let unknown = room.run(&["fleet", "randm-read-4k.iops", "--simulated"]);
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
    assert!(unknown.stderr.contains("did you mean \"random-read-4k.iops\"?"), "{unknown:?}");
    let lonely = room.succeed(&["fleet", "--simulated"]).stdout;
    assert!(lonely.starts_with("Too early to tell whether anything is odd"), "{lonely}");
    let absent = room.run(&["fleet", "--store", "absent.sqlite"]);
    assert_eq!(absent.code, Some(2), "a store that was named has to be there: {absent:?}");
}

/// The fleet computed from complete records, without the stored figures.
fn by_records(room: &Room, group: FleetGroup) -> Fleet {
    let mut store = Store::open(room.store()).unwrap();
    let runs = store.list(&RunFilter::default()).unwrap();
    let ended = runs.iter().filter(|it| it.line.state != RunState::Running);
    let found: Vec<FleetRun> =
        ended.filter_map(|it| fleet_run(&store.load(&it.line.id).unwrap())).collect();
    Fleet { is_of_simulation: true, ..fleet(&found, 0, group) }
}

#[test]
fn a_fleet_out_of_the_index_is_the_one_out_of_the_records() {
    let room = Room::new();
    for seed in 1..=8 {
        room.succeed(&["run", "quick", "sim:s4-usb", "--seed", &seed.to_string()]);
        room.succeed(&["run", "sync", "sim:s4-ssd", "--seed", &seed.to_string()]);
    }
    let check = |what: &str| {
        let groups = [
            ("model", FleetGroup::Model),
            ("firmware", FleetGroup::Firmware),
            ("drive", FleetGroup::Drive),
        ];
        for (name, group) in groups {
            let told = ["fleet", "--simulated", "--by", name, "--format", "json"];
            let told: Fleet = serde_json::from_str(&room.succeed(&told).stdout).unwrap();
            assert_eq!(told, by_records(&room, group), "{what}, by {name}");
            assert!(told.distributions.len() > 10, "{what}, by {name}");
        }
    };
    check("as runs end");
    // Afterwards a repetition is excluded, and runs are deleted.
    let run = room.last_run();
    let cell = format!("{}#1", run.cells[0].name);
    room.succeed(&["exclude", "last", &cell, "--reason", "the fan was off"]);
    check("after a repetition was left out");
    room.succeed(&["delete", &run.id]);
    check("after a run was deleted");
}

/// The rows of a table, each as its columns' texts.
#[expect(clippy::disallowed_methods, reason = "a table that was written is read again")]
fn rows(room: &Room, name: &str) -> Vec<Vec<String>> {
    let file = std::fs::File::open(room.work().join(name)).unwrap();
    let table = SerializedFileReader::new(file).unwrap();
    let text = |field: &Field| match field {
        Field::Str(text) => text.clone(),
        other => other.to_string(),
    };
    let rows = table.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(|row| row.get_column_iter().map(|(_, field)| text(field)).collect()).collect()
}

#[test]
fn a_base_as_a_table_has_every_figure_of_its_records() {
    let room = Room::new();
    for seed in ["1", "2"] {
        room.succeed(&["run", "quick", "sim:s4-usb", "--seed", seed]);
    }
    room.succeed(&["run", "fsync", "sim:sd-a2", "--seed", "1"]);
    let said = room.succeed(&["fleet", "--simulated", "--out", "all.parquet"]);
    let mut store = Store::open(room.store()).unwrap();
    let mut expected = Vec::new();
    for summary in store.list(&RunFilter::default()).unwrap() {
        let run = fleet_run(&store.load(&summary.line.id).unwrap()).unwrap();
        for (of, value) in &run.figures {
            let texts = [summary.line.id.as_str(), &of.method, &run.model, &run.drive];
            let mut row: Vec<String> = texts.map(str::to_owned).to_vec();
            row.extend([of.quality.name().to_owned(), of.figure.clone()]);
            expected.push((row, *value));
        }
    }
    let found = rows(&room, "all.parquet");
    let counted = format!("{} rows, one for each", expected.len());
    assert!(said.stderr.contains(&counted), "{counted}: {}", said.stderr);
    let mut found: Vec<(Vec<String>, f64)> = found
        .into_iter()
        .map(|row| {
            let texts = [0, 2, 3, 4, 8, 11].map(|place| row[place].clone()).to_vec();
            (texts, row[12].parse().unwrap())
        })
        .collect();
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(found, expected);
    // One figure of one model, replacing an existing table.
    let words = ["fleet", "iops", "--simulated", "--drives", "s4-usb", "--out", "all.parquet"];
    assert_eq!(room.run(&words).code, Some(3), "nothing is replaced without a word");
    room.succeed(&[&words[..], &["--overwrite"]].concat());
    let some = rows(&room, "all.parquet");
    assert!(!some.is_empty() && some.iter().all(|row| row[13] == "1/s"), "{some:?}");
    let unknown = room.run(&["fleet", "iopps", "--simulated", "--out", "no.parquet"]);
    assert_eq!(unknown.code, Some(2), "{unknown:?}");
    assert!(unknown.stderr.contains("no kept run has a figure"), "{unknown:?}");
    assert!(!room.work().join("no.parquet").exists(), "nothing is left of what failed");
    room.succeed(&["fleet", "--out", "real.parquet"]);
    assert!(rows(&room, "real.parquet").is_empty(), "no drive is real");
}
