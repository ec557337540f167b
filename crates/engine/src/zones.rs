//! The zones of a zoned drive, and the positions of a cell's jobs in them.
//!
//! Knows write pointers, which zones are open, and which requests each zone accepts now; knows nothing of device I/O.
//! The jobs of one cell share one table, whatever their threads: a zone takes one write at a time, because two writes
//! that overtake each other would not both begin at its write pointer.
//!
//! Source: ZBC (INCITS 536) and the zoned namespace command set specification 1.1 of NVMe, section 2 (states,
//! limits); `zbd.c` of fio 3.42 (the choice of the next zone).

use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use iogram_model::{
    Access, Bytes, JobLayout, Workload, WritePointers, ZoneOrder, sentence, text,
};

use crate::drive_zones::{
    DriveZone, DriveZones, ZoneKind, ZoneShape, ZoneState, no_zones, open_limit,
};
use crate::record::Misfit;
use crate::rig_error::{RigError, RigErrorKind};
use crate::rng::Rng;

/// The place of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// In this zone; `length` is at most the requested length.
    At { zone: usize, offset: u64, length: u64 },
    /// In this zone at `offset`, its beginning, after a reset.
    AfterReset { zone: usize, offset: u64 },
    /// None until an outstanding request completes.
    Blocked,
    /// None.
    Nowhere,
}

/// The operation in a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Read,
    Write,
    Reset,
}

/// A zone while a cell runs.
#[derive(Debug)]
struct Place {
    start: u64,
    /// One past the last writable byte.
    end: u64,
    /// The position of the next write.
    write_pointer: u64,
    /// The end of the completed writes.
    written: u64,
    /// Outstanding reads.
    reader_count: u32,
    /// The outstanding write or reset.
    busy: Option<Deed>,
    kind: ZoneKind,
    is_usable: bool,
    /// Whether the drive counts it as open or closed.
    is_active: bool,
}

impl Place {
    fn of(zone: &DriveZone) -> Self {
        let start = zone.start;
        let end = start + zone.capacity.min(zone.size);
        let write_pointer = match (zone.kind, zone.state) {
            (ZoneKind::Conventional, _) | (_, ZoneState::Full) => end,
            (_, ZoneState::Empty) => start,
            (_, ZoneState::Active | ZoneState::Unusable) => {
                zone.write_pointer.clamp(start, end)
            }
        };
        Self {
            start,
            end,
            write_pointer,
            written: write_pointer,
            reader_count: 0,
            busy: None,
            kind: zone.kind,
            is_usable: zone.state != ZoneState::Unusable,
            is_active: zone.kind == ZoneKind::Sequential && zone.state == ZoneState::Active,
        }
    }

    /// Whether it accepts a write or a reset now.
    fn is_free(&self) -> bool {
        self.kind == ZoneKind::Sequential && self.is_usable && self.busy.is_none()
    }

    fn readable(&self, reads_beyond: bool) -> u64 {
        match self.busy {
            Some(Deed::Reset) => 0,
            _ if reads_beyond => self.end - self.start,
            _ => self.written - self.start,
        }
    }
}

/// One job's position among the zones.
#[derive(Debug)]
struct Walk {
    /// Its zones, by index in the table.
    zones: Range<usize>,
    /// The zone after the last one that it opened.
    next: usize,
    /// The next sequential read: the zone, and the offset from its beginning.
    read_next: (usize, u64),
    /// The zone after the last one that it discarded.
    discard_next: usize,
    rng: Rng,
}

#[derive(Debug)]
struct Inner {
    places: Vec<Place>,
    walks: Vec<Walk>,
    /// Zones that are currently written, and the job that opened each.
    open: Vec<(usize, usize)>,
    /// Zones of the whole drive that count as open or closed.
    active_count: u32,
    /// Written bytes in all zones of the cell.
    written_bytes: u64,
    /// Credit for early resets since the last one, in thousandths of a reset per write, while enough is written.
    early_permille: u32,
}

/// The zones of one cell.
#[derive(Debug)]
pub struct ZoneTable {
    asked: WritePointers,
    open_max: u32,
    /// The same limit per job.
    own_open_max: u32,
    active_max: u32,
    /// The number of written bytes from which zones are reset early, and the rate per 1000 writes; `None` for never.
    early: Option<(u64, u32)>,
    inner: Mutex<Inner>,
}

