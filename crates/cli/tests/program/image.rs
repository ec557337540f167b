//! A real image is written, read back and verified; other files, or ones that do not fit, are refused earlier.

use iogram_model::{CellState, DataPattern};

use crate::common::Room;

const RUN: [&str; 6] = ["run", "image-write", ".", "--set", "runs=1", "--set"];

/// Contents that do not repeat and have an odd size.
fn image(room: &Room, name: &str, size: u32) -> String {
    let bytes: Vec<u8> =
        (0..size).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let path = room.write(name, &bytes);
    format!("image={}", path.display())
}

#[test]
fn an_image_is_written_as_it_is_and_compared_with_what_is_there() {
    let room = Room::new();
    let image = image(&room, "card.img", 1_500_001);
    room.succeed(&[&RUN[..], &[&image]].concat());
    let run = room.last_run();
    let cell = &run.cells[0];
    let written = 1_500_001_u64.next_multiple_of(4096);
    assert_eq!((cell.state, cell.workload.data), (CellState::Completed, DataPattern::Image));
    assert_eq!(cell.operations.write.as_ref().unwrap().bytes, written);
    assert_eq!(cell.verified_bytes, Some(written));
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    assert!(page.contains("read back") && page.contains("write-back"), "{page}");
}

/// No request failed: a drive that stores other data is worse than one that reports errors.
#[test]
fn an_image_that_comes_back_as_other_data_is_told_so_in_the_first_line() {
    let room = Room::new();
    let image = image(&room, "card.img", 1_500_001);
    room.succeed(&[&RUN[..], &[&image]].concat());
    let said = room.succeed(&["show", "last", "--format", "json"]).stdout;
    let mut run: serde_json::Value = serde_json::from_str(&said).unwrap();
    run["id"] = "other-data".into();
    run["cells"][0]["state"] = "io-errors".into();
    run["cells"][0]["errors"] = serde_json::json!([{
        "operation": "read", "errno": null, "message": "other data than the image's, in pages of 4 KiB",
        "count": 3, "first_offset_bytes": 4096, "last_offset_bytes": 819_200,
    }]);
    room.write("other.json", run.to_string().as_bytes());
    let said = room.run(&["import", "run", "other.json"]);
    let page = room.run(&["show", "other-data"]);
    let first = page.stdout.lines().next().unwrap_or_default().to_owned();
    assert!(first.starts_with("BAD: 12 KiB"), "{said:?} {page:?}");
    assert!(first.contains("came back as other data"), "{first}");
    assert!(!page.stdout.contains("failed requests in"), "{page:?}");
}

/// The path of a file on the user's computer is private.
#[test]
fn pages_for_others_name_an_image_without_its_folders() {
    let room = Room::new();
    let image = image(&room, "card.img", 1_500_001);
    let folder = room.work().display().to_string();
    assert!(image.contains(&folder), "{image}");
    room.succeed(&[&RUN[..], &[&image]].concat());
    let markdown = room.succeed(&["show", "last", "--format", "markdown"]).stdout;
    assert!(markdown.contains("image=card.img") && !markdown.contains(&image), "{markdown}");
    room.succeed(&["report", "last", "-o", "page.html"]);
    let page =
        String::from_utf8(std::fs::read(room.work().join("page.html")).unwrap()).unwrap();
    assert!(page.contains("image=card.img") && !page.contains(&image));
}

#[test]
fn what_is_no_image_or_does_not_fit_is_refused_before_anything_is_written() {
    let room = Room::new();
    let refused = |image: &str, target: &str, why: &str| {
        let said = room.run(&["run", "image-write", target, "--set", image]);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.stderr.contains(why) && said.stderr.contains("hint: "), "{said:?}");
    };
    let packed = room.write("card.img.xz", b"\xfd7zXZ\0and so on");
    refused(&format!("image={}", packed.display()), ".", "unpack it first: xz -dk");
    refused("image=/dev/zero", ".", "no regular file");
    let large = image(&room, "large.img", 300_000);
    let small = room.write("small.bin", &vec![7; 200_000]);
    let small = small.to_str().unwrap();
    refused(&large, small, "there is room for");
    assert_eq!(std::fs::read(small).unwrap(), vec![7; 200_000]);
    refused(&format!("image={small}"), small, "to itself");
    let said = room.run(&[&RUN[..], &[&large, "--set", "size=1GiB"]].concat());
    assert!(said.stderr.contains("cannot set size beside image"), "{said:?}");
    let said = room.run(&[&RUN[..], &["data=image"]].concat());
    assert!(said.stderr.contains("none was named"), "{said:?}");
}
