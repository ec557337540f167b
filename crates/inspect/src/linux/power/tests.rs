use super::*;
use crate::tests_support::{TempDir, computer};

const S: u64 = Nanos::SECOND.0;

fn at(seconds: &[(u64, f64)]) -> Vec<(Nanos, f64)> {
    seconds.iter().map(|(ms, watts)| (Nanos(ms * 1_000_000), *watts)).collect()
}

#[track_caller]
fn close(found: Option<f64>, expected: Option<f64>) {
    let agrees = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
        (found, expected) => found == expected,
    };
    assert!(agrees, "{found:?} instead of {expected:?}");
}

#[test]
fn energy_is_the_area_below_straight_lines_between_readings() {
    let rising = at(&[(0, 0.0), (1000, 1.0), (2000, 2.0), (3000, 3.0)]);
    close(energy(&rising, Nanos(0), Nanos(3 * S)), Some(4.5));
    close(energy(&rising, Nanos(S / 2), Nanos(3 * S / 2)), Some(1.0));
    // A reading holds for a while before the first and after the last.
    close(energy(&rising, Nanos(2 * S), Nanos(5 * S)), Some(2.5 + 6.0));
    close(energy(&at(&[(2000, 4.0)]), Nanos(S), Nanos(3 * S)), Some(8.0));
}

#[test]
fn energy_is_unknown_where_readings_are_missing() {
    let early = at(&[(0, 1.0), (1000, 1.0)]);
    close(energy(&early, Nanos(0), Nanos(5 * S)), None);
    let late = at(&[(9000, 1.0), (10_000, 1.0)]);
    close(energy(&late, Nanos(5 * S), Nanos(10 * S)), None);
    let hole = at(&[(0, 1.0), (4000, 1.0)]);
    close(energy(&hole, Nanos(0), Nanos(4 * S)), None);
    close(energy(&hole, Nanos(S), Nanos(2 * S)), None);
    close(energy(&[], Nanos(0), Nanos(S)), None);
    close(energy(&early, Nanos(S), Nanos(S)), None);
}

#[test]
fn a_cell_has_the_mean_of_every_second_and_its_energy() {
    let readings =
        at(&[(9500, 9.0), (10_200, 2.0), (10_700, 4.0), (11_100, 6.0), (13_000, 6.0)]);
    let found =
        series("meter", &readings, Nanos(10 * S), Nanos(11 * S)..Nanos(13 * S)).unwrap();
    let means: Vec<(u64, f64)> =
        found.samples.iter().map(|it| (it.start_ns / S, it.watts)).collect();
    assert_eq!(means, [(0, 3.0), (1, 6.0), (3, 6.0)]);
    // From 5.5 W at 11.0 s to 6 W at 11.1 s, then 6 W.
    close(found.energy_joules, Some(0.575 + 1.9 * 6.0));
    assert_eq!((found.min_watts, found.max_watts), (Some(6.0), Some(6.0)));
    let efficiency = found.efficiency(11_975_000, 1_197_500).unwrap();
    assert!((efficiency.bytes_per_joule - 1e6).abs() < 1e-3, "{efficiency:?}");
    assert!((efficiency.iops_per_watt - 1e5).abs() < 1e-3, "{efficiency:?}");
}

#[test]
fn a_cell_without_a_reading_near_has_no_power() {
    let readings = at(&[(0, 1.0)]);
    let found = series("meter", &readings, Nanos(10 * S), Nanos(10 * S)..Nanos(20 * S));
    assert_eq!(found, None);
}

#[test]
fn sensors_are_found_by_driver_label_or_folder() {
    let root = computer("laptop");
    let names: Vec<String> =
        find_sensors(&root).iter().map(|sensor| sensor.name().to_owned()).collect();
    assert_eq!(names, ["ina226 M.2 slot", "ina3221 12 V"]);
    let watts = |wanted: &str| PowerSensor::find(&root, wanted).map(|it| it.watts());
    assert_eq!(watts("ina226"), Ok(Some(4.35)));
    assert_eq!(watts("hwmon6"), Ok(Some(12.01 * 0.25)));
    assert_eq!(watts("ina3221 12 V"), Ok(Some(12.01 * 0.25)));
    assert_eq!(
        watts("corsair").unwrap_err(),
        "the power sensors here are: ina226 M.2 slot, ina3221 12 V"
    );
    let none = PowerSensor::find(&computer("nvme"), "ina226").unwrap_err();
    assert_eq!(none, "this computer has no power sensor that the kernel knows");
}

/// The readings from a file with this text, with clocks that agreed at 100 s and 1.7e9 s.
fn followed(text: &str, is_file: bool) -> (Result<(), Sentence>, Vec<(Nanos, f64)>) {
    let dir = TempDir::new("power");
    let path = dir.write("meter.csv", text);
    let fd = rustix::fs::open(&path, OFlags::RDONLY, Mode::empty()).unwrap();
    let clocks = Clocks { monotonic: Nanos(100 * S), unix_us: 1_700_000_000_000_000 };
    let readings = Mutex::new(Readings::default());
    let ended = follow(fd, is_file, clocks, &readings, &|| false);
    (ended, readings.into_inner().unwrap().all)
}

#[test]
fn times_since_1970_are_put_on_the_clock_of_the_run() {
    let text =
        "# meter 1\ntime,volts,amperes\n1700000002.5,5,0.5\nbroken\n1699999999,5,1\n17000";
    let (ended, readings) = followed(text, true);
    assert_eq!(ended, Ok(()));
    assert_eq!(readings, at(&[(99_000, 5.0), (102_500, 2.5)]));
}

#[test]
fn a_stream_with_times_of_its_own_begins_when_its_first_row_comes() {
    let (ended, readings) = followed("time,watts\n7.5,1\n8.5,2\n", false);
    assert_eq!(ended, Ok(()));
    assert_eq!(readings[1].0.saturating_sub(readings[0].0), Nanos(S));
    let (ended, readings) = followed("time,watts\n7.5,1\n", true);
    assert_eq!(
        ended,
        Err(iogram_model::sentence!("inspect-file-needs-times-since-1970-seconds"))
    );
    assert!(readings.is_empty());
}

#[test]
fn a_stream_that_is_no_table_is_said_to_be_none() {
    let (ended, readings) = followed("hello\n1\n2\n", false);
    assert!(ended.unwrap_err().to_string().contains("names no column"), "says why");
    assert!(readings.is_empty());
}
