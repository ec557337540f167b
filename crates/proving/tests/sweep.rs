//! Geometry of hundreds of random drives, compared with their specification. Each test prints its table of accuracy;
//! a failure names the drive.

// The condition always holds here; it tells the lints that this module has tests.
#[cfg(test)]
mod sweep {
    use std::collections::BTreeMap;

    use iogram_engine::{Control, ProbeAccess, Rig};
    use iogram_findings::geometry;
    use iogram_model::{Finding, OpKind, ProbeRecord};
    use iogram_runner::{ProbeKind, ProbeStep};
    use iogram_sim::{
        FatSpec, Latency, MediaSpec, RandomKind, SimDrive, SimRig, SimSpec, SimTruth, StallSpec,
    };

    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;

    /// Runs probes on a drive; returns the records and the truth.
    fn measure(spec: SimSpec, seed: u64, whats: &[&str]) -> (Vec<ProbeRecord>, SimTruth) {
        let drive = SimDrive::new(spec, seed).expect("a sound drive");
        let mut rig = SimRig::new("sim:random", drive);
        let control = Control::default();
        let mut records = Vec::new();
        for what in whats {
            let kind: ProbeKind = what.parse().expect("a probe");
            let step = ProbeStep { name: (*what).to_owned(), seed, kind };
            let mut probe = rig.probe(ProbeAccess::Write).expect("every drive can be probed");
            records.push(step.run(probe.as_mut(), &control));
        }
        (records, rig.drive_mut().truth())
    }

    /// The number of right, wrong and missing answers, and the confidences of the given ones.
    #[derive(Debug, Default)]
    struct Score {
        right: u32,
        wrong: u32,
        none: u32,
        /// Right and wrong answers by confidence, in steps of a twentieth.
        calibration: BTreeMap<u32, (u32, u32)>,
        failures: Vec<String>,
    }

    impl Score {
        fn add(
            &mut self,
            who: &str,
            truth: Option<u64>,
            found: Option<u64>,
            sure: Option<f64>,
        ) {
            let is_right = truth == found;
            match (found, is_right) {
                (None, false) => self.none += 1,
                (_, true) => self.right += 1,
                (_, false) => self.wrong += 1,
            }
            if !is_right {
                self.failures.push(format!("{who}: {truth:?} found as {found:?} ({sure:?})"));
            }
            if let (Some(_), Some(sure)) = (found, sure) {
                let step = (0..20).rev().find(|step| sure >= f64::from(*step) / 20.0);
                let entry = self.calibration.entry(step.unwrap_or(0)).or_default();
                if is_right { entry.0 += 1 } else { entry.1 += 1 }
            }
        }

        #[track_caller]
        #[expect(clippy::print_stdout, reason = "the table is what the test is for")]
        fn check(&self, what: &str, at_least: f64) {
            let count = f64::from(self.right + self.wrong + self.none);
            let share = f64::from(self.right) / count.max(1.0);
            println!(
                "{what}: {} right, {} wrong, {} without an answer: {:.1} %",
                self.right,
                self.wrong,
                self.none,
                share * 100.0
            );
            for (step, (right, wrong)) in &self.calibration {
                let from = step * 5;
                println!("  confidence {from} to {} %: {right} right, {wrong} wrong", from + 5);
            }
            let shown: Vec<_> = self.failures.iter().take(8).collect();
            assert!(share >= at_least, "{what}: {share}: {shown:#?}");
            // A confidence is a promise: of a hundred answers at 95 % no more than five are wrong.
            for (step, (right, wrong)) in &self.calibration {
                let allowed = f64::from(right + wrong) * (1.0 - f64::from(*step) / 20.0);
                assert!(
                    // 90 % allows one wrong answer in ten; the rounded 0.1 is a little less.
                    f64::from(*wrong) <= allowed.max(0.0) + 1e-9,
                    "{what}: {wrong} of {} at {} %: {shown:#?}",
                    right + wrong,
                    step * 5
                );
            }
        }
    }

