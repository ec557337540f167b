//! Scores relative to those of another drive, and the built-in reference.
#![expect(clippy::disallowed_methods, reason = "a golden file is written by its test")]

use std::path::Path;

use iogram_model::{Conditions, Finding, Run, TraceScores};

use crate::common::Room;

/// The traces of a day once each, on the drive of the reference.
const DAY: [&str; 7] = ["run", "app-day", "sim:s4-ssd", "--seed", "1", "--set", "runs=1"];

fn shipped() -> Run {
    iogram_model::read_run(iogram_catalogue::reference_run("s4-ssd").unwrap()).unwrap()
}

fn scores(run: &Run) -> &TraceScores {
    let found = run.findings.iter().find_map(|finding| match finding {
        Finding::TraceScores(scores) => Some(scores),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn the_reference_that_comes_with_iogram_is_what_its_drive_does_today() {
    let room = Room::new();
    room.succeed(&DAY);
    let mut run = room.last_run();
    // The computer does not matter for a drive in virtual time.
    run.conditions = Conditions { tool: run.conditions.tool, ..Conditions::default() };
    run.id = "reference".to_owned();
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/references/s4-ssd.json");
    if std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == "1") {
        let kept = Run { findings: Vec::new(), ..run.clone() };
        let text = iogram_report::render_json(&kept, iogram_report::JsonStyle::Compact);
        std::fs::write(path, text).unwrap();
        return;
    }
    assert_eq!(scores(&shipped_scored()), scores(&run), "UPDATE_GOLDEN=1 rewrites it");
}

#[test]
fn scores_are_set_in_relation_to_a_run_and_say_to_which() {
    let room = Room::new();
    // A drive relative to itself.
    let mut same = DAY.to_vec();
    same.extend(["--reference", "s4-ssd"]);
    let said = room.succeed(&same);
    let run = room.last_run();
    for score in &scores(&run).traces {
        assert_eq!(score.reference_ratio, Some(1.0), "{}", score.cell);
    }
    let name = scores(&run).reference.clone().unwrap();
    assert!(name.contains("s4-ssd"), "{name}");
    assert!(said.stdout.contains(&format!("100 % of the scores of {name}")), "{said:?}");
    let page = room.succeed(&["show", "last", "--full"]).stdout;
    let line = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains(&format!("Ratio: the score divided by that of {name}")), "{page}");
    // Stored with the run, and not with one without a reference.
    let first = run.id;
    room.succeed(&["run", "app-day", "sim:s4-usb", "--seed", "1", "--set", "runs=1"]);
    let slow = room.last_run();
    assert_eq!(scores(&slow).reference, None);
    assert!(scores(&slow).traces.iter().all(|score| score.reference_ratio.is_none()));
    let told = room.succeed(&["show", "last", "--reference", &first, "--json"]).stdout;
    let told = iogram_model::read_run(&told).unwrap();
    let told = scores(&told);
    let expected: Vec<f64> = scores(&slow)
        .traces
        .iter()
        .zip(&scores(&shipped_scored()).traces)
        .map(|(slow, fast)| slow.score / fast.score)
        .collect();
    let ratios: Vec<f64> = told.traces.iter().filter_map(|it| it.reference_ratio).collect();
    assert_eq!(ratios, expected);
    let logarithms: f64 = expected.iter().map(|ratio| ratio.ln()).sum();
    let total = told.total.reference_ratio.unwrap();
    assert!((total - (logarithms / expected.len() as f64).exp()).abs() < 1e-9, "{total}");
    assert!(total < 1.0, "a stick is no SSD: {total}");
}

fn shipped_scored() -> Run {
    iogram_findings::analysed(shipped())
}

#[test]
fn what_is_no_reference_is_refused_before_anything_is_done() {
    let room = Room::new();
    room.succeed(&["run", "untar", "sim:s4-usb", "--set", "runs=1"]);
    let other = room.last_run().id;
    let day = ["run", "app-day", "sim:s4-usb", "--set", "runs=1"];
    for (more, words) in [
        (&["--reference", "none"][..], "none"),
        (&["--reference", "none.json"], "No such file"),
        (&["--reference", &other], "it is a run of untar"),
        (
            &["--reference", "s4-ssd", "--set", "timing=as-recorded"],
            "it was made with timing=as-fast-as-possible, and this one with timing=as-recorded",
        ),
        (&["--reference", "s4-ssd", "--at-once"], "--at-once"),
    ] {
        let said = room.run(&[&day[..], more].concat());
        assert_eq!(said.code, Some(2), "{more:?}: {said:?}");
        assert!(said.stderr.contains(words), "{more:?}: {said:?}");
    }
    let said = room.run(&["run", "untar", "sim:s4-usb", "--reference", &other]);
    assert_eq!(said.code, Some(2), "{said:?}");
    assert!(said.stderr.contains("it has no scores of traces"), "{said:?}");
    assert_eq!(room.last_run().id, other, "nothing was run");
}
