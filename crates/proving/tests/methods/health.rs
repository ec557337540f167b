//! How a rest ends by what a simulated drive tells of its temperature.

use iogram_engine::{Control, Rig};
use iogram_model::{Nanos, RestOutcome, RestRecord};
use iogram_runner::{Method, TargetFacts, plan, run_method};
use iogram_sim::{SimDrive, SimRig, SimSpec};

use crate::records::Records;

const SECOND: u64 = Nanos::SECOND.0;

fn zoo(name: &str) -> SimRig {
    let drive = SimDrive::new(SimSpec::from_zoo(name).unwrap().unwrap(), 1).unwrap();
    SimRig::new(format!("sim:{name}"), drive)
}

/// A minute of writing, and a rest until the drive is as cool as before or `at_most` is over.
fn rest_after_work(name: &str, at_most: &str) -> RestRecord {
    let text = format!(
        "[method]\nid = \"warm\"\ntitle = \"Warm\"\nquestion = \"?\"\nsource = \"arbitrary\"\n\
         media = [\"ssd\"]\nwrites = \"device\"\n\
         [[step]]\nkind = \"measure\"\nname = \"work\"\naccess = \"seq\"\nread = \"0%\"\n\
         block = \"1MiB\"\ndepth = 8\ntime = \"60s\"\n\
         [[step]]\nkind = \"rest\"\ntime = \"10s\"\nuntil = \"cool\"\nat_most = \"{at_most}\"\n\
         margin_celsius = 2\n"
    );
    let method = Method::parse("warm.toml", &text).unwrap();
    let mut rig = zoo(name);
    let facts = TargetFacts::device(rig.geometry());
    let plan = plan(&method, &[], &facts, 1).unwrap();
    let mut rests = Records::default();
    run_method(&plan, &mut rig, &Control::default(), &mut rests);
    rests.rests.remove(0)
}

#[test]
fn a_rest_lasts_until_a_simulated_drive_has_cooled_down_and_says_how_long_that_took() {
    let rest = rest_after_work("nvme-tlc-dynamic", "1h");
    assert_eq!(rest.outcome, RestOutcome::Reached);
    let (start, end) =
        (rest.temperature_start_celsius.unwrap(), rest.temperature_end_celsius.unwrap());
    assert_eq!(rest.temperature_goal_celsius, Some(27.0));
    assert!(start > 40.0 && end <= 27.0, "{rest:?}");
    // Newton's law with 90 s: from `start` to under 28 degrees, of which the sensor shows 27.
    let expected_s = 90.0 * ((start + 0.5 - 25.0) / 3.0).ln();
    let elapsed_s = Nanos(rest.elapsed_ns).as_secs_f64();
    assert!((elapsed_s / expected_s - 1.0).abs() < 0.05, "{rest:?}, {expected_s} s expected");
}

#[test]
fn a_rest_that_is_too_short_says_so_and_a_drive_without_a_thermometer_too() {
    let rest = rest_after_work("nvme-tlc-dynamic", "30s");
    assert_eq!((rest.outcome, rest.elapsed_ns), (RestOutcome::NotReached, 30 * SECOND));
    let rest = rest_after_work("nvme-enterprise-read", "1h");
    assert_eq!((rest.outcome, rest.elapsed_ns), (RestOutcome::Unknown, 10 * SECOND));
}
