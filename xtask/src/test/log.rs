//! The output of test programs, line by line.

use std::collections::BTreeSet;

use super::Counts;
use crate::skips::Skip;

/// Follows the output of test programs run with `--show-output`.
#[derive(Debug, Default)]
pub(super) struct TestLog {
    is_in_successes: bool,
    /// The test with the current output.
    test: String,
    /// Tests of the current program that printed `skipped: ` and a reason.
    left_out: BTreeSet<String>,
    pub(super) skipped: Vec<Skip>,
    pub(super) failed: Vec<String>,
    pub(super) tests: Counts,
    /// Time of each test, if its program reports it.
    pub(super) durations: Vec<(f64, String)>,
}

impl TestLog {
    /// Takes the next line and returns whether to show it. Output of passing tests only serves to find reasons of
    /// skips, and is hidden with the second list of their names.
    pub(super) fn shows(&mut self, line: &str) -> bool {
        if let Some(reason) = line.trim().strip_prefix("skipped: ") {
            self.left_out.insert(self.test.clone());
            self.skipped.push(Skip::new(self.test.as_str(), reason));
            return true;
        }
        if let Some(name) = line.strip_prefix("---- ").and_then(|it| it.strip_suffix(" ----")) {
            name.strip_suffix(" stdout").unwrap_or(name).clone_into(&mut self.test);
        }
        if let Some((name, verdict, seconds)) = verdict_of(line) {
            if verdict == "FAILED" {
                self.failed.push(name.to_owned());
            }
            self.durations.extend(seconds.map(|it| (it, name.to_owned())));
        }
        match line {
            "successes:" => self.is_in_successes = true,
            "failures:" => self.is_in_successes = false,
            line if line.starts_with("test result:") => self.end(line),
            _ => {}
        }
        !self.is_in_successes
    }

    /// Takes the last line of a test program.
    fn end(&mut self, line: &str) {
        let count = |word: &str| {
            let words = line.split([';', '.']).map(str::trim);
            words.filter_map(|it| it.strip_suffix(word)?.trim().parse::<usize>().ok()).sum()
        };
        let passed: usize = count(" passed");
        self.tests.passed += passed.saturating_sub(self.left_out.len());
        self.tests.failed += count(" failed");
        self.is_in_successes = false;
        self.left_out.clear();
        self.test.clear();
    }
}

/// Name, verdict and seconds of `test NAME ... ok <0.123s>`; the time is there only on request.
fn verdict_of(line: &str) -> Option<(&str, &str, Option<f64>)> {
    let (name, verdict) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let Some((verdict, rest)) = verdict.split_once(" <") else {
        return Some((name, verdict, None));
    };
    let seconds = rest.strip_suffix("s>").and_then(|it| it.parse().ok());
    Some((name, verdict, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::{Outcome, closing_lines};

    /// The output of a test program with `--show-output`.
    const OUTPUT: &str = "test a ... ok <0.250s>\ntest b ... FAILED <2.000s>\ntest c ... ok\n\nsuccesses:\n\n\
        ---- a stdout ----\n  skipped: no fio\nskipped: no zram\nchatter\n\nsuccesses:\n    a\n\n\
        failures:\n---- b stdout ----\nboom\n\n\
        test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";

    fn read(output: &str) -> (TestLog, Vec<&str>) {
        let mut log = TestLog::default();
        let shown = output.lines().filter(|line| log.shows(line)).collect();
        (log, shown)
    }

    #[test]
    fn the_log_keeps_results_failures_and_reasons_of_skipping() {
        let (log, shown) = read(OUTPUT);
        let expected = "test a ... ok <0.250s>\ntest b ... FAILED <2.000s>\ntest c ... ok\n\n  skipped: no fio\n\
                        skipped: no zram\nfailures:\n---- b stdout ----\nboom\n\n\
                        test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(shown.join("\n"), expected);
        assert_eq!(log.skipped, [Skip::new("a", "no fio"), Skip::new("a", "no zram")]);
        assert_eq!(log.failed, ["b"]);
        assert_eq!(log.durations, [(0.25, "a".to_owned()), (2.0, "b".to_owned())]);
    }

    #[test]
    fn a_failure_without_its_time_is_a_failure() {
        let (log, _) = read("test b ... FAILED\n");
        assert_eq!(log.failed, ["b"]);
        assert!(log.durations.is_empty());
    }

    #[test]
    fn a_skipped_test_counts_as_skipped_and_not_as_passed() {
        let twice = OUTPUT.repeat(2);
        let (log, _) = read(&twice);
        assert_eq!(log.tests, Counts { passed: 2, failed: 2 });
        let all = Outcome { skipped: log.skipped, tests: log.tests, ..Outcome::default() };
        let lines = closing_lines(&all);
        assert_eq!(lines.last().unwrap(), "==> 2 passed, 2 failed, 1 skipped");
        assert_eq!(lines[0], "skipped: a: no fio");
    }
}
