//! A pass over every block, interrupted at any request and resumed, gives the same result as an uninterrupted one.

use std::ops::ControlFlow;

use iogram_engine::{Control, Errno, Found, Geometry, Probe, ProbeAccess, Rig};
use iogram_model::{BadRange, Bytes, CapacityVerdict, Evidence, Nanos, ProbeRecord, Stretch};
use iogram_runner::{Capacity, ProbeKind, ProbeStep};
use iogram_sim::{Defect, FakeScheme, SimDrive, SimRig, SimSpec, Size};

use crate::{MIB, card, with_bad};

/// The kind of interruption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Ctrl-C: it stops by itself and reports its progress.
    Stopped,
    /// Power cut: only the last kept progress remains.
    Killed,
    /// Unplugged.
    Vanished,
}

/// A drive with an interruption after this many requests.
struct Short<'a> {
    probe: &'a mut dyn Probe,
    left: u64,
    ending: Ending,
    control: &'a Control,
}

impl Short<'_> {
    fn count(&mut self) -> Result<(), Errno> {
        if self.left == 0 {
            if self.ending != Ending::Stopped {
                return Err(Errno::ENODEV);
            }
            self.control.stop();
        }
        self.left = self.left.saturating_sub(1);
        Ok(())
    }
}

impl Probe for Short<'_> {
    fn geometry(&self) -> Geometry {
        self.probe.geometry()
    }

    fn now(&self) -> Nanos {
        self.probe.now()
    }

    fn read(&mut self, offset: u64, length: u32) -> Result<Nanos, Errno> {
        self.count()?;
        self.probe.read(offset, length)
    }

    fn write(&mut self, offset: u64, length: u32, salt: u64) -> Result<Nanos, Errno> {
        self.count()?;
        self.probe.write(offset, length, salt)
    }

    fn check(
        &mut self,
        offset: u64,
        length: u32,
        found: &mut Vec<Found>,
    ) -> Result<Nanos, Errno> {
        self.count()?;
        self.probe.check(offset, length, found)
    }

    fn flush(&mut self) -> Result<Nanos, Errno> {
        self.probe.flush()
    }

    fn rest(&mut self, duration: Nanos, control: &Control) {
        self.probe.rest(duration, control);
    }
}

fn step() -> ProbeStep {
    let settings = Capacity { is_full: true, ..Capacity::default() };
    ProbeStep { name: "capacity".to_owned(), seed: 5, kind: ProbeKind::Capacity(settings) }
}

fn rig(spec: &SimSpec) -> SimRig {
    let drive = SimDrive::new(spec.clone(), 5).expect("a sound description");
    SimRig::new(spec.name.clone(), drive)
}

/// One attempt: its remaining record, and whether it came to its end.
fn attempt(
    rig: &mut SimRig,
    before: Option<&ProbeRecord>,
    left: u64,
    ending: Ending,
) -> (Option<ProbeRecord>, bool) {
    let control = Control::default();
    let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
    let mut short = Short { probe: probe.as_mut(), left, ending, control: &control };
    let mut kept = None;
    let record = step().run_from(&mut short, &control, before, &mut |record| {
        kept = Some(record);
        ControlFlow::Continue(())
    });
    let Evidence::Capacity(evidence) = &record.evidence else { panic!("{record:?}") };
    match (evidence.is_complete, ending) {
        (true, _) => (Some(record), true),
        (false, Ending::Killed) => (kept.or_else(|| before.cloned()), false),
        (false, _) => (Some(record), false),
    }
}

#[derive(Debug, PartialEq)]
struct Answer {
    verdict: Option<CapacityVerdict>,
    real_bytes: Option<u64>,
    bad: Vec<BadRange>,
    /// Place and size of the written stretches; the times differ.
    stretches: Vec<(u64, u64)>,
}

