//! Access patterns, such as `zoned=50/5:30/15:20/80`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::stretches::Stretches;
use super::write_pointers::WritePointers;
use crate::number::Total as _;
use crate::text::ParseError;
use crate::units::{Bytes, Permille};
use crate::{Text, sentence, text};

/// A part of the working set, with its share of the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    /// Share of the requests.
    pub access: Permille,
    /// Share of the working set.
    pub space: Permille,
}

/// The order in which addresses are visited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Access {
    /// Ascending and contiguous; wraps around to the region's beginning.
    Sequential,
    /// Uniform, aligned to the block size.
    Random,
    /// Every block exactly once in random order, then again in another order.
    Permutation,
    /// Uniform within each zone; zones follow each other in the region.
    Zoned {
        /// The zones. The shares of the requests add up to the whole, and so do those of the space.
        zones: Vec<Zone>,
        /// Alignment of blocks of any size; `None`: their own size. Never 0.
        align: Option<Bytes>,
    },
    /// Every block at least once in random order, with extra blocks that are written again later. After one pass, a
    /// fresh drive with this over-provisioning is in the state of endless random writes: the older a flash block, the
    /// fewer valid units it has. A pass is as long as the region plus the over-provisioning. Above 0.
    ///
    /// Source of the idea: `sprandom` of fio 3.41 (`spr_op`, whose default is this one's).
    Sprandom(Permille),
    /// Zipf-distributed popularity over blocks scattered across the region; the exponent is in thousandths.
    Zipf(u32),
    /// Ascending with a constant distance between starts, in bytes; wraps around.
    Strided(Bytes),
    /// Descending with a constant distance between starts, in bytes, from the region's end; wraps around. Never 0.
    Backward(Bytes),
    /// This share of the requests goes to uniform places, aligned to the block size; the others follow their
    /// predecessor.
    Partly(Permille),
    /// Pareto-distributed popularity over blocks scattered across the region: a share `h` of the blocks gets `1 - h`
    /// of the requests, and so on recursively. In thousandths, 1 to 999.
    ///
    /// Source: `random_distribution=pareto` of fio 3.42 (`lib/zipf.c`).
    Pareto(u32),
    /// Normally distributed popularity over blocks scattered across the region: the mean of twelve uniform ranks,
    /// shifted by up to half of this share of all blocks to each side.
    ///
    /// Source: `random_distribution=normal` of fio 3.42 (`lib/gauss.c`).
    Normal(Permille),
    /// One stretch of the region after the other, with an amount of bytes in each.
    ///
    /// Source: `zonemode=strided` of fio 3.42 (`io_u.c`).
    Stretches(Stretches),
    /// In the zones of a zoned drive: writes at the write pointers, reads below them.
    WritePointers(WritePointers),
}

/// The default of fio. Source: fio 3.41, `spr_op`.
const SPARE_USUAL: Permille = Permille(150);

const ACCESS_HINT: Text = text!("model-use-seq-random-permutation-sprandom-15");

impl Access {
    /// Bytes of one pass over a region of `region` bytes.
    #[must_use]
    pub fn pass_bytes(&self, region: u64) -> u64 {
        match self {
            Self::Sprandom(spare) => region.saturating_add(spare.of(region)),
            _ => region,
        }
    }

    /// Whether writes go to the write pointers of zones.
    #[must_use]
    pub const fn follows_write_pointers(&self) -> bool {
        matches!(self, Self::WritePointers(_))
    }

