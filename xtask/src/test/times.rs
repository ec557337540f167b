//! The time of a run of all checks, and its longest parts.

use std::fmt::Write as _;

/// Number of slowest tests in the list.
const SLOWEST: usize = 10;

/// The table at the end of a run: steps with their seconds, and the slowest tests.
pub(super) fn render(steps: &[(&str, f64)], tests: &[(f64, String)]) -> String {
    let mut text = String::from("==> what each step took\n");
    for (name, seconds) in steps {
        writeln!(text, "{seconds:>9.1} s  {name}").expect("a string takes everything");
    }
    let mut slowest: Vec<&(f64, String)> = tests.iter().collect();
    slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    if !slowest.is_empty() {
        text.push_str("==> the slowest tests\n");
    }
    for (seconds, name) in slowest.into_iter().take(SLOWEST) {
        writeln!(text, "{seconds:>9.1} s  {name}").expect("a string takes everything");
    }
    text
}

/// Processor seconds of all ended children, in all their threads; `None` if the system does not report it.
///
/// Source: proc(5), fields 16 and 17 of `/proc/PID/stat`, in ticks of which a second has 100 for every program.
pub(super) fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    parse_processor_seconds(&text)
}

fn parse_processor_seconds(text: &str) -> Option<f64> {
    // The program's name may hold blanks and parentheses.
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_tests_are_named_in_their_order() {
        let tests: Vec<(f64, String)> =
            (0..12).map(|it| (f64::from(it), format!("test {it}"))).collect();
        let text = render(&[("fmt", 1.25), ("hwbench", 400.0)], &tests);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "      1.2 s  fmt");
        assert_eq!(lines[2], "    400.0 s  hwbench");
        assert_eq!(lines[4], "     11.0 s  test 11");
        assert_eq!(lines.len(), 14, "{text}");
        assert!(!render(&[("fmt", 1.0)], &[]).contains("tests"));
    }

    #[test]
    fn processor_time_is_that_of_children() {
        let text = "12 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 1100 1200 250 50 20 0 1 0 5 6 7";
        assert_eq!(parse_processor_seconds(text), Some(3.0));
        assert_eq!(parse_processor_seconds("12 (a"), None);
    }
}
