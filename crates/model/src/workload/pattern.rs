//! Workloads selected by one word: an access pattern, or a published load with its sizes and mix.

use std::fmt;
use std::str::FromStr;

use super::{Access, Blocks, Workload};
use crate::text::ParseError;
use crate::units::{Bytes, Permille};

/// An access pattern, or a published load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// Only an access pattern.
    Access(Access),
    /// JESD219, enterprise: 12 block sizes with weights, aligned to 4 KiB, in three zones, 40 % reads, random data.
    ///
    /// Source: JESD219 as in fio's `examples/jesd219.fio`; JEDEC's own document was not consulted.
    Jesd219Enterprise,
}

const JESD219_ENTERPRISE: &str = "jesd219-enterprise";

/// Sizes in bytes and their shares of the requests in percent.
///
/// Source: as above.
const JESD219_BLOCKS: [(u64, u32); 12] = [
    (512, 4),
    (1024, 1),
    (1536, 1),
    (2048, 1),
    (2560, 1),
    (3072, 1),
    (3584, 1),
    (4096, 67),
    (8192, 10),
    (16384, 7),
    (32768, 3),
    (65536, 3),
];

impl Pattern {
    /// Sets its properties in a workload. Other properties stay.
    pub fn apply(self, workload: &mut Workload) {
        match self {
            Self::Access(access) => workload.access = access,
            Self::Jesd219Enterprise => {
                let zones = Access::jesd219_zones();
                workload.access = Access::Zoned { zones, align: Some(Bytes(4096)) };
                workload.block = Blocks::weighted(
                    JESD219_BLOCKS.map(|(size, weight)| (Bytes(size), weight)).to_vec(),
                );
                workload.mix.read = Permille(400);
            }
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Access(access) => access.fmt(f),
            Self::Jesd219Enterprise => f.write_str(JESD219_ENTERPRISE),
        }
    }
}

impl FromStr for Pattern {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.trim() {
            JESD219_ENTERPRISE => Ok(Self::Jesd219Enterprise),
            other => other.parse().map(Self::Access),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enterprise_load_has_its_sizes_zones_and_mix_and_leaves_the_rest() {
        let mut workload = Workload { depth: 7, ..Workload::default() };
        "jesd219-enterprise".parse::<Pattern>().unwrap().apply(&mut workload);
        let weights: u32 = workload.block.sizes().iter().map(|&(_, weight)| weight).sum();
        assert_eq!((weights, workload.mix.read, workload.depth), (100, Permille(400), 7));
        assert_eq!(workload.access.to_string(), "zoned=50/5:30/15:20/80,align=4KiB");
        let on_4kn = workload.block.clone().at_least(Bytes(4096)).unwrap();
        let shown = on_4kn.to_string();
        assert_eq!(shown, "4KiB:67,8KiB:10,16KiB:7,32KiB:3,64KiB:3");
        assert_eq!(Blocks::one(Bytes(512)).at_least(Bytes(4096)), None);
    }
}
