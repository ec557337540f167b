//! A site of many bundles: strangers' texts have no effect, edited bundles are left out, and a folder's other files
//! stay.

use iogram_bundle::{pack, unpack};
use iogram_model::{Run, read_run};

use crate::common::{Room, names};

const HOSTILE: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> ../../x";

/// Two bundles of one drive, the record of another one with a hostile name, and files that are not runs.
fn filled() -> Room {
    let room = Room::new();
    room.succeed(&["measure", "sim:sd-a2", "--count", "2000", "--json", "plain.json"]);
    let text = std::fs::read(room.work().join("plain.json")).unwrap();
    let mut run = read_run(&String::from_utf8(text).unwrap()).unwrap();
    std::fs::create_dir_all(room.work().join("in/below")).unwrap();
    let write = |name: &str, run: &Run| {
        room.write(name, serde_json::to_string(run).unwrap().as_bytes());
    };
    run.target.serial = Some("S4EWNX0R123456".to_owned());
    for id in ["20261121-000000-0001", "20261122-000000-0002"] {
        write("one.json", &Run { id: id.to_owned(), ..run.clone() });
        let out = format!("in/below/{id}.zip");
        room.succeed(&["bundle", "one.json", "--yes", "--out", &out]);
    }
    run.target.model = Some(HOSTILE.to_owned());
    run.target.drive = Some(HOSTILE.to_owned());
    run.method.id = HOSTILE.to_owned();
    write("in/<b>hostile.json", &Run { id: "20261123-000000-0003".to_owned(), ..run });
    room.write("in/package.json", b"{\"name\": \"something else\"}");
    room.write("in/notes.txt", b"x");
    room
}

fn page(room: &Room, name: &str) -> String {
    String::from_utf8(std::fs::read(room.work().join("site").join(name)).unwrap()).unwrap()
}

#[test]
fn a_site_lists_every_run_and_works_without_a_server() {
    let room = filled();
    room.succeed(&["catalogue", "build", "in", "--out", "site/"]);
    let index = page(&room, "index.html");
    for id in ["20261121-000000-0001", "20261122-000000-0002", "20261123-000000-0003"] {
        assert!(index.contains(&format!("href=\"runs/{id}.html\"")), "{id}");
        assert!(page(&room, &format!("runs/{id}.html")).contains("../assets/charts.js"));
        let data = page(&room, &format!("data/{id}.json"));
        assert!(
            read_run(&data).is_ok_and(|run| run.target.serial.unwrap().starts_with("serial-"))
        );
    }
    // Two runs of one drive, one of another.
    assert_eq!(names(&room.work().join("site/drives")).len(), 2);
    let whole: usize = names(&room.work().join("site/runs")).len();
    assert_eq!(whole, 3);
    for text in [&index, &page(&room, "compare.html")] {
        assert!(!text.contains("http://") && !text.contains("https://"), "nothing is fetched");
        assert!(!text.contains("S4EWNX0R123456"));
    }
}

#[test]
fn names_from_strangers_do_nothing_on_a_page() {
    let room = filled();
    room.succeed(&["catalogue", "build", "in", "--out", "site/", "--title", HOSTILE]);
    let mut pages = vec!["index.html".to_owned(), "compare.html".to_owned()];
    for folder in ["runs", "drives"] {
        let found = names(&room.work().join("site").join(folder));
        pages.extend(found.into_iter().map(|name| format!("{folder}/{name}")));
    }
    for name in pages {
        let text = page(&room, &name);
        assert!(!text.contains("<script>alert") && !text.contains("<img src=x"), "{name}");
    }
}

