//! Registers of eMMC and SD cards: `mmc extcsd read`, and a card's attributes in sysfs (`grep .
//! /sys/block/mmcblk0/device/*`).
//!
//! Sources: mmc-utils' `mmc_cmds.c`; the kernel's `drivers/mmc/core/mmc.c` and `sd.c` (names of attributes). Life
//! time and sectors: JEDEC JESD84-B51, 7.4.53 and 7.4.41. The registers of an SD card are not decoded here.

use std::collections::{BTreeMap, BTreeSet};

use iogram_model::{DriveWarning, sentence, text};

use super::drive_told::{Told, known};
use super::line::{Line, lines};
use super::refusal::{Reason, Refusal};
use super::smartctl::command_device;
use super::{Importer, Source};
use crate::{Imported, Register};

pub(super) const EXT_CSD: Importer = Importer {
    kind: "extcsd",
    title: "mmc extcsd read",
    reads: "every register by its name, capacity, share of the life used, firmware",
    unknown: "model, serial number: they are in another register",
    detect: |source| {
        let is_one = lines(source.text).any(|it| is_head(it.text) || is_life(it.text));
        if is_one { 95 } else { 0 }
    },
    read: read_ext_csd,
};

pub(super) const REGISTERS: Importer = Importer {
    kind: "card-registers",
    title: "registers of an SD card or eMMC as sysfs shows them (cid, csd, scr, ssr)",
    reads: "the registers, decoded as those of a card in a slot; the other attributes as they stand",
    unknown: "what no register says",
    detect: |source| {
        let registers = lines(source.text).filter_map(|it| register(it.text)).count();
        if registers > 0 { 92 } else { 0 }
    },
    read: read_registers,
};

fn is_head(text: &str) -> bool {
    text.trim_start().starts_with("Extended CSD rev 1.")
}

fn is_life(text: &str) -> bool {
    text.contains("[EXT_CSD_DEVICE_LIFE_TIME_EST_TYP_A]: 0x")
}

fn read_ext_csd(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut found = Vec::new();
    let mut told = Told::by("mmc-utils");
    let mut seen = BTreeSet::new();
    let is_cut = !source.text.ends_with('\n');
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let text = line.text.trim();
        let asked = asked_device(text);
        let part = told_once(text);
        // Another report begins, of another device or of the same one.
        let is_other = asked.is_some() && asked != told.drive.device && told.says_anything();
        if is_other || part.is_some_and(|it| seen.contains(it)) {
            found.extend(std::mem::replace(&mut told, Told::by("mmc-utils")).end());
            seen.clear();
        }
        seen.extend(part);
        told.drive.device = asked.or(told.drive.device);
        if is_cut && all.peek().is_none() && !text.is_empty() {
            let note = sentence!("interchange-last-line-no-end-cut-off");
            told.evidence.note(&note);
            break;
        }
        if is_head(text) {
            told.fact("Extended CSD", text.trim_start_matches("Extended CSD "));
        } else if let Some(version) = text.strip_prefix("eMMC Firmware Version:") {
            told.drive.firmware =
                known(version).filter(|it| it.chars().all(|it| !it.is_control()));
        } else if let Some((name, value, rest)) = bracketed(text) {
            ext_csd(&mut told, &line, (name, value))?;
            let words =
                if rest.is_empty() { value.to_owned() } else { format!("{value} ({rest})") };
            told.fact(name, &words);
        } else if let Some((name, value)) = damaged(text) {
            // Some of the other fields are not printed in hexadecimal.
            match told_once(text) {
                Some(_) => {
                    return Err(line.expected(value, text!("interchange-hexadecimal-number")));
                }
                None => told.fact(name, value),
            }
        }
    }
    found.extend(told.end());
    if found.is_empty() {
        return Err(Refusal::of_file(Reason::Nothing { what: text!("interchange-mmc") }));
    }
    Ok(found)
}

/// The device of a command line, after any prompt.
fn asked_device(text: &str) -> Option<String> {
    let words = || text.split_once("mmc extcsd read ")?.1.split_whitespace().next();
    let device = || words().filter(|it| it.starts_with("/dev/")).map(str::to_owned);
    command_device(text).or_else(device)
}

