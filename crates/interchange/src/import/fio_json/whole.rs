//! Fields that fio prints for every direction: without them, a file of fio was edited, or is not one. Only this
//! program's own exports may lack them, because they leave out unknown facts of other tools.

use serde::Deserialize;

use super::numbers;

/// fio's name for the sum of all clients. Some of its versions print fewer fields for it, and the importer ignores
/// it.
pub(super) const SUM: &str = "All clients";

#[derive(Deserialize)]
#[expect(dead_code, reason = "that it can be read is all that is asked")]
struct Output {
    #[serde(default)]
    jobs: Vec<Job>,
    #[serde(default)]
    client_stats: Vec<Job>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that it can be read is all that is asked")]
struct Job {
    read: Option<Direction>,
    write: Option<Direction>,
    trim: Option<Direction>,
    mixed: Option<Direction>,
    sync: Option<Sync>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that it can be read is all that is asked")]
struct Direction {
    #[serde(deserialize_with = "numbers::given")]
    bw: f64,
    #[serde(deserialize_with = "numbers::given")]
    iops: f64,
    clat_ns: Option<Latency>,
    lat_ns: Option<Latency>,
    clat: Option<Latency>,
    lat: Option<Latency>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that it can be read is all that is asked")]
struct Sync {
    lat_ns: Option<Latency>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "that it can be read is all that is asked")]
struct Latency {
    #[serde(deserialize_with = "numbers::given")]
    mean: f64,
}

/// Checks that the object at the beginning of `text` has all fields.
pub(super) fn check(text: &str) -> Result<(), serde_json::Error> {
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Output>();
    objects.next().map_or(Ok(()), |it| it.map(|_| ()))
}
