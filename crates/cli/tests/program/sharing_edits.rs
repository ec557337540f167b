//! Edited bundles with new hashes: contradictions to the rest are named. And every bundle that the program writes can
//! be opened.

use iogram_bundle::{Files, MANIFEST, pack};
use iogram_model::read_run;
use serde_json::{Value, json};

use crate::common::{Room, Said};
use crate::sharing::{SERIAL, archive, check_named, edited, files, record};

/// The path of the record in the only bundle.
fn record_path(room: &Room) -> String {
    let found = files(&room.work().join(archive(room)));
    let mut records =
        found.keys().filter(|path| path.starts_with("data/") && path.ends_with(".json"));
    records.next().unwrap().clone()
}

/// Opens the bundle with another value at `place` of its record, and new hashes.
fn with_value(room: &Room, place: &str, value: &Value) -> Said {
    let path = record_path(room);
    edited(room, true, |files| {
        let mut record: Value = serde_json::from_slice(&files[&path]).unwrap();
        let (above, name) = place.rsplit_once('/').unwrap();
        record.pointer_mut(above).unwrap()[name] = value.clone();
        files.insert(path.clone(), serde_json::to_vec(&record).unwrap());
    })
}

/// Opens the bundle with another manifest.
fn with_manifest(room: &Room, change: impl Fn(&mut Value)) -> Said {
    edited(room, false, |files| {
        let mut manifest: Value = serde_json::from_slice(&files[MANIFEST]).unwrap();
        change(&mut manifest);
        files.insert(MANIFEST.to_owned(), serde_json::to_vec(&manifest).unwrap());
    })
}

#[test]
fn figures_that_contradict_others_are_named_although_every_hash_is_right() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let late = json!({ "step_bytes": 4096, "times_ns": [1, 1_000_000_000_000_u64] });
    let back = json!({ "step_bytes": 4096, "times_ns": [2, 1] });
    let edits: [(&str, Value, &str); 10] = [
        ("read/histogram", json!(""), "read histogram_count is not there or cannot be read"),
        ("read/latency_ns/p9999", json!(1), "read latency_p9999_ns is 1, and the rest of"),
        ("read/latency_ns/p995", json!(1), "read latency_p995_ns is 1, and by the rest"),
        ("read/latency_ns/p9995", json!(1), "read latency_p9995_ns is 1, and the rest of"),
        ("read/latency_ns/p50", json!(null), "read latency_p50_ns is not there"),
        ("series/rows/0/read/bytes", json!(1_u64 << 40), "read series_bytes is 1"),
        ("series/rows/0/read/count", json!(1), "read series_count is "),
        ("engine/depth_reached", json!(9.5), "depth_reached_count is 9.5, and by the rest"),
        ("progress", late, "progress_times_ns[1] is 1000000000000, and by the rest"),
        ("progress", back, "progress_times_ns[1] is 1, and by the rest"),
    ];
    for (place, value, said) in edits {
        check_named(&with_value(&room, &format!("/cells/0/{place}"), &value), &[said]);
    }
}

#[test]
fn a_manifest_that_says_what_is_not_so_is_named() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes", "--with-serial"]);
    let said = with_manifest(&room, |manifest| manifest["has_serials"] = json!(false));
    check_named(&said, &["serial numbers are hidden, and ", "has one at /target/serial"]);
    assert!(!said.stderr.contains(SERIAL), "nobody is told: {}", said.stderr);
    let said = with_manifest(&room, |manifest| manifest["files"][0]["size_bytes"] = json!(7));
    check_named(&said, &["manifest.json says that README.txt has 7 bytes, and it has "]);
    let said = with_manifest(&room, |manifest| {
        let files = manifest["files"].as_array_mut().unwrap();
        files.push(files[0].clone());
    });
    check_named(&said, &["manifest.json lists README.txt more than once"]);
}

/// Another version may have other files: they are named, and only unlisted ones are refused.
#[test]
fn files_that_are_added_are_named_of_every_version() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let other_version = |files: &mut Files| {
        let text = String::from_utf8(files[MANIFEST].clone()).unwrap();
        let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let text = text.replace(&version, "\"version\": \"9.9.9\"");
        files.insert(MANIFEST.to_owned(), text.into_bytes());
        files.insert("more.html".to_owned(), b"<p>".to_vec());
    };
    let unlisted = edited(&room, false, other_version);
    check_named(&unlisted, &["more.html is there, and was not bundled"]);
    let listed = edited(&room, true, other_version);
    assert_eq!(listed.code, Some(0), "{}", listed.stderr);
    assert!(listed.stderr.contains("more.html is listed by manifest.json"), "{listed:?}");
    assert!(!listed.stderr.contains("index.html is listed"), "{listed:?}");
}

