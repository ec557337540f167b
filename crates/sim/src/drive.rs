//! The simulated drive: commands in, completions out, in virtual time.
//!
//! Knows the way of a command through link, cache and medium; knows nothing of its sender. Time moves only to the
//! next event, or to the end of the caller's rest; reading the time never moves it. Commands start in order of
//! arrival, up to the drive's limit at a time.

mod pace;
mod zoned;

use std::collections::VecDeque;
use std::sync::Arc;

use iogram_engine::{Completion, Control, Errno, Geometry, Request, Target, TargetError};
use iogram_model::{Bytes, CpuTime, Nanos, OpKind};

use crate::budget::Budget;
use crate::cache::WriteCache;
use crate::contents::Segment;
use crate::controller::Controller;
use crate::event::{EventQueue, LogHash};
use crate::fault::{DriveEvent, EINVAL, Faults};
use crate::link::Link;
use crate::media::Media;
use crate::parse::SpecError;
use crate::ranges::Ranges;
use crate::reads::ReadTally;
use crate::rng::{Draws, Stream};
use crate::spec::{CacheSpec, SimSpec};
use crate::store::Store;
use crate::thermal::Thermal;
use crate::zones::Zones;

#[derive(Debug, Clone, Copy)]
enum Event {
    /// A read's data is in the controller and needs the link.
    Read(Request),
    /// The write is answered, and the flush that makes it durable is sent.
    Forced(Request),
    Completed(Request, Result<u32, Errno>),
}

/// A simulated drive: its description and its state, in its own virtual time.
#[derive(Debug)]
pub struct SimDrive {
    spec: SimSpec,
    seed: u64,
    serial: Option<String>,
    now: u64,
    events: EventQueue<Event>,
    waiting: VecDeque<Request>,
    in_flight: u32,
    /// Completed and not yet reaped.
    ready: Vec<Completion>,
    link: Link,
    controller: Option<Controller>,
    cache: Option<WriteCache>,
    media: Media,
    thermal: Option<Thermal>,
    faults: Faults,
    draws: Draws,
    /// `None` without contents.
    store: Option<Store>,
    /// `None` if the drive accepts writes anywhere.
    zones: Option<Zones>,
    /// Old data in each aged range, by the index of the range.
    aged: Vec<Ranges>,
    /// Bytes read and written, for the drift.
    moved: [u64; 2],
    /// Reads of places for which the medium holds no data; the rest the controller knows.
    pub(crate) reads: ReadTally,
    /// The last completion, if no command is running.
    idle_since: u64,
    /// The drive's own idle work is done up to this time.
    idle_worked: u64,
    log: LogHash,
    /// `None` does not limit the simulation work.
    budget: Option<Budget>,
}

impl SimDrive {
    /// A blank drive. It does not keep contents, because a plain measurement does not read them back.
    ///
    /// # Errors
    ///
    /// Fails if a value of the description makes no sense.
    pub fn new(spec: SimSpec, seed: u64) -> Result<Self, SpecError> {
        spec.check()?;
        Ok(Self {
            seed,
            serial: spec.identity.serial.clone(),
            now: 0,
            events: EventQueue::new(),
            waiting: VecDeque::new(),
            in_flight: 0,
            ready: Vec::new(),
            link: Link::new(&spec.link),
            controller: spec.controller.as_ref().map(Controller::new),
            cache: spec.cache.as_ref().map(|cache| WriteCache::new(cache.size.bytes())),
            media: Media::new(&spec),
            thermal: spec
                .thermal
                .as_ref()
                .map(|thermal| Thermal::new(thermal, spec.health().warning_celsius)),
            faults: Faults::new(&spec, seed),
            draws: Draws::new(seed, Stream::Latency),
            store: None,
            zones: zoned::zones_of(&spec),
            aged: pace::aged(&spec),
            moved: [0; 2],
            reads: ReadTally::default(),
            idle_since: 0,
            idle_worked: 0,
            log: LogHash::new(),
            budget: None,
            spec,
        })
    }

    /// The same drive with contents: it keeps every write for [`Self::read_contents`].
    #[must_use]
    pub fn keeping_contents(mut self) -> Self {
        self.keep_contents();
        self
    }

