//! Whether a wait should end with one completion or with several.
//!
//! Where each completion wakes the submitter, and the wake costs as much as the request (a loop device, a drive behind
//! one interrupt), several completions a wait bring more requests. Where a drive is the slow part they bring fewer: what
//! has completed lies there and is not replaced. Nothing but trying tells the two apart. So both are tried in turns of a few
//! milliseconds, and the way that completes more is kept until the next trial.
//!
//! Knows how many completions came and when. Must not know rings or drives. All numbers are arbitrary unless a source
//! stands beside them; docs/journal/2026-11-28-groups-of-completions.md has what they did.

use iogram_model::Nanos;

/// The most completions that a group has; `--wait-batch 8` gave all that larger ones did (docs/journal).
const GROUP_MAX: u32 = 8;

/// A group is a quarter of the depth at most: the others keep the drive busy meanwhile.
const DEPTH_SHARE: u32 = 4;

/// How long a group is waited for. What is there then ends the wait, so that the time stamp of a completion is never
/// later by more than that and a wake.
pub(crate) const PATIENCE: Nanos = Nanos(50_000);

/// Length of one turn of a trial: hundreds of requests of any drive that is tried.
const SLICE: Nanos = Nanos(2 * Nanos::MILLISECOND.0);

/// Turns of each way in a trial, one beside the other.
const PAIRS: u32 = 8;

/// Pairs in which groups have to complete more: by chance one trial in seven has so many. One that is wrong costs next to
/// nothing, since chance decides only where both ways complete as much.
const WINS_MIN: u32 = 6;

/// By how much they have to complete more altogether, in per cent.
const GAIN_PERCENT: u64 = 2;

/// From the end of one trial to the next; twice as long after each that ended like the one before.
const REST_MIN: Nanos = Nanos(100 * Nanos::MILLISECOND.0);
const REST_MAX: Nanos = Nanos(6_400 * Nanos::MILLISECOND.0);

/// Completions in a time.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    count: u64,
    time: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.count += other.count;
        self.time += other.time;
    }

    /// Whether `self` has more completions in a time than `other`, by so many per cent.
    fn beats(self, other: Self, percent: u64) -> bool {
        let scaled = |count: u64, time: u64, factor: u64| {
            u128::from(count) * u128::from(time) * u128::from(factor)
        };
        scaled(self.count, other.time, 100) > scaled(other.count, self.time, 100 + percent)
    }
}

/// What is under way.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// One way until its slice is over, which may be long.
    Rest,
    /// Slice `turn` of a trial: even turns are a pair's first.
    Trial { turn: u32 },
}

/// Decides how many completions a wait is for.
#[derive(Debug)]
pub(crate) struct Grouping {
    depth: u32,
    phase: Phase,
    /// So many completions make a group at the present rate.
    group: u32,
    /// Whether waits are for groups at present.
    is_grouped: bool,
    /// Whether the last trial was won by groups.
    has_won: bool,
    /// From and to.
    slice: (Nanos, Nanos),
    seen_at: Nanos,
    count: u64,
    rest: Nanos,
    single: Tally,
    grouped: Tally,
    /// Of the pair that is under way: its first slice.
    first: Tally,
    wins: u32,
}

impl Grouping {
    /// For so many requests that are out at once; `None` if they are too few for groups.
    pub(crate) fn new(depth: u32, now: Nanos) -> Option<Self> {
        (depth / DEPTH_SHARE >= 2).then_some(Self {
            depth,
            phase: Phase::Rest,
            group: 1,
            is_grouped: false,
            has_won: false,
            // The first requests of a cell are none to judge by.
            slice: (now, now + SLICE),
            seen_at: now,
            count: 0,
            rest: REST_MIN,
            single: Tally::default(),
            grouped: Tally::default(),
            first: Tally::default(),
            wins: 0,
        })
    }

    /// So many completions are to end the next wait, of `out` that are out; 1 is the first one.
    #[inline]
    pub(crate) fn want(&self, out: u32) -> u32 {
        if self.is_grouped { self.group.min(out / 2).max(1) } else { 1 }
    }

    /// When completions were seen last; before the first, when it was made.
    #[inline]
    pub(crate) fn seen_at(&self) -> Nanos {
        self.seen_at
    }

    /// So many completions were found at `at`.
    #[inline]
    pub(crate) fn note(&mut self, count: u32, at: Nanos) {
        self.count += u64::from(count);
        self.seen_at = at;
        if at >= self.slice.1 {
            self.end_slice(at);
        }
    }

    #[cold]
    #[inline(never)]
    fn end_slice(&mut self, at: Nanos) {
        let time = at.saturating_sub(self.slice.0).0;
        let tally = Tally { count: std::mem::take(&mut self.count), time };
        match self.phase {
            Phase::Rest => self.begin_trial(tally, at),
            Phase::Trial { turn } => self.end_turn(turn, tally, at),
        }
        assert!(
            self.group <= GROUP_MAX.min(self.depth / DEPTH_SHARE).max(1),
            "a group is small"
        );
        assert!(self.wins <= PAIRS && self.slice.1 > at, "a trial comes to its end");
    }

    /// Begins a trial if completions come fast enough for groups.
    fn begin_trial(&mut self, seen: Tally, at: Nanos) {
        // While groups are waited for, completions come at their rate: the group stays what it was.
        if !self.is_grouped {
            let in_time = seen.count.saturating_mul(PATIENCE.0) / seen.time.max(1);
            let most = GROUP_MAX.min(self.depth / DEPTH_SHARE);
            self.group = u32::try_from(in_time).map_or(most, |count| count.min(most)).max(1);
        }
        if self.group < 2 {
            self.slice = (at, at + SLICE);
            return;
        }
        (self.single, self.grouped, self.wins) = (Tally::default(), Tally::default(), 0);
        self.begin_turn(0, at);
    }