    #[derive(Default)]
    struct Scores {
        unit: Score,
        page: Score,
        linear: Score,
        random: Score,
    }

    impl Scores {
        fn add(&mut self, who: &str, records: &[ProbeRecord], truth: &SimTruth) {
            for finding in geometry(records, None) {
                match finding {
                    Finding::AllocationUnit(it) => {
                        self.unit.add(who, truth.au_bytes, it.value_bytes, it.confidence);
                    }
                    Finding::FlashPage(it) => {
                        let page = truth.page_bytes.filter(|_| truth.au_bytes.is_some());
                        self.page.add(who, page, it.value_bytes, it.confidence);
                    }
                    Finding::OpenAuLinear(it) => {
                        let open = truth.open_aus.map(u64::from);
                        self.linear.add(who, open, it.value.map(u64::from), it.confidence);
                    }
                    Finding::OpenAuRandom(it) => {
                        let open = truth.open_aus_random.map(u64::from);
                        self.random.add(who, open, it.value.map(u64::from), it.confidence);
                    }
                    _ => {}
                }
            }
        }

        #[track_caller]
        fn check_sizes(&self, what: &str) {
            self.unit.check(&format!("{what}, allocation unit"), 0.99);
            self.page.check(&format!("{what}, page"), 0.95);
        }

        #[track_caller]
        fn check_open(&self, what: &str) {
            self.linear.check(&format!("{what}, open units linear"), 0.98);
            self.random.check(&format!("{what}, open units random"), 0.98);
        }
    }

    /// A drive of `kind`; replaces its unit and page if they are given.
    fn drive(kind: RandomKind, seed: u64, unit: Option<u64>, page: Option<u64>) -> SimSpec {
        let mut spec = SimSpec::random(kind, seed);
        if let MediaSpec::Block(media) = &mut spec.media {
            let size = |bytes: u64| format!("{bytes}B").parse().expect("a size");
            if let Some(unit) = unit {
                media.au_size = size(unit);
            }
            if let Some(page) = page {
                media.page_size = size(page);
            }
        }
        spec
    }

    /// One of `values`, in turn.
    fn pick<T: Copy>(values: &[T], seed: u64) -> T {
        let index = usize::try_from(seed).expect("a small number") % values.len();
        values[index]
    }

    fn sweep_sizes(what: &str, kind: RandomKind, seeds: std::ops::Range<u64>, units: &[u64]) {
        let mut scores = Scores::default();
        for seed in seeds {
            let unit = (!units.is_empty()).then(|| pick(units, seed));
            let page = (!units.is_empty()).then(|| (4 * KIB) << (seed % 4));
            let spec = drive(kind, seed, unit, page);
            let (records, truth) = measure(spec, seed, &["boundaries"]);
            scores.add(&format!("{what} {}, seed {seed}", kind.name()), &records, &truth);
        }
        scores.check_sizes(what);
    }

    fn sweep_open(what: &str, kind: RandomKind, seeds: std::ops::Range<u64>, units: &[u64]) {
        let mut scores = Scores::default();
        for seed in seeds {
            let unit = (!units.is_empty()).then(|| pick(units, seed));
            let spec = drive(kind, seed, unit, None);
            let (records, truth) = measure(spec, seed, &["open-units"]);
            scores.add(&format!("{what} {}, seed {seed}", kind.name()), &records, &truth);
        }
        scores.check_open(what);
    }

    /// Adds up to this much to each request, uniformly distributed.
    fn noise_up_to(largest_ns: u64) -> Latency {
        let time = format!("{largest_ns}ns").parse().expect("a time");
        Latency::Quantiles(vec![
            ("0%".parse().expect("a share"), "0s".parse().expect("a time")),
            ("100%".parse().expect("a share"), time),
        ])
    }

    /// Reads that vary by up to twice their time: answers may be missing, but not wrong.
    fn noisy(kind: RandomKind, seed: u64) -> SimSpec {
        let mut spec = drive(kind, seed, None, None);
        let MediaSpec::Block(media) = &spec.media else { panic!("cards have blocks") };
        let read_ns = media.read[0].time.ns();
        // The noise is a tenth of a read to twice a read, by seed.
        spec.noise = Some(noise_up_to(read_ns * (1 + seed % 20) / 10));
        spec
    }

