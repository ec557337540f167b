//! The pseudo-SLC cache of a page-mapped medium: its fill level, its free space, and folding.
//!
//! Counts units, and with an [`Eviction`] also knows which they are. It counts space in cells of the native kind: one
//! unit in the dynamic part occupies as many native cells as a cell has bits. Knows no time beyond the times of its
//! own operations.
//!
//! The space of the drive is `total` units. Data in native cells takes one each, data in the dynamic part `cell_bits`
//! each. The dynamic part accepts data up to a share of the space that native data leaves, which shrinks as the drive
//! fills. Its data then stays, so that the cache can hold more than it would accept, until the drive folds it: when
//! idle, on every write if writes go through the full cache anyway, or when no other space is left.

mod held;

use std::ops::Range;

use self::held::Held;
use crate::quantity::{Share, mul_div};
use crate::spec::{Eviction, SlcSpec, WhenFull};

/// The destination of a stripe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    /// Into the cache.
    Slc {
        /// Its program time.
        program_ns: u64,
    },
    /// Past the cache, after folding `folded` units to make room.
    Native {
        /// Units folded.
        folded: u64,
        /// Time to read an SLC page.
        read_ns: u64,
    },
    /// Through the full cache: the drive folds the same amount.
    Through {
        /// Its program time.
        program_ns: u64,
        /// Time to read an SLC page.
        read_ns: u64,
        /// Extra units folded, because the cache shrinks as the drive fills.
        shrunk: u64,
    },
}

/// The cache.
#[derive(Debug, Clone)]
pub(crate) struct Slc {
    cell_bits: u64,
    total: u64,
    fixed: u64,
    dynamic: Share,
    program_ns: u64,
    read_ns: u64,
    when_full: WhenFull,
    pub(crate) idle_delay_ns: Option<u64>,
    used: u64,
    folded: u64,
    /// The units in the cache; `None` if it only counts.
    held: Option<Held>,
    /// Whether folding frees space at once or only when everything is folded, and how much is folded by now.
    is_freed_at_once: bool,
    folded_of_it: u64,
}

impl Slc {
    /// Removes all data; folded units stay counted.
    pub(crate) fn empty(&mut self) {
        (self.used, self.folded_of_it) = (0, 0);
        if let Some(held) = &mut self.held {
            held.clear();
        }
    }

    pub(crate) fn new(spec: &SlcSpec, total: u64, unit: u64) -> Self {
        Self {
            cell_bits: u64::from(spec.cell_bits),
            total,
            fixed: spec.fixed.bytes() / unit,
            dynamic: spec.dynamic,
            program_ns: spec.program_time.ns(),
            read_ns: spec.read_time.ns(),
            when_full: spec.when_full,
            idle_delay_ns: spec.idle_delay.map(crate::quantity::Time::ns),
            used: 0,
            folded: 0,
            held: spec.evicts.map(|_| Held::default()),
            is_freed_at_once: spec.evicts == Some(Eviction::AllWhenIdle),
            folded_of_it: 0,
        }
    }

    /// Whether it knows which data it holds.
    pub(crate) const fn knows_its_data(&self) -> bool {
        self.held.is_some()
    }

    /// Read time of `unit` if it is in the cache, and the end of the following units in the same state, at most
    /// `end`.
    pub(crate) fn read_time(&self, unit: u64, end: u64) -> (Option<u64>, u64) {
        let Some(held) = &self.held else { return (None, end) };
        let (is_in, end) = held.piece(unit, end);
        (is_in.then_some(self.read_ns), end)
    }

    /// Notes placed units, in the cache or past it; older copies of them in the cache are obsolete.
    pub(crate) fn note(&mut self, units: Range<u64>, is_in: bool) {
        let Some(held) = &mut self.held else { return };
        if is_in { held.insert(units) } else { held.remove(units) }
    }

    /// Call after all units of a placement are noted: the units folded for them leave. Rewritten data needs no
    /// folding, but only its blocks free the space.
    pub(crate) fn settle(&mut self) {
        let Some(held) = &mut self.held else { return };
        held.evict(held.total().saturating_sub(self.used));
        self.folded_of_it = self.folded_of_it.min(self.used);
    }

    /// Units that the cache can hold now, including its present ones: they stay even when it would not accept them
    /// any more.
    pub(crate) fn size(&self, mapped: u64) -> u64 {
        self.limit(self.used, mapped).max(self.used)
    }

    /// The number of units up to which it accepts data, when `used` of the `mapped` units are in it.
    fn limit(&self, used: u64, mapped: u64) -> u64 {
        let native = mapped.saturating_sub(used);
        let open = self.dynamic.of(self.total.saturating_sub(native));
        self.fixed + open / self.cell_bits
    }

