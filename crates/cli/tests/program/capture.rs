//! `iogram capture`: a drive's answers as one file, on a loop device, which answers little, and on a target that is
//! not a device.

use serde_json::Value;

use crate::common::{MIB, Room, is_root, names, skip, system};

#[test]
fn what_is_no_drive_is_refused() {
    let room = Room::new();
    for (device, words) in [
        ("sim:s4-usb", "cannot capture sim:s4-usb: there is no drive behind it"),
        ("null:", "there is no drive behind it"),
        ("/dev/absent", "cannot find a device \"/dev/absent\""),
    ] {
        let said = room.run(&["capture", device, "--yes"]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains(words), "{said:?}");
    }
    assert_eq!(names(&room.work()), [""; 0]);
}

#[test]
fn a_captured_file_that_is_spoilt_is_refused() {
    let room = Room::new();
    room.write("cut.json", b"{\"format\": \"iogram-capture/1\", \"version\": \"0");
    room.write("newer.json", b"{\"format\": \"iogram-capture/2\", \"version\": \"9\"}");
    for name in ["cut.json", "newer.json"] {
        let said = room.run(&["show", name]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(
            said.stderr.contains("cannot read") && said.stderr.contains("hint:"),
            "{said:?}"
        );
    }
}

#[test]
fn a_loop_device_is_captured_when_somebody_allows_it() {
    if !is_root() {
        return skip("loop devices need root");
    }
    let room = Room::new();
    let image = room.holes("secret-name.img", 4 * MIB);
    let device = match system("losetup", &["--find", "--show", image.to_str().unwrap()]) {
        Ok(device) => device.trim().to_owned(),
        Err(error) => return skip(&error),
    };
    let before = names(&room.work());
    let refused = room.run(&["capture", &device]);
    let shown = room.run(&["capture", &device, "--show"]);
    let untouched = names(&room.work());
    let written = room.run(&["capture", &device, "--yes", "--out", "mine.json"]);
    let again = room.run(&["capture", &device, "--yes", "--out", "mine.json"]);
    let described = room.run(&["show", "mine.json", "--json"]);
    system("losetup", &["--detach", &device]).unwrap();

    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("nobody was asked"), "{refused:?}");
    assert!(refused.stderr.contains("--yes"), "{refused:?}");
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert_eq!(untouched, before, "neither writes anything");
    assert_eq!(written.code, Some(0), "{written:?}");
    assert!(written.stderr.contains("files of the kernel: "), "{written:?}");
    assert_eq!(again.code, Some(3), "what exists stays: {again:?}");

    let text = std::fs::read(room.work().join("mine.json")).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(!text.contains("secret-name"), "the file behind it is nobody's business");
    let captured: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(captured["format"], "iogram-capture/1");
    assert_eq!(captured["device"]["capacity_bytes"], 4 * MIB);
    let sizes = captured["files"].as_object().unwrap().iter();
    let sizes: Vec<_> = sizes.filter(|(path, _)| path.ends_with("/size")).collect();
    assert_eq!(sizes.len(), 1, "{sizes:?}");
    assert_eq!(*sizes[0].1, format!("{}\n", 4 * MIB / 512));
    let described: Value = serde_json::from_str(&described.stdout).unwrap();
    assert_eq!(described, captured["device"]);
}
