//! Bundles of imported runs: private data in other tools' files stays at home.

use iogram_bundle::{sha256, unpack};

use crate::common::{Room, names};

/// The output of fio for a job from a server, with private options.
const CLIENT: &str = r#"{ "fio version" : "fio-3.36", "timestamp" : 1800000000, "client_stats" : [ {
 "jobname" : "reads", "groupid" : 0, "error" : 0, "hostname" : "evas-server-7", "port" : 8765,
 "job options" : { "rw" : "randread", "bs" : "4k", "filename" : "cards/eva/test.bin", "http_pass" : "rosebud",
  "uri" : "nbd+unix:///eva?socket=s", "description" : "the card of the wedding" },
 "read" : { "io_bytes" : 4096000, "io_kbytes" : 4000, "bw_bytes" : 4096000, "bw" : 4000, "iops" : 1000.0,
  "runtime" : 1000, "total_ios" : 1000 } } ] }
"#;

#[test]
fn a_bundle_of_another_tools_file_tells_no_computer_key_or_hash_to_try_numbers_against() {
    let room = Room::new();
    room.write("fio.json", CLIENT.as_bytes());
    room.succeed(&["import", "fio.json"]);
    let said = room.succeed(&["bundle", "last", "--yes", "--out", "b.zip"]).stderr;
    for shown in [
        "computer's name: evas-server-7 becomes host-",
        "path: cards/eva/test.bin becomes path-",
        "hash of the imported file: ",
        "stays as it is: name of the imported file: fio.json",
        "stays as it is: description in the imported file: the card of the wedding",
    ] {
        assert!(said.contains(shown), "{shown}: {said}");
    }
    let hash = sha256(CLIENT.as_bytes());
    let secrets =
        ["evas-server-7", "cards/eva", "rosebud", "nbd+unix", hash.as_str(), &hash[..12]];
    let found = unpack(&std::fs::read(room.work().join("b.zip")).unwrap()).unwrap();
    for (path, bytes) in &found {
        let text = String::from_utf8_lossy(bytes);
        for secret in secrets {
            assert!(!text.contains(secret) && !path.contains(secret), "{secret}: {path}");
        }
    }
    // The recipient stores it under its id there, and passes it on unchanged.
    room.succeed(&["open", "b.zip"]);
    let is_record =
        |path: &&String| path.starts_with("data/import-") && path.ends_with(".json");
    let shared = found.keys().find(is_record).unwrap();
    room.write("shared.json", &found[shared]);
    let again = room.succeed(&["bundle", "shared.json", "--yes", "--out", "again.zip"]).stderr;
    assert!(again.contains("nothing was found in the records that names you"), "{again}");
    assert!(names(&room.work()).contains(&"again.zip".to_owned()));
}
