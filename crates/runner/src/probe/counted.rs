//! A probe that reports its progress, so that an unresponsive drive shows while a request is outstanding.

use std::ops::ControlFlow;

use iogram_engine::{Control, Errno, Found, Geometry, Probe, Sweep, SweepSample};
use iogram_model::{Bytes, HostPause, Nanos};

/// Counts the completions of the inner probe.
pub(super) struct Counted<'a> {
    probe: &'a mut dyn Probe,
    control: &'a Control,
    since: Nanos,
    /// When the probe within ends, and what tells it to.
    ends: Option<(Nanos, &'a Control)>,
}

impl<'a> Counted<'a> {
    pub(super) fn new(probe: &'a mut dyn Probe, control: &'a Control) -> Self {
        control.begin_cell();
        let since = probe.now();
        Self { probe, control, since, ends: None }
    }

    /// The same, and `own`, which the probe within looks at instead, is stopped with `control` or at `end`.
    pub(super) fn until(self, end: Nanos, own: &'a Control) -> Self {
        Self { ends: Some((end, own)), ..self }
    }

    /// Counts a completed request of this length in bytes.
    fn count(&self, length: u32, result: Result<Nanos, Errno>) -> Result<Nanos, Errno> {
        if let Some((end, own)) = self.ends
            && (self.control.is_stopped() || self.probe.now() >= end)
        {
            own.stop();
        }
        if result.is_ok() {
            let elapsed = self.probe.now().saturating_sub(self.since);
            self.control.advance(1, Bytes(u64::from(length)), elapsed);
        }
        result
    }
}

impl Probe for Counted<'_> {
    fn geometry(&self) -> Geometry {
        self.probe.geometry()
    }

    fn now(&self) -> Nanos {
        self.probe.now()
    }

    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        let result = self.probe.read(offset, length);
        self.count(length, result)
    }

    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno> {
        let result = self.probe.write(offset, length, salt);
        self.count(length, result)
    }

    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno> {
        let result = self.probe.check(offset, length, found);
        self.count(length, result)
    }

    fn sweep(
        &mut self,
        sweep: &Sweep,
        each: &mut dyn FnMut(&SweepSample<'_>) -> ControlFlow<()>,
    ) {
        let Self { probe, control, since, .. } = self;
        probe.sweep(sweep, &mut |sample| {
            if sample.result.is_ok() {
                let length = Bytes(u64::from(sample.length));
                control.advance(1, length, sample.at.saturating_sub(*since));
            }
            each(sample)
        });
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        let result = self.probe.flush();
        self.count(0, result)
    }

    fn lies_on(&self) -> Option<String> {
        self.probe.lies_on()
    }

    fn pauses(&self) -> Vec<HostPause> {
        self.probe.pauses()
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        self.probe.rest(duration, control);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drive that answers every request except reads beyond its first block.
    struct Drive(Nanos);

    impl Probe for Drive {
        fn geometry(&self) -> Geometry {
            let block = Bytes(512);
            Geometry {
                capacity: Bytes(1 << 20),
                logical_block_size: block,
                physical_block_size: None,
            }
        }

        fn now(&self) -> Nanos {
            self.0
        }

        fn read(&mut self, offset: u64, _: u32) -> Result<Nanos, Errno> {
            self.0 += Nanos(1000);
            if offset == 0 { Ok(Nanos(1000)) } else { Err(Errno::NO_ANSWER) }
        }

        fn write(&mut self, offset: u64, length: u32, _: u64) -> Result<Nanos, Errno> {
            self.read(offset, length)
        }

        fn check(&mut self, at: u64, length: u32, _: &mut Vec<Found>) -> Result<Nanos, Errno> {
            self.read(at, length)
        }

        fn flush(&mut self) -> Result<Nanos, Errno> {
            self.read(0, 0)
        }

        fn rest(&mut self, _: Nanos, _: &Control) {}
    }

    #[test]
    fn what_comes_back_is_counted_and_what_does_not_is_not() {
        let (mut drive, control) = (Drive(Nanos(500)), Control::default());
        let mut probe = Counted::new(&mut drive, &control);
        probe.read(0, 512).unwrap();
        probe.write(0, 4096, 1).unwrap();
        probe.flush().unwrap();
        assert_eq!(probe.read(512, 512), Err(Errno::NO_ANSWER));
        assert_eq!(control.progress(), (3, Bytes(4608), Nanos(3000)));
    }
}