    /// Units that the host can write over existing data until it is full. Each of them leaves the native cells, and
    /// gives the dynamic part space.
    pub(crate) fn free(&self, mapped: u64) -> u64 {
        // The same count as in `place`. It is linear in the units, so bisection finds the last one.
        let has_room = |units: u64| self.limit(self.used + units, mapped) >= self.used + units;
        let (mut low, mut high) = (0, self.total);
        if !has_room(0) {
            return 0;
        }
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if has_room(middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Units in it.
    pub(crate) const fn used(&self) -> u64 {
        self.used
    }

    /// Units folded so far.
    pub(crate) const fn folded(&self) -> u64 {
        self.folded
    }

    /// Decides the destination of `units` on a drive with `mapped` units of data, including these.
    pub(crate) fn place(&mut self, units: u64, mapped: u64) -> Placement {
        let (program_ns, read_ns) = (self.program_ns, self.read_ns);
        // Count the units as if they went into the cache, so that data does not count as native first.
        if self.limit(self.used + units, mapped) >= self.used + units {
            self.used += units;
            return Placement::Slc { program_ns };
        }
        if self.when_full == WhenFull::Fold && self.used >= units {
            let before = self.used;
            // Folded data leaves a part of its own space to the cache, less each time.
            while self.used > self.limit(self.used, mapped) {
                self.used = self.limit(self.used, mapped);
            }
            let shrunk = before - self.used;
            self.folded += units + shrunk;
            return Placement::Through { program_ns, read_ns, shrunk };
        }
        let dynamic = self.used.saturating_sub(self.fixed);
        let cells = mapped.saturating_sub(self.used) + dynamic * self.cell_bits;
        let missing = cells.saturating_sub(self.total);
        // A folded unit frees its cells in the cache except the one that it needs natively.
        let folded = missing.div_ceil(self.cell_bits - 1).min(dynamic);
        self.used -= folded;
        self.folded += folded;
        Placement::Native { folded, read_ns }
    }

    /// Folds for at most `budget_ns` with `parallel_units` at a time; returns the time used.
    pub(crate) fn fold_for(
        &mut self,
        budget_ns: u64,
        native_program_ns: u64,
        parallel_units: u64,
    ) -> u64 {
        let step_ns = self.read_ns + native_program_ns;
        let left = self.used - self.folded_of_it;
        let units = mul_div(budget_ns, parallel_units, step_ns).min(left);
        debug_assert!(units <= left, "no more is folded than there is");
        self.folded += units;
        if self.is_freed_at_once && units < left {
            self.folded_of_it += units;
        } else {
            self.used -= units + self.folded_of_it;
            self.folded_of_it = 0;
        }
        if let Some(held) = &mut self.held {
            held.evict(held.total().saturating_sub(self.used));
        }
        mul_div(units, step_ns, parallel_units)
    }

    /// Discarded data needs no folding: the cache cannot hold more than the drive.
    pub(crate) fn forget(&mut self, units: Range<u64>, mapped: u64) {
        self.note(units, false);
        self.used = self.used.min(mapped);
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::SimSpec;

    fn slc(fixed: &str, dynamic: &str, when_full: &str) -> Slc {
        let text = format!(
            "cell_bits = 3\nfixed = \"{fixed}\"\ndynamic = \"{dynamic}\"\nprogram_time = \"100us\"\n\
             read_time = \"30us\"\nwhen_full = \"{when_full}\""
        );
        Slc::new(&toml::from_str(&text).unwrap(), 3000, 1)
    }

    /// Fills the drive in order, 10 units at a time; returns the units of each placement in turn.
    fn fill(slc: &mut Slc) -> Vec<(&'static str, u64)> {
        let mut ways: Vec<(&'static str, u64)> = Vec::new();
        for step in 1..=300 {
            let way = match slc.place(10, step * 10) {
                Placement::Slc { .. } => "slc",
                Placement::Native { folded: 0, .. } => "native",
                Placement::Native { .. } => "folding",
                Placement::Through { .. } => "through",
            };
            match ways.last_mut() {
                Some((last, units)) if *last == way => *units += 10,
                _ => ways.push((way, 10)),
            }
        }
        ways
    }

    #[test]
    fn a_full_dynamic_cache_takes_a_third_of_a_tlc_drive_and_ends_in_folding() {
        let mut slc = slc("0B", "100%", "bypass");
        let ways = fill(&mut slc);
        // 1000 units fill all cells with one bit each. Every two further units require folding one.
        assert_eq!(ways, [("slc", 1000), ("folding", 2000)]);
        assert_eq!((slc.used(), slc.folded()), (0, 1000));
    }

    #[test]
    fn a_dynamic_cache_of_a_share_leaves_native_space_before_it_folds() {
        let ways = fill(&mut slc("0B", "30%", "bypass"));
        // 30 % of 3000 cells hold 300 units; 2100 native ones are then free.
        assert_eq!(ways, [("slc", 300), ("native", 2100), ("folding", 600)]);
    }

    #[test]
    fn a_fixed_cache_keeps_its_size_and_can_be_written_through() {
        let mut slc = slc("500B", "0%", "fold");
        assert_eq!(fill(&mut slc), [("slc", 500), ("through", 2500)]);
        assert_eq!(slc.size(3000), 500);
        assert_eq!(slc.used(), 500);
    }

    #[test]
    fn a_hybrid_cache_is_left_with_its_fixed_part_on_a_full_drive() {
        let mut slc = slc("100B", "50%", "bypass");
        assert_eq!(slc.size(0), 600);
        fill(&mut slc);
        // Beside its own part, 3000 cells leave space for 50 units in three cells each.
        assert_eq!(slc.used(), 150);
        assert_eq!(slc.fold_for(u64::MAX, 10_000, 10), 600_000);
        assert_eq!(slc.size(3000), 100);
    }

    #[test]
    fn a_dynamic_cache_that_is_written_through_shrinks_as_the_drive_fills() {
        let mut slc = slc("0B", "60%", "fold");
        // 60 % of 3000 cells hold 600 units. From then on its size is a quarter of the free space, which is less than
        // the ten units of one write when 30 are left.
        let ways = fill(&mut slc);
        assert_eq!(ways, [("slc", 600), ("through", 2370), ("native", 10), ("folding", 20)]);
        assert_eq!(slc.used(), 0);
    }

    #[test]
    fn what_is_in_a_cache_fits_the_cells_and_its_size_however_it_was_filled() {
        let mut rng = iogram_engine::Rng::new(1, 3);
        for (fixed, dynamic) in [("0B", "100%"), ("0B", "10%"), ("200B", "60%"), ("500B", "0%")]
        {
            for when_full in ["bypass", "fold"] {
                let mut slc = slc(fixed, dynamic, when_full);
                let mut mapped = 0;
                for _ in 0..2000 {
                    let units = rng.below(20) + 1;
                    // Over existing data, or new.
                    mapped = (mapped + rng.below(units + 1)).clamp(units, 3000);
                    slc.place(units, mapped);
                    if rng.below(200) == 0 {
                        slc.fold_for(rng.below(5_000_000), 10_000, 10);
                    }
                    if rng.below(400) == 0 {
                        mapped = rng.below(mapped + 1);
                        slc.forget(0..0, mapped);
                    }
                    let dynamic_part = slc.used.saturating_sub(slc.fixed);
                    let native = mapped.saturating_sub(slc.used);
                    let cells = native + dynamic_part * slc.cell_bits;
                    assert!(cells <= 3000, "{cells} cells at {mapped} units: {slc:?}");
                    assert!(slc.used() <= slc.size(mapped), "at {mapped} units: {slc:?}");
                }
            }
        }
    }

    #[test]
    fn discarded_data_leaves_the_cache() {
        let mut slc = slc("500B", "0%", "fold");
        slc.place(400, 400);
        slc.forget(50..400, 50);
        assert_eq!(slc.used(), 50);
        assert!(SimSpec::parse("").is_err());
    }

    fn knowing(evicts: &str) -> Slc {
        let text = format!(
            "cell_bits = 3\nfixed = \"500B\"\nprogram_time = \"100us\"\nread_time = \"30us\"\n\
             when_full = \"bypass\"\nevicts = \"{evicts}\""
        );
        Slc::new(&toml::from_str(&text).unwrap(), 3000, 1)
    }

    fn put(slc: &mut Slc, units: Range<u64>, mapped: u64) {
        let placed = slc.place(units.end - units.start, mapped);
        slc.note(units, matches!(placed, Placement::Slc { .. }));
        slc.settle();
    }

    #[test]
    fn a_cache_that_knows_its_data_folds_what_came_first() {
        let mut slc = knowing("oldest-first");
        put(&mut slc, 0..300, 300);
        put(&mut slc, 100..200, 300);
        assert_eq!(slc.used(), 400);
        slc.forget(0..50, 250);
        assert_eq!(slc.used(), 250);
        assert_eq!(
            (slc.read_time(0, 900), slc.read_time(50, 900)),
            ((None, 50), (Some(30_000), 100))
        );
        // The oldest data leaves first: the host rewrote it since.
        slc.fold_for(100 * 40_000, 10_000, 1);
        assert_eq!(slc.used(), 150);
        assert_eq!(
            (slc.read_time(60, 900), slc.read_time(150, 900)),
            ((None, 100), (Some(30_000), 200))
        );
    }

    #[test]
    fn a_cache_that_is_freed_at_once_has_no_room_before_all_of_it_is_folded() {
        let mut slc = knowing("all-when-idle");
        put(&mut slc, 0..400, 400);
        for left in [300, 200, 100] {
            slc.fold_for(100 * 40_000, 10_000, 1);
            assert_eq!((slc.used(), slc.folded()), (400, 400 - left));
            assert_eq!(slc.read_time(0, 900), (Some(30_000), 400));
        }
        slc.fold_for(100 * 40_000, 10_000, 1);
        assert_eq!((slc.used(), slc.folded()), (0, 400));
        assert_eq!(slc.read_time(0, 900), (None, 900));
    }
}
