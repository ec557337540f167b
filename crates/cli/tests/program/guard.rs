//! The program destroys only what the user named, and every refusal has a remedy.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use iogram_model::Run;

use crate::common::{MIB, Mounted, PROGRAM, Room, Said, is_root, names, skip};

/// A file that somebody needs.
fn precious() -> Vec<u8> {
    (0..MIB).map(|at| u8::try_from(at % 241).unwrap()).collect()
}

#[track_caller]
fn check_refused(said: &Said, expected: &str) {
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.stderr.contains(expected), "{said:?}");
    assert!(said.stderr.contains("\nhint: "), "{said:?}");
    assert_eq!(said.stdout, "");
}

#[test]
fn a_file_with_data_is_written_only_if_its_name_is_typed_again() {
    let room = Room::new();
    let path = room.write("precious", &precious());
    let write = ["measure", "precious", "--read", "0%", "--count", "10"];
    let with = |more: &[&str]| room.run(&[&write, more].concat());
    check_refused(&with(&[]), "refused to write to precious: it holds data\nhint: ");
    check_refused(&with(&[]), "--destroy precious");
    check_refused(&with(&["--destroy", "precius"]), "\"precius\"");
    check_refused(&with(&["--destroy", ""]), "\"\"");
    check_refused(&with(&["--destroy", "."]), "\".\"");
    for method in ["dd-write", "fsync", "image-write"] {
        check_refused(&room.run(&["run", method, "precious"]), "it holds data");
    }
    assert_eq!(std::fs::read(&path).unwrap(), precious());
    assert_eq!(with(&["--destroy", "precious"]).code, Some(0));
    let after = std::fs::read(&path).unwrap();
    assert!(after != precious() && after.len() as u64 == MIB);
}

#[test]
fn a_method_on_a_file_with_data_keeps_its_reads_and_says_what_is_missing() {
    let room = Room::new();
    let data = vec![7; 16 << 20];
    let path = room.write("precious", &data);
    let settings = ["--set", "time=100ms", "--set", "loops=1"];
    let said = room.succeed(&[&["quick", "precious"] as &[&str], &settings].concat());
    assert!(said.stdout.contains("SEQ1M Q8T1"), "{}", said.stdout);
    assert!(!said.stderr.contains("writing a test file"), "{}", said.stderr);
    let run = room.last_run();
    let codes: Vec<&str> = run.warnings.iter().map(|w| w.code.as_str()).collect();
    assert!(codes.contains(&"writes-left-out"), "{codes:?}");
    assert!(codes.contains(&"size-reduced"), "{codes:?}");
    assert_eq!(run.cells.len(), 4);
    let plan = room.succeed(&["plan", "quick", "precious"]).stdout;
    assert!(plan.contains("Destroys:  nothing\n"), "{plan}");
    assert!(plan.contains("Writes:    nothing\n"), "{plan}");
    assert_eq!(std::fs::read(path).unwrap(), data);
}

#[test]
fn a_file_of_holes_may_be_written_and_reads_from_holes_are_pointed_out() {
    let room = Room::new();
    room.holes("holes", MIB);
    let run = room.measure("holes --access seq --block 64KiB --amount 1MiB");
    assert!(run.warnings.iter().any(|warning| warning.code == "holes"), "{:?}", run.warnings);
    let run = room.measure("holes --read 0% --access seq --amount 1MiB");
    assert_eq!(run.cells[0].operations.write.as_ref().unwrap().count, 256);
    let run = room.measure("holes --amount 1MiB");
    assert!(run.warnings.iter().all(|warning| warning.code != "holes"), "{:?}", run.warnings);
}

