//! Effects of commands on the zones of a zoned drive, and of discards on all other drives.

use iogram_engine::{DriveZones, Errno, Request};

use super::SimDrive;
use crate::spec::SimSpec;
use crate::zones::{Zones, ZonesTruth};

impl SimDrive {
    /// The report of its zones; `None` if it accepts writes anywhere.
    #[must_use]
    pub fn zones(&self) -> Option<DriveZones> {
        self.zones.as_ref().map(Zones::report)
    }

    pub(crate) fn zones_truth(&self) -> Option<ZonesTruth> {
        self.zones.as_ref().map(Zones::truth)
    }

    /// Lets a command begin, or refuses it.
    pub(super) fn admit(&mut self, request: &Request) -> Result<(), Errno> {
        self.check(request)?;
        self.zones.as_mut().map_or(Ok(()), |zones| zones.admit(request))
    }

    pub(super) fn discard(&mut self, request: &Request, at: u64) -> Result<u64, (u64, Errno)> {
        let all = match &self.zones {
            // A reset covers whole zones.
            Some(zones) => zones.range(request),
            None => request.offset..request.offset + u64::from(request.length),
        };
        let at = at + self.zones.as_ref().map_or(0, Zones::reset_time);
        let place = (all.start, all.end - all.start);
        let done = match self.media.discard(at, place, &mut self.draws) {
            Some(done) => done,
            // A medium that overwrites in place has nothing to forget.
            None if self.zones.is_some() => at,
            None => return Err((at, Errno::EOPNOTSUPP)),
        };
        if let Some(controller) = &mut self.controller {
            controller.note(all.clone(), false);
        }
        if let Some(store) = &mut self.store {
            store.write(all, None, done, done);
        }
        Ok(done)
    }
}

pub(super) fn zones_of(spec: &SimSpec) -> Option<Zones> {
    spec.zones.as_ref().map(|zones| Zones::new(zones, spec.capacity.bytes()))
}
