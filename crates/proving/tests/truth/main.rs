//! A short form of `cargo xtask truth`: limits for conclusions about drives without any tuning.

// The condition always holds here; it tells the lints that these modules are tests.
#[cfg(test)]
mod cases;
#[cfg(test)]
mod classes;
#[cfg(test)]
mod held_out;
#[cfg(test)]
mod named;
#[cfg(test)]
mod odd;

#[cfg(test)]
mod truth {
    use iogram_proving::{Outcome, Table};
    use iogram_sim::WideKind;

    use super::cases::ask;

    /// Prefix of the names of sources.
    const SOURCE: &str = "source: ";
    /// Pages show "> 99 %" from here on.
    const BEYOND: f64 = 0.99;

    /// Asserts that no conclusion exceeds the proven confidence of its source, and that none reaches "> 99 %" without
    /// a source.
    fn assert_held(outcome: &Outcome) {
        let Outcome { inference, stated, .. } = outcome;
        match inference.strip_prefix(SOURCE) {
            Some(source) => {
                let most = iogram_findings::most_said(source);
                assert!(most.is_some_and(|most| *stated <= most), "{outcome:?}: {most:?}");
            }
            None if *stated >= BEYOND => {
                let is_of_capacity =
                    ["genuine or not", "real capacity", "usable part"].contains(inference);
                let is_other = ["allocation unit", "flash page", "SLC cache: type"];
                assert!(is_of_capacity || is_other.contains(inference), "{outcome:?}");
            }
            None => {}
        }
    }

    /// Marks overwritten by a flood counted as lost ones: repeating addresses were reported as a chain, with a size
    /// one mebibyte too small and a confidence above 99 %.
    #[test]
    fn what_a_flood_wrote_over_is_no_border_of_a_period() {
        let class = super::classes::ask_class("fakes", 700_901_174).unwrap();
        for outcome in ask(301_408).into_iter().chain(class) {
            assert_eq!(outcome.is_right, Some(true), "{outcome:?}");
        }
    }

    /// Reads showed a page of 128 KiB and a unit that unfinished units contradicted; the page is 4 KiB.
    #[test]
    fn a_page_is_no_surer_than_the_unit_of_its_table() {
        let outcomes = super::classes::ask_class("small-units", 99_500_065).unwrap();
        let page = outcomes.iter().find(|it| it.inference == "flash page").unwrap();
        assert!(page.is_right != Some(false) || page.stated <= 0.85, "{page:?}");
    }

    /// Drives of the short form: some seconds of a debug build.
    const COUNT: u64 = 200;

    /// Of answers with a confidence of 0.95 or more, one in twenty may be wrong; of all answers one in five; and one
    /// more of each by bad luck.
    #[test]
    fn what_is_sure_of_itself_is_right_on_wide_random_drives() {
        let mut table = Table::default();
        let mut lies = Vec::new();
        for seed in 0..COUNT {
            let kind = WideKind::in_turn(seed);
            for outcome in ask(seed) {
                assert_held(&outcome);
                table.add(&outcome);
                if outcome.is_right == Some(false) {
                    let Outcome { inference, stated, note, .. } = outcome;
                    lies.push(format!("{} {seed}, {inference} {stated}: {note}", kind.name()));
                }
            }
        }
        assert!(table.0.keys().any(|it| it.starts_with(SOURCE)), "{}", table.render());
        assert!(table.0.len() >= 8, "{}", table.render());
        for (name, score) in &table.0 {
            let allowed = score.sure / 20 + 1;
            assert!(
                score.lies <= allowed,
                "{name}: {} lies\n{}{lies:#?}",
                score.lies,
                table.render()
            );
            let allowed = (score.right + score.wrong) / 5 + 1;
            assert!(score.wrong <= allowed, "{name}\n{}", table.render());
            let off = score.miscalibrated(3.0);
            assert!(off.is_empty(), "{name}: {off:?}\n{}", table.render());
        }
    }
}
