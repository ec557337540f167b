//! A build that speaks to no server: the address of one is refused before anything is done.

use crate::common::Room;

const ADDRESS: &str = "postgres://eva@127.0.0.1:1/runs";
const ERROR: &str = "error: cannot open the store postgres://eva@127.0.0.1:1/runs: this build of iogram cannot speak to a \
                     PostgreSQL server\n\
                     hint: build one that can: cargo build --release --features server (or cargo install --path \
                     crates/cli --features server)\n";

#[test]
fn the_address_of_a_server_is_refused_with_what_to_build() {
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
        let said = room.run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.stderr);
        assert!(said.stderr.ends_with(ERROR), "{arguments:?}: {}", said.stderr);
        assert_eq!(said.stdout, "", "{arguments:?}");
    }
    assert_eq!(room.runs(), kept, "nothing was measured");
}

#[test]
fn it_is_refused_by_the_environment_and_in_korean_too() {
    let room = Room::new();
    for (name, arguments) in [
        ("IOGRAM_STORE", &["runs"] as &[&str]),
        ("IOGRAM_SERVER", &["run", "fsync", "sim:s4-usb"]),
    ] {
        let mut command = room.command(arguments);
        command.env(name, ADDRESS).args(["--lang", "ko"]);
        let said = command.output().unwrap();
        let text = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{text}");
        assert!(text.contains("PostgreSQL 서버와 통신할 수 없음"), "{text}");
        assert!(text.contains("--features server"), "{text}");
    }
    assert!(!room.store().exists(), "nothing was made");
}
