//! Block sizes and their weights, such as `4KiB:70,64KiB:30`, or per operation, such as
//! `4KiB,write=16KiB,discard=1MiB`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::OpKind;
use crate::text::ParseError;
use crate::units::Bytes;
use crate::{Text, sentence, text};

/// Sizes with their weights, relative to the sum.
type Sizes = Vec<(Bytes, u32)>;

/// Block sizes and their weights, for all requests or per operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Blocks {
    /// Sizes of the operations without separate ones. Never empty.
    common: Sizes,
    /// Separate sizes of operations, in the order of [`OWN`]; empty if the common ones apply.
    own: [Sizes; 2],
    /// Each size that occurs, once; with the weights of `common` if no operation has separate sizes.
    all: Sizes,
}

/// Operations that may have separate sizes: reads use the common ones, and a flush has none.
const OWN: [OpKind; 2] = [OpKind::Write, OpKind::Discard];

const BLOCK_HINT: Text = text!("model-write-size-4kib-sizes-weights-4kib");

impl Blocks {
    /// Always `size`.
    #[must_use]
    pub fn one(size: Bytes) -> Self {
        Self::weighted(vec![(size, 1)])
    }

    /// Sizes with their weights.
    ///
    /// # Panics
    ///
    /// Panics if there are none.
    #[must_use]
    pub fn weighted(sizes: Vec<(Bytes, u32)>) -> Self {
        assert!(!sizes.is_empty(), "a block mix is never empty");
        Self { common: sizes.clone(), own: Default::default(), all: sizes }
    }

    /// Block sizes with separate sizes for some operations; sizes equal to the common ones do not count as separate.
    fn with_own(common: Sizes, own: [Sizes; 2]) -> Self {
        let own = own.map(|sizes| if sizes == common { Sizes::new() } else { sizes });
        let mut all = common.clone();
        for &(size, weight) in own.iter().flatten() {
            if all.iter().all(|&(known, _)| known != size) {
                all.push((size, weight));
            }
        }
        Self { common, own, all }
    }

    /// The same without the sizes below `least`; `None` if an operation has none left. The remaining weights stay, so
    /// their shares grow in proportion.
    #[must_use]
    pub fn at_least(self, least: Bytes) -> Option<Self> {
        let kept = |sizes: Sizes| {
            let is_own = !sizes.is_empty();
            let kept: Sizes = sizes.into_iter().filter(|&(size, _)| size >= least).collect();
            (kept.is_empty() != is_own).then_some(kept)
        };
        let [writes, discards] = self.own;
        Some(Self::with_own(kept(self.common)?, [kept(writes)?, kept(discards)?]))
    }

    /// Every size that occurs. Never empty. The weights are relative to their sum, and meaningless if operations have
    /// separate sizes.
    #[must_use]
    pub fn sizes(&self) -> &[(Bytes, u32)] {
        &self.all
    }

    /// Sizes of this operation's requests with their weights, relative to their sum. Never empty.
    #[must_use]
    pub fn of(&self, kind: OpKind) -> &[(Bytes, u32)] {
        let own = OWN.iter().zip(&self.own).find(|(known, _)| **known == kind);
        own.map(|(_, sizes)| sizes).filter(|sizes| !sizes.is_empty()).unwrap_or(&self.common)
    }

    /// Whether operations have separate sizes.
    #[must_use]
    pub fn differ_by_kind(&self) -> bool {
        self.own.iter().any(|sizes| !sizes.is_empty())
    }

    /// The largest size.
    ///
    /// # Panics
    ///
    /// Never: a block mix is never empty.
    #[must_use]
    pub fn largest(&self) -> Bytes {
        self.all.iter().map(|&(size, _)| size).max().expect("a block mix is never empty")
    }

