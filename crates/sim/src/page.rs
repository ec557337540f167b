//! Page-mapped media: dies that read, program and erase, with the translation layer and the SLC cache.
//!
//! Knows when each die is busy; knows nothing of links, caches in front of it and contents.
//!
//! Limits. The dies reserve work in the order in which commands arrive. Copies by collection and folding are spread
//! evenly over all dies. A flush of a partly filled stripe costs a program's time but no space. Unless the SLC cache
//! knows its units, all reads take the time of the native cells.

use std::collections::VecDeque;
use std::ops::Range;

use crate::die::DieQueue;
use crate::divisor::Divisor;
use crate::ftl::{Collected, Ftl, NoMirror};
use crate::quantity::{Share, Size};
use crate::slc::{Placement, Slc};
use crate::spec::{Collection, DieOrder, PageMediaSpec};
use crate::timing::Pace;

/// Units in a block over all dies and planes; collection handles such a block as a whole.
pub(crate) fn block_units(spec: &PageMediaSpec) -> u32 {
    let units = stripe_units(spec) * u64::from(spec.dies) * u64::from(spec.block_pages);
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// Units that one die programs together.
fn stripe_units(spec: &PageMediaSpec) -> u64 {
    u64::from(spec.planes) * (spec.page_size.bytes() / spec.unit.bytes().max(1))
}

/// A page-mapped medium.
#[derive(Debug)]
pub(crate) struct PageMedia {
    unit: Divisor,
    stripe_units: u64,
    read_ns: u64,
    program_ns: u64,
    erase_ns: u64,
    suspend_ns: Option<u64>,
    collection: Collection,
    idle_delay_ns: Option<u64>,
    /// Free blocks that idle collection aims at.
    idle_blocks: u32,
    discard_ns: Option<u64>,
    endurance_cycles: Option<u32>,
    ftl: Ftl,
    slc: Option<Slc>,
    /// For each die the end of its programs and erases.
    die_free: Vec<u64>,
    /// For each die the end of its reads.
    die_read_free: Vec<u64>,
    /// The queue of each die, if dies reorder.
    queues: Option<Vec<DieQueue>>,
    next_die: usize,
    /// Units in the stripe that is being filled.
    fill: u64,
    /// Those units, if the SLC cache needs them.
    filling: VecDeque<Range<u64>>,
    /// One past the last byte written, if it lies inside a unit whose rest may follow.
    tail: Option<u64>,
    /// The end of the last program or erase.
    programmed: u64,
    /// Die time that each host unit pays for collection, in nanoseconds.
    debt_per_unit: u64,
    host_bytes: u64,
    /// Bytes of reads for which the flash has no data.
    blank_read_bytes: u64,
    pub(crate) pace: Pace,
}

impl PageMedia {
    pub(crate) fn new(spec: &PageMediaSpec, capacity: Size) -> Self {
        let unit = spec.unit.bytes();
        let narrow = |value: u64| u32::try_from(value).expect("checked with the description");
        let units = narrow(capacity.bytes() / unit);
        let extra = narrow(spec.over_provisioning.of(u64::from(units)));
        let block_units = block_units(spec);
        let ftl = Ftl::new(units, extra, block_units);
        let idle_blocks = narrow(spec.idle_share.of(u64::from(extra / block_units)));
        Self {
            unit: Divisor::new(unit),
            stripe_units: stripe_units(spec),
            read_ns: spec.read_time.ns(),
            program_ns: spec.program_time.ns(),
            erase_ns: spec.erase_time.ns(),
            suspend_ns: spec.suspend_time.map(super::quantity::Time::ns),
            collection: spec.collection,
            idle_delay_ns: spec.idle_delay.map(super::quantity::Time::ns),
            idle_blocks,
            discard_ns: spec.discard_time.map(super::quantity::Time::ns),
            endurance_cycles: spec.endurance_cycles,
            slc: spec.slc.as_ref().map(|slc| Slc::new(slc, u64::from(units), unit)),
            ftl,
            die_free: vec![0; spec.dies as usize],
            die_read_free: vec![0; spec.dies as usize],
            queues: (spec.die_order == DieOrder::ReadsFirst)
                .then(|| (0..spec.dies).map(|_| DieQueue::default()).collect()),
            next_die: 0,
            fill: 0,
            filling: VecDeque::new(),
            tail: None,
            programmed: 0,
            debt_per_unit: 0,
            host_bytes: 0,
            blank_read_bytes: 0,
            pace: Pace::FULL,
        }
    }

    /// A read that arrives at `at`; returns the time at which the last unit is in the controller.
    pub(crate) fn read(&mut self, at: u64, offset: u64, length: u64) -> u64 {
        let (first, count) = self.units(offset, length);
        let (mut done, mut index, mut blank) = (at, 0, 0);
        while index < count {
            let (place, run) = self.ftl.locate(first + index, count - index);
            let (read_ns, run) = self.read_time(first + index, run);
            if let Some(place) = place {
                let (from, to) = (u64::from(place), u64::from(place) + u64::from(run) - 1);
                for stripe in from / self.stripe_units..=to / self.stripe_units {
                    done = done.max(self.read_stripe(at, stripe, read_ns));
                }
            } else {
                blank += u64::from(run);
            }
            index += run;
        }
        // The first and the last unit may be read in part.
        self.blank_read_bytes += (blank * self.unit.value()).min(length);
        done
    }

    /// A write that is in the controller at `at`; returns the time at which it is in the flash. With `is_durable` it
    /// does not wait for more data to fill the stripe.
    pub(crate) fn write(&mut self, at: u64, offset: u64, length: u64, is_durable: bool) -> u64 {
        self.host_bytes += length;
        let at = self.read_for_modify(at, offset, length);
        let end = offset + length;
        // A write that continues inside the last unit belongs to that unit, which is still in the controller's
        // memory: sequential writes smaller than a unit cost no read and no second program.
        let is_tail = self.tail == Some(offset);
        self.tail = (self.unit.rest(end) > 0).then_some(end);
        let (mut first, mut count) = self.units(offset, length);
        if is_tail {
            (first, count) = (first + 1, count - 1);
        }
        if count > 0 {
            let mut burst_ns = 0;
            let mut debt_per_unit = self.debt_per_unit;
            let cost = self.collection_cost();
            let collection = self.collection;
            self.ftl.write(first, count, &mut NoMirror, |collected| match collection {
                Collection::Burst => burst_ns += cost.of(collected),
                Collection::Smooth => {
                    debt_per_unit = cost.of(collected) / u64::from(collected.freed.max(1));
                }
            });
            self.debt_per_unit = debt_per_unit;
            self.busy_all(at, burst_ns);
            self.fill += u64::from(count);
            if self.slc.as_ref().is_some_and(Slc::knows_its_data) {
                self.filling.push_back(u64::from(first)..u64::from(first + count));
            }
        }
        let mut done = at;
        // The answer waits for the last stripe that this write fills: with a cache in front of the medium, this
        // throttles the writer to the rate of the flash.
        while self.fill >= self.stripe_units {
            self.fill -= self.stripe_units;
            done = self.program_stripe(at, self.stripe_units);
        }
        if is_durable {
            return self.flush(at).max(done);
        }
        done.max(at)
    }

    /// Programs the units that wait for a full stripe; returns the time at which everything is in the flash.
    pub(crate) fn flush(&mut self, at: u64) -> u64 {
        self.tail = None;
        if self.fill > 0 {
            let units = std::mem::take(&mut self.fill);
            self.program_stripe(at, units);
        }
        self.programmed.max(at)
    }

    /// `None` if discards are not supported.
    pub(crate) fn discard(&mut self, at: u64, offset: u64, length: u64) -> Option<u64> {
        let time = self.discard_ns?;
        // Round inwards: a partly used unit cannot be freed.
        let first = self.unit.divide_up(offset);
        let end = self.unit.divide(offset + length);
        if first < end {
            self.ftl.discard(narrow(first), narrow(end - first));
        }
        if let Some(slc) = &mut self.slc {
            slc.forget(first..end.max(first), u64::from(self.ftl.mapped()));
        }
        Some(at + time)
    }

    /// Erases every block, in all dies at once; returns the end of it.
    pub(crate) fn format(&mut self, at: u64) -> u64 {
        let erased = self.ftl.format();
        if let Some(slc) = &mut self.slc {
            slc.empty();
        }
        (self.fill, self.tail, self.debt_per_unit) = (0, None, 0);
        self.filling.clear();
        at.max(self.programmed) + erased * self.erase_ns
    }

    /// Does the drive's own idle work: idle since `since`, with the work up to `worked` already done.
    pub(crate) fn idle(&mut self, since: u64, worked: u64, to: u64) {
        let since = since.max(self.programmed);
        let time_after =
            |delay: u64| to.saturating_sub(since.saturating_add(delay).max(worked));
        let mut used = 0;
        if let Some(slc) = &mut self.slc
            && let Some(delay) = slc.idle_delay_ns
        {
            let dies = self.die_free.len() as u64;
            used = slc.fold_for(time_after(delay), self.program_ns, self.stripe_units * dies);
        }
        let Some(delay) = self.idle_delay_ns else { return };
        let mut budget = time_after(delay).saturating_sub(used);
        let (cost, dies) = (self.collection_cost(), self.die_free.len() as u64);
        while self.ftl.free_blocks() < self.idle_blocks && budget > 0 {
            let Some(collected) = self.ftl.collect_early(&mut NoMirror) else { return };
            budget = budget.saturating_sub(cost.of(collected) / dies);
        }
    }

    /// Whether its blocks have reached their endurance, on average.
    pub(crate) fn is_worn_out(&self) -> bool {
        self.endurance().is_some_and(|cycles| self.ftl.erased() >= cycles)
    }

    pub(crate) const fn ftl(&self) -> &Ftl {
        &self.ftl
    }

    pub(crate) const fn slc(&self) -> Option<&Slc> {
        self.slc.as_ref()
    }

    pub(crate) const fn blank_read_bytes(&self) -> u64 {
        self.blank_read_bytes
    }

    pub(crate) const fn host_bytes(&self) -> u64 {
        self.host_bytes
    }

    /// Bytes written to the flash: by the host, by collection and by folding.
    pub(crate) fn flash_bytes(&self) -> u64 {
        let folded = self.slc.as_ref().map_or(0, Slc::folded);
        (self.ftl.host_written() + self.ftl.copied() + folded) * self.unit.value()
    }

    /// Share of the endurance that is used; `None` if the endurance is unlimited.
    pub(crate) fn wear(&self) -> Option<Share> {
        Some(Share::part(self.ftl.erased(), self.endurance()?))
    }

    /// Erases that all blocks together endure.
    fn endurance(&self) -> Option<u64> {
        Some(u64::from(self.endurance_cycles?) * self.ftl.block_count())
    }

    /// First unit and number of units that the bytes touch.
    fn units(&self, offset: u64, length: u64) -> (u32, u32) {
        let first = self.unit.divide(offset);
        let end = self.unit.divide_up(offset + length);
        (narrow(first), narrow(end - first))
    }

    /// Reads the units that the write changes only in part; returns the time at which they are available.
    fn read_for_modify(&mut self, at: u64, offset: u64, length: u64) -> u64 {
        let end = offset + length;
        let mut done = at;
        let is_part = |edge: u64| self.unit.rest(edge) > 0;
        let (has_head, has_tail) = (is_part(offset), is_part(end));
        if has_head && self.tail != Some(offset) {
            done = done.max(self.read_unit(at, offset));
        }
        // A write inside one unit has already read it.
        if has_tail && !(has_head && self.unit.divide(offset) == self.unit.divide(end)) {
            done = done.max(self.read_unit(at, end));
        }
        done
    }

    fn read_unit(&mut self, at: u64, offset: u64) -> u64 {
        if !self.ftl.is_mapped(narrow(self.unit.divide(offset))) {
            return at;
        }
        self.read(at, offset, 1)
    }

    /// Read time of the unit, and how many of the next `count` take as long.
    #[inline]
    fn read_time(&self, unit: u32, count: u32) -> (u64, u32) {
        let Some(slc) = self.slc.as_ref().filter(|slc| slc.knows_its_data()) else {
            return (self.read_ns, count);
        };
        let unit = u64::from(unit);
        let (time, end) = slc.read_time(unit, unit + u64::from(count));
        (time.unwrap_or(self.read_ns), narrow(end - unit))
    }

    #[inline]
    fn read_stripe(&mut self, at: u64, stripe: u64, read_ns: u64) -> u64 {
        let dies = self.die_free.len() as u64;
        let die = usize::try_from(stripe % dies).expect("dies are counted in u32");
        let busy = self.die_free[die];
        if let Some(queues) = &mut self.queues {
            let time = self.pace.stretch(read_ns);
            let start = queues[die].read(at, time, self.suspend_ns);
            if busy > start {
                self.die_free[die] = busy + time;
            }
            return start + time;
        }
        let mut start = at.max(self.die_read_free[die]);
        if busy > start {
            // Reads go before programs and erases if a die can suspend them; no read waits longer than without
            // suspension.
            start = match self.suspend_ns {
                Some(suspend) => busy.min(start + suspend),
                None => busy,
            };
        }
        let time = self.pace.stretch(read_ns);
        self.die_read_free[die] = start + time;
        // An interrupted program ends later by that time.
        self.die_free[die] = if busy > start { busy + time } else { start + time };
        start + time
    }

    fn program_stripe(&mut self, at: u64, units: u64) -> u64 {
        let ftl = &mut self.ftl;
        let placement = self.slc.as_mut().map(|slc| {
            // The number of mapped units is then available, and not counted anew for each stripe.
            ftl.settle();
            slc.place(units, u64::from(ftl.mapped()))
        });
        // Folding moves data of all dies, whichever takes this stripe.
        let (program_ns, folding_ns) = match placement {
            None => (self.program_ns, 0),
            Some(Placement::Slc { program_ns }) => (program_ns, 0),
            Some(Placement::Native { folded, read_ns }) => {
                let step_ns = self.program_ns + read_ns;
                let folding_ns = crate::quantity::mul_div(step_ns, folded, self.stripe_units);
                (self.program_ns, folding_ns)
            }
            Some(Placement::Through { program_ns, read_ns, shrunk }) => {
                let step_ns = self.program_ns + read_ns;
                let shrinking_ns = crate::quantity::mul_div(step_ns, shrunk, self.stripe_units);
                (program_ns, step_ns + shrinking_ns)
            }
        };
        let is_in =
            matches!(placement, Some(Placement::Slc { .. } | Placement::Through { .. }));
        self.note_filled(units, is_in);
        self.busy_all(at, folding_ns);
        let cost = program_ns + self.debt_per_unit * units;
        let die = self.next_die;
        self.next_die = if die + 1 < self.die_free.len() { die + 1 } else { 0 };
        let start = self.die_free[die].max(at);
        let done = start + self.pace.stretch(cost);
        self.die_free[die] = done;
        if let Some(queues) = &mut self.queues {
            queues[die].program(start, done);
        }
        self.programmed = self.programmed.max(done);
        done
    }

    /// Occupies every die for its part of `die_ns`.
    fn busy_all(&mut self, at: u64, die_ns: u64) {
        if die_ns == 0 {
            return;
        }
        let share = self.pace.stretch(die_ns / self.die_free.len() as u64);
        for (die, free) in self.die_free.iter_mut().enumerate() {
            let start = (*free).max(at);
            *free = start + share;
            self.programmed = self.programmed.max(*free);
            if let Some(queues) = &mut self.queues {
                queues[die].program(start, *free);
            }
        }
    }

    /// Tells the SLC cache which `units` a stripe holds, and whether they went into the cache.
    fn note_filled(&mut self, mut units: u64, is_in: bool) {
        let Some(slc) = self.slc.as_mut().filter(|slc| slc.knows_its_data()) else { return };
        while units > 0
            && let Some(first) = self.filling.front_mut()
        {
            let end = first.end.min(first.start + units);
            slc.note(first.start..end, is_in);
            units -= end - first.start;
            first.start = end;
            if first.is_empty() {
                self.filling.pop_front();
            }
        }
        slc.settle();
    }

    const fn collection_cost(&self) -> CollectionCost {
        CollectionCost {
            stripe_units: self.stripe_units,
            move_ns: self.read_ns + self.program_ns,
            erase_ns: self.erase_ns,
            dies: self.die_free.len() as u64,
        }
    }
}

/// Cost of collecting a block, in die time.
#[derive(Debug, Clone, Copy)]
struct CollectionCost {
    stripe_units: u64,
    move_ns: u64,
    erase_ns: u64,
    dies: u64,
}

impl CollectionCost {
    fn of(self, collected: Collected) -> u64 {
        u64::from(collected.valid).div_ceil(self.stripe_units) * self.move_ns
            + self.erase_ns * self.dies
    }
}

fn narrow(units: u64) -> u32 {
    u32::try_from(units).expect("a drive has fewer than 2^32 units")
}