impl ZoneTable {
    /// The table that a load of a cell needs on a drive with these zones; `None` if it needs none.
    ///
    /// # Errors
    ///
    /// Fails if the load cannot use the zones, needs zones that the drive does not have, or would write away from a
    /// write pointer.
    pub fn of_load(
        workload: &Workload,
        drive: Option<&DriveZones>,
        capacity: Bytes,
    ) -> Result<Option<Self>, RigError> {
        let refused = |misfit: Misfit| RigError {
            kind: RigErrorKind::Usage,
            message: sentence!("engine-cannot-run-cell", message: misfit.message),
            hint: misfit.hint.into(),
        };
        let shape = drive.and_then(ZoneShape::of);
        if let Some(misfit) = shape.and_then(|shape| shape.misfit(workload, capacity)) {
            return Err(refused(misfit));
        }
        let Access::WritePointers(asked) = workload.access else { return Ok(None) };
        let drive = drive.filter(|drive| !drive.zones.is_empty());
        let drive = drive.ok_or_else(|| refused(no_zones()))?;
        Self::new(drive, (asked, workload), capacity).map(Some).map_err(refused)
    }

    /// The zones of `drive` that lie entirely in the region of `workload`, with the access `asked`.
    ///
    /// # Errors
    ///
    /// Fails if the cell cannot use them.
    pub fn new(
        drive: &DriveZones,
        (asked, workload): (WritePointers, &Workload),
        capacity: Bytes,
    ) -> Result<Self, Misfit> {
        let start = workload.region.start.resolve(capacity).0;
        let end = workload.region.end.resolve(capacity).0.min(capacity.0);
        let is_inside = |zone: &&DriveZone| {
            zone.start >= start && zone.start.saturating_add(zone.size) <= end
        };
        let inside: Vec<&DriveZone> = drive.zones.iter().filter(is_inside).collect();
        check(drive, &inside, (asked, workload))?;
        let places: Vec<Place> = inside.iter().map(|zone| Place::of(zone)).collect();
        let is_active = |zone: &&DriveZone| {
            zone.kind == ZoneKind::Sequential && zone.state == ZoneState::Active
        };
        let active_count = drive.zones.iter().filter(is_active).count();
        let limit = open_limit(drive.open_max, drive.active_max);
        let limit = limit.filter(|_| !asked.ignores_limits).unwrap_or(u32::MAX);
        let sequential = || places.iter().filter(|place| place.kind == ZoneKind::Sequential);
        let all_bytes: u64 = sequential().map(|place| place.end - place.start).sum();
        let written_bytes = sequential().map(|place| place.written - place.start).sum();
        let walks = walks(&places, workload);
        let open_max = asked.open_max.unwrap_or(u32::MAX).min(limit);
        let shared = match workload.layout {
            JobLayout::Shared | JobLayout::Alike => open_max,
            // No other job finishes a zone that this one opened in its part.
            JobLayout::Sliced => (open_max / workload.jobs.max(1)).max(1),
        };
        Ok(Self {
            asked,
            open_max,
            own_open_max: asked.job_open_max.unwrap_or(u32::MAX).min(shared),
            active_max: drive.active_max.unwrap_or(u32::MAX),
            early: asked
                .reset
                .map(|reset| (reset.threshold.of(all_bytes), u32::from(reset.frequency.0))),
            inner: Mutex::new(Inner {
                places,
                walks,
                open: Vec::new(),
                active_count: u32::try_from(active_count).unwrap_or(u32::MAX),
                written_bytes,
                early_permille: 0,
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no job panicked among its zones")
    }

    /// A place for a write of up to `length` bytes of job `job`.
    pub(crate) fn claim_write(&self, job: usize, length: u64) -> Claim {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let Some(zone) = inner.choose(self, job) else {
            return inner.blocked_or_nowhere();
        };
        let is_early = inner.is_reset_early(self.early, zone);
        let place = &mut inner.places[zone];
        if place.write_pointer == place.end || is_early {
            // Outstanding reads have to complete before the zone is reset.
            if place.reader_count > 0 {
                return Claim::Blocked;
            }
            place.busy = Some(Deed::Reset);
            inner.early_permille = if is_early { 0 } else { inner.early_permille };
            return Claim::AfterReset { zone, offset: place.start };
        }
        let offset = place.write_pointer;
        // The last write of a zone is as long as the remainder, which would otherwise keep the zone open for ever.
        let length = length.min(place.end - offset);
        place.write_pointer += length;
        place.busy = Some(Deed::Write);
        inner.written_bytes += length;
        Claim::At { zone, offset, length }
    }

    /// A place for a read of `length` bytes of job `job`.
    pub(crate) fn claim_read(&self, job: usize, length: u64) -> Claim {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let (places, walk) = (&mut inner.places, &mut inner.walks[job]);
        let zones = walk.zones.clone();
        let is_random = self.asked.order == ZoneOrder::Random;
        let (first, mut from) = match is_random {
            true => (zones.start as u64 + walk.rng.below(zones.len() as u64), 0),
            false => (walk.read_next.0 as u64, walk.read_next.1),
        };
        let first = usize::try_from(first).unwrap_or(zones.start);
        // One round, then the first zone again from its beginning.
        for zone in (first..zones.end).chain(zones.start..=first) {
            let place = &mut places[zone];
            let readable = place.readable(self.asked.reads_beyond);
            if from.saturating_add(length) > readable {
                from = 0;
                continue;
            }
            let at = match is_random {
                true => walk.rng.below(readable / length) * length,
                false => from,
            };
            walk.read_next = (zone, at + length);
            place.reader_count += 1;
            return Claim::At { zone, offset: place.start + at, length };
        }
        Claim::Nowhere
    }

    /// The next zone that job `job` resets; the reset counts as `length` bytes.
    pub(crate) fn claim_reset(&self, job: usize, length: u64) -> Claim {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let walk = &mut inner.walks[job];
        let zones = walk.zones.clone();
        let is_random = self.asked.order == ZoneOrder::Random;
        let first = match is_random {
            true => zones.start as u64 + walk.rng.below(zones.len() as u64),
            false => walk.discard_next as u64,
        };
        let first = usize::try_from(first).unwrap_or(zones.start);
        let found = (first..zones.end).chain(zones.start..first).find(|&zone| {
            let place = &inner.places[zone];
            // In random order only zones with data, as in fio; in sequential order every zone.
            let is_wanted = !is_random || place.write_pointer > place.start;
            place.is_free() && place.reader_count == 0 && is_wanted
        });
        let Some(zone) = found else { return inner.blocked_or_nowhere() };
        walk.discard_next = if zone + 1 < zones.end { zone + 1 } else { zones.start };
        let place = &mut inner.places[zone];
        place.busy = Some(Deed::Reset);
        Claim::At { zone, offset: place.start, length }
    }

    /// Handles the completion of an operation claimed in `zone`.
    pub(crate) fn complete(&self, zone: usize, deed: Deed, is_done: bool) {
        let mut guard = self.lock();
        let inner = &mut *guard;
        let place = &mut inner.places[zone];
        if deed == Deed::Read {
            place.reader_count = place.reader_count.saturating_sub(1);
            return;
        }
        place.busy = None;
        if !is_done {
            // Its write pointer is unknown now.
            place.is_usable = false;
            inner.open.retain(|(open, _)| *open != zone);
            return;
        }
        if deed == Deed::Reset {
            inner.written_bytes -= place.write_pointer - place.start;
            place.write_pointer = place.start;
        }
        place.written = place.write_pointer;
        if place.written == place.end {
            inner.open.retain(|(open, _)| *open != zone);
        }
        // A zone that was reset for writing keeps its place.
        let is_kept = inner.open.iter().any(|(open, _)| *open == zone);
        let is_over = place.written == place.end || place.written == place.start;
        if is_over && !is_kept && place.is_active {
            place.is_active = false;
            inner.active_count = inner.active_count.saturating_sub(1);
        }
    }
}

impl Inner {
    fn blocked_or_nowhere(&self) -> Claim {
        let is_out = |place: &Place| place.busy.is_some() || place.reader_count > 0;
        if self.places.iter().any(is_out) { Claim::Blocked } else { Claim::Nowhere }
    }

    /// The zone for the next write of job `job`; it is open from then on.
    fn choose(&mut self, table: &ZoneTable, job: usize) -> Option<usize> {
        let own_max = table.own_open_max as usize;
        let own_count = self.open.iter().filter(|(_, owner)| *owner == job).count();
        let may_open = self.open.len() < table.open_max as usize && own_count < own_max;
        let (zones, places) = (self.walks[job].zones.clone(), &self.places);
        let mine = |&&(zone, owner): &&(usize, usize)| owner == job && places[zone].is_free();
        match table.asked.order {
            ZoneOrder::Sequential => {
                if let Some((zone, _)) = self.open.iter().find(mine) {
                    return Some(*zone);
                }
                let next = self.walks[job].next;
                if may_open && let Some(zone) = self.open_from(next, job, table.active_max) {
                    self.walks[job].next = zone + 1;
                    return Some(zone);
                }
            }
            ZoneOrder::Random if may_open => {
                let any = self.walks[job].rng.below(zones.len() as u64);
                let first = zones.start + usize::try_from(any).unwrap_or(0);
                let is_open = self.open.iter().any(|(zone, _)| *zone == first);
                if is_open && self.places[first].is_free() {
                    return Some(first);
                }
                if let Some(zone) = self.open_from(first, job, table.active_max) {
                    return Some(zone);
                }
            }
            ZoneOrder::Random => {}
        }
        // Zones of other jobs qualify too, unless the job already has as many as it may.
        let is_fitting = |&&(zone, owner): &&(usize, usize)| {
            let is_allowed = owner == job || own_count < own_max || own_count == 0;
            zones.contains(&zone) && is_allowed && self.places[zone].is_free()
        };
        let fitting: Vec<usize> =
            self.open.iter().filter(is_fitting).map(|(zone, _)| *zone).collect();
        let which = match table.asked.order {
            ZoneOrder::Random if !fitting.is_empty() => {
                self.walks[job].rng.below(fitting.len() as u64)
            }
            _ => 0,
        };
        fitting.get(usize::try_from(which).unwrap_or(0)).copied()
    }

    /// Opens the first zone from `first` on that nobody writes to. If the drive allows no further active zone, it
    /// chooses an active one.
    fn open_from(&mut self, first: usize, job: usize, active_max: u32) -> Option<usize> {
        let zones = self.walks[job].zones.clone();
        let first = first.clamp(zones.start, zones.end);
        let has_room = self.active_count < active_max;
        let zone = (first..zones.end).chain(zones.start..first).find(|&zone| {
            let place = &self.places[zone];
            let is_open = self.open.iter().any(|(open, _)| *open == zone);
            place.is_free() && !is_open && (has_room || place.is_active)
        })?;
        self.open.push((zone, job));
        // A zone that is reset first becomes active too, and two at once must not share the last place.
        let place = &mut self.places[zone];
        if !place.is_active {
            place.is_active = true;
            self.active_count = self.active_count.saturating_add(1);
        }
        Some(zone)
    }

    /// Whether the zone, which is about to be written, is reset first although it is not full.
    fn is_reset_early(&mut self, early: Option<(u64, u32)>, zone: usize) -> bool {
        let Some((threshold, permille)) = early else { return false };
        if self.written_bytes < threshold {
            return false;
        }
        self.early_permille = self.early_permille.saturating_add(permille);
        let place = &self.places[zone];
        self.early_permille >= 1000 && place.write_pointer > place.start
    }
}

/// The starting position of each job.
fn walks(places: &[Place], workload: &Workload) -> Vec<Walk> {
    let jobs = workload.jobs.max(1) as usize;
    // Conventional zones lie at the beginning of a drive; a job that writes does not use them.
    let is_sequential = |place: &Place| place.kind == ZoneKind::Sequential;
    let changes = workload.mix.write().0 > 0 || workload.mix.discard.0 > 0;
    let first = match changes {
        true => places.iter().position(is_sequential).unwrap_or(0),
        false => 0,
    };
    let count = places.len() - first;
    let at = |part: usize| first + count * part / jobs;
    let walk = |job: usize| {
        let zones = match workload.layout {
            JobLayout::Shared | JobLayout::Alike => first..places.len(),
            JobLayout::Sliced => at(job)..at(job + 1),
        };
        let next = if workload.layout == JobLayout::Alike { first } else { at(job) };
        Walk {
            zones,
            next,
            read_next: (next, 0),
            discard_next: next,
            // A separate stream, so that the order of zones does not depend on the requests.
            rng: Rng::new(workload.seed, job as u64 ^ 0x7A6F_6E65_7300),
        }
    };
    (0..jobs).map(walk).collect()
}

/// Checks that a cell can use these zones.
fn check(
    drive: &DriveZones,
    inside: &[&DriveZone],
    (asked, workload): (WritePointers, &Workload),
) -> Result<(), Misfit> {
    let shape = ZoneShape::of(drive);
    let misfit = shape
        .and_then(|shape| shape.misfit_of(asked))
        .or_else(|| misfit_of_place(drive, inside, (asked, workload)))
        .or_else(|| misfit_of_blocks(inside, (asked, workload)));
    misfit.map_or(Ok(()), Err)
}

fn sequential<'a>(inside: &'a [&DriveZone]) -> impl Iterator<Item = &'a DriveZone> + use<'a> {
    inside.iter().copied().filter(|zone| zone.kind == ZoneKind::Sequential)
}

/// Checks that there are enough zones.
fn misfit_of_place(
    drive: &DriveZones,
    inside: &[&DriveZone],
    (asked, workload): (WritePointers, &Workload),
) -> Option<Misfit> {
    let refuse = |message, hint| Some(Misfit { message, hint });
    let writes = workload.mix.write().0 > 0;
    let changes = writes || workload.mix.discard.0 > 0;
    let is_sliced = workload.layout == JobLayout::Sliced;
    let parts = if is_sliced { workload.jobs as usize } else { 1 };
    if inside.is_empty() || changes && sequential(inside).count() < parts {
        let message =
            sentence!("engine-no-whole-zone-write-pointer-lies", region = workload.region);
        return refuse(message, text!("engine-choose-region-begins-ends-zones-fewer"));
    }
    let limit = [drive.open_max, drive.active_max].into_iter().flatten().min();
    let limit = limit.filter(|_| !asked.ignores_limits);
    let most = [limit, asked.open_max].into_iter().flatten().min();
    if let Some(most) = most.filter(|&most| is_sliced && writes && workload.jobs > most) {
        let message = sentence!("engine-jobs-zones-own-most-open", jobs = workload.jobs, most);
        return refuse(message, text!("engine-use-fewer-jobs-let-share-region"));
    }
    let is_active = |zone: &&DriveZone| zone.state == ZoneState::Active;
    let others = drive.zones.iter().filter(is_active).count()
        - inside.iter().copied().filter(is_active).count();
    if drive.active_max.is_some_and(|limit| writes && others >= limit as usize) {
        let message = sentence!("engine-zones-outside-region-open-drive-no", others);
        return refuse(message, text!("engine-reset-blkzone-reset-larger-region"));
    }
    None
}

/// Checks that blocks fit into zones, and that there is something to read.
fn misfit_of_blocks(
    inside: &[&DriveZone],
    (asked, workload): (WritePointers, &Workload),
) -> Option<Misfit> {
    let refuse = |message, hint| Some(Misfit { message, hint });
    let (writes, discards) = (workload.mix.write().0 > 0, workload.mix.discard.0 > 0);
    let smallest = sequential(inside).map(|zone| zone.capacity).min().unwrap_or(u64::MAX);
    let largest = workload.block.largest();
    if writes && largest.0 > smallest {
        let message =
            sentence!("engine-blocks-larger-zones-take", largest, capacity = Bytes(smallest));
        return refuse(message, text!("engine-use-smaller-blocks"));
    }
    let size = Bytes(sequential(inside).map(|zone| zone.size).max().unwrap_or(0));
    if discards && largest != size.min(BLOCK_MAX) {
        let message = sentence!("engine-discards-no-whole-zones", largest, size);
        return refuse(message, text!("engine-let-blocks-large-zones-discard-resets"));
    }
    let has_data =
        |zone: &&DriveZone| Place::of(zone).readable(asked.reads_beyond) >= largest.0;
    if !writes && !discards && !inside.iter().copied().any(|zone| has_data(&zone)) {
        return refuse(
            sentence!("engine-no-zone-region-holds-data-read"),
            text!("engine-write-first-read-beyond-write-pointers"),
        );
    }
    None
}

/// The largest block of a request; a discard of this length stands for a larger zone.
const BLOCK_MAX: Bytes = Bytes(1 << 30);

#[cfg(test)]
mod tests;
