//! A short form of `cargo xtask truth --only diagnose`: what a diagnosis may not say of drives whose truth is known.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
#[expect(dead_code, reason = "the long form shows more than the short one looks at")]
mod cases;
#[cfg(test)]
mod drives;

#[cfg(test)]
mod diagnose {
    use std::collections::BTreeMap;

    use iogram_model::{DiagnosisQuestion, DriveCondition};
    use iogram_sim::SimSpec;

    use super::cases::{Score, ask, diagnosed, diagnosis, render};
    use super::drives::Kind;

    /// Drives of each kind in the short form: some seconds of a debug build.
    const COUNT: u64 = 8;

    #[test]
    fn the_first_line_is_right_of_nearly_every_drive_and_accuses_no_sound_one() {
        let mut scores: BTreeMap<Kind, Score> = BTreeMap::new();
        for kind in Kind::ALL {
            for seed in 0..COUNT {
                scores.entry(kind).or_default().add(&ask(kind, seed, None));
            }
        }
        let table = render(&scores);
        let sum = |of: fn(&Score) -> u64| scores.values().map(of).sum::<u64>();
        assert_eq!(sum(|it| it.accused), 0, "{table}");
        assert!(sum(|it| it.right) * 100 >= sum(|it| it.count) * 90, "{table}");
        assert!(sum(|it| it.named) > 0, "{table}");
        let wrong = sum(|it| it.named) - sum(|it| it.named_right);
        assert!(wrong * 10 <= sum(|it| it.named) + 10, "{table}");
    }

    fn zoo(name: &str) -> SimSpec {
        SimSpec::parse(iogram_sim::zoo_text(name).unwrap()).unwrap()
    }

    #[test]
    fn a_counterfeit_ends_the_run_at_once_and_its_other_questions_are_named() {
        let (run, _) = diagnosed(&zoo("fake-limbo"), 1, 600);
        let found = diagnosis(&run);
        assert_eq!(found.condition, DriveCondition::Counterfeit);
        assert!(run.cells.is_empty(), "{:?}", run.cells.len());
        let rates = found.lines.iter().find(|it| it.question == DiagnosisQuestion::Rates);
        assert_eq!(rates.unwrap().severity, None);
        assert_eq!(found.lines.len(), 10);
        assert!(found.next.is_some());
    }

    #[test]
    fn a_run_takes_no_longer_than_asked_and_the_step_under_way() {
        for (name, longest_s) in [("sd-a2", 5), ("usb-stick-2au", 40), ("s4-ssd", 5)] {
            for seconds in [20, 60, 180, 600] {
                let (run, _) = diagnosed(&zoo(name), 1, seconds);
                let ends = run.cells.iter().map(|it| it.started_ns + it.elapsed_ns);
                let last = ends.max().unwrap_or(0);
                let most = (seconds + longest_s) * 1_000_000_000;
                assert!(last <= most, "{name} {seconds} s: {} s", last / 1_000_000_000);
            }
        }
    }
}