/// A device with a mounted file system, and the file below it.
#[test]
fn a_mounted_device_and_the_file_below_it_are_refused_with_the_mount() {
    let room = Room::new();
    let mounted = match Mounted::ext4(&room, "20M") {
        Ok(mounted) => mounted,
        Err(reason) => return skip(&reason),
    };
    let device = mounted.device().unwrap();
    let write = ["--read", "0%", "--count", "10"];
    let said = room.run(&[&["measure", &device] as &[&str], &write].concat());
    check_refused(&said, &format!("mounted at {}", mounted.text()));
    assert!(said.stderr.contains(&format!("umount {}", mounted.text())), "{said:?}");
    let image = room.path().join("ext4.img");
    let image = image.to_str().unwrap();
    let name = device.trim_start_matches("/dev/");
    let typed = ["--destroy", "ext4.img"];
    let said = room.run(&[&["measure", image] as &[&str], &write, &typed].concat());
    check_refused(&said, &format!("in use by {name}"));
    let read = room.run(&["measure", &device, "--count", "10"]);
    assert_eq!(read.code, Some(0), "reading harms nobody: {read:?}");
    let quick = room.run(&["quick", &device, "--set", "size=16MiB", "--set", "time=100ms"]);
    assert_eq!(quick.code, Some(0), "{quick:?}");
    assert!(quick.stderr.contains("only reads are measured"), "{quick:?}");
}

/// The program as a user without any rights; as the user of the tests if that is not root.
fn as_nobody(room: &Room, arguments: &[&str]) -> Result<Said, String> {
    let open = |path: &std::path::Path| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    };
    open(room.path());
    // The program may be in a place that this user cannot reach.
    let program = room.path().join("iogram");
    if !program.exists() {
        std::fs::copy(PROGRAM, &program).unwrap();
    }
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
        command
    } else {
        Command::new(&program)
    };
    room.furnish(&mut command);
    let output = command.args(arguments).output();
    output.map(Said::from).map_err(|error| format!("cannot become another user: {error}"))
}

#[test]
fn a_directory_without_permission_to_write_is_said_with_what_to_do() {
    let room = Room::new();
    let locked = std::fs::Permissions::from_mode(0o555);
    std::fs::set_permissions(room.work(), locked).unwrap();
    let said = match as_nobody(&room, &["quick", ".", "--no-store"]) {
        Ok(said) => said,
        Err(reason) => return skip(&reason),
    };
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("cannot make a test file in ."), "{said:?}");
    assert!(said.stderr.contains("hint: name a place that you may read and write"), "{said:?}");
}

#[test]
fn a_result_that_an_ordinary_user_cannot_keep_is_said_before_anything_is_measured() {
    let room = Room::new();
    std::fs::set_permissions(room.work(), PermissionsExt::from_mode(0o555)).unwrap();
    for option in [["--json", "run.json"], ["--store", "runs.sqlite"]] {
        let arguments = [&["measure", "null:", "--count", "1"] as &[&str], &option].concat();
        let said = match as_nobody(&room, &arguments) {
            Ok(said) => said,
            Err(reason) => return skip(&reason),
        };
        assert_eq!((said.code, said.stdout.as_str()), (Some(4), ""), "{said:?}");
        assert!(said.stderr.contains("Permission denied"), "{said:?}");
        assert!(said.stderr.contains("hint:"), "{said:?}");
    }
}

#[test]
fn a_file_that_may_not_be_read_is_said_with_what_to_do() {
    let room = Room::new();
    let path = room.write("secret", &precious());
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o000)).unwrap();
    let said = match as_nobody(&room, &["measure", "secret", "--count", "1", "--no-store"]) {
        Ok(said) => said,
        Err(reason) => return skip(&reason),
    };
    assert_eq!(said.code, Some(4), "{said:?}");
    assert!(said.stderr.contains("cannot open secret: Permission denied"), "{said:?}");
    assert!(said.stderr.contains("hint: name a place that you may read"), "{said:?}");
}

#[test]
fn an_ordinary_user_measures_in_a_directory_of_his_own() {
    let room = Room::new();
    std::fs::set_permissions(room.work(), PermissionsExt::from_mode(0o777)).unwrap();
    let arguments = "measure . --size 1MiB --count 100 --depth 8 --no-store --json - --quiet";
    let said = match as_nobody(&room, &arguments.split(' ').collect::<Vec<_>>()) {
        Ok(said) => said,
        Err(reason) => return skip(&reason),
    };
    assert_eq!((said.code, said.stderr.as_str()), (Some(0), ""));
    let run: Run = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(run.cells[0].operations.read.as_ref().unwrap().count, 100);
    assert!(names(&room.work()).is_empty());
}
