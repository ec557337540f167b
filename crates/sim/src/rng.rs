//! Random numbers of a simulated drive: the engine's pinned generator, with one stream for each purpose.
//!
//! One more draw for latency noise must not shift the faults. Integers only.

/// Purposes of random numbers. The discriminants are part of the meaning of a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Latencies drawn from a distribution.
    Latency,
    /// Rare long stalls.
    Stall,
    /// A random drive description.
    Spec,
    /// Costs of the computer in front of the drive.
    Host,
}

impl Stream {
    const fn number(self) -> u64 {
        match self {
            Self::Latency => 0x0073_696d_0001,
            Self::Stall => 0x0073_696d_0002,
            Self::Spec => 0x0073_696d_0003,
            Self::Host => 0x0073_696d_0004,
        }
    }
}

/// The generator of one stream under a seed.
#[derive(Debug, Clone)]
pub(crate) struct Draws(iogram_engine::Rng);

impl Draws {
    pub(crate) fn new(seed: u64, stream: Stream) -> Self {
        Self(iogram_engine::Rng::new(seed, stream.number()))
    }

    /// Uniform in `low..=high`.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.0.below(high.saturating_sub(low) + 1)
    }

    /// Draws an event that happens once in `count` times.
    pub(crate) fn is_one_in(&mut self, count: u64) -> bool {
        self.0.below(count) == 0
    }

    /// One of `choices`.
    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        let last = (choices.len() as u64).saturating_sub(1);
        choices[usize::try_from(self.between(0, last)).expect("an index of a slice")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_what_it_meant_yesterday() {
        let mut draws = Draws::new(7, Stream::Latency);
        let drawn: [u64; 4] = std::array::from_fn(|_| draws.between(0, 999));
        assert_eq!(drawn, [10, 10, 880, 511]);
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let first = |stream| Draws::new(7, stream).between(0, u64::MAX - 1);
        assert_ne!(first(Stream::Latency), first(Stream::Stall));
        assert_ne!(first(Stream::Stall), first(Stream::Spec));
    }

    #[test]
    fn bounds_are_included() {
        let mut draws = Draws::new(1, Stream::Stall);
        let drawn: Vec<u64> = (0..100).map(|_| draws.between(5, 6)).collect();
        assert!(drawn.contains(&5) && drawn.contains(&6));
        assert!(drawn.iter().all(|value| (5..=6).contains(value)));
        assert!(draws.is_one_in(1));
    }
}
