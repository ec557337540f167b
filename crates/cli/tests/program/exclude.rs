//! A repetition that does not describe the drive is excluded by hand, with its reason, and included again.

use iogram_model::{Finding, RepeatSummary, Run};

use crate::common::Room;

fn rates(run: &Run) -> &RepeatSummary {
    let summaries = run.findings.iter().filter_map(|finding| match finding {
        Finding::RepeatSummary(summary) => Some(summary),
        _ => None,
    });
    summaries.into_iter().find(|it| it.figure == "bytes_per_s").unwrap()
}

#[test]
fn a_repetition_left_out_stands_in_parentheses_and_in_no_mean_and_comes_back() {
    let room = Room::new();
    room.succeed(&["run", "dd-read", "sim:s0-kodak-64g", "--set", "size=64MiB", "-q"]);
    let before = room.last_run();
    let values = rates(&before).runs.clone();
    assert_eq!(values.len(), 5);
    let reason = "another program read at the same time";
    let name = format!("{}#1", before.cells[0].name);
    room.succeed(&["exclude", "last", &name, "--reason", reason]);

    let without = room.last_run();
    assert_eq!(rates(&without).runs, values[1..], "four repetitions are left");
    assert!(!without.cells[0].is_counted);
    assert_eq!(without.cells[0].excluded.as_ref().unwrap().reason, reason);
    assert_eq!(without.cells[0].series, before.cells[0].series, "nothing measured is lost");
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    let list = page.lines().find(|line| line.contains(" -> ") && line.contains('(')).unwrap();
    assert!(list.trim_start().split("  ").nth(1).unwrap().starts_with('('), "{list}");
    assert!(page.contains(&format!("run 1: excluded by hand: {reason}")), "{page}");

    let twice = room.run(&["exclude", "last", &name, "--reason", "again"]);
    assert_eq!(twice.code, Some(2), "{twice:?}");
    room.succeed(&["include", "last", &name]);
    assert_eq!(room.last_run(), before, "everything is as it was");
    let again = room.run(&["include", "last", &name]);
    assert_eq!(again.code, Some(2), "{again:?}");
    // Also with the words in the other order.
    room.succeed(&["run", "exclude", "last", &name, "--reason", reason]);
    assert!(!room.last_run().cells[0].is_counted);
    room.succeed(&["run", "include", "last", &name]);
    assert_eq!(room.last_run(), before);
}

#[test]
fn what_cannot_be_left_out_is_said_with_what_can() {
    let room = Room::new();
    room.succeed(&["run", "dd-read", "sim:s0-kodak-64g", "--set", "size=64MiB", "-q"]);
    let cell = room.last_run().cells[0].name.clone();
    let refused = |name: &str, hint: &str| {
        let said = room.run(&["exclude", "last", name, "--reason", "slow"]);
        assert_eq!(said.code, Some(2), "{name}: {said:?}");
        assert!(said.stderr.contains(hint), "{name}: {said:?}");
    };
    refused(&cell, &format!("{cell}#1 to {cell}#5"));
    refused(&format!("{cell}#0"), "#1 to");
    refused(&format!("{cell}#6"), "#1 to");
    refused("other#1", &format!("cells of the run: {cell}"));
    let empty = room.run(&["exclude", "last", &format!("{cell}#1"), "--reason", " "]);
    assert_eq!(empty.code, Some(2), "{empty:?}");

    room.write("log.txt", b"Aligned @ 8192 Delay: 749787ns\nAligned @ 4096 Delay: 650218ns\n");
    room.succeed(&["import", "flashbench", "log.txt"]);
    refused("first units#1", "only runs that this version measured");
}
