//! Durations in words for people.

use iogram_model::{Nanos, Sentence, sentence};

/// A wider range is useless; the text names the cause instead.
const RANGE_MAX: f64 = 20.0;

/// `about 1-3 min`, `10 min`, `1 h 35 min`.
pub(crate) fn about(fast: Nanos, slow: Nanos) -> Sentence {
    if fast == slow {
        return exact(fast).into();
    }
    let (low, high) = (fast.as_secs_f64(), slow.as_secs_f64());
    let (unit, seconds) = unit_of(high);
    let (from, to) = (round_down(low / seconds), round_up(high / seconds));
    match (from, to) {
        _ if high <= low * 1.1 => sentence!("cli-about", time = exact(slow)),
        (from, to) if from <= 0.0 => {
            sentence!("cli-up", time = format!("{} {unit}", digits(to)))
        }
        (from, to) => {
            sentence!("cli-about", time = format!("{}-{} {unit}", digits(from), digits(to)))
        }
    }
}

/// Whether the time depends so much on the drive's speed that the range is of little use.
pub(crate) fn is_vague(fast: Nanos, slow: Nanos) -> bool {
    slow.as_secs_f64() > RANGE_MAX * fast.as_secs_f64().max(1.0)
}

/// In the form that people use.
fn exact(time: Nanos) -> String {
    let whole = (time.0.saturating_add(Nanos::SECOND.0 / 2)) / Nanos::SECOND.0;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        _ if whole < 10 => time.to_string(),
        _ if whole < 120 => format!("{whole} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, seconds) if minutes < 10 => format!("{minutes} min {seconds} s"),
        (0, minutes, _) => format!("{minutes} min"),
        (hours, 0, _) => format!("{hours} h"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

fn unit_of(seconds: f64) -> (&'static str, f64) {
    match seconds {
        seconds if seconds < 100.0 => ("s", 1.0),
        seconds if seconds < 100.0 * 60.0 => ("min", 60.0),
        _ => ("h", 3600.0),
    }
}

/// Steps that people use: 0.5, 1, 1.5, 2, 3, .. 10, 15, 20, 30, ..
fn nice(step_of: f64) -> f64 {
    match step_of {
        value if value < 2.0 => 0.5,
        value if value < 10.0 => 1.0,
        value if value < 30.0 => 5.0,
        _ => 10.0,
    }
}

fn round_down(value: f64) -> f64 {
    (value / nice(value)).floor() * nice(value)
}

fn round_up(value: f64) -> f64 {
    (value / nice(value)).ceil() * nice(value)
}

fn digits(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: f64) -> Nanos {
        Nanos(iogram_model::whole(value * 1e9))
    }

    #[test]
    fn ranges_are_short_and_never_narrower_than_the_truth() {
        let check = |fast: f64, slow: f64, expected: &str| {
            assert_eq!(
                about(seconds(fast), seconds(slow)).to_string(),
                expected,
                "{fast} to {slow}"
            );
        };
        check(48.4, 155.0, "about 0.5-3 min");
        check(48.0, 51.0, "about 51 s");
        check(48.0, 48.0, "48 s");
        check(600.0, 707.0, "about 10-15 min");
        check(600.0, 600.0, "10 min");
        check(5725.0, 5725.0, "1 h 35 min");
        check(4200.0, 40_000.0, "about 1-15 h");
        check(0.05, 22.0, "up to 25 s");
        check(2.5, 2.5, "2.50 s");
    }

    #[test]
    fn a_long_plan_says_what_decides() {
        assert!(is_vague(seconds(10.0), seconds(3600.0)));
        assert!(!is_vague(seconds(3600.0), seconds(36_000.0)));
    }
}
