//! Reference rates with and without the cache, for later passes.

/// Rates with and without the cache, from the first pass of a run and its burst. On an overwritten drive, garbage
/// collection makes cliffs of its own. It takes the same time for every byte, cached or not, so the time per byte
/// that the cache's cliff adds stays the same.
#[derive(Clone, Copy)]
pub(super) struct Reference {
    /// Place of the cliff, including the buffer's contents.
    pub(super) to_bytes: f64,
    pub(super) cache_bytes_per_s: f64,
    pub(super) after_bytes_per_s: f64,
    pub(super) burst_after_bytes_per_s: Option<f64>,
}

impl Reference {
    /// Whether a rate is closer to the cache's than to that after the cliff.
    pub(super) fn is_cached(self, bytes_per_s: f64) -> bool {
        bytes_per_s > (self.cache_bytes_per_s * self.after_bytes_per_s).sqrt()
    }

    /// How close a rate is to that of the flash itself, without garbage collection: such a part ends with the first
    /// collection, not with the cache. That rate is the one after the cliff or after the burst; or, if writes go
    /// through the full cache, the remainder without the cache's time.
    pub(super) fn nearness(self, bytes_per_s: f64) -> Nearness {
        let through = 1.0 / (1.0 / self.after_bytes_per_s - 1.0 / self.cache_bytes_per_s);
        let rates = [Some(self.after_bytes_per_s), self.burst_after_bytes_per_s];
        let is_within = |share: f64| {
            rates.into_iter().flatten().any(|rate| (bytes_per_s / rate - 1.0).abs() < share)
        };
        if is_within(0.02) {
            Nearness::Same
        } else if is_within(0.06) || (0.92..1.15).contains(&(bytes_per_s / through)) {
            Nearness::Alike
        } else {
            Nearness::Other
        }
    }
}

/// Closeness of two rates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearness {
    Same,
    Alike,
    Other,
}
