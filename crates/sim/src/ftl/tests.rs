//! Compares the translation layer with a model of the flash.

use proptest::prelude::*;

use super::*;

/// A slow and obvious model of the flash: it holds the contents of every place, and checks the rules of NAND.
struct Flash {
    block_units: u32,
    /// The writer of each place: logical unit and a number that never repeats.
    places: Vec<Option<(u32, u64)>>,
    tokens: u64,
}

impl Flash {
    fn new(ftl: &Ftl) -> Self {
        let places = ftl.blocks.len() * ftl.block_units as usize;
        Self { block_units: ftl.block_units, places: vec![None; places], tokens: 0 }
    }

    #[track_caller]
    fn fill(&mut self, place: u32, content: (u32, u64)) {
        assert!(self.places[place as usize].is_none(), "place {place} was not erased");
        let is_in_order =
            place.is_multiple_of(self.block_units) || self.places[place as usize - 1].is_some();
        assert!(is_in_order, "place {place} was programmed before the one before it");
        self.places[place as usize] = Some(content);
    }
}

impl FlashMirror for Flash {
    fn program(&mut self, logical: u32, count: u32, physical: u32) {
        for index in 0..count {
            self.tokens += 1;
            self.fill(physical + index, (logical + index, self.tokens));
        }
    }
    fn copy(&mut self, logical: u32, from: u32, to: u32) {
        let content = self.places[from as usize].expect("a copy has a source");
        assert_eq!(content.0, logical, "the copied unit is the one that is moved");
        self.fill(to, content);
    }
    fn erase(&mut self, block: u32) {
        let start = (block * self.block_units) as usize;
        self.places[start..start + self.block_units as usize].fill(None);
    }
}

#[derive(Debug, Clone)]
enum Step {
    Write(u32, u32),
    Discard(u32, u32),
    CollectEarly,
}

fn apply(ftl: &mut Ftl, flash: &mut Flash, expected: &mut [Option<u64>], step: &Step) {
    match *step {
        Step::Write(start, count) => {
            let before = flash.tokens;
            ftl.write(start, count, flash, |_| ());
            for index in 0..count {
                expected[(start + index) as usize] = Some(before + 1 + u64::from(index));
            }
        }
        Step::Discard(start, count) => {
            ftl.discard(start, count);
            expected[start as usize..(start + count) as usize].fill(None);
        }
        Step::CollectEarly => {
            ftl.collect_early(flash);
        }
    }
}

#[track_caller]
fn check(ftl: &mut Ftl, flash: &Flash, expected: &[Option<u64>], told: &dyn std::fmt::Debug) {
    // Called while some units may not be settled yet.
    let mapped = ftl.mapped();
    let mut valid = vec![0; ftl.blocks.len()];
    for (logical, &token) in (0..).zip(expected) {
        let place = ftl.locate(logical, 1).0;
        let read = place.and_then(|place| flash.places[place as usize]);
        assert_eq!(read, token.map(|token| (logical, token)), "unit {logical} after {told:?}");
        if let Some(place) = place {
            valid[(place / ftl.block_units) as usize] += 1;
        }
    }
    let counted: Vec<u32> = ftl.blocks.iter().map(|block| block.valid).collect();
    assert_eq!(counted, valid, "valid counts after {told:?}");
    assert_eq!(mapped, valid.iter().sum::<u32>());
}

fn step(units: u32) -> impl Strategy<Value = Step> {
    let range = (0..units).prop_flat_map(move |start| (Just(start), 1..=units - start));
    prop_oneof![
        6 => (0..units).prop_map(|start| Step::Write(start, 1)),
        2 => range.clone().prop_map(|(start, count)| Step::Write(start, count)),
        1 => range.prop_map(|(start, count)| Step::Discard(start, count)),
        1 => Just(Step::CollectEarly),
    ]
}

proptest! {
    #[test]
    fn what_was_written_is_what_is_read_after_any_mix(
        steps in prop::collection::vec(step(100), 1..150),
        extra in 1_u32..30,
        block_units in 1_u32..40,
    ) {
        let mut ftl = Ftl::new(100, extra, block_units);
        let mut flash = Flash::new(&ftl);
        let mut expected = vec![None; 100];
        for step in &steps {
            apply(&mut ftl, &mut flash, &mut expected, step);
        }
        check(&mut ftl, &flash, &expected, &steps);
    }
}

#[test]
fn every_plan_of_three_steps_on_a_drive_of_four_units_keeps_its_data() {
    let ranges = (0..4).flat_map(|start| (1..=4 - start).map(move |count| (start, count)));
    let steps: Vec<Step> = ranges
        .flat_map(|(start, count)| [Step::Write(start, count), Step::Discard(start, count)])
        .chain([Step::CollectEarly])
        .collect();
    let mut plans = 0;
    for (first, second, third) in steps.iter().flat_map(|a| {
        let steps = &steps;
        steps.iter().flat_map(move |b| steps.iter().map(move |c| (a, b, c)))
    }) {
        // Full before the plan begins, so that collection has work.
        let mut ftl = Ftl::new(4, 1, 2);
        let mut flash = Flash::new(&ftl);
        let mut expected = vec![None; 4];
        let plan = [&Step::Write(0, 4), first, second, third, &Step::Write(1, 2)];
        for step in plan {
            apply(&mut ftl, &mut flash, &mut expected, step);
        }
        check(&mut ftl, &flash, &expected, &plan);
        plans += 1;
    }
    assert_eq!(plans, 21 * 21 * 21);
}

#[test]
fn overwriting_in_order_copies_nothing() {
    let mut ftl = Ftl::new(10_000, 700, 256);
    for _ in 0..5 {
        for start in (0..10_000).step_by(32) {
            let count = 32.min(10_000 - start);
            ftl.write(start, count, &mut NoMirror, |_| ());
        }
    }
    assert_eq!(ftl.host_written(), 50_000);
    // Each round shares its last block with the next one: the block has no valid unit only after both rounds
    // overwrote it.
    assert_eq!(ftl.copied(), 0);
}