fn answer(record: &ProbeRecord) -> Answer {
    let Evidence::Capacity(evidence) = &record.evidence else { panic!("{record:?}") };
    let finding = iogram_findings::capacity(evidence);
    let place = |stretch: &Stretch| (stretch.start_bytes, stretch.size_bytes);
    assert_eq!(evidence.progress, None);
    Answer {
        verdict: finding.verdict,
        real_bytes: finding.real_bytes,
        bad: evidence.bad_ranges.clone(),
        stretches: evidence.stretches.iter().map(place).collect(),
    }
}

fn whole(spec: &SimSpec) -> Answer {
    answer(&step().run(
        rig(spec).probe(ProbeAccess::Write).expect("every drive can be probed").as_mut(),
        &Control::default(),
    ))
}

#[track_caller]
fn check(spec: &SimSpec, ending: Ending) {
    let expected = whole(spec);
    for first in [0, 1, 2, 30, 31, 32, 33, 34, 40, 60] {
        let mut rig = rig(spec);
        let (mut before, mut is_over) = attempt(&mut rig, None, first, ending);
        let mut count = 0;
        while !is_over {
            count += 1;
            // Each attempt is a little longer, so that even one that keeps nothing comes to its end.
            (before, is_over) = attempt(&mut rig, before.as_ref(), 7 + 2 * count, ending);
            assert!(count < 200, "it never ends: {ending:?} after {first}");
        }
        let record = before.expect("it came to its end");
        assert_eq!(answer(&record), expected, "{ending:?} after {first} requests");
        let Evidence::Capacity(evidence) = &record.evidence else { panic!("{record:?}") };
        let says_so = record.warnings.iter().any(|it| it.code == "continued");
        assert_eq!(says_so, evidence.continued_count > 0);
        if ending == Ending::Stopped && first > 0 {
            assert!(says_so, "the record does not say that it was interrupted");
        }
    }
}

fn small(scheme: FakeScheme) -> SimSpec {
    let mut seed = 0;
    loop {
        let mut spec = SimSpec::random(iogram_sim::RandomKind::Fake, seed);
        seed += 1;
        let Some(fake) = spec.counterfeit.as_mut().filter(|fake| fake.scheme == scheme) else {
            continue;
        };
        fake.hiding_cache = Size(Bytes(0));
        fake.capacity_real = Size(Bytes(match scheme {
            FakeScheme::Wraparound => 16 * MIB,
            FakeScheme::Limbo | FakeScheme::Chain => 11 * MIB + 512,
        }));
        fake.wrap = fake.wrap.map(|_| Size(Bytes(32 * MIB)));
        spec.capacity = Size(Bytes(128 * MIB));
        return spec;
    }
}

#[test]
fn a_pass_that_is_broken_off_anywhere_says_the_same_in_the_end() {
    let genuine = SimSpec { capacity: Size(Bytes(128 * MIB)), ..card() };
    let mut rotten = with_bad(Defect::Rot);
    rotten.capacity = genuine.capacity;
    let mut unreadable = with_bad(Defect::Unreadable);
    unreadable.capacity = genuine.capacity;
    let fakes = [FakeScheme::Limbo, FakeScheme::Wraparound, FakeScheme::Chain].map(small);
    for spec in fakes.iter().chain([&genuine, &rotten, &unreadable]) {
        for ending in [Ending::Stopped, Ending::Killed, Ending::Vanished] {
            check(spec, ending);
        }
    }
}

#[test]
fn a_drive_that_somebody_else_wrote_to_is_written_anew() {
    let spec = SimSpec { capacity: Size(Bytes(128 * MIB)), ..card() };
    let expected = whole(&spec);
    // In the middle of writing, and in the middle of reading.
    for left in [10, 50] {
        let mut rig = rig(&spec);
        let (before, is_over) = attempt(&mut rig, None, left, Ending::Stopped);
        assert!(!is_over);
        let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
        probe.write(0, 1 << 20, 99).expect("somebody else's write");
        drop(probe);
        let (record, is_over) = attempt(&mut rig, before.as_ref(), u64::MAX, Ending::Stopped);
        assert!(is_over);
        assert_eq!(answer(&record.expect("it came to its end")), expected);
    }
}