    /// Whether it has a write cache that loses data without power.
    #[must_use]
    pub fn is_write_cache_on(&self) -> bool {
        self.spec.cache.as_ref().is_some_and(|cache| !cache.is_protected)
    }

    /// Switches that cache on or off, before the first write; with the cache off, every write waits for the medium.
    /// Returns whether the cache has the requested state; a missing cache cannot be switched on.
    pub fn switch_write_cache(&mut self, is_on: bool) -> bool {
        if !is_on && self.is_write_cache_on() {
            (self.spec.cache, self.cache) = (None, None);
        }
        self.is_write_cache_on() == is_on
    }

    /// Keeps the contents of writes from now on. Earlier writes read as unwritten.
    pub fn keep_contents(&mut self) {
        if self.store.is_none() {
            self.store = Some(Store::new(&self.spec));
        }
    }

    pub(crate) const fn store_mut(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }

    /// Stops `control` after `most` steps of the model, whose number is the same on every computer. A step is a unit
    /// of flash; a request costs ten.
    pub fn limit_work(&mut self, most: u64, control: Arc<Control>) {
        self.budget = Some(Budget::new(most, control, self.flash_bytes()));
    }

    /// Whether [`Self::limit_work`] stopped it.
    #[must_use]
    pub fn is_work_spent(&self) -> bool {
        self.budget.as_ref().is_some_and(Budget::is_spent)
    }