    fn begin_turn(&mut self, turn: u32, at: Nanos) {
        self.phase = Phase::Trial { turn };
        // One, group; group, one; and so on, so that a drift falls on both alike.
        self.is_grouped = matches!(turn % 4, 1 | 2);
        self.slice = (at, at + SLICE);
    }

    fn end_turn(&mut self, turn: u32, tally: Tally, at: Nanos) {
        if self.is_grouped {
            self.grouped.add(tally);
        } else {
            self.single.add(tally);
        }
        if turn.is_multiple_of(2) {
            self.first = tally;
            return self.begin_turn(turn + 1, at);
        }
        let (grouped, single) =
            if self.is_grouped { (tally, self.first) } else { (self.first, tally) };
        self.wins += u32::from(grouped.beats(single, 0));
        if turn + 1 < 2 * PAIRS {
            return self.begin_turn(turn + 1, at);
        }
        let has_won = self.wins >= WINS_MIN && self.grouped.beats(self.single, GAIN_PERCENT);
        self.rest = if has_won == self.has_won {
            Nanos(self.rest.0 * 2).min(REST_MAX)
        } else {
            REST_MIN
        };
        (self.has_won, self.is_grouped, self.phase) = (has_won, has_won, Phase::Rest);
        self.slice = (at, at + self.rest);
    }
}

#[cfg(test)]
mod tests {
    use iogram_engine::Rng;

    use super::*;

    /// A closed loop of `depth` requests for so long, each of which takes `drive` beside the others, where completing one
    /// takes `path` of one processor, and waking the submitter `wake`. Returns the completions, and how many of the waits
    /// were for groups, per mille.
    fn run(depth: u32, (drive, path, wake): (u64, u64, u64), length: u64) -> (u64, u64) {
        let mut grouping = Grouping::new(depth, Nanos(0));
        let mut rng = Rng::new(7, 1);
        let spread = |slot: u64| drive + drive * slot / u64::from(depth);
        let mut due: Vec<u64> = (0..u64::from(depth)).map(spread).collect();
        let (mut now, mut busy, mut count, mut waits, mut groups) = (0, 0, 0_u64, 0, 0);
        while now < length {
            let want = grouping.as_ref().map_or(1, |it| it.want(depth));
            (waits, groups) = (waits + 1, groups + u64::from(want > 1));
            due.sort_unstable();
            let first = now;
            let mut taken = 0;
            // The processor of the path completes one after the other, and wakes the submitter with the last one.
            while taken < want {
                let at = due[taken as usize].max(busy);
                if taken > 0 && taken < want && at > first + PATIENCE.0 {
                    break;
                }
                busy = at + path;
                taken += 1;
            }
            busy += wake;
            now = now.max(busy);
            for place in &mut due[..taken as usize] {
                *place = now + drive + rng.below(drive / 10 + 1);
            }
            count += u64::from(taken);
            if let Some(grouping) = &mut grouping {
                grouping.note(taken, Nanos(now));
            }
        }
        (count, groups * 1000 / waits)
    }

    const SECOND: u64 = Nanos::SECOND.0;

    #[test]
    fn where_wakes_cost_as_much_as_requests_groups_are_kept() {
        let (count, groups) = run(32, (1_000, 2_000, 2_500), SECOND);
        assert!(groups > 500, "{groups} of 1000 waits");
        // One by one there is a wake for each: 4.5 us. In groups of eight, 2.3 us.
        assert!(count > SECOND / 3_000, "{count}");
    }

    #[test]
    fn where_the_drive_is_the_slow_part_next_to_nothing_is_lost() {
        for drive in [60_000, 90_000, 200_000] {
            let (count, groups) = run(32, (drive, 100, 100), SECOND);
            let (alone, _) = run(7, (drive, 100, 100), SECOND);
            assert!(groups < 100, "{drive}: {groups} of 1000 waits");
            assert!(count * 7 * 100 > alone * 32 * 95, "{drive}: {count} of {alone}");
        }
    }

    #[test]
    fn slow_drives_and_shallow_queues_never_wait_for_a_group() {
        for (depth, drive) in [(32, 2_000_000), (32, 10_000_000), (256, 20_000_000), (7, 5_000)]
        {
            let (_, groups) = run(depth, (drive, 100, 5_000), SECOND);
            assert_eq!(groups, 0, "depth {depth}, {drive} ns");
        }
    }

    #[test]
    fn a_group_is_at_most_half_of_what_is_out() {
        let mut grouping = Grouping::new(32, Nanos(0)).unwrap();
        (grouping.is_grouped, grouping.group) = (true, 8);
        let wanted: Vec<u32> = [32, 16, 7, 3, 1, 0].map(|out| grouping.want(out)).to_vec();
        assert_eq!(wanted, [8, 8, 3, 1, 1, 1]);
    }

    #[test]
    fn a_way_that_wins_by_chance_alone_is_seldom_kept() {
        let mut rng = Rng::new(3, 1);
        let mut kept = 0;
        for _ in 0..1000 {
            let mut grouping = Grouping::new(32, Nanos(0)).unwrap();
            let mut at = Nanos(0);
            let mut trials = 0;
            while trials < 2 * PAIRS + 1 {
                at += SLICE;
                let count = 400 + u32::try_from(rng.below(100)).unwrap();
                grouping.note(count, at);
                trials += 1;
            }
            assert!(matches!(grouping.phase, Phase::Rest));
            kept += u32::from(grouping.is_grouped);
        }
        assert!((1..200).contains(&kept), "{kept} of 1000");
    }
}
