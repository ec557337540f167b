//! The default build: it refuses features that it lacks before any other work.
//!
//! These tests are built with all features, as all are. So they start the program that `cargo xtask test` built
//! earlier with the default features, or this one if it is such a build.

use std::path::PathBuf;

use crate::common::{PROGRAM, Room, Said, lacks};

/// The path of the program with the default features, which `cargo xtask test` sets.
const BUILT: &str = "IOGRAM_DEFAULT_BUILD";

/// The program with the default features; `None`, with a message, if there is none.
fn program() -> Option<PathBuf> {
    if !cfg!(any(feature = "mount", feature = "png", feature = "server")) {
        return Some(PathBuf::from(PROGRAM));
    }
    let built = std::env::var_os(BUILT).map(PathBuf::from).filter(|path| path.is_file());
    if built.is_none() {
        lacks("a program of the default set; cargo xtask test build test builds one before");
    }
    built
}

const ADDRESS: &str = "postgres://eva@127.0.0.1:1/runs";
const ERROR: &str = "error: cannot open the store postgres://eva@127.0.0.1:1/runs: this build of iogram cannot speak to a \
                     PostgreSQL server\n\
                     hint: build one that can: cargo build --release --features server (or cargo install --path \
                     crates/cli --features server)\n";

#[test]
fn the_address_of_a_server_is_refused_with_what_to_build() {
    let Some(program) = program() else { return };
    let room = Room::new();
    room.succeed(&["run", "fsync", "sim:s4-usb", "--quiet"]);
    let kept = room.runs();
    for arguments in [
        &["runs", "--store", ADDRESS] as &[&str],
        &["show", "last", "--store", ADDRESS],
        &["fleet", "--store", ADDRESS],
        &["run", "fsync", "sim:s4-usb", "--store", ADDRESS],
        &["run", "fsync", "sim:s4-usb", "--server", ADDRESS],
        &["push", "--to", ADDRESS],
        &["pull", "--from", ADDRESS],
    ] {
        let said = Said::from(room.command_of(&program, arguments).output().unwrap());
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.stderr);
        assert!(said.stderr.ends_with(ERROR), "{arguments:?}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
    assert_eq!(room.runs(), kept, "nothing was measured");
}

#[test]
fn it_is_refused_by_the_environment_and_in_korean_too() {
    let Some(program) = program() else { return };
    let room = Room::new();
    for (name, arguments) in [
        ("IOGRAM_STORE", &["runs"] as &[&str]),
        ("IOGRAM_SERVER", &["run", "fsync", "sim:s4-usb"]),
    ] {
        let mut command = room.command_of(&program, arguments);
        command.env(name, ADDRESS).args(["--lang", "ko"]);
        let said = command.output().unwrap();
        let text = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{text}");
        assert!(text.contains("PostgreSQL 서버와 통신할 수 없음"), "{text}");
        assert!(text.contains("--features server"), "{text}");
    }
    assert!(!room.store().exists(), "nothing was made");
}

#[test]
fn pictures_of_dots_are_refused_with_what_to_build() {
    let Some(program) = program() else { return };
    let room = Room::new();
    room.succeed(&["run", "fsync", "sim:s4-usb", "--quiet"]);
    let arguments = ["report", "last", "-o", "png/", "--images", "png"];
    let said = Said::from(room.command_of(&program, &arguments).output().unwrap());
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(said.stderr.contains("cannot draw PNG"), "{}", said.stderr);
    assert!(said.stderr.contains("cargo build --release --features png"), "{}", said.stderr);
    assert!(!room.work().join("png").exists());
}

#[test]
fn a_drive_as_a_file_is_refused_with_what_to_build() {
    let Some(program) = program() else { return };
    let room = Room::new();
    for (language, refused, hint) in [
        (
            "en",
            "cannot serve a drive: this iogram was built without FUSE",
            "build one that can: ",
        ),
        ("ko", "이 iogram은 FUSE 없이 빌드됨", "제공할 수 있게 빌드할 것: "),
    ] {
        let place = room.work().join(language);
        let trace = room.work().join("day.iotrace");
        let said = Said::from(
            room.command_of(&program, &["sim", "serve", "s4-usb", "--lang", language])
                .arg("--mount")
                .arg(&place)
                .arg("--trace")
                .arg(&trace)
                .output()
                .unwrap(),
        );
        assert_eq!(said.code, Some(2), "{}", said.stderr);
        assert!(said.stderr.contains(refused), "{}", said.stderr);
        let command = format!("{hint}cargo build --release --features mount");
        assert!(said.stderr.contains(&command), "{}", said.stderr);
        assert!(!place.exists() && !trace.exists(), "nothing was made");
    }
}
