//! A budget of time: which steps get a part of it, which none, and when a run ends early.

use iogram_engine::Control;
use iogram_model::RunState;
use iogram_runner::{End, Method, Outcome};

use crate::common::{disk, plan, settings};
use crate::fake::FakeRig;
use crate::records::Records;

const TIMED: &str = r#"[method]
id = "timed"
title = "Steps with terms"
question = "Which steps find time?"
source = "this test"
media = ["ssd"]
writes = "nothing"

[budget]
time = "{max_time}"

[params.max_time]
kind = "time"
default = "10s"
help = "the budget"

[[step]]
kind = "measure"
name = "dispensable"
access = "seq"
block = "1MiB"
time = "60s"
priority = 2
needs = "2s"
share = "SHARE"

[[step]]
kind = "measure"
name = "important"
access = "seq"
block = "1MiB"
time = "4s"
priority = 1
needs = "3s"

[report]
headline = ["bytes_per_s"]
"#;

fn method(share: &str) -> Method {
    Method::parse("timed.toml", &TIMED.replace("SHARE", share)).unwrap()
}

/// Durations of the cells in seconds, and the steps that were left out.
fn cells_of(max_time: &str) -> (Vec<(String, u64)>, Vec<String>) {
    let set = settings(&format!("max_time={max_time}"));
    let plan = plan(&method("50%"), &set, &disk(), 1).unwrap();
    let mut records = Records::default();
    let control = Control::default();
    let outcome =
        iogram_runner::run_method(&plan, &mut FakeRig::default(), &control, &mut records);
    assert_eq!(outcome, Outcome { state: RunState::Completed, end: End::LastStep });
    let cells = records.cells.iter();
    let cells =
        cells.map(|cell| (cell.name.clone(), (cell.elapsed_ns + 500_000_000) / 1_000_000_000));
    (cells.collect(), records.left_out.clone())
}

#[test]
fn a_step_ends_at_its_share_of_the_budget() {
    let (cells, left_out) = cells_of("10s");
    let expected = [("dispensable".to_owned(), 5), ("important".to_owned(), 4)];
    assert_eq!(cells, expected);
    assert!(left_out.is_empty());
}

#[test]
fn the_least_time_of_a_later_step_that_matters_more_is_kept_for_it() {
    let (cells, _) = cells_of("6s");
    assert_eq!(cells, [("dispensable".to_owned(), 3), ("important".to_owned(), 3)]);
}

#[test]
fn a_step_without_its_least_time_is_left_out_and_named() {
    let (cells, left_out) = cells_of("4s");
    assert_eq!(cells, [("important".to_owned(), 4)]);
    assert_eq!(left_out, ["dispensable"]);
}

#[test]
fn a_share_of_nothing_or_of_more_than_all_is_refused_with_its_place() {
    for share in ["0%", "150%", "half"] {
        let text = TIMED.replace("SHARE", share);
        let refused = Method::parse("timed.toml", &text).unwrap_err();
        assert!(refused.to_string().contains(share), "{share}: {refused}");
    }
}
