//! Probes a simulated drive: contents from their descriptions, one request at a time.

use iogram_engine::{
    Completion, Control, Errno, Found, Geometry, Probe, Request, Target, TargetError,
};
use iogram_model::{Bytes, DataPattern, Nanos, OpKind};

use crate::drive::SimDrive;

/// The whole drive, for one request at a time.
#[derive(Debug)]
pub(crate) struct SimProbe<'a> {
    drive: &'a mut SimDrive,
    done: Vec<Completion>,
}

impl<'a> SimProbe<'a> {
    /// The drive keeps its contents from now on.
    pub(crate) fn new(drive: &'a mut SimDrive) -> Self {
        drive.keep_contents();
        Self { drive, done: Vec::new() }
    }

    fn request(&mut self, request: Request) -> Result<Nanos, Errno> {
        let start = self.drive.now();
        let errno = |error: TargetError| error.errno;
        self.drive.submit(&[request]).map_err(errno)?;
        self.done.clear();
        while self.done.is_empty() {
            self.drive.reap(&mut self.done, Nanos(u64::MAX)).map_err(errno)?;
        }
        let completion = self.done[0];
        completion.result?;
        Ok(Nanos(completion.at.0 - start.0))
    }
}

fn request(kind: OpKind, offset: u64, length: u32, salt: u64) -> Request {
    Request {
        slot: 0,
        length,
        offset,
        salt,
        data: DataPattern::Random,
        kind,
        is_fua: false,
        is_full_sync: false,
    }
}

impl Probe for SimProbe<'_> {
    fn geometry(&self) -> Geometry {
        self.drive.geometry()
    }

    fn now(&self) -> Nanos {
        self.drive.now()
    }

    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.request(request(OpKind::Read, offset, length, 0))
    }

    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno> {
        self.request(request(OpKind::Write, offset, length, salt))
    }

    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno> {
        found.clear();
        let time = self.read(offset, length)?;
        let block = self.drive.geometry().logical_block_size.0;
        for start in (offset..offset + u64::from(length))
            .step_by(usize::try_from(block).expect("a logical block fits into memory"))
        {
            found.push(self.block(start, block));
        }
        Ok(time)
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        self.request(request(OpKind::Flush, 0, 0, 0))
    }

    fn rest(&mut self, duration: Nanos, _control: &Control) {
        // It takes no real time, so there is nothing to interrupt.
        let at = Nanos(self.drive.now().0.saturating_add(duration.0));
        self.drive.rest_until(at);
    }
}

impl SimProbe<'_> {
    /// The contents of the block at `start`, as the host finds them.
    fn block(&self, start: u64, length: u64) -> Found {
        let segments = self
            .drive
            .read_contents(Bytes(start), Bytes(length))
            .expect("contents are kept since the probe was made");
        if segments.iter().any(|segment| segment.is_rotten) {
            return Found::Damaged;
        }
        match segments.as_slice() {
            [whole] => match whole.written {
                None => Found::Blank,
                Some((stamp, skip)) if stamp.data == DataPattern::Random => {
                    Found::Mark { salt: stamp.salt, offset: stamp.offset + skip }
                }
                Some(_) => Found::Other,
            },
            _ => Found::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use iogram_engine::{ProbeAccess, Rig};

    use super::*;
    use crate::{SimRig, SimSpec};

    /// Writes the first and the last MiB of a drive and returns the findings of both places.
    fn ends(name: &str) -> (Found, Found, u64) {
        let spec = SimSpec::from_zoo(name).expect("a drive of the zoo").expect("a sound one");
        let drive = SimDrive::new(spec, 1).expect("the zoo is sound");
        let mut rig = SimRig::new(name, drive);
        let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
        let last = probe.geometry().capacity.0 - (1 << 20);
        probe.write(0, 1 << 20, 7).expect("a write at the beginning");
        probe.write(last, 1 << 20, 8).expect("a write at the end");
        let mut found = Vec::new();
        probe.check(0, 4096, &mut found).expect("a read at the beginning");
        let first = found[0];
        probe.check(last, 4096, &mut found).expect("a read at the end");
        (first, found[0], last)
    }

    #[test]
    fn a_genuine_drive_gives_back_what_was_written_where_it_was_written() {
        let (first, end, last) = ends("s3-lexar-633x-16g");
        assert_eq!(first, Found::Mark { salt: 7, offset: 0 });
        assert_eq!(end, Found::Mark { salt: 8, offset: last });
    }

    #[test]
    fn what_falls_into_limbo_is_not_found_again() {
        let (_, end, last) = ends("fake-limbo");
        assert_ne!(end, Found::Mark { salt: 8, offset: last });
    }

    #[test]
    fn what_is_written_beyond_a_wraparound_is_found_at_the_beginning_with_its_own_address() {
        let spec = SimSpec::from_zoo("fake-wraparound").expect("a drive of the zoo");
        let spec = spec.expect("a sound one");
        let real = spec.capacity_real().bytes();
        let mut rig = SimRig::new("fake", SimDrive::new(spec, 1).expect("the zoo is sound"));
        let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
        probe.write(0, 4096, 7).expect("a write at the beginning");
        probe.write(real, 4096, 8).expect("a write beyond the real capacity");
        let mut found = Vec::new();
        probe.check(0, 512, &mut found).expect("a read");
        assert_eq!(found, [Found::Mark { salt: 8, offset: real }]);
    }
}
