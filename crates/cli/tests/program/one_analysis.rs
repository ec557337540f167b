//! One analysis draws all conclusions, from the record alone: everything that shows a run agrees, with today's rules,
//! and nothing queries the drive again.

use iogram_findings::analysed;
use iogram_model::{Reanalysis, Run};
use iogram_store::{RunFilter, Store};

use crate::common::{Room, SHORT};

/// Removes all conclusions from the last stored run; returns the analysis of the rest.
fn without_conclusions(room: &Room) -> Run {
    let run = Run { headline: None, findings: Vec::new(), ..room.last_run() };
    Store::open(room.store()).unwrap().finish(&run).unwrap();
    analysed(run)
}

/// The run in a command's output.
fn printed(room: &Room, arguments: &[&str]) -> Run {
    let said = room.run(arguments);
    iogram_model::read_run(&said.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{said:?}"))
}

#[track_caller]
fn check_same(what: &str, shown: &Run, expected: &Run) {
    assert_eq!(shown.headline, expected.headline, "{what}");
    assert_eq!(shown.findings, expected.findings, "{what}");
    assert_eq!(shown.warnings, expected.warnings, "{what}");
}

/// Checks that everything that shows the last run of `room` has the conclusions of `expected`.
fn check_all(room: &Room, expected: &Run) {
    check_same("show", &printed(room, &["show", "last", "--json"]), expected);
    let said = room.run(&["analyse", "last", "--json"]);
    let again: Vec<Reanalysis> = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(Some(&again[0].analysis.headline), expected.headline.as_ref());
    assert_eq!(again[0].analysis.findings, expected.findings);
    room.succeed(&["report", "last", "-o", "pages"]);
    let answer = room.run(&["show", "last"]).stdout;
    let page = std::fs::read(room.work().join("pages/report.md")).unwrap();
    let first = answer.lines().next().unwrap();
    assert!(String::from_utf8_lossy(&page).contains(first), "{first}");
    // Another store that gets the record without conclusions draws them, too.
    let other = Room::new();
    let file = other.write("run.json", room.run(&["show", "last", "--json"]).stdout.as_bytes());
    let run = printed(&other, &["import", "run", file.to_str().unwrap(), "--json", "-"]);
    check_same("import", &run, expected);
}

#[test]
fn a_run_whose_drive_is_gone_is_concluded_as_before() {
    let room = Room::new();
    std::fs::create_dir(room.work().join("card")).unwrap();
    room.succeed(&[&["quick", "card", "--quiet"], &SHORT[..]].concat());
    let measured = room.last_run();
    std::fs::remove_dir_all(room.work().join("card")).unwrap();
    let expected = without_conclusions(&room);
    check_same("kept by the run", &measured, &expected);
    check_all(&room, &expected);
}

#[test]
fn a_counterfeit_is_told_by_everything_that_shows_its_run() {
    let room = Room::new();
    let said = room.run(&["verify", "sim:fake-tiny", "--seed", "1", "--quiet"]);
    assert_eq!(said.code, Some(1), "{said:?}");
    let measured = room.last_run();
    let expected = without_conclusions(&room);
    check_same("kept by the run", &measured, &expected);
    check_all(&room, &expected);
    assert!(room.run(&["show", "last"]).stdout.contains("COUNTERFEIT"));
}

#[test]
fn a_comparison_rests_on_what_is_concluded_now_not_on_what_was_kept() {
    let room = Room::new();
    for seed in ["1", "2"] {
        room.succeed(
            &[&["quick", "sim:s4-usb", "--seed", seed, "--quiet"], &SHORT[..]].concat(),
        );
        without_conclusions(&room);
    }
    let mut store = Store::open(room.store()).unwrap();
    let runs = store.list(&RunFilter::default()).unwrap();
    let ids: Vec<String> = runs.into_iter().map(|run| run.line.id).collect();
    let compared = || room.succeed(&["compare", &ids[0], &ids[1], "--format", "json"]).stdout;
    let bare = compared();
    for id in &ids {
        let kept = store.load(id).unwrap();
        assert!(kept.findings.is_empty());
        store.finish(&analysed(kept)).unwrap();
    }
    assert_eq!(bare, compared());
}

#[test]
fn whoever_judges_a_run_again_ends_with_the_code_that_it_ended_with() {
    let search = ["run", "bootbench", "sim:s4-ssd", "--set", "prepare=done", "--seed", "3"];
    let short = ["--set", "size=64MiB", "--set", "time=100ms", "--set", "runs=1"];
    let open = [&["good-for", "camera", "sim:sd-a2"][..], &short].concat();
    for (arguments, code) in [
        (&search[..], 1),
        (&open[..], 6),
        (&["measure", "sim:s4-ssd", "--count", "100"], 0),
        (&["verify", "sim:fake-tiny", "--seed", "1"], 1),
    ] {
        let room = Room::new();
        let said = room.run(&[arguments, &["--quiet"]].concat());
        assert_eq!(said.code, Some(code), "{arguments:?}: {said:?}");
        let again = room.run(&["analyse", "last"]);
        assert_eq!(again.code, Some(code), "{arguments:?}: {again:?}");
    }
}
