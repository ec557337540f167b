//! Market class of an enterprise drive, from its label and its own data.
//!
//! Pure. Must not know the drive, or any words. The borders between the classes are arbitrary: makers sell
//! read-intensive drives with about one drive write per day, mixed ones with about three, and write-intensive ones
//! with ten and more.

use iogram_model::{Bytes, PublishedFact, float};

/// Fewer drive writes per day are read-intensive.
const MIXED_MIN: f64 = 2.0;
/// At least this many are write-intensive.
const WRITE_INTENSIVE_MIN: f64 = 6.5;
/// The years for drive writes per day: the usual warranty of enterprise drives. Arbitrary if a label gives no years.
pub const CLASS_YEARS: u32 = 5;
/// The names of the facts that give a class.
const FACTS: [&str; 3] = ["class", "endurance class", "workload"];
/// Parts of model names that stand for media other than NAND.
const MEMORY_MODELS: [&str; 1] = ["optane"];

/// The market class of a drive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriveClass {
    /// Mostly reads.
    ReadIntensive,
    /// Reads and writes.
    Mixed,
    /// Mostly writes.
    WriteIntensive,
    /// Storage-class memory.
    Memory,
}

impl DriveClass {
    const ALL: [Self; 4] =
        [Self::ReadIntensive, Self::Mixed, Self::WriteIntensive, Self::Memory];

    /// The word of the methods' parameter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReadIntensive => "read-intensive",
            Self::Mixed => "mixed",
            Self::WriteIntensive => "write-intensive",
            Self::Memory => "scm",
        }
    }

    fn of_writes(per_day: f64) -> Self {
        match per_day {
            few if few < MIXED_MIN => Self::ReadIntensive,
            some if some < WRITE_INTENSIVE_MIN => Self::Mixed,
            _ => Self::WriteIntensive,
        }
    }
}

/// The known data of a drive. `None` is unknown.
#[derive(Debug, Clone, Default)]
pub struct KnownOfDrive<'a> {
    /// The model name that the drive reports.
    pub model: Option<&'a str>,
    /// Its capacity.
    pub capacity: Option<Bytes>,
    /// Facts from its data sheet.
    pub facts: &'a [PublishedFact],
    /// Endurance by its label.
    pub promised: Option<Bytes>,
    /// Endurance by its own estimate.
    pub estimated: Option<Bytes>,
}

/// The basis of a class.
#[derive(Debug, Clone, PartialEq)]
pub enum ClassBasis {
    /// A fact of its catalogue entry.
    Fact {
        /// The fact, word for word.
        value: String,
    },
    /// The model's name.
    Model {
        /// The model name that the drive reports.
        model: String,
    },
    /// Drive writes per day over [`CLASS_YEARS`], by the label.
    Promise {
        /// Drive writes per day.
        per_day: f64,
    },
    /// Drive writes per day by the drive's own estimate.
    Estimate {
        /// Drive writes per day.
        per_day: f64,
    },
}

/// The class of the drive and its basis; `None` if there is no evidence.
#[must_use]
pub fn propose_class(known: &KnownOfDrive<'_>) -> Option<(DriveClass, ClassBasis)> {
    let per_day = |written: Option<Bytes>| {
        let capacity = known.capacity.filter(|it| it.0 > 0)?;
        let days = f64::from(CLASS_YEARS) * 365.0;
        Some(float(written?.0) / float(capacity.0) / days)
    };
    let of_fact = || {
        let named = |fact: &&PublishedFact| {
            FACTS.iter().any(|name| fact.name.eq_ignore_ascii_case(name))
        };
        let fact = known.facts.iter().find(named)?;
        let class = class_of(&fact.value)?;
        Some((class, ClassBasis::Fact { value: fact.value.clone() }))
    };
    let of_model = || {
        let model = known.model?;
        let lower = model.to_lowercase();
        MEMORY_MODELS
            .iter()
            .any(|name| lower.contains(name))
            .then(|| (DriveClass::Memory, ClassBasis::Model { model: model.to_owned() }))
    };
    let of_promise = || {
        let per_day = per_day(known.promised)?;
        Some((DriveClass::of_writes(per_day), ClassBasis::Promise { per_day }))
    };
    let of_estimate = || {
        let per_day = per_day(known.estimated)?;
        Some((DriveClass::of_writes(per_day), ClassBasis::Estimate { per_day }))
    };
    of_fact().or_else(of_model).or_else(of_promise).or_else(of_estimate)
}

/// The class that a data sheet's words stand for.
fn class_of(words: &str) -> Option<DriveClass> {
    let plain = words.to_lowercase().replace([' ', '_'], "-");
    if plain.contains("storage-class-memory") || plain.contains("storage-class memory") {
        return Some(DriveClass::Memory);
    }
    DriveClass::ALL.into_iter().find(|class| plain.contains(class.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TB: u64 = 1_000_000_000_000;

    fn proposed(known: &KnownOfDrive<'_>) -> Option<&'static str> {
        propose_class(known).map(|(class, _)| class.name())
    }

    #[test]
    fn writes_of_the_whole_drive_a_day_tell_what_a_drive_is_sold_for() {
        let of = |per_day: u64| {
            let promised = Some(Bytes(per_day * 365 * 5 * TB));
            proposed(&KnownOfDrive {
                capacity: Some(Bytes(TB)),
                promised,
                ..Default::default()
            })
        };
        assert_eq!(
            [1, 3, 10].map(of),
            [Some("read-intensive"), Some("mixed"), Some("write-intensive")]
        );
    }

    #[test]
    fn the_data_sheet_comes_first_then_the_model_then_the_label_then_the_drives_own_estimate() {
        let fact = |value: &str| {
            let (name, source) = ("class".to_owned(), "data sheet".to_owned());
            [PublishedFact { name, value: value.to_owned(), source }]
        };
        let (mixed, odd) = (fact("Mixed use"), fact("boot drive"));
        let all = KnownOfDrive {
            model: Some("INTEL OPTANE SSDPE21K"),
            capacity: Some(Bytes(TB)),
            facts: &mixed,
            promised: Some(Bytes(365 * 5 * TB)),
            estimated: Some(Bytes(20 * 365 * 5 * TB)),
        };
        assert_eq!(proposed(&all), Some("mixed"));
        assert_eq!(proposed(&KnownOfDrive { facts: &odd, ..all.clone() }), Some("scm"));
        let nameless = KnownOfDrive { facts: &[], model: None, ..all };
        assert_eq!(proposed(&nameless), Some("read-intensive"));
        let silent = KnownOfDrive { promised: None, ..nameless };
        assert_eq!(proposed(&silent), Some("write-intensive"));
        assert_eq!(proposed(&KnownOfDrive { capacity: None, ..silent }), None);
    }
}
