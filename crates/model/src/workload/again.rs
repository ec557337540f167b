//! Further requests at the places of earlier ones, such as `read=16/64` or `write`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::ParseError;
use crate::units::Permille;
use crate::{sentence, text};

/// Further requests at the places of earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Again {
    /// Reads written data back in the same cell: whenever `after_count` completed writes of a job are unread, it
    /// reads the first `count` of them. After the limit of bytes or requests it also reads the rest. Neither limit
    /// counts these reads.
    Read {
        /// Writes to read at a time; at least 1.
        count: u32,
        /// Unread writes that trigger the reads; at least 1.
        after_count: u32,
    },
    /// A write to the same place follows each discard. Neither limit counts these writes.
    Write,
    /// Reads back the writes of an earlier cell with the same seed and this read share: its writes become reads, and
    /// its reads are skipped. Both limits count the skipped requests.
    Written(Permille),
}

impl Again {
    /// Whether requests of one operation follow others in the same cell.
    #[must_use]
    pub const fn follows(self) -> bool {
        matches!(self, Self::Read { .. } | Self::Write)
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { count, after_count } if count == after_count => {
                write!(f, "read={count}")
            }
            Self::Read { count, after_count } => write!(f, "read={count}/{after_count}"),
            Self::Write => f.write_str("write"),
            Self::Written(share) => write!(f, "written={share}"),
        }
    }
}

impl FromStr for Again {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || {
            let hint = text!("model-write-read-64-read-16-64");
            let message = sentence!("model-nothing-asked-again", text);
            ParseError::new(message, hint)
        };
        let text = text.trim();
        if text == "write" {
            return Ok(Self::Write);
        }
        if let Some(share) = text.strip_prefix("written=") {
            return share.parse().map(Self::Written);
        }
        let counts = text.strip_prefix("read=").ok_or_else(bad)?;
        let (count, after) = counts.split_once('/').unwrap_or((counts, counts));
        let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
        let (count, after_count) = number(count).zip(number(after)).ok_or_else(bad)?;
        Ok(Self::Read { count, after_count })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_is_read_as_it_is_written() {
        let shown = |text: &str| text.parse::<Again>().map(|it| it.to_string());
        for text in ["read=64", "read=16/64", "write", "written=50%", "written=0.1%"] {
            assert_eq!(shown(text).unwrap(), text);
        }
        assert_eq!(shown("read=64/64").unwrap(), "read=64");
        for bad in ["read", "read=", "read=0", "read=1/0", "reads=1", "written", "write=1"] {
            assert!(shown(bad).is_err(), "{bad}");
        }
    }
}
