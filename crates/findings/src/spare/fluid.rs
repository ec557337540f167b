//! Writes to the flash of a drive under random writes from the fresh state on: the transient that ends at the
//! published formula.
//!
//! Amounts are in units of the written range; depends on no drive and no record.
//!
//! Blocks fill in turn, and the drive collects the one with the fewest valid units. With uniform random writes a unit
//! is still valid with probability e^-d after writes of d times the range, whether the host or collection wrote it,
//! so the block with the fewest is the one that was filled first. W(x) is the number of units in the flash after x of
//! the host, and `space` is the room. The block collected at x was filled when W was `space` less, at o: W'(x) = 1 /
//! (1 - e^-(x - o)), and 1 while there is room. Its end, with x - o constant, is space = A ln(A / (A - 1)).
//!
//! Source of the end: P. Desnoyers, "Analytic Modeling of SSD Write Performance", SYSTOR 2012, equation 4, which also
//! holds for greedy collection with blocks of many units (equation 12). The transient is this file's own; greedy
//! collection was simulated beside it (docs/journal/2026-11-23-over-provisioning.md).

/// Steps of a whole range. With an amplification of 30 the flash advances by an eighth of the range in a step.
const STEPS: u32 = 256;
const STEP: f64 = 1.0 / STEPS as f64;

/// Writes to the flash as a function of the host's writes, both in units of the range.
#[derive(Debug, Clone)]
pub(super) struct Course {
    /// Value after each step, from zero on.
    flash: Vec<f64>,
}

impl Course {
    /// For a drive with room for `space` ranges, until the host has written `until` ranges.
    pub(super) fn new(space: f64, until: f64) -> Self {
        let mut flash = vec![0.0];
        // The block collected now was filled in the step before this one.
        let mut oldest = 1;
        let mut x = 0.0;
        while x < until {
            let now = flash.last().copied().unwrap_or(0.0);
            let mut amplification = 1.0;
            let gone = now - space;
            if gone >= 0.0 {
                while flash.get(oldest).is_some_and(|it| *it <= gone) {
                    oldest = oldest.saturating_add(1);
                }
                let behind = flash.get(oldest.saturating_sub(1)).copied().unwrap_or(0.0);
                let ahead = flash.get(oldest).copied().unwrap_or(now);
                let part = ((gone - behind) / (ahead - behind).max(f64::MIN_POSITIVE)).min(1.0);
                let filled = (steps(oldest) - 1.0 + part) * STEP;
                amplification = 1.0 / (1.0 - (filled - x).exp()).max(STEP);
            }
            flash.push(now + amplification * STEP);
            x += STEP;
        }
        Self { flash }
    }

    /// The mean amplification between two amounts of host writes.
    pub(super) fn between(&self, from: f64, to: f64) -> f64 {
        (self.at(to) - self.at(from)) / (to - from).max(STEP * 1e-3)
    }

    /// Beyond the computed steps it continues with its last slope.
    fn at(&self, x: f64) -> f64 {
        let index = (x / STEP).max(0.0);
        let end = steps(self.flash.len()) - 1.0;
        if let [.., before, last] = self.flash.as_slice()
            && index > end
        {
            return last + (last - before) * (index - end);
        }
        let below = usize::try_from(iogram_model::whole(index)).unwrap_or(usize::MAX);
        let value = |index: usize| self.flash.get(index).or(self.flash.last()).copied();
        let (low, high) = (value(below), value(below.saturating_add(1)));
        let (low, high) = (low.unwrap_or(0.0), high.unwrap_or(0.0));
        low + (high - low) * index.fract()
    }
}

fn steps(count: usize) -> f64 {
    iogram_model::float(count as u64)
}

/// The final amplification; 1 for endless room.
pub(super) fn at_the_end(space: f64) -> f64 {
    // space / A = ln(A / (A - 1)) falls with A: bisects to more digits than any measurement has.
    let (mut low, mut high) = (1.0 + 1e-9, 1e3);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if middle * (middle / (middle - 1.0)).ln() > space {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_collected_while_there_is_room_and_the_end_is_the_published_one() {
        for space in [1.07, 1.15, 1.28, 1.5, 2.0] {
            let course = Course::new(space, 40.0);
            assert!((course.between(0.0, space - 0.01) - 1.0).abs() < 1e-9, "{space}");
            assert!(course.between(space, space + 0.1) > 1.1, "{space}");
            let end = course.between(39.0, 40.0);
            let published = at_the_end(space);
            assert!((end / published - 1.0).abs() < 0.01, "{space}: {end}, {published}");
        }
        // Desnoyers' figure 2 and equation 4 by hand: 1.15 = 4.02 ln(4.02 / 3.02).
        assert!((at_the_end(1.15) - 4.02).abs() < 0.05, "{}", at_the_end(1.15));
    }
}
