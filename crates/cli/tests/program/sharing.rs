//! Bundles: the same run gives the same bytes, nothing that identifies a person or a device leaves, and edits are
//! named.

use std::path::Path;

use iogram_bundle::{Files, MANIFEST, Manifest, check, pack, unpack};
use iogram_model::{Run, read_run};

use crate::common::{Mounted, Room, Said, is_root, names, skip};

pub(crate) const SERIAL: &str = "S4EWNX0R123456";

/// A run of a simulated drive, changed to look like one of a drive with a serial number on a private computer.
pub(crate) fn record(room: &Room) -> Run {
    room.succeed(&["measure", "sim:sd-a2", "--count", "2000", "--json", "plain.json"]);
    let text = std::fs::read(room.work().join("plain.json")).unwrap();
    let mut run = read_run(&String::from_utf8(text).unwrap()).unwrap();
    run.target.serial = Some(SERIAL.to_owned());
    run.target.name = format!("/dev/disk/by-id/usb-Card_{SERIAL}-0:0");
    run.conditions
        .notes
        .insert("place".to_owned(), "/home/eva/desk <script>alert(1)</script>".to_owned());
    write(room, "run.json", &run);
    run
}

fn write(room: &Room, name: &str, run: &Run) {
    let json = serde_json::to_string(run).unwrap();
    room.write(name, json.as_bytes());
}

/// The only archive there is.
pub(crate) fn archive(room: &Room) -> String {
    let all = names(&room.work());
    let mut archives =
        all.into_iter().filter(|name| name.starts_with("iogram-") && name.ends_with(".zip"));
    let archive = archives.next().unwrap();
    assert_eq!(archives.next(), None);
    archive
}

pub(crate) fn files(path: &Path) -> Files {
    unpack(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_bundle_tells_no_serial_number_and_the_same_run_is_the_same_bytes() {
    let room = Room::new();
    let run = record(&room);
    let said = room.succeed(&["bundle", "run.json", "--yes"]);
    for shown in [
        "serial number: S4EWNX0R123456 becomes serial-",
        "path: /home/eva/desk becomes path-",
        "index.html",
    ] {
        assert!(said.stderr.contains(shown), "{shown}: {}", said.stderr);
    }
    let name = archive(&room);
    let found = files(&room.work().join(&name));
    for (path, bytes) in &found {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains(SERIAL) && !text.contains("/home/eva"), "{path}");
        assert!(!path.ends_with("html") || !text.contains("<script>alert"), "{path}");
    }
    assert_eq!(name, format!("iogram-{}.zip", Manifest::id_of(&found[MANIFEST])));
    room.succeed(&["bundle", "run.json", "--yes", "--out", "again.zip"]);
    assert_eq!(
        std::fs::read(room.work().join(&name)).unwrap(),
        std::fs::read(room.work().join("again.zip")).unwrap()
    );
    // Another run of the same drive has the same hash, and a user with another salt another one.
    let hash = |file: &str| {
        let found = files(&room.work().join(file));
        let (manifest, wrong) = check(&found).unwrap();
        assert_eq!(wrong, []);
        let text = String::from_utf8_lossy(&found[&manifest.runs[0].file]).into_owned();
        read_run(&text).unwrap().target.serial.unwrap()
    };
    let other = Run { id: "20261122-000000-0000".to_owned(), ..run.clone() };
    write(&room, "other.json", &other);
    room.succeed(&["bundle", "other.json", "--yes", "--out", "other.zip"]);
    assert_eq!(hash("other.zip"), hash(&name));
    let salt = room.path().join("home/XDG_DATA_HOME/iogram/salt");
    std::fs::remove_file(salt).unwrap();
    room.succeed(&["bundle", "other.json", "--yes", "--out", "salted.zip"]);
    assert_ne!(hash("salted.zip"), hash(&name));
    room.succeed(&["bundle", "run.json", "--yes", "--with-serial", "--out", "whole.zip"]);
    assert_eq!(hash("whole.zip"), SERIAL);
    // The stored run is unchanged.
    let kept = std::fs::read(room.work().join("run.json")).unwrap();
    assert_eq!(read_run(&String::from_utf8(kept).unwrap()).unwrap(), run);
}

#[test]
fn nothing_is_written_unless_somebody_says_yes() {
    let room = Room::new();
    record(&room);
    let said = room.run(&["bundle", "run.json"]);
    assert_eq!(said.code, Some(3), "{}", said.stderr);
    assert!(said.stderr.contains("What leaves this computer"), "{}", said.stderr);
    assert!(!names(&room.work()).iter().any(|name| name.ends_with(".zip")));
    assert_eq!(room.run(&["bundle", "absent", "--yes"]).code, Some(2));
    room.write("taken.zip", b"kept");
    let said = room.run(&["bundle", "run.json", "--yes", "--out", "taken.zip"]);
    assert_eq!(said.code, Some(3), "{}", said.stderr);
    assert_eq!(std::fs::read(room.work().join("taken.zip")).unwrap(), b"kept");
}

#[test]
fn a_bundle_is_opened_from_its_file_and_from_its_folder() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    room.succeed(&["bundle", "run.json", "--yes", "--out", "site/"]);
    let name = archive(&room);
    for what in [name.as_str(), "site"] {
        let said = room.succeed(&["open", what]);
        assert!(said.stdout.contains("IOPS"), "{}", said.stdout);
        assert!(said.stderr.contains("every hash is right"), "{}", said.stderr);
    }
    let whole = room.succeed(&["open", &name, "--format", "json"]).stdout;
    assert!(read_run(&whole).is_ok());
    room.succeed(&["open", &name, "--page", "page.html"]);
    let page = std::fs::read(room.work().join("page.html")).unwrap();
    assert_eq!(page, files(&room.work().join(&name))["index.html"]);
}