    /// Steps since [`Self::limit_work`]; 0 without it.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.budget.as_ref().map_or(0, Budget::spent)
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        if let Some(budget) = &mut self.budget {
            budget.spend(steps);
        }
    }

    fn flash_bytes(&self) -> u64 {
        self.media.written_bytes().1.unwrap_or(0)
    }

    /// Its description.
    #[must_use]
    pub const fn spec(&self) -> &SimSpec {
        &self.spec
    }

    /// Its seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Its present serial number.
    #[must_use]
    pub fn serial(&self) -> Option<&str> {
        self.serial.as_deref()
    }

    /// A fingerprint of all completions so far: equal for equal runs, on every machine.
    #[must_use]
    pub const fn log_hash(&self) -> u64 {
        self.log.value()
    }

    /// Time of the next internal event; `None` if only a request can cause one.
    #[must_use]
    pub fn next_event(&self) -> Option<Nanos> {
        self.events.next_at().map(Nanos)
    }

    /// The present contents of `length` bytes at `offset`, as the host would read them; `None` if the drive does not
    /// keep contents.
    #[must_use]
    pub fn read_contents(&self, offset: Bytes, length: Bytes) -> Option<Vec<Segment>> {
        Some(self.store.as_ref()?.read(offset.0..offset.0 + length.0))
    }

    /// Cuts the power and restores it at once: commands in flight fail, and an unprotected cache loses its data.
    pub fn cycle_power(&mut self) {
        self.lose_power(self.now);
    }

    /// Erases everything, as the drive's format command does; time advances to the end of it. No command may be in
    /// flight.
    pub(crate) fn format(&mut self) {
        self.work_idle(self.now);
        let done = self.media.format(self.now);
        let capacity = self.spec.capacity.bytes();
        if let Some(controller) = &mut self.controller {
            controller.note(0..capacity, false);
        }
        if let Some(store) = &mut self.store {
            store.write(0..capacity, None, done, done);
        }
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        self.aged.iter_mut().for_each(Ranges::clear);
        self.zones.iter_mut().for_each(Zones::clear);
        self.advance(done, false);
        self.idle_since = self.now;
    }

    /// The present thermal state; `None` if it stays cool. The call changes nothing: it works on a copy.
    pub(crate) fn thermal(&self) -> Option<Thermal> {
        let mut thermal = self.thermal.clone()?;
        thermal.advance(self.now);
        Some(thermal)
    }

    /// Aborts the commands in flight; the medium still completes their work.
    pub(crate) fn abort_all(&mut self) {
        self.waiting.clear();
        self.events.drain();
        self.ready.clear();
        self.in_flight = 0;
        self.idle_since = self.now;
    }

    pub(crate) const fn media(&self) -> &Media {
        &self.media
    }

    pub(crate) const fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Starts a command that arrived earlier or now.
    fn start(&mut self, request: Request, at: u64) {
        // Faults come before the command: a fault of the drive also affects the command that triggers it.
        match self.faults.meet(&request, at) {
            None => {}
            Some(DriveEvent::PowerLoss) => self.lose_power(at),
            Some(DriveEvent::Replace(serial)) => self.replace(serial),
        }
        self.work_idle(at);
        let idle_since = (self.in_flight == 0).then_some(self.idle_since);
        self.in_flight += 1;
        let result = match self.faults.refusal(&request, at) {
            Some(errno) => Err((at, errno)),
            None => self.admit(&request).map_err(|errno| (at, errno)),
        };
        let result = result.and_then(|()| {
            let delay = self.disturbance(at, idle_since);
            self.begin(&request, at + delay)
        });
        match result {
            Ok(done) => {
                // Read data takes the link when it is available, not in the order of the commands. It needs its own
                // event, because a later read may have its data first.
                if request.kind == OpKind::Read && self.link.limits_reads() {
                    self.events.plan(done, Event::Read(request));
                } else if self.is_flushed_behind(&request) {
                    let done = self.seen(done);
                    self.events.plan(done, Event::Forced(request));
                } else {
                    let done = self.seen(done);
                    self.events.plan(done, Event::Completed(request, Ok(request.length)));
                }
            }
            Err((done, errno)) => {
                self.events.plan(done, Event::Completed(request, Err(errno)));
            }
        }
    }

    /// Whether the host makes this write durable by a flush, because the drive has no force unit access; Linux does
    /// so (`Documentation/block/writeback_cache_control.rst`).
    fn is_flushed_behind(&self, request: &Request) -> bool {
        request.kind == OpKind::Write && request.is_fua && !self.spec.drive.has_fua()
    }

    /// Extra time of a command on its way.
    fn disturbance(&mut self, at: u64, idle_since: Option<u64>) -> u64 {
        match &self.spec.disturbance {
            Some(spec) => spec.delay(at, idle_since, self.seed, &mut self.draws),
            None => 0,
        }
    }

    /// The time at which the host sees a completion of `done`.
    fn seen(&self, done: u64) -> u64 {
        self.spec.disturbance.as_ref().map_or(done, |spec| spec.seen(done))
    }

    /// Does the drive's own idle work up to `at`, if no command is running.
    pub(crate) fn work_idle(&mut self, at: u64) {
        // Only on demand: between two commands nobody can see when it happened, and a rest of a day costs one call.
        if self.in_flight == 0 {
            self.media.idle(self.idle_since, self.idle_worked, at);
            self.idle_worked = self.idle_worked.max(at);
            self.faults.is_read_only |= self.media.is_worn_out();
        }
    }

    fn check(&self, request: &Request) -> Result<(), Errno> {
        if request.kind == OpKind::Flush {
            return Ok(());
        }
        let is_reset = self.zones.is_some() && request.kind == OpKind::Discard;
        let block = self.spec.logical_block_size.bytes();
        let length = u64::from(request.length);
        let is_inside = request
            .offset
            .checked_add(length)
            .is_some_and(|end| end <= self.spec.capacity.bytes());
        let is_aligned = block == 1
            || (request.offset.is_multiple_of(block) && length.is_multiple_of(block));
        if (length > 0 || is_reset) && is_inside && is_aligned { Ok(()) } else { Err(EINVAL) }
    }

    /// Takes the command through controller and medium; a read only up to the controller.
    fn begin(&mut self, request: &Request, at: u64) -> Result<u64, (u64, Errno)> {
        let at = self.faults.wait(request, at);
        let mut at = self.link.command(at);
        if let Some(noise) = &self.spec.noise {
            at += noise.draw(&mut self.draws);
        }
        if let Some(retry) = self.faults.failure(request) {
            return Err((at + retry, Errno::EIO));
        }
        let place = request.offset..request.offset + u64::from(request.length);
        let is_read = request.kind == OpKind::Read;
        if is_read && self.store.as_ref().is_some_and(|store| store.fails(&place)) {
            return Err((at, Errno::EIO));
        }
        at += self.faults.delay(request);
        at += self.controller.as_mut().map_or(0, |it| it.delay(request));
        self.set_pace(request, at);
        let place = (request.offset, u64::from(request.length));
        match request.kind {
            OpKind::Read => {
                let range = place.0..place.0 + place.1;
                self.reads.all += place.1;
                let blank = self.controller.as_ref().and_then(|it| it.unwritten_read(&range));
                Ok(match blank {
                    Some(time) => {
                        self.reads.blank += place.1;
                        at + time
                    }
                    None => self.media.read(at, place.0, place.1, &mut self.draws),
                })
            }
            OpKind::Write => Ok(self.write(request, at)),
            OpKind::Flush => Ok(self.flush(at)),
            OpKind::Discard => self.discard(request, at),
        }
    }

    fn write(&mut self, request: &Request, at: u64) -> u64 {
        let length = u64::from(request.length);
        let at = self.link.transfer_in(at, length);
        let place = (request.offset, length);
        if let Some(controller) = &mut self.controller {
            controller.note(place.0..place.0 + length, true);
            if controller.skips(request.data) {
                self.keep(request, at, at);
                return at;
            }
        }
        let Some((spec, cache)) = self.spec.cache.as_ref().zip(self.cache.as_mut()) else {
            let done = self.media.write(at, place, true, &mut self.draws);
            self.keep(request, at, done);
            return done;
        };
        // A full cache accepts the write when enough of its contents have reached the medium.
        let accepted = cache.accept(at, length);
        let is_forced = request.is_fua && self.spec.drive.has_fua() && !spec.is_protected;
        let stored = self.media.write(accepted, place, is_forced, &mut self.draws);
        cache.add(stored, length);
        let done = if is_forced {
            // After all earlier writes, so that acknowledged data stays in order.
            cache.empty_at(stored) + flush_time(spec, &mut self.draws)
        } else if length > spec.size.bytes() {
            // A write larger than the cache cannot be answered from it.
            stored.max(accepted + spec.write_time.ns())
        } else {
            accepted + spec.write_time.ns()
        };
        self.keep(request, at, stored);
        done
    }

    fn flush(&mut self, at: u64) -> u64 {
        if self.controller.as_ref().is_some_and(Controller::ignores_flush) {
            return at;
        }
        let Some((spec, cache)) = self.spec.cache.as_ref().zip(self.cache.as_ref()) else {
            return self.media.flush(at, &mut self.draws);
        };
        // With capacitors, cached data is durable: only the command itself takes time.
        if spec.is_protected {
            return at + flush_time(spec, &mut self.draws);
        }
        let stored = self.media.flush(at, &mut self.draws).max(cache.empty_at(at));
        stored + flush_time(spec, &mut self.draws)
    }

    fn keep(&mut self, request: &Request, now: u64, durable_at: u64) {
        if let Some(store) = &mut self.store {
            store.keep(request, now, durable_at);
        }
    }

    fn lose_power(&mut self, at: u64) {
        let is_protected = self.spec.cache.as_ref().is_some_and(|cache| cache.is_protected);
        if let Some(store) = &mut self.store {
            store.lose_power(at, is_protected);
        }
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        // Host and drive lose each other: each command in flight ends now, and the store decides whether its data
        // arrived.
        for event in self.events.drain() {
            let (Event::Read(request) | Event::Forced(request) | Event::Completed(request, _)) =
                event;
            self.events.plan(at, Event::Completed(request, Err(Errno::EIO)));
        }
    }

    fn replace(&mut self, serial: String) {
        self.serial = Some(serial);
        self.media = Media::new(&self.spec);
        self.link = Link::new(&self.spec.link);
        self.zones = zoned::zones_of(&self.spec);
        self.controller = self.spec.controller.as_ref().map(Controller::new);
        self.aged.iter_mut().for_each(Ranges::clear);
        if let Some(cache) = &mut self.cache {
            cache.clear();
        }
        if self.store.is_some() {
            self.store = Some(Store::new(&self.spec));
        }
    }

    fn happen(&mut self, at: u64, event: Event) {
        match event {
            Event::Read(request) => {
                let done = self.link.transfer_out(at, u64::from(request.length));
                let done = self.seen(done);
                self.events.plan(done, Event::Completed(request, Ok(request.length)));
            }
            Event::Forced(request) => {
                // A separate command on the way and at the drive. For anything that counts commands (faults, the tag
                // that it holds) it belongs to the write, as in Linux.
                let begin = at + self.disturbance(at, None);
                let flush = Request {
                    kind: OpKind::Flush,
                    offset: 0,
                    length: 0,
                    is_fua: false,
                    ..request
                };
                let (done, result) = match self.begin(&flush, begin) {
                    Ok(done) => (self.seen(done), Ok(request.length)),
                    Err((done, errno)) => (done, Err(errno)),
                };
                self.events.plan(done, Event::Completed(request, result));
            }
            Event::Completed(request, result) => {
                debug_assert!(self.in_flight > 0, "what completes was in flight");
                debug_assert!(at >= self.idle_since, "time does not go back");
                self.in_flight -= 1;
                self.idle_since = at;
                self.note(&request, at, result);
                self.ready.push(Completion { slot: request.slot, at: Nanos(at), result });
                while self.in_flight < self.spec.link.in_flight
                    && let Some(next) = self.waiting.pop_front()
                {
                    self.start(next, at);
                }
            }
        }
    }

    #[inline]
    fn note(&mut self, request: &Request, at: u64, result: Result<u32, Errno>) {
        let outcome = match result {
            Ok(bytes) => u64::from(bytes),
            Err(errno) => u64::MAX - u64::from(errno.0.unsigned_abs()),
        };
        self.log.add(at);
        self.log.add(request.offset);
        self.log.add((u64::from(request.slot) << 8) | request.kind as u64);
        self.log.add(outcome);
    }

    /// Executes events up to `until`; with `is_first` only up to the first completion.
    fn advance(&mut self, until: u64, is_first: bool) {
        while let Some((at, event)) = self.events.take_by(until) {
            self.now = self.now.max(at);
            self.happen(at, event);
            // All events of the same moment belong together.
            if is_first && !self.ready.is_empty() && self.events.next_at() != Some(at) {
                return;
            }
        }
        self.now = self.now.max(until);
    }
}

