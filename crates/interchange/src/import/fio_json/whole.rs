//! What fio prints of every direction: where it is missing, a file of fio's was changed, or is none. This program leaves out what
//! another tool did not say, and only what it wrote is read without.

use serde::Deserialize;

use super::numbers;

/// What fio calls the sum of all clients. Some of its versions print less of it, and it is left out.
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

/// Whether all of it is there in the object that `text` begins with.
pub(super) fn check(text: &str) -> Result<(), serde_json::Error> {
    let mut objects = serde_json::Deserializer::from_str(text).into_iter::<Output>();
    objects.next().map_or(Ok(()), |it| it.map(|_| ()))
}
