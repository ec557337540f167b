//! Values that differ each time: the time of day, the id of a run, a random seed.

use iogram_engine::mix;
use iogram_inspect::process;

/// Microseconds since 1970 UTC.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
#[must_use]
pub fn wall_clock_us() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.ok().and_then(|since| i64::try_from(since.as_micros()).ok()).unwrap_or(0)
}

/// The id of a run: sortable by time, with a random part for runs that start in the same second. A scheduler can
/// start many benches at once: among 200, two share an id once in 200,000 times (with 16 bits it was every fourth
/// time).
#[must_use]
pub fn run_id(started_at_us: i64) -> String {
    let salt = iogram_inspect::now().0 ^ u64::from(std::process::id()) << 32;
    let computer = process::boot_id();
    let salt = computer.bytes().fold(salt, |salt, byte| mix(salt ^ u64::from(byte)));
    let salt = mix(salt) & 0xffff_ffff;
    match jiff::Timestamp::from_microsecond(started_at_us) {
        Ok(time) => format!("{}-{salt:08x}", time.strftime("%Y%m%d-%H%M%S")),
        // Years outside the calendar's range.
        Err(_) => format!("{started_at_us}-{salt:08x}"),
    }
}

/// A time of day in UTC, as ISO 8601.
pub(crate) fn timestamp(us: i64) -> String {
    jiff::Timestamp::from_microsecond(us)
        .map_or_else(|_| us.to_string(), |time| time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

/// The seed of a run: the user's, or a new one each time.
#[must_use]
pub fn seed_or_random(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        let (now, process) = (iogram_inspect::now().0, u64::from(std::process::id()));
        // Short enough to type again.
        mix(now ^ process << 40) >> 32
    })
}
