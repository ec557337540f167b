//! A short form of `cargo xtask truth`: what conclusions about drives that nobody tuned them to may not do.

// The condition always holds here; it tells the lints that these are tests.
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
#[expect(dead_code, reason = "the long form renders more than the short one looks at")]
mod table;

#[cfg(test)]
mod truth {
    use iogram_sim::WideKind;

    use super::cases::ask;
    use super::table::{Outcome, Table};

    /// Drives of the short form: some seconds of a debug build.
    const COUNT: u64 = 200;

    /// Of what is stated with 0.95 or more, one in twenty may be wrong, of all answers one in five, and one more of
    /// each by bad luck.
    #[test]
    fn what_is_sure_of_itself_is_right_on_wide_random_drives() {
        let mut table = Table::default();
        let mut lies = Vec::new();
        for seed in 0..COUNT {
            let kind = WideKind::in_turn(seed);
            for outcome in ask(seed) {
                table.add(&outcome);
                if outcome.is_right == Some(false) {
                    let Outcome { inference, stated, note, .. } = outcome;
                    lies.push(format!("{} {seed}, {inference} {stated}: {note}", kind.name()));
                }
            }
        }
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
