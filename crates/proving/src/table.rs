//! Counts outcomes: the share of right answers, and whether it matches their confidence.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The outcome of one question about one drive.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Which question.
    pub inference: &'static str,
    /// Whether the answer was right; `None` without one.
    pub is_right: Option<bool>,
    /// How sure the answer said it was.
    pub stated: f64,
    /// Whether it could have been seen in principle.
    pub is_visible: bool,
    /// What was true and what was found, for who looks into it.
    pub note: String,
}

/// Lower ends of the bins of stated confidence.
const BINS: [f64; 6] = [0.0, 0.5, 0.75, 0.85, 0.95, 0.99];
/// An answer below this is not counted as one, except in its bin.
const LIKELY: f64 = 0.5;
/// An answer that says so much and is wrong is a lie.
pub const SURE: f64 = 0.95;

/// Counts of one question.
#[derive(Debug, Default, Clone)]
pub struct Score {
    /// Answers that were right.
    pub right: u32,
    /// Answers that were wrong.
    pub wrong: u32,
    /// Cases without an answer.
    pub none: u32,
    /// Wrong, and stated with [`SURE`] or more.
    pub lies: u32,
    /// Stated with [`SURE`] or more.
    pub sure: u32,
    /// Cases in which the answer could have been seen.
    pub visible: u32,
    /// Those of them that were answered.
    pub visible_answered: u32,
    /// Answers, right ones and the sum of what they stated, by bin.
    bins: [(u32, u32, f64); BINS.len()],
}

impl Score {
    fn add(&mut self, outcome: &Outcome) {
        let is_answered = outcome.is_right.is_some() && outcome.stated >= LIKELY;
        self.visible += u32::from(outcome.is_visible);
        self.visible_answered += u32::from(outcome.is_visible && is_answered);
        self.none += u32::from(!is_answered);
        let Some(is_right) = outcome.is_right else { return };
        self.right += u32::from(is_answered && is_right);
        self.wrong += u32::from(is_answered && !is_right);
        let is_sure = outcome.stated >= SURE;
        self.sure += u32::from(is_sure);
        self.lies += u32::from(is_sure && !is_right);
        let bin = BINS.iter().rposition(|low| outcome.stated >= *low).unwrap_or(0);
        let (count, right, stated) = &mut self.bins[bin];
        *count += 1;
        *right += u32::from(is_right);
        *stated += outcome.stated;
    }

    fn merge(&mut self, other: &Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.none += other.none;
        self.lies += other.lies;
        self.sure += other.sure;
        self.visible += other.visible;
        self.visible_answered += other.visible_answered;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.0 += more.0;
            bin.1 += more.1;
            bin.2 += more.2;
        }
    }
}

/// Tolerated difference between stated confidence and frequency.
const CALIBRATED: f64 = 0.03;

impl Score {
    /// The lower ends of bins in which stated confidence and frequency are farther apart than asked and than so many
    /// standard deviations of chance.
    #[must_use]
    pub fn miscalibrated(&self, deviations: f64) -> Vec<f64> {
        let is_off = |(count, right, stated): (u32, u32, f64)| {
            let count = f64::from(count);
            let said = stated / count;
            let chance = (said * (1.0 - said) / count).sqrt() + 1.0 / count;
            (said - f64::from(right) / count).abs() > CALIBRATED + deviations * chance
        };
        let bins = BINS.iter().zip(self.bins);
        bins.filter(|(_, bin)| bin.0 > 0 && is_off(*bin)).map(|(low, _)| *low).collect()
    }
}

/// All questions.
#[derive(Debug, Default)]
pub struct Table(
    /// By their names.
    pub BTreeMap<&'static str, Score>,
);

fn percent(part: u32, whole: u32) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", f64::from(part) * 100.0 / f64::from(whole))
}

impl Table {
    /// Counts one more.
    pub fn add(&mut self, outcome: &Outcome) {
        self.0.entry(outcome.inference).or_default().add(outcome);
    }

    /// Adds what another sweep counted.
    pub fn merge(&mut self, other: &Self) {
        for (name, score) in &other.0 {
            self.0.entry(name).or_default().merge(score);
        }
    }

    /// As Markdown.
    ///
    /// # Panics
    ///
    /// Never: writing to a string does not fail.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = "| inference | cases | right | wrong | no answer | right of answers | answered where \
                        visible | stated >= 0.95 | of them wrong |\n|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
        for (name, score) in &self.0 {
            let answers = score.right + score.wrong;
            writeln!(
                text,
                "| {name} | {} | {} | {} | {} | {} | {} | {} | {} ({}) |",
                answers + score.none,
                score.right,
                score.wrong,
                score.none,
                percent(score.right, answers),
                percent(score.visible_answered, score.visible),
                score.sure,
                score.lies,
                percent(score.lies, score.sure),
            )
            .expect("writing to a string does not fail");
        }
        text.push_str("\n| inference |");
        for (index, low) in BINS.iter().enumerate() {
            match BINS.get(index + 1) {
                Some(high) => write!(text, " {low:.2}..{high:.2} |"),
                None => write!(text, " {low:.2}.. |"),
            }
            .expect("writing to a string does not fail");
        }
        text.push_str("\n|---|---|---|---|---|---|---|\n");
        for (name, score) in &self.0 {
            write!(text, "| {name} |").expect("writing to a string does not fail");
            for (count, right, stated) in &score.bins {
                if *count == 0 {
                    text.push_str(" - |");
                    continue;
                }
                let mean = stated * 100.0 / f64::from(*count);
                let is = percent(*right, *count);
                write!(text, " {mean:.1} said, {is} right of {count} |")
                    .expect("writing to a string does not fail");
            }
            text.push('\n');
        }
        for (name, score) in &self.0 {
            for low in score.miscalibrated(1.0) {
                writeln!(text, "\nOff by more than three points and chance: {name}, {low:.2}")
                    .expect("writing to a string does not fail");
            }
        }
        text
    }
}