/// A line that occurs once in each report: its heading, and the fields that are read. Returns the words that identify
/// it.
fn told_once(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 6] = [
        "Extended CSD rev 1.",
        "eMMC Firmware Version:",
        "[SEC_COUNT",
        "DEVICE_LIFE_TIME_EST_TYP_A]",
        "DEVICE_LIFE_TIME_EST_TYP_B]",
        "PRE_EOL_INFO]",
    ];
    WORDS.into_iter().find(|it| text.contains(it))
}

/// Name, value and words of `Sector Count [SEC_COUNT: 0x00e90000]`, `.. [PRE_EOL_INFO]: 0x01` or `.. [HPI_FEATURES:
/// 0x01]: by CMD13`.
fn bracketed(text: &str) -> Option<(&str, &str, &str)> {
    let (_, inner) = text.split_once('[')?;
    let (name, after) = match inner.split_once("]: 0x") {
        Some((name, after)) if is_register_name(name) => (name, after),
        _ => inner.split_once(": 0x").filter(|(name, _)| is_register_name(name))?,
    };
    let end = after.find(|it: char| !it.is_ascii_hexdigit()).unwrap_or(after.len());
    let (_, rest) = after.split_at_checked(end)?;
    // The value with its `0x`, as a part of the line.
    let at = text.len().checked_sub(after.len())?.checked_sub(2)?;
    let value = text.get(at..text.len().checked_sub(rest.len())?)?;
    Some((name, value, rest.trim_start_matches([']', ':', ' ']).trim_end_matches('.')))
}

/// Name and value of such a line whose value is not hexadecimal.
fn damaged(text: &str) -> Option<(&str, &str)> {
    let (_, inner) = text.split_once('[')?;
    let (name, value) = inner.split_once("]: ").or_else(|| {
        let (name, value) = inner.split_once(": ")?;
        Some((name, value.split(']').next().unwrap_or_default()))
    })?;
    let value = value.trim();
    (name.contains('_') && is_register_name(name) && !value.is_empty()).then_some((name, value))
}

fn is_register_name(name: &str) -> bool {
    let is_its =
        |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || b"_[]".contains(&it);
    !name.is_empty() && name.bytes().all(is_its)
}

fn ext_csd(
    told: &mut Told,
    line: &Line<'_>,
    (name, value): (&str, &str),
) -> Result<(), Refusal> {
    let digits = value.trim_start_matches("0x");
    let number = u64::from_str_radix(digits, 16);
    let number = number
        .ok()
        .ok_or_else(|| line.expected(value, text!("interchange-hexadecimal-number")))?;
    match name {
        "SEC_COUNT" => told.drive.capacity_bytes = number.checked_mul(512).filter(|it| *it > 0),
        "EXT_CSD_DEVICE_LIFE_TIME_EST_TYP_A"
        | "EXT_CSD_DEVICE_LIFE_TIME_EST_TYP_B"
        // mmc-utils before it had the prefix, and forks of that time.
        | "DEVICE_LIFE_TIME_EST_TYP_A"
        | "DEVICE_LIFE_TIME_EST_TYP_B" => {
            // Steps of a tenth, with their upper end; 11 is beyond the rated life, 0 is undefined.
            let step = u8::try_from(number).ok().filter(|it| (1..=11).contains(it));
            let ratio = step.map(|it| f64::from(it) / 10.0);
            let most =
                told.health.life_used_ratio.into_iter().chain(ratio).max_by(f64::total_cmp);
            told.health.life_used_ratio = most;
            // Beyond the rated life, the value is not an upper bound.
            told.health.is_life_at_most = most.map(|it| it <= 1.0).filter(|it| *it);
        }
        // 2: 80 % of the reserve is used; 3: 90 %.
        "EXT_CSD_PRE_EOL_INFO" | "PRE_EOL_INFO" => {
            told.health.is_warning = (1..=3).contains(&number).then_some(number > 1);
            if number > 1 && number <= 3 {
                told.health.warns_of = vec![DriveWarning::Spare];
            }
        }
        _ => {}
    }
    Ok(())
}

/// Registers by the names of their attributes, and their lengths in bytes.
const SIZES: [(&str, usize); 4] = [("cid", 16), ("csd", 16), ("scr", 8), ("ssr", 64)];

/// `/sys/block/mmcblk0/device/cid:035344..`, `cid: ..`, `cid=..`: name, and its digits.
fn register(text: &str) -> Option<(&'static str, &str)> {
    let (_, name, value) = attribute(text)?;
    let (name, bytes) = SIZES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known))?;
    let value = value.trim_start_matches("0x");
    let is_hex = value.bytes().all(|it| it.is_ascii_hexdigit());
    (is_hex && value.len() == bytes.saturating_mul(2)).then_some((*name, value))
}