    /// Adds stalls now and then: for milliseconds, or for a minute.
    fn stalling(mut spec: SimSpec, seed: u64) -> SimSpec {
        let one_in = pick(&[60, 300, 2000], seed);
        let stall = StallSpec {
            one_in,
            size_max: None,
            kinds: vec![OpKind::Read, OpKind::Write],
            min: pick(&["5ms", "300ms", "2s"], seed / 3).parse().expect("a time"),
            max: pick(&["20ms", "4s", "60s"], seed / 3).parse().expect("a time"),
        };
        spec.stalls.push(stall);
        spec
    }

    #[test]
    fn on_noisy_readers_confidence_keeps_its_promise() {
        let mut scores = Scores::default();
        for seed in 0..200 {
            let (records, truth) = measure(noisy(RandomKind::Sd, seed), seed, &["boundaries"]);
            scores.add(&format!("noisy sd, seed {seed}"), &records, &truth);
        }
        scores.unit.check("noisy readers, allocation unit", 0.9);
        scores.page.check("noisy readers, page", 0.9);
    }

    /// A drive on which reads across boundaries take no longer.
    fn without_read_pattern(seed: u64, fat: Option<u64>) -> SimSpec {
        let units = [MIB, 3 * MIB / 2, 2 * MIB, 3 * MIB, 4 * MIB, 6 * MIB, 8 * MIB, 12 * MIB];
        let mut spec = drive(RandomKind::Usb, seed, Some(pick(&units, seed)), None);
        if let MediaSpec::Block(media) = &mut spec.media {
            (media.page_cross_time, media.au_cross_time) = (None, None);
            let write = media.write.clone();
            media.fat = fat.map(|bytes| FatSpec {
                size: format!("{bytes}B").parse().expect("a size"),
                write,
            });
        }
        spec
    }

    #[test]
    fn units_are_found_by_leaving_them_unfinished_where_reads_show_nothing() {
        let mut scores = Scores::default();
        for seed in 0..64 {
            let spec = without_read_pattern(seed, None);
            let (records, truth) = measure(spec, seed, &["boundaries", "unit-ends"]);
            let who = format!("stick without a read pattern, seed {seed}");
            let truth = SimTruth { page_bytes: None, ..truth };
            scores.add(&who, &records, &truth);
        }
        // If the drive closes units by itself now and then, large ones have too few ends in the tested part.
        scores.unit.check("unfinished units, allocation unit", 0.92);
        scores.page.check("unfinished units, no page", 0.99);
    }

    #[test]
    fn the_part_for_the_file_allocation_table_is_found_with_its_size() {
        let sizes = [None, Some(4 * MIB), Some(MIB), Some(8 * MIB), Some(3 * MIB)];
        let mut score = Score::default();
        for seed in 0..60 {
            let fat = pick(&sizes, seed);
            let spec = without_read_pattern(seed, fat);
            let (records, _) = measure(spec, seed, &["fat-region"]);
            for finding in geometry(&records, None) {
                if let Finding::FatRegion(it) = finding {
                    let truth = Some(fat.unwrap_or(0));
                    score.add(&format!("seed {seed}"), truth, it.value_bytes, it.confidence);
                }
            }
        }
        score.check("part for the file allocation table", 0.98);
    }