/// Packs files after `change`; with new hashes if `is_resealed`.
pub(crate) fn edited(room: &Room, is_resealed: bool, change: impl Fn(&mut Files)) -> Said {
    let name = archive(room);
    let mut found = files(&room.work().join(&name));
    change(&mut found);
    if is_resealed {
        let (manifest, _) = check(&found).unwrap();
        let seal = found.remove(MANIFEST).unwrap();
        let manifest = Manifest { files: Manifest::entries(&found), ..manifest };
        assert_ne!(manifest.to_json().into_bytes(), seal, "something has changed");
        found.insert(MANIFEST.to_owned(), manifest.to_json().into_bytes());
    }
    // Under a name without a hash.
    room.write("edited.zip", &pack("bundle", &found).unwrap());
    room.run(&["open", "edited.zip"])
}

fn replace(files: &mut Files, path: &str, from: &str, to: &str) {
    let text = String::from_utf8(files[path].clone()).unwrap();
    assert!(text.contains(from), "{path} has no {from}");
    files.insert(path.to_owned(), text.replace(from, to).into_bytes());
}

#[track_caller]
pub(crate) fn check_named(said: &Said, words: &[&str]) {
    assert_eq!((said.code, said.stdout.as_str()), (Some(2), ""), "{}", said.stderr);
    for word in words {
        assert!(said.stderr.contains(word), "{word}: {}", said.stderr);
    }
}

#[test]
fn edited_numbers_are_detected_and_named() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let data = files(&room.work().join(archive(&room)));
    let record = data.keys().find(|path| path.ends_with(".json") && path.starts_with("data/"));
    let record = record.unwrap().clone();
    let run = read_run(&String::from_utf8(data[&record].clone()).unwrap()).unwrap();
    let iops = run.cells[0].operations.read.as_ref().unwrap().iops;
    let (is, other) = (format!("\"iops\": {iops}"), format!("\"iops\": {}", iops * 3.0));
    let edit = |files: &mut Files| replace(files, &record, &is, &other);
    // With the old hashes, the hash shows it.
    check_named(
        &edited(&room, false, edit),
        &[&format!("{record} was changed: its SHA-256 is")],
    );
    // With new hashes, the record itself shows it.
    check_named(
        &edited(&room, true, edit),
        &[&format!("{record} contradicts itself: "), "read iops is"],
    );
    let on_page = |files: &mut Files| replace(files, "index.html", "IOPS", "0IOPS");
    check_named(&edited(&room, false, on_page), &["index.html was changed: its SHA-256 is"]);
    check_named(
        &edited(&room, true, on_page),
        &["index.html is not what the records give: it says", "0IOPS", "and should say"],
    );
    let answer = |files: &mut Files| {
        let text = String::from_utf8(files[MANIFEST].clone()).unwrap();
        let (_, manifest) = ("", text.replace("\"answer\": \"", "\"answer\": \"Excellent. "));
        files.insert(MANIFEST.to_owned(), manifest.into_bytes());
    };
    check_named(&edited(&room, false, answer), &["says another answer", "Excellent."]);
    check_named(
        &edited(&room, false, |files| drop(files.insert("more.html".to_owned(), Vec::new()))),
        &["more.html is there, and was not bundled"],
    );
    check_named(
        &edited(&room, false, |files| drop(files.remove("report.md"))),
        &["report.md is missing"],
    );
}