/// The folders of a path, its last name, and the text after it.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let text = text.trim();
    let at = text.find([':', '=', ' ', '\t'])?;
    let (path, value) = text.split_at_checked(at)?;
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_name =
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    let value = value.trim_start_matches([':', '=', ' ', '\t']).trim_matches('"').trim();
    is_name.then_some((folder, name, value))
}

/// The kernel's other attributes of a card. The serial number is also in the CID.
const KNOWN: [&str; 15] = [
    "type",
    "name",
    "date",
    "manfid",
    "oemid",
    "fwrev",
    "hwrev",
    "rev",
    "prv",
    "erase_size",
    "preferred_erase_size",
    "life_time",
    "pre_eol_info",
    "ocr",
    "rca",
];

/// The attributes of a card, in order: a list, because a text may contain very many cards with few attributes each.
#[derive(Debug, Default)]
struct Card<'a> {
    attributes: Vec<Attribute<'a>>,
}

/// A line about a card.
#[derive(Debug)]
struct Attribute<'a> {
    name: &'a str,
    /// Digits of a register, or words.
    value: &'a str,
    is_register: bool,
}

impl Card<'_> {
    fn told(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|it| it.name == name).map(|it| it.value)
    }

    /// The facts about the card; `None` if there are none.
    fn end(self) -> Option<Imported> {
        let mut told = Told::by("sysfs");
        for Attribute { name, value, is_register } in self.attributes {
            if is_register {
                let bytes = hex(value)?;
                told.drive.registers.push(Register { name: name.to_owned(), bytes });
                continue;
            }
            if name == "name" {
                told.drive.model = known(value);
            }
            told.fact(name, value);
        }
        told.end()
    }
}

/// The cards of a text.
#[derive(Debug, Default)]
struct Cards<'a> {
    all: Vec<Card<'a>>,
    /// The newest card of each folder: `grep . /sys/block/mmcblk*/device/{cid,name}` prints the cards alternately.
    newest: BTreeMap<&'a str, usize>,
}

impl<'a> Cards<'a> {
    /// Adds a line of this folder to its card. Without a folder, a repeated attribute belongs to another card, even
    /// if it is equal.
    fn add(&mut self, folder: &'a str, attribute: Attribute<'a>) {
        let Attribute { name, value, .. } = attribute;
        let known = self.newest.get(folder).copied();
        let is_same = known.and_then(|at| self.all.get(at)).is_some_and(|it| {
            it.told(name).is_none_or(|told| !folder.is_empty() && told == value)
        });
        let at = known.filter(|_| is_same).unwrap_or(self.all.len());
        if !is_same {
            self.all.push(Card::default());
            self.newest.insert(folder, at);
        }
        let Some(card) = self.all.get_mut(at) else { return };
        // A repeated equal attribute adds nothing.
        if card.told(name).is_none() {
            card.attributes.push(attribute);
        }
    }
}

fn read_registers(source: &Source<'_>) -> Result<Vec<Imported>, Refusal> {
    let mut cards = Cards::default();
    let is_cut = !source.text.ends_with('\n');
    let mut has_registers = false;
    let mut all = lines(source.text).peekable();
    while let Some(line) = all.next() {
        let is_last = all.peek().is_none();
        let Some((folder, name, value)) = attribute(line.text) else { continue };
        if let Some((name, digits)) = register(line.text) {
            // A register has a fixed length, so its line is complete even without a line end.
            hex(digits).ok_or_else(|| line.expected(digits, text!("interchange-register")))?;
            cards.add(folder, Attribute { name, value: digits, is_register: true });
            has_registers = true;
            continue;
        }
        if is_cut && is_last {
            continue;
        }
        if SIZES.iter().any(|(known, _)| name == *known) && !value.is_empty() {
            return Err(line.expected(value, text!("interchange-digits-register")));
        }
        if KNOWN.contains(&name) {
            cards.add(folder, Attribute { name, value, is_register: false });
        }
    }
    if !has_registers {
        return Err(Refusal::of_file(Reason::Nothing {
            what: text!("interchange-card-registers"),
        }));
    }
    let mut found = Vec::with_capacity(cards.all.len());
    found.extend(cards.all.into_iter().filter_map(Card::end));
    Ok(found)
}

fn hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok()).collect()
}