fn flush_time(spec: &CacheSpec, draws: &mut Draws) -> u64 {
    spec.flush_time.as_ref().map_or(0, |flush| flush.draw(draws))
}

impl Target for SimDrive {
    fn geometry(&self) -> Geometry {
        Geometry {
            capacity: self.spec.capacity.0,
            logical_block_size: self.spec.logical_block_size.0,
            physical_block_size: self.spec.physical_block_size.map(|size| size.0),
        }
    }

    fn now(&self) -> Nanos {
        Nanos(self.now)
    }

    fn cpu_time(&self) -> Option<CpuTime> {
        None
    }

    fn prepare(&mut self, _batch: &[Request]) {}

    fn submit(&mut self, batch: &[Request]) -> Result<(), TargetError> {
        let flash_bytes = if self.budget.is_some() { self.flash_bytes() } else { 0 };
        if let Some(budget) = &mut self.budget {
            budget.spend_on(batch, flash_bytes, self.store.is_some());
        }
        for &request in batch {
            if self.in_flight < self.spec.link.in_flight {
                self.start(request, self.now);
            } else {
                self.waiting.push_back(request);
            }
        }
        Ok(())
    }

    fn reap(&mut self, done: &mut Vec<Completion>, until: Nanos) -> Result<(), TargetError> {
        if let Some(budget) = &mut self.budget {
            budget.spend_on_wait();
        }
        if self.ready.is_empty() {
            self.advance(until.0, true);
        }
        done.append(&mut self.ready);
        Ok(())
    }

    fn rest_until(&mut self, at: Nanos) {
        if let Some(budget) = &mut self.budget {
            budget.spend_on_wait();
        }
        self.advance(at.0, false);
        self.work_idle(self.now);
    }
}