    /// 50 % of the requests to 5 % of the space, 30 % to 15 %, 20 % to 80 %.
    ///
    /// Source: JESD219 enterprise workload, as in fio's `examples/jesd219.fio`.
    #[must_use]
    pub fn jesd219_zones() -> Vec<Zone> {
        [(500, 50), (300, 150), (200, 800)]
            .map(|(access, space)| Zone { access: Permille(access), space: Permille(space) })
            .to_vec()
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sequential => f.write_str("seq"),
            Self::Random => f.write_str("random"),
            Self::Permutation => f.write_str("permutation"),
            Self::Zoned { zones, align } => {
                f.write_str("zoned")?;
                for (index, zone) in zones.iter().enumerate() {
                    let separator = if index == 0 { '=' } else { ':' };
                    let (access, space) = (zone.access.to_string(), zone.space.to_string());
                    let (access, space) =
                        (access.trim_end_matches('%'), space.trim_end_matches('%'));
                    write!(f, "{separator}{access}/{space}")?;
                }
                align.map_or(Ok(()), |align| write!(f, ",align={align}"))
            }
            Self::Sprandom(spare) => write!(f, "sprandom={spare}"),
            Self::Zipf(theta) => write!(f, "zipf={}.{:03}", theta / 1000, theta % 1000),
            Self::Strided(stride) => write!(f, "strided={stride}"),
            Self::Backward(step) => write!(f, "backward={step}"),
            Self::Partly(share) => write!(f, "partly-random={share}"),
            Self::Pareto(power) => write!(f, "pareto=0.{power:03}"),
            Self::Normal(width) => write!(f, "normal={width}"),
            Self::Stretches(stretches) => write!(f, "stretches={stretches}"),
            Self::WritePointers(it) => write!(f, "{}={it}", WritePointers::name()),
        }
    }
}

impl FromStr for Access {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let bad = || ParseError::new(sentence!("model-not-access-pattern", text), ACCESS_HINT);
        let (name, value) = match text.trim().split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.trim(), None),
        };
        match (name, value) {
            ("seq" | "sequential", None) => Ok(Self::Sequential),
            ("random" | "rand", None) => Ok(Self::Random),
            ("permutation", None) => Ok(Self::Permutation),
            ("sprandom", None) => Ok(Self::Sprandom(SPARE_USUAL)),
            ("sprandom", Some(value)) => match value.parse()? {
                Permille(0) => Err(bad()),
                spare => Ok(Self::Sprandom(spare)),
            },
            ("zoned", None) => Ok(Self::Zoned { zones: Self::jesd219_zones(), align: None }),
            ("zoned", Some(value)) => {
                let (zones, align) = match value.split_once(",align=") {
                    Some((zones, align)) => {
                        (zones, Some(align.parse::<Bytes>()?).filter(|align| align.0 > 0))
                    }
                    None => (value, None),
                };
                let is_empty = align.is_none() && value.contains(',');
                let zones = parse_zones(zones).filter(|_| !is_empty).ok_or_else(bad)?;
                Ok(Self::Zoned { zones, align })
            }
            ("zipf", None) => Ok(Self::Zipf(1200)),
            ("zipf", Some(value)) => parse_theta(value).map(Self::Zipf).ok_or_else(bad),
            ("strided", Some(value)) => match value.parse()? {
                Bytes(0) => Err(bad()),
                stride => Ok(Self::Strided(stride)),
            },
            ("backward", Some(value)) => match value.parse()? {
                Bytes(0) => Err(bad()),
                step => Ok(Self::Backward(step)),
            },
            ("partly-random", Some(value)) => Ok(Self::Partly(value.parse()?)),
            ("pareto", Some(value)) => {
                let power = parse_theta(value).filter(|power| (1..1000).contains(power));
                power.map(Self::Pareto).ok_or_else(bad)
            }
            ("normal", Some(value)) => Ok(Self::Normal(value.parse()?)),
            ("stretches", Some(value)) => Ok(Self::Stretches(value.parse()?)),
            (name, value) if name == WritePointers::name() => {
                let it = value.map(str::parse).transpose()?.unwrap_or_default();
                Ok(Self::WritePointers(it))
            }
            _ => Err(bad()),
        }
    }
}

fn parse_zones(text: &str) -> Option<Vec<Zone>> {
    let share = |part: &str| format!("{}%", part.trim()).parse::<Permille>().ok();
    let zones = text
        .split(':')
        .map(|zone| {
            let (access, space) = zone.split_once('/')?;
            Some(Zone { access: share(access)?, space: share(space)? })
        })
        .collect::<Option<Vec<_>>>()?;
    let total =
        |part: fn(&Zone) -> Permille| zones.iter().map(|z| u32::from(part(z).0)).total();
    let whole: (u32, u32) = (total(|z| z.access), total(|z| z.space));
    let no_empty_space = zones.iter().all(|zone| zone.space.0 > 0);
    (whole == (1000, 1000) && no_empty_space).then_some(zones)
}

fn parse_theta(text: &str) -> Option<u32> {
    let theta = text.parse::<f64>().ok().filter(|theta| (0.001..=10.0).contains(theta))?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 10000"
    )]
    Some((theta * 1000.0).round() as u32)
}