    /// The smallest size.
    ///
    /// # Panics
    ///
    /// Never: a block mix is never empty.
    #[must_use]
    pub fn smallest(&self) -> Bytes {
        self.all.iter().map(|&(size, _)| size).min().expect("a block mix is never empty")
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(&self.common, f)?;
        for (kind, sizes) in OWN.iter().zip(&self.own).filter(|(_, sizes)| !sizes.is_empty()) {
            write!(f, ",{}=", kind.name())?;
            show(sizes, f)?;
        }
        Ok(())
    }
}

fn show(sizes: &[(Bytes, u32)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let [(size, _)] = sizes {
        return write!(f, "{size}");
    }
    for (index, (size, weight)) in sizes.iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(f, "{separator}{size}:{weight}")?;
    }
    Ok(())
}

impl FromStr for Blocks {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // The common sizes, then those of each operation.
        let mut lists = [Sizes::new(), Sizes::new(), Sizes::new()];
        let mut current: usize = 0;
        for part in text.split(',') {
            let bad = || {
                let message = sentence!("model-not-block-size", text = part.trim());
                ParseError::new(message, BLOCK_HINT)
            };
            let sizes = match part.split_once('=') {
                None => part,
                Some((word, sizes)) => {
                    // The common sizes come first, then those of each operation once.
                    let kind = OWN.iter().position(|kind| kind.name() == word.trim());
                    let place = kind.ok_or_else(bad)?.saturating_add(1);
                    let is_empty = |at: usize| lists.get(at).is_none_or(Vec::is_empty);
                    if is_empty(0) || !is_empty(place) {
                        return Err(bad());
                    }
                    current = place;
                    sizes
                }
            };
            let size = one(sizes)?.ok_or_else(bad)?;
            lists.get_mut(current).ok_or_else(bad)?.push(size);
        }
        let [common, writes, discards] = lists;
        Ok(Self::with_own(common, [writes, discards]))
    }
}

/// Parses a size with its weight; `None` if no request can have this size.
fn one(text: &str) -> Result<Option<(Bytes, u32)>, ParseError> {
    let (size, weight) = match text.split_once(':') {
        Some((size, weight)) => (size, weight.trim().parse::<u32>().unwrap_or(0)),
        None => (text, 1),
    };
    let size: Bytes = size.parse()?;
    // A request's length is 32 bits wide in the kernel's interfaces; 1 GiB leaves room.
    let is_possible = size.0 > 0 && size <= Bytes::GIB && weight > 0;
    Ok(is_possible.then_some((size, weight)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: [&[u64]; 3]) {
        let blocks: Blocks = text.parse().unwrap();
        let kinds = [OpKind::Read, OpKind::Write, OpKind::Discard];
        let sizes = |kind| blocks.of(kind).iter().map(|(size, _)| size.0).collect::<Vec<u64>>();
        let found = kinds.map(sizes);
        assert_eq!(found, expected.map(<[u64]>::to_vec), "{text}");
    }

    #[test]
    fn a_kind_has_its_own_sizes_or_the_common_ones() {
        check("512B,write=4KiB", [&[512], &[4096], &[512]]);
        check("512B:1,1KiB:2,discard=1MiB", [&[512, 1024], &[512, 1024], &[1 << 20]]);
        check("512B,write=1KiB:1,2KiB:3,discard=4KiB", [&[512], &[1024, 2048], &[4096]]);
        let blocks: Blocks = "4KiB,write=512B:1,4KiB:3".parse().unwrap();
        assert_eq!((blocks.smallest(), blocks.largest()), (Bytes(512), Bytes(4096)));
        assert_eq!(blocks.sizes().len(), 2, "each size once");
    }

    #[test]
    fn what_a_drive_does_not_take_is_left_out_of_each_kind() {
        let blocks: Blocks = "512B:1,4KiB:1,write=512B:1,8KiB:1".parse().unwrap();
        assert_eq!(blocks.at_least(Bytes(4096)).unwrap().to_string(), "4KiB,write=8KiB");
        let blocks: Blocks = "4KiB,write=512B".parse().unwrap();
        assert_eq!(blocks.at_least(Bytes(4096)), None, "nothing of the writes is left");
    }
}
