//! Assigns a colour, dash and marker to each drive.

use std::collections::BTreeMap;

/// Number of slots: colours that the colour-blind can tell apart, each with its own dash and marker for print.
pub const SLOT_COUNT: u8 = 12;

/// First slot after those of the drives: reads. Reads and writes differ in grey print, too.
pub const READ_SLOT: u8 = SLOT_COUNT;
/// Writes, in the same colour on every chart.
pub const WRITE_SLOT: u8 = SLOT_COUNT + 1;
/// Reads and writes together.
pub const BOTH_SLOT: u8 = SLOT_COUNT + 2;
/// Flushes, and all that makes data durable, in the same colour on every chart.
pub const FLUSH_SLOT: u8 = SLOT_COUNT + 3;
/// Missing or wrong values.
pub const MISSING_SLOT: u8 = SLOT_COUNT + 4;

/// The bar of the page's subject, among others.
pub const SUBJECT_SLOT: u8 = SLOT_COUNT + 5;
/// The bars that the subject is compared with.
pub const OTHER_SLOT: u8 = SLOT_COUNT + 6;

/// The slot that an identity prefers: the same on every page.
///
/// # Panics
///
/// Never: a remainder of the division by twelve fits.
#[must_use]
pub fn slot_of(identity: &str) -> u8 {
    // FNV-1a, 64 bits: short, and never changes. Source: the Internet draft draft-eastlake-fnv, constants for 64
    // bits.
    let hash = identity.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let slot = (hash ^ (hash >> 32)) % u64::from(SLOT_COUNT);
    u8::try_from(slot).expect("below twelve")
}

/// The slots of the drives of one page. Each drive has its own slot if there are at most [`SLOT_COUNT`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Palette {
    slots: BTreeMap<String, u8>,
}

impl Palette {
    /// Gives every identity the slot that it prefers, or the next free one. Order and repetitions do not matter.
    #[must_use]
    pub fn new<'a>(identities: impl IntoIterator<Item = &'a str>) -> Self {
        let mut slots: BTreeMap<String, u8> =
            identities.into_iter().map(|identity| (identity.to_owned(), SLOT_COUNT)).collect();
        let mut taken = [false; SLOT_COUNT as usize];
        for (identity, slot) in &mut slots {
            let preferred = slot_of(identity);
            let next = (0..SLOT_COUNT).map(|step| (preferred + step) % SLOT_COUNT);
            *slot = next.clone().find(|it| !taken[usize::from(*it)]).unwrap_or(preferred);
            taken[usize::from(*slot)] = true;
        }
        Self { slots }
    }

    /// The slot of `identity`.
    #[must_use]
    pub fn slot(&self, identity: &str) -> u8 {
        self.slots.get(identity).copied().unwrap_or_else(|| slot_of(identity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drive_alone_has_its_slot_for_ever() {
        // Changing this changes the colours of every page published so far.
        assert_eq!(["a", "Samsung EVO Plus 128 GB", "0x1a2b"].map(slot_of), [4, 2, 5]);
        assert_eq!(Palette::new(["a"]).slot("a"), slot_of("a"));
    }

    #[test]
    fn twelve_drives_have_twelve_slots_in_any_order() {
        let names: Vec<String> = (0..12).map(|index| format!("drive {index}")).collect();
        let palette = Palette::new(names.iter().map(String::as_str));
        let mut slots: Vec<u8> = names.iter().map(|name| palette.slot(name)).collect();
        assert_eq!(palette, Palette::new(names.iter().rev().map(String::as_str)));
        slots.sort_unstable();
        assert_eq!(slots, (0..SLOT_COUNT).collect::<Vec<_>>());
    }
}