#[test]
fn what_hides_in_an_archive_is_refused() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let whole = std::fs::read(room.work().join(archive(&room))).unwrap();
    room.write("longer.zip", &[&whole, &b"hidden"[..]].concat());
    let said = room.run(&["open", "longer.zip"]);
    check_named(&said, &["cannot open longer.zip", "there are bytes behind its end"]);
    let mut with_comment = [&whole, &b"hidden"[..]].concat();
    with_comment[whole.len() - 2] = 6;
    room.write("comment.zip", &with_comment);
    check_named(&room.run(&["open", "comment.zip"]), &["it has a comment"]);
    let said = room.run(&["open", "comment.zip", "--lang", "ko"]);
    check_named(&said, &["주석이 달림", "풀어서 폴더를 열 것"]);
}

#[test]
fn damaged_archives_are_refused_in_korean_words_alone() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let whole = std::fs::read(room.work().join(archive(&room))).unwrap();
    let mut damaged = whole.clone();
    damaged[200] ^= 0x55;
    room.write("damaged.zip", &damaged);
    let outside =
        Files::from([(MANIFEST.to_owned(), Vec::new()), ("../x".to_owned(), vec![1])]);
    room.write("outside.zip", &pack("bundle", &outside).unwrap());
    let other = Files::from([(MANIFEST.to_owned(), b"{}".to_vec())]);
    room.write("other.zip", &pack("bundle", &other).unwrap());
    room.write("cut.zip", &whole[..whole.len() - 3]);
    for name in ["damaged.zip", "outside.zip", "other.zip", "cut.zip"] {
        let said = room.run(&["open", name, "--lang", "ko"]);
        assert_eq!(said.code, Some(2), "{name}: {}", said.stderr);
        let words = said.stderr.split_whitespace().filter(|word| {
            word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase())
        });
        assert_eq!(words.collect::<Vec<_>>(), Vec::<&str>::new(), "{}", said.stderr);
    }
}

/// Measurements with different traces: an amount, a ramp, an open loop, several jobs, flushes, probes.
const HONEST: [&[&str]; 7] = [
    &["measure", "sim:sd-a2", "--amount", "80MiB", "--block", "1MiB", "--access", "seq"],
    &["measure", "sim:s4-ssd", "--time", "1s", "--ramp", "250ms", "--depth", "8"],
    &["measure", "sim:sd-a2", "--time", "1s", "--rate", "20000/s", "--depth", "4"],
    &["measure", "sim:s4-ssd", "--time", "1s", "--jobs", "3", "--read", "70%", "--flush", "5%"],
    &["run", "quick", "sim:fake-limbo", "--set", "time=100ms", "--set", "size=16MiB"],
    &["run", "sd-app", "sim:sd-a2", "--set", "size=16MiB", "--set", "time=1s"],
    &["run", "verify", "sim:fake-wraparound"],
];

#[test]
fn whatever_the_program_measures_itself_is_opened() {
    let room = Room::new();
    for (index, command) in HONEST.into_iter().enumerate() {
        let all = [command, &["--seed", "7", "-q"]].concat();
        let said = room.run(&all);
        assert!(matches!(said.code, Some(0 | 1)), "{command:?}: {said:?}");
        let name = format!("{index}.zip");
        room.succeed(&["bundle", "last", "--yes", "--out", &name]);
        room.succeed(&["open", &name]);
    }
}

/// Records of the first version, and one with every feature.
#[test]
fn records_of_older_versions_are_opened() {
    let room = Room::new();
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/records");
    for name in ["everything", "first"] {
        let path = format!("{records}/{name}.json");
        let text = std::fs::read(&path).unwrap();
        assert!(read_run(&String::from_utf8(text).unwrap()).is_ok());
        let out = format!("{name}.zip");
        room.succeed(&["bundle", &path, "--yes", "--out", &out]);
        room.succeed(&["open", &out]);
    }
}
