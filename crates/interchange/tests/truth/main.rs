//! A short form of `cargo xtask truth --logs`: limits for wrong conclusions from other tools' logs.

// The condition always holds here; it tells the lints that these are tests.
#[cfg(test)]
mod drives;
#[cfg(test)]
mod flashbench;
#[cfg(test)]
mod judge;
#[cfg(test)]
mod spoil;
#[cfg(test)]
mod tools;

#[cfg(test)]
mod truth {
    use iogram_proving::Table;

    use super::judge::ask;

    /// Logs of the short form: some seconds of a debug build.
    const COUNT: u64 = 1600;

    /// With a stated confidence of 0.95 or more, one answer in fifty may be wrong; of all answers, one in ten; and
    /// one more of each by chance.
    #[test]
    fn what_is_sure_of_itself_is_right_on_logs_of_random_drives() {
        let mut table = Table::default();
        let mut wrong = Vec::new();
        for seed in 0..COUNT {
            for outcome in ask(seed) {
                if outcome.is_right == Some(false) {
                    wrong.push(format!(
                        "{seed}, {} {}: {}",
                        outcome.inference, outcome.stated, outcome.note
                    ));
                }
                table.add(&outcome);
            }
        }
        assert!(table.0.len() >= 15, "{}", table.render());
        for (name, score) in &table.0 {
            let allowed = score.sure / 50 + 1;
            assert!(score.lies <= allowed, "{name}\n{}{wrong:#?}", table.render());
            let allowed = (score.right + score.wrong) / 10 + 1;
            assert!(score.wrong <= allowed, "{name}\n{}{wrong:#?}", table.render());
        }
    }
}
