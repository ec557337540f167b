//! Cells that end once their rate is known: their results on drives with a known rate.

use iogram_engine::{Control, Rig};
use iogram_model::{Argument, CellRecord, EndReason, Finding, MessageId, RoundResult, Run};
use iogram_runner::{Method, TargetFacts, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

use crate::records::Records;
use crate::runs::{EVEN, measured};

/// 100 MB/s for five seconds, then half of it or less; as new after a rest.
const CACHED: &str = r#"
name = "cached"
title = "t"
source = "arbitrary"
drive = "nvme"
capacity = "4GiB"
[link]
rate = "100MB/s"
in_flight = 32
[media.page]
unit = "4KiB"
page_size = "16KiB"
planes = 2
dies = 4
block_pages = 64
over_provisioning = "20%"
read_time = "75us"
program_time = "3ms"
erase_time = "5ms"
[media.page.slc]
cell_bits = 3
fixed = "512MiB"
dynamic = "0%"
program_time = "300us"
read_time = "40us"
when_full = "bypass"
idle_delay = "1s"
"#;

/// Five seconds of a cache are enough to know its rate.
const AFTER_RESTS: &str = r#"
[method]
id = "after-rests"
title = "t"
question = "q"
source = "arbitrary"
media = ["nvme"]
writes = "device"

[[step]]
kind = "repeat"
count = 3
rest_between = "60s"

[[step.step]]
kind = "measure"
name = "write"
access = "seq"
read = "0%"
block = "128KiB"
depth = 4
time = "20s"
until = "within 1% at 95% after 2s"
"#;

fn throughput(length: &str) -> Run {
    let settings = [("time", "20s"), ("shortest", "2s"), ("depth", "4"), ("length", length)];
    measured(&SimSpec::parse(EVEN).unwrap(), 1, "pts-throughput", &settings)
}

fn results(run: &Run) -> Vec<RoundResult> {
    let states = run.findings.iter().filter_map(|finding| match finding {
        Finding::SteadyState(steady) => Some(steady.results.clone()),
        _ => None,
    });
    states.flatten().collect()
}

fn rounds_ns(run: &Run) -> u64 {
    run.cells.iter().filter(|cell| cell.is_counted).map(|cell| cell.elapsed_ns).sum()
}

#[test]
fn an_even_drive_is_as_fast_in_a_third_of_the_time_and_the_answer_tells_both() {
    let (full, adaptive) = (throughput("full"), throughput("adaptive"));
    assert!(rounds_ns(&adaptive) < rounds_ns(&full) / 3);
    let (full, early) = (results(&full), results(&adaptive));
    assert_eq!(early.len(), 4);
    for (one, other) in full.iter().zip(&early) {
        assert_eq!(one.rate_half_width_ratio, None, "nobody asked");
        let ratio = other.bytes_per_s.unwrap() / one.bytes_per_s.unwrap();
        assert!((0.99..1.01).contains(&ratio), "{one:?}, {other:?}");
        assert!(other.rate_half_width_ratio.unwrap() <= 0.01, "{other:?}");
    }
    for cell in adaptive.cells.iter().filter(|cell| cell.is_counted) {
        let ending = cell.ending.as_ref().unwrap();
        let is_first = cell.repeat == 0;
        let expected = if is_first { EndReason::Limit } else { EndReason::Certain };
        assert_eq!(ending.reason, expected, "{} {}", cell.name, cell.repeat);
        assert_eq!(ending.early_error_ratio.is_some(), is_first, "{ending:?}");
        assert!(ending.early_error_ratio.is_none_or(|error| error.abs() < 0.01), "{ending:?}");
        assert_eq!(cell.elapsed_ns > 10_000_000_000, is_first, "{}", cell.elapsed_ns);
    }
    let said = &adaptive.headline.as_ref().unwrap().details[0];
    assert_eq!(said.id, MessageId::CellsShortened, "{said:?}");
    let value = |name| said.arguments[name].clone();
    assert_eq!((value("count"), value("total")), (Argument::Count(16), Argument::Count(20)));
    assert_eq!(value("planned"), Argument::Ns(400_000_000_000));
}

fn cells_of(spec: &str, method: &str) -> Vec<CellRecord> {
    let drive = SimDrive::new(SimSpec::parse(spec).unwrap(), 1).unwrap();
    let mut rig = SimRig::new("sim:test".to_owned(), drive);
    let method = Method::parse("test.toml", method).unwrap();
    let facts = TargetFacts::device(rig.geometry());
    let plan = iogram_runner::plan(&method, &[], &facts, 1).unwrap();
    let mut records = Records::default();
    run_method(&plan, &mut rig, &Control::default(), &mut records);
    records.cells
}

#[test]
fn a_cell_does_not_end_inside_a_cache_that_its_first_repetition_came_out_of() {
    let cells = cells_of(CACHED, AFTER_RESTS);
    assert_eq!(cells.len(), 3);
    let error = cells[0]
        .ending
        .as_ref()
        .unwrap()
        .early_error_ratio
        .expect("five even seconds are enough");
    assert!(error > 0.2, "the cache would have been told for the drive: {error}");
    for cell in &cells {
        assert_eq!(cell.ending.as_ref().unwrap().reason, EndReason::Limit);
        assert!(cell.elapsed_ns >= 20_000_000_000, "{}", cell.elapsed_ns);
    }
    // Without a repetition nothing shows it; the record states its basis.
    let once = AFTER_RESTS.replace("count = 3", "count = 1");
    let cells = cells_of(CACHED, &once);
    assert_eq!(cells[0].ending.as_ref().unwrap().reason, EndReason::Certain);
    assert!(cells[0].elapsed_ns < 5_000_000_000);
}