#[test]
fn a_file_under_the_name_of_another_bundle_is_named() {
    let room = Room::new();
    let run = record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    write(&room, "other.json", &Run { id: "20261122-000000-0000".to_owned(), ..run });
    room.succeed(&["bundle", "other.json", "--yes", "--out", "other.zip"]);
    let name = archive(&room);
    std::fs::copy(room.work().join("other.zip"), room.work().join(&name)).unwrap();
    check_named(
        &room.run(&["open", &name]),
        &["manifest.json was changed: its name says another bundle"],
    );
}

/// The ids of imported runs end in as many digits as a bundle's hash.
#[test]
fn a_name_with_the_id_of_an_imported_run_holds_no_hash() {
    let room = Room::new();
    let run = record(&room);
    let id = "import-4b4e8b778665ee7a";
    write(&room, "other.json", &Run { id: id.to_owned(), ..run });
    std::fs::create_dir(room.work().join("in")).unwrap();
    let name = format!("in/{id}.zip");
    room.succeed(&["bundle", "other.json", "--yes", "--out", &name]);
    let said = room.succeed(&["open", &name]);
    assert!(said.stderr.contains("its name holds no hash"), "{said:?}");
}

#[test]
fn another_version_is_said_and_is_no_edit() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let said = edited(&room, false, |files| {
        let text = String::from_utf8(files[MANIFEST].clone()).unwrap();
        let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(text.contains(&version), "{text}");
        files.insert(
            MANIFEST.to_owned(),
            text.replace(&version, "\"version\": \"9.9.9\"").into_bytes(),
        );
    });
    assert_eq!(said.code, Some(0), "{}", said.stderr);
    assert!(said.stderr.contains("made by iogram 9.9.9"), "{}", said.stderr);
    let newer = edited(&room, false, |files| {
        replace(files, MANIFEST, "iogram-bundle/1", "iogram-bundle/7");
    });
    check_named(&newer, &["iogram-bundle/7, which this version does not know"]);
}

#[test]
fn what_is_no_bundle_is_refused_with_a_reason() {
    let room = Room::new();
    record(&room);
    room.succeed(&["bundle", "run.json", "--yes"]);
    let whole = std::fs::read(room.work().join(archive(&room))).unwrap();
    room.write("cut.zip", &whole[..whole.len() / 2]);
    check_named(&room.run(&["open", "cut.zip"]), &["its end is missing"]);
    let mut outside = files(&room.work().join(archive(&room)));
    outside.insert("../../outside.html".to_owned(), b"x".to_vec());
    room.write("outside.zip", &pack("bundle", &outside).unwrap());
    check_named(&room.run(&["open", "outside.zip"]), &["its name leads elsewhere"]);
    assert!(!room.path().join("outside.html").exists());
    let bomb = Files::from([(MANIFEST.to_owned(), vec![b' '; 80 << 20])]);
    room.write("bomb.zip", &pack("bundle", &bomb).unwrap());
    check_named(&room.run(&["open", "bomb.zip"]), &["bytes; at most"]);
    check_named(&room.run(&["open", "run.json"]), &["it is no ZIP archive"]);
    check_named(&room.run(&["open", "."]), &["there is no manifest.json in it"]);
    check_named(&room.run(&["open", "absent.zip"]), &["cannot read absent.zip"]);
}

#[test]
fn a_full_disk_leaves_no_half_a_bundle() {
    if let Err(reason) = full_disk() {
        skip(&reason);
    }
}

fn full_disk() -> Result<(), String> {
    if !is_root() {
        return Err("mounting needs root".to_owned());
    }
    let room = Room::new();
    record(&room);
    let small = Mounted::memory(&room, "size=64k")?;
    let out = format!("{}/bundle.zip", small.text());
    let said = room.run(&["bundle", "run.json", "--yes", "--out", &out]);
    assert_eq!(said.code, Some(4), "{}", said.stderr);
    assert_eq!(names(Path::new(small.text())), Vec::<String>::new());
    Ok(())
}
