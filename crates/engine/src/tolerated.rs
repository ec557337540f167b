//! Failures after which a cell continues, whatever their number.

use std::str::FromStr;

use iogram_model::{CellState, OpKind, ParseError, sentence, text};

use crate::target::Errno;

/// The tolerated failures; none if empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tolerated {
    of: Vec<(Part, Option<Errno>)>,
}

/// The kind of request that may fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Read,
    /// Any request that changes stored data, or makes it durable.
    Write,
    /// A read that returned other data than was written.
    Compared,
}

const PARTS: [(&str, Part); 3] =
    [("read", Part::Read), ("write", Part::Write), ("compared", Part::Compared)];

impl Tolerated {
    /// Whether this failure of a request of `kind` is tolerated; `None` means a short transfer. Errors that concern
    /// the whole drive, not one request, end a cell unless their number was listed.
    pub(crate) fn covers(&self, kind: OpKind, errno: Option<Errno>) -> bool {
        let part = match (kind, errno) {
            (_, Some(Errno::NOT_AS_WRITTEN)) => Part::Compared,
            (OpKind::Read, _) => Part::Read,
            _ => Part::Write,
        };
        let is_plain = errno.is_none_or(|it| it.consequence() == CellState::IoErrors);
        self.of.iter().any(|(asked, number)| {
            *asked == part && number.map_or(is_plain, |number| errno == Some(number))
        })
    }
}

impl FromStr for Tolerated {
    type Err = ParseError;

    /// Comma-separated parts, each optionally followed by an error number: `read, write 28`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let message = sentence!("engine-says-no-failures", text);
            let hint = text!("engine-use-read-write-compared-number-error");
            ParseError::new(message, hint)
        };
        let one = |entry: &str| {
            let mut words = entry.split_whitespace();
            let word = words.next()?;
            let (_, part) = PARTS.into_iter().find(|(name, _)| *name == word)?;
            let number = match words.next() {
                Some(number) => Some(Errno(number.parse().ok().filter(|&it: &i32| it > 0)?)),
                None => None,
            };
            words.next().is_none().then_some((part, number))
        };
        let of = text.split(',').map(one).collect::<Option<Vec<_>>>().ok_or_else(bad)?;
        Ok(Self { of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, (kind, errno): (OpKind, Option<i32>), expected: bool) {
        let tolerated: Tolerated = text.parse().unwrap();
        assert_eq!(
            tolerated.covers(kind, errno.map(Errno)),
            expected,
            "{text} {kind:?} {errno:?}"
        );
    }

    #[test]
    fn each_part_has_failures_of_its_own() {
        check("read", (OpKind::Read, Some(5)), true);
        check("read", (OpKind::Read, None), true);
        check("read", (OpKind::Write, Some(5)), false);
        check("read", (OpKind::Read, Some(-2)), false);
        check("compared", (OpKind::Read, Some(-2)), true);
        check("write", (OpKind::Discard, Some(5)), true);
        // A full drive accepts nothing more, so this failure needs its number.
        check("write", (OpKind::Write, Some(28)), false);
        check("write 28", (OpKind::Write, Some(28)), true);
        check("write 28", (OpKind::Write, Some(5)), false);
        check("read, write 28, write 5", (OpKind::Write, Some(5)), true);
        assert!(!Tolerated::default().covers(OpKind::Read, Some(Errno::EIO)));
        for bad in ["", "reads", "read EIO", "read 5 6", "read 0", "read,"] {
            assert!(bad.parse::<Tolerated>().is_err(), "{bad}");
        }
    }
}