#[test]
fn what_was_edited_or_damaged_is_left_out_and_named() {
    let room = filled();
    let path = room.work().join("in/below/20261121-000000-0001.zip");
    let whole = std::fs::read(&path).unwrap();
    let mut files = unpack(&whole).unwrap();
    let page_text = String::from_utf8(files["index.html"].clone()).unwrap();
    files.insert("index.html".to_owned(), page_text.replace("IOPS", "9IOPS").into_bytes());
    std::fs::write(&path, pack("bundle", &files).unwrap()).unwrap();
    room.write("in/cut.zip", &whole[..whole.len() / 2]);
    let said = room.run(&["catalogue", "build", "in", "--out", "site/"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    for shown in [
        "left out below/20261121-000000-0001.zip: index.html was changed",
        "left out cut.zip: ",
    ] {
        assert!(said.stderr.contains(shown), "{shown}: {}", said.stderr);
    }
    let index = page(&room, "index.html");
    assert!(
        index.contains("below/20261121-000000-0001.zip") && index.contains("cut.zip"),
        "they are named"
    );
    assert!(!index.contains("runs/20261121-000000-0001.html"), "{index}");
    std::fs::create_dir(room.work().join("nothing")).unwrap();
    let said = room.run(&["catalogue", "build", "nothing", "--out", "empty/"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(!room.work().join("empty").exists());
}

/// A record has no hash, but its figures must agree.
#[test]
fn a_record_whose_figures_contradict_each_other_is_left_out_and_named() {
    let room = filled();
    let path = room.work().join("in/<b>hostile.json");
    let text = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
    let mut run = read_run(&text).unwrap();
    let measured = run.cells.iter_mut().find_map(|it| it.operations.read.as_mut()).unwrap();
    measured.bytes *= 3;
    room.write("in/faster.json", serde_json::to_string(&run).unwrap().as_bytes());
    let said = room.run(&["catalogue", "build", "in", "--out", "site/"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    let shown = "left out faster.json: faster.json contradicts itself: ";
    assert!(said.stderr.contains(shown), "{}", said.stderr);
    assert_eq!(names(&room.work().join("site/runs")).len(), 3, "the others are there");
}

#[test]
fn a_site_is_built_again_and_other_files_of_its_folder_stay() {
    let room = filled();
    room.succeed(&["catalogue", "build", "in", "--out", "site/"]);
    room.write("site/CNAME", b"example.org");
    std::fs::remove_file(room.work().join("in/below/20261122-000000-0002.zip")).unwrap();
    room.succeed(&["catalogue", "build", "in", "--out", "site/"]);
    assert_eq!(page(&room, "CNAME"), "example.org");
    assert!(
        !room.work().join("site/runs/20261122-000000-0002.html").exists(),
        "it is of no run any more"
    );
    assert!(!page(&room, "index.html").contains("20261122-000000-0002"));
    // Existing files that do not belong to a site are never replaced.
    std::fs::create_dir(room.work().join("other")).unwrap();
    room.write("other/index.html", b"mine");
    let said = room.run(&["catalogue", "build", "in", "--out", "other/"]);
    assert_eq!(said.code, Some(3), "{}", said.stderr);
    assert_eq!(names(&room.work().join("other")), ["index.html"]);
    // Nor are files that somebody changed.
    let edited = page(&room, "index.html") + "mine";
    room.write("site/index.html", edited.as_bytes());
    std::fs::remove_file(room.work().join("in/below/20261121-000000-0001.zip")).unwrap();
    let said = room.run(&["catalogue", "build", "in", "--out", "site/"]);
    assert_eq!(said.code, Some(3), "{}", said.stderr);
    assert_eq!(page(&room, "index.html"), edited);
    assert!(room.work().join("site/runs/20261121-000000-0001.html").exists());
    // A link is neither followed nor read, however long its target is.
    std::fs::remove_file(room.work().join("site/index.html")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", room.work().join("site/index.html")).unwrap();
    let said = room.run(&["catalogue", "build", "in", "--out", "site/"]);
    assert_eq!(said.code, Some(3), "{}", said.stderr);
}

#[test]
fn a_site_tells_no_serial_number_of_a_bundle_that_has_them() {
    let room = filled();
    let serial = "S4EWNX0R123456";
    room.succeed(&["bundle", "one.json", "--yes", "--with-serial", "--out", "in/a.zip"]);
    room.succeed(&["catalogue", "build", "in", "--out", "site/"]);
    for folder in ["runs", "data", "drives"] {
        for name in names(&room.work().join("site").join(folder)) {
            let text = page(&room, &format!("{folder}/{name}"));
            assert!(!text.contains(serial), "{folder}/{name}");
        }
    }
}
