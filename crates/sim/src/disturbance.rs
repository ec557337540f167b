//! Disturbances between the drive's own times and the host's: sleeping links, frames of a bus, neighbours on it.
//!
//! These disturbances are correlated, unlike `noise`, which is drawn anew for every command: they mislead a method
//! that assumes independent samples and takes their mean. Sources: the USB 2.0 specification, section 4.4
//! (microframes of 125 us); the NVMe base specification 2.0, section 8.15 (autonomous power state transitions, exit
//! latencies of up to tens of milliseconds).

use iogram_engine::mix;
use iogram_model::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::quantity::Time;
use crate::rng::Draws;

/// Disturbances of commands on their way. Each part is absent if left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisturbanceSpec {
    /// The host sees completions only at multiples of this time, as behind a bus with frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<Time>,
    /// A drive or link that sleeps when idle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wake: Option<WakeSpec>,
    /// Occasional traffic of others on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bursts: Option<BurstSpec>,
}

/// Sleep when idle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WakeSpec {
    /// It sleeps after this time without a command.
    pub after: Time,
    /// Extra time of the first command after sleep.
    pub time: Time,
}

/// Periods in which every command takes longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BurstSpec {
    /// Each interval of this length has one burst, at a random place.
    pub every: Time,
    /// Its length, at most half of `every`.
    pub length: Time,
    /// Maximum extra time of a command in a burst, uniformly distributed.
    pub extra: Time,
}

impl DisturbanceSpec {
    /// Extra time of a command that arrives at `at`. `idle_since` is the end of the last other command; `None` if
    /// another one is running.
    pub(crate) fn delay(
        &self,
        at: u64,
        idle_since: Option<u64>,
        seed: u64,
        draws: &mut Draws,
    ) -> u64 {
        let wake = self.wake.as_ref().filter(|wake| {
            idle_since.is_some_and(|since| at.saturating_sub(since) >= wake.after.ns())
        });
        let wake = wake.map_or(0, |wake| wake.time.ns());
        let burst = self.bursts.as_ref().filter(|bursts| bursts.is_on(at, seed));
        wake + burst.map_or(0, |burst| draws.between(0, burst.extra.ns()))
    }

    /// The time at which the host sees a completion of `done`.
    pub(crate) fn seen(&self, done: u64) -> u64 {
        match self.frame.map(Time::ns) {
            Some(frame) if frame > 0 => done.next_multiple_of(frame),
            _ => done,
        }
    }
}

impl BurstSpec {
    fn is_on(&self, at: u64, seed: u64) -> bool {
        let (every, length) = (self.every.ns().max(1), self.length.ns());
        let begin = mix(seed ^ (at / every)) % every.saturating_sub(length).max(1);
        (begin..begin + length).contains(&(at % every))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    #[test]
    fn a_link_sleeps_only_after_its_time_and_frames_round_up() {
        let text = "frame = \"125us\"\nwake = { after = \"1ms\", time = \"5ms\" }";
        let spec: DisturbanceSpec = toml::from_str(text).unwrap();
        let mut draws = Draws::new(1, Stream::Latency);
        assert_eq!(spec.delay(2_000_000, Some(1_500_000), 1, &mut draws), 0);
        assert_eq!(spec.delay(2_000_000, Some(1_000_000), 1, &mut draws), 5_000_000);
        assert_eq!(spec.delay(2_000_000, None, 1, &mut draws), 0);
        assert_eq!((spec.seen(1), spec.seen(125_000)), (125_000, 125_000));
    }

    #[test]
    fn bursts_take_their_share_of_the_time() {
        let text = "bursts = { every = \"10ms\", length = \"1ms\", extra = \"1ms\" }";
        let spec: DisturbanceSpec = toml::from_str(text).unwrap();
        let bursts = spec.bursts.unwrap();
        let count = (0..100_000).filter(|step| bursts.is_on(step * 10_000, 7)).count();
        assert!((9_000..11_000).contains(&count), "{count}");
    }
}
