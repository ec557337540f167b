//! Finds boots among lines.

use std::collections::VecDeque;

use iogram_model::Nanos;

use crate::line::Line;
use crate::patterns::Patterns;

/// Number of last lines that the error shows if no line matched.
pub const LAST_SEEN_COUNT: usize = 5;

/// One boot of a computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boot {
    /// Its first line.
    pub from: Line,
    /// Its last line, as far as it had arrived.
    pub to: Line,
}

impl Boot {
    /// Time between the first bytes of both lines.
    #[must_use]
    pub const fn elapsed(&self) -> Nanos {
        Nanos(self.to.at.0.saturating_sub(self.from.at.0))
    }
}

/// Finds boots among lines.
#[derive(Debug)]
pub struct Boots<'a> {
    patterns: &'a Patterns,
    from: Option<Line>,
    /// The last line of the previous boot: more text of it does not begin another boot.
    ended: Option<u64>,
    last: VecDeque<Line>,
}

impl<'a> Boots<'a> {
    /// No boot has begun.
    #[must_use]
    pub const fn new(patterns: &'a Patterns) -> Self {
        Self { patterns, from: None, ended: None, last: VecDeque::new() }
    }

    /// Examines a line; callers may pass it again when more of it has arrived. Returns the boot that it ends.
    pub fn see(&mut self, line: &Line) -> Option<Boot> {
        self.remember(line);
        if self.ended == Some(line.number) {
            return None;
        }
        match &mut self.from {
            None => {
                if self.patterns.from.is_match(&line.text) {
                    self.from = Some(line.clone());
                }
                None
            }
            Some(from) if from.number == line.number => {
                from.text.clone_from(&line.text);
                None
            }
            Some(_) if self.patterns.to.is_match(&line.text) => {
                self.ended = Some(line.number);
                self.from.take().map(|from| Boot { from, to: line.clone() })
            }
            Some(_) => None,
        }
    }

    /// The first line of the boot in progress.
    #[must_use]
    pub const fn begun(&self) -> Option<&Line> {
        self.from.as_ref()
    }

    /// The pattern that the next line has to match.
    #[must_use]
    pub fn awaited(&self) -> &str {
        if self.from.is_some() { self.patterns.to() } else { self.patterns.from() }
    }

    /// The last lines, the latest last; at most [`LAST_SEEN_COUNT`].
    pub fn last_seen(&self) -> impl Iterator<Item = &Line> {
        self.last.iter()
    }

    fn remember(&mut self, line: &Line) {
        match self.last.back_mut().filter(|last| last.number == line.number) {
            Some(last) => last.text.clone_from(&line.text),
            None => {
                if self.last.len() == LAST_SEEN_COUNT {
                    self.last.pop_front();
                }
                self.last.push_back(line.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u64, text: &str) -> Line {
        Line { number, at: Nanos(number * 1000), text: text.to_owned() }
    }

    fn boots(lines: &[Line]) -> Vec<(u64, u64)> {
        let patterns = Patterns::new(Patterns::FROM, Patterns::TO).unwrap();
        let mut boots = Boots::new(&patterns);
        let found = lines.iter().filter_map(|line| boots.see(line));
        found.map(|boot| (boot.from.number, boot.to.number)).collect()
    }

    #[test]
    fn a_boot_lies_between_the_first_line_and_the_prompt_and_another_may_follow() {
        let lines = [
            line(0, "pi login: "),
            line(1, "U-Boot SPL 2023.10"),
            line(2, "U-Boot 2023.10"),
            line(3, "Starting kernel"),
            line(4, "pi log"),
            line(4, "pi login:"),
            line(4, "pi login: U-Boot"),
            line(5, "U-Boot SPL 2023.10"),
            line(6, "pi login: "),
        ];
        assert_eq!(boots(&lines), [(1, 4), (5, 6)]);
    }

    #[test]
    fn one_line_is_no_boot() {
        assert_eq!(boots(&[line(0, "U-Boot login:"), line(1, "Starting kernel")]), []);
    }

    #[test]
    fn what_came_last_is_known_as_far_as_it_came() {
        let patterns = Patterns::new("U-Boot", "login:").unwrap();
        let mut boots = Boots::new(&patterns);
        (0..20).for_each(|number| assert_eq!(boots.see(&line(number, "x")), None));
        boots.see(&line(20, "Kernel pan"));
        boots.see(&line(20, "Kernel panic"));
        let last: Vec<&str> = boots.last_seen().map(|line| line.text.as_str()).collect();
        assert_eq!(last, ["x", "x", "x", "x", "Kernel panic"]);
    }
}
