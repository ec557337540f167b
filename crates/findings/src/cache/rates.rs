//! The rates with and without the cache, which later passes are held against.

/// Rates with and without the cache, from the first pass of a run and its burst. On a drive that was written
/// over, collection of garbage makes cliffs of its own: it takes the same time from every byte, cached or
/// not, so that what the cliff of the cache adds to the time of a byte stays what it was.
#[derive(Clone, Copy)]
pub(super) struct Reference {
    /// Where the cliff was, with what the buffer held.
    pub(super) to_bytes: f64,
    pub(super) cache_bytes_per_s: f64,
    pub(super) after_bytes_per_s: f64,
    pub(super) burst_after_bytes_per_s: Option<f64>,
}

impl Reference {
    /// Whether a rate is nearer to the cache's than to what comes after it.
    pub(super) fn is_cached(self, bytes_per_s: f64) -> bool {
        bytes_per_s > (self.cache_bytes_per_s * self.after_bytes_per_s).sqrt()
    }

    /// How near a rate is to the flash's by itself, without garbage: what ends it is the first collection,
    /// not the cache. It is what came after the cliff, or after the burst, or, where writes go through the
    /// full cache, what is left without the time that the cache takes.
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

/// Of two rates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearness {
    Same,
    Alike,
    Other,
}
