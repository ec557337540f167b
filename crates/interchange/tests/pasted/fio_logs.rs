//! Logs of fio: requests that are far apart, and time series of values.

use iogram_interchange::{Imported, Source, find_importer};
use iogram_model::ImportedResult;

use crate::importing::{evidence, sample};

const KIB: f64 = 1024.0;

fn read_log(name: &str, text: &str) -> Vec<Imported> {
    find_importer("fio-log").unwrap().read(&Source { name, text }).unwrap()
}

fn results(file: &str) -> Vec<ImportedResult> {
    let found = read_log(file, &sample(&format!("fio-log/{file}")));
    evidence(&found[0]).results.clone()
}

/// Values of one direction.
fn samples(file: &str, direction: &str) -> Vec<u64> {
    let text = sample(&format!("fio-log/{file}"));
    let fields = text.lines().map(|line| line.split(", ").collect::<Vec<_>>());
    fields.filter(|it| it[2] == direction).map(|it| it[1].parse().unwrap()).collect()
}

/// `--rate_iops=5`: a line every 200 ms, and each is a request.
#[test]
fn slow_requests_of_a_fio_log_are_counted() {
    let lines = |value: u64| -> String {
        (1..=30).map(|it| format!("{}, {value}, 0, 4096, 0\n", it * 200)).collect()
    };
    let found = read_log("x_iops.1.log", &lines(1));
    let it = &evidence(&found[0]).results[0];
    assert_eq!((it.figures["iops"], it.request_count), (5.0, Some(30)));
    let found = read_log("x_bw.1.log", &lines(14_859));
    let it = &evidence(&found[0]).results[0];
    assert_eq!((it.figures["bytes_per_s"], it.moved_bytes), (20_480.0, Some(122_880)));
    // Before 3.0 windows had a block size.
    let old = lines(14_859).replace(", 4096, 0\n", ", 4096\n");
    let found = read_log("x_bw.1.log", &old);
    assert_eq!(evidence(&found[0]).results[0].figures["bytes_per_s"], 14_859.0 * KIB);
}

/// A window is a point of the time series, with the value of its line.
#[test]
fn a_fio_log_is_a_course_over_time() {
    let rates = results("windows_bw.1.log");
    for (it, direction) in rates.iter().zip(["0", "1"]) {
        let values = samples("windows_bw.1.log", direction);
        let course = it.course.as_deref().unwrap();
        assert_eq!(course.figure, "bytes_per_s");
        let ends: Vec<u64> = (1..=7).map(|it| it * 250_000_000).collect();
        assert_eq!(course.ended_ns, ends);
        let values: Vec<f64> = values.into_iter().map(|it| it as f64 * KIB).collect();
        assert_eq!(course.values, values);
    }
    let latencies = results("windows_lat.1.log");
    let course = latencies[0].course.as_deref().unwrap();
    assert_eq!((course.figure.as_str(), course.values[0]), ("latency_mean_ns", 75_928.0));
    // All lines within a millisecond, or without a unit: no time series.
    let none = results("requests_clat.1.log");
    assert!(none.iter().all(|it| it.course.is_none()), "{none:?}");
    let log = "500, 812, 0, 0\n1000, 813, 0, 0\n1500, 813, 0, 0\n";
    let found = read_log("x_clat.1.log", log);
    assert_eq!(evidence(&found[0]).results[0].course, None);
    // Calendar times count from the first line.
    let log = "1700000000500, 8, 0, 0\n1700000001000, 9, 0, 0\n1700000002000, 7, 0, 0\n1700000003000, 7, 0, 0\n";
    let found = read_log("x_iops.1.log", log);
    let course = evidence(&found[0]).results[0].course.clone().unwrap();
    assert_eq!(course.ended_ns.last(), Some(&2_500_000_000));
}