    #[test]
    fn the_card_of_the_seed_is_found_as_its_owner_found_it() {
        let spec = SimSpec::from_zoo("s3-lexar-633x-16g").expect("in the zoo").expect("sound");
        let (records, truth) =
            measure(spec, 1, &["boundaries", "open-units", "fat-region", "first-units"]);
        let mut scores = Scores::default();
        scores.add("s3", &records, &truth);
        scores.check_sizes("seed 003");
        scores.check_open("seed 003");
        let others: Vec<Finding> = geometry(&records, None)
            .into_iter()
            .filter(|it| matches!(it, Finding::FatRegion(_) | Finding::FirstUnit(_)))
            .collect();
        let [Finding::FatRegion(fat), Finding::FirstUnit(first)] = others.as_slice() else {
            panic!("{others:?}")
        };
        assert_eq!(fat.value_bytes, Some(0));
        // The owner found the first unit slower, wherever it is.
        assert!(first.ratio < 0.92, "{first:?}");
        assert_eq!(first.is_only_at_the_beginning, Some(false), "{first:?}");
    }

    const ODD_UNITS: [u64; 9] = [
        MIB * 3 / 2,
        3 * MIB,
        6 * MIB,
        12 * MIB,
        MIB * 3 / 4,
        5 * MIB,
        7 * MIB,
        24 * MIB,
        10 * MIB,
    ];

    #[test]
    fn sizes_of_random_cards() {
        sweep_sizes("cards", RandomKind::Sd, 0..200, &[]);
    }

    #[test]
    fn sizes_of_random_sticks() {
        sweep_sizes("sticks", RandomKind::Usb, 0..100, &[]);
    }

    #[test]
    fn sizes_that_are_no_powers_of_two() {
        sweep_sizes("odd units", RandomKind::Sd, 1000..1144, &ODD_UNITS);
    }

    #[test]
    fn open_units_of_random_cards() {
        sweep_open("cards", RandomKind::Sd, 0..100, &[]);
    }

    #[test]
    fn open_units_of_random_sticks() {
        sweep_open("sticks", RandomKind::Usb, 0..60, &[]);
    }

    #[test]
    fn open_units_that_are_no_powers_of_two() {
        sweep_open("odd units", RandomKind::Sd, 1000..1045, &ODD_UNITS);
    }

    /// Checks that SSDs, modified by `change`, show no units.
    fn sweep_ssds(
        what: &str,
        seeds: std::ops::Range<u64>,
        change: impl Fn(SimSpec, u64) -> SimSpec,
    ) {
        let mut scores = Scores::default();
        for seed in seeds {
            let spec = change(drive(RandomKind::Ssd, seed, None, None), seed);
            let (records, truth) = measure(spec, seed, &["boundaries", "open-units"]);
            scores.add(&format!("{what}, seed {seed}"), &records, &truth);
        }
        scores.unit.check(&format!("{what}, no allocation unit"), 0.99);
        scores.page.check(&format!("{what}, no page"), 0.99);
        scores.linear.check(&format!("{what}, no open units linear"), 0.99);
        scores.random.check(&format!("{what}, no open units random"), 0.99);
    }

    #[test]
    fn drives_without_units_show_none() {
        sweep_ssds("SSDs", 0..240, |spec, _| spec);
    }

    #[test]
    fn drives_without_units_show_none_behind_noisy_readers() {
        // From a microsecond to a third of a millisecond, the noise of a card reader.
        sweep_ssds("noisy SSDs", 0..200, |mut spec, seed| {
            spec.noise = Some(noise_up_to(1000 << (seed % 9)));
            spec
        });
    }

    #[test]
    fn drives_without_units_that_stand_still_show_none() {
        sweep_ssds("stalling SSDs", 0..200, stalling);
    }

    /// Stalls may hide an answer; an answer despite them is right.
    #[test]
    fn on_cards_that_stand_still_confidence_keeps_its_promise() {
        let mut scores = Scores::default();
        for seed in 0..100 {
            let spec = stalling(drive(RandomKind::Sd, seed, None, None), seed);
            let (records, truth) = measure(spec, seed, &["boundaries", "open-units"]);
            scores.add(&format!("stalling sd, seed {seed}"), &records, &truth);
        }
        scores.unit.check("stalling cards, allocation unit", 0.9);
        scores.page.check("stalling cards, page", 0.9);
        scores.linear.check("stalling cards, open units linear", 0.8);
        scores.random.check("stalling cards, open units random", 0.8);
    }
}
